"""Holmes vs Moriarty: the other readings of copying and of targets out of reach."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb, prod
from typing import Any

import numpy as np
import pytest

from matchbox.engine import Ints, States
from matchbox.games.british_empire.holmes_vs_moriarty import game
from matchbox.games.british_empire.holmes_vs_moriarty.rules import PLACE
from matchbox.games.british_empire.holmes_vs_moriarty.state import PLACING, WINDOW

from ..helpers import fill, match_at, start
from ..telling import last, reads
from .test_rules import (
    ALL,
    HOLMES,
    MORIARTY,
    brute_force,
    chips,
    deals,
    in_window,
    legal_placements,
    letters,
    passes,
    totals,
)
from .test_scene import table
from .test_told import place

Set = tuple[int, ...]


# --- a yellow chip that imitates (R8) ---


@pytest.mark.parametrize(
    ("hand", "target", "lead", "sets"),
    [
        ("BBB R", 2, "BY", "BB"),  # blue and yellow look like two blues
        ("B RR", 2, "BY", "R"),  # one blue is not enough
        ("BB Y", 2, "BB", "BB BY"),  # both are two blues
        ("B Y R", 2, "BB", "BY"),  # yellow helps to copy, so it must
        ("R Y B", 2, "R", "R"),  # a single chip leaves nothing to imitate
        ("BBB RY", 3, "BR", "BR"),  # yellow would imitate blue or red, and each is there only once
        ("BBB RY", 3, "BBB", "BBB BBY"),
        ("BBB R G", 3, "BBY", "BBB"),
        ("RRR BB", 4, "RY", "RR"),  # stage 1: red and yellow are two reds
        ("BB RR Y", 6, "BBRR", "BBRR BBRY BRRY"),
        ("BB RR GG", 4, "BRY", "BBR"),  # as 4, yellow is a second blue
        ("BB RR GG", 5, "BRY", "BRR"),  # as 5, a second red
        ("BB R G", 3, "RR", "G BR"),  # a leader who was not exact is not copied
    ],
)
def test_a_set_with_yellow_is_the_set_that_it_imitates(hand: str, target: int, lead: str, sets: str) -> None:
    assert sorted(legal_placements(hand, target, lead, copying="imitating")) == sorted(sets.split())


def followed(lead: str, hand: str, target: int, **options: Any) -> States:
    """Stage 2: Moriarty has placed this lead, and Holmes follows with this hand."""
    state = start(game, holmes="seat0", **options)
    fill(state, stage=1, window=3, placements=3, phase=PLACING, acting=1, in_bag=3, tiles=[3, 3, target, 0, 0])
    state["placed"][0, MORIARTY, 1] = chips(lead)
    state["hand"][0, HOLMES], state["behind"][0, HOLMES] = chips(hand), len(hand.replace(" ", ""))
    return state


def test_the_table_explains_copies_with_yellow() -> None:
    def prompt(lead: str, hand: str) -> str:
        match = match_at(game, followed(lead, hand, 2, copying="imitating"))
        return reads(table(match, HOLMES).prompt)

    assert prompt("BB", "BBY") == "You must copy 2 blue maids, with or without Mrs Adelka."
    assert prompt("BB", "BRY") == "You must copy: place a blue maid and Mrs Adelka."
    assert prompt("BY", "BBR") == "You must copy: place 2 blue maids."


def test_the_log_says_what_a_copy_with_yellow_shows() -> None:
    match = match_at(game, followed("BB", "BRY", 2, copying="imitating"))
    place(match, (HOLMES, "BY"))
    assert last(match, MORIARTY) == ["Ann places the same: a blue maid and Mrs Adelka."]
    match = match_at(game, followed("BY", "BRR", 2, copying="imitating"))
    place(match, (HOLMES, "R"))
    assert last(match, MORIARTY)[1] == "Ann does not have 2 blue maids to copy."
    match = match_at(game, followed("BY", "BRR", 2))
    place(match, (HOLMES, "R"))
    assert len(last(match, MORIARTY)) == 1  # nobody has a second yellow


# --- a target out of reach (R7) ---


@pytest.mark.parametrize(
    ("hand", "target", "sets"),
    [
        ("B", 2, "B"),
        ("BY", 3, "BY"),
        ("Y", 1, "Y"),
        ("", 1, ""),
        ("BB", 3, "BB"),
        ("RRR", 3, "RR RRR"),  # more than the target is still possible
        ("R", 3, "R"),
    ],
)
def test_a_hand_that_cannot_reach_the_target_is_placed(hand: str, target: int, sets: str) -> None:
    assert sorted(legal_placements(hand, target, shortfall="everything")) == sorted(sets.split() or [""])


def test_the_table_explains_that_all_chips_are_placed() -> None:
    match = match_at(game, followed("G", "BY", 3, shortfall="everything"))
    assert reads(table(match, HOLMES).prompt) == "Your chips cannot make 3 or more: place all of them."
    place(match, (HOLMES, "BY"))
    assert last(match, MORIARTY)[:2] == [
        "Ann cannot make 3 and places every chip: a blue maid and Mrs Adelka.",
        "Ann does not have a green daughter to copy.",
    ]
    assert match.position["behind"][0, HOLMES] == 0
    match = match_at(game, followed("G", "BY", 3))
    assert reads(table(match, HOLMES).prompt) == "Your chips cannot make 3 or more: place nothing."


def test_an_empty_hand_that_names_the_bag_scores_nothing() -> None:
    state = in_window(5, ("", "B"), "BB")
    match = match_at(game, state)
    for seat, text in ((1, "pass"), (0, "announce BB")):
        for step in match.plan_move(seat, text):
            match.play(step)
    assert last(match, 0)[1] == "You hide no chips and score nothing."


# --- knowledge under every reading ---


def looks(chosen: Set, target: int) -> Set:
    """An exact set with yellow turned into the chip that it imitates."""
    b, r, g, y = chosen
    value = target - b - 2 * r - 3 * g
    return (b + (y and value == 1), r + (y and value == 2), g + (y and value == 3))


def allowed(target: int, hand: Set, lead: Set | None, options: dict[str, Any]) -> list[Set]:
    """The placement rule, word by word, under these options."""
    everything = list(product(*(range(n + 1) for n in hand)))
    if lead and target in totals(lead):
        copies = [chosen for chosen in everything if chosen == lead]
        if options["copying"] == "imitating":
            exact = [chosen for chosen in everything if any(chosen[:3]) and target in totals(chosen)]
            copies = [chosen for chosen in exact if looks(chosen, target) == looks(lead, target)]
        if copies:
            return copies
    found = brute_force(target, hand)
    return [hand] if found == [(0, 0, 0, 0)] and options["shortfall"] == "everything" else found


def replays(state: States, seat: int, hand: Ints, options: dict[str, Any]) -> bool:
    """Could the seat have made its placements if this hand is left?"""
    s = state[0]
    held = hand + s.placed[seat].sum(axis=0, dtype=np.int64)
    for stage in range(4):
        leads = (stage % 2 == 0) == (s.holmes_seat == seat)
        if s.placements <= 2 * stage + (not leads):
            break
        target = int(s.tiles[0] + s.tiles[1]) if stage == 0 else int(s.tiles[stage + 1])
        lead = None if leads else tuple(s.placed[1 - seat, stage].tolist())
        if tuple(s.placed[seat, stage].tolist()) not in allowed(target, tuple(held.tolist()), lead, options):
            return False
        held = held - s.placed[seat, stage]
    return True


def possible(state: States, seat: int, options: dict[str, Any]) -> Counter[str]:
    """The opponent's hands that fit, with their weights, found by replaying the round for every split."""
    s = state[0]
    unseen = np.array(ALL) - s.hand[seat] - s.placed.sum(axis=(0, 1), dtype=np.int64)
    for chip in s.on_tile[s.on_tile > 0]:
        unseen[chip - 1] -= 1
    found: Counter[str] = Counter()
    for bag in product(*(range(int(n) + 1) for n in unseen)):
        if sum(bag) == s.in_bag and replays(state, 1 - seat, unseen - bag, options):
            found[letters(tuple(unseen - bag))] += prod(comb(int(n), k) for n, k in zip(unseen, bag, strict=True))
    return found


