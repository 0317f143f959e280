"""A game with its seats and options chosen: what all adapters start from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matchbox.engine import BadOption, Game, States, get

from .observation import Encoder


@dataclass(frozen=True)
class Setting:
    game: Game
    seats: int
    options: dict[str, Any]
    template: States
    encoder: Encoder

    @property
    def simultaneous(self) -> bool:
        """Are there moments at which several seats choose at the same time?"""
        return is_simultaneous(self.game, self.options)

    def text(self, state: States, seat: int) -> str:
        """What a seat sees, as text."""
        from matchbox.engine.notation import print_position

        return print_position(self.game, self.game.view(state, seat), seat)


def setting(
    game: Game | str, seats: int | None, options: Mapping[str, Any], pieces: Sequence[str] | None = None
) -> Setting:
    """Check what was chosen. Real time has no place here: an agent has no reaction time of its own."""
    found = get(game) if isinstance(game, str) else game
    template = found.template(seats, {**turn_options(found), **options})
    values = found.options_of(template)
    if found.real_time(values):
        turns = ", ".join(f"{name}={value}" for name, value in turn_options(found).items() if values[name] != value)
        raise BadOption(f"{found.about.name} is played in real time with these options; for turns choose {turns}")
    count = int(template["seats"][0])
    return Setting(found, count, values, template, Encoder(found, count, pieces))


def turn_options(game: Game) -> dict[str, Any]:
    """The default options; where they mean real time, with the first value that gives turns instead."""
    values = game.read_options({})
    if game.real_time(values):
        for name, option in game.options.items():
            for value in option.values:
                if not game.real_time({**values, name: value}):
                    return {**values, name: value}
        raise BadOption(f"{game.about.name} is played in real time only")
    return values


def is_simultaneous(game: Game, options: Mapping[str, Any]) -> bool:
    """Choices made at the same time are secret ones: blocks that say so exist under these options."""
    return any(block.secret and block.holds(options) for block in game.actions.blocks)
