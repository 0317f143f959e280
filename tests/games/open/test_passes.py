"""OPEN: the table passes for a seat only if everybody knows that it cannot follow (R12)."""

from __future__ import annotations

import random

import pytest

from matchbox.bots.levels import LEVELS, SearchBot
from matchbox.engine import States
from matchbox.engine.compiled import PLAIN
from matchbox.games.open.open import game
from matchbox.games.open.open.rules import PASS
from matchbox.games.open.open.state import CANNOT_FOLLOW, GUESS, PLAY

from ..helpers import act, match_at, start
from ..telling import make_moves
from .test_rules import position


def after_lead(*hands: str, lead: str) -> States:
    """Seat 0 leads."""
    state = position(*hands)
    act(game, state, (0, lead))
    assert game.conserved(state)
    return state


def test_r12_nobody_is_asked_after_an_ace_on_a_ten() -> None:
    match = match_at(game, position("b10 r2 | r3 r4", "bA r5 | b9 r6", "b2 r7 | b3 b4"))
    make_moves(match, (0, "black 10"), (1, "black A"))
    assert match.acting() == (1,)  # the others have passed, and the trick is over
    assert match.position["value"][0] == 0


@pytest.mark.parametrize(
    ("hand", "asked"),
    [
        ("b5 r2", True),  # an open card fits
        ("b3 r7", False),  # every card is open, and none is a black card above 4
        ("b3 r7 | r6", True),  # for all that the others know, the concealed card may be a black 9
    ],
)
def test_r12_a_pass_is_played_if_everybody_knows_it(hand: str, asked: bool) -> None:
    state = after_lead("b4 r9", hand, lead="black 4")
    assert state["phase"][0] == (PLAY if asked else CANNOT_FOLLOW)
    assert PASS in game.legal(state, 1)
    match = match_at(game, position("b4 r9", hand))
    make_moves(match, (0, "black 4"))
    assert match.acting() == ((1,) if asked else (0,))


def test_r12_one_concealed_card_cannot_make_a_pair() -> None:
    state = after_lead("b4 b4 r9", "b5 r7 | b5 r6", lead="black-black 4")
    assert state["phase"][0] == PLAY  # one open 5 and a concealed one
    state = after_lead("b4 b4 r9", "r5 r7 | b5", lead="black-black 4")
    assert state["phase"][0] == CANNOT_FOLLOW
    state = after_lead("b4 b4 r4 r9", "r2 r7 | b5 b5", lead="red-black-black 4")
    assert state["phase"][0] == CANNOT_FOLLOW  # a triple has three cards


def test_r12_cards_in_sight_cannot_be_concealed() -> None:
    state = after_lead("b9 r2", "r7 | r6", "b10 b10 r8", lead="black 9")
    assert state["phase"][0] == CANNOT_FOLLOW  # both black 10s are open elsewhere
    state = after_lead("b9 r2", "r7 | r6", "b10 r8 | b10", lead="black 9")
    assert state["phase"][0] == PLAY


def test_r12_what_everybody_knows_does_not_depend_on_concealed_cards() -> None:
    state = start(game, 4, seed=8)
    rng = random.Random(8)
    known = 0
    while not state["over"][0]:
        seat = rng.choice(game.acting(state))
        if state["phase"][0] != GUESS:
            for viewer in range(4):
                dealt = game.redeal(game.view(state, viewer), viewer, int(state["ply"][0]))
                assert game.conserved(dealt)  # the phase fits every deal
            if state["phase"][0] == CANNOT_FOLLOW:
                known += 1
                assert game.legal(state, seat) == [PASS]
        game.apply(state, seat, rng.choice(game.legal(state, seat)))
    assert known > 20


@pytest.mark.skipif(PLAIN, reason="searches need compiled code")
def test_a_club_bot_does_not_pass_for_a_hundredth() -> None:
    """By its own search both moves are worth the same within 0.01, and the pass was looked at more often."""
    state = position("r3 b3 b10 | r5 b4", "r7 b7 b9 b8 | b2", leader=1, guesses=[1, 1])
    act(game, state, (1, "black 8"))
    view = game.view(state, 0)
    found = SearchBot(LEVELS["club"], 2).analyse(game, view, 0)
    assert found.best == PASS
    assert abs(found.values[0] - found.values[1]) < 0.02
    assert game.text_of(view, SearchBot(LEVELS["club"], 2).choose(game, view, 0)) == "black 10"
