"""Commands about seats: create a table, join, leave, come back, let a bot play, end the table, play again."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from matchbox.engine import BadOption, Game, get
from matchbox.play.bot_names import bot_name
from matchbox.play.match import SHOWN, Refused
from matchbox.play.table import (
    ABANDON,
    AWAY,
    BACK,
    BOT,
    FREE,
    LATE,
    LEFT,
    REMATCH,
    SIT,
    STAND_IN,
    UNDO,
    SeatSetup,
    Table,
    TableSetup,
)
from matchbox.scene.options import in_words, variants_of

from . import fairness
from .clock import now
from .live_table import LiveTable, TableUpdate
from .presence import ABSENT_SECONDS
from .schema import Created, Invite, Join, NewTable, Rematch, Reserved, SeatToken
from .store import SeatKey

if TYPE_CHECKING:
    from .registry import TableRegistry

RESERVED_FOR = 3_600_000  # milliseconds


async def reserve(registry: TableRegistry) -> Reserved:
    """A table id and a commitment to its secret, made before any player's nonce is known."""
    name, secret = fairness.new_table_id(), fairness.new_secret()
    await registry.write(reserve=(name, secret, now()))
    return Reserved(name, fairness.commitment(secret))


async def create(registry: TableRegistry, command: NewTable, address: str) -> Created:
    game = await registry.in_thread(get, command.game)
    options = game.read_options(command.options)
    game.template(len(command.players), options)
    nonces = _creators_nonce(command)
    seats = [
        SeatSetup(
            {"me": "person", "local": "person"}.get(player.kind, player.kind),
            bot_name(number) if player.kind == "bot" else "" if player.kind == "open" else player.name,
            registry.bot_pool.checked_level(game, player.level) if player.kind == "bot" else "",
            nonces[number],
        )
        for number, player in enumerate(command.players)
    ]
    if not any(player.kind in ("me", "local", "open") for player in command.players):
        raise BadOption("keep at least one seat for a person (kind me, local or open)")
    if sum(player.kind in ("me", "local") for player in command.players) > 1 and game.real_time(options):
        raise BadOption(_one_device_each(game, options))
    name, secret = command.table, None
    if name:
        secret = await registry.read(registry.store.secret_of, name, now() - RESERVED_FOR)
        if secret is None:
            raise Refused("this table id is not reserved, or no longer; get a new id with POST /api/reserve")
    table_id, secret = name or fairness.new_table_id(), secret or fairness.new_secret()
    unhurried = command.clock is None and not game.real_time(options)
    setup = TableSetup(
        table_id, game.id, game.about.version, options, secret, now(),
        seats, command.listed, command.pace, command.clock,
        unhurried if command.hints is None else command.hints, command.help,
    )  # fmt: skip
    tokens = [
        SeatToken(seat, fairness.new_token()) for seat, p in enumerate(command.players) if p.kind in ("me", "local")
    ]
    invites = [Invite(seat, fairness.new_token()) for seat, p in enumerate(command.players) if p.kind == "open"]
    keys = [SeatKey(fairness.token_hash(seat.token), setup.id, seat.seat, False) for seat in tokens]
    keys += [SeatKey(fairness.token_hash(seat.invite), setup.id, seat.seat, True) for seat in invites]
    await registry.write(setups=[setup], keys=keys, claimed=name)
    registry.open(Table(setup, game), keys).creator = address
    return Created(setup.id, tokens, invites)


def _one_device_each(game: Game, options: Mapping[str, Any]) -> str:
    """A race is not for players who share a device."""
    advice = "invite the others by link (kind open)"
    for name, value in game.in_turns(options).items():
        variant = variants_of(game)[name]
        words = f"{in_words(variant.label)}: {in_words(variant.values[value].label)}"
        advice += f", or choose \u201c{words}\u201d ({name}={value})"
    return f"{game.about.name} is a race at this table, and each player needs a device; {advice}"


