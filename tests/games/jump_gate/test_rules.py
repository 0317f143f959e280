"""Jump Gate: worked examples on a test track, the rulings, and the track generator."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from matchbox.engine import States, roll
from matchbox.engine.chance import seed_words
from matchbox.games.green_box.components import NUMBERS, SYMBOLS
from matchbox.games.green_box.jump_gate import game
from matchbox.games.green_box.jump_gate.rules import (
    ALL_CORNERS,
    CAP,
    CARD_WEIGHTS,
    EMPTY,
    PLANET,
    ROUNDS_TO_GO,
    evaluate,
    gate_after,
)
from matchbox.scene import Look, scene_of

from ..helpers import act, fill, start, texts

SIDES = (
    "P Wheel P Drop Hammers P Circles P",
    "Drop Bricks P P Wheel P Arrow P",
    "P Hammers Wheel P P Drop Bricks P",
    "Circles P P Drop Arrow P Wheel P",
)
TRACK = [0 if name == "P" else SYMBOLS.index(name) + 1 for side in SIDES for name in ["P", *side.split()]]
PLANETS = [space for space in range(36) if TRACK[space] == PLANET]


def crates_of(*spaces: int) -> int:
    return sum(1 << space for space in spaces)


def race(ship: int, crates: list[int] | None = None, **fields: Any) -> States:
    """The test track with seat 0's ship and crates. Seat 1 is on turn and cannot reach its last crate by the die."""
    state = start(game, 2)
    mine = [space for space in PLANETS if space != 0] if crates is None else crates
    cards = [0, 3, 2, 1, 1, 1, 1]
    fill(state, track=TRACK, ships=[ship, 18, 0, 0], cards=[cards, cards, [0] * 7, [0] * 7], acting=2, turns=1)
    fill(state, crates=[crates_of(*mine), crates_of(17), 0, 0], score=[19 - len(mine), 18, 0, 0])
    state["onward"][0] = [gate_after(state[0], space) if TRACK[space] else 0 for space in range(36)]
    fill(state, **fields)
    assert game.conserved(state)
    return state


def next_roll(state: States, die: int) -> None:
    """Set the generator so that the next roll is this number."""
    for seed in range(1000):
        fill(state, key=seed_words(seed), block=0, used=0)
        if roll(state.copy()[0]) == die:
            return


def rolls(state: States, die: int) -> None:
    """Seat 1 plays no card, and seat 0 rolls this."""
    next_roll(state, die)
    act(game, state, (1, "no_card"))


def test_example_1_the_printed_example_picks_up_the_crate() -> None:
    state = race(0)
    rolls(state, 2)
    assert state["ships"][0, 0] == 14
    assert game.acting(state) == [0]
    assert state["rolled"][0, 0] == 2
    assert state["landed"][0, 0] == 2
    act(game, state, (0, "anticlockwise number=2"))
    assert state["ships"][0, 0] == 12
    assert not int(state["crates"][0, 0]) >> 12 & 1
    assert state["cards"][0, 0].tolist() == [0, 3, 1, 1, 1, 1, 1]
    assert state["score"][0, 0] == 1


def test_example_2_a_card_onto_a_gate_jumps_once() -> None:
    state = race(0)
    rolls(state, 4)
    assert state["ships"][0, 0] == 10
    act(game, state, (0, "clockwise number=1"))
    assert state["ships"][0, 0] == 25  # R2: it stops there
    assert state["score"][0, 0] == 0
    assert state["cards"][0, 0, 1] == 2


def test_example_3_no_card_follows_a_crate() -> None:
    state = race(33)
    next_roll(state, 6)
    act(game, state, (1, "no_card"))
    assert state["landed"][0, 0] == 3
    assert state["score"][0, 0] == 1
    assert state["turns"][0] >= 3  # seat 1's turn, and seat 0's
    assert state["cards"][0, 0].sum() == 9


def test_example_4_without_a_crate_a_card_may_be_played() -> None:
    state = race(33, [6, 12])
    rolls(state, 6)
    assert state["ships"][0, 0] == 3
    assert game.acting(state) == [0]
    assert len(texts(game, state, 0)) == 13
    act(game, state, (0, "anticlockwise number=2"))
    assert state["ships"][0, 0] == 1  # R14


