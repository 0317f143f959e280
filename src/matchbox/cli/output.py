"""Output of the commands: consoles, JSON, progress and errors.

Consoles print text as it is. Game names, file names and errors may contain square brackets, which are not markup.
"""

from __future__ import annotations

import functools
import io
import json
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress
    from rich.status import Status
    from rich.table import Table

    from matchbox.engine import Game

ENDLESS = 10_000
"""A width that no line of a table reaches."""

BAD_INPUT = 2
"""The exit code for bad input."""


@functools.cache
def out() -> Console:
    """The console for results. A pipe or a file has no edge unless COLUMNS says so; nothing is wrapped there."""
    console = _console()
    return console if console.is_terminal or "COLUMNS" in os.environ else _console(ENDLESS)


def _console(width: int | None = None) -> Console:
    from rich.console import Console

    class Results(Console):
        def on_broken_pipe(self) -> None:
            """The reader of a pipe has left. Rich would end the program with an error; `main` ends it quietly."""
            raise BrokenPipeError

    return Results(markup=False, emoji=False, highlight=False, width=width)


@functools.cache
def err() -> Console:
    """The console for errors, notices and progress, so that a pipe gets the results alone."""
    from rich.console import Console

    return Console(stderr=True, markup=False, emoji=False, highlight=False)


def figure_table(text: Sequence[str], figures: Sequence[str]) -> Table:
    """A table with columns of text, which may wrap, and then columns of figures, which never do."""
    from rich.table import Column, Table

    columns = *(Column(name, overflow="fold") for name in text), *(Column(name, no_wrap=True) for name in figures)
    return Table(*columns)


def print_table(table: Table) -> None:
    """Print a table with every figure whole: columns with `no_wrap` keep their width.

    In a terminal that is too narrow the table has no lines. If that is not enough, its rows are longer than the
    terminal, which wraps them.
    """
    from rich.cells import cell_len
    from rich.measure import Measurement

    console = out()
    for column in table.columns:
        if column.no_wrap:
            column.min_width = max(cell_len(str(cell)) for cell in (column.header, *column.cells))

    def least() -> int:
        return Measurement.get(console, console.options.update_width(ENDLESS), table).minimum

    if least() > console.width:
        table.box, table.pad_edge, table.padding = None, False, (0, 1, 0, 0)
    (console if least() <= console.width else _console(least())).print(table)


def in_figures(interval: tuple[float, float] | None, digits: int, sign: str = "") -> str:
    """An interval for a table: `0.481 to 0.519`."""
    return "-" if interval is None else " to ".join(f"{end:{sign}.{digits}f}" for end in interval)


def print_error(text: str) -> None:
    """Print an error on one line. Text from files and arguments may contain line ends and codes for terminals."""
    from rich.text import Text

    err().print(Text.assemble(("matchbox:", "red"), f" {_printable(text)}"), soft_wrap=True)


def print_report(report: str) -> None:
    """Print a mistake in the code of a game: a line that names it, and a few lines about it."""
    first, *others = report.splitlines()
    print_error(first)
    for line in others:
        err().print(_printable(line), soft_wrap=True)


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def print_broken_games() -> None:
    """Name each game that does not load, for commands that list or search all games."""
    from matchbox.engine import broken_games

    for name, reason in broken_games().items():
        print_error(f"left out {name}, which does not load: {' '.join(reason.split())}")


def print_json(document: Any) -> None:
    sys.stdout.write(json.dumps(document, indent=2) + "\n")


def open_closed_streams() -> None:
    """Give streams that the caller has closed an end, so that commands may use them. Print any character somehow."""
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def drop_output(if_broken: bool = False) -> None:
    """Discard the rest of standard output, which nobody reads."""
    if if_broken:
        try:
            sys.stdout.flush()
            return
        except OSError:  # a full disk, for example
            pass
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def progress_bar() -> Progress:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=err(), transient=True, disable=not err().is_terminal)


def compiling(game: Game) -> Status:
    """A spinner for the time that compiling takes."""
    return spinner(f"compiling {game.about.name} (takes some seconds the first time)")


def spinner(text: str) -> Status:
    from rich.text import Text

    return err().status(Text(text))


def counted(count: int, noun: str) -> str:
    """A number with its noun: `1 game`, `1,000 games`."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def players_of(game: Game) -> str:
    """The player counts of a game: `2 players`, `1-6 players`."""
    return f"{game.seat_range} player{'' if game.seat_range == '1' else 's'}"
