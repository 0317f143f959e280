"""Running the `matchbox` command in tests."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from matchbox import cli
from matchbox.cli.output import out


def matchbox(
    *arguments: str, typed: str = "", site: Path | None = None, columns: str = "200"
) -> subprocess.CompletedProcess[str]:
    """Run the command in its own process; `site` is a folder with further packages. A pipe has no edge by itself."""
    paths = [str(site)] * (site is not None) + [os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    environment |= {"COLUMNS": columns} if columns else {}
    command = [sys.executable, "-m", "matchbox", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False, env=environment)


def lines_of(columns: int, capsys: pytest.CaptureFixture[str], show: Callable[[], object]) -> list[str]:
    """The lines printed where the terminal has this width, without those of tables."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", str(columns))
        out.cache_clear()
        try:
            show()
        finally:
            out.cache_clear()
    return capsys.readouterr().out.replace("│", " ").splitlines()


def lines_at(columns: int, capsys: pytest.CaptureFixture[str], command: Sequence[str]) -> list[str]:
    return lines_of(columns, capsys, lambda: cli.main(command))
