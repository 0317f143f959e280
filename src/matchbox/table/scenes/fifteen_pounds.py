"""15 Pounds of 4 Cheeses: bag and field in the middle, chips and tiles at each side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matchbox.boxes.british_empire.components import COLOURS
from matchbox.boxes.british_empire.fifteen_pounds import GOAL, GRAB, HOLD, ORDER, SET, STEAL, THEFT, TILE, target, worth
from matchbox.engine import NOBODY
from matchbox.table.british_empire import chips_form, number_tile, stacks
from matchbox.table.scene import Area, Choice, Form, Look, Piece, Scene, Summary, Text, Words, say, tiles

summary = Summary(
    goal=say("Own a chip of each of the four colours, or chips worth {n}.", n=GOAL),
    turn=say("Choose a tile in secret: the smaller number acts first, the greater one gets more, equal numbers duel."),
    end=say("After each round it is checked whether somebody has all colours or {n} pounds.", n=GOAL),
)
cover = [Piece("chip", colour, colour) for colour in COLOURS]


def scene(look: Look) -> Scene:
    s = look.s
    me = max(look.seat, 0)
    grab = Piece("chip", say("chip"), hidden=True, count=int(s.bag.sum()), actions=look.only(GRAB))
    inside = ", ".join(f"{int(n)} {name}" for name, n in zip(COLOURS, s.bag, strict=True) if n)
    areas = [
        Area(say("Bag"), [grab] if inside else [], note=inside or say("empty"), look="bag"),
        Area(say("Field"), stacks(s.field), note=say("worth {n}", n=worth(s.field)), look="felt"),
        *_duel(look),
    ]
    for seat in look.each_seat():
        areas += _side(look, seat)
    return Scene(
        _prompt(look),
        areas,
        choices=[Choice(say("Grab from the bag"), int(GRAB))] if GRAB in look.legal else [],
        forms=_form(look, me),
        coach=_coach(look),
        rules="a-round",
    )


def revealed(before: Any, after: Any) -> Iterator[tuple[int, int]]:
    """Tiles at once, and the hands of a duel."""
    for seat in range(2):
        if before.phase == ORDER:
            yield seat, TILE.id(after.number[seat])
        elif before.phase == HOLD:
            yield seat, SET.id(*after.shown[seat])


def _form(look: Look, me: int) -> list[Form]:
    s = look.s
    if s.phase == HOLD:
        return chips_form(look, SET, say("Your hand for the duel"), say("Commit"), _worth)
    title = say("The chips you own after the exchange, worth {n}", n=target(s, me))
    return chips_form(look, SET, title, say("Exchange"), lambda *chips: _exchange(s, me, chips))


def _worth(*chips: int) -> Words:
    value = sum((colour + 1) * n for colour, n in enumerate(chips))
    return say("worth {n}", n=value) if value else say("hold nothing")


def _exchange(s: Any, me: int, chips: tuple[int, ...]) -> Words:
    """What an exchange gives and takes."""
    change = [n - int(own) for n, own in zip(chips, s.chips[me], strict=True)]
    signed = [f"{n:+d} {name}" for name, n in zip(COLOURS, change, strict=True) if n]
    return ", ".join(signed) or say("keep your chips as they are")


def _side(look: Look, seat: int) -> list[Area]:
    s = look.s
    mine = seat == look.seat
    lacking = ", ".join(name for name, n in zip(COLOURS, s.chips[seat], strict=True) if not n)
    note = say("worth {n} of {goal}; all four colours", n=worth(s.chips[seat]), goal=GOAL)
    if lacking:
        note = say("worth {n} of {goal}; lacks {colours}", n=worth(s.chips[seat]), goal=GOAL, colours=lacking)
    own = stacks(s.chips[seat], lambda colour: () if mine else look.only(THEFT.id(colour)))
    hand = [
        number_tile(n, actions=look.only(TILE.id(n)) if mine else (), dimmed=not s.in_hand[seat, n]) for n in (1, 2, 3)
    ]
    return [Area(say("chips"), own, seat=seat, note=note), Area(say("tiles"), hand, seat=seat, note=_used(look, seat))]


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
    coin = tiles([0, 0, 1])
    if s.winner == NOBODY:
        return [Area(say("Coin"), coin)]
    how = say("last duel: the coin decided for {name}", name=look.names[s.winner])
    if not s.coin:
        how = say("last duel: won by {name}", name=look.names[s.winner])
    areas = [Area(say("Coin"), coin, note=how)]
    for seat in look.each_seat():
        note = say("worth {n}", n=worth(s.shown[seat]))
        areas.append(Area(say("held in the duel"), stacks(s.shown[seat]), seat=seat, note=note))
    return areas


def _prompt(look: Look) -> Words:
    s = look.s
    if s.phase == ORDER:
        return say("Round {n}: choose a tile. The smaller number acts first, equal ones duel.", n=s.rounds)
    me = max(look.seat, 0)
    number, other = int(s.number[me]), look.names[1 - me]
    if s.phase == HOLD:
        return say(
            "Both used {n}: hold chips for a duel. The greater value steals a chip, its own go onto the field.",
            n=number,
        )
    if s.phase == STEAL:
        return say("You won the duel: steal one of {name}'s chips.", name=other)
    total = int(target(s, me))
    exchange = f"exchange with the field so that you own chips worth {total} ({total - number} + {number})"
    many = "a chip" if number == 1 else f"{number} chips"
    if GRAB not in look.legal:
        return f"The bag is empty: {exchange}."
    if list(look.legal) == [GRAB]:
        return f"Grab {many} from the bag; no exchange would leave you with {total}."
    return f"Grab {many} from the bag, or {exchange}."


def _coach(look: Look) -> Text:
    s = look.s
    if s.phase == ORDER:
        return say(
            "A 1 acts first and has the best of the field; a 3 gets more. Used tiles come back after three rounds."
        )
    if s.phase == HOLD:
        return say("Winning steals a chip but costs the chips you hold; losing costs one chip of the winner's choice.")
    if s.phase == STEAL:
        return say("Take what you lack, or what the other one needs.")
    return say("Chips of one colour are all kept; mixed ones leave you only one of the lowest value.")
