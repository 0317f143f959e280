"""`matchbox verify`: check that a recorded game was fair and legal."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from .arguments import Commands, add_command, read_text

if TYPE_CHECKING:
    from matchbox.engine.notation import Record, UnplayableRecord

LONGEST = 4_000_000
"""Bytes of a record that a server may send."""


def add(commands: Commands) -> None:
    text = "Check the record of a game: was chance fair, was every action legal?"
    parser = add_command(commands, "verify", run, text)
    source = "the record of a game, the address of its table, or - for standard input"
    parser.add_argument("source", metavar="FILE_OR_URL", help=source)
    seal = "the commitment that you saw before the game; it must belong to the published secret"
    parser.add_argument("--seal", metavar="HASH", help=seal)
    nonce = "a nonce that you sent; it must be part of the seed (repeat it for several seats)"
    parser.add_argument("--nonce", metavar="HEX", action="append", default=[], help=nonce)


def run(arguments: argparse.Namespace) -> None:
    """Check the commitment, the seed, every action and the result."""
    from matchbox.engine import Unreadable
    from matchbox.engine.notation import UnplayableRecord, parse_any_game

    record = parse_any_game(_fetch(arguments.source))
    if record.seed is None:
        raise Unreadable("this record is still sealed; the server publishes its secret when the game is over")
    _print_chance(record, arguments.seal, arguments.nonce)
    if isinstance(record, UnplayableRecord):
        print(f"actions      {record.moves}, not replayed: {record.why}")
        print(f"digest       {'matches the record' if record.has_digest else 'none; nothing vouches for the actions'}")
        print(f"result       not checked; the record says: {record.result or 'none'}")
        return
    print(f"actions      {len(record.actions)}, all legal")
    if record.result:
        places = ", ".join(f"seat {seat}: {rank}" for seat, rank in enumerate(record.result.ranks))
        print(f"result       as recorded; places: {places} ({record.result.reason})")
    else:
        print("result       none; the game is not over")


def _print_chance(record: Record | UnplayableRecord, seal: str | None, nonces: list[str]) -> None:
    """Say where the seed comes from, and compare it with the commitment and the nonces that a player has kept."""
    from matchbox.engine import Illegal
    from matchbox.engine.notation import sealed_by

    if seal is not None and seal.lower() != sealed_by(record):
        raise Illegal(f"the {_origin(record)} does not belong to your seal; it belongs to {sealed_by(record)}")
    if missing := [nonce for nonce in nonces if nonce.lower() not in record.nonces or not nonce]:
        raise Illegal(f"your nonce {missing[0]!r} is not part of the seed")
    if record.commitment is None:
        print(f"commitment   no commitment; the record alone names the {_origin(record)}")
    else:
        print(f"commitment   matches the {_origin(record)}")
    if seal is not None:
        print(f"your seal    matches the {_origin(record)}")
    if record.secret is not None:
        print("seed         follows from the secret, the table's name and the players' nonces")
        without = [str(seat) for seat in range(record.seats) if not record.nonces[seat]]
        print("nonces       " + (f"none from seat {', '.join(without)}" if without else "from every seat"))
    for nonce in nonces:
        print(f"your nonce   is part of the seed, as seat {record.nonces.index(nonce.lower())}")


def _origin(record: Record | UnplayableRecord) -> str:
    return "seed" if record.secret is None else "secret that the server has published"


def _fetch(source: str) -> str:
    """A record from a file, standard input or a server."""
    if not source.startswith(("http://", "https://")):
        return read_text(Path(source))
    import urllib.error
    import urllib.request
    from http.client import HTTPException

    from matchbox.engine import MatchboxError

    address = source.partition("#")[0].rstrip("/")
    if not address.endswith("/record"):
        address = address.replace("/table/", "/api/tables/") + "/record"
    try:
        with urllib.request.urlopen(address, timeout=30) as answer:
            return str(answer.read(LONGEST).decode())
    except urllib.error.HTTPError as error:
        raise MatchboxError(f"{address}: the server answers {error.code}") from None
    except (OSError, HTTPException, ValueError, OverflowError) as error:  # no connection, no HTTP, no address
        raise MatchboxError(f"{address}: {error}") from None
