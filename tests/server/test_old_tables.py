"""Tables of other rules and damaged tables: the others go on, and finished games stay readable."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from websockets.sync.client import connect

from matchbox import cli
from matchbox.engine import SPECTATOR
from matchbox.scene import encode
from matchbox.server.archive import ArchivedTable, archived, packed
from matchbox.server.records import printed
from matchbox.server.reviews import replayed
from matchbox.server.store import Store

from .conftest import needs_servers
from .harness import PATIENCE, REDIS, Node, scratch_database
from .test_records import played

OLDER_RULES = r"""UPDATE tables SET setup = REPLACE(setup, '"version":', '"version"\:9') WHERE id = :table"""
NO_SUCH_GAME = """UPDATE tables SET setup = REPLACE(setup, '"othellino"', '"no_such_game"') WHERE id = :table"""
DAMAGED_SETUP = """UPDATE tables SET setup = '{"id": 7' WHERE id = :table"""
LOST_EVENT = "DELETE FROM events WHERE table_id = :table AND number = 0"
ILLEGAL_ACTION = "UPDATE events SET action = 12345 WHERE table_id = :table AND kind = 'act'"
DAMAGED_BODY = "UPDATE events SET body = '{' WHERE table_id = :table AND kind = 'begin'"
UNCHANGED = "SELECT 0"
RESUME_LAST = "UPDATE tables SET created = created - 1000000 WHERE id = :table"
LOST_ARCHIVE = "DELETE FROM archives WHERE table_id = :table"
COUNT_EVENTS = "SELECT count(*) FROM events WHERE table_id = :table"
COUNT_ARCHIVES = "SELECT count(*) FROM archives WHERE table_id = :table"


class Installation:
    """A server that was restarted after changes to tables in its database."""

    def __init__(self, folder: Path, database: str | None) -> None:
        more = {"MATCHBOX_DATABASE": database, "MATCHBOX_REDIS": REDIS} if database else {}
        self._database = database or f"sqlite:///{folder / 'matchbox.db'}"
        self.node = node = Node(folder, MATCHBOX_LIMITS="0", **more)
        self.finished, self.finished_earlier = Finished(node), Finished(node)
        self.waiting = {change: waiting(node) for change in (OLDER_RULES, NO_SUCH_GAME, DAMAGED_SETUP, UNCHANGED)}
        self.running = {
            change: before_a_bot(node) for change in (LOST_EVENT, ILLEGAL_ACTION, DAMAGED_BODY, OLDER_RULES, UNCHANGED)
        }
        node.stop()  # which archives the last games
        self.count = self.execute(COUNT_EVENTS, self.running[UNCHANGED])
        for change, table in (*self.waiting.items(), *self.running.items(), (OLDER_RULES, self.finished.table)):
            self.execute(change, table)
        self.execute(RESUME_LAST, self.running[UNCHANGED])
        self.execute(LOST_ARCHIVE, self.finished_earlier.table)
        node.start()

    def execute(self, statement: str, table: str) -> int:
        """Run a statement and return the count that it finds."""
        store = Store(self._database)
        with store.engine.begin() as connection:
            result = connection.execute(sa.text(statement), {"table": table})
            found = int(result.scalar_one()) if result.returns_rows else 0
        store.close()
        return found

    def wait_for(self, statement: str, table: str, least: int) -> None:
        """Wait until a count in the database is large enough."""
        end = time.monotonic() + PATIENCE
        while self.execute(statement, table) < least:
            assert time.monotonic() < end
            time.sleep(0.1)


class Finished:
    """A finished game, and what the server tells about it."""

    def __init__(self, node: Node) -> None:
        made = node.make("othellino", "Ann", "Bob")
        self.table, self.tokens = made["table"], [seat["token"] for seat in made["seats"]]
        node.play_out(self.table, self.tokens)
        self.steps = node.get(self.table).json()["step"]
        self.record = node.get(f"{self.table}/record").text
        self.told = self.ask(node)

    def ask(self, node: Node) -> list[dict[str, Any]]:
        """The state, and some positions as each viewer sees them."""
        state = node.get(self.table, self.tokens[0]).json()
        del state["now"]
        for seat in state["table"]["seats"]:
            del seat["present"]
        steps = (*range(0, self.steps, 5), self.steps)
        return [state] + [node.get(f"{self.table}/replay", step=n, seat=n % 3 - 1).json() for n in steps]


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgres", marks=[needs_servers])])
def installation(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    with ExitStack() as stack:
        database = stack.enter_context(scratch_database()) if request.param == "postgres" else None
        found = Installation(tmp_path_factory.mktemp("old") / "data", database)
        stack.callback(found.node.stop)
        yield found


def waiting(node: Node) -> str:
    """A listed table with a free seat."""
    table: str = node.make("othellino", {"kind": "me", "name": "Ann"}, "open", listed=True)["table"]
    return table


def before_a_bot(node: Node) -> str:
    """A table where a person has just moved, and a bot takes its time."""
    made = node.make("othellino", "Ann", "random", pace=5000)
    table, token = made["table"], made["seats"][0]["token"]
    live = node.live(table, token)
    live.until_state(lambda state: state["your_turn"])
    assert live.act(int(next(iter(live.state["actions"]))))["type"] == "accepted"
    live.close()
    return str(table)


def first_message(node: Node, table: str, token: str | None = None) -> dict[str, Any]:
    """The answer to hello on a new WebSocket."""
    with connect(f"ws://127.0.0.1:{node.port}/api/tables/{table}/live", max_size=None) as socket:
        socket.send(json.dumps({"type": "hello", "token": token}))
        message: dict[str, Any] = json.loads(socket.recv(PATIENCE))
        return message


def test_the_lobby_lists_the_other_tables(installation: Installation) -> None:
    node, tables = installation.node, installation.waiting
    for _ in range(2):
        listed = node.http.get("/api/tables")
        assert listed.status_code == 200
        assert [row["table"] for row in listed.json()] == [tables[UNCHANGED]]
    for change, why in ((OLDER_RULES, "version 91"), (NO_SUCH_GAME, "no_such_game"), (DAMAGED_SETUP, "damaged")):
        answer = node.get(tables[change])
        assert answer.status_code == 410
        assert why in answer.json()["error"]
        assert "cannot continue" in answer.json()["error"]
        assert first_message(node, tables[change]) == {"type": "error", "error": answer.json()["error"]}
        assert node.get(f"{tables[change]}/record").status_code == 410
        assert node.post(f"{tables[change]}/join", name="Bob").status_code == 410
    assert node.post(f"{tables[UNCHANGED]}/join", name="Bob").status_code == 200
    assert node.log.read_text().count(f"table {tables[DAMAGED_SETUP]} is damaged") == 1


def test_damaged_tables_do_not_keep_others_from_going_on(installation: Installation) -> None:
    """In the table that the server resumes last, the bot moves when somebody looks."""
    node, tables = installation.node, dict(installation.running)
    good = tables.pop(UNCHANGED)
    assert node.get(good).status_code == 200
    installation.wait_for(COUNT_EVENTS, good, installation.count + 1)
    for change, table in tables.items():
        answer = node.get(table)
        assert answer.status_code == 410
        assert ("version" if change == OLDER_RULES else "damaged") in answer.json()["error"]


def test_a_finished_game_of_older_rules_stays_readable(
    installation: Installation, capsys: pytest.CaptureFixture[str]
) -> None:
    node, game = installation.node, installation.finished
    told = game.ask(node)
    assert told[0]["table"].pop("archived")
    assert told == game.told
    assert first_message(node, game.table, game.tokens[1])["seat"] == 1
    assert first_message(node, game.table, "wrong")["type"] == "error"
    assert node.get(game.table, "wrong").status_code == 403
    assert node.get(f"{game.table}/replay", step=game.steps + 1).status_code == 404
    assert node.get(f"{game.table}/replay", step=0, seat=2).status_code == 404
    (mine,) = node.http.post("/api/mine", json={"tokens": game.tokens[:1]}).json()
    assert (mine["table"], mine["over"], mine["name"]) == (game.table, True, "Othellino")
    for answer in (node.get(f"{game.table}/review"), node.post(f"{game.table}/rematch", game.tokens[0])):
        assert answer.status_code == 410
        assert "version" in answer.json()["error"]
    assert node.get(f"{game.table}/record").text == game.record
    assert cli.main(["verify", f"{node.url}/table/{game.table}"]) == 0
    assert "all legal" in capsys.readouterr().out  # here the rules are installed; tests/cli has the other case


def test_games_that_were_not_archived_are_archived_later(installation: Installation) -> None:
    installation.wait_for(COUNT_ARCHIVES, installation.finished_earlier.table, 1)


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", ["othellino", "gaze_into_the_abyss"])
def test_an_archive_has_every_position_as_every_viewer_sees_it(name: str) -> None:
    table = played(name)

    async def no_pause() -> None:
        pass

    data = packed(asyncio.run(archived(table, no_pause)))
    assert len(data) < 40_000
    found = ArchivedTable(data, [])
    for viewer in (SPECTATOR, 0, 1):
        for step in range(len(table.steps) + 1):
            assert found.replayed(step, viewer) == encode(replayed(table, step, viewer))
            assert found.replayed(step, viewer, True) == encode(replayed(table, step, viewer, True))
    assert found.record == printed(table)
    assert found.info.secret == table.setup.secret
