"""Futakotamagawa Fireworks Festival: the worked examples of the page, and the tricky rulings."""

from __future__ import annotations

from collections import Counter

from matchbox.engine import States
from matchbox.games.british_empire.futakotamagawa_fireworks import game
from matchbox.games.british_empire.futakotamagawa_fireworks.rules import (
    CAP_CLAIM,
    CAP_DRAW,
    CAP_SUM,
    CLAIM,
    DRY_CLAIM,
    DRY_SUM,
    HOLD,
    POINT,
    SIX,
    TAKING,
)

from ..helpers import act, fill, start, texts

Chips = tuple[int, int, int]
Choice = tuple[Chips, int]  # the hand and the slot
NOTHING = (0, 0, 0)


def deal(*order: int) -> States:
    """The first two tiles are in the slots; the others come in this order, then the rest in any order."""
    state = start(game)
    rest = [1, 1, 2, 2, 2, 3, 3]
    for tile in order:
        rest.remove(tile)
    upcoming = [*order, *rest]
    later = upcoming[2:]
    fill(state, tiles=upcoming[:2], deck=[*reversed(later), 0, 0], in_deck=[0, *(later.count(n) for n in (1, 2, 3))])
    assert game.conserved(state)
    return state


def set_chips(
    state: States, first: Chips, second: Chips, on_first: Chips = NOTHING, on_second: Chips = NOTHING
) -> None:
    """Set the chips behind the screens and on the tiles; the rest is in the bag."""
    spent = [n - sum(c) for n, *c in zip((12, 6, 2), first, second, on_first, on_second, strict=True)]
    fill(state, chips=[first, second], lying=[on_first, on_second], bag=spent)
    assert game.conserved(state)


def choose(state: States, *choices: Choice) -> None:
    for seat, ((blue, red, green), slot) in enumerate(choices):
        act(game, state, (seat, f"hold {blue} {red} {green}"), (seat, f"point {slot}"))


def owned(state: States) -> list[list[int]]:
    found: list[list[int]] = state["chips"][0].tolist()
    return found


def on_tiles(state: States) -> list[list[int]]:
    found: list[list[int]] = state["lying"][0].tolist()
    return found


def sums(state: States) -> list[int]:
    found: list[int] = state["score"][0].tolist()
    return found


def test_e1_the_higher_bid_pays_and_claims() -> None:
    state = deal(3, 1, 2)
    choose(state, ((0, 1, 0), 0), ((4, 0, 0), 0))
    assert owned(state) == [[6, 2, 1], [6, 3, 1]]
    assert state["bag"][0].tolist() == [0, 1, 0]
    assert state["tiles"][0].tolist() == [2, 1]
    assert sums(state) == [3, 0]
    assert state["rounds"][0] == 2


def at_different_tiles() -> States:
    """Example 2: there is nothing to take, so the hands go straight onto the tiles."""
    state = deal(3, 1)
    choose(state, ((2, 0, 0), 0), ((0, 1, 0), 1))
    return state


def test_e2_pointing_at_different_tiles_leaves_the_hands_there() -> None:
    state = at_different_tiles()
    assert on_tiles(state) == [[2, 0, 0], [0, 1, 0]]
    assert owned(state) == [[4, 3, 1], [6, 2, 1]]
    assert state["tiles"][0].tolist() == [3, 1]
    assert state["ply"][0] == 4


def test_e3_a_single_colour_is_taken_before_hands_are_placed() -> None:
    state = at_different_tiles()
    choose(state, (NOTHING, 1), ((1, 0, 0), 0))
    assert state["rounds"][0] == 3  # nobody has a choice
    assert on_tiles(state) == [[2, 0, 0], [0, 0, 0]]
    assert owned(state) == [[4, 4, 1], [6, 2, 1]]
    assert state["taken"][0].tolist() == [2, 1]


def test_e4_the_chip_taken_is_not_placed() -> None:
    state = deal(3, 1)
    set_chips(state, (4, 3, 1), (7, 2, 0), (1, 1, 1))
    choose(state, ((0, 0, 1), 0), (NOTHING, 1))
    assert game.acting(state) == [0]  # slot 1 has no chips
    assert texts(game, state, 0) == ["claim blue", "claim red", "claim green"]
    act(game, state, (0, "claim green"))
    assert on_tiles(state) == [[1, 1, 1], [0, 0, 0]]
    assert owned(state) == [[4, 3, 1], [7, 2, 0]]


