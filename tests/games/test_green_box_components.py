"""The Green Box deck: facts C1 to C7 of its page, and all 54 cards."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from matchbox.engine import Ints
from matchbox.games.green_box import components as box
from matchbox.games.green_box.components import (
    ARROW,
    BACKGROUND,
    BASES,
    BLACK,
    BLUE,
    CARDS,
    COLOUR,
    CYCLE,
    GREEN,
    HAMMERS,
    NUMBER,
    SHIFTS,
    SLOTS,
    SYMBOL,
    WHITE,
    YELLOW,
    card_name,
    shuffle_cards,
)
from matchbox.games.green_box.gold_mine import game

PINK, MEADOW, BROWN = range(3)  # backgrounds; MEADOW is green, as GREEN already names a colour
COLUMNS = {"colour": COLOUR, "symbol": SYMBOL}

TABLE = """
    red Drop 1 pink, red Bricks 2 pink, red Circles 3 pink
    red Wheel 1 green, red Arrow 1 green, red Hammers 2 green
    red Wheel 4 brown, red Arrow 5 brown, red Hammers 6 brown
    green Bricks 1 pink, green Circles 2 pink, green Wheel 3 pink
    green Arrow 1 green, green Hammers 1 green, green Drop 2 green
    green Arrow 4 brown, green Hammers 5 brown, green Drop 6 brown
    blue Arrow 1 pink, blue Hammers 2 pink, blue Drop 3 pink
    blue Bricks 1 green, blue Circles 1 green, blue Wheel 2 green
    blue Bricks 4 brown, blue Circles 5 brown, blue Wheel 6 brown
    yellow Wheel 1 pink, yellow Arrow 2 pink, yellow Hammers 3 pink
    yellow Drop 1 green, yellow Bricks 1 green, yellow Circles 2 green
    yellow Drop 4 brown, yellow Bricks 5 brown, yellow Circles 6 brown
    white Circles 1 pink, white Wheel 2 pink, white Arrow 3 pink
    white Hammers 1 green, white Drop 1 green, white Bricks 2 green
    white Hammers 4 brown, white Drop 5 brown, white Bricks 6 brown
    black Hammers 1 pink, black Drop 2 pink, black Bricks 3 pink
    black Circles 1 green, black Wheel 1 green, black Arrow 2 green
    black Circles 4 brown, black Wheel 5 brown, black Arrow 6 brown
"""

BY_SYMBOL = """
    Drop: red 1 0, green 2 14, green 6 17, blue 3 20, yellow 1 30, yellow 4 33, white 1 40, white 5 43, black 2 46
    Hammers: red 2 5, red 6 8, green 1 13, green 5 16, blue 2 19, yellow 3 29, white 1 39, white 4 42, black 1 45
    Circles: red 3 2, green 2 10, blue 1 22, blue 5 25, yellow 2 32, yellow 6 35, white 1 36, black 1 48, black 4 51
    Bricks: red 2 1, green 1 9, blue 1 21, blue 4 24, yellow 1 31, yellow 5 34, white 2 41, white 6 44, black 3 47
    Arrow: red 1 4, red 5 7, green 1 12, green 4 15, blue 1 18, yellow 2 28, white 3 38, black 2 50, black 6 53
    Wheel: red 1 3, red 4 6, green 3 11, blue 2 23, blue 6 26, yellow 1 27, white 2 37, black 1 49, black 5 52
