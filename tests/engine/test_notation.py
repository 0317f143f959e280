"""Texts of actions, positions and games: three kinds of mistakes, each told apart."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matchbox.engine import Ambiguous, BadState, Illegal, MatchboxError, Unreadable, get
from matchbox.engine.notation import (
    Record,
    commitment_of,
    parse_action,
    parse_game,
    parse_position,
    print_game,
    print_position,
)
from matchbox.engine.storage import MAGIC, pack, unpack

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
def test_an_action_may_be_written_shortly(text: str) -> None:
    assert parse_action(BRAWL, BRAWL.new(seed=1), 0, text) == 19


def test_three_kinds_of_mistakes() -> None:
    state = OTHELLINO.new(seed=1)
    seat = OTHELLINO.acting(state)[0]
    with pytest.raises(Unreadable, match="no action of Othellino; write for example 'place c2'"):
        parse_action(OTHELLINO, state, seat, "z9")
    with pytest.raises(Unreadable, match="an action is needed"):
        parse_action(OTHELLINO, state, seat, "  ")
    with pytest.raises(Illegal, match="'a1' is not legal now; legal is for example 'place c2'"):
        parse_action(OTHELLINO, state, seat, "a1")
    with pytest.raises(Illegal, match=f"seat {1 - seat} is not to act"):
        parse_action(OTHELLINO, state, 1 - seat, "c2")
    with pytest.raises(Ambiguous, match=r"'place' may mean place c2, place b3, place e4, place d5; say more"):
        parse_action(OTHELLINO, state, seat, "place")


@given(st.text(max_size=40))
def test_no_text_breaks_the_action_reader(text: str) -> None:
    state = BRAWL.new(seed=1)
    with suppress(Unreadable, Illegal, Ambiguous):
        assert parse_action(BRAWL, state, 0, text) in BRAWL.legal(state, 0)


def test_a_game_reads_as_it_was_printed() -> None:
    record = played()
    text = print_game(record)
    assert text.startswith("game othellino 1\nseats 2\noption board 6\noption opening diagonal\nseed 0000")
    assert print_game(parse_game(text)) == text
    commented = text.replace("seats 2", "# a remark\n\nseats 2   # two of them")
    assert print_game(parse_game(commented)) == text


def test_a_secret_seed_is_replaced_by_its_commitment() -> None:
    record = played()
    assert record.seed is not None
    text = print_game(record, sealed=True)
    assert f"commitment {commitment_of(record.seed)}" in text
    assert "seed" not in text
    again = parse_game(text)
    assert again.actions == record.actions
    assert print_game(again) == text
    with pytest.raises(Unreadable, match="not published yet"):
        again.final()
    opened = text.replace("commitment", f"seed {record.seed:064x}\ncommitment")
    assert parse_game(opened).actions == record.actions
    with pytest.raises(Illegal, match="does not belong to the commitment"):
        parse_game(text.replace("commitment", f"seed {record.seed + 1:064x}\ncommitment"))


@pytest.mark.parametrize(
    ("old", "new", "error", "says"),
    [
        ("game othellino 1", "gmae othellino 1", Unreadable, "a game begins with"),
        ("game othellino 1", "game othellino 9", Unreadable, "version 9"),
        ("game othellino 1", "game chess 1", MatchboxError, "no game 'chess'"),
        ("option board 6", "option board 7", Unreadable, "line 3: option board=7: choose one of 6, 8"),
        ("option board 6", "option bored 6", Unreadable, "no option 'bored'"),
        ("seats 2", "seats 5", Unreadable, "is for 2 players"),
        ("seats 2", "seats two", Unreadable, "line 2"),
        ("place d5", "place q5", Unreadable, "line 6: 'place q5' is no action"),
        ("place d5", "place a1", Illegal, "line 6: 'place a1' is not legal now"),
        ("place d5", "place", Ambiguous, "line 6: 'place' may mean"),
        ("seed", "sead", Unreadable, "neither a header nor a seat"),
    ],
)
def test_mistakes_in_a_game_are_named_with_their_line(old: str, new: str, error: type[Exception], says: str) -> None:
    text = print_game(played())
    assert old in text
    with pytest.raises(error, match=says):
        parse_game(text.replace(old, new, 1))


def test_a_wrong_result_is_noticed() -> None:
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


def test_positions_tell_what_is_wrong_with_them() -> None:
    text = print_position(BACKGAMMON, BACKGAMMON.new(seed=1, match=5))
    assert parse_position(text)[0] is BACKGAMMON
    with pytest.raises(Unreadable, match="begins with a line such as"):
        parse_position("nothing")
    with pytest.raises(Unreadable, match="no field 'cupes'"):
        parse_position(text.replace("cubes", "cupes"))
    with pytest.raises(Unreadable, match="dice needs 2 whole number"):
        parse_position("\n".join("dice 1" if line.startswith("dice") else line for line in text.splitlines()))
    with pytest.raises(Unreadable, match="of type u1"):
        parse_position("\n".join("dice 1 300" if line.startswith("dice") else line for line in text.splitlines()))


def test_stored_states_refuse_what_is_not_theirs() -> None:
    data = pack(BRAWL, BRAWL.new(seed=1))
    assert unpack(data)[0] is BRAWL
    with pytest.raises(BadState, match="not a stored game state"):
        unpack(b"hello, this is something else")
    with pytest.raises(BadState, match="damaged or cut short"):
        unpack(data[:-1])
    with pytest.raises(BadState, match="damaged or cut short"):
        unpack(data[:40] + bytes([data[40] ^ 1]) + data[41:])
    with pytest.raises(BadState, match="belongs to building_blocks_brawl, not to othellino"):
        unpack(data, OTHELLINO)
    assert data.startswith(MAGIC)


def test_a_state_of_another_version_is_refused() -> None:
    import hashlib

    data = pack(BRAWL, BRAWL.new(seed=1))[:-16].replace(b"brawl 1 ", b"brawl 2 ")
    with pytest.raises(BadState, match="stored by version 2"):
        unpack(data + hashlib.sha256(data).digest()[:16])


def test_views_are_packed_with_their_viewer() -> None:
    state = BRAWL.new(seed=1)
    BRAWL.apply(state, 1, 5)
    _, view, seat = unpack(pack(BRAWL, BRAWL.view(state, 0), 0))
    assert seat == 0
    assert np.array_equal(view, BRAWL.view(state, 0))
