"""The Gauntlet: the worked examples of its page, its tracks, and the rulings that are easy to get wrong."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
import pytest

from matchbox.boxes.green_box.card_sets import ALL_CARDS
from matchbox.boxes.green_box.components import CARDS, NUMBER, SYMBOL, SYMBOLS
from matchbox.boxes.green_box.gauntlet import CAP, MOVE, ORDER, PLAN, STRIKE, TAKE, THROUGH, game
from matchbox.boxes.green_box.gauntlet_state import FEWER_CARDS
from matchbox.boxes.green_box.gauntlet_track import FINISH, NAMES, ROWS, START, TRACK, lines, violations
from matchbox.boxes.green_box.maps import SIDE
from matchbox.engine import BadOption, States, Unreadable

from .helpers import act, fill, start, texts

NAME = {"Shield": "Wheel", "Swords": "Hammers", "Lumber": "Circles", "Brick": "Bricks", "Heal": "Drop", "Fire": "Arrow"}


def race(
    *players: tuple[Any, Sequence[str]], track: str = "alley", movement: int = 5, starter: int = 0, **options: Any
) -> States:
    """A turn whose plans are about to be laid: for each seat its square (row, column) and the cards of its steps.

    Where none are named they are Brick and Lumber with low numbers.
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
    """A card that is still free, by its name in this game: `Swords 4`."""
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
    """Everybody lays the first four cards of the hand."""
    for seat in game.acting(state):
        for _ in range(4):
            act(game, state, (seat, "lay a"))
    assert game.conserved(state)


def go(state: States, seat: int, *words: str) -> None:
    """Actions of one seat, which must be the one to act: `use`, `stop`, `n`, `e`, `s`, `w`."""
    directions = {"n": "go north", "e": "go east", "s": "go south", "w": "go west"}
    for word in words:
        assert game.acting(state) == [seat], (word, game.acting(state))
        act(game, state, (seat, directions.get(word, word)))
        assert game.conserved(state)


def life(state: States) -> list[int]:
    return state["life"][0, : int(state["seats"][0])].tolist()  # type: ignore[no-any-return]


def test_ids_follow_the_page() -> None:
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


# --- tracks ---


FIGURES = {"alley": (14, 2), "gallery": (15, 4), "bend": (11, 2), "hairpin": (15, 2), "zigzag": (12, 2)}


def climbs(state: States) -> int:
    """Fewest Brick and Lumber tiles that must be entered on a way through."""
    near, blank, open_ = state["near"][0], int(state["blank"][0]), int(state["open_tiles"][0])
    best = {int(tile): 0 for tile in state["entry"][0, : int(state["entries"][0])]}
    changed = True
    while changed:
        changed = False
        for tile, count in list(best.items()):
            for other in range(36):
                if int(near[tile]) >> other & 1 and open_ >> other & 1:
                    cost = count + (not blank >> other & 1)
                    if cost < best.get(other, 99):
                        best[other], changed = cost, True
    return min(count for tile, count in best.items() if int(state["exits"][0]) >> tile & 1)


@pytest.mark.parametrize("name", NAMES)
def test_built_in_tracks_are_valid_and_as_long_as_the_page_says(name: str) -> None:
    codes = TRACK.read(ROWS[NAMES.index(name)])
    assert TRACK.findings(codes, 2) == []
    assert TRACK.write(codes) == ROWS[NAMES.index(name)]
    state = start(game, 2, track=name)
    assert (int(state["way"][0, START]), climbs(state)) == FIGURES[name]
    assert violations(state[0], True) == 0
    kinds = [TRACK.signs[code] for code in codes]
    assert [kinds.count(x) for x in "BL"] == [6, 6]
    assert sum(kinds.count(x) for x in "^v<>") == 6
    assert sum(kinds.count(x) for x in "osf") == 18


@pytest.mark.parametrize("shape", ["random", "random_straight", "random_bend", "random_hairpin", "random_zigzag"])
@pytest.mark.parametrize("gaps", ["yes", "no"])
def test_generated_tracks_are_valid_and_differ(shape: str, gaps: str) -> None:
    seen = set()
    for seed in range(6):
        state = start(game, 2, seed, track=shape, arrows_cross_gaps=gaps)
        codes = state["laid"][0].tolist()
        assert [f for f in TRACK.findings(codes, 2) if gaps == "yes" or not f.text.startswith("G6")] == []
        assert violations(state[0], gaps == "yes") == 0
        kinds = [TRACK.signs[code] for code in codes]
        assert [kinds.count(x) for x in "BLsf"] == [6, 6, 3, 3]
        assert sum(kinds.count(x) for x in "^v<>") == 6
        assert sum(map(bool, codes)) == 36
        seen.add(TRACK.write(codes))
    assert len(seen) == 6


