"""States as bytes and back, exactly, with everything needed to refuse a wrong one."""

from __future__ import annotations

import hashlib

import numpy as np

from .errors import BadState
from .game import Game, get
from .record import SPECTATOR, States

MAGIC = b"MBX1"
WHOLE = -2
"""In place of a seat: not a view but the whole state."""
_DIGEST = 16


def pack(game: Game, state: States, seen_by: int = WHOLE) -> bytes:
    """A state, or the view of a seat or SPECTATOR, as bytes.

    Layout: magic, length and text of the header (id, version, layout, viewer), the record, a digest.
    """
    header = f"{game.id} {game.about.version} {layout(game)} {seen_by}".encode()
    body = MAGIC + len(header).to_bytes(2, "big") + header + state.tobytes()
    return body + hashlib.sha256(body).digest()[:_DIGEST]


def unpack(data: bytes, game: Game | None = None) -> tuple[Game, States, int]:
    """The game, the state and who has seen it (WHOLE, SPECTATOR or a seat)."""
    body, digest = data[:-_DIGEST], data[-_DIGEST:]
    if not data.startswith(MAGIC):
        raise BadState("these bytes are not a stored game state")
    if hashlib.sha256(body).digest()[:_DIGEST] != digest:
        raise BadState("this stored state is damaged or cut short; take it from its source again")
    start = len(MAGIC) + 2
    stop = start + int.from_bytes(body[len(MAGIC) : start], "big")
    name, version, fingerprint, seen_by = body[start:stop].decode().split()
    if game and game.id != name:
        raise BadState(f"this state belongs to {name}, not to {game.id}")
    found = game or get(name)
    if int(version) != found.about.version or fingerprint != layout(found):
        raise BadState(
            f"this state was stored by version {version} of {name}; this program has version "
            f"{found.about.version} with {'the same' if fingerprint == layout(found) else 'another'} layout"
        )
    return found, np.frombuffer(body[stop:], found.State.dtype).copy(), int(seen_by)


def layout(game: Game) -> str:
    """A short fingerprint of the record's fields and their places."""
    text = repr([(n, *map(str, game.State.dtype.fields[n][:2])) for n in game.State.fields])  # type: ignore[index]
    return hashlib.sha256(text.encode()).hexdigest()[:8]


__all__ = ["SPECTATOR", "WHOLE", "layout", "pack", "unpack"]
