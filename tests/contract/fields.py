"""The fields of a state that a game itself declares, also those of a game inside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy.typing as npt

from matchbox.engine import Base
from matchbox.engine.record import Field

Numbers = npt.NDArray[Any]


def fields_of(record: type[Base], states: Any, prefix: str = "") -> Iterator[tuple[str, Field, Numbers]]:
    """Name, declaration and numbers of every field but those of `Base` and options.

    The numbers are a view into the states: the first axis counts states, and empty seats are left out. A game
    inside a match counts while it is played.
    """
    seats = int(states["seats"][0])
    for name, field in record.fields.items():
        if field.visible == "inside":
            if states[name]["seats"][0]:
                yield from fields_of(field.code, states[name], f"{prefix}{name}.")
        elif name not in Base.__dict__ and not field.is_option:
            numbers = states[name].reshape(len(states), *(field.shape or (1,)))
            if field.seat_axis is not None:
                numbers = numbers[(slice(None),) * (1 + field.seat_axis) + (slice(seats),)]
            yield prefix + name, field, numbers


def is_wide(field: Field) -> bool:
    """Are the numbers of a field sets or times, which are compared bit by bit?"""
    return field.high >= 1 << 16


def name_at(name: str, field: Field, at: tuple[int, ...]) -> str:
    """An element of a field as the rules write it, such as `hand[1, 3]`."""
    return f"{name}[{', '.join(map(str, at))}]" if field.shape else name
