"""Flower Garden: the rows of the shop, your garden, your cards, and the flowers of every seat."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from matchbox.scene import (
    Area,
    Choice,
    Look,
    Piece,
    Scene,
    SeatStatus,
    Summary,
    TallyRow,
    Text,
    Theme,
    Words,
    say,
)

from ..components import CARDS, COLOUR, CUBE_COLOURS, NUMBER, SYMBOL, SYMBOLS
from ..pieces import back, card, cards_still_out
from .rules import CARD, DISCARD, FLOWER, GARDEN, NEW_ROW, ROW, SHOP, STOP, bed_cards
from .state import (
    BED_CARD,
    BED_COLOUR,
    CHOOSE,
    FIRST_DISCARD,
    FLOWERS,
    MORE_DISCARDS,
    SHOP_CARD,
    SHOP_COLOUR,
    SHOP_MORE,
    SHOP_ROW,
    SLOTS,
    State,
    unseen_cards,
)

summary = Summary(
    goal=say("Plant as many flowers as you can, and keep few unplanted."),
    turn=say("Play a row of cards for flowers, plant flowers on a bed, or discard and draw cards."),
    end=say("The game ends when two colours of flowers are sold out or the draw pile runs out for the last time."),
)
theme = Theme(130, "petals", "cards", say("Plant rows, buy flowers"))


def flower(colour: int, count: int = 1, **more: Any) -> Piece:
    name = CUBE_COLOURS[colour]
    label = say("{colour} flower", colour=name) if count == 1 else say("{colour} flowers", colour=name)
    return Piece("cube", "flower", name, count=count, label=label, **more)


cover = [card(11), card(27), card(28), flower(3, 2), flower(0, 3)]
SEAT_COLOURS = ("white", "purple", "orange", "brown", "black")
SHOPPING = (SHOP_CARD, SHOP_ROW, SHOP_MORE, SHOP_COLOUR)


def scene(look: Look[State]) -> Scene:
    s = look.s
    areas = [_shop(look), _stock(s), _pile(s)]
    for seat in look.each_seat():
        areas += _seat(look, seat)
    section = dict.fromkeys(SHOPPING, "shop") | {BED_CARD: "garden", BED_COLOUR: "garden", CHOOSE: "your-turn"}
    return Scene(
        _prompt(look),
        areas,
        _choices(look),
        coach=_coach(look),
        why=_why(look),
        rules=section.get(int(s.phase), "discard"),
        commits=_commits(look),
        round=say("Turn {n}", n=int(s.turns) + 1),
        seats=[_status(s, seat) for seat in range(int(s.seats))],
        tally=_tally(s) if s.over else (),
    )


def cards_in(cards: int) -> list[int]:
    return [number for number in range(CARDS) if int(cards) >> number & 1]


# --- words ---


def _prompt(look: Look[State]) -> Words:
    s = look.s
    phase = int(s.phase)
    if phase == CHOOSE:
        if GARDEN not in look.legal:
            return say("Shop, or exchange cards?") if SHOP in look.legal else say("You can only exchange cards.")
        return say("{plant}, or shop?", plant=_plant(look)) if SHOP in look.legal else say("Plant, or exchange cards?")
    if phase == SHOP_CARD:
        return say("Which card do you bring to the shop first?")
    if phase == SHOP_ROW:
        return say("Which row does it join?")
    if phase == SHOP_MORE:
        return say("Add another card, or take {flowers}?", flowers=_flowers(_row_length(s)))
    if phase == SHOP_COLOUR:
        return say("Which colour do you take?")
    if phase == BED_CARD:
        return say("Which card becomes a bed?")
    if phase == BED_COLOUR:
        return say("Which flowers do you plant?")
    if phase == FIRST_DISCARD:
        return say("Which card do you discard?")
    return say("Discard another card, or draw?")


def _why(look: Look[State]) -> Words:
    phase = int(look.s.phase)
    if phase == CHOOSE:
        if GARDEN in look.legal:
            return say("Planted flowers score a point each, unplanted ones cost a point each.")
        return say("No bed fits your flowers yet: a bed needs as many of one colour as its number.")
    if phase in (SHOP_CARD, SHOP_ROW, SHOP_MORE):
        return say("A flower for each card in the row, in the colour of the last card. Numbers must not rise.")
    if phase == SHOP_COLOUR:
        return say("White and black cards bring flowers of any colour.")
    if phase in (BED_CARD, BED_COLOUR):
        return say("A bed takes as many flowers as its number, all of one colour.")
    return say("You may discard up to four cards, then you draw as many.")


def _flowers(n: int) -> Text:
    return say("1 flower") if n == 1 else say("{n} flowers", n=n)


def _coach(look: Look[State]) -> Words:
    phase = int(look.s.phase)
    if phase in SHOPPING:
        return say("A number that appears twice clears the row after you take your flowers.")
    if phase in (BED_CARD, BED_COLOUR):
        return say("The number of a bed is the number of flowers you plant on it, all of one colour.")
    return say("Planted flowers score points, unplanted flowers cost points. Take flowers that fit your cards in hand.")


def _beds(look: Look[State]) -> list[int]:
    """The cards in your hand that you could plant now."""
    return cards_in(bed_cards(look.s, look.seat)) if look.seat >= 0 else []


def _plant(look: Look[State]) -> Words:
    """What planting means now: one certain bed, or a choice."""
    beds = _beds(look)
    return _plant_on(beds[0]) if len(beds) == 1 else say("Plant a bed")


def _plant_on(number: int) -> Words:
    if COLOUR[number] < FLOWERS:
        return say("Plant {n} {colour}", n=NUMBER[number], colour=CUBE_COLOURS[COLOUR[number]])
    return say("Plant {n} of a colour", n=NUMBER[number])


def _choices(look: Look[State]) -> list[Choice]:
    s = look.s
    texts: list[tuple[int, Words]] = [
        (SHOP, say("Shop")),
        (GARDEN, _plant(look)),
        (DISCARD, say("Exchange")),
        (STOP, _stop(s)),
    ]
    for colour in range(FLOWERS):
        name = CUBE_COLOURS[colour]
        if s.phase == BED_COLOUR:
            texts.append((FLOWER.id(colour), say("Plant {n} {colour}", n=NUMBER[s.card], colour=name)))
        else:
            n = min(_row_length(s), int(s.stock[colour]))
            texts.append((FLOWER.id(colour), say("Take {n} {colour}", n=n, colour=name)))
    return [Choice(text, int(action)) for action, text in texts if action in look.legal]


def _stop(s: State) -> Text:
    if s.phase == MORE_DISCARDS:
        return say("Draw {n} {n|card|cards}", n=int(s.played))
    colour = int(COLOUR[s.card])
    if colour >= FLOWERS:
        return say("Take {flowers}", flowers=_flowers(_row_length(s)))
    return say("Take {n} {colour}", n=min(_row_length(s), int(s.stock[colour])), colour=CUBE_COLOURS[colour])


def _commits(look: Look[State]) -> list[Choice]:
    """A bed is for good."""
    if look.s.phase != BED_CARD:
        return []
    return [Choice(_plant_on(number), CARD.id(number)) for number in _beds(look)]


# --- shop, stock and pile ---


def _row_length(s: State) -> int:
    return int(s.shop[int(SYMBOL[s.card]), s.slot]).bit_count()


BLOCK = 7  # columns of a row in the shop: its symbol, cards, and what one more brings
MOST_SHOWN = BLOCK - 2
ROOM, MORE = 12, 6  # places for rows from the beginning: seldom are there more; and how many the shop grows by


def _shop(look: Look[State]) -> Area:
    """Rows of one symbol as slices, with the flowers that one more card brings."""
    s = look.s
    rows: list[list[Piece]] = []
    for symbol in range(len(SYMBOLS)):
        for slot in range(SLOTS):
            found = sorted(cards_in(s.shop[symbol, slot]), key=lambda number: -int(NUMBER[number]))
            if found:
                rows.append(_row(look, symbol, slot, found, len(rows)))
    if s.phase == SHOP_ROW:
        number = int(s.card)
        acts = look.only(NEW_ROW)
        base = Piece("slot", say("new +1"), symbol=SYMBOLS[SYMBOL[number]], actions=acts, label=say("new row"))
        rows.append(_block(len(rows), base, [card(number, crop="slice", last=True)]))
    room = max(ROOM, MORE * -(-(len(rows) + 1) // MORE))
    rows += [[Piece("zone", at=(BLOCK * i, 0), span=(BLOCK, 1))] for i in range(len(rows), room)]
    pieces = [piece for row in rows for piece in row]
    size = (BLOCK * room, 1)
    return Area("", pieces, "grid", size=size, look="slices", key="shop", fold=BLOCK, cell=(23, 46), weight=8)


def _block(place: int, base: Piece, slices: list[Piece]) -> list[Piece]:
    """A row as a block of the shop: the whole of it can be chosen."""
    left = BLOCK * place
    placed = [replace(piece, at=(left + 1 + i, 0)) for i, piece in enumerate(slices[-MOST_SHOWN:])]
    return [replace(base, at=(left, 0), span=(BLOCK, 1)), *placed]


def _row(look: Look[State], symbol: int, slot: int, row: list[int], place: int) -> list[Piece]:
    s = look.s
    here = symbol == SYMBOL[s.card] and s.phase in SHOPPING
    playing = bool(here and slot == s.slot and s.phase in (SHOP_MORE, SHOP_COLOUR))
    acts = look.only(ROW.id(slot)) if here and s.phase == SHOP_ROW else ()
    slices = [card(number, crop="slice", last=playing and number == s.card) for number in row]
    label = say("{symbol} row: {n} flowers", symbol=SYMBOLS[symbol], n=len(row) + 1)
    text = say("+{n}", n=len(row) + 1)
    return _block(place, Piece("slot", text, symbol=SYMBOLS[symbol], actions=acts, marked=playing, label=label), slices)


def _stock(s: State) -> Area:
    """Flowers that can still be bought."""
    pieces = [
        flower(colour, int(s.stock[colour])) if s.stock[colour] else flower(colour, dimmed=True, cost=say("sold out"))
        for colour in range(FLOWERS)
    ]
    return Area(say("Flowers left"), pieces, "counters", key="stock")


def _pile(s: State) -> Area:
    limit = 3 if s.seats == 5 else 2
    left = limit - int(s.emptied)
    note = say("{n} to draw, {m} discarded", n=int(s.in_deck), m=len(cards_in(s.discard)))
    if left == 1:
        note = say("{n} to draw, then the game ends", n=int(s.in_deck))
    return Area(say("Cards"), [back()], "pile", note=note, key="pile")


# --- the seats ---


def _gain(s: State, number: int) -> int:
    """The most flowers that a card could bring as the first card into the shop."""
    symbol = int(SYMBOL[number])
    rows = [int(s.shop[symbol, slot]).bit_count() for slot in range(SLOTS) if s.lows[symbol, slot] >= NUMBER[number]]
    return max(rows, default=0) + 1


def _tag(look: Look[State], number: int, beds: list[int]) -> Words:
    """What a card in hand can do now."""
    phase = int(look.s.phase)
    if phase == CHOOSE and not look.legal:
        return ""
    if number in beds and phase in (CHOOSE, BED_CARD):
        return say("plant")
    if (phase == CHOOSE and SHOP in look.legal) or phase == SHOP_CARD:
        return say("+{n}", n=_gain(look.s, number))
    if phase == SHOP_MORE and CARD.id(number) in look.legal:
        return say("+{n}", n=_row_length(look.s) + 1)
    return ""


BED = (5, 7)  # columns and rows of a bed: a card is that much higher than wide
BEDS = 5  # places for beds that the garden has from the beginning; the basket follows


def _bed(s: State, number: int, place: int) -> list[Piece]:
    """A bed of your garden with its flowers."""
    at = (BED[0] * place, 0)
    colour = int(s.bed_colour[number]) - 1
    flowers = [flower(colour, at=at, span=BED)] * int(NUMBER[number]) if colour >= 0 else []
    return [card(number, at=at, span=BED), *flowers]


def _garden(look: Look[State], seat: int) -> Area:
    """Your beds in a row, and places for more of them."""
    s = look.s
    beds = cards_in(s.beds[seat])
    pieces = [piece for place, number in enumerate(beds) for piece in _bed(s, number, place)]
    pieces += [Piece("slot", at=(BED[0] * i, 0), span=BED, label=say("no bed yet")) for i in range(len(beds), BEDS)]
    room = max(BEDS, len(beds))
    pieces += _basket(look, seat, (BED[0] * room, 0))
    note = say("{n} planted", n=int(s.planted[seat].sum())) if beds else say("no bed yet")
    size = (BED[0] * (room + 1), BED[1])
    title = say("Your garden") if look.is_you(seat) else say("Garden")
    return Area(title, pieces, "grid", seat, note=note, size=size, role="board", look="garden",
                key="garden", fold=BED[0], cell=(7, 24), weight=3)  # fmt: skip


def _basket(look: Look[State], seat: int, at: tuple[int, int]) -> list[Piece]:
    """Your flowers that are not planted yet, always in the same places."""
    s = look.s
    n = int(s.flowers[seat].sum())
    text = say("basket −{n}", n=n) if n else say("basket")
    label = say("Your basket") if look.is_you(seat) else say("Basket")
    found = [Piece("slot", text, at=at, span=BED, marked=n > 0, label=label)]
    for colour in range(FLOWERS):
        loose = int(s.flowers[seat, colour])
        found.append(flower(colour, max(1, loose), at=at, span=BED, dimmed=not loose))
    return found


def _seat(look: Look[State], seat: int) -> list[Area]:
    s = look.s
    if seat != look.seat:
        beds = [card(number) for number in cards_in(s.beds[seat])]
        planted = [flower(c, int(s.planted[seat, c])) for c in range(FLOWERS) if s.planted[seat, c]]
        loose = [flower(c, int(s.flowers[seat, c])) for c in range(FLOWERS) if s.flowers[seat, c]]
        basket = Area(say("Basket"), loose, "counters", seat, key=f"basket/{seat}")
        return [Area(say("Garden"), [*beds, *planted], seat=seat, key=f"garden/{seat}"), basket]
    fitting = _beds(look)
    hand = [
        card(number, actions=look.only(CARD.id(number)), cost=_tag(look, number, fitting))
        for number in cards_in(s.hand[seat])
    ]
    return [_garden(look, seat), Area(say("Hand"), hand, "fan", seat, key="hand")]


def cards_out(look: Look[State]) -> list[Area]:
    return [cards_still_out(int(unseen_cards(look.s, look.seat)))]


def _status(s: State, seat: int) -> SeatStatus:
    loose = int(s.flowers[seat].sum())
    line = say("{n} loose", n=loose) if loose else say("{n} {n|card|cards}", n=int(s.held[seat]))
    return SeatStatus(seat, SEAT_COLOURS[seat], int(s.score[seat]), line=line)


def _tally(s: State) -> list[TallyRow]:
    """Planted flowers by colour, and those that were not planted."""
    seats = range(int(s.seats))
    rows = [
        TallyRow(
            say("Planted {colour}", colour=CUBE_COLOURS[colour]),
            [int(s.planted[seat, colour]) for seat in seats],
            flower(colour),
        )
        for colour in range(FLOWERS)
    ]
    return [*rows, TallyRow(say("Unplanted"), [-int(s.flowers[seat].sum()) for seat in seats])]
