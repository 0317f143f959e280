"""OPEN: the trick in the middle, open cards and backs at each seat, the viewer's concealed cards face up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matchbox.scene import (
    Area,
    Choice,
    GameEvent,
    Look,
    Moment,
    Piece,
    Player,
    Scene,
    Seen,
    Side,
    Summary,
    Text,
    Words,
    listed,
    players,
    say,
)

from ..components import BLACK, BLACKS, COPIES, HIDDEN1, KINDS, RANK_NAMES, REDS
from .rules import BET, COMBINATION, LIMIT, NAME, PASS, RANK
from .state import GUESS, State

SHAPES = {(1, 0): "red card", (0, 1): "black card", (1, 1): "red-black pair", (0, 2): "black pair", (1, 2): "triple"}
summary = Summary(
    goal=say("Score points for going out early and for guessing who goes out first."),
    turn=say("Play cards of one rank, higher than the last play and in the same shape, or pass."),
    end=say("The game ends when a player has enough points."),
)
PLACES = ("", "1st", "2nd", "3rd", "4th")
OUT = ("", "first", "second", "third")  # by place


def scene(look: Look[State]) -> Scene:
    s = look.s
    areas = _last_round(look)
    if s.phase != GUESS and not s.over:
        areas.append(_trick(look))
    for seat in look.each_seat():
        areas += _hand(look, seat)
    areas.append(Area(say("Not seen yet"), _unseen(look), "counters", note=say("in other hands or put aside")))
    return Scene(_prompt(look), areas, _choices(look), coach=_coach(look), rules="a-round")


def revealed(before: State, after: State) -> Iterator[tuple[int, int]]:
    """Bets once all are made, guesses at the end of the round."""
    for seat in range(after.seats):
        if before.phase == GUESS and after.phase != GUESS and after.advanced:
            yield seat, BET.id(int(after.bets[seat]))
        elif after.rounds != before.rounds:
            yield seat, NAME.id(int(after.shown_guess[seat]) - 1)


# --- the log ---


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
    yield GameEvent("pass", say("{who} passes.", you="You pass.", who=Player(seen.seat)))
    if seen.after.plays == 0:
        leader = int(seen.after.acting).bit_length() - 1
        text = say(
            "The trick is over: {who} leads the next one.",
            you="The trick is over: you lead the next one.",
            who=Player(leader),
        )
        yield GameEvent("move", text, minor=True)


def _told_play(seen: Seen[State]) -> Iterator[GameEvent]:
    """The cards played, and whether the player is out of cards."""
    before, after, seat = seen.before, seen.after, seen.seat
    combination, rank = int(COMBINATION[seen.action]), int(RANK[seen.action])
    reds, blacks = int(REDS[combination]), int(BLACKS[combination])
    words: dict[str, Any] = {"who": Player(seat), "cards": _cards(reds, blacks, rank)}
    text = say("{who} plays {cards}.", you="You play {cards}.", **words)
    if before.value == 0:
        text = say("{who} leads {cards}.", you="You lead {cards}.", **words)
    yield GameEvent("move", text, _card(rank if reds else BLACK + rank))
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
    title = say("{who} goes out first", you="You go out first", who=Player(first))
    yield GameEvent("reveal", text, moment=Moment(title, why, sides))
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


# --- the middle ---


def _last_round(look: Look[State]) -> list[Area]:
    """Places, guesses and gains of the previous round."""
    s = look.s
    if not s.shown_place.any():
        return []
    bet: tuple[Words, ...] = (say("bet"),) if s.advanced else ()
    rows: list[tuple[Words, ...]] = [("", say("place"), say("guess"), *bet, say("for place"), say("for guess"))]
    for seat in range(int(s.seats)):
        guess = look.names[int(s.shown_guess[seat]) - 1]
        bet = (str(int(s.shown_bet[seat])),) if s.advanced else ()
        gains = f"{int(s.place_gain[seat]):+d}", f"{int(s.guess_gain[seat]):+d}"
        rows.append((look.names[seat], PLACES[int(s.shown_place[seat])], guess, *bet, *gains))
    cells = [
        Piece("square", text, at=(column, row)) for row, line in enumerate(rows) for column, text in enumerate(line)
    ]
    title = say("Results of round {n}", n=int(s.rounds) - (not s.over))
    return [Area(title, cells, "table", key="last-round")]


def _trick(look: Look[State]) -> Area:
    s = look.s
    shape = SHAPES.get((int(s.reds), int(s.blacks)), "")
    plays = []
    for i in range(int(s.plays)):
        seat, rank, hidden = (int(x) for x in s.trick[i])
        text = say("{name}: {rank}", name=look.names[seat], rank=RANK_NAMES[rank])
        if hidden:
            text = say("{play}, {n} concealed", play=text, n=hidden)
        plays.append(Piece("card", text, "trick", number=rank + 1, marked=i == int(s.plays) - 1))
    passed = [look.names[seat] for seat in range(int(s.seats)) if int(s.passed) >> seat & 1]
    note = say("round {n}", n=s.rounds)
    if passed:
        note = say("passed: {names}; round {n}", names=", ".join(passed), n=s.rounds)
    title = say("Trick ({shape})", shape=shape) if shape else say("Trick")
    return Area(title, plays, note=note, look="felt", key="trick")


def _unseen(look: Look[State]) -> list[Piece]:
    """Cards that the viewer has not seen: everything not open, played or in the viewer's hand."""
    s = look.s
    pieces = []
    for kind in range(KINDS):
        known = int(s.played[kind]) + sum(int(s.face[seat, kind]) for seat in range(int(s.seats)))
        if look.seat >= 0:
            known += int(s.concealed[look.seat, kind])
        pieces += [_card(kind)] * (int(COPIES[kind]) - known)
    return pieces


