"""The pictures of the rules page."""

from __future__ import annotations

from matchbox.scene.examples import Example, dealt

PLAYERS = ("Ann", "Bob")
FIXED_HOLMES = dealt(2, 2, cards="0", chooser="seat0", first_announcer="seat0")
FIRST_ROUND = [(0, "hold 1 0 0"), (1, "hold 2 0 0"), (0, "announce 3"), (1, "announce 4")]
SECOND_ROUND = [(0, "hold 0 1 0"), (1, "hold 0 2 0"), (1, "announce 2"), (0, "announce 1")]

examples = {
    "start": Example(FIXED_HOLMES, names=PLAYERS),
    "between-two-games": Example(
        FIXED_HOLMES,
        [(0, "first gaze"), *FIRST_ROUND, *SECOND_ROUND],
        names=PLAYERS,
        tells=(
            "Three games are drawn: Gaze into the Abyss, Futakotamagawa Fireworks Festival and Holmes vs Moriarty.",
            "Ann puts Gaze into the Abyss before Futakotamagawa Fireworks Festival.",
            "Bob wins Gaze into the Abyss (tiles worth six or more) and takes its card.",
        ),
    ),
}
