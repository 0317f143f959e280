"""Games of bots with everything that the studies of a game look at: a line of JSON for each game, which replays it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any, NamedTuple

from matchbox.engine import Game, Result, States
from matchbox.engine.notation import Record

from .matches import Choice, Noting, play_match, seated_bot

OTHER_THOUGHTS = 2**40
"""Between the seeds of bots that play the same deal again."""


class Deal(NamedTuple):
    """A game to play. The same seed and line-up with another `repeat` is the same deal, but bots think otherwise."""

    seed: int
    line_up: tuple[str, ...]
    repeat: int = 0


@dataclass(frozen=True)
class ObservedGame:
    """A finished game. The lists have an entry for each choice."""

    seed: int
    line_up: tuple[str, ...]
    repeat: int
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    returns: tuple[float, ...]  # per seat, -1 to 1
    reason: str
    capped: bool
    starter: int  # the starting player, or -1 if the game begins with a simultaneous choice
    points: tuple[int, ...]  # the number of the decision point; simultaneous choices share it
    actors: tuple[int, ...]
    actions: tuple[int, ...]
    legal: tuple[tuple[int, ...], ...]
    values: tuple[float | None, ...]  # of the position for the seat that chooses, where its bot searched
    stakes: tuple[float | None, ...]  # how much better the best move was than the mean move

    @property
    def is_draw(self) -> bool:
        """Did rivals share first place?"""
        return len(self.ranks) > 1 and set(self.ranks) == {1} and set(self.returns) == {0.0}

    @property
    def is_together(self) -> bool:
        """Did all seats win or lose together?"""
        return len(set(self.returns)) == 1 and not self.is_draw

    def as_line(self) -> dict[str, Any]:
        return asdict(self)

    def record(self, game: Game, template: States) -> Record:
        """The record, which `matchbox replay` and the page open."""
        return Record(
            game,
            len(self.line_up),
            game.options_of(template),
            seed=self.seed,
            actions=list(zip(self.actors, self.actions, strict=True)),
            result=Result(self.ranks, self.scores, self.reason, self.capped),
        )


def observed_of(line: dict[str, Any]) -> ObservedGame | None:
    """A game from a line of a file; None for a line of another kind."""
    if line.keys() != {field.name for field in fields(ObservedGame)}:
        return None
    return ObservedGame(**{name: _frozen(value) for name, value in line.items()})


def _frozen(value: Any) -> Any:
    return tuple(_frozen(one) for one in value) if isinstance(value, list) else value


def observe_deal(game: Game, template: States, deal: Deal) -> ObservedGame:
    notes: list[Choice] = []
    thoughts = deal.seed + deal.repeat * OTHER_THOUGHTS
    players = [Noting(seated_bot(name, game, thoughts, seat), notes) for seat, name in enumerate(deal.line_up)]
    played = play_match(game, template, players, deal.seed)
    moves = [note.move for note in notes]
    return ObservedGame(
        *deal,
        ranks=played.result.ranks,
        scores=played.result.scores,
        returns=played.returns,
        reason=played.result.reason,
        capped=played.result.capped,
        starter=played.starter,
        points=tuple(int(note.view["decision_point"][0]) for note in notes),
        actors=tuple(note.seat for note in notes),
        actions=tuple(int(move.action) for move in moves),
        legal=tuple(tuple(note.legal) for note in notes),
        values=tuple(_short(move.value) for move in moves),
        stakes=tuple(_short(move.stake) for move in moves),
    )


def _short(value: float | None) -> float | None:
    return None if value is None else round(float(value), 4)
