"""The log of Backgammon: moves in the usual notation, with the numbers that the viewer's board prints."""

from __future__ import annotations

from collections.abc import Iterator

from matchbox.scene import GameEvent, Moment, Piece, Player, Seen, Side, Text, say

from .rules import BAR, DOUBLE, DROP, MOVES, NOT_HOME, NOW, OFF, OFFER, ROLL, TAKE, State, pips

COLOURS = ("red", "blue")  # by seat
SIGNS = ("x", "o")  # viewer, opponent


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """A move or a decision about the stake, then the next roll or the next game."""
    before, after, who = seen.before, seen.after, Player(seen.seat)
    game_over = bool((before.score != after.score).any() or after.turns < before.turns or seen.ended)
    if move := seen.chose(MOVES):
        yield _told_move(seen, *move)
        if not game_over:
            yield from _told_rest(before, after, seen.seat, move[1])
    elif seen.action == DOUBLE:
        n = 2 * int(before.cube_value)
        text = say("{who} doubles the stake to {n} points.", you="You double the stake to {n} points.", who=who, n=n)
        yield GameEvent("move", text, stake(n))
    elif seen.action == TAKE:
        n = 2 * int(before.cube_value)
        text = say("{who} takes and plays for {n} points.", you="You take and play for {n} points.", who=who, n=n)
        yield GameEvent("move", text, stake(n), moment=_taken(seen, n))
    elif seen.action == DROP:
        yield GameEvent("pass", say("{who} drops the double.", you="You drop the double.", who=who))
    yield from _told_rolls(seen, game_over)
    if game_over:
        yield from _told_game(seen)


# --- moves ---


def point(space: int, mine: bool) -> int:
    """A space of a player as the viewer's board prints it: the viewer's home is 1 to 6."""
    return OFF - space if mine else space


def notation(space: int, die: int, mine: bool, hit: bool) -> str:
    """A move as books write it: 13/7, bar/20*, 4/off."""
    end = min(space + die, OFF)
    start = "bar" if space == BAR else str(point(space, mine))
    return f"{start}/{'off' if end == OFF else point(end, mine)}{'*' if hit else ''}"


def hits(s: State, seat: int, space: int, die: int) -> bool:
    """Would this move hit a lone cube?"""
    end = space + die
    return bool(end < OFF and s.cubes[1 - seat, OFF - end] == 1)


def _told_move(seen: Seen[State], space: int, die: int) -> GameEvent:
    before, who, other = seen.before, Player(seen.seat), Player(1 - seen.seat)
    mine, hit = _is_mine(seen), hits(before, seen.seat, space, die)
    move = notation(space, die, mine, hit)
    if min(space + die, OFF) == OFF and before.cubes[seen.seat, OFF] == 14:
        text = say("{who} bears off the last cube.", you="You bear off your last cube.", who=who)
    elif hit:
        text = say(
            "{who} plays {move} and hits {other}.",
            you="You play {move} and hit {other}.",
            who=who,
            move=move,
            other=other,
        )
    elif before.turns == 1 and before.left.sum() == (4 if before.dice[0] == before.dice[1] else 2):
        text = say(
            "{who} opens with {dice} and plays {move}.",
            you="You open with {dice} and play {move}.",
            who=who,
            dice=roll_of(before.dice),
            move=move,
        )
    else:
        text = say("{who} plays {move}.", you="You play {move}.", who=who, move=move)
    return GameEvent("hit" if hit else "move", text, cube(seen.seat, mine))


def _is_mine(seen: Seen[State]) -> bool:
    """Does the viewer's board count as the mover does? A spectator sits beside the first player."""
    return seen.seat == max(seen.viewer, 0)


def cube(seat: int, mine: bool) -> Piece:
    return Piece("cube", SIGNS[0] if mine else SIGNS[1], COLOURS[seat])


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


# --- rolls ---


def _told_rolls(seen: Seen[State], game_over: bool) -> Iterator[GameEvent]:
    """The rolls of the step. All but the last found no move."""
    before, after = seen.before, seen.after
    seats = [seen.seat] if seen.action == ROLL else [1 - seen.seat] if seen.action == TAKE else []
    for _ in range(0 if game_over else int(after.turns) - int(before.turns)):
        seats.append(1 - seats[-1] if seats else 1 - seen.seat)
    lost = seats if game_over else seats[:-1]
    if lost:
        yield from _told_lost(seen, lost)
    if seats and not game_over and after.phase != OFFER:
        text = say(
            "Turn {n}: {who} rolls {dice}.",
            you="Turn {n}: you roll {dice}.",
            n=after.turns,
            who=Player(seats[-1]),
            dice=roll_of(after.dice),
        )
        yield GameEvent("round", text, _die(int(after.dice[1]), seats[-1]))


def _told_lost(seen: Seen[State], seats: list[int]) -> Iterator[GameEvent]:
    """Turns without a move, in one moment."""
    after = seen.after
    texts = []
    for number, seat in enumerate(seats[: int(after.losses)]):
        dice = roll_of(after.lost[number])
        if after.cubes[seat, BAR]:
            text = say(
                "{who} rolls {dice}, cannot enter from the bar, and loses the turn.",
                you="You roll {dice}, cannot enter from the bar, and lose the turn.",
                who=Player(seat),
                dice=dice,
            )
        else:
            text = say(
                "{who} rolls {dice}, cannot move, and loses the turn.",
                you="You roll {dice}, cannot move, and lose the turn.",
                who=Player(seat),
                dice=dice,
            )
        texts.append(text)
    more = len(seats) - len(texts)
    for number, text in enumerate(texts):
        icon = _die(int(after.lost[number, 1]), seats[number])
        yield GameEvent("pass", text, icon, moment=_dance(seen, seats) if number == 0 else None)
    if more:
        yield GameEvent("pass", say("{n} more turns pass without a move.", n=more), minor=True)


