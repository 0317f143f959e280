"""Every game as an OpenSpiel game.

    import pyspiel
    import matchbox.adapters.openspiel  # registers them

    game = pyspiel.load_game("matchbox_gold_mine(players=4)")

Parameters are `players` and the game's options. Returns are in -1..1: places spread evenly, which
adds up to 0; of co-operative games the score, the same for all.

Chance is sampled. OpenSpiel lets no Python game keep a generator of its own, so a chance node has
256 outcomes, equally likely, and each stands for one seed of the game's generator. The first chance
event of a game, as a rule the deal, takes four such nodes in a row: 2**32 seeds. What follows is
told by the history alone, so states serialise and replay exactly.

All seats asked at once make a simultaneous node; where only some are, they choose one after another,
without seeing each other's choice.
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
from matchbox.engine.notation import print_position

from .observation import Encoder, bytes_of
from .rows import utilities_at
from .setting import Setting, is_simultaneous, setting, turn_options

try:
    import pyspiel
except ImportError as missing:
    raise ImportError("OpenSpiel is not installed: pip install 'matchbox-games[research]'") from missing

OUTCOMES = 256
OPENING = 4  # chance nodes of the first event
CHANCE = [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]
DIGEST = 16


def short_name(game: Game) -> str:
    return f"matchbox_{game.id}"


def load(game: Game | str, seats: int | None = None, **options: Any) -> Any:
    """A game with its seats and options, as OpenSpiel loads it."""
    chosen = setting(game, seats, options)
    return pyspiel.load_game(short_name(chosen.game), {"players": chosen.seats, **_written(chosen.options)})


def _written(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options as parameters: a name made of digits gets a mark, or OpenSpiel would read it back as a number."""
    return {k: f"_{v}" if isinstance(v, str) and v.isdecimal() else v for k, v in options.items()}


def _read(parameters: Mapping[str, Any]) -> dict[str, Any]:
    return {k: v.removeprefix("_") if isinstance(v, str) else v for k, v in parameters.items()}


def game_type(game: Game, options: Mapping[str, Any]) -> Any:
    kind = pyspiel.GameType
    hidden = any(_is_hidden(game.State))
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
        parameter_specification={"players": game.about.seats[0], **_written(turn_options(game))},
    )


def _is_hidden(state: type[Base]) -> Iterator[bool]:
    for field in state.fields.values():
        yield field.visible in ("owner", "nobody")
        if field.visible == "inside":
            yield from _is_hidden(field.code)


