"""A table's game as a record that anybody can check."""

from __future__ import annotations

from matchbox.engine.notation import Record

from . import fairness
from .tables import Table


def record_of(table: Table) -> Record:
    """The game as played, with all that is needed to check it. Only for tables that are over."""
    record = Record(table.game, len(table.seats), dict(table.setup.options), table.seed)
    record.table, record.nonces, record.secret = table.id, table.nonces, table.setup.secret
    record.commitment = fairness.commitment(table.setup.secret)
    record.actions = [(step.seat, step.action) for step in table.steps]
    record.times = list(table.times)
    if table.state is not None:
        record.result = table.game.result(table.state)
    return record
