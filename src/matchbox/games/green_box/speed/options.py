"""The options in words."""

from __future__ import annotations

from matchbox.scene import Player, say
from matchbox.scene.options import Setting, Value, Variant

PACES: dict[Setting, Value] = {"fast": Value(say("Fast")), "normal": Value(say("Normal")), "slow": Value(say("Slow"))}

variants = {
    "timing": Variant(
        say("Time"),
        say("Do the players race?"),
        {
            "live": Value(say("A race"), say("Everybody plays at the same time, as fast as they can.")),
            "clock": Value(say("Turns"), say("A clock simulates the race: each card takes time.")),
        },
    ),
    **{
        f"profile{seat}": Variant(
            say("Pace of {player}", player=Player(seat)),
            say("How quickly a bot reacts, or how long a card takes in a game by turns."),
            PACES,
        )
        for seat in range(2)
    },
    "deadlock": Variant(
        say("Deadlock"),
        say("What happens when nobody can play and a deck is empty."),
        {
            "reshuffle": Value(say("Shuffle the piles")),
            "blink": Value(
                say("Play a card from the hand"), say("Both players put a chosen card on their piles at the same time.")
            ),
        },
    ),
    "best_of": Variant(
        say("Games"),
        say("How many games the match has."),
        {
            1: Value(say("One")),
            3: Value(say("Best of three"), say("Two wins take the match. A draw is played again.")),
            5: Value(say("Best of five"), say("Three wins take the match. A draw is played again.")),
        },
    ),
}
