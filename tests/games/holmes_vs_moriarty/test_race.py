"""Holmes vs Moriarty: announcing as a race."""

from __future__ import annotations

import pytest

from matchbox.engine import States
from matchbox.games.british_empire.holmes_vs_moriarty import game
from matchbox.games.british_empire.holmes_vs_moriarty.rules import ANNOUNCE, PASS, PLACE
from matchbox.games.british_empire.holmes_vs_moriarty.state import OPEN, PLACING, UNSAID
from matchbox.play.match import Match, Refused

from ..helpers import act, match_at
from ..telling import last, make_moves, moment, reads
from .test_rules import HOLMES, MORIARTY, announcement, chips, place, position
from .test_scene import area, table


def race() -> States:
    """The first window of a race: Moriarty holds blue chips and a green one, three blue chips are in the bag."""
    state = position("GRRRRRRY", "GBBBBBBB", "BBBBB", 1, 2, 2, 1, 3, announce="race")
    place(state, HOLMES, "G")
    place(state, MORIARTY, "G")
    return state


def run_of_play() -> Match:
    return match_at(game, race())


def test_the_first_announcement_counts_at_once() -> None:
    for first, score in ((HOLMES, [7, 0]), (MORIARTY, [0, 14])):
        state = race()
        assert state["phase"][0] == OPEN
        assert game.acting(state) == [0, 1]
        act(game, state, (first, "announce BBB"))
        assert state["score"][0].tolist() == score
        assert state["speaker"][0] == first
        assert state["said"][0, 1 - first] == UNSAID
        assert game.conserved(state)


def test_nobody_announces_before_three_chips_are_left() -> None:
    state = position("GRRRRRRY", "GBBBBBBB", "BBBBB", 1, 2, announce="race")
    for seat in (HOLMES, MORIARTY):
        assert game.acting(state) == [seat]
        assert not [action for action in game.legal(state, seat) if not PLACE.has(action)]
        place(state, seat, "G")


def test_a_window_before_a_placement_waits_for_one_player() -> None:
    state = race()
    act(game, state, (0, "pass"), (1, "pass"))
    assert (state["phase"][0], state["window"][0]) == (OPEN, 2)
    for seat in (HOLMES, MORIARTY):
        assert game.acting(state) == [0, 1]
        spoken = state.copy()
        act(game, spoken, (seat, "announce BBB"))
        assert spoken["speaker"][0] == seat
    act(game, state, (MORIARTY, "pass"))
    assert state["phase"][0] == PLACING


def test_the_opponent_may_announce_while_a_player_places() -> None:
    state = race()
    act(game, state, (0, "pass"), (1, "pass"), (1, "pass"))
    assert game.acting(state) == [0, 1]
    assert game.legal(state, HOLMES)[0] == PASS  # the follower waits, or announces
    assert game.legal(state, MORIARTY) == [PLACE.id(*chips("BB"))]
    spoken = state.copy()
    act(game, spoken, (HOLMES, "announce BBB"))
    assert spoken["speaker"][0] == HOLMES
    place(state, MORIARTY, "BB")
    assert (state["phase"][0], state["window"][0]) == (OPEN, 3)
    assert game.acting(state) == [0, 1]
    act(game, state, (HOLMES, "pass"))
    place(state, HOLMES, "R")
    assert (state["phase"][0], state["window"][0]) == (OPEN, 4)


def test_play_waits_for_two_passes_only_where_nobody_places() -> None:
    state = race()
    waited: dict[int, int] = {}
    while state["rounds"][0] == 1:
        holding = [seat for seat in (0, 1) if not int(state["ready"][0]) >> seat & 1]
        if state["phase"][0] == OPEN:
            waited[int(state["window"][0])] = len(holding)
            for seat in holding:
                act(game, state, (seat, "pass"))
        else:
            game.apply(state, holding[0], game.legal(state, holding[0])[0])
        assert game.conserved(state)
    assert waited == dict(zip(range(1, 13), [2, 1, 1, 2] * 3, strict=True))
    assert state["score"][0].tolist() == [0, 0]  # tied


def test_a_player_who_has_passed_may_still_announce() -> None:
    state = race()
    act(game, state, (0, "pass"))
    assert game.acting(state) == [0, 1]
    assert state["window"][0] == 1
    act(game, state, (0, "announce BBB"))
    assert state["speaker"][0] == HOLMES


