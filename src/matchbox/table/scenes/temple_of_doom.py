"""Temple of Doom: the way out above, the temple row by row, the Front below; cards on both sides and in hand."""

from __future__ import annotations

from matchbox.boxes.green_box.components import COLOUR, COLOURS, CUBE_COLOURS, NUMBER, SYMBOL, SYMBOLS
from matchbox.boxes.green_box.temple import DECK, FRONT, KILLED, OUTSIDE, ROWS, matched, spots
from matchbox.boxes.green_box.temple_of_doom import (
    CARD,
    CUBE,
    FLIP_SYMBOL,
    GIVE_UP,
    LEAVE,
    MOVE,
    REMOVE,
    STEP,
    STRIKE,
    TO,
)
from matchbox.table.scene import Area, Look, Piece, Scene

FLIPPED, HOLE = "##", "x"
MIDDLE = 5  # column of x = 0: tiles of a row lie two columns apart, those of the next row one column aside


def scene(look: Look) -> Scene:
    s = look.s
    own = [seat for seat in look.each_seat() if seat == look.seat or s.open_hand[seat].any()]
    score = int(s.score[0])
    killed = sum(int(place) == KILLED for place in s.at)
    areas = [
        Area("Outside", _cubes(look, OUTSIDE), note=f"score now {score:+d}, above 0 wins; {killed} killed"),
        Area(
            "Temple",
            _temple(look),
            "grid",
            note=f"the way out is at the top; cubes right of their tile, {FLIPPED} flipped, {HOLE} gone",
        ),
        Area("Front", _cubes(look, FRONT)),
        Area("Relics", _relics(look), note=_relic_note(look)),
        Area("Temple cards", _strikers(look), note=_temple_note(look)),
    ]
    for seat in look.each_seat():
        cards = _hand(look, seat) if seat in own else [Piece("card", hidden=True, count=_held(look, seat))]
        leads = "leads the round" if seat == s.leader and s.seats > 1 else ""
        areas.append(Area("hand", cards if _held(look, seat) else [], seat=seat, note=leads))
    played = [card for card in range(len(COLOUR)) if int(s.played) >> card & 1]
    last = int(s.card) if played else 0
    areas.append(
        Area(
            "Played",
            [_card(card, True, marked=card == last) for card in played],
            note=f"round {int(s.rounds)}; {int(s.left[2])} Movement cards in the deck",
        )
    )
    if GIVE_UP in look.legal:
        areas.append(Area("Or", [Piece("marker", "give up the point", actions=(int(GIVE_UP),))]))
    return Scene(_prompt(look), areas)


def _prompt(look: Look) -> str:
    s = look.s
    if s.phase == CARD:
        return "Play a Movement card: each of its points moves a cube of its colour, or any cube onto its symbol."
    if s.phase == STRIKE:
        card = int(s.temple[s.striker])
        wanted = f"a tile with {SYMBOLS[SYMBOL[card]]}" if s.strikes == FLIP_SYMBOL else "any tile"
        verb = "remove" if s.strikes == REMOVE else "flip"
        return f"{_name(card)} strikes: {verb} {wanted} in the nearest row."
    left = int(s.points)
    points = f"{_name(int(s.card), True)}, {left} point{'s' * (left > 1)} left"
    if s.phase == STEP:
        return f"{points}: where does {_cube_name(int(s.mover))} go?"
    return f"{points}: which cube moves?"


# --- the temple ---


def _temple(look: Look) -> list[Piece]:
    """The tiles with their numbers, and right beside each the cubes on it."""
    s = look.s
    pieces, top = [], len(ROWS[s.layout]) - 1
    choosing = s.phase in (STEP, STRIKE)
    leave = (int(LEAVE),) if LEAVE in look.legal else ()
    pieces.append(Piece("square", "OUT", at=(MIDDLE, 0), marked=bool(leave), actions=leave))
    for tile, (row, x) in enumerate(spots(int(s.layout))):
        at = (MIDDLE + x, 1 + top - row)
        symbol = SYMBOLS[s.symbols[tile]]
        actions = (TO + tile,) if choosing and TO + tile in look.legal else ()
        if int(s.up) >> tile & 1:
            piece = Piece("tile", f"{tile}{symbol[:3]}", symbol=symbol, at=at, marked=bool(actions), actions=actions)
        elif int(s.flipped) >> tile & 1:
            piece = Piece("tile", f"{tile}{FLIPPED}", colour="brown", at=at, marked=bool(actions), actions=actions)
        else:
            piece = Piece("square", HOLE, at=at)
        pieces.append(piece)
        if cubes := _cubes(look, tile):
            colour = cubes[0].colour if len(cubes) == 1 else ""
            text = "".join(_short(look, tile, cube.colour) for cube in cubes)
            moves = tuple(action for cube in cubes for action in cube.actions)
            pieces.append(Piece("cube", text, colour=colour, at=(at[0] + 1, at[1]), actions=moves))
    return pieces


