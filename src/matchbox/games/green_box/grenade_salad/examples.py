"""The pictures of the rules page."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from matchbox.engine import Game, States
from matchbox.scene.examples import Example, dealt

from ..components import ARROW, BRICKS, CARDS, CARDS_OF_A_SYMBOL, CIRCLES, DROP, HAMMERS, SYMBOLS, WHEEL
from .orders import STEP
from .state import ALIVE

PLAYERS = ("Kari", "Ola", "Nina", "Per")  # red, green, blue and yellow
KARI, OLA, NINA, PER = range(4)
Army = Sequence[tuple[int, int]]  # soldiers: across and down
HANDS = (
    (HAMMERS, WHEEL, ARROW, DROP, DROP),
    (BRICKS, CIRCLES, CIRCLES, DROP, HAMMERS),
    (DROP, DROP, HAMMERS, ARROW, CIRCLES),
    (ARROW, ARROW, WHEEL, CIRCLES, HAMMERS),
)
ALL_BUT_MINES = sum(1 << symbol for symbol in range(len(SYMBOLS)) if symbol != BRICKS)


def kari_begins(*armies: Army) -> Callable[[Game], States]:
    """Kari is on turn, with soldiers here and opponents that she can attack with every card."""

    def start(game: Game) -> States:
        state = game.new(4, 1)
        state["x"][0], state["y"][0], state["hand"][0] = 0, 0, 0
        deck = [symbol for symbol in range(len(SYMBOLS)) for _ in range(CARDS_OF_A_SYMBOL)]
        for seat, army in enumerate(armies):
            for soldier, (x, y) in enumerate(army):
                state["x"][0, seat, soldier], state["y"][0, seat, soldier] = x, y
            state["alive"][0, seat], state["entered"][0, seat] = (1 << len(army)) - 1, len(army)
            state["score"][0, seat] = ALIVE * len(army)
            for symbol in HANDS[seat]:
                state["hand"][0, seat, symbol] += 1
                deck.remove(symbol)
        state["deck"][0], state["in_deck"][0] = deck + [0] * (CARDS - len(deck)), len(deck)
        state["active"][0], state["acting"][0], state["phase"][0] = KARI, 1 << KARI, STEP
        state["possible"][0], state["able"][0] = ALL_BUT_MINES, 1
        return state

    return start


NEAR_THREE = kari_begins(
    [(30, 84), (40, 40), (26, 62)],
    [(36, 84), (68, 50), (96, 46), (84, 88)],
    [(72, 62), (56, 92), (98, 70)],
    [(59, 54), (44, 66), (86, 34)],
)
IN_A_LINE = kari_begins([(34, 64)], [(56, 60), (80, 82)], [(84, 55)], [(62, 40)])
MOVED = [(KARI, move) for move in ("play Hammers", "move", "soldier 1", "dx 12", "dy 8")]
DECLINED = [(seat, "decline") for seat in (OLA, NINA, PER)]
THROWN = [(KARI, move) for move in ("play Wheel", "soldier 1", "dx 14", "dy 10")]

examples = {
    "start": Example(dealt(3, 2)),
    "moved": Example(
        NEAR_THREE,
        MOVED,
        seat=OLA,
        names=PLAYERS,
        areas=("field",),
        tells=(
            "Kari plays Close combat.",
            "Kari kills a green soldier in the south-west in close combat.",
            "Kari moves a soldier in the middle.",
        ),
    ),
    "grenade": Example(
        NEAR_THREE,
        [*MOVED, *DECLINED, *THROWN],
        names=PLAYERS,
        areas=("field",),
        tells=("Nobody plays a Mine.", "Kari throws a Grenade and kills 3 soldiers."),
    ),
    "mine": Example(
        NEAR_THREE,
        [*MOVED, (NINA, "decline"), (OLA, "mine 0"), (PER, "decline")],
        names=PLAYERS,
        areas=("field",),
        tells=("Ola sets off a Mine in the middle and kills 2 soldiers.", "Per loses 1 soldier."),
    ),
    "sniper": Example(IN_A_LINE, [(KARI, "play Arrow")], names=PLAYERS, areas=("field",)),
}
