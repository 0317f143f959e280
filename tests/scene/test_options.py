"""Options in words: every option and value of every game, and presets that can be played."""

from __future__ import annotations

import re

import pytest
from docs.option_lists import options_list, with_options

from matchbox.engine import games, get
from matchbox.engine.registry import companion
from matchbox.scene import Words
from matchbox.scene.options import Value, Variant, differences, in_words, presets_of, variants_of
from matchbox.scene.page import page_of

WITH_OPTIONS = [name for name, game in games().items() if game.options]
IDENTIFIER = re.compile(r"_|\bseat ?\d|=|`")


def shown(words: Words) -> str:
    text = in_words(words)
    assert not IDENTIFIER.search(text), f"not in words: {text!r}"
    return text


@pytest.mark.parametrize("name", WITH_OPTIONS)
def test_every_option_and_value_has_words(name: str) -> None:
    game = get(name)
    written = companion(game, "options").variants
    assert list(written) == list(game.options), "options.py names the options in the order of the record"
    for option, variant in written.items():
        assert list(variant.values) == list(game.options[option].values)
        label, text = shown(variant.label), shown(variant.text)
        assert label[0].isupper()
        assert not label.endswith(".")
        assert text.endswith((".", "?"))
        labels = [shown(value.label) for value in variant.values.values()]
        assert len(set(labels)) == len(labels), "two values have the same name"
        for value in variant.values.values():
            assert not shown(value.text) or shown(value.text).endswith(".")


@pytest.mark.parametrize("name", WITH_OPTIONS)
def test_presets_can_be_played(name: str) -> None:
    game = get(name)
    presets = presets_of(game)
    assert not presets[0].options, "the first preset has the usual rules"
    assert len({in_words(preset.label) for preset in presets}) == len(presets)
    for preset in presets:
        options = game.read_options(dict(preset.options))
        assert all(options[option] != game.options[option].default for option in preset.options)
        assert shown(preset.text).endswith(".")
        assert any(_starts(name, seats, dict(preset.options)) for seats in game.about.seats)


def _starts(name: str, seats: int, options: dict[str, int | str]) -> bool:
    try:
        get(name).template(seats, options)
    except Exception:
        return False
    return True


@pytest.mark.parametrize("name", WITH_OPTIONS)
def test_the_rules_page_lists_the_options(name: str) -> None:
    game = get(name)
    assert options_list(game) in page_of(game), "run `python -m docs.option_lists`"


def test_the_list_is_written_below_its_heading() -> None:
    game = get("flower_garden")
    page = "# A\n\n## Options\n\n- old\n  - older\n\nMore.\n\n## Rulings\n"
    assert with_options(page, game) == f"# A\n\n## Options\n\n{options_list(game)}\nMore.\n\n## Rulings\n"
    with pytest.raises(SystemExit, match="needs the heading"):
        with_options("# A\n", game)


def test_what_differs_from_the_usual_rules() -> None:
    found = differences(get("othellino"), {"board": 8, "opening": "diagonal"})
    assert [(in_words(variant.label), in_words(value)) for variant, value in found] == [("Board", "8 × 8")]
    ((variant, value),) = differences(get("war"), {"map": "war\no o\n"})
    assert (in_words(variant.label), in_words(value)) == ("Map", "custom")


def test_a_game_without_words_shows_its_identifiers_as_words(monkeypatch: pytest.MonkeyPatch) -> None:
    game = get("jump_gate")
    monkeypatch.setattr(companion(game, "options"), "variants", {})
    values = {"except_home": Value("Except home"), "none": Value("None"), "all": Value("All")}
    assert [in_words(v.label) for v in variants_of(game)["corner_crates"].values.values()] == [
        in_words(value.label) for value in values.values()
    ]
    assert isinstance(variants_of(game)["corner_crates"], Variant)
