"""A type checker knows the fields of a record in a scene, and the words of scenes.

mypy reads this file with every check (`make lint`): each mistake below must be one, or its comment is reported.
"""

from __future__ import annotations

from matchbox.cli.template.game.rules import State
from matchbox.engine import get
from matchbox.scene import Area, Look, Piece, Seen


def fields(look: Look[State]) -> list[int]:
    first: int = look.s.hand[0]
    wrong = look.s.hnad  # type: ignore[attr-defined]
    look.s.cards.any()  # type: ignore[attr-defined]
    return [look.s.cards, first, wrong]


def steps(seen: Seen[State]) -> int:
    wrong: int = seen.after.hled  # type: ignore[attr-defined]
    return seen.after.seats - seen.before.seats + wrong


def any_fields(look: Look, seen: Seen) -> list[int]:
    return [look.s.whatever, seen.after.whatever]


def words() -> list[Area]:
    cards = [Piece("crad")]  # type: ignore[arg-type]
    return [Area("hand", cards, "fna"), Area("bag", look="bga")]  # type: ignore[arg-type]


def test_a_look_works_with_and_without_its_state() -> None:
    game = get("othellino")
    view = game.view(game.new(seed=0))
    plain, typed = Look(game, view, 0, ["Ann", "Ben"]), Look[State](game, view, 0, ["Ann", "Ben"])
    assert plain.s == typed.s == view[0]
    assert len(words()) == 2
