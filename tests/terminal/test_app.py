"""The full-screen app, played with the keyboard."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.widgets import OptionList, RichLog, Static

from matchbox.engine import get
from matchbox.engine.notation import parse_game
from matchbox.terminal.app import MatchboxApp
from matchbox.terminal.lobby import LobbyScreen, SetupScreen
from matchbox.terminal.steppers import StepperForm
from matchbox.terminal.table import LocalSetup, RulesScreen, TableScreen

Script = Callable[[Pilot[None], MatchboxApp], Awaitable[None]]


def play(saved_game: Path, setup: LocalSetup | None, script: Script) -> MatchboxApp:
    """Run the app without a terminal while a script presses keys."""
    app = MatchboxApp(saved_game, setup)

    async def run() -> None:
        async with app.run_test(size=(120, 40)) as pilot:
            await script(pilot, app)

    asyncio.run(run())
    return app


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    """Wait until a condition holds; bots and compilers take their time."""
    for _ in range(6000):
        if holds():
            return
        await pilot.pause(0.01)
    raise AssertionError("the condition does not come true")


def table_of(app: MatchboxApp) -> TableScreen:
    assert isinstance(app.screen, TableScreen)
    return app.screen


def is_waiting(app: MatchboxApp) -> bool:
    """Does the table wait for a person's choice?"""
    screen = app.screen
    return isinstance(screen, TableScreen) and screen.is_waiting and bool(screen.query("OptionList, StepperForm"))


def text_of(widget: Any) -> str:
    return str(widget.render())


async def play_on(pilot: Pilot[None], app: MatchboxApp, *keys: str) -> None:
    """Press the same keys at every decision until the game is over."""
    await until(pilot, lambda: is_waiting(app))
    table = table_of(app)
    local_game = table.local_game
    assert local_game is not None
    answered = 0

    def next_decision() -> bool:
        return len(local_game.record.actions) > answered and is_waiting(app)

    while not local_game.over:
        answered = len(local_game.record.actions)
        await pilot.press(*keys)
        await until(pilot, next_decision)


def test_number_keys_choose_actions(tmp_path: Path) -> None:
    async def script(pilot: Pilot[None], app: MatchboxApp) -> None:
        await until(pilot, lambda: is_waiting(app))
        table = table_of(app)
        assert "Continue, or run?" in text_of(table.query_one("#prompt", Static))
        assert "Cavern 1 of 4" in text_of(table.query_one("#scene", Static))
        await play_on(pilot, app, "2")
        assert text_of(table.query_one("#prompt", Static)).startswith("Game over: ")
        assert len(table.query_one("#side", RichLog).lines) >= 8
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))

    play(tmp_path / "saved", LocalSetup(get("gold_mine"), ["you", "random"], {}, 3), script)


def test_arrow_keys_fill_in_a_form(tmp_path: Path) -> None:
    """A form that is the only choice opens without a menu."""

    async def script(pilot: Pilot[None], app: MatchboxApp) -> None:
        await until(pilot, lambda: is_waiting(app))
        table = table_of(app)
        form = table.query_one(StepperForm)
        assert "blue" in text_of(form)
        assert form.values == [0, 0, 0]
        await pilot.press("right", "down", "right", "left", "up")
        assert form.values == [1, 0, 0]
        assert "a bid of 1" in text_of(form)
        await play_on(pilot, app, "enter")
        assert table.local_game is not None
        assert table.local_game.record.result is not None
        first = next(step.text for step in table.local_game.steps if step.seat == 0)
        assert first == "hold blue=1 red=0 green=0"

    play(tmp_path / "saved", LocalSetup(get("building_blocks_brawl"), ["you", "random"], {}, 3), script)


