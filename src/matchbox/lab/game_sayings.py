"""What the numbers of a game say to its players, in translatable sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from msgspec import Struct

from matchbox.scene import Text, Words, say

from .game_numbers import DuelNumbers, Estimate, LevelNumbers, Numbers
from .verdicts import Fairness, fairness_of, flat_from, furthest, tells


class Saying(Struct):
    """A sentence about one question."""

    question: Words
    text: Words


def sayings_of(numbers: Numbers) -> list[Saying]:
    """Everything that the numbers say, with the figures of the main bot."""
    level = numbers.main_level
    if level is None:
        return []
    parts = (
        (say("Can it be won?"), _victories(numbers)),
        (say("Is it fair?"), chain(_fairness(numbers, level), _repetition(level))),
        (say("How long is it?"), _length(level)),
        (say("How deep is it?"), _depth(numbers, level)),
        (say("How lucky is it?"), _luck(numbers, level)),
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


def _count(estimate: Estimate) -> Text | str:
    """A mean count with its interval: 4.7 (2.5 to 6.9)."""
    value = f"{estimate.value:.1f}"
    if estimate.low is None or estimate.high is None:
        return value
    low, high = f"{max(estimate.low, 0.0):.1f}", f"{estimate.high:.1f}"
    return say("{value} ({low} to {high})", value=value, low=low, high=high)


def _victories(numbers: Numbers) -> Iterator[Text]:
    for level in numbers.levels:
        if numbers.cooperative and (wins := level.figures.get("wins")):
            yield say("Together, {bot} bots win {share} of their games.", bot=level.bot, share=_percent(wins))


def _fairness(numbers: Numbers, level: LevelNumbers) -> Iterator[Text]:
    if numbers.cooperative or numbers.seats < 2:
        return
    kind = "turn" if "turn0" in level.figures else "seat"
    places = [level.figures.get(f"{kind}{n}") for n in range(numbers.seats)]
    wins = [one for one in places if one is not None]
    if len(wins) < len(places):
        return
    equal, compared = 1 / numbers.seats, numbers.seats - 1  # the last share follows from the others
    number = furthest([share.among(compared) for share in wins], equal)
    found, place = wins[number], _place(kind, number)
    arguments: dict[str, Any] = {
        "verdict": say("Too early to tell") if level.is_repetitive else _verdict(found.among(compared), equal, place),
        "bot": level.bot,
        "place": place,
        "share": _percent(found),
        "equal": say("{value}\u00a0%", value=round(100 * equal)),
    }
    if kind == "turn":
        yield say(
            "{verdict}: among {bot} bots, {place} wins {share} of the games. An equal part would be {equal}.",
            **arguments,
        )
    else:
        yield say(
            "{verdict}: all begin at the same time, and among {bot} bots {place} wins {share} of the games. An equal "
            "part would be {equal}.",
            **arguments,
        )


def _repetition(level: LevelNumbers) -> Iterator[Text]:
    """Where bots choose alike again and again, many games are hardly more evidence than a few."""
    if level.is_repetitive:
        yield say(
            "Only {n} of these {games} games {n|is|are} different, because the bots choose alike again and again. "
            "Other players may see another share.",
            n=level.different,
            games=level.games,
        )


def _place(kind: str, number: int) -> Text:
    if kind == "seat":
        return say("seat {n}", n=number + 1)
    names = say("the first player"), say("the second player"), say("the third player")
    return names[number] if number < len(names) else say("player {n}", n=number + 1)


def _verdict(share: Estimate, equal: float, place: Text) -> Text:
    above = share.value > equal
    match fairness_of(share, equal):
        case Fairness.UNKNOWN:
            return say("Too early to tell")
        case Fairness.FAIR:
            return say("Fair")
        case Fairness.NONE_FOUND:
            return say("No advantage found")
        case Fairness.SOME:
            return say("Some advantage for {place}" if above else "Some disadvantage for {place}", place=place)
        case Fairness.CLEAR:
            return say("A clear advantage for {place}" if above else "A clear disadvantage for {place}", place=place)


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
        if not tells(duel.share):
            continue
        names: dict[str, Any] = {"bot": duel.bot, "other": duel.other, "share": _percent(duel.share)}
        if numbers.cooperative:
            yield say(
                "{bot} bots take {share} of the points against {other} bots: a point for the better result of a deal, "
                "and half a point for a tie.",
                **names,
            )
        elif duel.share.is_above(0.5):
            yield say("Against {other} bots, {bot} bots take {share} of the points. A tie is half a point.", **names)
        else:
            yield say(
                "It is not clear that {bot} bots are better than {other} bots: they take {share} of the points.",
                **names,
            )
    if numbers.ladder and all(tells(duel.share) for duel in numbers.ladder):
        gains = ", ".join(_signed(round(duel.elo.value)) for duel in numbers.ladder)
        yield say("Each time the search doubles, bots gain points of rating: {gains}.", gains=gains)
        yield from _end_of_ladder(numbers.ladder)
    matters = level.figures.get("matters")
    if matters and matters.low is not None:
        yield say(
            "At {share} of the choices, bots expect the best move to win at least 5 games of 100 more than a random "
            "move.",
            share=_percent(matters),
        )


def _signed(number: int) -> str:
    return f"{number:+}".replace("-", "\N{MINUS SIGN}") if number else "0"


def _end_of_ladder(ladder: Sequence[DuelNumbers]) -> Iterator[Text]:
    """Where the ladder is flat to its end, as far as the games tell."""
    steps = flat_from([duel.elo for duel in ladder])
    if steps == 0:
        yield say("More search hardly helps.")
    elif steps is not None:
        yield say("After {n} {n|doubling|doublings}, more search hardly helps.", n=steps)
    elif ladder[-1].elo.is_above(0.0):
        yield say("More search would still help.")


def _luck(numbers: Numbers, level: LevelNumbers) -> Iterator[Text]:
    luck = level.figures.get("luck")
    if luck and tells(luck):
        yield say(
            "The deal (the first turn, cards and dice) decides {share} of the differences between the results of equal "
            "bots. Luck later in the game comes on top.",
            share=_percent(luck),
        )
    for review in numbers.reviews:
        if tells(review.luck) and tells(review.choices):
            yield say(
                "By reviews of {n} {n|game|games} of {bot} bots, luck explains {luck} of the differences between "
                "results, and good and bad choices {choices}.",
                n=review.games,
                bot=review.bot,
                luck=_percent(review.luck),
                choices=_percent(review.choices),
            )


def _tension(level: LevelNumbers) -> Iterator[Text]:
    figures = level.figures
    if changes := figures.get("lead_changes"):
        yield say("The lead changes {n} times in a game.", n=_count(changes))
    decided, comebacks = (figures.get(name) for name in ("decided", "comebacks"))
    if decided and comebacks and tells(decided) and tells(comebacks):
        yield say(
            "The winner leads for good after {share} of the game. Of all games, {comebacks} are comebacks.",
            share=_percent(decided),
            comebacks=_percent(comebacks),
        )
