"""OpenSpiel's own checks of one game, as a program: they end the process when they fail.

python -m tests.peers.openspiel_checks gold_mine [--every]
python -m tests.peers.openspiel_checks "matchbox_gold_mine(players=3)"
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pyspiel
from absl import flags
from open_spiel.python.algorithms import generate_playthrough

import matchbox.adapters.openspiel  # noqa: F401
from matchbox.engine import get

LONG = 300
"""Actions of a game whose playthrough takes long to write and to read."""


def simulate(game: Any) -> None:
    """Play random games with all checks: serialisation, clones, masks, observations, bounds."""
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False, mask_test=True)


def replay(text: str) -> None:
    """Write a playthrough and replay it from the text."""
    first = generate_playthrough.playthrough(text, None, seed=1)
    again = generate_playthrough.playthrough(**generate_playthrough._playthrough_params(first.splitlines()))
    assert first == again
    assert "IsTerminal() = True" in first


def replay_history(game: Any) -> None:
    """Replay a random game from its history and compare all states."""
    choose = np.random.RandomState(2)
    state, records = game.new_initial_state(), []
    moves: list[Any] = []
    while not state.is_terminal():
        if state.is_simultaneous_node():
            each = [int(choose.choice(state.legal_actions(player))) for player in range(game.num_players())]
            state.apply_actions(each)
            moves.append(each)
        else:
            moves.append(int(choose.choice(state.legal_actions())))
            state.apply_action(moves[-1])
        records.append(state.position.record.tobytes())
    again = game.new_initial_state()
    for move, record in zip(moves, records, strict=True):
        again.apply_actions(move) if isinstance(move, list) else again.apply_action(move)
        assert again.position.record.tobytes() == record
    assert again.returns() == state.returns()
    assert again.history() == state.history()


def check(text: str, every: bool) -> None:
    """Check a game with its parameters."""
    game = pyspiel.load_game(text)
    simulate(game)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        simulate(pyspiel.convert_to_turn_based(game))
    replay_history(game)
    if every or game.max_game_length() < LONG:
        replay(text)
    print(f"checked {text}")


def main(name: str, every: bool) -> None:
    """Check the smallest table; with `every`, all tables, and the playthroughs of long games, too."""
    flags.FLAGS([""])
    if "(" in name:
        check(name, every)
        return
    counts = get(name).about.seats
    for seats in counts if every else counts[:1]:
        check(f"matchbox_{name}(players={seats})", every)


if __name__ == "__main__":
    main(sys.argv[1], "--every" in sys.argv)
