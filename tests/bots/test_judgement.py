"""Games may tell the search which moves are worth a thought."""

from __future__ import annotations

import numpy as np
import pytest

from matchbox.bots.analysis import analyse
from matchbox.engine import Game, games
from matchbox.engine.defaults import consider_all
from tests.contract.cases import Case, cases_of, sampled

GAMES = [game for game in games().values() if game.rule("consider") is not consider_all]
CASES = [
    case if not case.options else pytest.param(case, marks=pytest.mark.full)
    for game in GAMES
    for case in cases_of(game)
]


def considered(case: Case, state: np.ndarray, seat: int) -> list[int]:
    moves = case.game.moves(state, seat)
    out = np.array(moves, np.int32)
    kept: list[int] = out[: case.game.rule("consider")(state[0], seat, out, len(moves))].tolist()
    return kept


@pytest.mark.parametrize("case", CASES, ids=str)
def test_some_legal_moves_are_considered(case: Case) -> None:
    game = case.game
    for state, _, _ in sampled(case, 31, count=30):
        for seat in game.acting(state):
            moves, kept = game.moves(state, seat), considered(case, state, seat)
            assert len(kept) > 0
            assert set(kept) <= set(moves)
            assert len(set(kept)) == len(kept)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_some_moves_are_left_out(game: Game) -> None:
    assert any(
        len(considered(case, state, seat)) < len(game.moves(state, seat))
        for case in cases_of(game)
        for state, _, _ in sampled(case, 31, count=30)
        for seat in game.acting(state)
    )


@pytest.mark.quick(1)
@pytest.mark.parametrize("case", [case for case in CASES if isinstance(case, Case) and case.seats < 4], ids=str)
def test_no_other_move_is_searched_and_what_is_hidden_does_not_matter(case: Case) -> None:
    game = case.game
    for number, (state, seat, _) in enumerate(sampled(case, 32, count=8, limit=40)):
        view = game.view(state, seat)
        kept = considered(case, view, seat)
        assert kept == considered(case, game.redeal(view, seat, number), seat)
        found = analyse(game, view, seat, 400, number)
        tried = {action for action, visits in zip(found.actions, found.visits, strict=True) if visits}
        assert tried <= set(kept)
