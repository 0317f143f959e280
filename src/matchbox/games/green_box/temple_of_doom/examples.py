"""The pictures of the rules page."""

from __future__ import annotations

from collections.abc import Sequence

from matchbox.engine import Game, States
from matchbox.scene.examples import Example, dealt

from ..card_sets import set_of
from ..components import CARDS, CIRCLES, DROP, TILES, card_called
from .temple import DECKS, FRONT, MOVEMENT, RELIC, TEMPLE, cards_a_round

TWO_POINTS = [(0, move) for move in ("play a", "move green1", "tile 1", "move red1", "tile 3")]

AT = (7, 3, 17, 2, 1, 5, 11, FRONT)  # tiles of the cubes: two red, green, blue and yellow ones
HAND = ("red-Wheel-1", "green-Arrow-1", "black-Arrow-2", "green-Hammers-1")
RELICS = ("red-Arrow-5", "white-Drop-5", "blue-Circles-5")
TEMPLE_CARDS = ("yellow-Arrow-2", "green-Circles-2", "blue-Hammers-2", "red-Bricks-2", "black-Drop-2", "green-Wheel-3")


def four_cards_left(game: Game) -> States:
    """Ann has four cards left in the first round; the other five are played."""
    state = game.new(1, 1)
    symbols = [tile % 6 for tile in range(TILES)]
    symbols[20], symbols[24] = DROP, CIRCLES
    state["symbols"][0], state["at"][0] = symbols, AT
    state["tiles"][0] = [set_of(tile for tile in range(TILES) if symbols[tile] == n) for n in range(6)]
    hand, relics, cards = ([card_called(name) for name in names] for names in (HAND, RELICS, TEMPLE_CARDS))
    spent = _others(MOVEMENT, hand)[: cards_a_round(1) - len(hand)]
    state["hand"][0, 0] = state["open_hand"][0, 0] = hand + [0] * len(spent)
    state["filled"][0, 0], state["played"][0] = (1 << len(hand)) - 1, set_of(spent)
    state["relics"][0], state["temple"][0, : len(cards)] = relics, cards
    for deck, out in ((RELIC, relics), (TEMPLE, cards), (MOVEMENT, hand + spent)):
        left = _others(deck, out)
        state["decks"][0, deck], state["left"][0, deck] = left + [0] * len(out), len(left)
    return state


def _others(deck: int, cards: Sequence[int]) -> list[int]:
    """The cards of a deck without these."""
    return [card for card in range(CARDS) if int(DECKS[deck]) >> card & 1 and card not in cards]


INTO_THE_ARROW = [  # the Arrow is the only tile for two of the steps
    (0, move)
    for move in (
        "play a", "move red1", "tile 12", "play b", "move red1",
        "play c", "move yellow1", "move green1", "tile 16",
    )
]  # fmt: skip
LAST_CARD = [(0, "move green1"), (0, "tile 20")]

examples = {
    "start": Example(dealt(1, 2)),
    "two-points": Example(
        dealt(1, 2),
        TWO_POINTS,
        tells=("Ann moves a green cube to Bricks in row 1.", "Ann moves a red cube to Drop in row 1."),
    ),
    "into-the-arrow": Example(
        four_cards_left,
        INTO_THE_ARROW,
        tells=(
            "Ann plays the red Wheel: 1 point.",
            "Ann moves a red cube to Drop in row 3.",
            "Ann plays the green Arrow: 1 point.",
            "Ann moves a red cube to Arrow in row 4.",
            "Ann plays the black Arrow: 2 points.",
            "Ann moves a yellow cube to Arrow in row 4.",
            "Ann moves a green cube to Arrow in row 4.",
        ),
    ),
    "end-of-a-round": Example(
        four_cards_left,
        INTO_THE_ARROW + LAST_CARD,
        tells=(
            "Ann plays the green Hammers: 1 point.",
            "Ann moves a green cube to Drop in row 5.",
            "Round 1 ends: 0 tiles fall; 4 Temple cards held off, 2 strike.",
            "2 relics are saved (red Arrow, white Drop): the score is -16.",
            "The black Drop strikes: Ann flips Drop in row 1.",
            "The green Wheel strikes: Ann flips Wheel in row 1.",
            "1 cube is on it and must leave before the next round ends.",
        ),
    ),
}
