"""Building Blocks Brawl: the field in the middle, chips and claimed tiles at each side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matchbox.engine import NOBODY
from matchbox.scene import (
    Area,
    GameEvent,
    Look,
    Moment,
    Piece,
    Player,
    Scene,
    Seen,
    Side,
    Summary,
    Text,
    Words,
    listed,
    say,
    tiles,
)

from ..components import count, sum_of
from ..pieces import chips_form, closed_hand, number_tile, stacks
from .rules import CARRY, HOLD, State, worth

summary = Summary(
    goal=say("Have the higher product: the total of your tiles times the value of the chips you have left."),
    turn=say("Both players hold chips in secret. The higher value pays them and claims the tiles on the field."),
    end=say("The game ends immediately when the third 2 is turned up."),
)
cover = [number_tile(3), Piece("chip", "blue", "blue", count=3), Piece("chip", "red", "red"), number_tile(2)]


def scene(look: Look[State]) -> Scene:
    s = look.s
    left = listed([say("{count} of {number}", count=s.in_deck[n], number=n) for n in (1, 2, 3) if s.in_deck[n]])
    areas = [
        Area(
            say("Field"),
            tiles(s.field),
            note=say("2s turned up: {n} of 3; deck: {left}", n=3 - int(s.in_deck[2]), left=left or say("empty")),
        ),
        Area(say("Bag"), stacks(s.bag), look="bag", note="" if s.bag.any() else say("empty")),
    ]
    for seat in look.each_seat():
        value, total = worth(s.chips[seat]), sum_of(s.claimed[seat])
        areas += [
            Area(say("chips"), stacks(s.chips[seat]), seat=seat, note=say("worth {n}", n=value)),
            Area(
                say("tiles"),
                tiles(s.claimed[seat]),
                seat=seat,
                note=say("{sum} x {value} = {product}", sum=total, value=value, product=total * value),
            ),
        ]
        if seat not in look.acting and not s.over:
            areas.append(Area(say("hand"), [closed_hand()], seat=seat, note=say("has chosen")))
        if s.last_claimer != NOBODY or s.shown.any():
            shown = int(worth(s.shown[seat]))
            areas.append(Area(say("last held"), stacks(s.shown[seat]), seat=seat, note=say("worth {n}", n=shown)))
    return Scene(
        say("Hold chips: the higher value pays them and claims the field."),
        areas,
        forms=chips_form(look, HOLD, say("Your hand"), say("Bid"), _bid),
        coach=say("Chips you pay are gone; chips you keep multiply your tiles at the end. Equal hands pay nothing."),
        rules="a-round",
    )


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
        yield GameEvent("draw", say("The third 2 is turned up: the game ends."), icon, minor=True)
        for seat in range(2):
            yield _told_product(after, seat)
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
    words: dict[str, Any] = {"high": values[winner], "low": values[1 - winner] or say("nothing"), "tile": field}
    title = say("{who} claims {tile}", you="You claim {tile}", who=Player(winner), tile=field)
    why = say("{high} against {low}", high=words["high"], low=words["low"])
    sides = []
    for seat in range(2):
        won = seat == winner and not tied
        verdict = say("a tie") if tied else say("claims it") if won else say("outbid")
        sides.append(Side(seat, stacks(after.shown[seat]), values[seat], "", verdict, won))
    if tied:
        title, why = say("A tie"), say("{n} each", n=values[0]) if values[0] else say("both hands are empty")
    moment, icon = Moment(title, why, sides, tiles(before.field)), tiles(before.field)[0]
    if not tied:
        text = say(
            "{who} claims {tile} with {high} against {low}.",
            you="You claim {tile} with {high} against {low}.",
            who=Player(winner),
            **words,
        )
        yield GameEvent("reveal", text, icon, moment=moment)
        if not seen.ended:
            yield _told_product(after, winner)
        return
    text = say("Both hands are empty: nobody claims {tile}.", tile=field)
    if values[0]:
        text = say("Both bid {n}: nobody claims {tile}.", n=values[0], tile=field)
    yield GameEvent("reveal", text, icon, moment=moment)
    if not seen.ended:
        text = say("The tile is put aside for good.")
        if after.tie_tile == CARRY:
            text = say("The field waits for the next winner.")
        yield GameEvent("move", text, minor=True)


def _told_product(s: State, seat: int) -> GameEvent:
    total, value = int(sum_of(s.claimed[seat])), int(worth(s.chips[seat]))
    text = say(
        "{who}'s product is {sum} x {value} = {product}.",
        you="Your product is {sum} x {value} = {product}.",
        who=Player(seat),
        sum=total,
        value=value,
        product=total * value,
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
