"""Free areas in the terminal are drawn to scale, with readable texts."""

from __future__ import annotations

from matchbox.scene import Area, Piece, Scene
from matchbox.scene.free_area_text import HIGHEST, WIDEST
from matchbox.scene.plain_text import print_scene


def lines(pieces: list[Piece], size: tuple[int, int] | None = None) -> list[str]:
    text = print_scene(Scene("Do.", [Area("Map", pieces, "free", size=size)]), [])
    return text.splitlines()[1:-2]


def test_texts_are_at_their_pieces() -> None:
    drawn = lines([Piece("tile", "aa", at=(0, 0), span=(4, 4)), Piece("tile", "bb", at=(8, 4), span=(4, 4))])
    assert [line.strip() for line in drawn] == ["aa", "", "", "", "bb"]  # a line is two characters high
    assert drawn[4].index("bb") - drawn[0].index("aa") == 16  # two characters per unit


def test_large_areas_are_scaled_down() -> None:
    drawn = lines(
        [Piece("cube", "x", at=(0, 0), span=(1000, 1000)), Piece("cube", "y", at=(9000, 1000))], (10000, 2000)
    )
    assert max(map(len, drawn)) <= WIDEST + 2
    assert len(drawn) < 12
    tall = lines([Piece("cube", "x", at=(0, 0)), Piece("cube", "y", at=(0, 9000))], (1000, 10000))
    assert 2 < len(tall) <= HIGHEST + 1


def test_a_piece_on_another_piece_is_written_beside_it() -> None:
    drawn = lines([Piece("tile", "tile", at=(0, 0), span=(4, 4)), Piece("cube", "R", at=(1, 1), span=(2, 2))])
    assert [line.strip() for line in drawn if line.strip()] == ["tile", "R"]


def test_lines_are_below_the_pieces() -> None:
    drawn = lines([Piece("cube", "o", at=(2, 2), span=(1, 1)), Piece("line", at=(2, 0), to=(2, 6))], (6, 6))
    marks = [line.strip() for line in drawn if line.strip()]
    assert "o" in "".join(marks)
    assert "·" in "".join(marks)