@pytest.mark.quick(1)
@pytest.mark.parametrize("copying", ["real", pytest.param("imitating", marks=pytest.mark.full)])
@pytest.mark.parametrize("shortfall", ["nothing", "everything"])
def test_redeals_and_placements_follow_every_reading(copying: str, shortfall: str) -> None:
    options: dict[str, Any] = {"copying": copying, "shortfall": shortfall}
    rng = np.random.default_rng(1)
    unusual = narrowed = 0
    for seed in range(25):
        state = start(game, seed=seed, **options)
        while state["rounds"][0] == 1:
            if state["phase"][0] == WINDOW:
                if state["window"][0] % 4 != 2:
                    for seat in (0, 1):
                        expected = possible(state, seat, options)
                        assert Counter(letters(tuple(hand)) for hand in deals(state, seat)) == expected
                        n, left = int(state["behind"][0, 1 - seat]), int(state["in_bag"][0])
                        narrowed += sum(expected.values()) < comb(n + left, left)
                passes(state, 1)
                continue
            seat, stage = game.acting(state)[0], int(state["stage"][0])
            target = int(state["tiles"][0, :2].sum()) if stage == 0 else int(state["tiles"][0, stage + 1])
            lead = tuple(state["placed"][0, 1 - seat, stage].tolist()) if state["placements"][0] % 2 else None
            legal = game.legal(state, seat)
            hand = tuple(state["hand"][0, seat].tolist())
            assert [PLACE.args(action) for action in legal] == allowed(target, hand, lead, options)
            unusual += allowed(target, hand, lead, {"copying": "real", "shortfall": "nothing"}) != allowed(
                target, hand, lead, options
            )
            game.apply(state, seat, int(rng.choice(legal)))
    assert narrowed > 30  # placements do reveal something
    assert bool(unusual) == (options != {"copying": "real", "shortfall": "nothing"})
