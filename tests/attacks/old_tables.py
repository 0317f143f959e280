"""Damaged tables and tables of other rules in the database of a server that restarts.

Run it with `python -m tests.attacks.old_tables`.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
import time
from pathlib import Path

import httpx

from tests.server.harness import Node

from . import report

OLDER_RULES = """UPDATE tables SET setup = REPLACE(setup, '"version":', '"version":9') WHERE id = ?"""
DAMAGE = {
    "another version of the rules": OLDER_RULES,
    "a game that is not installed": "UPDATE tables SET setup = REPLACE(setup, 'othellino', 'gone') WHERE id = ?",
    "a setup that is no JSON": "UPDATE tables SET setup = '{' WHERE id = ?",
    "a setup without fields": "UPDATE tables SET setup = '{}' WHERE id = ?",
    "options that do not exist": "UPDATE tables SET setup = REPLACE(setup, '\"board\"', '\"bored\"') WHERE id = ?",
    "a seat that does not exist": "UPDATE events SET seat = 15 WHERE table_id = ? AND kind = 'act'",
    "an action out of range": "UPDATE events SET action = 2000000000 WHERE table_id = ? AND kind = 'act'",
    "an action that is not legal": "UPDATE events SET action = 0 WHERE table_id = ? AND kind = 'act'",
    "a lost event": "DELETE FROM events WHERE table_id = ? AND number = 0",
    "an event with a body that is no JSON": "UPDATE events SET body = '[' WHERE table_id = ? AND number = 0",
    "an event of an unknown kind": "UPDATE events SET kind = 'dance' WHERE table_id = ? AND number = 0",
}


def started(node: Node) -> str:
    """A table where a person has moved and a bot takes its time."""
    made = node.make("othellino", "Ann", "random", pace=10_000)
    table, token = str(made["table"]), made["seats"][0]["token"]
    live = node.live(table, token)
    live.until_state(lambda state: state["your_turn"])
    live.act(int(next(iter(live.state["actions"]))))
    live.close()
    return table


def waiting(node: Node) -> str:
    return str(node.make("othellino", {"kind": "me"}, "open", listed=True)["table"])


def finished(node: Node) -> tuple[str, int]:
    made = node.make("othellino", "Ann", "Bob")
    node.play_out(made["table"], [seat["token"] for seat in made["seats"]])
    return str(made["table"]), int(node.get(made["table"]).json()["step"])


def ask(node: Node, path: str) -> tuple[int, str]:
    """Status and text of an answer; status 0 if the server is gone."""
    try:
        answer = node.http.get(path)
    except httpx.TransportError:
        return 0, ""
    return answer.status_code, answer.text


def main() -> bool:
    folder = Path(tempfile.mkdtemp()) / "data"
    node = Node(folder)  # as in production: with limits
    try:
        running, listed = {what: started(node) for what in DAMAGE}, {what: waiting(node) for what in DAMAGE}
        free = waiting(node)
        over, steps = finished(node)
        good = started(node)  # last, so that its bot has not moved when the server stops
        node.stop()
        database = sqlite3.connect(folder / "matchbox.db")
        for what, statement in DAMAGE.items():
            for table in (running[what], listed[what]):
                database.execute(statement, [table])
        database.execute("UPDATE tables SET created = created - 1000000 WHERE id = ?", [good])  # resumed last
        database.execute(OLDER_RULES, [over])
        database.commit()
        count = "SELECT count(*) FROM events WHERE table_id = ?"
        (before,) = database.execute(count, [good]).fetchone()
        last = "SELECT seat FROM events WHERE table_id = ? AND kind = 'act' ORDER BY number DESC LIMIT 1"
        assert database.execute(last, [good]).fetchone() == (0,), "the bot has moved already; run this again"
        node.start()
        held = check(node, running, listed, free)
        node.get(good)  # bots wait for a visitor after a restart
        end = time.monotonic() + 40
        while (moved := database.execute(count, [good]).fetchone()[0] - before) < 1 and time.monotonic() < end:
            time.sleep(0.1)
        held &= report(f"a bot's table behind {len(DAMAGE)} such tables", moved > 0, f"{moved} moves for a visitor")
        replays = [ask(node, f"/api/tables/{over}/replay?step={step}&seat=0")[0] for step in range(steps + 1)]
        held &= report(
            "replay of a finished game of another version",
            set(replays) == {200},
            f"{replays.count(200)} of {steps + 1}",
        )
        status, record = ask(node, f"/api/tables/{over}/record")
        held &= report("its record", status == 200 and "\nresult" in record, str(status))
        database.close()
    finally:
        node.stop()
    return held


def check(node: Node, running: dict[str, str], listed: dict[str, str], free: str) -> bool:
    """Every damaged table says that it cannot continue, and the lobby has the other table."""
    held = True
    for what, statement in DAMAGE.items():
        (first, text), (second, _) = (ask(node, f"/api/tables/{table}") for table in (running[what], listed[what]))
        expected = 410 if statement.startswith("UPDATE tables") else 200  # a waiting table has no events
        fine = first == 410 and "cannot continue" in text and second == expected
        held &= report(f"{what}: running and waiting table", fine, f"{first}, {second}")
    status, text = ask(node, "/api/tables")
    return held & report("the lobby with these tables", free in text, str(status))


if __name__ == "__main__":
    sys.exit(not main())
