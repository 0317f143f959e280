"""A finished table as a record that anyone can verify."""

from __future__ import annotations

from matchbox.engine.notation import Record, print_game, with_digest
from matchbox.play.table import Table

from . import fairness


def record_of(table: Table) -> Record:
    """The game with everything needed to verify it. Only for tables that are over."""
    record = Record(table.game, len(table.seats), dict(table.setup.options), table.seed)
    record.table, record.nonces, record.secret = table.id, table.nonces, table.setup.secret
    record.commitment = fairness.commitment(table.setup.secret)
    record.actions = [(step.seat, step.action) for step in table.steps]
    record.written = [step.text for step in table.steps]
    record.times = list(table.times)
    if table.state is not None:
        record.result = table.game.result(table.state)
    return record


def printed(table: Table) -> str:
    """The text of the record. It stays the same for ever: the archive keeps it."""
    return with_digest(print_game(record_of(table)))
