"""Text of actions, positions and whole games; what is printed can be read again, exactly.

An action: `hold blue=2 red=1 green=0`. A reader may leave out what is plain: the word
(`c4`), the argument names (`hold 2 1 0`), or arguments that only one legal action leaves open.
A position is a list of fields; a game is its options, its seed and its actions.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .actions import Named
from .chance import parse_seed
from .errors import Ambiguous, BadOption, Illegal, MatchboxError, Unreadable
from .game import Game, Result, get
from .record import SPECTATOR, Field, States

# --- actions ---


def parse_action(game: Game, state: States, seat: int, text: str) -> int:
    """The legal action that a text means.

    Raises Unreadable if no action of the game reads like this, Illegal if one does but is
    not allowed now, Ambiguous if several legal ones do.
    """
    words = text.split()
    if not words:
        raise Unreadable("an action is needed, such as " + _sample(game, state, seat))
    context = game.context_of(state)
    everything = [action for action, block, values in game.actions.everything(context) if _fits(words, block, values)]
    legal = set(game.legal(state, seat))
    found = [action for action in everything if action in legal]
    exact = [action for action in found if game.text_of(state, action) == " ".join(words)]
    if len(exact or found) == 1:
        return (exact or found)[0]
    if found:
        texts = [game.text_of(state, action) for action in found[:4]] + ["..."] * (len(found) > 4)
        raise Ambiguous(f"{text!r} may mean {', '.join(texts)}; say more")
    if everything:
        reason = "is not legal now" if legal else f"must wait: seat {seat} is not to act now"
        raise Illegal(f"{text!r} {reason}" + (f"; legal is for example {_sample(game, state, seat)}" if legal else ""))
    raise Unreadable(f"{text!r} is no action of {game.about.name}; write for example {_sample(game, state, seat)}")


def _sample(game: Game, state: States, seat: int) -> str:
    """A legal action, or any, as an example for an error."""
    action = next(iter(game.legal(state, seat)), None)
    if action is None:
        action = next(game.actions.everything(game.context_of(state)))[0]
    return repr(game.text_of(state, action))


def _fits(words: Sequence[str], block: Named, values: dict[str, str]) -> bool:
    """Could these words stand for this action? Word first or left out, arguments by name or in order."""
    rest = [word.lower() for word in words]
    if rest[0] in (block.name.lower(), block.name.lower().rpartition(".")[2]):  # gaze.hold is also hold
        rest = rest[1:]
    elif not values:
        return False
    by_name = {k.lower(): v.lower() for k, v in values.items()}
    in_order = [v for k, v in by_name.items() if not any(word.startswith(f"{k}=") for word in rest)]
    for word in rest:
        name, equals, value = word.partition("=")
        if equals:
            if by_name.get(name) != value:
                return False
        elif not in_order or in_order.pop(0) != word:
            return False
    return True


# --- positions ---


def print_position(game: Game, state: States, seen_by: int | None = None) -> str:
    """A state, or the view of a seat or SPECTATOR, field by field; fields full of zeros are left out."""
    viewer = "whole" if seen_by is None else "spectator" if seen_by == SPECTATOR else f"seat {seen_by}"
    lines = [f"position {game.id} {game.about.version} {viewer}"]
    lines += [f"option {name} {value}" for name, value in game.options_of(state).items()]
    lines += _print_fields(game.State.fields, state, "")
    return "\n".join(lines) + "\n"


def _print_fields(fields: dict[str, Field], state: Any, prefix: str) -> Iterator[str]:
    for name, spec in fields.items():
        if spec.visible == "inside":
            yield from _print_fields(spec.code.fields, state[name], f"{prefix}{name}.")
        elif (prefix or not spec.is_option) and state[name].any():
            rows = np.asarray(state[name][0]).reshape(spec.shape[0] if len(spec.shape) > 1 else 1, -1)
            yield f"{prefix}{name} " + " / ".join(" ".join(str(int(x)) for x in row) for row in rows)


def parse_position(text: str) -> tuple[Game, States]:
    """The game and the state of a printed position."""
    lines = _lines(text)
    number, first = next(lines, (0, ""))
    words = first.split()
    if len(words) < 4 or words[0] != "position":
        raise Unreadable("a position begins with a line such as 'position othellino 1 whole'")
    game = get(words[1])
    _same_version(game, words[2])
    state = np.zeros(1, game.State.dtype)
    options: dict[str, str] = {}
    for number, line in lines:
        name, _, rest = line.partition(" ")
        if name == "option":
            key, _, value = rest.partition(" ")
            options[key] = value
        else:
            _read_field(game, state, name, rest, number)
    game.store_options(state, game.read_options(options))
    return game, state


def _read_field(game: Game, state: States, path: str, text: str, number: int) -> None:
    fields, target = game.State.fields, state
    *outer, name = path.split(".")
    for part in outer:
        if part not in fields or fields[part].visible != "inside":
            raise Unreadable(f"line {number}: {game.about.name} has no field {path!r}")
        fields, target = fields[part].code.fields, target[part]
    if name not in fields:
        raise Unreadable(f"line {number}: {game.about.name} has no field {path!r}")
    spec = fields[name]
    try:
        values = [int(word) for word in text.split() if word != "/"]
        target[name] = np.array(values, np.dtype(spec.code)).reshape((1, *spec.shape))
    except (ValueError, OverflowError):
        wanted = int(np.prod(spec.shape))
        raise Unreadable(f"line {number}: {path} needs {wanted} whole number(s) of type {spec.code}") from None


# --- whole games ---


@dataclass
class Record:
    """A game as played: enough to play it again exactly."""

    game: Game
    seats: int
    options: dict[str, Any]
    seed: int | None = None
    commitment: str | None = None  # SHA-256 of the seed while it is still secret, or of the table's secret
    actions: list[tuple[int, int]] = field(default_factory=list)
    result: Result | None = None
    written: list[str] = field(default_factory=list)  # the actions as read, where there is no seed to replay them
    times: list[int] = field(default_factory=list)  # after how many actions the time limit of a live game passed
    table: str | None = None  # of a game on a server: its table,
    secret: str | None = None  # the secret that the commitment belongs to,
    nonces: list[str] = field(default_factory=list)  # and what each seat added to it

    def replay(self) -> Iterator[tuple[int, int, States]]:
        """Every action with its seat and the state before it; last (-1, -1, final state)."""
        if self.seed is None:
            raise Unreadable("the seed of this game is not published yet, only its commitment")
        state = self.game.new(self.seats, self.seed, **self.options)
        for number, (seat, action) in enumerate(self.actions, 1):
            self._time_up(state, number - 1)
            yield seat, action, state.copy()
            try:
                self.game.apply(state, seat, action)
            except Illegal as error:
                raise Illegal(f"action {number}: {error}") from None
        self._time_up(state, len(self.actions))
        yield -1, -1, state

    def _time_up(self, state: States, actions: int) -> None:
        for _ in range(self.times.count(actions)):
            self.game.time_up(state)

    def final(self) -> States:
        """The state after the last action."""
        *_, (_, _, state) = self.replay()
        return state


def commitment_of(seed: int) -> str:
    """What can be shown before a game so that its seed can be checked afterwards."""
    return hashlib.sha256(seed.to_bytes(32, "big")).hexdigest()


def mixed_seed(secret: str, table: str, nonces: Sequence[str]) -> int:
    """The seed of a game on a server: the secret is the key, the table's name and the nonces in seat order the text."""
    text = "/".join([table, *nonces])
    return int.from_bytes(hmac.digest(bytes.fromhex(secret), text.encode(), "sha256"), "big")


