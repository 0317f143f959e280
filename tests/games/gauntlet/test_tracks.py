"""The Gauntlet: built-in, random and custom tracks."""

from __future__ import annotations

from typing import Any

import pytest

from matchbox.engine import BadOption, States, Unreadable
from matchbox.games.green_box.gauntlet import game
from matchbox.games.green_box.gauntlet.track import NAMES, ROWS, START, TRACK, lines, violations
from matchbox.games.green_box.maps import SIDE

from ..helpers import start, texts

FIGURES = {"alley": (14, 2), "gallery": (15, 4), "bend": (11, 2), "hairpin": (15, 2), "zigzag": (12, 2)}


def climbs(state: States) -> int:
    """The fewest Brick and Lumber tiles on any path to Finish."""
    near, blank, open_ = state["near"][0], int(state["blank"][0]), int(state["open_tiles"][0])
    best = {int(tile): 0 for tile in state["entry"][0, : int(state["entries"][0])]}
    changed = True
    while changed:
        changed = False
        for tile, count in list(best.items()):
            for other in range(36):
                if int(near[tile]) >> other & 1 and open_ >> other & 1:
                    cost = count + (not blank >> other & 1)
                    if cost < best.get(other, 99):
                        best[other], changed = cost, True
    return min(count for tile, count in best.items() if int(state["exits"][0]) >> tile & 1)


@pytest.mark.parametrize("name", NAMES)
def test_built_in_tracks_are_valid_and_have_the_length_on_the_page(name: str) -> None:
    codes = TRACK.read(ROWS[NAMES.index(name)])
    assert TRACK.findings(codes, 2) == []
    assert TRACK.write(codes) == ROWS[NAMES.index(name)]
    state = start(game, 2, track=name)
    assert (int(state["way"][0, START]), climbs(state)) == FIGURES[name]
    assert violations(state[0], True) == 0
    kinds = [TRACK.signs[code] for code in codes]
    assert [kinds.count(x) for x in "BL"] == [6, 6]
    assert sum(kinds.count(x) for x in "^v<>") == 6
    assert sum(kinds.count(x) for x in "osf") == 18


def test_a_game_without_options_is_played_on_a_random_track() -> None:
    states = [start(game, 2, seed) for seed in (1, 2)]
    assert {game.options_of(state)["track"] for state in states} == {"random"}
    assert len({state["laid"][0].tobytes() for state in states}) == 2


@pytest.mark.parametrize("shape", ["random", "random_straight", "random_bend", "random_hairpin", "random_zigzag"])
@pytest.mark.parametrize("gaps", ["yes", "no"])
def test_generated_tracks_are_valid_and_differ(shape: str, gaps: str) -> None:
    seen = set()
    for seed in range(6):
        state = start(game, 2, seed, track=shape, arrows_cross_gaps=gaps)
        codes = state["laid"][0].tolist()
        assert [f for f in TRACK.findings(codes, 2) if gaps == "yes" or not f.text.startswith("G6")] == []
        assert violations(state[0], gaps == "yes") == 0
        kinds = [TRACK.signs[code] for code in codes]
        assert [kinds.count(x) for x in "BLsf"] == [6, 6, 3, 3]
        assert sum(kinds.count(x) for x in "^v<>") == 6
        assert sum(map(bool, codes)) == 36
        seen.add(TRACK.write(codes))
    assert len(seen) == 6


def test_generated_tracks_have_their_shape() -> None:
    def outline(name: str, seed: int) -> list[str]:
        codes = start(game, 2, seed, track=name)["laid"][0].tolist()
        return ["".join(x if x in ".sf" else "o" for x in row) for row in TRACK.rows(codes)]

    assert outline("random_straight", 1) == ["s" + "o" * 10 + "f"] * 3
    widths = set()
    for seed in range(30):
        rows = outline("random_bend", seed)
        a = len(rows[0])
        widths.add(a)
        assert rows == ["s" + "o" * (a - 1)] * 3 + ["." * (a - 3) + "ooo"] * (11 - a) + ["." * (a - 3) + "fff"]
    assert widths == {5, 6, 7, 8, 9}
    for seed in range(10):
        rows = outline("random_hairpin", seed)
        a = len(rows[0])
        left = 2 * a - 11
        assert rows == ["s" + "o" * (a - 1)] * 3 + ["." * (a - 3) + "ooo"] + ["." * left + "f" + "o" * (10 - a)] * 3
        rows = outline("random_zigzag", seed)
        a = rows[0].rstrip(".").count("o") + 1
        assert rows == [("s" + "o" * (a - 1)).ljust(9, ".")] * 3 + ["." * (a - 3) + "o" * (11 - a) + "f"] * 3


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("so/oxf", "row 2, place 2: 'x' is not one of"),
        ("/".join(["s"] * 13), "G1: 13 rows"),
        ("# nothing", "no row of a track"),
    ],
)
def test_errors_in_track_texts_say_where(text: str, says: str) -> None:
    with pytest.raises(Unreadable, match=says):
        TRACK.read(text)


