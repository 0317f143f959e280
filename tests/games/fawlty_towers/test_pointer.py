"""Fawlty Towers: aiming by timing."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from matchbox.bots.levels import LEVELS, SearchBot
from matchbox.engine import States
from matchbox.games.green_box.fawlty_towers import game
from matchbox.games.green_box.fawlty_towers.pointer import PATH, STEP, TOLERANCE
from matchbox.games.green_box.fawlty_towers.rules import AIM_AT
from matchbox.play.match import Refused
from matchbox.play.table import BEGIN, UNDO, SeatSetup, Table, TableSetup

from ..helpers import act, start
from .test_rules import table
from .test_scene import area, shown

START = 5000


def aiming(**options: Any) -> States:
    state = table(["rr", "g", "b", "y"], ["rry", "", "", ""], **{"aim": "timing", **options})
    act(game, state, (0, "cube colour=red tower=0"))
    return state


def table_at(state: States) -> Table:
    """A table where this state is reached at START."""
    people = [SeatSetup("person", "Ann"), SeatSetup("person", "Bob")]
    found = Table(TableSetup("t1", game.id, 1, game.options_of(state), "00", 0, people), game)
    found.apply(found.event(START, BEGIN))
    found.start_at(state)
    return found


def test_the_pointer_passes_every_point_and_never_jumps() -> None:
    times = Counter(PATH)
    assert set(times) == {AIM_AT.first + i for i in range(25)}
    assert min(times.values()) * STEP >= 300  # milliseconds in a round
    places = [AIM_AT.args(action) for action in (*PATH, PATH[0])]
    assert all(abs(a[0] - b[0]) <= 1 and abs(a[1] - b[1]) <= 1 for a, b in pairwise(places))


def test_only_a_player_who_aims_by_timing_has_a_pointer() -> None:
    state = aiming()
    assert game.swing(state, 0) is not None
    assert game.swing(state, 1) is None
    assert game.swing(aiming(aim="grid"), 0) is None
    assert game.swing(aiming(aim="hidden"), 0) is None
    act(game, state, (0, "aim y=0 x=0"))
    assert game.swing(state, 0) is None


def test_the_pointer_starts_elsewhere_in_another_turn() -> None:
    state, later = aiming(), aiming()
    later["turns"] += 1
    first, second = game.swing(state, 0), game.swing(later, 0)
    assert first is not None
    assert second is not None
    assert first.path != second.path
    assert Counter(first.path) == Counter(second.path)


def test_the_hand_trembles_half_as_much() -> None:
    """The same seed gives half the deviation, rounded towards zero."""
    found = {}
    for aim in ("hidden", "timing"):
        trembles = []
        for seed in range(20):
            state = start(game, 2, seed, aim=aim)
            (seat,) = game.acting(state)
            act(game, state, (seat, "cube colour=red tower=0"), (seat, "aim y=0 x=0"))
            trembles.append(state["trembled"][0].copy())
        found[aim] = np.array(trembles)
    assert (found["timing"] == np.trunc(found["hidden"] / 2)).all()
    assert (found["timing"] != 0).any()


def test_a_table_accepts_the_place_of_the_pointer_only() -> None:
    found = table_at(aiming())
    swing = found.swing(0)
    assert swing is not None
    for time in (0, 130, 5000, 13_000):
        here = swing.action_at(time)
        for delay in (0, TOLERANCE - STEP):
            assert found.plan_act(0, 0, here, None, START + time + delay)[0].action == here
        far = next(action for action in PATH if action not in swing.passed(time))
        with pytest.raises(Refused, match="pointer was not there"):
            found.plan_act(0, 0, far, None, START + time)
        text = game.text_of(found.position, far)
        with pytest.raises(Refused, match="pointer was not there"):
            found.plan_act(0, 0, text, None, START + time)
    later = START + 3000 + TOLERANCE + STEP
    if (gone := swing.action_at(3000)) not in swing.passed(later - START):
        with pytest.raises(Refused, match="pointer was not there"):
            found.plan_act(0, 0, gone, None, later)


def test_the_pointer_starts_when_the_cube_is_chosen() -> None:
    state = table(["rr", "g", "b", "y"], ["rry", "", "", ""], aim="timing")
    found = table_at(state)
    put = found.plan_act(0, 0, "cube colour=red tower=0", None, START + 900)
    found.apply(found.act_events(put, START + 900)[0], put[0])
    assert found.asked == START + 900
    found.apply(found.event(START + 2000, UNDO, 0, steps=1))
    assert found.asked == START + 2000
    assert found.swing(0) is None


def test_bots_play_without_the_clock_but_miss_their_point() -> None:
    """A bot that searches finds the same best point each time, and lets go beside it now and then."""
    state = aiming()
    bot = SearchBot(LEVELS["novice"], 1)
    points = Counter(bot._slipped(game, game.view(state, 0), 0, int(AIM_AT.id(0, 0))) for _ in range(300))
    assert points.most_common(1)[0][0] == AIM_AT.id(0, 0)
    assert len(points) > 4
    assert all(game.legal(state, 0)[0] <= point <= game.legal(state, 0)[-1] for point in points)
    assert bot._slipped(game, game.view(aiming(aim="grid"), 0), 0, 16) == 16
    found = table_at(state)
    assert found.plan_choice(0, 0, int(AIM_AT.id(2, 2)), None, START)  # a bot's move needs no moment


def test_the_scene_has_no_risks_and_asks_for_the_moment() -> None:
    for help in ("counts", "odds"):
        scene = shown(aiming(), help=help)
        points = [piece for piece in area(scene, "towers").pieces if piece.kind == "square"]
        assert [piece.number for piece in points] == [None] * 25
        assert "pointer" in str(scene.why)
        assert str(scene.commits[0].text) == "Let go"