def print_game(record: Record, sealed: bool = False) -> str:
    """A whole game as text; sealed, with the commitment to the seed in place of the seed."""
    game = record.game
    lines = [f"game {game.id} {game.about.version}", f"seats {record.seats}"]
    lines += [f"option {name} {value}" for name, value in game.read_options(record.options).items()]
    if record.table is not None:
        lines.append(f"table {record.table}")
        lines += [f"nonce {seat} {nonce}" for seat, nonce in enumerate(record.nonces) if nonce]
    if record.secret is not None and not sealed:
        lines.append(f"secret {record.secret}")
    if record.seed is not None and not sealed:
        lines.append(f"seed {record.seed:064x}")
    if sealed and record.secret is not None:  # the table's commitment, not the seed's
        lines.append(f"commitment {record.commitment}")
        return "\n".join(lines) + "\n"
    commitment = commitment_of(record.seed) if sealed and record.seed is not None else record.commitment
    if commitment is not None:
        lines.append(f"commitment {commitment}")
    if record.seed is None:
        texts = record.written
    else:
        texts = [game.text_of(state, action) for _, action, state in record.replay() if action >= 0]
    for number, ((seat, _), text) in enumerate(zip(record.actions, texts, strict=True)):
        lines += ["time"] * record.times.count(number)
        lines.append(f"{seat} {text}")
    lines += ["time"] * record.times.count(len(record.actions))
    if record.result:
        lines.append(_print_result(record.result))
    return "\n".join(lines) + "\n"


