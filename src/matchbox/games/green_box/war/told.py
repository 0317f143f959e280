"""War 2.0: the steps of a game in sentences.

A step that only says what the next one is about is a choice: the log leaves it out once the next one has told the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from matchbox.scene import GameEvent, Moment, Piece, Player, Seen, Side, Text, say

from ..components import COLOURS, NUMBERS, SLOTS, SYMBOL, SYMBOLS
from ..pieces import card, cubes
from ..pieces import tile as symbol_tile
from .map import BROWN, FIRST_SYMBOL
from .names import short_name, tile_name
from .rules import ADVANCE, ATTACK, CARD, DONE, REINFORCE, STAY, TILE
from .state import (
    ACTION_CARD,
    CARD_COLOURS,
    CUBE_COLOURS,
    EXTRA,
    FIGHT,
    FLIGHT,
    FOLLOW,
    FROM,
    INTO,
    LAST_TURNS,
    NEXT,
    OPENING_CARDS,
    PAY,
    REINFORCEMENT,
    SET_BONUS,
    SETTLE,
    SOURCE,
    UNIT,
    State,
    may_stay,
    owner_of,
)


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """The action itself, then cards taken back, complete sets, and turns that begin."""
    yield from _TOLD[int(seen.before.phase)](seen)
    yield from _told_refills(seen)
    yield from _told_sets(seen)
    if not seen.ended:
        yield from _told_turns(seen)


# --- units ---


def _told_placement(seen: Seen[State]) -> Iterator[GameEvent]:
    (tile,) = seen.chose(TILE) or (0,)
    words = {"who": Player(seen.seat), "tile": tile_name(seen.before, tile)}
    if seen.before.phase == SETTLE:
        text = say("{who} puts a unit on {tile}.", you="You put a unit on {tile}.", **words)
    else:
        text = say("{who} adds a unit to {tile}.", you="You add a unit to {tile}.", **words)
    yield GameEvent("move", text, _unit(seen, seen.seat))


def _told_reinforcement(seen: Seen[State]) -> Iterator[GameEvent]:
    who = Player(seen.seat)
    if seen.action == DONE:
        yield GameEvent("choice", say("{who} places no more units.", you="You place no more units.", who=who))
        return
    (tile,) = seen.chose(TILE) or (0,)
    text = say(
        "{who} adds a unit to {tile} and has {n} there.",
        you="You add a unit to {tile} and have {n} there.",
        who=who,
        tile=tile_name(seen.before, tile),
        n=seen.after.units[tile],
    )
    yield GameEvent("move", text, _unit(seen, seen.seat))


def _told_source(seen: Seen[State]) -> Iterator[GameEvent]:
    who = Player(seen.seat)
    if seen.action == DONE:
        yield GameEvent("choice", say("{who} moves no more units.", you="You move no more units.", who=who))
        return
    tile = tile_name(seen.before, int(seen.after.source))
    text = say("{who} moves units from {tile}.", you="You move units from {tile}.", who=who, tile=tile)
    yield GameEvent("choice", text, _unit(seen, seen.seat))


def _told_march(seen: Seen[State]) -> Iterator[GameEvent]:
    before = seen.before
    who, source = Player(seen.seat), short_name(before, int(before.source))
    if seen.action == DONE:
        text = say("{who} leaves the others on {tile}.", you="You leave the others on {tile}.", who=who, tile=source)
        yield GameEvent("choice", text)
        return
    (to,) = seen.chose(TILE) or (0,)
    words = {"who": who, "source": source, "tile": tile_name(before, to)}
    if before.units[to]:
        text = say(
            "{who} moves a unit from {source} to {tile}.", you="You move a unit from {source} to {tile}.", **words
        )
    else:
        text = say(
            "{who} takes {tile} with a unit from {source}.", you="You take {tile} with a unit from {source}.", **words
        )
    yield GameEvent("move", text, _unit(seen, seen.seat))


# --- cards and actions ---


def _told_action_card(seen: Seen[State]) -> Iterator[GameEvent]:
    (slot,) = seen.chose(CARD) or (0,)
    text = say(
        "{who} starts the turn with {card}: {n} {n|action|actions}.",
        you="You start your turn with {card}: {n} {n|action|actions}.",
        who=Player(seen.seat),
        card=_card(seen.before, seen.seat, slot),
        n=NUMBERS[slot],
    )
    yield GameEvent("move", text, own_card(seen.before, seen.seat, slot))


def _told_kind(seen: Seen[State]) -> Iterator[GameEvent]:
    """The kind of the next action. A seat's only card is played for it."""
    who = Player(seen.seat)
    if seen.action == DONE:
        yield GameEvent("pass", say("{who} ends the turn.", you="You end your turn.", who=who))
    elif seen.action == ATTACK:
        yield GameEvent("choice", say("{who} is going to attack.", you="You are going to attack.", who=who))
    elif seen.after.phase != PAY:
        yield _told_price(seen, _only_card(int(seen.before.hand[seen.seat])))
    elif seen.action == REINFORCE:
        yield GameEvent("choice", say("{who} is going to reinforce.", you="You are going to reinforce.", who=who))
    else:
        yield GameEvent("choice", say("{who} is going to move.", you="You are going to move.", who=who))


