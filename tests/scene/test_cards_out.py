"""What is still out, as a seat counts it: never more than the seat knows."""

from __future__ import annotations

import pytest

from matchbox.engine import SPECTATOR, Game, games
from matchbox.scene import Look, Piece, cards_out_of, has_cards_out, shown_in
from matchbox.scene.look import scene_of
from tests.contract.cases import Case, cases_of, sampled

COUNTING = [game for game in games().values() if has_cards_out(game)]
CASES = [case for game in COUNTING for case in cases_of(game) if not case.options]


def still_out(game: Game, case: Case, view: object, seat: int) -> list[Piece]:
    areas = cards_out_of(Look(game, view, seat, ["Ann"] * case.seats))  # type: ignore[arg-type]
    return [piece for area in areas for piece in area.pieces if not piece.dimmed for _ in range(piece.count)]


def face(piece: Piece) -> tuple[object, ...]:
    return piece.colour, piece.symbol, piece.number, piece.background


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_card_that_lies_open_is_not_still_out(case: Case) -> None:
    """Cards are unique, so a face that the scene shows cannot be among those still out."""
    game = case.game
    for state, _, _ in sampled(case, 21, count=12):
        for seat in range(SPECTATOR, case.seats):
            view = game.view(state, seat)
            out = [face(piece) for piece in still_out(game, case, view, seat)]
            unique = [found for found in out if found[-1]]  # cards counted by symbol have no background
            assert len(set(unique)) == len(unique)
            shown = {
                face(piece)
                for piece in shown_in(scene_of(Look(game, view, seat, ["Ann"] * case.seats)))
                if piece.kind == "card" and piece.background and not piece.hidden
            }
            assert not shown & set(out)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_hidden_card_is_still_out(case: Case) -> None:
    """A card that other players or redeals see and the seat does not is among those still out for the seat."""
    game = case.game
    for state, _, _ in sampled(case, 22, count=12):
        for seat in range(case.seats):
            out = {face(piece) for piece in still_out(game, case, game.view(state, seat), seat)}
            mine = {face(p) for p in shown_in(scene_of(Look(game, game.view(state, seat), seat, ["Ann"] * case.seats)))}
            for other in range(case.seats):
                scene = scene_of(Look(game, game.view(state, other), other, ["Ann"] * case.seats))
                theirs = {face(p) for p in shown_in(scene) if p.kind == "card" and p.background and not p.hidden}
                assert theirs - mine <= out
