"""Scene of Backgammon: the spaces above and below the line of cards, numbered from the viewer's side."""

from __future__ import annotations

from collections.abc import Iterator

from matchbox.scene import Area, Choice, GameEvent, Look, Moment, Piece, Player, Scene, Seen, Side, Summary, Text, say

from .rules import ANSWER, BAR, DOUBLE, DROP, MIDDLE, MOVES, NOT_HOME, NOW, OFF, OFFER, ROLL, TAKE, State, pips

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


def scene(look: Look[State]) -> Scene:
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


# --- the log: spaces have the numbers that the viewer's board prints ---


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """A move or a decision about the stake, then the next roll or the next game."""
    before, after, who = seen.before, seen.after, Player(seen.seat)
    game_over = bool((before.score != after.score).any() or after.turns < before.turns)
    if move := seen.chose(MOVES):
        yield _told_move(seen, *move)
        if not game_over:
            yield from _told_rest(before, after, seen.seat, move[1])
    elif seen.action == DOUBLE:
        n = 2 * int(before.cube_value)
        text = say("{who} doubles the stake to {n} points.", you="You double the stake to {n} points.", who=who, n=n)
        yield GameEvent("move", text, _stake(n))
    elif seen.action == TAKE:
        n = 2 * int(before.cube_value)
        text = say("{who} takes and plays for {n} points.", you="You take and play for {n} points.", who=who, n=n)
        yield GameEvent("move", text, _stake(n))
    elif seen.action == DROP:
        yield GameEvent("pass", say("{who} drops the double.", you="You drop the double.", who=who))
    yield from _told_rolls(seen, game_over)
    if game_over:
        yield from _told_game(seen)


def _told_move(seen: Seen[State], space: int, die: int) -> GameEvent:
    before, who, other = seen.before, Player(seen.seat), Player(1 - seen.seat)
    target = min(space + die, OFF)
    start, to = _printed(seen, space), _printed(seen, target)
    hit = target < OFF and before.cubes[1 - seen.seat, OFF - target] == 1
    if target == OFF and before.cubes[seen.seat, OFF] == 14:
        text = say("{who} bears off the last cube.", you="You bear off your last cube.", who=who)
    elif target == OFF:
        text = say("{who} bears off from {start}.", you="You bear off from {start}.", who=who, start=start)
    elif space == BAR and hit:
        text = say(
            "{who} enters from the bar on {to} and hits {other}.",
            you="You enter from the bar on {to} and hit {other}.",
            who=who,
            to=to,
            other=other,
        )
    elif space == BAR:
        text = say("{who} enters from the bar on {to}.", you="You enter from the bar on {to}.", who=who, to=to)
    elif hit:
        text = say(
            "{who} moves from {start} to {to} and hits {other}.",
            you="You move from {start} to {to} and hit {other}.",
            who=who,
            start=start,
            to=to,
            other=other,
        )
    elif before.turns == 1 and before.left.sum() == 2:  # the first move of a game
        text = say(
            "{who} opens with {dice} and moves from {start} to {to}.",
            you="You open with {dice} and move from {start} to {to}.",
            who=who,
            dice=_roll(before),
            start=start,
            to=to,
        )
    else:
        text = say(
            "{who} moves from {start} to {to}.",
            you="You move from {start} to {to}.",
            who=who,
            start=start,
            to=to,
        )
    sign = SIGNS[0] if seen.seat == max(seen.viewer, 0) else SIGNS[1]
    return GameEvent("hit" if hit else "move", text, Piece("cube", sign, COLOURS[seen.seat]))


def _printed(seen: Seen[State], space: int) -> int:
    """A space of the player who moves, as the viewer counts it."""
    return space if seen.seat == max(seen.viewer, 0) else OFF - space


def _told_rest(before: State, after: State, seat: int, die: int) -> Iterator[GameEvent]:
    """Numbers that cannot be played, and a home that is complete."""
    who = Player(seat)
    if int(before.mine[seat]) & NOT_HOME and not int(after.mine[seat]) & NOT_HOME:
        text = say(
            "{who} has all cubes at home and may bear off.",
            you="You have all your cubes at home and may bear off.",
            who=who,
        )
        yield GameEvent("move", text, minor=True)
    if after.turns == before.turns or before.left.sum() == 1:
        return
    low, high = (int(number) for number in before.dice)
    if low == high:
        text = say("{who} cannot play the rest of the roll.", you="You cannot play the rest of the roll.", who=who)
    else:
        n = low + high - die
        text = say("{who} cannot play the {n}.", you="You cannot play the {n}.", who=who, n=n)
    yield GameEvent("pass", text, minor=True)


