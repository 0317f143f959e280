"""Rows of values to step through with the arrow keys: forms, points of a plane, and how to set up a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget


class Row:
    """A label and the values it can have, with what is read for each."""

    def __init__(self, label: str, values: Sequence[Any], labels: Sequence[str] = (), place: int = 0) -> None:
        self.label, self.values = label, values
        self.labels = list(labels) or [str(value) for value in values]
        self.place = place


Values = list[Any]


class Steppers(Widget, can_focus=True):
    """Up and down choose a row, left and right its value, Enter accepts, Escape goes back."""

    DEFAULT_CSS = "Steppers { height: auto; padding: 0 1; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "row(-1)", "row", show=False),
        Binding("down", "row(1)", "row", show=False),
        Binding("left", "step(-1)", "less"),
        Binding("right", "step(1)", "more"),
        Binding("pageup", "step(-10)", "much less", show=False),
        Binding("pagedown", "step(10)", "much more", show=False),
        Binding("enter", "accept", "accept"),
        Binding("escape", "cancel", "back", show=False),
    ]

    class Accepted(Message):
        def __init__(self, values: Values) -> None:
            super().__init__()
            self.values = values

    class Cancelled(Message):
        pass

    def __init__(self, rows: Sequence[Row], title: str, note: Callable[[Values], str | None]) -> None:
        """`note` says what the values mean together; None if they are not allowed."""
        super().__init__()
        self._rows, self._title, self._note = list(rows), title, note
        self._at = 0

    @property
    def values(self) -> Values:
        return [row.values[row.place] for row in self._rows]

    def render(self) -> Text:
        wide = max((len(row.label) for row in self._rows), default=0)
        text = Text(f"{self._title}\n", style="bold")
        for number, row in enumerate(self._rows):
            left = "<" if row.place > 0 else " "
            right = ">" if row.place < len(row.values) - 1 else " "
            style = "reverse" if number == self._at else ""
            text.append(f"  {row.label.ljust(wide)}  ", style="")
            text.append(f"{left} {row.labels[row.place]} {right}\n", style=style)
        note = self._note(self.values)
        text.append("not possible" if note is None else note, style="red" if note is None else "dim")
        return text

    def action_row(self, by: int) -> None:
        self._at = (self._at + by) % len(self._rows)
        self.refresh()

    def action_step(self, by: int) -> None:
        row = self._rows[self._at]
        row.place = min(max(0, row.place + by), len(row.values) - 1)
        self.refresh(layout=True)

    def action_accept(self) -> None:
        if self._note(self.values) is None:
            self.app.bell()
        else:
            self.post_message(self.Accepted(self.values))

    def action_cancel(self) -> None:
        self.post_message(self.Cancelled())
