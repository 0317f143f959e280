"""All games as OpenSpiel games.

    import pyspiel
    import matchbox.adapters.openspiel  # registers the games

    game = pyspiel.load_game("matchbox_gold_mine(players=4)")

Parameters are `players` and the game's options. Returns are in -1..1: ranks evenly spaced, with sum 0,
or the score of a co-operative game, the same for all players.

Chance is sampled. A Python game cannot keep a generator in OpenSpiel, so a chance node has 256 equally
likely outcomes, each with its own seed for the game's generator. The first chance event of a game,
usually the deal, consists of four such nodes: 2**32 seeds. A state depends only on its history, so states
serialise and replay exactly.

If all seats act, they make a simultaneous node. If only some of them act, they choose one after another
without seeing each other's choices.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from matchbox.engine import SPECTATOR, Base, Game, States, games
from matchbox.engine.chance import seed_words
from matchbox.engine.positions import print_position

from .config import GameConfig, configure, is_simultaneous, turn_options
from .observation import Encoder, bytes_of
from .vector_state import utilities_at

try:
    import pyspiel
except ImportError as missing:
    raise ImportError("install OpenSpiel first: pip install 'matchbox-games[research]'") from missing

OUTCOMES = 256
OPENING = 4  # chance nodes of the first chance event
CHANCE = [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]
DIGEST = 16


def short_name(game: Game) -> str:
    return f"matchbox_{game.id}"


def load(game: Game | str, seats: int | None = None, **options: Any) -> Any:
    """Load a game with these seats and options through OpenSpiel."""
    config = configure(game, seats, options)
    return pyspiel.load_game(short_name(config.game), {"players": config.seats, **_parameters(config.options)})


def _parameters(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options as parameters. A name made of digits gets an underscore: OpenSpiel would read back a number."""
    return {k: f"_{v}" if isinstance(v, str) and v.isdecimal() else v for k, v in options.items()}


def _options(parameters: Mapping[str, Any]) -> dict[str, Any]:
    return {k: v.removeprefix("_") if isinstance(v, str) else v for k, v in parameters.items()}


def game_type(game: Game, options: Mapping[str, Any]) -> Any:
    kind = pyspiel.GameType
    hidden = any(_hidden_fields(game.State))
    return kind(
        short_name=short_name(game),
        long_name=game.about.name,
        dynamics=kind.Dynamics.SIMULTANEOUS if is_simultaneous(game, options) else kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION if hidden else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.IDENTICAL if game.about.cooperative else kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.about.seats[-1],
        min_num_players=game.about.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={"players": game.about.seats[0], **_parameters(turn_options(game))},
    )


def _hidden_fields(state: type[Base]) -> Iterator[bool]:
    """For every field: is it hidden from some seat?"""
    for field in state.fields.values():
        yield field.visible in ("owner", "nobody")
        if field.visible == "inside":
            yield from _hidden_fields(field.code)