# --- the seats ---


def _card(kind: int, hidden: bool = False, actions: tuple[int, ...] = ()) -> Piece:
    colour, rank = ("red", kind) if kind < BLACK else ("black", kind - BLACK)
    text = say("{colour} {rank}", colour=colour, rank=RANK_NAMES[rank])
    return Piece("card", text, f"playing-{colour}", RANK_NAMES[rank], rank + 1, hidden=hidden, actions=actions)


def _hand(look: Look[State], seat: int) -> list[Area]:
    """Open cards by rank, red first, then the backs; the viewer's concealed cards are in a separate area."""
    s = look.s
    order = [colour + rank for rank in range(len(RANK_NAMES)) for colour in (0, BLACK)]
    cards = [_card(k, actions=_plays_of(look, seat, k, True)) for k in order for _ in range(int(s.face[seat, k]))]
    if seat != look.seat:
        backs = [Piece("card", say("back"), hidden=True)] * int(s.backs[seat])
        return [Area(say("hand"), [*cards, *backs], "fan", seat, _facts(look, seat))]
    own = [_card(k, actions=_plays_of(look, seat, k, False)) for k in order for _ in range(int(s.concealed[seat, k]))]
    return [
        Area(say("open cards"), cards, "fan", seat, _facts(look, seat)),
        Area(say("concealed cards"), own, "fan", seat, look="screen"),
    ]


def _plays_of(look: Look[State], seat: int, kind: int, is_open: bool) -> tuple[int, ...]:
    """The legal plays that use this card of the viewer."""
    if seat != look.seat:
        return ()
    found = []
    rank, is_red = kind % BLACK, kind < BLACK
    other_is_open = bool(look.s.face[seat, kind])
    for action in look.legal:
        combination = int(COMBINATION[action])
        if combination < 0 or RANK[action] != rank:
            continue
        if is_red:
            used = REDS[combination] == 1
        elif BLACKS[combination] == 1:
            used = is_open != (combination >= HIDDEN1) if other_is_open else True
        else:
            used = BLACKS[combination] == 2
        if used:
            found.append(action)
    return tuple(found)


def _facts(look: Look[State], seat: int) -> Words:
    s = look.s
    score, limit = int(s.score[seat]), int(LIMIT[int(s.advanced), int(s.seats)])
    facts: list[Words] = [
        say("{n} of {limit} chips", n=score, limit=limit)
        if s.advanced
        else say("{n} of {limit} points", n=score, limit=limit)
    ]
    if seat == s.dealer and not s.over:
        facts.append(say("dealer"))
    if s.bets[seat]:
        facts.append(say("bet {n}", n=s.bets[seat]))
    if s.guess[seat]:  # only the viewer's; opponents' guesses are blank in a view
        own = s.guess[seat] == seat + 1
        facts.append(say("guess: {name}", name=say("yourself") if own else look.names[int(s.guess[seat]) - 1]))
    if s.phase == GUESS and seat not in look.acting:
        facts.append(say("has guessed"))
    if s.place[seat]:
        place = PLACES[int(s.place[seat])]
        facts.append(say("out {place}", place=place) if s.place[seat] < s.seats else say("last"))
    return listed(facts)


# --- choices ---


def _choices(look: Look[State]) -> list[Choice]:
    """Buttons: players to guess, chips to bet, the pass."""
    found: list[Choice] = []
    for action in look.legal:
        if NAME.has(action):
            found.append(Choice(say("yourself") if action == look.seat else look.names[action], action))
        elif BET.has(action):
            found.append(Choice(say("bet {n}", n=BET.args(action)[0]), action))
        elif action == PASS:
            found.append(Choice(say("Pass"), action))
    return found


def _coach(look: Look[State]) -> Text:
    if look.s.phase == GUESS:
        return say("Compare the open cards: hands with pairs and triples go out fast.")
    return say("The last player to play leads the next trick. Keep cards of one rank for a single play.")


def _prompt(look: Look[State]) -> Words:
    s = look.s
    if s.phase == GUESS:
        if look.seat >= 0 and int(s.guessed) >> look.seat & 1:
            return say("How many chips do you bet on your guess? You have {n}.", n=s.score[look.seat])
        return say("Who will go out first? Guess in secret. You may name yourself.")
    if s.value == 0:
        return say("You lead: play one, two or three cards of one rank.")
    shape = SHAPES[int(s.reds), int(s.blacks)]
    if s.value == 11:
        return say("Nothing beats an A that was played on a 10: pass.")
    wanted = say("a {shape} above {rank}", shape=shape, rank=RANK_NAMES[int(s.value) - 1])
    if s.value == 10:
        wanted = say("an A ({shape})", shape=shape)
    if len(look.legal) == 1:
        return say("You do not have {wanted}: pass.", wanted=wanted)
    return say("Play {wanted}, or pass.", wanted=wanted)


cover = [_card(3), _card(BLACK + 3), _card(7), Piece("card", say("back"), hidden=True)]
