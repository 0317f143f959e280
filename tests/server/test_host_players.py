"""Players of the host at tables: visitors choose from a list, and a bad player harms nobody."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from matchbox.engine import BadOption, UnknownGame, get
from matchbox.server import host_players
from matchbox.server.bot_pool import BotPool
from matchbox.server.host_players import HostPlayer, HostPlayers, PlayerFailed, PlayerProcess, listed_players
from matchbox.server.metrics import Metrics
from tests.cli.command import matchbox

from .harness import Node

PLAYERS = "tests.bots.own_players"
GAME = "gold_mine"


def process_of(attribute: str) -> PlayerProcess:
    return PlayerProcess(HostPlayer("mine", f"{PLAYERS}:{attribute}", ()))


def asked(process: PlayerProcess, place: str = "table/0") -> int:
    game = get(GAME)
    view = game.new(seed=1)
    return process.choose(place, game, view, game.acting(view)[0])


# --- the list ---


def test_players_are_listed_with_the_games_that_they_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MATCHBOX_PLAYERS", "first=bots:one  second=bots.more:Two.best")
    assert listed_players(["third-3=bots:three@othellino,halma"]) == [
        HostPlayer("first", "bots:one", ()),
        HostPlayer("second", "bots.more:Two.best", ()),
        HostPlayer("third-3", "bots:three", ("othellino", "halma")),
    ]


@pytest.mark.parametrize(
    "text",
    ["greedy", "greedy=casual", "=bots:one", "club=bots:one", "Greedy=bots:one", "a b=bots:one", "x" * 21 + "=a:b"],
)
def test_names_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises(BadOption):
        listed_players([text])


def test_a_name_is_listed_once_and_its_games_exist() -> None:
    with pytest.raises(BadOption, match="twice"):
        listed_players(["one=bots:one", "one=bots:two"])
    with pytest.raises(UnknownGame):
        listed_players(["one=bots:one@checkers"])


def test_a_player_that_cannot_be_loaded_stops_the_server_at_once(tmp_path: Path) -> None:
    done = matchbox("serve", "--port", "0", "--data", str(tmp_path), "--player", "greedy=no_such_module:greedy")
    assert done.returncode == 2
    assert "the player greedy cannot be used: cannot import the module" in done.stderr


# --- its process ---


def test_a_player_chooses_in_a_process_of_its_own_and_remembers_its_seat() -> None:
    process = process_of("Counting")
    try:
        legal = get(GAME).legal(get(GAME).new(seed=1), 0)
        assert len(legal) == 2
        assert [asked(process, "a/0") for _ in range(3)] == [legal[1], legal[0], legal[1]]
        assert asked(process, "b/0") == legal[1]
    finally:
        process.stop()


@pytest.mark.parametrize(
    ("attribute", "reason"),
    [
        ("raising", "ValueError: I am lost"),
        ("illegal", "9999"),
        ("words", "return the number of a legal action"),
        ("number", "neither a function"),
    ],
)
def test_a_wrong_answer_is_told_with_its_reason(attribute: str, reason: str) -> None:
    process = process_of(attribute)
    try:
        for _ in range(2):  # the process goes on
            with pytest.raises(PlayerFailed, match=reason):
                asked(process)
    finally:
        process.stop()


@pytest.mark.parametrize(
    ("attribute", "limit", "reason"), [("hanging", "0.3", "within 0.3 seconds"), ("crashing", "60", "process ended")]
)
def test_a_player_that_hangs_or_crashes_rests(
    monkeypatch: pytest.MonkeyPatch, attribute: str, limit: str, reason: str
) -> None:
    monkeypatch.setenv("MATCHBOX_PLAYER_SECONDS", limit)
    process = process_of(attribute)
    try:
        with pytest.raises(PlayerFailed, match=reason):
            asked(process)
        with pytest.raises(PlayerFailed, match="rests"):
            asked(process)
        monkeypatch.setattr(time, "monotonic", lambda now=time.monotonic: now() + host_players.REST_SECONDS)
        with pytest.raises(PlayerFailed, match=reason):
            asked(process)
    finally:
        process.stop()


# --- at tables ---


@pytest.mark.parametrize("attribute", ["raising", "illegal", "hanging", "crashing"])
def test_a_bot_chooses_for_a_player_that_fails(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, attribute: str
) -> None:
    monkeypatch.setenv("MATCHBOX_PLAYER_SECONDS", "0.3")
    game = get(GAME)
    view = game.new(seed=1)
    pool = BotPool(Metrics().bot_seconds, HostPlayers(listed_players([f"mine={PLAYERS}:{attribute}"])))
    try:
        with caplog.at_level(logging.ERROR, "matchbox"):
            for _ in range(3):
                assert pool.choose(["ann"], "table", game, "mine", view, 0).result(60) in game.legal(view, 0)
        told = [text for text in caplog.messages if "the player mine in Gold Mine" in text]
        assert 1 <= len(told) <= 2, "each reason once"
        assert all(text.endswith("casual bots play for it") for text in told)
    finally:
        pool.stop()


def test_a_bot_chooses_for_a_player_that_is_not_offered_any_more(caplog: pytest.LogCaptureFixture) -> None:
    game = get(GAME)
    view = game.new(seed=1)
    pool = BotPool(Metrics().bot_seconds)
    try:
        with caplog.at_level(logging.ERROR, "matchbox"):
            assert pool.choose(["ann"], "table", game, "retired", view, 0).result(60) in game.legal(view, 0)
        assert "there is no player retired" in caplog.text
    finally:
        pool.stop()


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server with a player for one game, and one that fails."""
    players = f"low={PLAYERS}:lowest@othellino bad={PLAYERS}:illegal"
    server = Node(tmp_path_factory.mktemp("players") / "data", MATCHBOX_LIMITS="0", MATCHBOX_PLAYERS=players)
    yield server
    server.stop()


def bot(name: str) -> dict[str, str]:
    return {"kind": "bot", "level": name}


def test_games_offer_the_players_that_play_them(node: Node) -> None:
    levels = {info["id"]: info["levels"] for info in node.http.get("/api/games").json()}
    assert levels["othellino"][-2:] == ["low", "bad"]
    assert levels["gold_mine"][-1] == "bad"
    assert "low" not in levels["gold_mine"]


def test_a_table_is_played_against_a_player(node: Node) -> None:
    made = node.make("othellino", "Ann", bot("low"))
    token = made["seats"][0]["token"]
    assert node.play_out(made["table"], [token]) > 5
    state = node.state(made["table"], token)
    assert state["table"]["over"]
    assert state["table"]["seats"][1]["level"] == "low"


def test_a_table_goes_on_with_a_player_that_fails(node: Node) -> None:
    made = node.make("othellino", "Ann", bot("bad"))
    assert node.play_out(made["table"], [made["seats"][0]["token"]]) > 5
    assert "the player bad in Othellino" in node.log.read_text()


@pytest.mark.parametrize("name", ["tests.bots.own_players:lowest", "low=x:y", "low@othellino", "mybots:greedy"])
def test_visitors_cannot_name_modules(node: Node, name: str) -> None:
    players = [{"kind": "me"}, bot(name)]
    answer = node.http.post("/api/tables", json={"game": "othellino", "players": players})
    assert answer.status_code == 400
    assert "no bot" in answer.json()["error"]


def test_a_player_sits_only_at_tables_of_its_games(node: Node) -> None:
    players = [{"kind": "me"}, bot("low")]
    answer = node.http.post("/api/tables", json={"game": "gold_mine", "players": players})
    assert answer.status_code == 400
