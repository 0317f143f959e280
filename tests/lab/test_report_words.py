"""The sentences of a report say no more than its figures."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from matchbox.engine import get
from matchbox.lab.figures import NOTHING, Figure, elo_of
from matchbox.lab.report.collection import Collection
from matchbox.lab.report.document import ActionUse, Document, LevelPart, OptionPart, document_of, histogram
from matchbox.lab.report.duels import Strength
from matchbox.lab.report.measures import MEASURES
from matchbox.lab.report.plan import settings_of, studies
from matchbox.lab.report.words import sayings_of


def strength(bot: str, share: Figure) -> Strength:
    return Strength(f"study of {bot}", bot, "casual", share, elo_of(share), share)


def document(**changes: Any) -> Document:
    """A report on Othellino with these parts, and the figures of one level."""
    settings = settings_of(get("othellino"), 2, {}, ["casual"])
    empty = document_of(settings, Collection(settings.game, 2, dict(settings.options), studies(settings)))
    names = [*(one.name for one in MEASURES), "turn0", "turn1"]
    measures = {**dict.fromkeys(names, NOTHING), "turn0": Figure(0.5, 0.48, 0.52, 100)}
    bars = histogram([1.0, 2.0])
    figures, different = {**measures, **changes.pop("measures", {})}, changes.pop("different", 200)
    level = LevelPart("casual", 200, different, 100, figures, {}, bars, bars, bars, [])
    return replace(empty, levels=[level], main="casual", **changes)


def told(found: Document, question: str = "") -> str:
    texts = [one.text for one in sayings_of(found) if question in one.question]
    return "\n".join(texts).replace("\N{NO-BREAK SPACE}", " ").replace("\N{MINUS SIGN}", "-")


@pytest.mark.parametrize(
    ("share", "verdict"),
    [
        (Figure(0.5, 0.48, 0.52, 100), "Fair"),
        (Figure(0.52, 0.45, 0.59, 100), "No advantage found"),
        (Figure(0.6, 0.08, 1.0, 5), "Too few games to tell"),
        (Figure(0.4, 0.3, 0.49, 100), "Some disadvantage for the first player"),
        (Figure(0.6, 0.55, 0.65, 100), "A clear advantage for the first player"),
        (Figure(1.0, None, None, 1), "Too few games to tell"),
    ],
)
def test_the_verdict_on_fairness_follows_from_the_interval(share: Figure, verdict: str) -> None:
    found = document(measures={"turn0": share, "turn1": NOTHING})
    assert told(found, "fair").startswith(f"{verdict}: between casual bots the first player wins")


def test_the_ladder_tells_each_step_with_its_interval_and_only_if_all_tell_something() -> None:
    steps = [strength("casual x1", Figure(0.64, 0.6, 0.68, 100)), strength("casual x2", Figure(0.5, 0.48, 0.52, 100))]
    found = told(document(ladder=steps), "deep")
    assert "gains rating: +100 (+70 to +131), 0 (-14 to +14). From casual on, more search hardly helps." in found
    assert "doubling" not in told(document(ladder=[*steps, strength("casual x4", Figure(0.5, None, None, 1))]))


def test_few_deals_do_not_make_a_plan_a_rival() -> None:
    rough, sure = strength("random", Figure(0.5, 0.09, 0.91, 1)), strength("greedy", Figure(0.2, 0.1, 0.3, 60))
    assert told(document(strategies=[rough]), "plan") == ""
    assert told(document(strategies=[rough, sure]), "plan") == (
        "No: “greedy” takes 20 % (10 to 30) of the points against casual."
    )


def test_few_deals_say_nothing_about_options() -> None:
    effects = {"draws": Figure(0.9, 0.8, 1.0, 5)}
    few = OptionPart("study", "board", "8", "6", 5, effects)
    assert told(document(option_effects=[few]), "options") == ""
    assert "board=8: draws +90 points (+80 to +100)" in told(document(option_effects=[replace(few, deals=50)]))


def test_wide_intervals_say_nothing_about_luck() -> None:
    assert told(document(measures={"luck": Figure(0.0, 0.0, 0.63, 10)}), "lucky") == ""
    assert "decides 30 % (20 to 40)" in told(document(measures={"luck": Figure(0.3, 0.2, 0.4, 90)}), "lucky")


def test_a_dead_action_is_told_with_its_share() -> None:
    use = ActionUse("pass", 1000, 1, Figure(0.001, 0.0, 0.0031, 50))
    assert "“pass” was legal 1,000 times and chosen 1 time: 0.1 % (0.0 to 0.3)." in told(document(actions=[use]))


def test_games_that_repeat_each_other_are_told() -> None:
    assert told(document(), "differ") == ""
    assert told(document(different=2), "differ").startswith("The 200 games of casual bots are only 2 different ones")
    assert told(document(different=1), "differ").startswith("The 200 games of casual bots are the same")


def test_names_of_code_keep_their_letters() -> None:
    use = ActionUse("pass", 1000, 500, Figure(0.5, 0.4, 0.6, 50))
    found = document(actions=[use])
    level = replace(found.levels[0], bot="my.bots:first")
    assert told(replace(found, levels=[level], main=level.bot), "worth").startswith("my.bots:first bots choose")
