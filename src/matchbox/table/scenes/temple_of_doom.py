"""Temple of Doom: the way out above, the temple row by row, the Front below; cards on both sides and in hand."""

from __future__ import annotations

from msgspec.structs import replace

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
from matchbox.table.green_box import back, card, tile
from matchbox.table.scene import Area, Choice, Look, Piece, Scene, Summary, Text, Words, say

summary = Summary(
    goal=say("Together, bring relics and cubes out of the temple before it falls apart: a score above 0 wins."),
    turn=say("Play a Movement card; each of its points moves a cube of its colour, or any cube onto its symbol."),
    end=say("Relics that are matched are collected; Temple cards that nobody stands up to flip and remove tiles."),
)
cover = [tile(0), Piece("cube", "R1", "red"), tile(4), Piece("cube", "B1", "blue")]
FLIPPED, HOLE = "##", "x"
MIDDLE = 5  # column of x = 0: tiles of a row lie two columns apart, those of the next row one column aside


def scene(look: Look) -> Scene:
    s = look.s
    own = [seat for seat in look.each_seat() if seat == look.seat or s.open_hand[seat].any()]
    score = int(s.score[0])
    killed = sum(int(place) == KILLED for place in s.at)
    areas = [
        Area(
            say("Outside"),
            _cubes(look, OUTSIDE),
            note=say("score now {score}, above 0 wins; {n} killed", score=f"{score:+d}", n=killed),
        ),
        Area(say("Temple"), _temple(look), "grid", look="temple", note=say("the way out is at the top")),
        Area(say("Front"), _cubes(look, FRONT)),
        Area(say("Relics"), _relics(look), note=_relic_note(look)),
        Area(say("Temple cards"), _strikers(look), note=_temple_note(look)),
    ]
    for seat in look.each_seat():
        cards = _hand(look, seat) if seat in own else [back(_held(look, seat))]
        leads: Words = say("leads the round") if seat == s.leader and s.seats > 1 else ""
        areas.append(Area(say("hand"), cards if _held(look, seat) else [], "fan", seat, leads))
    played = [c for c in range(len(COLOUR)) if int(s.played) >> c & 1]
    last = int(s.card) if played else 0
    note = say("round {n}; {left} Movement cards in the deck", n=s.rounds, left=s.left[2])
    areas.append(Area(say("Played"), [_card(c, True, marked=c == last) for c in played], note=note))
    return Scene(
        _prompt(look),
        areas,
        [Choice(say("Give up the point"), int(GIVE_UP))] if GIVE_UP in look.legal else [],
        coach=_coach(look),
        rules="a-round",
    )


def _coach(look: Look) -> Text:
    if look.s.phase == STRIKE:
        return say("Flipped tiles are removed at the next strike: choose one that nobody needs.")
    return say("A relic is collected when a cube of its colour stands on its symbol; so are Temple cards held off.")


def _prompt(look: Look) -> Words:
    s = look.s
    if s.phase == CARD:
        return say("Play a Movement card: each of its points moves a cube of its colour, or any cube onto its symbol.")
    if s.phase == STRIKE:
        striker = int(s.temple[s.striker])
        wanted = f"a tile with {SYMBOLS[SYMBOL[striker]]}" if s.strikes == FLIP_SYMBOL else "any tile"
        verb = "remove" if s.strikes == REMOVE else "flip"
        return f"{_name(striker)} strikes: {verb} {wanted} in the nearest row."
    left = int(s.points)
    points = f"{_name(int(s.card), True)}, {left} point{'s' * (left > 1)} left"
    if s.phase == STEP:
        return f"{points}: where does {_cube_name(int(s.mover))} go?"
    return f"{points}: which cube moves?"


# --- the temple ---


def _temple(look: Look) -> list[Piece]:
    """The tiles with their numbers, and the cubes on them."""
    s = look.s
    pieces, top = [], len(ROWS[s.layout]) - 1
    choosing = s.phase in (STEP, STRIKE)
    leave = (int(LEAVE),) if LEAVE in look.legal else ()
    pieces.append(Piece("square", say("OUT"), at=(MIDDLE, 0), span=(2, 1), marked=bool(leave), actions=leave))
    for place, (row, x) in enumerate(spots(int(s.layout))):
        at = (MIDDLE + x, 1 + top - row)
        symbol = int(s.symbols[place])
        actions = look.only(int(TO) + place) if choosing else ()
        label = say("tile {n}", n=place)
        if int(s.up) >> place & 1:
            text = f"{place}{SYMBOLS[symbol][:3]}"
            pieces.append(tile(symbol, text, at=at, span=(2, 1), marked=bool(actions), actions=actions, label=label))
        elif int(s.flipped) >> place & 1:
            text = f"{place}{FLIPPED}"
            pieces.append(
                Piece("tile", text, "brown", at=at, span=(2, 1), marked=bool(actions), actions=actions, label=label)
            )
        else:
            pieces.append(Piece("hole", HOLE, at=at, span=(2, 1)))
        for cube in _cubes(look, place):
            short = _short(look, place, cube.colour)
            pieces.append(replace(cube, text=short, count=1, label=f"{cube.text}", at=at, span=(2, 1)))
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


def _name(which: int, number: bool = False) -> str:
    name = f"{COLOURS[COLOUR[which]]} {SYMBOLS[SYMBOL[which]]}"
    return f"{name} {NUMBER[which]}" if number else name


def _card(
    which: int, number: bool = False, marked: bool = False, actions: tuple[int, ...] = (), place: str = ""
) -> Piece:
    """A card; the number matters only on Movement cards."""
    piece = card(which, place + _name(which, number), marked=marked, actions=actions)
    return piece if number else replace(piece, number=None, label=_name(which))


def _matched(look: Look, which: int, tiles: int) -> bool:
    s = look.s
    return bool(matched(s.at, tiles & int(s.tiles[SYMBOL[which]]), int(COLOUR[which])))


def _held(look: Look, seat: int) -> int:
    return int(look.s.filled[seat]).bit_count()


def _hand(look: Look, seat: int) -> list[Piece]:
    """A hand with the letters of its places."""
    s = look.s
    cards = s.hand[seat] if seat == look.seat else s.open_hand[seat]
    pieces = []
    for place, held in enumerate(cards):
        if held:
            mine = seat == look.seat and s.phase == CARD and place in look.legal
            pieces.append(_card(int(held), True, actions=(place,) if mine else (), place=f"{'abcdefghi'[place]}: "))
    return pieces


def _relics(look: Look) -> list[Piece]:
    return [_card(int(c), marked=_matched(look, int(c), int(look.s.up))) for c in look.s.relics if c]


def _relic_note(look: Look) -> str:
    got = int(look.s.collected).bit_count()
    return f"collected {got} of {DECK}, {int(look.s.left[0])} in the deck; * would be collected now"


def _strikers(look: Look) -> list[Piece]:
    """The face-up Temple cards; those no cube stands up to are marked."""
    s = look.s
    pieces = []
    for place, shown in enumerate(s.temple[: int(s.shown)]):
        strikes = int(s.waiting) >> place & 1 == 1 if s.phase == STRIKE else not _matched(look, int(shown), int(s.up))
        pieces.append(_card(int(shown), marked=strikes))
    return pieces


def _temple_note(look: Look) -> str:
    s = look.s
    note = "* still to strike" if s.phase == STRIKE else "* would strike now"
    return f"{note}; {int(s.left[1])} in the deck, {int(s.discard).bit_count()} discarded"
