"""All games as OpenSpiel games.

    import pyspiel
    import matchbox.adapters.openspiel  # registers the games

    game = pyspiel.load_game("matchbox_gold_mine(players=4)")

Parameters are `players` and the game's options. Returns are in -1..1: ranks evenly spaced, with sum 0,
or the score of a co-operative game, the same for all players.

Chance is sampled, unless you ask for `chance=explicit`:

- *sampled*, for every game. A Python game cannot keep a generator in OpenSpiel, so a chance node has 256 equally likely
  outcomes, each with its own seed for the game's generator. The first chance event of a game, usually the deal,
  consists of four such nodes: 2**32 seeds.
- *explicit*, where a game's chance is small. Every outcome that some player can see is listed with its probability, so
  algorithms that walk the whole tree (CFR, exact exploitability) are right. Loading or playing a game with too many
  outcomes raises an error.

A state depends only on its history, so states serialise and replay exactly.

If all seats act, they make a simultaneous node. If only some of them act, they choose one after another
without seeing each other's choices.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from matchbox.engine import SPECTATOR, Base, Game, States, games
from matchbox.engine.positions import print_position

from .config import GameConfig, configure, is_simultaneous, turn_options
from .observation import Encoder, bytes_of
from .openspiel_chance import SAMPLED, Choices, Moment, chance_model
from .vector_state import utilities_at

try:
    import pyspiel
except ImportError as missing:
    raise ImportError("install OpenSpiel first: pip install 'matchbox-games[research]'") from missing

DIGEST = 16
MOST_RECALLED = 1 << 16
"""The most numbers of an information state tensor; larger ones are not provided."""


def short_name(game: Game) -> str:
    return f"matchbox_{game.id}"


def load(game: Game | str, seats: int | None = None, chance: str = SAMPLED, **options: Any) -> Any:
    """Load a game with these seats and options through OpenSpiel."""
    config = configure(game, seats, options)
    chance_model(chance, config)  # for the error: it would lose its type in OpenSpiel
    parameters = {"players": config.seats, "chance": chance, **_parameters(config.options)}
    return pyspiel.load_game(short_name(config.game), parameters)


def _loaded(name: str) -> Any:
    return pyspiel.load_game(name)


def _parameters(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options as parameters. A name made of digits gets an underscore: OpenSpiel would read back a number."""
    return {k: f"_{v}" if isinstance(v, str) and v.isdecimal() else v for k, v in options.items()}


def _options(parameters: Mapping[str, Any]) -> dict[str, Any]:
    return {k: v.removeprefix("_") if isinstance(v, str) else v for k, v in parameters.items()}


def game_type(game: Game, options: Mapping[str, Any], recalls: bool = True) -> Any:
    """The properties of a game. `recalls`: are its information state tensors small enough to provide?"""
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
        provides_information_state_tensor=recalls,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={"players": game.about.seats[0], "chance": SAMPLED, **_parameters(turn_options(game))},
    )