def _told_payment(seen: Seen[State]) -> Iterator[GameEvent]:
    (slot,) = seen.chose(CARD) or (0,)
    yield _told_price(seen, slot)


def _told_price(seen: Seen[State], slot: int) -> GameEvent:
    """The card played for reinforcing or moving."""
    s = seen.before
    words = {"who": Player(seen.seat), "card": _card(s, seen.seat, slot), "n": NUMBERS[slot]}
    if seen.after.kind == REINFORCEMENT:
        text = say(
            "{who} reinforces with {card}: up to {n} new {n|unit|units}.",
            you="You reinforce with {card}: up to {n} new {n|unit|units}.",
            **words,
        )
    else:
        text = say(
            "{who} moves with {card}: from up to {n} {n|tile|tiles}.",
            you="You move with {card}: from up to {n} {n|tile|tiles}.",
            **words,
        )
    return GameEvent("move", text, own_card(s, seen.seat, slot))


def _told_refills(seen: Seen[State]) -> Iterator[GameEvent]:
    """Players who needed a card, had none, and took their played cards back."""
    before, after = seen.before, seen.after
    for seat in range(int(after.seats)):
        if not int(after.hand[seat]) & ~int(before.hand[seat]):
            continue
        who, added = Player(seat), int(before.added[seat])
        if after.added[seat] > added:
            text = say(
                "{who} takes all played cards back and adds the {n}.",
                you="You take all your played cards back and add the {n}.",
                who=who,
                n=NUMBERS[OPENING_CARDS + added],
            )
            icon = own_card(after, seat, OPENING_CARDS + added)
        else:
            text = say("{who} takes all nine cards back.", you="You take all nine cards back.", who=who)
            icon = None
        yield GameEvent("draw", text, icon, minor=True)


# --- fights ---


def _told_attacker(seen: Seen[State]) -> Iterator[GameEvent]:
    tile = tile_name(seen.before, int(seen.after.source))
    text = say("{who} attacks from {tile}.", you="You attack from {tile}.", who=Player(seen.seat), tile=tile)
    yield GameEvent("choice", text, _unit(seen, seen.seat))


def _told_attack(seen: Seen[State]) -> Iterator[GameEvent]:
    s = seen.after
    source, target = int(s.source), int(s.target)
    text = say(
        "{who} attacks {other} on {tile}: {mine} {mine|unit|units} against {theirs}.",
        you="You attack {other} on {tile}: {mine} {mine|unit|units} against {theirs}.",
        who=Player(seen.seat),
        other=Player(int(owner_of(s, target))),
        tile=tile_name(s, target),
        mine=s.units[source],
        theirs=s.units[target],
    )
    yield GameEvent("move", text, _ground(s, target))


def _told_fight(seen: Seen[State]) -> Iterator[GameEvent]:
    """A seat's card for itself; both cards with their totals; then the loss."""
    before, after = seen.before, seen.after
    if after.phase == FIGHT and not after.over:
        if chosen := seen.chose(CARD):
            icon = own_card(before, seen.seat, chosen[0])
            yield GameEvent("choice", say("You choose {card}.", card=_card(before, seen.seat, chosen[0])), icon)
        return
    source, target, attacker, ours, attack, defender, theirs, defence = (int(x) for x in after.clash)
    won = attack > defence
    sides = [
        _side(seen, attacker, source, ours - 1, attack, won),
        _side(seen, defender, target, theirs - 1, defence, not won),
    ]
    words = {"tile": tile_name(before, target), "attack": attack, "defence": defence}
    if won:
        text = say(
            "{who} wins the fight for {tile}: {attack} against {defence}.",
            you="You win the fight for {tile}: {attack} against {defence}.",
            who=Player(attacker),
            **words,
        )
        title = say(
            "{who} beats {other} on {tile}",
            you="You beat {other} on {tile}",
            who=Player(attacker),
            other=Player(defender),
            tile=words["tile"],
        )
    else:
        text = say(
            "{who} holds {tile}: {defence} against {attack}.",
            you="You hold {tile}: {defence} against {attack}.",
            who=Player(defender),
            **words,
        )
        title = say(
            "{who} holds {tile} against {other}",
            you="You hold {tile} against {other}",
            who=Player(defender),
            other=Player(attacker),
            tile=words["tile"],
        )
    why = say("{attack} against {defence}", attack=attack, defence=defence)
    if attack == defence:
        why = say("{why}; the defender wins ties", why=why)
    yield GameEvent(
        "reveal", text, _ground(before, target), moment=Moment(title, why, sides, [_ground(before, target)])
    )
    yield from _told_loss(seen, defender if won else attacker, target if won else source)


