"""Gaze into the Abyss: the tile in the middle, chips and tiles at each side, the last hands and their guesses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matchbox.engine import NOBODY
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
    listed,
    say,
    tiles,
)

from ..components import RED, count
from ..pieces import (
    SEAT_COLOURS,
    chip_count,
    chips_form,
    closed_hand,
    deck,
    hand_areas,
    is_screened,
    left_line,
    number_tile,
    purse,
    stacks,
    tile_tally,
)
from ..tile_race import GOAL
from .rules import ANNOUNCE, ANNOUNCING, HOLD, MOST_OWNED, State, claimer_of, total_of, was_guessed

summary = Summary(
    goal=say("Be the first to claim tiles that add up to {n}.", n=GOAL),
    turn=say("Hold chips in secret, then announce how many your opponent holds. A guessed hand is worth nothing."),
    end=say("The better hand claims the tile. Held chips go to the opponent; red chips leave the game."),
)
theme = Theme(305, "fog", "bidding", say("Hide chips, guess aloud"), "Gaze")
cover = [closed_hand(), number_tile(2), Piece("chip", "green", "green"), closed_hand()]


WORTH = (1, 1, 3)
"""Of the chips, by colour."""
SCALE = 10  # numbers on the table; more if somebody has more chips
LAST_ROUNDS = 10  # the limit is mentioned near the end


def scene(look: Look[State]) -> Scene:
    s = look.s
    areas = _last_hands(look) if s.over else _field(look)
    areas += [deck(look, s.in_deck), Area("", stacks([0, s.bag]), look="bag", note=_in_bag(s), key="bag")]
    for seat in look.each_seat():
        areas += _side(look, seat)
    numbers = [int(ANNOUNCE.args(action)[0]) for action in look.legal if ANNOUNCE.has(action)]
    return Scene(
        _prompt(look),
        areas,
        forms=chips_form(
            look, HOLD, "", say("Close hand"), _held, submits=_close, worth=WORTH, area="chips", box=say("Your hand")
        ),
        commits=[Choice(say("Announce {n}", n=n), ANNOUNCE.id(n)) for n in numbers],
        why=_why(look),
        coach=_coach(look),
        rules="a-round",
        round=say("Round {n}", n=s.rounds),
        seats=[_status(look, seat) for seat in range(2)],
        tally=tile_tally(s.claimed) if s.over else (),
    )


def _field(look: Look[State]) -> list[Area]:
    """The tile, the numbers to announce, and who announces first."""
    s, first = look.s, _first(look)
    return [
        Area("", [number_tile(s.tile)] if s.tile else [], note=_tile_note(s), look="felt", key="field"),
        _numbers(look),
        Area("", [Piece("chip", "yellow", "yellow", label=first)], note=first, key="yellow"),
    ]


def _last_hands(look: Look[State]) -> list[Area]:
    """The hands that decided a finished game."""
    s = look.s
    areas = []
    for seat in look.each_seat():
        title = say("Your last hand") if look.is_you(seat) else say("{name}'s last hand", name=look.names[seat])
        chips, won = stacks(s.shown[seat], worth=WORTH), seat == claimer_of(s)
        note = _last_verdict(look, seat)
        areas.append(Area(title, chips, note=note, look="felt" if won else "", role="market", key=f"last/{seat}"))
    return areas


def _last_verdict(look: Look[State], seat: int) -> Text:
    """What a hand of the last round was worth, and the guess about it."""
    s, other = look.s, 1 - seat
    if not count(s.shown[seat]):
        return say("no chips")
    words: dict[str, Any] = {"name": look.names[other], "m": _guess(s, seat), "n": total_of(s, seat)}
    if was_guessed(s, seat):
        if look.is_you(other):
            return say("worth nothing: you said {m}", **words)
        return say("worth nothing: {name} said {m}", **words)
    if look.is_you(other):
        return say("worth {n}: you said {m}", **words)
    return say("worth {n}: {name} said {m}", **words)


def _tile_note(s: State) -> Words:
    if s.rounds > s.most_rounds - LAST_ROUNDS:
        return say("round {n} of at most {most}", n=s.rounds, most=s.most_rounds)
    return say("the better hand takes it") if s.tile else say("no tile left")


def _first(look: Look[State]) -> Text:
    """The meaning of the yellow chip."""
    yellow = int(look.s.yellow)
    return say("you announce first") if look.is_you(yellow) else say("{name} announces first", name=look.names[yellow])


def _in_bag(s: State) -> Text:
    if s.bag:
        return say("{n} red {n|chip|chips} out of the game", n=s.bag)
    return say("Red chips go onto the bag after use")


def _status(look: Look[State], seat: int) -> SeatStatus:
    s = look.s
    line = left_line(look, seat, say("{n} {n|chip|chips}", n=count(s.chips[seat])))
    if not count(s.chips[seat]):
        line = say("no chips to hide")
    return SeatStatus(seat, SEAT_COLOURS[seat], int(s.score[seat]), GOAL, line=line)


def _numbers(look: Look[State]) -> Area:
    """The numbers to announce, always in the same place; those that have been announced are marked."""
    s = look.s
    usual = min(SCALE, int(MOST_OWNED[s.chips_each]))
    most = max(usual, *(count(s.chips[seat]) for seat in range(2)))
    if any(is_screened(s, look.seat, seat) for seat in range(2)):
        most = int(MOST_OWNED[s.chips_each])
    found = []
    for n in range(1, most + 1):
        legal = look.only(ANNOUNCE.id(n))
        said = [seat for seat in look.each_seat() if s.phase == ANNOUNCING and s.announced[seat] == n]
        names = listed([look.name(seat) for seat in said])
        label = say("{n}, announced by {names}", n=n, names=names) if said else str(n)
        found.append(
            Piece(
                "slot",
                str(n),
                SEAT_COLOURS[said[0]] if said else "",
                actions=legal,
                at=(n - 1, 0),
                cost=say("said") if said else "",
                dimmed=s.phase == ANNOUNCING and not legal and not said,
                label=label,
            )
        )
    weight = 2 if most <= SCALE else 3  # many numbers would be too small for a finger
    note = _asked(look)
    return Area("", found, "grid", cell=(46, 68), weight=weight, fold=5, note=note, look="numbers", key="numbers")


def _asked(look: Look[State]) -> Words:
    if look.s.phase == ANNOUNCING and any(ANNOUNCE.has(action) for action in look.legal):
        return say("your guess")
    return say("numbers to announce")


def revealed(before: State, after: State) -> Iterator[tuple[int, int]]:
    """Both hands, once both seats have announced."""
    if after.rounds != before.rounds:
        for seat in range(2):
            yield seat, HOLD.id(*map(int, after.shown[seat]))


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """A closed hand for its owner, the announcements for everybody, then the hands."""
    yield from told_choice(seen)
    if seen.after.rounds > seen.before.rounds or seen.ended:
        yield from _told_hands(seen)
    if seen.after.rounds > seen.before.rounds:
        yield from _told_next_round(seen.before, seen.after)


def told_choice(seen: Seen[State]) -> Iterator[GameEvent]:
    """The choice itself, if the viewer may know it."""
    if hand := seen.chose(HOLD):
        yield GameEvent("choice", say("You close your hand on {hand}.", hand=_held(*hand)))
    elif announced := seen.chose(ANNOUNCE):
        n = announced[0]
        text = say(
            "{who} announces {n} {n|chip|chips}.",
            you="You announce {n} {n|chip|chips}.",
            who=Player(seen.seat),
            n=n,
        )
        yield GameEvent("move", text, Piece("marker", str(n), number=n))


def _told_hands(seen: Seen[State]) -> Iterator[GameEvent]:
    """The open hands: who claims the tile, or why nobody does."""
    s, tile = seen.after, say("the {n}", n=seen.before.tile)
    claimer, totals = int(claimer_of(s)), [int(total_of(s, seat)) for seat in range(2)]
    icon = number_tile(seen.before.tile)
    text = _unclaimed(s, totals, tile) if claimer == NOBODY else _claimed(s, totals, claimer, tile)
    sides = [
        Side(seat, stacks(s.shown[seat], worth=WORTH), totals[seat], "", _verdict(s, seat), seat == claimer)
        for seat in range(2)
    ]
    why: Words = "" if seen.ended else _moved(s)
    yield GameEvent("reveal", text, icon, moment=Moment(text, why, sides, [icon]))


def _claimed(s: State, totals: list[int], claimer: int, tile: Text) -> Text:
    """The claim and its reason."""
    words: dict[str, Any] = {"who": Player(claimer), "tile": tile, "high": totals[claimer], "low": totals[1 - claimer]}
    if words["high"] == words["low"]:
        return say(
            "{who} claims {tile}: both hands are worth {high}, and {who}'s has more blue chips.",
            you="You claim {tile}: both hands are worth {high}, and yours has more blue chips.",
            **words,
        )
    if _guess(s, 1 - claimer) and was_guessed(s, 1 - claimer):
        return say(
            "{who} guesses right and claims {tile} with {high} against {low}.",
            you="You guess right and claim {tile} with {high} against {low}.",
            **words,
        )
    return say(
        "{who} claims {tile} with {high} against {low}.", you="You claim {tile} with {high} against {low}.", **words
    )


def _unclaimed(s: State, totals: list[int], tile: Text) -> Text:
    """The reason why nobody gets the tile."""
    if totals[0]:
        return say(
            "Both hands are worth {n} with equally many blue chips: nobody claims {tile}.", n=totals[0], tile=tile
        )
    if _guess(s, 0) and _guess(s, 1):
        return say("Both guesses are right: nobody claims {tile}.", tile=tile)
    return say("Both hands are worth nothing: nobody claims {tile}.", tile=tile)


def _guess(s: State, seat: int) -> int:
    """The opponent's guess about the hand of a seat; 0 if it held nothing."""
    return int(s.said[1 - seat])


