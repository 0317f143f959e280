"""All Your Base: your base is the board, and uses are chosen on it."""

from __future__ import annotations

from matchbox.engine import States
from matchbox.games.green_box.all_your_base import game
from matchbox.games.green_box.all_your_base.state import BUILD, HARDWARE, SCRAP, SOFTWARE
from matchbox.games.green_box.components import CARDS, card_name
from matchbox.scene import Area, Look, Scene, scene_of

from ..helpers import fill, match_at, start
from ..telling import play
from .test_rules import WHEEL, base, deal


def seen(state: States, seat: int = 0) -> Scene:
    return scene_of(Look(game, game.view(state, seat), seat, ("Ann", "Bob", "Cem"), game.legal(state, seat)))


def area(scene: Scene, key: str) -> Area:
    return next(area for area in scene.areas if area.key == key)


def planning() -> States:
    """Ann has chosen the red Wheel 1 and has a Wheel station with a red cube."""
    state = start(game, 3)
    fill(state, lead=0)
    base(state, 0, (WHEEL, [0], None))
    deal(state, [5, 38, 0, 1])
    return state


def test_uses_are_places_of_your_base_and_wait_for_a_button() -> None:
    match = match_at(game, planning())
    first = int(match.legal(0)[0])
    play(match, 0, first)
    scene = seen(match.position)
    assert area(scene, "base").role == "board"
    on_base = {action for piece in area(scene, "base").pieces for action in piece.actions}
    assert on_base <= set(range(HARDWARE.first, HARDWARE.first + 36)) | set(range(SOFTWARE.first, SOFTWARE.first + 36))
    assert {choice.action for choice in scene.choices} <= {BUILD, SCRAP}
    assert on_base <= {choice.action for choice in scene.commits}
    assert all(choice.note for choice in scene.commits)


def test_the_first_player_is_you_or_named() -> None:
    state = planning()
    assert str(seen(state, 0).why).endswith("you go first.")
    assert str(seen(state, 1).why).endswith("Ann goes first.")


def test_the_kept_pair_is_named_on_the_button() -> None:
    match = match_at(game, planning())
    while not str(seen(match.position).prompt).startswith("Choose two"):
        legal = match.legal(0)
        play(match, 0, SCRAP if SCRAP in legal else legal[0])
    scene = seen(match.position)
    assert all(str(choice.text).startswith("Keep ") for choice in scene.commits)
    assert "go to Bob" in str(scene.why)


def discarding() -> States:
    """Ann, Bob and Cem have discarded six cards in the first turn: all but the software."""
    state = start(game, 3)
    while state["turn"][0] == 0:
        for seat in game.acting(state):
            legal = game.legal(state, seat)
            game.apply(state, seat, SCRAP if SCRAP in legal else legal[0])
    return state


def test_discarded_cards_are_shown_by_symbol() -> None:
    state = discarding()
    discards = area(seen(state), "discards")
    cards = [piece for piece in discards.pieces if piece.number]
    found = {number for number in range(CARDS) if int(state["discard"][0]) >> number & 1}
    assert {piece.text for piece in cards} == {card_name(number) for number in found}
    assert len(cards) == len(found) == 6
    assert str(discards.note) == "deck: 24 cards"
    rows = {piece.at[1]: piece.symbol for piece in discards.pieces if piece.at and piece.at[0] == 0}
    assert all(piece.at and rows[piece.at[1]] == piece.symbol for piece in cards)
    assert not any(piece.actions for piece in discards.pieces)
    assert {piece.text for piece in area(seen(state, -1), "discards").pieces} >= {piece.text for piece in cards}


def test_without_help_only_the_last_discards_are_shown() -> None:
    state = discarding()
    first = int(state["discard"][0])
    while state["turn"][0] == 1:
        for seat in game.acting(state):
            legal = game.legal(state, seat)
            game.apply(state, seat, SCRAP if SCRAP in legal else legal[0])
    view = game.view(state, 0)
    shown = area(scene_of(Look(game, view, 0, ("Ann", "Bob", "Cem"), game.legal(state, 0), help="none")), "discards")
    last = {number for number in range(CARDS) if (int(state["discard"][0]) & ~first) >> number & 1}
    assert {piece.text for piece in shown.pieces if piece.number} == {card_name(number) for number in last}


def test_with_many_players_the_other_bases_are_on_the_table() -> None:
    state = start(game, 6)
    base(state, 1, (WHEEL, [0, 0], None))
    names = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay")
    scene = scene_of(Look(game, game.view(state, 0), 0, names, game.legal(state, 0)))
    others = area(scene, "others")
    row = next(piece.at[1] for piece in others.pieces if piece.kind == "disc" and piece.label == "Bob" and piece.at)
    here = [piece for piece in others.pieces if piece.at and piece.at[1] == row]
    assert [piece.symbol for piece in here if piece.kind == "tile"] == ["Wheel"]
    assert [piece.colour for piece in here if piece.kind == "cube"] == ["red", "red"]
    assert "others" not in {one.key for one in seen(planning()).areas}
