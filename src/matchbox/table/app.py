"""Matchbox in the terminal, full screen: choose a game, sit down, play with the keyboard."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Footer, Header, MarkdownViewer, OptionList, RichLog, Static
from textual.widgets.option_list import Option

from matchbox import bots
from matchbox.engine import Game, MatchboxError, games
from matchbox.resources import rules_page

from .paint import paint
from .scene import Aim, Form, Scene, summary_of
from .sitting import YOU, Sitting, resumed
from .steppers import Row, Steppers, Values

RESUME = "resume"


@dataclass(frozen=True)
class Plan:
    """A game to sit down at."""

    game: Game
    players: Sequence[str]
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int | str | None = None

    def sit_down(self) -> Sitting:
        return Sitting(self.game, self.players, self.options, self.seed)


class MatchboxApp(App[None]):
    """The lobby first, unless a plan says what to play. A game that was left is kept in `left`."""

    TITLE = "Matchbox"
    CSS = """
    #side { width: 34; border-left: solid $primary; }
    #scene { padding: 0 1; }
    #prompt { padding: 0 1; height: auto; }
    #choice { height: auto; max-height: 40%; border-top: solid $primary; }
    #games { width: 2fr; height: 1fr; border: none; }
    #about { width: 3fr; padding: 1 2; height: auto; }
    #choice OptionList { height: auto; max-height: 100%; border: none; }
    """

    def __init__(self, left: Path, plan: Plan | None = None) -> None:
        super().__init__()
        self.left, self._plan = left, plan

    def on_mount(self) -> None:
        self.push_screen(Lobby())
        if self._plan:
            self.push_screen(Table(self._plan))


# --- before the game ---


class Lobby(Screen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "app.quit", "leave")]

    def compose(self) -> ComposeResult:
        yield Header()
        with Horizontal():
            yield OptionList(id="games")
            yield Static(id="about")
        yield Footer()

    def on_screen_resume(self) -> None:
        """List the games, box by box; a game that was left stands first."""
        listing = self.query_one(OptionList)
        listing.clear_options()
        if self._app.left.is_file():
            listing.add_option(Option("Go on with the game you left", id=RESUME))
        box = ""
        for game in sorted(games().values(), key=lambda game: game.about.box):
            if game.about.box != box:
                box = game.about.box
                listing.add_option(Option(Text(box, style="bold"), disabled=True))
            listing.add_option(Option(f"  {game.about.name}  ({game.seat_range})", id=game.id))
        listing.action_first()
        listing.focus()

    @property
    def _app(self) -> MatchboxApp:
        app = self.app
        assert isinstance(app, MatchboxApp)
        return app

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        game = games().get(event.option.id or "")
        text = Text()
        if game:
            about = game.about
            text.append(f"{about.name}\n", style="bold")
            text.append(f"{about.kind}\nby {about.designers}, {about.minutes} minutes\n\n")
            if summary := summary_of(game):
                text.append(f"{summary.goal}\n{summary.turn}\n{summary.end}")
        self.query_one("#about", Static).update(text)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option.id == RESUME:
            self.app.push_screen(Table(None))
        elif event.option.id:
            self.app.push_screen(Setup(games()[event.option.id]))


class Setup(Screen[None]):
    """Who plays, and by which rules."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game

    def compose(self) -> ComposeResult:
        seats = list(self._game.about.seats)
        rows = [
            Row("players", seats),
            Row("people here", list(range(1, seats[-1] + 1))),
            Row("bots", bots.NAMES, place=bots.NAMES.index("casual")),
        ]
        for name, option in self._game.options.items():
            rows.append(Row(name, option.values, place=option.values.index(option.default)))
        yield Header()
        yield Steppers(rows, self._game.about.name, self._meaning)
        yield Footer()

    def _plan(self, values: Values) -> Plan:
        seats, people, level, *rest = values
        options = dict(zip(self._game.options, rest, strict=True))
        self._game.template(seats, options)
        return Plan(self._game, [YOU] * people + [level] * (seats - people), options)

    def _meaning(self, values: Values) -> str | None:
        if values[1] > values[0]:
            return None
        try:
            return "at the table: " + ", ".join(self._plan(values).players)
        except MatchboxError:
            return None

    def on_steppers_accepted(self, event: Steppers.Accepted) -> None:
        self.app.switch_screen(Table(self._plan(event.values)))

    def on_steppers_cancelled(self) -> None:
        self.dismiss()


