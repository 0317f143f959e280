"""All Your Base: the steps of a game in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from matchbox.engine import wide
from matchbox.scene import GameEvent, Moment, Piece, Player, Seen, Side, Text, listed, players, say

from ..components import COLOUR, COLOURS, NUMBER, SYMBOL, SYMBOLS
from ..pieces import card, cubes, tile
from .rules import pair_of
from .state import (
    BUILD,
    CARD,
    HARDWARE,
    HOLDING,
    KEEP,
    KEPT,
    PLAN,
    PLAYED,
    REPLAN,
    SCRAP,
    SOFTWARE,
    TURNS,
    USE_2,
    State,
    cards_of,
    taken_out,
    unplanned,
)


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """A seat's own choice, the cards carried out, then passing, scoring and the next turn."""
    before = seen.before
    if before.phase in (PLAN, KEEP):
        if seen.action is not None or not _done(seen):
            yield from _told_choice(seen)
    elif chosen := seen.chose(CARD):
        text = say(
            "{who} plays the {card}.", you="You play the {card}.", who=Player(seen.seat), card=card_words(chosen[0])
        )
        yield GameEvent("move", text, card(chosen[0]), minor=True)
    yield from _told_uses(seen)
    if seen.after.phase == REPLAN:
        yield _told_failure(seen)
    if _turn_ends(seen):
        yield from _told_passing(seen)
        yield from _told_phase(seen)


def _turn_ends(seen: Seen[State]) -> bool:
    before, after = seen.before, seen.after
    return bool((after.wave, after.turn) != (before.wave, before.turn))


# --- secret choices ---


def _told_choice(seen: Seen[State]) -> Iterator[GameEvent]:
    """A step of a plan: in full for its owner; others only see when the plan is complete."""
    before, seat = seen.before, seen.seat
    if seen.action is None:
        if before.phase == KEEP:
            yield GameEvent("choice", say("{who} chooses two cards to keep.", who=Player(seat)))
        elif int(seen.after.acting) >> seat & 1 and seen.after.phase == PLAN and not _turn_ends(seen):
            yield GameEvent("choice", say("{who} is planning.", who=Player(seat)), minor=True)
        else:
            yield GameEvent("choice", say("{who} is ready.", who=Player(seat)))
        return
    if chosen := seen.chose(CARD):
        text = say("You choose the {card}.", card=card_words(chosen[0]))
        yield GameEvent("choice", text, card(chosen[0]))
    elif seen.action >= HOLDING.first:
        hand = unplanned(before, seat) if before.phase == PLAN else before.hand[seat]
        kept = int(pair_of(int(hand), seen.action - HOLDING.first))
        first, second = (number for number in range(len(COLOUR)) if kept >> number & 1)
        text = say("You keep the {a} and the {b}.", a=card_words(first), b=card_words(second))
        yield GameEvent("choice", text)
    else:
        number = int(before.step[seat]) // 2
        planned = int(before.plan_card[seat, number]) - 1
        if seen.action == SCRAP:
            text = say("You plan to scrap the {card}.", card=card_words(planned))
        else:
            text = say("You plan {gain}.", gain=_gain(planned, seen.action, _station(seen, seen.action)))
        yield GameEvent("choice", text, _icon(planned, seen.action))


def _station(seen: Seen[State], use: int) -> int:
    """The symbol of the station that a planned use needs, even if it is only planned itself."""
    before, seat = seen.before, seen.seat
    if use == BUILD:
        return 0
    spot = use - (HARDWARE.first if HARDWARE.has(use) else SOFTWARE.first)
    if spot == int(before.built[seat]) and before.step[seat] == USE_2:
        return int(SYMBOL[int(before.plan_card[seat, 0]) - 1])
    return int(before.station[seat, spot])


# --- cards carried out ---


