"""Revealed choices: each was made, was secret, and is now public."""

from __future__ import annotations

import random

import pytest

from matchbox.engine import SPECTATOR, games
from matchbox.scene import revealed

GAMES = {
    "all_your_base": {},
    "best_of_three": {},
    "building_blocks_brawl": {},
    "fifteen_pounds": {},
    "futakotamagawa_fireworks": {},
    "gaze_into_the_abyss": {},
    "gold_mine": {},
    "grenade_salad": {},
    "holmes_vs_moriarty": {},
    "open": {"advanced": "on"},
    "war": {},
}


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_revealed_choice_was_made_in_secret(name: str) -> None:
    game = games()[name]
    chance = random.Random(name)
    found = 0
    for seed in range(4):
        state = game.new(game.about.seats[-1], seed, **GAMES[name])
        secrets: list[tuple[int, str, int]] = []  # seat, block and action of secret choices, oldest first
        while not state["over"][0] and found < 60:
            seat = chance.choice(game.acting(state))
            action = chance.choice(game.legal(state, seat))
            named = game.actions.named(action, game.context_of(state))
            if named.is_secret(int(state["phase"][0])):
                secrets.append((seat, named.name, action))
            before = state.copy()
            game.apply(state, seat, action)
            if state["decision_point"][0] == before["decision_point"][0] or state["over"][0] or not secrets:
                continue
            views = (game.view(each, SPECTATOR)[0] for each in (before, state))
            for seat, action in revealed(game, *views):
                block = game.actions.named(action, game.context_of(before)).name
                same_block = [choice for choice in secrets if choice[:2] == (seat, block)]
                if same_block:  # otherwise the seat had no choice to make
                    found += 1
                    assert (seat, block, action) in same_block
                    secrets.remove((seat, block, action))
    assert found
