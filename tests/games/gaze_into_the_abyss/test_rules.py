"""Gaze into the Abyss: the worked examples of the page, and the tricky rulings."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from matchbox.engine import States
from matchbox.games.british_empire.gaze_into_the_abyss import game
from matchbox.games.british_empire.gaze_into_the_abyss.rules import (
    ANNOUNCE,
    CAP_CLAIM,
    CAP_DRAW,
    CAP_SUM,
    HOLD,
    SIX,
    evaluate,
)

from ..helpers import act, fill, start, texts

Chips = tuple[int, int, int]


def deal(*order: int, **options: Any) -> States:
    """Seat 0 has the yellow chip; the tiles come in this order, then the rest in any order."""
    state = start(game, first_announcer="seat0", **options)
    rest = [1, 1, 2, 2, 2, 3, 3]
    for tile in order:
        rest.remove(tile)
    first, *later = [*order, *rest]
    fill(state, tile=first, deck=[*reversed(later), 0], in_deck=[0, *(later.count(n) for n in (1, 2, 3))])
    assert game.conserved(state)
    return state


def hold(state: States, *hands: Chips | None) -> None:
    """Both seats close their hands; None for a seat without chips."""
    for seat, hand in enumerate(hands):
        if hand is not None:
            act(game, state, (seat, "hold blue={} red={} green={}".format(*hand)))


def announce(state: States, *guesses: int) -> None:
    """Announce these guesses in turn order."""
    for guess in guesses:
        (seat,) = game.acting(state)
        act(game, state, (seat, f"announce {guess}"))


def owned(state: States) -> list[list[int]]:
    found: list[list[int]] = state["chips"][0].tolist()
    return found


def sums(state: States) -> list[int]:
    found: list[int] = state["score"][0].tolist()
    return found


def test_e1_the_higher_total_claims_and_the_chips_move() -> None:
    state = deal(2, 3)
    hold(state, (2, 0, 1), (0, 3, 0))
    announce(state, 2, 4)
    assert sums(state) == [2, 0]
    assert state["claimed"][0].tolist() == [[0, 0, 1, 0], [0, 0, 0, 0]]
    assert owned(state) == [[4, 3, 0], [8, 0, 2]]
    assert state["bag"][0] == 3
    assert state["yellow"][0] == 1
    assert state["tile"][0] == 3
    assert state["shown"][0].tolist() == [[2, 0, 1], [0, 3, 0]]
    assert state["said"][0].tolist() == [2, 4]


def test_e2_blue_chips_held_break_a_tie() -> None:
    state = deal(2)
    hold(state, (2, 0, 0), (1, 1, 0))
    announce(state, 5, 5)
    assert sums(state) == [2, 0]
    assert owned(state) == [[5, 3, 1], [7, 2, 1]]
    assert state["bag"][0] == 1


def test_e3_with_equal_totals_and_blues_the_tile_stays() -> None:
    state = deal(3, 1)
    hold(state, (0, 0, 1), (0, 3, 0))
    announce(state, 2, 2)
    assert sums(state) == [0, 0]
    assert state["tile"][0] == 3
    assert state["in_deck"][0].sum() == 6
    assert owned(state) == [[6, 3, 0], [6, 0, 2]]
    assert state["bag"][0] == 3
    assert state["yellow"][0] == 1


def test_e4_a_guessed_hand_counts_nothing() -> None:
    state = deal(2)
    hold(state, (6, 3, 1), (0, 1, 0))
    announce(state, 2, 10)
    assert sums(state) == [0, 2]
    assert owned(state) == [[0, 0, 0], [12, 2, 2]]
    assert state["bag"][0] == 4
    assert state["yellow"][0] == 1


@pytest.mark.parametrize(("guess", "claimed"), [(1, [0, 2]), (2, [0, 3])])
def test_e5_a_seat_without_chips_only_announces(guess: int, claimed: list[int]) -> None:
    state = deal(2, 1)
    hold(state, (6, 3, 1), (0, 1, 0))
    announce(state, 2, 10)
    assert game.acting(state) == [1]  # seat 0 has no chips to hold
    hold(state, None, (1, 0, 0))
    assert game.acting(state) == [0]  # and is not guessed, although seat 1 has the yellow chip
    assert len(game.legal(state, 0)) == 16
    announce(state, guess)
    assert sums(state) == claimed
    assert owned(state) == [[1, 0, 0], [11, 2, 2]]
    assert state["yellow"][0] == 0
    assert texts(game, state, 0) == ["hold blue=1 red=0 green=0"]  # a forced move is still an action (R18)
    hold(state, (1, 0, 0), (0, 0, 1))
    assert game.acting(state) == [0]
    announce(state, 5)
    assert texts(game, state, 1) == ["announce chips=1"]


def test_a_seat_without_chips_may_have_the_yellow_chip() -> None:
    """The seat without chips announces first, and it is the only one to announce."""
    state = deal(1)
    fill(state, chips=[[0, 0, 0], [12, 0, 2]], bag=6, acting=2)
    assert game.conserved(state)
    hold(state, None, (1, 0, 1))
    announce(state, 2)
    assert sums(state) == [0, 0]
    assert owned(state) == [[1, 0, 1], [11, 0, 1]]
    assert state["yellow"][0] == 1


def test_e6_after_two_right_guesses_the_tile_stays() -> None:
    state = deal(2)
    hold(state, (3, 0, 0), (1, 0, 1))
    announce(state, 2, 3)
    assert sums(state) == [0, 0]  # more blue chips do not help at 0-0 (R4)
    assert state["tile"][0] == 2
    assert owned(state) == [[4, 3, 2], [8, 3, 0]]


def test_e7_six_wins_before_any_chip_moves() -> None:
    state = deal(1, 3, 2)
    for _ in range(2):
        hold(state, (2, 0, 0), (1, 0, 0))
        announce(state, 9, 9)
    assert sums(state) == [4, 0]
    before = owned(state)
    hold(state, (2, 0, 0), (1, 0, 0))
    announce(state, 9, 7)
    result = game.result(state)
    assert result is not None
    assert result.ranks == (1, 2)
    assert result.scores == (6, 0)
    assert not result.capped
    assert state["reason"][0] == SIX
    assert owned(state) == before
    assert state["tile"][0] == 0
    assert game.conserved(state)


def test_e8_action_ids_are_stable() -> None:
    assert HOLD.id(2, 0, 1) == 25
    assert ANNOUNCE.id(4) == 159
    assert (HOLD.size, ANNOUNCE.first, ANNOUNCE.size, game.actions.count) == (156, 156, 17, 173)
    state = start(game)
    assert len(game.legal(state, 0)) == 55
    assert 0 not in game.legal(state, 0)


def test_hands_stay_secret_until_both_have_announced() -> None:
    state = deal(2)
    act(game, state, (0, "hold 2 1 1"))
    assert not game.view(state, 1)["held"].any()
    act(game, state, (1, "hold 1 0 0"))
    announce(state, 3)
    assert game.view(state, 1)["announced"][0].tolist() == [3, 0]
    assert game.view(state, 0)["held"][0].tolist() == [[2, 1, 1], [0, 0, 0]]
    assert game.view(state, 1)["held"][0].tolist() == [[0, 0, 0], [1, 0, 0]]
    announce(state, 4)
    assert game.view(state, 1)["shown"][0].tolist() == [[2, 1, 1], [1, 0, 0]]
    assert not state["held"].any()
    assert not state["announced"].any()


def test_announcements_go_up_to_the_opponents_number_of_chips() -> None:
    state = deal(1)
    fill(state, chips=[[0, 3, 0], [12, 3, 2]])
    hold(state, (0, 1, 0), (1, 0, 0))
    assert game.legal(state, 0) == list(range(156, 173))  # up to 17 (R10)
    announce(state, 17)
    assert texts(game, state, 1) == ["announce chips=1", "announce chips=2", "announce chips=3"]


def tied_round(state: States) -> None:
    hold(state, (1, 0, 0), (1, 0, 0))
    announce(state, 1, 1)


def test_sixty_rounds_without_a_claim_are_a_draw() -> None:
    state = deal(3)
    for number in range(60):
        assert state["rounds"][0] == number + 1
        assert state["yellow"][0] == number % 2
        assert game.result(state) is None
        tied_round(state)
    result = game.result(state)
    assert result is not None
    assert result.ranks == (1, 1)
    assert result.capped
    assert state["reason"][0] == CAP_DRAW
    assert state["ply"][0] == game.bound(2, game.read_options({}))


def test_at_the_round_limit_totals_decide_and_then_the_last_claim() -> None:
    state = deal(2, 2, 1)
    hold(state, (0, 2, 0), (0, 1, 0))
    announce(state, 3, 3)
    hold(state, (0, 1, 0), (0, 2, 0))
    announce(state, 3, 3)
    assert sums(state) == [2, 2]
    fill(state, rounds=60)
    ahead = state.copy()
    tied_round(state)
    result = game.result(state)
    assert result is not None
    assert result.ranks == (2, 1)
    assert state["reason"][0] == CAP_CLAIM
    hold(ahead, (2, 0, 0), (1, 0, 0))
    announce(ahead, 7, 7)
    result = game.result(ahead)
    assert result is not None
    assert result.ranks == (1, 2)
    assert result.scores == (3, 2)
    assert ahead["reason"][0] == CAP_SUM


def test_an_option_sets_the_first_announcer() -> None:
    for value, seat in (("seat0", 0), ("seat1", 1)):
        assert {int(start(game, seed=n, first_announcer=value)["yellow"][0]) for n in range(8)} == {seat}
    assert {int(start(game, seed=n)["yellow"][0]) for n in range(8)} == {0, 1}


def test_redealt_hands_are_never_empty() -> None:
    state = deal(2)
    fill(state, chips=[[0, 1, 1], [12, 3, 1]], bag=2)
    act(game, state, (0, "hold 0 1 0"))
    view = game.view(state, 1)
    hands = Counter(tuple(game.redeal(view, 1, n)["held"][0, 0].tolist()) for n in range(300))
    assert set(hands) == {(0, 1, 0), (0, 0, 1), (0, 1, 1)}
    assert min(hands.values()) > 70
    view = game.view(state, 0)
    assert not game.redeal(view, 0, 1)["held"][0, 1].any()  # seat 1 has not chosen yet


def test_a_redeal_gives_no_hand_to_a_seat_without_chips() -> None:
    state = deal(1)
    fill(state, chips=[[0, 0, 0], [12, 0, 2]], bag=6, acting=2)
    hold(state, None, (1, 0, 1))
    assert not game.redeal(game.view(state, 1), 1, 1)["held"][0, 0].any()


def test_the_evaluation_counts_tiles_chips_and_green_chips() -> None:
    level = deal(2)
    assert evaluate(level[0], 0) == evaluate(level[0], 1) == 0
    richer, greener, ahead = deal(2), deal(2), deal(2)
    fill(richer, chips=[[7, 3, 1], [5, 3, 1]])
    fill(greener, chips=[[6, 3, 2], [6, 3, 0]])
    fill(ahead, score=[3, 0], claimed=[[0, 0, 0, 1], [0, 0, 0, 0]])
    assert 0 < evaluate(richer[0], 0) < evaluate(greener[0], 0) < evaluate(ahead[0], 0) < 1
    assert evaluate(ahead[0], 1) == -evaluate(ahead[0], 0)


def test_r10_behind_screens_any_number_may_be_announced() -> None:
    for purses, most in (("open", 10), ("screened", 17)):
        state = deal(2, purses=purses)
        hold(state, (1, 0, 0), (2, 0, 0))
        assert game.legal(state, 0) == [ANNOUNCE.id(n) for n in range(1, most + 1)]
    announce(state, 17, 1)
    assert sums(state) == [0, 2]
    assert state["said"][0].tolist() == [17, 1]


def test_r19_with_three_chips_everybody_has_one_of_each_colour() -> None:
    state = deal(2, chips_each="three")
    assert owned(state) == [[1, 1, 1], [1, 1, 1]]
    hold(state, (0, 0, 1), (1, 1, 1))
    announce(state, 1, 1)
    assert owned(state) == [[2, 1, 1], [0, 0, 1]]
    assert state["bag"][0] == 1
    assert game.conserved(state)
    for purses, most in (("open", 3), ("screened", 5)):
        state = deal(2, chips_each="three", purses=purses)
        hold(state, (1, 0, 0), (1, 0, 0))
        assert texts(game, state, 0) == [f"announce chips={n}" for n in range(1, most + 1)]


def test_r20_a_short_game_ends_with_its_last_round() -> None:
    for length in (1, 2):
        state = deal(2, 2, chips_each="three", most_rounds=length)
        hold(state, (0, 0, 1), (0, 1, 0))
        announce(state, 3, 3)
        if length == 2:
            assert not state["over"][0]
            hold(state, (1, 0, 0), (0, 0, 1))
            announce(state, 2, 3)
        result = game.result(state)
        assert result is not None
        assert result.ranks == ((1, 2) if length == 1 else (2, 1))
        assert sums(state) == ([2, 0] if length == 1 else [2, 2])
        assert state["reason"][0] == (CAP_SUM if length == 1 else CAP_CLAIM)
        assert state["rounds"][0] == length
