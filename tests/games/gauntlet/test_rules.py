"""The Gauntlet: worked examples, and the rulings that are easy to get wrong."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
import pytest

from matchbox.engine import States
from matchbox.games.green_box.card_sets import ALL_CARDS
from matchbox.games.green_box.components import CARDS, NUMBER, SYMBOL, SYMBOLS
from matchbox.games.green_box.gauntlet import game
from matchbox.games.green_box.gauntlet.rules import CAP, THROUGH
from matchbox.games.green_box.gauntlet.state import FEWER_CARDS, MOVE, ORDER, PLAN, STRIKE, TAKE
from matchbox.games.green_box.gauntlet.track import FINISH, START
from matchbox.games.green_box.maps import SIDE

from ..helpers import act, fill, start, texts

NAME = {"Shield": "Wheel", "Swords": "Hammers", "Lumber": "Circles", "Brick": "Bricks", "Heal": "Drop", "Fire": "Arrow"}


def race(
    *players: tuple[Any, Sequence[str]], track: str = "alley", movement: int = 5, starter: int = 0, **options: Any
) -> States:
    """A turn before planning: for each seat its square (row, column) and the cards of its steps.

    Missing cards are Brick and Lumber with low numbers.
    """
    seats = len(players)
    state = start(game, seats, track=track, **options)
    free = [card for card in range(CARDS) if (ALL_CARDS if seats > 2 else FEWER_CARDS) >> card & 1]
    hands = []
    for _, cards in players:
        hands.append([take(free, card) for card in cards])
    climbing = [card for card in free if SYMBOLS[SYMBOL[card]] in ("Bricks", "Circles")]
    climbing.sort(key=lambda card: int(NUMBER[card]), reverse=True)
    for hand in hands:
        while len(hand) < 3:
            hand.append(climbing.pop())
            free.remove(hand[-1])
    for hand in hands:
        hand += [free.pop() for _ in range(4)]
    display = [free.pop() + 1 for _ in range(3 * seats)]
    blank = [[0] * 7] * (4 - seats)
    places = [tile_at(state, square) for square, _ in players]
    fill(state, hand=[[card + 1 for card in hand] for hand in hands] + blank, held=[7] * seats + [0] * (4 - seats))
    fill(state, seen=[sum(1 << card for card in hand) for hand in hands] + [0] * (4 - seats))
    fill(state, display=display + [0] * (12 - len(display)), deck=free + [0] * (CARDS - len(free)), left=len(free))
    fill(state, at=places + [0] * (4 - seats), points=[movement] * seats + [0] * (4 - seats), movement=movement)
    fill(state, starter=starter, phase=PLAN, acting=(1 << seats) - 1, veiled=[0] * 4, born=[[0] * 7] * 4)
    assert game.conserved(state)
    return state


def take(free: list[int], name: str) -> int:
    """Take a free card by its name in this game, such as `Swords 4`."""
    symbol, number = name.split()
    found = next(c for c in free if SYMBOLS[SYMBOL[c]] == NAME[symbol] and NUMBER[c] == int(number))
    free.remove(found)
    return found


def tile_at(state: States, square: Any) -> int:
    if square in (START, FINISH):
        return int(square)
    row, column = square
    return state["spot"][0].tolist().index(SIDE * row + column)  # type: ignore[no-any-return]


def square(state: States, seat: int) -> tuple[int, int]:
    return divmod(int(state["spot"][0, state["at"][0, seat]]), SIDE)


def lay(state: States) -> None:
    """Everybody plans the first four cards of the hand."""
    for seat in game.acting(state):
        for _ in range(4):
            act(game, state, (seat, "lay a"))
    assert game.conserved(state)


def go(state: States, seat: int, *words: str) -> None:
    """Actions of the acting seat: `use`, `stop`, `n`, `e`, `s`, `w`."""
    directions = {"n": "go north", "e": "go east", "s": "go south", "w": "go west"}
    for word in words:
        assert game.acting(state) == [seat], (word, game.acting(state))
        act(game, state, (seat, directions.get(word, word)))
        assert game.conserved(state)


def life(state: States) -> list[int]:
    return state["life"][0, : int(state["seats"][0])].tolist()  # type: ignore[no-any-return]


def test_action_ids_are_stable() -> None:
    names = {game.actions.text(action, {}): action for action in range(game.actions.count)}
    assert game.actions.count == 42
    assert [names[f"take {x}"] for x in (0, 11)] == [0, 11]
    assert [names[f"lay {x}"] for x in "ag"] == [12, 18]
    assert [names[x] for x in ("use", "go north", "go east", "go south", "go west")] == [19, 20, 21, 22, 23]
    assert [names[x] for x in ("finish", "enter 0", "enter 11", "stop", "strike 0", "strike 3")] == [
        24,
        25,
        36,
        37,
        38,
        41,
    ]


# --- setup ---


def test_e7_opening_hands_are_exactly_those_of_the_page() -> None:

    def opening(seats: int, seed: int) -> tuple[tuple[int, ...], ...]:
        state = start(game, seats, seed)
        hands = []
        for seat in range(seats):
            cards = [int(x) - 1 for x in state["hand"][0, seat, :3]]
            assert [SYMBOLS[SYMBOL[c]] for c in cards] == ["Wheel", "Bricks", "Circles"]
            assert int(state["seen"][0, seat]) == sum(1 << c for c in cards)
            hands.append(tuple(int(NUMBER[c]) for c in cards))
        return tuple(hands)

    three = {opening(3, seed) for seed in range(120)}
    assert three == {h for h in product([(2, 1, 1), (1, 2, 1), (1, 1, 2)], repeat=3) if len(set(h)) == 3}
    two = {opening(2, seed) for seed in range(200)}
    assert len(two) == 12
    assert all(sorted(a) == sorted(b) == [1, 2, 3] and all(x != y for x, y in zip(a, b, strict=True)) for a, b in two)
    four = {opening(4, seed) for seed in range(600)}
    assert len(four) == 36
    assert ((2, 1, 1), (1, 2, 1), (1, 1, 2), (2, 1, 1)) in four
    assert all(max(hands.count(h) for h in hands) == 2 and len(set(hands)) == 3 for hands in four)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_turn_begins_with_two_cards_from_the_display_and_two_from_the_pile(seats: int) -> None:
    state = start(game, seats, 4)
    deck = 36 if seats == 2 else 54
    assert state["left"][0] == deck - 6 * seats
    assert 3 <= state["movement"][0] <= 6
    first = int(state["starter"][0])
    for i in range(seats):
        seat = (first + i) % seats
        shown = [x for x in range(3 * seats) if state["display"][0, x]]
        assert len(shown) == 3 * seats - 2 * i
        wanted = int(state["display"][0, shown[-1]])
        go(state, seat, f"take {shown[-1]}")
        assert int(state["hand"][0, seat, 3]) == wanted
        go(state, seat, f"take {shown[0]}")
        assert state["held"][0, seat] == 7
        assert state["veiled"][0, seat] == 2
    assert state["phase"][0] == PLAN
    assert game.acting(state) == list(range(seats))
    assert len(game.legal(state, 0)) == 7
    act(game, state, (0, "lay g"))
    assert len(game.legal(state, 0)) == 6
    assert len(game.legal(state, 1)) == 7


# --- a whole turn ---


def test_e1_a_turn_of_four_players_plays_as_described() -> None:
    blue, green, red, yellow = range(4)
    state = race(
        ((1, 6), ("Fire 5", "Shield 2", "Brick 1")),
        ((1, 9), ("Swords 4", "Lumber 3", "Fire 4")),
        ((1, 2), ("Shield 3", "Heal 2", "Brick 3")),
        ((1, 8), ("Fire 2", "Heal 1", "Lumber 6")),
        track="gallery",
    )
    lay(state)
    go(state, blue, "use")
    assert life(state) == [3, 3, 3, 3]
    go(state, blue, "w", "s", "e")
    assert square(state, blue) == (2, 6)
    go(state, green, "use")  # Yellow is the only target
    assert life(state) == [3, 3, 3, 2]
    go(state, green, "w", "e", "s")
    go(state, red, "e", "n", "s")
    go(state, yellow, "use")
    assert life(state) == [2, 2, 3, 2]
    go(state, yellow, "e", "w", "w")
    assert [square(state, seat) for seat in range(4)] == [(2, 6), (2, 9), (1, 3), (1, 7)]
    assert state["number"][0] == 1
    go(state, green, "e")
    go(state, blue, "w")  # Shield 2 and Heal 2: Blue is the starting player
    go(state, red, "n")
    go(state, yellow, "w")
    assert life(state) == [2, 2, 3, 3]
    assert [square(state, seat) for seat in range(4)] == [(2, 5), (2, 10), (0, 3), (1, 6)]
    assert texts(game, state, yellow) == ["go east", "go south", "go west"]  # no Lumber next to this square
    go(state, yellow, "s")
    go(state, green, "use")
    assert life(state) == [1, 2, 2, 2]
    go(state, green, "w")
    go(state, red, "w")
    go(state, blue, "w")
    assert [square(state, seat) for seat in range(4)] == [(2, 4), (2, 9), (0, 2), (2, 6)]
    assert life(state) == [1, 2, 2, 2]
    assert state["turns"][0] == 1
    assert state["starter"][0] == 1
    assert state["phase"][0] == TAKE


# --- movement ---


@pytest.mark.parametrize(
    ("movement", "first", "second", "third"), [(6, 4, 0, 0), (6, 2, 3, 1), (3, 1, 1, 1), (5, 1, 3, 1)]
)
def test_e2_every_step_uses_at_least_one_point(movement: int, first: int, second: int, third: int) -> None:
    state = race(((1, 3), ("Brick 6", "Lumber 6", "Shield 6")), (START, ()), movement=movement)
    lay(state)
    seat = 0
    walk = ["e", "w"] * 3
    for number, amount in enumerate((first, second or 1, third or 1)):
        most = int(state["points"][0, seat]) - (2 - number)
        for i in range(amount):
            assert ("stop" in texts(game, state, seat)) == (i > 0 and number < 2)
            go(state, seat, walk[i])
        if amount < most:
            assert state["active"][0] == seat
            go(state, seat, "stop")
        rest(state, 1)
    assert state["turns"][0] == 1


def rest(state: States, seat: int) -> None:
    """The opponent moves as little as possible in this step."""
    number = int(state["number"][0])
    while game.acting(state) == [seat] and state["number"][0] == number and state["phase"][0] in (ORDER, MOVE):
        words = texts(game, state, seat)
        go(state, seat, "stop" if "stop" in words else next(w for w in words if w != "use"))


def test_e3_obstacles_need_the_matching_card() -> None:
    state = race(((2, 0), ("Lumber 6",)), (START, ()), movement=4)
    lay(state)
    assert texts(game, state, 0) == ["go north", "go east"]
    go(state, 0, "e", "e")
    assert square(state, 0) == (2, 2)
    state = race(((2, 0), ("Brick 6",)), (START, ()), movement=6)
    lay(state)
    assert texts(game, state, 0) == ["go north"]
    go(state, 0, "n", "n")
    assert texts(game, state, 0) == ["go east", "go south", "stop"]
    go(state, 0, "e")
    assert square(state, 0) == (0, 1)


def test_a_piece_enters_on_an_entry_tile_and_never_goes_back_to_start() -> None:
    state = race((START, ("Brick 6",)), (START, ()), movement=4)
    lay(state)
    assert texts(game, state, 0) == ["enter 0", "enter 1", "enter 2"]
    go(state, 0, "enter 2")
    assert square(state, 0) == (2, 0)
    assert texts(game, state, 0) == ["go north", "stop"]


def test_only_active_cards_offer_a_choice_of_order() -> None:
    state = race(((1, 4), ("Heal 6",)), ((1, 5), ("Shield 5",)), movement=3)
    lay(state)
    assert texts(game, state, 0) == ["use", "go east", "go west"]
    go(state, 0, "e")
    assert state["active"][0] == 1
    assert "use" not in texts(game, state, 1)


def test_after_moving_the_card_is_used_automatically() -> None:
    state = race(((1, 4), ("Heal 6",)), ((1, 5), ()), movement=3)
    state["life"][0, 0] = 1
    lay(state)
    go(state, 0, "e")
    assert life(state)[0] == 2


# --- losing life ---


def test_swords_choose_among_several_targets_and_a_shield_protects() -> None:
    state = race(
        ((1, 5), ("Swords 6",)),
        ((1, 4), ("Shield 1", "Lumber 1", "Lumber 2")),
        ((1, 5), ("Brick 1", "Lumber 3", "Shield 2")),
        movement=3,
    )
    lay(state)
    go(state, 0, "use")
    assert state["phase"][0] == STRIKE
    assert texts(game, state, 0) == ["strike 1", "strike 2"]
    go(state, 0, "strike 1")  # R6: the Shield protects before anybody acts
    assert life(state) == [3, 3, 3]
    go(state, 0, "e")
    assert state["active"][0] != 0


def test_swords_without_a_target_do_nothing() -> None:
    state = race(((1, 5), ("Swords 6",)), (START, ()), movement=3)
    lay(state)
    go(state, 0, "use")
    assert state["phase"][0] == MOVE
    go(state, 0, "e")
    assert life(state) == [3, 3]


def test_r8_swords_reach_a_player_on_brick() -> None:
    state = race(((1, 3), ("Swords 6",)), ((2, 3), ()), movement=3)
    lay(state)
    go(state, 0, "use")
    assert life(state) == [3, 2]


def test_e5_your_own_fire_can_knock_you_out() -> None:
    state = race(((1, 3), ("Fire 6", "Brick 6", "Lumber 6")), (START, ("Brick 1", "Brick 4", "Brick 5")), movement=3)
    state["life"][0, 0] = 1
    lay(state)
    go(state, 0, "use")
    assert life(state) == [0, 3]
    assert square(state, 0) == (1, 3)
    go(state, 1, "enter 1", "n", "s")
    assert state["turns"][0] == 1
    assert state["held"][0, 0] == 3  # R10: they are kept
    assert int(state["discard"][0]).bit_count() == 8
    assert state["points"][0, 0] == 0
    take_two(state, 1)  # seat 1 alone draws and plans
    assert game.acting(state) == [1]
    for _ in range(4):
        act(game, state, (1, "lay a"))
    while state["turns"][0] == 1:
        game.apply(state, 1, game.legal(state, 1)[0])
    assert life(state)[0] == 3
    assert state["downed"][0, 0] == 0
    assert int(state["display"][0, :6].all()) == 1  # R18
    assert game.conserved(state)


def take_two(state: States, seat: int) -> None:
    for _ in range(2):
        game.apply(state, seat, game.legal(state, seat)[0])


def test_r9_r11_a_player_knocked_out_by_two_hits_does_not_act() -> None:
    state = race(((1, 9), ("Brick 1",)), (START, ("Fire 6", "Lumber 2", "Lumber 3")), movement=3)
    state["life"][0, 0] = 1
    lay(state)
    go(state, 1, "enter 0")  # then Fire is used automatically
    assert life(state)[0] == 0
    assert state["number"][0] == 1
    assert game.acting(state) == [1]


def test_r10_a_player_who_is_knocked_out_is_no_target() -> None:
    state = race(((1, 4), ("Swords 6",)), ((1, 5), ()), ((1, 3), ("Lumber 2", "Brick 2", "Shield 2")), movement=3)
    fill(state, life=[3, 0, 3, 0], downed=[0, 2, 0, 0])
    for seat in range(3):
        for _ in range(4):
            act(game, state, (seat, "lay a"))
    go(state, 0, "use")
    assert life(state) == [3, 0, 2]


def test_r13_a_turn_without_players_passes_automatically() -> None:
    state = race(((1, 3), ("Fire 6",)), ((1, 4), ()), movement=3)
    fill(state, life=[1, 1, 0, 0])
    lay(state)
    go(state, 0, "use")
    assert state["turns"][0] == 2  # the second turn has passed
    assert life(state) == [3, 3]
    assert state["phase"][0] == TAKE


# --- the end ---


def test_at_finish_the_card_is_used_and_remaining_movement_is_lost() -> None:
    state = race(((1, 11), ("Heal 6", "Brick 6", "Fire 6")), ((1, 5), ()), movement=6)
    fill(state, life=[1, 3, 0, 0])
    lay(state)
    assert "finish" in texts(game, state, 0)
    go(state, 0, "finish")
    assert life(state)[0] == 2  # R22
    assert state["points"][0, 0] == 0
    assert state["score"][0, 0] == 14
    while not state["over"][0]:
        assert game.acting(state) == [1]
        game.apply(state, 1, game.legal(state, 1)[-1])
    result = game.result(state)
    assert result is not None
    assert (result.ranks, result.reason) == ((1, 2), game.reasons.texts[THROUGH])
    assert life(state) == [2, 3]


@pytest.mark.parametrize(("lives", "ranks"), [((2, 3), (2, 1)), ((2, 2), (1, 2))])
def test_e6_life_points_decide_among_finishers(lives: tuple[int, int], ranks: tuple[int, int]) -> None:
    state = race(((1, 11), ("Brick 6",)), ((1, 11), ()), movement=3)
    fill(state, life=[*lives, 0, 0])
    lay(state)
    go(state, 0, "finish")
    go(state, 1, "n", "s", "finish")
    result = game.result(state)
    assert result is not None
    assert result.ranks == ranks


def test_the_others_rank_by_the_path_left_and_then_by_life() -> None:
    state = race(
        ((1, 11), ("Brick 6",)),
        ((1, 4), ("Lumber 1", "Lumber 2", "Lumber 3")),
        ((1, 4), ("Brick 1", "Brick 2", "Brick 3")),
        (START, ("Shield 1", "Shield 2", "Shield 3")),
        movement=3,
    )
    fill(state, life=[1, 2, 3, 3])
    lay(state)
    go(state, 0, "finish")
    while not state["over"][0]:
        (seat,) = game.acting(state)
        words = texts(game, state, seat)
        back = "go east" if square_or(state, seat) == (1, 3) else "go west"
        go(state, seat, next(w for w in (back, "enter 0", words[0]) if w in words))
    result = game.result(state)
    assert result is not None
    assert result.ranks == (1, 3, 2, 4)


def square_or(state: States, seat: int) -> tuple[int, int]:
    return (-1, -1) if state["at"][0, seat] >= START else square(state, seat)


def test_at_the_turn_limit_players_rank_by_the_path_left() -> None:
    state = race(((1, 3), ("Brick 6",)), ((1, 8), ()), movement=3)
    state["turns"] = 59
    lay(state)
    while not state["over"][0]:
        (seat,) = game.acting(state)
        words = texts(game, state, seat)
        go(state, seat, "go east" if "go east" in words and square(state, seat)[1] % 2 else "go west")
    result = game.result(state)
    assert result is not None
    assert result.capped
    assert result.reason == game.reasons.texts[CAP]
    assert result.ranks == (2, 1)


# --- hidden information ---


def test_redeals_keep_known_cards_and_draw_others_from_the_right_shuffle() -> None:
    """Everybody knows that a card drawn before a reshuffle is not a card of the new pile."""
    choose = np.random.default_rng(1)
    for seed in range(4):
        state = start(game, 3, seed)
        for _ in range(260):
            if state["over"][0]:
                break
            seat = int(choose.choice(game.acting(state)))
            game.apply(state, seat, int(choose.choice(game.legal(state, seat))))
        assert state["shuffles"][0] > 1
        batch = state["batch"][0]
        for viewer in range(3):
            dealt = game.redeal(game.view(state, viewer), viewer, seed)
            for other in range(3):
                mine = {int(x) - 1 for x in (*dealt["hand"][0, other], *dealt["plan"][0, other]) if x}
                known = {card for card in range(CARDS) if int(state["seen"][0, other]) >> card & 1}
                assert known <= mine
                piles = sorted(int(batch[card]) for card in mine - known)
                assert piles == sorted(state["born"][0, other, : int(state["veiled"][0, other])].tolist())


def test_plans_are_secret() -> None:
    state = race(((1, 3), ()), ((1, 4), ()), movement=3)
    for _ in range(4):
        act(game, state, (1, "lay a"))
    assert game.acting(state) == [0]
    view = game.view(state, 0)
    assert not view["plan"][0, 1].any()
    assert view["ready"][0, 1] == 4
    plans = {tuple(game.redeal(view, 0, seed)["plan"][0, 1].tolist()) for seed in range(30)}
    assert len(plans) > 20
