"""Two variants of a game side by side: which is fairer, shorter, deeper, luckier?

Bots play the same deals with both. After every look a question is closed if its interval (`sequential`) tells which
variant has more, or that no difference is worth mentioning; the games end when all questions are closed.
"""

from __future__ import annotations

import contextlib
import functools
import math
import time
from collections import defaultdict
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from matchbox import bots
from matchbox.engine import BadOption, Game
from matchbox.lab.executors import Executor
from matchbox.lab.figures import NOTHING, Figure, mean_of
from matchbox.lab.report.collection import Group, Limits, play_group
from matchbox.lab.report.measures import Measure, measures_for, seat_wins, turn_wins
from matchbox.lab.report.plan import BLOCK, Duel, Level, Study
from matchbox.lab.sequential import ERROR, LEAST, anytime, nearer, next_look
from matchbox.lab.skill import SKILL, skill_of, stronger_than
from matchbox.lab.verdicts import FAIR

QUESTIONS = ("fairer", "shorter", "deeper", "luckier", "easier")
SMALL = {"fairer": FAIR, "deeper": 0.03, "luckier": 0.05, "easier": 0.03}
"""Differences of shares up to this are too small to matter."""
SMALL_PART = 0.05
"""So is a difference in length up to this part of it."""
YES, NO, ALIKE, UNDECIDED = "yes", "no", "alike", "not decided"


@dataclass(frozen=True)
class Side:
    """A variant: a game with options."""

    name: str
    game: Game
    options: Mapping[str, Any]
    label: str


@dataclass(frozen=True)
class Pair:
    """Two variants, and the bots that play them. `stronger` meets `bot` to measure depth; it may be missing."""

    a: Side
    b: Side
    seats: int
    bot: str
    stronger: str | None
    seed: int = 0

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.a, self.b

    @property
    def together(self) -> bool:
        return self.a.game.about.cooperative

    @property
    def questions(self) -> tuple[str, ...]:
        """The questions that such games answer."""
        alone = self.seats == 1 and not self.together
        left_out = {
            "fairer": self.together or self.seats == 1,
            "easier": not self.together,
            "deeper": self.stronger is None or alone,
        }
        return tuple(name for name in QUESTIONS if not left_out.get(name))

    def asked(self, questions: Sequence[str] = ()) -> Sequence[str]:
        """These questions, or all. Raises BadOption for others than such games answer."""
        if unknown := [name for name in questions if name not in self.questions]:
            raise BadOption(f"these games cannot answer {unknown[0]!r}; they can answer: {', '.join(self.questions)}")
        return questions or self.questions

    def studies(self) -> list[Study]:
        found: list[Study] = [Level("level", 1.0, self.seed, self.bot)]
        if self.stronger:
            found.append(Duel(SKILL, 1.0, self.seed + BLOCK, self.stronger, self.bot, self.together))
        return found


def pair_of(a: Side, b: Side, seats: int | None, bot: str, stronger: str | None, seed: int = 0) -> Pair:
    """A checked pair. Raises BadOption for options, seats or bots that do not fit."""
    if a.game is b.game and a.options == b.options:
        raise BadOption("both sides are the same; give --a or --b another value of an option, or another folder")
    if a.game.about.cooperative != b.game.about.cooperative:
        raise BadOption("one side is co-operative and the other is not; they have no results in common")
    counts = {int(side.game.template(seats, side.options)["seats"][0]) for side in (a, b)}
    if len(counts) > 1:
        raise BadOption("the sides have different numbers of players; choose one with --seats")
    stronger = stronger or stronger_than(bot, a.game)
    for side in (a, b):
        for name in filter(None, (bot, stronger)):
            bots.seated(name, 0, side.game)
    if stronger == bot:
        raise BadOption(f"{bot} cannot be stronger than itself; name another bot")
    return Pair(a, b, counts.pop(), bot, stronger, seed)


@dataclass(frozen=True)
class Row:
    """A measure of both sides, and the difference B - A with an interval that holds at all looks."""

    name: str
    label: str
    percent: bool
    a: float
    b: float
    difference: Figure


@dataclass(frozen=True)
class Answer:
    """The answer to a question: `yes`, `no` (rather the other way round), `alike` or `not decided`."""

    question: str
    answer: str
    text: str
    difference: Figure | None  # B - A; of fairness, how much nearer to an equal part B is; None if there is none


