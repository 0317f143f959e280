"""Holmes vs Moriarty: the worked examples of the page, the rulings, and the redeal."""

from __future__ import annotations

from collections import Counter
from itertools import count, product
from typing import Any

import numpy as np
import pytest

from matchbox.engine import NOBODY, States
from matchbox.games.british_empire.holmes_vs_moriarty import game
from matchbox.games.british_empire.holmes_vs_moriarty.rules import ANNOUNCE, CAP, PASS, PLACE, placements_for
from matchbox.games.british_empire.holmes_vs_moriarty.sets import BAGS, LETTERS, is_exact
from matchbox.games.british_empire.holmes_vs_moriarty.state import NOTHING, PASSED, PLACING, WINDOW, deal_unseen

from ..helpers import act, fill, start, texts

ALL = (12, 6, 2, 1)
HOLMES, MORIARTY = 0, 1  # the seats, in games with holmes=seat0


def chips(letters: str) -> tuple[int, ...]:
    return tuple(letters.replace(" ", "").count(letter) for letter in LETTERS)


def letters(counts: tuple[int, ...]) -> str:
    return "".join(letter * n for letter, n in zip(LETTERS, counts, strict=True))


def announcement(bag: str) -> int:
    return ANNOUNCE.first + BAGS.index(bag)


def place(state: States, seat: int, chosen: str) -> None:
    game.apply(state, seat, PLACE.id(*chips(chosen)))


def passes(state: States, windows: int) -> None:
    for _ in range(windows):
        act(game, state, (0, "pass"), (1, "pass"))


def position(holmes: str, moriarty: str, bag: str, *tiles: int, **options: Any) -> States:
    """The start of a round with these hands and the tiles in this order."""
    state = start(game, holmes="seat0", **options)
    rest = [1, 1, 2, 2, 2, 3, 3]
    for tile in tiles:
        rest.remove(tile)
    later = [*tiles[2:], *rest]
    fill(state, hand=[chips(holmes), chips(moriarty)], bag=chips(bag), tiles=[*tiles[:2], 0, 0, 0])
    fill(state, deck=[*reversed(later), 0, 0], in_deck=[0, *(later.count(n) for n in (1, 2, 3))])
    assert game.conserved(state)
    return state


def with_tile_chips(state: States, bag_chips: str, *moves: tuple[int, int]) -> States:
    """The state after these moves, with a random key that puts these chips on the tiles."""
    for key in count(1):
        trial = state.copy()
        trial["key"][0, 0] = key
        trial["block"] = 0
        for seat, action in moves:
            game.apply(trial, seat, action)
        if "".join(LETTERS[n - 1] for n in trial["on_tile"][0] if n) == bag_chips:
            return trial
    raise AssertionError


def printed_example() -> States:
    """The rulebook's example round up to window 9."""
    state = position("G R BBBBBB", "RRR BBBBB", "RBYGR", 2, 3, 1, 2)
    place(state, HOLMES, "GR")
    assert PLACE.id(*chips("RRB")) in game.legal(state, MORIARTY)
    state = with_tile_chips(state, "RB", (MORIARTY, PLACE.id(*chips("RRB"))))
    passes(state, 2)
    place(state, MORIARTY, "B")
    passes(state, 1)
    assert texts(game, state, HOLMES) == ["place blue=1 red=0 green=0 yellow=0"]
    place(state, HOLMES, "B")
    state = with_tile_chips(state, "RBY", (0, PASS), (1, PASS))
    passes(state, 2)
    place(state, HOLMES, "BB")
    passes(state, 1)
    assert game.legal(state, MORIARTY) == [PLACE.id(*chips("BB"))]
    place(state, MORIARTY, "BB")
    state = with_tile_chips(state, "RBYG", (0, PASS), (1, PASS))
    assert state["window"][0] == 9
    assert state["bag"][0].tolist() == [0, 1, 0, 0]
    assert state["hand"][0].tolist() == [[3, 0, 0, 0], [1, 1, 0, 0]]
    return state


def test_e1_the_printed_example() -> None:
    state = printed_example()
    hands = Counter(letters(tuple(hand)) for hand in deals(state, HOLMES))
    assert hands == {"BR": 2, "RR": 1}  # one blue and two reds are unseen, so the bag is red in 2 of 3
    act(game, state, (0, "announce R"), (1, "pass"))
    assert state["score"][0].tolist() == [6, 0]
    assert state["holmes_seat"][0] == 1
    assert state["rounds"][0] == 2
    assert state["sheet"][0, 0].tolist() == [6, 0]
    assert state["open_hand"][0].tolist() == [[3, 0, 0, 0], [1, 1, 0, 0]]  # everybody sees it now
    assert state["open_bag"][0].tolist() == [0, 1, 0, 0]


