"""15 Pounds of 4 Cheeses: the steps of a game in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matchbox.scene import GameEvent, Moment, Piece, Player, Seen, Side, Words, say

from ..components import COLOURS, count
from ..pieces import chips_named, is_screened, number_tile, stacks
from .rules import ACTION, FIRST, GOAL, GRAB, HOLD, ORDER, SET, STEAL, THEFT, TILE, State, worth
from .scene import WORTH


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """The choice or its outcome, then seats without an action, and the next round."""
    before, after = seen.before, seen.after
    if before.phase == ACTION:
        yield from [_told_grab(seen)] if seen.action == GRAB else told_choice(seen)
        if not is_screened(after, seen.viewer, seen.seat):
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
    if seen.ended:
        yield from _told_end(after)
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
        text = say("Both play the {n}: a duel decides who acts first.", n=numbers[0])
        why = say("The winner steals a chip, but pays the chips held.")
        yield GameEvent("reveal", text, number_tile(numbers[0]), moment=Moment(text, why, sides))
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
    why = say("The {low} is lower than the {high}.", low=numbers[first], high=numbers[1 - first])
    text = say(
        "{who} plays the {n} and acts first.",
        you="You play the {n} and act first.",
        who=Player(first),
        n=numbers[first],
    )
    yield GameEvent("reveal", text, number_tile(numbers[first]), moment=Moment(text, why, sides))
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
            stacks(after.shown[seat], worth=WORTH),
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
        if not high:
            text = say(
                "Both hands are empty: the coin gives {who} the duel.",
                you="Both hands are empty: the coin gives you the duel.",
                who=Player(winner),
            )
    else:
        text = say(
            "{who} wins the duel with {high} against {low}.",
            you="You win the duel with {high} against {low}.",
            who=Player(winner),
            high=high,
            low=low,
        )
    why = (
        say("The winner steals a chip and acts first.")
        if before.chips[1 - winner].any()
        else say("The winner acts first.")
    )
    yield GameEvent("reveal", text, moment=Moment(text, why, sides))
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
    paid = list(_told_payment(s))
    why = paid[0].text if paid else ""
    yield GameEvent("capture", text, _chip(colour), moment=Moment(text, why, prize=[_chip(colour)]))
    yield from paid


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


def _told_grab(seen: Seen[State]) -> GameEvent:
    """The chips grabbed, and which of them stay."""
    s, seat = seen.after, seen.seat
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
    kept = say("keeps all") if len(colours) == 1 else say("keeps a {colour} chip", colour=COLOURS[colours[0]])
    side = Side(seat, stacks(drawn, worth=WORTH), verdict=kept, won=len(colours) == 1)
    why: Words = "" if is_screened(s, seen.viewer, seat) else _told_value(s, seat).text
    return GameEvent("draw", text, _chip(colours[0]), moment=Moment(text, why, [side]))


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


def _told_end(s: State) -> Iterator[GameEvent]:
    """The chips of both players, and why one of them wins; nothing after a draw."""
    values = [int(worth(s.chips[seat])) for seat in range(2)]
    colours = [int((s.chips[seat] > 0).sum()) for seat in range(2)]
    done = [value >= GOAL or number == 4 for value, number in zip(values, colours, strict=True)]
    if done[0] == done[1] and values[0] == values[1] and not done[0]:
        return
    winner = int(done[1]) if done[0] != done[1] else int(values[1] > values[0])
    if all(done) and (s.both_complete == FIRST or values[0] == values[1]):
        winner = int(s.first)
    words: dict[str, Any] = {"who": Player(winner), "n": values[winner], "m": values[1 - winner]}
    if colours[winner] == 4 and values[winner] < GOAL:
        text = say("{who} owns all four colours.", you="You own all four colours.", **words)
    else:
        text = say(
            "{who} owns chips worth {n} against {m}.",
            you="You own chips worth {n} against {m}.",
            **words,
        )
    why: Words = ""
    if all(done) and s.both_complete == FIRST:
        why = say("Both players have reached the goal: the first to act wins.")
    elif all(done):
        why = say("Both players have reached the goal: the higher value wins.")
        if values[0] == values[1]:
            why = say("Both players have reached the goal with equal values: the first to act wins.")
    sides = [
        Side(
            seat,
            stacks(s.chips[seat], worth=WORTH),
            values[seat],
            "",
            say("{n}/4 colours", n=colours[seat]),
            seat == winner,
        )
        for seat in range(2)
    ]
    yield GameEvent("score", text, moment=Moment(text, why, sides))


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
    return Piece("chip", COLOURS[colour], COLOURS[colour], number=WORTH[colour])