def _cubes(look: Look, place: int) -> list[Piece]:
    """The cubes on a place, by colour; two alike move as one."""
    s = look.s
    pieces = []
    for number, colour in enumerate(CUBE_COLOURS):
        here = [cube for cube in (2 * number, 2 * number + 1) if s.at[cube] == place]
        if here:
            moves = tuple(MOVE.first + c for c in here if s.phase == CUBE and MOVE.first + c in look.legal)
            text = colour if len(here) == 2 else _cube_name(here[0])
            pieces.append(Piece("cube", text, colour=colour, count=len(here), actions=moves))
    return pieces


def _cube_name(cube: int) -> str:
    return f"{CUBE_COLOURS[cube // 2]}{cube % 2 + 1}"


def _short(look: Look, place: int, colour: str) -> str:
    """The cubes of a colour on a tile, such as R1, or R12 for both."""
    first = 2 * CUBE_COLOURS.index(colour)
    return colour[0].upper() + "".join(str(1 + i) for i in (0, 1) if look.s.at[first + i] == place)


# --- cards ---


def _name(card: int, number: bool = False) -> str:
    name = f"{COLOURS[COLOUR[card]]} {SYMBOLS[SYMBOL[card]]}"
    return f"{name} {NUMBER[card]}" if number else name


def _card(
    card: int, number: bool = False, marked: bool = False, actions: tuple[int, ...] = (), place: str = ""
) -> Piece:
    return Piece(
        "card",
        place + _name(card, number),
        colour=COLOURS[COLOUR[card]],
        symbol=SYMBOLS[SYMBOL[card]],
        number=int(NUMBER[card]) if number else None,
        marked=marked,
        actions=actions,
    )


def _matched(look: Look, card: int, tiles: int) -> bool:
    s = look.s
    return bool(matched(s.at, tiles & int(s.tiles[SYMBOL[card]]), int(COLOUR[card])))


def _held(look: Look, seat: int) -> int:
    return int(look.s.filled[seat]).bit_count()


def _hand(look: Look, seat: int) -> list[Piece]:
    """A hand with the letters of its places."""
    s = look.s
    cards = s.hand[seat] if seat == look.seat else s.open_hand[seat]
    pieces = []
    for place, card in enumerate(cards):
        if card:
            mine = seat == look.seat and s.phase == CARD and place in look.legal
            pieces.append(_card(int(card), True, actions=(place,) if mine else (), place=f"{'abcdefghi'[place]}: "))
    return pieces


def _relics(look: Look) -> list[Piece]:
    return [_card(int(card), marked=_matched(look, int(card), int(look.s.up))) for card in look.s.relics if card]


def _relic_note(look: Look) -> str:
    got = int(look.s.collected).bit_count()
    return f"collected {got} of {DECK}, {int(look.s.left[0])} in the deck; * would be collected now"


def _strikers(look: Look) -> list[Piece]:
    """The face-up Temple cards; those no cube stands up to are marked."""
    s = look.s
    pieces = []
    for place, card in enumerate(s.temple[: int(s.shown)]):
        strikes = int(s.waiting) >> place & 1 == 1 if s.phase == STRIKE else not _matched(look, int(card), int(s.up))
        pieces.append(_card(int(card), marked=strikes))
    return pieces


def _temple_note(look: Look) -> str:
    s = look.s
    note = "* still to strike" if s.phase == STRIKE else "* would strike now"
    return f"{note}; {int(s.left[1])} in the deck, {int(s.discard).bit_count()} discarded"
