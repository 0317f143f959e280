"""The lab: visitors start studies of bots, within the limits of the host and never at the cost of a table."""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from matchbox.engine import BadOption
from matchbox.play.match import Refused
from matchbox.server import lab_studies, schema, settings
from matchbox.server.lab_studies import LabStudies
from matchbox.server.limits import Limits

from .harness import PATIENCE, Node

STUDY = {"game": "othellino", "levels": ["random"]}
OTHER = {"X-Forwarded-For": "203.0.113.7"}  # another visitor


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server for this computer alone, as `make play` starts it."""
    server = Node(tmp_path_factory.mktemp("lab") / "data")
    yield server
    server.stop()


def start(node: Node, headers: dict[str, str] | None = None, **more: Any) -> httpx.Response:
    return node.http.post("/api/lab", json={**STUDY, **more}, headers=headers)


def stop(node: Node, study: str) -> dict[str, Any]:
    found: dict[str, Any] = node.http.post(f"/api/lab/{study}/stop").json()
    return found


def test_the_lab_is_offered_and_a_study_starts(node: Node) -> None:
    assert node.http.get("/api/lab").json() == {
        "places": 1, "seconds": 60, "levels": ["random", "novice", "casual", "club"],
    }  # fmt: skip
    started = start(node).json()
    assert (started["game"], started["state"], started["found"]) == ("othellino", "preparing", None)
    assert node.http.get(f"/api/lab/{started['study']}").json()["state"] in ("preparing", "playing")
    assert stop(node, started["study"])["state"] == "stopped"


def test_a_visitor_has_one_study_at_a_time_and_others_wait_for_a_place(node: Node) -> None:
    study = start(node).json()["study"]
    again, other = start(node), start(node, OTHER)
    assert (again.status_code, other.status_code) == (429, 503)
    assert "still running" in again.json()["error"]
    assert "other visitors" in other.json()["error"]
    assert other.headers["retry-after"]
    assert stop(node, study)["state"] == "stopped"
    following = start(node, OTHER)
    assert following.status_code == 200
    assert stop(node, following.json()["study"])["state"] == "stopped"
    assert node.http.get(f"/api/lab/{study}").json()["state"] == "stopped", "what it found stays"


def test_tables_are_played_while_a_study_runs(node: Node) -> None:
    study = start(node).json()["study"]
    made = node.make("gold_mine", "Ann", "Bob")
    tokens = [seat["token"] for seat in made["seats"]]
    assert node.play_out(made["table"], tokens, most=20) > 5
    stop(node, study)


@pytest.mark.parametrize(
    ("more", "status", "reason"),
    [
        ({"game": "checkers"}, 404, "checkers"),
        ({"levels": ["expert"]}, 400, "no time for expert"),
        ({"levels": ["grandmaster"]}, 400, "no bot"),
        ({"levels": ["os:getcwd"]}, 400, "no bot"),
        ({"levels": ["casual x8"]}, 400, "no bot"),
        ({"levels": ["random", "random"]}, 400, "once"),
        ({"levels": []}, 400, "levels"),
        ({"seats": 9}, 400, "Othellino is for"),
        ({"options": {"board": 7}}, 400, "board"),
        ({"options": {"moon": "full"}}, 400, "moon"),
    ],
)
def test_a_study_that_cannot_be_is_refused(node: Node, more: dict[str, Any], status: int, reason: str) -> None:
    answer = start(node, **more)
    assert answer.status_code == status, answer.text
    assert reason in answer.json()["error"]


def test_a_study_that_nobody_knows_is_gone(node: Node) -> None:
    assert node.http.get("/api/lab/0123456789abcdef").status_code == 404
    assert node.http.post("/api/lab/0123456789abcdef/stop").status_code == 404


# --- without a server ---


def wanted(**more: Any) -> schema.NewStudy:
    return schema.NewStudy(**{**STUDY, **more})


def lab(monkeypatch: pytest.MonkeyPatch, places: int = 1, **more: str) -> LabStudies:
    monkeypatch.setattr(lab_studies, "WORKER", "tests.server.eager_worker")
    for name, value in more.items():
        monkeypatch.setenv(f"MATCHBOX_{name}", value)
    return LabStudies(Limits(), places)


async def over(studies: LabStudies, study: str) -> schema.StudyState:
    async with asyncio.timeout(PATIENCE):
        while (found := studies.state(study)).state in ("preparing", "playing"):
            await asyncio.sleep(0.05)
    return found


def test_a_study_grows_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    async def studying() -> list[schema.StudyState]:
        studies = lab(monkeypatch, LAB_SECONDS="2.5")
        study = studies.start("ann", wanted(options={"board": 8})).study
        found: list[schema.StudyState] = []
        async with asyncio.timeout(PATIENCE):
            while not found or found[-1].state in ("preparing", "playing"):
                await asyncio.sleep(0.1)
                found.append(studies.state(study))
        return found

    states = asyncio.run(studying())
    counts = [one.found.numbers.games for one in states if one.found]
    last = states[-1]
    assert last.state == "done"
    assert last.progress == 1.0
    assert counts == sorted(counts)
    assert 0 < counts[0] < counts[-1]
    assert last.found
    assert [level.bot for level in last.found.numbers.levels] == ["random"]
    assert last.found.numbers.options["board"] == "8"
    assert last.found.sayings
    assert last.command.startswith("matchbox report othellino --seats 2 --option board=8 --bots random --seed ")


def test_levels_go_from_the_weakest_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def studying() -> str:
        studies = lab(monkeypatch)
        started = studies.start("ann", wanted(levels=["club", "random", "casual"], options={"board": 6}))
        await studies.close()
        return started.command

    assert asyncio.run(studying()).startswith("matchbox report othellino --seats 2 --bots random,casual,club --seed ")


@pytest.mark.parametrize(
    ("host", "setting", "hosts", "places"),
    [
        ("127.0.0.1", None, None, 1),
        ("0.0.0.0", None, None, 0),
        ("127.0.0.1", None, "games.example.org", 0),  # behind a proxy
        ("0.0.0.0", "3", None, 3),
        ("127.0.0.1", "0", None, 0),
    ],
)
def test_the_lab_is_open_at_home_and_elsewhere_if_the_host_wants_it(
    monkeypatch: pytest.MonkeyPatch, host: str, setting: str | None, hosts: str | None, places: int
) -> None:
    for name, value in (("MATCHBOX_LAB", setting), ("MATCHBOX_HOSTS", hosts)):
        if value is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, value)
    assert settings.lab_places(host) == places


def test_a_closed_lab_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Refused, match="no lab") as refused:
        lab(monkeypatch, places=0).start("ann", wanted())
    assert refused.value.status == 403


def test_a_visitor_gets_so_many_seconds_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    async def studying() -> None:
        studies = lab(monkeypatch, places=2, LAB_SECONDS="1", LAB_BUDGET="1.5")
        first = studies.start("ann", wanted())
        assert (await over(studies, first.study)).state == "done"
        with pytest.raises(Refused, match="used up") as refused:
            studies.start("ann", wanted())
        assert refused.value.status == 429
        studies.start("bob", wanted())
        await studies.close()

    asyncio.run(studying())


def test_a_study_that_is_stopped_costs_only_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def studying() -> None:
        studies = lab(monkeypatch, LAB_SECONDS="600", LAB_BUDGET="700")
        for _ in range(3):
            await studies.stop(studies.start("ann", wanted()).study)

    asyncio.run(studying())


def test_a_refused_study_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def studying() -> None:
        studies = lab(monkeypatch, LAB_SECONDS="60", LAB_BUDGET="60")
        with pytest.raises(BadOption):
            studies.start("ann", wanted(options={"board": 7}))
        await studies.stop(studies.start("ann", wanted()).study)

    asyncio.run(studying())


def test_a_study_stops_when_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    async def studying() -> None:
        studies = lab(monkeypatch, LAB_SECONDS="60")
        study = studies.start("ann", wanted()).study
        async with asyncio.timeout(PATIENCE):
            while studies.busy:
                await asyncio.sleep(0.05)
        assert studies.state(study).state == "stopped"

    monkeypatch.setattr(lab_studies, "IDLE_SECONDS", 0.5)
    asyncio.run(studying())


def test_the_processes_of_studies_end_with_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    async def studying() -> None:
        studies = lab(monkeypatch, LAB_SECONDS="60")
        study = studies.start("ann", wanted()).study
        async with asyncio.timeout(PATIENCE):
            while not workers():
                await asyncio.sleep(0.05)
        await studies.close()
        assert not workers()
        assert studies.state(study).state == "stopped"

    asyncio.run(studying())


def workers() -> list[str]:
    """The processes of studies that this process has started."""
    command = ["ps", "--ppid", str(os.getpid()), "-o", "args="]
    lines = subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()
    return [line for line in lines if "_worker" in line]


def test_a_failed_study_says_so(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    async def studying() -> schema.StudyState:
        studies = lab(monkeypatch)
        monkeypatch.setattr(lab_studies, "WORKER", "matchbox.server.no_such_module")
        return await over(studies, studies.start("ann", wanted()).study)

    with caplog.at_level(logging.ERROR, "matchbox"):
        assert asyncio.run(studying()).state == "failed"
    assert "a study of othellino failed" in caplog.text


@pytest.mark.skipif(sys.platform != "linux", reason="priorities are those of Linux")
def test_studies_run_when_nothing_else_does() -> None:
    """Read from here: a process of this priority would take minutes to print it while other tests run."""
    code = "import sys; from matchbox.server.lab_worker import yield_to_others as go; go(); sys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE) as worker:
        try:
            end = time.monotonic() + 120
            while os.sched_getscheduler(worker.pid) != os.SCHED_IDLE:
                assert time.monotonic() < end, "the worker does not yield"
                time.sleep(0.05)
            assert os.getpriority(os.PRIO_PROCESS, worker.pid) == 19
        finally:
            worker.kill()


def test_a_study_that_never_gets_the_processor_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    async def studying() -> schema.StudyState:
        studies = lab(monkeypatch, LAB_SECONDS="1")
        return await over(studies, studies.start("ann", wanted()).study)

    monkeypatch.setattr(lab_studies, "PATIENCE", -0.9)
    assert asyncio.run(studying()).state == "stopped"


def test_every_setting_of_the_lab_is_explained() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text()
    for name in settings.DEFAULTS:
        assert f"`{name}`" in page
