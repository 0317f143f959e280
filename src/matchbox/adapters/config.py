"""A game with chosen seats and options: the starting point of all adapters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matchbox.engine import BadOption, Game, States, get

from .observation import Encoder


@dataclass(frozen=True)
class GameConfig:
    game: Game
    seats: int
    options: dict[str, Any]
    template: States
    encoder: Encoder

    @property
    def simultaneous(self) -> bool:
        """Do several seats choose at the same time at some decision points?"""
        return is_simultaneous(self.game, self.options)

    def text(self, state: States, seat: int) -> str:
        """A seat's view as text."""
        from matchbox.engine.positions import print_position

        return print_position(self.game, self.game.view(state, seat), seat)


def configure(
    game: Game | str,
    seats: int | None,
    options: Mapping[str, Any],
    pieces: Sequence[str] | None = None,
    *,
    scaled: bool = False,
    relative: bool = False,
) -> GameConfig:
    """Check the seats and options. Real-time variants are refused: an agent has no reaction time."""
    found = get(game) if isinstance(game, str) else game
    template = found.template(seats, {**turn_options(found), **options})
    values = found.options_of(template)
    if found.real_time(values):
        turns = ", ".join(f"{name}={value}" for name, value in found.in_turns(values).items())
        raise BadOption(f"{found.about.name} runs in real time with these options; to play in turns, choose {turns}")
    count = int(template["seats"][0])
    return GameConfig(found, count, values, template, Encoder(found, count, pieces, scaled=scaled, relative=relative))


def turn_options(game: Game) -> dict[str, Any]:
    """The default options. If they mean real time, the first change that makes the game turn-based is applied."""
    defaults = game.read_options({})
    values = {**defaults, **game.in_turns(defaults)}
    if game.real_time(values):
        raise BadOption(f"{game.about.name} has no turn-based variant")
    return values


def is_simultaneous(game: Game, options: Mapping[str, Any]) -> bool:
    """Does the game have secret actions with these options? Simultaneous choices are always secret."""
    return any(block.secret and block.holds(options) for block in game.actions.blocks)
