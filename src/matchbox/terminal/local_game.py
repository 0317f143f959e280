"""A game on this computer: a match with its players. It reads and prints nothing.

The plain terminal and the app both play on it, each in its own way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matchbox import bots
from matchbox.bots import Bot
from matchbox.engine import BadOption, Game
from matchbox.engine.chance import parse_seed
from matchbox.engine.notation import Record, parse_game, print_game
from matchbox.play.match import SHOWN, Match, Refused
from matchbox.scene import Area, Choice, Look, Scene, cards_out_of, scene_of

PERSON = "you"
"""The name of a player who is a person; all other names are bots."""

RARE = 0.005
"""Actions that a strong player chooses less often are no hint: the search hardly tried them."""

PLAYERS = "# players "
"""A comment in a saved record that names the player in each seat."""


def _outcome(game: Game, seats: int, value: float) -> str:
    """A value in -1..1 in a player's words."""
    share = (value + 1) / 2
    if game.about.cooperative and game.about.score_bounds:
        low, high = game.about.score_bounds
        return f"scores about {low + share * (high - low):.0f}"
    if seats == 2:
        return f"wins about {100 * share:.0f} % from here"
    return f"finishes about place {1 + (1 - share) * (seats - 1):.1f} of {seats}"


class LocalGame(Match):
    def __init__(
        self, game: Game, players: Sequence[str], options: Mapping[str, Any], seed: int | str | None = None
    ) -> None:
        read = game.read_options(options)
        if game.real_time(read):
            turns = ", ".join(f"{name}={value}" for name, value in game.in_turns(read).items())
            advice = (
                f"choose {turns}, or race on the page: matchbox serve" if turns else "race on the page: matchbox serve"
            )
            raise BadOption(
                f"{game.about.name} is a race with these options, and a terminal has one keyboard; {advice}"
            )
        super().__init__(game, len(players))
        self.players, self._seed = list(players), parse_seed(seed)
        self.start(game.template(len(players), options), self._seed)
        self.bots: dict[int, Bot] = {
            seat: bots.seated(name, self._seed % 2**32 + seat, game)
            for seat, name in enumerate(players)
            if name != PERSON
        }
        self.people = [seat for seat, name in enumerate(players) if name == PERSON]
        if not self.people:
            raise BadOption("keep a seat for yourself: --seats you,random (or use `matchbox simulate`)")
        self.names = _names(self.players)
        self._until = ""  # of the choice that is made again for the person

    # --- playing ---

    @property
    def record(self) -> Record:
        """The game so far."""
        record = Record(self.game, len(self.players), self.game.options_of(self.first), self._seed)
        record.actions = [(step.seat, step.action) for step in self.steps]
        record.result = self.game.result(self.position)
        return record

    def next_seat(self) -> int:
        """The next seat to act. Bots come first where several seats act at the same time."""
        acting = self.acting()
        return next((seat for seat in acting if seat in self.bots), acting[0])

    def needs_person(self, seat: int) -> bool:
        """Does a person have to choose? A forced action is played for them if all others know it anyway."""
        return seat not in self.bots and not self._is_forced(seat) and self._repeated_action(seat) is None

    def automatic_action(self, seat: int) -> int:
        """The forced action, the choice of a bot, which may take a while, or one that is made again for a person."""
        if self._is_forced(seat):
            return self.legal(seat)[0]
        if seat not in self.bots and (again := self._repeated_action(seat)) is not None:
            return again
        return self.bots[seat].choose(self.game, self.decision_view(seat), seat)

    def repeatable(self, scene: Scene) -> list[Choice]:
        """Choices to make again and again. People who share a screen would see that one of them is not asked."""
        actions = [choice.action for choice in scene.choices]
        found = [choice for choice in scene.choices if choice.until and actions.count(choice.action) > 1]
        return found if len(self.people) == 1 else []

    def repeat(self, choice: Choice) -> int:
        """Make this choice now, and again as long as the scene has one with the same `until`."""
        self._until = choice.until
        return choice.action

    def stop_repeating(self) -> None:
        self._until = ""

    def _repeated_action(self, seat: int) -> int | None:
        if not self._until:
            return None
        offered = [choice for choice in self.scene(seat).choices if choice.until]
        for choice in offered:
            if choice.until == self._until:
                return choice.action
        if offered:  # something new has happened
            self.stop_repeating()
        return None

    def _is_forced(self, seat: int) -> bool:
        return any(step.seat == seat for step in self.forced()[:1])

    def act(self, seat: int, action: int) -> None:
        self.play(self.step(seat, action))

    def undo(self, seat: int) -> None:
        """Take a seat's last choice back, or Refused."""
        self.stop_repeating()
        count = self.plan_take_back(seat)
        if self.showing(count).anything():
            raise Refused(SHOWN)
        self.take_back(count, seat)

    # --- the game as a seat sees it ---

    def unseen(self, seat: int) -> list[Area]:
        """The parts of the box that a seat has not seen yet."""
        return cards_out_of(Look(self.game, self.game.view(self.position, seat), seat, self.names))

    def scene(self, seat: int) -> Scene:
        view = self.game.view(self.position, seat)
        return scene_of(Look(self.game, view, seat, self.names, self.game.legal(view, seat)))

    def log_lines(self, seat: int, start: int = 0) -> list[str]:
        """The sentences of the log from entry `start` on. A choice that has led on needs no line."""
        events = [event for number in range(start, len(self.log)) for event in self.told(number, seat)]
        last = max((number for number, event in enumerate(events) if event.kind != "choice"), default=-1)
        shown = [event for number, event in enumerate(events) if event.kind != "choice" or number > last]
        return [event.text.told(self.names, seat) for event in shown]

    def hint_lines(self, seat: int, most: int = 5) -> list[str]:
        """The actions that a club player chooses most often, and how well each does."""
        from matchbox.bots.calibration import hint_analysis

        found = hint_analysis(self.game, self.decision_view(seat), seat, len(self.steps))
        rows = sorted(zip(found.policy, found.values, found.actions, strict=True), reverse=True)
        lines = ["hint: a strong player chooses"]
        for share, value, action in rows[:most]:
            if share < RARE:
                break
            result = _outcome(self.game, len(self.players), value)
            lines.append(f"{100 * share:5.0f} %  {self.text_of(action)} ({result})")
        return lines

    # --- saving ---

    def to_text(self) -> str:
        """The record, with the players in a comment."""
        return f"{PLAYERS}{','.join(self.players)}\n{print_game(self.record)}"

    @classmethod
    def from_text(cls, text: str) -> LocalGame:
        """Continue a saved game."""
        record = parse_game(text)
        comments = [line.removeprefix(PLAYERS) for line in text.splitlines() if line.startswith(PLAYERS)]
        players = comments[0].split(",") if comments else [PERSON] * record.seats
        if len(players) != record.seats:
            players_named = f"{len(players)} player{'' if len(players) == 1 else 's'}"
            seats = f"{record.seats} seat{'' if record.seats == 1 else 's'}"
            raise BadOption(f"this saved game names {players_named} for {seats}")
        local_game = cls(record.game, players, record.options, record.seed)
        for seat, action in record.actions:
            local_game.act(seat, action)
        return local_game


def _names(players: Sequence[str]) -> list[str]:
    """A name for each seat, numbered where several players share it."""
    names = []
    for seat, player in enumerate(players):
        number = f" {players[: seat + 1].count(player)}" if players.count(player) > 1 else ""
        names.append(f"{player.capitalize()}{number}")
    return names
