"""Futakotamagawa Fireworks Festival: two tiles with the chips on them, chips and tiles at each side."""

from __future__ import annotations

from collections.abc import Iterator

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
    facts,
    say,
    tiles,
)

from ..components import COLOURS
from ..pieces import chips_form, closed_hand, number_tile, stacks
from ..tile_race import GOAL
from .rules import CLAIM, HOLD, MOST_ROUNDS, POINT, TAKING, State, pence

summary = Summary(
    goal=say("Be the first to claim tiles that add up to {n}.", n=GOAL),
    turn=say("Hold chips and point at a tile. Together you bid for it; alone you take a chip from it and leave yours."),
    end=say("The first player with tiles worth {n} or more wins immediately.", n=GOAL),
)
cover = [number_tile(1), Piece("chip", "red", "red", count=2), number_tile(3), Piece("chip", "green", "green")]


def scene(look: Look[State]) -> Scene:
    s = look.s
    areas = [_slot(look, slot) for slot in range(2)]
    areas += [
        Area(
            say("Deck"),
            tiles(s.in_deck),
            note=say("in unknown order; round {n} of at most {most}", n=s.rounds, most=MOST_ROUNDS),
        ),
        Area(say("Bag"), stacks(s.bag), look="bag", note=say("out of the game") if s.bag.any() else ""),
    ]
    shown = (s.rounds > 1 and s.phase != TAKING) or s.over
    for seat in look.each_seat():
        areas += _side(look, seat)
        if shown:
            areas.append(_last_hand(look, seat))
    return Scene(
        _prompt(look),
        areas,
        forms=chips_form(look, HOLD, say("Your hand"), say("Commit"), _value),
        coach=_coach(look),
        rules="a-round",
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
        verdict = say("a tie") if tied else say("claims it") if won else say("outbid")
        sides.append(Side(seat, stacks(after.shown[seat]), hands[seat], say("pence"), verdict, won))
    title = say("{who} claims {tile}", you="You claim {tile}", who=Player(winner), tile=tile)
    why = say("{high} against {low}", high=_sum(max(hands)), low=_sum(min(hands)))
    moment = Moment(say("A tie") if tied else title, why, sides, [icon, *stacks(before.lying[slot])])
    if tied:
        text = say("Both bid {sum} for {tile}: nobody gets it.", sum=_sum(hands[0]), tile=tile)
        yield GameEvent("reveal", text, icon, moment=moment)
        return
    text = say(
        "{who} claims {tile} with {high} against {low}.",
        you="You claim {tile} with {high} against {low}.",
        who=Player(winner),
        tile=tile,
        high=_sum(hands[winner]),
        low=_sum(hands[1 - winner]),
    )
    yield GameEvent("reveal", text, icon, moment=moment)
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


def _slot(look: Look[State], slot: int) -> Area:
    """A tile to point at and the chips on it."""
    s = look.s
    found = [number_tile(s.tiles[slot], actions=look.only(POINT.id(slot)))] if s.tiles[slot] else []
    taking = s.phase == TAKING and look.seat >= 0 and s.aim[look.seat] == slot
    found += stacks(s.lying[slot], lambda colour: look.only(CLAIM.id(colour)) if taking else ())
    notes: list[Words] = [say("{n} pence on it", n=pence(s.lying[slot]))] if s.lying[slot].any() else []
    if s.phase == TAKING:
        pointing = [seat for seat in look.each_seat() if s.aim[seat] == slot]
        notes += [say("☞ {name} pointed here", name=look.name(seat)) for seat in pointing]
    return Area(say("Slot {n}", n=slot), found, note=facts(notes), look="felt")


def _side(look: Look[State], seat: int) -> list[Area]:
    s = look.s
    found = [
        Area(say("chips"), stacks(s.chips[seat]), seat=seat, note=say("{n} pence", n=pence(s.chips[seat]))),
        Area(
            say("tiles"),
            tiles(s.claimed[seat]),
            seat=seat,
            note=say("total {n}, goal {goal}", n=s.score[seat], goal=GOAL),
        ),
    ]
    if s.closed[seat] and not s.over:
        if seat == look.seat:
            note = say("{n} pence, visible only to you", n=pence(s.held[seat]))
            if s.pointed[seat]:
                note = say("{n} pence at slot {slot}", n=pence(s.held[seat]), slot=int(s.pointed[seat]) - 1)
            found.append(Area(say("closed hand"), stacks(s.held[seat]), seat=seat, note=note, look="screen"))
        else:
            found.append(Area(say("closed hand"), [closed_hand()], seat=seat))
    return found


def _last_hand(look: Look[State], seat: int) -> Area:
    """A seat's hand in the last round and what happened to it."""
    s = look.s
    value, opposing = pence(s.shown[seat]), pence(s.shown[1 - seat])
    notes: list[Words] = [say("{n} pence at slot {slot}", n=value, slot=s.aim[seat])]
    if s.aim[0] != s.aim[1]:
        if s.taken[seat]:
            notes.append(say("took a {colour} chip", colour=COLOURS[s.taken[seat] - 1]))
        if value:
            notes.append(say("left the hand there"))
    elif value > opposing:
        notes.append(say("paid and claimed the tile"))
    else:
        notes.append(say("a tie") if value == opposing else say("outbid"))
        if value:
            notes.append(say("took the hand back"))
    return Area(say("last held"), stacks(s.shown[seat]), seat=seat, note=facts(notes))


def _prompt(look: Look[State]) -> Text:
    s = look.s
    if s.phase == TAKING:
        return say("You pointed alone: take one of the chips on your tile.")
    if look.seat >= 0 and s.closed[look.seat]:
        return say("Point at a tile. Alone you leave your hand on it; together, the higher hand pays and claims it.")
    return say("Close your hand around any chips, or none: blue 10, red 50, green 100 pence.")


def _coach(look: Look[State]) -> Text:
    s = look.s
    if s.phase == TAKING:
        return say("You keep the chip. Then your hand stays on the tile for the player who claims it.")
    if look.seat >= 0 and s.closed[look.seat]:
        return say("If you both point at the same tile, the hands are compared. A tile with many chips pays back.")
    return say("If you point at the same tile, only the winner pays. If not, the chips you hold stay on your tile.")
