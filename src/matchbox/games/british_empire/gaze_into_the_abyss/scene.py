"""Gaze into the Abyss: the tile in the middle, chips and tiles at each side, the last hands and their guesses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matchbox.engine import NOBODY
from matchbox.scene import Area, Look, Piece, Scene, Summary, Text, Words, facts, say, tiles

from ..components import count
from ..pieces import chip_count, chips_form, closed_hand, number_tile, stacks
from ..tile_race import GOAL
from .rules import ANNOUNCE, ANNOUNCING, HOLD, MOST_ROUNDS, claimer_of, total_of, was_guessed

summary = Summary(
    goal=say("Be the first to claim tiles that add up to {n}.", n=GOAL),
    turn=say("Hold chips in secret, then announce how many your opponent holds. A guessed hand is worth nothing."),
    end=say("The better hand claims the tile. Held chips go to the opponent; red chips leave the game."),
)
cover = [closed_hand(), number_tile(2), Piece("chip", "green", "green"), closed_hand()]


def scene(look: Look) -> Scene:
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


def revealed(before: Any, after: Any) -> Iterator[tuple[int, int]]:
    """Both hands, once both seats have announced."""
    if after.rounds != before.rounds:
        for seat in range(2):
            yield seat, HOLD.id(*after.shown[seat])


def _held(blue: int, red: int, green: int) -> Text:
    return say("{chips}, worth {value}", chips=chip_count(blue + red + green), value=blue + red + 3 * green)


def _side(look: Look, seat: int) -> list[Area]:
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


def _last_hand(look: Look, seat: int) -> Area:
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


def _announcement(look: Look, seat: int) -> Area:
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


def _prompt(look: Look) -> Text:
    s = look.s
    opponent = look.names[1 - max(look.seat, 0)]
    if s.phase == ANNOUNCING:
        return say("Announce how many chips {name} holds. If you are right, that hand is worth nothing.", name=opponent)
    first = say("You announce first.") if look.seat == s.yellow else say("{name} announces first.", name=opponent)
    return say("Close your hand around one or more chips. Blue and red count 1, green 3. {first}", first=first)


def _coach(look: Look) -> Text:
    if look.s.phase == ANNOUNCING:
        return say("Consider how many chips your opponent owns, and how many they need to beat you.")
    return say("Many chips make a strong hand, but a guessed number makes it worthless.")