class Rules(Screen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,r,q", "dismiss", "back")]

    def __init__(self, game: Game, heading: str) -> None:
        super().__init__()
        self._page, self._heading = rules_page(game), heading

    def compose(self) -> ComposeResult:
        yield MarkdownViewer(self._page, show_table_of_contents=False)
        yield Footer()

    def on_markdown_table_of_contents_updated(self) -> None:
        self.query_one(MarkdownViewer).document.goto_anchor(self._heading)


# --- at the table ---

Entry = int | Form | Aim


class Table(Screen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "hint"),
        Binding("r", "rules", "rules"),
        Binding("q", "leave", "leave the table"),
    ]

    def __init__(self, plan: Plan | None) -> None:
        """Without a plan, the game that was left goes on."""
        super().__init__()
        self._plan = plan
        self.sitting: Sitting | None = None
        self.scene: Scene | None = None
        self._seat = -1  # who looks at the screen
        self._told = 0
        self._entries: list[tuple[str, Entry]] = []
        self._typed = ""
        self._answer: asyncio.Future[int] | None = None

    @property
    def asks(self) -> bool:
        """Is a choice waited for?"""
        return self._answer is not None and not self._answer.done()

    def compose(self) -> ComposeResult:
        yield Header()
        with Horizontal():
            with Vertical():
                with VerticalScroll():
                    yield Static(id="scene")
                yield Static("Getting the game ready; the first time takes some seconds.", id="prompt")
                yield Vertical(id="choice")
            yield RichLog(id="side", wrap=True, min_width=20)
        yield Footer()

    def on_mount(self) -> None:
        self._play()

    # --- the game ---

    @work(exclusive=True)
    async def _play(self) -> None:
        try:
            self.sitting = sitting = await asyncio.to_thread(self._sit_down)
        except (MatchboxError, OSError) as error:
            self.app.notify(str(error), severity="error")
            self.dismiss()
            return
        self.title = sitting.game.about.name
        while not sitting.over:
            seat = sitting.next_seat()
            if sitting.is_asked(seat):
                action = await self._ask(sitting, seat)
            else:
                action = await asyncio.to_thread(sitting.choice_of, seat)
            await asyncio.to_thread(sitting.act, seat, action)
            if not sitting.over and self._seat >= 0 and len(sitting.people) == 1:
                await self._show(self._seat)
        self._left().unlink(missing_ok=True)
        await self._show(sitting.people[0])
        await self._offer([("Back to the lobby", 0)])
        await self._chosen()
        self.dismiss()

    def _sit_down(self) -> Sitting:
        return self._plan.sit_down() if self._plan else resumed(self._left().read_text(encoding="utf-8"))

    def _left(self) -> Path:
        assert isinstance(self.app, MatchboxApp)
        return self.app.left

    async def _ask(self, sitting: Sitting, seat: int) -> int:
        if seat != self._seat and len(sitting.people) > 1:
            self.query_one("#scene", Static).update("")
            self.query_one("#side", RichLog).clear()
            self._told, self._seat = 0, -1
            self.query_one("#prompt", Static).update(f"It is {sitting.names[seat]}'s turn.")
            await self._offer([(f"I am {sitting.names[seat]}", 0)])
            await self._chosen()
        await self._show(seat)
        assert self.scene is not None
        await self._offer(_entries(sitting, seat, self.scene))
        return await self._chosen()

    async def _chosen(self) -> int:
        self._answer = asyncio.get_running_loop().create_future()
        return await self._answer

    async def _show(self, seat: int) -> None:
        """The table as a seat sees it, and what has happened."""
        sitting = self.sitting
        assert sitting is not None
        self._seat = seat
        self.scene = scene = sitting.scene(seat)
        self.query_one("#scene", Static).update(paint(scene, sitting.names))
        prompt = Text(str(scene.prompt), style="bold")
        if str(scene.coach):
            prompt.append(f"\n{scene.coach}", style="not bold dim")
        self.query_one("#prompt", Static).update(prompt)
        log = self.query_one("#side", RichLog)
        for line in sitting.lines(seat, self._told):
            log.write(line)
        self._told = len(sitting.record.actions)
        await self.query_one("#choice").remove_children()

    # --- choosing ---

    async def _offer(self, entries: list[tuple[str, Entry]]) -> None:
        """A numbered list; a single form or aim at once."""
        self._entries, self._typed = entries, ""
        if len(entries) == 1 and not isinstance(entries[0][1], int):
            await self._step(entries[0][1])
            return
        widget = OptionList(*(Option(f"{n:3}  {text}") for n, (text, _) in enumerate(entries, 1)), markup=False)
        await self._put(widget)

    async def _put(self, widget: OptionList | Steppers) -> None:
        choice = self.query_one("#choice")
        await choice.remove_children()
        await choice.mount(widget)
        widget.focus()

    async def _step(self, what: Form | Aim) -> None:
        await self._put(_form(what) if isinstance(what, Form) else _aim(what))

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        await self._take(event.option_index)

    async def _take(self, place: int) -> None:
        entry = self._entries[place][1]
        if isinstance(entry, int):
            self._choose(entry)
        else:
            await self._step(entry)

    def on_steppers_accepted(self, event: Steppers.Accepted) -> None:
        self._choose(event.values[-1])

    async def on_steppers_cancelled(self) -> None:
        if len(self._entries) > 1:
            await self._offer(self._entries)

    def _choose(self, action: int) -> None:
        if self._answer and not self._answer.done():
            self._answer.set_result(action)

    async def on_key(self, event: Key) -> None:
        """Digits find an entry by its number; where all numbers have one digit they take it."""
        lists = self.query(OptionList)
        if not event.character or not event.character.isdecimal() or not lists:
            return
        for typed in (self._typed + event.character, event.character):
            if 1 <= int(typed) <= len(self._entries):
                self._typed = typed
                lists.first().highlighted = int(typed) - 1
                if len(self._entries) < 10:
                    await self._take(int(typed) - 1)
                return

    # --- beside the game ---

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        sitting = self.sitting
        if sitting is None or sitting.over or not self.asks or self._seat < 0:
            return
        log = self.query_one("#side", RichLog)
        for advice in await asyncio.to_thread(sitting.advice, self._seat, 3):
            log.write(Text(f"hint: {advice}", style="italic"))

    def action_rules(self) -> None:
        if self.sitting:
            self.app.push_screen(Rules(self.sitting.game, self.scene.rules if self.scene else ""))

    def action_leave(self) -> None:
        """Back to the lobby; an unfinished game is kept."""
        sitting = self.sitting
        if sitting and not sitting.over:
            self._left().parent.mkdir(parents=True, exist_ok=True)
            self._left().write_text(sitting.saved(), encoding="utf-8")
            self.app.notify("The game is kept; the lobby goes on with it.")
        self.workers.cancel_node(self)
        self.dismiss()


