"""Actions and games as text, which reads back exactly.

The text of an action is `hold blue=2 red=1 green=0`. On input the block name (`c4`), the argument
names (`hold 2 1 0`) and arguments with a single legal value may be missing. The text of a game
consists of its options, its seed and its actions.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from .actions import Named
from .chance import parse_seed
from .errors import Ambiguous, BadOption, Illegal, MatchboxError, OtherVersion, UnknownGame, Unreadable
from .game import Game, Result
from .positions import check_version, numbered_lines
from .record import States
from .registry import get

# --- actions ---


def parse_action(game: Game, state: States, seat: int, text: str) -> int:
    """The legal action that a text stands for.

    Raises Unreadable if the text matches no action of the game, Illegal if it matches none that
    is legal now, and Ambiguous if it matches several legal ones.
    """
    words = text.split()
    if not words:
        raise Unreadable(f"write an action, for example {_sample(game, state, seat)}")
    context, legal, full = game.context_of(state), game.legal(state, seat), " ".join(words)
    exact = [action for action in legal if game.actions.text(action, context) == full]
    if len(exact) == 1:  # as in all records
        return exact[0]
    everything = [action for action, block, values in game.actions.everything(context) if _fits(words, block, values)]
    found = [action for action in everything if action in legal]
    if len(found) == 1:
        return found[0]
    if found:
        texts = [game.text_of(state, action) for action in found[:4]] + ["..."] * (len(found) > 4)
        raise Ambiguous(f"{text!r} may mean {', '.join(texts)}; write more of it")
    if everything and not legal:
        raise Illegal(f"it is not seat {seat}'s turn")
    hint = f"; write for example {_sample(game, state, seat)}"
    if everything:
        raise Illegal(f"{text!r} is not legal now{hint}")
    raise Unreadable(f"{text!r} is not an action of {game.about.name}{hint}")


def _sample(game: Game, state: States, seat: int) -> str:
    """An example for an error message: a legal action if there is one."""
    action = next(iter(game.legal(state, seat)), None)
    if action is None:
        action = next(game.actions.everything(game.context_of(state)))[0]
    return repr(game.text_of(state, action))


def _fits(words: Sequence[str], block: Named, values: dict[str, str]) -> bool:
    """Do these words match this action? The block name is optional; arguments come by name or in order."""
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


# --- games ---

MOST_SEATS = 16  # in a record


@dataclass
class Record:
    """A played game, with everything needed to replay it exactly."""

    game: Game
    seats: int
    options: dict[str, Any]
    seed: int | None = None
    commitment: str | None = None  # SHA-256 of the seed, or of the table's secret
    actions: list[tuple[int, int]] = field(default_factory=list)  # seat and action
    result: Result | None = None
    written: list[str] = field(default_factory=list)  # texts of the actions, where they are known without a replay
    times: list[int] = field(default_factory=list)  # numbers of actions after which a time limit ran out
    table: str | None = None  # the table's name, for a game on a server
    secret: str | None = None  # the server's secret, which the commitment belongs to
    nonces: list[str] = field(default_factory=list)  # each seat's contribution to the seed

    def replay(self) -> Iterator[tuple[int, int, States]]:
        """Yield seat, action and the state before it for every action, then (-1, -1, final state)."""
        if self.seed is None:
            raise Unreadable("this game has no published seed yet; replay it after the seed is published")
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


@dataclass
class UnplayableRecord:
    """The record of a table whose rules are not installed: chance can be checked, the actions cannot."""

    why: str  # the rules are missing
    seats: int = 0
    seed: int | None = None
    commitment: str | None = None
    table: str | None = None
    secret: str | None = None
    nonces: list[str] = field(default_factory=list)
    moves: int = 0
    result: str = ""
    has_digest: bool = False


def commitment_of(seed: int) -> str:
    """A hash to publish before the game, so that players can check the seed afterwards."""
    return hashlib.sha256(seed.to_bytes(32, "big")).hexdigest()


def mixed_seed(secret: str, table: str, nonces: Sequence[str]) -> int:
    """The seed of a game on a server: an HMAC keyed by the secret, over the table's name and the nonces by seat."""
    text = "/".join([table, *nonces])
    return int.from_bytes(hmac.digest(bytes.fromhex(secret), text.encode(), "sha256"), "big")


def print_game(record: Record, sealed: bool = False) -> str:
    """A game as text. A sealed text contains the commitment instead of the seed."""
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
    texts = record.written
    if record.seed is not None and not texts:
        texts = [game.text_of(state, action) for _, action, state in record.replay() if action >= 0]
    for number, ((seat, _), text) in enumerate(zip(record.actions, texts, strict=True)):
        lines += ["time"] * record.times.count(number)
        lines.append(f"{seat} {text}")
    lines += ["time"] * record.times.count(len(record.actions))
    if record.result:
        lines.append(_print_result(record.result))
    return "\n".join(lines) + "\n"


def with_digest(text: str) -> str:
    """A printed game with a line that tells whether the lines above it have changed."""
    return f"{text}digest {_digest(line for _, line in numbered_lines(text))}\n"


