"""15 Pounds of 4 Cheeses: bag and field in the middle, chips and tiles at each side."""

from __future__ import annotations

from collections.abc import Callable

from matchbox.boxes.british_empire.components import COLOURS
from matchbox.boxes.british_empire.fifteen_pounds import (
    GOAL,
    GRAB,
    HOLD,
    NOBODY,
    ORDER,
    SET,
    STEAL,
    THEFT,
    TILE,
    target,
    worth,
)
from matchbox.table.scene import Area, Look, Piece, Scene, tiles

EMPTY = SET.first


def scene(look: Look) -> Scene:
    s = look.s
    grab = Piece("chip", "chip", hidden=True, count=int(s.bag.sum()), actions=(GRAB,) if GRAB in look.legal else ())
    inside = ", ".join(f"{int(n)} {name}" for name, n in zip(COLOURS, s.bag, strict=True) if n)
    me = max(look.seat, 0)
    areas = [
        Area("Bag", [grab] if inside else [], note=inside or "empty"),
        Area("Field", _stacks(s.field, lambda colour: _gaining(look, colour)), note=f"worth {int(worth(s.field))}"),
        *_duel(look),
    ]
    for seat in look.each_seat():
        mine = seat == me
        lacking = ", ".join(name for name, n in zip(COLOURS, s.chips[seat], strict=True) if not n)
        note = f"worth {int(worth(s.chips[seat]))} of {GOAL}; " + (
            f"lacks {lacking}" if lacking else "all four colours"
        )
        own = _stacks(s.chips[seat], lambda c, mine=mine: _giving(look, c) if mine else _stealing(look, c))  # type: ignore[misc]
        hand = [
            Piece("tile", str(n), number=n, actions=(TILE.id(n),) if mine and TILE.id(n) in look.legal else ())
            for n in (1, 2, 3)
            if s.in_hand[seat, n]
        ]
        areas += [Area("chips", own, seat=seat, note=note), Area("tiles", hand, seat=seat, note=_used(look, seat))]
    if s.phase == HOLD and EMPTY in look.legal:
        areas.append(Area("Or", [Piece("marker", "hold nothing", actions=(EMPTY,))]))
    same = SET.id(*(int(n) for n in s.chips[me]))
    if s.phase not in (ORDER, HOLD) and same in look.legal:
        areas.append(Area("Or", [Piece("marker", "keep your chips as they are", actions=(same,))]))
    return Scene(_prompt(look), areas)


def _prompt(look: Look) -> str:
    s = look.s
    if look.seat not in look.acting:
        return look.waiting()
    if s.phase == ORDER:
        return f"Round {int(s.rounds)}: choose a tile. The smaller number acts first, equal ones duel."
    number, other = int(s.number[look.seat]), look.names[1 - look.seat]
    if s.phase == HOLD:
        return f"Both used {number}: hold chips for a duel. The greater value steals a chip, its own go onto the field."
    if s.phase == STEAL:
        return f"You won the duel: steal one of {other}'s chips."
    total, many = int(target(s, look.seat)), "a chip" if number == 1 else f"{number} chips"
    exchange = f"exchange with the field so that you own chips worth {total} ({total - number} + {number})"
    if GRAB not in look.legal:
        return f"The bag is empty: {exchange}."
    if look.legal == [GRAB]:
        return f"Grab {many} from the bag; no exchange would leave you with {total}."
    return f"Grab {many} from the bag, or {exchange}."


def _stacks(counts: list[int], actions: Callable[[int], tuple[int, ...]]) -> list[Piece]:
    return [
        Piece("chip", name, colour=name, count=int(n), actions=actions(colour))
        for colour, (name, n) in enumerate(zip(COLOURS, counts, strict=True))
        if n
    ]


def _sets(look: Look) -> list[tuple[int, tuple[int, ...]]]:
    return [(action, SET.args(action)) for action in look.legal if SET.has(action)]


def _gaining(look: Look, colour: int) -> tuple[int, ...]:
    """Exchanges that take chips of this colour from the field."""
    if look.s.phase == HOLD or look.seat < 0:
        return ()
    return tuple(a for a, chips in _sets(look) if chips[colour] > look.s.chips[look.seat, colour])


def _giving(look: Look, colour: int) -> tuple[int, ...]:
    """Hands that hold chips of this colour, or exchanges that give some away."""
    if look.s.phase == HOLD:
        return tuple(a for a, chips in _sets(look) if chips[colour] > 0)
    return tuple(a for a, chips in _sets(look) if chips[colour] < look.s.chips[look.seat, colour])


def _stealing(look: Look, colour: int) -> tuple[int, ...]:
    return (THEFT.id(colour),) if THEFT.id(colour) in look.legal else ()


def _used(look: Look, seat: int) -> str:
    """The tiles lying aside, and what the seat did with the last one."""
    s = look.s
    notes = []
    if aside := [n for n in (1, 2, 3) if not s.in_hand[seat, n]]:
        notes.append("used " + ", ".join(map(str, aside)))
    if s.phase != ORDER and not s.over:
        notes.append(f"now {int(s.number[seat])}, so an exchange makes {int(target(s, seat))}")
    if s.drawn[seat].any():
        drawn = (f"{int(n)} {name}" for name, n in zip(COLOURS, s.drawn[seat], strict=True) if n)
        notes.append("grabbed " + ", ".join(drawn))
    return "; ".join(notes)


def _duel(look: Look) -> list[Area]:
    """The hands of this round's duel, or of the last round's while tiles are chosen."""
    s = look.s
    coin = Area("Coin", tiles([0, 0, 1]))
    if s.winner == NOBODY:
        return [coin]
    how = "the coin decided for" if s.coin else "won by"
    areas = [Area("Coin", tiles([0, 0, 1]), note=f"last duel: {how} {look.names[s.winner]}")]
    for seat in look.each_seat():
        held = int(worth(s.shown[seat]))
        areas.append(Area("held", _stacks(s.shown[seat], lambda colour: ()), seat=seat, note=f"worth {held}"))
    return areas
