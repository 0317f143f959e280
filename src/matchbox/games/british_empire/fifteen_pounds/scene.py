"""15 Pounds of 4 Cheeses: bag and field in the middle, chips and tiles at each side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matchbox.engine import NOBODY
from matchbox.scene import (
    Area,
    Choice,
    Form,
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
    listed,
    say,
    tiles,
)

from ..components import COLOURS, count
from ..pieces import chip_count, chips_form, chips_named, colour_counts, number_tile, stacks
from .rules import ACTION, GOAL, GRAB, HOLD, ORDER, SET, STEAL, THEFT, TILE, State, target, worth

summary = Summary(
    goal=say("Own a chip of each of the four colours, or chips worth {n}.", n=GOAL),
    turn=say("Choose a tile in secret. The lower number acts first, the higher number gets more, equal numbers duel."),
    end=say("After a round, all four colours or chips worth {n} win.", n=GOAL),
)
cover = [Piece("chip", colour, colour) for colour in COLOURS]


def scene(look: Look[State]) -> Scene:
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


def revealed(before: State, after: State) -> Iterator[tuple[int, int]]:
    """Both tiles, and both hands of a duel."""
    for seat in range(2):
        if before.phase == ORDER:
            yield seat, TILE.id(int(after.number[seat]))
        elif before.phase == HOLD:
            yield seat, SET.id(*map(int, after.shown[seat]))


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """The choice or its outcome, then seats without an action, and the next round."""
    before, after = seen.before, seen.after
    if before.phase == ACTION:
        yield from [_told_grab(after, seen.seat)] if seen.action == GRAB else told_choice(seen)
        yield _told_value(after, seen.seat)
    elif before.phase == STEAL:
        yield from told_choice(seen)
    elif before.acting != 1 << seen.seat:  # the other seat has not chosen yet
        yield from told_choice(seen)
        return
    elif before.phase == ORDER:
        yield from _told_tiles(after)
    else:
        yield from _told_duel(before, after)
    for seat in _skipped(seen):
        text = say("{who} can neither grab nor exchange.", you="You can neither grab nor exchange.", who=Player(seat))
        yield GameEvent("pass", text, minor=True)
    if after.rounds > before.rounds:
        text = say("Round {n} begins.", n=after.rounds)
        if after.rounds % 3 == 1:
            text = say("Round {n} begins: both players take their tiles back.", n=after.rounds)
        yield GameEvent("round", text, minor=True)


def told_choice(seen: Seen[State]) -> Iterator[GameEvent]:
    """The choice itself, if the viewer may know it and if it is not a grab."""
    if number := seen.chose(TILE):
        yield GameEvent("choice", say("You choose the {n}.", n=number[0]), number_tile(number[0]))
    elif stolen := seen.chose(THEFT):
        yield from _told_theft(seen.before, stolen[0])
    elif chips := seen.chose(SET):
        if seen.before.phase == HOLD:
            yield GameEvent("choice", say("You hold {chips} for the duel.", chips=chips_named(chips)))
        else:
            yield _told_exchange(seen.before, seen.seat, chips)


def _told_tiles(s: State) -> Iterator[GameEvent]:
    """Both tiles: the lower number acts first, equal numbers lead to a duel."""
    numbers, first = [int(n) for n in s.number], int(s.first)
    if numbers[0] == numbers[1]:
        sides = [Side(seat, [number_tile(numbers[0])], verdict=say("a tie")) for seat in range(2)]
        moment = Moment(say("A duel"), say("both play the {n}", n=numbers[0]), sides)
        text = say("Both play the {n}: a duel decides who acts first.", n=numbers[0])
        yield GameEvent("reveal", text, number_tile(numbers[0]), moment=moment)
        return
    sides = [
        Side(
            seat,
            [number_tile(numbers[seat])],
            verdict=say("acts first") if seat == first else say("acts second"),
            won=seat == first,
        )
        for seat in range(2)
    ]
    title = say("{who} acts first", you="You act first", who=Player(first))
    why = say("{low} is lower than {high}", low=numbers[first], high=numbers[1 - first])
    text = say(
        "{who} plays the {n} and acts first.",
        you="You play the {n} and act first.",
        who=Player(first),
        n=numbers[first],
    )
    yield GameEvent("reveal", text, number_tile(numbers[first]), moment=Moment(title, why, sides))
    text = say("{who} plays the {n}.", you="You play the {n}.", who=Player(1 - first), n=numbers[1 - first])
    yield GameEvent("reveal", text, number_tile(numbers[1 - first]))


def _told_duel(before: State, after: State) -> Iterator[GameEvent]:
    """Both hands; then the theft, unless the winner chooses the colour next."""
    winner = int(after.winner)
    values = [int(worth(after.shown[seat])) for seat in range(2)]
    high, low = values[winner], values[1 - winner] or say("nothing")
    sides = [
        Side(
            seat,
            stacks(after.shown[seat]),
            values[seat],
            "",
            say("wins") if seat == winner else say("loses"),
            seat == winner,
        )
        for seat in range(2)
    ]
    if after.coin:
        text = say(
            "Both hold chips worth {n}: the coin gives {who} the duel.",
            you="Both hold chips worth {n}: the coin gives you the duel.",
            n=high,
            who=Player(winner),
        )
        why = say("{n} each: the coin decides", n=high)
        if not high:
            text = say(
                "Both hands are empty: the coin gives {who} the duel.",
                you="Both hands are empty: the coin gives you the duel.",
                who=Player(winner),
            )
            why = say("both hands are empty: the coin decides")
    else:
        text = say(
            "{who} wins the duel with {high} against {low}.",
            you="You win the duel with {high} against {low}.",
            who=Player(winner),
            high=high,
            low=low,
        )
        why = say("{high} against {low}", high=high, low=low)
    title = say("{who} wins the duel", you="You win the duel", who=Player(winner))
    yield GameEvent("reveal", text, moment=Moment(title, why, sides))
    colours = [colour for colour in range(4) if before.chips[1 - winner, colour]]
    if len(colours) == 1:
        yield from _told_theft(after, colours[0])
    elif not colours:
        text = say(
            "Nothing is stolen: {who} has no chips.",
            you="Nothing is stolen: you have no chips.",
            who=Player(1 - winner),
        )
        yield GameEvent("capture", text, minor=True)
        yield from _told_payment(after)


def _told_theft(s: State, colour: int) -> Iterator[GameEvent]:
    winner = int(s.winner)
    text = say(
        "{who} steals a {colour} chip from {other}.",
        you="You steal a {colour} chip from {other}.",
        who=Player(winner),
        colour=COLOURS[colour],
        other=Player(1 - winner),
    )
    yield GameEvent("capture", text, _chip(colour))
    yield from _told_payment(s)


def _told_payment(s: State) -> Iterator[GameEvent]:
    """The hand of the duel's winner goes to the field."""
    winner = int(s.winner)
    if count(s.shown[winner]):
        text = say(
            "{who} pays {chips} to the field.",
            you="You pay {chips} to the field.",
            who=Player(winner),
            chips=chips_named(s.shown[winner]),
        )
        yield GameEvent("move", text, minor=True)


