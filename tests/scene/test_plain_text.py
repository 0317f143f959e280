"""Rows of pieces as text."""

from __future__ import annotations

from matchbox.scene import Area, Piece, Scene
from matchbox.scene.plain_text import print_scene


def test_chips_that_are_not_there_are_counted_as_none() -> None:
    chips = [Piece("chip", name, count=n) for name, n in (("blue", 7), ("green", 0), ("yellow", 1))]
    text = print_scene(Scene("Go on.", [Area("Not seen yet", chips)]), ["Ann"])
    assert "Not seen yet: 7 blue, no green, yellow" in text
