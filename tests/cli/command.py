"""Running the `matchbox` command in tests."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def matchbox(*arguments: str, typed: str = "", site: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command in its own process; `site` is a folder with further packages."""
    paths = [str(site)] * (site is not None) + [os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "COLUMNS": "200", "PYTHONPATH": os.pathsep.join(paths)}
    command = [sys.executable, "-m", "matchbox", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False, env=environment)