def _verdict(s: State, seat: int) -> Text:
    """The guess about a hand."""
    if not count(s.shown[seat]):
        return say("no chips")
    words: dict[str, Any] = {"who": Player(1 - seat), "n": _guess(s, seat)}
    if was_guessed(s, seat):
        return say("{who} said {n}: worth nothing", you="You said {n}: worth nothing", **words)
    return say("{who} said {n}: wrong", you="You said {n}: wrong", **words)


def _moved(s: State) -> Text:
    """Where the chips of a round go."""
    reds = int(s.shown[:, RED].sum())
    if reds == s.shown.sum():
        return say("The red chips held leave the game.")
    if reds:
        return say("The blue and green chips held change sides; the red ones leave the game.")
    return say("The chips held change sides.")


def _told_next_round(before: State, after: State) -> Iterator[GameEvent]:
    """The chips that changed sides, the new tile, and who announces first."""
    yield GameEvent("move", _moved(after), minor=True)
    if count(after.in_deck) < count(before.in_deck):
        yield GameEvent("draw", say("A {n} is turned up.", n=after.tile), number_tile(after.tile), minor=True)
    words: dict[str, Any] = {"n": after.rounds, "who": Player(int(after.yellow))}
    text = say("Round {n} begins: {who} announces first.", you="Round {n} begins: you announce first.", **words)
    for seat in range(2):
        if not count(after.chips[seat]):
            none = say("{who} has no chips to hold.", you="You have no chips to hold.", who=Player(seat))
            yield GameEvent("move", none, minor=True)
            words["who"] = Player(seat)
            text = say("Round {n} begins: only {who} announces.", you="Round {n} begins: only you announce.", **words)
    yield GameEvent("round", text, Piece("chip", "yellow", "yellow", label=say("announces first")), minor=True)


