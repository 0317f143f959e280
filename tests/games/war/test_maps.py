"""War 2.0: built-in, random and custom maps."""

from __future__ import annotations

import pytest

from matchbox.engine import BadOption, Unreadable
from matchbox.games.green_box.maps import cut_tiles, is_connected
from matchbox.games.green_box.war import game
from matchbox.games.green_box.war.map import BUILT_IN, MAP, ROWS, SPREAD, fitting, lonely, neighbours

from ..helpers import start


def test_tiles_have_up_to_six_neighbours() -> None:
    state = start(game, 4, map="island")
    around = {t: [n for n in range(36) if int(state["near"][0, t]) >> n & 1] for t in (14, 15)}
    assert around == {14: [7, 8, 13, 15, 19, 20], 15: [8, 9, 14, 16, 20, 21]}
    assert MAP.signs[int(state["symbol"][0, 15])] == "W"


@pytest.mark.parametrize(("kind", "seats"), ROWS)
def test_built_in_maps_are_valid(kind: int, seats: int) -> None:
    codes = BUILT_IN[kind, seats].tolist()
    assert MAP.write(codes) == ROWS[kind, seats]
    assert MAP.findings(codes, seats) == []
    assert spread_out(codes)


def spread_out(codes: list[int], symbols: int = SPREAD) -> bool:
    """Does the map meet V6?"""
    near, spot, n = neighbours(codes)
    for a in range(n):
        for b in range(n):
            if (
                a != b
                and codes[spot[a]] == codes[spot[b]] > 1
                and not int(fitting(near, (1 << n) - 1, a, symbols)) >> b & 1
            ):
                return False
    return True


@pytest.mark.parametrize("kind", ["random_continents", "random_island"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_generated_maps_are_valid_and_differ(kind: str, seats: int) -> None:
    seen = set()
    for number, symbols in enumerate(("spread", "grouped", "any")):
        for seed in range(3):
            state = start(game, seats, seed, map=kind, symbols=symbols)
            codes = state["laid"][0].tolist()
            assert MAP.findings(codes, seats) == []
            assert spread_out(codes, number)
            seen.add(MAP.write(codes))
            full = all("." not in row for row in MAP.rows(codes))
            assert full == (kind == "random_island")
    assert len(seen) == 9


def test_a_game_without_options_is_played_on_random_continents() -> None:
    states = [start(game, 2, seed) for seed in (5, 6)]
    assert {game.options_of(state)["map"] for state in states} == {"random_continents"}
    assert len({state["laid"][0].tobytes() for state in states}) == 2


def test_the_same_seed_generates_the_same_map() -> None:
    maps = [start(game, 3, seed, map="random_continents")["laid"][0].tobytes() for seed in (5, 5, 6)]
    assert maps[0] == maps[1] != maps[2]


def test_map_texts_parse_back_to_the_same_map() -> None:
    codes = BUILT_IN[0, 4].tolist()
    assert MAP.read(MAP.write(codes)) == MAP.read(MAP.draw(codes)) == codes
    assert MAP.read("# my map\n\nwar  # for two\n o C\n  o .\n\n") == MAP.read("oC/o")
    assert MAP.draw(MAP.read("oC/oW")) == "war\no C\n o W\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no row"),
        ("oo/ox", "row 2, place 2: 'x' is not one of . o D H C B A W"),
        ("/".join(["o"] * 13), "V2: 13 rows"),
        ("o" * 13, "V2: row 1 has 13 places"),
        ("o" * 5000, "at most 4000 characters"),
    ],
)
def test_errors_in_map_texts_say_where(text: str, says: str) -> None:
    with pytest.raises(Unreadable, match=says):
        MAP.read(text)
    with pytest.raises(BadOption, match=says):
        start(game, 2, map=text)


def test_findings_name_the_broken_rule() -> None:
    good = ROWS[1, 2]
    found = MAP.findings(MAP.read(good.replace("D", "H", 1)), 2)
    assert [f.text for f in found if f.fatal] == [
        "V1: 2 Drop tiles; a map for 2 players has 3",
        "V1: 1 Hammers tile; a map for 2 players has 0",
    ]
    apart = MAP.findings(MAP.read("oCBoDo....o"), 2)
    assert any(f.fatal and f.text.startswith("V3: the tile in row 1, place 11 is not connected") for f in apart)
    thin = MAP.findings(MAP.read("oCBoDoo.oo/oDoooWCoBo"), 2)
    assert not any(f.fatal and f.text.startswith("V3") for f in thin)
    cut = [f.text for f in thin if f.text.startswith("V4")]
    assert cut == [f"V4: the map falls apart without the tile in row 2, place {c}" for c in (7, 8)]
    assert not any(f.fatal for f in thin if f.text[:2] in ("V4", "V5"))
    with pytest.raises(BadOption, match="V1: 12 brown tiles; a map for 3 players has 15"):
        start(game, 3, map=good)
    many = MAP.findings(MAP.read("/".join(["o" * 12] * 4)), 4)
    assert "48 brown tiles; a map for 4 players has 18" in many[0].text


def test_v5_is_only_a_recommendation() -> None:
    row = "CCCDDDBBBWWWoooooooooooo"
    found = MAP.findings(MAP.read(f"{row[:12]}/{row[12:]}"), 2)
    assert not any(f.fatal for f in found)
    assert not any(f.text.startswith("V5") for f in found)
    lines = MAP.findings(MAP.read(f"{row[:8]}/{row[8:16]}/{row[16:]}"), 2)
    assert [f.fatal for f in lines] == [False] * len(lines)
    assert "V5: the tile in row 1, place 1 has no brown tile beside it" in [f.text for f in lines]


def test_a_custom_map_can_be_played_and_is_an_option_value() -> None:
    rows = ROWS[1, 2].split("/")
    text = "\n".join(reversed(rows))
    state = start(game, 2, map=text)
    assert game.options_of(state)["map"] == "/".join(reversed(rows))
    assert state["map"][0] == 4
    assert MAP.write(state["laid"][0].tolist()) == "/".join(reversed(rows))
    assert len(MAP.example(3).splitlines()) == 7


def test_the_generator_finds_cut_tiles_and_lonely_tiles() -> None:
    near, _, n = neighbours(MAP.read("ooo/o.o"))
    assert n == 5
    assert is_connected(near, 0b11111)
    assert cut_tiles(near, 0b11111) == 0b110
    assert lonely(near, 0b11111, 0b00001, 4)
    assert not lonely(near, 0b11111, 0b00001, 3)