def _side(seen: Seen[State], seat: int, tile: int, slot: int, total: int, won: bool) -> Side:
    """Units and card of a side with their sum; `seen.before` is the position before the fight."""
    s = seen.before
    pieces = [cubes(colour_of(s, seat), int(s.units[tile])), own_card(s, seat, slot)]
    verdict = say("wins") if won else say("loses a unit")
    return Side(seat, pieces, total, _sum(s, tile, slot, total), verdict, won)


def _sum(s: State, tile: int, slot: int, total: int) -> Text:
    """The parts of a total."""
    words = {"card": NUMBERS[slot], "n": s.units[tile]}
    if total > NUMBERS[slot] + int(s.units[tile]):
        return say("= {n} {n|unit|units} + {card} + 1 for the symbol", **words)
    return say("= {n} {n|unit|units} + {card}", **words)


def _told_loss(seen: Seen[State], loser: int, tile: int) -> Iterator[GameEvent]:
    """The unit that the loser of a fight loses, and what becomes of the others on its tile."""
    after, left = seen.after, int(seen.before.units[tile]) - 1
    name = short_name if tile == after.clash[0] else tile_name
    words = {"who": Player(loser), "tile": name(seen.before, tile), "n": left}
    if not left:
        text = say("{who} loses the last unit on {tile}.", you="You lose your last unit on {tile}.", **words)
    elif tile == after.clash[0]:
        text = say(
            "{who} loses a unit on {tile} and has {n} left there.",
            you="You lose a unit on {tile} and have {n} left there.",
            **words,
        )
    elif after.phase == FLIGHT and may_stay(after, loser):
        text = say(
            "{who} loses a unit and may flee from {tile}.", you="You lose a unit and may flee from {tile}.", **words
        )
    elif after.phase == FLIGHT:
        text = say(
            "{who} loses a unit and must flee from {tile}.", you="You lose a unit and must flee from {tile}.", **words
        )
    else:
        text = say(
            "{who} loses a unit; the rest cannot flee from {tile}.",
            you="You lose a unit; the rest cannot flee from {tile}.",
            **words,
        )
    yield GameEvent("hit", text, _unit(seen, loser), minor=True)
    if after.fallen[loser]:
        text = say("{who} has no units left and is out.", you="You have no units left and are out.", who=Player(loser))
        yield GameEvent("fall", text)


def _told_flight(seen: Seen[State]) -> Iterator[GameEvent]:
    before = seen.before
    if seen.action == STAY:
        text = say(
            "{who} stays on {tile} with {n} {n|unit|units}.",
            you="You stay on {tile} with {n} {n|unit|units}.",
            who=Player(seen.seat),
            n=before.units[before.target],
            tile=tile_name(before, int(before.target)),
        )
        yield GameEvent("pass", text, _unit(seen, seen.seat))
        return
    (to,) = seen.chose(TILE) or (0,)
    text = say(
        "{who} flees with {n} {n|unit|units} from {source} to {tile}.",
        you="You flee with {n} {n|unit|units} from {source} to {tile}.",
        who=Player(seen.seat),
        n=before.units[before.target],
        source=short_name(before, int(before.target)),
        tile=tile_name(before, to),
    )
    yield GameEvent("move", text, _unit(seen, seen.seat))


def _told_advance(seen: Seen[State]) -> Iterator[GameEvent]:
    before = seen.before
    (units,) = seen.chose(ADVANCE) or (0,)
    target = int(before.target)
    words = {"who": Player(seen.seat), "n": units, "tile": tile_name(before, target)}
    if not units:
        text = say("{who} does not advance to {tile}.", you="You do not advance to {tile}.", **words)
        yield GameEvent("pass", text)
        return
    text = say("{who} takes {tile} with {n} {n|unit|units}.", you="You take {tile} with {n} {n|unit|units}.", **words)
    yield GameEvent("capture", text, _ground(before, target))


# --- sets and turns ---


