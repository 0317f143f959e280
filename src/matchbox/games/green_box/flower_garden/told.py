"""Flower Garden in sentences: cards brought to the shop, flowers, beds and new cards."""

from __future__ import annotations

from collections.abc import Iterator

from matchbox.scene import GameEvent, Player, Seen, Text, listed, say

from ..components import COLOUR, COLOURS, CUBE_COLOURS, NUMBER, SYMBOL, SYMBOLS
from ..pieces import card
from .rules import CARD, DISCARD, GARDEN, SHOP
from .scene import cards_in, flower
from .state import (
    BED_CARD,
    BED_COLOUR,
    CHOOSE,
    FIRST_DISCARD,
    FLOWERS,
    SHOP_CARD,
    SHOP_COLOUR,
    SHOP_MORE,
    SHOP_ROW,
    State,
)


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """The kind of turn, its cards one by one, the flowers, and the cards drawn at the end of the turn."""
    before, after = seen.before, seen.after
    assert seen.action is not None  # nobody chooses in secret
    phase = int(before.phase)
    first = {SHOP: SHOP_CARD, GARDEN: BED_CARD, DISCARD: FIRST_DISCARD}.get(seen.action, phase)
    played = _played(seen, first)
    if phase == CHOOSE and played is None:
        yield _told_turn(seen)
    elif first in (SHOP_CARD, SHOP_ROW, SHOP_MORE, SHOP_COLOUR):
        yield from _told_shop(seen, played)
    elif first in (BED_CARD, BED_COLOUR):
        yield _told_garden(seen)
    elif played is not None:
        text = say("{who} discards {card}.", you="You discard {card}.", who=Player(seen.seat), card=_card_name(played))
        yield GameEvent("move", text, card(played))
    else:
        yield _told_stop(seen)
    if after.turns > before.turns or seen.ended:
        yield from _told_draw(seen, played)


def _played(seen: Seen[State], phase: int) -> int | None:
    """The card that left the hand in this step: the chosen one, or the only one possible."""
    if chosen := seen.chose(CARD):
        return chosen[0]
    waiting = int(seen.after.phase) == phase and int(seen.before.turns) == int(seen.after.turns)
    return None if int(seen.before.phase) != CHOOSE or waiting else int(seen.after.card)


def _told_turn(seen: Seen[State]) -> GameEvent:
    who = Player(seen.seat)
    if seen.action == SHOP:
        text = say("{who} goes to the shop.", you="You go to the shop.", who=who)
    elif seen.action == GARDEN:
        text = say("{who} goes to the garden.", you="You go to the garden.", who=who)
    else:
        text = say("{who} starts to discard.", you="You start to discard.", who=who)
    return GameEvent("move", text, minor=True)


def _told_stop(seen: Seen[State]) -> GameEvent:
    return GameEvent("pass", say("{who} stops there.", you="You stop there.", who=Player(seen.seat)), minor=True)


def _told_shop(seen: Seen[State], played: int | None) -> Iterator[GameEvent]:
    """A card for the shop, a card in its row, or the flowers; then whether row and stock still hold."""
    before, after = seen.before, seen.after
    number, who = int(after.card), Player(seen.seat)
    symbol, slot = int(SYMBOL[number]), int(after.slot)
    if after.phase == SHOP_ROW:
        text = say(
            "{who} brings {card} to the shop.", you="You bring {card} to the shop.", who=who, card=_card_name(number)
        )
        yield GameEvent("move", text, card(number), minor=True)
        return
    sold = after.turns > before.turns or seen.ended
    added = played is not None or before.phase == SHOP_ROW
    if added:
        yield _told_row(who, number, int(before.shop[symbol, slot]).bit_count())
    if sold:
        yield _told_flowers(seen)
        row = int(before.shop[symbol, slot]) | 1 << number
        numbers = [int(NUMBER[c]) for c in cards_in(row)]
        if not after.shop[symbol, slot]:
            double = next(n for n in numbers if numbers.count(n) > 1)
            yield GameEvent("move", say("The row shows the {n} twice and is cleared.", n=double), minor=True)
        yield from _told_sold_out(seen)
    elif not added:
        yield _told_stop(seen)


