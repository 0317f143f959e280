"""Halma: worked examples, perft counts of every board, and the rulings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from matchbox.engine import BadOption, States
from matchbox.games.green_box.boards import names
from matchbox.games.green_box.halma import game
from matchbox.games.green_box.halma.rules import (
    ARRIVED,
    BOARDS,
    CAP,
    DEPTH,
    FULL,
    NEXT,
    OFF,
    SPACES,
    STUCK,
    TO_TIP,
    TRIANGLE,
    evaluate,
    goal_of,
    home_of,
)
from matchbox.scene import Look, scene_of

from ..helpers import act, fill, start, texts

Place = tuple[int, int]
CORNERS = ("BL", "TL", "TR", "BR")


def number(state: States, place: Place) -> int:
    return SPACES[state["board"][0]].index(place)


def name(state: States, place: Place) -> str:
    return names(SPACES[state["board"][0]])[number(state, place)]


def camp(board: str, corner: int, side: int) -> list[Place]:
    places = SPACES[BOARDS.index(board)]
    return [place for i, place in enumerate(places) if DEPTH[BOARDS.index(board), corner, i] < side]


def lay(*pieces: Sequence[Place], seat: int = 0, turns: int = 0, **options: Any) -> States:
    """A position, given by all pieces of each seat and the seat on turn."""
    state = start(game, len(pieces), **options)
    board, side = int(state["board"][0]), int(state["side"][0])
    standing = np.zeros(OFF + 1, int)
    standing[OFF] = 255
    for player, places in enumerate(pieces):
        spaces = sorted(number(state, place) for place in places)
        assert len(set(spaces)) == side * (side + 1) // 2
        standing[spaces] = player + 1
        state["pieces"][0, player, : len(spaces)] = spaces
        goal = int(goal_of(state[0], player))
        state["score"][0, player] = sum(DEPTH[board, goal, space] < side for space in spaces)
    filled = [sum(standing[space] > 0 and DEPTH[board, c, space] < side for space in range(OFF)) for c in range(4)]
    fill(state, standing=standing, filled=filled, acting=1 << seat, turns=turns)
    assert game.conserved(state)
    return state


def first(board: str, seats: int) -> States:
    """The opening with seat 0 on turn."""
    return next(s for s in (start(game, seats, seed, board=board) for seed in range(99)) if game.acting(s) == [0])


def turns(state: States) -> dict[tuple[int, int], States]:
    """All turns from here as (piece, final space); different chains to the same space count once."""
    (seat,) = game.acting(state)
    found, waiting = {}, [state]
    while waiting:
        before = waiting.pop()
        for action in game.legal(before, seat):
            after = before.copy()
            game.apply(after, seat, action)
            if after["turns"][0] > before["turns"][0]:
                found[int(after["start"][0]), int(after["mover"][0])] = after
            else:
                waiting.append(after)
    return found


def perft(state: States, depth: int) -> int:
    found = turns(state)
    return len(found) if depth == 1 else sum(perft(after, depth - 1) for after in found.values())


def steps_and_jumps(state: States) -> tuple[int, int]:
    board = int(state["board"][0])
    near = [end in NEXT[board, begin] for begin, end in turns(state)]
    return sum(near), len(near) - sum(near)


# --- the opening ---


@pytest.mark.parametrize(
    ("board", "seats", "opening", "two"),
    [
        ("6", 2, (11, 5), 257),
        ("8", 2, (15, 9), 576),
        ("10", 2, (15, 9), 576),
        ("12", 2, (19, 13), 1024),
        ("10", 3, (15, 9), 578),
        ("10", 4, (15, 9), 578),
        ("triangle", 3, (6, 4), 101),
    ],
)
def test_the_opening_has_the_known_number_of_turns(board: str, seats: int, opening: tuple[int, int], two: int) -> None:
    state = first(board, seats)
    assert steps_and_jumps(state) == opening
    assert perft(state, 2) == two


@pytest.mark.parametrize(("board", "seats", "three"), [("triangle", 3, 1030), ("6", 2, 6233)])
def test_three_turns_have_the_known_number_of_sequences(board: str, seats: int, three: int) -> None:
    assert perft(first(board, seats), 3) == three


def test_example_1_the_upper_right_camp_has_ten_spaces() -> None:
    wanted = [(0, 6), (0, 7), (0, 8), (0, 9), (1, 7), (1, 8), (1, 9), (2, 8), (2, 9), (3, 9)]
    assert camp("10", CORNERS.index("TR"), 4) == wanted
    state = start(game, 2)
    assert sorted(state["pieces"][0, 1, :10].tolist()) == [number(state, place) for place in wanted]


def test_every_seat_has_its_home_and_goal() -> None:
    for seats, homes in ((2, "BL TR"), (3, "BL TL TR"), (4, "BL TL TR BR")):
        state = start(game, seats)
        assert [CORNERS[home_of(state[0], seat)] for seat in range(seats)] == homes.split()
        for seat in range(seats):
            assert abs(int(goal_of(state[0], seat)) - int(home_of(state[0], seat))) == 2
    state = start(game, 3)
    assert goal_of(state[0], 1) == CORNERS.index("BR")
    assert state["filled"][0].tolist() == [10, 10, 10, 0]  # R12
    assert {game.acting(start(game, 3, seed))[0] for seed in range(30)} == {0, 1, 2}  # R17


def test_r17_the_first_player_can_be_chosen() -> None:
    for seats in (2, 3, 4):
        for seat in range(seats):
            assert game.acting(start(game, seats, first=f"seat{seat}")) == [seat]
    with pytest.raises(BadOption, match="with 2 players the seats are 0 to 1"):
        start(game, 2, first="seat2")


def test_impossible_combinations_of_camp_and_board_are_rejected() -> None:
    for seats, options in (
        (2, {"board": "triangle"}), (4, {"board": "triangle"}), (2, {"board": 6, "camp": 4}),
        (3, {"board": "triangle", "camp": 4}), (2, {"board": 8, "camp": 5}), (2, {"board": 10, "camp": 6}),
    ):  # fmt: skip
        with pytest.raises(BadOption):
            start(game, seats, **options)
    for board, camp_, pieces in ((6, 2, 3), (10, 5, 15), (12, "by_board", 15), (12, 3, 6)):
        state = start(game, 4, board=board, camp=camp_)
        assert [int((state["standing"][0] == seat + 1).sum()) for seat in range(4)] == [pieces] * 4


# --- moving ---

FAR = [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (3, 0)]  # the upper left camp


def test_example_2_a_piece_may_jump_in_a_chain() -> None:
    own = [(9, 0), *FAR[:9]]
    other = [(8, 1), (6, 3), *[(9, column) for column in range(2, 10)]]
    state = lay(own, other)
    act(game, state, (0, "piece a10"), (0, "jump NE"))
    assert texts(game, state, 0) == ["jump NE", "stop"]  # not back to a10
    stopped = state.copy()
    act(game, stopped, (0, "stop"))
    assert stopped["standing"][0, number(state, (7, 2))] == 1
    assert game.acting(stopped) == [1]
    act(game, state, (0, "jump NE"))  # no jump is left, so the turn ends automatically
    assert game.acting(state) == [1]
    assert state["standing"][0, number(state, (5, 4))] == 1
    assert state["standing"][0, number(state, (9, 0))] == 0
    assert state["trail"][0, :3].tolist() == [90, 72, 54]
    assert game.conserved(state)


def test_r5_a_chain_cannot_return_to_its_start() -> None:
    """Four pieces that could be jumped in an endless circle: the fourth jump would land on the first space."""
    own = [(4, 4), *FAR[:9]]
    other = [(4, 5), (5, 6), (6, 5), (5, 4), *[(9, column) for column in range(6)]]
    state = lay(own, other)
    act(game, state, (0, "piece e5"), (0, "jump E"), (0, "jump S"))
    assert texts(game, state, 0) == ["jump W", "stop"]
    act(game, state, (0, "jump W"))
    assert game.acting(state) == [1]  # R6: the first space is empty but not allowed
    assert state["mover"][0] == number(state, (6, 4))


def test_example_3_two_pieces_in_a_row_cannot_be_jumped() -> None:
    own = [(5, 5), (5, 9), *FAR[:8]]
    other = [(5, 6), (5, 7), *[(9, column) for column in range(8)]]
    state = lay(own, other)
    act(game, state, (0, "piece f6"))
    assert "jump E" not in texts(game, state, 0)  # R4: two in a row
    assert "step E" not in texts(game, state, 0)
    state = lay(own, other)
    act(game, state, (0, "piece j6"))
    assert texts(game, state, 0) == ["step N", "step S", "step SW", "step W", "step NW"]


def test_example_4_steps_and_jumps_are_not_mixed() -> None:
    own = [(5, 5), (5, 6), (7, 5), *FAR[:7]]
    state = lay(own, [(9, column) for column in range(10)])
    act(game, state, (0, "piece f6"), (0, "jump E"))
    assert game.acting(state) == [1]  # nothing to jump from h6, and a step is not allowed
    state = lay(own, [(9, column) for column in range(10)])
    act(game, state, (0, "piece f6"), (0, "step S"))
    assert game.acting(state) == [1]  # although f7 could now jump over f8


def test_example_7_goal_lock_keeps_pieces_in_the_goal() -> None:
    own = [(0, 6), (4, 6), (3, 7), (2, 7), *FAR[:6]]
    other = [(9, column) for column in range(10)]
    state = lay(own, other, goal_lock="on")
    act(game, state, (0, "piece g1"))
    assert texts(game, state, 0) == ["step E", "step SE"]
    state = lay(own, other)
    act(game, state, (0, "piece g1"))
    assert "step W" in texts(game, state, 0)
    state = lay(own, other, goal_lock="on")
    act(game, state, (0, "piece g5"), (0, "jump NE"))  # lands in the goal
    assert texts(game, state, 0) == ["jump W", "stop"]  # R9: it only passes through
    act(game, state, (0, "jump W"))
    assert state["standing"][0, number(state, (2, 6))] == 1


def test_example_8_pieces_on_the_triangle_have_six_directions() -> None:
    state = first("triangle", 3)
    assert [name(state, place) for place in camp("triangle", 0, 3)] == ["a1", "a2", "b2", "a3", "b3", "c3"]
    assert goal_of(state[0], 0) == 1
    assert camp("triangle", 1, 3) == [(5, 5), (6, 5), (6, 6), (7, 5), (7, 6), (7, 7)]
    assert camp("triangle", 2, 3) == [(5, 0), (6, 0), (6, 1), (7, 0), (7, 1), (7, 2)]
    from_c3 = state.copy()
    act(game, from_c3, (0, "piece c3"))
    assert texts(game, from_c3, 0) == ["step SW", "step SE"]
    act(game, from_c3, (0, "step SE"))
    assert from_c3["mover"][0] == number(state, (3, 3))
    act(game, state, (0, "piece b2"))
    assert texts(game, state, 0) == ["jump SW", "jump SE"]
    act(game, state, (0, "jump SW"))
    assert state["mover"][0] == number(state, (3, 1))


def test_distances_are_steps_on_an_empty_board() -> None:
    for board in range(5):
        for corner in range(3):
            tip = int(DEPTH[board, corner].argmin())
            assert TO_TIP[board, corner, tip] == 0
            for space, (row, place) in enumerate(SPACES[board]):
                down, right = row - SPACES[board][tip][0], place - SPACES[board][tip][1]
                steps = max(abs(down), abs(right), abs(down - right) if board == TRIANGLE else 0)
                assert TO_TIP[board, corner, space] == steps


# --- the end ---

GOAL = camp("10", 2, 4)
HOME = camp("10", 0, 4)


def arrives(turns_: int, **options: Any) -> States:
    """Seat 0 has nine pieces in the goal and steps with its tenth; seat 1 has a piece left there."""
    own = [*GOAL[:4], *GOAL[5:], (6, 6)]
    state = lay(own, [GOAL[4], *HOME[:9]], turns=turns_, **options)
    act(game, state, (0, "piece g7"), (0, "step S"))
    return state


def test_all_pieces_in_the_goal_win() -> None:
    state = lay([*GOAL[:9], (4, 9)], [*HOME[:9], (5, 5)])
    act(game, state, (0, "piece j5"), (0, "step N"))
    result = game.result(state)
    assert result is not None
    assert result.ranks == (1, 2)
    assert result.scores == (10, 9)
    assert state["reason"][0] == ARRIVED


@pytest.mark.parametrize(
    ("squatters", "number_", "wins"),
    [("late", 30, False), ("late", 49, False), ("late", 50, True), ("late", 51, True), ("always", 30, True),
     ("never", 120, False)],
)  # fmt: skip
def test_example_5_a_squatter_counts_from_the_late_round(squatters: str, number_: int, wins: bool) -> None:
    state = arrives(2 * (number_ - 1), squatters=squatters)
    assert bool(state["over"][0]) == wins
    if wins:
        assert state["reason"][0] == FULL
        assert state["rank"][0, :2].tolist() == [1, 2]
        assert state["score"][0, 0] == 9


def test_example_6_a_goal_full_of_opposing_pieces_wins_nothing() -> None:
    own = [(5, column) for column in range(10)]
    state = lay(own, GOAL, turns=2 * 59)
    act(game, state, (0, "piece a6"), (0, "step S"))
    assert not state["over"][0]


def test_r8_r20_squatters_of_a_third_player_count_after_every_turn() -> None:
    goal = camp("6", 2, 3)  # of seat 0
    pieces = [[goal[0], *camp("6", 0, 3)[:5]], [*goal[1:4], (2, 2), (3, 3), (4, 4)], [*goal[4:], *camp("6", 1, 3)[:4]]]
    state = lay(*pieces, seat=1, turns=3 * 19 + 1, board="6")
    act(game, state, (1, "piece e5"), (1, "step S"))
    assert state["reason"][0] == FULL
    assert state["rank"][0, 0] == 1


@pytest.mark.parametrize("seat", [0, 1])
def test_r16_the_player_who_just_moved_wins_a_tie(seat: int) -> None:
    """One step completes both goals; each holds a piece of its owner."""
    pieces = [[(0, 4), (4, 0), (2, 5)], [(0, 5), (5, 0), (5, 1)]]
    if seat == 1:  # the same position, rotated
        pieces = [[(5 - row, 5 - column) for row, column in places] for places in reversed(pieces)]
    state = lay(*pieces, seat=seat, turns=2 * 19 + seat, board="6", camp="2")
    piece, way = ("f3", "N") if seat == 0 else ("a4", "S")
    act(game, state, (seat, f"piece {piece}"), (seat, f"step {way}"))
    assert state["reason"][0] == FULL
    assert state["filled"][0, [0, 2]].tolist() == [3, 3]
    assert state["rank"][0, seat] == 1
    assert state["rank"][0, 1 - seat] == 2


def test_example_9_the_shorter_distance_wins_at_the_round_limit() -> None:
    """Both players have eight pieces in the goal."""
    a = [*GOAL[:8], (4, 9), (4, 8)]
    b = [*HOME[:8], (5, 1), (4, 2)]
    state = lay(a, b, seat=1, turns=2 * 200 - 1, squatters="never")
    act(game, state, (1, "piece c5"), (1, "step N"))
    result = game.result(state)
    assert result is not None
    assert result.capped
    assert state["reason"][0] == CAP
    assert result.scores == (8, 8)
    assert result.ranks == (1, 2)


def test_equal_players_share_a_rank_at_the_round_limit() -> None:
    state = lay(HOME, GOAL, seat=1, turns=2 * 200 - 1)
    act(game, state, (1, "piece g1"), (1, "step W"))  # no nearer
    result = game.result(state)
    assert result is not None
    assert result.winners == (0, 1)
    state = lay(HOME, GOAL, seat=1, turns=2 * 200 - 1)
    act(game, state, (1, "piece j4"), (1, "step SW"))  # nearer
    assert state["rank"][0, :2].tolist() == [2, 1]


def test_r15_r21_a_player_without_a_move_passes() -> None:
    corner = camp("6", 1, 3)
    around = [(0, 3), (1, 2), (2, 1), (3, 0), (1, 3), (2, 2), (3, 1), (0, 4), (2, 4), (3, 3), (4, 0), (4, 2), (2, 3)]
    others = [*around, (3, 2), (5, 5), (5, 4), (4, 5), (5, 3)]
    state = lay(corner, others[:6], others[6:12], others[12:], seat=3, turns=3, board="6")
    act(game, state, (3, "piece f6"), (3, "step NW"))
    assert game.acting(state) == [1]  # seat 0 cannot get out
    assert state["turns"][0] == 5


def test_r15_the_game_ends_when_nobody_can_move() -> None:
    """Opposing pieces fill all but one goal space. The piece that moves there is locked in, and nobody can move."""
    state = lay([(0, 4), (1, 4), (5, 5)], [(5, 1), (3, 0), (3, 1)], board="6", camp="2", goal_lock="on")
    standing = state["standing"][0]
    standing[:36][standing[:36] == 0] = 9
    standing[number(state, (0, 5))] = 0
    act(game, state, (0, "piece e2"), (0, "step NE"))
    assert state["reason"][0] == STUCK
    assert state["score"][0, :2].tolist() == [2, 1]
    assert state["rank"][0, :2].tolist() == [1, 2]


def test_random_games_keep_the_invariants() -> None:
    choose = np.random.default_rng(3)
    for board, seats in (("6", 4), ("8", 3), ("triangle", 3)):
        state = start(game, seats, 5, board=board)
        seen: list[int] = []
        for _ in range(3000):
            if state["over"][0]:
                break
            (seat,) = game.acting(state)
            before = state["standing"][0].copy()
            game.apply(state, seat, int(choose.choice(game.legal(state, seat))))
            changed = np.flatnonzero(before != state["standing"][0])
            assert len(changed) in (0, 2)
            trail = state["trail"][0, : state["steps"][0]].tolist()
            assert len(set(trail)) == len(trail)  # a chain visits no space twice
            seen.append(len(trail))
            assert state["turns"][0] <= 200 * seats
        assert max(seen) > 2
        assert game.conserved(state)


# --- scene ---


def test_the_scene_shows_landings_and_ends_of_chains() -> None:
    own = [(9, 0), *FAR[:9]]
    other = [(8, 1), (6, 3), *[(9, column) for column in range(2, 10)]]
    state = lay(own, other)
    act(game, state, (0, "piece a10"))
    scene = scene_of(Look(game, game.view(state, 0), 0, ["Ann", "Bob"], game.legal(state, 0)))
    board = scene.areas[0].pieces
    lit = {piece.at: piece.actions for piece in board if piece.actions}
    assert lit == {(1, 9): (144,), (2, 10): (146,), (3, 8): (153,)}
    assert [(route.end, route.cost) for route in scene.routes] == [((5, 6), "2")]


# --- evaluation ---


def test_a_lead_evaluates_higher() -> None:
    state = start(game, 2)
    assert evaluate(state[0], 0) == evaluate(state[0], 1) == 0
    ahead = lay([*GOAL[:9], (4, 9)], [*HOME[:5], *FAR[:5]])
    assert 0 < evaluate(ahead[0], 0) == -evaluate(ahead[0], 1) <= 1
    square = lay([*GOAL[1:], (2, 7)], [*HOME[:9], (5, 5)])  # nearer to the corner in steps, but not in the goal
    filled = lay(GOAL, [*HOME[:9], (5, 5)])
    assert evaluate(filled[0], 0) > evaluate(square[0], 0)
