"""A move in words before anybody has made it: for hints and reviews."""

from __future__ import annotations

from matchbox.engine import SPECTATOR, Game, States
from matchbox.scene import Seen, Text, events_of, revealed

DEALS = 2
OWN = ("choice", "move", "pass")
LATER = ("round", "score", "result")  # what a move leads to does not name it


def sentence_of(game: Game, view: States, seat: int, action: int) -> Text | None:
    """A move as the log would tell it to its player, or None if chance or hidden things change the sentence.

    Everything hidden from the player is dealt again, twice. Only what is told in both games is sure.
    """
    first = _told(game, view, seat, action, 0)
    others = [_told(game, view, seat, action, deal) for deal in range(1, DEALS)]
    return next((text for text in first if all(text in texts for texts in others)), None)


def _told(game: Game, view: States, seat: int, action: int, deal: int) -> list[Text]:
    """The sentences about the player's move in one deal."""
    before = game.redeal(game.view(view, seat), seat, deal)
    after = before.copy()
    game.apply(after, seat, action)
    public = game.view(before, SPECTATOR)[0], game.view(after, SPECTATOR)[0]
    views = game.view(before, seat), game.view(after, seat)
    seen = Seen(game, seat, seat, action, views, revealed(game, *public))
    told = [event for event in events_of(seen) if event.kind not in LATER]
    return [event.text for event in told if event.kind in OWN or event.text.players.get("who") == seat]
