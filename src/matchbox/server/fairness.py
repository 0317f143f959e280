"""Secrets: seats' tokens, and chance that nobody at the table, nor the server, can bend.

The server commits itself to a secret before anybody sits down (SHA-256 of it is public).
Everybody who sits down adds a nonce. The seed of the game mixes the secret with the table's
name and all nonces, and the secret is published when the game is over.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Sequence

from matchbox.engine import BadOption
from matchbox.engine.notation import mixed_seed

NONCE = re.compile(r"[0-9a-f]{0,64}")


def new_secret() -> str:
    """256 random bits, as hexadecimal digits."""
    return secrets.token_hex(32)


def new_name() -> str:
    """A table's name: short enough for a link, too long to guess."""
    alphabet = "23456789abcdefghjkmnpqrstuvwxyz"  # nothing that reads like something else
    return "".join(secrets.choice(alphabet) for _ in range(12))


def new_token() -> str:
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    """How a token is kept: tokens are random, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def commitment(secret: str) -> str:
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def playing_seed(secret: str, table: str, nonces: Sequence[str]) -> int:
    """The seed of a game: HMAC-SHA256 of the table's name and the nonces in seat order, keyed by the secret."""
    return mixed_seed(secret, table, nonces)


def checked_nonce(text: str) -> str:
    if not NONCE.fullmatch(text):
        raise BadOption("a nonce is at most 64 hexadecimal digits (0-9 and a-f)")
    return text
