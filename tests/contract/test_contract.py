"""The contract of every game, for every number of seats and every option value."""

from __future__ import annotations

from functools import partial
from itertools import pairwise, permutations

import numpy as np
import pytest

from matchbox.engine import SPECTATOR, Illegal, States, parts
from matchbox.engine.batch import Batch
from matchbox.engine.chance import seed_words
from matchbox.engine.notation import Record, parse_action, parse_game, print_game
from matchbox.engine.observation import Encoder, bytes_of
from matchbox.engine.playout import BY_SEAT, CHUNK, DECISIONS, SCORES, Totals, chunks_of, noise_of, play_chunk
from matchbox.engine.positions import check_ranges, parse_position, print_position
from matchbox.lab.executors import Threads

from .cases import ALL, Case, random_walk, sampled
from .forced import telling_moves
from .mutations import unnoticed_changes
from .redeals import poor_redeals
from .views import blind_rows, hidden_rows

GENERATOR = ("key", "block", "words", "used")


@pytest.fixture(params=ALL)
def case(request: pytest.FixtureRequest) -> Case:
    found: Case = request.param
    return found


def assert_is_over(case: Case, state: States, plies: int) -> None:
    """The game has ended within its bound, with a valid result and all its components."""
    game = case.game
    result = game.result(state)
    assert result is not None
    assert 0 < plies == state["ply"][0] <= game.bound(case.seats, game.read_options(case.options))
    assert game.acting(state) == []
    assert game.conserved(state)
    assert result.reason
    assert len(result.ranks) == len(result.scores) == case.seats
    assert min(result.ranks) in (1, 2)  # 2: a lost co-operative game
    for rank in result.ranks:  # standard competition ranking: rank - 1 seats are better
        assert result.ranks.count(rank) == case.seats or sum(r < rank for r in result.ranks) == rank - 1


def test_games_end_within_the_bound_with_a_valid_result(case: Case) -> None:
    for seed in range(3):
        walked = [state for state, _, _ in random_walk(case, seed)]  # the same array at every step
        assert_is_over(case, walked[-1], len(walked))


def test_playouts_end_within_the_bound_with_a_valid_result(case: Case) -> None:
    game, template = case.game, case.game.template(case.seats, case.options)
    out, key = np.zeros(game.actions.count, np.int32), np.array(seed_words(7), np.uint32)
    for number in range(12):
        state = template.copy()
        totals = Totals(case.seats)
        noise = noise_of(number, 0)
        game.compiled("play_games")(state, template, key, number, 1, noise, out, *totals.arrays)
        assert_is_over(case, state, int(totals.tally[DECISIONS]))
        assert totals.ends[state["reason"][0]] == 1
        assert totals.sums[BY_SEAT, SCORES, : case.seats].tolist() == state["score"][0][: case.seats].tolist()
    assert template["ply"][0] == 0


def test_totals_do_not_depend_on_the_executor(case: Case) -> None:
    template = case.game.template(case.seats, case.options)
    games = CHUNK + 5 if case.game.id == "building_blocks_brawl" else 20
    sums = []
    for executor in (Threads(1), Threads(2)):
        totals = Totals(case.seats)
        for part in executor.run(partial(play_chunk, case.game, template, games, 7), chunks_of(games)):
            totals += part
        sums.append((totals.games, *(part.tobytes() for part in totals.arrays)))
    assert sums[0] == sums[1]
    assert sums[0][0] == games


def test_legal_actions_are_ascending_in_range_and_never_empty(case: Case) -> None:
    game = case.game
    for state, _, _ in sampled(case, 1):
        acting = game.acting(state)
        assert acting
        for seat in range(case.seats):
            legal = game.legal(state, seat)
            assert bool(legal) == (seat in acting)
            assert all(a < b for a, b in pairwise(legal))
            assert all(0 <= action < game.actions.count for action in legal)


