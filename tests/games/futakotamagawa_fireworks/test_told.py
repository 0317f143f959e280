"""Futakotamagawa Fireworks Festival: the steps of a game in sentences."""

from __future__ import annotations

from matchbox.engine import SPECTATOR
from matchbox.games.british_empire.futakotamagawa_fireworks import game

from ..helpers import match_at
from ..telling import last, make_moves, moment, reads
from .test_rules import deal, set_chips


def test_hands_and_aims_are_told_to_their_owner_only() -> None:
    match = match_at(game, deal(3, 1))
    make_moves(match, (0, "hold 1 1 0"))
    assert last(match, 0) == ["You close your hand on 60p."]
    assert last(match, 1) == last(match, SPECTATOR) == ["Ann has chosen."]
    make_moves(match, (0, "point 0"))
    assert last(match, 0) == ["You point at the 3."]
    assert last(match, 1) == last(match, SPECTATOR) == ["Ann has chosen."]
    make_moves(match, (1, "hold 0 0 0"))
    assert last(match, 1) == ["You close your hand on nothing."]
    assert last(match, 0) == ["Bob has chosen."]


def test_the_higher_bid_claims_the_tile_with_its_chips() -> None:
    state = deal(3, 1, 2)
    set_chips(state, (6, 3, 1), (4, 3, 1), on_first=(2, 0, 0))
    match = match_at(game, state)
    make_moves(match, (0, "hold 0 1 0"), (0, "point 0"), (1, "hold 4 0 0"), (1, "point 0"))
    assert last(match, 0) == [
        "You claim the 3 with 50p against 40p.",
        "You also get the 20p on it.",
        "A 2 is turned up.",
        "Round 2 begins.",
    ]
    assert last(match, SPECTATOR)[:2] == ["Ann claims the 3 with 50p against 40p.", "Ann also gets the 20p on it."]
    shown = moment(match)
    assert reads(shown.title, 1) == "Ann claims the 3 with 50p against 40p."
    assert reads(shown.why, 0) == ("You pay 50p into the bag and get the 20p on the tile. The other hand goes back.")
    assert [(side.value, str(side.verdict), side.won) for side in shown.sides] == [
        (50, "pays and takes the tile", True),
        (40, "takes it back", False),
    ]


def test_an_empty_hand_is_nothing() -> None:
    match = match_at(game, deal(2, 2))
    make_moves(match, (0, "hold 1 0 0"), (0, "point 1"), (1, "hold 0 0 0"), (1, "point 1"))
    assert last(match, SPECTATOR)[0] == "Ann claims the right 2 with 10p against nothing."
    match = match_at(game, deal(3, 1))
    make_moves(match, (0, "hold 0 0 0"), (0, "point 1"), (1, "hold 0 0 0"), (1, "point 1"))
    assert last(match, SPECTATOR)[0] == "Both bid nothing for the 1: nobody gets it."


def test_players_who_point_alone_take_a_chip_and_leave_their_hands() -> None:
    state = deal(3, 1)
    set_chips(state, (6, 3, 1), (4, 2, 1), on_second=(2, 1, 0))
    match = match_at(game, state)
    make_moves(match, (0, "hold 0 0 0"), (0, "point 0"), (1, "hold 1 0 0"), (1, "point 1"))
    assert last(match, 0) == ["You point at the 3.", "Bob points at the 1."]
    make_moves(match, (1, "claim red"))
    assert last(match, 0) == [
        "You leave nothing on the 3.",
        "Bob takes a red chip from the 1 and leaves 10p.",
        "Round 2 begins.",
    ]
