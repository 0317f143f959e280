"""Liar's Cards: the steps of a game in sentences."""

from __future__ import annotations

from matchbox.engine import SPECTATOR, States
from matchbox.games.green_box.components import ARROW, BRICKS, DROP, HAMMERS, NUMBER, WHEEL, card_name
from matchbox.games.green_box.liars_cards import game
from matchbox.play.match import Match

from ..telling import NAMES, entry, last, played
from .test_rules import OF, deal, one_of


def hands() -> States:
    """Two Drops, which are wild, and one Arrow among six cards."""
    return deal(OF[DROP][:2], one_of(ARROW, WHEEL), one_of(HAMMERS, BRICKS))


def test_a_bid_is_told_and_no_hand() -> None:
    match = played(game, hands(), (0, "bid 1 Arrow"), (1, "bid 3 Arrow"))
    assert entry(match, 0, 0) == ["You open with 1 Arrow."]
    assert entry(match, 0, 2) == ["Ann opens with 1 Arrow."]
    assert last(match, 1) == ["You bid 3 Arrows."]
    assert last(match, SPECTATOR) == ["Bob bids 3 Arrows."]
    other = deal(OF[DROP][2:4], one_of(BRICKS, BRICKS), one_of(HAMMERS, WHEEL))
    twin = played(game, other, (0, "bid 1 Arrow"), (1, "bid 3 Arrow"))
    for viewer in (SPECTATOR, 0, 1, 2):
        assert [twin.told(number, viewer) for number in (0, 1)] == [match.told(number, viewer) for number in (0, 1)]


def test_an_opening_on_the_wild_symbol_says_that_it_is_not_wild() -> None:
    match = played(game, hands(), (0, "bid 2 Drop"))
    assert last(match, 1) == ["Ann opens with 2 Drops.", "So Drops are not wild in this round."]


def test_a_wrong_call_costs_a_life() -> None:
    match = played(game, hands(), (0, "bid 2 Hammers"), (1, "bid 3 Arrow"), (2, "liar"))
    why = "The bid was 3 Arrows, and the hands hold 1 and 2 wild cards."
    assert last(match, 2)[0] == f"You call Bob a liar and are wrong. {why}"
    assert last(match, 1)[0] == f"Cem calls you a liar and is wrong. {why}"
    assert last(match, 0)[:2] == [
        f"Cem calls Bob a liar and is wrong. {why}",
        "Cem loses a life and has 1 left.",
    ]
    assert last(match, 2)[1] == "You lose a life and have 1 left."
    moment = match.told(len(match.log) - 1, 0)[0].moment
    assert moment is not None
    assert [str(moment.title), str(moment.why)] == ["Seat 2 loses a life", f"Seat 2 called. {why}"]
    assert [(side.value, side.won) for side in moment.sides] == [(2, False), (1, True), (0, False)]
    assert [piece.text for piece in moment.sides[1].pieces] == [card_name(card) for card in one_of(ARROW, WHEEL)]


def test_a_lie_is_told_with_its_reason() -> None:
    state = deal(OF[DROP][:3], one_of(BRICKS, WHEEL), [OF[HAMMERS][0]])
    match = played(game, state, (0, "bid 3 Arrow"), (1, "liar"))
    reason = "The bid was 3 Arrows, but the hands hold none, and wild cards alone do not count."
    assert last(match, 0)[:2] == [
        f"Bob calls you a liar and is right. {reason}",
        "You lose a life and have 2 left.",
    ]
    match = played(game, state, (0, "bid 1 Wheel"), (1, "bid 5 Bricks"), (2, "liar"))
    reason = "The bid was 5 Bricks, but the hands hold only 1 and 3 wild cards."
    assert last(match, 2)[0] == f"You call Bob a liar and are right. {reason}"


def test_a_round_on_the_sum_and_the_last_life() -> None:
    low, high = OF[DROP][0], next(card for card in OF[BRICKS] if NUMBER[card] > 1)
    state = deal([low], [high], [OF[WHEEL][0], OF[WHEEL][1]])
    match = played(game, state, (0, "bid 4 Arrow"), (1, "liar"))
    found = last(match, 0)
    assert found[1] == "You lose your last life and are out."
    assert found[2].endswith("begins: with so few cards, bids are on the sum of all numbers.")
    assert last(match, 1)[1] == "Ann loses the last life and is out."
    total = sum(int(NUMBER[card]) for seat in (1, 2) for card in match.position["hand"][0, seat][:seat])
    (seat,) = match.acting()
    for step in match.plan_move(seat, "total 18"):  # the call is forced
        match.play(step)
    assert entry(match, 2, SPECTATOR) == [f"{NAMES[seat]} opens with a sum of 18."]
    assert f"The bid was a sum of 18, but the sum is only {total}." in entry(match, 3, SPECTATOR)[0]


def test_the_chosen_wild_symbol_is_told() -> None:
    match = Match(game, 3)
    match.start(game.template(3, {"wild": "chosen"}), 1)
    (seat,) = match.acting()
    for step in match.plan_move(seat, "wild Bricks"):
        match.play(step)
    assert last(match, seat) == ["You make Bricks wild in this round."]
    assert last(match, SPECTATOR) == [f"{NAMES[seat]} makes Bricks wild in this round."]
