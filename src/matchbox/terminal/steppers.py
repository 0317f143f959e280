"""Rows of values that the arrow keys change: forms, points of a free area, and the setup of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget

Values = list[Any]


class Stepper:
    """A row: a label, the values to step through, and the text for each."""

    def __init__(self, label: str, values: Sequence[Any], texts: Sequence[str] = (), index: int = 0) -> None:
        self.label, self.values = label, values
        self.texts = list(texts) or [str(value) for value in values]
        self.index = index


class StepperForm(Widget, can_focus=True):
    """Up and down choose a row, left and right its value. Enter accepts, Escape goes back."""

    DEFAULT_CSS = "StepperForm { height: auto; padding: 0 1; }"
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

    def __init__(self, steppers: Sequence[Stepper], title: str, describe: Callable[[Values], str | None]) -> None:
        """`describe` puts the values into words; None if they do not go together."""
        super().__init__()
        self._steppers, self._title, self._describe = list(steppers), title, describe
        self._row = 0

    @property
    def values(self) -> Values:
        return [stepper.values[stepper.index] for stepper in self._steppers]

    def render(self) -> Text:
        width = max((len(stepper.label) for stepper in self._steppers), default=0)
        text = Text(f"{self._title}\n", style="bold")
        for number, stepper in enumerate(self._steppers):
            left = "<" if stepper.index > 0 else " "
            right = ">" if stepper.index < len(stepper.values) - 1 else " "
            style = "reverse" if number == self._row else ""
            text.append(f"  {stepper.label.ljust(width)}  ", style="")
            text.append(f"{left} {stepper.texts[stepper.index]} {right}\n", style=style)
        description = self._describe(self.values)
        if description is None:
            text.append("not possible", style="red")
        else:
            text.append(description, style="dim")
        return text

    def action_row(self, by: int) -> None:
        self._row = (self._row + by) % len(self._steppers)
        self.refresh()

    def action_step(self, by: int) -> None:
        stepper = self._steppers[self._row]
        stepper.index = min(max(0, stepper.index + by), len(stepper.values) - 1)
        self.refresh(layout=True)

    def action_accept(self) -> None:
        if self._describe(self.values) is None:
            self.app.bell()
        else:
            self.post_message(self.Accepted(self.values))

    def action_cancel(self) -> None:
        self.post_message(self.Cancelled())


class ActionForm(StepperForm):
    """Steppers whose values mean an action. `Accepted` has the action after the values."""

    def __init__(
        self,
        steppers: Sequence[Stepper],
        title: str,
        describe: Callable[[Values], str | None],
        actions: Mapping[tuple[Any, ...], int],
    ) -> None:
        super().__init__(steppers, title, describe)
        self._actions = actions

    def action_accept(self) -> None:
        action = self._actions.get(tuple(self.values))
        if action is None:
            self.app.bell()
        else:
            self.post_message(self.Accepted([*self.values, action]))
