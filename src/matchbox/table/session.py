"""A game at the terminal: people and bots take turns, the log tells what happened."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from matchbox import bots
from matchbox.bots import Bot
from matchbox.engine import BadOption, Game, MatchboxError
from matchbox.engine.chance import parse_seed
from matchbox.engine.moment import Moment
from matchbox.engine.notation import Record, parse_action

from .scene import Look, scene_of
from .terminal import print_menu, print_scene

Ask = Callable[[str], str]
Say = Callable[[str], None]
YOU = "you"
HELP = "Type a number, or an action by name (as little of it as is clear). Also: hint, rules, log, quit."


class Quit(Exception):
    """The person at the terminal has had enough."""


class Session:
    """One game with its seats, its log and its record."""

    def __init__(
        self,
        game: Game,
        players: Sequence[str],
        options: Mapping[str, Any],
        seed: int | str | None,
        ask: Ask,
        say: Say,
        hints: bool = False,
    ) -> None:
        """`hints`: say what a strong player would do before every choice."""
        number = parse_seed(seed)
        self.game, self.players = game, list(players)
        self.state = game.new(len(players), number, **options)
        self.moment = Moment(game, self.state)
        self.record = Record(game, len(players), game.options_of(self.state), number)
        self.bots: dict[int, Bot] = {
            seat: bots.make(name, number % 2**32 + seat, game) for seat, name in enumerate(players) if name != YOU
        }
        people = [seat for seat, name in enumerate(players) if name == YOU]
        if not people:
            raise BadOption("keep a seat for yourself: --seats you,random (or use `matchbox simulate`)")
        self.people = people
        self.names = _names(self.players)
        self.log: list[tuple[str, bool]] = []  # each action as text, and is it a secret?
        self._ask, self._say, self._hints = ask, say, hints
        self._told = 0
        self._at_table = people[0] if len(people) == 1 else -1

    def run(self) -> Record:
        """Play to the end, or until somebody quits; the record so far."""
        try:
            while not self.state["over"][0]:
                self._step()
        except (Quit, EOFError, KeyboardInterrupt):
            self._say("\nLeft the table.")
            return self.record
        self.record.result = self.game.result(self.state)
        self._tell(self.people[0])
        self._show(self.people[0])
        return self.record

    def _step(self) -> None:
        acting = self.game.acting(self.state)
        seat = next((seat for seat in acting if seat in self.bots), acting[0])
        view = self.moment.question(seat)
        legal = self.game.legal(view, seat)
        if len(legal) == 1 and not self.game.about.asks_forced:
            action = legal[0]
        elif seat in self.bots:
            action = self.bots[seat].choose(self.game, view, seat)
        else:
            action = self._person(seat, legal)
        named = self.game.actions.named(action, self.game.context_of(self.state))
        self.log.append((named.text(action), named.is_secret(int(self.state["phase"][0]))))
        self.game.apply(self.state, seat, action)
        self.moment.note(seat, action, self.state)
        self.record.actions.append((seat, action))

    def _person(self, seat: int, legal: list[int]) -> int:
        if seat != self._at_table and len(self.people) > 1:
            self._ask(f"\n--- pass to {self.names[seat]}, then press Enter ---")
            self._at_table = seat
        self._tell(seat)
        self._show(seat)
        choices = [self.game.text_of(self.state, action) for action in legal]
        self._say(print_menu(choices, shutil.get_terminal_size().columns))
        if self._hints:
            self._hint(seat)
        while True:
            text = self._ask(f"{self.names[seat]}> ").strip()
            try:
                found = self._read(seat, legal, text)
            except MatchboxError as error:
                self._say(str(error))
                continue
            if found is not None:
                return found

    def _read(self, seat: int, legal: list[int], text: str) -> int | None:
        if text in ("quit", "exit"):
            raise Quit
        if text in ("", "help", "?"):
            self._say(HELP)
        elif text == "hint":
            self._hint(seat)
        elif text == "log":
            for line in range(len(self.record.actions)):
                self._say(self._line(line, seat))
        elif text == "rules":
            from matchbox.resources import rules_page

            self._say(rules_page(self.game))
        elif text.isdecimal() and 1 <= int(text) <= len(legal):
            return legal[int(text) - 1]
        elif text.isdecimal():
            self._say(f"choose a number from 1 to {len(legal)}")
        else:
            return parse_action(self.game, self.state, seat, text)
        return None

    def _hint(self, seat: int) -> None:
        """What a club player thinks of the choices: how often it would play each, and what it expects."""
        from matchbox.bots.levels import LEVELS, Thinker

        thinker = Thinker(LEVELS["club"], len(self.record.actions))
        found = thinker.analyse(self.game, self.moment.question(seat), seat)
        rows = sorted(zip(found.policy, found.values, found.actions, strict=True), reverse=True)
        for share, value, action in rows[:5]:
            text = self.game.text_of(self.state, action)
            self._say(f"  hint: {text}  (weight {share:.0%}, expects {value:+.2f} of -1 to 1)")

    def _line(self, number: int, seat: int) -> str:
        """One action as this seat may know it."""
        actor, _ = self.record.actions[number]
        text, secret = self.log[number]
        hidden = secret and actor != seat and not self.state["over"][0]
        return f"{self.names[actor]}: {'has chosen' if hidden else text}"

    def _tell(self, seat: int) -> None:
        """What happened since the last prompt."""
        self._say("")
        for number in range(self._told, len(self.record.actions)):
            self._say(self._line(number, seat))
        self._told = len(self.record.actions)

    def _show(self, seat: int) -> None:
        view = self.game.view(self.state, seat)
        look = Look(self.game, view, seat, self.names, self.game.legal(view, seat))
        self._say(print_scene(scene_of(look), self.names))


def _names(players: Sequence[str]) -> list[str]:
    """Seats by name, numbered where several are alike."""
    names = []
    for seat, player in enumerate(players):
        alike = players.count(player) > 1
        names.append(f"{player.capitalize()} {players[: seat + 1].count(player)}" if alike else player.capitalize())
    return names