def _told_grab(s: State, seat: int) -> GameEvent:
    """The chips grabbed, and which of them stay."""
    drawn, who = s.drawn[seat], Player(seat)
    colours = [colour for colour in range(4) if drawn[colour]]
    words: dict[str, Any] = {"who": who, "chips": chips_named(drawn), "colour": COLOURS[colours[0]]}
    if len(colours) > 1:
        text = say(
            "{who} grabs {chips}, keeps a {colour} chip and puts the rest onto the field.",
            you="You grab {chips}, keep a {colour} chip and put the rest onto the field.",
            **words,
        )
    elif drawn[colours[0]] > 1:
        text = say(
            "{who} grabs {chips} and keeps them.",
            you="You grab {chips} and keep them.",
            **words,
        )
    else:
        text = say("{who} grabs {chips}.", you="You grab {chips}.", **words)
    return GameEvent("draw", text, _chip(colours[0]))


def _told_exchange(before: State, seat: int, wanted: tuple[int, ...]) -> GameEvent:
    change = [n - int(own) for n, own in zip(wanted, before.chips[seat], strict=True)]
    taken, given = [max(n, 0) for n in change], [max(-n, 0) for n in change]
    words: dict[str, Any] = {"who": Player(seat), "taken": chips_named(taken), "given": chips_named(given)}
    if any(taken) and any(given):
        text = say(
            "{who} gives {given} to the field for {taken}.", you="You give {given} to the field for {taken}.", **words
        )
    elif any(taken):
        text = say("{who} takes {taken} from the field.", you="You take {taken} from the field.", **words)
    elif any(given):
        text = say("{who} gives {given} to the field.", you="You give {given} to the field.", **words)
    else:
        text = say("{who} exchanges nothing.", you="You exchange nothing.", **words)
    return GameEvent("move", text)


