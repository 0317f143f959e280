"""Futakotamagawa Fireworks Festival: two tiles with the chips on them, chips and tiles at each side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matchbox.scene import (
    Area,
    Choice,
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
    Text,
    Theme,
    Words,
    facts,
    say,
    tiles,
)

from ..components import COLOURS
from ..pieces import (
    SEAT_COLOURS,
    chips_form,
    deck,
    hand_areas,
    left_line,
    number_tile,
    paid_bag,
    purse,
    stacks,
    tile_tally,
)
from ..tile_race import GOAL
from .rules import CLAIM, HOLD, POINT, TAKING, State, pence

summary = Summary(
    goal=say("Be the first to claim tiles that add up to {n}.", n=GOAL),
    turn=say("Hold chips and point at a tile. Together you bid for it; alone you take a chip from it and leave yours."),
    end=say("The first player with tiles worth {n} or more wins immediately.", n=GOAL),
)
theme = Theme(285, "rays", "bidding", say("Secret bid and target"), "Fireworks Festival")
cover = [number_tile(1), Piece("chip", "red", "red", count=2), number_tile(3), Piece("chip", "green", "green")]


WORTH = (10, 50, 100)
"""Pence by colour."""


def scene(look: Look[State]) -> Scene:
    s = look.s
    areas = [_slot(look, slot) for slot in range(2)]
    areas += [
        deck(look, s.in_deck),
        paid_bag(look, WORTH, _in_bag(s)),
    ]
    for seat in look.each_seat():
        areas += _side(look, seat)
    return Scene(
        _prompt(look),
        areas,
        forms=chips_form(
            look, HOLD, "", say("Close hand"), _value, submits=_close, worth=WORTH, area="chips", box=say("Your hand")
        ),
        commits=[Choice(say("Point at {tile}", tile=_tile(s, slot)), POINT.id(slot)) for slot in range(2)],
        why=_why(look),
        coach=_coach(look),
        rules="a-round",
        round=say("Round {n}", n=s.rounds),
        seats=[_status(look, seat) for seat in range(2)],
        tally=tile_tally(s.claimed) if s.over else (),
    )


def revealed(before: State, after: State) -> Iterator[tuple[int, int]]:
    """The slots first; the chips taken and the hands at the end of the round."""
    for seat in range(2):
        if before.phase != TAKING:
            yield seat, POINT.id(int(after.aim[seat]))
        elif after.taken[seat]:
            yield seat, CLAIM.id(int(after.taken[seat]) - 1)
        if after.phase != TAKING:
            yield seat, HOLD.id(*map(int, after.shown[seat]))


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """A seat's choice for itself, then the pointing, then the round as a whole."""
    before, after = seen.before, seen.after
    round_over = after.rounds > before.rounds or seen.ended
    pointed = before.phase != TAKING and (after.phase == TAKING or round_over)
    if not pointed:
        yield from told_choice(seen)
    if pointed and after.aim[0] != after.aim[1]:
        for seat in range(2):
            text = say(
                "{who} points at {tile}.",
                you="You point at {tile}.",
                who=Player(seat),
                tile=_tile(before, after.aim[seat]),
            )
            yield GameEvent("reveal", text, number_tile(before.tiles[after.aim[seat]]))
    if not round_over:
        return
    if after.aim[0] == after.aim[1]:
        yield from _told_bids(before, after, int(after.aim[0]))
    else:
        for seat in range(2):
            yield _told_alone(before, after, seat)
    if not seen.ended:
        yield GameEvent("round", say("Round {n} begins.", n=after.rounds), minor=True)


def told_choice(seen: Seen[State]) -> Iterator[GameEvent]:
    """The viewer's own choice."""
    if hand := seen.chose(HOLD):
        yield GameEvent("choice", say("You close your hand on {sum}.", sum=_sum(_pence(hand))))
    elif pointed := seen.chose(POINT):
        yield GameEvent("choice", say("You point at {tile}.", tile=_tile(seen.before, pointed[0])))
    elif taken := seen.chose(CLAIM):
        yield GameEvent("choice", say("You will take a {colour} chip.", colour=COLOURS[taken[0]]))