def test_e2_a_wrong_announcement_scores_for_the_opponent() -> None:
    state = printed_example()
    act(game, state, (0, "announce B"), (1, "pass"))
    assert state["score"][0].tolist() == [0, 5]
    assert state["holmes_seat"][0] == 1


def legal_placements(hand: str, target: int, lead: str | None = None, **options: Any) -> list[str]:
    """The legal placements of a hand for a target, as leader or after this lead."""
    state = start(game, holmes="seat0", **options)
    stage = 1 if target <= 3 else 0
    leader = MORIARTY if stage else HOLMES
    seat = leader if lead is None else 1 - leader
    fill(state, stage=stage, tiles=[3, 3, target, 0, 0] if stage else [3, target - 3, 0, 0, 0])
    fill(state, placements=2 * stage + (lead is not None), phase=PLACING, acting=1 << seat)
    state["hand"][0, seat] = chips(hand)
    if lead is not None:
        state["placed"][0, leader, stage] = chips(lead)
    return [letters(PLACE.args(action)) for action in game.legal(state, seat)]


@pytest.mark.parametrize(
    ("hand", "target", "sets"),
    [
        # E3: by id; RRBY counts as 5 + 1, RBBY as 4 + 2, GRY is neither 7 nor 8
        ("BBB RR GG Y", 6, "GY GG RRY BRG BRRY BBGY BBRY BBRR BBBG BBBRY"),
        ("RRR", 3, "RR RRR"),  # E4
        ("RY", 1, "R RY"),  # E5
        ("RY", 2, "R"),
        ("RY", 3, "RY"),
        ("BY", 1, "B"),  # E6
        ("BY", 2, "BY"),
        ("BY", 3, ""),
        ("B", 2, ""),  # R7
        ("Y", 1, ""),
        ("", 1, ""),
        ("RY", 4, "RY"),  # R5: yellow is compulsory if the target needs it
    ],
)
def test_e3_to_e6_leaders_place_exact_sets_else_greater_ones(hand: str, target: int, sets: str) -> None:
    found = legal_placements(hand, target)
    assert sorted(found) == sorted(sets.split() or [""])


@pytest.mark.parametrize(
    ("hand", "target", "lead", "sets"),
    [
        ("BB R G", 3, "RR", "G BR"),  # E7: the leader was not exact
        ("BB RR G", 3, "RR", "G BR"),  # so the follower need not copy
        ("BB R", 2, "BY", "R BB"),  # E8
        ("B Y", 2, "BB", "BY"),  # E9
        ("BBB R", 2, "BB", "BB"),  # R9: copying comes first
        ("BBB R G", 3, "", "G BR BBB"),  # R7: nothing placed is not exact
        ("R Y", 1, "B", "R RY"),
        ("Y", 1, "B", ""),
    ],
)
def test_e7_to_e9_followers_copy_an_exact_lead_if_they_can(hand: str, target: int, lead: str, sets: str) -> None:
    assert sorted(legal_placements(hand, target, lead)) == sorted(sets.split() or [""])


def totals(chosen: tuple[int, ...]) -> set[int]:
    """The totals a set can have; yellow alone is worth nothing."""
    b, r, g, y = chosen
    plain = b + 2 * r + 3 * g
    return {plain + value for value, n in ((1, b), (2, r), (3, g)) if n} if y else {plain}


