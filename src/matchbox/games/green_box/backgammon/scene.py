"""Scene of Backgammon: the board with the viewer's home at the lower right, numbered from the viewer's side."""

from __future__ import annotations

from matchbox.engine import States
from matchbox.scene import (
    Area,
    Choice,
    Look,
    Piece,
    Route,
    Scene,
    SeatStatus,
    Summary,
    TallyRow,
    Text,
    Theme,
    Words,
    say,
)

from .rules import (
    ANSWER,
    BAR,
    DOUBLE,
    DROP,
    MIDDLE,
    MOVE,
    MOVES,
    NOT_HOME,
    OFF,
    OFFER,
    ROLL,
    TAKE,
    State,
    find_moves,
    move_cube,
    pips,
)
from .told import COLOURS, SIGNS, hits, notation, point, roll_of

BAR_COLUMN, OFF_COLUMN = 6, 13
ABOVE, BELOW = 1, 2  # rows
CUBES = 15
Place = tuple[int, int]

summary = Summary(
    goal=say("Bring all fifteen cubes around the board and off it."),
    turn=say("Roll two dice and move a cube by each number. A lone cube that gets hit starts again from the bar."),
    end=say("The first player to bear off all fifteen cubes wins."),
)
theme = Theme(160, "planks", "dice", say("Race home, hit on the way"))
cover = [
    Piece("die", "5", number=5),
    Piece("cube", "x", "red"),
    Piece("cube", "o", "blue"),
    Piece("die", "3", number=3),
]


def scene(look: Look[State]) -> Scene:
    s = look.s
    me = max(look.seat, 0)
    board = Area("", _board(look, me), "grid", look="points", size=(14, 4), key="board", cell=(20, 74))
    return Scene(
        _prompt(look),
        [board, Area("", _dice(look), key="dice", on="board")],
        _choices(look),
        why=_why(look),
        coach=_coach(look),
        rules="your-turn",
        round=say("Turn {n}", n=s.turns),
        commits=_commits(look),
        routes=_routes(look),
        seats=[_status(look, seat) for seat in range(2)],
        tally=_tally(s) if s.over else (),
    )


# --- words ---


def _prompt(look: Look[State]) -> Text:
    s = look.s
    if s.phase == OFFER:
        return say("Roll, or double the stake first?")
    if s.phase == ANSWER:
        return say("Take the double and play for {n} points, or drop?", n=2 * int(s.cube_value))
    low, high = (int(die) for die in s.dice)
    left = int(s.left.sum())
    if look.seat >= 0 and s.cubes[look.seat, BAR]:
        return say("You rolled {dice}. Enter from the bar.", dice=roll_of(s.dice))
    if low == high:
        return say("Double {n}: {left} {left|move|moves} left.", n=low, left=left)
    if left == 2:
        return say("You rolled {dice}. Which cube moves?", dice=roll_of(s.dice))
    return say("Play the {n}.", n=low if s.left[0] else high)


def _why(look: Look[State]) -> Text:
    s = look.s
    if s.phase == OFFER:
        return say("If your opponent drops a double, you win the game at the old stake.")
    if s.phase == ANSWER:
        return say("Dropping loses the game. If you take, only you may double again.")
    if look.seat < 0:
        return say("")
    dice = [int(die) for die, can in zip(s.dice, s.can, strict=True) if can]
    if s.cubes[look.seat, BAR] and dice:
        return say("The {n} enters on {point}. No other cube may move first.", n=dice[-1], point=OFF - dice[-1])
    if len(dice) == 1 and s.left.sum() == 2 and s.left[0]:
        return say("Only the {n} can be played.", n=dice[0])
    if int(s.mine[look.seat]) & NOT_HOME == 0:
        return say("All your cubes are home: bear them off on the right.")
    return say("Two cubes on a point are safe and block it. A lone cube can be hit.")


def _coach(look: Look[State]) -> Text:
    if look.s.phase == ANSWER:
        return say("Take if you win at least one game in four from here.")
    return say(
        "Your cubes go from 24 to 1, and then off. Pick a cube, then a point; the tag is the die it uses, "
        "and a star means that it hits."
    )


