"""Son of Kark: the growing table with its merchants; markets, crossroads and stocks beside it."""

from __future__ import annotations

from collections.abc import Callable

from matchbox.scene import Area, Choice, Look, Piece, Scene, Summary, Text, Words, listed, say

from ..components import CUBE_COLOURS, SYMBOLS
from ..pieces import cubes, tile
from .rules import CENTRE, CITY, CORNER_X, CORNER_Y, KINDS, LAY, MERCHANT, PLACE, SEND, SIDE, State, around, laid_by
from .told import NAMES, touched_kinds

CELL = 4  # side of a tile in units of the area; a merchant has 2
EDGE = 2  # units for column and row numbers
CORNERS = {2: "NW", 3: "NE", 4: "SE", 5: "SW"}

summary = Summary(
    goal=say("Collect points with merchants on markets, in cities and on crossroads."),
    turn=say("Place your tile face up as a market or face down as a city. You may put a merchant on it."),
    end=say("After the last tile, the remaining markets and cities score, then crossroads. The most points win."),
)
cover = [
    Piece("tile", hidden=True, at=(0, 0)),
    tile(4, at=(1, 0)),
    tile(0, at=(0, 1)),
    tile(4, at=(1, 1)),
    cubes(2, at=(1, 1)),
]


def scene(look: Look[State]) -> Scene:
    s = look.s
    areas = [_table(look)]
    if not s.over:
        areas.append(_drawn(look))
    areas += [_markets(look), _crossroads(look)]
    areas += [_player(look, seat) for seat in look.each_seat()]
    if s.phase == SEND:
        coach = say(
            "A market pays when an opponent takes it over, or at the end. A city pays when it is surrounded or has six "
            "symbols around it. A merchant on a crossroad stays there and competes for 5 points a kind at the end."
        )
        return Scene(
            say("Put a merchant on your tile?"), areas, _merchant_choices(look), coach=coach, rules="merchants"
        )
    coach = say(
        "Face up, the tile adds to the market of its symbol. Face down, it is a city, worth a point for each different "
        "symbol around it. Two cities may not share a side."
    )
    return Scene(say("Place your tile: choose a face and a cell."), areas, coach=coach, rules="on-your-turn")


# --- the table ---


