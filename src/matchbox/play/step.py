"""One action of a game, and what it led to."""

from __future__ import annotations

from msgspec import Struct

from matchbox.engine import States


class Step(Struct, frozen=True, gc=False):
    """An action with its text for the log and the state it led to."""

    seat: int
    action: int
    text: str
    secret: bool
    after: States
    header: tuple[int, ...]  # the fields of `after` that RecordLayout reads in a single call
    legal: dict[int, list[int]]  # legal actions of `after` by seat, as far as they are known
