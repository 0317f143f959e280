"""The pictures of the rules page."""

from __future__ import annotations

from matchbox.engine import SPECTATOR, Game, States
from matchbox.scene.examples import Example, dealt

from ..components import CARDS, NUMBER, SYMBOL
from ..maps import SIDE
from .state import FIRE, HAND, HEAL, KEPT, LOGS, PLAN, SHIELD, SHOWN, STEPS, STONES, SWORDS

PLAYERS = ("Red", "Green", "Blue", "Yellow")
RED, GREEN, BLUE, YELLOW = range(4)
MOVEMENT = 5
SQUARES = ((1, 2), (1, 9), (1, 6), (1, 8))  # row and column, by seat
PLANS = (
    ((SHIELD, 3), (HEAL, 2), (STONES, 3)),
    ((SWORDS, 4), (LOGS, 3), (FIRE, 4)),
    ((FIRE, 5), (SHIELD, 2), (STONES, 1)),
    ((FIRE, 2), (HEAL, 1), (LOGS, 6)),
)


def four_in_the_gallery(game: Game) -> States:
    """Everybody has drawn: the first three cards of a hand are those to plan."""
    state = game.new(4, 1, track="gallery")
    free = list(range(CARDS))
    hands = []
    for plan in PLANS:
        hands.append([next(c for c in free if (SYMBOL[c], NUMBER[c]) == card) for card in plan])
        free = [card for card in free if card not in hands[-1]]
    for seat, hand in enumerate(hands):
        hand += [free.pop() for _ in range(HAND - STEPS)]
        row, column = SQUARES[seat]
        state["at"][0, seat] = state["spot"][0].tolist().index(SIDE * row + column)
        state["score"][0, seat] = int(state["way"][0, -2]) - int(state["way"][0, state["at"][0, seat]])
        state["seen"][0, seat] = sum(1 << card for card in hand[:KEPT])
    state["hand"][0] = [[card + 1 for card in hand] for hand in hands]
    state["held"][0], state["veiled"][0], state["born"][0] = HAND, HAND - KEPT, 0
    state["display"][0] = [free.pop() + 1 for _ in range(4 * SHOWN)]
    state["deck"][0], state["left"][0] = free + [0] * (CARDS - len(free)), len(free)
    state["points"][0], state["movement"][0], state["starter"][0] = MOVEMENT, MOVEMENT, BLUE
    state["phase"][0], state["acting"][0], state["taken"][0], state["choices"][0] = PLAN, 0b1111, 0, 0
    return state


def going(seat: int, *moves: str) -> list[tuple[int, str]]:
    directions = {"n": "go north", "e": "go east", "s": "go south", "w": "go west"}
    return [(seat, directions.get(move, move)) for move in moves]


PLANNED = [(seat, "lay a") for seat in range(4) for _ in range(STEPS + 1)]
STEP_1 = [
    *going(BLUE, "use", "w", "s", "e"),
    *going(GREEN, "use", "w", "e", "s"),
    *going(RED, "n", "s"),  # after a step east, the only one
    *going(YELLOW, "use", "e", "w", "w"),
]
STEP_2 = [*going(GREEN, "e"), *going(BLUE, "w"), *going(RED, "n"), *going(YELLOW, "w")]
STEP_3 = [*going(YELLOW, "s"), *going(GREEN, "use", "w"), *going(RED, "w"), *going(BLUE, "w")]

examples = {
    "start": Example(dealt(3, 1, track="hairpin")),
    "numbers": Example(
        four_in_the_gallery,
        PLANNED,
        seat=SPECTATOR,
        names=PLAYERS,
        tells=("Step 1, in this order: Blue 5, Green 4, Red 3, Yellow 2.", "Blue shows the Fire 5."),
    ),
    "after-step-1": Example(
        four_in_the_gallery,
        PLANNED + STEP_1,
        seat=SPECTATOR,
        names=PLAYERS,
        tells=(
            "Blue fires all arrows.",
            "Red shows the Shield 3 and is safe.",
            "Green strikes Yellow.",
            "Yellow has 2 life points left.",
            "Yellow fires all arrows.",
            "Red is safe behind a Shield.",
            "Green is hit by 1 arrow and has 2 life points left.",
            "Blue is hit by 1 arrow and has 2 life points left.",
        ),
    ),
    "after-step-3": Example(
        four_in_the_gallery,
        PLANNED + STEP_1 + STEP_2 + STEP_3,
        names=PLAYERS,
        areas=("track",),
        tells=(
            "Green climbs east onto Lumber.",
            "Red heals, but has all 3 life points already.",
            "Yellow heals and has 3 life points.",
            "Green fires all arrows.",
            "Red is hit by 1 arrow and has 2 life points left.",
            "Blue is hit by 1 arrow and has 1 life point left.",
            "Yellow is hit by 1 arrow and has 2 life points left.",
            "Red climbs west onto Brick.",
            "Blue climbs west onto Brick.",
        ),
    ),
}
