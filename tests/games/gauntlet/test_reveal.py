"""The Gauntlet: numbers are stated first, and cards are shown later."""

from __future__ import annotations

import numpy as np

from matchbox.engine import States
from matchbox.games.green_box.components import NUMBER, SYMBOL
from matchbox.games.green_box.gauntlet import game
from matchbox.games.green_box.gauntlet.knowledge import fits, stated_place
from matchbox.games.green_box.gauntlet.state import SHIELD, WHOLE
from matchbox.games.green_box.gauntlet.track import START

from ..helpers import act, fill, start, texts
from .test_rules import go, lay, life, race


def shown(state: States, seat: int, step: int = 0) -> bool:
    return bool(state["shown"][0, seat, step])


def test_r27_everybody_states_a_number_and_only_the_active_player_shows_the_card() -> None:
    state = race(((1, 4), ("Heal 5",)), ((1, 5), ("Swords 6",)), (START, ("Brick 5",)), movement=3, starter=2)
    lay(state)
    assert game.options_of(state)["reveal"] == "number"
    assert state["stated"][0, :3, 0].tolist() == [5, 6, 5]
    assert state["stated"][0, :3, 1].tolist() == [0, 0, 0]  # later steps are secret
    assert [shown(state, seat) for seat in range(3)] == [False, True, False]
    view = game.view(state, 1)
    assert view["stated"][0, 0, 0] == 5
    assert not view["plan"][0, 0].any()
    go(state, 1, "use", "e")
    assert [shown(state, seat) for seat in range(3)] == [False, True, True]  # ties go clockwise from the starter
    go(state, 2, "enter 0")
    assert shown(state, 0)


def test_r27_a_shield_is_shown_when_it_saves_its_owner() -> None:
    state = race(((1, 5), ("Swords 6",)), ((1, 4), ("Shield 1", "Lumber 1", "Lumber 2")), movement=3)
    lay(state)
    assert not shown(state, 1)
    go(state, 0, "use")
    assert life(state) == [3, 3]
    assert shown(state, 1)
    assert state["saved"][0] == 0b10
    go(state, 0, "e")
    assert game.acting(state) == [1]  # the Shield still acts in its turn


def test_r27_a_shield_without_danger_stays_face_down() -> None:
    state = race(((1, 5), ("Fire 6",)), (START, ("Shield 1", "Lumber 1", "Lumber 2")), movement=3)
    lay(state)
    go(state, 0, "use")
    assert not shown(state, 1)


def test_r27_the_card_of_a_player_who_is_knocked_out_first_stays_secret_until_the_turn_ends() -> None:
    state = race(((1, 9), ("Brick 1",)), (START, ("Fire 6", "Lumber 2", "Lumber 3")), movement=3)
    fill(state, life=[1, 3, 0, 0])
    lay(state)
    hidden = int(state["plan"][0, 0, 0])
    go(state, 1, "enter 0")
    assert state["number"][0] == 1
    assert not shown(state, 0)
    assert state["plan"][0, 0, 0] == hidden
    assert state["hurt"][0] == 1
    assert not int(state["discard"][0]) >> hidden - 1 & 1
    turn = int(state["turns"][0])
    while state["turns"][0] == turn:
        game.apply(state, 1, game.legal(state, 1)[0])
    assert int(state["discard"][0]) >> hidden - 1 & 1
    assert state["unplayed"][0, 0, 0] == hidden
    assert not state["stated"][0].any()
    assert state["hurt"][0] == 0
    assert game.conserved(state)


def test_the_option_shows_whole_cards() -> None:
    state = race(((1, 4), ("Heal 5",)), ((1, 5), ("Swords 6",)), movement=3, reveal="whole")
    lay(state)
    assert state["reveal"][0] == WHOLE
    assert shown(state, 0)
    assert shown(state, 1)
    assert not shown(state, 0, 1)


# --- knowledge ---


def planned_by(state: States, viewer: int, seat: int, step: int, seeds: int = 400) -> set[int]:
    """The cards that redeals for a viewer plan for a step of another seat."""
    view = game.view(state, viewer)
    found = set()
    for seed in range(seeds):
        dealt = game.redeal(view.copy(), viewer, seed)
        assert game.conserved(dealt)
        assert game.view(dealt, viewer).tobytes() == view.tobytes()
        found.add(int(dealt["plan"][0, seat, step]) - 1)
    return found


