"""The games as the API describes them."""

from __future__ import annotations

import functools

from matchbox.engine import CustomOption, Game, games
from matchbox.scene import cover_of, summary_of, theme_of
from matchbox.scene.options import Variant, presets_of, variants_of

from . import schema
from .bot_pool import levels_of


def catalogue() -> list[schema.GameInfo]:
    return [_info(game) for game in games().values()]


@functools.cache
def rules_page(game: Game) -> schema.RulesPage:
    from matchbox.scene.page import html_of  # loads a Markdown parser, which few requests need

    return schema.RulesPage(game.about.name, html_of(game))


def _info(game: Game) -> schema.GameInfo:
    about = game.about
    options = [_option(game, name, variant) for name, variant in variants_of(game).items()]
    presets = [schema.Preset(one.label, one.text, dict(one.options)) for one in presets_of(game)]
    defaults = game.read_options({})
    values = [(name, value) for name, option in game.options.items() for value in option.values]
    race = next(({name: value} for name, value in values if game.real_time({**defaults, name: value})), {})
    return schema.GameInfo(
        game.id, about.name, about.box, about.designers, list(about.seats), about.minutes, about.complexity,
        about.kind, about.cooperative, bool(race), race, options, presets, levels_of(game), summary_of(game),
        list(cover_of(game)), theme_of(game), False,
    )  # fmt: skip


def _option(game: Game, name: str, variant: Variant) -> schema.Option:
    values = [schema.OptionValue(value, words.label, words.text) for value, words in variant.values.items()]
    field = game.options[name]
    return schema.Option(name, variant.label, variant.text, field.default, values, _custom(game, field.custom))


def _custom(game: Game, custom: CustomOption | None) -> schema.CustomText | None:
    if custom is None:
        return None
    return schema.CustomText(custom.noun, {str(seats): custom.example(seats) for seats in game.about.seats})
