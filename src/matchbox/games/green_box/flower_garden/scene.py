"""Flower Garden: the rows of the shop, flowers and piles, and the beds of every seat."""

from __future__ import annotations

from msgspec.structs import replace

from matchbox.scene import Area, Choice, Look, Piece, Scene, Summary, Text, Words, say

from ..components import CARDS, COLOUR, CUBE_COLOURS, NUMBER, SYMBOL, SYMBOLS
from ..pieces import back, card, cubes
from .rules import DISCARD, FLOWER, GARDEN, NEW_ROW, ROW, SHOP, STOP
from .state import BED_CARD, BED_COLOUR, CHOOSE, FLOWERS, SHOP_CARD, SHOP_COLOUR, SHOP_MORE, SHOP_ROW, SLOTS

summary = Summary(
    goal=say("Plant as many flowers as you can, and keep few unplanted."),
    turn=say("Play a row of cards for flowers, plant flowers on a bed, or discard and draw cards."),
    end=say("The game ends when two colours of flowers are sold out or the draw pile runs out for the last time."),
)
cover = [card(11), card(27), card(28), cubes(3, 2), cubes(0, 3)]


def scene(look: Look) -> Scene:
    areas = [_shop(look), _stock(look), *_piles(look)]
    for seat in look.each_seat():
        areas += _seat(look, seat)
    section = {SHOP_CARD: "shop", SHOP_ROW: "shop", SHOP_MORE: "shop", SHOP_COLOUR: "shop"}
    garden = {BED_CARD: "garden", BED_COLOUR: "garden", CHOOSE: "your-turn"}
    anchor = {**section, **garden}.get(int(look.s.phase), "discard")
    return Scene(_prompt(look), areas, _choices(look), coach=_coach(look), rules=anchor)


def _prompt(look: Look) -> Words:
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


def _coach(look: Look) -> Words:
    phase = int(look.s.phase)
    if phase in (SHOP_CARD, SHOP_ROW, SHOP_MORE, SHOP_COLOUR):
        return say(
            "You get a flower for each card in the row, in the colour of the last card. Numbers must not rise. "
            "A number that appears twice clears the row after you take your flowers."
        )
    if phase in (BED_CARD, BED_COLOUR):
        return say("The number of a bed is the number of flowers you plant on it, all of one colour.")
    return say("Planted flowers score points, unplanted flowers cost points. Take flowers that fit your cards in hand.")


def _choices(look: Look) -> list[Choice]:
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


def _row_length(look: Look) -> int:
    s = look.s
    return int(s.shop[int(SYMBOL[s.card]), s.slot]).bit_count()


def _shop(look: Look) -> Area:
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
                pieces.append(card(number, at=(place + 1, line), actions=acts, marked=playing))
            line += 1
    if choosing:
        pieces.append(card(int(s.card), at=(0, line), marked=True))
        if NEW_ROW in look.legal:
            pieces.append(Piece("slot", say("new row"), at=(1, line), actions=(int(NEW_ROW),)))
    return Area(say("Shop"), pieces, "grid", look="felt", key="shop")


def _stock(look: Look) -> Area:
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


def _piles(look: Look) -> list[Area]:
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


def _seat(look: Look, seat: int) -> list[Area]:
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
