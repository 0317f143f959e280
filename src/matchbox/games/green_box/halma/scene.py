"""Scene of Halma: the board with tinted camps, the pieces, and the landing spaces of the chosen piece."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from matchbox.scene import (
    Area,
    Choice,
    GameEvent,
    Layout,
    Look,
    Piece,
    Player,
    Route,
    Scene,
    SeatStatus,
    Seen,
    Summary,
    TallyRow,
    Text,
    Theme,
    Words,
    say,
)

from ..boards import names
from ..components import CUBE_COLOURS
from ..pieces import cubes
from .rules import (
    CHAIN,
    DIRECTIONS,
    JUMP,
    LATE,
    LATE_ROUND,
    NEXT,
    OFF,
    PIECE,
    ROWS,
    SPACES,
    STEP,
    STOP,
    TRIANGLE,
    State,
    camp_size,
    goal_of,
    home_of,
    in_camp,
    moves_of,
    way_to_go,
)

summary = Summary(
    goal=say("Be the first player with all your pieces in the opposite camp."),
    turn=say("Move one piece: a step to a neighbouring space, or a chain of jumps over other pieces."),
    end=say("The first player with all pieces in the goal wins."),
)
theme = Theme(220, "scales", "boards", say("Leap across the board"))
cover = [
    cubes(0, at=(0, 1)),
    cubes(0, at=(1, 1)),
    Piece("square", "", at=(2, 1), marked=True),
    cubes(2, at=(2, 0)),
    cubes(2, at=(3, 0)),
]


BOARD = "board"


def scene(look: Look[State]) -> Scene:
    s = look.s
    seats = range(int(s.seats))
    choices = [Choice(say("Stop here"), int(STOP))] if STOP in look.legal else []
    return Scene(
        _prompt(look),
        [_board(look)],
        choices,
        why=_why(look),
        coach=_coach(look),
        rules="your-turn" if not s.over else "the-end",
        round=say("Round {n}", n=_round(s)),
        routes=_routes(look),
        seats=[_status(s, seat) for seat in seats],
        tally=_tally(s) if s.over else (),
    )


def _prompt(look: Look[State]) -> Words:
    s = look.s
    if s.phase == PIECE:
        return say("Which piece moves, and where to?")
    space = names(SPACES[s.board])[s.mover]
    if s.phase == CHAIN:
        return say("Jump on from {space}, or stop there?", space=space)
    return say("Where does the piece on {space} go?", space=space)


def _why(look: Look[State]) -> Words:
    s = look.s
    if s.phase != PIECE:
        return say("A number is how many jumps it takes to get there.")
    late = LATE_ROUND[s.board]
    if s.squatters == LATE and _round(s) >= late:
        return say("Opposing pieces help to fill your goal now: it needs only one of your own.")
    if look.seat < 0:
        return ""
    colour = CUBE_COLOURS[look.seat]
    return say(
        "Bring all {n} {colour} cubes to the {colour} corner. Jump over any piece.", n=camp_size(s), colour=colour
    )


def _coach(look: Look[State]) -> Words:
    if look.s.phase == CHAIN:
        return say("You may stop after any jump. You cannot visit a space twice in one turn.")
    return say("Pieces with gaps between them form a ladder: a long chain of jumps is worth many steps.")


def _round(s: State) -> int:
    return min(int(s.turns) // int(s.seats) + 1, 200)


def _status(s: State, seat: int) -> SeatStatus:
    steps = int(way_to_go(s, seat))
    line = say("{n} {n|step|steps} to go", n=steps)
    return SeatStatus(seat, CUBE_COLOURS[seat], int(s.score[seat]), unit=say("of {n}", n=camp_size(s)), line=line)


def _tally(s: State) -> list[TallyRow]:
    seats = range(int(s.seats))
    return [
        TallyRow(say("Pieces in the goal"), [int(s.score[seat]) for seat in seats], cubes(0)),
        TallyRow(say("Steps to go"), [int(way_to_go(s, seat)) for seat in seats]),
    ]


# --- the log ---


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """The piece that was chosen, every jump, and the whole way at the end of the turn."""
    before, after, seat = seen.before, seen.after, seen.seat
    who, icon = Player(seat), cubes(seat)
    turn_over = after.turns != before.turns
    if before.phase == PIECE:
        text = say("{who} picks the piece on {a}.", you="You pick the piece on {a}.", who=who, a=_name(after, 0))
        yield GameEvent("choice", text, icon, minor=True)
    elif turn_over:
        yield GameEvent("move", _way(after, seen.action, who), icon)
        yield from _told_goal(seen)
        yield from _told_turns(seen)
    else:
        last = int(after.steps) - 1
        text = say(
            "{who} jumps from {a} to {b}.",
            you="You jump from {a} to {b}.",
            who=who,
            a=_name(after, last - 1),
            b=_name(after, last),
        )
        yield GameEvent("choice", text, icon, minor=True)


def _way(after: State, action: int | None, who: Player) -> Text:
    """A turn from its first space to its last."""
    jumps = int(after.steps) - 1
    a, b = _name(after, 0), _name(after, jumps)
    if action is not None and action < JUMP:
        return say("{who} steps from {a} to {b}.", you="You step from {a} to {b}.", who=who, a=a, b=b)
    if jumps == 1:
        return say("{who} jumps from {a} to {b}.", you="You jump from {a} to {b}.", who=who, a=a, b=b)
    return say(
        "{who} jumps {n} times, from {a} to {b}.",
        you="You jump {n} times, from {a} to {b}.",
        who=who,
        n=jumps,
        a=a,
        b=b,
    )


def _told_goal(seen: Seen[State]) -> Iterator[GameEvent]:
    """A piece has entered its goal, or left it."""
    after, goal = seen.after, goal_of(seen.after, seen.seat)
    was_in, is_in = (bool(in_camp(after, goal, after.trail[step])) for step in (0, int(after.steps) - 1))
    if was_in == is_in or seen.ended:
        return
    who, n, size = Player(seen.seat), int(after.score[seen.seat]), int(camp_size(after))
    if is_in:
        text = say(
            "{who} has {n} of {size} pieces in the goal.",
            you="You have {n} of {size} pieces in the goal.",
            who=who,
            n=n,
            size=size,
        )
    else:
        text = say(
            "{who} moves out of the goal and keeps {n} of {size} pieces there.",
            you="You move out of the goal and keep {n} of {size} pieces there.",
            who=who,
            n=n,
            size=size,
        )
    yield GameEvent("score", text, cubes(seen.seat), minor=True)


def _told_turns(seen: Seen[State]) -> Iterator[GameEvent]:
    """Players who cannot move, and a new round."""
    before, after, seats = seen.before, seen.after, int(seen.after.seats)
    for turn in range(1, int(after.turns) - int(before.turns)):
        who = Player((seen.seat + turn) % seats)
        yield GameEvent("pass", say("{who} cannot move and passes.", you="You cannot move and pass.", who=who))
    number = int(after.turns) // seats + 1
    if seen.ended or number == int(before.turns) // seats + 1:
        return
    text = say("Round {n} begins.", n=number)
    if after.squatters == LATE and number == LATE_ROUND[after.board]:
        text = say(
            "Round {n} begins. From now on opposing pieces help to fill your goal: it needs only one of your own.",
            n=number,
        )
    yield GameEvent("round", text, minor=True)


def _name(s: State, step: int) -> str:
    """The name of a space on the way of the moving piece."""
    return names(SPACES[s.board])[s.trail[step]]


# --- the board ---


def _board(look: Look[State]) -> Area:
    s = look.s
    board, landings = int(s.board), _landings(look)
    pieces = [] if board == TRIANGLE else _edges(ROWS[board])
    for space, name in enumerate(names(SPACES[board])):
        pieces += _space(look, space, name, landings.get(space))
    layout: Layout = "free" if board == TRIANGLE else "grid"
    return Area("", pieces + _trail(s), layout, look="board", key=BOARD)


def _edges(rows: int) -> list[Piece]:
    """Column letters above, row numbers on the left."""
    letters = [Piece("edge", "abcdefghijkl"[i], at=(i + 1, 0)) for i in range(rows)]
    return letters + [Piece("edge", str(i + 1), at=(0, i + 1)) for i in range(rows)]


def _place(s: State, space: int) -> tuple[int, int]:
    row, place = SPACES[s.board][space]
    # On the triangle a tile is two units wide, and each row shifts by a unit.
    return (2 * place + ROWS[TRIANGLE] - 1 - row, 2 * row) if s.board == TRIANGLE else (place + 1, row + 1)


def _trail(s: State) -> list[Piece]:
    """The way of the last piece that moved."""
    way = [int(space) for space in s.trail[: s.steps]]
    if len(way) < 2:
        return []
    middle = 1 if s.board == TRIANGLE else 0
    found = []
    for number, (a, b) in enumerate(pairwise(way)):
        (x, y), (to_x, to_y) = _place(s, a), _place(s, b)
        ends = (x + middle, y + middle), (to_x + middle, to_y + middle)
        found.append(Piece("line", "", "black", at=ends[0], to=ends[1], dimmed=True, last=number == len(way) - 2))
    return found


def _space(look: Look[State], space: int, name: str, landing: int | None) -> list[Piece]:
    """A space, tinted inside a camp, with its piece or a landing mark."""
    s = look.s
    at, span = _place(s, space), (2, 2) if s.board == TRIANGLE else None
    row, place = SPACES[s.board][space]
    tint, tint_text = _tint(look, space)
    occupant = int(s.standing[space]) - 1
    way = [int(each) for each in s.trail[: s.steps]]
    left = len(way) > 1 and space == way[0] and occupant < 0  # the last piece came from here
    moved = len(way) > 1 and space == way[-1]
    sign = "" if occupant >= 0 else "+" if landing is not None else tint[:1] or ("·" if left else "")
    label = say("{space}, {camp}", space=name, camp=tint_text) if tint_text else name
    pieces = [
        Piece(
            "square",
            sign,
            tint,
            at=at,
            span=span,
            last=left,
            background="brown" if (row // 2 + place // 2) % 2 else "",
            actions=(landing,) if landing is not None else (),
            label=label,
        )
    ]
    if occupant >= 0:
        moves = look.only(space) if s.phase == PIECE else look.only(STOP) if space == s.mover else ()
        moving = s.phase != PIECE and space == s.mover
        label = say("{colour} piece on {space}", colour=CUBE_COLOURS[occupant], space=name)
        letter = CUBE_COLOURS[occupant][0].upper()
        pieces.append(
            cubes(occupant, 1, letter, at=at, span=span, marked=moving, last=moved, actions=moves, label=label)
        )
    return pieces


def _tint(look: Look[State], space: int) -> tuple[str, Words]:
    """The colour of the seat whose goal this is, or else whose home."""
    s = look.s
    for corners, text in ((goal_of, "goal of {name}"), (home_of, "home of {name}")):
        for seat in range(int(s.seats)):
            if in_camp(s, corners(s, seat), space):
                return CUBE_COLOURS[seat], say(text, name=look.names[seat])
    return "", ""


def _landings(look: Look[State]) -> dict[int, int]:
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


# --- routes ---


def _routes(look: Look[State]) -> list[Route]:
    """Every space that a piece can reach, with the actions that lead there."""
    s = look.s
    if s.phase == PIECE:
        return [route for space in look.legal for route in _routes_of(look, int(space))]
    return [
        Route(actions, BOARD, _place(s, end), cost=str(jumps))
        for end, (actions, jumps) in _chains(look, int(s.mover), [int(each) for each in s.trail[: s.steps]]).items()
        if jumps > 1
    ]


def _routes_of(look: Look[State], start: int) -> list[Route]:
    """A step, or a chain of jumps, beginning with the choice of the piece.

    The only move of a piece is made when the piece is chosen.
    """
    s = look.s
    ways = int(moves_of(s, look.seat, start, start))
    forced = ways.bit_count() == 1
    found: dict[int, tuple[list[int], int]] = {}
    for d in range(DIRECTIONS):
        if ways >> d & 1:
            found[int(NEXT[s.board, start, d])] = [STEP + d], 0
    for end, (actions, jumps) in _chains(look, start, [start]).items():
        if end not in found:
            found[end] = (actions[1:] or actions if forced else actions), jumps
    at = _place(s, start)
    return [
        Route([start, *(int(action) for action in actions)], BOARD, _place(s, end), at, str(jumps) if jumps > 1 else "")
        for end, (actions, jumps) in found.items()
    ]


def _chains(look: Look[State], start: int, visited: list[int]) -> dict[int, tuple[list[int], int]]:
    """The shortest chain of jumps to every space that a piece can still reach, and the number of jumps."""
    origin = visited[0]
    found: dict[int, tuple[list[int], int]] = {}
    frontier: list[tuple[int, list[int], list[int]]] = [(start, [], visited)]
    while frontier:
        here, actions, been = frontier.pop(0)
        for d, land in _jumps(look, here, start, origin):
            if land in been or land in found:
                continue
            there, chain = [*been, land], [*actions, int(JUMP) + d]
            on = any(further not in there for _, further in _jumps(look, land, start, origin))
            found[land] = [*chain, int(STOP)] if on else chain, len(chain)
            frontier.append((land, chain, there))
    return found


def _jumps(look: Look[State], here: int, start: int, origin: int) -> list[tuple[int, int]]:
    """The jumps of the piece on `start` if it were on `here`: direction and landing space."""
    s = look.s
    found = []
    for d in range(DIRECTIONS):
        over = int(NEXT[s.board, here, d])
        land = int(NEXT[s.board, over, d])
        is_piece = over != OFF and s.standing[over] and over != start
        if is_piece and land != OFF and (not s.standing[land] or land == start) and not _barred(look, origin, land):
            found.append((d, land))
    return found


def _barred(look: Look[State], origin: int, land: int) -> bool:
    """Does `goal_lock` keep a piece from landing here?"""
    s = look.s
    goal = goal_of(s, look.seat)
    return bool(s.goal_lock and in_camp(s, goal, origin) and not in_camp(s, goal, land))