async def join(live_table: LiveTable, command: Join) -> SeatToken:
    token = fairness.new_token()
    seat = _seat_for(live_table, command)

    def plan(table: Table) -> TableUpdate:
        if table.over:
            raise Refused("this table is closed")
        if table.seats[seat].kind != "open":
            raise Refused("this seat is already taken")
        key = SeatKey(fairness.token_hash(token), table.id, seat, False)
        return TableUpdate([table.event(now(), SIT, seat, name=command.name, nonce=command.nonce)], keys=[key])

    await live_table.execute(plan)
    live_table.on_request(seat)
    return SeatToken(seat, token)


def invited(live_table: LiveTable, invite: str) -> int:
    """The seat that an invitation is for, or Refused."""
    key = live_table.keys.get(fairness.token_hash(invite))
    if key is None or not key.invite:
        raise Refused("this invitation is not for this table; ask for the link again", 403)
    return key.seat


def _seat_for(live_table: LiveTable, command: Join) -> int:
    if command.invite is not None:
        return invited(live_table, command.invite)
    if not live_table.table.setup.listed:
        raise Refused("this table needs an invitation; open the link you received", 403)
    free = [number for number, seat in enumerate(live_table.table.seats) if seat.kind == "open"]
    if command.seat is None and free:
        return free[0]
    if command.seat not in free:
        raise Refused("this seat is not free; choose another seat, or name none to get any free seat")
    return command.seat


async def undo(registry: TableRegistry, live_table: LiveTable, seat: int, step: int, address: str) -> None:
    """Take a seat's last choice back."""
    table = live_table.table
    showing = table.showing(table.plan_undo(seat, step))
    answer = asyncio.wrap_future(registry.bot_pool.check(address, table.id, seat, showing.anything))
    await asyncio.wait([answer])
    if answer.cancelled():
        raise Refused("you have asked again")
    if answer.result():
        raise Refused(SHOWN)

    def plan(table: Table) -> TableUpdate:
        return TableUpdate([table.event(now(), UNDO, seat, steps=table.plan_undo(seat, step))])

    await live_table.execute(plan)


async def leave(live_table: LiveTable, seat: int, level: str) -> None:
    live_table.registry.bot_pool.checked_level(live_table.table.game, level)

    def plan(table: Table) -> TableUpdate:
        player = table.seats[seat]
        if table.over or not player.claimed or (player.left, player.level) == (LEFT, level):
            return TableUpdate()
        if level != STAND_IN and not table.setup.hints:  # a strong bot for a few moves would be a hint
            raise Refused(f"hints are off at this table, so the bot that plays on is {STAND_IN}; choose that level")
        return TableUpdate([table.event(now(), BOT, seat, level=level, why=LEFT)])

    await live_table.execute(plan)


async def back(live_table: LiveTable, seat: int) -> None:
    """A person takes their seat back from the bot."""

    def plan(table: Table) -> TableUpdate:
        left = table.seats[seat].left
        if table.over:
            raise Refused("the game is over")
        if left == LATE:
            raise Refused("this seat has run out of time; the bot plays to the end")
        return TableUpdate([table.event(now(), BACK, seat)]) if left else TableUpdate()

    await live_table.execute(plan)


async def take_over(live_table: LiveTable, by: int, seat: int, level: str) -> None:
    """Put a bot into a free seat, or into the seat of an absent player."""
    if seat >= len(live_table.table.seats):
        raise Refused(f"there is no seat {seat}", 404)
    live_table.registry.bot_pool.checked_level(live_table.table.game, level)

    def plan(table: Table) -> TableUpdate:
        if table.over:
            raise Refused("the game is over")
        why = _takeover_reason(table, by, seat, level, live_table.presence.absent_for(seat))
        return TableUpdate([table.event(now(), BOT, seat, level=level, why=why)])

    await live_table.execute(plan)


async def abandon(live_table: LiveTable, seat: int, others: set[int]) -> None:
    """End a table where nobody plays, or may come back, but this seat and `others` of the same person."""

    def plan(table: Table) -> TableUpdate:
        if table.over:
            return TableUpdate()
        if any(player.claimed for n, player in enumerate(table.seats) if n != seat and n not in others):
            raise Refused("other people play at this table or may come back; leave your seat instead (POST .../leave)")
        return TableUpdate([table.event(now(), ABANDON, seat)], ended=table.id)

    await live_table.execute(plan)


