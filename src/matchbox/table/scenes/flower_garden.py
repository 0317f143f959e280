"""Flower Garden: the shop's rows in the middle, flowers and piles beside it, every seat's beds around it."""

from __future__ import annotations

from matchbox.boxes.green_box.components import CARDS, COLOUR, CUBE_COLOURS, NUMBER, SYMBOL, SYMBOLS
from matchbox.boxes.green_box.flower_garden import DISCARD, FLOWER, GARDEN, NEW_ROW, ROW, SHOP, STOP
from matchbox.boxes.green_box.flower_state import (
    BED_CARD,
    BED_COLOUR,
    CHOOSE,
    FLOWERS,
    SHOP_CARD,
    SHOP_COLOUR,
    SHOP_MORE,
    SHOP_ROW,
    SLOTS,
)
from matchbox.table.green_box import back, card, cubes
from matchbox.table.scene import Area, Choice, Look, Piece, Scene, Summary, Words, say

summary = Summary(
    goal=say("Plant more flowers than you leave unplanted, and more than anybody else."),
    turn=say("Sell a row of cards for flowers, plant flowers on a bed, or exchange cards."),
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
        return say("Which card do you play into the shop first?")
    if phase == SHOP_ROW:
        return say("Into which row, or into a new one?")
    if phase == SHOP_MORE:
        return say("Add another card of this symbol to the row, or stop for {n} flowers.", n=_row_length(look))
    if phase == SHOP_COLOUR:
        return say("Which colour do you take for {n} flowers?", n=_row_length(look))
    if phase == BED_CARD:
        return say("Which card becomes a bed?")
    if phase == BED_COLOUR:
        return say("Which colour do you plant on it, {n} flowers?", n=int(NUMBER[s.card]))
    return say("Which card do you discard?")


def _coach(look: Look) -> Words:
    phase = int(look.s.phase)
    if phase in (SHOP_CARD, SHOP_ROW, SHOP_MORE, SHOP_COLOUR):
        return say(
            "Every card of the row brings a flower in the colour of the last card. Numbers must not rise, "
            "and a number that is there twice clears the row once you have your flowers."
        )
    if phase in (BED_CARD, BED_COLOUR):
        return say("A bed takes as many flowers as its number, all of one colour, and keeps them for good.")
    return say("Planted flowers count for you, unplanted ones against you: buy what your beds in hand can take.")


def _choices(look: Look) -> list[Choice]:
    texts = (
        (SHOP, say("Shop"), say("play cards of one symbol into a row and take flowers")),
        (GARDEN, say("Garden"), say("play a bed and plant flowers on it")),
        (DISCARD, say("Discard"), say("exchange one to four cards")),
        (STOP, say("Stop"), ""),
    )
    return [Choice(text, int(action), note) for action, text, note in texts if action in look.legal]


# --- the middle ---


def _cards_in(cards: int) -> list[int]:
    return [number for number in range(CARDS) if int(cards) >> number & 1]


def _row_length(look: Look) -> int:
    s = look.s
    return int(s.shop[int(SYMBOL[s.card]), s.slot]).bit_count()


def _shop(look: Look) -> Area:
    """One line a row, grouped by symbol, numbers falling; the last card of a row is where one plays on."""
    s = look.s
    pieces, line = [], 0
    choosing = int(s.phase) == SHOP_ROW and bool(look.legal)
    for symbol, name in enumerate(SYMBOLS):
        for slot in range(SLOTS):
            row = sorted(_cards_in(s.shop[symbol, slot]), key=lambda number: -int(NUMBER[number]))
            if not row:
                continue
            playing = s.phase in (SHOP_MORE, SHOP_COLOUR) and symbol == SYMBOL[s.card] and slot == s.slot
            pieces.append(Piece("marker", f"{name} {slot}", at=(0, line)))
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
    """What is for sale, or may be chosen for a white or black card."""
    s = look.s
    pieces = []
    for colour in range(FLOWERS):
        acts = look.only(FLOWER.id(colour)) if s.phase in (SHOP_COLOUR, BED_COLOUR) else ()
        left = int(s.stock[colour])
        label = say("{n} {colour} flowers in the stock", n=left, colour=CUBE_COLOURS[colour])
        text = CUBE_COLOURS[colour] if left else f"no {CUBE_COLOURS[colour]}"
        pieces.append(cubes(colour, max(left, 1), text, dimmed=not left, actions=acts, label=label))
    return Area(say("Flowers"), pieces, "counters", note=say("the game ends when two colours are sold out"))


def _piles(look: Look) -> list[Area]:
    s = look.s
    limit = 3 if s.seats == 5 else 2
    pile = [back(int(s.in_deck))] if s.in_deck else []
    note = say("{n} cards, emptied {k} of {limit} times", n=s.in_deck, k=s.emptied, limit=limit)
    discards = [card(number) for number in _cards_in(s.discard)]
    return [
        Area(say("Draw pile"), pile, "pile", note=note),
        Area(say("Discard pile"), discards, "fan", note=say("{n} cards", n=len(discards))),
    ]


# --- the seats ---


def _seat(look: Look, seat: int) -> list[Area]:
    s = look.s
    beds = []
    for number in _cards_in(s.beds[seat]):
        colour = int(s.bed_colour[number]) - 1
        beds.append(card(number, marked=colour < 0))
        if 0 <= colour != COLOUR[number]:  # a white or black bed: its flowers tell the colour
            beds.append(cubes(colour, int(NUMBER[number])))
    planted, loose = int(s.planted[seat].sum()), int(s.flowers[seat].sum())
    flowers = [cubes(c, int(s.flowers[seat, c])) for c in range(FLOWERS) if s.flowers[seat, c]]
    score = say("{a} planted, {b} not: {score} points", a=planted, b=loose, score=s.score[seat])
    if seat == look.seat:
        hand = [card(number, actions=look.only(number)) for number in _cards_in(s.hand[seat])]
    else:
        hand = [back(int(s.held[seat]))] if s.held[seat] else []
    return [
        Area(say("garden"), beds, "row", seat, score),
        Area(say("flowers to plant"), flowers, "counters", seat),
        Area(say("hand"), hand, "fan", seat),
    ]