def test_shapes_of_generated_tracks() -> None:
    def outline(name: str, seed: int) -> list[str]:
        codes = start(game, 2, seed, track=name)["laid"][0].tolist()
        return ["".join(x if x in ".sf" else "o" for x in row) for row in TRACK.rows(codes)]

    assert outline("random_straight", 1) == ["s" + "o" * 10 + "f"] * 3
    widths = set()
    for seed in range(30):
        rows = outline("random_bend", seed)
        a = len(rows[0])
        widths.add(a)
        assert rows == ["s" + "o" * (a - 1)] * 3 + ["." * (a - 3) + "ooo"] * (11 - a) + ["." * (a - 3) + "fff"]
    assert widths == {5, 6, 7, 8, 9}
    for seed in range(10):
        rows = outline("random_hairpin", seed)
        a = len(rows[0])
        left = 2 * a - 11
        assert rows == ["s" + "o" * (a - 1)] * 3 + ["." * (a - 3) + "ooo"] + ["." * left + "f" + "o" * (10 - a)] * 3
        rows = outline("random_zigzag", seed)
        a = rows[0].rstrip(".").count("o") + 1
        assert rows == [("s" + "o" * (a - 1)).ljust(9, ".")] * 3 + ["." * (a - 3) + "o" * (11 - a) + "f"] * 3


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("so/oxf", "row 2, place 2: 'x' is not one of"),
        ("/".join(["s"] * 13), "G1: 13 rows"),
        ("# nothing", "no row of a track"),
    ],
)
def test_unreadable_tracks_say_where(text: str, says: str) -> None:
    with pytest.raises(Unreadable, match=says):
        TRACK.read(text)


@pytest.mark.parametrize(
    ("text", "says", "fatal"),
    [
        ("so/of/oB", [], True),
        ("o" * 12 + "/" + "o" * 12 + "/" + "o" * 12 + "/sf", "G1: 38 tiles; there are only 36", True),
        ("soooooooooof/BBBBBBB", "G1: 7 Brick tiles; there are only 6", True),
        ("so^v<>^v<of/ooooooooooo", "G1: 7 Arrow tiles; there are only 6", True),
        ("ooooooooooof", "G2: there is no entry tile (s)", True),
        ("soooooooooo", "G2: there is no exit tile (f)", True),
        ("s" * 12 + "/so" + "f" * 10, "G2: 13 entry tiles; there can be at most 12", True),
        ("sooooooooof.o", "row 1 has 13 places", True),
        ("sooooooooof/..........>/oo........o", "G3: the tile in row 3, place 1 cannot be reached from an entry", True),
        ("soooooooBBBf", "G4: the tile in row 1, place 10 has no blank tile beside it", True),
        ("soooof", "G5: from Start to Finish it is only 7 steps; 10 are better", False),
        ("soo^ooooooof/oooooooooooo", "G6: the arrow in row 1, place 4 hits no blank tile", False),
        ("sooooooooooo/ooooooooooof", "G7: one can walk through without climbing anything", False),
    ],
)
def test_tracks_say_which_rule_they_break(text: str, says: Any, fatal: bool) -> None:
    if says == "row 1 has 13 places":
        with pytest.raises(BadOption, match=says):
            start(game, 2, track=text)
        return
    found = TRACK.findings(TRACK.read(text), 2)
    if not says:
        assert not any(finding.fatal for finding in found)
        return
    assert (says, fatal) in found
    if fatal:
        with pytest.raises(BadOption, match="this track cannot be used"):
            start(game, 2, track=text)
    else:
        assert start(game, 2, track=text)["entries"][0] == 1


def test_an_own_track_may_have_several_ways_in() -> None:
    text = "sBoooooooof/soooLoooo>.\n...s......."
    state = start(game, 2, track=text)
    assert game.options_of(state)["track"] == "sBoooooooof/soooLoooo>./...s......."
    assert state["entry"][0, :3].tolist() == [0, 11, 21]
    seat = game.acting(state)[0]
    assert texts(game, state, seat) == [f"take {x}" for x in range(6)]


def test_e4_lines_of_fire() -> None:
    state = start(game, 4)
    hits = {sq: int(state["hits"][0, tile_at(state, sq)]) for sq in ((1, 9), (2, 6), (0, 8), (2, 2))}
    assert hits == {(1, 9): 2, (2, 6): 2, (0, 8): 1, (2, 2): 0}
    for tile in range(36):  # nobody is hit on Brick and Lumber
        assert int(state["blank"][0]) >> tile & 1 or state["hits"][0, tile] == 0
    drawn = lines(state["laid"][0], True)
    assert (SIDE + 1, SIDE + 9) in drawn
    assert (2 * SIDE + 9, 2 * SIDE + 6) in drawn


def test_gaps_stop_arrows_if_so_agreed() -> None:
    text = "soooooooooo/o.........o/o^........f"
    for gaps, hit in (("yes", 1), ("no", 0)):
        state = start(game, 2, track=text, arrows_cross_gaps=gaps)
        assert int(state["hits"][0, tile_at(state, (0, 1))]) == hit
        assert state["hits"][0].sum() == hit


