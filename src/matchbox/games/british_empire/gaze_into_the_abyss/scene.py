"""Gaze into the Abyss: the tile in the middle, chips and tiles at each side, the last hands and their guesses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matchbox.engine import NOBODY
from matchbox.scene import (
    Area,
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
    facts,
    say,
    tiles,
)

from ..components import RED, count
from ..pieces import chip_count, chips_form, closed_hand, number_tile, stacks
from ..tile_race import GOAL
from .rules import ANNOUNCE, ANNOUNCING, HOLD, MOST_ROUNDS, State, claimer_of, total_of, was_guessed

summary = Summary(
    goal=say("Be the first to claim tiles that add up to {n}.", n=GOAL),
    turn=say("Hold chips in secret, then announce how many your opponent holds. A guessed hand is worth nothing."),
    end=say("The better hand claims the tile. Held chips go to the opponent; red chips leave the game."),
)
cover = [closed_hand(), number_tile(2), Piece("chip", "green", "green"), closed_hand()]


def scene(look: Look[State]) -> Scene:
    s = look.s
    field = [number_tile(s.tile)] if s.tile else []
    areas = [
        Area(say("Field"), field, note=say("round {n} of at most {most}", n=s.rounds, most=MOST_ROUNDS)),
        Area(say("Deck"), tiles(s.in_deck), note=say("in unknown order")),
        Area(say("Bag"), stacks([0, s.bag]), look="bag", note=say("red chips are out of the game") if s.bag else ""),
    ]
    for seat in look.each_seat():
        areas += _side(look, seat)
        if s.phase == ANNOUNCING and not s.over:
            areas.append(_announcement(look, seat))
        if s.shown.any():
            areas.append(_last_hand(look, seat))
    return Scene(
        _prompt(look),
        areas,
        forms=chips_form(look, HOLD, say("Your hand"), say("Hold"), _held),
        coach=_coach(look),
        rules="a-round",
    )


def revealed(before: State, after: State) -> Iterator[tuple[int, int]]:
    """Both hands, once both seats have announced."""
    if after.rounds != before.rounds:
        for seat in range(2):
            yield seat, HOLD.id(*map(int, after.shown[seat]))


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """A closed hand for its owner, the announcements for everybody, then the hands."""
    yield from told_choice(seen)
    if seen.after.rounds > seen.before.rounds or seen.ended:
        yield from _told_hands(seen)
    if seen.after.rounds > seen.before.rounds:
        yield from _told_next_round(seen.before, seen.after)


def told_choice(seen: Seen[State]) -> Iterator[GameEvent]:
    """The choice itself, if the viewer may know it."""
    if hand := seen.chose(HOLD):
        yield GameEvent("choice", say("You close your hand on {hand}.", hand=_held(*hand)))
    elif announced := seen.chose(ANNOUNCE):
        n = announced[0]
        text = say(
            "{who} announces {n} {n|chip|chips}.",
            you="You announce {n} {n|chip|chips}.",
            who=Player(seen.seat),
            n=n,
        )
        yield GameEvent("move", text, Piece("marker", str(n), number=n))


def _told_hands(seen: Seen[State]) -> Iterator[GameEvent]:
    """The open hands: who claims the tile, or why nobody does."""
    s, tile = seen.after, say("the {n}", n=seen.before.tile)
    claimer, totals = int(claimer_of(s)), [int(total_of(s, seat)) for seat in range(2)]
    icon = number_tile(seen.before.tile)
    text, why = _unclaimed(s, totals, tile) if claimer == NOBODY else _claimed(s, totals, claimer, tile)
    title = say("Nobody claims {tile}", tile=tile)
    if claimer != NOBODY:
        title = say("{who} claims {tile}", you="You claim {tile}", who=Player(claimer), tile=tile)
    sides = [
        Side(seat, stacks(s.shown[seat]), totals[seat], "", _verdict(s, seat, claimer), seat == claimer)
        for seat in range(2)
    ]
    yield GameEvent("reveal", text, icon, moment=Moment(title, why, sides, [icon]))


def _claimed(s: State, totals: list[int], claimer: int, tile: Text) -> tuple[Text, Text]:
    """The claim in a sentence, and its reason in a clause."""
    words: dict[str, Any] = {"who": Player(claimer), "tile": tile, "high": totals[claimer], "low": totals[1 - claimer]}
    if words["high"] == words["low"]:
        text = say(
            "{who} claims {tile}: both hands are worth {high}, and {who}'s has more blue chips.",
            you="You claim {tile}: both hands are worth {high}, and yours has more blue chips.",
            **words,
        )
        return text, say("{n} each, but more blue chips", n=words["high"])
    if _guess(s, 1 - claimer) and was_guessed(s, 1 - claimer):
        text = say(
            "{who} guesses right and claims {tile} with {high} against {low}.",
            you="You guess right and claim {tile} with {high} against {low}.",
            **words,
        )
        guess = _guess(s, 1 - claimer)
        return text, say("{high} against 0: the guess of {n} is right", high=words["high"], n=guess)
    text = say(
        "{who} claims {tile} with {high} against {low}.", you="You claim {tile} with {high} against {low}.", **words
    )
    return text, say("{high} against {low}", high=words["high"], low=words["low"])


def _unclaimed(s: State, totals: list[int], tile: Text) -> tuple[Text, Text]:
    """The reason why nobody gets the tile, in a sentence and in a clause."""
    if totals[0]:
        text = say(
            "Both hands are worth {n} with equally many blue chips: nobody claims {tile}.", n=totals[0], tile=tile
        )
        return text, say("{n} each, and equally many blue chips", n=totals[0])
    if _guess(s, 0) and _guess(s, 1):
        return say("Both guesses are right: nobody claims {tile}.", tile=tile), say("both guesses are right")
    return say("Both hands are worth nothing: nobody claims {tile}.", tile=tile), say("both hands are worth nothing")


def _guess(s: State, seat: int) -> int:
    """The opponent's guess about the hand of a seat; 0 if it held nothing."""
    return int(s.said[1 - seat])


