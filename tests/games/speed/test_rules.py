"""Speed: worked examples, the clock, and the knowledge of each player."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from matchbox.engine import SPECTATOR, Illegal, States
from matchbox.games.green_box.card_sets import ALL_CARDS
from matchbox.games.green_box.components import CARDS, COLOUR, NUMBER, SYMBOL
from matchbox.games.green_box.speed import game
from matchbox.games.green_box.speed.rules import (
    DRAW,
    DRAWN_OUT,
    EMPTY,
    GIVE,
    PLAY,
    STUCK,
    TIME,
    WAIT,
    draw_time,
    next_due,
    note_tops,
    play_time,
    reshuffle,
    settle,
    time_up,
)
from matchbox.games.green_box.speed.state import (
    ACT,
    FITS,
    GIVE_UP,
    HALF,
    can_act,
    due_range,
    fitting,
    hand_of,
    try_hand,
)

from ..helpers import act, start

JIT = hasattr(game.rule("setup"), "py_func")
Decks = tuple[list[int], list[int]]
RED_DROP_1 = 0
# None of these cards ...
ZERO, ONE = [24, 25, 26], [44, 51, 52]  # blue Bricks 4, Circles 5, Wheel 6; white Bricks 6, black Circles 4, Wheel 5
# ... matches any of these: red, green and yellow cards with Drop, Hammers or Arrow and 1 to 3
STRANGE = [0, 30, 4, 12, 5, 13, 14, 28, 29]


def position(first: list[int], second: list[int], tops: tuple[int, int], decks: Decks, **options: Any) -> States:
    """These hands, tops and decks (top card last), with all other cards in the piles; no seat is acting yet."""
    state = start(game, **options)
    used = {*first, *second, *tops, *decks[0], *decks[1]}
    rest = [card for card in range(CARDS) if card not in used]
    for seat, hand in enumerate((first, second)):
        state["hand"][0, seat] = [*hand, *[0] * (3 - len(hand))]
        state["held"][0, seat] = (1 << len(hand)) - 1
        state["in_deck"][0, seat] = len(decks[seat])
    state["deck"][0] = 0
    state["deck"][0, HALF : HALF + len(decks[0])] = decks[0]
    state["deck"][0, : len(decks[1])] = decks[1]
    state["tops"][0] = tops
    state["piles"][0] = [len(rest) + 1, 1]
    state["middle"][0] = sum(1 << card for card in (*rest, *tops))
    for name in ("barred", "deadlocks", "time", "due", "reset", "acted", "mark", "changes", "phase"):
        state[name] = 0
    state["last_actor"] = 1
    note_tops(state[0])
    return state


def begin(*args: Any, **options: Any) -> States:
    """The same, with deadlocks resolved and the first seat acting."""
    state = position(*args, **options)
    settle(state[0])
    assert game.conserved(state)
    return state


def some(n: int, *used: int) -> list[int]:
    """Any n unused cards."""
    return [card for card in reversed(range(CARDS)) if card not in used][:n]


def test_the_deal_gives_each_player_half_the_deck() -> None:
    state = start(game)
    assert state["in_deck"][0].tolist() == [23, 23]
    assert state["piles"][0].tolist() == [1, 1]
    assert state["held"][0].tolist() == [7, 7]
    assert game.conserved(state)


def test_e1_cards_match_by_number_symbol_or_colour() -> None:
    for card in range(CARDS):
        matches = any(table[card] == table[RED_DROP_1] for table in (COLOUR, SYMBOL, NUMBER))
        assert bool(int(FITS[RED_DROP_1]) >> card & 1) == (matches and card != RED_DROP_1)
    assert not int(FITS[RED_DROP_1]) >> 16 & 1  # green Hammers 5
    assert int(FITS[RED_DROP_1]) >> 13 & 1  # green Hammers 1


def test_e2_live_actions_count_in_their_order_of_arrival() -> None:
    decks: Decks = (some(5, 1, 2, 6, 7, *ZERO, *ONE), [])
    state = begin([1, *ZERO[:2]], [2, *ONE[:2]], (RED_DROP_1, 30), decks, timing="live")
    assert game.acting(state) == [0, 1]
    assert state["tops"][0, 0] == RED_DROP_1  # the server compares the top that the sender saw with the current top
    act(game, state, (0, "play slot=0 pile=0"))
    assert state["tops"][0, 0] == 1
    act(game, state, (1, "play slot=0 pile=0"))  # sent again for the new top: red on red
    assert state["tops"][0, 0] == 2


def test_e3_the_first_player_without_cards_wins() -> None:
    state = begin([1], ONE, (RED_DROP_1, 30), ([], [28]), timing="live")
    act(game, state, (0, "play slot=0 pile=0"))
    result = game.result(state)
    assert result is not None
    assert result.winners == (0,)
    assert state["reason"][0] == EMPTY
    with pytest.raises(Illegal):
        act(game, state, (1, "wait"))


def test_e4_drawing_needs_an_empty_slot_and_a_deck() -> None:
    state = begin([1, 24], [2, *ONE[:2]], (RED_DROP_1, 30), (some(5, 1, 24, 2, *ONE), []))
    state["acting"] = 0b11
    assert DRAW in game.legal(state, 0)
    assert DRAW not in game.legal(state, 1)  # three cards, empty deck
    top = int(state["deck"][0, HALF + 4])
    act(game, state, (0, "draw"))
    assert state["hand"][0, 0].tolist() == [1, 24, top]
    assert state["in_deck"][0, 0] == 4
    state["acting"] = 0b11
    assert DRAW not in game.legal(state, 0)  # three cards
    state["held"][0, 1], state["hand"][0, 1] = 0b101, [2, 0, ONE[0]]
    assert DRAW not in game.legal(state, 1)  # an empty slot, but an empty deck


def test_a_card_is_drawn_into_the_lowest_empty_slot() -> None:
    state = begin([1, 24, 25], ONE, (RED_DROP_1, 30), (some(5, 1, 24, 25, *ONE), []), timing="live")
    act(game, state, (0, "play slot=0 pile=0"))
    assert state["held"][0, 0] == 0b110
    act(game, state, (0, "draw"))
    assert state["held"][0, 0] == 0b111
    assert state["hand"][0, 0, 1:].tolist() == [24, 25]


@pytest.mark.parametrize("turned", [1, 2])
def test_e5_a_deadlock_with_both_decks_turns_cards(turned: int) -> None:
    """The first pair of turned cards resolves it, or only the second does."""
    upper = [([6], [9]), ([6, 4], [9, 12])][turned - 1]  # red Wheel 4 and green Bricks 1 fit
    others = some(60, *ZERO, *ONE, *STRANGE, 6, 9)
    decks = (others[: 10 - turned] + upper[0], others[10 : 18 - turned] + upper[1])
    state = begin(ZERO, ONE, (0, 30), decks)
    assert state["in_deck"][0].tolist() == [10 - turned, 8 - turned]
    assert state["tops"][0].tolist() == [6, 9]
    assert state["deadlocks"][0] == turned
    assert state["since"][0, turned] == 1500 * turned  # a pause each time
    assert all(1500 * turned + 600 <= due <= 1500 * turned + 2000 for due in state["due"][0])


def test_e6_a_deadlock_with_an_empty_deck_shuffles_the_piles() -> None:
    decks: Decks = ([], some(4, *ZERO, *ONE, *STRANGE))
    state = begin(ZERO[:2], ONE, (0, 30), decks)
    assert state["piles"][0].tolist() == [23, 22]
    assert state["in_deck"][0].tolist() == [0, 4]
    assert state["hand"][0].tolist() == [[*ZERO[:2], 0], ONE]
    assert can_act(state[0], 0) or can_act(state[0], 1)
    assert state["deadlocks"][0] == 1
    assert state["since"][0, 1] == 1500


def test_r2_if_no_shuffle_can_help_the_remaining_deck_turns_a_card() -> None:
    state = position(ZERO, ONE, (0, 30), ([], [6, 9]))
    state["middle"][0] = sum(1 << card for card in STRANGE)  # the other cards are out of the way
    state["piles"][0] = [8, 1]
    reshuffle(state[0])
    assert state["tops"][0].tolist() == [0, 9]
    assert state["in_deck"][0].tolist() == [0, 1]
    assert all(int(mask) >> 1 & 1 for mask in state["barred"][0].ravel())  # nobody has a red card


def test_e7_there_is_no_deadlock_while_a_player_can_draw() -> None:
    for timing in ("clock", "live"):
        state = begin(ZERO, ONE[:2], (0, 30), ([], some(4, *ZERO, *ONE, *STRANGE)), timing=timing)
        assert state["deadlocks"][0] == 0
        assert game.acting(state) == ([1] if timing == "clock" else [0, 1])
        assert DRAW in game.legal(state, 1)


def test_e8_equal_times_go_to_the_seat_that_did_not_act_last() -> None:
    state = begin([1, 24, 25], [2, 44, 51], (0, 30), ([], []))
    for last, decision_point in ((0, 1), (1, 0)):
        state["due"][0], state["last_actor"] = [900, 900], last
        next_due(state[0])
        assert game.acting(state) == [decision_point]
        assert state["time"][0] == 900
    state["due"][0] = [901, 900]
    next_due(state[0])
    assert game.acting(state) == [1]


@pytest.mark.parametrize("before", [0, 2100])
def test_e9_a_seat_that_becomes_ready_gets_a_time_and_a_ready_seat_keeps_it(before: int) -> None:
    second = [9, 44, 51] if before else [44, 51, 52]  # green Bricks 1 fits on red Drop 1
    state = begin([6, 24, 25], second, (RED_DROP_1, 30), ([], []))
    state["due"][0], state["time"], state["acting"] = [2000, before], 2000, 1
    copy = state.copy()
    act(game, state, (0, "play slot=0 pile=0"))  # red Wheel 4 fits them all
    own = play_time(copy[0], 0) if can_act(state[0], 0) else 0  # the actor draws its numbers first
    assert state["due"][0, 0] == (2000 + own if own else 0)
    if before:
        assert state["due"][0, 1] == 2100
        assert game.acting(state) == [1]
    else:
        assert state["due"][0, 1] == 2000 + play_time(copy[0], 1)


def test_at_the_start_seat_0_draws_its_numbers_first() -> None:
    state = position([1, 24, 25], [2, 44, 51], (0, 30), ([], []), profile0="fast", profile1="slow")
    copy = state.copy()
    settle(state[0])
    times = [play_time(copy[0], seat) for seat in (0, 1)]
    assert state["due"][0].tolist() == times
    assert 300 <= times[0] <= 900
    assert 1000 <= times[1] <= 3400


def test_a_seat_that_can_only_draw_is_quicker() -> None:
    state = begin([5, 25, 26], ONE, (0, 30), ([53], []))
    time = int(state["time"][0])
    assert 600 <= time <= 2000
    copy = state.copy()
    act(game, state, (0, "play slot=0 pile=0"))  # nothing else fits on red Hammers 2 and yellow Drop 1
    assert game.legal(state, 0) == [DRAW]
    assert state["due"][0].tolist() == [time + draw_time(copy[0], 0), 0]
    assert time + 300 <= state["time"][0] <= time + 650


def test_ids_follow_the_page() -> None:
    assert PLAY.id(2, 1) == 5
    assert (DRAW, GIVE.first, WAIT) == (6, 7, 10)
    assert game.actions.count == 11


# --- options ---


def blink(first: list[int], second: list[int], **options: Any) -> States:
    return begin(first, second, (0, 30), ([], []), deadlock="blink", **options)


def test_in_blink_both_players_give_up_a_card() -> None:
    state = blink(ZERO, ONE[:2])
    assert state["phase"][0] == GIVE_UP
    assert game.acting(state) == [0, 1]
    assert game.legal(state, 0) == [7, 8, 9]
    assert game.legal(state, 1) == [7, 8]
    assert state["time"][0] == 1500
    act(game, state, (0, "give slot=2"))
    assert not game.view(state, 1)["given"].any()
    assert state["tops"][0].tolist() == [0, 30]  # the tops stay until both have chosen
    act(game, state, (1, "give slot=1"))
    assert state["tops"][0].tolist() == [ZERO[2], ONE[1]]
    assert state["held"][0].tolist() == [0b011, 0b001]
    assert not state["given"].any()
    assert state["phase"][0] == ACT
    assert all(due == 0 or 2100 <= due <= 3500 for due in state["due"][0])  # it took no time


def test_in_blink_a_player_with_a_deck_gives_up_a_card_too() -> None:
    state = begin(ZERO[:2], ONE, (0, 30), ([], some(4, *ZERO, *ONE, *STRANGE)), deadlock="blink")
    act(game, state, (0, "give slot=0"), (1, "give slot=0"))
    assert state["in_deck"][0].tolist() == [0, 4]
    assert state["held"][0].tolist() == [0b10, 0b110]


def test_in_blink_a_deadlock_with_a_single_card_is_a_draw() -> None:
    state = blink(ZERO, ONE[:1])
    result = game.result(state)
    assert result is not None
    assert result.ranks == (1, 1)
    assert state["reason"][0] == STUCK


def test_in_blink_a_drawn_game_of_a_match_is_played_again() -> None:
    state = blink(ZERO, ONE[:1], best_of=3)
    assert not state["over"][0]
    assert state["drawn"][0] == 1
    assert state["in_deck"][0].tolist() == [23, 23]
    state = position(ZERO, ONE[:1], (0, 30), ([], []), deadlock="blink", best_of=3)
    state["drawn"], state["score"][0] = 9, [1, 0]
    settle(state[0])
    assert state["reason"][0] == DRAWN_OUT  # R17
    assert state["rank"][0].tolist() == [1, 2]


@pytest.mark.parametrize(("best_of", "wins"), [(1, 1), (3, 2), (5, 3)])
def test_a_match_ends_when_a_player_has_won_most_games(best_of: int, wins: int) -> None:
    state = begin([1], ONE, (RED_DROP_1, 30), ([], [28]), best_of=best_of)
    state["score"][0] = [wins - 1, wins - 1]
    act(game, state, (0, "play slot=0 pile=0"))
    assert state["over"][0]
    assert state["score"][0, 0] == wins
    if wins > 1:
        state = begin([1], ONE, (RED_DROP_1, 30), ([], [28]), best_of=best_of)
        act(game, state, (0, "play slot=0 pile=0"))
        assert not state["over"][0]
        assert state["score"][0].tolist() == [1, 0]
        assert state["in_deck"][0].tolist() == [23, 23]  # a new shuffle
        assert state["due"][0].max() <= 2000


def test_at_the_time_limit_fewer_cards_win() -> None:
    for first, second, ranks in ((ZERO[:2], ONE, [1, 2]), (ZERO, ONE[:1], [2, 1]), (ZERO, ONE, [1, 1])):
        state = position(first, second, (0, 30), ([], []), timing="live")
        time_up(state[0])
        assert state["over"][0]
        assert state["reason"][0] == TIME
        assert state["rank"][0].tolist() == ranks
    state = begin(ZERO[:2], ONE, (0, 30), ([], []), timing="live", best_of=3)
    time_up(state[0])  # R19: the limit ends the game, not the match
    assert not state["over"][0]
    assert state["score"][0].tolist() == [1, 0]
    assert game.conserved(state)


# --- live: being blocked stays secret (R15) ---


def test_r15_a_blocked_seat_looks_like_any_other_seat() -> None:
    state = begin([1, 24, 25], ONE, (0, 30), ([], []), timing="live")
    assert game.acting(state) == [0, 1]
    assert game.legal(state, 1) == [WAIT]
    assert WAIT in game.legal(state, 0)
    able = begin([1, 24, 25], [2, *ONE[:2]], (0, 30), ([], []), timing="live")
    assert game.view(state, 0)["acting"][0] == game.view(able, 0)["acting"][0] == 0b11


def test_r15_only_a_blocked_seat_may_answer_a_wait_by_waiting() -> None:
    state = begin([1, 24, 25], ONE, (0, 30), ([], []), timing="live")
    act(game, state, (0, "wait"))
    assert game.acting(state) == [1]
    assert not state["barred"].any()  # the first to wait proves nothing
    act(game, state, (1, "wait"))  # this seat must be blocked
    assert state["barred"][0, 1].any()
    assert game.acting(state) == [0]
    assert WAIT not in game.legal(state, 0)
    act(game, state, (0, "play slot=0 pile=0"))
    assert game.acting(state) == [0, 1] or state["deadlocks"][0]


@pytest.mark.parametrize("seed", range(12 if JIT else 2))
def test_r15_the_public_view_does_not_depend_on_a_hidden_hand(seed: int) -> None:
    """The same action with other consistent hidden cards leads to the same public state."""
    state, choose = start(game, seed=seed, timing="live"), np.random.default_rng(seed)
    compared = 0
    while not state["over"][0]:
        seat = int(choose.choice(game.acting(state)))
        action = int(choose.choice(game.legal(state, seat)))
        dealt = game.redeal(game.view(state, seat), seat, int(choose.integers(1 << 30)))
        deadlocks = int(state["deadlocks"][0])
        game.apply(state, seat, action)
        game.apply(dealt, seat, action)
        if deadlocks == state["deadlocks"][0] == dealt["deadlocks"][0] and not state["over"][0]:
            assert game.view(state, SPECTATOR).tobytes() == game.view(dealt, SPECTATOR).tobytes()
            compared += 1
    assert compared > 60


# --- redeals agree with public knowledge (R18) ---


def test_future_times_are_hidden() -> None:
    state = start(game)
    assert state["due"][0].any()
    for seat in (0, 1, SPECTATOR):
        assert not game.view(state, seat)["due"].any()


def test_r18_after_a_deadlock_no_redealt_card_would_have_fitted() -> None:
    others = some(60, *ZERO, *ONE, *STRANGE, 6, 9)
    state = begin(ZERO, ONE, (0, 30), ([*others[:9], 6], [*others[10:17], 9]))
    barred = int(FITS[0] | FITS[30])
    assert state["barred"][0].tolist() == [[barred] * 3] * 2
    for seed in range(40):
        dealt = game.redeal(game.view(state, 0), 0, seed)
        assert int(hand_of(dealt[0], 1)) & barred == 0
        assert game.conserved(dealt)


def test_r18_a_long_silence_means_that_the_seat_is_blocked() -> None:
    state = begin([1, 24, 25], ONE, (0, 30), (some(20, 1, 24, 25, *ONE), []), profile1="fast")
    assert game.acting(state) == [0]
    counts = []
    for time in (800, 1000):  # a fast player acts after 900 ms at the latest
        state["time"] = state["due"][0, 0] = time
        view = game.view(state, 0)
        dealt = [game.redeal(view, 0, seed) for seed in range(40)]
        assert all(game.conserved(d) for d in dealt)
        counts.append(sum(bool(can_act(d[0], 1)) for d in dealt))
    assert counts[0] > 10
    assert counts[1] == 0


def test_r18_a_quick_draw_means_that_nothing_fitted() -> None:
    """Seat 1 acts at 1000 and can draw. The time of its next action limits its possible cards."""
    state = begin(ZERO, [44, 2], (0, 30), ([], some(4, 2, *ZERO, *ONE, *STRANGE)))
    state["acting"], state["last_actor"], state["acted"][0, 1] = 0b10, 1, 1
    state["reset"][0, 1] = 1000
    for time, fits in ((1500, {False}), (1630, {False, True}), (1700, {True})):
        state["time"] = time
        view = game.view(state, 0)
        dealt = [game.redeal(view, 0, seed) for seed in range(40)]
        assert {bool(int(hand_of(d[0], 1)) & int(fitting(d[0]))) for d in dealt} == fits


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"profile0": "fast", "profile1": "slow"},
        {"deadlock": "blink", "best_of": 3},
        {"timing": "live"},
        {"timing": "live", "deadlock": "blink"},
    ],
    ids=str,
)
def test_r18_the_true_hands_always_agree_with_public_knowledge(options: dict[str, Any]) -> None:
    for seed in range(20 if JIT else 1):
        state, choose = start(game, seed=seed, **options), np.random.default_rng(seed)
        while not state["over"][0]:
            for seat in (0, 1):
                copy = state.copy()
                unseen = int(ALL_CARDS) & ~(int(copy["middle"][0]) | int(hand_of(copy[0], 1 - seat)))
                code = sum(int(card) * CARDS**slot for slot, card in enumerate(copy["hand"][0, seat]))
                assert try_hand(copy[0], seat, unseen, code)
                assert copy.tobytes() == state.tobytes()
                if state["due"][0, seat]:
                    earliest, latest = due_range(copy[0], seat)
                    assert earliest <= state["due"][0, seat] <= latest
            seat = int(choose.choice(game.acting(state)))
            game.apply(state, seat, int(choose.choice(game.legal(state, seat))))


def test_time_never_runs_backwards() -> None:
    state, choose = start(game, seed=2, profile1="slow"), np.random.default_rng(2)
    before = 0
    while not state["over"][0]:
        assert state["time"][0] >= before
        before = int(state["time"][0])
        seat = game.acting(state)[0]
        game.apply(state, seat, int(choose.choice(game.legal(state, seat))))
