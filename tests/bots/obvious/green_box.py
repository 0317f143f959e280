"""Obvious moves in the races and board games of the Green Box."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from matchbox.engine import States, get
from matchbox.games.green_box.backgammon.rules import OFF
from matchbox.games.green_box.gauntlet.track import FINISH, START
from matchbox.games.green_box.temple_of_doom.temple import KILLED, OUTSIDE, RELIC
from matchbox.games.green_box.tunnel_run.rules import EXIT
from tests.contract.cases import Case, random_walk
from tests.games.backgammon import positions as backgammon
from tests.games.gauntlet import test_rules as gauntlet
from tests.games.halma import test_rules as halma
from tests.games.helpers import act, texts
from tests.games.jump_gate import test_rules as jump_gate
from tests.games.temple_of_doom import test_rules as temple
from tests.games.tunnel_run import test_rules as tunnel
from tests.games.war import test_rules as war

from .position import CASUAL, LONG_TURN, Obvious, Turn

# --- Backgammon ---


def two_to_bear_off() -> States:
    """A 6 and a 1 bear both cubes off and win; the opponent wins next turn."""
    return backgammon.lay({19: 1, 24: 1}, {24: 1}, (6, 1))


def home_board() -> States:
    """A 5 and a 1 bear two cubes off."""
    return backgammon.lay({20: 3, 24: 3}, {12: 2, 13: 3}, (5, 1))


def borne_off(turn: Turn) -> int:
    return int(turn.after["cubes"][0, 0, OFF]) - int(turn.before["cubes"][0, 0, OFF])


# --- The Gauntlet ---


def beside_finish() -> States:
    """The last step of a turn: seat 0 has one point of movement left and is beside Finish."""
    state = gauntlet.race(((1, 11), ("Lumber 6", "Brick 6", "Shield 6")), ((1, 5), ()), movement=3)
    gauntlet.lay(state)
    for move in ("n", "s"):
        gauntlet.go(state, 0, move)
        while get("gauntlet").acting(state) == [1]:
            get("gauntlet").apply(state, 1, get("gauntlet").legal(state, 1)[0])
    return state


def at_the_start() -> States:
    """Seat 0 enters the alley; an open lane leads east from the middle entry."""
    state = gauntlet.race((START, ("Lumber 6", "Brick 6", "Shield 6")), (START, ()), movement=5)
    gauntlet.lay(state)
    return state


# --- Halma ---


def one_step_to_go() -> States:
    """All pieces but one are in the goal, and the last one is beside it."""
    goal = halma.camp("6", 2, 2)
    return halma.lay([*goal[1:], (1, 3)], [(5, 3), (5, 4), (4, 4)], board="6", camp="2", turns=10)


def last_piece() -> States:
    """The same on a larger board: other pieces could take a walk."""
    inside = [place for place in halma.camp("8", 2, 3) if place != (0, 5)]
    others = [(row, column) for row in (6, 7) for column in (3, 4, 5)]
    return halma.lay([*inside, (1, 4)], others, board="8", camp="3", turns=10)


# --- Jump Gate ---


def last_crate(way: str) -> States:
    """Seat 0 needs one crate, on space 12, and a card in this direction takes it."""
    for ship in range(36):
        state = jump_gate.race(ship, [12])
        jump_gate.rolls(state, 3)
        for text in texts(get("jump_gate"), state, 0):
            after = state.copy()
            act(get("jump_gate"), after, (0, text))
            if text.startswith(way) and after["over"][0]:
                return state
    raise AssertionError


# --- Othellino ---


def last_squares(board: str) -> States:
    """The end of a random game: some moves of seat 0 win against any answer, and others do not."""
    game = get("othellino")
    for seed in range(100):
        walk = [(state.copy(), seat) for state, seat, _ in random_walk(Case(game, 2, {"board": board}), seed)]
        for state, seat in walk[-4:-2]:
            if seat == 0 and len({wins(after(state, action)) for action in game.legal(state, 0)}) == 2:
                return state
    raise AssertionError


def after(state: States, action: int) -> States:
    found = state.copy()
    get("othellino").apply(found, get("othellino").acting(state)[0], action)
    return found


def wins(state: States) -> bool:
    """Does seat 0 win with best play on both sides?"""
    if state["over"][0]:
        return int(state["rank"][0, 0]) == 1 and int(state["rank"][0, 1]) == 2
    (seat,) = get("othellino").acting(state)
    found = [wins(after(state, action)) for action in get("othellino").legal(state, seat)]
    return any(found) if seat == 0 else all(found)


# --- Son of Kark ---


def last_tile(number: int) -> States:
    """The end of a random game, where the last choice of seat 0 decides."""
    game, found = get("son_of_kark"), 0
    for seed in range(400):
        state, seat = [(state.copy(), seat) for state, seat, _ in random_walk(Case(game, 2), seed)][-1]
        if seat == 0 and len({winner_after(state, action) for action in game.legal(state, 0)}) == 2:
            found += 1
            if found == number:
                return state
    raise AssertionError


def winner_after(state: States, action: int) -> bool:
    after = state.copy()
    get("son_of_kark").apply(after, 0, action)
    return int(after["rank"][0, 0]) == 1


# --- Temple of Doom ---


def step_outside() -> States:
    places: dict[str, Any] = {**GONE, "red1": 34, "blue1": 3}
    state = temple.temple(temple.RED_WHEEL_1, **places)
    temple.show(state, collected=temple.deck(RELIC))
    return state


def falling_tile() -> States:
    up = [tile for tile in range(36) if tile != 25]
    places: dict[str, Any] = {**OUT, "red1": 25, "red2": 24, "blue1": 28}
    state = temple.temple(temple.RED_WHEEL_1, up=up, flipped=[25], **places)
    temple.show(state, collected=temple.deck(RELIC)[:16])
    return state


GONE: dict[str, Any] = dict.fromkeys(temple.CUBES, KILLED)
OUT: dict[str, Any] = dict.fromkeys(temple.CUBES, OUTSIDE)


# --- Tunnel Run ---


def last_pirate(mode: str) -> States:
    """A Hammers card takes the last pirate of seat 0 out; seat 1 is about to get out too."""
    out = EXIT
    places = [[out, out, 33], [out, out, 34]]
    if mode == "advanced":
        return tunnel.tunnel(places, "Drop Hammers Circles", "Drop Hammers Circles", mode=mode)
    return tunnel.tunnel(places, "Arrow Hammers Arrow", "Drop Hammers Circles")


# --- War 2.0 ---


def last_enemy() -> States:
    """Seat 0 has eight units beside the last unit of its only opponent."""
    return war.position({14: 8, 13: 6}, {15: 1}, {}, {}, map="island")


def eight_neighbours() -> States:
    """A single unit is beside eight, and seat 0 has played its action card."""
    state = war.position({14: 1, 20: 3, 3: 3}, {15: 8, 16: 4}, {}, {}, map="island")
    war.go(state, "card d")
    return state


def attacks_from(turn: Turn, tile: int) -> bool:
    return any(a == "attack" and b.endswith(str(tile)) for a, b in pairwise(turn.moves))


OBVIOUS = [
    Obvious("backgammon", "the last cubes are borne off", two_to_bear_off, lambda t: t.won, steps=LONG_TURN),
    Obvious(
        "backgammon", "cubes are borne off", home_board, lambda t: borne_off(t) == 2, steps=LONG_TURN, from_level=CASUAL
    ),
    Obvious("gauntlet", "the last step is taken", beside_finish, lambda t: t.after["at"][0, 0] == FINISH),
    Obvious(
        "gauntlet",
        "a runner leaves the start",
        at_the_start,
        lambda t: t.gain >= 1,
        steps=LONG_TURN,
    ),
    Obvious("halma", "the last step wins", one_step_to_go, lambda t: t.won, steps=LONG_TURN, from_level=CASUAL),
    Obvious("halma", "the last piece goes home", last_piece, lambda t: t.won, steps=LONG_TURN, from_level=CASUAL),
    Obvious("jump_gate", "the last crate ahead is taken", lambda: last_crate("clockwise"), lambda t: t.won),
    Obvious("jump_gate", "the last crate behind is taken", lambda: last_crate("anticlockwise"), lambda t: t.won),
    Obvious("othellino", "a won end is won", lambda: last_squares("6"), lambda t: wins(t.after), from_level=CASUAL),
    Obvious(
        "othellino", "a won end is won, 8 x 8", lambda: last_squares("8"), lambda t: wins(t.after), from_level=CASUAL
    ),
    Obvious("son_of_kark", "the last tile wins", lambda: last_tile(1), lambda t: t.won),
    Obvious("son_of_kark", "the last tile wins again", lambda: last_tile(2), lambda t: t.won),
    Obvious("temple_of_doom", "the step outside wins", step_outside, lambda t: t.gain == 1, steps=3, from_level=CASUAL),
    Obvious(
        "temple_of_doom",
        "a cube leaves a tile that falls",
        falling_tile,
        lambda t: KILLED not in t.after["at"][0],
        steps=3,
        from_level=CASUAL,
    ),
    Obvious("tunnel_run", "the last pirate gets out", lambda: last_pirate("basic"), lambda t: t.won),
    Obvious(
        "tunnel_run",
        "the last pirate gets out, advanced",
        lambda: last_pirate("advanced"),
        lambda t: t.won,
        steps=LONG_TURN,
    ),
    Obvious(
        "war",
        "the last enemy is attacked",
        last_enemy,
        lambda t: attacks_from(t, 14),
        steps=LONG_TURN,
        from_level=CASUAL,
    ),
    Obvious(
        "war",
        "nobody attacks eight with one",
        eight_neighbours,
        lambda t: not attacks_from(t, 14),
        steps=3,
        from_level=CASUAL,
    ),
]
