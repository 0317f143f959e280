"""Numbered lists to choose from."""

from __future__ import annotations

from collections.abc import Sequence

from matchbox.scene import Scene, shown_in


def print_menu(choices: Sequence[str], width: int, rows: int = 12) -> str:
    """A numbered list: in columns, to be read downwards, if it has more than `rows` entries."""
    entries = [f"{number:4}  {text}" for number, text in enumerate(choices, 1)]
    wide = max(map(len, entries), default=1) + 2
    columns = min(max(1, width // wide), -(-len(entries) // rows))
    lines = -(-len(entries) // columns)
    return "\n".join("".join(entry.ljust(wide) for entry in entries[i::lines]).rstrip() for i in range(lines))


def in_words(scene: Scene) -> dict[int, str]:
    """Actions in words, by their ids: the text of a button, or of the only piece that an action begins with."""
    begun: dict[int, set[str]] = {}
    for piece in shown_in(scene):
        for action in piece.actions if piece.kind != "marker" else ():  # a marker is a button for all its actions
            begun.setdefault(action, set()).add(str(piece.label or piece.text))
    found = {action: words.pop() for action, words in begun.items() if len(words) == 1}
    return found | {choice.action: str(choice.text) for choice in scene.choices}


def entry(notation: str, words: str) -> str:
    """An action as it is typed, with its words in brackets if they say more."""
    known = set(notation.lower().replace("-", " ").split())
    return notation if set(words.lower().split()) <= known else f"{notation}  ({words})"
