"""Tables without a server around them, in the process of the test."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from matchbox.server.bus import make_bus
from matchbox.server.metrics import Metrics
from matchbox.server.registry import TableRegistry
from matchbox.server.store import Store

from .harness import PATIENCE


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[TableRegistry]:
    registry = TableRegistry(Store(f"sqlite:///{folder}/matchbox.db"), make_bus(None), Metrics())
    await registry.start()
    try:
        yield registry
    finally:
        await registry.stop()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)
