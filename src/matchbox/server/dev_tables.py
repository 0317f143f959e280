"""Tables of a game under development. They survive changes of the rules, as far as their moves stay legal."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from matchbox.engine import SPECTATOR, BadOption, Game, MatchboxError
from matchbox.play.bot_names import bot_name
from matchbox.play.table import BEGIN, Event, SeatSetup, Table, TableSetup
from matchbox.scene import encode

from . import fairness
from .clock import now
from .schema import SeatToken
from .state_messages import StateMessages, table_info
from .store import SeatKey, Store, Transaction, archives, events, tables

PACE = 600  # milliseconds from a bot's turn to its move


class DevTable(Struct):
    """A table with a seat for the author, as the page remembers it."""

    table: str
    seats: list[SeatToken]


def open_table(
    store: Store, file: Path, game: Game, seats: int | None, options: Mapping[str, Any], level: str
) -> DevTable:
    """The author's table, which this file names; a new one if there is none yet."""
    if file.is_file():
        return msgspec.json.decode(file.read_bytes(), type=DevTable)
    template = game.template(seats, options)
    players = [SeatSetup("person", "You")]
    players += [SeatSetup("bot", bot_name(seat), level) for seat in range(1, int(template["seats"][0]))]
    setup = TableSetup(
        fairness.new_table_id(),
        game.id,
        game.about.version,
        game.options_of(template),
        fairness.new_secret(),
        now(),
        players,
        pace=PACE,
    )
    mine = DevTable(setup.id, [SeatToken(0, fairness.new_token())])
    keys = [SeatKey(fairness.token_hash(seat.token), setup.id, seat.seat, False) for seat in mine.seats]
    store.write_now(Transaction(setups=[setup], keys=keys))
    file.write_bytes(encode(mine))
    return mine


def adapt(store: Store, game: Game) -> None:
    """Make all tables of this game fit its rules as they are now, and draw them.

    The moves before the first one that is no longer legal stay. An exception in the rules or the scene changes
    nothing: the next version may work again.
    """
    with store.engine.connect() as connection:
        names = list(connection.scalars(sa.select(tables.c.id).where(tables.c.game == game.id)))
    for name in names:
        stored = store.load(name)
        assert stored is not None
        setup = _fitting(stored.setup, game)
        table, kept = _replayed(setup, game, stored.events)
        row = {"setup": encode(setup).decode(), "started": table.started, "ended": table.over}
        _draw(table)
        with store.engine.begin() as connection:
            connection.execute(sa.update(tables).where(tables.c.id == name).values(**row))
            connection.execute(sa.delete(events).where(events.c.table_id == name, events.c.number >= len(kept)))
            connection.execute(sa.delete(archives).where(archives.c.table_id == name))


def _fitting(setup: TableSetup, game: Game) -> TableSetup:
    """The setup for the rules as they are now: a seat or an option may be gone."""
    options = dict(setup.options)
    for name in list(options):
        try:
            game.read_options({name: options[name]})
        except BadOption:
            del options[name]
    most, fewest = game.about.seats[-1], game.about.seats[0]
    level = next((seat.level for seat in setup.seats if seat.level), "random")
    seats = setup.seats[:most]
    seats += [SeatSetup("bot", bot_name(seat), level) for seat in range(len(seats), fewest)]
    try:
        game.template(len(seats), options)
    except BadOption:
        options = {}
    return msgspec.structs.replace(setup, version=game.about.version, options=game.read_options(options), seats=seats)


def _replayed(setup: TableSetup, game: Game, stored: list[Event]) -> tuple[Table, list[Event]]:
    """The table after the events that are possible now, and these events."""
    table, kept = Table(setup, game), 0
    try:
        for event in stored:
            if event.seat >= len(table.seats):
                break
            table.apply(event)
            kept += 1
    except MatchboxError:  # the move is not legal any more
        pass
    if kept < len(stored):
        table = Table(setup, game)
        table.apply_all(stored[:kept])
    return table, stored[:kept]


def _draw(table: Table) -> None:
    """Make every viewer's scene and log once, so that a mistake in them shows now."""
    if not table.started:
        table.apply(table.event(now(), BEGIN))
    messages = StateMessages(table)
    messages.prepare(0, encode(table_info(table, set(), now(), True)), now())
    for seat in (SPECTATOR, *range(len(table.seats))):
        messages.message(seat, "scene", full=True)