def _digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _check_digest(lines: list[tuple[int, str]]) -> bool:
    """Check the digest in the last line; False if there is none."""
    word, _, digest = lines[-1][1].partition(" ")
    if word != "digest":
        return False
    if digest != _digest(line for _, line in lines[:-1]):
        raise Illegal("the record does not match its digest; it has been changed or damaged")
    return True


def _print_result(result: Result) -> str:
    ranks, scores = (" ".join(map(str, values)) for values in (result.ranks, result.scores))
    return f"result ranks {ranks} scores {scores} reason {result.reason}"


def parse_game(text: str) -> Record:
    """Read a game. If the text has a seed, replay it and check every action and the result."""
    lines = list(numbered_lines(text))
    if not lines or not lines[0][1].startswith("game "):
        raise Unreadable("start the game with a line such as 'game othellino 1'")
    words = lines[0][1].split()
    if len(words) != 3:
        raise Unreadable(f"line {lines[0][0]}: write 'game', then the game's id and its version")
    game = get(words[1])
    check_version(game, words[2])
    _check_digest(lines)
    record = Record(game, game.about.seats[0], {})
    moves: list[tuple[int, int, str]] = []
    result = ""
    for number, line in lines[1:]:
        word, _, rest = line.partition(" ")
        if word.isdecimal() and len(word) <= len(str(MOST_SEATS)):
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
        _replay(record, moves, result)
    else:
        _read_unchecked(record, moves)
    return record


def parse_any_game(text: str) -> Record | UnplayableRecord:
    """Read a game. If it is the game of a table and its rules are not installed, check only its chance and digest."""
    try:
        return parse_game(text)
    except (UnknownGame, OtherVersion) as error:
        record = _read_unplayable(text, str(error))
        if record.secret is None or record.seed is None:
            raise
    _check_seed(record)
    return record


def _read_unplayable(text: str, why: str) -> UnplayableRecord:
    lines = list(numbered_lines(text))
    record = UnplayableRecord(why, has_digest=_check_digest(lines))
    for number, line in lines[1:]:
        word, _, rest = line.partition(" ")
        if word.isdecimal():
            record.moves += 1
        elif word != "time":
            try:
                record.result = _read_header(record, word, rest) or record.result
            except (MatchboxError, ValueError) as error:
                raise Unreadable(f"line {number}: {error}") from None
    if not 1 <= record.seats <= 16:
        raise Unreadable("a game has 1 to 16 seats")
    return record


def _read_header(record: Record | UnplayableRecord, word: str, rest: str) -> str:
    """Read a line that is not an action; return it if it is the result."""
    if word == "seats":
        record.seats = int(rest)
    elif word == "option":
        if isinstance(record, Record):
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
        if seat not in map(str, range(MOST_SEATS)):
            raise Unreadable(f"write the seat of a nonce as a number from 0 to {MOST_SEATS - 1}")
        record.nonces += [""] * (int(seat) + 1 - len(record.nonces))
        record.nonces[int(seat)] = nonce
    elif word == "result":
        return f"result {rest}"
    elif word != "digest":
        raise Unreadable(f"{word!r} is not a header; start an action with its seat number")
    return ""


def _replay(record: Record, moves: Iterable[tuple[int, int, str]], result: str) -> None:
    """Read the moves into the record and check them, the seed and the result."""
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
        game.function("apply_at")(state, 0, seat, action)
        record.actions.append((seat, action))
    record.result = game.result(state)
    if result and (record.result is None or _outcome(_print_result(record.result)) != _outcome(result)):
        played = _print_result(record.result) if record.result else "the game is not over"
        raise Illegal(f"the result does not follow from the actions, which lead to: {played}")


def _outcome(result: str) -> str:
    """Ranks and scores of a printed result. The wording of the reason may differ between releases."""
    return result.partition(" reason ")[0]


def sealed_by(record: Record | UnplayableRecord) -> str:
    """The commitment that belongs to a record's secret, or to its seed if it has no secret."""
    if record.secret is None:
        return commitment_of(record.seed or 0)
    return hashlib.sha256(bytes.fromhex(record.secret)).hexdigest()


def _check_seed(record: Record | UnplayableRecord) -> None:
    """Check the seed, or the secret it is mixed from, against the commitment."""
    if record.commitment not in (None, sealed_by(record)):
        raise Illegal(f"the {'seed' if record.secret is None else 'secret'} does not match the commitment")
    if record.secret is None:
        return
    record.nonces += [""] * (record.seats - len(record.nonces))
    if record.seed != mixed_seed(record.secret, record.table or "", record.nonces):
        raise Illegal("the seed does not match the secret, the table's name and the nonces")


def _read_unchecked(record: Record, moves: Iterable[tuple[int, int, str]]) -> None:
    """Read the moves of a game without a seed. They must be written in full and are not checked."""
    options = record.game.read_options(record.options)
    texts = {block.text(action): action for action, block, _ in record.game.actions.everything(options)}
    for number, seat, text in moves:
        if seat < 0:
            record.times.append(len(record.actions))
            continue
        if text not in texts:
            raise Unreadable(f"line {number}: {text!r} is not an action of {record.game.about.name}")
        record.actions.append((seat, texts[text]))
        record.written.append(text)
