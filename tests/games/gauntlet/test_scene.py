"""The Gauntlet: what the table shows."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from matchbox.engine import States
from matchbox.games.green_box.components import CARDS, NUMBER, SYMBOL, SYMBOLS, card_name
from matchbox.games.green_box.gauntlet import game
from matchbox.games.green_box.gauntlet.state import PLAN, TAKE
from matchbox.games.green_box.gauntlet.track import START
from matchbox.scene import Look, cards_out_of
from matchbox.scene.plain_text import print_scene
from tests.contract.cases import Case, sampled

from ..helpers import act, start
from ..seeing import area, at, seen
from .test_rules import race


def planned(*cards: str, square: Any = (1, 3), movement: int = 5, others: Any = START) -> States:
    """Both players have planned; the first to act is seat 0."""
    state = race((square, cards), (others, ("Brick 1", "Lumber 1", "Lumber 2")), movement=movement)
    for seat in range(2):
        act(game, state, *[(seat, "lay a")] * 4)
    return state


def test_start_and_finish_are_at_the_ends_of_the_track() -> None:
    state = race((START, ()), ((1, 3), ()), movement=3)
    pieces = area(seen(game, state, 0), "track").pieces
    start, finish = [piece for piece in pieces if piece.kind == "slot"]
    assert (str(start.text), start.at, start.span) == ("Start", (0, 0), (1, 3))
    assert (str(finish.text), finish.at, finish.span) == ("Finish", (13, 0), (1, 3))


def test_a_player_in_a_line_of_fire_is_marked() -> None:
    scene = seen(game, planned("Shield 6", "Brick 5", "Brick 4"), 0)
    assert at(scene, "track", (4, 1), "cube").threat == "hit"
    arrows = [piece for piece in area(scene, "track").pieces if piece.kind == "tile" and piece.symbol == "Arrow"]
    assert {piece.colour for piece in arrows} == {"red"}
    assert all(piece.threat == "hit" for piece in area(scene, "track").pieces if piece.kind == "line")


def test_the_order_of_a_step_follows_the_cards() -> None:
    scene = seen(game, planned("Shield 6", "Brick 5", "Brick 4"), 0)
    assert [(turn.seat, turn.piece and turn.piece.number, turn.done) for turn in scene.order] == [
        (0, 6, False),
        (1, 1, False),
    ]


def test_others_see_a_face_down_card_with_its_number() -> None:
    state = planned("Shield 6", "Brick 5", "Brick 4")
    theirs = area(seen(game, state, 0), "plan/1").pieces
    assert [(piece.hidden, piece.number, piece.symbol, piece.marked) for piece in theirs] == [
        (True, 1, "", True),
        (True, None, "", False),
        (True, None, "", False),
    ]
    own = area(seen(game, state, 1), "plan/1").pieces
    assert (own[0].hidden, str(own[0].name), own[0].marked) == (False, "Brick", True)
    assert "[*?1*] [?] [?]" in print_scene(seen(game, state, 0), ("Ann", "Bob"))
    order = [turn.piece for turn in seen(game, state, 0).order if turn.piece]
    assert [(piece.number, piece.symbol) for piece in order] == [(6, "Wheel"), (1, "")]


def test_the_discard_pile_is_open() -> None:
    state = start(game, 2, track="alley")
    assert not area(seen(game, state, 0), "discards").pieces
    choose = np.random.default_rng(1)
    while state["turns"][0] < 1:
        seat = game.acting(state)[0]
        game.apply(state, seat, int(choose.choice(game.legal(state, seat))))
    cards = [card for card in range(CARDS) if int(state["discard"][0]) >> card & 1]
    assert len(cards) == 8
    pieces = area(seen(game, state, 1), "discards").pieces
    assert [(piece.symbol, piece.count) for piece in pieces] == sorted(
        Counter(SYMBOLS[SYMBOL[card]] for card in cards).items(), key=lambda kind: SYMBOLS.index(kind[0])
    )
    for piece in pieces:
        numbers = sorted(int(NUMBER[card]) for card in cards if SYMBOLS[SYMBOL[card]] == piece.symbol)
        assert str(piece.effect).endswith(": " + ", ".join(map(str, numbers)))
    while state["phase"][0] in (TAKE, PLAN):
        seat = game.acting(state)[0]
        game.apply(state, seat, int(choose.choice(game.legal(state, seat))))
    (pile,) = area(seen(game, state, 1), "pile").pieces
    assert (pile.count, pile.hidden) == (8, False)
    assert str(pile.effect) == "; ".join(str(piece.effect) for piece in pieces)


def test_one_click_walks_several_steps() -> None:
    scene = seen(game, planned("Shield 6", "Brick 5", "Brick 4"), 0)
    walks = {route.end: len(route.actions) for route in scene.routes}
    assert walks[7, 1] == 3  # three steps east of column 4
    assert max(walks.values()) == 3  # two of five points stay for later


def test_cards_have_names_and_effects_but_no_colours() -> None:
    state = race((START, ("Fire 3",)), ((1, 3), ()), movement=3)
    first = area(seen(game, state, 0), "hand").pieces[0]
    assert (str(first.name), first.colour, first.background) == ("Fire", "", "")
    assert str(first.effect) == "All arrows fire: everybody in a red line is hit."


def test_the_fourth_card_waits_for_the_button() -> None:
    state = race((START, ()), ((1, 3), ()), movement=3)
    assert not seen(game, state, 0).commits
    act(game, state, *[(0, "lay a")] * 3)
    assert {str(choice.text) for choice in seen(game, state, 0).commits} == {"Discard it and close the plan"}


def test_a_knocked_out_player_is_out() -> None:
    state = planned("Fire 6", "Brick 6", "Lumber 6")
    state["life"][0, 0] = 1
    act(game, state, (0, "use"))
    status = seen(game, state, 1).seats[0]
    assert status.out
    assert (status.lives, str(status.line)) == ((0, 3), "knocked out")


def test_the_line_about_everybody_says_what_it_orders() -> None:
    taking = seen(game, start(game, 2), 0)
    assert [turn.seat for turn in taking.order]
    assert str(taking.ordered) == "Drawing in this order"
    acting = seen(game, planned("Shield 6", "Brick 5", "Brick 4"), 0)
    assert str(acting.ordered) == "Step 1 of 3, highest first"


def test_the_display_leaves_the_table_with_its_phase() -> None:
    taking = seen(game, start(game, 2), 0)
    assert area(taking, "display").passing
    acting = seen(game, planned("Shield 6", "Brick 5", "Brick 4"), 0)
    assert "display" not in {one.key for one in acting.areas}


@pytest.mark.parametrize("seats", game.about.seats)
def test_the_cards_still_out_are_those_of_the_pile_and_of_others_hidden_hands(seats: int) -> None:
    for state, _, _ in sampled(Case(game, seats), 23, count=20):
        s = state[0]
        pile = {int(card) for card in s.deck[: s.left]}
        cards = [{int(card) - 1 for card in (*s.hand[seat], *s.plan[seat]) if card} for seat in range(seats)]
        hidden = [{card for card in mine if not s.seen[seat] >> card & 1} for seat, mine in enumerate(cards)]
        for seat in range(-1, seats):
            (deck,) = cards_out_of(Look(game, game.view(state, seat), seat, ["Ann"] * seats))
            out = {piece.text for piece in deck.pieces if not piece.dimmed}
            others = set[int]().union(*(hidden[other] for other in range(seats) if other != seat))
            assert out == {card_name(card) for card in pile | others}
            assert len(deck.pieces) == (36 if seats == 2 else 54)
