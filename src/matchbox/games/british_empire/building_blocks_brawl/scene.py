"""Building Blocks Brawl: the field in the middle, chips and claimed tiles at each side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from matchbox.engine import NOBODY
from matchbox.scene import (
    Area,
    GameEvent,
    Look,
    Moment,
    Piece,
    Player,
    Scene,
    SeatStatus,
    Seen,
    Side,
    Summary,
    TallyRow,
    Text,
    Theme,
    Words,
    listed,
    say,
    tiles,
)

from ..components import count, sum_of
from ..pieces import SEAT_COLOURS, chips_form, deck, hand_areas, is_screened, number_tile, paid_bag, purse, stacks
from .rules import CARRY, HOLD, State, worth

summary = Summary(
    goal=say("Have the higher product: the total of your tiles times the value of the chips you have left."),
    turn=say("Both players hold chips in secret. The higher value pays them and claims the tiles on the field."),
    end=say("The game ends immediately when the third 2 is turned up."),
)
theme = Theme(255, "bricks", "bidding", say("Bid, or keep to multiply"), "Blocks Brawl")
cover = [number_tile(3), Piece("chip", "blue", "blue", count=3), Piece("chip", "red", "red"), number_tile(2)]


WORTH = (1, 2, 3)
"""Of the chips, by colour."""


def scene(look: Look[State]) -> Scene:
    s = look.s
    areas = [
        Area(say("Up for bids"), tiles(s.field), note=_stakes(s), look="felt", key="field"),
        _deck(look),
        *_aside(s),
        paid_bag(look, WORTH, _in_bag(s)),  # last: where there is no room for everything, it leaves first
    ]
    for seat in look.each_seat():
        closed = seat not in look.acting and not s.over
        areas += [
            Area(say("Tiles"), tiles(s.claimed[seat]), seat=seat, key=f"tiles/{seat}"),
            purse(look, seat, closed, WORTH),
            *hand_areas(look, seat, closed, s.held[seat], WORTH, say("worth {n}", n=worth(s.held[seat]))),
        ]
    return Scene(
        say("How much do you bid for {tile}?", tile=_field(s)) if s.field.any() else "",
        areas,
        forms=chips_form(
            look, HOLD, "", say("Bid"), _bid, submits=_close, worth=WORTH, area="chips", box=say("Your hand")
        ),
        why=say("The higher bid pays and takes it. Chips that you keep multiply your tiles at the end."),
        coach=say("Chips you pay are gone; chips you keep multiply your tiles at the end. Equal hands pay nothing."),
        rules="a-round",
        round=say("Round {n}", n=_round(s)),
        seats=[_status(look, seat) for seat in range(2)],
        tally=_tally(s),
    )


def _round(s: State) -> int:
    return 7 - count(s.in_deck) - int(s.over)


def _status(look: Look[State], seat: int) -> SeatStatus:
    s = look.s
    total, value = int(sum_of(s.claimed[seat])), int(worth(s.chips[seat]))
    if is_screened(s, look.seat, seat):
        return SeatStatus(seat, SEAT_COLOURS[seat], line=say("{sum} × ? left", sum=total))
    line = say("{sum} × {value} left", sum=total, value=value)
    return SeatStatus(seat, SEAT_COLOURS[seat], total * value, line=line)


def _tally(s: State) -> list[TallyRow]:
    if not s.over:
        return []
    totals = [int(sum_of(s.claimed[seat])) for seat in range(2)]
    values = [int(worth(s.chips[seat])) for seat in range(2)]
    products = [total * value for total, value in zip(totals, values, strict=True)]
    return [
        TallyRow(say("Tiles claimed"), totals, number_tile(3)),
        TallyRow(say("Chips left"), values, Piece("chip", "blue", "blue", number=WORTH[0])),
        TallyRow(say("Tiles × chips"), products, total=True),
    ]


def _stakes(s: State) -> Words:
    if count(s.field) > 1:
        return say("{n} in all, after a tie", n=sum_of(s.field))
    return "" if s.field.any() else say("no tile")


def _deck(look: Look[State]) -> Area:
    """The tiles to come. The third 2 is the last in the deck."""
    s, n = look.s, count(look.s.in_deck)
    note = say("{n} {n|tile|tiles} to come. The last 2 ends the game.", n=n)
    if s.in_deck[2] == 1:
        note = say("{n} {n|tile|tiles} to come. The 2 ends the game.", n=n)
    found = replace(deck(look, s.in_deck), note=say("The third 2 has ended the game.") if s.over else note)
    if s.in_deck[2] != 1 or look.help == "none":
        return found
    return replace(found, pieces=[replace(piece, marked=piece.number == 2) for piece in found.pieces])


def _aside(s: State) -> list[Area]:
    """The tiles that nobody gets. Where ties may bring some, they have a place from the start."""
    found = [number_tile(n, dimmed=True) for n in (1, 2, 3) for _ in range(int(s.aside[n]))]
    if not found and s.tie_tile == CARRY:
        return []
    note = say("nobody gets it") if len(found) == 1 else say("nobody gets them") if found else say("nothing yet")
    return [Area(say("Set aside"), found, note=note, key="aside")]


def _in_bag(s: State) -> Words:
    return say("{n} in the bag, out of the game", n=worth(s.bag)) if s.bag.any() else say("The bag is empty")


def revealed(before: State, after: State) -> Iterator[tuple[int, int]]:
    """Both hands, as soon as both seats have chosen."""
    for seat in range(2):
        yield seat, HOLD.id(*map(int, after.shown[seat]))


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """A closed hand for its owner, then both hands, the tile turned up next, and at the end the products."""
    before, after = seen.before, seen.after
    turned = [n for n in (1, 2, 3) if after.in_deck[n] < before.in_deck[n]]
    if not turned:
        yield from told_choice(seen)
        return
    yield from _told_hands(seen)
    icon = number_tile(turned[0])
    if seen.ended:
        yield from _told_end(after)
        return
    text = say("Round {n} begins with a {tile}.", n=7 - count(after.in_deck), tile=turned[0])
    if turned[0] == 2:
        text = say("Round {n} begins with the first 2.", n=7 - count(after.in_deck))
        if after.in_deck[2] == 1:
            text = say("Round {n} begins with the second 2; the third ends the game.", n=7 - count(after.in_deck))
    yield GameEvent("round", text, icon, minor=True)


def told_choice(seen: Seen[State]) -> Iterator[GameEvent]:
    """The viewer's own hand."""
    if hand := seen.chose(HOLD):
        n = hand[0] + 2 * hand[1] + 3 * hand[2]
        text = say("You close your hand on chips worth {n}.", n=n) if n else say("You leave your hand empty.")
        yield GameEvent("choice", text)


