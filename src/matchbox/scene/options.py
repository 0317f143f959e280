"""Options in words, from the `options.py` beside a game's rules.

It defines `variants`, with an entry for every option of the record, and may define `presets`: settings that belong
together. The form for a new table, the terminal, `matchbox games`, rules pages and the documentation read them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from matchbox.engine import Game
from matchbox.engine.registry import companion

from .model import Player, Text, Words, say

Setting = int | str
"""The value of an option."""


class Value(Struct, frozen=True):
    """A value of an option: a few words, and a sentence if they leave a question."""

    label: Words
    text: Words = ""


class Variant(Struct, frozen=True):
    """An option in words: its name, a sentence that says what it changes, and its values."""

    label: Words
    text: Words
    values: Mapping[Setting, Value]


class Preset(Struct, frozen=True):
    """Settings to choose at once. Options that it does not name have their default."""

    label: Words
    text: Words
    options: Mapping[str, Setting]


RULEBOOK = Preset(say("As the rulebook says"), say("The usual rules."), {})


def on_off(text_on: Words, text_off: Words = "") -> dict[Setting, Value]:
    """The values of an option that is on or off."""
    return {"off": Value(say("Off"), text_off), "on": Value(say("On"), text_on)}


def numbers(template: str, values: Iterable[Setting]) -> dict[Setting, Value]:
    """Values that are numbers: `numbers("{n} points", (1, 3, 5))`."""
    return {value: Value(say(template, n=int(value))) for value in values}


def seats(count: int) -> dict[Setting, Value]:
    """The values seat0, seat1, ...: a player each."""
    return {f"seat{seat}": Value(say("{who}", who=Player(seat))) for seat in range(count)}


def variants_of(game: Game) -> dict[str, Variant]:
    """Every option of a game in words; identifiers become words where a game has none."""
    written: Mapping[str, Variant] = getattr(companion(game, "options"), "variants", {})
    return {name: written.get(name) or _guessed(game, name) for name in game.options}


def presets_of(game: Game) -> Sequence[Preset]:
    """The settings of a game that belong together, the rulebook's first; none for a game without options."""
    found: Sequence[Preset] = getattr(companion(game, "options"), "presets", ())
    return (RULEBOOK, *found) if game.options else ()


def in_words(words: Words) -> str:
    """English text for people who are not at a table yet."""
    return words if isinstance(words, str) else words.told([f"player {n}" for n in range(1, 17)])


def value_in_words(variant: Variant, value: Setting) -> Words:
    """A value as players read it; custom text has no words."""
    found = variant.values.get(value)
    return found.label if found else say("custom")


def differences(game: Game, options: Mapping[str, Setting]) -> list[tuple[Variant, Words]]:
    """What differs from the usual rules: each option with its value in words."""
    return [
        (variant, value_in_words(variant, options[name]))
        for name, variant in variants_of(game).items()
        if name in options and options[name] != game.options[name].default
    ]


def _guessed(game: Game, name: str) -> Variant:
    values = {value: Value(_readable(str(value))) for value in game.options[name].values}
    return Variant(_readable(name), "", values)


def _readable(name: str) -> Text:
    return say(name.replace("_", " ").capitalize())
