"""The pictures of the rules page."""

from __future__ import annotations

from matchbox.engine import Game, States
from matchbox.scene.examples import Example, dealt

from ..components import CARDS, CUBE_COLOURS, CUBES_OF_A_COLOUR, card_called
from .rules import LEVELS

PLAYERS = ("Kari", "Ola")
TOWERS = (("red", "yellow"), ("green", "blue"), ("blue", "green", "red"), ("yellow",))
COLUMNS = (
    ("blue-Bricks-4",),
    ("green-Circles-2", "red-Hammers-6"),
    ("blue-Drop-3", "white-Arrow-3", "red-Wheel-1", "yellow-Bricks-5"),
    (),
)


def four_towers(game: Game) -> States:
    """Straight towers of one to three cubes; Kari is on turn, and nobody has a card yet."""
    state = game.new(2, 1, hands="steady")
    columns = [[card_called(name) for name in column] for column in COLUMNS]
    rest = [card for card in range(CARDS) if not any(card in column for column in columns)]
    for column in columns:
        while len(column) < LEVELS:
            column.append(rest.pop(7 * len(column) % len(rest)))
    state["column"][0], state["deck"][0] = columns, rest + [0] * (CARDS - len(rest))
    state["held"][0], state["supply"][0], state["acting"][0] = 0, CUBES_OF_A_COLOUR, 1
    for tower, cubes in enumerate(TOWERS):
        state["tall"][0, tower] = len(cubes)
        for level, colour in enumerate(cubes):
            number = CUBE_COLOURS.index(colour)
            state["cube"][0, tower, level] = number
            state["held"][0, tower, number] += 1
            state["supply"][0, number] -= 1
    state["turns"][0] = 5
    return state


examples = {
    "start": Example(dealt(3, 2)),
    "towers": Example(four_towers, names=PLAYERS, areas=("towers", "cards")),
    "yellow": Example(
        four_towers,
        [(0, "cube colour=yellow tower=2"), (0, "take column=2 level=4")],
        names=PLAYERS,
        tells=(
            "Kari puts a yellow cube on the third tower. It stands, 4 cubes high.",
            "Kari takes the yellow Bricks 5 and has 5 points.",
        ),
    ),
}
