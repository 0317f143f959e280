"""The bots of one table: when they think, and when they answer."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

from matchbox.bots.levels import searched_game
from matchbox.engine import Game, MatchboxError, States
from matchbox.play.table import Table

from .bot_pool import REACTION, SLOW
from .clock import now

if TYPE_CHECKING:
    from .live_table import LiveTable, TableUpdate

TAKEOVER_DELAY = 8.0  # seconds before a node plays a bot's move that another node should have played
SLOTS = {"club": 0.2, "expert": 1.0, "perfect": 1.0}
SHORTEST_SLOT = 0.05
"""Where something is hidden, a bot answers after a whole number of slots, so that its pause tells nothing. A slot has
these seconds, by level; a casual bot thinks about 10 ms, a club bot 40 ms, an expert a second. At a table with a slower
pace, the pace is the slot."""

Decision = tuple[int, int]
"""A seat and the number of its decision."""


class BotMoves:
    def __init__(self, live_table: LiveTable) -> None:
        self._live_table, self._table, self._registry = live_table, live_table.table, live_table.registry
        self.pending: dict[Decision, float] = {}
        """Decisions that bots are making, and when each starts to think."""

    @property
    def searched_game(self) -> Game:
        """The game that the bots search now."""
        table = self._table
        return table.game if table.state is None else searched_game(table.game, table.state)

    @property
    def ready(self) -> bool:
        """Can the bots play? Between the games of a match they search nothing."""
        game = self.searched_game
        return game.is_match or self._registry.compile_queue.bots_ready(game)

    def schedule(self, local: bool) -> None:
        """Let the bots whose turn it is think. `local`: this node made the change that gave them the turn."""
        if self._live_table.waiting:
            return
        table, loop = self._table, asyncio.get_running_loop()
        for seat in table.acting():
            player = table.seats[seat]
            decision = seat, len(table.decisions[seat])
            if player.kind != "bot" or decision in self.pending:
                continue
            delay = 0.0
            if table.live:
                start = (table.opens - now()) / 1000
                reaction = REACTION.get(player.level, 1.5) * table.game.reaction(table.setup.options, seat)
                delay = max(start, 0.0) + reaction * random.uniform(0.7, 1.3)
            if not local:
                delay += TAKEOVER_DELAY
            self.pending[decision] = loop.time() + delay
            if delay:
                loop.call_later(delay, self._think, decision)
            else:
                self._think(decision)

    def _is_due(self, decision: Decision) -> bool:
        """Does this decision still wait for the bot?"""
        seat, number = decision
        table = self._table
        return table.seats[seat].kind == "bot" and len(table.decisions[seat]) == number and seat in table.acting()

    def _think(self, decision: Decision) -> None:
        seat, _ = decision
        table, presence = self._table, self._live_table.presence
        clock_runs = table.seats[seat].since is not None
        if not self._is_due(decision) or not (presence.attended or clock_runs):
            self.pending.pop(decision, None)
            return
        level = table.seats[seat].level
        if table.seats[seat].searches and not self.ready:
            self._registry.task(self._think_when_compiled(decision))
            return
        view = table.decision_view(seat)
        if table.live:
            view["acting"] = 1 << seat  # in a race the bot searches as if it moved first,
            level = "club" if level in SLOW else level  # and strong bots react faster instead of searching longer
        choice = self._registry.bot_pool.choose(presence.visitors(), table.id, table.game, level, view, seat)
        wrapped = asyncio.wrap_future(choice)
        wrapped.add_done_callback(lambda done: self._chosen(decision, done, view))

    async def _think_when_compiled(self, decision: Decision) -> None:
        await self._registry.compile_queue.wait_for_bots(self.searched_game)
        self._live_table.push()  # the bots are ready
        self._think(decision)

    def _chosen(self, decision: Decision, done: asyncio.Future[int], view: States) -> None:
        if self._registry.closing:
            return
        if done.cancelled():  # nobody was here
            self.pending.pop(decision, None)
            self.schedule(True)
            return
        seat, _ = decision
        if error := done.exception():  # a random move is better than a game that never goes on
            self._registry.failed(f"table {self._table.id}: the bot in seat {seat} failed", error)
            action = random.choice(self._table.game.moves(view, seat))
        else:
            action = done.result()
        asyncio.get_running_loop().call_later(self._until_answer(decision), self._answer, decision, action, view)

    def _until_answer(self, decision: Decision) -> float:
        """Seconds until a bot that has chosen may answer."""
        thought = asyncio.get_running_loop().time() - self.pending[decision]
        table, player = self._table, self._table.seats[decision[0]]
        pace = 0.0 if table.live or player.since is not None else table.setup.pace / 1000
        if table.game.open:
            return max(0.0, pace - thought)
        slot = max(pace, SHORTEST_SLOT if table.live else SLOTS.get(player.level, SHORTEST_SLOT))
        return slot - thought % slot  # a whole slot if the loop's clock, in milliseconds, has not moved yet

    def _answer(self, decision: Decision, action: int, view: States) -> None:
        self.pending.pop(decision, None)
        seat, number = decision
        relies = self._table.game.relies(view, action) if self._table.live else None

        def plan(table: Table) -> TableUpdate:
            steps = table.plan_choice(seat, number, action, relies, now()) if self._is_due(decision) else []
            return self._live_table.step_update(steps)

        def reply(update: TableUpdate | None, error: MatchboxError | None) -> None:
            if error is not None and not self._live_table.waiting:
                self.schedule(True)  # another player was faster in a race: choose again

        self._live_table.submit(plan, reply)