@dataclass(frozen=True)
class Comparison:
    """What the games of a pair say."""

    game: str
    seats: int
    a: str
    b: str
    bot: str
    stronger: str | None
    seed: str
    games: int  # of each side
    answers: list[Answer]
    rows: list[Row]

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def compare(
    pair: Pair,
    limits: Limits,
    executor: Executor,
    questions: Sequence[str] = (),
    progress: Callable[[int], None] = lambda games: None,
) -> Comparison:
    """Play until the questions are answered or the limits are reached. `progress` gets the games of a side so far."""
    asked = pair.asked(questions)
    games = _Games(pair)
    start = time.monotonic()
    while open_ := [name for name in asked if not _is_closed(_answer(pair, games, name))]:
        keys = {SKILL if name == "deeper" else "level" for name in open_}
        tasks = games.next(keys, limits.games)
        if not tasks:
            break
        late = games.play(tasks, executor, limits.seconds and limits.seconds - (time.monotonic() - start), progress)
        if late:
            break
    answers = [_answer(pair, games, name) for name in asked]
    return Comparison(
        pair.a.game.about.name,
        pair.seats,
        pair.a.label,
        pair.b.label,
        pair.bot,
        pair.stronger,
        str(pair.seed),
        games.count,
        answers,
        _rows(pair, games),
    )


def _is_closed(answer: Answer) -> bool:
    return answer.answer != UNDECIDED


# --- games ---


class _Task(NamedTuple):
    number: int
    key: str
    side: int


