"""A game at the plain terminal: questions are printed, answers typed."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from matchbox.engine import Game, MatchboxError
from matchbox.engine.notation import Record, parse_action

from .sitting import Sitting
from .terminal import print_menu, print_scene

Ask = Callable[[str], str]
Say = Callable[[str], None]
HELP = "Type a number, or an action by name (as little of it as is clear). Also: hint, rules, log, quit."


class Quit(Exception):
    """The person at the terminal has had enough."""


class Session:
    """One sitting, with a way to ask and a way to say."""

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
        self.sitting = Sitting(game, players, options, seed)
        self._ask, self._say, self._hints = ask, say, hints
        self._told = 0
        people = self.sitting.people
        self._at_table = people[0] if len(people) == 1 else -1

    def run(self) -> Record:
        """Play to the end, or until somebody quits; the record so far."""
        sitting = self.sitting
        try:
            while not sitting.over:
                seat = sitting.next_seat()
                sitting.act(seat, self._person(seat) if sitting.is_asked(seat) else sitting.choice_of(seat))
        except (Quit, EOFError, KeyboardInterrupt):
            self._say("\nLeft the table.")
            return sitting.record
        self._tell(sitting.people[0])
        self._show(sitting.people[0])
        return sitting.record

    def _person(self, seat: int) -> int:
        sitting = self.sitting
        if seat != self._at_table and len(sitting.people) > 1:
            self._ask(f"\n--- pass to {sitting.names[seat]}, then press Enter ---")
            self._at_table = seat
        self._tell(seat)
        self._show(seat)
        legal = sitting.legal(seat)
        choices = [sitting.game.text_of(sitting.state, action) for action in legal]
        self._say(print_menu(choices, shutil.get_terminal_size().columns))
        if self._hints:
            self._hint(seat)
        while True:
            text = self._ask(f"{sitting.names[seat]}> ").strip()
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
            for line in self.sitting.lines(seat):
                self._say(line)
        elif text == "rules":
            from matchbox.resources import rules_page

            self._say(rules_page(self.sitting.game))
        elif text.isdecimal() and 1 <= int(text) <= len(legal):
            return legal[int(text) - 1]
        elif text.isdecimal():
            self._say(f"choose a number from 1 to {len(legal)}")
        else:
            return parse_action(self.sitting.game, self.sitting.state, seat, text)
        return None

    def _hint(self, seat: int) -> None:
        """What a club player thinks of the choices: how often it would play each, and what it expects."""
        for advice in self.sitting.advice(seat):
            self._say(f"  hint: {advice}")

    def _tell(self, seat: int) -> None:
        """What happened since the last prompt."""
        self._say("")
        for line in self.sitting.lines(seat, self._told):
            self._say(line)
        self._told = len(self.sitting.record.actions)

    def _show(self, seat: int) -> None:
        self._say(print_scene(self.sitting.scene(seat), self.sitting.names))