def test_example_5_a_ship_may_fly_backwards_but_jumps_forwards() -> None:
    state = race(35, [12])
    rolls(state, 2)
    assert state["ships"][0, 0] == 1
    act(game, state, (0, "anticlockwise number=3"))
    assert state["ships"][0, 0] == 2  # R3


def test_example_6_minor_gates_lead_to_each_other() -> None:
    state = race(14)
    rolls(state, 2)
    assert state["ships"][0, 0] == 32
    assert state["onward"][0, 32] == 16  # R13
    assert state["onward"][0, [2, 14, 21, 34]].tolist() == [14, 21, 34, 2]


@pytest.mark.parametrize(("seats", "homes"), [(2, [0, 18]), (3, [0, 9, 18]), (4, [0, 9, 18, 27])])
def test_example_7_ships_and_crates_are_set_up_by_seat(seats: int, homes: list[int]) -> None:
    for seed in range(20):
        state = start(game, seats, seed)
        planets = [space for space in range(36) if state["track"][0, space] == PLANET]
        for seat, home in enumerate(homes):
            crates = int(state["crates"][0, seat])
            taken = crates_of(*(space for space in planets if space != home)) & ~crates
            assert taken.bit_count() == state["score"][0, seat]  # the first rolls have been made
            assert crates.bit_count() == 19 - state["score"][0, seat]
            assert not crates >> home & 1  # R1
    for seed in range(20):
        state = start(game, seats, seed, corner_crates="none")
        assert not any(int(state["crates"][0, seat]) & crates_of(0, 9, 18, 27) for seat in range(seats))
        assert int(state["crates"][0, 0]).bit_count() + state["score"][0, 0] == 16
    for seed in range(20):
        state = start(game, seats, seed, corner_crates="all")
        assert game.conserved(state)
        for seat, home in enumerate(homes):
            crates = int(state["crates"][0, seat])
            assert crates.bit_count() + state["score"][0, seat] == 20
            assert crates >> home & 1  # the ship is on its crate and does not take it


def test_with_all_corners_the_crate_at_home_is_taken_on_landing_there() -> None:
    state = race(33, [0, 6], corner_crates=ALL_CORNERS, score=[18, 19, 0, 0])
    rolls(state, 3)
    assert state["ships"][0, 0] == 0
    assert int(state["crates"][0, 0]) == crates_of(6)
    assert state["score"][0, 0] == 19
    assert game.conserved(state)


def test_example_8_the_last_crate_wins() -> None:
    state = race(0, [12])
    rolls(state, 2)
    act(game, state, (0, "anticlockwise number=2"))
    result = game.result(state)
    assert result is not None
    assert result.ranks == (1, 2)
    assert result.scores == (19, 18)
    assert state["reason"][0] == EMPTY


def test_a_roll_can_win_too() -> None:
    state = race(33, [3])
    rolls(state, 6)
    assert state["reason"][0] == EMPTY
    assert state["rank"][0, 0] == 1


def test_r6_a_card_may_gain_nothing() -> None:
    state = race(33, [12])
    rolls(state, 6)
    act(game, state, (0, "clockwise number=6"))
    assert state["ships"][0, 0] == 9
    assert state["cards"][0, 0, 6] == 0


def test_r10_without_cards_only_the_die_moves() -> None:
    state = race(0, [12], cards=[[0] * 7, [0, 0, 0, 0, 0, 0, 1], [0] * 7, [0] * 7])
    rolls(state, 1)
    assert game.acting(state) != [0]  # seat 0 had no decision
    assert state["over"][0] or game.acting(state) == [1]


def test_r18_without_any_cards_the_game_plays_itself() -> None:
    state = race(0, cards=[[0] * 7, [0, 0, 0, 0, 0, 0, 1], [0] * 7, [0] * 7])
    act(game, state, (1, "no_card"))
    while not state["over"][0]:
        act(game, state, (1, "clockwise number=6"))
    assert state["reason"][0] == EMPTY


def test_at_the_round_limit_fewer_crates_win() -> None:
    state = race(1, [12, 13], turns=2 * 400 - 1)
    act(game, state, (1, "no_card"))
    result = game.result(state)
    assert result is not None
    assert result.capped
    assert state["reason"][0] == CAP
    assert result.ranks == (2, 1)  # seat 1 has one crate left
    state = race(1, [12], turns=2 * 400 - 1)
    act(game, state, (1, "no_card"))
    assert state["rank"][0, :2].tolist() == [1, 1]


