"""Scene of Halma: the board with tinted camps, the pieces, and the landing spaces of the chosen piece."""

from __future__ import annotations

from collections.abc import Iterator

from matchbox.scene import Area, Choice, GameEvent, Layout, Look, Piece, Player, Scene, Seen, Summary, Text, Words, say

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
    State,
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


def scene(look: Look[State]) -> Scene:
    s = look.s
    areas = [_board(look), *(_player(look, seat) for seat in look.each_seat())]
    choices = [Choice(say("Stop here"), int(STOP))] if STOP in look.legal else []
    return Scene(_prompt(look), areas, choices, coach=_coach(look), rules="your-turn" if not s.over else "the-end")


def _prompt(look: Look[State]) -> Words:
    s = look.s
    if s.phase == PIECE:
        return say("Choose a piece to move.")
    space = names(SPACES[s.board])[s.mover]
    if s.phase == CHAIN:
        return say("Keep jumping from {space}, or stop there.", space=space)
    return say("Choose where the piece on {space} goes.", space=space)


def _coach(look: Look[State]) -> Words:
    if look.s.phase == CHAIN:
        return say("You may stop after any jump. You cannot visit a space twice in one turn.")
    if look.s.phase == MOVE:
        return say("Lit spaces are a step or a jump away. Faint rings show where a chain of jumps could lead.")
    return say("Pieces with gaps between them form a ladder: a long chain of jumps is worth many steps.")


# --- the log ---


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """The piece that was chosen, every jump, and the whole way at the end of the turn."""
    before, after, seat = seen.before, seen.after, seen.seat
    who, icon = Player(seat), cubes(seat)
    turn_over = after.turns != before.turns
    if before.phase == PIECE:
        text = say("{who} picks the piece on {a}.", you="You pick the piece on {a}.", who=who, a=_name(after, 0))
        yield GameEvent("move", text, icon, minor=True)
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
        yield GameEvent("move", text, icon, minor=True)


def _way(after: State, action: int | None, who: Player) -> Text:
    """A turn from its first space to its last."""
    jumps = int(after.steps) - 1
    a, b = _name(after, 0), _name(after, jumps)
    if action is not None and action < JUMP:
        return say("{who} steps from {a} to {b}.", you="You step from {a} to {b}.", who=who, a=a, b=b)
    if jumps == 1 and action == STOP:
        return say("{who} stops on {b}.", you="You stop on {b}.", who=who, b=b)
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
    rings = _chain_ends(look) - landings.keys() if s.phase != PIECE and look.legal else set()
    pieces = [] if board == TRIANGLE else _edges(ROWS[board])
    for space, name in enumerate(names(SPACES[board])):
        pieces += _space(look, space, name, landings.get(space), space in rings)
    layout: Layout = "free" if board == TRIANGLE else "grid"
    return Area(say("Board"), pieces, layout, note=_round(look), look="board", key="board")


def _edges(rows: int) -> list[Piece]:
    """Column letters above, row numbers on the left."""
    letters = [Piece("marker", "abcdefghijkl"[i], at=(i + 1, 0)) for i in range(rows)]
    return letters + [Piece("marker", str(i + 1), at=(0, i + 1)) for i in range(rows)]


def _space(look: Look[State], space: int, name: str, landing: int | None, ring: bool) -> list[Piece]:
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


def _chain_ends(look: Look[State]) -> set[int]:
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


def _barred(look: Look[State], land: int) -> bool:
    """Does `goal_lock` keep the chosen piece from landing here?"""
    s = look.s
    goal = goal_of(s, look.seat)
    return bool(s.goal_lock and in_camp(s, goal, s.start) and not in_camp(s, goal, land))


# --- round and players ---


def _round(look: Look[State]) -> Words:
    s = look.s
    number = min(int(s.turns) // int(s.seats) + 1, 200)
    if s.squatters != LATE:
        return say("round {round}", round=number)
    late = LATE_ROUND[s.board]
    if number >= late:
        return say("round {round}: opposing pieces in your goal count now", round=number)
    return say("round {round}; opposing pieces in your goal count from round {late}", round=number, late=late)


def _player(look: Look[State], seat: int) -> Area:
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