def test_a_chip_placed_now_cannot_be_taken_now() -> None:
    """R2: the only red chip is in the hand about to be placed."""
    state = deal(3, 1)
    set_chips(state, (5, 3, 1), (5, 3, 1), (2, 0, 0))
    choose(state, ((0, 1, 0), 0), (NOTHING, 1))
    assert state["taken"][0].tolist() == [1, 0]
    assert on_tiles(state) == [[1, 1, 0], [0, 0, 0]]


def test_e5_a_tie_changes_nothing() -> None:
    state = deal(3, 1)
    set_chips(state, (5, 3, 1), (5, 3, 1), (2, 0, 0))
    choose(state, ((5, 0, 0), 0), ((0, 1, 0), 0))
    assert owned(state) == [[5, 3, 1], [5, 3, 1]]
    assert on_tiles(state) == [[2, 0, 0], [0, 0, 0]]
    assert state["in_deck"][0].sum() == 5
    assert not state["bag"].any()
    assert state["rounds"][0] == 2


def test_two_empty_hands_are_a_tie() -> None:
    state = deal(3, 1)
    set_chips(state, (5, 3, 1), (5, 3, 1), (2, 0, 0))
    choose(state, (NOTHING, 0), (NOTHING, 0))
    assert on_tiles(state) == [[2, 0, 0], [0, 0, 0]]
    assert sums(state) == [0, 0]


def test_e6_a_claimed_tile_comes_with_its_chips() -> None:
    state = deal(3, 1)
    set_chips(state, (5, 3, 0), (5, 3, 1), (2, 0, 1))
    choose(state, ((1, 0, 0), 0), (NOTHING, 0))
    assert sums(state) == [3, 0]
    assert owned(state) == [[6, 3, 1], [5, 3, 1]]
    assert state["bag"][0].tolist() == [1, 0, 0]
    assert on_tiles(state) == [[0, 0, 0], [0, 0, 0]]  # the new tile starts empty (R10)


def spend_all(first: int, second: int) -> States:
    state = deal(first, second)
    choose(state, ((6, 3, 1), 0), ((5, 3, 1), 0))
    assert owned(state) == [[0, 0, 0], [6, 3, 1]]
    assert state["bag"][0].tolist() == [6, 3, 1]
    assert texts(game, state, 0) == ["hold blue=0 red=0 green=0"]  # a forced move is still an action
    choose(state, (NOTHING, 1), ((6, 3, 1), 1))
    assert state["bag"][0].tolist() == [12, 6, 2]
    return state


def test_e7_the_game_ends_when_all_chips_are_spent() -> None:
    state = spend_all(3, 1)
    result = game.result(state)
    assert result is not None
    assert result.scores == (3, 1)
    assert result.ranks == (1, 2)
    assert state["reason"][0] == DRY_SUM
    assert not result.capped


def test_e8_with_all_chips_spent_and_equal_totals_the_last_claimer_wins() -> None:
    state = spend_all(2, 2)
    result = game.result(state)
    assert result is not None
    assert result.scores == (2, 2)
    assert result.ranks == (2, 1)
    assert state["reason"][0] == DRY_CLAIM


def test_chips_on_a_tile_keep_the_game_going() -> None:
    """R13: both seats have no chips, but slot 1 has one."""
    state = deal(1, 1)
    set_chips(state, (1, 0, 0), NOTHING, NOTHING, (1, 0, 0))
    choose(state, ((1, 0, 0), 0), (NOTHING, 0))
    assert game.result(state) is None
    assert owned(state) == [[0, 0, 0], [0, 0, 0]]
    choose(state, (NOTHING, 1), (NOTHING, 0))
    assert owned(state) == [[1, 0, 0], [0, 0, 0]]


def test_e9_six_wins_before_a_tile_is_turned_up() -> None:
    state = deal(2, 3, 3)
    choose(state, (NOTHING, 0), ((1, 0, 0), 0))
    choose(state, (NOTHING, 0), ((1, 0, 0), 0))
    assert sums(state) == [0, 5]
    choose(state, (NOTHING, 1), ((1, 0, 0), 1))
    result = game.result(state)
    assert result is not None
    assert result.scores == (0, 8)
    assert result.ranks == (2, 1)
    assert state["reason"][0] == SIX
    assert state["tiles"][0, 1] == 0
    assert state["in_deck"][0].sum() == 3
    assert game.conserved(state)


def test_e10_action_ids_are_stable() -> None:
    assert HOLD.id(1, 2, 1) == 28
    assert (HOLD.size, POINT.first, CLAIM.first, game.actions.count) == (273, 273, 275, 278)
    state = start(game)
    assert len(game.legal(state, 0)) == 56
    act(game, state, (0, "hold 1 2 1"))
    assert game.legal(state, 0) == [273, 274]
    assert len(game.legal(state, 1)) == 56


