"""The screens before a game: the list of games, and the setup of one of them."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Footer, Header, OptionList, Static
from textual.widgets.option_list import Option

from matchbox import bots
from matchbox.engine import Game, MatchboxError, games
from matchbox.scene import summary_of
from matchbox.scene.options import in_words, variants_of

from .local_game import PERSON
from .steppers import Stepper, StepperForm, Values
from .table import LocalSetup, TableScreen

CONTINUE = "continue"


class LobbyScreen(Screen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "app.quit", "quit")]

    def __init__(self, saved_game: Path) -> None:
        super().__init__()
        self._saved_game = saved_game

    def compose(self) -> ComposeResult:
        yield Header()
        with Horizontal():
            yield OptionList(id="games", markup=False)
            yield Static(id="about")
        yield Footer()

    def on_screen_resume(self) -> None:
        """List the games by box. A saved game comes first."""
        listing = self.query_one(OptionList)
        listing.clear_options()
        if self._saved_game.is_file():
            listing.add_option(Option("Continue the game that you left", id=CONTINUE))
        box = ""
        for game in sorted(games().values(), key=lambda game: game.about.box):
            if game.about.box != box:
                box = game.about.box
                listing.add_option(Option(Text(box, style="bold"), disabled=True))
            listing.add_option(Option(f"  {game.about.name}  ({game.seat_range})", id=game.id))
        listing.action_first()
        listing.focus()

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
        if event.option.id == CONTINUE:
            self.app.push_screen(TableScreen(self._saved_game, None))
        elif event.option.id:
            self.app.push_screen(SetupScreen(self._saved_game, games()[event.option.id]))


class SetupScreen(Screen[None]):
    """Choose the players and the options of a game."""

    def __init__(self, saved_game: Path, game: Game) -> None:
        super().__init__()
        self._saved_game, self._game = saved_game, game

    def compose(self) -> ComposeResult:
        seats = list(self._game.about.seats)
        defaults = self._game.read_options({})
        usual_options = {**defaults, **self._game.in_turns(defaults)}  # players at one keyboard do not race
        steppers = [
            Stepper("players", seats),
            Stepper("people here", list(range(1, seats[-1] + 1))),
            Stepper("bots", bots.NAMES, index=bots.NAMES.index("casual")),
        ]
        for name, variant in variants_of(self._game).items():
            race = [value for value in variant.values if self._game.real_time({**usual_options, name: value})]
            values = [value for value in variant.values if value not in race]
            texts = [in_words(variant.values[value].label) for value in values]
            usual = values.index(usual_options[name])
            steppers.append(Stepper(in_words(variant.label), values, texts, usual))
        yield Header()
        yield StepperForm(steppers, self._game.about.name, self._describe)
        yield Footer()

    def _setup(self, values: Values) -> LocalSetup:
        seats, people, level, *rest = values
        options = dict(zip(self._game.options, rest, strict=True))
        self._game.template(seats, options)
        return LocalSetup(self._game, [PERSON] * people + [level] * (seats - people), options)

    def _describe(self, values: Values) -> str | None:
        if values[1] > values[0]:
            return None
        try:
            return "at the table: " + ", ".join(self._setup(values).players)
        except MatchboxError:
            return None

    def on_stepper_form_accepted(self, event: StepperForm.Accepted) -> None:
        self.app.switch_screen(TableScreen(self._saved_game, self._setup(event.values)))

    def on_stepper_form_cancelled(self) -> None:
        self.dismiss()