def _hidden_fields(state: type[Base]) -> Iterator[bool]:
    """For every field: is it hidden from some seat?"""
    for field in state.fields.values():
        yield field.visible in ("owner", "nobody")
        if field.visible == "inside":
            yield from _hidden_fields(field.code)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """The base class of all games: pyspiel needs a subclass per game."""

    rules: Game

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        game, options = self.rules, _options(params or {})
        seats, chance = options.pop("players", game.about.seats[0]), options.pop("chance", SAMPLED)
        self.config: GameConfig = configure(game, seats, options)
        self.chance = chance_model(chance, self.config)
        bound = game.bound(self.config.seats, self.config.options)
        self.most_chance_nodes = self.chance.most_nodes(bound)
        self.most_seen = bound + 1
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions.count,
            max_chance_outcomes=self.chance.most_outcomes,
            num_players=self.config.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if game.about.cooperative else 0.0,
            max_game_length=bound,
        )
        recalls = self.most_seen * (1 + self.config.encoder.size) <= MOST_RECALLED
        super().__init__(game_type(game, self.config.options, recalls), info, dict(params or {}))
        self.utilities_at = game.specialised(utilities_at)

    def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
        """A pickled game is its name with its parameters; reading it imports this module, which registers the games."""
        return _loaded, (str(self),)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.most_chance_nodes

    def choosers(self, record: States) -> list[int]:
        """The seats that choose next: all together, or else a single one."""
        acting = self.config.game.acting(record)
        return acting if self.config.simultaneous and len(acting) == self.config.seats else acting[:1]

    def returns(self, record: States) -> list[float]:
        """The result of a finished game for every seat."""
        out = np.zeros(self.config.seats)
        self.utilities_at(record, 0, out)
        found: list[float] = out.tolist()
        return found

    def remembered(self, past: Past | None, moment: Moment) -> Past:
        """The past with a settled moment: each seat's view of it and its choice go into the seat's digest."""
        game, done, digests = self.config.game, dict(moment.choices), []
        for seat in range(self.config.seats):
            choice = int(done.get(seat, -1)).to_bytes(4, "big", signed=True)
            seen = game.view(moment.record, seat).tobytes()
            before = past.digests[seat] if past else b""
            digests.append(hashlib.sha256(before + choice + seen).digest()[:DIGEST])
        return Past(past, moment.record, moment.choices, tuple(digests))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise ValueError(f"remove the observation parameters {params}; there are none")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


@dataclass(frozen=True)
class Past:
    """What has happened so far: a chain of records and of the choices that led to them, the last one first."""

    before: Past | None
    record: States
    choices: Choices
    digests: tuple[bytes, ...]  # for each seat, of everything it has seen and done

    def chain(self) -> list[Past]:
        """All that has happened, the first moment first."""
        found = list[Past]()
        past: Past | None = self
        while past:
            found.append(past)
            past = past.before
        return found[::-1]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as a list: pickle would recurse down the chain, and long games are too deep for that."""
        return _relinked, ([(past.record, past.choices, past.digests) for past in self.chain()],)


def _relinked(moments: list[tuple[States, Choices, tuple[bytes, ...]]]) -> Past | None:
    past = None
    for moment in moments:
        past = Past(past, *moment)
    return past


class SpielPosition:
    """The changing part of a game. What it holds is never written to, so copies share it."""

    __slots__ = ("moment", "past")

    def __init__(self, moment: Moment, past: Past | None = None) -> None:
        self.moment, self.past = moment, past

    @property
    def record(self) -> States:
        return self.moment.record

    def __deepcopy__(self, memo: Any) -> SpielPosition:
        return SpielPosition(self.moment, self.past)


class SpielState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        moment = game.chance.start()
        self.position = SpielPosition(moment, None if moment.waiting else game.remembered(None, moment))

    def _game(self) -> SpielGame:
        found: SpielGame = self.get_game()
        return found

    # --- acting ---

    def current_player(self) -> int:
        moment = self.position.moment
        if moment.waiting:
            return int(pyspiel.PlayerId.CHANCE)
        if moment.record["over"][0]:
            return int(pyspiel.PlayerId.TERMINAL)
        choosers = self._game().choosers(moment.record)
        return int(pyspiel.PlayerId.SIMULTANEOUS) if len(choosers) > 1 else choosers[0]

    def is_terminal(self) -> bool:
        return bool(self.position.record["over"][0]) and not self.position.moment.waiting

    def _legal_actions(self, player: int) -> list[int]:
        return self._game().config.game.legal(self.position.record, player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(self.position.moment.outcomes)

    def _apply_action(self, action: int) -> None:
        if self.position.moment.waiting:
            self._move_to(self._game().chance.drawn(self.position.moment, action))
        else:
            self._choose(((self.current_player(), action),))

    def _apply_actions(self, actions: list[int]) -> None:
        self._choose(tuple(enumerate(actions)))

    def _choose(self, choices: Choices) -> None:
        self._move_to(self._game().chance.after(self.position.moment, choices))

    def _move_to(self, moment: Moment) -> None:
        """Go on to the next moment. Once it is settled, all seats see it."""
        self.position.moment = moment
        if not moment.waiting:
            self.position.past = self._game().remembered(self.position.past, moment)

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A random state that this player cannot tell from this one (for OpenSpiel's ISMCTS)."""
        game = self._game().config.game
        found: SpielState = self.clone()
        view = game.view(self.position.record, player)
        record = game.redeal(view, player, int(sampler() * (1 << 62)))
        found.position.moment = self._game().chance.with_record(self.position.moment, record)
        return found

    # --- results and texts ---

    def returns(self) -> list[float]:
        return self._game().returns(self.position.record) if self.is_terminal() else [0.0] * self.num_players()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return self._game().config.game.text_of(self.position.record, action)

    def __str__(self) -> str:
        """The full state, hidden fields included."""
        moment = self.position.moment
        text = print_position(self._game().config.game, moment.record)
        return f"{text}\nwaiting {moment.choices} {moment.drawn}" if moment.waiting else text


