"""Grenade Salad: the table top to scale, with what is aimed at drawn on it; reserves and hands around it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matchbox.boxes.green_box.components import BRICKS, CUBE_COLOURS, DROP, HAMMERS, SYMBOLS, WHEEL
from matchbox.boxes.green_box.geometry import BLAST, CUBE, HALF, TABLE, TILE
from matchbox.boxes.green_box.grenade_orders import (
    A_TURN,
    CHOOSE,
    COLUMN,
    DECLINE,
    DX,
    DY,
    END,
    KILL,
    MINE,
    MINES,
    MOVE,
    ROW,
    SOLDIER,
    STEP,
    VICTIM,
    X,
    Y,
)
from matchbox.boxes.green_box.grenade_state import SOLDIERS, attacker, victims
from matchbox.engine import Ints, wide
from matchbox.table.green_box import back
from matchbox.table.scene import Aim, Area, Choice, Look, Piece, Scene, Summary, Text, say

FIELD = "field"
NAMES = ("Map pointer", "Close combat", "Airdrop", "Mine", "Sniper", "Grenade")  # by symbol
EFFECTS = (
    "places one soldier at any free point of the table.",
    "kills an opponent's soldier less than a cube's width away from one of yours.",
    "drops three soldiers around the middle; you cannot choose where.",
    "is played in an opponent's turn, on a soldier that was just moved or placed.",
    "kills an opponent's soldier that one of yours can see.",
    "is thrown up to a tile's width and kills everybody in a tile-sized square, your own soldiers too.",
)

summary = Summary(
    goal=say("Have the most points: three for each of your soldiers still standing, one for each soldier you killed."),
    turn=say("Move one soldier and play up to two cards, in any order; others may answer with Mines."),
    end=say("The game ends when no cards are left, or when all players pass one after another."),
)
cover = [
    Piece("cube", "red", colour="red"),
    Piece("card", NAMES[WHEEL], symbol=SYMBOLS[WHEEL]),
    Piece("cube", "green", colour="green"),
    Piece("card", NAMES[BRICKS], symbol=SYMBOLS[BRICKS]),
    Piece("cube", "blue", colour="blue"),
]


def scene(look: Look) -> Scene:
    s = look.s
    field = Area(
        say("Battlefield"),
        [*_marks(look), *_soldiers(look)],
        "free",
        note=_field_note(look),
        size=(TABLE, TABLE),
        look="felt",
        key=FIELD,
    )
    areas = [field, Area(say("Deck"), [back(int(s.in_deck))] if s.in_deck else [], "pile", key="deck")]
    areas.append(Area(say("Discarded"), _cards(s.discards), key="discards"))
    for seat in look.each_seat():
        areas += _seat(look, seat)
    return Scene(
        _prompt(look),
        areas,
        _choices(look),
        aims=_aims(look),
        coach=_coach(look),
        rules=_rules(look),
        waiting=say("Waiting for opponents: somebody may play a Mine.") if s.phase == MINES else "",
    )


def revealed(before: Any, after: Any) -> Iterator[tuple[int, int]]:
    """The Mine that goes off. Who held another one, or none, stays unknown."""
    if before.phase == MINES and after.discards[BRICKS] > before.discards[BRICKS]:
        for place in range(before.concerns):
            soldier = before.concerned[place]
            if (before.x[before.active, soldier], before.y[before.active, soldier]) == (after.blast_x, after.blast_y):
                yield after.blast_by - 1, MINE.id(place)


# --- the battlefield ---


def _at(look: Look, seat: int, soldier: int) -> tuple[int, int]:
    return int(look.s.x[seat, soldier]), int(look.s.y[seat, soldier])


def _alive(look: Look, seat: int) -> list[int]:
    return [soldier for soldier in range(SOLDIERS) if int(look.s.alive[seat]) >> soldier & 1]


def _concerned(look: Look) -> dict[int, int]:
    """The soldiers of the active player that a Mine could still hit now, with their places in the question."""
    s = look.s
    if s.phase != MINES:
        return {}
    named = {int(s.concerned[place]): place for place in range(int(s.concerns))}
    return {soldier: place for soldier, place in named.items() if int(s.alive[s.active]) >> soldier & 1}


def _aiming(look: Look) -> bool:
    """Is a soldier chosen that moves or throws?"""
    return look.s.phase in (COLUMN, ROW) and look.s.doing != DROP and not look.s.over


def _soldiers(look: Look) -> list[Piece]:
    s = look.s
    concerned = _concerned(look)
    pieces = []
    for seat in range(int(s.seats)):
        colour = CUBE_COLOURS[seat]
        for soldier in _alive(look, seat):
            x, y = _at(look, seat, soldier)
            acts: tuple[int, ...] = ()
            marked = False
            if s.phase == SOLDIER and seat == s.active:
                acts = look.only(CHOOSE.first + soldier)
            elif s.phase == VICTIM:
                acts = look.only(KILL.first + SOLDIERS * seat + soldier)
            elif seat == s.active and soldier in concerned:
                acts, marked = look.only(MINE.first + concerned[soldier]), True
            elif seat == s.active and _aiming(look):
                marked = soldier == s.soldier
            pieces.append(
                Piece(
                    "cube",
                    f"{colour[0].upper()}{soldier}",
                    colour,
                    at=(x - HALF, y - HALF),
                    span=(CUBE, CUBE),
                    marked=marked,
                    actions=acts,
                    label=say("{colour} soldier {number} at {x}, {y}", colour=colour, number=soldier, x=x, y=y),
                )
            )
    return pieces


def _square(x: int, y: int, text: Text, dimmed: bool = False) -> Piece:
    """A blast around a point."""
    corner, sides = (x - BLAST, y - BLAST), (2 * BLAST, 2 * BLAST)
    return Piece("zone", colour="red", at=corner, span=sides, dimmed=dimmed, label=text)


def _marks(look: Look) -> list[Piece]:
    """What lies under the soldiers: the last blast, and whatever is being measured now."""
    s = look.s
    pieces = []
    if s.blast_by:
        pieces.append(_square(int(s.blast_x), int(s.blast_y), say("the last explosion"), dimmed=True))
    if s.over:
        return pieces
    active = int(s.active)
    if _aiming(look):
        x, y = _at(look, active, int(s.soldier))
        reach = say("as far as it can throw") if s.doing == WHEEL else say("as far as it can move")
        corner, sides = (x - TILE, y - TILE), (2 * TILE, 2 * TILE)
        pieces.append(Piece("ring", colour=CUBE_COLOURS[active], at=corner, span=sides, label=reach))
    for soldier in _concerned(look):
        pieces.append(_square(*_at(look, active, soldier), say("what a Mine here would hit")))
    if s.phase == VICTIM:
        pieces += _sights(look)
    return pieces


def _sights(look: Look) -> list[Piece]:
    """A line from an attacker to every victim of the card being played."""
    s = look.s
    active, card = wide(s.active), wide(s.doing)
    lines = []
    for seat in range(int(s.seats)):
        if seat != active:
            found = int(victims(s, active, wide(seat), card, False))
            for soldier in _alive(look, seat):
                if found >> soldier & 1:
                    by = int(attacker(s, active, wide(seat), wide(soldier), card))
                    start, end = _at(look, int(active), by), _at(look, seat, soldier)
                    text = say("close enough") if card == HAMMERS else say("in sight")
                    lines.append(Piece("line", colour=CUBE_COLOURS[active], at=start, to=end, label=text))
    return lines


def _field_note(look: Look) -> Text:
    s = look.s
    if not s.blast_by:
        return say("6 by 6 tile sides; a soldier is a fifth of a tile wide")
    who, dead = look.names[int(s.blast_by) - 1], int(s.blast_dead)
    return say("last explosion: {card} by {name}, {dead} killed", card=NAMES[s.blast_card], name=who, dead=dead)


# --- cards and seats ---


def _cards(counts: Ints, look: Look | None = None) -> list[Piece]:
    """Cards by symbol; those of a hand can be played."""
    pieces = []
    for symbol, count in enumerate(counts):
        if count:
            acts = look.only(symbol) if look and look.s.phase == STEP else ()
            name, face = NAMES[symbol], SYMBOLS[symbol]
            pieces.append(Piece("card", name, symbol=face, count=int(count), actions=acts, label=f"{name}, {face}"))
    return pieces


def _seat(look: Look, seat: int) -> list[Area]:
    s = look.s
    colour, reserve = CUBE_COLOURS[seat], SOLDIERS - int(s.entered[seat])
    cubes = [Piece("cube", colour, colour, count=reserve)] if reserve else []
    facts = {"points": s.score[seat], "standing": len(_alive(look, seat)), "killed": s.kills[seat]}
    note = say("{points} points: {standing} standing, {killed} killed", **facts)
    if seat == look.seat:
        hand = _cards(s.hand[seat], look)
    else:
        hand = [back(int(s.held[seat]))] if s.held[seat] else []
    turn = say("at turn") if seat == s.active and not s.over else ""
    return [Area(say("reserve"), cubes, "counters", seat, note), Area(say("hand"), hand, "fan", seat, turn)]


# --- choices ---


def _choices(look: Look) -> list[Choice]:
    s = look.s
    buttons = ((MOVE, say("Move a soldier"), ""), (END, say("End turn"), ""), (DECLINE, say("No Mine"), ""))
    note = say("a pass: you have played no card") if not s.cards else ""
    return [
        Choice(text, int(action), note if action == END else more)
        for action, text, more in buttons
        if action in look.legal
    ]


def _aims(look: Look) -> list[Aim]:
    s = look.s
    if not look.legal or s.phase not in (COLUMN, ROW):
        return []
    if s.doing == DROP:
        origin, reach = None, 0
        blocks, zero, column = (X.first, Y.first), (0, 0), int(s.column)
    else:
        origin, reach = _at(look, int(s.active), int(s.soldier)), TILE
        blocks, zero = (DX.first, DY.first), (origin[0] - TILE, origin[1] - TILE)
        column = zero[0] + int(s.column)
    axis = int(s.phase == ROW)
    return [
        Aim(
            FIELD,
            ("column", "row")[axis],
            [(zero[axis] + action - blocks[axis], int(action)) for action in look.legal],
            column if axis else None,
            origin,
            reach,
            2 * BLAST if s.doing == WHEEL else 0,
        )
    ]


def _prompt(look: Look) -> Text:
    s = look.s
    if s.phase == STEP:
        if s.cards >= A_TURN:
            return say("You may still move a soldier; or end the turn.")
        if MOVE in look.legal:
            return say("Play a card ({left} left), or move a soldier.", left=A_TURN - int(s.cards))
        return say("Play a card ({left} left), or end the turn.", left=A_TURN - int(s.cards))
    if s.phase == SOLDIER:
        return say("Which soldier throws?") if s.doing == WHEEL else say("Which soldier moves?")
    if s.phase == VICTIM:
        return say("{card}: whom does it kill?", card=NAMES[s.doing])
    if s.phase == MINES:
        name = look.names[int(s.active)]
        if len(look.legal) == 1:
            return say("You have no Mine against {name}.", name=name)
        return say("Play a Mine on a soldier of {name}?", name=name)
    which = {DROP: say("Place a soldier"), WHEEL: say("Throw the grenade")}.get(int(s.doing), say("Move the soldier"))
    if s.phase == ROW:
        return say("{what}: now the row.", what=which)
    return say("{what}: choose a point (its column, then its row).", what=which)


def _coach(look: Look) -> Text:
    s = look.s
    if s.phase == STEP:
        return say(
            "You may move once and play two cards in any order, but you cannot end the turn without a card while you "
            "can play one. Moving first may bring somebody into range; Mines answer moves and placements only."
        )
    if s.phase == MINES:
        return say(
            "A Mine kills everybody in the square around that soldier, your own too. All others answer at the same "
            "time; the first in seat order who has one plays it."
        )
    if s.doing < len(NAMES):
        return say("{card} " + EFFECTS[s.doing], card=NAMES[s.doing])
    return say("A soldier moves up to a tile's width, over others too; only the end point must be free.")


def _rules(look: Look) -> str:
    if look.s.phase == MINES:
        return "mines"
    if look.s.phase == STEP:
        return "on-your-turn"
    return "measuring" if look.s.doing == MOVE else "the-cards"
