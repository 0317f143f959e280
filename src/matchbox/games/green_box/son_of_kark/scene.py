"""Son of Kark: the growing table with its merchants, the drawn tile, and what markets and crossroads are worth."""

from __future__ import annotations

from collections.abc import Callable

from matchbox.scene import (
    Area,
    Choice,
    Look,
    Piece,
    Preview,
    Scene,
    SeatStatus,
    Summary,
    TallyRow,
    Text,
    Theme,
    Words,
    facts,
    listed,
    say,
)
from matchbox.scene.model import Crop

from ..components import CUBE_COLOURS, SYMBOLS
from ..pieces import cubes, tile
from .rules import (
    CENTRE,
    CITY,
    CORNER_X,
    CORNER_Y,
    DOWN,
    KINDS,
    LAY,
    MERCHANT,
    PLACE,
    SEND,
    SIDE,
    UP,
    State,
    around,
    laid_by,
)
from .told import KIND_NAMES, touched_kinds

CELL = 8  # side of a tile in units of the area
MAN = 4  # side of a merchant
SPOT = 6  # side of the place for one: larger, to be hit with a finger
CORNERS = {2: say("Top left"), 3: say("Top right"), 4: say("Bottom right"), 5: say("Bottom left")}

summary = Summary(
    goal=say("Collect points with merchants on markets, in cities and on crossroads."),
    turn=say("Place your tile face up as a market or face down as a city. You may put a merchant on it."),
    end=say("After the last tile, the remaining markets and cities score, then crossroads. The most points win."),
)
theme = Theme(55, "planks", "boards", say("Tiles, markets, majorities"))
cover = [
    Piece("tile", hidden=True, at=(0, 0)),
    tile(4, at=(1, 0)),
    tile(0, at=(0, 1)),
    tile(4, at=(1, 1)),
    cubes(2, at=(1, 1)),
]


def scene(look: Look[State]) -> Scene:
    s = look.s
    areas = [_table(look), _standings(look), _drawn(look)]
    mine = max(look.seat, 0)
    if s.phase == SEND:
        prompt: Text = say("Where does a merchant go?")
        why: Words = say("Markets and cities pay it back; a crossroad keeps it.")
        coach = say(
            "A market pays when an opponent takes it over, or at the end. A city pays when it is surrounded or has six "
            "symbols around it. A merchant on a crossroad stays there and competes for 5 points a kind at the end."
        )
    else:
        drawn = int(s.drawn[mine]) if look.seat >= 0 else 0
        symbol = SYMBOLS[drawn - 1] if drawn else ""
        prompt = say("Where does your {symbol} go, face up or face down?", symbol=symbol)
        why = say("Face up it adds to its market. Face down it is a city: +n is what it would pay there now.")
        coach = say(
            "Face up, the tile adds to the market of its symbol. Face down, it is a city, worth a point for each "
            "different symbol around it. Two cities may not share a side."
        )
    return Scene(
        prompt,
        areas,
        _merchant_choices(look) if s.phase == SEND else (),
        coach=coach,
        rules="merchants" if s.phase == SEND else "on-your-turn",
        why=why,
        round=say("{n} {n|tile|tiles} left", n=s.left) if s.left else say("The last tile"),
        previews=_previews(look) if s.phase == SEND else (),
        seats=[_status(s, seat) for seat in range(int(s.seats))],
        tally=_tally(s) if s.over else (),
    )


# --- the table ---


