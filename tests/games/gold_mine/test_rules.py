"""Gold Mine: worked examples, and the rulings that are easy to get wrong."""

from __future__ import annotations

from typing import Any

import pytest

from matchbox.engine import States
from matchbox.games.green_box.components import CARDS, NUMBER, SYMBOL, SYMBOLS
from matchbox.games.green_box.gold_mine import game
from matchbox.games.green_box.gold_mine.rules import CONTINUE, RUN

from ..helpers import act, fill, start, texts


def find(name: str, taken: list[int]) -> int:
    """An unused card, by symbol and number: `Arrow 5`."""
    symbol, number = name.split()
    fits = (c for c in range(CARDS) if SYMBOLS[SYMBOL[c]] == symbol and NUMBER[c] == int(number) and c not in taken)
    return next(fits)


def deal(seats: int, *names: str, **options: Any) -> States:
    """A game whose deck starts with these cards; the others follow in numerical order."""
    cards: list[int] = []
    for name in names:
        cards.append(find(name, cards))
    cards += [card for card in range(CARDS) if card not in cards]
    state = start(game, seats, **options)
    value = int(NUMBER[cards[0]])
    fill(state, deck=[*reversed(cards[1:]), 0], left=value % seats)
    state["table"][0, 0, 0] = cards[0]
    state["carried"][0, :seats] = value // seats
    assert game.conserved(state)
    return state


def choose(state: States, runners: str = "") -> None:
    """Everybody inside chooses; the listed seats run."""
    for seat in game.acting(state):
        act(game, state, (seat, "run" if str(seat) in runners else "continue"))
        assert game.conserved(state)


def carried(state: States) -> list[int]:
    return state["carried"][0, : int(state["seats"][0])].tolist()  # type: ignore[no-any-return]


def bank(state: States) -> list[int]:
    return state["score"][0, : int(state["seats"][0])].tolist()  # type: ignore[no-any-return]


def left(state: States) -> int:
    return int(state["left"][0])


def test_ids_follow_the_page() -> None:
    assert (CONTINUE, RUN, game.actions.count) == (0, 1, 2)
    state = start(game, 3)
    assert texts(game, state, 1) == ["continue", "run"]
    assert game.bound(8, game.read_options({})) == 48 * 8


def printed(*after: str) -> States:
    """The printed example until Anna and Christian run."""
    state = deal(3, "Arrow 5", "Drop 2", "Hammers 1", "Arrow 2", "Drop 3", *after)
    assert (carried(state), left(state)) == ([1, 1, 1], 2)
    for gold, rest in (([1, 1, 1], 4), ([1, 1, 1], 5), ([1, 1, 1], 7), ([2, 2, 2], 7)):
        choose(state)
        assert (carried(state), left(state), bank(state)) == (gold, rest, [0, 0, 0])
    return state


def test_e1_the_printed_example_ends_as_printed() -> None:
    state = printed("Wheel 5")
    choose(state, "02")
    assert (carried(state), left(state), bank(state)) == ([0, 7, 0], 1, [5, 0, 5])  # Bente takes the whole Wheel
    assert game.acting(state) == [1]
    choose(state, "1")
    assert bank(state) == [5, 8, 5]
    assert state["banked"][0, 0, :3].tolist() == [5, 8, 5]
    assert state["number"][0] == 1


@pytest.mark.parametrize("third", ["Arrow 4", "Drop 1"])
def test_e2_the_third_card_of_a_symbol_collapses_the_cavern(third: str) -> None:
    state = printed(third)
    choose(state, "02")
    assert bank(state) == [5, 0, 5]
    assert state["banked"][0, 0, :3].tolist() == [5, 0, 5]
    assert state["turned"][0].tolist() == [6, 1, 0, 0]  # R6: the card counts as turned up
    assert game.acting(state) == [0, 1, 2]


def test_e3_all_run_and_the_remainder_is_lost() -> None:
    state = deal(4, "Drop 6")
    assert (carried(state), left(state)) == ([1, 1, 1, 1], 2)
    choose(state, "0123")
    assert bank(state) == [1, 1, 1, 1]
    assert state["number"][0] == 1
    first = int(state["table"][0, 1, 0])
    assert left(state) == NUMBER[first] % 4


def test_e4_with_eight_seats_shares_can_be_zero() -> None:
    state = deal(8, "Drop 6", "Wheel 5")
    choose(state)
    assert (carried(state), left(state)) == ([0] * 8, 11)
    choose(state, "01234567")
    assert bank(state) == [1] * 8


def test_e5_the_last_player_inside_continues_alone() -> None:
    state = deal(2, "Wheel 4", "Wheel 1", "Bricks 6")
    choose(state)
    assert (carried(state), left(state)) == ([2, 2], 1)
    choose(state, "0")
    assert (bank(state), carried(state), left(state)) == ([3, 0], [0, 8], 0)
    assert game.acting(state) == [1]
    assert texts(game, state, 1) == ["continue", "run"]
    choose(state, "1")
    assert bank(state) == [3, 8]


