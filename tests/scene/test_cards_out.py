"""What is still out, as a seat counts it: never more than the seat knows."""

from __future__ import annotations

from typing import Any

import pytest

from matchbox.engine import SPECTATOR, States, games
from matchbox.scene import Look, Piece, cards_out_of, has_cards_out, shown_in
from matchbox.scene.look import scene_of
from tests.contract.cases import Case, cases_of, sampled

COUNTING = [game for game in games().values() if has_cards_out(game)]
CASES = [
    # The quick set has the smallest table.
    case if case.seats == game.about.seats[0] else pytest.param(case, marks=pytest.mark.full)
    for game in COUNTING
    for case in cases_of(game)
    if not case.options
]


def look(case: Case, state: States, seat: int) -> Look[Any]:
    return Look(case.game, case.game.view(state, seat), seat, ["Ann"] * case.seats)


def still_out(seen: Look[Any]) -> list[Piece]:
    areas = cards_out_of(seen)
    return [piece for area in areas for piece in area.pieces if not piece.dimmed for _ in range(piece.count)]


def open_cards(seen: Look[Any]) -> set[tuple[object, ...]]:
    """The faces of cards that a scene shows."""
    pieces = shown_in(scene_of(seen))
    return {face(piece) for piece in pieces if piece.kind == "card" and piece.background and not piece.hidden}


def face(piece: Piece) -> tuple[object, ...]:
    return piece.colour, piece.symbol, piece.number, piece.background


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_card_that_lies_open_is_not_still_out(case: Case) -> None:
    """Cards are unique, so a face that the scene shows cannot be among those still out."""
    for state, _, _ in sampled(case, 21, count=12):
        for seat in range(SPECTATOR, case.seats):
            seen = look(case, state, seat)
            out = [face(piece) for piece in still_out(seen)]
            unique = [found for found in out if found[-1]]  # cards counted by symbol have no background
            assert len(set(unique)) == len(unique)
            assert not open_cards(seen) & set(out)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_hidden_card_is_still_out(case: Case) -> None:
    """A card that other players see and the seat does not is among those still out for the seat."""
    for state, _, _ in sampled(case, 22, count=12):
        looks = [look(case, state, seat) for seat in range(case.seats)]
        shown = [open_cards(seen) for seen in looks]
        for seen, mine in zip(looks, shown, strict=True):
            assert set.union(*shown) - mine <= {face(piece) for piece in still_out(seen)}
