"""The pictures of the rules page."""

from __future__ import annotations

from matchbox.engine import Game, States
from matchbox.scene.examples import Example, dealt

from ..components import BLACK, CARDS, COPIES, KINDS, RANK_NAMES

ANN, BEN, CLEO, DAN = range(4)
HANDS = (  # four open cards and two concealed ones
    "r4 b4 r2 b9 b5 r7",
    "r6 b6 b3 b10 bA r3",
    "r10 b10 r8 b2 r9 b4",
    "rA r5 b5 b7 bA b3",
)


def kind(card: str) -> int:
    """A card such as r4 or b10."""
    return RANK_NAMES.index(card[1:]) + (BLACK if card[0] == "b" else 0)


def ann_deals(game: Game) -> States:
    state = game.new(4, 1, first_dealer="seat0")
    left = [int(n) for n in COPIES]
    state["face"][0], state["concealed"][0] = 0, 0
    for seat, hand in enumerate(HANDS):
        for place, card in enumerate(hand.split()):
            state["face" if place < 4 else "concealed"][0, seat, kind(card)] += 1
            left[kind(card)] -= 1
    aside = [which for which in range(KINDS) for _ in range(left[which])]
    state["aside"][0] = aside + [0] * (CARDS - len(aside))
    return state


GUESSES = [(ANN, "guess 3"), (BEN, "guess 2"), (CLEO, "guess 3"), (DAN, "guess 3")]
TO_THE_TENS = [(ANN, "red-black 4"), (BEN, "red-black 6"), (CLEO, "red-black 10")]
ACES_AND_FIVES = [(DAN, "red-black A"), (DAN, "red-black 5"), (ANN, "pass"), (CLEO, "pass")]
DAN_GOES_OUT = [(DAN, "black 3"), (ANN, "pass"), (BEN, "pass"), (CLEO, "black 4"), (DAN, "black 7")]

examples = {
    "start": Example(dealt(3, 1)),
    "tens": Example(
        ann_deals,
        GUESSES + TO_THE_TENS,
        seat=DAN,
        tells=(
            "Ann leads a red-black pair of 4s.",
            "Ben plays a red-black pair of 6s.",
            "Cleo plays a red-black pair of 10s.",
        ),
    ),
    "out": Example(
        ann_deals,
        GUESSES + TO_THE_TENS + ACES_AND_FIVES + DAN_GOES_OUT,
        tells=(
            "Dan plays a red-black pair of aces.",
            "Of these cards, 1 was concealed until now.",
            "An ace on a 10 counts 11: nothing beats it.",
            "Dan wins the trick with a red-black pair of aces.",
            "Dan leads a red-black pair of 5s.",
            "Dan leads a black 3.",
            "Cleo plays a black 4.",
            "Dan plays a black 7.",
            "Dan goes out first.",
        ),
    ),
}