def _entries(sitting: Sitting, seat: int, scene: Scene) -> list[tuple[str, Entry]]:
    """What can be chosen: buttons, then what pieces mean, forms and aims."""
    named = {choice.action: str(choice.text) for choice in scene.choices}
    stepped = {row[-1] for form in scene.forms for row in form.rows} | {a for aim in scene.aims for _, a in aim.ids}
    plain = [action for action in sitting.legal(seat) if action not in stepped]
    entries: list[tuple[str, Entry]] = [(named.get(a) or sitting.game.text_of(sitting.state, a), a) for a in plain]
    entries += [(f"{form.title} ...", form) for form in scene.forms]
    return entries + [(f"{aim.axis} ...", aim) for aim in scene.aims]


def _form(form: Form) -> Steppers:
    actions = {tuple(row[:-1]): row[-1] for row in form.rows}
    notes = dict(zip(actions, form.notes or [form.submit] * len(actions), strict=True))
    first = next(iter(actions))
    rows = [
        Row(str(part.label), part.values, [str(label) for label in part.labels], list(part.values).index(value))
        for part, value in zip(form.parts, first, strict=True)
    ]

    def meaning(values: Values) -> str | None:
        return str(notes[tuple(values)]) if tuple(values) in notes else None

    return _Chooser(rows, str(form.title), meaning, actions)


def _aim(aim: Aim) -> Steppers:
    actions = {(coordinate,): action for coordinate, action in aim.ids}
    wanted = aim.origin[aim.axis == "row"] if aim.origin else aim.ids[len(aim.ids) // 2][0]
    place = min(range(len(aim.ids)), key=lambda i: abs(aim.ids[i][0] - wanted))
    row = Row(aim.axis, [coordinate for coordinate, _ in aim.ids], place=place)
    origin = f"from {aim.origin[0]}, {aim.origin[1]}" if aim.origin else "anywhere"
    column = "" if aim.fixed is None else f", in column {aim.fixed}"
    return _Chooser([row], "A point", lambda values: origin + column, actions)


class _Chooser(Steppers):
    """Steppers whose values mean an action."""

    def __init__(self, rows: Sequence[Row], title: str, note: Any, actions: Mapping[tuple[Any, ...], int]) -> None:
        super().__init__(rows, title, note)
        self._actions = actions

    def action_accept(self) -> None:
        found = self._actions.get(tuple(self.values))
        if found is None:
            self.app.bell()
        else:
            self.post_message(self.Accepted([*self.values, found]))
