"""The pictures of the rules page."""

from __future__ import annotations

from matchbox.engine import Game, States
from matchbox.scene.examples import Example, dealt

from ..card_sets import set_of
from ..components import CARDS, CUBE_COLOURS, SYMBOLS, card_called

PLAYERS = ("Kari", "Ola", "Per")
KARI = (  # station, hardware, software
    ("Hammers", ("green",), "green-Hammers-5"),
    ("Drop", ("red",), "green-Drop-6"),
    ("Drop", ("yellow",), ""),
    ("Circles", ("red", "green"), "white-Circles-1"),
    ("Wheel", ("yellow",), "black-Wheel-5"),
    ("Bricks", ("red", "blue"), ""),
)
OLA = (("Arrow", ("red", "red"), "red-Arrow-5"), ("Wheel", ("blue",), ""))
PER = (("Hammers", ("blue",), "red-Hammers-6"), ("Bricks", ("yellow",), "yellow-Bricks-5"))
LAST_CARDS = (("red-Bricks-2", "blue-Wheel-2"), ("red-Drop-1", "blue-Arrow-1"), ("green-Arrow-1", "white-Drop-1"))


def last_turn(game: Game) -> States:
    """The last turn of the second phase; everybody has two cards."""
    state = game.new(3, 1)
    for seat, base in enumerate((KARI, OLA, PER)):
        state["built"][0, seat] = len(base)
        for spot, (symbol, hardware, software) in enumerate(base):
            state["station"][0, seat, spot] = SYMBOLS.index(symbol)
            state["tiles"][0, SYMBOLS.index(symbol)] -= 1
            for colour in hardware:
                state["cubes"][0, seat, spot, CUBE_COLOURS.index(colour)] += 1
                state["supply"][0, CUBE_COLOURS.index(colour)] -= 1
            state["software"][0, seat, spot] = card_called(software) + 1 if software else 0
    hands = [[card_called(name) for name in hand] for hand in LAST_CARDS]
    used = {card_called(software) for _, _, software in (*KARI, *OLA, *PER) if software}.union(*hands)
    rest = [card for card in range(CARDS) if card not in used]
    undealt = CARDS - 3 * 10
    state["wave"][0], state["turn"][0], state["lead"][0] = 1, 4, 0
    state["hand"][0, :3], state["cards"][0, :3] = [set_of(hand) for hand in hands], 2
    state["deck"][0], state["in_deck"][0] = rest[:undealt] + [0] * (CARDS - undealt), undealt
    state["discard"][0] = set_of(rest[undealt:])
    return state


SCRAPS = [(seat, move) for seat in (1, 2) for card in LAST_CARDS[seat] for move in (f"card {card}", "scrap")]
LAST_PLAN = [(0, "card red-Bricks-2"), (0, "software 5"), (0, "card blue-Wheel-2"), (0, "scrap")]

examples = {
    "start": Example(dealt(4, 2)),
    "last-turn": Example(last_turn, names=PLAYERS),
    "scored": Example(
        last_turn,
        [*LAST_PLAN, *SCRAPS],
        names=PLAYERS,
        tells=(
            "Kari gets the red Bricks 2 as software and scraps the blue Wheel 2.",
            "Points in phase 2: Kari 31, Ola 11, Per 14.",
        ),
    ),
}