def _told_hands(seen: Seen[State]) -> Iterator[GameEvent]:
    """The open hands: the higher value pays and claims the field."""
    before, after = seen.before, seen.after
    values, field = [int(worth(after.shown[seat])) for seat in range(2)], _field(before)
    tied, winner = values[0] == values[1], int(values[1] > values[0])
    icon, prize = tiles(before.field)[0], tiles(before.field)
    sides = []
    for seat in range(2):
        won = seat == winner and not tied
        verdict = say("pays and takes it") if won else say("keeps the chips")
        sides.append(Side(seat, stacks(after.shown[seat], worth=WORTH), values[seat], "", verdict, won))
    if tied:
        text = say("Both hands are empty: nobody claims {tile}.", tile=field)
        if values[0]:
            text = say("Both bid {n}: nobody claims {tile}.", n=values[0], tile=field)
        why = say("Nobody pays. The tile is put aside for good.")
        if after.tie_tile == CARRY:
            why = say("Nobody pays. The field waits for the next winner.")
        if seen.ended:
            why = say("Nobody pays.")
        yield GameEvent("reveal", text, icon, moment=Moment(text, why, sides, prize))
        if not seen.ended:
            text = say("The tile is put aside for good.")
            if after.tie_tile == CARRY:
                text = say("The field waits for the next winner.")
            yield GameEvent("move", text, minor=True)
        return
    text = say(
        "{who} claims {tile} with {high} against {low}.",
        you="You claim {tile} with {high} against {low}.",
        who=Player(winner),
        high=values[winner],
        low=values[1 - winner] or say("nothing"),
        tile=field,
    )
    product = _told_product(after, winner)
    if is_screened(after, seen.viewer, winner):
        why = say("The chips paid go into the bag.")
        yield GameEvent("reveal", text, icon, moment=Moment(text, why, sides, prize))
        return
    yield GameEvent("reveal", text, icon, moment=Moment(text, product.text, sides, prize))
    if not seen.ended:
        yield product


def _told_end(after: State) -> Iterator[GameEvent]:
    """The third 2: both products, and whose is higher."""
    values = [int(sum_of(after.claimed[seat])) * int(worth(after.chips[seat])) for seat in range(2)]
    best = [rank == min(after.rank[:2]) for rank in after.rank[:2]]
    sides = []
    for seat in range(2):
        words: dict[str, Any] = {"sum": sum_of(after.claimed[seat]), "value": worth(after.chips[seat])}
        verdict = say("tiles {sum} × chips {value}", **words)
        sides.append(Side(seat, tiles(after.claimed[seat]), values[seat], "", verdict, best[seat] and not all(best)))
    winner = int(values[1] > values[0])
    text = say(
        "The third 2 ends the game: {who} wins with {high} against {low}.",
        you="The third 2 ends the game: you win with {high} against {low}.",
        who=Player(winner),
        high=_product(after, winner),
        low=_product(after, 1 - winner),
    )
    why = say("The total of the tiles times the value of the chips left.")
    if values[0] == values[1]:
        text = say("The third 2 ends the game: both products are {n}.", n=values[0])
        if after.last_claimer != NOBODY:
            why = say("Equal products: the last player to claim a tile wins.")
    yield GameEvent("draw", text, number_tile(2), moment=Moment(text, why, sides, [number_tile(2)]))


def _product(s: State, seat: int) -> Text:
    total, value = int(sum_of(s.claimed[seat])), int(worth(s.chips[seat]))
    return say("{sum} × {value} = {product}", sum=total, value=value, product=total * value)


def _told_product(s: State, seat: int) -> GameEvent:
    text = say(
        "{who}'s product is {product}.",
        you="Your product is {product}.",
        who=Player(seat),
        product=_product(s, seat),
    )
    return GameEvent("score", text, minor=True)


def _field(s: State) -> Words:
    """The tiles on the field: "the 1", "both 1s and the 3"."""
    *earlier, last = [
        say("the {n}", n=n) if s.field[n] == 1 else say("both {n}s", n=n) for n in (1, 2, 3) if s.field[n]
    ]
    return say("{a} and {b}", a=listed(earlier), b=last) if earlier else last


def _bid(blue: int, red: int, green: int) -> Text:
    value = blue + 2 * red + 3 * green
    return say("a bid of {n}", n=value) if value else say("bid nothing")


def _close(blue: int, red: int, green: int) -> Text:
    value = blue + 2 * red + 3 * green
    return say("Bid {n}", n=value) if value else say("Bid nothing")