def _told_sets(seen: Seen[State]) -> Iterator[GameEvent]:
    """All three tiles of a symbol, won or lost."""
    before, after = seen.before, seen.after
    for symbol, name in enumerate(SYMBOLS):
        alike = int(after.alike[symbol])
        for seat in range(int(after.seats)):
            had, has = (alike and alike & ~int(s.held[seat]) == 0 for s in (before, after))
            words = {"who": Player(seat), "symbol": name, "n": SET_BONUS}
            if has and not had:
                text = say(
                    "{who} now holds all three {symbol} tiles: {n} more points.",
                    you="You now hold all three {symbol} tiles: {n} more points.",
                    **words,
                )
                yield GameEvent("score", text, symbol_tile(symbol), minor=True)
            elif had and not has:
                text = say(
                    "{who} no longer holds all three {symbol} tiles: {n} points less.",
                    you="You no longer hold all three {symbol} tiles: {n} points less.",
                    **words,
                )
                yield GameEvent("score", text, symbol_tile(symbol), minor=True)


def _told_turns(seen: Seen[State]) -> Iterator[GameEvent]:
    """The last turns, action cards that were played because they were the only ones, and whose turn begins."""
    before, after = seen.before, seen.after
    if after.closing and not before.closing:
        text = say("Every player has the 6: after this turn, each player has one last turn.")
        yield GameEvent("score", text, minor=True)
    if after.closing == LAST_TURNS != before.closing:
        yield GameEvent("score", say("The last turns begin."), minor=True)
    for step in range(1, int(after.seats)):
        seat = (int(before.turn) + step) % int(after.seats)
        held = int(before.hand[seat]) & ~_fought_with(seen, seat)
        if held.bit_count() == 1 and not after.hand[seat]:
            slot = _only_card(held)
            text = say(
                "{who} starts the turn with the last card, {card}: {n} {n|action|actions}.",
                you="You start your turn with your last card, {card}: {n} {n|action|actions}.",
                who=Player(seat),
                card=_card(after, seat, slot),
                n=NUMBERS[slot],
            )
            yield GameEvent("move", text, own_card(after, seat, slot), minor=True)
    if after.turns != before.turns:
        text = say("Turn {n}: {who} plays.", you="Turn {n}: you play.", n=after.turns, who=Player(int(after.turn)))
        yield GameEvent("round", text, minor=True)


def _fought_with(seen: Seen[State], seat: int) -> int:
    """The card that a seat played in a fight decided in this step, as a set."""
    clash = seen.after.clash
    decided = seen.before.phase == FIGHT and seen.after.phase != FIGHT
    return sum(1 << int(clash[side + 1]) - 1 for side in (2, 5) if decided and clash[side] == seat)


def _only_card(cards: int) -> int:
    return cards.bit_length() - 1


_TOLD: dict[int, Callable[[Seen], Iterator[GameEvent]]] = {
    SETTLE: _told_placement,
    EXTRA: _told_placement,
    ACTION_CARD: _told_action_card,
    NEXT: _told_kind,
    PAY: _told_payment,
    REINFORCEMENT: _told_reinforcement,
    SOURCE: _told_source,
    UNIT: _told_march,
    FROM: _told_attacker,
    INTO: _told_attack,
    FIGHT: _told_fight,
    FLIGHT: _told_flight,
    FOLLOW: _told_advance,
}


# --- words and pieces ---


def _ground(s: State, number: int) -> Piece:
    code = int(s.symbol[number])
    return Piece("tile", "", "brown") if code == BROWN else symbol_tile(code - FIRST_SYMBOL)


def _unit(seen: Seen[State], seat: int) -> Piece:
    return cubes(colour_of(seen.before, seat))


def _card(s: State, seat: int, slot: int) -> Text:
    return say("the {symbol} {n}", symbol=SYMBOLS[SYMBOL[card_number(s, seat, slot)]], n=NUMBERS[slot])


def own_card(s: State, seat: int, slot: int, **more: Any) -> Piece:
    """A card in the colour of its owner's units. Three players have white cards for the red units (R2)."""
    colour = COLOURS[colour_of(s, seat)]
    piece = card(card_number(s, seat, slot), **more)
    return replace(piece, colour=colour, label=say("{symbol} {n}", symbol=piece.symbol, n=NUMBERS[slot]))


def card_number(s: State, seat: int, slot: int) -> int:
    """The number of a seat's card in the deck of the box."""
    return SLOTS * CARD_COLOURS[int(s.seats)][seat] + slot


def colour_of(s: State, seat: int) -> int:
    """The colour of a seat's units."""
    return CUBE_COLOURS[int(s.seats)][seat]