def _choices(look: Look[State]) -> list[Choice]:
    n = int(look.s.cube_value)
    names = {
        ROLL: say("Roll"),
        DOUBLE: say("Double to {n}", n=2 * n),
        TAKE: say("Take for {n}", n=2 * n),
        DROP: say("Drop and lose {n}", n=n),
    }
    return [Choice(names[action], action) for action in look.legal if action in names]


# --- the seats ---


def _status(look: Look[State], seat: int) -> SeatStatus:
    s = look.s
    facts: list[Words] = []
    if s.match > 1:
        facts.append(say("{points} of {match} points", points=s.score[seat], match=s.match))
    if n := int(s.cubes[seat, BAR]):
        facts.append(say("{n} on the bar", n=n))
    elif n := int(s.cubes[seat, OFF]):
        facts.append(say("{n} off", n=n))
    line = facts[0] if len(facts) == 1 else say("{a} · {b}", a=facts[0], b=facts[1]) if facts else ""
    return SeatStatus(seat, COLOURS[seat], pips(s, seat), unit=say("pips"), line=line)


def _tally(s: State) -> list[TallyRow]:
    found = [
        TallyRow(say("Cubes off"), [int(s.cubes[seat, OFF]) for seat in range(2)], Piece("cube", "x", "red")),
        TallyRow(say("Pips to go"), [int(pips(s, seat)) for seat in range(2)], Piece("die", "6", number=6)),
    ]
    if s.match > 1:
        found.insert(0, TallyRow(say("Points of the match"), [int(s.score[seat]) for seat in range(2)]))
    return found


# --- the board ---


def _dice(look: Look[State]) -> list[Piece]:
    """The roll in the colour of its player; played numbers are dimmed."""
    s = look.s
    if s.phase != MOVE or s.over or not look.acting:
        return []
    colour = COLOURS[look.acting[0]]
    low, high = (int(die) for die in s.dice)
    if low == high:
        return [Piece("die", str(low), colour, number=low, dimmed=bool(i >= s.left[0])) for i in range(4)]
    return [Piece("die", str(s.dice[i]), colour, number=int(s.dice[i]), dimmed=bool(not s.left[i])) for i in (1, 0)]


def _place(number: int) -> Place:
    """Column and row of a point by its printed number."""
    place = number - 13 if number > 12 else 12 - number
    return place + (place >= BAR_COLUMN), ABOVE if number > 12 else BELOW


def _at(space: int, mine: bool) -> Place:
    """Column and row of a space of a player, including bar and tray."""
    row = BELOW if mine else ABOVE
    if space == BAR:
        return BAR_COLUMN, row
    return (OFF_COLUMN, row) if space == OFF else _place(point(space, mine))


def _board(look: Look[State], me: int) -> list[Piece]:
    """Every point with its number and cubes. A move starts at one place and ends at another."""
    s = look.s
    sources, targets = _last(s, me)
    pieces = []
    for number in range(1, OFF):
        space, at = OFF - number, _place(number)
        pieces.append(Piece("edge", str(number), at=(at[0], 0 if at[1] == ABOVE else 3)))
        label = _label(look, me, number)
        last = at in sources
        pieces.append(Piece("point", at=at, actions=_from(look, space), ends=_to(look, space), label=label, last=last))
        for seat, own in ((me, space), (1 - me, number)):
            pieces += _cubes(s, seat, own, me, at in targets)
    for seat in (me, 1 - me):
        mine = seat == me
        bar, off = _at(BAR, mine), _at(OFF, mine)
        starts, ends = (_from(look, BAR), _to(look, OFF)) if mine else ((), ())
        pieces.append(Piece("bar", at=bar, actions=starts, label=say("the bar"), last=bar in sources))
        pieces += _cubes(s, seat, BAR, me, False)
        pieces.append(Piece("tray", at=off, ends=ends, label=say("borne off")))
        pieces += _cubes(s, seat, OFF, me, off in targets)
    if s.cube:
        row = 0 if s.cube_owner == 1 - me else 3
        span = (1, 2) if s.cube_owner == MIDDLE else None
        at = (BAR_COLUMN, ABOVE if s.cube_owner == MIDDLE else row)
        n = int(s.cube_value)
        label = say("doubling cube: {n}", n=n)
        pieces.append(Piece("die", str(n if n > 1 else 64), at=at, span=span, label=label))
    return pieces