def brute_force(target: int, hand: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The placement rule, word by word."""
    sets = [chosen for chosen in product(*(range(n + 1) for n in hand)) if any(chosen[:3])]
    exact = [chosen for chosen in sets if target in totals(chosen)]
    greater = [chosen for chosen in sets if max(totals(chosen)) > target]
    return exact or greater or [(0, 0, 0, 0)]


def test_legal_placements_follow_the_rule_for_every_hand() -> None:
    out = np.zeros(game.actions.count, np.int64)
    most = {True: 0, False: 0}  # eight chips or fewer
    for hand in product(range(9), range(7), range(3), range(2)):
        size = sum(hand)
        if size > 8:
            continue
        for target in range(1, 7):
            if (target > 3 and size < 8) or (target == 1 and size == 8):  # cannot happen in any stage
                continue
            n = placements_for(target, *hand, NOTHING, out)
            found = [PLACE.args(int(action)) for action in out[:n]]
            assert found == brute_force(target, hand)
            assert out[:n].tolist() == sorted(out[:n])
            most[size == 8] = max(most[size == 8], n)
            if size == 8:  # R19: the first stage can always be exact
                assert all(is_exact(target, *chosen) for chosen in found)
    assert most == {True: 10, False: 28}  # in the first stage, and later


def in_window(window: int, hands: tuple[str, str], bag: str, **fields: object) -> States:
    """A position in a window with these hands and this bag."""
    state = start(game, holmes="seat0")
    stage = (window + 2) // 4
    fill(state, phase=WINDOW, window=window, stage=stage, acting=3, bag=chips(bag), in_bag=len(bag))
    fill(state, hand=[chips(hand) for hand in hands], behind=[len(hand) for hand in hands], **fields)
    return state


@pytest.mark.parametrize(
    ("hands", "said", "score"),
    [
        (("BBRRY", "BBB"), "BBG", [5, 0]),  # E10: 10 halved
        (("BBRRG", "BBY"), "BBB", [0, 2]),  # wrong, and the opponent has yellow: 5 halved
        (("BBRRY", "BBB"), "BBB", [0, 5]),  # the announcer's yellow does not matter then
        (("BBBBBBB", "B"), "BBG", [14, 0]),
        (("", "BBB"), "BBG", [0, 0]),  # R15
    ],
)
def test_e10_announcements_score_by_chips_behind_the_screen(
    hands: tuple[str, str], said: str, score: list[int]
) -> None:
    state = in_window(1, hands, "BBG")
    game.apply(state, 1, PASS)
    game.apply(state, 0, announcement(said))
    assert state["score"][0].tolist() == score
    assert state["speaker"][0] == 0
    assert state["over"][0] or state["holmes_seat"][0] == 1


def test_e11_if_both_announce_the_leader_counts() -> None:
    state = in_window(5, ("BBBB", "RRR"), "BB")
    game.apply(state, HOLMES, announcement("BB"))
    game.apply(state, MORIARTY, announcement("BR"))
    assert state["score"][0].tolist() == [5, 0]  # Holmes was right, but only gets the penalty
    assert state["speaker"][0] == MORIARTY
    said = [BAGS[n - PASSED - 1] for n in state["said"][0]]
    assert said == ["BB", "BR"]  # both are shown


@pytest.mark.parametrize("window", range(1, 13))
def test_the_leader_of_the_newest_tile_counts_in_each_window(window: int) -> None:
    bag = "BBB" if window < 5 else "BB" if window < 9 else "B"
    state = in_window(window, ("BBBB", "RRR"), bag)
    wrong = announcement("R" * len(bag))
    for seat in (0, 1):
        game.apply(state, seat, wrong)
    first = HOLMES if window in (1, 6, 7, 8, 9) else MORIARTY
    assert state["speaker"][0] == first
    assert state["score"][0, 1 - first] == 5


def test_e12_a_tied_round_keeps_scores_and_roles() -> None:
    state = start(game, seed=5, holmes="seat1")
    fill(state, score=[7, 10])
    state["sheet"][0, 0] = 7, 10
    seen: list[tuple[int, int, int]] = []
    while state["rounds"][0] == 1:
        seat = game.acting(state)[0]
        if state["phase"][0] == WINDOW:
            assert game.acting(state) == [0, 1]
            seen.append((int(state["window"][0]), int(state["in_bag"][0]), int(np.count_nonzero(state["tiles"][0]))))
            passes(state, 1)
        else:
            game.apply(state, seat, game.legal(state, seat)[0])
    sizes = [3] * 4 + [2] * 4 + [1] * 4
    tiles = [2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5]
    assert seen == list(zip(range(1, 13), sizes, tiles, strict=True))
    assert state["score"][0].tolist() == [7, 10]
    assert state["holmes_seat"][0] == 1
    assert state["speaker"][0] == NOBODY
    assert game.acting(state) == [1]
    assert state["behind"][0].tolist() == [8, 8]
    assert not state["placed"].any()
    assert not state["on_tile"].any()
    assert game.conserved(state)


def test_twelve_points_win_immediately() -> None:
    state = in_window(1, ("BBBB", "BBB"), "BBG", score=[7, 7])
    game.apply(state, 0, PASS)
    game.apply(state, 1, announcement("BBB"))
    result = game.result(state)
    assert result is not None
    assert result.scores == (12, 7)
    assert result.winners == (0,)
    # after the end a redeal deals the hands that were shown
    dealt = game.redeal(game.view(state, 1), 1, seed=1)
    assert dealt["hand"][0].tolist() == [list(chips("BBBB")), list(chips("BBB"))]
    assert dealt["bag"][0].tolist() == list(chips("BBG"))


@pytest.mark.parametrize(("score", "ranks"), [([7, 10], (2, 1)), ([3, 3], (1, 1))])
def test_at_the_round_limit_more_points_win(score: list[int], ranks: tuple[int, int]) -> None:
    state = in_window(12, ("B", "R"), "B", score=score, rounds=40, tiles=[1, 1, 2, 2, 2])
    passes(state, 1)
    result = game.result(state)
    assert result is not None
    assert result.capped
    assert state["reason"][0] == CAP
    assert result.ranks == ranks


def test_action_ids_are_stable() -> None:
    assert PLACE.first == 0
    assert PLACE.id(6, 6, 2, 1) == 293
    assert PASS == 294
    order = "B R G Y BB BR BG BY RR RG RY GG GY BBB BBR BBG BBY BRR BRG BRY BGG BGY RRR RRG RRY RGG RGY GGY"
    assert order.split() == BAGS
    assert game.actions.count == 323
    for window, bag, ids in ((1, "BBB", range(308, 323)), (5, "BB", range(299, 308)), (9, "B", range(295, 299))):
        state = in_window(window, ("B", "R"), bag)
        assert game.legal(state, 0) == game.legal(state, 1) == [294, *ids]


def test_an_option_or_a_match_sets_the_first_holmes() -> None:
    assert [int(start(game, holmes=f"seat{seat}")["holmes_seat"][0]) for seat in (0, 1)] == [0, 1]
    for option in ("random", "match"):  # R21
        seats = [int(start(game, seed=seed, holmes=option)["holmes_seat"][0]) for seed in range(60)]
        assert 15 < sum(seats) < 45
    template = game.template(2, {"holmes": "match"})
    for seat in (0, 1):  # as a match does
        template["first_holmes"] = 1 + seat
        state = game.start(template, seed=3)
        assert state["holmes_seat"][0] == seat
        assert game.acting(state) == [seat]


def test_hands_bag_and_choices_are_secret() -> None:
    state = printed_example()
    act(game, state, (1, "announce B"))
    view = game.view(state, 0)
    assert view["hand"][0].tolist() == [[3, 0, 0, 0], [0, 0, 0, 0]]
    assert not view["bag"].any()
    assert not view["choice"].any()
    assert view["behind"][0].tolist() == [3, 2]
    choices = {int(game.redeal(view, 0, seed)["choice"][0, 1]) for seed in range(100)}
    assert choices == {PASSED, *range(PASSED + 1, PASSED + 5)}
    act(game, state, (0, "pass"))
    assert state["speaker"][0] == 1
    assert not state["choice"].any()


# --- redeals ---


def deals(state: States, seat: int) -> list[list[int]]:
    """The opponent's hand in each way that a redeal chooses from."""
    view = game.view(state, seat)
    ways = deal_unseen(view[0], seat, -1)
    hands = []
    for number in range(ways):
        deal_unseen(view[0], seat, number)
        hands.append(view["hand"][0, 1 - seat].tolist())
    return hands


def test_a_follower_who_did_not_copy_lacks_the_set() -> None:
    state = position("G R BBBBBB", "RRR BBBBB", "RBYGR", 2, 3)
    place(state, HOLMES, "GR")
    place(state, MORIARTY, "RRB")
    for seed in range(40):
        dealt = game.redeal(game.view(state, HOLMES), HOLMES, seed)
        assert dealt["hand"][0, MORIARTY, 2] == 0  # it had reds, so it has no green
        assert game.conserved(dealt)


def test_conserved_refuses_hands_that_contradict_the_placements() -> None:
    state = position("G R BBBBBB", "RRR BBBBB", "RBYGR", 2, 3)
    place(state, HOLMES, "GR")
    state = with_tile_chips(state, "RB", (MORIARTY, PLACE.id(*chips("RRB"))))
    assert game.conserved(state)
    fill(state, hand=[chips("BBBBBB"), chips("GRBBB")], bag=chips("RBY"))  # with the green it should have copied
    assert not game.conserved(state)
    fill(state, hand=[chips("BBBBBB"), chips("YRBBB")], bag=chips("RBG"))  # yellow is possible
    assert game.conserved(state)
