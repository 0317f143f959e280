"""Grenade Salad: the table to scale with ranges and blasts; reserves and hands around it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matchbox.engine import Ints, wide
from matchbox.scene import Aim, Area, Choice, Look, Piece, Scene, Summary, Text, say

from ..components import BRICKS, CUBE_COLOURS, DROP, HAMMERS, SYMBOLS, WHEEL
from ..pieces import back
from .geometry import BLAST, CUBE, HALF, TABLE, TILE
from .orders import (
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
from .state import SOLDIERS, State, attacker, victims
from .told import NAMES

FIELD = "field"
EFFECTS = (
    say("A Map pointer places one soldier at any free point of the table."),
    say("Close combat kills an opponent's soldier less than a cube's width away from one of yours."),
    say("An Airdrop drops three soldiers around the middle; you cannot choose where."),
    say("Play a Mine on an opponent's turn, on a soldier that was just moved or placed."),
    say("A Sniper kills an opponent's soldier that one of yours can see."),
    say("A Grenade flies up to a tile's width and kills everybody in a tile-sized square, your own soldiers too."),
)

summary = Summary(
    goal=say("Score the most points: three for each of your soldiers still alive, one for each soldier you killed."),
    turn=say("Move one soldier and play up to two cards, in any order. Opponents may answer with Mines."),
    end=say("The game ends when no cards are left, or when all players pass in a row."),
)
cover = [
    Piece("cube", "red", colour="red"),
    Piece("card", NAMES[WHEEL], symbol=SYMBOLS[WHEEL]),
    Piece("cube", "green", colour="green"),
    Piece("card", NAMES[BRICKS], symbol=SYMBOLS[BRICKS]),
    Piece("cube", "blue", colour="blue"),
]


def scene(look: Look[State]) -> Scene:
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
    areas.append(Area(say("Discard pile"), _cards(s.discards), key="discards"))
    for seat in look.each_seat():
        areas += _seat(look, seat)
    return Scene(
        _prompt(look),
        areas,
        _choices(look),
        aims=_aims(look),
        coach=_coach(look),
        rules=_rules(look),
        waiting=say("Waiting for opponents: they may play a Mine.") if s.phase == MINES else "",
    )


def revealed(before: State, after: State) -> Iterator[tuple[int, int]]:
    """The Mine that explodes. It stays secret who else held a Mine."""
    if before.phase == MINES and after.discards[BRICKS] > before.discards[BRICKS]:
        for place in range(before.concerns):
            soldier = before.concerned[place]
            if (before.x[before.active, soldier], before.y[before.active, soldier]) == (after.blast_x, after.blast_y):
                yield int(after.blast_by) - 1, MINE.id(int(place))


# --- the battlefield ---


def _at(look: Look[State], seat: int, soldier: int) -> tuple[int, int]:
    return int(look.s.x[seat, soldier]), int(look.s.y[seat, soldier])


def _alive(look: Look[State], seat: int) -> list[int]:
    return [soldier for soldier in range(SOLDIERS) if int(look.s.alive[seat]) >> soldier & 1]


def _concerned(look: Look[State]) -> dict[int, int]:
    """The active player's soldiers that a Mine can target now, with their indices in `concerned`."""
    s = look.s
    if s.phase != MINES:
        return {}
    named = {int(s.concerned[place]): place for place in range(int(s.concerns))}
    return {soldier: place for soldier, place in named.items() if int(s.alive[s.active]) >> soldier & 1}


def _aiming(look: Look[State]) -> bool:
    """Is the player choosing where a soldier moves or throws?"""
    return look.s.phase in (COLUMN, ROW) and look.s.doing != DROP and not look.s.over


def _soldiers(look: Look[State]) -> list[Piece]:
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
                    marked=bool(marked),
                    actions=acts,
                    label=say("{colour} soldier {number} at {x}, {y}", colour=colour, number=soldier, x=x, y=y),
                )
            )
    return pieces


def _square(x: int, y: int, text: Text, dimmed: bool = False) -> Piece:
    """A blast around a point."""
    corner, sides = (x - BLAST, y - BLAST), (2 * BLAST, 2 * BLAST)
    return Piece("zone", colour="red", at=corner, span=sides, dimmed=dimmed, label=text)


def _marks(look: Look[State]) -> list[Piece]:
    """Drawn under the soldiers: the last blast, and the ranges that matter now."""
    s = look.s
    pieces = []
    if s.blast_by:
        pieces.append(_square(int(s.blast_x), int(s.blast_y), say("the last explosion"), dimmed=True))
    if s.over:
        return pieces
    active = int(s.active)
    if _aiming(look):
        x, y = _at(look, active, int(s.soldier))
        reach = say("throwing range") if s.doing == WHEEL else say("moving range")
        corner, sides = (x - TILE, y - TILE), (2 * TILE, 2 * TILE)
        pieces.append(Piece("ring", colour=CUBE_COLOURS[active], at=corner, span=sides, label=reach))
    for soldier in _concerned(look):
        pieces.append(_square(*_at(look, active, soldier), say("blast of a Mine here")))
    if s.phase == VICTIM:
        pieces += _sights(look)
    return pieces


