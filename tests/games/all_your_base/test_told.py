"""All Your Base: the steps of a game in sentences."""

from __future__ import annotations

from matchbox.engine import SPECTATOR
from matchbox.games.green_box.all_your_base import game
from matchbox.games.green_box.all_your_base.state import BUILD, HARDWARE, HOLDING, SCRAP, SOFTWARE
from matchbox.play.match import Match

from ..helpers import fill, match_at, start
from ..telling import events, play, sentences
from .test_rules import DROP, GREEN, HAMMERS, WHEEL, base, deal


def scrap_all(match: Match, *but: int) -> None:
    """All other seats scrap their two lowest cards and keep the next two."""
    turn = int(match.position["turn"][0])
    for seat in match.acting():
        while seat not in but and seat in match.acting() and match.position["turn"][0] == turn:
            legal = match.legal(seat)
            play(match, seat, SCRAP if SCRAP in legal else legal[0])


def planned() -> Match:
    """Ann plans a station and software on it; the others have not planned yet."""
    state = start(game, 3)
    fill(state, lead=0)
    base(state, 0, (WHEEL, [], None))
    deal(state, [7, 38, 0, 1])  # red Arrow 5, white Arrow 3; red Drop 1, red Bricks 2
    match = match_at(game, state)
    play(match, 0, 7, BUILD, 38, SOFTWARE.first + 1, HOLDING.first)
    return match


def test_plans_are_told_to_their_owner_only() -> None:
    match = planned()
    assert sentences(match, 0) == [
        "You choose the red Arrow 5.",
        "You plan a new Arrow station.",
        "You choose the white Arrow 3.",
        "You plan the white Arrow 3 as software.",
        "You keep the red Drop 1 and the red Bricks 2.",
    ]
    others = ["Ann is planning."] * 4 + ["Ann is ready."]
    assert sentences(match, 1) == sentences(match, SPECTATOR) == others


def test_all_plans_are_revealed_together() -> None:
    match = planned()
    scrap_all(match, 2)
    one, two = match.legal(2)[:2]
    play(match, 2, one, SCRAP, two, SCRAP)
    first = len(match.log)
    play(match, 2, HOLDING.first)
    found = sentences(match, 1, first)
    assert found[0] == "Ann gets a new Arrow station and the white Arrow 3 as software."
    assert found[1].startswith("You scrap the ")
    assert found[-2:] == ["You get 6 cards from Ann.", "Turn 2 of 5 begins in phase 1."]
    assert sentences(match, SPECTATOR, first)[-2] == "Everybody passes 6 cards to the left."
    moment = events(match, 1, first)[0].moment
    assert moment is not None
    assert [(side.seat, len(side.pieces)) for side in moment.sides] == [(0, 2), (1, 2), (2, 2)]


def test_a_plan_that_comes_too_late_is_told() -> None:
    state = start(game, 4)
    base(state, 1, *[(DROP, [], None)] * 4)
    base(state, 0, (WHEEL, [], None))
    fill(state, lead=2)
    deal(state, [0, 14], [50, 51], [52, 53], [17, 40])  # one Drop tile is left for red Drop 1 and green Drop 6
    match = match_at(game, state)
    play(match, 3, 17, BUILD, 40, SCRAP, HOLDING.first)
    play(match, 0, 0, BUILD, 14, SCRAP, HOLDING.first)
    first = len(match.log)
    scrap_all(match)
    assert "You cannot use the red Drop 1 as planned: choose again." in sentences(match, 0, first)
    assert "Ann cannot use the red Drop 1 as planned and chooses again." in sentences(match, 3, first)
    first = len(match.log)
    play(match, 0, HARDWARE.first)
    assert sentences(match, 3, first)[0] == "Ann gets a red cube on the Wheel station and scraps the green Drop 2."


def test_escalation_tells_how_many_cards_leave_and_which_join() -> None:
    match = match_at(game, start(game, 2, escalation="on"))
    while match.position["wave"][0] < 1:
        scrap_all(match)
    told = "12 random cards of the starting deck leave the game unseen. The new cards are all 3s and 4s."
    assert sentences(match, 1)[-2:] == [told, "Turn 1 of 5 begins in phase 2."]
    assert sentences(match, SPECTATOR)[-2] == told


def test_the_points_of_a_phase_are_told() -> None:
    state = start(game, 3)
    base(state, 0, (HAMMERS, [GREEN], 16))
    state["hand"][0] = 0
    state["cards"][0] = 0
    for seat, cards in enumerate(((0, 1), (2, 3), (4, 5))):
        state["hand"][0, seat] = sum(1 << card for card in cards)
        state["cards"][0, seat] = 2
    rest = [card for card in range(54) if card > 5 and card != 16]
    fill(state, turn=4, in_deck=len(rest), deck=rest + [0] * (54 - len(rest)))
    assert game.conserved(state)
    match = match_at(game, state)
    scrap_all(match)
    assert sentences(match, 1)[-2:] == ["Points in phase 1: Ann 8, you 0, Cem 0.", "Turn 1 of 5 begins in phase 2."]
    moment = events(match, 1)[-2].moment
    assert moment is not None
    assert [(side.value, side.won) for side in moment.sides] == [(8, True), (0, False), (0, False)]
    assert str(moment.sides[0].verdict) == "8 in all"
