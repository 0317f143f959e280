"""The folders where Matchbox stores files."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_cache_path, user_data_path


def cache_folder() -> Path:
    """Compiled code: MATCHBOX_CACHE, or the user's cache folder."""
    named = os.environ.get("MATCHBOX_CACHE")
    return Path(named) if named else user_cache_path("matchbox", appauthor=False)


def data_folder() -> Path:
    """Tables and saved games: MATCHBOX_DATA, or the user's data folder."""
    named = os.environ.get("MATCHBOX_DATA")
    return Path(named) if named else user_data_path("matchbox", appauthor=False)
