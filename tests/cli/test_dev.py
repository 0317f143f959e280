"""`matchbox dev` serves a table of a game, and follows the author's changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.harness import free_port

from .command import matchbox
from .dev_process import Dev, new_game


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return new_game(tmp_path / "package")


@pytest.fixture
def dev(folder: Path) -> Iterator[Dev]:
    running = Dev(folder, "--seats", "3")
    yield running
    running.stop()


@pytest.mark.full
def test_the_table_follows_the_authors_changes(dev: Dev) -> None:
    first = dev.until(lambda: dev.state()["table"])
    assert f"stone_age is at http://localhost:{dev.port}/dev" in dev.printed
    assert "/web/js/dev.js" in dev.http.get("/dev").text
    assert "/web/js/dev.js" in dev.http.get(f"/table/{first['table']}").text
    dev.until(lambda: dev.table().get("your_turn"))
    assert len(dev.table()["table"]["seats"]) == 3
    hand = dev.table()["actions"]
    dev.play()
    dev.until(lambda: dev.table()["step"] == 3 and dev.table()["your_turn"])  # after the bots

    dev.edit("scene.py", "Play a card.", "Choose a card.")
    dev.until(lambda: dev.table()["scene"]["prompt"]["say"].startswith("Choose a card."))
    assert dev.state()["table"] == first
    assert dev.state()["report"] == ""
    assert dev.table()["step"] == 3
    assert set(dev.table()["actions"]) < set(hand)

    dev.edit("scene.py", "s.cards) - int(s.held[0])", "s.cards) - int(s.hled[0])")
    report = dev.until(lambda: dev.state()["report"])
    assert 'the record has no field "hled"; did you mean "held"?' in report
    assert report.splitlines()[0] in dev.printed
    assert report.splitlines()[0].count("scene.py:") == 1

    dev.edit("scene.py", "s.hled[0]", "s.held[0]")
    assert dev.state()["report"] == ""
    assert dev.table()["step"] == 3

    dev.edit("rules.py", "PLAY.id(0), wide(s.hand[seat])", "PLAY.id(0), wide(s.hand[seat]) & -wide(s.hand[seat])")
    dev.until(lambda: dev.table()["your_turn"])
    assert dev.state()["report"] == ""
    assert len(dev.table()["actions"]) == 1  # the lowest card
    assert dev.table()["step"] <= 3  # the moves that are still legal


@pytest.mark.full
def test_a_game_that_does_not_load_is_reported_until_it_does(folder: Path) -> None:
    rules = folder / "src/matchbox_stone_age/rules.py"
    rules.write_text(rules.read_text(encoding="utf-8").replace("reasons = Reasons()", "reasons = Raesons()"))
    dev = Dev(folder)
    try:
        report = dev.until(lambda: dev.state()["report"])
        assert '"Raesons" is not defined; did you mean "Reasons"?' in report
        assert dev.state()["table"] is None
        dev.edit("rules.py", "Raesons", "Reasons")
        assert dev.state()["report"] == ""
        dev.until(lambda: dev.table().get("your_turn"))
    finally:
        dev.stop()


@pytest.mark.full
def test_rules_that_do_not_compile_are_reported_and_the_table_plays(folder: Path) -> None:
    rules = folder / "src/matchbox_stone_age/rules.py"
    head = "def apply(s: State, seat: int, action: int) -> None:\n"
    text = rules.read_text(encoding="utf-8").replace(head, f'{head}    name = "one" if seat else 1\n')
    rules.write_text(text, encoding="utf-8")
    dev = Dev(folder)
    try:
        dev.until(lambda: dev.state()["table"])
        dev.until(lambda: dev.table().get("your_turn"))
        dev.play()
        dev.until(lambda: dev.table()["step"] == 2)
        report = dev.until(lambda: dev.state()["report"])
        assert "this value is text in one place and int in another" in report.splitlines()[0]
        assert report in dev.printed
    finally:
        dev.stop()


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["dev", "halmaa"], "there is no game 'halmaa'; did you mean halma"),
        (["dev", "halma", "--option", "colour=red"], "Halma has no option 'colour'"),
        (["dev", "halma", "--seats", "9"], "Halma is for"),
        (["dev", "halma", "--bots", "clever"], "Halma has no bot 'clever'; choose one of random"),
    ],
)
def test_bad_input_is_refused_in_one_line(arguments: list[str], message: str) -> None:
    done = matchbox(*arguments, *(["--port", str(free_port())]))
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
