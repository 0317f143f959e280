"""What the figures of a report say, in sentences that state their evidence.

Where a sentence picks the extreme of several figures, their intervals count as wider than they are shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from matchbox.lab.figures import Figure
from matchbox.lab.verdicts import Fairness, fairness_of, flat_from, furthest, tells

from .document import ENOUGH, ActionUse, Document, LevelPart, OptionPart
from .duels import Strength
from .measures import MATTERS
from .replays import ACTION, STUDY

SEEN = 100
"""An action has to be legal this often before it can be called dead."""
DEAD = 0.005
"""Chosen less often than this where it was legal."""
LISTED = 8
"""Dead actions that are told one by one."""
EFFECTS = ("turn0", "wins", "minutes", "luck", "stake", "matters", "draws")
"""The measures by which options are told to matter, in this order."""


@dataclass(frozen=True)
class Saying:
    """A sentence about one question, and the name of a replay that shows it."""

    question: str
    text: str
    replay: str | None = None


def sayings_of(document: Document) -> list[Saying]:
    """Everything that the figures say. One deal says nothing."""
    if document.main_part is None or document.main_part.deals < 2:
        return []
    parts: tuple[Callable[[Document], Iterator[Saying]], ...] = (
        games, fairness, length, depth, luck, tension, strategies, actions, options,
    )  # fmt: skip
    return [saying for part in parts for saying in part(document)]


def percent(figure: Figure, sign: bool = False, digits: int = 0) -> str:
    """A share with its interval: 54 % (51 to 57)."""
    plus = "+" if sign else ""
    return _with_interval(figure, lambda value: f"{100 * value:{plus}.{digits}f}", "\N{NO-BREAK SPACE}%")


def number(figure: Figure, digits: int | None = None, sign: bool = False) -> str:
    """A number with its interval: 17.3 (16.9 to 17.7). Without a number of digits, large ones have none."""
    plus = "+" if sign else ""
    if digits is None:
        digits = 0 if abs(figure.value) >= 20 else 1
    return _with_interval(figure, lambda value: f"{value:{plus},.{digits}f}", "")


def _with_interval(figure: Figure, text: Callable[[float], str], unit: str) -> str:
    if not figure.groups:
        return "unknown"
    if figure.low is None or figure.high is None:
        return _told(f"{text(figure.value)}{unit}")
    return _told(f"{text(figure.value)}{unit} ({text(figure.low)} to {text(figure.high)})")


def _told(text: str) -> str:
    """A number with a minus sign, and zero without any sign."""
    return re.sub(r"[-+](0(?:\.0+)?)(?![\d.,])", r"\1", text).replace("-", "\N{MINUS SIGN}")


def _first(bot: str) -> str:
    """The name of a bot at the head of a sentence. Those of code stay as they are."""
    return bot if ":" in bot else bot[:1].upper() + bot[1:]


# --- the games ---


def games(document: Document) -> Iterator[Saying]:
    """Where bots always choose alike, many games are hardly more evidence than a few."""
    level = document.main_part
    if level and 2 * level.different < level.games:
        count = "the same" if level.different == 1 else f"only {level.different} different ones"
        yield Saying(
            "Do the games differ?",
            f"The {level.games:,} games of {level.bot} bots are {count}, because these bots choose alike again and "
            "again. The intervals count every game, so they are too narrow.",
            "typical",
        )


# --- fairness ---


def fairness(document: Document) -> Iterator[Saying]:
    if document.cooperative:
        for part in document.levels:
            wins = percent(part.measures["wins"])
            yield Saying("Can it be won?", f"{_first(part.bot)} wins {wins} of its games.", "typical")
        return
    level = document.main_part
    if level is None:
        return
    turns = [level.measures[f"turn{place}"] for place in range(document.seats)]
    if turns[0].groups:
        names = [document.labels[f"turn{place}"].label.removesuffix(" wins") for place in range(document.seats)]
        yield _fairness(document, level, turns, [f"the {name}" for name in names], "")
    else:
        seats = [level.measures[f"seat{seat}"] for seat in range(document.seats)]
        names = [f"seat {seat}" for seat in range(document.seats)]
        yield _fairness(document, level, seats, names, "all begin at the same time, and ")


def _fairness(document: Document, level: LevelPart, wins: list[Figure], names: list[str], preface: str) -> Saying:
    equal, compared = 1 / document.seats, len(wins) - 1  # the last share follows from the others
    place = furthest([share.among(compared) for share in wins], equal)
    found, name = wins[place], names[place]
    text = (
        f"{_verdict(found.among(compared), equal, name)}: {preface}between {level.bot} bots {name} wins "
        f"{percent(found)} of the games; an equal part would be {100 * equal:.0f}\N{NO-BREAK SPACE}%."
    )
    return Saying("Is it fair?", text, "typical")


def _verdict(share: Figure, equal: float, name: str) -> str:
    kind = "advantage" if share.value > equal else "disadvantage"
    return {
        Fairness.UNKNOWN: "Too few games to tell",
        Fairness.FAIR: "Fair",
        Fairness.NONE_FOUND: "No advantage found",
        Fairness.SOME: f"Some {kind} for {name}",
        Fairness.CLEAR: f"A clear {kind} for {name}",
    }[fairness_of(share, equal)]


# --- length ---


def length(document: Document) -> Iterator[Saying]:
    level = document.main_part
    if level is None:
        return
    measures = level.measures
    minutes = measures["minutes"]
    yield Saying(
        "How long is it?",
        f"A game takes {number(measures['choices'])} choices in {number(measures['rounds'])} rounds: about "
        f"{number(minutes, 0 if minutes.value >= 10 else 1)} minutes for people. The box says {document.minutes}.",
        "longest",
    )
    capped = measures["capped"]
    if capped.value > 0:
        yield Saying("How long is it?", f"The limit on actions ends {percent(capped)} of the games.", "capped")


# --- depth ---


def depth(document: Document) -> Iterator[Saying]:
    question = "How deep is it?"
    for found in document.skill:
        verb = "beats" if found.share.is_above(0.5) else "does not clearly beat"
        text = f"{_first(found.bot)} {verb} {found.other}: it takes {percent(found.share)} of the points, a difference "
        if tells(found.share):
            yield Saying(question, f"{text}of {_rating(found)} in rating.", f"{STUDY} {found.study}")
    if document.ladder and all(tells(found.share) for found in document.ladder):
        last = document.ladder[-1]
        steps = ", ".join(map(_rating, document.ladder))
        yield Saying(
            question,
            f"From {document.ladder[0].other} to {last.bot}, each doubling of the search gains rating: "
            f"{steps}. {_end_of_ladder(document.ladder)}",
            f"{STUDY} {last.study}",
        )
    level = document.main_part
    if level and level.measures["matters"].groups:
        measures = level.measures
        yield Saying(
            question,
            f"{percent(measures['matters'])} of the choices matter: their best move wins at least {50 * MATTERS:.0f} "
            f"games of 100 more than a random move, as the bots see it. A choice has {number(measures['options'], 1)} "
            f"legal actions; {percent(measures['forced'])} of all decisions are forced.",
            "typical",
        )


def _rating(found: Strength) -> str:
    return number(found.elo, 0, sign=True)


def _end_of_ladder(ladder: list[Strength]) -> str:
    """Where the ladder is flat to its end, as far as the games tell."""
    step = flat_from([found.elo for found in ladder])
    if step is not None:
        return f"From {ladder[step].other} on, more search hardly helps."
    if ladder[-1].elo.is_above(0.0):
        return "It does not flatten yet."
    return "More games would tell where it flattens."


# --- luck ---


def luck(document: Document) -> Iterator[Saying]:
    question = "How lucky is it?"
    level = document.main_part
    if level and tells(level.measures["luck"]):
        yield Saying(
            question,
            f"The deal (who begins, cards, dice) decides {percent(level.measures['luck'])} of the differences between "
            f"results of equal {level.bot} bots. Chance that depends on their moves comes on top.",
            "shortest",
        )
    for part in document.reviews:
        if part.games >= ENOUGH and tells(part.luck) and tells(part.choices):
            yield Saying(
                question,
                f"By reviews of {part.games} games of {part.bot} bots, luck explains {percent(part.luck)} of the "
                f"differences between results, and good and bad choices {percent(part.choices)}.",
                "typical",
            )
    for found in [] if document.cooperative else document.skill:
        if tells(found.coin):
            yield Saying(
                question,
                f"{_first(found.bot)} meets {found.other} as if a coin decided {percent(found.coin)} of "
                "the games, and the better player the rest.",
                f"{STUDY} {found.study}",
            )


# --- tension ---


def tension(document: Document) -> Iterator[Saying]:
    level = document.main_part
    question = "Is it tense?"
    if level is None:
        return
    measures = level.measures
    if "lead_changes" in measures and measures["lead_changes"].groups:
        yield Saying(question, f"The lead changes {number(measures['lead_changes'], 1)} times in a game.", "changes")
        if tells(measures["decided"]) and tells(measures["comebacks"]):
            yield Saying(
                question,
                f"The winner leads for good after {percent(measures['decided'])} of the game, and "
                f"{percent(measures['comebacks'])} of the games are comebacks.",
                "comeback",
            )
    elif "swing" in measures and measures["swing"].groups:
        yield Saying(
            question, f"From its worst moment to its best, a game moves by {percent(measures['swing'])}.", "typical"
        )


# --- simple plans ---


def strategies(document: Document) -> Iterator[Saying]:
    question = "Does a simple plan win?"
    plans = [plan for plan in document.strategies if tells(plan.share)]
    strong = sorted((one for one in plans if one.share.value >= 0.5), key=lambda one: -one.share.value)
    for found in strong:
        verb = "beats" if found.share.among(len(plans)).is_above(0.5) else "may hold its own against"
        text = f"“{found.bot}” {verb} {found.other}: it takes {percent(found.share)} of the points."
        yield Saying(question, text, f"{STUDY} {found.study}")
    if plans and not strong:
        best = max(plans, key=lambda one: one.share.value)
        some = f"of {len(plans)} simple plans “{best.bot}” does best. It" if len(plans) > 1 else f"“{best.bot}”"
        sure = "No" if all(one.share.among(len(plans)).is_below(0.5) for one in plans) else "None so far"
        result = f"takes {percent(best.share)} of the points against {best.other}"
        yield Saying(question, f"{sure}: {some} {result}.", f"{STUDY} {best.study}")


# --- actions ---


def actions(document: Document) -> Iterator[Saying]:
    question = "Is every action worth it?"
    dead = dead_actions(document)
    for use in dead[:LISTED]:
        times = f"chosen {use.chosen} time{'s' * (use.chosen > 1)}" if use.chosen else "never chosen"
        yield Saying(
            question,
            f"“{use.action}” was legal {use.legal:,} times and {times}: {percent(use.share, digits=1)}.",
            f"{ACTION} {use.action}",
        )
    if len(dead) > LISTED:
        yield Saying(question, f"{len(dead) - LISTED} more actions are hardly ever chosen; the table lists them.")
    if not dead and any(use.legal >= SEEN for use in document.actions):
        yield Saying(question, f"{_first(document.main or '')} bots choose every kind of action that is often legal.")
    needless = [found for found in document.ablations if _is_needless(found)]
    for found in needless:
        yield Saying(
            question,
            f"Without “{_forbidden(found)}”, {found.other} does as well or better: it takes {percent(found.share)} of "
            "the points.",
            f"{STUDY} {found.study}",
        )
    worth = min(document.ablations, key=lambda one: one.share.value, default=None)
    if worth and worth.share.among(len(document.ablations)).is_below(0.5):
        yield Saying(
            question,
            f"“{_forbidden(worth)}” is worth most: without it, {worth.other} takes {percent(worth.share)} of the "
            "points.",
            f"{STUDY} {worth.study}",
        )


def _forbidden(found: Strength) -> str:
    return found.bot.split(" never ")[1]


def _is_needless(found: Strength) -> bool:
    """Do the games show no value in this action?"""
    return found.share.value >= 0.5 and found.share.is_above(0.4)


def dead_actions(document: Document) -> list[ActionUse]:
    """Actions that were often legal and hardly ever chosen, most frequent first. A dead kind stands for its values."""
    dead = [use for use in document.actions if use.legal >= SEEN and use.chosen < DEAD * use.legal]
    kinds = {use.action for use in dead if " " not in use.action}
    told = [use for use in dead if use.action in kinds or use.action.split()[0] not in kinds]
    return sorted(told, key=lambda use: -use.legal)


# --- options ---


def options(document: Document) -> Iterator[Saying]:
    question = "What do the options change?"
    parts = [part for part in document.option_effects if part.deals >= ENOUGH]
    compared = len(parts) * len(EFFECTS)
    clear = 0
    for part in parts:
        found = [text for name in EFFECTS if (text := _effect(document, part, name, compared))]
        if found:
            clear += 1
            yield Saying(question, f"{part.option}={part.value}: {'; '.join(found)}.", f"{STUDY} {part.study}")
    if parts and not clear:
        yield Saying(question, "No clear effect, of any option changed alone.")


def _effect(document: Document, part: OptionPart, name: str, compared: int) -> str:
    """A clear effect in words; empty if the interval contains zero."""
    effect = part.effects.get(name)
    if effect is None or not (effect.among(compared).is_above(0.0) or effect.among(compared).is_below(0.0)):
        return ""
    label = document.labels[name]
    shown = percent(effect, sign=True).replace("%", "points") if label.percent else number(effect, 1, sign=True)
    return f"{label.label} {shown}"
