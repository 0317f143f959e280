"""Runs the tests on SQLite, and on PostgreSQL with Redis if they are reachable."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .harness import POSTGRES, REDIS, Node, reachable, scratch_database

HAS_SERVERS = reachable(POSTGRES, 5432) and reachable(REDIS, 6379)
needs_servers = pytest.mark.skipif(not HAS_SERVERS, reason="needs PostgreSQL and Redis on this machine")


@pytest.fixture(scope="session")
def database() -> Iterator[str]:
    with scratch_database() as url:
        yield url


@pytest.fixture(scope="session", params=["sqlite", pytest.param("postgres", marks=[needs_servers])])
def node(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server without rate limits."""
    folder = tmp_path_factory.mktemp("server") / "data"
    settings = {"MATCHBOX_LIMITS": "0"}
    if request.param == "postgres":
        settings |= {"MATCHBOX_DATABASE": request.getfixturevalue("database"), "MATCHBOX_REDIS": REDIS}
    server = Node(folder, **settings)
    yield server
    server.stop()