def _done(seen: Seen[State]) -> list[tuple[int, int]]:
    """The cards carried out in this step, as seat and number of the card, in order."""
    before, after = seen.before, seen.after
    seats = int(before.seats)
    if before.phase in (PLAN, REPLAN):
        if before.phase == PLAN and after.phase == PLAN and not _turn_ends(seen):
            return []
        first = int(before.at) if before.phase == REPLAN else 0
        last = int(after.at) if after.phase == REPLAN else PLAYED * seats
        order = [((int(before.lead) + turn) % seats, turn // seats) for turn in range(first, last)]
        return [(seat, number) for seat, number in order if after.last_card[seat, number]]
    played = before.phase != KEEP and before.pending
    return [(seen.seat, int(before.done))] if played else []


def _told_uses(seen: Seen[State]) -> Iterator[GameEvent]:
    """One sentence a player about one card or two."""
    after, done = seen.after, _done(seen)
    moment = _plans(seen) if seen.before.phase == PLAN else None
    for seat in dict.fromkeys(seat for seat, _ in done):
        played = []
        for number in (number for other, number in done if other == seat):
            used, use = int(after.last_card[seat, number]) - 1, int(after.last_use[seat, number])
            spot = use - (HARDWARE.first if HARDWARE.has(use) else SOFTWARE.first)
            played.append((used, use, int(after.station[seat, spot]) if use not in (BUILD, SCRAP) else 0))
        gains = [(used, use, symbol) for used, use, symbol in played if use != SCRAP]
        scraps = [used for used, use, _ in played if use == SCRAP]
        first = (gains or [(scraps[0], SCRAP, 0)])[0]
        text = _sentence(seat, [_gain(*gain) for gain in gains], [card_words(used) for used in scraps])
        yield GameEvent("reveal" if moment else "move", text, _icon(first[0], first[1]), moment=moment)
        moment = None


def _sentence(seat: int, gains: list[Text], scraps: list[Text]) -> Text:
    who = Player(seat)
    if not scraps:
        gain = gains[0] if len(gains) == 1 else say("{a} and {b}", a=gains[0], b=gains[1])
        return say("{who} gets {gain}.", you="You get {gain}.", who=who, gain=gain)
    if gains:
        return say(
            "{who} gets {gain} and scraps the {card}.",
            you="You get {gain} and scrap the {card}.",
            who=who,
            gain=gains[0],
            card=scraps[0],
        )
    if len(scraps) == 1:
        return say("{who} scraps the {card}.", you="You scrap the {card}.", who=who, card=scraps[0])
    return say(
        "{who} scraps the {a} and the {b}.", you="You scrap the {a} and the {b}.", who=who, a=scraps[0], b=scraps[1]
    )


def _plans(seen: Seen[State]) -> Moment:
    """Both cards of every plan, carried out or waiting."""
    before, after = seen.before, seen.after
    seats = int(before.seats)
    found: dict[int, list[Piece]] = {(int(before.lead) + i) % seats: [] for i in range(seats)}
    done = set(_done(seen))
    for number in range(PLAYED):
        for seat, pieces in found.items():
            waiting = int(after.open_card[seat, number]) if after.phase == REPLAN else 0
            planned = int(after.last_card[seat, number]) if (seat, number) in done else waiting
            if after.phase == REPLAN and (int(before.lead) + int(after.at)) % seats == seat:
                planned = int(after.pending) if number == int(after.at) // seats else planned
            if planned:
                pieces.append(card(planned - 1))
    why = say("They are carried out from {lead} on, first cards first.", lead=Player(int(before.lead)))
    return Moment(say("The plans are revealed."), why, sides=[Side(seat, pieces) for seat, pieces in found.items()])


def _told_failure(seen: Seen[State]) -> GameEvent:
    after = seen.after
    seat = (int(after.lead) + int(after.at)) % int(after.seats)
    pending = int(after.pending) - 1
    text = say(
        "{who} cannot use the {card} as planned and chooses again.",
        you="You cannot use the {card} as planned: choose again.",
        who=Player(seat),
        card=card_words(pending),
    )
    return GameEvent("fall", text, card(pending))


# --- the end of a turn ---


def _told_passing(seen: Seen[State]) -> Iterator[GameEvent]:
    """Cards passed to the left and cards drawn; the drawn ones by name for the viewer who drew them."""
    before, after, viewer = seen.before, seen.after, seen.viewer
    if after.turn == 0 or seen.ended:
        return
    passed = int(before.cards[seen.seat]) - KEPT - (PLAYED if before.phase == PLAN else 0)
    if passed <= 0:
        return
    if viewer >= 0:
        other = Player((viewer - 1) % int(before.seats))
        yield GameEvent("draw", say("You get {n} {n|card|cards} from {other}.", n=passed, other=other), minor=True)
    else:
        text = say("Everybody passes {n} {n|card|cards} to the left.", n=passed)
        yield GameEvent("draw", text, minor=True)
    drawn = int(after.cards[max(viewer, 0)]) - KEPT - passed
    if drawn <= 0:
        return
    if viewer < 0:
        text = say("Everybody draws {n} {n|card|cards}.", n=drawn)
    else:
        new = int(after.hand[viewer]) & ~int(before.hand[viewer]) & ~int(after.came[viewer])
        cards = [card_words(number) for number in range(len(COLOUR)) if new >> number & 1]
        text = say("You draw: {cards}.", cards=listed(cards))
        if len(cards) < drawn:  # a card that the viewer has just played was shuffled and drawn again
            text = say("You draw {n} {n|card|cards}.", n=drawn)
    yield GameEvent("draw", text, minor=True)


def _told_phase(seen: Seen[State]) -> Iterator[GameEvent]:
    """The points of a phase after its last turn, and the turn that begins."""
    before, after = seen.before, seen.after
    if after.wave != before.wave or seen.ended:
        yield from _told_scores(seen)
    if not seen.ended:
        if after.wave != before.wave and taken_out(after, wide(after.wave)):
            yield _told_new_cards(after)
        text = say(
            "Turn {n} of {turns} begins in phase {phase}.",
            n=int(after.turn) + 1,
            turns=TURNS,
            phase=int(after.wave) + 1,
        )
        yield GameEvent("round", text, minor=True)


def _told_new_cards(after: State) -> GameEvent:
    """The cards that leave unseen, and the numbers that join (R15)."""
    old, new = (int(cards_of(after, wide(after.wave) - back)) for back in (1, 0))
    numbers = sorted({int(NUMBER[number]) for number in range(len(COLOUR)) if (new & ~old) >> number & 1})
    names = [say("{n}s", n=number) for number in numbers]
    text = say(
        "{n} random cards of the starting deck leave the game unseen. The new cards are all {numbers}.",
        n=taken_out(after, wide(after.wave)),
        numbers=names[0] if len(names) == 1 else say("{a} and {b}", a=names[0], b=names[1]),
    )
    return GameEvent("draw", text)


def _told_scores(seen: Seen[State]) -> Iterator[GameEvent]:
    """The points that every player scored in the phase; the totals are in the moment."""
    after, wave = seen.after, int(seen.before.wave)
    seats = range(int(after.seats))
    points = [int(after.earned[wave, seat].sum()) for seat in seats]
    sides = []
    for seat in seats:
        software = [card(int(used) - 1) for used in after.scored[seat] if used]
        verdict = say("{n} in all", n=after.score[seat])
        sides.append(Side(seat, software, points[seat], say("points"), verdict, points[seat] == max(points)))
    best = [seat for seat in seats if points[seat] == max(points)]
    title = say(
        "{names} score most in phase {n}: {points} points.", names=players(best), n=wave + 1, points=max(points)
    )
    if len(best) == 1:
        title = say(
            "{who} scores most in phase {n}: {points} points.",
            you="You score most in phase {n}: {points} points.",
            who=Player(best[0]),
            n=wave + 1,
            points=max(points),
        )
    why = say("Each software scores its number, and 3 for every cube of its colour on its station.")
    moment = Moment(title, why, sides)
    scores = listed([say("{player} {n}", player=Player(seat), n=points[seat]) for seat in seats])
    yield GameEvent("score", say("Points in phase {n}: {scores}.", n=wave + 1, scores=scores), moment=moment)


# --- words and pieces ---


def card_words(number: int) -> Text:
    return say(
        "{colour} {symbol} {n}", colour=COLOURS[COLOUR[number]], symbol=SYMBOLS[SYMBOL[number]], n=NUMBER[number]
    )


def _gain(number: int, use: int, station: int) -> Text:
    """The effect of a card, with the symbol of its station."""
    if use == BUILD:
        return say("a new {symbol} station", symbol=SYMBOLS[SYMBOL[number]])
    if HARDWARE.has(use):
        return say("a {colour} cube on the {symbol} station", colour=COLOURS[COLOUR[number]], symbol=SYMBOLS[station])
    return say("the {card} as software", card=card_words(number))


def _icon(number: int, use: int) -> Piece:
    if use == BUILD:
        return tile(int(SYMBOL[number]))
    return cubes(int(COLOUR[number])) if HARDWARE.has(use) else card(number)