def _told_rolls(seen: Seen[State], game_over: bool) -> Iterator[GameEvent]:
    """The rolls of the step. All but the last found no move; the rules keep only the numbers of the last."""
    before, after = seen.before, seen.after
    asked = seen.action == ROLL
    seats = [seen.seat] if asked else [1 - seen.seat] if seen.action == TAKE else []
    for _ in range(0 if game_over else int(after.turns) - int(before.turns)):
        seats.append(1 - seats[-1] if seats else 1 - seen.seat)
    lost = seats if game_over else seats[:-1]
    known = after.phase == OFFER and not game_over
    for seat in dict.fromkeys(lost):
        dice = _roll(after) if known and seat == lost[-1] else ""
        yield _told_lost(after, seat, lost.count(seat), dice)
    if seats and not game_over and after.phase != OFFER:
        text = say("{who} rolls {dice}.", you="You roll {dice}.", who=Player(seats[-1]), dice=_roll(after))
        high = int(after.dice[1])
        yield GameEvent("roll", text, Piece("die", str(high), number=high), minor=not asked or len(seats) > 1)


def _told_lost(after: State, seat: int, turns: int, dice: str) -> GameEvent:
    """Turns without a move."""
    who, why = Player(seat), say("cannot move")
    if after.cubes[seat, BAR]:
        why = say("cannot enter from the bar")
    text = say("{who} rolls but {why}.", you="You roll but {why}.", who=who, why=why)
    if turns > 1:
        text = say("{who} rolls {n} times but {why}.", you="You roll {n} times but {why}.", who=who, n=turns, why=why)
    elif dice:
        text = say("{who} rolls {dice} but {why}.", you="You roll {dice} but {why}.", who=who, dice=dice, why=why)
    return GameEvent("pass", text)


def _told_game(seen: Seen[State]) -> Iterator[GameEvent]:
    """The points of a game, and the next game of the match."""
    before, after = seen.before, seen.after
    points = [int(after.score[seat]) - int(before.score[seat]) for seat in range(2)]
    if not any(points):
        text = say("The turn limit is reached with equal pip counts: the game is played again.")
        yield GameEvent("round", text)
        return
    if after.match > 1:
        yield _told_points(seen, points)
    if not seen.ended:
        yield _told_next_game(after)


def _told_next_game(after: State) -> GameEvent:
    m, n = (int(score) for score in after.score)
    text = say(
        "The next game begins. Match score: {first} {m}, {second} {n}.", first=Player(0), m=m, second=Player(1), n=n
    )
    if after.cube and after.crawford_game == NOW:
        text = say(
            "The Crawford game begins: nobody may double. Match score: {first} {m}, {second} {n}.",
            first=Player(0),
            m=m,
            second=Player(1),
            n=n,
        )
    return GameEvent("round", text, minor=True)


def _told_points(seen: Seen[State], points: list[int]) -> GameEvent:
    after, n = seen.after, max(points)
    winner = Player(points.index(n))
    stakes = n // int(seen.before.cube_value) if seen.chose(MOVES) else 1
    what = say("a backgammon") if stakes == 3 else say("a gammon") if stakes == 2 else say("the game")
    text = say(
        "{who} wins {what} and {n} {n|point|points}.",
        you="You win {what} and {n} {n|point|points}.",
        who=winner,
        what=what,
        n=n,
    )
    title = say("{who} wins {what}", you="You win {what}", who=winner, what=what)
    why = say("{n} {n|point|points} in a match to {match}", n=n, match=after.match)
    sides = []
    for seat, score in enumerate(int(score) for score in after.score):
        sides.append(Side(seat, value=score, unit=say("{n|point|points}", n=score), won=points[seat] > 0))
    return GameEvent("score", text, moment=Moment(title, why, sides))


def _roll(s: State) -> str:
    return f"{s.dice[1]}-{s.dice[0]}"


def _stake(n: int) -> Piece:
    return Piece("marker", str(n), number=n)


# --- the table ---


def _prompt(look: Look[State]) -> Text:
    s = look.s
    if s.phase == OFFER:
        return say("Roll, or double the stake first.")
    if s.phase == ANSWER:
        return say("Take the double and play for {n}, or drop?", n=2 * int(s.cube_value))
    if look.seat >= 0 and s.cubes[look.seat, BAR]:
        return say("Enter your cube from the bar.")
    return say("Pick a cube, then the space it moves to.")


def _coach(look: Look[State]) -> Text:
    if look.s.phase == ANSWER:
        return say("Dropping loses the current stake. Take if you win at least one game in four from here.")
    return say("Two cubes on a space are safe and block it. A lone cube can be hit and must start again.")


def _dice(look: Look[State]) -> Area:
    """Both dice; played numbers are dimmed."""
    s = look.s
    pieces = []
    for die, left in zip(s.dice, s.left, strict=True):
        doubles = s.dice[0] == s.dice[1]
        for i in range(max(int(left), 1) if not doubles else int(left)):
            if die:
                pieces.append(Piece("die", str(int(die)), number=int(die), dimmed=bool(i >= left)))
    return Area(say("Dice"), pieces)


def _board(look: Look[State], me: int) -> list[Piece]:
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


def _from(look: Look[State], space: int) -> tuple[int, ...]:
    return tuple(a for a in look.legal if MOVES.has(a) and MOVES.args(a)[0] == space)


def _to(look: Look[State], space: int) -> tuple[int, ...]:
    return tuple(a for a in look.legal if MOVES.has(a) and min(sum(MOVES.args(a)), OFF) == space)
