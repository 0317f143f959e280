"""One sitting at a game: who plays, what has happened, whose choice is next. It asks and prints nothing.

The plain terminal and the app both play on it, each in its own way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matchbox import bots
from matchbox.bots import Bot
from matchbox.engine import BadOption, Game
from matchbox.engine.chance import parse_seed
from matchbox.engine.moment import Moment
from matchbox.engine.notation import Record, parse_game, print_game

from .scene import Look, Scene, scene_of

YOU = "you"
PLAYERS = "# players "  # a remark in a saved record: who sat where


@dataclass(frozen=True)
class Advice:
    """What a strong player thinks of one choice."""

    text: str
    share: float  # how often it would be played
    value: float  # what is expected then, -1 to 1

    def __str__(self) -> str:
        return f"{self.text}  (weight {self.share:.0%}, expects {self.value:+.2f} of -1 to 1)"


class Sitting:
    def __init__(
        self, game: Game, players: Sequence[str], options: Mapping[str, Any], seed: int | str | None = None
    ) -> None:
        number = parse_seed(seed)
        self.game, self.players = game, list(players)
        self.state = game.new(len(players), number, **options)
        self.moment = Moment(game, self.state)
        self.record = Record(game, len(players), game.options_of(self.state), number)
        self.bots: dict[int, Bot] = {
            seat: bots.make(name, number % 2**32 + seat, game) for seat, name in enumerate(players) if name != YOU
        }
        self.people = [seat for seat, name in enumerate(players) if name == YOU]
        if not self.people:
            raise BadOption("keep a seat for yourself: --seats you,random (or use `matchbox simulate`)")
        self.names = _names(self.players)
        self._log: list[tuple[str, bool]] = []  # each action as text, and is it a secret?

    # --- playing ---

    @property
    def over(self) -> bool:
        return bool(self.state["over"][0])

    def next_seat(self) -> int:
        """Whose choice comes next: bots first, where several choose at the same time."""
        acting = self.game.acting(self.state)
        return next((seat for seat in acting if seat in self.bots), acting[0])

    def legal(self, seat: int) -> list[int]:
        """What a seat may choose from, as it was before others have chosen."""
        return self.game.legal(self.moment.question(seat), seat)

    def is_asked(self, seat: int) -> bool:
        """Is this a person with something to choose?"""
        forced = len(self.legal(seat)) == 1 and not self.game.about.asks_forced
        return seat not in self.bots and not forced

    def choice_of(self, seat: int) -> int:
        """What a bot chooses, or the only legal action; a bot may take its time."""
        legal = self.legal(seat)
        if len(legal) == 1 and not self.game.about.asks_forced:
            return legal[0]
        return self.bots[seat].choose(self.game, self.moment.question(seat), seat)

    def act(self, seat: int, action: int) -> None:
        named = self.game.actions.named(action, self.game.context_of(self.state))
        self._log.append((named.text(action), named.is_secret(int(self.state["phase"][0]))))
        self.game.apply(self.state, seat, action)
        self.moment.note(seat, action, self.state)
        self.record.actions.append((seat, action))
        self.record.result = self.game.result(self.state)

    # --- what one seat sees ---

    def scene(self, seat: int) -> Scene:
        view = self.game.view(self.state, seat)
        return scene_of(Look(self.game, view, seat, self.names, self.game.legal(view, seat)))

    def lines(self, seat: int, start: int = 0) -> list[str]:
        """The actions from number `start` on, as this seat may know them."""
        return [self._line(number, seat) for number in range(start, len(self.record.actions))]

    def _line(self, number: int, seat: int) -> str:
        actor, _ = self.record.actions[number]
        text, secret = self._log[number]
        hidden = secret and actor != seat and not self.over
        return f"{self.names[actor]}: {'has chosen' if hidden else text}"

    def advice(self, seat: int, most: int = 5) -> list[Advice]:
        """What a club player thinks of the choices, the best ones first."""
        from matchbox.bots.levels import LEVELS, Thinker

        thinker = Thinker(LEVELS["club"], len(self.record.actions))
        found = thinker.analyse(self.game, self.moment.question(seat), seat)
        rows = sorted(zip(found.policy, found.values, found.actions, strict=True), reverse=True)
        return [Advice(self.game.text_of(self.state, action), share, value) for share, value, action in rows[:most]]

    # --- going away and coming back ---

    def saved(self) -> str:
        """The record, with who sat where."""
        return f"{PLAYERS}{','.join(self.players)}\n{print_game(self.record)}"


def resumed(text: str) -> Sitting:
    """A saved sitting, as it was left."""
    record = parse_game(text)
    remarks = [line.removeprefix(PLAYERS) for line in text.splitlines() if line.startswith(PLAYERS)]
    players = remarks[0].split(",") if remarks else [YOU] * record.seats
    if len(players) != record.seats:
        raise BadOption(f"this game has {record.seats} seats, but names {len(players)} players")
    sitting = Sitting(record.game, players, record.options, record.seed)
    for seat, action in record.actions:
        sitting.act(seat, action)
    return sitting


def _names(players: Sequence[str]) -> list[str]:
    """Seats by name, numbered where several are alike."""
    names = []
    for seat, player in enumerate(players):
        alike = players.count(player) > 1
        names.append(f"{player.capitalize()} {players[: seat + 1].count(player)}" if alike else player.capitalize())
    return names