"""


def cards(**wanted: int) -> list[int]:
    """Cards with these properties."""
    tables = {**COLUMNS, "number": NUMBER, "background": BACKGROUND}
    return [card for card in range(CARDS) if all(tables[name][card] == value for name, value in wanted.items())]


def shown(which: list[int], table: Ints) -> list[int]:
    return sorted(int(table[card]) for card in which)


def named(text: str) -> bool:
    """Is there a card like `yellow Wheel 1` or `Hammers 5`?"""
    return any(set(text.split()) <= set(card_name(card).split("-")) for card in range(CARDS))


def test_the_full_table_matches_the_page() -> None:
    wanted = [card.strip() for line in TABLE.strip().splitlines() for card in line.split(",")]
    found = [f"{card_name(card).replace('-', ' ')} {box.BACKGROUNDS[BACKGROUND[card]]}" for card in range(CARDS)]
    assert found == wanted


def test_the_table_by_symbol_lists_the_same_cards() -> None:
    for line in BY_SYMBOL.strip().splitlines():
        symbol, rest = line.split(":")
        entries = [entry.split() for entry in rest.split(",")]
        assert [int(card) for _, _, card in entries] == cards(symbol=box.SYMBOLS.index(symbol.strip()))
        for colour, number, card in entries:
            assert card_name(int(card)) == f"{colour}-{symbol.strip()}-{number}"


def test_the_deck_is_built_from_cycle_bases_and_shifts() -> None:
    assert [box.SYMBOLS[symbol] for symbol in CYCLE] == ["Arrow", "Hammers", "Drop", "Bricks", "Circles", "Wheel"]
    for card in range(CARDS):
        colour, slot = divmod(card, SLOTS)
        assert COLOUR[card] == colour
        assert SYMBOL[card] == CYCLE[(BASES[colour] + SHIFTS[slot]) % 6]
        assert BACKGROUND[card] == slot // 3


@pytest.mark.parametrize("kind", COLUMNS)
@pytest.mark.parametrize("which", range(6))
def test_c1_each_colour_and_symbol_has_the_same_numbers(kind: str, which: int) -> None:
    assert shown(cards(**{kind: which}), NUMBER) == [1, 1, 1, 2, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(("background", "numbers"), [(PINK, {1, 2, 3}), (MEADOW, {1, 2}), (BROWN, {4, 5, 6})])
def test_c2_each_background_has_18_cards_with_its_numbers(background: int, numbers: set[int]) -> None:
    which = cards(background=background)
    assert len(which) == 18
    assert set(shown(which, NUMBER)) == numbers
    for table in COLUMNS.values():
        assert set(Counter(shown(which, table)).values()) == {3}
    if background == MEADOW:
        assert shown(which, NUMBER) == [1] * 12 + [2] * 6


@pytest.mark.parametrize("slot", range(SLOTS))
def test_c3_each_slot_has_every_colour_and_symbol_once(slot: int) -> None:
    which = list(range(slot, CARDS, SLOTS))
    for table in (COLOUR, SYMBOL):
        assert shown(which, table) == list(range(6))
    assert len(set(shown(which, NUMBER))) == len(set(shown(which, BACKGROUND))) == 1


@pytest.mark.parametrize("other", [MEADOW, BROWN])
@pytest.mark.parametrize("colour", range(6))
def test_c4_pink_and_another_background_have_each_symbol_once(colour: int, other: int) -> None:
    which = cards(colour=colour, background=PINK) + cards(colour=colour, background=other)
    assert shown(which, SYMBOL) == list(range(6))


def test_c5_brown_black_and_pink_white_have_the_same_symbols() -> None:
    assert shown(cards(colour=BLACK, background=BROWN), SYMBOL) == shown(cards(colour=WHITE, background=PINK), SYMBOL)


def test_c6_cards_of_the_printed_examples_exist() -> None:
    for text in ("yellow Wheel 1", "black Wheel 1", "Wheel 3", "yellow 2", "white Circles 1", "black Wheel 5"):
        assert named(text), text
    for text in ("Hammers 5", "Drop 6", "Bricks 2"):
        assert any(named(f"{colour} {text}") for colour in box.CUBE_COLOURS), text
    for text in ("Drop 3", "Wheel 5", "blue 4", "red 6", "yellow 5"):
        assert named(text), text
    assert not named("white Wheel 6")


def test_c7_arrow_and_hammers_occur_once_where_war_needs_it() -> None:
    for symbol, colours in ((ARROW, (BLUE, YELLOW, WHITE)), (HAMMERS, (BLUE, YELLOW))):
        for colour in colours:
            assert shown(cards(colour=colour, symbol=symbol), BACKGROUND) == [PINK]


def test_pairs_of_colour_and_symbol_occur_once_or_twice() -> None:
    pairs = Counter((int(COLOUR[card]), int(SYMBOL[card])) for card in range(CARDS))
    assert Counter(pairs.values()) == {1: 18, 2: 18}
    for colour, symbol in pairs:
        backgrounds = shown(cards(colour=colour, symbol=symbol), BACKGROUND)
        assert backgrounds in ([PINK], [MEADOW, BROWN])
    doubled = {box.SYMBOLS[symbol] for (colour, symbol), n in pairs.items() if n == 2 and colour == GREEN}
    assert doubled == {"Arrow", "Hammers", "Drop"}


def test_every_card_differs_and_the_numbers_add_up() -> None:
    assert len({card_name(card) for card in range(CARDS)}) == CARDS == 54
    assert NUMBER.sum() == 150


def test_the_subsets_that_games_use_are_even() -> None:
    for number, slot in ((3, 2), (4, 6), (5, 7), (6, 8)):
        assert cards(number=number) == list(range(slot, CARDS, SLOTS))
    assert [card for card in range(CARDS) if COLOUR[card] != BLACK] == list(range(45))
    relic = [card for card in range(45) if BACKGROUND[card] == BROWN] + [36, 37, 38]
    temple = [card for card in cards(background=PINK) if COLOUR[card] != WHITE] + [51, 52, 53]
    for deck in (relic, temple):
        assert len(deck) == 18
        assert set(Counter(shown(deck, SYMBOL)).values()) == {3}


def test_tiles_cubes_and_the_order_of_symbols_match_the_page() -> None:
    assert box.SYMBOLS == ("Drop", "Hammers", "Circles", "Bricks", "Arrow", "Wheel")
    assert box.COLOURS == ("red", "green", "blue", "yellow", "white", "black")
    assert box.TILES == box.TILES_OF_A_SYMBOL * len(box.SYMBOLS) == 36
    assert box.CUBES_OF_A_COLOUR * len(box.CUBE_COLOURS) == 80


def test_tables_are_read_only() -> None:
    for table in (COLOUR, SYMBOL, NUMBER, BACKGROUND):
        with pytest.raises(ValueError, match="read-only"):
            table[0] = 1


def test_shuffling_keeps_every_card() -> None:
    state = game.new(2, 3)
    first = np.zeros(CARDS, np.int64)
    second = np.zeros(CARDS, np.int64)
    for deck in (first, second):
        shuffle_cards(state[0], deck)
        assert sorted(deck.tolist()) == list(range(CARDS))
    assert first.tolist() != second.tolist()