def _generators(state: type[Base]) -> Iterator[tuple[str, ...]]:
    """Where in the record generators lie: its own, and those of games inside."""
    yield ()
    for name, field in state.fields.items():
        if field.visible == "inside":
            yield from ((name, *path) for path in _generators(field.code))


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """The base of one class a game: pyspiel wants a class to make games with."""

    rules: Game

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        game, given = self.rules, _read(params or {})
        seats = given.pop("players", game.about.seats[0])
        self.setting: Setting = setting(game, seats, given)
        game = self.setting.game
        bound = game.bound(self.setting.seats, self.setting.options)
        self.most_chance_nodes = OPENING + bound
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions.count,
            max_chance_outcomes=OUTCOMES,
            num_players=self.setting.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if game.about.cooperative else 0.0,
            max_game_length=bound,
        )
        super().__init__(game_type(game, self.setting.options), info, dict(params or {}))
        self.generators = list(_generators(game.State))
        self.utilities_at = game.specialised(utilities_at)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.most_chance_nodes

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise ValueError(f"there are no parameters of observations; given were {params}")
        return Observer(self.setting, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class Position:
    """All that changes in a game: the record, choices that wait for chance, what everybody has seen."""

    __slots__ = ("digits", "event", "opening", "pending", "record", "seen", "waiting")

    def __init__(self, record: States, seats: int) -> None:
        self.record = record
        self.waiting = True  # for chance
        self.pending: tuple[tuple[int, int], ...] = ()  # the choices whose outcome it decides; none at the deal
        self.digits: tuple[int, ...] = ()
        self.opening = 0  # the seed drawn by the first event
        self.event = 0
        self.seen = (b"",) * seats

    def __deepcopy__(self, memo: Any) -> Position:
        copy = Position.__new__(Position)
        for name in self.__slots__:
            setattr(copy, name, getattr(self, name))  # all but the record cannot change, and it is never written to
        return copy


class SpielState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        chosen = game.setting
        self.at = Position(chosen.template, chosen.seats)

    def _game(self) -> SpielGame:
        found: SpielGame = self.get_game()
        return found

    # --- who acts, and how ---

    def current_player(self) -> int:
        state = self.at.record
        if state["over"][0]:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.at.waiting:
            return int(pyspiel.PlayerId.CHANCE)
        chosen, acting = self._game().setting, int(state["acting"][0])
        if chosen.simultaneous and chosen.seats > 1 and acting == (1 << chosen.seats) - 1:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return (acting & -acting).bit_length() - 1

    def is_terminal(self) -> bool:
        return bool(self.at.record["over"][0])

    def _legal_actions(self, player: int) -> list[int]:
        return self._game().setting.game.legal(self.at.record, player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return CHANCE

    def _apply_action(self, action: int) -> None:
        if self.at.waiting:
            self._draw(action)
        else:
            self._choose(((self.current_player(), action),))

    def _apply_actions(self, actions: list[int]) -> None:
        self._choose(tuple(enumerate(actions)))

    def _choose(self, choices: tuple[tuple[int, int], ...]) -> None:
        """Carry out choices, or let them wait if chance has a part in what follows."""
        after = self._after(self.at.record.copy(), choices)
        if self._chance_of(after) == self._chance_of(self.at.record):
            self._move_to(after, choices)
        else:
            self.at.pending, self.at.waiting = choices, True

    def _after(self, state: States, choices: tuple[tuple[int, int], ...]) -> States:
        for seat, action in choices:
            self._game().setting.game.apply(state, seat, int(action))
        return state

    # --- chance ---

    def _parts(self, state: States) -> Iterator[Any]:
        for path in self._game().generators:
            yield functools.reduce(lambda part, name: part[name], path, state)

    def _chance_of(self, state: States) -> list[bytes]:
        """Where the generators stand."""
        return [part[name].tobytes() for part in self._parts(state) for name in ("key", "block", "used")]

    def _draw(self, outcome: int) -> None:
        at, chosen = self.at, self._game().setting
        at.digits += (outcome,)
        if at.event == 0 and len(at.digits) < OPENING:
            return
        drawn = functools.reduce(lambda number, digit: number * OUTCOMES + digit, at.digits, 0)
        if at.event == 0:
            at.opening = drawn
        seed = at.opening | at.event << 32 | drawn << 64
        choices = at.pending
        at.event, at.digits, at.pending, at.waiting = at.event + 1, (), (), False
        if not at.record["asked"][0]:
            self._move_to(chosen.game.start(chosen.template, seed), ())
            return
        state = at.record.copy()
        for part in self._parts(state):
            part["key"], part["block"], part["used"] = seed_words(seed), 0, 0
        self._move_to(self._after(state, choices), choices)

    def _move_to(self, state: States, choices: tuple[tuple[int, int], ...]) -> None:
        """The next state; everybody remembers what they see of it, and what they have done themselves."""
        game = self._game().setting.game
        self.at.record = state
        done = dict(choices)
        self.at.seen = tuple(
            hashlib.sha256(
                before + int(done.get(seat, -1)).to_bytes(4, "big", signed=True) + game.view(state, seat).tobytes()
            ).digest()[:DIGEST]
            for seat, before in enumerate(self.at.seen)
        )

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """Another state in which this player would know the same (for OpenSpiel's ISMCTS)."""
        game = self._game().setting.game
        found: SpielState = self.clone()
        view = game.view(self.at.record, player)
        found.at.record = game.redeal(view, player, int(sampler() * (1 << 62)))
        return found

    # --- results and texts ---

    def returns(self) -> list[float]:
        out = np.zeros(self._game().setting.seats)
        if self.is_terminal():
            self._game().utilities_at(self.at.record, 0, out)
        found: list[float] = out.tolist()
        return found

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return self._game().setting.game.text_of(self.at.record, action)

    def __str__(self) -> str:
        """The whole state, with what is hidden."""
        at = self.at
        text = print_position(self._game().setting.game, at.record)
        return f"{text}\nwaiting {at.pending} {at.digits}" if at.waiting else text


class Observer:
    """What a player sees, by the pieces that the declarations of the record give."""

    def __init__(self, chosen: Setting, kind: Any) -> None:
        self._setting, self._kind = chosen, kind
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("an observation holds what one player sees; there is none of all players")
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        names = [
            name
            for name, piece in chosen.encoder.pieces.items()
            if (self._private if piece.private or name == "seat" else kind.public_info)
        ]
        self._encoder = Encoder(chosen.game, chosen.seats, names)
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if not kind.perfect_recall:
            self.tensor = np.zeros(self._encoder.size, np.float32)
            self.dict = self._encoder.split(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = self._encoder.one(bytes_of(state.at.record), player)

    def string_from(self, state: SpielState, player: int) -> str:
        if self._kind.public_info:
            text = self._setting.text(state.at.record, player if self._private else SPECTATOR)
        else:
            seen = self._encoder.split(self._encoder.one(bytes_of(state.at.record), player))
            text = "\n".join(f"{name} {' '.join(f'{x:g}' for x in piece.ravel())}" for name, piece in seen.items())
        if self._kind.perfect_recall and self._private:
            return f"player {player} recalls {state.at.seen[player].hex()}\n{text}"
        return text


def register_all() -> None:
    """Make every game known to pyspiel."""
    known = set(pyspiel.registered_names())
    for game in games().values():
        if short_name(game) not in known:
            creator = type(f"SpielGame_{game.id}", (SpielGame,), {"rules": game})
            pyspiel.register_game(game_type(game, turn_options(game)), creator)


register_all()
