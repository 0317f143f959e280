"""Obvious moves in Three Small Games in the British Empire."""

from __future__ import annotations

import re

from matchbox.engine import States, get
from matchbox.games.british_empire.best_of_three.rules import POUNDS
from matchbox.games.british_empire.components import YELLOW
from matchbox.games.british_empire.fifteen_pounds.rules import STEAL
from matchbox.games.british_empire.holmes_vs_moriarty.rules import ANNOUNCE, PLACE
from tests.contract.cases import Case, random_walk
from tests.games.building_blocks_brawl import test_rules as brawl
from tests.games.fifteen_pounds import test_rules as pounds
from tests.games.futakotamagawa_fireworks import test_rules as fireworks
from tests.games.gaze_into_the_abyss import test_rules as gaze
from tests.games.helpers import act, fill, start
from tests.games.holmes_vs_moriarty import test_rules as holmes

from .position import CASUAL, Obvious, Turn

BEST_OF_THREE, HOLMES = "best_of_three", "holmes_vs_moriarty"


def numbers(turn: Turn) -> list[int]:
    """The numbers of the last action, such as those of the chips held."""
    return [int(n) for n in re.findall(r"\d+", turn.moves[-1])]


def worth(turn: Turn) -> int:
    """The value of the chips held in Building Blocks Brawl."""
    blue, red, green = numbers(turn)
    return blue + 2 * red + 3 * green


# --- Building Blocks Brawl ---


def a_single_one() -> States:
    return brawl.deal(1)


def last_tile() -> States:
    """The next tile is the third 2. Seat 0 has 6 x 5 points, seat 1 has 3 x 2: only an expensive tile can lose."""
    state = brawl.deal(1, 2)
    fill(state, deck=[2, 0, 0, 0, 0, 0, 0], in_deck=[0, 0, 1, 0], field=[0, 1, 0, 0])
    fill(state, claimed=[[0, 1, 1, 1], [0, 0, 0, 1]], aside=[0, 0, 1, 0])
    fill(state, chips=[[3, 1, 0], [2, 0, 0]], bag=[7, 5, 2], score=[30, 6], last_claimer=0)
    assert get("building_blocks_brawl").conserved(state)
    return state


def poor_opponent() -> States:
    """Seat 1 has a single blue chip left."""
    state = brawl.deal(3)
    fill(state, chips=[[6, 3, 1], [1, 0, 0]], bag=[5, 3, 1])
    assert get("building_blocks_brawl").conserved(state)
    return state


# --- 15 Pounds of 4 Cheeses ---


def four_colours_in_reach() -> States:
    """Seat 0 acts first with a 1: chips worth ten may be one of each colour."""
    state = pounds.position((3, 3, 0, 0), (2, 0, 0, 0), (0, 0, 1, 1))
    pounds.play_tiles(state, 1, 3)
    return state


def a_duel_won() -> States:
    """Seat 0 has won a duel with empty hands and may steal the yellow chip, its fourth colour."""
    for seed in range(50):
        state = pounds.position((1, 1, 1, 0), (3, 0, 0, 1), seed=seed)
        pounds.play_tiles(state, 1, 1)
        pounds.hold(state, pounds.NOTHING, pounds.NOTHING)
        if state["phase"][0] == STEAL and state["winner"][0] == 0:
            return state
    raise AssertionError


# --- Futakotamagawa Fireworks Festival ---


def a_coin_to_take() -> States:
    """The players have pointed at different tiles; seat 0 takes a penny or a pound."""
    state = fireworks.deal(1, 2)
    fireworks.set_chips(state, (4, 3, 0), (5, 3, 1), on_first=(1, 0, 1))
    for seat in range(2):
        act(get("futakotamagawa_fireworks"), state, (seat, "hold blue=0 red=0 green=0"), (seat, f"point {seat}"))
    return state


def any_tile_wins() -> States:
    """Seat 0 has tiles worth five and all the chips: any bid on the same tile wins, and none does not."""
    state = fireworks.deal(1, 1, 2, 3, 3, 2, 2)
    fill(state, deck=[2, 2, 0, 0, 0, 0, 0], in_deck=[0, 0, 2, 0], claimed=[[0, 0, 1, 1], [0, 0, 0, 1]])
    fill(state, score=[5, 3], last_claimer=0)
    fireworks.set_chips(state, (6, 3, 1), (0, 0, 0))
    return state


# --- Gaze into the Abyss ---


def behind_a_screen(first: gaze.Chips, second: gaze.Chips, bag: int) -> States:
    """Both hands are closed around a chip, and seat 0 announces. The rules allow it any number."""
    state = gaze.deal(3, purses="screened")
    fill(state, chips=[first, second], bag=bag)
    assert get("gaze_into_the_abyss").conserved(state)
    gaze.hold(state, (1, 0, 0), (1, 0, 0))
    return state


def possible_number(turn: Turn) -> bool:
    return numbers(turn)[0] <= int(turn.before["chips"][0, 1].sum())


# --- Holmes vs Moriarty ---