def _told_row(who: Player, number: int, length: int) -> GameEvent:
    if length:
        text = say(
            "{who} adds {card}: the row has {n} cards.",
            you="You add {card}: the row has {n} cards.",
            who=who,
            card=_card_name(number),
            n=length + 1,
        )
    else:
        text = say(
            "{who} starts a row with {card}.", you="You start a row with {card}.", who=who, card=_card_name(number)
        )
    return GameEvent("move", text, card(number))


def _told_flowers(seen: Seen[State]) -> GameEvent:
    gained = [int(n) for n in seen.after.flowers[seen.seat]]
    gained = [n - int(old) for n, old in zip(gained, seen.before.flowers[seen.seat], strict=True)]
    colour = next((colour for colour in range(FLOWERS) if gained[colour]), None)
    who = Player(seen.seat)
    if colour is None:
        return GameEvent("score", say("{who} gets no flowers.", you="You get no flowers.", who=who))
    flowers = _coloured(gained[colour], colour)
    text = say("{who} takes {flowers}.", you="You take {flowers}.", who=who, flowers=flowers)
    return GameEvent("score", text, flower(colour, gained[colour]))


def _told_sold_out(seen: Seen[State]) -> Iterator[GameEvent]:
    for colour in range(FLOWERS):
        if seen.before.stock[colour] and not seen.after.stock[colour] and not seen.ended:
            text = say(
                "The {colour} flowers are sold out. The game ends when another colour is.", colour=CUBE_COLOURS[colour]
            )
            yield GameEvent("move", text, flower(colour), minor=True)


def _told_garden(seen: Seen[State]) -> GameEvent:
    number, who = int(seen.after.card), Player(seen.seat)
    if seen.after.phase == BED_COLOUR and not seen.ended:
        text = say("{who} plays {card} as a bed.", you="You play {card} as a bed.", who=who, card=_card_name(number))
        return GameEvent("move", text, card(number), minor=True)
    colour = int(seen.after.bed_colour[number]) - 1
    text = say(
        "{who} plants {flowers} on {card} and has {n} {n|point|points}.",
        you="You plant {flowers} on {card} and have {n} {n|point|points}.",
        who=who,
        flowers=_coloured(int(NUMBER[number]), colour),
        card=_card_name(number),
        n=seen.after.score[seen.seat],
    )
    return GameEvent("score", text, card(number))


def _told_draw(seen: Seen[State], played: int | None) -> Iterator[GameEvent]:
    """New cards, named only to their owner; then the piles, and players who have no card."""
    before, after, seat = seen.before, seen.after, seen.seat
    n = int(after.held[seat]) - int(before.held[seat]) + (played is not None)
    if n and seat == seen.viewer:
        kept = int(before.hand[seat]) & ~(1 << played) if played is not None else int(before.hand[seat])
        drawn = [_card_name(number) for number in cards_in(int(after.hand[seat]) & ~kept)]
        yield GameEvent("draw", say("You draw {cards}.", cards=listed(drawn)), minor=True)
    elif n:
        yield GameEvent(
            "draw",
            say("{who} draws {n} {n|card|cards}.", you="You draw {n} {n|card|cards}.", who=Player(seat), n=n),
            minor=True,
        )
    if not seen.ended:
        yield from _told_piles(seen)


def _told_piles(seen: Seen[State]) -> Iterator[GameEvent]:
    before, after = seen.before, seen.after
    piles = []
    if after.emptied > before.emptied:
        left = (3 if after.seats == 5 else 2) - int(after.emptied)
        piles.append(say("The draw pile runs out. The game ends when it runs out {n} more {n|time|times}.", n=left))
    if after.fresh != before.fresh:  # either may come first
        piles.insert(len(piles) if before.in_deck else 0, say("The discard pile is shuffled into a new draw pile."))
    for text in piles:
        yield GameEvent("draw", text, minor=True)
    for later in range(1, int(after.turns) - int(before.turns)):
        text = say(
            "{who} has no cards and passes.",
            you="You have no cards and pass.",
            who=Player((seen.seat + later) % int(after.seats)),
        )
        yield GameEvent("pass", text, minor=True)


def _coloured(n: int, colour: int) -> Text:
    return say("{n} {colour} {n|flower|flowers}", n=n, colour=CUBE_COLOURS[colour])


def _card_name(number: int) -> Text:
    return say(
        "{colour} {symbol} {n}", colour=COLOURS[COLOUR[number]], symbol=SYMBOLS[SYMBOL[number]], n=NUMBER[number]
    )
