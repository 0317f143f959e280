"""OPEN: the worked examples of the page, and the tricky rulings."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from matchbox.engine import BadOption, States
from matchbox.games.open.components import BLACK, CARDS, COPIES, KINDS, RANK_NAMES
from matchbox.games.open.open import game
from matchbox.games.open.open.rules import CAP, HIGHEST, MANY_CHIPS, PASS, end_round
from matchbox.games.open.open.state import GUESS, PLAY

from ..helpers import act, fill, start, texts


def kind(card: str) -> int:
    """Kind of a card written as colour and rank: rA, b10."""
    return RANK_NAMES.index(card[1:]) + (BLACK if card[0] == "b" else 0)


def position(
    *hands: str, leader: int = 0, guesses: Sequence[int] = (), out: Sequence[int] = (), **options: Any
) -> States:
    """A position in play. Hands are open cards, a bar, concealed cards; `out` lists the seats out, in order."""
    seats = len(hands)
    state = start(game, seats, first_dealer="seat0", **options)
    rest = [k for k in range(KINDS) for _ in range(int(COPIES[k]))]
    fill(state, face=0, concealed=0, backs=0, aside=0, played=0, phase=PLAY, acting=1 << leader)
    for seat, hand in enumerate(hands):
        is_open, _, hidden = (part.split() for part in hand.partition("|"))
        for cards, field in ((is_open, "face"), (hidden, "concealed")):
            for card in cards:
                rest.remove(kind(card))
                state[field][0, seat, kind(card)] += 1
        state["backs"][0, seat] = len(hidden)
    for i in range(CARDS - 6 * seats):
        state["aside"][0, i] = rest.pop(0)
    for k in rest:
        state["played"][0, k] += 1
    state["guess"][0, :seats] = [guess + 1 for guess in guesses or range(seats)]
    fill(state, guessed=(1 << seats) - 1, gone=len(out))
    for place, seat in enumerate(out, 1):
        state["place"][0, seat] = place
    if options.get("advanced") == "on":
        state["bets"][0, :seats] = 1
    assert game.conserved(state)
    return state


def plays(state: States, seat: int) -> list[str]:
    """The legal plays of a seat, without the pass."""
    return [text for text in texts(game, state, seat) if text != "pass"]


def settle(state: States, order: Sequence[int], guesses: Sequence[int]) -> None:
    """Score a round in which the seats went out in this order."""
    seats = int(state["seats"][0])
    fill(state, phase=PLAY, gone=seats - 1)
    state["guess"][0, :seats] = [guess + 1 for guess in guesses]
    for place, seat in enumerate(order, 1):
        state["place"][0, seat] = place if place < seats else 0
    end_round(state[0])


def scores(state: States) -> list[int]:
    return state["score"][0, : int(state["seats"][0])].tolist()  # type: ignore[no-any-return]


# --- components and ids ---


def test_the_deck_has_26_cards_with_six_black_pairs() -> None:
    assert COPIES.sum() == CARDS == 26
    assert COPIES[:BLACK].sum() == 10
    assert {RANK_NAMES[k - BLACK] for k in range(BLACK, KINDS) if COPIES[k] == 2} == {"A", "2", "3", "4", "5", "10"}


def test_action_ids_are_stable() -> None:
    state = start(game)
    named = {0: "guess seat=0", 3: "guess seat=3", 4: "bet chips=1", 202: "bet chips=199", 203: "pass"}
    named |= {204: "red A", 213: "red 10", 214: "black A", 223: "black 10", 224: "red-black A", 233: "red-black 10"}
    named |= {234: "black-black A", 239: "black-black 10", 240: "red-black-black A", 245: "red-black-black 10"}
    named |= {246: "hidden-black A", 251: "hidden-black 10", 252: "red-hidden-black A", 257: "red-hidden-black 10"}
    for action, text in named.items():
        assert game.text_of(state, action) == text
    assert game.actions.count == 258


@pytest.mark.parametrize(("seats", "aside"), [(2, 14), (3, 8), (4, 2)])
def test_each_seat_gets_four_open_and_two_concealed_cards(seats: int, aside: int) -> None:
    state = start(game, seats)
    assert state["face"][0].sum(axis=1).tolist()[:seats] == [4] * seats
    assert state["concealed"][0].sum(axis=1).tolist()[:seats] == [2] * seats
    known = (state["face"][0] + state["concealed"][0]).sum(axis=0, dtype=int)
    assert sorted(state["aside"][0, :aside].tolist()) == [k for k in range(KINDS) for _ in range(COPIES[k] - known[k])]
    assert game.legal(state, seats - 1) == list(range(seats))  # R13: only seats in the game can be named


# --- plays ---

E1 = [
    ("b9", "", "bA", []),
    ("b10", "", "bA", ["black A"]),
    ("r10", "", "bA", []),
    ("bA", "", "b2", ["black 2"]),
    ("b10", "bA", "b2 bA", []),
    ("r4 b4", "", "b5 b5", []),
    ("r4 b4", "", "r5 b5 b5", ["red-black 5"]),
    ("b10 b10", "", "bA bA", ["black-black A"]),
    ("r10 b10 b10", "", "rA bA bA", ["red-black-black A"]),
    ("b3", "", "b5 b5", ["black 5"]),
    ("b10", "", "b10", []),
    ("r9 b9", "", "rA bA", []),
    ("r6", "", "r7", ["red 7"]),
    ("b2 b2", "", "r3 b3 b4 b4", ["black-black 4"]),
    ("b3", "", "b3 b2 r4", []),
]


def combination(cards: str) -> str:
    colours = "-".join({"r": "red", "b": "black"}[card[0]] for card in cards.split())
    return f"{colours} {cards.split(maxsplit=1)[0][1:]}"


@pytest.mark.parametrize(("lead", "answer", "hand", "legal"), E1)
def test_e1_plays_match_the_colours_and_exceed_the_rank(lead: str, answer: str, hand: str, legal: list[str]) -> None:
    state = position(f"{lead} r8", f"{answer} b7", hand)
    act(game, state, (0, combination(lead)))
    act(game, state, (1, combination(answer) if answer else "pass"))
    assert plays(state, 2) == legal
    assert "pass" in texts(game, state, 2)


def test_an_ace_on_a_ten_counts_eleven() -> None:
    state = position("b10 r8", "bA r2", "bA r3")
    act(game, state, (0, "black 10"), (1, "black A"))
    assert state["value"][0] == 11
    assert texts(game, state, 2) == ["pass"]
    state = position("bA r8", "b2 r2", "b10 r3")
    act(game, state, (0, "black A"))
    assert state["value"][0] == 1  # R3: as a lead it counts 1
    assert plays(state, 1) == ["black 2"]


def test_a_leader_must_play_and_may_split_a_rank() -> None:
    state = position("r4 b4 b4 b7", "r5", "r6")
    assert texts(game, state, 0) == [
        "red 4",
        "black 4",
        "black 7",
        "red-black 4",
        "black-black 4",
        "red-black-black 4",
    ]  # R5, R25: no pass, any subset of the three
    state = position("r2", "r5", "r6")
    assert texts(game, state, 0) == ["red 2"]  # a forced move is still an action (R12)
    assert not any(game.is_obvious(block, int(state["phase"][0])) for block in game.actions.blocks)


def test_e2_a_seat_that_passed_may_play_later() -> None:
    state = position("b3 r2 rA", "b8 r3 r4", "b5 r6 r7", "b2 r8 r9")
    act(game, state, (0, "black 3"), (1, "pass"), (2, "black 5"), (3, "pass"), (0, "pass"), (1, "black 8"))
    act(game, state, (2, "pass"), (3, "pass"))
    assert game.acting(state) == [0]
    act(game, state, (0, "pass"))
    assert game.acting(state) == [1]
    assert state["plays"][0] == state["value"][0] == 0
    assert "pass" not in texts(game, state, 1)


def test_e3_a_seat_that_went_out_is_replaced_as_leader() -> None:
    state = position("b6 b2", "b7", "b9 b3")
    act(game, state, (0, "black 6"), (1, "black 7"))
    assert state["place"][0].tolist() == [0, 1, 0, 0]
    copy = state.copy()
    act(game, state, (2, "pass"))
    assert game.acting(state) == [0]
    act(game, state, (0, "pass"))
    assert game.acting(state) == [2]
    act(game, copy, (2, "black 9"), (0, "pass"))
    assert game.acting(copy) == [2]  # the seat of the last play leads
    assert copy["value"][0] == 0


def test_e4_the_next_seat_with_cards_leads() -> None:
    state = position("", "r5 r6", "r8 b2", "b7", leader=3, out=[0])
    act(game, state, (3, "black 7"), (1, "pass"), (2, "pass"))
    assert game.acting(state) == [1]
    assert state["place"][0].tolist() == [1, 0, 0, 2]


def test_the_round_ends_when_only_one_seat_has_cards() -> None:
    state = position("b4", "b5 r9", guesses=[0, 0])
    act(game, state, (0, "black 4"))
    assert scores(state) == [2, 0]  # both were right, so the guesses score nothing
    assert state["phase"][0] == GUESS
    assert state["dealer"][0] == 1
    assert state["shown_place"][0, :2].tolist() == [1, 2]


def test_e10_a_seat_chooses_between_an_open_and_a_concealed_black_card() -> None:
    state = position("b3 r3 r8 | b3", "r5 b9", "r6")
    assert {216, 248, 236} < set(game.legal(state, 0))
    assert plays(state, 0) == [
        "red 3",
        "red 8",
        "black 3",
        "red-black 3",
        "black-black 3",
        "red-black-black 3",
        "hidden-black 3",
        "red-hidden-black 3",
    ]
    for action, face, backs in ((216, 0, 1), (248, 1, 0), (254, 1, 0), (236, 0, 0)):
        copy = state.copy()
        game.apply(copy, 0, action)
        assert copy["face"][0, 0, kind("b3")] == face
        assert copy["backs"][0, 0] == backs
        assert copy["trick"][0, 0].tolist() == [0, 2, 1 - backs]
        assert game.conserved(copy)
    both_open = position("b3 b3", "r5", "r6")
    assert plays(both_open, 0) == ["black 3", "black-black 3"]
    both_hidden = position("r9 | b3 b3", "r5", "r6")
    assert plays(both_hidden, 0) == ["red 9", "black 3", "black-black 3"]


# --- scoring ---


def test_e5_four_players_score_places_and_guesses() -> None:
    state = start(game, 4)
    settle(state, [2, 0, 3, 1], [2, 2, 2, 0])
    assert scores(state) == [3, 1, 5, 1]
    assert state["place_gain"][0].tolist() == [2, 0, 4, 1]
    assert state["guess_gain"][0].tolist() == [1, 1, 1, 0]
    assert state["dealer"][0] == 1
    assert state["shown_guess"][0].tolist() == [3, 3, 3, 1]
    assert not state["guess"].any()


@pytest.mark.parametrize(
    ("order", "guesses", "gains"),
    [
        ([0, 2, 1], [0, 1, 1], [6, 0, 1]),
        ([0, 2, 1], [0, 0, 0], [3, 0, 1]),
        ([1, 0], [1, 0], [2, 2]),
        ([1, 0], [1, 1], [0, 2]),
        ([0, 1, 2, 3], [3, 3, 3, 3], [4, 2, 1, 0]),
        ([0, 1, 2, 3], [0, 0, 0, 0], [4, 2, 1, 0]),
        ([0, 1, 2, 3], [1, 0, 0, 2], [4, 4, 3, 0]),
    ],
)
def test_e6_a_round_scores_by_seats_places_and_right_guesses(
    order: list[int], guesses: list[int], gains: list[int]
) -> None:
    state = start(game, len(order))
    settle(state, order, guesses)
    assert scores(state) == gains


@pytest.mark.parametrize(
    ("options", "chips"),
    [
        ({}, [6, 10, 8, 5]),
        ({"advanced_places": "off"}, [4, 10, 4, 4]),
        ({"advanced_payout": "profit"}, [7, 15, 10, 5]),
    ],
)
def test_e7_right_bets_pay_a_multiple(options: dict[str, Any], chips: list[int]) -> None:
    state = start(game, 4, advanced="on", **options)
    fill(state, score=[3, 5, 2, 8], bets=[1, 5, 2, 4])
    settle(state, [2, 0, 3, 1], [2, 2, 2, 0])
    assert scores(state) == chips


@pytest.mark.parametrize(("right", "times"), [(1, 3), (2, 2), (3, 1)])
def test_three_players_multiply_by_three_two_and_one(right: int, times: int) -> None:
    state = start(game, 3, advanced="on", advanced_places="off")
    fill(state, bets=[2, 2, 2, 0])
    settle(state, [0, 1, 2], [0 if seat < right else 1 for seat in range(3)])
    assert scores(state) == [1 + 2 * times if seat < right else 1 for seat in range(3)]


def test_e8_a_seat_without_chips_receives_one_and_must_bet_it() -> None:
    state = start(game, 4, advanced="on")
    fill(state, score=[3, 3, 3, 1], bets=[1, 1, 1, 1])
    settle(state, [0, 1, 2, 3], [0, 0, 0, 1])
    assert scores(state) == [8, 6, 5, 1]  # 0 chips, then 1 from the bank for the next round
    assert state["phase"][0] == GUESS
    act(game, state, (3, "guess 1"))
    assert texts(game, state, 3) == ["bet chips=1"]
    act(game, state, (3, "bet 1"), (0, "guess 0"), (0, "bet 1"), (1, "guess 0"), (1, "bet 1"))
    act(game, state, (2, "guess 0"), (2, "bet 2"))
    settle(state, [0, 1, 2, 3], [0, 0, 0, 1])
    assert scores(state)[3] == 1
    assert state["guess_gain"][0, 3] == -1


def test_advanced_rounds_start_with_guess_and_bet() -> None:
    state = start(game, 3, advanced="on")
    assert scores(state) == [3, 3, 3]
    act(game, state, (1, "guess 2"))
    assert texts(game, state, 1) == ["bet chips=1", "bet chips=2", "bet chips=3"]
    assert game.acting(state) == [0, 1, 2]
    act(game, state, (1, "bet 3"))
    assert game.acting(state) == [0, 2]
    assert not game.view(state, 0)["bet"].any()
    assert not state["bets"].any()
    act(game, state, (0, "guess 0"), (2, "guess 0"), (0, "bet 1"), (2, "bet 2"))
    assert game.view(state, 0)["bets"][0, :3].tolist() == [1, 3, 2]  # now public
    assert game.view(state, 0)["guess"][0].tolist() == [1, 0, 0, 0]  # guesses are still secret
    assert game.acting(state) == [int(state["dealer"][0])]


def test_r18_a_player_may_bet_all_chips() -> None:
    state = start(game, 4, advanced="on")
    fill(state, score=[25, 199, 3, 3])
    act(game, state, (0, "guess 0"), (1, "guess 0"))
    assert texts(game, state, 0) == [f"bet chips={n}" for n in range(1, 26)]
    assert len(game.legal(state, 1)) == 199
    act(game, state, (1, "bet 199"))
    assert game.conserved(state)


@pytest.mark.parametrize(("chips", "over"), [(199, False), (200, True)])
def test_r18_a_tie_with_two_hundred_chips_ends_the_game(chips: int, over: bool) -> None:
    state = start(game, 3, advanced="on", advanced_places="off")
    fill(state, score=[chips, chips, 5, 0], bets=[1, 1, 1, 0])
    settle(state, [0, 1, 2], [0, 0, 0])
    assert bool(state["over"][0]) == over
    if over:
        result = game.result(state)
        assert result is not None
        assert result.ranks == (1, 1, 3)
        assert state["reason"][0] == MANY_CHIPS


# --- the end ---


def after(before: list[int], order: list[int], guesses: list[int], **options: Any) -> States:
    state = start(game, len(order), **options)
    state["score"][0, : len(order)] = before
    if options.get("advanced") == "on":
        state["bets"][0, : len(order)] = 1
    settle(state, order, guesses)
    return state


def test_e9_a_tie_at_the_limit_continues_the_game() -> None:
    state = after([10, 8], [1, 0], [0, 0])
    assert (scores(state), int(state["over"][0])) == ([10, 10], 0)
    settle(state, [0, 1], [0, 0])
    assert scores(state) == [12, 10]
    assert state["reason"][0] == HIGHEST
    result = game.result(state)
    assert result is not None
    assert result.ranks == (1, 2)
    state = after([12, 13, 15, 3], [0, 1, 2, 3], [3, 3, 3, 3])
    assert (scores(state), int(state["over"][0])) == ([16, 15, 16, 3], 0)


def test_final_places_follow_the_scores() -> None:
    state = after([14, 14, 5, 6], [0, 1, 2, 3], [3, 3, 3, 3])
    result = game.result(state)
    assert result is not None
    assert result.scores == (18, 16, 6, 6)
    assert result.ranks == (1, 2, 3, 3)  # R21, R23
    assert not result.capped


@pytest.mark.parametrize(("seats", "advanced", "limit"), [(2, "off", 10), (3, "off", 13), (4, "off", 16)])
def test_the_basic_game_ends_at_its_limit(seats: int, advanced: str, limit: int) -> None:
    order = list(range(seats))
    first = {2: 2, 3: 3, 4: 4}[seats]
    below = after([limit - first - 1] + [0] * (seats - 1), order, [seats - 1] * seats)
    assert not below["over"][0]
    reached = after([limit - first] + [0] * (seats - 1), order, [seats - 1] * seats)
    assert reached["over"][0]


@pytest.mark.parametrize(("seats", "limit"), [(3, 15), (4, 18)])
def test_the_advanced_game_ends_at_its_limit(seats: int, limit: int) -> None:
    order, first = list(range(seats)), seats
    for short in (0, 1):  # a wrong bet of 1, plus the chips for first place
        before = [limit - first + 1 - short] + [2] * (seats - 1)
        state = after(before, order, [seats - 1] * seats, advanced="on")
        assert bool(state["over"][0]) == (short == 0)


def test_advanced_ties_may_fall_below_the_limit_again() -> None:
    state = start(game, 3, advanced="on")
    fill(state, score=[15, 15, 3, 0], bets=[9, 9, 1, 0])
    settle(state, [2, 0, 1], [1, 1, 1])
    assert scores(state) == [7, 6, 5]
    assert not state["over"][0]  # R22: nobody is at the limit, so the game continues


def test_the_fortieth_round_is_the_last() -> None:
    state = start(game, 3)
    fill(state, rounds=40)
    settle(state, [0, 1, 2], [1, 1, 1])
    result = game.result(state)
    assert result is not None
    assert result.ranks == (1, 2, 3)
    assert result.capped
    assert state["reason"][0] == CAP
    state = start(game, 2)
    fill(state, rounds=40, score=[10, 8, 0, 0])
    settle(state, [1, 0], [0, 0])
    result = game.result(state)
    assert result is not None
    assert result.ranks == (1, 1)  # a shared win


def test_the_last_seat_deals_and_leads_the_next_round() -> None:
    state = start(game, 4)
    settle(state, [2, 0, 3, 1], [2, 2, 2, 0])
    act(game, state, *((seat, "guess 0") for seat in range(4)))
    assert game.acting(state) == [1]


# --- options and redeals ---


def test_bad_combinations_of_options_are_refused() -> None:
    with pytest.raises(BadOption, match="3 or 4 players"):
        start(game, 2, advanced="on")
    with pytest.raises(BadOption, match="first_dealer=seat3"):
        start(game, 3, first_dealer="seat3")
    assert start(game, 4, first_dealer="seat3")["dealer"][0] == 3
    assert {int(start(game, 3, seed=seed)["dealer"][0]) for seed in range(20)} == {0, 1, 2}


def test_guesses_stay_secret_until_the_round_is_over() -> None:
    state = position("b4", "b5 r9", guesses=[0, 1])
    assert game.view(state, 0)["guess"][0].tolist() == [1, 0, 0, 0]
    act(game, state, (0, "black 4"))
    assert game.view(state, 0)["shown_guess"][0].tolist() == [1, 2, 0, 0]


def test_redeals_keep_visible_cards_and_vary_the_rest() -> None:
    state = position("b3 r8 | b4 r2", "r5 b9 | b3 b2", "r6 | bA r9", guesses=[0, 1, 2])
    act(game, state, (0, "black 3"), (1, "pass"), (2, "pass"))
    known = state["played"][0] + state["face"][0].sum(axis=0) + state["concealed"][0, 0]
    places: set[tuple[int, ...]] = set()
    guesses: set[int] = set()
    for seed in range(200):
        dealt = game.redeal(game.view(state, 0), 0, seed)
        assert game.conserved(dealt)
        assert dealt["concealed"][0, 0].tolist() == state["concealed"][0, 0].tolist()
        others = dealt["concealed"][0, 1] + dealt["concealed"][0, 2]
        assert (others + known <= COPIES).all()
        assert dealt["concealed"][0, 1].sum() == 2
        places.add(tuple(dealt["concealed"][0, 1].tolist()))
        guesses.add(int(dealt["guess"][0, 1]))
    assert len(places) > 20
    assert guesses == {1, 2, 3}


def test_redeals_do_not_choose_for_seats_that_have_not_chosen() -> None:
    state = start(game, 4, advanced="on")
    act(game, state, (1, "guess 2"), (1, "bet 2"), (2, "guess 3"))
    for seed in range(20):
        dealt = game.redeal(game.view(state, 0), 0, seed)
        assert (dealt["guess"][0] > 0).tolist() == [False, True, True, False]
        assert (dealt["bet"][0] > 0).tolist() == [False, True, False, False]


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("payout", ["total", "profit"])
@pytest.mark.parametrize("places", ["off", "on"])
def test_complete_advanced_games_keep_the_invariants(seats: int, payout: str, places: str) -> None:
    state = start(game, seats, 5, advanced="on", advanced_payout=payout, advanced_places=places)
    rng = random.Random(seats)
    while not state["over"][0] and state["ply"][0] < 400:
        acting = game.acting(state)
        seat = rng.choice(acting)
        legal = game.legal(state, seat)
        if state["phase"][0] == GUESS:
            assert min(scores(state)) >= 1
        else:
            assert len(acting) == 1
            assert (PASS in legal) == (state["value"][0] > 0)  # a leader never passes
            assert state["place"][0, seat] == 0
        before = state.copy()
        game.apply(state, seat, rng.choice(legal))
        if state["plays"][0] > before["plays"][0] > 0:
            assert state["value"][0] > before["value"][0]
            assert (state["reds"][0], state["blacks"][0]) == (before["reds"][0], before["blacks"][0])
        assert min(scores(state)) >= 0
        assert game.conserved(state)
        if rng.random() < 0.05:
            dealt = game.redeal(game.view(state, seat), seat, int(state["ply"][0]))
            assert game.conserved(dealt)
            assert game.view(dealt, seat).tobytes() == game.view(state, seat).tobytes()