def test_losers_with_equal_crates_share_a_rank() -> None:
    state = start(game, 3)
    for seat, left in enumerate(([3], [4, 5], [6, 7])):
        planets = [space for space in range(36) if state["track"][0, space] == PLANET and space % 9]
        state["crates"][0, seat] = crates_of(*planets[: len(left)])
        state["score"][0, seat] = 19 - len(left)
        state["ships"][0, seat] = 27
    target = next(s for s in range(36) if int(state["crates"][0, 0]) >> s & 1)
    fill(state, acting=1)
    for distance in range(1, 7):
        state["ships"][0, 0] = (target - distance) % 36
        if f"clockwise number={distance}" in texts(game, state, 0):
            break
    act(game, state, (0, f"clockwise number={distance}"))
    assert state["rank"][0, :3].tolist() == [1, 2, 2]


def test_generated_tracks_follow_the_rules() -> None:
    pairs = set()
    for seed in range(300):
        state = start(game, 4, seed)
        assert game.conserved(state)
        track = state["track"][0].tolist()
        majors = [symbol for symbol in range(1, 7) if track.count(symbol) == 4]
        assert len(majors) == 2
        pairs.add(tuple(majors))
        for side in range(4):
            gates = [symbol for symbol in track[9 * side + 1 : 9 * side + 9] if symbol]
            assert len(set(gates)) == len(gates) == 4
            assert set(majors) <= set(gates)
    assert len(pairs) == 15


def test_random_games_have_the_expected_length() -> None:
    """Two players who play cards at random need 89 rounds on average."""
    choose, turns = np.random.default_rng(1), []
    for seed in range(150):
        state = start(game, 2, seed)
        while not state["over"][0]:
            (seat,) = game.acting(state)
            game.apply(state, seat, int(choose.choice(game.legal(state, seat))))
        turns.append(state["turns"][0] / 2)
    assert 84 < np.mean(turns) < 94


def test_the_scene_shows_where_a_card_would_lead() -> None:
    state = race(0)
    rolls(state, 2)
    scene = scene_of(Look(game, game.view(state, 0), 0, ["Kari", "Ola"], game.legal(state, 0)))
    track, own = scene.areas[0], scene.areas[2]
    (two,) = [piece for piece in own.pieces if piece.number == 2 and not piece.dimmed]
    assert two.actions == (2, 8)
    ends = {action: piece.label for piece in track.pieces for action in piece.ends}
    assert str(ends[8]) == "planet 12"
    assert str(ends[2]).startswith("gate Arrow on 32")  # 16 is a gate and sends the ship on
    assert set(ends) == set(range(1, 13))


def test_fewer_crates_and_more_cards_evaluate_higher() -> None:
    many, few = race(0), race(0, [12, 13])
    assert -1 <= evaluate(many[0], 0) < evaluate(few[0], 0) <= 1
    spent = race(0, [12, 13], cards=[[0] * 7, [0, 3, 2, 1, 1, 1, 1], [0] * 7, [0] * 7])
    assert evaluate(spent[0], 0) < evaluate(few[0], 0)
    assert evaluate(few[0], 0) == pytest.approx(-evaluate(few[0], 1))


def to_go(crates: int, *cards: int) -> float:
    """The expected number of rounds with these crates and cards left."""
    return float(ROUNDS_TO_GO[crates, sum(CARD_WEIGHTS[number] for number in cards)])


def test_cards_are_worth_keeping_for_the_last_crates() -> None:
    """A card that picks up a crate leaves one fewer of both."""
    assert to_go(14, *NUMBERS) < to_go(13, 1, 1, 1, 2, 2, 3, 4, 5)
    assert to_go(3, 4, 5, 6) > to_go(2, 5, 6)
    assert (ROUNDS_TO_GO[:-1] < ROUNDS_TO_GO[1:]).all()


def test_a_card_of_a_new_number_is_worth_more_than_a_second_one() -> None:
    assert to_go(4, 1, 2) < to_go(4, 1, 1) < to_go(4, 1) < to_go(4)
    assert to_go(14, 1, 1, 2, 2, 3, 4, 5, 6) < to_go(14, 1, 1, 1, 2, 2, 3, 4, 5)  # so a 1 goes before the 6
    assert to_go(1, 3) == pytest.approx(1 / (1 - (1 - 1 / 36) ** 3))  # three of 36 spaces, in turn
