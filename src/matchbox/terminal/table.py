"""The screen of a game being played, and its rules page."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Footer, Header, MarkdownViewer, OptionList, RichLog, Static
from textual.widgets.option_list import Option

from matchbox.engine import Game, MatchboxError, get
from matchbox.scene import Aim, Choice, Form, Scene

from .colours import coloured_scene
from .local_game import LocalGame
from .rules_page import drawn_page
from .steppers import ActionForm, Stepper, StepperForm, Values

Entry = int | Form | Aim | Choice
"""An entry of the menu leads to an action, to a form or aim that does, or to a choice to make again and again."""


@dataclass(frozen=True)
class LocalSetup:
    """A game to start: its players and options."""

    game: Game
    players: Sequence[str]
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int | str | None = None

    def start(self) -> LocalGame:
        return LocalGame(self.game, self.players, self.options, self.seed)


class RulesScreen(Screen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,r,q", "dismiss", "back")]

    def __init__(self, game: Game, heading: str) -> None:
        super().__init__()
        self._page, self._heading = drawn_page(game), heading

    def compose(self) -> ComposeResult:
        yield MarkdownViewer(self._page, show_table_of_contents=False)
        yield Footer()

    def on_markdown_table_of_contents_updated(self) -> None:
        self.query_one(MarkdownViewer).document.goto_anchor(self._heading)


class TableScreen(Screen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "hint"),
        Binding("u", "undo", "take back"),
        Binding("s", "stop", "stop repeating"),
        Binding("r", "rules", "rules"),
        Binding("q", "leave", "leave the table"),
    ]

    def __init__(self, saved_game: Path, setup: LocalSetup | None) -> None:
        """Without a setup, the saved game continues."""
        super().__init__()
        self._saved_game, self._setup = saved_game, setup
        self.local_game: LocalGame | None = None
        self.scene: Scene | None = None
        self._viewer = -1  # the seat that sees the screen
        self._logged = 0  # actions in the log
        self._entries: list[tuple[str, Entry]] = []
        self._typed = ""
        self._answer: asyncio.Future[int | None] | None = None  # None: a move was taken back

    @property
    def is_waiting(self) -> bool:
        """Does the game wait for a choice by the person at the screen?"""
        return self._answer is not None and not self._answer.done()

    def compose(self) -> ComposeResult:
        yield Header()
        with Horizontal():
            with Vertical():
                with VerticalScroll():
                    yield Static(id="scene")
                yield Static("Setting up the table… This takes some seconds the first time.", id="prompt")
                yield Vertical(id="choice")
            yield RichLog(id="side", wrap=True, min_width=20)
        yield Footer()

    def on_mount(self) -> None:
        self._play()

    # --- the game ---

    @work(exclusive=True)
    async def _play(self) -> None:
        try:
            self.local_game = local_game = await asyncio.to_thread(self._start)
        except (MatchboxError, OSError, UnicodeDecodeError) as error:
            self.app.notify(str(error), severity="error", markup=False)
            self.dismiss()
            return
        self.title = local_game.game.about.name
        while not local_game.over:
            seat = local_game.next_seat()
            if local_game.needs_person(seat):
                action = await self._ask(local_game, seat)
            else:
                action = await asyncio.to_thread(local_game.automatic_action, seat)
            if action is not None:
                await asyncio.to_thread(local_game.act, seat, action)
            if not local_game.over and self._viewer >= 0 and len(local_game.people) == 1:
                await self._show(self._viewer)
        self._saved_game.unlink(missing_ok=True)
        await self._show(local_game.people[0])
        await self._offer([("Back to the lobby", 0)])
        await self._chosen()
        self.dismiss()

    def _start(self) -> LocalGame:
        if self._setup:
            return self._setup.start()
        return LocalGame.from_text(self._saved_game.read_text(encoding="utf-8"))

    async def _ask(self, local_game: LocalGame, seat: int) -> int | None:
        """Let a person choose an action; None if they took one back. People who share a screen hand it over first."""
        if seat != self._viewer and len(local_game.people) > 1:
            self.query_one("#scene", Static).update("")
            self.query_one("#side", RichLog).clear()
            self._logged, self._viewer = 0, -1
            self.query_one("#prompt", Static).update(f"It is {local_game.names[seat]}'s turn.")
            await self._offer([(f"I am {local_game.names[seat]}", 0)])
            await self._chosen()
        await self._show(seat)
        assert self.scene is not None
        await self._offer(_entries(local_game, seat, self.scene))
        return await self._chosen()

    async def _chosen(self) -> int | None:
        self._answer = asyncio.get_running_loop().create_future()
        return await self._answer

    async def _show(self, seat: int) -> None:
        """Show the table as a seat sees it, and add new actions to the log."""
        local_game = self.local_game
        assert local_game is not None
        self._viewer = seat
        self.scene = scene = local_game.scene(seat)
        self.query_one("#scene", Static).update(coloured_scene(scene, local_game.names))
        prompt = Text(str(scene.prompt), style="bold")
        if str(scene.coach):
            prompt.append(f"\n{scene.coach}", style="not bold dim")
        self.query_one("#prompt", Static).update(prompt)
        log = self.query_one("#side", RichLog)
        for line in local_game.log_lines(seat, self._logged):
            log.write(line)
        self._logged = len(local_game.log)
        await self.query_one("#choice").remove_children()

    # --- choosing ---

    async def _offer(self, entries: list[tuple[str, Entry]]) -> None:
        """Show a numbered list, or the form or aim if it is the only entry."""
        self._entries, self._typed = entries, ""
        if len(entries) == 1 and isinstance(entries[0][1], Form | Aim):
            await self._show_form(entries[0][1])
            return
        widget = OptionList(*(Option(f"{n:3}  {text}") for n, (text, _) in enumerate(entries, 1)), markup=False)
        await self._show_choice(widget)

    async def _show_form(self, entry: Form | Aim) -> None:
        await self._show_choice(_form(entry) if isinstance(entry, Form) else _aim(entry))

    async def _show_choice(self, widget: OptionList | StepperForm) -> None:
        choice = self.query_one("#choice")
        await choice.remove_children()
        await choice.mount(widget)
        widget.focus()

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        await self._select(event.option_index)

    async def _select(self, index: int) -> None:
        entry = self._entries[index][1]
        if isinstance(entry, int):
            self._choose(entry)
        elif isinstance(entry, Choice):
            assert self.local_game is not None
            self._choose(self.local_game.repeat(entry))
        else:
            await self._show_form(entry)

    def on_stepper_form_accepted(self, event: StepperForm.Accepted) -> None:
        self._choose(event.values[-1])

    async def on_stepper_form_cancelled(self) -> None:
        if len(self._entries) > 1:
            await self._offer(self._entries)

    def _choose(self, action: int) -> None:
        if self._answer and not self._answer.done():
            self._answer.set_result(action)

    async def on_key(self, event: Key) -> None:
        """Digits highlight an entry by its number. With fewer than ten entries they select it too."""
        lists = self.query(OptionList)
        if not event.character or not event.character.isdecimal() or not lists:
            return
        for typed in (self._typed + event.character, event.character):
            if 1 <= int(typed) <= len(self._entries):
                self._typed = typed
                lists.first().highlighted = int(typed) - 1
                if len(self._entries) < 10:
                    await self._select(int(typed) - 1)
                return

    # --- keys that are not moves ---

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        local_game = self.local_game
        if local_game is None or local_game.over or not self.is_waiting or self._viewer < 0:
            return
        log = self.query_one("#side", RichLog)
        for line in await asyncio.to_thread(local_game.hint_lines, self._viewer, 3):
            log.write(Text(line, style="italic"))

    def action_undo(self) -> None:
        """Take the last move of the person at the screen back."""
        if self.local_game is None or self._answer is None or not self.is_waiting or self._viewer < 0:
            return
        try:
            self.local_game.undo(self._viewer)
        except MatchboxError as error:
            self.app.notify(str(error), severity="warning", markup=False)
        else:
            self._answer.set_result(None)

    def action_stop(self) -> None:
        """Make no choice again for the person at the screen."""
        if self.local_game:
            self.local_game.stop_repeating()

    def action_rules(self) -> None:
        if self.local_game:
            other, _, heading = (self.scene.rules if self.scene else "").rpartition("#")
            self.app.push_screen(RulesScreen(get(other) if other else self.local_game.game, heading))

    def action_leave(self) -> None:
        """Go back to the lobby and save an unfinished game."""
        local_game = self.local_game
        if local_game and not local_game.over:
            try:
                self._saved_game.parent.mkdir(parents=True, exist_ok=True)
                self._saved_game.write_text(local_game.to_text(), encoding="utf-8")
                self.app.notify("The game is saved. Continue it from the lobby.")
            except OSError as error:
                self.app.notify(f"The game is not saved: {error}", severity="error", markup=False)
        self.workers.cancel_node(self)
        self.dismiss()


def _entries(local_game: LocalGame, seat: int, scene: Scene) -> list[tuple[str, Entry]]:
    """The menu of a turn: actions first, then forms and aims."""
    again = local_game.repeatable(scene)
    buttons = {choice.action: str(choice.text) for choice in scene.choices if choice not in again}
    in_forms = {row[-1] for form in scene.forms for row in form.rows} | {a for aim in scene.aims for _, a in aim.ids}
    actions = [action for action in local_game.legal(seat) if action not in in_forms]
    entries: list[tuple[str, Entry]] = [(buttons.get(a) or local_game.text_of(a), a) for a in actions]
    entries += [(str(choice.text), choice) for choice in again]
    entries += [(f"{form.title or form.submit} ...", form) for form in scene.forms]
    return entries + [(f"{aim.axis} ...", aim) for aim in scene.aims]


def _form(form: Form) -> ActionForm:
    actions = {tuple(row[:-1]): row[-1] for row in form.rows}
    notes = dict(zip(actions, form.notes or [form.submit] * len(actions), strict=True))
    first = next(iter(actions))
    steppers = [
        Stepper(str(part.label), part.values, [str(label) for label in part.labels], list(part.values).index(value))
        for part, value in zip(form.parts, first, strict=True)
    ]

    def describe(values: Values) -> str | None:
        return str(notes[tuple(values)]) if tuple(values) in notes else None

    return ActionForm(steppers, str(form.title), describe, actions)


def _aim(aim: Aim) -> ActionForm:
    """A form for one coordinate, which starts at the value next to the aim's origin."""
    actions = {(coordinate,): action for coordinate, action in aim.ids}
    origin = aim.origin[aim.axis == "row"] if aim.origin else aim.ids[len(aim.ids) // 2][0]
    index = min(range(len(aim.ids)), key=lambda i: abs(aim.ids[i][0] - origin))
    stepper = Stepper(aim.axis, [coordinate for coordinate, _ in aim.ids], index=index)
    start = f"from {aim.origin[0]}, {aim.origin[1]}" if aim.origin else "anywhere"
    column = "" if aim.fixed is None else f", in column {aim.fixed}"
    return ActionForm([stepper], "Choose a point", lambda values: start + column, actions)
