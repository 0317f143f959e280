"""Hidden rows of the seats: who sees them, and who should."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from matchbox.engine import SPECTATOR, Base

from .cases import Case, sampled
from .fields import fields_of


def blind_rows(case: Case, seed: int, count: int = 4) -> Iterator[str]:
    """Fields whose rows can change places without being noticed by the two seats, or while others notice it."""
    game = case.game
    for state, _, _ in sampled(case, seed, count):
        before = [game.view(state, viewer).tobytes() for viewer in range(SPECTATOR, case.seats)]
        swapped = state.copy()
        for name, field, numbers in fields_of(game.State, swapped):
            for pair in combinations(range(case.seats), 2) if field.visible == "owner" else ():
                first, second = pair
                numbers[0, [first, second]] = numbers[0, [second, first]]
                for viewer in range(SPECTATOR, case.seats):
                    sees = before[viewer - SPECTATOR] != game.view(swapped, viewer).tobytes()
                    if sees != (viewer in pair and swapped.tobytes() != state.tobytes()):
                        who = "a spectator" if viewer == SPECTATOR else f"seat {viewer}"
                        yield f"{case}: {who} {'sees' if sees else 'does not see'} that {name} of seats {pair} differs"
                swapped[:] = state


def hidden_rows(record: type[Base], name: str = "") -> Iterator[str]:
    """Fields with a row per seat that nobody sees: a hand is probably meant for its owner."""
    for field_name, field in record.fields.items():
        if field.visible == "inside":
            yield from hidden_rows(field.code, f"{name}.{field_name}")
        elif field.visible == "nobody" and not field.hidden_from_owner and record.most_seats in field.shape[:1]:
            yield (
                f"{name}.{field_name} has a row per seat, but nobody sees it: declare it with owner(...), "
                "or with nobody(..., hidden_from_owner=True)"
            )