def test_hand_and_slot_stay_secret_until_both_have_pointed() -> None:
    state = deal(3, 1)
    act(game, state, (0, "hold 2 1 1"), (0, "point 1"))
    seen = game.view(state, 1)
    assert not seen["held"].any()
    assert not seen["pointed"].any()
    assert not seen["aim"].any()
    assert seen["closed"][0].tolist() == [1, 0]
    act(game, state, (1, "hold 1 0 0"), (1, "point 0"))
    assert game.view(state, 1)["aim"][0].tolist() == [1, 0]
    assert game.view(state, 1)["shown"][0].tolist() == [[2, 1, 1], [1, 0, 0]]


def test_hands_stay_closed_while_seats_take_chips() -> None:
    state = deal(3, 1)
    set_chips(state, (5, 3, 0), (4, 2, 1), (2, 0, 1), (1, 1, 0))
    choose(state, ((3, 0, 0), 0), ((0, 2, 0), 1))
    assert state["phase"][0] == TAKING
    act(game, state, (0, "claim green"))
    seen = game.view(state, 1)
    assert seen["aim"][0].tolist() == [0, 1]
    assert seen["held"][0].tolist() == [[0, 0, 0], [0, 2, 0]]
    assert not seen["taking"].any()
    assert on_tiles(seen) == [[2, 0, 1], [1, 1, 0]]
    act(game, state, (1, "claim red"))
    assert on_tiles(state) == [[5, 0, 0], [1, 2, 0]]
    assert owned(state) == [[2, 3, 1], [4, 1, 1]]
    assert not state["taking"].any()


def test_a_hundred_rounds_without_a_claim_are_a_draw() -> None:
    state = deal(3, 1)
    for number in range(100):
        assert state["rounds"][0] == number + 1
        assert game.result(state) is None
        choose(state, (NOTHING, 0), (NOTHING, 0))
    result = game.result(state)
    assert result is not None
    assert result.ranks == (1, 1)
    assert result.capped
    assert state["reason"][0] == CAP_DRAW


def test_at_the_round_limit_totals_decide_and_then_the_last_claim() -> None:
    for tiles, ranks, reason in (((2, 2), (2, 1), CAP_CLAIM), ((3, 1), (1, 2), CAP_SUM)):
        state = deal(*tiles)
        choose(state, ((1, 0, 0), 0), (NOTHING, 0))
        choose(state, (NOTHING, 1), ((1, 0, 0), 1))
        fill(state, rounds=100)
        choose(state, (NOTHING, 0), (NOTHING, 1))
        result = game.result(state)
        assert result is not None
        assert result.ranks == ranks
        assert state["reason"][0] == reason


def test_redeals_sample_the_opponents_choices() -> None:
    state = deal(3, 1)
    set_chips(state, (0, 1, 1), (5, 3, 1), (6, 1, 0))
    act(game, state, (0, "hold 0 1 0"))
    hands = Counter(_redealt(state, n) for n in range(400))
    assert set(hands) == {((b, r, g), 0, 0) for b, r, g in ((0, 0, 0), (0, 1, 0), (0, 0, 1), (0, 1, 1))}
    assert min(hands.values()) > 70
    act(game, state, (0, "point 0"))
    assert {pointed for _, pointed, _ in (_redealt(state, n) for n in range(30))} == {1, 2}
    act(game, state, (1, "hold 0 0 0"), (1, "point 1"), (0, "claim red"))
    assert state["rounds"][0] == 2  # seat 1 had nothing to take


def test_redeals_take_only_chips_on_the_tile() -> None:
    state = deal(3, 1)
    set_chips(state, (0, 3, 1), (5, 2, 0), (6, 0, 1), (1, 1, 0))
    choose(state, ((0, 1, 0), 0), (NOTHING, 1))
    assert {taking for _, _, taking in (_redealt(state, n) for n in range(30))} == {0}
    act(game, state, (0, "claim green"))
    taken = Counter(taking for _, _, taking in (_redealt(state, n) for n in range(200)))
    assert set(taken) == {1, 3}
    assert min(taken.values()) > 60


def _redealt(state: States, seed: int) -> tuple[tuple[int, ...], int, int]:
    """Seat 0's hand, slot and chip to take in a redeal for seat 1."""
    dealt = game.redeal(game.view(state, 1), 1, seed)
    assert game.conserved(dealt)
    return tuple(dealt["held"][0, 0].tolist()), int(dealt["pointed"][0, 0]), int(dealt["taking"][0, 0])
