"""A game at the plain terminal: it prints the table and reads typed actions."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from matchbox.engine import Game, MatchboxError
from matchbox.engine.notation import Record, parse_action
from matchbox.scene import Choice, Scene
from matchbox.scene.plain_text import print_areas, print_scene

from .local_game import LocalGame
from .menu import entry, in_words, print_menu

HELP = """\
Type a number, or an action by name; you can leave out what is clear without it.
hint   actions that a strong player would choose
log    all actions so far
undo   take your last action back, if nobody has acted since and it has shown nothing new
cards  the parts of the box that you have not seen yet
stop   choose again yourself, after a choice that is made for you until something happens
rules  the rules page
quit   leave the table"""


class Quit(Exception):
    """A player leaves the table."""


class Session:
    def __init__(
        self,
        game: Game,
        players: Sequence[str],
        options: Mapping[str, Any],
        seed: int | str | None,
        read: Callable[[str], str],
        write: Callable[[str], None],
        hints: bool = False,
    ) -> None:
        """`read` shows a prompt and returns the answer; `hints` shows hints before each move of a person."""
        self.local_game = LocalGame(game, players, options, seed)
        self._read, self._write, self._hints = read, write, hints
        self._logged = 0  # actions that have been shown
        self._repeatable: list[Choice] = []  # choices of this turn that can be made again and again
        people = self.local_game.people
        self._viewer = people[0] if len(people) == 1 else -1

    def run(self) -> Record:
        """Play until the game is over or somebody quits; returns the record so far."""
        local_game = self.local_game
        try:
            while not local_game.over:
                seat = local_game.next_seat()
                by_person = local_game.needs_person(seat)
                action = self._ask(seat) if by_person else local_game.automatic_action(seat)
                if action is not None:
                    local_game.act(seat, action)
        except (Quit, EOFError, KeyboardInterrupt):
            self._write("\nYou left the table.")
            return local_game.record
        self._show(local_game.people[0])
        return local_game.record

    def _ask(self, seat: int) -> int | None:
        """Show the table to a person and read an action; None if a move was taken back instead."""
        local_game = self.local_game
        if seat != self._viewer and len(local_game.people) > 1:
            self._read(f"\n--- pass to {local_game.names[seat]}, then press Enter ---")
            self._viewer = seat
        self._show(seat)
        legal = local_game.legal(seat)
        scene = local_game.scene(seat)
        self._repeatable, words = local_game.repeatable(scene), in_words(scene)
        texts = [entry(local_game.text_of(action), words.get(action, "")) for action in legal]
        texts += [str(choice.text) for choice in self._repeatable]
        self._write(print_menu(texts, shutil.get_terminal_size().columns))
        if self._hints:
            self._show_hints(seat)
        while True:
            try:
                text = self._read(f"{local_game.names[seat]}> ").strip()
                if text == "undo":
                    local_game.undo(seat)
                    return None
                action = self._answer(seat, legal, text)
            except MatchboxError as error:
                self._write(str(error))
                continue
            if action is not None:
                return action

    def _answer(self, seat: int, legal: list[int], text: str) -> int | None:
        """The action that a text means; None if the text was a command."""
        match text:
            case "quit" | "exit":
                raise Quit
            case "" | "help" | "?":
                self._write(HELP)
            case "hint":
                self._show_hints(seat)
            case "log":
                for line in self.local_game.log_lines(seat):
                    self._write(line)
            case "cards":
                self._write(self._cards(seat))
            case "rules":
                from .rules_page import drawn_page

                self._write(drawn_page(self.local_game.game))
            case "stop" if text not in map(self.local_game.text_of, legal):  # it is a move in Halma
                self.local_game.stop_repeating()
            case _ if text.isdecimal():
                if 1 <= int(text) <= len(legal):
                    return legal[int(text) - 1]
                entries = len(legal) + len(self._repeatable)
                if len(legal) < int(text) <= entries:
                    return self.local_game.repeat(self._repeatable[int(text) - len(legal) - 1])
                self._write(f"choose a number from 1 to {entries}" if entries > 1 else "choose number 1")
            case _:
                return parse_action(self.local_game.game, self.local_game.position, seat, text)
        return None

    def _cards(self, seat: int) -> str:
        """The parts of the box that a seat has not seen yet, one area after the other."""
        areas = [
            replace(area, pieces=[piece for piece in area.pieces if not piece.dimmed], layout="row")
            for area in self.local_game.unseen(seat)
        ]
        return print_areas(Scene("", areas), self.local_game.names) or "This game keeps no such list."

    def _show_hints(self, seat: int) -> None:
        for line in self.local_game.hint_lines(seat):
            self._write(line)

    def _show(self, seat: int) -> None:
        """The actions since the last prompt, and the table."""
        self._write("")
        for line in self.local_game.log_lines(seat, self._logged):
            self._write(line)
        self._logged = len(self.local_game.log)
        self._write(print_scene(self.local_game.scene(seat), self.local_game.names))
