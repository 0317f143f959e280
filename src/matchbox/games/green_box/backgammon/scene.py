"""Scene of Backgammon: the spaces above and below the line of cards, numbered from the viewer's side."""

from __future__ import annotations

from matchbox.scene import Area, Choice, Look, Piece, Scene, Summary, Text, say

from .rules import ANSWER, BAR, DOUBLE, DROP, MIDDLE, MOVES, OFF, OFFER, ROLL, TAKE, pips

COLOURS = ("red", "blue")  # by seat
SIGNS = ("x", "o")  # viewer, opponent
BAR_COLUMN, OFF_COLUMN = 6, 13
ABOVE, BELOW = 1, 2  # rows
summary = Summary(
    goal=say("Bring all fifteen cubes around the board and off it."),
    turn=say("Roll two dice and move a cube by each number. A lone cube that gets hit starts again from the bar."),
    end=say("The first player to bear off all fifteen cubes wins."),
)
cover = [
    Piece("die", "5", number=5),
    Piece("cube", "x", "red"),
    Piece("cube", "o", "blue"),
    Piece("die", "3", number=3),
]


def scene(look: Look) -> Scene:
    s = look.s
    me = max(look.seat, 0)
    areas = [Area(say("Board"), _board(look, me), "grid", look="points", size=(14, 4)), _dice(look)]
    for seat in (me, 1 - me):
        note = say("{off} off, pip count {pips}", off=s.cubes[seat, OFF], pips=pips(s, seat))
        if s.match > 1:
            note = say(
                "{off} off, pip count {pips}, match score {points} of {match}",
                off=s.cubes[seat, OFF], pips=pips(s, seat), points=s.score[seat], match=s.match,
            )  # fmt: skip
        sign = SIGNS[0] if seat == me else SIGNS[1]
        areas.append(Area(say("cubes"), [Piece("cube", sign, COLOURS[seat])], seat=seat, note=note))
    if s.cube:
        owner = say("in the middle") if s.cube_owner == MIDDLE else say("with {name}", name=look.names[s.cube_owner])
        value = int(s.cube_value)
        areas.append(Area(say("Doubling cube"), [Piece("marker", str(value), number=value)], note=owner))
    names = {ROLL: say("Roll"), DOUBLE: say("Double"), TAKE: say("Take"), DROP: say("Drop")}
    choices = [Choice(names[action], action) for action in look.legal if action in names]
    return Scene(_prompt(look), areas, choices, coach=_coach(look), rules="your-turn")


def _prompt(look: Look) -> Text:
    s = look.s
    if s.phase == OFFER:
        return say("Roll, or double the stake first.")
    if s.phase == ANSWER:
        return say("Take the double and play for {n}, or drop?", n=2 * int(s.cube_value))
    if look.seat >= 0 and s.cubes[look.seat, BAR]:
        return say("Enter your cube from the bar.")
    return say("Pick a cube, then the space it moves to.")


def _coach(look: Look) -> Text:
    if look.s.phase == ANSWER:
        return say("Dropping loses the current stake. Take if you win at least one game in four from here.")
    return say("Two cubes on a space are safe and block it. A lone cube can be hit and must start again.")


def _dice(look: Look) -> Area:
    """Both dice; played numbers are dimmed."""
    s = look.s
    pieces = []
    for die, left in zip(s.dice, s.left, strict=True):
        doubles = s.dice[0] == s.dice[1]
        for i in range(max(int(left), 1) if not doubles else int(left)):
            if die:
                pieces.append(Piece("die", str(int(die)), number=int(die), dimmed=i >= left))
    return Area(say("Dice"), pieces)


def _board(look: Look, me: int) -> list[Piece]:
    """Every space with its number and cubes. A move starts on one space and ends on another."""
    s = look.s
    pieces = []
    for space in range(1, OFF):
        row = ABOVE if space > 12 else BELOW
        place = space - 13 if space > 12 else 12 - space
        column = place + (place >= BAR_COLUMN)
        starts, ends = _from(look, space), _to(look, space)
        pieces.append(Piece("edge", str(space), at=(column, 0 if row == ABOVE else 3)))
        at = (column, row)
        pieces.append(Piece("point", at=at, actions=starts, ends=ends, label=say("space {n}", n=space)))
        for seat, own, sign in ((me, space, SIGNS[0]), (1 - me, OFF - space, SIGNS[1])):
            if n := int(s.cubes[seat, own]):
                pieces.append(Piece("cube", sign, COLOURS[seat], count=n, at=at))
    for seat, row, sign in ((me, BELOW, SIGNS[0]), (1 - me, ABOVE, SIGNS[1])):
        bar, off = (BAR_COLUMN, row), (OFF_COLUMN, ABOVE + BELOW - row)
        mine = seat == me
        pieces.append(Piece("bar", at=bar, actions=_from(look, BAR) if mine else (), label=say("the bar")))
        pieces.append(Piece("tray", at=off, ends=_to(look, OFF) if mine else (), label=say("borne off")))
        for space, at in ((BAR, bar), (OFF, off)):
            if n := int(s.cubes[seat, space]):
                pieces.append(Piece("cube", sign, COLOURS[seat], count=n, at=at))
    return pieces


def _from(look: Look, space: int) -> tuple[int, ...]:
    return tuple(a for a in look.legal if MOVES.has(a) and MOVES.args(a)[0] == space)


def _to(look: Look, space: int) -> tuple[int, ...]:
    return tuple(a for a in look.legal if MOVES.has(a) and min(sum(MOVES.args(a)), OFF) == space)
