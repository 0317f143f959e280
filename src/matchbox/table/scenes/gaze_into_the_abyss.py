"""Gaze into the Abyss: the tile in the middle, chips and tiles at each side, the last hands with their guesses."""

from __future__ import annotations

from matchbox.boxes.british_empire.components import COLOURS, count
from matchbox.boxes.british_empire.gaze_into_the_abyss import (
    ANNOUNCE,
    ANNOUNCING,
    MOST_ROUNDS,
    claimer_of,
    total_of,
    was_guessed,
)
from matchbox.boxes.british_empire.tile_race import GOAL, NOBODY
from matchbox.table.scene import Area, Look, Piece, Scene, chips, tiles


def scene(look: Look) -> Scene:
    s = look.s
    field = [Piece("tile", str(s.tile), number=int(s.tile))] if s.tile else []
    areas = [
        Area("Field", field, note=f"round {int(s.rounds)} of at most {MOST_ROUNDS}"),
        Area("Deck", tiles(s.in_deck), note="in unknown order"),
        Area("Bag", chips([0, s.bag, 0], COLOURS), note="reds out of the game" if s.bag else ""),
    ]
    if s.shown.any():
        areas += [_last_hand(look, seat) for seat in look.each_seat()]
    for seat in look.each_seat():
        areas += _side(look, seat)
    if s.phase == ANNOUNCING and not s.over:
        areas += [_announcement(look, seat) for seat in look.each_seat()]
    return Scene(_prompt(look), areas)


def _side(look: Look, seat: int) -> list[Area]:
    s = look.s
    marker = [Piece("marker", "yellow", colour="yellow")] if seat == s.yellow else []
    owned = count(s.chips[seat])
    note = f"{owned} in all" if owned else "none: holds nothing and is not guessed at"
    found = [
        Area("chips", [*chips(s.chips[seat], COLOURS), *marker], seat=seat, note=note),
        Area("tiles", tiles(s.claimed[seat]), seat=seat, note=f"sum {int(s.score[seat])}, goal {GOAL}"),
    ]
    closed = s.phase == ANNOUNCING or seat not in look.acting
    if closed and owned and not s.over:
        mine = seat == look.seat
        hand = chips(s.held[seat], COLOURS) if mine else [Piece("marker", hidden=True)]
        note = f"{_chips(count(s.held[seat]))}, only you see them" if mine else ""
        found.append(Area("closed hand", hand, seat=seat, note=note))
    return found


def _chips(number: int) -> str:
    return "1 chip" if number == 1 else f"{number} chips"


def _last_hand(look: Look, seat: int) -> Area:
    """What a seat held in the last round, whether it was guessed, and what it brought."""
    s = look.s
    guess = int(s.said[1 - seat])
    told = _chips(count(s.shown[seat]))
    if guess:
        told += f"; {look.name(1 - seat)} said {guess}: {'right' if was_guessed(s, seat) else 'wrong'}"
    told += f"; total {total_of(s, seat)}"
    claimer = claimer_of(s)
    if claimer == NOBODY:
        told += ", nobody claimed"
    elif claimer == seat:
        told += ", claimed the tile"
    return Area("last held", chips(s.shown[seat], COLOURS), seat=seat, note=told)


def _announcement(look: Look, seat: int) -> Area:
    s = look.s
    if s.announced[seat]:
        said = int(s.announced[seat])
        return Area("announces", [Piece("marker", str(said), number=said, marked=True)], seat=seat)
    if seat == look.seat and look.legal:
        numbers = [ANNOUNCE.args(action)[0] for action in look.legal]
        buttons = [Piece("marker", str(n), number=int(n), actions=(ANNOUNCE.id(n),)) for n in numbers]
        return Area("announces", buttons, seat=seat, note="choose one")
    return Area("announces", seat=seat, note="still to come" if count(s.chips[1 - seat]) else "nothing to guess")


def _prompt(look: Look) -> str:
    s = look.s
    other = look.names[1 - max(look.seat, 0)]
    if s.phase == ANNOUNCING:
        return f"Announce how many chips {other} holds: if you are right, that hand counts nothing."
    first = "You announce first" if look.seat == s.yellow else f"{other} announces first"
    return f"Close your hand around one or more chips. Blue and red count 1, green 3. {first}."
