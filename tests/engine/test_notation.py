"""Actions, positions and games as text, and the errors for bad text."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matchbox.engine import Ambiguous, Illegal, MatchboxError, Unreadable, get
from matchbox.engine.notation import Record, commitment_of, parse_action, parse_game, print_game
from matchbox.engine.positions import parse_position, print_position

BRAWL, OTHELLINO, BACKGAMMON = get("building_blocks_brawl"), get("othellino"), get("backgammon")


def played(seed: int = 3, moves: int = 9) -> Record:
    state = OTHELLINO.new(2, seed)
    record = Record(OTHELLINO, 2, OTHELLINO.options_of(state), seed)
    for _ in range(moves):
        seat = OTHELLINO.acting(state)[0]
        action = OTHELLINO.legal(state, seat)[-1]
        OTHELLINO.apply(state, seat, action)
        record.actions.append((seat, action))
    return record


@pytest.mark.parametrize(
    "text", ["hold blue=2 red=1 green=1", "hold 2 1 1", "2 1 1", "HOLD Blue=2 1 1", "hold green=1 red=1 blue=2"]
)
def test_names_in_an_action_are_optional(text: str) -> None:
    assert parse_action(BRAWL, BRAWL.new(seed=1), 0, text) == 19


def test_unreadable_illegal_and_ambiguous_actions_have_their_own_errors() -> None:
    state = OTHELLINO.new(seed=1)
    seat = OTHELLINO.acting(state)[0]
    with pytest.raises(Unreadable, match="not an action of Othellino; write for example 'place c2'"):
        parse_action(OTHELLINO, state, seat, "z9")
    with pytest.raises(Unreadable, match="write an action, for example 'place c2'"):
        parse_action(OTHELLINO, state, seat, "  ")
    with pytest.raises(Illegal, match="'a1' is not legal now; write for example 'place c2'"):
        parse_action(OTHELLINO, state, seat, "a1")
    with pytest.raises(Illegal, match=f"it is not seat {1 - seat}'s turn"):
        parse_action(OTHELLINO, state, 1 - seat, "c2")
    with pytest.raises(Ambiguous, match=r"'place' may mean place c2, place b3, place e4, place d5; write more of it"):
        parse_action(OTHELLINO, state, seat, "place")


@given(st.text(max_size=40))
def test_any_text_is_a_legal_action_or_an_error(text: str) -> None:
    state = BRAWL.new(seed=1)
    with suppress(Unreadable, Illegal, Ambiguous):
        assert parse_action(BRAWL, state, 0, text) in BRAWL.legal(state, 0)


def test_a_printed_game_reads_back() -> None:
    record = played()
    text = print_game(record)
    assert text.startswith("game othellino 1\nseats 2\noption board 6\noption opening diagonal\nseed 0000")
    assert print_game(parse_game(text)) == text
    commented = text.replace("seats 2", "# a remark\n\nseats 2   # two of them")
    assert print_game(parse_game(commented)) == text


def test_a_sealed_game_has_the_commitment_instead_of_the_seed() -> None:
    record = played()
    assert record.seed is not None
    text = print_game(record, sealed=True)
    assert f"commitment {commitment_of(record.seed)}" in text
    assert "seed" not in text
    again = parse_game(text)
    assert again.actions == record.actions
    assert print_game(again) == text
    with pytest.raises(Unreadable, match="no published seed yet"):
        again.final()
    opened = text.replace("commitment", f"seed {record.seed:064x}\ncommitment")
    assert parse_game(opened).actions == record.actions
    with pytest.raises(Illegal, match="does not match the commitment"):
        parse_game(text.replace("commitment", f"seed {record.seed + 1:064x}\ncommitment"))


@pytest.mark.parametrize(
    ("old", "new", "error", "says"),
    [
        ("game othellino 1", "gmae othellino 1", Unreadable, "start the game with"),
        ("game othellino 1", "game othellino 9", Unreadable, "version 9"),
        ("game othellino 1", "game chess 1", MatchboxError, "no game 'chess'"),
        ("option board 6", "option board 7", Unreadable, "line 3: option board=7: choose one of 6, 8"),
        ("option board 6", "option bored 6", Unreadable, "no option 'bored'"),
        ("seats 2", "seats 5", Unreadable, "is for 2 players"),
        ("seats 2", "seats two", Unreadable, "line 2"),
        ("place d5", "place q5", Unreadable, "line 6: 'place q5' is not an action"),
        ("place d5", "place a1", Illegal, "line 6: 'place a1' is not legal now"),
        ("place d5", "place", Ambiguous, "line 6: 'place' may mean"),
        ("seed", "sead", Unreadable, "'sead' is not a header"),
    ],
)
def test_errors_in_a_game_contain_the_line_number(old: str, new: str, error: type[Exception], says: str) -> None:
    text = print_game(played())
    assert old in text
    with pytest.raises(error, match=says):
        parse_game(text.replace(old, new, 1))


def test_a_wrong_result_is_refused() -> None:
    record = played(moves=0)
    state = OTHELLINO.new(2, 3)
    while not state["over"][0]:
        seat = OTHELLINO.acting(state)[0]
        record.actions.append((seat, OTHELLINO.legal(state, seat)[0]))
        OTHELLINO.apply(state, *record.actions[-1])
    record.result = OTHELLINO.result(state)
    text = print_game(record)
    assert parse_game(text).result == record.result
    with pytest.raises(Illegal, match="does not follow from the actions"):
        parse_game(text.replace("scores 18 18", "scores 19 17"))
    lines = text.splitlines()
    with pytest.raises(Illegal, match="the game is not over"):
        parse_game("\n".join(lines[:-2] + lines[-1:]))


def test_errors_in_a_position_name_the_field() -> None:
    text = print_position(BACKGAMMON, BACKGAMMON.new(seed=1, match=5))
    assert parse_position(text)[0].id == BACKGAMMON.id
    with pytest.raises(Unreadable, match="start the position with a line such as"):
        parse_position("nothing")
    with pytest.raises(Unreadable, match="no field 'cupes'"):
        parse_position(text.replace("cubes", "cupes"))
    with pytest.raises(Unreadable, match="dice needs 2 whole numbers of"):
        parse_position("\n".join("dice 1" if line.startswith("dice") else line for line in text.splitlines()))
    with pytest.raises(Unreadable, match="of type u1"):
        parse_position("\n".join("dice 1 300" if line.startswith("dice") else line for line in text.splitlines()))