class _Games:
    """The groups of games of each side and study, in the order of their deals."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.studies = {study.key: study for study in pair.studies()}
        self.count = 0  # of each side
        self._groups: dict[tuple[str, int], list[Group]] = defaultdict(list)

    def both(self, key: str) -> tuple[list[Group], list[Group]]:
        """The groups of both sides, as far as both have them."""
        a, b = self._groups[key, 0], self._groups[key, 1]
        count = min(len(a), len(b))
        return a[:count], b[:count]

    def next(self, keys: set[str], most: int | None) -> list[_Task]:
        """The deals up to the next look, as far as the limit on the games of a side allows."""
        each = {key: len(self.studies[key].deals(0, self.pair.seats)) for key in sorted(keys)}
        wanted = sorted(
            (number, key)
            for key in each
            for number in range(len(self._groups[key, 0]), next_look(len(self._groups[key, 0])))
        )
        found, games = [], self.count
        for number, key in wanted:
            games += each[key]
            if most is not None and games > most:
                break
            found += [_Task(number, key, side) for side in (0, 1)]
        return found

    def play(
        self, tasks: Sequence[_Task], executor: Executor, seconds: float | None, progress: Callable[[int], None]
    ) -> bool:
        """Play deals. Stops early, and tells so, if they take longer than allowed."""
        end = math.inf if seconds is None else time.monotonic() + seconds
        work = functools.partial(_play, self.pair, self.studies)
        with contextlib.closing(executor.run(work, tasks)) as results:  # type: ignore[type-var]
            for task, group in zip(tasks, results, strict=True):
                self._groups[task.key, task.side].append(group)
                if task.side == 1:
                    self.count += len(group)
                    progress(self.count)
                    if time.monotonic() > end:
                        return True
        return False


def _play(pair: Pair, studies: Mapping[str, Study], task: _Task) -> Group:
    side = pair.sides[task.side]
    return play_group(side.game, pair.seats, side.options, studies[task.key], task.number)


# --- figures ---


def _row(measure: Measure, a: Sequence[Group], b: Sequence[Group]) -> Row:
    difference = anytime(measure.difference(b, a), measure.grain(a))
    return Row(measure.name, measure.label, measure.percent, measure.of(a).value, measure.of(b).value, difference)


def _rows(pair: Pair, games: _Games, names: Container[str] | None = None) -> list[Row]:
    """The measures of these names, or all, that have a value on both sides."""
    measures = [("level", measure) for measure in measures_for(pair.seats, pair.together, pair.a.game.is_match)]
    measures += [(study.key, skill_of(study)) for study in games.studies.values() if isinstance(study, Duel)]
    found = [_row(one, *games.both(key)) for key, one in measures if names is None or one.name in names]
    return [row for row in found if row.difference.groups]


def fairness(a: Sequence[Group], b: Sequence[Group], seats: int) -> tuple[Figure, str]:
    """How much nearer to an equal part B is, and whose share that is about.

    It is the first player's, or the seat's that is furthest from an equal part if all choose at the same time.
    """
    first = turn_wins(0)
    if first.of(a).groups and first.of(b).groups:
        return _nearer_to_equal(first, a, b, seats, ERROR), "the first player's"
    places = [seat_wins(seat) for seat in range(seats if seats > 2 else 1)]
    found = [_nearer_to_equal(place, a, b, seats, ERROR / len(places)) for place in places]
    far = [max(abs(place.of(side).value - 1 / seats) for place in places) for side in (a, b)]
    value, whose = far[0] - far[1], "seat 0's" if seats == 2 else "the most extreme seat's"
    if any(figure.low is None for figure in found):
        return Figure(value, None, None, len(a)), whose
    # The distance of the furthest seat changes at most as much as that of any seat, and at least as little.
    low, high = min(one.low or 0.0 for one in found), max(one.high or 0.0 for one in found)
    return Figure(value, low, high, len(a)), whose


def _nearer_to_equal(place: Measure, a: Sequence[Group], b: Sequence[Group], seats: int, error: float) -> Figure:
    (won, games), (other_won, other_games) = place.terms(a), place.terms(b)
    known = (games > 0) & (other_games > 0)
    first, second = won[known] / games[known] - 1 / seats, other_won[known] / other_games[known] - 1 / seats
    return nearer(*(anytime(mean_of(values.tolist()), 0.5, error / 2) for values in (first - second, first + second)))


# --- answers ---


@dataclass(frozen=True)
class _Wording:
    """How the answer to a question reads. The answer is yes if B has more of it, or less if `fewer`."""

    measure: str
    more: str
    less: str
    opposite: str
    unit: str = "percentage points"
    fewer: bool = False
    also: str = ""  # a measure that adds to the evidence


_WORDINGS = {
    "fairer": _Wording(
        "",
        "With B, {whose} share is nearer to an equal part, by {amount}",
        "With B, {whose} share is further from an equal part, by {amount}",
        "less fair",
    ),
    "shorter": _Wording(
        "minutes", "B takes {amount} more", "B takes {amount} less", "longer", "minutes", True, "choices"
    ),
    "deeper": _Wording(
        SKILL,
        "With B, {stronger} beats {bot} more often, by {amount}",
        "With B, {stronger} beats {bot} less often, by {amount}",
        "shallower",
        also="stake",
    ),
    "luckier": _Wording(
        "luck",
        "With B, the deal explains more of the results, by {amount}",
        "With B, the deal explains less of the results, by {amount}",
        "less luck",
    ),
    "easier": _Wording("wins", "B is won more often, by {amount}", "B is won less often, by {amount}", "harder"),
}


def _answer(pair: Pair, games: _Games, question: str) -> Answer:
    wording, whose = _WORDINGS[question], ""
    rows = {row.name: row for row in _rows(pair, games, {wording.measure, wording.also})}
    found = rows.get(wording.measure)
    difference = found.difference if found else NOTHING
    small = SMALL_PART * (found.a + found.b) / 2 if found and not found.percent else SMALL.get(question, 0.0)
    if question == "fairer" and games.both("level")[0]:
        difference, whose = fairness(*games.both("level"), pair.seats)
    answer = _decided(difference, small, wording.fewer)
    text = _sentence(difference, small, answer, wording, whose=whose, stronger=pair.stronger, bot=pair.bot)
    if also := rows.get(wording.also):
        text += f" {also.label.capitalize()}: {_signed(also)}."
    return Answer(question, answer, f"{question.capitalize()}: {text}", difference if difference.groups else None)


def _decided(difference: Figure, small: float, fewer: bool) -> str:
    if difference.low is None or difference.high is None:
        return UNDECIDED
    if difference.low > 0 or difference.high < 0:
        return NO if (difference.low > 0) == fewer else YES
    return ALIKE if _most(difference) <= small else UNDECIDED


def _most(difference: Figure) -> float:
    return max(abs(difference.low or 0.0), abs(difference.high or 0.0))


def _sentence(difference: Figure, small: float, answer: str, wording: _Wording, **names: str | None) -> str:
    scale = 1 if wording.unit == "minutes" else 100
    deals = f"{difference.groups:,} deals"
    if math.isnan(difference.value):
        return f"{UNDECIDED}. These games do not tell."
    if difference.low is None or difference.high is None:
        return f"{UNDECIDED}. Fewer than {LEAST} deals tell nothing."
    if answer == ALIKE:
        return f"no difference larger than {scale * _most(difference):.1f} {wording.unit} was found, {deals}."
    start = f"no, {wording.opposite}" if answer == NO else answer
    if answer != UNDECIDED and _most(difference) <= small:
        start += ", but too little to matter"
    amount = f"{scale * abs(difference.value):.1f} {wording.unit}"
    said = (wording.more if difference.value > 0 else wording.less).format(amount=amount, **names)
    ends = sorted(end * scale * math.copysign(1, difference.value) for end in (difference.low, difference.high))
    interval = f"({ends[0]:.1f} to {ends[1]:.1f})"
    if not difference.value:
        return f"{start}. Both are equal so far {interval}, {deals}."
    return f"{start}. {said} {interval}, {deals}."


def _signed(row: Row) -> str:
    """A difference with its interval: `-12.0 (-14.1 to -9.9)`."""
    scale, unit = (100, " percentage points") if row.percent else (1, "")
    low, high = row.difference.low, row.difference.high
    interval = "" if low is None or high is None else f" ({scale * low:+.1f} to {scale * high:+.1f})"
    return f"{scale * row.difference.value:+.1f}{unit}{interval}"
