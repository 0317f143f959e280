"""Secrets: seat tokens, and provably fair chance.

The server commits to a secret before players sit down, by publishing its SHA-256 hash. Each
player adds a nonce. The seed of the game mixes the secret with the table's id and all nonces.
The server publishes the secret when the game is over, so neither side can bias the seed unnoticed.
"""

from __future__ import annotations

import hashlib
import re
import secrets

from matchbox.engine import BadOption

NONCE = re.compile(r"[0-9a-f]{0,64}")


def new_secret() -> str:
    """256 random bits, as hexadecimal digits."""
    return secrets.token_hex(32)


def new_table_id() -> str:
    """A table's id: short enough for a link, too long to guess."""
    alphabet = "23456789abcdefghjkmnpqrstuvwxyz"  # without characters that look the same
    return "".join(secrets.choice(alphabet) for _ in range(12))


def new_token() -> str:
    return secrets.token_urlsafe(24)


def token_hash(token: str) -> str:
    """The stored form of a token. Tokens are random, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def commitment(secret: str) -> str:
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def checked_nonce(text: str) -> str:
    if not NONCE.fullmatch(text):
        raise BadOption("a nonce has at most 64 hexadecimal digits (0-9 and a-f)")
    return text
