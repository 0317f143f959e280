"""Scene of Halma: the board with tinted camps, the pieces, and the landing spaces of the chosen piece."""

from __future__ import annotations

from matchbox.scene import Area, Choice, Look, Piece, Scene, Summary, Words, say

from ..boards import names
from ..components import CUBE_COLOURS
from ..pieces import cubes
from .rules import (
    CHAIN,
    DIRECTIONS,
    JUMP,
    LATE,
    LATE_ROUND,
    MOVE,
    NEXT,
    OFF,
    PIECE,
    ROWS,
    SPACES,
    STEP,
    STOP,
    TRIANGLE,
    camp_size,
    goal_of,
    home_of,
    in_camp,
    way_to_go,
)

summary = Summary(
    goal=say("Be the first player with all your pieces in the opposite camp."),
    turn=say("Move one piece: a step to a neighbouring space, or a chain of jumps over other pieces."),
    end=say("The first player with all pieces in the goal wins."),
)
cover = [
    cubes(0, at=(0, 1)),
    cubes(0, at=(1, 1)),
    Piece("square", "", at=(2, 1), marked=True),
    cubes(2, at=(2, 0)),
    cubes(2, at=(3, 0)),
]


def scene(look: Look) -> Scene:
    s = look.s
    areas = [_board(look), *(_player(look, seat) for seat in look.each_seat())]
    choices = [Choice(say("Stop here"), int(STOP))] if STOP in look.legal else []
    return Scene(_prompt(look), areas, choices, coach=_coach(look), rules="your-turn" if not s.over else "the-end")


def _prompt(look: Look) -> Words:
    s = look.s
    if s.phase == PIECE:
        return say("Choose a piece to move.")
    space = names(SPACES[s.board])[s.mover]
    if s.phase == CHAIN:
        return say("Keep jumping from {space}, or stop there.", space=space)
    return say("Choose where the piece on {space} goes.", space=space)


def _coach(look: Look) -> Words:
    if look.s.phase == CHAIN:
        return say("You may stop after any jump. You cannot visit a space twice in one turn.")
    if look.s.phase == MOVE:
        return say("Lit spaces are a step or a jump away. Faint rings show where a chain of jumps could lead.")
    return say("Pieces with gaps between them form a ladder: a long chain of jumps is worth many steps.")


# --- the board ---


def _board(look: Look) -> Area:
    s = look.s
    board, landings = int(s.board), _landings(look)
    rings = _chain_ends(look) - landings.keys() if s.phase != PIECE and look.legal else set()
    pieces = [] if board == TRIANGLE else _edges(ROWS[board])
    for space, name in enumerate(names(SPACES[board])):
        pieces += _space(look, space, name, landings.get(space), space in rings)
    layout = "free" if board == TRIANGLE else "grid"
    return Area(say("Board"), pieces, layout, note=_round(look), look="board", key="board")


def _edges(rows: int) -> list[Piece]:
    """Column letters above, row numbers on the left."""
    letters = [Piece("marker", "abcdefghijkl"[i], at=(i + 1, 0)) for i in range(rows)]
    return letters + [Piece("marker", str(i + 1), at=(0, i + 1)) for i in range(rows)]


def _space(look: Look, space: int, name: str, landing: int | None, ring: bool) -> list[Piece]:
    """A space, tinted inside a camp, with its piece or a landing mark."""
    s = look.s
    row, place = SPACES[s.board][space]
    at, span = (place + 1, row + 1), None
    if s.board == TRIANGLE:  # a tile is two units wide, each row shifts by a unit
        at, span = (2 * place + ROWS[TRIANGLE] - 1 - row, 2 * row), (2, 2)
    tint, tint_text = _tint(look, space)
    occupant = int(s.standing[space]) - 1
    passed = space in s.trail[: s.steps]
    left = passed and occupant < 0 and landing is None  # the mover was here
    sign = "" if occupant >= 0 or ring else "+" if landing is not None else tint[:1] or ("·" if left else "")
    label = say("{space}, {camp}", space=name, camp=tint_text) if tint_text else name
    pieces = [
        Piece(
            "square",
            sign,
            tint,
            at=at,
            span=span,
            marked=left,
            background="brown" if (row // 2 + place // 2) % 2 else "",
            actions=(landing,) if landing is not None else (),
            label=label,
        )
    ]
    if ring and occupant < 0:
        pieces.append(Piece("ring", "o", at=at, span=span, dimmed=True, label=say("a chain of jumps can end here")))
    if occupant >= 0:
        moves = look.only(space) if s.phase == PIECE else look.only(STOP) if space == s.mover else ()
        moving = passed and space == s.mover
        label = say("{colour} piece on {space}", colour=CUBE_COLOURS[occupant], space=name)
        letter = CUBE_COLOURS[occupant][0].upper()
        pieces.append(cubes(occupant, 1, letter, at=at, span=span, marked=moving, actions=moves, label=label))
    return pieces


def _tint(look: Look, space: int) -> tuple[str, Words]:
    """The colour of the seat whose goal this is, or else whose home."""
    s = look.s
    for corners, text in ((goal_of, "goal of {name}"), (home_of, "home of {name}")):
        for seat in range(int(s.seats)):
            if in_camp(s, corners(s, seat), space):
                return CUBE_COLOURS[seat], say(text, name=look.names[seat])
    return "", ""


def _landings(look: Look) -> dict[int, int]:
    """The action that leads to each landing space of the chosen piece."""
    s = look.s
    found = {}
    for action in look.legal if s.phase != PIECE else ():
        if STEP <= action < JUMP:
            found[int(NEXT[s.board, s.mover, action - STEP])] = action
        elif action < STOP:
            d = action - JUMP
            found[int(NEXT[s.board, NEXT[s.board, s.mover, d], d])] = action
    return found


def _chain_ends(look: Look) -> set[int]:
    """Every space that the chosen piece can still reach by jumps."""
    s = look.s
    seen = {int(space) for space in s.trail[: s.steps]}
    found: set[int] = set()
    frontier = [int(s.mover)]
    while frontier:
        here = frontier.pop()
        for d in range(DIRECTIONS):
            over = int(NEXT[s.board, here, d])
            land = int(NEXT[s.board, over, d])
            is_piece = over != OFF and s.standing[over] and over != s.mover
            if is_piece and not s.standing[land] and land not in seen | found and not _barred(look, land):
                found.add(land)
                frontier.append(land)
    return found


def _barred(look: Look, land: int) -> bool:
    """Does `goal_lock` keep the chosen piece from landing here?"""
    s = look.s
    goal = goal_of(s, look.seat)
    return bool(s.goal_lock and in_camp(s, goal, s.start) and not in_camp(s, goal, land))


# --- round and players ---


def _round(look: Look) -> Words:
    s = look.s
    number = min(int(s.turns) // int(s.seats) + 1, 200)
    if s.squatters != LATE:
        return say("round {round}", round=number)
    late = LATE_ROUND[s.board]
    if number >= late:
        return say("round {round}: opposing pieces in your goal count now", round=number)
    return say("round {round}; opposing pieces in your goal count from round {late}", round=number, late=late)


def _player(look: Look, seat: int) -> Area:
    s = look.s
    arrived, size = int(s.score[seat]), int(camp_size(s))
    pieces = [cubes(seat, arrived)] if arrived else []
    note = say(
        "{n} of {size} pieces in the goal, distance {steps}",
        n=arrived,
        size=size,
        steps=int(way_to_go(s, seat)),
    )
    return Area(say("in the goal"), pieces, "counters", seat, note)
