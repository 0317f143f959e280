"""OPEN in sentences: guesses, plays, tricks and the results of a round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matchbox.scene import GameEvent, Moment, Player, Seen, Side, Text, Words, listed, players, say

from ..components import BLACK, BLACKS, RANK_NAMES, REDS
from .rules import BET, COMBINATION, NAME, PASS, RANK
from .scene import card_of, cards_of
from .state import CANNOT_FOLLOW, GUESS, State

OUT = ("", "first", "second", "third")  # by place


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """Guesses and bets, plays and passes, and the results of a round."""
    if seen.before.phase == GUESS:
        yield from _told_guess(seen)
    elif seen.action == PASS:
        yield from _told_pass(seen)
    else:
        yield from _told_play(seen)
        if seen.after.rounds > seen.before.rounds or seen.ended:
            yield from _told_results(seen)


def _told_guess(seen: Seen[State]) -> Iterator[GameEvent]:
    """A guess or a bet; the open bets and the first leader once all are made."""
    after, who = seen.after, Player(seen.seat)
    if named := seen.chose(NAME):
        text = say("You guess that {other} will go out first.", other=Player(named[0]))
        if named[0] == seen.seat:
            text = say("You guess that you will go out first.")
        yield GameEvent("choice", text)
    elif bet := seen.chose(BET):
        yield GameEvent("choice", say("You bet {n} {n|chip|chips} on your guess.", n=bet[0]))
    elif int(seen.before.guessed) >> seen.seat & 1:
        yield GameEvent("choice", say("{who} has made a bet.", you="You have made a bet.", who=who))
    else:
        yield GameEvent("choice", say("{who} has made a guess.", you="You have made a guess.", who=who))
    if after.phase == GUESS:
        return
    if after.advanced:
        seats = range(int(after.seats))
        bets = listed([say("{name} {n}", name=Player(seat), n=after.bets[seat]) for seat in seats])
        sides = [Side(seat, (), int(after.bets[seat]), say("chips")) for seat in seats]
        moment = Moment(say("The bets are open"), sides=sides)
        yield GameEvent("reveal", say("The bets are open: {bets}.", bets=bets), moment=moment)
    dealer = Player(int(after.dealer))
    text = say("{who} leads the first trick.", you="You lead the first trick.", who=dealer)
    yield GameEvent("move", text, minor=True)


def _told_pass(seen: Seen[State]) -> Iterator[GameEvent]:
    text = say("{who} passes.", you="You pass.", who=Player(seen.seat))
    if seen.before.phase == CANNOT_FOLLOW:
        text = say("{who} cannot follow.", you="You cannot follow.", who=Player(seen.seat))
    yield GameEvent("pass", text)
    if seen.after.plays == 0 and seen.before.plays:
        yield _told_trick(seen)


def _told_trick(seen: Seen[State]) -> GameEvent:
    """The trick is over: who made the last play, and who leads."""
    before = seen.before
    winner, leader = int(before.last), int(seen.after.acting).bit_length() - 1
    rank, reds, blacks = int(before.trick[int(before.plays) - 1, 1]), int(before.reds), int(before.blacks)
    text = say(
        "{who} wins the trick with {cards}.",
        you="You win the trick with {cards}.",
        who=Player(winner),
        cards=_cards(reds, blacks, rank),
    )
    why = say("Nobody beats it: {leader} leads the next trick.", leader=Player(leader))
    if before.value == 11:
        why = say("An ace on a 10 counts 11: {leader} leads the next trick.", leader=Player(leader))
    pieces = cards_of(reds, blacks, rank)
    sides = [Side(winner, pieces, verdict=say("wins the trick"), won=True)]
    return GameEvent("reveal", text, pieces[0], moment=Moment(text, why, sides))


def _told_play(seen: Seen[State]) -> Iterator[GameEvent]:
    """The cards played, and whether the player is out of cards."""
    before, after, seat = seen.before, seen.after, seen.seat
    combination, rank = int(COMBINATION[seen.action]), int(RANK[seen.action])
    reds, blacks = int(REDS[combination]), int(BLACKS[combination])
    words: dict[str, Any] = {"who": Player(seat), "cards": _cards(reds, blacks, rank)}
    text = say("{who} plays {cards}.", you="You play {cards}.", **words)
    if before.value == 0:
        text = say("{who} leads {cards}.", you="You lead {cards}.", **words)
    yield GameEvent("move", text, card_of(rank if reds else BLACK + rank))
    out = after.rounds > before.rounds or after.place[seat] > 0
    concealed = int(before.backs[seat]) - (0 if out else int(after.backs[seat]))
    if concealed:
        text = say("The card was concealed until now.")
        if reds + blacks > 1:
            text = say("Of these cards, {n} {n|was|were} concealed until now.", n=concealed)
        yield GameEvent("reveal", text, minor=True)
    if rank == 0 and before.value == 10:
        yield GameEvent("move", say("An ace on a 10 counts 11: nothing beats it."), minor=True)
    if out:
        place = OUT[int(before.gone) + 1]
        yield GameEvent(
            "score", say("{who} goes out {place}.", you="You go out {place}.", who=Player(seat), place=place)
        )


def _cards(reds: int, blacks: int, rank: int) -> Text:
    """A combination in words, such as "a black pair of 5s"."""
    name: Words = say("ace") if rank == 0 else RANK_NAMES[rank]
    if reds + blacks == 1:
        return say("a red {rank}", rank=name) if reds else say("a black {rank}", rank=name)
    if reds + blacks == 3:
        return say("three {rank}s", rank=name)
    return say("a red-black pair of {rank}s", rank=name) if reds else say("a black pair of {rank}s", rank=name)


def _told_results(seen: Seen[State]) -> Iterator[GameEvent]:
    """The guesses, the gains and the next round."""
    after, seats = seen.after, range(int(seen.after.seats))
    first = int(after.shown_place[: len(seats)].tolist().index(1))
    guesses = [int(guess) - 1 for guess in after.shown_guess[: len(seats)]]
    gains = [int(after.place_gain[seat]) + int(after.guess_gain[seat]) for seat in seats]
    unit = say("chips") if after.advanced else say("points")
    text, why = _guessed(first, [seat for seat in seats if guesses[seat] == first])
    sides = [
        Side(seat, (), gains[seat], unit, say("named {name}", name=Player(guesses[seat])), guesses[seat] == first)
        for seat in seats
    ]
    yield GameEvent("reveal", text, moment=Moment(text, why, sides))
    each = listed(
        [say("{name} {n}", name=Player(seat), n=f"{gains[seat]:+d}" if gains[seat] else "0") for seat in seats]
    )
    text = say("Chips: {gains}.", gains=each) if after.advanced else say("Points: {gains}.", gains=each)
    yield GameEvent("score", text, minor=True)
    if seen.ended:
        return
    for seat in seats:
        if after.score[seat] > seen.before.score[seat] + gains[seat]:
            yield GameEvent("score", say("The bank gives {other} a chip.", other=Player(seat)), minor=True)
    text = say(
        "Round {n} begins: {who} was last and deals.",
        you="Round {n} begins: you were last and deal.",
        n=after.rounds,
        who=Player(int(after.dealer)),
    )
    yield GameEvent("round", text, minor=True)


def _guessed(first: int, right: list[int]) -> tuple[Text, Text]:
    """The seats that guessed right, in a sentence and in a clause."""
    words: dict[str, Any] = {"who": Player(first)}
    if not right:
        text = say(
            "Nobody guessed right: {who} went out first.", you="Nobody guessed right: you went out first.", **words
        )
        return text, say("nobody guessed it")
    names = players(right)
    if right == [first]:
        text = say("{who} guessed right and went out first.", you="You guessed right and went out first.", **words)
    else:
        text = say(
            "{names} guessed right: {who} went out first.",
            you="{names} guessed right: you went out first.",
            names=names,
            **words,
        )
    return text, say("guessed by {names}", names=names)