async def reserve_rematch(registry: TableRegistry, live_table: LiveTable, seat: int) -> Reserved:
    """The next table and the commitment to its secret, before any player's nonce for it is known."""
    next_table, _ = await _next_table(registry, live_table, seat)
    return Reserved(next_table.table.id, fairness.commitment(next_table.table.setup.secret))


async def rematch(registry: TableRegistry, live_table: LiveTable, seat: int, nonce: str) -> Rematch:
    """A seat at the next table. Each player moves by one seat."""
    fairness.checked_nonce(nonce)
    next_table, is_new = await _next_table(registry, live_table, seat)
    if nonce and is_new:
        raise Refused(
            "this nonce came before the commitment; get the commitment with POST .../rematch/reserve, "
            "then send a new nonce"
        )
    place = (seat + 1) % len(live_table.table.seats)
    token = fairness.new_token()

    def plan(table: Table) -> TableUpdate:
        key = SeatKey(fairness.token_hash(token), table.id, place, False)
        player = table.seats[place]
        if player.kind == "bot":
            raise Refused("a bot has your seat at the next table, because you left this table")
        events = [table.event(now(), SIT, place, name=player.name, nonce=nonce)] if player.kind == "open" else []
        return TableUpdate(events, keys=[key])

    await next_table.execute(plan)
    next_table.on_request(place)
    return Rematch(next_table.table.id, [SeatToken(place, token)])


async def _next_table(registry: TableRegistry, live_table: LiveTable, seat: int) -> tuple[LiveTable, bool]:
    """The next table for the same players, and whether this call has made it. All players get the same."""

    def plan(table: Table) -> TableUpdate:
        if not table.over:
            raise Refused("the game is not over yet")
        if table.rematch:
            return TableUpdate()
        setup = _next_setup(table)
        return TableUpdate([table.event(now(), REMATCH, seat, table=setup.id)], setups=[setup])

    update = await live_table.execute(plan)
    return await registry.live_table(live_table.table.rematch), not update.empty


def _takeover_reason(table: Table, by: int, seat: int, level: str, absent: float) -> str:
    """Why a seat may put a bot of this level into another seat, or Refused."""
    player = table.seats[seat]
    if seat == by:
        raise Refused("this is your own seat; leave it to let a bot play for you (POST .../leave)")
    if player.kind == "open":
        if not table.may_fill(by):
            raise Refused("only the creator of the table may put a bot into a free seat; wait for another player")
        return FREE
    if player.kind == "bot":
        if player.claimed:
            raise Refused("this bot plays for a player who may come back; only they can change it")
        raise Refused("a bot already has this seat")
    if absent < ABSENT_SECONDS:
        raise Refused("this player is still here; wait until they leave or run out of time")
    if level != STAND_IN:  # opponents would choose a weak bot
        raise Refused(f"the bot of an absent player is {STAND_IN}; choose that level", 400)
    return AWAY


def _creators_nonce(command: NewTable) -> list[str]:
    """The nonces of a new table by seat. The creator's belongs to the first seat that they play."""
    if command.nonce and not command.table:
        raise BadOption("get a table id and its commitment with POST /api/reserve before you send a nonce")
    mine = [seat for seat, player in enumerate(command.players) if player.kind in ("me", "local")]
    if command.nonce and not mine:
        raise BadOption("a nonce needs a seat of yours (kind me or local)")
    return [command.nonce if [seat] == mine[:1] else "" for seat in range(len(command.players))]


def _next_setup(table: Table) -> TableSetup:
    """The setup of a rematch, each player moved by one seat: bots are seated, open seats await the others."""
    players = table.seats[-1:] + table.seats[:-1]
    seats = [
        SeatSetup("bot", player.name, player.level) if player.kind == "bot" else SeatSetup("open", player.name)
        for player in players
    ]
    before = table.setup
    return TableSetup(
        fairness.new_table_id(), before.game, table.game.about.version, before.options, fairness.new_secret(), now(),
        seats, False, before.pace, before.clock, before.hints, before.help,
    )  # fmt: skip
