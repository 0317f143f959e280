"""Metrics for Prometheus. Each server has a separate registry, because several may run in one process."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Histogram, disable_created_metrics, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

if TYPE_CHECKING:
    from .registry import TableRegistry

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0)
SLOW = (0.001, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.move_seconds = Histogram(
            "matchbox_move_seconds",
            "Seconds from receiving a move to acknowledging it.",
            buckets=FAST,
            registry=self.registry,
        )
        self.bot_seconds = Histogram(
            "matchbox_bot_seconds",
            "Seconds to compute a bot's move.",
            ["level"],
            buckets=SLOW,
            registry=self.registry,
        )
        self.http_seconds = Histogram(
            "matchbox_http_seconds",
            "Seconds to answer an HTTP request.",
            ["route", "status"],
            buckets=FAST,
            registry=self.registry,
        )

    def observe_http(self, route: str, status: int, seconds: float) -> None:
        self.http_seconds.labels(route, str(status)).observe(seconds)

    def text(self) -> bytes:
        return generate_latest(self.registry)


class TableCollector:
    """Reads counts that the tables keep as plain integers, so that a move does not pay for them."""

    def __init__(self, tables: TableRegistry) -> None:
        self._tables = tables

    def collect(self) -> Iterator[Metric]:
        tables = self._tables
        connections = sum(len(live_table.watchers) for live_table in tables.live_tables.values())
        compiled = len(tables.compile_queue.compiled)
        yield CounterMetricFamily("matchbox_moves", "Actions stored by this node.", tables.moves)
        yield CounterMetricFamily("matchbox_messages", "State messages pushed.", tables.pushed)
        yield GaugeMetricFamily("matchbox_open_tables", "Tables in memory.", len(tables.live_tables))
        yield GaugeMetricFamily("matchbox_connections", "Clients connected.", connections)
        yield GaugeMetricFamily("matchbox_compiled_games", "Games ready to play.", compiled)
        waiting = GaugeMetricFamily("matchbox_waiting_searches", "Searches waiting for a thread.", labels=["pool"])
        for name, pool in tables.bot_pool.pools.items():
            waiting.add_metric([name], len(pool))
        yield waiting