def _table(look: Look[State]) -> Area:
    """The used part of the table with a margin of one cell; a unit is a quarter of a tile's side."""
    s = look.s
    spots = [(int(spot) % SIDE, int(spot) // SIDE) for spot in s.spot[: int(s.laid)]]
    left, top = (max(0, min(spot[i] for spot in spots) - 1) for i in (0, 1))
    right, bottom = (min(SIDE - 1, max(spot[i] for spot in spots) + 1) for i in (0, 1))

    def corner(x: int, y: int) -> tuple[int, int]:
        return EDGE + CELL * (x - left), EDGE + CELL * (y - top)

    pieces = [
        Piece("marker", str(x), at=(corner(x, top)[0], 0), span=(CELL, EDGE), label=say("column {x}", x=x))
        for x in range(left, right + 1)
    ]
    pieces += [
        Piece("marker", str(y), at=(0, corner(left, y)[1]), span=(EDGE, CELL), label=say("row {y}", y=y))
        for y in range(top, bottom + 1)
    ]
    for age, (x, y) in enumerate(spots):
        pieces.append(_tile(look, age, corner(x, y)))
    for age, (x, y) in enumerate(spots):
        if s.merchant[age]:
            pieces.append(_merchant(look, age, corner(x, y)))
    pieces += _empty_cells(look, corner) if s.phase == LAY else _open_places(look, corner(*spots[-1]))
    size = EDGE + CELL * (right - left + 1), EDGE + CELL * (bottom - top + 1)
    note = say("tiles: {laid} on the table, {left} in the stack", laid=s.laid, left=s.left)
    return Area(say("Table"), pieces, "free", note=note, size=size, look="board")


def _tile(look: Look[State], age: int, at: tuple[int, int]) -> Piece:
    s = look.s
    kind = int(s.cell[s.spot[age]]) - 1
    new = age == int(s.laid) - 1
    if kind != CITY:
        return tile(kind, SYMBOLS[kind][:3], at=at, span=(CELL, CELL), marked=new, label=SYMBOLS[kind])
    mine = int(s.under[look.seat, age]) if look.seat >= 0 else 0
    label = say("city, {symbol} underneath", symbol=SYMBOLS[mine - 1]) if mine else say("city, face down")
    return Piece("tile", "?", hidden=True, at=at, span=(CELL, CELL), marked=new, label=label)


def _place(at: tuple[int, int], place: int) -> tuple[int, int]:
    """The position of a merchant on the tile at this position."""
    return at[0] + 1 + 2 * int(CORNER_X[place]), at[1] + 1 + 2 * int(CORNER_Y[place])


def _merchant(look: Look[State], age: int, at: tuple[int, int]) -> Piece:
    s = look.s
    seat, place, kind = int(laid_by(s, age)), int(s.merchant[age]), int(s.cell[s.spot[age]]) - 1
    owner = look.name(seat)
    if place != CENTRE:
        label = say("crossroad, {owner}", owner=owner)
    elif kind == CITY:
        symbols, tiles = around(s, age)
        label = say("city, {owner}: {around}", owner=owner, around=_around(symbols, tiles))
    else:
        points = _points(int(s.shown[kind]))
        label = say("{symbol} market, {owner}: {points}", symbol=SYMBOLS[kind], owner=owner, points=points)
    letter = CUBE_COLOURS[seat][0].upper()
    return cubes(seat, text=letter, at=_place(at, place), span=(2, 2), label=label)


def _empty_cells(look: Look[State], corner: Callable[[int, int], tuple[int, int]]) -> list[Piece]:
    cells: dict[tuple[int, int], list[int]] = {}
    for action in look.legal:
        y, x, _ = PLACE.args(action)
        cells.setdefault((int(x), int(y)), []).append(int(action))
    return [
        Piece(
            "slot",
            "+" if len(ids) > 1 else say("up"),
            at=corner(x, y),
            span=(CELL, CELL),
            actions=tuple(ids),
            label=say("column {x}, row {y}", x=x, y=y)
            if len(ids) > 1
            else say("column {x}, row {y}, face up only", x=x, y=y),
        )
        for (x, y), ids in cells.items()
    ]


def _open_places(look: Look[State], at: tuple[int, int]) -> list[Piece]:
    """Where a merchant may go on the new tile."""
    places = [int(MERCHANT.args(action)[0]) for action in look.legal]
    return [
        Piece(
            "slot",
            CORNERS.get(place, "+"),
            at=_place(at, place),
            span=(2, 2),
            marked=True,
            actions=(MERCHANT.first + place,),
            label=say("{place}: {worth}", place=_place_name(look, place), worth=_worth(look, place)),
        )
        for place in places
        if place
    ]


# --- the value of a merchant ---


def _merchant_choices(look: Look[State]) -> list[Choice]:
    return [
        Choice(
            _place_name(look, int(MERCHANT.args(action)[0])), int(action), _worth(look, int(MERCHANT.args(action)[0]))
        )
        for action in look.legal
    ]


def _place_name(look: Look[State], place: int) -> Words:
    if place == 0:
        return say("No merchant")
    if place != CENTRE:
        return say("Crossroad {corner}", corner=CORNERS[place])
    return say("City") if _new_kind(look) == CITY else say("Market")


def _new_kind(look: Look[State]) -> int:
    return int(look.s.cell[look.s.spot[int(look.s.laid) - 1]]) - 1


def _worth(look: Look[State], place: int) -> Words:
    """The earnings of a merchant there as the table is now."""
    s = look.s
    age, kind, mine = int(s.laid) - 1, _new_kind(look), max(look.seat, 0)
    if place == 0:
        return say("merchants left: {n}", n=s.stock[mine])
    if place == CENTRE and kind == CITY:
        symbols, tiles = around(s, age)
        if symbols == 6 or tiles == 8:
            return say("complete: {points} now", points=_points(symbols))
        return _around(symbols, tiles)
    if place == CENTRE:
        points = _points(int(s.shown[kind]))
        if s.market[kind]:
            loser = look.names[int(laid_by(s, int(s.market[kind])))]
            return say("{loser} gets {points}, and you own the market", loser=loser, points=points)
        return say("worth {points} now, more with each new {symbol}", points=points, symbol=SYMBOLS[kind])
    gains = [
        say("{kind} +{n} ({standing})", kind=NAMES[kind], n=n, standing=_standing(look, mine, kind, n))
        for kind, n in touched_kinds(s, place)
    ]
    return say("influence: {gains}", gains=listed(gains))


def _points(n: int) -> Text:
    return say("1 point") if n == 1 else say("{n} points", n=n)


def _around(symbols: int, tiles: int) -> Text:
    return say("symbols around it: {n} of 6, tiles: {tiles} of 8", n=symbols, tiles=tiles)


def _standing(look: Look[State], mine: int, kind: int, more: int) -> Text:
    """The seat's rank in a kind after it gains this much influence."""
    s = look.s
    total = int(s.influence[mine, kind]) + more
    best = max(int(s.influence[seat, kind]) for seat in range(int(s.seats)) if seat != mine)
    return say("leads") if total > best else say("ties") if total == best else say("behind")


# --- beside the table ---


def _drawn(look: Look[State]) -> Area:
    """The drawn tile with its two faces; opponents see its back."""
    s = look.s
    mine = int(s.drawn[look.seat]) if look.seat >= 0 else 0
    if not mine:
        pieces = [Piece("tile", "?", hidden=True)] if s.phase == LAY else []
        return Area(say("Drawn tile"), pieces, key="drawn")
    up, down = (tuple(int(a) for a in look.legal if PLACE.has(a) and PLACE.args(a)[2] == face) for face in (0, 1))
    symbol = SYMBOLS[mine - 1]
    pieces = [tile(mine - 1, actions=up, ends=up, label=say("{symbol} face up: a market", symbol=symbol))]
    if down:
        pieces.append(Piece("tile", "?", hidden=True, actions=down, ends=down, label=say("face down: a city")))
    return Area(say("Your tile: {symbol}", symbol=symbol), pieces, note=say("face up or face down"), key="drawn")


def _markets(look: Look[State]) -> Area:
    s = look.s
    pieces = []
    for symbol in range(6):
        pieces.append(tile(symbol, at=(symbol, 0)))
        worth = say("a market pays {points}", points=_points(int(s.shown[symbol])))
        pieces.append(Piece("marker", str(int(s.shown[symbol])), at=(symbol, 1), label=worth))
        if s.market[symbol]:
            seat = int(laid_by(s, int(s.market[symbol])))
            pieces.append(cubes(seat, at=(symbol, 2), label=say("owned by {name}", name=look.name(seat))))
    return Area(say("Markets"), pieces, "grid", note=say("current value and owner"), size=(6, 3))


def _crossroads(look: Look[State]) -> Area:
    """Influence of every seat on every kind; at the end also the points it earned."""
    s = look.s
    pieces: list[Piece] = []
    for kind in range(KINDS):
        at = (kind + 1, 0)
        city = Piece("tile", "?", hidden=True, at=at, label=say("city"))
        pieces.append(city if kind == CITY else tile(kind, at=at))
    for row, seat in enumerate(range(int(s.seats)), 1):
        pieces.append(cubes(seat, at=(0, row), label=look.name(seat)))
        for kind in range(KINDS):
            n = int(s.influence[seat, kind])
            best = n > 0 and n == max(int(x) for x in s.influence[: int(s.seats), kind])
            text = say("{n}: {points}", n=n, points=s.award[seat, kind]) if s.over else str(n)
            pieces.append(Piece("marker", text, at=(kind + 1, row), marked=best))
    note = say("influence: points") if s.over else say("influence; the most in each kind gets 5 points at the end")
    return Area(say("Crossroads"), pieces, "grid", note=note, size=(KINDS + 1, int(s.seats) + 1))


def _player(look: Look[State], seat: int) -> Area:
    s = look.s
    markets, cities, crossroads = (int(n) for n in s.points[seat])
    score = _points(int(s.score[seat]))
    note = say("{score}: markets {m}, cities {c}", score=score, m=markets, c=cities)
    if s.over:
        note = say(
            "{score}: markets {m}, cities {c}, crossroads {x}",
            score=score,
            m=markets,
            c=cities,
            x=crossroads,
        )
    stock = [cubes(seat, int(s.stock[seat]))] if s.stock[seat] else []
    return Area(say("merchants"), stock, "counters", seat, note)