def _generators(state: type[Base]) -> Iterator[tuple[str, ...]]:
    """The paths to all generators: that of the record, and those of games inside it."""
    yield ()
    for name, field in state.fields.items():
        if field.visible == "inside":
            yield from ((name, *path) for path in _generators(field.code))


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """The base class of all games: pyspiel needs a subclass per game."""

    rules: Game

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        game, options = self.rules, _options(params or {})
        seats = options.pop("players", game.about.seats[0])
        self.config: GameConfig = configure(game, seats, options)
        bound = game.bound(self.config.seats, self.config.options)
        self.most_chance_nodes = OPENING + bound
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions.count,
            max_chance_outcomes=OUTCOMES,
            num_players=self.config.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if game.about.cooperative else 0.0,
            max_game_length=bound,
        )
        super().__init__(game_type(game, self.config.options), info, dict(params or {}))
        self.generators = list(_generators(game.State))
        self.utilities_at = game.specialised(utilities_at)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.most_chance_nodes

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise ValueError(f"remove the observation parameters {params}; there are none")
        return Observer(self.config, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SpielPosition:
    """The changing part of a game: the record, choices that wait for chance, and what each seat has seen."""

    __slots__ = ("digits", "event", "opening", "pending", "record", "seen", "waiting")

    def __init__(self, record: States, seats: int) -> None:
        self.record = record
        self.waiting = True  # for chance
        self.pending: tuple[tuple[int, int], ...] = ()  # choices that wait for chance; empty at the deal
        self.digits: tuple[int, ...] = ()  # outcomes of this event so far
        self.opening = 0  # the seed drawn by the first event
        self.event = 0  # number of the next event
        self.seen = (b"",) * seats  # a digest per seat of everything it has seen and done

    def __deepcopy__(self, memo: Any) -> SpielPosition:
        copy = SpielPosition.__new__(SpielPosition)
        for name in self.__slots__:
            setattr(copy, name, getattr(self, name))  # shared safely: all values are immutable or never written to
        return copy


class SpielState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = SpielPosition(game.config.template, game.config.seats)

    def _game(self) -> SpielGame:
        found: SpielGame = self.get_game()
        return found

    # --- acting ---

    def current_player(self) -> int:
        state = self.position.record
        if state["over"][0]:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.position.waiting:
            return int(pyspiel.PlayerId.CHANCE)
        config, acting = self._game().config, int(state["acting"][0])
        if config.simultaneous and config.seats > 1 and acting == (1 << config.seats) - 1:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return (acting & -acting).bit_length() - 1

    def is_terminal(self) -> bool:
        return bool(self.position.record["over"][0])

    def _legal_actions(self, player: int) -> list[int]:
        return self._game().config.game.legal(self.position.record, player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return CHANCE

    def _apply_action(self, action: int) -> None:
        if self.position.waiting:
            self._draw(action)
        else:
            self._choose(((self.current_player(), action),))

    def _apply_actions(self, actions: list[int]) -> None:
        self._choose(tuple(enumerate(actions)))

    def _choose(self, choices: tuple[tuple[int, int], ...]) -> None:
        """Apply choices, or keep them pending if their outcome depends on chance."""
        after = self._after(self.position.record.copy(), choices)
        if self._chance_of(after) == self._chance_of(self.position.record):
            self._move_to(after, choices)
        else:
            self.position.pending, self.position.waiting = choices, True

    def _after(self, state: States, choices: tuple[tuple[int, int], ...]) -> States:
        for seat, action in choices:
            self._game().config.game.apply(state, seat, int(action))
        return state

    # --- chance ---

    def _parts(self, state: States) -> Iterator[Any]:
        for path in self._game().generators:
            yield functools.reduce(lambda part, name: part[name], path, state)

    def _chance_of(self, state: States) -> list[bytes]:
        """The state of all generators."""
        return [part[name].tobytes() for part in self._parts(state) for name in ("key", "block", "used")]

    def _draw(self, outcome: int) -> None:
        at, config = self.position, self._game().config
        at.digits += (outcome,)
        if at.event == 0 and len(at.digits) < OPENING:
            return
        drawn = functools.reduce(lambda number, digit: number * OUTCOMES + digit, at.digits, 0)
        if at.event == 0:
            at.opening = drawn
        seed = at.opening | at.event << 32 | drawn << 64
        choices = at.pending
        at.event, at.digits, at.pending, at.waiting = at.event + 1, (), (), False
        if not at.record["decision_point"][0]:
            self._move_to(config.game.start(config.template, seed), ())
            return
        state = at.record.copy()
        for part in self._parts(state):
            part["key"], part["block"], part["used"] = seed_words(seed), 0, 0
        self._move_to(self._after(state, choices), choices)

    def _move_to(self, state: States, choices: tuple[tuple[int, int], ...]) -> None:
        """Set the next state, and add each seat's view and choice to its digest."""
        game = self._game().config.game
        self.position.record = state
        done = dict(choices)
        self.position.seen = tuple(
            hashlib.sha256(
                before + int(done.get(seat, -1)).to_bytes(4, "big", signed=True) + game.view(state, seat).tobytes()
            ).digest()[:DIGEST]
            for seat, before in enumerate(self.position.seen)
        )

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A random state that this player cannot tell from this one (for OpenSpiel's ISMCTS)."""
        game = self._game().config.game
        found: SpielState = self.clone()
        view = game.view(self.position.record, player)
        found.position.record = game.redeal(view, player, int(sampler() * (1 << 62)))
        return found

    # --- results and texts ---

    def returns(self) -> list[float]:
        out = np.zeros(self._game().config.seats)
        if self.is_terminal():
            self._game().utilities_at(self.position.record, 0, out)
        found: list[float] = out.tolist()
        return found

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return self._game().config.game.text_of(self.position.record, action)

    def __str__(self) -> str:
        """The full state, hidden fields included."""
        at = self.position
        text = print_position(self._game().config.game, at.record)
        return f"{text}\nwaiting {at.pending} {at.digits}" if at.waiting else text


class Observer:
    """Observations of a player, made of the encoder's pieces."""

    def __init__(self, config: GameConfig, kind: Any) -> None:
        self._config, self._kind = config, kind
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("choose SINGLE_PLAYER or NONE as private_info: an observation belongs to one player")
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        names = [
            name
            for name, piece in config.encoder.pieces.items()
            if (self._private if piece.private or name == "seat" else kind.public_info)
        ]
        self._encoder = Encoder(config.game, config.seats, names)
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if not kind.perfect_recall:
            self.tensor = np.zeros(self._encoder.size, np.float32)
            self.dict = self._encoder.split(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = self._encoder.one(bytes_of(state.position.record), player)

    def string_from(self, state: SpielState, player: int) -> str:
        if self._kind.public_info:
            text = self._config.text(state.position.record, player if self._private else SPECTATOR)
        else:
            seen = self._encoder.split(self._encoder.one(bytes_of(state.position.record), player))
            text = "\n".join(f"{name} {' '.join(f'{x:g}' for x in piece.ravel())}" for name, piece in seen.items())
        if self._kind.perfect_recall and self._private:
            return f"player {player} recalls {state.position.seen[player].hex()}\n{text}"
        return text


def register_all() -> None:
    """Register every game with pyspiel."""
    known = set(pyspiel.registered_names())
    for game in games().values():
        if short_name(game) not in known:
            creator = type(f"SpielGame_{game.id}", (SpielGame,), {"rules": game})
            pyspiel.register_game(game_type(game, turn_options(game)), creator)


register_all()
