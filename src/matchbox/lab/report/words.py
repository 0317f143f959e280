"""What the figures of a report say, in sentences that state their evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from matchbox.lab.figures import Figure

from .document import ActionUse, Document, LevelPart, OptionPart
from .duels import Strength

FAIR = 0.03
"""Within this distance of an equal part, an advantage is too small to notice at the table."""
FLAT = 20.0
"""A doubling of the search that gains less rating than this hardly helps any more."""
SEEN = 100
"""An action has to be legal this often before it can be called dead."""
DEAD = 0.005
"""Chosen less often than this where it was legal."""
EFFECTS = ("turn0", "wins", "minutes", "luck", "stake", "draws")
"""The measures by which options are told to matter, in this order."""


@dataclass(frozen=True)
class Saying:
    """A sentence about one question, and the name of a replay that shows it."""

    question: str
    text: str
    replay: str | None = None


def sayings_of(document: Document) -> list[Saying]:
    """Everything that the figures say."""
    parts: tuple[Callable[[Document], Iterator[Saying]], ...] = (
        fairness, length, depth, luck, tension, strategies, actions, options,
    )  # fmt: skip
    return [saying for part in parts for saying in part(document)]


def percent(figure: Figure, sign: bool = False) -> str:
    """A share with its interval: 54 % (51 to 57)."""
    plus = "+" if sign else ""
    return _with_interval(figure, lambda value: f"{100 * value:{plus}.0f}", " %")


def number(figure: Figure, digits: int = 0, sign: bool = False) -> str:
    plus = "+" if sign else ""
    return _with_interval(figure, lambda value: f"{value:{plus},.{digits}f}", "")


def _with_interval(figure: Figure, text: Callable[[float], str], unit: str) -> str:
    if figure.low is None or figure.high is None:
        return f"{text(figure.value)}{unit}"
    return f"{text(figure.value)}{unit} ({text(figure.low)} to {text(figure.high)})"


def _strongest(document: Document) -> LevelPart | None:
    return document.levels[-1] if document.levels else None


def fairness(document: Document) -> Iterator[Saying]:
    if document.cooperative:
        for part in document.levels:
            wins = percent(part.measures["wins"])
            yield Saying("Can it be won?", f"{part.bot.capitalize()} wins {wins} of its games.")
        return
    level = _strongest(document)
    if level is None:
        return
    fair = 1 / document.seats
    first = level.measures["turn0"]
    if first.groups and first.low is not None:
        yield Saying(
            "Is it fair?",
            f"{_verdict(first, fair)}: between {level.bot} bots the first player wins {percent(first)} of "
            f"the games; an equal part would be {100 * fair:.0f} %.",
        )
    else:
        seats = [level.measures[f"seat{seat}"] for seat in range(document.seats)]
        extreme = max(seats, key=lambda one: abs(one.value - fair))
        seat = seats.index(extreme)
        yield Saying(
            "Is it fair?",
            f"{_verdict(extreme, fair)}: all choose at the same time; seat {seat} is furthest from an equal "
            f"part of {100 * fair:.0f} % and wins {percent(extreme)}.",
        )


def _verdict(figure: Figure, fair: float) -> str:
    low, high = figure.low or 0.0, figure.high or 1.0
    if fair - FAIR <= low and high <= fair + FAIR:
        return "Fair"
    if low > fair + FAIR:
        return "A clear advantage for the first player"
    if high < fair - FAIR:
        return "A clear disadvantage for the first player"
    if low > fair or high < fair:
        return "A small advantage" if low > fair else "A small disadvantage"
    return "No advantage found"


def length(document: Document) -> Iterator[Saying]:
    level = _strongest(document)
    if level is None:
        return
    measures = level.measures
    yield Saying(
        "How long is it?",
        f"A game takes {number(measures['choices'])} choices in {number(measures['turns'])} turns, about "
        f"{number(measures['minutes'])} minutes for people; the box says {document.minutes}.",
        "longest",
    )
    capped = measures["capped"]
    if capped.value > 0:
        yield Saying("How long is it?", f"The limit on actions ends {percent(capped)} of the games.", "capped")


def depth(document: Document) -> Iterator[Saying]:
    for found in document.skill:
        yield Saying(
            "How deep is it?",
            f"{found.bot.capitalize()} beats {found.other} in {percent(found.share)} of the games: "
            f"{number(found.elo, sign=True)} points of rating.",
        )
    if document.ladder:
        steps = ", ".join(f"{found.elo.value:+.0f}" for found in document.ladder)
        flat = next((found for found in document.ladder if found.elo.high is not None and found.elo.high < FLAT), None)
        end = f" It flattens at {flat.bot}." if flat else " It does not flatten yet."
        yield Saying(
            "How deep is it?",
            f"Each doubling of the search, from {document.ladder[0].other} to {document.ladder[-1].bot}, "
            f"gains {steps} points of rating.{end}",
        )
    level = _strongest(document)
    if level and level.measures["matters"].groups:
        measures = level.measures
        yield Saying(
            "How deep is it?",
            f"{percent(measures['matters'])} of the choices matter, among {number(measures['options'], 1)} "
            f"legal actions; {percent(measures['forced'])} of all decisions are forced.",
        )


def luck(document: Document) -> Iterator[Saying]:
    level = _strongest(document)
    if level and level.measures["luck"].groups:
        yield Saying(
            "How lucky is it?",
            f"The deal and the dice explain {percent(level.measures['luck'])} of the differences between "
            f"results of equal {level.bot} bots.",
        )
    if document.skill:
        found = document.skill[-1]
        yield Saying(
            "How lucky is it?",
            f"{found.bot.capitalize()} meets {found.other} as if a coin decided {100 * found.coin:.0f} % of "
            "the games, and the better player the rest.",
        )


def tension(document: Document) -> Iterator[Saying]:
    level = _strongest(document)
    if level is None or not level.measures["lead_changes"].groups:
        return
    measures = level.measures
    yield Saying("Is it tense?", f"The lead changes {number(measures['lead_changes'], 1)} times in a game.", "changes")
    yield Saying(
        "Is it tense?",
        f"The winner leads for good after {percent(measures['decided'])} of the game, and "
        f"{percent(measures['comebacks'])} of the games are comebacks.",
        "comeback",
    )


def strategies(document: Document) -> Iterator[Saying]:
    question = "Does a simple plan win?"
    strong = [one for one in document.strategies if one.share.high is not None and one.share.high >= 0.5]
    for found in sorted(strong, key=lambda one: -one.share.value):
        verb = "beats" if found.share.is_above(0.5) else "may hold its own against"
        yield Saying(question, f"“{found.bot}” {verb} {found.other}: {percent(found.share)}.")
    if document.strategies and not strong:
        best = max(document.strategies, key=lambda one: one.share.value)
        yield Saying(
            question,
            f"No: of {len(document.strategies)} simple plans “{best.bot}” does best, with "
            f"{percent(best.share)} against {best.other}.",
        )


def actions(document: Document) -> Iterator[Saying]:
    question = "Is every action worth it?"
    for use in dead_actions(document):
        times = "never" if not use.chosen else f"{use.chosen} times"
        yield Saying(question, f"“{use.action}” was legal {use.legal:,} times and {times} chosen.")
    needless = [found for found in document.ablations if _is_needless(found)]
    for found in needless:
        action = found.bot.split(" never ")[1]
        yield Saying(question, f"Without “{action}”, {found.other} does as well or better: {percent(found.share)}.")
    if document.ablations and not needless:
        worth = min(document.ablations, key=lambda one: one.share.value)
        action = worth.bot.split(" never ")[1]
        yield Saying(
            question,
            f"The action that is worth most is “{action}”: without it, {worth.other} gets {percent(worth.share)}.",
        )


def _is_needless(found: Strength) -> bool:
    """Is the action worth nothing, as far as so many games tell?"""
    return found.share.low is not None and found.share.value >= 0.5 and found.share.low > 0.4


def dead_actions(document: Document) -> list[ActionUse]:
    """Actions that were often legal and hardly ever chosen. A dead kind of action stands for all its values."""
    dead = [use for use in document.actions if use.legal >= SEEN and use.chosen < DEAD * use.legal]
    kinds = {use.action for use in dead if " " not in use.action}
    return [use for use in dead if use.action in kinds or use.action.split()[0] not in kinds]


def options(document: Document) -> Iterator[Saying]:
    for part in document.option_effects:
        found = [text for name in EFFECTS if (text := _effect(document, part, name))]
        if found:
            yield Saying("What do the options change?", f"{part.option}={part.value}: {'; '.join(found)}.")


def _effect(document: Document, part: OptionPart, name: str) -> str:
    """A clear effect in words; empty if the interval contains zero."""
    effect = part.effects.get(name)
    if effect is None or not (effect.is_above(0.0) or effect.is_below(0.0)):
        return ""
    label, _, is_share = document.labels[name]
    return f"{label} {percent(effect, sign=True) if is_share else number(effect, 1, sign=True)}"