@pytest.mark.parametrize(
    ("text", "says", "fatal"),
    [
        ("so/of/oB", [], True),
        ("o" * 12 + "/" + "o" * 12 + "/" + "o" * 12 + "/sf", "G1: 38 tiles; there are only 36", True),
        ("soooooooooof/BBBBBBB", "G1: 7 Brick tiles; there are only 6", True),
        ("so^v<>^v<of/ooooooooooo", "G1: 7 Arrow tiles; there are only 6", True),
        ("ooooooooooof", "G2: there is no entry tile (s)", True),
        ("soooooooooo", "G2: there is no exit tile (f)", True),
        ("s" * 12 + "/so" + "f" * 10, "G2: 13 entry tiles; there can be at most 12", True),
        ("sooooooooof.o", "row 1 has 13 places", True),
        ("sooooooooof/..........>/oo........o", "G3: the tile in row 3, place 1 cannot be reached from an entry", True),
        ("soooooooBBBf", "G4: the tile in row 1, place 10 has no blank tile beside it", True),
        ("soooof", "G5: only 7 steps from Start to Finish; 10 are better", False),
        ("soo^ooooooof/oooooooooooo", "G6: the arrow in row 1, place 4 hits no blank tile", False),
        ("sooooooooooo/ooooooooooof", "G7: a player can finish without climbing", False),
    ],
)
def test_findings_name_the_broken_rule(text: str, says: Any, fatal: bool) -> None:
    if says == "row 1 has 13 places":
        with pytest.raises(BadOption, match=says):
            start(game, 2, track=text)
        return
    found = TRACK.findings(TRACK.read(text), 2)
    if not says:
        assert not any(finding.fatal for finding in found)
        return
    assert (says, fatal) in found
    if fatal:
        with pytest.raises(BadOption, match="this track cannot be used"):
            start(game, 2, track=text)
    else:
        assert start(game, 2, track=text)["entries"][0] == 1


def test_a_custom_track_may_have_several_entries() -> None:
    text = "sBoooooooof/soooLoooo>.\n...s......."
    state = start(game, 2, track=text)
    assert game.options_of(state)["track"] == "sBoooooooof/soooLoooo>./...s......."
    assert state["entry"][0, :3].tolist() == [0, 11, 21]
    seat = game.acting(state)[0]
    assert texts(game, state, seat) == [f"take {x}" for x in range(6)]


def tile_at(state: States, square: tuple[int, int]) -> int:
    row, column = square
    return state["spot"][0].tolist().index(SIDE * row + column)  # type: ignore[no-any-return]


def test_e4_arrows_hit_blank_tiles_in_their_line_of_fire() -> None:
    state = start(game, 4, track="alley")
    hits = {sq: int(state["hits"][0, tile_at(state, sq)]) for sq in ((1, 9), (2, 6), (0, 8), (2, 2))}
    assert hits == {(1, 9): 2, (2, 6): 2, (0, 8): 1, (2, 2): 0}
    for tile in range(36):  # nobody is hit on Brick and Lumber
        assert int(state["blank"][0]) >> tile & 1 or state["hits"][0, tile] == 0
    drawn = lines(state["laid"][0], True)
    assert (SIDE + 1, SIDE + 9) in drawn
    assert (2 * SIDE + 9, 2 * SIDE + 6) in drawn


def test_gaps_stop_arrows_with_the_option() -> None:
    text = "soooooooooo/o.........o/o^........f"
    for gaps, hit in (("yes", 1), ("no", 0)):
        state = start(game, 2, track=text, arrows_cross_gaps=gaps)
        assert int(state["hits"][0, tile_at(state, (0, 1))]) == hit
        assert state["hits"][0].sum() == hit
