"""Son of Kark: the sentences of the log."""

from __future__ import annotations

from collections.abc import Iterator

from matchbox.scene import GameEvent, Moment, Piece, Player, Seen, Side, listed, players, say

from ..components import SYMBOLS
from ..pieces import cubes, tile
from .rules import CENTRE, CITY, CORNER_X, CORNER_Y, DOWN, KINDS, MERCHANT, PLACE, SIDE, State, around, kind_at, laid_by

KIND_NAMES = (*(say(symbol) for symbol in SYMBOLS), say("city"))


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """A tile or a merchant, the cities that pay, and the points at the end."""
    if placed := seen.chose(PLACE):
        yield from _told_tile(seen, *placed)
    elif sent := seen.chose(MERCHANT):
        yield from _told_merchant(seen, sent[0])
    yield from _told_cities(seen)
    if seen.ended:
        yield from _told_end(seen.after)


def _cell(s: State, age: int) -> tuple[int, int]:
    """Column and row of a tile."""
    y, x = divmod(int(s.spot[age]), SIDE)
    return x, y


def _kind(s: State, age: int) -> int:
    return int(s.cell[s.spot[age]]) - 1


# --- tiles ---


def _told_tile(seen: Seen[State], y: int, x: int, face: int) -> Iterator[GameEvent]:
    who = Player(seen.seat)
    if face == DOWN:
        yield _told_face_down(seen)
        return
    kind = int(seen.after.cell[SIDE * y + x]) - 1
    symbol = SYMBOLS[kind]
    text = say(
        "{who} adds {symbol} to the market.",
        you="You add {symbol} to the market.",
        who=who,
        symbol=symbol,
    )
    yield GameEvent("move", text, tile(kind))
    if market := int(seen.before.market[kind]):
        text = say(
            "{who}'s {symbol} market is now worth {n} points.",
            you="Your {symbol} market is now worth {n} points.",
            who=Player(int(laid_by(seen.before, market))),
            symbol=symbol,
            n=seen.after.shown[kind],
        )
        yield GameEvent("score", text, tile(kind), minor=True)


def _told_face_down(seen: Seen[State]) -> GameEvent:
    """Only the player who placed it knows the symbol."""
    icon = Piece("tile", "?", hidden=True)
    if seen.seat == seen.viewer:
        symbol = SYMBOLS[int(seen.after.under[seen.seat, int(seen.before.laid)]) - 1]
        text = say("You found a city on a face-down {symbol}.", symbol=symbol)
    else:
        text = say("{who} founds a city.", you="You found a city.", who=Player(seen.seat))
    return GameEvent("move", text, icon)


# --- merchants ---


def _told_merchant(seen: Seen[State], place: int) -> Iterator[GameEvent]:
    s, who = seen.before, Player(seen.seat)
    kind, icon = _kind(s, int(s.laid) - 1), cubes(seen.seat)
    if place == 0:
        text = say("{who} puts no merchant on it.", you="You put no merchant on it.", who=who)
        yield GameEvent("pass", text, minor=True)
    elif place != CENTRE:
        text = say(
            "{who} puts a merchant on a crossroad for influence: {gains}.",
            you="You put a merchant on a crossroad for influence: {gains}.",
            who=who,
            gains=listed([say("{kind} +{n}", kind=KIND_NAMES[touched], n=n) for touched, n in touched_kinds(s, place)]),
        )
        yield GameEvent("move", text, icon)
    elif kind == CITY:
        text = say("{who} puts a merchant in the city.", you="You put a merchant in the city.", who=who)
        yield GameEvent("move", text, icon)
    elif s.market[kind]:
        yield from _told_takeover(seen, kind)
    else:
        text = say(
            "{who} opens the {symbol} market.", you="You open the {symbol} market.", who=who, symbol=SYMBOLS[kind]
        )
        yield GameEvent("move", text, icon)


def touched_kinds(s: State, place: int) -> list[tuple[int, int]]:
    """The kinds of the four tiles around a corner of the newest tile, and their numbers."""
    x, y = _cell(s, int(s.laid) - 1)
    dx, dy = int(CORNER_X[place]), int(CORNER_Y[place])
    touched = [int(kind_at(s, x + i, y + j)) - 1 for i in (0, dx) for j in (0, dy)]
    return [(kind, touched.count(kind)) for kind in range(KINDS) if kind in touched]


