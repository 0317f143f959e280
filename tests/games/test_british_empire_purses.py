"""Purses behind screens: no scene and no sentence tells the chips that an opponent has left."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from matchbox.engine import SPECTATOR, Game, States, get
from matchbox.games.british_empire.fifteen_pounds.rules import SET, STEAL
from matchbox.play.match import Match
from matchbox.scene import Look, Scene, Seen, encode, events_of, scene_of
from tests.contract.cases import Case, random_walk

GAMES = ("gaze_into_the_abyss", "futakotamagawa_fireworks", "building_blocks_brawl", "fifteen_pounds")
NAMES = ("Ann", "Bob")


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return get(request.param)


def positions(game: Game, **options: str) -> Iterator[States]:
    """Positions of some random games."""
    for seed in range(4):
        for state, _, _ in random_walk(Case(game, 2, options), seed):
            yield state.copy()


def table(game: Game, state: States, viewer: int) -> Scene:
    legal = game.legal(state, viewer) if viewer in game.acting(state) else ()
    return scene_of(Look(game, game.view(state, viewer), viewer, NAMES, legal))


def more_chips(state: States, seat: int) -> States:
    """The same position with more chips of every colour that the seat has."""
    richer = state.copy()
    richer["chips"][0, seat] += state["chips"][0, seat] > 0
    return richer


def other_chips(state: States, seat: int) -> States:
    """The same position with other chips of the seat, as many as before or fewer."""
    other = state.copy()
    other["chips"][0, seat] = 0
    other["chips"][0, seat, np.argmin(state["chips"][0, seat])] = 1
    return other


def test_a_scene_is_the_same_whatever_the_opponent_has_left(game: Game) -> None:
    compared = 0
    for state in positions(game, purses="screened"):
        for viewer in (SPECTATOR, 0, 1):
            for seat in {0, 1} - {viewer}:
                if not state["chips"][0, seat].any():
                    continue
                seen = encode(table(game, state, viewer))
                assert encode(table(game, more_chips(state, seat), viewer)) == seen
                if game.id != "fifteen_pounds" or state["phase"][0] != STEAL:  # a thief sees the colours
                    assert encode(table(game, other_chips(state, seat), viewer)) == seen
                compared += 1
    assert compared > 20


def test_open_purses_are_shown_to_everybody(game: Game) -> None:
    for state in positions(game):
        if state["chips"][0, 1].any():
            assert encode(table(game, more_chips(state, 1), 0)) != encode(table(game, state, 0))


def test_chips_in_the_bag_would_tell_the_purses(game: Game) -> None:
    """In Gaze into the Abyss, red chips are on the bag in full view."""
    if game.id == "gaze_into_the_abyss":
        return
    for state in positions(game, purses="screened"):
        fuller = state.copy()
        fuller["bag"][state["bag"] > 0] += 3
        for viewer in (SPECTATOR, 0, 1):
            assert encode(table(game, fuller, viewer)) == encode(table(game, state, viewer))


def test_points_that_tell_the_purses_are_counted_at_the_end(game: Game) -> None:
    if game.id in ("gaze_into_the_abyss", "futakotamagawa_fireworks"):
        return  # tiles are open
    for state in positions(game, purses="screened"):
        assert not state["score"].any()
    open_scores = [state["score"][0].tolist() for state in positions(game)]
    assert max(map(max, open_scores)) > 0


def test_after_the_game_everybody_sees_the_chips(game: Game) -> None:
    case = Case(game, 2, {"purses": "screened"})
    *_, (state, _, _) = random_walk(case, 1)
    assert state["over"][0]
    for viewer in (SPECTATOR, 0, 1):
        scene = table(game, state, viewer)
        for owner in (0, 1):
            (chips,) = [area for area in scene.areas if area.key == ("chips" if owner == viewer else f"chips/{owner}")]
            counts = {piece.colour: piece.count for piece in chips.pieces}
            names = ("blue", "red", "green", "yellow")
            owned = {name: n for name, n in zip(names, state["chips"][0, owner].tolist(), strict=False) if n}
            assert counts == owned


def test_sentences_are_the_same_whatever_the_opponent_has_left(game: Game) -> None:
    compared = 0
    for seed in range(4):
        match, choose = Match(game, 2), np.random.default_rng(seed)
        match.start(game.template(2, {"purses": "screened"}), seed)
        while not match.over:
            before, seat = match.position.copy(), int(choose.choice(match.acting()))
            action = int(choose.choice(match.legal(seat)))
            (step, *_) = match.plan_move(seat, action)
            match.play(step)
            after, other = match.position.copy(), 1 - seat
            for forced in match.forced():
                match.play(forced)
            if after["over"][0]:
                break
            exchanged = game.id == "fifteen_pounds" and SET.has(action)  # tells what changes hands
            both = (before["chips"][0] > 0) & (after["chips"][0] > 0)
            for viewer, hidden in ((seat, other), (other, seat)):
                if not both[hidden].any() or (exchanged and hidden == seat):
                    continue
                told = []
                for more in (0, 1):
                    views = [game.view(state, viewer) for state in (before, after)]
                    for view in views:
                        view["chips"][0, hidden, both[hidden]] += more
                    shown = None if step.secret and viewer != seat else action
                    told.append(encode(events_of(Seen(game, viewer, seat, shown, (views[0], views[1])))))
                assert told[0] == told[1]
                compared += 1
    assert compared > 5
