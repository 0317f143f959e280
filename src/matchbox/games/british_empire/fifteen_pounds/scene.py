"""15 Pounds of 4 Cheeses: bag and field in the middle, chips and tiles at each side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matchbox.engine import NOBODY
from matchbox.scene import Area, Choice, Form, Look, Piece, Scene, Summary, Text, Words, facts, listed, say, tiles

from ..components import COLOURS
from ..pieces import chip_count, chips_form, colour_counts, number_tile, stacks
from .rules import GOAL, GRAB, HOLD, ORDER, SET, STEAL, THEFT, TILE, target, worth

summary = Summary(
    goal=say("Own a chip of each of the four colours, or chips worth {n}.", n=GOAL),
    turn=say("Choose a tile in secret. The lower number acts first, the higher number gets more, equal numbers duel."),
    end=say("After a round, all four colours or chips worth {n} win.", n=GOAL),
)
cover = [Piece("chip", colour, colour) for colour in COLOURS]


def scene(look: Look) -> Scene:
    s = look.s
    me = max(look.seat, 0)
    bag = Piece("chip", say("chip"), hidden=True, count=int(s.bag.sum()), actions=look.only(GRAB))
    contents = colour_counts(s.bag)
    areas = [
        Area(say("Bag"), [bag] if contents else [], note=contents or say("empty"), look="bag"),
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
    """Both tiles, and both hands of a duel."""
    for seat in range(2):
        if before.phase == ORDER:
            yield seat, TILE.id(after.number[seat])
        elif before.phase == HOLD:
            yield seat, SET.id(*after.shown[seat])


def _form(look: Look, me: int) -> list[Form]:
    s = look.s
    if s.phase == HOLD:
        return chips_form(look, SET, say("Your hand for the duel"), say("Commit"), _worth)
    title = say("Your chips after the exchange, worth {n}", n=target(s, me))
    return chips_form(look, SET, title, say("Exchange"), lambda *chips: _exchange(s, me, chips))


def _worth(*chips: int) -> Words:
    value = sum((colour + 1) * n for colour, n in enumerate(chips))
    return say("worth {n}", n=value) if value else say("hold nothing")


def _exchange(s: Any, me: int, chips: tuple[int, ...]) -> Words:
    """The chips that an exchange takes and gives."""
    change = [n - int(own) for n, own in zip(chips, s.chips[me], strict=True)]
    signed = [say("{n} {colour}", n=f"{n:+d}", colour=name) for name, n in zip(COLOURS, change, strict=True) if n]
    return listed(signed) or say("keep your chips as they are")


def _side(look: Look, seat: int) -> list[Area]:
    s = look.s
    mine = seat == look.seat
    missing = listed([name for name, n in zip(COLOURS, s.chips[seat], strict=True) if not n])
    note = say("worth {n} of {goal}; all four colours", n=worth(s.chips[seat]), goal=GOAL)
    if missing:
        note = say("worth {n} of {goal}; missing {colours}", n=worth(s.chips[seat]), goal=GOAL, colours=missing)
    own = stacks(s.chips[seat], lambda colour: () if mine else look.only(THEFT.id(colour)))
    hand = [
        number_tile(n, actions=look.only(TILE.id(n)) if mine else (), dimmed=not s.in_hand[seat, n]) for n in (1, 2, 3)
    ]
    return [
        Area(say("chips"), own, seat=seat, note=note),
        Area(say("tiles"), hand, seat=seat, note=_tile_facts(look, seat)),
    ]


def _tile_facts(look: Look, seat: int) -> Words:
    """The used tiles, the current one, and the chips grabbed with it."""
    s = look.s
    notes: list[Words] = []
    if used := [str(n) for n in (1, 2, 3) if not s.in_hand[seat, n]]:
        notes.append(say("used {numbers}", numbers=", ".join(used)))
    if s.phase != ORDER and not s.over:
        notes.append(say("now {n}: an exchange reaches {total}", n=s.number[seat], total=target(s, seat)))
    if s.drawn[seat].any():
        notes.append(say("grabbed {chips}", chips=colour_counts(s.drawn[seat])))
    return facts(notes)


def _duel(look: Look) -> list[Area]:
    """The hands of this round's duel, or of the last round's while players choose tiles."""
    s = look.s
    coin = tiles([0, 0, 1])
    if s.winner == NOBODY:
        return [Area(say("Coin"), coin)]
    how = say("last duel: {name} won by the coin", name=look.names[s.winner])
    if not s.coin:
        how = say("last duel: {name} won", name=look.names[s.winner])
    areas = [Area(say("Coin"), coin, note=how)]
    for seat in look.each_seat():
        note = say("worth {n}", n=worth(s.shown[seat]))
        areas.append(Area(say("held in the duel"), stacks(s.shown[seat]), seat=seat, note=note))
    return areas


def _prompt(look: Look) -> Text:
    s = look.s
    if s.phase == ORDER:
        return say("Round {n}: choose a tile. The lower number acts first; equal numbers duel.", n=s.rounds)
    me = max(look.seat, 0)
    number, opponent = int(s.number[me]), look.names[1 - me]
    if s.phase == HOLD:
        return say(
            "Both of you played {n}: hold chips for a duel. The higher value steals a chip and pays with its hand.",
            n=number,
        )
    if s.phase == STEAL:
        return say("You won the duel: steal one of {name}'s chips.", name=opponent)
    total = int(target(s, me))
    start = total - number
    if GRAB not in look.legal:
        return say(
            "The bag is empty: exchange with the field so that your chips are worth {total} ({start} + {n}).",
            total=total,
            start=start,
            n=number,
        )
    if list(look.legal) == [GRAB]:
        return say("Grab {chips} from the bag: no exchange reaches {total}.", chips=chip_count(number), total=total)
    return say(
        "Grab {chips} from the bag, or exchange with the field so that your chips are worth {total} ({start} + {n}).",
        chips=chip_count(number),
        total=total,
        start=start,
        n=number,
    )


def _coach(look: Look) -> Text:
    s = look.s
    if s.phase == ORDER:
        return say("A 1 acts first and has the best pick of the field. A 3 gets more. Tiles return after three rounds.")
    if s.phase == HOLD:
        return say("The winner steals a chip but pays the chips held. The loser keeps the hand and loses one chip.")
    if s.phase == STEAL:
        return say("Take a colour that you need, or one that your opponent needs.")
    return say("A grab of a single colour is yours in full. From mixed colours you keep only one chip of the lowest.")