def test_the_lobby_sets_up_a_game_and_continues_a_saved_game(tmp_path: Path) -> None:
    saved_game = tmp_path / "saves" / "game"

    async def script(pilot: Pilot[None], app: MatchboxApp) -> None:
        listing = app.screen.query_one(OptionList)
        places = [option.id for option in listing.options]
        listing.highlighted = places.index("gold_mine")
        await pilot.pause()
        assert "Bring more gold" in text_of(app.screen.query_one("#about", Static))
        await pilot.press("enter")
        assert isinstance(app.screen, SetupScreen)
        setup = app.screen.query_one(StepperForm)
        await pilot.press("down", "right", "right")
        assert "not possible" in text_of(setup)  # three people for two seats
        await pilot.press("enter")
        assert isinstance(app.screen, SetupScreen)
        await pilot.press("left", "left", "up", "right", "down", "down", "left", "left", "enter")
        await until(pilot, lambda: is_waiting(app))
        table = table_of(app)
        assert table.local_game is not None
        assert table.local_game.players == ["you", "random", "random"]
        await pilot.press("1")
        await until(pilot, lambda: len(table.local_game.record.actions) >= 3 and is_waiting(app))  # type: ignore[union-attr]
        await pilot.press("h")
        await until(pilot, lambda: any("hint:" in line.text for line in table.query_one("#side", RichLog).lines))
        await pilot.press("r")
        assert isinstance(app.screen, RulesScreen)
        await pilot.press("escape")
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))

    play(saved_game, None, script)
    kept = parse_game(saved_game.read_text())
    assert kept.result is None

    async def again(pilot: Pilot[None], app: MatchboxApp) -> None:
        await pilot.press("enter")
        await until(pilot, lambda: is_waiting(app))
        table = table_of(app)
        assert table.local_game is not None
        assert table.local_game.record.actions[: len(kept.actions)] == kept.actions
        assert table.local_game.players == ["you", "random", "random"]
        await play_on(pilot, app, "2")

    play(saved_game, None, again)
    assert not saved_game.exists()


def test_two_people_share_the_screen(tmp_path: Path) -> None:
    async def script(pilot: Pilot[None], app: MatchboxApp) -> None:
        await until(pilot, lambda: is_waiting(app))
        table = table_of(app)
        assert text_of(table.query_one("#scene", Static)) == ""
        assert "You 1's turn" in text_of(table.query_one("#prompt", Static))
        await pilot.press("1")
        await until(pilot, lambda: bool(table.query(StepperForm)))
        await pilot.press("enter")
        await until(pilot, lambda: "You 2's turn" in text_of(table.query_one("#prompt", Static)))
        assert text_of(table.query_one("#scene", Static)) == ""

    play(tmp_path / "saved", LocalSetup(get("building_blocks_brawl"), ["you", "you"], {}, 3), script)


def test_arrow_keys_choose_a_point(tmp_path: Path) -> None:
    async def script(pilot: Pilot[None], app: MatchboxApp) -> None:
        await until(pilot, lambda: is_waiting(app))
        table = table_of(app)
        local_game = table.local_game
        assert local_game is not None
        move = next(n for n, (text, _) in enumerate(table._entries, 1) if text == "Move a soldier")
        await pilot.press(str(move))
        await until(pilot, lambda: len(local_game.record.actions) >= 1 and is_waiting(app))
        await pilot.press("1")
        await until(pilot, lambda: bool(table.query(StepperForm)))
        column = table.query_one(StepperForm).values[0]
        await pilot.press("right", "right", "enter")
        await until(pilot, lambda: table.scene is not None and any(aim.fixed is not None for aim in table.scene.aims))
        assert table.scene is not None
        assert table.scene.aims[0].fixed == column + 2

    setup = LocalSetup(get("grenade_salad"), ["you", "random"], {}, _seed_where_you_begin())
    play(tmp_path / "saved", setup, script)


def _seed_where_you_begin() -> int:
    game = get("grenade_salad")
    return next(seed for seed in range(50) if game.acting(game.new(2, seed)) == [0])


def test_a_damaged_saved_game_leads_back_to_the_lobby(tmp_path: Path) -> None:
    saved_game = tmp_path / "saved"
    saved_game.write_bytes(b"\xff")

    async def script(pilot: Pilot[None], app: MatchboxApp) -> None:
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))

    play(saved_game, None, script)


def test_the_setup_offers_no_race_at_one_keyboard(tmp_path: Path) -> None:
    async def script(pilot: Pilot[None], app: MatchboxApp) -> None:
        app.push_screen(SetupScreen(tmp_path / "saved", get("speed")))
        await until(pilot, lambda: isinstance(app.screen, SetupScreen) and bool(app.screen.query(StepperForm)))
        form = app.screen.query_one(StepperForm)
        await pilot.press("down", "down", "down", "left")
        assert form.values[3] == "clock"

    play(tmp_path / "saved", None, script)