# --- setup ---


def test_e7_opening_hands() -> None:
    """Each assignment of the page turns up, and no other."""

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


# --- the printed example ---


def test_e1_printed_example() -> None:
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
    go(state, green, "use")  # Yellow is the only one in reach
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
    assert texts(game, state, yellow) == ["go east", "go south", "go west"]  # no Lumber beside it
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
def test_e2_amounts(movement: int, first: int, second: int, third: int) -> None:
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
    """The other player does the least that is possible in this step."""
    number = int(state["number"][0])
    while game.acting(state) == [seat] and state["number"][0] == number and state["phase"][0] in (ORDER, MOVE):
        words = texts(game, state, seat)
        go(state, seat, "stop" if "stop" in words else next(w for w in words if w != "use"))


def test_e3_climbing() -> None:
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


def test_from_start_to_an_entry_tile_and_never_back() -> None:
    state = race((START, ("Brick 6",)), (START, ()), movement=4)
    lay(state)
    assert texts(game, state, 0) == ["enter 0", "enter 1", "enter 2"]
    go(state, 0, "enter 2")
    assert square(state, 0) == (2, 0)
    assert texts(game, state, 0) == ["go north", "stop"]


def test_the_order_question_is_asked_for_cards_that_act_only() -> None:
    state = race(((1, 4), ("Heal 6",)), ((1, 5), ("Shield 5",)), movement=3)
    lay(state)
    assert texts(game, state, 0) == ["use", "go east", "go west"]
    go(state, 0, "e")
    assert state["active"][0] == 1
    assert "use" not in texts(game, state, 1)


def test_a_card_is_used_by_itself_after_moving() -> None:
    state = race(((1, 4), ("Heal 6",)), ((1, 5), ()), movement=3)
    state["life"][0, 0] = 1
    lay(state)
    go(state, 0, "e")
    assert life(state)[0] == 2


# --- losing life ---


def test_swords_choose_among_several_and_may_hit_a_shield() -> None:
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
    go(state, 0, "strike 1")  # R6: the Shield is up before anybody acts
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


def test_e5_knocked_out_by_the_own_volley() -> None:
    state = race(((1, 3), ("Fire 6", "Brick 6", "Lumber 6")), (START, ("Brick 1", "Brick 4", "Brick 5")), movement=3)
    state["life"][0, 0] = 1
    lay(state)
    go(state, 0, "use")
    assert life(state) == [0, 3]
    assert square(state, 0) == (1, 3)
    go(state, 1, "enter 1", "n", "s")
    assert state["turns"][0] == 1
    assert state["held"][0, 0] == 3  # keeps them
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


def test_r9_r11_two_hits_and_no_action_after_them() -> None:
    state = race(((1, 9), ("Brick 1",)), (START, ("Fire 6", "Lumber 2", "Lumber 3")), movement=3)
    state["life"][0, 0] = 1
    lay(state)
    go(state, 1, "enter 0")  # its arrows fire afterwards
    assert life(state)[0] == 0
    assert state["number"][0] == 1
    assert game.acting(state) == [1]


def test_r10_nobody_strikes_a_player_who_is_down() -> None:
    state = race(((1, 4), ("Swords 6",)), ((1, 5), ()), ((1, 3), ("Lumber 2", "Brick 2", "Shield 2")), movement=3)
    fill(state, life=[3, 0, 3, 0], downed=[0, 2, 0, 0])
    for seat in range(3):
        for _ in range(4):
            act(game, state, (seat, "lay a"))
    go(state, 0, "use")
    assert life(state) == [3, 0, 2]


def test_r13_a_turn_without_players_passes_by_itself() -> None:
    state = race(((1, 3), ("Fire 6",)), ((1, 4), ()), movement=3)
    fill(state, life=[1, 1, 0, 0])
    lay(state)
    go(state, 0, "use")
    assert state["turns"][0] == 2  # the second one passed
    assert life(state) == [3, 3]
    assert state["phase"][0] == TAKE


# --- the end ---


def test_finish_the_card_is_used_and_the_rest_lapses() -> None:
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
def test_e6_two_players_finish(lives: tuple[int, int], ranks: tuple[int, int]) -> None:
    state = race(((1, 11), ("Brick 6",)), ((1, 11), ()), movement=3)
    fill(state, life=[*lives, 0, 0])
    lay(state)
    go(state, 0, "finish")
    go(state, 1, "n", "s", "finish")
    result = game.result(state)
    assert result is not None
    assert result.ranks == ranks


def test_the_others_rank_by_the_way_left_and_then_by_life() -> None:
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


def test_the_cap_decides_by_the_way_left() -> None:
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


# --- knowledge ---


def test_cards_from_the_display_are_known_and_others_come_from_their_pile() -> None:
    """After a reshuffle a card drawn before it cannot be one of the new pile, and everybody knows."""
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
