"""Futakotamagawa Fireworks Festival: two tiles with the chips on them, purses and tiles at each side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matchbox.boxes.british_empire.components import COLOURS
from matchbox.boxes.british_empire.futakotamagawa_fireworks import CLAIM, HOLD, MOST_ROUNDS, POINT, TAKING, pence
from matchbox.boxes.british_empire.tile_race import GOAL
from matchbox.table.british_empire import chips_form, closed_hand, number_tile, stacks
from matchbox.table.scene import Area, Look, Piece, Scene, Summary, Text, say, tiles

summary = Summary(
    goal=say("Be the first to claim tiles that add up to {n}.", n=GOAL),
    turn=say("Hold chips and point at a tile: together you bid for it, alone you take a chip from it and leave yours."),
    end=say("The first player with tiles worth {n} or more wins at once.", n=GOAL),
)
cover = [number_tile(1), Piece("chip", "red", "red", count=2), number_tile(3), Piece("chip", "green", "green")]


def scene(look: Look) -> Scene:
    s = look.s
    areas = [_slot(look, slot) for slot in range(2)]
    areas += [
        Area(
            say("Deck"),
            tiles(s.in_deck),
            note=say("in unknown order; round {n} of at most {most}", n=s.rounds, most=MOST_ROUNDS),
        ),
        Area(say("Bag"), stacks(s.bag), look="bag", note=say("out of the game") if s.bag.any() else ""),
    ]
    shown = (s.rounds > 1 and s.phase != TAKING) or s.over
    for seat in look.each_seat():
        areas += _side(look, seat)
        if shown:
            areas.append(_last_hand(look, seat))
    return Scene(
        _prompt(look),
        areas,
        forms=chips_form(look, HOLD, say("Your hand"), say("Commit"), _value),
        coach=_coach(look),
        rules="a-round",
    )


def revealed(before: Any, after: Any) -> Iterator[tuple[int, int]]:
    """Fingers first; hands, and the chips taken, when the round is done."""
    for seat in range(2):
        if before.phase != TAKING:
            yield seat, POINT.id(after.aim[seat])
        elif after.taken[seat]:
            yield seat, CLAIM.id(after.taken[seat] - 1)
        if after.phase != TAKING:
            yield seat, HOLD.id(*after.shown[seat])


def _value(blue: int, red: int, green: int) -> Text:
    value = 10 * blue + 50 * red + 100 * green
    return say("{n} pence", n=value) if value else say("an empty hand")


def _slot(look: Look, slot: int) -> Area:
    """A tile to point at, with the chips on it to take."""
    s = look.s
    found = [number_tile(s.tiles[slot], actions=look.only(POINT.id(slot)))] if s.tiles[slot] else []
    taking = s.phase == TAKING and look.seat >= 0 and s.aim[look.seat] == slot
    found += stacks(s.lying[slot], lambda colour: look.only(CLAIM.id(colour)) if taking else ())
    notes = [f"{pence(s.lying[slot])} pence lie on it"] if s.lying[slot].any() else []
    if s.phase == TAKING:
        notes += [f"☞ {look.name(seat)} pointed here" for seat in look.each_seat() if s.aim[seat] == slot]
    return Area(say("Slot {n}", n=slot), found, note="; ".join(notes), look="felt")


def _side(look: Look, seat: int) -> list[Area]:
    s = look.s
    found = [
        Area(say("chips"), stacks(s.chips[seat]), seat=seat, note=say("{n} pence", n=pence(s.chips[seat]))),
        Area(
            say("tiles"),
            tiles(s.claimed[seat]),
            seat=seat,
            note=say("sum {n}, goal {goal}", n=s.score[seat], goal=GOAL),
        ),
    ]
    if s.closed[seat] and not s.over:
        if seat == look.seat:
            note = say("{n} pence, only you see it", n=pence(s.held[seat]))
            if s.pointed[seat]:
                note = say("{n} pence at slot {slot}", n=pence(s.held[seat]), slot=int(s.pointed[seat]) - 1)
            found.append(Area(say("closed hand"), stacks(s.held[seat]), seat=seat, note=note, look="screen"))
        else:
            found.append(Area(say("closed hand"), [closed_hand()], seat=seat))
    return found


def _last_hand(look: Look, seat: int) -> Area:
    """What a seat did in the last round, and what became of its hand."""
    s = look.s
    mine, yours = pence(s.shown[seat]), pence(s.shown[1 - seat])
    told = f"{mine} pence at slot {int(s.aim[seat])}"
    if s.aim[0] != s.aim[1]:
        told += f"; took a {COLOURS[s.taken[seat] - 1]} chip" if s.taken[seat] else ""
        told += "; left them there" if mine else ""
    elif mine > yours:
        told += "; paid and claimed the tile"
    else:
        told += "; a tie" if mine == yours else "; outbid"
        told += ", took them back" if mine else ""
    return Area(say("last held"), stacks(s.shown[seat]), seat=seat, note=told)


def _prompt(look: Look) -> Text:
    s = look.s
    if s.phase == TAKING:
        return say("You point alone: take one of the chips on your tile.")
    if look.seat >= 0 and s.closed[look.seat]:
        return say("Point at a tile: alone you leave your hand on it, together the greater hand pays and claims it.")
    return say("Close your hand around any chips, or none: blue 10, red 50, green 100 pence.")


def _coach(look: Look) -> Text:
    s = look.s
    if s.phase == TAKING:
        return say("The chip comes behind your screen; then your hand stays on the tile for whoever claims it.")
    if look.seat >= 0 and s.closed[look.seat]:
        return say("If you both point at one tile the hands are compared; a tile with many chips on it pays back.")
    return say("If you meet at a tile, only the winner pays. If you do not, what you hold stays on your tile.")
