"""Flower Garden: the rows of the shop, flowers and piles, and the beds of every seat."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from matchbox.scene import (
    Area,
    Choice,
    GameEvent,
    Look,
    Piece,
    Player,
    Scene,
    Seen,
    Summary,
    Text,
    Words,
    listed,
    say,
)

from ..components import CARDS, COLOUR, COLOURS, CUBE_COLOURS, NUMBER, SYMBOL, SYMBOLS
from ..pieces import back, card, cubes
from .rules import CARD, DISCARD, FLOWER, GARDEN, NEW_ROW, ROW, SHOP, STOP
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
    SLOTS,
    State,
)

summary = Summary(
    goal=say("Plant as many flowers as you can, and keep few unplanted."),
    turn=say("Play a row of cards for flowers, plant flowers on a bed, or discard and draw cards."),
    end=say("The game ends when two colours of flowers are sold out or the draw pile runs out for the last time."),
)
cover = [card(11), card(27), card(28), cubes(3, 2), cubes(0, 3)]


def scene(look: Look[State]) -> Scene:
    areas = [_shop(look), _stock(look), *_piles(look)]
    for seat in look.each_seat():
        areas += _seat(look, seat)
    section = {SHOP_CARD: "shop", SHOP_ROW: "shop", SHOP_MORE: "shop", SHOP_COLOUR: "shop"}
    garden = {BED_CARD: "garden", BED_COLOUR: "garden", CHOOSE: "your-turn"}
    anchor = {**section, **garden}.get(int(look.s.phase), "discard")
    return Scene(_prompt(look), areas, _choices(look), coach=_coach(look), rules=anchor)


# --- the log ---


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
        numbers = [int(NUMBER[c]) for c in _cards_in(row)]
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
    return GameEvent("score", text, cubes(colour, gained[colour]))


def _told_sold_out(seen: Seen[State]) -> Iterator[GameEvent]:
    for colour in range(FLOWERS):
        if seen.before.stock[colour] and not seen.after.stock[colour] and not seen.ended:
            text = say(
                "The {colour} flowers are sold out. The game ends when another colour is.", colour=CUBE_COLOURS[colour]
            )
            yield GameEvent("move", text, cubes(colour), minor=True)


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
        drawn = [_card_name(number) for number in _cards_in(int(after.hand[seat]) & ~kept)]
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


# --- prompts ---


def _prompt(look: Look[State]) -> Words:
    s = look.s
    phase = int(s.phase)
    if phase == CHOOSE:
        return say("Shop, garden or discard?")
    if phase == SHOP_CARD:
        return say("Choose the first card to play into the shop.")
    if phase == SHOP_ROW:
        return say("Choose a row for this card, or start a new row.")
    if phase == SHOP_MORE:
        return say("Add another card to the row, or stop and take {flowers}.", flowers=_flowers(_row_length(look)))
    if phase == SHOP_COLOUR:
        return say("Choose a colour: you take {flowers}.", flowers=_flowers(_row_length(look)))
    if phase == BED_CARD:
        return say("Choose a card to play as a bed.")
    if phase == BED_COLOUR:
        return say("Choose a colour: you plant {flowers}.", flowers=_flowers(int(NUMBER[s.card])))
    return say("Choose a card to discard.")


def _flowers(n: int) -> Text:
    return say("1 flower") if n == 1 else say("{n} flowers", n=n)


def _coach(look: Look[State]) -> Words:
    phase = int(look.s.phase)
    if phase in (SHOP_CARD, SHOP_ROW, SHOP_MORE, SHOP_COLOUR):
        return say(
            "You get a flower for each card in the row, in the colour of the last card. Numbers must not rise. "
            "A number that appears twice clears the row after you take your flowers."
        )
    if phase in (BED_CARD, BED_COLOUR):
        return say("The number of a bed is the number of flowers you plant on it, all of one colour.")
    return say("Planted flowers score points, unplanted flowers cost points. Take flowers that fit your cards in hand.")


def _choices(look: Look[State]) -> list[Choice]:
    texts = (
        (SHOP, say("Shop"), say("play cards of one symbol into a row and take flowers")),
        (GARDEN, say("Garden"), say("play a bed and plant flowers on it")),
        (DISCARD, say("Discard"), say("replace one to four cards")),
        (STOP, say("Stop"), ""),
    )
    return [Choice(text, int(action), note) for action, text, note in texts if action in look.legal]


# --- shop, stock and piles ---


def _cards_in(cards: int) -> list[int]:
    return [number for number in range(CARDS) if int(cards) >> number & 1]


def _row_length(look: Look[State]) -> int:
    s = look.s
    return int(s.shop[int(SYMBOL[s.card]), s.slot]).bit_count()


def _shop(look: Look[State]) -> Area:
    """The rows, grouped by symbol, with numbers falling; click the last card to choose a row."""
    s = look.s
    pieces, line = [], 0
    choosing = int(s.phase) == SHOP_ROW and bool(look.legal)
    for symbol, name in enumerate(SYMBOLS):
        for slot in range(SLOTS):
            row = sorted(_cards_in(s.shop[symbol, slot]), key=lambda number: -int(NUMBER[number]))
            if not row:
                continue
            playing = s.phase in (SHOP_MORE, SHOP_COLOUR) and symbol == SYMBOL[s.card] and slot == s.slot
            pieces.append(Piece("marker", say("{symbol} {slot}", symbol=name, slot=slot), at=(0, line)))
            for place, number in enumerate(row):
                acts = (
                    look.only(ROW.id(slot)) if choosing and symbol == SYMBOL[s.card] and place == len(row) - 1 else ()
                )
                pieces.append(card(number, at=(place + 1, line), actions=acts, marked=bool(playing)))
            line += 1
    if choosing:
        pieces.append(card(int(s.card), at=(0, line), marked=True))
        if NEW_ROW in look.legal:
            pieces.append(Piece("slot", say("new row"), at=(1, line), actions=(int(NEW_ROW),)))
    return Area(say("Shop"), pieces, "grid", look="felt", key="shop")


def _stock(look: Look[State]) -> Area:
    """The stock of flowers; also used to choose a colour for a white or black card."""
    s = look.s
    pieces = []
    for colour in range(FLOWERS):
        acts = look.only(FLOWER.id(colour)) if s.phase in (SHOP_COLOUR, BED_COLOUR) else ()
        left = int(s.stock[colour])
        label = say("{colour} flowers in the stock: {n}", colour=CUBE_COLOURS[colour], n=left)
        pile = cubes(colour, max(left, 1), dimmed=not left, actions=acts, label=label)
        pieces.append(pile if left else replace(pile, text=say("no {colour}", colour=CUBE_COLOURS[colour])))
    return Area(say("Flowers"), pieces, "counters", note=say("the game ends when two colours are sold out"))


def _piles(look: Look[State]) -> list[Area]:
    s = look.s
    limit = 3 if s.seats == 5 else 2
    pile = [back(int(s.in_deck))] if s.in_deck else []
    note = say("{cards}, emptied {k} of {limit} times", cards=_count(int(s.in_deck)), k=s.emptied, limit=limit)
    discards = [card(number) for number in _cards_in(s.discard)]
    return [
        Area(say("Draw pile"), pile, "pile", note=note),
        Area(say("Discard pile"), discards, "fan", note=_count(len(discards))),
    ]


def _count(cards: int) -> Text:
    return say("1 card") if cards == 1 else say("{n} cards", n=cards)


# --- the seats ---


def _seat(look: Look[State], seat: int) -> list[Area]:
    s = look.s
    beds = []
    for number in _cards_in(s.beds[seat]):
        colour = int(s.bed_colour[number]) - 1
        beds.append(card(number, marked=colour < 0))
        if 0 <= colour != COLOUR[number]:  # a white or black bed shows its flowers
            beds.append(cubes(colour, int(NUMBER[number])))
    planted, unplanted = int(s.planted[seat].sum()), int(s.flowers[seat].sum())
    flowers = [cubes(c, int(s.flowers[seat, c])) for c in range(FLOWERS) if s.flowers[seat, c]]
    score = say("{a} planted - {b} unplanted = {score}", a=planted, b=unplanted, score=s.score[seat])
    if seat == look.seat:
        hand = [card(number, actions=look.only(number)) for number in _cards_in(s.hand[seat])]
    else:
        hand = [back(int(s.held[seat]))] if s.held[seat] else []
    return [
        Area(say("garden"), beds, "row", seat, score),
        Area(say("flowers to plant"), flowers, "counters", seat),
        Area(say("hand"), hand, "fan", seat),
    ]
