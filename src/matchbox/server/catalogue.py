"""The games as the API describes them."""

from __future__ import annotations

import functools

from matchbox.bots.measured import ratings_of
from matchbox.engine import CustomOption, Game, games
from matchbox.lab.game_numbers import Numbers, kept_numbers
from matchbox.lab.game_sayings import sayings_of
from matchbox.scene import cover_of, has_cards_out, summary_of, theme_of
from matchbox.scene.boxes import box, box_of
from matchbox.scene.examples import Picture, pictures_of
from matchbox.scene.options import Variant, presets_of, variants_of

from . import schema
from .bot_pool import levels_of
from .host_players import HostPlayers


def catalogue(players: HostPlayers) -> list[schema.GameInfo]:
    return [_info(game, players) for game in games().values()]


@functools.cache
def rules_page(game: Game) -> schema.RulesPage:
    from matchbox.scene.page import html_of  # loads a Markdown parser, which few requests need

    return schema.RulesPage(game.about.name, html_of(game), pictures_of(game))


@functools.cache
def box_page(name: str) -> schema.RulesPage:
    from matchbox.scene.page import html_of_box

    found = box(name)
    pictures = {name: Picture(scene) for name, scene in found.pictures.items()}
    return schema.RulesPage(found.name, html_of_box(found), pictures)


def in_words(numbers: Numbers) -> schema.GameNumbers:
    return schema.GameNumbers(numbers, sayings_of(numbers), numbers.is_short)


def _info(game: Game, players: HostPlayers) -> schema.GameInfo:
    about = game.about
    options = [_option(game, name, variant) for name, variant in variants_of(game).items()]
    presets = [schema.Preset(one.label, one.text, dict(one.options)) for one in presets_of(game)]
    defaults = game.read_options({})
    first = [(name, option.values[0]) for name, option in game.options.items()]
    race = next(({name: value} for name, value in first if game.real_time({**defaults, name: value})), {})
    return schema.GameInfo(
        game.id, about.name, about.box, about.designers, list(about.seats), about.minutes, about.complexity,
        about.kind, about.cooperative, bool(race), race, options, presets,
        levels_of(game, players.names_for(game)), ratings_of(game),
        summary_of(game), list(cover_of(game)), theme_of(game), found.id if (found := box_of(game)) else "",
        has_cards_out(game), False, kept_numbers(game) is not None,
    )  # fmt: skip


def _option(game: Game, name: str, variant: Variant) -> schema.Option:
    defaults = game.read_options({})
    turns = {**defaults, **game.in_turns(defaults)}
    values = [
        schema.OptionValue(value, words.label, words.text, bool(game.real_time({**turns, name: value})))
        for value, words in variant.values.items()
    ]
    field = game.options[name]
    return schema.Option(name, variant.label, variant.text, field.default, values, _custom(game, field.custom))


def _custom(game: Game, custom: CustomOption | None) -> schema.CustomText | None:
    if custom is None:
        return None
    return schema.CustomText(custom.noun, {str(seats): custom.example(seats) for seats in game.about.seats})
