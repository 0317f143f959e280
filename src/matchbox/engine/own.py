"""Options that people write themselves: a map, say.

An option may take a text of one's own beside its named values. The game reads the text into a
public field of the record, which setup finds filled in; texts of positions and games hold it on
one line, so that a record replays exactly. What the text means is the game's business alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol


class Finding(NamedTuple):
    """Something about an own text that its author should know: which rule it touches, and where."""

    text: str
    fatal: bool = True  # else it can be played, but is a little odd


class Own(Protocol):
    """How a game reads what somebody has written."""

    @property
    def noun(self) -> str:
        """What it is: "map"."""

    @property
    def field(self) -> str:
        """The public field of the record that holds it."""

    def read(self, text: str) -> Sequence[int]:
        """The field's values; Unreadable says what cannot be read, and where."""

    def write(self, values: Sequence[int]) -> str:
        """On one line without '#', as records hold it; reads back the same."""

    def draw(self, values: Sequence[int]) -> str:
        """On several lines, as a person would write it; reads back the same."""

    def findings(self, values: Sequence[int], seats: int) -> list[Finding]:
        """What speaks against playing it with so many seats."""

    def example(self, seats: int) -> str:
        """One to begin with, drawn."""