def _held(blue: int, red: int, green: int) -> Text:
    return say("{chips}, worth {value}", chips=chip_count(blue + red + green), value=blue + red + 3 * green)


def _close(blue: int, red: int, green: int) -> Text:
    n = blue + red + green
    return say("Hide {n} {n|chip|chips}, worth {value}", n=n, value=blue + red + 3 * green)


def _side(look: Look[State], seat: int) -> list[Area]:
    s = look.s
    closed = (s.phase == ANNOUNCING or seat not in look.acting) and count(s.chips[seat]) > 0 and not s.over
    return [
        Area(say("Tiles"), tiles(s.claimed[seat]), seat=seat, key=f"tiles/{seat}"),
        purse(look, seat, closed, WORTH),
        *hand_areas(look, seat, closed, s.held[seat], WORTH, chip_count(count(s.held[seat]))),
    ]


def _prompt(look: Look[State]) -> Text:
    if look.s.phase == ANNOUNCING:
        return say("How many chips does {name} hide?", name=look.names[1 - max(look.seat, 0)])
    return say("How many chips do you hide in your hand?")


def _why(look: Look[State]) -> Text:
    s, other = look.s, 1 - max(look.seat, 0)
    name = look.names[other]
    if s.phase != ANNOUNCING:
        if not count(s.chips[other]) or not count(s.chips[1 - other]):
            return say("A guessed hand is worth nothing.")
        if s.yellow == other:
            return say("{name} announces first. A guessed hand is worth nothing.", name=name)
        return say("You announce first, then {name}. A guessed hand is worth nothing.", name=name)
    if s.announced[other]:
        words: dict[str, Any] = {"name": name, "n": s.announced[other], "held": count(s.held[look.seat])}
        if s.announced[other] == count(s.held[look.seat]):
            return say("{name} guessed your {n}: your hand is worth nothing. Guess right to keep the tile.", **words)
        return say("{name} said {n}, but you hide {held}. If you are right, that hand is worth nothing.", **words)
    return say("If you are right, that hand is worth nothing.")


def _coach(look: Look[State]) -> Text:
    if look.s.phase == ANNOUNCING:
        return say("Consider how many chips your opponent owns, and how many they need to beat you.")
    return say("Many chips make a strong hand, but a guessed number makes it worthless.")
