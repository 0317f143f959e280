"""Numbered lists to choose from."""

from __future__ import annotations

from collections.abc import Sequence


def print_menu(choices: Sequence[str], width: int, rows: int = 12) -> str:
    """A numbered list: in columns, to be read downwards, if it has more than `rows` entries."""
    entries = [f"{number:4}  {text}" for number, text in enumerate(choices, 1)]
    wide = max(map(len, entries), default=1) + 2
    columns = min(max(1, width // wide), -(-len(entries) // rows))
    lines = -(-len(entries) // columns)
    return "\n".join("".join(entry.ljust(wide) for entry in entries[i::lines]).rstrip() for i in range(lines))