def test_a_program_that_waits_leaves_the_moment_to_the_opponent() -> None:
    state = race()
    act(game, state, (0, "pass"), (0, "pass"))
    assert game.acting(state) == [1]
    act(game, state, (1, "pass"))
    assert game.acting(state) == [0, 1]
    assert state["window"][0] == 2
    alone = race()  # as a bot searches: as if the opponent did not act
    alone["acting"][0] = 1 << MORIARTY
    act(game, alone, (1, "pass"), (1, "pass"))
    assert game.acting(alone) == [0]


@pytest.mark.parametrize("first", [HOLMES, MORIARTY])
def test_a_late_announcement_is_refused(first: int) -> None:
    """Also where the round is over, and the late player has to wait for the next."""
    match = run_of_play()
    bag = announcement("RRR")
    seen = game.relies(game.view(match.position, 1 - first), bag)
    make_moves(match, (first, bag))
    assert match.position["rounds"][0] == 2
    with pytest.raises(Refused, match="too late: another player was faster"):
        match.plan_move(1 - first, bag, seen)


def test_a_placement_does_not_make_an_announcement_late() -> None:
    match = run_of_play()
    make_moves(match, (0, "pass"), (1, "pass"), (1, "pass"))
    bag = announcement("BBB")
    seen = {action: game.relies(game.view(match.position, HOLMES), action) for action in (bag, int(PASS))}
    make_moves(match, (MORIARTY, PLACE.id(*chips("BB"))))
    match.plan_move(HOLMES, bag, seen[bag])
    make_moves(match, (HOLMES, "pass"), (HOLMES, PLACE.id(*chips("R"))))
    with pytest.raises(Refused, match="too late"):  # a pass was for the step before
        match.plan_move(HOLMES, int(PASS), seen[int(PASS)])


def test_nothing_is_secret_in_a_race() -> None:
    match = run_of_play()
    (step,) = match.plan_move(HOLMES, "pass")
    assert not step.secret
    (step,) = match.plan_move(HOLMES, announcement("BBB"))
    assert not step.secret


def test_the_log_tells_who_was_first() -> None:
    match = run_of_play()
    make_moves(match, (0, "pass"))
    assert (last(match, 0), last(match, 1)) == (["You pass."], ["Ann passes."])
    make_moves(match, (1, announcement("BBB")))
    assert last(match, 1)[:2] == ["You name 3 blue maids and are right.", "You score 14 points for 7 hidden chips."]
    assert [str(side.verdict) for side in moment(match).sides] == ["said nothing", "right"]


def test_the_table_shows_who_holds_up_play() -> None:
    match = run_of_play()
    scene = table(match, 0)
    assert reads(scene.prompt) == "Name the 3 chips in the bag?"
    assert reads(scene.why).startswith("The first to name the bag counts.")
    assert [(reads(one.text), one.quiet) for one in scene.choices] == [("Pass", False)]
    assert len(scene.ready) == 3
    make_moves(match, (0, "pass"))
    scene = table(match, 0)
    assert reads(scene.prompt) == "Waiting for Bob. You may still name the bag."
    assert [(reads(one.text), one.quiet) for one in scene.choices] == [("Wait", True)]
    assert [reads(status.line) for status in scene.seats] == ["Holmes, passes", "Moriarty"]


def test_the_table_asks_for_one_thing_at_a_time() -> None:
    match = run_of_play()
    make_moves(match, (0, "pass"), (1, "pass"))
    scene = table(match, 1)
    assert [reads(one.text) for one in scene.choices] == ["Pass and place"]
    assert reads(table(match, 0).prompt) == "Waiting for Bob. You may still name the bag."
    assert [reads(status.line) for status in scene.seats] == [
        "Holmes",
        "Moriarty",
    ]  # Ann has not passed, she is not waited for
    make_moves(match, (1, "pass"))
    assert last(match, 0) == ["Bob passes."]
    (placing,) = table(match, 1).forms
    assert {row[-1] for row in placing.rows} == {PLACE.id(*chips("BB"))}
    (naming,) = table(match, 0).forms
    assert all(ANNOUNCE.has(row[-1]) for row in naming.rows)
    assert area(table(match, 0), "named").seat == 0