def certain_bag(seed: int) -> States:
    """Seat 0 can work out the bag in this window, and has no yellow chip to place first."""
    game = get(HOLMES)
    for deal in range(seed, seed + 400):
        for state, seat, _ in random_walk(Case(game, 2), deal, 60):
            ready = state["behind"][0, 0] > 1 and state["hand"][0, 0, YELLOW] == 0
            if len(game.acting(state)) == 2 and ready and seat == 0:
                view = game.view(state, 0)
                if len({game.redeal(view, 0, n)["bag"].tobytes() for n in range(40)}) == 1:
                    return state.copy()
    raise AssertionError


def announces_the_bag(turn: Turn) -> bool:
    game = get(HOLMES)
    said = next(a for a in game.legal(turn.before, 0) if game.text_of(turn.before, a) == turn.moves[-1])
    bag = turn.moves[-1].removeprefix("announce ").removeprefix("bag=")
    true = turn.before["bag"][0].tolist()
    return bool(ANNOUNCE.has(said)) and [bag.count(letter) for letter in "BRGY"] == true


def placed_by(state: States, seat: int) -> list[tuple[int, ...]]:
    return [tuple(map(int, PLACE.args(action))) for action in get(HOLMES).legal(state, seat) if PLACE.has(action)]


def has_spare(chosen: tuple[int, ...], choices: list[tuple[int, ...]]) -> bool:
    """Does another placement with the same yellow need only a part of these chips?"""
    return any(
        less != chosen and less[YELLOW] == chosen[YELLOW] and all(a <= b for a, b in zip(less, chosen, strict=True))
        for less in choices
    )


def no_blue_left() -> States:
    """Seat 0 has to answer a blue chip in stage 2, and has three red and two green chips: one of them is enough."""
    state = holmes.position("RRRR GG BB", "BBBBBBBB", "BBRRY", 2, 2, 1)
    holmes.place(state, 0, "BBR")
    holmes.place(state, 1, "BBBB")
    while get(HOLMES).acting(state) == [0, 1]:
        holmes.passes(state, 1)
    holmes.place(state, 1, "B")
    while get(HOLMES).acting(state) == [0, 1]:
        holmes.passes(state, 1)
    return state


def keeps_spare_chips(turn: Turn) -> bool:
    blue, red, green, yellow = numbers(turn)
    return not has_spare((blue, red, green, yellow), placed_by(turn.before, 0))


# --- Best of Three ---


def match_of(playing: int, field: str, inner: States) -> States:
    """A match with this game on the table."""
    for draw in range(10):
        for choice in (0, 1):
            state = start(get(BEST_OF_THREE), cards=str(draw), chooser="seat0")
            if state["acting"][0] == 1 and choice in get(BEST_OF_THREE).legal(state, 0):
                get(BEST_OF_THREE).apply(state, 0, choice)
            if state["playing"][0] == playing:
                copied = state[field]
                for name in inner.dtype.names or ():
                    if name not in ("key", "block", "used"):
                        copied[name] = inner[name]
                state["acting"], state["decision_point"] = inner["acting"], inner["decision_point"]
                return state
    raise AssertionError


OBVIOUS = [
    Obvious("building_blocks_brawl", "nobody pays 8 for a 1", a_single_one, lambda t: worth(t) < 8, from_level=CASUAL),
    Obvious("building_blocks_brawl", "the last tile is not worth the game", last_tile, lambda t: worth(t) <= 4),
    Obvious("building_blocks_brawl", "no more than needed is paid", poor_opponent, lambda t: worth(t) <= 3),
    Obvious(
        "fifteen_pounds",
        "the fourth colour wins",
        four_colours_in_reach,
        lambda t: t.after["chips"][0, 0].all(),
        from_level=CASUAL,
    ),
    Obvious("fifteen_pounds", "the missing colour is stolen", a_duel_won, lambda t: t.moves == ["steal yellow"]),
    Obvious("futakotamagawa_fireworks", "a pound beats a penny", a_coin_to_take, lambda t: t.moves == ["claim green"]),
    Obvious("futakotamagawa_fireworks", "an empty hand wins nothing", any_tile_wins, lambda t: any(numbers(t))),
    Obvious(
        "gaze_into_the_abyss",
        "no number above the opponent's chips, early",
        lambda: behind_a_screen((9, 3, 2), (3, 3, 0), 0),
        possible_number,
    ),
    Obvious(
        "gaze_into_the_abyss",
        "no number above the opponent's chips, late",
        lambda: behind_a_screen((10, 0, 0), (2, 0, 2), 6),
        possible_number,
    ),
    Obvious(HOLMES, "a bag that is known is announced", lambda: certain_bag(0), announces_the_bag),
    Obvious(HOLMES, "a bag that is known is announced again", lambda: certain_bag(100), announces_the_bag),
    Obvious(HOLMES, "chips to spare stay behind the screen", no_blue_left, keeps_spare_chips),
    Obvious(
        BEST_OF_THREE,
        "the missing colour is stolen",
        lambda: match_of(POUNDS, "pounds", a_duel_won()),
        lambda t: t.moves[0].endswith("steal yellow"),
    ),
    Obvious(
        BEST_OF_THREE,
        "the fourth colour wins",
        lambda: match_of(POUNDS, "pounds", four_colours_in_reach()),
        lambda t: t.after["pounds"]["chips"][0, 0].all(),
        from_level=CASUAL,
    ),
]
