"""What the numbers of a game say to its players, in translatable sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from matchbox.scene import Text, Words, say

from .game_numbers import DuelNumbers, Estimate, LevelNumbers, Numbers
from .report.words import FAIR, FLAT


class Saying(Struct):
    """A sentence about one question."""

    question: Words
    text: Words


def sayings_of(numbers: Numbers) -> list[Saying]:
    """Everything that the numbers say, with the figures of the strongest bot."""
    level = numbers.strongest
    if level is None:
        return []
    parts = (
        (say("Can it be won?"), _victories(numbers)),
        (say("Is it fair?"), _fairness(numbers, level)),
        (say("How long is it?"), _length(level)),
        (say("How deep is it?"), _depth(numbers, level)),
        (say("How lucky is it?"), _luck(level)),
        (say("Is it tense?"), _tension(level)),
    )
    return [Saying(question, text) for question, texts in parts for text in texts]


def _percent(estimate: Estimate) -> Text:
    """A share with its interval: 54 % (51 to 57)."""
    value = round(100 * estimate.value)
    if estimate.low is None or estimate.high is None:
        return say("{value}\u00a0%", value=value)
    low, high = round(100 * estimate.low), round(100 * estimate.high)
    return say("{value}\u00a0% ({low} to {high})", value=value, low=low, high=high)


def _victories(numbers: Numbers) -> Iterator[Text]:
    for level in numbers.levels:
        if numbers.cooperative and (wins := level.figures.get("wins")):
            yield say("Together, {bot} bots win {share} of their games.", bot=level.bot, share=_percent(wins))


def _fairness(numbers: Numbers, level: LevelNumbers) -> Iterator[Text]:
    if numbers.cooperative or numbers.seats < 2:
        return
    equal = 1 / numbers.seats
    part = say("{value}\u00a0%", value=round(100 * equal))
    if first := level.figures.get("turn0"):
        yield say(
            "{verdict}: among {bot} bots, the first player wins {share} of the games. An equal part would be {equal}.",
            verdict=_verdict(first, equal),
            bot=level.bot,
            share=_percent(first),
            equal=part,
        )
        return
    places = [level.figures[name] for name in (f"seat{n}" for n in range(numbers.seats)) if name in level.figures]
    if places:
        extreme = max(places, key=lambda one: abs(one.value - equal))
        yield say(
            "{verdict}: everybody chooses at the same time, and of all seats seat {n} is furthest from an equal part "
            "of {equal}. It wins {share} of the games.",
            verdict=_verdict(extreme, equal),
            n=places.index(extreme) + 1,
            share=_percent(extreme),
            equal=part,
        )


def _verdict(estimate: Estimate, equal: float) -> Text:
    if estimate.low is None or estimate.high is None:
        return say("Too early to tell")
    if equal - FAIR <= estimate.low and estimate.high <= equal + FAIR:
        return say("Fair")
    if estimate.is_above(equal):
        return say("A clear advantage") if estimate.is_above(equal + FAIR) else say("A small advantage")
    if estimate.is_below(equal):
        return say("A clear disadvantage") if estimate.is_below(equal - FAIR) else say("A small disadvantage")
    return say("No advantage found")


def _length(level: LevelNumbers) -> Iterator[Text]:
    figures = level.figures
    if {"choices", "rounds"} <= figures.keys():
        choices, rounds = (round(figures[name].value) for name in ("choices", "rounds"))
        yield say(
            "In a game, all players together make {choices} {choices|choice|choices} in {rounds} "
            "{rounds|round|rounds}.",
            choices=choices,
            rounds=rounds,
        )
    if minutes := figures.get("minutes"):
        yield say("That takes people about {n} {n|minute|minutes}.", n=max(1, round(minutes.value)))


def _depth(numbers: Numbers, level: LevelNumbers) -> Iterator[Text]:
    for duel in numbers.skill:
        share = _percent(duel.share)
        yield say("In {share} of the games, {bot} bots beat {other} bots.", bot=duel.bot, other=duel.other, share=share)
    if numbers.ladder:
        first, last = (round(duel.elo.value) for duel in (numbers.ladder[0], numbers.ladder[-1]))
        yield say(
            "Bots that think twice as long gain {first} points of rating at the first step and {last} at the last: "
            "{verdict}.",
            first=str(first).replace("-", "−"),
            last=str(last).replace("-", "−"),
            verdict=_use_of_thinking(numbers.ladder),
        )
    matters = level.figures.get("matters")
    if matters and matters.low is not None:
        yield say(
            "At {share} of the choices, the best move wins at least 5\u00a0% more games than a move at random.",
            share=_percent(matters),
        )


def _use_of_thinking(ladder: Sequence[DuelNumbers]) -> Text:
    if any(duel.elo.is_below(FLAT) for duel in ladder):
        return say("thinking longer hardly helps in the end")
    return say("thinking longer still helps") if ladder[-1].elo.is_above(0) else say("too early to tell")


def _luck(level: LevelNumbers) -> Iterator[Text]:
    luck = level.figures.get("luck")
    if luck and luck.low is not None:
        yield say(
            "The deal and the dice explain {share} of the differences between the results of equal bots.",
            share=_percent(luck),
        )


def _tension(level: LevelNumbers) -> Iterator[Text]:
    figures = level.figures
    if changes := figures.get("lead_changes"):
        yield say("The lead changes {n} times in a game.", n=f"{changes.value:.1f}")
    if "decided" in figures and "comebacks" in figures:
        yield say(
            "The winner leads for good after {share} of the game. Of all games, {comebacks} are comebacks.",
            share=_percent(figures["decided"]),
            comebacks=_percent(figures["comebacks"]),
        )
