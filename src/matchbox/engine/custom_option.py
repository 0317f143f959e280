"""Options that accept custom text, such as a map.

The game reads the text into a public field of the record before setup runs. Printed positions and
games contain it on one line, so that they replay exactly. Only the game knows what the text means.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol


class Finding(NamedTuple):
    """A problem in a custom text: which rule it breaks, and where."""

    text: str
    fatal: bool = True  # otherwise a warning: the text is playable


class CustomOption(Protocol):
    """How a game reads and writes the custom text of an option."""

    @property
    def noun(self) -> str:
        """The word for the text in messages: "map"."""

    @property
    def field(self) -> str:
        """The public field of the record that stores it."""

    def read(self, text: str) -> Sequence[int]:
        """The field's values. Raises Unreadable with the place of a mistake."""

    def write(self, values: Sequence[int]) -> str:
        """The text on one line without '#', for records. Reads back the same."""

    def draw(self, values: Sequence[int]) -> str:
        """The text on several lines, for people. Reads back the same."""

    def findings(self, values: Sequence[int], seats: int) -> list[Finding]:
        """Problems with this text for this number of seats."""

    def example(self, seats: int) -> str:
        """A drawn example to start from."""