def _print_result(result: Result) -> str:
    ranks, scores = (" ".join(map(str, values)) for values in (result.ranks, result.scores))
    return f"result ranks {ranks} scores {scores} reason {result.reason}"


def parse_game(text: str) -> Record:
    """Read a whole game. With a seed it is replayed: every action must be legal and the result must be right."""
    lines = list(_lines(text))
    if not lines or not lines[0][1].startswith("game "):
        raise Unreadable("a game begins with a line such as 'game othellino 1'")
    words = lines[0][1].split()
    if len(words) != 3:
        raise Unreadable(f"line {lines[0][0]}: write 'game', the game's id and its version")
    game = get(words[1])
    _same_version(game, words[2])
    record = Record(game, game.about.seats[0], {})
    moves: list[tuple[int, int, str]] = []
    result = ""
    for number, line in lines[1:]:
        word, _, rest = line.partition(" ")
        if word.isdecimal():
            moves.append((number, int(word), rest))
        elif word == "time":
            moves.append((number, -1, ""))
        else:
            try:
                result = _read_header(record, word, rest) or result
            except (MatchboxError, ValueError) as error:
                raise Unreadable(f"line {number}: {error}") from None
    try:
        game.template(record.seats, record.options)
    except BadOption as error:
        raise Unreadable(str(error)) from None
    if record.seed is not None:
        _play_through(record, moves, result)
    else:
        _read_only(record, moves)
    return record


def _read_header(record: Record, word: str, rest: str) -> str:
    """One line that is no action; returns the text of a result."""
    if word == "seats":
        record.seats = int(rest)
    elif word == "option":
        name, _, value = rest.partition(" ")
        record.options[name] = record.game.read_options({name: value})[name]
    elif word == "seed":
        record.seed = parse_seed(rest)
    elif word == "commitment":
        record.commitment = rest
    elif word == "table":
        record.table = rest
    elif word == "secret":
        record.secret = bytes.fromhex(rest).hex()
    elif word == "nonce":
        seat, _, nonce = rest.partition(" ")
        record.nonces += [""] * (int(seat) + 1 - len(record.nonces))
        record.nonces[int(seat)] = nonce
    elif word == "result":
        return f"result {rest}"
    else:
        raise Unreadable(f"{word!r} is neither a header nor a seat number")
    return ""


def _play_through(record: Record, moves: Iterable[tuple[int, int, str]], result: str) -> None:
    game = record.game
    _check_seed(record)
    state = game.new(record.seats, record.seed, **record.options)
    for number, seat, text in moves:
        if seat < 0:
            game.time_up(state)
            record.times.append(len(record.actions))
            continue
        try:
            action = parse_action(game, state, seat, text)
        except MatchboxError as error:
            raise type(error)(f"line {number}: {error}") from None
        game.compiled("apply_at")(state, 0, seat, action)
        record.actions.append((seat, action))
    record.result = game.result(state)
    if result and (record.result is None or _print_result(record.result) != result):
        played = _print_result(record.result) if record.result else "the game is not over"
        raise Illegal(f"the result does not follow from the actions; they lead to: {played}")


def _check_seed(record: Record) -> None:
    """The seed must belong to the commitment: itself, or mixed from a secret that does."""
    if record.secret is None:
        if record.commitment not in (None, commitment_of(record.seed or 0)):
            raise Illegal("the seed does not belong to the commitment")
        return
    if record.commitment not in (None, hashlib.sha256(bytes.fromhex(record.secret)).hexdigest()):
        raise Illegal("the secret does not belong to the commitment")
    record.nonces += [""] * (record.seats - len(record.nonces))
    if record.seed != mixed_seed(record.secret, record.table or "", record.nonces):
        raise Illegal("the seed is not mixed from the secret, the table's name and the nonces")


def _read_only(record: Record, moves: Iterable[tuple[int, int, str]]) -> None:
    """Without a seed the actions can be read but not checked; they must be written in full."""
    options = record.game.read_options(record.options)
    texts = {block.text(action): action for action, block, _ in record.game.actions.everything(options)}
    for number, seat, text in moves:
        if seat < 0:
            record.times.append(len(record.actions))
            continue
        if text not in texts:
            raise Unreadable(f"line {number}: {text!r} is no action of {record.game.about.name}")
        record.actions.append((seat, texts[text]))
        record.written.append(text)


def _same_version(game: Game, version: str) -> None:
    if version != str(game.about.version):
        raise Unreadable(f"this is for version {version} of {game.id}; this program has version {game.about.version}")


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Numbered lines without comments and blanks."""
    for number, line in enumerate(text.splitlines(), 1):
        line = line.partition("#")[0].strip()
        if line:
            yield number, line
