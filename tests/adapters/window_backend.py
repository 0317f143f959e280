"""A backend of Matplotlib for machines without a screen: its windows only count what they show."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from matplotlib import pyplot
from matplotlib.backend_bases import FigureManagerBase
from matplotlib.backends.backend_agg import FigureCanvasAgg

shown: list[str] = []


@contextmanager
def windows() -> Iterator[list[str]]:
    """Open windows that nobody sees."""
    before = pyplot.get_backend()
    pyplot.switch_backend(f"module://{__name__}")
    shown.clear()
    try:
        yield shown
    finally:
        pyplot.close("all")
        pyplot.switch_backend(before)


class FigureManager(FigureManagerBase):
    def show(self) -> None:
        shown.append(self.get_window_title())

    def get_window_title(self) -> str:
        return str(self.num)

    @classmethod
    def pyplot_show(cls, *, block: bool | None = None) -> None:
        shown.append("show")


class FigureCanvas(FigureCanvasAgg):
    manager_class: Any = FigureManager