def _dance(seen: Seen[State], seats: list[int]) -> Moment:
    """The lost rolls and why no cube could move."""
    after = seen.after
    first = seats[0]
    title = say("{who} cannot move", you="You cannot move", who=Player(first))
    if after.cubes[first, BAR]:
        title = say("{who} cannot enter from the bar", you="You cannot enter from the bar", who=Player(first))
    if len(set(seats)) > 1:
        title = say("Neither player can move")
    elif len(seats) > 1:
        title = say("{who} loses {n} turns", you="You lose {n} turns", who=Player(first), n=len(seats))
    sides = []
    for seat in dict.fromkeys(seats):
        rolls = [number for number, each in enumerate(seats[: int(after.losses)]) if each == seat]
        dice = [_die(int(n), seat) for number in rolls[:3] for n in after.lost[number][::-1]]
        sides.append(Side(seat, dice, verdict=say("loses the turn")))
    return Moment(title, _blocked(seen, first) if len(seats) == 1 else "", sides)


def _blocked(seen: Seen[State], seat: int) -> Text:
    """The points that kept the cubes of this seat in place."""
    after = seen.after
    mine = seat == max(seen.viewer, 0)
    if not after.cubes[seat, BAR]:
        return say("Every point in reach is blocked.")
    low, high = (point(int(die), mine) for die in after.lost[0])
    if low == high:
        return say("Point {n} is blocked.", n=low)
    return say("Points {m} and {n} are blocked.", m=min(low, high), n=max(low, high))


def _die(number: int, seat: int) -> Piece:
    return Piece("die", str(number), COLOURS[seat], number=number)


def roll_of(dice: object) -> str:
    """A roll, the higher number first."""
    low, high = (int(die) for die in dice)  # type: ignore[attr-defined]
    return f"{max(low, high)}-{min(low, high)}"


# --- games of a match ---


def _told_game(seen: Seen[State]) -> Iterator[GameEvent]:
    """The points of a game, and the next game of the match."""
    before, after = seen.before, seen.after
    points = [int(after.score[seat]) - int(before.score[seat]) for seat in range(2)]
    if not any(points):
        text = say("The turn limit is reached with equal pip counts: the game is played again.")
        yield GameEvent("round", text)
        return
    if after.match > 1 or max(points) > 1:
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
    before, after, n = seen.before, seen.after, max(points)
    seat = points.index(n)
    winner = Player(seat)
    stakes = n // int(before.cube_value) if seen.chose(MOVES) else 1
    what = say("a backgammon") if stakes == 3 else say("a gammon") if stakes == 2 else say("the game")
    text = say(
        "{who} wins {what} and {n} {n|point|points}.",
        you="You win {what} and {n} {n|point|points}.",
        who=winner,
        what=what,
        n=n,
    )
    title = say(
        "{who} wins {what}: {n} {n|point|points}",
        you="You win {what}: {n} {n|point|points}",
        who=winner,
        what=what,
        n=n,
    )
    sides = []
    for each, score in enumerate(int(score) for score in after.score):
        verdict = say("+{n}", n=points[each]) if points[each] else _left(before, each)
        sides.append(
            Side(
                each,
                [cube(each, each == max(seen.viewer, 0))],
                score,
                say("{n|point|points}", n=score),
                verdict,
                points[each] > 0,
            )
        )
    return GameEvent("score", text, moment=Moment(title, _why(seen, seat, stakes), sides))


def _left(s: State, seat: int) -> Text:
    return say("{n} pips to go", n=pips(s, seat))


def _why(seen: Seen[State], winner: int, stakes: int) -> Text:
    """The reason of the points."""
    loser = Player(1 - winner)
    if not seen.chose(MOVES):
        return say("{who} dropped the double.", you="You dropped the double.", who=loser)
    if stakes == 3:
        return say(
            "{who} had borne off nothing and had a cube on the bar or in the winner's home: three times the stake.",
            you="You had borne off nothing and had a cube on the bar or in the winner's home: three times the stake.",
            who=loser,
        )
    if stakes == 2:
        return say(
            "{who} had borne off no cube: twice the stake.",
            you="You had borne off no cube: twice the stake.",
            who=loser,
        )
    return say("All fifteen cubes are off; the match goes to {n}.", n=seen.after.match)


def _taken(seen: Seen[State], n: int) -> Moment:
    who = Player(seen.seat)
    title = say("{who} takes the double", you="You take the double", who=who)
    why = say(
        "The game is worth {n} points now. Only {who} may double again.",
        you="The game is worth {n} points now. Only you may double again.",
        n=n,
        who=who,
    )
    sides = [
        Side(1 - seen.seat, verdict=say("doubles")),
        Side(seen.seat, verdict=say("owns the cube"), won=True),
    ]
    return Moment(title, why, sides, [stake(n)])


def stake(n: int) -> Piece:
    """The doubling cube."""
    return Piece("die", str(n), label=say("doubling cube: {n}", n=n))