def _told_bids(before: State, after: State, slot: int) -> Iterator[GameEvent]:
    """Both pointed at the same tile: the hands, the winner and the chips that come with the tile."""
    hands = [pence(after.shown[seat]) for seat in range(2)]
    tile, icon = _tile(before, slot), number_tile(before.tiles[slot])
    tied, winner = hands[0] == hands[1], int(hands[1] > hands[0])
    sides = []
    for seat in range(2):
        won = seat == winner and not tied
        verdict = say("pays and takes the tile") if won else say("takes it back")
        sides.append(Side(seat, stacks(after.shown[seat], worth=WORTH), hands[seat], say("p"), verdict, won))
    prize = [icon, *stacks(before.lying[slot], worth=WORTH)]
    if tied:
        text = say("Both bid {sum} for {tile}: nobody gets it.", sum=_sum(hands[0]), tile=tile)
        why = say("Both take their chips back, and the tile stays.")
        yield GameEvent("reveal", text, icon, moment=Moment(text, why, sides, prize))
        return
    text = say(
        "{who} claims {tile} with {high} against {low}.",
        you="You claim {tile} with {high} against {low}.",
        who=Player(winner),
        tile=tile,
        high=_sum(hands[winner]),
        low=_sum(hands[1 - winner]),
    )
    why = _paid(winner, hands[winner], pence(before.lying[slot]))
    yield GameEvent("reveal", text, icon, moment=Moment(text, why, sides, prize))
    if before.lying[slot].any():
        text = say(
            "{who} also gets the {n}p on it.",
            you="You also get the {n}p on it.",
            who=Player(winner),
            n=pence(before.lying[slot]),
        )
        yield GameEvent("score", text, minor=True)
    if after.tiles[slot]:
        icon = number_tile(after.tiles[slot])
        yield GameEvent("draw", say("A {n} is turned up.", n=after.tiles[slot]), icon, minor=True)


def _paid(winner: int, bid: int, lying: int) -> Text:
    """What follows from a claim."""
    words: dict[str, Any] = {"who": Player(winner), "bid": bid, "n": lying}
    if lying:
        return say(
            "{who} pays {bid}p into the bag and gets the {n}p on the tile. The other hand goes back.",
            you="You pay {bid}p into the bag and get the {n}p on the tile. The other hand goes back.",
            **words,
        )
    return say(
        "{who} pays {bid}p into the bag. The other hand goes back.",
        you="You pay {bid}p into the bag. The other hand goes back.",
        **words,
    )


def _told_alone(before: State, after: State, seat: int) -> GameEvent:
    """A seat pointed alone: the chip it took and the chips it left."""
    slot, left = int(after.aim[seat]), _sum(pence(after.shown[seat]))
    who, tile = Player(seat), _tile(before, slot)
    if not after.taken[seat]:
        text = say("{who} leaves {sum} on {tile}.", you="You leave {sum} on {tile}.", who=who, sum=left, tile=tile)
        return GameEvent("move", text, number_tile(before.tiles[slot]))
    colour = COLOURS[after.taken[seat] - 1]
    text = say(
        "{who} takes a {colour} chip from {tile} and leaves {sum}.",
        you="You take a {colour} chip from {tile} and leave {sum}.",
        who=who,
        colour=colour,
        tile=tile,
        sum=left,
    )
    return GameEvent("move", text, Piece("chip", colour, colour))


def _sum(n: int) -> Text:
    return say("{n}p", n=n) if n else say("nothing")


def _pence(hand: tuple[int, ...]) -> int:
    return 10 * hand[0] + 50 * hand[1] + 100 * hand[2]


