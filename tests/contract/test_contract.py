"""What holds for every game, every seat count and every option value."""

from __future__ import annotations

from itertools import pairwise, permutations

import numpy as np
import pytest

from matchbox.engine import SPECTATOR, Illegal
from matchbox.engine.notation import Record, parse_action, parse_game, parse_position, print_game, print_position
from matchbox.engine.play import CHUNK, noise_of
from matchbox.engine.storage import pack, unpack

from .cases import ALL, Case, random_walk, sampled

GENERATOR = ("key", "block", "words", "used")


@pytest.fixture(params=ALL, ids=str)
def case(request: pytest.FixtureRequest) -> Case:
    found: Case = request.param
    return found


def test_games_end_within_the_bound_with_a_sound_result(case: Case) -> None:
    game, template = case.game, case.game.template(case.seats, case.options)
    bound = game.bound(case.seats, game.read_options(case.options))
    out = np.zeros(game.actions.count, np.int32)
    for seed in range(12):
        state = case.new(seed)
        tally = np.zeros(4, np.int64)
        game.compiled("playout_at")(state, 0, out, noise_of(seed, 0), tally)
        result = game.result(state)
        assert result is not None
        assert 0 < tally[0] == state["ply"][0] <= bound
        assert game.acting(state) == []
        assert game.conserved(state)
        assert result.reason
        assert len(result.ranks) == len(result.scores) == case.seats
        assert min(result.ranks) in (1, 2)  # 2: a lost co-operative game
        for rank in result.ranks:  # standard competition ranking: as many before me as my rank says
            assert result.ranks.count(rank) == case.seats or sum(r < rank for r in result.ranks) == rank - 1
        if game.about.zero_sum:
            assert sum(result.scores) == 0
    assert template["ply"][0] == 0


def test_play_many_does_not_depend_on_threads(case: Case) -> None:
    from matchbox.engine.play import Totals, play_many

    template = case.game.template(case.seats, case.options)
    games = CHUNK + 5 if case.game.id == "building_blocks_brawl" else 20
    sums = []
    for threads in (1, 2):
        totals = Totals(case.seats)
        for part in play_many(case.game, template, games, 7, threads):
            totals += part
        sums.append((totals.games, totals.tally.tobytes(), totals.sums.tobytes(), totals.ends.tobytes()))
    assert sums[0] == sums[1]
    assert sums[0][0] == games


def test_legal_actions_are_ascending_in_the_space_and_never_empty(case: Case) -> None:
    game = case.game
    for state, _, _ in sampled(case, 1):
        acting = game.acting(state)
        assert acting
        for seat in range(case.seats):
            legal = game.legal(state, seat)
            assert bool(legal) == (seat in acting)
            assert all(a < b for a, b in pairwise(legal))
            assert all(0 <= action < game.actions.count for action in legal)


def test_an_illegal_action_is_refused_and_changes_nothing(case: Case) -> None:
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


def test_seed_and_actions_replay_the_same_bytes(case: Case) -> None:
    game = case.game
    state, actions = case.new(4), []
    for walked, seat, action in random_walk(case, 4, 3000):
        actions.append((seat, action))
        state = walked  # the walk goes on in this very array
    record = Record(game, case.seats, case.options, 4, None, actions, game.result(state))
    assert record.final().tobytes() == state.tobytes()
    text = print_game(record)
    again = parse_game(text)
    assert again.final().tobytes() == state.tobytes()
    assert print_game(again) == text


def test_simultaneous_commits_may_come_in_any_order(case: Case) -> None:
    game = case.game
    if game.real_time(game.read_options(case.options)):
        pytest.skip("real time: the order of arrival is the game")
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


def test_choices_made_at_the_same_time_do_not_touch_each_other(case: Case) -> None:
    """Until `asked` changes, another seat's choice leaves my own and what I may choose as they were."""
    game = case.game
    if game.real_time(game.read_options(case.options)):
        pytest.skip("real time: every act changes what the others can do")
    for state, seat, action in sampled(case, 12):
        after = state.copy()
        game.apply(after, seat, action)
        if after["asked"][0] == state["asked"][0]:
            assert set(game.acting(after)) <= set(game.acting(state))
            for other in range(case.seats):
                if other != seat and not after["over"][0]:
                    assert game.legal(after, other) == game.legal(state, other)


def test_views_hold_no_secrets_and_redeals_keep_them(case: Case) -> None:
    """A redealt state differs from the true one only in what the seat cannot see (leak test)."""
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
            assert pack(game, game.view(dealt, seat), seat) == pack(game, view, seat)
            assert game.conserved(dealt)
            assert game.view(game.view(state, seat), seat).tobytes() == view.tobytes()
        spectator = game.view(state, SPECTATOR)
        assert not any(spectator[name].any() for name in GENERATOR)
        for name, field in game.State.fields.items():
            if field.visible in ("owner", "nobody"):
                assert not spectator[name].any()


def test_games_go_on_from_a_redealt_state(case: Case) -> None:
    game = case.game
    out, tally = np.zeros(game.actions.count, np.int32), np.zeros(4, np.int64)
    for number, (state, _, _) in enumerate(sampled(case, 8, count=10)):
        for seat in range(case.seats):
            dealt = game.redeal(game.view(state, seat), seat, seed=number)
            game.compiled("playout_at")(dealt, 0, out, noise_of(number, seat), tally)
            assert game.result(dealt) is not None
            assert game.conserved(dealt)


def test_texts_and_bytes_round_trip(case: Case) -> None:
    game = case.game
    for state, seat, action in sampled(case, 9, count=20):
        assert parse_position(print_position(game, state))[1].tobytes() == state.tobytes()
        view = game.view(state, seat)
        assert parse_position(print_position(game, view, seat))[1].tobytes() == view.tobytes()
        assert unpack(pack(game, state), game)[1].tobytes() == state.tobytes()
        assert parse_action(game, state, seat, game.text_of(state, action)) == action


def test_every_action_has_its_own_text(case: Case) -> None:
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


def test_batches_step_like_single_games(case: Case) -> None:
    game = case.game
    batch = game.batch(5, case.seats, **case.options)
    batch.reset(11)
    single = [case.new(11 + i) for i in range(5)]
    choose = np.random.default_rng(0)
    for _ in range(60):
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
                assert np.abs(batch.reward[i]).max() <= 1
                single[i] = case.new(int(batch._games[i]) + 11)
            assert batch.states[i].tobytes() == single[i].tobytes()
