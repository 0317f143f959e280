"""What a scene says is revealed was really chosen, was a secret, and lies open to spectators."""

from __future__ import annotations

import random

import pytest

from matchbox.engine import SPECTATOR, games
from matchbox.table.scene import revealed

TELLING = {
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


@pytest.mark.parametrize("name", sorted(TELLING))
def test_what_is_revealed_was_chosen(name: str) -> None:
    game = games()[name]
    chance = random.Random(name)
    found = 0
    for seed in range(4):
        state = game.new(game.about.seats[-1], seed, **TELLING[name])
        closed: list[tuple[int, str, int]] = []  # secret choices by seat and kind, oldest first
        while not state["over"][0] and found < 60:
            seat = chance.choice(game.acting(state))
            action = chance.choice(game.legal(state, seat))
            named = game.actions.named(action, game.context_of(state))
            if named.is_secret(int(state["phase"][0])):
                closed.append((seat, named.name, action))
            before = state.copy()
            game.apply(state, seat, action)
            if state["asked"][0] == before["asked"][0] or state["over"][0] or not closed:
                continue
            seen = (game.view(moment, SPECTATOR)[0] for moment in (before, state))
            for seat, action in revealed(game, *seen):
                kind = game.actions.named(action, game.context_of(state)).name
                alike = [one for one in closed if one[:2] == (seat, kind)]
                if alike:  # who had nothing to choose from was not asked
                    found += 1
                    assert (seat, kind, action) in alike
                    closed.remove((seat, kind, action))
    assert found