class Observer:
    """Observations of a player, made of the encoder's pieces.

    With perfect recall, there is a row for every moment that the player has seen: what it saw, and the number of the
    action that it had chosen just before, plus 1.
    """

    def __init__(self, game: SpielGame, kind: Any) -> None:
        self._config, self._kind = game.config, kind
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("choose SINGLE_PLAYER or NONE as private_info: an observation belongs to one player")
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        names = [
            name
            for name, piece in self._config.encoder.pieces.items()
            if (self._private if piece.private or name == "seat" else kind.public_info)
        ]
        self._encoder = Encoder(self._config.game, self._config.seats, names)
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        rows = game.most_seen if kind.perfect_recall else 1
        if kind.perfect_recall and rows * (1 + self._encoder.size) > MOST_RECALLED:
            return
        choices = rows if kind.perfect_recall and self._private else 0
        self.tensor = np.zeros(choices + rows * self._encoder.size, np.float32)
        self._choices, self._seen = self.tensor[:choices], self.tensor[choices:].reshape(rows, -1)
        self.dict = self._encoder.split(self._seen if kind.perfect_recall else self._seen[0])
        if choices:
            self.dict = {"choice": self._choices, **self.dict}

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is None:
            return
        if self._kind.perfect_recall:
            self._recall(state, player)
        else:
            self.tensor[:] = self._encoder.one(bytes_of(state.position.record), player)

    def _recall(self, state: SpielState, player: int) -> None:
        past = state.position.past
        chain = past.chain() if past else []
        self._choices[:], self._seen[:] = 0, 0
        for number, moment in enumerate(chain[: len(self._choices)]):
            self._choices[number] = dict(moment.choices).get(player, -1) + 1
        if chain:
            records = np.concatenate([moment.record for moment in chain])
            self._encoder.many(bytes_of(records), np.full(len(chain), player), self._seen[: len(chain)])

    def string_from(self, state: SpielState, player: int) -> str:
        if self._kind.public_info:
            text = self._config.text(state.position.record, player if self._private else SPECTATOR)
        else:
            seen = self._encoder.split(self._encoder.one(bytes_of(state.position.record), player))
            text = "\n".join(f"{name} {' '.join(f'{x:g}' for x in piece.ravel())}" for name, piece in seen.items())
        if self._kind.perfect_recall and self._private:
            digest = state.position.past.digests[player].hex() if state.position.past else ""
            return f"player {player} recalls {digest}\n{text}"
        return text


def register_all() -> None:
    """Register every game with pyspiel."""
    known = set(pyspiel.registered_names())
    for game in games().values():
        if short_name(game) not in known:
            creator = type(f"SpielGame_{game.id}", (SpielGame,), {"rules": game})
            pyspiel.register_game(game_type(game, turn_options(game)), creator)


register_all()
