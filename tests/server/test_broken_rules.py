"""Rules that do not compile: the log has the report, which names files; visitors get a plain error."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from matchbox.engine import BadRules
from matchbox.server.responses import broken_rules


def test_visitors_do_not_read_the_report(caplog: pytest.LogCaptureFixture) -> None:
    nobody: Any = None
    with caplog.at_level(logging.ERROR, "matchbox"):
        answer = asyncio.run(broken_rules(nobody, BadRules("/home/ann/rules.py:3: no such field")))
    assert answer.status_code == 500
    assert b"rules.py" not in bytes(answer.body)
    assert "rules.py:3" in caplog.text
