"""All Your Base: worked examples, deck preparation, and the rulings that are easy to get wrong."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from matchbox.engine import States
from matchbox.games.green_box.all_your_base import game
from matchbox.games.green_box.all_your_base.rules import end_wave, pair_of
from matchbox.games.green_box.all_your_base.state import (
    BUILD,
    CARD,
    HARDWARE,
    HOLDING,
    KEEP,
    PLAN,
    REPLAN,
    SCRAP,
    SOFTWARE,
    TURN,
    draws,
    use_card,
    worth,
)
from matchbox.games.green_box.components import CARDS, NUMBER, SYMBOL, SYMBOLS

from ..helpers import fill, start, texts

DROP, HAMMERS, CIRCLES, BRICKS, ARROW, WHEEL = range(6)
RED, GREEN, BLUE, YELLOW = range(4)


def cards_in(cards: int) -> list[int]:
    return [card for card in range(CARDS) if int(cards) >> card & 1]


def set_of(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)


def hand(state: States, seat: int) -> list[int]:
    return cards_in(state["hand"][0, seat])


def deal(state: States, *hands: list[int]) -> None:
    """Deal these cards to the seats and fill their hands up; the rest is the deck."""
    wanted = {card for cards in hands for card in cards}
    rest = [card for card in range(CARDS) if card not in wanted]
    for seat in range(int(state["seats"][0])):
        cards = list(hands[seat]) if seat < len(hands) else []
        while len(cards) < int(state["cards"][0, seat]):
            cards.append(rest.pop())
        state["hand"][0, seat] = set_of(cards)
    fill(state, in_deck=len(rest), deck=rest + [0] * (CARDS - len(rest)))
    assert game.conserved(state)


def base(state: States, seat: int, *stations: tuple[int, list[int], int | None]) -> None:
    """Give a seat a base: symbol, cubes and software of every station."""
    for spot, (symbol, cubes, card) in enumerate(stations):
        state["station"][0, seat, spot] = symbol
        state["tiles"][0, symbol] -= 1
        for colour in cubes:
            state["cubes"][0, seat, spot, colour] += 1
            state["supply"][0, colour] -= 1
        state["software"][0, seat, spot] = 0 if card is None else card + 1
    state["built"][0, seat] = len(stations)


def do(state: States, seat: int, *ids: int) -> None:
    for action in ids:
        game.apply(state, seat, int(action))
        assert game.conserved(state)


def scrap_all(state: States, *but: int) -> None:
    """All other seats scrap their two lowest cards and keep the next two."""
    turn = int(state["turn"][0])
    for seat in list(game.acting(state)):
        while seat not in but and seat in game.acting(state) and state["turn"][0] == turn:
            legal = game.legal(state, seat)
            do(state, seat, SCRAP if SCRAP in legal else legal[0])


def printed() -> States:
    state = start(game, 3)
    base(
        state, 0,
        (HAMMERS, [GREEN], 16), (DROP, [RED], 17), (DROP, [YELLOW], None), (CIRCLES, [RED, GREEN], 36),
        (WHEEL, [YELLOW], 52), (BRICKS, [RED, BLUE], 1),
    )  # fmt: skip
    return state


def test_action_ids_are_stable() -> None:
    assert (CARD.first, BUILD, HARDWARE.first, SOFTWARE.first, SCRAP, HOLDING.first) == (0, 54, 55, 91, 127, 128)
    assert game.actions.count == 156
    state = start(game, 4)
    assert game.text_of(state, 7) == "card red-Arrow-5"
    assert game.text_of(state, 55) == "hardware station=0"
    assert (game.text_of(state, 128), game.text_of(state, 155)) == ("keep ab/8", "keep gh/8")
    assert game.bound(2, {}) == 210


def test_e1_the_example_of_the_page_scores_as_printed() -> None:
    state = printed()
    s = state[0]
    assert [worth(s, 0, spot) for spot in range(6)] == [8, 6, 0, 7, 5, 5]
    end_wave(s)
    assert state["score"][0].tolist() == [31, 0, 0, 0, 0, 0]
    assert state["earned"][0, 0, 0, :6].tolist() == [8, 6, 0, 7, 5, 5]
    assert not state["software"].any()  # R1: cards go back, stations and hardware stay
    assert state["built"][0, 0] == 6
    assert state["cubes"][0, 0, 3].tolist() == [1, 1, 0, 0]


def test_e2_hardware_scores_again_with_new_software() -> None:
    state = printed()
    end_wave(state[0])
    state["software"][0, 0, [5, 4]] = [35, 28]  # yellow Bricks 5 and yellow Wheel 1
    assert [worth(state[0], 0, spot) for spot in (4, 5)] == [4, 5]
    end_wave(state[0])
    assert state["score"][0, 0] == 40


def test_e3_a_second_card_may_use_the_station_of_the_first() -> None:
    state = start(game, 4)
    deal(state, [7, 38])
    do(state, 0, 7)
    assert texts(game, state, 0) == ["build", "scrap"]
    do(state, 0, BUILD, 38)
    assert texts(game, state, 0) == ["build", "software station=0", "scrap"]
    do(state, 0, SOFTWARE.first)
    scrap_all(state, 0)
    do(state, 0, HOLDING.first)
    assert state["station"][0, 0, 0] == ARROW
    assert state["software"][0, 0, 0] == 39
    assert state["tiles"][0, ARROW] == 4
    assert state["turn"][0] == 1


def contest() -> States:
    """Four players, one Drop tile left, lead seat 2; seats 3 and 0 both plan to build it with their first card."""
    state = start(game, 4)
    base(state, 1, *[(DROP, [], None)] * 4)
    fill(state, lead=2)
    deal(state, [0, 14], [50, 51], [52, 53], [17, 40])  # red Drop 1, green Drop 2; green Drop 6, white Drop 1
    for seat, card in ((0, 0), (3, 17)):
        do(state, seat, card)
        assert texts(game, state, seat)[0] == "build"
        do(state, seat, BUILD)
    do(state, 3, 40)
    assert texts(game, state, 3) == ["software station=0", "scrap"]  # its own plan takes the last tile
    do(state, 3, SOFTWARE.first, HOLDING.first)
    do(state, 0, 14, SOFTWARE.first, HOLDING.first)
    scrap_all(state, 0, 3)
    return state


def test_e4_the_last_tile_goes_to_the_first_seat_in_order() -> None:
    state = contest()
    assert state["phase"][0] == REPLAN
    assert game.acting(state) == [0]
    assert state["built"][0, :4].tolist() == [0, 4, 0, 1]
    assert texts(game, state, 0) == ["scrap"]  # no station and no tile
    assert state["turn"][0] == 0
    do(state, 0, SCRAP)
    assert game.acting(state) == [0]  # the software for the new station fails as well (R18)
    assert state["pending"][0] == 15
    assert state["software"][0, 3, 0] == 41  # second cards came in order: seat 3 before seat 0
    do(state, 0, SCRAP)
    assert state["turn"][0] == 1
    assert state["failed"][0].tolist() == [3, 0, 0, 0, 0, 0]
    assert int(state["discard"][0]) >> 0 & 1
    assert int(state["discard"][0]) >> 14 & 1


def test_r18_a_new_use_may_take_what_your_second_card_needs() -> None:
    state = start(game, 3)
    base(state, 1, *[(DROP, [], None)] * 3)
    base(state, 0, (WHEEL, [], None))
    fill(state, lead=1, supply=[20, 20, 20, 1])
    state["cubes"][0, 2, 0, YELLOW] = 19
    state["station"][0, 2, 0] = BRICKS
    state["built"][0, 2] = 1
    state["tiles"][0, BRICKS] -= 1
    deal(state, [30, 27], [17, 40])  # yellow Drop 1 and yellow Wheel 1; seat 1 takes the last Drop
    do(state, 0, 30, BUILD, 27, HARDWARE.first, HOLDING.first)
    do(state, 1, 17, BUILD)
    scrap_all(state, 0)
    assert game.acting(state) == [0]
    assert texts(game, state, 0) == ["hardware station=0", "scrap"]
    do(state, 0, HARDWARE.first)  # the last yellow cube
    assert game.acting(state) == [0]
    assert texts(game, state, 0) == ["build", "software station=0", "scrap"]
    assert state["pending"][0] == 28


def test_e5_everybody_keeps_two_cards_and_passes_the_rest_left() -> None:
    state = start(game, 4)
    assert state["cards"][0, :4].tolist() == [10] * 4
    assert state["in_deck"][0] == 14
    do(state, 0, hand(state, 0)[0], SCRAP, hand(state, 0)[1], SCRAP)
    assert len(game.legal(state, 0)) == 28
    kept = hand(state, 0)[2:4]
    passed = hand(state, 0)[4:]
    do(state, 0, HOLDING.first)
    scrap_all(state)
    assert state["cards"][0, :4].tolist() == [8] * 4
    assert set(kept) <= set(hand(state, 0))
    assert set(passed) <= set(hand(state, 1))  # R12: to the left


@pytest.mark.parametrize(
    ("seats", "mode", "sizes", "tiles"),
    [
        (2, "standard", [6, 6, 6, 6, 6], 3),
        (3, "standard", [10, 8, 6, 4, 2], 4),
        (3, "draw", [6, 6, 6, 6, 6], 4),
        (4, "standard", [10, 8, 6, 4, 2], 5),
        (5, "standard", [10, 8, 6, 4, 2], 6),
        (6, "standard", [9, 7, 5, 3, 1], 6),
    ],
)
@pytest.mark.parametrize("timing", ["simultaneous", "in_turn"])
def test_every_mode_has_its_hand_sizes(seats: int, mode: str, sizes: list[int], tiles: int, timing: str) -> None:
    state = start(game, seats, three_mode=mode, timing=timing)
    assert state["tiles"][0].tolist() == [tiles] * 6
    for wave in range(3):
        for turn in range(5):
            assert (state["wave"][0], state["turn"][0]) == (wave, turn)
            assert state["cards"][0, :seats].tolist() == [sizes[turn]] * seats
            lead = int(state["lead"][0])
            while not state["over"][0] and state["wave"][0] == wave and state["turn"][0] == turn:
                scrap_all(state)
            assert state["lead"][0] == (lead + 1) % seats  # R17: also between phases
    assert state["over"][0]
    assert state["score"][0, :seats].tolist() == [0] * seats
    assert game.result(state).winners == tuple(range(seats))  # type: ignore[union-attr]


def test_e6_in_draw_mode_everybody_passes_two_and_draws_two() -> None:
    state = start(game, 2)
    assert draws(state[0])
    do(state, 0, hand(state, 0)[0], SCRAP, hand(state, 0)[1], SCRAP)
    assert len(game.legal(state, 0)) == 6
    kept, passed = set(hand(state, 0)[2:4]), set(hand(state, 0)[4:])
    do(state, 0, HOLDING.first)
    scrap_all(state)
    assert kept <= set(hand(state, 0))
    assert passed <= set(hand(state, 1))
    assert state["in_deck"][0] == 54 - 12 - 4
    while state["turn"][0] < 4:
        scrap_all(state)
    before = int(state["ply"][0])
    scrap_all(state)
    assert state["ply"][0] - before == 8  # card and use, twice, for two players; nobody keeps cards in turn 5
    assert state["wave"][0] == 1


def test_e7_hardware_needs_a_cube_colour() -> None:
    state = start(game, 4)
    base(state, 0, (DROP, [], None))
    deal(state, [53, 28, 44])
    do(state, 0, 53)
    assert texts(game, state, 0) == ["build", "scrap"]
    state = start(game, 4)
    base(state, 0, (DROP, [], None))
    deal(state, [53, 28, 44])
    do(state, 0, 28)
    assert texts(game, state, 0) == ["build", "hardware station=0", "scrap"]
    use_card(state[0], 0, 28, int(HARDWARE.first))
    assert state["cubes"][0, 0, 0].tolist() == [0, 0, 0, 1]


def test_e8_an_upgrade_discards_the_old_software() -> None:
    state = start(game, 3)
    base(state, 0, (BRICKS, [YELLOW], 34))
    assert worth(state[0], 0, 0) == 8
    use_card(state[0], 0, 44, int(SOFTWARE.first))
    assert worth(state[0], 0, 0) == 9
    assert int(state["discard"][0]) == 1 << 34  # R11


def test_r5_one_card_is_played_when_only_one_is_left() -> None:
    state = start(game, 6)
    while state["turn"][0] < 4:
        scrap_all(state)
    do(state, 0, hand(state, 0)[0])
    assert 0 in game.acting(state)
    do(state, 0, SCRAP)
    assert 0 not in game.acting(state)


def test_r10_hardware_needs_a_cube_in_the_supply() -> None:
    state = start(game, 4)
    base(state, 0, (DROP, [], None))
    fill(state, supply=[20, 20, 20, 0])
    state["cubes"][0, 1, 0, YELLOW] = 20
    state["station"][0, 1, 0] = WHEEL
    state["built"][0, 1] = 1
    state["tiles"][0, WHEEL] -= 1
    deal(state, [28])
    do(state, 0, 28)
    assert texts(game, state, 0) == ["build", "scrap"]


def test_the_second_plan_accounts_for_the_first() -> None:
    """The first plan takes the last tile, so the second cannot build."""
    state = start(game, 4)
    base(state, 1, *[(DROP, [], None)] * 4)
    base(state, 0, (WHEEL, [], None))
    deal(state, [0, 14])
    do(state, 0, 0, BUILD, 14)
    assert texts(game, state, 0) == ["hardware station=0", "hardware station=1", "software station=1", "scrap"]


@pytest.mark.parametrize(
    ("seats", "sizes", "highest", "removed"),
    [(4, [42, 44, 44], [4, 5, 6], [0, 4, 10]), (3, [36, 36, 36], [3, 4, 6], [0, 6, 18]),
     (2, [30, 30, 30], [2, 4, 6], [0, 12, 24])],
)  # fmt: skip
@pytest.mark.parametrize("mode", ["standard", "draw"])
def test_escalation_adds_high_cards_in_later_phases(
    seats: int, sizes: list[int], highest: list[int], removed: list[int], mode: str
) -> None:
    state = start(game, seats, escalation="on", three_mode=mode)
    for wave in range(3):
        assert state["wave"][0] == wave
        out = int(state["removed"][0])
        dealt = sum(hand(state, seat) != [] for seat in range(seats)) * int(state["cards"][0, 0])
        assert dealt + state["in_deck"][0] == sizes[wave]
        assert out.bit_count() == removed[wave]
        cards = [card for seat in range(seats) for card in hand(state, seat)]
        cards += state["deck"][0, : int(state["in_deck"][0])].tolist()
        assert len(set(cards)) == sizes[wave]
        assert max(NUMBER[cards]) == highest[wave]
        assert not out & set_of(cards)
        if wave:  # R15: the new cards all come into play
            new = [card for card in range(CARDS) if highest[wave - 1] < NUMBER[card] <= highest[wave]]
            assert set(new) <= set(cards)
        while not state["over"][0] and state["wave"][0] == wave:
            scrap_all(state)
    assert game.conserved(state)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r15_removed_cards_come_from_the_starting_deck(seats: int) -> None:
    for seed in range(5):
        state = start(game, seats, seed, escalation="on")
        starting = set_of([card for seat in range(seats) for card in hand(state, seat)])
        starting |= set_of(state["deck"][0, : int(state["in_deck"][0])].tolist())
        while state["wave"][0] < 2:
            scrap_all(state)
        removed = int(state["removed"][0])
        assert removed & ~starting == 0
        for viewer in (-1, 0, seats - 1):
            for again in range(5):
                dealt = game.redeal(game.view(state, viewer), viewer, again)
                assert int(dealt["removed"][0]) & ~starting == 0
                assert game.conserved(dealt)


def test_r15_a_card_that_was_added_later_is_never_out_of_the_game() -> None:
    state = start(game, 2, escalation="on")
    while state["wave"][0] < 2:
        scrap_all(state)
    removed, deck = int(state["removed"][0]), state["deck"][0]
    place = next(place for place in range(int(state["in_deck"][0])) if NUMBER[deck[place]] > 2)
    state["removed"][0] = removed & (removed - 1) | 1 << int(deck[place])
    deck[place] = (removed & -removed).bit_length() - 1
    assert not game.conserved(state)


@pytest.mark.parametrize("seats", [5, 6])
def test_escalation_has_no_effect_with_many_players(seats: int) -> None:
    state = start(game, seats, escalation="on")
    assert state["in_deck"][0] == (4 if seats == 5 else 0)
    assert state["hand"][0].tolist() == start(game, seats)["hand"][0].tolist()


def test_r14_an_empty_deck_is_refilled_from_the_discards() -> None:
    state = start(game, 3, three_mode="draw", escalation="on")
    assert state["in_deck"][0] == 18
    while state["turn"][0] < 3:
        scrap_all(state)
    assert state["in_deck"][0] == 0
    assert int(state["discard"][0]).bit_count() == 18
    scrap_all(state)
    assert state["turn"][0] == 4
    assert state["in_deck"][0] == 18  # 24 discarded, 6 drawn
    assert state["discard"][0] == 0
    assert state["cards"][0, :3].tolist() == [6, 6, 6]


def test_r14_without_deck_and_discards_nobody_draws() -> None:
    """All 18 cards played so far are in use, and so are the next six."""
    state = start(game, 3, three_mode="draw", escalation="on")
    stations: list[list[tuple[int, list[int], int | None]]] = [[], [], []]
    hands: list[list[int]] = [[], [], []]
    for symbol in range(6):
        seat = symbol // 2
        cards = [card for card in range(CARDS) if SYMBOL[card] == symbol and NUMBER[card] <= 3]
        stations[seat] += [(symbol, [], card) for card in cards[:3]] + [(symbol, [], None)]
        hands[seat] += cards[3:]
    for seat in range(3):
        base(state, seat, *stations[seat])
        state["hand"][0, seat] = set_of(hands[seat])
    fill(state, turn=3, in_deck=0, deck=[0] * CARDS)
    assert game.conserved(state)
    for seat in range(3):
        for card in (hands[seat][0], hands[seat][3]):
            free = next(
                i for i, (symbol, _, used) in enumerate(stations[seat]) if used is None and symbol == SYMBOL[card]
            )
            do(state, seat, card, SOFTWARE.first + free)
        do(state, seat, HOLDING.first)
    assert (state["turn"][0], state["in_deck"][0], state["discard"][0]) == (4, 0, 0)
    assert state["cards"][0, :3].tolist() == [4, 4, 4]
    scrap_all(state)
    assert state["wave"][0] == 1


def test_in_turn_only_the_kept_cards_are_secret() -> None:
    state = start(game, 3, timing="in_turn")
    lead = int(state["lead"][0])
    assert game.acting(state) == [lead]
    card = hand(state, lead)[0]
    do(state, lead, card)
    assert game.view(state, (lead + 1) % 3)["pending"][0] == card + 1
    do(state, lead, BUILD)
    assert state["built"][0, lead] == 1
    do(state, lead, hand(state, lead)[0], SCRAP)
    assert state["phase"][0] == KEEP
    assert len(game.legal(state, lead)) == 28
    do(state, lead, HOLDING.first)
    assert game.acting(state) == [(lead + 1) % 3]
    assert state["phase"][0] == TURN
    assert not game.view(state, (lead + 1) % 3)["kept"].any()
    assert state["cards"][0, lead] == 8  # cards are passed when everybody is done


def test_plans_stay_secret_until_everybody_has_planned() -> None:
    state = start(game, 3)
    card = hand(state, 0)[0]
    do(state, 0, card, BUILD)
    other = game.view(state, 1)
    assert not other["plan_card"].any()
    assert not other["step"].any()
    assert other["cards"][0, 0] == 10
    assert game.view(state, 0)["plan_card"][0, 0, 0] == card + 1
    assert state["built"][0, 0] == 0
    assert state["phase"][0] == PLAN


def test_pairs_are_ranked_in_lexicographic_order() -> None:
    cards = set_of([2, 5, 7, 11])
    pairs = [cards_in(pair_of(cards, rank)) for rank in range(6)]
    assert pairs == [[2, 5], [2, 7], [2, 11], [5, 7], [5, 11], [7, 11]]


def test_redeals_put_passed_cards_where_they_can_be() -> None:
    state = start(game, 4)
    scrap_all(state)
    first = set(cards_in(state["passed"][0, 0, 0]))
    assert len(first) == 6
    for seed in range(10):
        assert first <= set(hand(game.redeal(game.view(state, 0), 0, seed), 1))
    scrap_all(state)
    later = first & (set(hand(state, 1)) | set(hand(state, 2)))
    assert later
    for seed in range(10):
        dealt = game.redeal(game.view(state, 0), 0, seed)
        assert later <= set(hand(dealt, 1)) | set(hand(dealt, 2))
        assert set(cards_in(state["passed"][0, 0, 1])) <= set(hand(dealt, 1))


def test_a_redeal_invents_plans_for_seats_that_have_planned() -> None:
    state = start(game, 3)
    do(state, 1, hand(state, 1)[0], BUILD, hand(state, 1)[1], SCRAP, HOLDING.first)
    seen: set[Any] = set()
    for seed in range(20):
        dealt = game.redeal(game.view(state, 0), 0, seed)
        assert dealt["plan_card"][0, 1].all()
        assert dealt["plan_use"][0, 1].all()
        assert int(dealt["kept"][0, 1]).bit_count() == 2
        assert not dealt["plan_card"][0, 2].any()
        seen.add(dealt["plan_use"][0, 1].tobytes())
    assert len(seen) > 1


def test_the_deck_has_the_cards_of_the_examples() -> None:
    named = [(16, "Hammers", 5), (17, "Drop", 6), (36, "Circles", 1), (52, "Wheel", 5), (1, "Bricks", 2)]
    for card, symbol, number in named:
        assert (SYMBOLS[SYMBOL[card]], NUMBER[card]) == (symbol, number)
