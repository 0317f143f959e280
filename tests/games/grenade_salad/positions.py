"""Grenade Salad: helpers that set up positions and play in them."""

from __future__ import annotations

from typing import Any

from matchbox.engine import States
from matchbox.games.green_box.grenade_salad import game
from matchbox.games.green_box.grenade_salad.orders import (
    DECLINE,
    MINES,
)
from matchbox.games.green_box.grenade_salad.rules import go_on

from ..helpers import act, fill, start

RED, GREEN, BLUE, YELLOW = range(4)
Place = tuple[int, int]


def position(
    *armies: list[Place], hands: list[str] | None = None, deck: str | None = None, active: int = 0, **options: Any
) -> States:
    """A position: soldiers by seat in order of entering, hands and deck (from the top) as initials of symbols.

    Initials are D H C B A W. Cards outside the hands and the deck are discarded; without
    `deck`, the deck holds all of them.
    """
    state = start(game, len(armies), **options)
    fill(state, x=0, y=0, alive=0, entered=0, kills=0, score=0, hand=0, deck=0, lacks=0, discards=0)
    for seat, army in enumerate(armies):
        for soldier, (x, y) in enumerate(army):
            state["x"][0, seat, soldier], state["y"][0, seat, soldier] = x, y
        state["alive"][0, seat] = (1 << len(army)) - 1
        state["entered"][0, seat] = len(army)
        state["score"][0, seat] = 3 * len(army)
    left = [9] * 6
    for seat, hand in enumerate(hands or [""] * len(armies)):
        for letter in hand:
            state["hand"][0, seat, "DHCBAW".index(letter)] += 1
            left["DHCBAW".index(letter)] -= 1
        state["held"][0, seat] = len(hand)
    cards = [symbol for symbol in range(6) for _ in range(left[symbol])]
    if deck is not None:
        cards = ["DHCBAW".index(letter) for letter in reversed(deck)]
        state["discards"][0] = [left[symbol] - cards.count(symbol) for symbol in range(6)]
    state["deck"][0, : len(cards)] = cards
    state["in_deck"] = len(cards)
    fill(state, active=active, moved=0, cards=0, passes=0)
    go_on(state[0])
    assert game.conserved(state)
    return state


def play(state: States, seat: int, *moves: str) -> None:
    for move in moves:
        act(game, state, (seat, move))
        assert game.conserved(state)


def decline(state: States) -> None:
    """Everybody who answers about a Mine declines."""
    while state["phase"][0] == MINES and not state["over"][0]:
        for seat in game.acting(state):
            game.apply(state, seat, int(DECLINE))
    assert game.conserved(state)


def kills(state: States) -> list[int]:
    return state["kills"][0, : int(state["seats"][0])].tolist()  # type: ignore[no-any-return]


def alive(state: States, seat: int) -> list[int]:
    return [soldier for soldier in range(20) if int(state["alive"][0, seat]) >> soldier & 1]


def phase(state: States) -> int:
    return int(state["phase"][0])


def airdrop(left: str, across: str) -> States:
    """Red drops three soldiers, put side by side so that a Mine on 1 hits 0 but not 2."""
    state = position([(10, 10)], [(110, 110)], [(110, 10)], hands=["CHHHH", left, across], deck="DDDDDD")
    play(state, RED, "play Circles")
    assert alive(state, RED) == [0, 1, 2, 3]
    assert state["entered"][0, RED] == 4
    state["x"][0, 0, 1:4] = [40, 50, 61]
    state["y"][0, 0, 1:4] = 60
    assert game.conserved(state)
    return state
