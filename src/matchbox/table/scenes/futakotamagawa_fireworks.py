"""Futakotamagawa Fireworks Festival: two tiles with the chips on them, purses and tiles at each side."""

from __future__ import annotations

from matchbox.boxes.british_empire.components import COLOURS
from matchbox.boxes.british_empire.futakotamagawa_fireworks import CLAIM, MOST_ROUNDS, POINT, TAKING, pence
from matchbox.boxes.british_empire.tile_race import GOAL
from matchbox.table.scene import Area, Look, Piece, Scene, chips, tiles


def scene(look: Look) -> Scene:
    s = look.s
    areas = [_slot(look, slot) for slot in range(2)]
    areas += [
        Area("Deck", tiles(s.in_deck), note=f"in unknown order; round {int(s.rounds)} of at most {MOST_ROUNDS}"),
        Area("Bag", chips(s.bag, COLOURS), note="out of the game" if s.bag.any() else ""),
    ]
    if (s.rounds > 1 and s.phase != TAKING) or s.over:
        areas += [_last_hand(look, seat) for seat in look.each_seat()]
    for seat in look.each_seat():
        areas += _side(look, seat)
    return Scene(_prompt(look), areas)


def _slot(look: Look, slot: int) -> Area:
    """A tile to point at, with the chips on it to take."""
    s = look.s
    tile = [Piece("tile", str(s.tiles[slot]), number=int(s.tiles[slot]), actions=_legal(look, POINT.id(slot)))]
    found = tile if s.tiles[slot] else []
    taking = s.phase == TAKING and look.seat >= 0 and s.aim[look.seat] == slot
    for colour in range(3):
        if s.lying[slot, colour]:
            actions = _legal(look, CLAIM.id(colour)) if taking else ()
            number = int(s.lying[slot, colour])
            found.append(Piece("chip", COLOURS[colour], colour=COLOURS[colour], count=number, actions=actions))
    notes = [f"{pence(s.lying[slot])} pence lie on it"] if s.lying[slot].any() else []
    if s.phase == TAKING:
        notes += [f"{look.name(seat)} pointed here" for seat in look.each_seat() if s.aim[seat] == slot]
    return Area(f"Slot {slot}", found, note="; ".join(notes))


def _legal(look: Look, action: int) -> tuple[int, ...]:
    return (int(action),) if action in look.legal else ()


def _side(look: Look, seat: int) -> list[Area]:
    s = look.s
    found = [
        Area("chips", chips(s.chips[seat], COLOURS), seat=seat, note=f"{pence(s.chips[seat])} pence"),
        Area("tiles", tiles(s.claimed[seat]), seat=seat, note=f"sum {int(s.score[seat])}, goal {GOAL}"),
    ]
    if s.closed[seat] and not s.over:
        if seat == look.seat:
            note = f"{pence(s.held[seat])} pence, only you see it"
            if s.pointed[seat]:
                note += f"; you point at slot {int(s.pointed[seat]) - 1}"
            found.append(Area("closed hand", chips(s.held[seat], COLOURS), seat=seat, note=note))
        else:
            found.append(Area("closed hand", [Piece("marker", hidden=True)], seat=seat))
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
    return Area("last held", chips(s.shown[seat], COLOURS), seat=seat, note=told)


def _prompt(look: Look) -> str:
    s = look.s
    if s.phase == TAKING:
        return "You point alone: take one of the chips on your tile."
    if look.seat >= 0 and s.closed[look.seat]:
        return "Point at a tile: alone you leave your hand on it, together the greater hand pays and claims the tile."
    return "Close your hand around any chips, or none: blue 10, red 50, green 100 pence."