def test_an_illegal_action_raises_and_changes_nothing(case: Case) -> None:
    game = case.game
    for state, _, _ in sampled(case, 2, count=15):
        before = state.tobytes()
        for seat in (*range(case.seats), -1, case.seats):
            legal = set(game.legal(state, seat))
            refused = [a for a in (-1, *range(game.actions.count), game.actions.count) if a not in legal]
            for action in refused[:: max(1, len(refused) // 10)]:
                with pytest.raises(Illegal):
                    game.apply(state, seat, action)
        assert state.tobytes() == before


def test_components_are_conserved(case: Case) -> None:
    for seed in range(3):
        for state, _, _ in sampled(case, 30 + seed):
            assert case.game.conserved(state)


def test_wrong_numbers_are_noticed(case: Case) -> None:
    assert list(unnoticed_changes(case, 60)) == []


def test_values_stay_within_their_declared_ranges(case: Case) -> None:
    """All states of a random game, and those of redealt views."""
    states = []
    for state, seat, _ in random_walk(case, 13, 1500):
        states.append(state.copy())
        if len(states) % 20 == 1:
            states.append(case.game.redeal(case.game.view(state, seat), seat, seed=len(states)))
    states.append(state)
    check_ranges(case.game.State, np.concatenate(states))


def test_seed_and_actions_replay_the_same_bytes(case: Case) -> None:
    game = case.game
    state, actions = case.new(4), []
    for walked, seat, action in random_walk(case, 4, 3000):
        actions.append((seat, action))
        state = walked  # the walk continues in this array
    record = Record(game, case.seats, case.options, 4, None, actions, game.result(state))
    assert record.final().tobytes() == state.tobytes()
    text = print_game(record)
    again = parse_game(text)
    assert again.final().tobytes() == state.tobytes()
    assert print_game(again) == text


def test_simultaneous_choices_may_come_in_any_order(case: Case) -> None:
    game = case.game
    if game.real_time(game.read_options(case.options)):
        pytest.skip("real time: the order of actions matters")
    for state, _, _ in sampled(case, 5):
        acting = game.acting(state)
        choose = np.random.default_rng(int(state["ply"][0]))
        chosen = {seat: int(choose.choice(game.legal(state, seat))) for seat in acting}
        ends = set()
        for order in list(permutations(acting))[:6]:
            copy = state.copy()
            for seat in order:
                game.apply(copy, seat, chosen[seat])
            ends.add(copy.tobytes())
        assert len(ends) == 1


def test_simultaneous_choices_do_not_affect_each_other(case: Case) -> None:
    """Within a decision point, a seat's choice does not change the legal actions of the others."""
    game = case.game
    if game.real_time(game.read_options(case.options)):
        pytest.skip("real time: every action may change the legal actions of the others")
    for state, seat, action in sampled(case, 12):
        after = state.copy()
        game.apply(after, seat, action)
        if after["decision_point"][0] == state["decision_point"][0]:
            assert set(game.acting(after)) <= set(game.acting(state))
            for other in range(case.seats):
                if other != seat and not after["over"][0]:
                    assert game.legal(after, other) == game.legal(state, other)


def test_views_contain_no_secrets_and_redeals_fit_them(case: Case) -> None:
    """A redealt state differs from the real one only in what the seat cannot see."""
    game = case.game
    for number, (state, _, _) in enumerate(sampled(case, 6)):
        for seat in range(case.seats):
            view = game.view(state, seat)
            assert not any(view[name].any() for name in GENERATOR)
            dealt = game.redeal(view, seat, seed=1000 + number)
            assert game.view(dealt, seat).tobytes() == view.tobytes()
            assert game.acting(dealt) == game.acting(state)
            assert game.legal(view, seat) == game.legal(dealt, seat) == game.legal(state, seat)
            assert print_position(game, game.view(dealt, seat), seat) == print_position(game, view, seat)
            assert game.conserved(dealt)
            assert game.view(game.view(state, seat), seat).tobytes() == view.tobytes()
        spectator = game.view(state, SPECTATOR)
        assert str(state) == repr(state) == str(state[0]) == repr(spectator)
        assert not any(spectator[name].any() for name in GENERATOR)
        for name, field in game.State.fields.items():
            if field.visible in ("owner", "nobody"):
                assert not spectator[name].any()


def test_redeals_reach_everything_that_may_be_hidden(case: Case) -> None:
    assert list(poor_redeals(case, 50)) == []


def test_a_seat_sees_its_rows_and_nobody_else_does(case: Case) -> None:
    assert [*hidden_rows(case.game.State, case.game.id), *blind_rows(case, 70)] == []


def test_games_continue_from_a_redealt_state(case: Case) -> None:
    game = case.game
    out, tally = np.zeros(game.actions.count, np.int32), np.zeros(4, np.int64)
    for number, (state, _, _) in enumerate(sampled(case, 8, count=10)):
        for seat in range(case.seats):
            dealt = game.redeal(game.view(state, seat), seat, seed=number)
            game.compiled("playout_at")(dealt, 0, out, noise_of(number, seat), tally)
            assert game.result(dealt) is not None
            assert game.conserved(dealt)


def test_moves_that_a_table_plays_for_a_seat_tell_nothing(case: Case) -> None:
    """Everybody else could know that the seat had no choice."""
    assert [text for seed in range(2) for text in telling_moves(case, 40 + seed)] == []


def test_positions_and_actions_read_back_from_text(case: Case) -> None:
    game = case.game
    for state, seat, action in sampled(case, 9, count=20):
        assert parse_position(print_position(game, state))[1].tobytes() == state.tobytes()
        view = game.view(state, seat)
        assert parse_position(print_position(game, view, seat))[1].tobytes() == view.tobytes()
        assert parse_action(game, state, seat, game.text_of(state, action)) == action


def test_every_action_has_a_unique_text(case: Case) -> None:
    options = case.game.read_options(case.options)
    texts = [block.text(action) for action, block, _ in case.game.actions.everything(options)]
    assert len(set(texts)) == len(texts)


def test_copies_are_independent(case: Case) -> None:
    game = case.game
    for state, seat, action in sampled(case, 10, count=10):
        copy, before = state.copy(), state.tobytes()
        game.apply(copy, seat, action)
        assert state.tobytes() == before
        assert copy.tobytes() != before


def assert_lists_and_afterstates(case: Case, batch: Batch, single: list[States]) -> None:
    """All legal actions of all games, the states after them, and what the actors see."""
    game, (starts, rows, actions), after = case.game, batch.legal(), iter(batch.afterstates())
    encoder, seen = Encoder(game, case.seats), batch.observe()
    for i, state in enumerate(single):
        seat = game.acting(state)[0]
        assert actions[rows == i].tolist() == game.legal(state, seat)
        assert actions[starts[i]] == game.legal(state, seat)[0]
        assert seen[i].tobytes() == encoder.one(bytes_of(state), seat).tobytes()
        for action in game.legal(state, seat):
            later = game.copy(state)
            game.apply(later, seat, action)
            assert next(after).tobytes() == later.tobytes()
    assert next(after, None) is None
    assert batch.mask[range(len(single)), batch.sample()].all()


def test_batches_step_alike_with_threads_and_without_checks(case: Case) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parts, "SMALLEST_PART", 5)  # otherwise so few games are left to one thread
        compare_batches(case)


def compare_batches(case: Case) -> None:
    batches = [
        case.game.batch(16, case.seats, checked=checked, threads=threads, **case.options)
        for checked, threads in ((True, 1), (True, 2), (False, 3))
    ]
    for batch in batches:
        batch.reset(5)
    for _ in range(25):
        found = set()
        for batch in batches:
            actions = batch.sample()
            batch.step(actions)
            parts = batch.states, batch.final, actions, batch.mask, batch.actor, batch.reward, batch.done
            found.add((b"".join(part.tobytes() for part in parts), batch.observe().tobytes()))
        assert len(found) == 1
    assert {batch.afterstates().tobytes() for batch in batches[1:]} == {batches[0].afterstates().tobytes()}


def test_batches_step_like_single_games(case: Case) -> None:
    game = case.game
    batch = game.batch(5, case.seats, **case.options)
    batch.reset(11)
    single = [case.new(11 + i) for i in range(5)]
    choose = np.random.default_rng(0)
    for number in range(60):
        if number % 10 == 0:
            assert_lists_and_afterstates(case, batch, single)
        actions = np.zeros(5, np.int64)
        for i, state in enumerate(single):
            seat = game.acting(state)[0]
            assert batch.actor[i] == seat
            legal = game.legal(state, seat)
            assert np.flatnonzero(batch.mask[i]).tolist() == legal
            actions[i] = choose.choice(legal)
        batch.step(actions)
        for i, state in enumerate(single):
            game.apply(state, int(game.acting(state)[0]), int(actions[i]))
            assert batch.done[i] == state["over"][0]
            if state["over"][0]:
                assert batch.final[i : i + 1].tobytes() == state.tobytes()
                assert np.abs(batch.reward[i]).max() <= 1
                single[i] = case.new(int(batch._games[i]) + 11)
            assert batch.states[i].tobytes() == single[i].tobytes()