def _table(look: Look[State]) -> Area:
    """The used part of the table with a margin of one cell; a unit is an eighth of a tile's side."""
    s = look.s
    spots = [(int(spot) % SIDE, int(spot) // SIDE) for spot in s.spot[: int(s.laid)]]
    left, top = (max(0, min(spot[i] for spot in spots) - 1) for i in (0, 1))
    right, bottom = (min(SIDE - 1, max(spot[i] for spot in spots) + 1) for i in (0, 1))

    def corner(x: int, y: int) -> tuple[int, int]:
        return CELL * (x - left), CELL * (y - top)

    pieces = []
    for age, (x, y) in enumerate(spots):
        pieces.append(_tile(look, age, corner(x, y)))
    for age, (x, y) in enumerate(spots):
        if s.merchant[age]:
            pieces.append(_merchant(look, age, corner(x, y)))
    pieces += _empty_cells(look, corner) if s.phase == LAY else _open_places(look, corner(*spots[-1]))
    size = CELL * (right - left + 1), CELL * (bottom - top + 1)
    cells = (3, 12) if s.phase == LAY or s.over else (4, 12)
    return Area("", pieces, "free", size=size, look="board", cell=cells, weight=8, key="table")


def _tile(look: Look[State], age: int, at: tuple[int, int]) -> Piece:
    s = look.s
    kind = int(s.cell[s.spot[age]]) - 1
    new = age == int(s.laid) - 1
    span = (CELL, CELL)
    if kind != CITY:
        crop: Crop = "token" if s.merchant[age] == CENTRE else ""  # the symbol makes room
        return tile(kind, at=at, span=span, last=new, crop=crop, label=SYMBOLS[kind])
    mine = int(s.under[look.seat, age]) if look.seat >= 0 else 0
    label = say("city, {symbol} underneath", symbol=SYMBOLS[mine - 1]) if mine else say("city, face down")
    return Piece("tile", "", hidden=True, at=at, span=span, last=new, label=label)


def _place(at: tuple[int, int], place: int) -> tuple[int, int]:
    """The position of a merchant on the tile at this position: on a corner, or beside the symbol."""
    if place == CENTRE:
        return at[0] + 3, at[1] + 3
    middle = (CELL - MAN) // 2
    return at[0] + middle + MAN * int(CORNER_X[place]), at[1] + middle + MAN * int(CORNER_Y[place])


def _spot(at: tuple[int, int], place: int) -> tuple[int, int]:
    """The position of the place for a merchant on the tile at this position."""
    if place == CENTRE:
        return at[0] + 1, at[1] + 1
    x, y = _place(at, place)
    return x - (SPOT - MAN) // 2, y - (SPOT - MAN) // 2


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
    return cubes(seat, at=_place(at, place), span=(MAN, MAN), label=label)


def _empty_cells(look: Look[State], corner: Callable[[int, int], tuple[int, int]]) -> list[Piece]:
    """Where the drawn tile may go, with the points of a city there."""
    cells: dict[tuple[int, int], list[int]] = {}
    for action in look.legal:
        y, x, _ = PLACE.args(action)
        cells.setdefault((int(x), int(y)), []).append(int(action))
    found = []
    for (x, y), ids in cells.items():
        city = any(PLACE.args(action)[2] == DOWN for action in ids)
        worth = _city_worth(look.s, x, y)
        label = say("a place for a market") if not city else say("a place; a city would pay {n} now", n=worth)
        cost = say("+{n}", n=worth) if city else ""
        span = (CELL, CELL)
        found.append(Piece("slot", "", at=corner(x, y), span=span, actions=tuple(ids), cost=cost, label=label))
    return found


def _city_worth(s: State, x: int, y: int) -> int:
    """The number of different symbols around a cell."""
    near = [
        int(s.cell[SIDE * (y + j) + x + i]) - 1
        for i in (-1, 0, 1)
        for j in (-1, 0, 1)
        if (i or j) and 0 <= x + i < SIDE and 0 <= y + j < SIDE
    ]
    return len({kind for kind in near if 0 <= kind < CITY})


def _open_places(look: Look[State], at: tuple[int, int]) -> list[Piece]:
    """Where a merchant may go on the new tile."""
    places = [int(MERCHANT.args(action)[0]) for action in look.legal]
    return [
        Piece(
            "slot",
            "",
            at=_spot(at, place),
            span=(SPOT, SPOT),
            marked=True,
            actions=(MERCHANT.first + place,),
            label=say("{place}: {worth}", place=_place_name(look, place), worth=_worth(look, place)),
        )
        for place in places
        if place
    ]


# --- the value of a merchant ---


def _merchant_choices(look: Look[State]) -> list[Choice]:
    found = []
    for action in look.legal:
        place = int(MERCHANT.args(action)[0])
        found.append(Choice(_place_name(look, place), int(action), _worth(look, place)))
    return found


def _previews(look: Look[State]) -> list[Preview]:
    """The place of every choice on the new tile."""
    new = _tile_at(look.s)
    found = []
    for action in look.legal:
        if place := int(MERCHANT.args(action)[0]):
            found.append(Preview(int(action), "table", [_spot(new, place)]))
    return found


def _tile_at(s: State) -> tuple[int, int]:
    """The new tile in units of the area."""
    spots = [(int(spot) % SIDE, int(spot) // SIDE) for spot in s.spot[: int(s.laid)]]
    left, top = (max(0, min(spot[i] for spot in spots) - 1) for i in (0, 1))
    x, y = spots[-1]
    return CELL * (x - left), CELL * (y - top)


def _place_name(look: Look[State], place: int) -> Words:
    if place == 0:
        return say("No merchant")
    if place != CENTRE:
        return CORNERS[place]
    return say("City") if _new_kind(look) == CITY else say("Market")


def _new_kind(look: Look[State]) -> int:
    return int(look.s.cell[look.s.spot[int(look.s.laid) - 1]]) - 1


def _worth(look: Look[State], place: int) -> Words:
    """The earnings of a merchant there as the table is now."""
    s = look.s
    age, kind, mine = int(s.laid) - 1, _new_kind(look), max(look.seat, 0)
    if place == 0:
        return say("keep all {n}", n=s.stock[mine])
    if place == CENTRE and kind == CITY:
        symbols, tiles = around(s, age)
        if symbols == 6 or tiles == 8:
            return say("complete: {points} now", points=_points(symbols))
        return _around(symbols, tiles)
    if place == CENTRE:
        points = _points(int(s.shown[kind]))
        if s.market[kind]:
            loser = look.names[int(laid_by(s, int(s.market[kind])))]
            return say("{loser} gets {points}, you own it", loser=loser, points=points)
        return say("{points} now, more with each {symbol}", points=points, symbol=SYMBOLS[kind])
    groups: dict[int, list[Words]] = {}
    for kind, n in touched_kinds(s, place):
        gain = KIND_NAMES[kind] if n == 1 else say("{kind} +{n}", kind=KIND_NAMES[kind], n=n)
        groups.setdefault(_standing(look, mine, kind, n), []).append(gain)
    return say("crossroad: {influence}", influence=facts([_ranked(rank, groups[rank]) for rank in sorted(groups)]))


def _ranked(standing: int, kinds: list[Words]) -> Text:
    named = listed(kinds)
    if standing == 0:
        return say("leads {kinds}", kinds=named)
    return say("ties {kinds}", kinds=named) if standing == 1 else say("behind in {kinds}", kinds=named)


def _points(n: int) -> Text:
    return say("1 point") if n == 1 else say("{n} points", n=n)


def _around(symbols: int, tiles: int) -> Text:
    return say("{n} of 6 symbols, {tiles} of 8 tiles", n=symbols, tiles=tiles)


def _standing(look: Look[State], mine: int, kind: int, more: int) -> int:
    """After the seat gains this much influence in a kind, does it lead, tie, or stay behind? 0, 1 or 2."""
    s = look.s
    total = int(s.influence[mine, kind]) + more
    best = max(int(s.influence[seat, kind]) for seat in range(int(s.seats)) if seat != mine)
    return 0 if total > best else 1 if total == best else 2


# --- beside the table ---


def _drawn(look: Look[State]) -> Area:
    """The drawn tile with its two faces; opponents see its back."""
    s = look.s
    mine = int(s.drawn[look.seat]) if look.seat >= 0 else 0
    if not mine or s.over:
        pieces = [Piece("tile", "", hidden=True)] if s.phase == LAY and not s.over else []
        return Area(say("Drawn"), pieces, key="drawn", role="tray")
    up, down = (tuple(int(a) for a in look.legal if PLACE.has(a) and PLACE.args(a)[2] == face) for face in (UP, DOWN))
    symbol = SYMBOLS[mine - 1]
    pieces = [tile(mine - 1, actions=up, ends=up, label=say("{symbol} face up: a market", symbol=symbol))]
    if down:
        pieces.append(Piece("tile", "", hidden=True, actions=down, ends=down, label=say("face down: a city")))
    return Area(say("Your tile"), pieces, note=say("market or city"), key="drawn", role="tray")


def _standings(look: Look[State]) -> Area:
    """What every market pays and to whom, and the influence of every seat on every kind."""
    s = look.s
    pieces = [Piece("edge", say("kind"), at=(0, 0), span=(2, 1))]
    for kind in range(KINDS):
        at = (kind + 2, 0)
        city = Piece("tile", "", hidden=True, at=at, label=say("city"))
        pieces.append(city if kind == CITY else tile(kind, at=at))
    pieces.append(Piece("edge", say("pays"), at=(0, 1), span=(2, 1)))
    for symbol in range(6):
        at, n = (symbol + 2, 1), int(s.shown[symbol])
        if s.market[symbol]:
            seat = int(laid_by(s, int(s.market[symbol])))
            label = say("{name} gets {points}", name=look.names[seat], points=_points(n))
            if look.is_you(seat):
                label = say("you get {points}", points=_points(n))
            pieces.append(Piece("cube", CUBE_COLOURS[seat], CUBE_COLOURS[seat], number=n, at=at, label=label))
        else:
            pieces.append(Piece("edge", str(n), at=at, label=say("a market pays {points}", points=_points(n))))
    for row, seat in enumerate(look.each_seat(), 2):
        pieces.append(cubes(seat, at=(1, row), label=look.name(seat)))
        for kind in range(KINDS):
            n = int(s.influence[seat, kind])
            best = n > 0 and n == max(int(x) for x in s.influence[: int(s.seats), kind])
            text = say("{n}: {points}", n=n, points=s.award[seat, kind]) if s.over else str(n or "·")
            pieces.append(Piece("edge", text, at=(kind + 2, row), marked=best))
    note = say("and influence of crossroads: the most in a kind gets 5 points")
    size = (KINDS + 2, int(s.seats) + 2)
    return Area(
        say("Markets"), pieces, "grid", note=note, size=size, look="strip", cell=(24, 44), weight=3, key="standings"
    )


def _status(s: State, seat: int) -> SeatStatus:
    line = say("{n} to send", n=s.stock[seat])
    return SeatStatus(seat, CUBE_COLOURS[seat], int(s.score[seat]), line=line)


def _tally(s: State) -> list[TallyRow]:
    seats = range(int(s.seats))
    labels = (say("Markets"), say("Cities"), say("Crossroads"))
    icons = (tile(4), Piece("tile", "", hidden=True), Piece("cube", "red", "red"))
    return [TallyRow(label, [int(s.points[seat][i]) for seat in seats], icons[i]) for i, label in enumerate(labels)]