def _verdict(s: State, seat: int, claimer: int) -> Text:
    if not count(s.shown[seat]):
        return say("no chips")
    if was_guessed(s, seat):
        return say("guessed: worth nothing")
    if claimer == NOBODY:
        return say("a tie")
    return say("claims it") if seat == claimer else say("worth less")


def _told_next_round(before: State, after: State) -> Iterator[GameEvent]:
    """The chips that changed sides, the new tile, and who announces first."""
    reds = int(after.shown[:, RED].sum())
    text = say("The chips held change sides.")
    if reds == after.shown.sum():
        text = say("The red chips held leave the game.")
    elif reds:
        text = say("The blue and green chips held change sides; the red ones leave the game.")
    yield GameEvent("move", text, minor=True)
    if count(after.in_deck) < count(before.in_deck):
        yield GameEvent("draw", say("A {n} is turned up.", n=after.tile), number_tile(after.tile), minor=True)
    words: dict[str, Any] = {"n": after.rounds, "who": Player(int(after.yellow))}
    text = say("Round {n} begins: {who} announces first.", you="Round {n} begins: you announce first.", **words)
    for seat in range(2):
        if not count(after.chips[seat]):
            none = say("{who} has no chips to hold.", you="You have no chips to hold.", who=Player(seat))
            yield GameEvent("move", none, minor=True)
            words["who"] = Player(seat)
            text = say("Round {n} begins: only {who} announces.", you="Round {n} begins: only you announce.", **words)
    yield GameEvent("round", text, Piece("marker", "yellow", "yellow", label=say("announces first")), minor=True)


def _held(blue: int, red: int, green: int) -> Text:
    return say("{chips}, worth {value}", chips=chip_count(blue + red + green), value=blue + red + 3 * green)


def _side(look: Look[State], seat: int) -> list[Area]:
    s = look.s
    marker = [Piece("marker", "yellow", "yellow", label=say("announces first"))] if seat == s.yellow else []
    owned = count(s.chips[seat])
    note = say("{n} in all", n=owned) if owned else say("none: holds nothing and is not guessed")
    found = [
        Area(say("chips"), [*stacks(s.chips[seat]), *marker], seat=seat, note=note),
        Area(
            say("tiles"),
            tiles(s.claimed[seat]),
            seat=seat,
            note=say("total {n}, goal {goal}", n=s.score[seat], goal=GOAL),
        ),
    ]
    closed = s.phase == ANNOUNCING or seat not in look.acting
    if closed and owned and not s.over:
        mine = seat == look.seat
        hand = stacks(s.held[seat]) if mine else [closed_hand()]
        size: Words = say("{chips}, visible only to you", chips=chip_count(count(s.held[seat]))) if mine else ""
        found.append(Area(say("closed hand"), hand, seat=seat, note=size, look="screen"))
    return found


def _last_hand(look: Look[State], seat: int) -> Area:
    """A seat's hand in the last round, the guess about it, and the outcome."""
    s = look.s
    notes: list[Words] = [chip_count(count(s.shown[seat]))]
    if guess := int(s.said[1 - seat]):
        name = look.name(1 - seat)
        right = was_guessed(s, seat)
        notes.append(
            say("{name} said {n}: ✓ right", name=name, n=guess)
            if right
            else say("{name} said {n}: ✗ wrong", name=name, n=guess)
        )
    claimer, total = claimer_of(s), total_of(s, seat)
    if claimer == NOBODY:
        notes.append(say("total {n}, nobody claimed", n=total))
    elif claimer == seat:
        notes.append(say("total {n}, claimed the tile", n=total))
    else:
        notes.append(say("total {n}", n=total))
    return Area(say("last held"), stacks(s.shown[seat]), seat=seat, note=facts(notes))


def _announcement(look: Look[State], seat: int) -> Area:
    s = look.s
    title = say("announces")
    if s.announced[seat]:
        said = int(s.announced[seat])
        return Area(title, [Piece("marker", str(said), number=said, marked=True)], seat=seat)
    if seat == look.seat and look.legal:
        numbers = [ANNOUNCE.args(action)[0] for action in look.legal]
        buttons = [Piece("marker", str(n), number=int(n), actions=(ANNOUNCE.id(n),)) for n in numbers]
        return Area(title, buttons, seat=seat, note=say("choose a number"), look="numbers")
    return Area(title, seat=seat, note=say("not yet") if count(s.chips[1 - seat]) else say("nothing to guess"))


def _prompt(look: Look[State]) -> Text:
    s = look.s
    opponent = look.names[1 - max(look.seat, 0)]
    if s.phase == ANNOUNCING:
        return say("Announce how many chips {name} holds. If you are right, that hand is worth nothing.", name=opponent)
    first = say("You announce first.") if look.seat == s.yellow else say("{name} announces first.", name=opponent)
    return say("Close your hand around one or more chips. Blue and red count 1, green 3. {first}", first=first)


def _coach(look: Look[State]) -> Text:
    if look.s.phase == ANNOUNCING:
        return say("Consider how many chips your opponent owns, and how many they need to beat you.")
    return say("Many chips make a strong hand, but a guessed number makes it worthless.")