def test_redeals_keep_stated_numbers() -> None:
    state = race(((1, 4), ("Swords 6",)), ((1, 5), ("Shield 2",)), movement=3)
    # Seat 1 has drawn all its cards: nobody knows them.
    state["seen"][0, 1], state["veiled"][0, 1] = 0, 7
    lay(state)
    found = planned_by(state, 0, 1, 0)
    assert {int(NUMBER[card]) for card in found} == {2}
    assert {int(SYMBOL[card]) for card in found} > {SHIELD}
    mine = {int(x) - 1 for x in (*state["hand"][0, 0], *state["plan"][0, 0], *state["shown"][0, 0]) if x}
    display = {int(x) - 1 for x in state["display"][0] if x}
    unknown = [c for c in range(54) if NUMBER[c] == 2 and c not in mine | display and c % 9 not in (3, 4, 5)]
    assert found == set(unknown)  # two players have no cards with a green background


def test_a_player_who_has_lost_life_has_no_shield() -> None:
    state = race(((1, 4), ("Swords 6",)), ((1, 5), ("Heal 2", "Shield 2", "Brick 3")), movement=3)
    state["seen"][0, 1], state["veiled"][0, 1] = 0, 7
    lay(state)
    assert SHIELD in {int(SYMBOL[card]) for card in planned_by(state, 0, 1, 0)}
    go(state, 0, "use")
    assert state["hurt"][0] == 0b10
    found = planned_by(state, 0, 1, 0)
    assert SHIELD not in {int(SYMBOL[card]) for card in found}
    assert {int(NUMBER[card]) for card in found} == {2}
    go(state, 0, "e")
    assert state["hurt"][0] == 0  # the card is face up now


def test_redeals_find_different_cards_for_players_who_state_the_same_number() -> None:
    """All but two of the sixes are in sight, and two opponents have them."""
    state = race(((1, 4), ("Swords 6", "Fire 6")), ((1, 5), ("Heal 6",)), ((1, 6), ("Brick 6",)), movement=3)
    for seat in (1, 2):
        state["seen"][0, seat], state["veiled"][0, seat] = 0, 7
    sixes = {c for c in range(54) if NUMBER[c] == 6}
    placed = {int(x) - 1 for x in state["hand"][0].ravel() if x}
    deck = [int(c) for c in state["deck"][0, : int(state["left"][0])]]
    display = [int(x) - 1 for x in state["display"][0, :9]]
    away = [c for c in deck if c in sixes]
    state["display"][0, : len(away)] = [c + 1 for c in away]
    rest = [c for c in deck if c not in sixes] + display[: len(away)]
    fill(state, deck=rest + [0] * (54 - len(rest)))
    assert game.conserved(state)
    assert len(sixes & placed) == 4
    lay(state)
    pairs = set()
    for seed in range(100):
        dealt = game.redeal(game.view(state, 0), 0, seed)
        assert game.conserved(dealt)
        pairs.add(tuple(int(x) for x in dealt["plan"][0, 1:3, 0]))
    first, second = (int(x) for x in state["plan"][0, 1:3, 0])
    assert pairs == {(first, second), (second, first)}


def test_redeals_respect_numbers_in_random_games() -> None:
    choose = np.random.default_rng(2)
    hidden = 0
    for seed in range(3):
        state = start(game, 4, seed)
        for _ in range(300):
            seat = int(choose.choice(game.acting(state)))
            game.apply(state, seat, int(choose.choice(game.legal(state, seat))))
            assert game.conserved(state)
            if state["over"][0]:
                break
            viewer = int(choose.integers(4))
            dealt = game.redeal(game.view(state, viewer), viewer, seed)
            for other in range(4):
                if (place := int(stated_place(dealt[0], other))) >= 0:
                    hidden += other != viewer
                    assert fits(dealt[0], other, place, int(dealt["plan"][0, other, place]) - 1)
    assert hidden > 50


def test_a_hidden_shield_is_a_target_like_any_other() -> None:
    state = race(
        ((1, 5), ("Swords 6",)),
        ((1, 4), ("Shield 1", "Lumber 1", "Lumber 2")),
        ((1, 5), ("Brick 1", "Lumber 3", "Shield 2")),
        movement=3,
    )
    lay(state)
    act(game, state, (0, "use"))
    assert texts(game, state, 0) == ["strike 1", "strike 2"]
    act(game, state, (0, "strike 2"))
    assert (shown(state, 1), shown(state, 2)) == (False, False)
    assert life(state) == [3, 3, 2]
    assert state["hurt"][0] == 0b100
