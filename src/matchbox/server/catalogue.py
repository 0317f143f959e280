"""The games as the API describes them."""

from __future__ import annotations

import functools

from matchbox.engine import CustomOption, Game, games
from matchbox.scene import cover_of, summary_of

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
    options = [
        schema.Option(name, option.default, list(option.values), name.replace("_", " "), _custom(game, option.custom))
        for name, option in game.options.items()
    ]
    defaults = game.read_options({})
    values = [(option.name, value) for option in options for value in option.values]
    race = next(({name: value} for name, value in values if game.real_time({**defaults, name: value})), {})
    return schema.GameInfo(
        game.id, about.name, about.box, about.designers, list(about.seats), about.minutes, about.complexity,
        about.kind, about.cooperative, bool(race), race, options, levels_of(game), summary_of(game),
        list(cover_of(game)), False,
    )  # fmt: skip


def _custom(game: Game, custom: CustomOption | None) -> schema.CustomText | None:
    if custom is None:
        return None
    return schema.CustomText(custom.noun, {str(seats): custom.example(seats) for seats in game.about.seats})