def _told_takeover(seen: Seen[State], kind: int) -> Iterator[GameEvent]:
    s, symbol, points = seen.before, SYMBOLS[kind], int(seen.before.shown[kind])
    loser = int(laid_by(s, int(s.market[kind])))
    title = say(
        "{who} takes over the {symbol} market",
        you="You take over the {symbol} market",
        who=Player(seen.seat),
        symbol=symbol,
    )
    sides = [
        Side(seen.seat, [cubes(seen.seat)], verdict=say("new owner"), won=True),
        Side(loser, [cubes(loser)], points, say("points"), say("paid off")),
    ]
    why = say("{n} {symbol} {n|tile|tiles} on the table", n=points, symbol=symbol)
    text = say(
        "{who} takes over the {symbol} market from {other}.",
        you="You take over the {symbol} market from {other}.",
        who=Player(seen.seat),
        symbol=symbol,
        other=Player(loser),
    )
    yield GameEvent("capture", text, tile(kind), moment=Moment(title, why, sides, [tile(kind)]))
    text = say(
        "{who} gets {n} {n|point|points} for the {symbol} market.",
        you="You get {n} {n|point|points} for the {symbol} market.",
        who=Player(loser),
        symbol=symbol,
        n=points,
    )
    yield GameEvent("score", text, cubes(loser), minor=True)


# --- points ---


def _told_cities(seen: Seen[State]) -> Iterator[GameEvent]:
    """Complete cities whose merchants have come home."""
    before, after = seen.before, seen.after
    sent = seen.chose(MERCHANT) == (CENTRE,)
    for age in range(2, int(after.laid)):
        had = int(before.merchant[age]) == CENTRE or (sent and age == int(before.laid) - 1)
        if not had or after.merchant[age] or _kind(after, age) != CITY:
            continue
        symbols, tiles = (int(n) for n in around(after, age))
        if symbols == len(SYMBOLS) or tiles == 8:
            yield _told_city(int(laid_by(after, age)), symbols)


def _told_city(owner: int, symbols: int) -> GameEvent:
    """A city that pays, for everybody to see."""
    who = Player(owner)
    if symbols == len(SYMBOLS):
        why = say("All six symbols are around it.")
        text = say(
            "{who}'s city has all six symbols around it and pays {n} points.",
            you="Your city has all six symbols around it and pays {n} points.",
            who=who,
            n=symbols,
        )
    else:
        why = say("It is surrounded.")
        text = say(
            "{who}'s city is surrounded and pays {n} {n|point|points}.",
            you="Your city is surrounded and pays {n} {n|point|points}.",
            who=who,
            n=symbols,
        )
    title = say("{who}'s city pays {n} {n|point|points}", you="Your city pays {n} {n|point|points}", who=who, n=symbols)
    side = Side(owner, [cubes(owner)], symbols, say("points"), won=True)
    moment = Moment(title, why, [side], [Piece("tile", "", hidden=True)])
    return GameEvent("score", text, cubes(owner), moment=moment)


def _told_end(s: State) -> Iterator[GameEvent]:
    """The points of every player when the rest has been scored."""
    seats, best = range(int(s.seats)), max(int(n) for n in s.score[: int(s.seats)])
    sides = []
    for seat in seats:
        m, c, x = (int(n) for n in s.points[seat])
        verdict = say("markets {m}, cities {c}, crossroads {x}", m=m, c=c, x=x)
        score = int(s.score[seat])
        sides.append(Side(seat, [cubes(seat)], score, say("points"), verdict, score == best))
    winners = [side.seat for side in sides if side.won]
    title = say("{names} have the most points", names=players(winners))
    if len(winners) == 1:
        title = say("{who} has the most points", you="You have the most points", who=Player(winners[0]))
    moment = Moment(title, say("All markets, cities and crossroads are scored."), sides)
    text = say("The last tile is on the table: all markets, cities and crossroads are scored.")
    yield GameEvent("score", text, moment=moment)
    for seat in seats:
        m, c, x = (int(n) for n in s.points[seat])
        text = say(
            "{who} has {n} {n|point|points}: {m} for markets, {c} for cities, {x} for crossroads.",
            you="You have {n} {n|point|points}: {m} for markets, {c} for cities, {x} for crossroads.",
            who=Player(seat),
            n=s.score[seat],
            m=m,
            c=c,
            x=x,
        )
        yield GameEvent("score", text, cubes(seat), minor=True)
