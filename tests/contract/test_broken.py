"""The contract finds broken games. The rules run as plain Python, so nothing is compiled."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from matchbox.engine import Game, rule
from matchbox.engine.checked import checked
from matchbox.games.british_empire.building_blocks_brawl import game as brawl
from matchbox.games.british_empire.components import redeal_tiles

from . import coins, mines
from .cases import Case
from .coins import BlindState, MarkedState
from .forced import telling_moves
from .mutations import unnoticed_changes
from .redeals import poor_redeals
from .views import blind_rows, hidden_rows

GAMES, DEALS = 3, 200


def complaints(game: Game) -> list[str]:
    """All that the contract says about the redeals, the checks and the views of a game for two."""
    case, found = Case(checked(game), 2), list(hidden_rows(game.State, game.id))
    for seed in range(GAMES):
        found += [
            *poor_redeals(case, seed, most=DEALS),
            *unnoticed_changes(case, seed, each=3),
            *blind_rows(case, seed),
        ]
    return found


def test_a_forced_move_that_tells_a_hand_is_found() -> None:
    found = [text for seed in range(4) for text in telling_moves(Case(mines.broken, 2), seed)]
    assert "broken_mines-2: 'decline' in phase 0 tells what seat 0 holds" in found
    assert not any(text for seed in range(4) for text in telling_moves(Case(mines.game, 2), seed))


def test_there_is_nothing_to_say_about_a_sound_game() -> None:
    assert complaints(coins.game) == []


@pytest.mark.parametrize(
    ("redeal", "expected"),
    [
        (coins.deals_nothing, {"leave deck", "leave hand", "leave bid"}),
        (coins.forgets_the_bid, {"leave bid"}),
        (coins.deals_the_same, {"always deal deck", "always deal hand"}),
        (coins.deals_low_cards, {"never deal hand"}),
    ],
    ids=["nothing", "no bid", "the same", "low cards"],
)
def test_a_poor_redeal_is_found(redeal: Any, expected: set[str]) -> None:
    found = complaints(coins.coins("broken_redeal", redeal=redeal))
    assert {re.findall(r"redeals for seat [01] (.*?)\[", text)[0] for text in found} == expected, found


def test_a_public_field_that_gives_the_deck_away_is_found() -> None:
    marked = coins.coins("marked", MarkedState, setup=coins.mark_cards, redeal=coins.reads_the_marks)
    assert any("deck is hidden, but redeals" in text for text in complaints(marked))


def test_a_check_that_accepts_everything_is_found() -> None:
    found = complaints(coins.coins("broken_check", conserved=coins.accepts_everything))
    for name in ("deck[", "in_deck", "hand[", "table["):
        assert any(f"`conserved` accepts {name}" in text for text in found), found


def test_a_check_of_the_sum_is_found() -> None:
    found = complaints(coins.coins("broken_sum", conserved=coins.adds_up))
    assert any("`conserved` never notices that a unit of deck moves" in text for text in found), found


def test_a_hand_that_nobody_sees_is_found() -> None:
    found = complaints(coins.coins("blind", BlindState))
    assert any("blind.hand has a row per seat, but nobody sees it" in text for text in found), found


@rule
def forgets_the_bid(s: Any, seat: int) -> None:
    """Building Blocks Brawl without the opponent's hand."""
    redeal_tiles(s, s.deck, s.in_deck)


def test_a_forgotten_bid_of_building_blocks_brawl_is_found() -> None:
    found = complaints(altered(brawl, redeal=forgets_the_bid))
    assert found
    assert all("leave held[" in text for text in found), found


def altered(game: Game, **rules: Any) -> Game:
    """A game with other rules in place of some."""
    names = ("setup", "legal", "apply", "redeal", "conserved")
    parts = {name: game.rule(name) for name in names} | rules
    about = replace(game.about, id=f"broken_{game.id}")
    return Game(about, game.State, game.actions, game.reasons, bound=game.bound, **parts)