def _tile(s: State, slot: int) -> Text:
    """A tile by its number; two equal ones by their place."""
    if s.tiles[0] != s.tiles[1]:
        return say("the {n}", n=s.tiles[slot])
    return say("the right {n}", n=s.tiles[1]) if slot else say("the left {n}", n=s.tiles[0])


def _value(blue: int, red: int, green: int) -> Text:
    value = _pence((blue, red, green))
    return say("{n} pence", n=value) if value else say("an empty hand")


def _close(blue: int, red: int, green: int) -> Text:
    return say("Close hand · {sum}", sum=_sum(_pence((blue, red, green))))


def _status(look: Look[State], seat: int) -> SeatStatus:
    s = look.s
    left = left_line(look, seat, say("{n}p left", n=pence(s.chips[seat])))
    return SeatStatus(seat, SEAT_COLOURS[seat], int(s.score[seat]), GOAL, line=left)


def _in_bag(s: State) -> Words:
    return say("{n}p in the bag, out of the game", n=pence(s.bag)) if s.bag.any() else say("The bag is empty")


def _slot(look: Look[State], slot: int) -> Area:
    """A tile to point at and the chips on it."""
    s = look.s
    found = [number_tile(s.tiles[slot], actions=look.only(POINT.id(slot)))] if s.tiles[slot] else []
    taking = s.phase == TAKING and look.seat >= 0 and s.aim[look.seat] == slot
    found += stacks(s.lying[slot], lambda colour: look.only(CLAIM.id(colour)) if taking else (), worth=WORTH)
    notes: list[Words] = [_lying(s, slot)] if s.tiles[slot] else [say("no tile left")]
    if s.phase == TAKING:
        pointing = [seat for seat in look.each_seat() if s.aim[seat] == slot]
        notes += [say("☞ {name}", name=look.name(seat)) for seat in pointing]
    elif look.seat >= 0 and s.pointed[look.seat] == slot + 1:
        notes.append(say("☞ you"))
    return Area("", found, note=facts(notes), look="felt", key=f"tile {slot}")


def _lying(s: State, slot: int) -> Words:
    here = pence(s.lying[slot])
    return say("{n}p on {tile}", n=here, tile=_tile(s, slot)) if here else say("nothing on {tile}", tile=_tile(s, slot))


def _side(look: Look[State], seat: int) -> list[Area]:
    s = look.s
    closed = bool(s.closed[seat] and not s.over)
    found = [
        Area(say("Tiles"), tiles(s.claimed[seat]), seat=seat, key=f"tiles/{seat}"),
        purse(look, seat, closed, WORTH),
    ]
    n = pence(s.held[seat])
    return found + hand_areas(look, seat, closed, s.held[seat], WORTH, say("{n}p", n=n) if n else "")


def _prompt(look: Look[State]) -> Text:
    s = look.s
    if s.phase == TAKING:
        return say("Which chip do you take from your tile?")
    if look.seat >= 0 and s.closed[look.seat]:
        return say("Which tile do you point at?")
    return say("How many chips do you close your hand around?")


def _why(look: Look[State]) -> Text:
    s = look.s
    if s.phase == TAKING:
        return say("You pointed alone: you get one chip, and your hand stays on the tile.")
    if look.seat >= 0 and s.closed[look.seat]:
        return say("Together, the richer hand pays and takes the tile. Alone, your hand stays on it.")
    return say("Meet at a tile and only the richer hand pays. Alone, your chips stay on it.")


def _coach(look: Look[State]) -> Text:
    s = look.s
    if s.phase == TAKING:
        return say("You keep the chip. Then your hand stays on the tile for the player who claims it.")
    if look.seat >= 0 and s.closed[look.seat]:
        return say("If you both point at the same tile, the hands are compared. A tile with many chips pays back.")
    return say("If you point at the same tile, only the winner pays. If not, the chips you hold stay on your tile.")