def _sights(look: Look[State]) -> list[Piece]:
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


def _field_note(look: Look[State]) -> Text:
    s = look.s
    if not s.blast_by:
        return say("6 by 6 tile sides; a soldier is a fifth of a tile wide")
    who, dead = look.names[int(s.blast_by) - 1], int(s.blast_dead)
    return say("last explosion: {card} by {name}, killed: {dead}", card=NAMES[s.blast_card], name=who, dead=dead)


# --- cards and seats ---


def _cards(counts: Ints, look: Look[State] | None = None) -> list[Piece]:
    """Cards by symbol; given a look, legal cards can be played."""
    pieces = []
    for symbol, count in enumerate(counts):
        if count:
            acts = look.only(symbol) if look and look.s.phase == STEP else ()
            name, face = NAMES[symbol], SYMBOLS[symbol]
            label = say("{name}, {symbol}", name=name, symbol=face)
            pieces.append(Piece("card", name, symbol=face, count=int(count), actions=acts, label=label))
    return pieces


def _seat(look: Look[State], seat: int) -> list[Area]:
    s = look.s
    colour, reserve = CUBE_COLOURS[seat], SOLDIERS - int(s.entered[seat])
    cubes = [Piece("cube", colour, colour, count=reserve)] if reserve else []
    facts: dict[str, Any] = {"points": s.score[seat], "alive": len(_alive(look, seat)), "kills": s.kills[seat]}
    note = say("points: {points}, soldiers: {alive}, kills: {kills}", **facts)
    if seat == look.seat:
        hand = _cards(s.hand[seat], look)
    else:
        hand = [back(int(s.held[seat]))] if s.held[seat] else []
    turn = say("active player") if seat == s.active and not s.over else ""
    return [Area(say("reserve"), cubes, "counters", seat, note), Area(say("hand"), hand, "fan", seat, turn)]


# --- choices ---


def _choices(look: Look[State]) -> list[Choice]:
    s = look.s
    buttons = ((MOVE, say("Move a soldier")), (END, say("End turn")), (DECLINE, say("No Mine")))
    note = say("counts as a pass: you have played no card") if not s.cards else ""
    return [
        Choice(text, int(action), note if action == END else "") for action, text in buttons if action in look.legal
    ]


def _aims(look: Look[State]) -> list[Aim]:
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


def _prompt(look: Look[State]) -> Text:
    s = look.s
    if s.phase == STEP:
        if s.cards >= A_TURN:
            return say("Move a soldier, or end your turn.")
        if MOVE in look.legal:
            return say("Play a card ({left} left), or move a soldier.", left=A_TURN - int(s.cards))
        return say("Play a card ({left} left), or end your turn.", left=A_TURN - int(s.cards))
    if s.phase == SOLDIER:
        return say("Choose the soldier that throws.") if s.doing == WHEEL else say("Choose the soldier that moves.")
    if s.phase == VICTIM:
        return say("{card}: choose the soldier to kill.", card=NAMES[s.doing])
    if s.phase == MINES:
        name = look.names[int(s.active)]
        if len(look.legal) == 1:
            return say("You have no Mine to play against {name}.", name=name)
        return say("Play a Mine against {name}?", name=name)
    task = {DROP: say("Place a soldier"), WHEEL: say("Throw the grenade")}.get(int(s.doing), say("Move the soldier"))
    if s.phase == ROW:
        return say("{task}: choose a row.", task=task)
    return say("{task}: choose a point (column, then row).", task=task)


def _coach(look: Look[State]) -> Text:
    s = look.s
    if s.phase == STEP:
        return say(
            "You may move once and play two cards in any order, but you must play a card if you can. Moving first may "
            "bring opponents into range. Opponents may answer moves and placements with Mines."
        )
    if s.phase == MINES:
        return say(
            "A Mine kills everybody in the square around that soldier, your own soldiers too. All opponents answer at "
            "the same time; only the first Mine in seat order explodes."
        )
    if s.doing < len(NAMES):
        return EFFECTS[s.doing]
    return say("A soldier moves up to a tile's width and may pass over others. Only the end point must be free.")


def _rules(look: Look[State]) -> str:
    if look.s.phase == MINES:
        return "mines"
    if look.s.phase == STEP:
        return "on-your-turn"
    return "measuring" if look.s.doing == MOVE else "the-cards"