def _cubes(s: State, seat: int, space: int, me: int, last: bool) -> list[Piece]:
    n, mine = int(s.cubes[seat, space]), seat == me
    sign = SIGNS[0] if mine else SIGNS[1]
    return [Piece("cube", sign, COLOURS[seat], count=n, at=_at(space, mine), last=last)] if n else []


def _label(look: Look[State], me: int, number: int) -> Text:
    s = look.s
    for seat, own in ((me, OFF - number), (1 - me, number)):
        if n := int(s.cubes[seat, own]):
            return say("point {n}: {count} of {name}", n=number, count=n, name=look.names[seat])
    return say("point {n}", n=number)


def _last(s: State, me: int) -> tuple[set[Place], set[Place]]:
    """Where the cubes of the last turn started and where they ended."""
    mine = bool(s.mover == me)
    moves = [(_at(int(start), mine), _at(int(end), mine)) for start, end in s.trail[: s.steps]]
    return {start for start, _ in moves}, {end for _, end in moves}


def _from(look: Look[State], space: int) -> tuple[int, ...]:
    return tuple(a for a in look.legal if MOVES.has(a) and MOVES.args(a)[0] == space)


def _to(look: Look[State], space: int) -> tuple[int, ...]:
    return tuple(a for a in look.legal if MOVES.has(a) and min(sum(MOVES.args(a)), OFF) == space)


# --- what follows from a move ---


def _moves(look: Look[State]) -> list[int]:
    return [action for action in look.legal if MOVES.has(action)]


def _played(view: States, seat: int, action: int) -> tuple[States, list[int]]:
    """The position after a move, and the moves that the same turn goes on with."""
    after = view.copy()
    s: State = after[0]
    space, die = (int(x) for x in MOVES.args(action))
    move_cube(s, seat, space, die)
    s.left[0 if die == s.dice[0] else 1] -= 1
    if s.cubes[seat, OFF] == CUBES or s.left[0] + s.left[1] == 0 or not find_moves(s, seat):
        return after, []
    found = []
    for number, can in zip(s.dice, s.can, strict=True):
        found += [int(MOVES.id(space, int(number))) for space in range(OFF) if int(can) >> space & 1]
    return after, list(dict.fromkeys(found))


def _commits(look: Look[State]) -> list[Choice]:
    """The moves that end the turn, also if the moves after them are forced."""
    found = []
    for action in _moves(look):
        view, rest = _played(look.view, look.seat, action)
        while len(rest) == 1:
            view, rest = _played(view, look.seat, rest[0])
        if not rest:
            space, die = (int(x) for x in MOVES.args(action))
            move = notation(space, die, True, hits(look.s, look.seat, space, die))
            found.append(Choice(say("Done · {move}", move=move), action))
    return found


def _routes(look: Look[State]) -> list[Route]:
    """The die that every move uses, and where one cube gets with several dice."""
    found: dict[tuple[Place, Place], Route] = {}
    tags: list[Route] = []
    for first in _moves(look):
        start = int(MOVES.args(first)[0])
        paths = [([first], look.view, False)]
        while paths:
            actions, view, hit = paths.pop(0)
            space, die = (int(x) for x in MOVES.args(actions[-1]))
            hit = hit or hits(view[0], look.seat, space, die)
            end = min(space + die, OFF)
            ends = _at(start, True), _at(end, True)
            total = sum(int(MOVES.args(action)[1]) for action in actions)
            tag = f"{total}*" if hit else str(total)
            old = found.get(ends)
            route = Route(actions, "board", ends[1], ends[0], tag)
            if len(actions) == 1:
                tags.append(route)
            if old is None or (len(old.actions) == len(actions) and hit and "*" not in str(old.cost)):
                found[ends] = route
            if end < OFF:
                after, rest = _played(view, look.seat, actions[-1])
                paths += [([*actions, action], after, hit) for action in rest if MOVES.args(action)[0] == end]
    direct = {(tag.start, tag.end) for tag in tags}  # one die is enough
    return tags + [route for ends, route in found.items() if len(route.actions) > 1 and ends not in direct]