def test_e6_the_longest_round_has_thirteen_cards() -> None:
    twice = [f"{symbol} {number}" for symbol in SYMBOLS for number in (1, 2)]
    state = deal(2, *twice)
    for number in range(12):
        assert state["turned"][0, 0] == number + 1
        choose(state)
    assert state["turned"][0].tolist() == [13, 1, 0, 0]
    assert bank(state) == [0, 0]
    assert state["ply"][0] == 24


def test_a_choice_stays_secret_until_all_have_chosen() -> None:
    state = deal(3, "Drop 6", "Wheel 5")
    act(game, state, (1, "run"))
    assert game.view(state, 1)["choice"][0].tolist() == [0, 2, 0, 0, 0, 0, 0, 0]
    assert not game.view(state, 0)["choice"].any()
    assert game.acting(state) == [0, 2]
    act(game, state, (0, "continue"), (2, "continue"))
    assert game.view(state, 0)["shown"][0, :3].tolist() == [1, 2, 1]
    assert not state["choice"].any()


def finish_quickly(state: States) -> None:
    """Everybody leaves after the first card of every round."""
    while not state["over"][0]:
        choose(state, "01234567")


def test_the_cards_of_four_rounds_come_from_one_deck() -> None:
    state = start(game, 2)
    for _ in range(4):
        choose(state)
        choose(state, "01")
    assert state["over"][0]
    seen = [int(card) for row, n in zip(state["table"][0], state["turned"][0], strict=True) for card in row[:n]]
    assert len(seen) == len(set(seen)) == CARDS - int(state["in_deck"][0]) == 8


def test_reshuffling_returns_all_cards_to_the_deck() -> None:
    state = start(game, 2, reshuffle="each_round")
    for number in range(4):
        choose(state)
        assert state["number"][0] == number
        assert state["in_deck"][0] == CARDS - 2
        choose(state, "01")
    assert game.conserved(state)


def test_the_richest_player_wins_and_ties_share_the_win() -> None:
    state = deal(4, "Drop 6")
    finish_quickly(state)
    result = game.result(state)
    assert result is not None
    assert result.ranks == (1, 1, 1, 1)  # everybody left together in every round
    assert not result.capped
    state = deal(3, "Drop 6", "Wheel 5")
    choose(state, "0")
    choose(state, "12")
    finish_quickly(state)
    result = game.result(state)
    assert result is not None
    assert result.ranks == (3, 1, 1)


def test_redeals_leave_out_cards_that_came_up() -> None:
    state = start(game, 3, seed=9)
    for _ in range(3):
        choose(state, "012")
    choose(state)
    act(game, state, (2, "run"))
    gone = {int(c) for row, n in zip(state["table"][0], state["turned"][0], strict=True) for c in row[:n]}
    others = set()
    for seed in range(30):
        dealt = game.redeal(game.view(state, 0), 0, seed)
        count = int(dealt["in_deck"][0])
        assert set(dealt["deck"][0, :count].tolist()) == set(range(CARDS)) - gone
        assert dealt["choice"][0, :2].tolist() == [0, 0]
        others.add(int(dealt["choice"][0, 2]))
    assert others == {1, 2}  # the hidden choice may be either


def test_r15_a_small_mine_is_one_cavern_with_six_cards() -> None:
    state = start(game, 2, mine="small")
    fill(
        state, deck=[*(find(name, []) for name in ("Hammers 6", "Drop 1", "Drop 3", "Drop 5", "Hammers 4"))] + [0] * 49
    )
    state["table"][0, 0, 0], state["carried"][0, :2], state["left"][0] = find("Hammers 2", []), 1, 0
    assert game.conserved(state)
    choose(state)  # Hammers 4
    assert carried(state) == [3, 3]
    choose(state, runners="0")  # Drop 5
    assert (bank(state), carried(state)) == ([3, 0], [0, 8])
    choose(state)  # Drop 3
    assert carried(state) == [0, 11]
    assert not state["over"][0]
    choose(state)  # Drop 1: the third
    assert bank(state) == [3, 0]
    result = game.result(state)
    assert result is not None
    assert result.reason == "the most gold in the bank after the only round"
    assert state["ply"][0] < game.bound(2, game.read_options({"mine": "small"})) == 8


def test_the_table_counts_the_cards_of_a_small_mine() -> None:
    state = start(game, 2, mine="small")
    left = sorted(int(card) for card in state["deck"][0, :5])
    assert len({SYMBOLS[SYMBOL[card]] for card in left}) == 2
    redealt = game.redeal(game.view(state, 0), 0, 5)
    assert sorted(int(card) for card in redealt["deck"][0, :5]) == left
