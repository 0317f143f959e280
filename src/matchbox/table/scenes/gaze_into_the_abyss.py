"""Gaze into the Abyss: the tile in the middle, chips and tiles at each side, the last hands with their guesses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matchbox.boxes.british_empire.components import count
from matchbox.boxes.british_empire.gaze_into_the_abyss import (
    ANNOUNCE,
    ANNOUNCING,
    HOLD,
    MOST_ROUNDS,
    claimer_of,
    total_of,
    was_guessed,
)
from matchbox.boxes.british_empire.tile_race import GOAL
from matchbox.engine import NOBODY
from matchbox.table.british_empire import chips_form, closed_hand, number_tile, stacks
from matchbox.table.scene import Area, Look, Piece, Scene, Summary, Text, Words, say, tiles

summary = Summary(
    goal=say("Be the first to claim tiles that add up to {n}.", n=GOAL),
    turn=say("Close a hand around chips, then announce how many the other one holds: a guessed hand is worth nothing."),
    end=say("The greater hand claims the tile; chips that were held go to the other player, red ones out of the game."),
)
cover = [closed_hand(), number_tile(2), Piece("chip", "green", "green"), closed_hand()]


def scene(look: Look) -> Scene:
    s = look.s
    field = [number_tile(s.tile)] if s.tile else []
    areas = [
        Area(say("Field"), field, note=say("round {n} of at most {most}", n=s.rounds, most=MOST_ROUNDS)),
        Area(say("Deck"), tiles(s.in_deck), note=say("in unknown order")),
        Area(say("Bag"), stacks([0, s.bag]), look="bag", note=say("reds out of the game") if s.bag else ""),
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
    """Hands are opened when both have announced."""
    if after.rounds != before.rounds:
        for seat in range(2):
            yield seat, HOLD.id(*after.shown[seat])


def _held(blue: int, red: int, green: int) -> Text:
    return say("{n} chips, worth {value}", n=blue + red + green, value=blue + red + 3 * green)


def _side(look: Look, seat: int) -> list[Area]:
    s = look.s
    marker = [Piece("marker", "yellow", "yellow", label=say("announces first"))] if seat == s.yellow else []
    owned = count(s.chips[seat])
    note = say("{n} in all", n=owned) if owned else say("none: holds nothing and is not guessed at")
    found = [
        Area(say("chips"), [*stacks(s.chips[seat]), *marker], seat=seat, note=note),
        Area(
            say("tiles"),
            tiles(s.claimed[seat]),
            seat=seat,
            note=say("sum {n}, goal {goal}", n=s.score[seat], goal=GOAL),
        ),
    ]
    closed = s.phase == ANNOUNCING or seat not in look.acting
    if closed and owned and not s.over:
        mine = seat == look.seat
        hand = stacks(s.held[seat]) if mine else [closed_hand()]
        told: Words = say("{chips}, only you see them", chips=_chips(count(s.held[seat]))) if mine else ""
        found.append(Area(say("closed hand"), hand, seat=seat, note=told, look="screen"))
    return found


def _chips(number: int) -> Text:
    return say("1 chip") if number == 1 else say("{n} chips", n=number)


def _last_hand(look: Look, seat: int) -> Area:
    """What a seat held in the last round, whether it was guessed, and what it brought."""
    s = look.s
    guess = int(s.said[1 - seat])
    told = str(_chips(count(s.shown[seat])))
    if guess:
        told += f"; {look.name(1 - seat)} said {guess}: {'✓ right' if was_guessed(s, seat) else '✗ wrong'}"
    told += f"; total {total_of(s, seat)}"
    claimer = claimer_of(s)
    if claimer == NOBODY:
        told += ", nobody claimed"
    elif claimer == seat:
        told += ", claimed the tile"
    return Area(say("last held"), stacks(s.shown[seat]), seat=seat, note=told)


def _announcement(look: Look, seat: int) -> Area:
    s = look.s
    title = say("announces")
    if s.announced[seat]:
        said = int(s.announced[seat])
        return Area(title, [Piece("marker", str(said), number=said, marked=True)], seat=seat)
    if seat == look.seat and look.legal:
        numbers = [ANNOUNCE.args(action)[0] for action in look.legal]
        buttons = [Piece("marker", str(n), number=int(n), actions=(ANNOUNCE.id(n),)) for n in numbers]
        return Area(title, buttons, seat=seat, note=say("choose one"), look="numbers")
    return Area(title, seat=seat, note=say("still to come") if count(s.chips[1 - seat]) else say("nothing to guess"))


def _prompt(look: Look) -> Text:
    s = look.s
    other = look.names[1 - max(look.seat, 0)]
    if s.phase == ANNOUNCING:
        return say("Announce how many chips {name} holds: if you are right, that hand counts nothing.", name=other)
    first = say("You announce first.") if look.seat == s.yellow else say("{name} announces first.", name=other)
    return say("Close your hand around one or more chips. Blue and red count 1, green 3. {first}", first=first)


def _coach(look: Look) -> Text:
    if look.s.phase == ANNOUNCING:
        return say("Think of how many chips the other one owns, and how many it takes to beat you.")
    return say("Many chips make a strong hand, but a number that is easy to guess is worth nothing.")
