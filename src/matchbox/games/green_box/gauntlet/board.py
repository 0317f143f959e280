"""The Gauntlet: the track from Start to Finish with cubes and lines of fire, and the clicks that lead along it."""

from __future__ import annotations

from typing import NamedTuple

from matchbox.scene import Look, Piece, Route, say

from ..components import CUBE_COLOURS, SYMBOL, SYMBOLS
from ..maps import PLACES, SIDE
from .rules import ENTER, GO, HIT, TO_FINISH
from .state import CROSSES, FIRE, LOGS, MOVE, ORDER, STEPS, STONES, State, card_of
from .track import (
    ARROW_NORTH,
    BRICK,
    COLUMN_STEP,
    ENTRY,
    EXIT,
    FINISH,
    GAP,
    LUMBER,
    NONE,
    ROW_STEP,
    SIGNS,
    START,
    is_arrow,
    is_blank,
    next_in_line,
)


class Ends(NamedTuple):
    """Start and Finish as places beside the track: column, row, columns and rows; and the place of the first tile."""

    start: tuple[int, int, int, int]
    finish: tuple[int, int, int, int]
    shift: tuple[int, int]


def _beside(s: State, code: int) -> tuple[int, int, int, int] | None:
    """The free places beside all entries, or all exits, in one direction."""
    places = [place for place in range(PLACES) if s.laid[place] == code]
    for direction in (3, 1, 2, 0) if code == ENTRY else (1, 2, 3, 0):
        there = [(p % SIDE + int(COLUMN_STEP[direction]), p // SIDE + int(ROW_STEP[direction])) for p in places]
        columns, rows = sorted({x for x, _ in there}), sorted({y for _, y in there})
        free = all(not (0 <= x < SIDE and 0 <= y < SIDE) or s.laid[SIDE * y + x] == GAP for x, y in there)
        width, height = columns[-1] - columns[0] + 1, rows[-1] - rows[0] + 1
        if free and min(width, height) == 1 and width * height == len(set(there)):
            return columns[0], rows[0], width, height
    return None


def ends_of(s: State) -> Ends | None:
    start, finish = _beside(s, ENTRY), _beside(s, EXIT)
    if not start or not finish:
        return None
    left, top = -min(0, start[0], finish[0]), -min(0, start[1], finish[1])
    moved = [(x + left, y + top, w, h) for x, y, w, h in (start, finish)]
    return Ends(moved[0], moved[1], (left, top))


def at_place(place: int, ends: Ends | None) -> tuple[int, int]:
    left, top = ends.shift if ends else (0, 0)
    return place % SIDE + left, place // SIDE + top


def track_pieces(look: Look[State], ends: Ends | None) -> list[Piece]:
    """Start, tiles with the cubes on them, Finish, and the lines of fire."""
    s = look.s
    pieces = []
    steps = _steps(look)
    if ends:
        x, y, w, h = ends.start
        pieces.append(Piece("slot", say("Start"), at=(x, y), span=(w, h), label=say("Start")))
        pieces += cubes_at(look, START, (x, y), (w, h))
    for number, place in enumerate(place for place in range(PLACES) if s.laid[place]):
        code = int(s.laid[place])
        at = at_place(place, ends)
        kind = "Arrow" if is_arrow(code) else {BRICK: "Brick", LUMBER: "Lumber"}.get(code, "free")
        symbol = {"Arrow": FIRE, "Brick": STONES, "Lumber": LOGS}.get(kind)
        pieces.append(
            Piece(
                "tile",
                "" if is_blank(code) else SIGNS[code],
                "red" if kind == "Arrow" else "brown" if symbol is None else "",
                "" if symbol is None else SYMBOLS[symbol],
                at=at,
                actions=steps.get(number, ()),
                label=say("row {row}, column {place}: {kind}", row=at[1] + 1, place=at[0] + 1, kind=kind),
            )
        )
        pieces += cubes_at(look, number, at)
    if ends:
        x, y, w, h = ends.finish
        out = look.only(int(TO_FINISH))
        pieces.append(Piece("slot", say("Finish"), "black", at=(x, y), span=(w, h), actions=out, label=say("Finish")))
        pieces += cubes_at(look, FINISH, (x, y), (w, h))
    return [*pieces, *_lines(s, ends)]


def _lines(s: State, ends: Ends | None) -> list[Piece]:
    """Every arrow's line of fire, from tile to tile."""
    crosses = s.arrows_cross_gaps == CROSSES
    found: dict[tuple[tuple[int, int], tuple[int, int]], Piece] = {}
    for place in range(PLACES):
        if not is_arrow(int(s.laid[place])):
            continue
        direction, here = int(s.laid[place]) - ARROW_NORTH, place
        while (ahead := int(next_in_line(s.laid, here, direction, crosses))) != NONE:
            at, to = at_place(here, ends), at_place(ahead, ends)
            found[at, to] = Piece("line", at=at, to=to, threat="hit", label=say("line of fire"))
            here = ahead
    return list(found.values())


def _steps(look: Look[State]) -> dict[int, tuple[int, ...]]:
    """The legal step to each tile, by tile."""
    s = look.s
    steps: dict[int, tuple[int, ...]] = {}
    for action in look.legal:
        if GO.has(action):
            steps[int(s.step[s.at[look.seat], action - GO.first])] = (action,)
        elif ENTER.has(action):
            steps[int(s.entry[action - ENTER.first])] = (action,)
    return steps


def routes_of(look: Look[State], ends: Ends | None) -> list[Route]:
    """Places farther away with one click. In the last step all points are used, so only full walks are offered."""
    s = look.s
    if s.phase not in (ORDER, MOVE) or not _steps(look):
        return []
    symbol = int(SYMBOL[card_of(s, look.seat)])
    free = int(s.blank)
    if symbol == STONES:
        free |= int(s.brick)
    elif symbol == LOGS:
        free |= int(s.open_tiles) & ~int(s.brick)
    walks: dict[int, tuple[int, ...]] = {tile: (actions[0],) for tile, actions in _steps(look).items()}
    found: dict[int, tuple[int, ...]] = {}
    last = s.number == STEPS - 1
    for length in range(2, int(s.allowance) + 1):
        longer: dict[int, tuple[int, ...]] = {}
        for here, walk in walks.items():
            if here == FINISH:
                continue
            if int(s.exits) >> here & 1:
                longer.setdefault(FINISH, (*walk, int(TO_FINISH)))
            for direction in range(4):
                ahead = int(s.step[here, direction])
                if ahead != NONE and free >> ahead & 1:
                    longer.setdefault(ahead, (*walk, int(GO.id(direction))))
        for place, walk in longer.items():
            if place == FINISH or not last or length == s.allowance:
                found.setdefault(place, walk)
        walks = longer
    near = _steps(look)
    spots = [place for place in range(PLACES) if s.laid[place]]
    routes = []
    for place, walk in found.items():
        if place == int(s.at[look.seat]) and not last:
            continue
        if place in near:  # a click there makes the single step
            continue
        if place == FINISH and not ends:
            continue
        end = ends.finish[:2] if place == FINISH and ends else at_place(spots[place], ends)
        routes.append(Route(walk, "track", end, cost=say("{n} steps", n=len(walk))))
    return routes


def cubes_at(
    look: Look[State], place: int, at: tuple[int, int] | None = None, span: tuple[int, int] | None = None
) -> list[Piece]:
    """The players on a place; targets of a strike can be chosen."""
    s = look.s
    pieces = []
    for seat in range(int(s.seats)):
        if s.at[seat] == place:
            colour = CUBE_COLOURS[seat]
            out = bool(s.life[seat] == 0)
            arrows = int(s.hits[place]) if place < START and not out else 0
            pieces.append(
                Piece(
                    "cube",
                    colour,
                    colour,
                    at=at,
                    span=span,
                    marked=bool(s.phase >= ORDER and s.active == seat and not s.over),
                    dimmed=out,
                    threat="hit" if arrows else "",
                    actions=look.only(HIT.first + seat),
                    label=look.name(seat),
                )
            )
    return pieces


def finish_slot(look: Look[State]) -> Piece:
    return Piece("slot", say("Finish"), "black", actions=look.only(int(TO_FINISH)))