def _told_value(s: State, seat: int) -> GameEvent:
    text = say(
        "{who} now has chips worth {n} in {k} {k|colour|colours}.",
        you="You now have chips worth {n} in {k} {k|colour|colours}.",
        who=Player(seat),
        n=worth(s.chips[seat]),
        k=(s.chips[seat] > 0).sum(),
    )
    return GameEvent("score", text, minor=True)


def _skipped(seen: Seen[State]) -> list[int]:
    """Seats that would act now but have neither a grab nor an exchange."""
    before, after = seen.before, seen.after
    if after.phase in (HOLD, STEAL):
        return []
    first = int(after.first)
    waiting = [first, 1 - first] if before.phase != ACTION else [1 - first] if seen.seat == first else []
    acting = after.phase == ACTION and not after.over
    return waiting[: waiting.index(int(after.acting) >> 1)] if acting else waiting


def _chip(colour: int) -> Piece:
    return Piece("chip", COLOURS[colour], COLOURS[colour])


def _form(look: Look[State], me: int) -> list[Form]:
    s = look.s
    if s.phase == HOLD:
        return chips_form(look, SET, say("Your hand for the duel"), say("Commit"), _worth)
    title = say("Your chips after the exchange, worth {n}", n=target(s, me))
    return chips_form(look, SET, title, say("Exchange"), lambda *chips: _exchange(s, me, chips))


def _worth(*chips: int) -> Words:
    value = sum((colour + 1) * n for colour, n in enumerate(chips))
    return say("worth {n}", n=value) if value else say("hold nothing")


def _exchange(s: State, me: int, chips: tuple[int, ...]) -> Words:
    """The chips that an exchange takes and gives."""
    change = [n - int(own) for n, own in zip(chips, s.chips[me], strict=True)]
    signed = [say("{n} {colour}", n=f"{n:+d}", colour=name) for name, n in zip(COLOURS, change, strict=True) if n]
    return listed(signed) or say("keep your chips as they are")


def _side(look: Look[State], seat: int) -> list[Area]:
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


def _tile_facts(look: Look[State], seat: int) -> Words:
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


def _duel(look: Look[State]) -> list[Area]:
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


def _prompt(look: Look[State]) -> Text:
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


def _coach(look: Look[State]) -> Text:
    s = look.s
    if s.phase == ORDER:
        return say("A 1 acts first and has the best pick of the field. A 3 gets more. Tiles return after three rounds.")
    if s.phase == HOLD:
        return say("The winner steals a chip but pays the chips held. The loser keeps the hand and loses one chip.")
    if s.phase == STEAL:
        return say("Take a colour that you need, or one that your opponent needs.")
    return say("A grab of a single colour is yours in full. From mixed colours you keep only one chip of the lowest.")
