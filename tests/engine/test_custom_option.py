"""Options that accept custom text: reading, refusing, storing, printing and replaying it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from matchbox.engine import BadOption, Base, Finding, Unreadable, games, get, option, owner, public, record, u1
from matchbox.engine.notation import Record, parse_game, print_game
from matchbox.engine.positions import parse_position, print_position
from matchbox.engine.record import SEATS

CUSTOM = [(game, name) for game in games().values() for name, field in game.options.items() if field.custom]
WAR = get("war")
ISLAND = "oCBoDo/oDoooW/WooCBo/CBWoDo"


@pytest.mark.parametrize(("game", "name"), CUSTOM, ids=lambda x: getattr(x, "id", x))
def test_examples_are_valid_and_both_forms_read_back(game, name) -> None:  # type: ignore[no-untyped-def]
    custom = game.options[name].custom
    for seats in game.about.seats:
        values = custom.read(custom.example(seats))
        assert custom.findings(values, seats) == []
        line = custom.write(values)
        assert "\n" not in line
        assert "#" not in line
        assert line == line.strip()
        assert list(custom.read(line)) == list(custom.read(custom.draw(values))) == list(values)
        assert game.read_options({name: custom.draw(values)})[name] == line


def test_custom_text_is_stored_after_the_names_and_reads_back() -> None:
    state = WAR.new(2, 1, map=ISLAND.replace("/", "\n"))
    assert state["map"][0] == len(WAR.options["map"].values)
    assert WAR.options_of(state)["map"] == ISLAND
    again = parse_position(print_position(WAR, state))[1]
    assert again.tobytes() == state.tobytes()
    assert WAR.options_of(WAR.view(state, 0))["map"] == ISLAND
    assert WAR.options_of(WAR.new(2, 1))["map"] == "random_continents"


def test_a_game_record_contains_the_custom_text_and_replays() -> None:
    state = WAR.new(2, 7, map=ISLAND)
    moves = []
    for _ in range(30):
        seat = WAR.acting(state)[0]
        action = WAR.legal(state, seat)[-1]
        WAR.apply(state, seat, action)
        moves.append((seat, action))
    text = print_game(Record(WAR, 2, {"map": ISLAND}, 7, None, moves))
    assert f"option map {ISLAND}\n" in text
    read = parse_game(text)
    assert read.final().tobytes() == state.tobytes()
    assert print_game(read) == text
    with pytest.raises(Unreadable, match=r"V1: 0 Circles tiles; a map for 2 players has 3"):
        parse_game(text.replace("C", "o"))


def test_a_value_that_is_no_name_and_not_readable_is_refused() -> None:
    with pytest.raises(BadOption, match=r"choose one of continents, .*, or give a custom map: row 1, .*'i'"):
        WAR.read_options({"map": "iland"})
    with pytest.raises(BadOption, match=r"^option map: row \d+, place 1: '\?' .*; fix your map or choose one of c"):
        WAR.read_options({"map": ISLAND + "\n?"})
    with pytest.raises(BadOption, match="choose one of spread"):
        WAR.read_options({"symbols": ISLAND})


class AnyText:
    noun, field = "thing", "thing"

    def read(self, text: str) -> Sequence[int]:
        return [len(text)]

    def write(self, values: Sequence[int]) -> str:
        return "x" * values[0]

    draw = write

    def findings(self, values: Sequence[int], seats: int) -> list[Finding]:
        return []

    def example(self, seats: int) -> str:
        return "x"


def test_a_custom_option_needs_a_public_field_for_its_text() -> None:
    @record(seats=2)
    class Fine(Base):
        thing = public(u1)
        which = option("a", "b", custom=AnyText())

    field = Fine.fields["which"]
    assert [field.stored(value) for value in ("a", "b", "xxx")] == [0, 1, 2]
    assert [field.is_custom(value) for value in ("a", "xxx")] == [False, True]
    with pytest.raises(TypeError, match="declare a public field 'thing' for its custom text"):

        @record(seats=2)
        class Missing(Base):
            which = option("a", "b", custom=AnyText())

    with pytest.raises(TypeError, match="declare a public field 'thing' for its custom text"):

        @record(seats=2)
        class Hidden(Base):
            thing = owner(u1[SEATS])
            which = option("a", "b", custom=AnyText())
