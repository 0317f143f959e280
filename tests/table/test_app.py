"""The terminal app, played with the keyboard alone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.widgets import OptionList, RichLog, Static

from matchbox.engine import get
from matchbox.engine.notation import parse_game
from matchbox.table.app import Lobby, MatchboxApp, Plan, Rules, Setup, Table
from matchbox.table.sitting import Sitting, resumed
from matchbox.table.steppers import Steppers

Script = Callable[[Pilot[None], MatchboxApp], Awaitable[None]]


def play(left: Path, plan: Plan | None, script: Script) -> MatchboxApp:
    """Run the app without a terminal and let a script press its keys."""
    app = MatchboxApp(left, plan)

    async def run() -> None:
        async with app.run_test(size=(120, 40)) as pilot:
            await script(pilot, app)

    asyncio.run(run())
    return app


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    """Let the app work until something holds; bots and compilers take their time."""
    for _ in range(6000):
        if holds():
            return
        await pilot.pause(0.01)
    raise AssertionError("the app waits for something else")


def table_of(app: MatchboxApp) -> Table:
    assert isinstance(app.screen, Table)
    return app.screen


def is_asked(app: MatchboxApp) -> bool:
    return isinstance(app.screen, Table) and app.screen.asks and bool(app.screen.query("OptionList, Steppers"))


def told(widget: Any) -> str:
    return str(widget.render())


async def play_on(pilot: Pilot[None], app: MatchboxApp, *keys: str) -> None:
    """Press the same keys at every question until the game is over."""
    await until(pilot, lambda: is_asked(app))
    table = table_of(app)
    sitting = table.sitting
    assert sitting is not None
    answered = 0

    def asks_anew() -> bool:
        return len(sitting.record.actions) > answered and is_asked(app)

    while not sitting.over:
        answered = len(sitting.record.actions)
        await pilot.press(*keys)
        await until(pilot, asks_anew)


def test_gold_mine_by_numbers(tmp_path: Path) -> None:
    async def script(pilot: Pilot[None], app: MatchboxApp) -> None:
        await until(pilot, lambda: is_asked(app))
        table = table_of(app)
        assert "Go on, or run with" in told(table.query_one("#prompt", Static))
        assert "Cavern 1 of 4" in told(table.query_one("#scene", Static))
        await play_on(pilot, app, "2")
        assert told(table.query_one("#prompt", Static)).startswith("Game over: ")
        assert len(table.query_one("#side", RichLog).lines) >= 8
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Lobby))

    play(tmp_path / "left", Plan(get("gold_mine"), ["you", "random"], {}, 3), script)


def test_building_blocks_brawl_by_arrows(tmp_path: Path) -> None:
    """The form opens at once; combinations that are not in it cannot be accepted."""

    async def script(pilot: Pilot[None], app: MatchboxApp) -> None:
        await until(pilot, lambda: is_asked(app))
        table = table_of(app)
        form = table.query_one(Steppers)
        assert "blue" in told(form)
        assert form.values == [0, 0, 0]
        await pilot.press("right", "down", "right", "left", "up")
        assert form.values == [1, 0, 0]
        assert "a bid of 1" in told(form)
        await play_on(pilot, app, "enter")
        assert table.sitting is not None
        assert table.sitting.record.result is not None
        first = table.sitting.game.text_of(
            table.sitting.state, next(a for s, a in table.sitting.record.actions if s == 0)
        )
        assert first == "hold blue=1 red=0 green=0"

    play(tmp_path / "left", Plan(get("building_blocks_brawl"), ["you", "random"], {}, 3), script)


def test_the_lobby_sets_up_a_game_and_goes_on_with_one_that_was_left(tmp_path: Path) -> None:
    left = tmp_path / "saves" / "left"

    async def script(pilot: Pilot[None], app: MatchboxApp) -> None:
        listing = app.screen.query_one(OptionList)
        places = [option.id for option in listing.options]
        listing.highlighted = places.index("gold_mine")
        await pilot.pause()
        assert "Bring more gold" in told(app.screen.query_one("#about", Static))
        await pilot.press("enter")
        assert isinstance(app.screen, Setup)
        setup = app.screen.query_one(Steppers)
        await pilot.press("down", "right", "right")
        assert "not possible" in told(setup)  # three people, two seats
        await pilot.press("enter")
        assert isinstance(app.screen, Setup)
        await pilot.press("left", "left", "up", "right", "down", "down", "left", "left", "enter")
        await until(pilot, lambda: is_asked(app))
        table = table_of(app)
        assert table.sitting is not None
        assert table.sitting.players == ["you", "random", "random"]
        await pilot.press("1")
        await until(pilot, lambda: len(table.sitting.record.actions) >= 3 and is_asked(app))  # type: ignore[union-attr]
        await pilot.press("h")
        await until(pilot, lambda: any("hint:" in line.text for line in table.query_one("#side", RichLog).lines))
        await pilot.press("r")
        assert isinstance(app.screen, Rules)
        await pilot.press("escape")
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, Lobby))

    play(left, None, script)
    kept = parse_game(left.read_text())
    assert kept.result is None

    async def again(pilot: Pilot[None], app: MatchboxApp) -> None:
        await pilot.press("enter")
        await until(pilot, lambda: is_asked(app))
        table = table_of(app)
        assert table.sitting is not None
        assert table.sitting.record.actions[: len(kept.actions)] == kept.actions
        assert table.sitting.players == ["you", "random", "random"]
        await play_on(pilot, app, "2")

    play(left, None, again)
    assert not left.exists()


def test_two_people_hand_the_screen_over(tmp_path: Path) -> None:
    async def script(pilot: Pilot[None], app: MatchboxApp) -> None:
        await until(pilot, lambda: is_asked(app))
        table = table_of(app)
        assert told(table.query_one("#scene", Static)) == ""
        assert "You 1's turn" in told(table.query_one("#prompt", Static))
        await pilot.press("1")
        await until(pilot, lambda: bool(table.query(Steppers)))
        await pilot.press("enter")
        await until(pilot, lambda: "You 2's turn" in told(table.query_one("#prompt", Static)))
        assert told(table.query_one("#scene", Static)) == ""

    play(tmp_path / "left", Plan(get("building_blocks_brawl"), ["you", "you"], {}, 3), script)


def test_points_of_a_plane_are_stepped_to(tmp_path: Path) -> None:
    async def script(pilot: Pilot[None], app: MatchboxApp) -> None:
        await until(pilot, lambda: is_asked(app))
        table = table_of(app)
        sitting = table.sitting
        assert sitting is not None
        move = next(n for n, (text, _) in enumerate(table._entries, 1) if text == "Move a soldier")
        await pilot.press(str(move))
        await until(pilot, lambda: len(sitting.record.actions) >= 1 and is_asked(app))
        await pilot.press("1")
        await until(pilot, lambda: bool(table.query(Steppers)))
        column = table.query_one(Steppers).values[0]
        await pilot.press("right", "right", "enter")
        await until(pilot, lambda: table.scene is not None and any(aim.fixed is not None for aim in table.scene.aims))
        assert table.scene is not None
        assert table.scene.aims[0].fixed == column + 2

    plan = Plan(get("grenade_salad"), ["you", "random"], {}, _seed_where_you_begin())
    play(tmp_path / "left", plan, script)


def _seed_where_you_begin() -> int:
    game = get("grenade_salad")
    return next(seed for seed in range(50) if game.acting(game.new(2, seed)) == [0])


def test_a_sitting_comes_back_as_it_was_left() -> None:
    sitting = Sitting(get("othellino"), ["random", "you"], {"board": 8}, 5)
    for _ in range(5):
        seat = sitting.next_seat()
        sitting.act(seat, sitting.legal(seat)[0])
    again = resumed(sitting.saved())
    assert again.state.tobytes() == sitting.state.tobytes()
    assert again.players == ["random", "you"]
    assert again.lines(1) == sitting.lines(1)
    assert again.lines(1, 3) == sitting.lines(1)[3:]
