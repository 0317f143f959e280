"""Matchbox full screen in the terminal, played with the keyboard."""

from __future__ import annotations

from pathlib import Path

from textual.app import App

from .lobby import LobbyScreen
from .table import LocalSetup, TableScreen

__all__ = ["LocalSetup", "MatchboxApp"]


class MatchboxApp(App[None]):
    """Shows the lobby, or the table if it gets a setup. `saved_game` is the file for a game that you leave."""

    TITLE = "Matchbox"
    CSS = """
    #side { width: 34; border-left: solid $primary; }
    #scene { padding: 0 1; }
    #prompt { padding: 0 1; height: auto; }
    #choice { height: auto; max-height: 40%; border-top: solid $primary; }
    #games { width: 2fr; height: 1fr; border: none; }
    #about { width: 3fr; padding: 1 2; height: auto; }
    #choice OptionList { height: auto; max-height: 100%; border: none; }
    """

    def __init__(self, saved_game: Path, setup: LocalSetup | None = None) -> None:
        super().__init__()
        self._saved_game, self._setup = saved_game, setup

    def on_mount(self) -> None:
        self.push_screen(LobbyScreen(self._saved_game))
        if self._setup:
            self.push_screen(TableScreen(self._saved_game, self._setup))
