"""Whole tables last: by then the games they play have been compiled by the tests of their rules."""

from __future__ import annotations

import pytest

LAST = ("tests/server/", "tests/browser/")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: next((rank for rank, folder in enumerate(LAST, 1) if folder in item.nodeid), 0))
