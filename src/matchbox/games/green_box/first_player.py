"""Who begins: chance decides, or the players agree. For games whose rules leave it open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matchbox.engine import BadOption, below, rule, wide

RANDOM = 0  # first; value k + 1 is seat k


def first_of(seats: int) -> tuple[str, ...]:
    """The values of the option `first`."""
    return ("random", *(f"seat{seat}" for seat in range(seats)))


@rule
def first_player(s: Any) -> int:
    return below(s, wide(s.seats)) if s.first == RANDOM else wide(s.first) - 1


def check_first(seats: int, options: Mapping[str, Any]) -> None:
    first = options["first"]
    if first != "random" and int(first.removeprefix("seat")) >= seats:
        raise BadOption(f"first={first}: with {seats} players the seats are 0 to {seats - 1}")
