"""Scenes of every game: they always draw, offer exactly the legal actions, and contain no secrets."""

from __future__ import annotations

import msgspec
import pytest

from matchbox.engine import SPECTATOR, games, get
from matchbox.scene import (
    Area,
    Look,
    Piece,
    Scene,
    actions_in,
    cover_of,
    encode,
    plain,
    say,
    scene_of,
    shown_in,
    summary_of,
)
from matchbox.scene.page import anchors_of, page_of
from matchbox.scene.plain_text import print_scene
from matchbox.terminal.menu import print_menu
from tests.contract.cases import ALL, Case, is_usual, sampled

NAMES = [f"Player {n}" for n in range(12)]
scene_in = msgspec.json.Decoder(Scene).decode


def drawn(case: Case, view: object, seat: int) -> tuple[Scene, str]:
    names = NAMES[: case.seats]
    legal = case.game.legal(view, seat) if seat >= 0 else []  # type: ignore[arg-type]
    scene = scene_of(Look(case.game, view, seat, names, legal))  # type: ignore[arg-type]
    return scene, print_scene(scene, names)


@pytest.mark.parametrize("case", ALL)
def test_every_position_can_be_drawn_for_every_viewer(case: Case) -> None:
    game = case.game
    headings = anchors_of(page_of(game))
    for number, (state, _, _) in enumerate(sampled(case, 21, count=8 if is_usual(case) else 4, limit=400)):
        for seat in (*range(case.seats), SPECTATOR):
            view = game.view(state, seat)
            scene, text = drawn(case, view, seat)
            assert scene.prompt
            assert scene.areas
            names = [area.name for area in scene.areas]
            assert len(set(names)) == len(names), "two areas have the same name"
            other, _, heading = scene.rules.rpartition("#")
            found = anchors_of(page_of(get(other))) if other else headings
            assert heading in found, "the rules page has no such heading"
            sent = encode(scene)
            assert encode(scene_in(sent)) == sent, "a field has a type that messages do not have"
            legal = set(game.legal(view, seat))
            assert actions_in(scene) == legal, "the scene must offer exactly the legal actions"
            assert {a for piece in shown_in(scene) for a in piece.ends} <= legal
            if seat != SPECTATOR:  # hidden fields must not change the scene
                assert drawn(case, game.view(game.redeal(view, seat, number), seat), seat)[1] == text


@pytest.mark.parametrize("name", games())
def test_every_game_has_a_summary_and_a_cover(name: str) -> None:
    game = get(name)
    summary = summary_of(game)
    assert summary is not None
    assert all(str(line).endswith(".") for line in (summary.goal, summary.turn, summary.end))
    assert 2 <= len(cover_of(game)) <= 8
    encode([summary, cover_of(game)])


@pytest.mark.parametrize("name", games())
def test_the_last_prompt_contains_the_outcome(name: str) -> None:
    game = get(name)
    case = Case(game, game.about.seats[0])
    for state, seat, action in sampled(case, 5, count=10**6, limit=10**6):
        last = state, seat, action
    state, seat, action = last
    game.apply(state, seat, action)
    result = game.result(state)
    assert result is not None
    scene, _ = drawn(case, game.view(state, 0), 0)
    assert str(scene.prompt).startswith("Game over: ")
    assert result.reason in str(scene.prompt)


def test_a_form_contains_the_legal_actions_with_notes() -> None:
    game = get("building_blocks_brawl")
    state = game.new(2, 1)
    scene = scene_of(Look(game, game.view(state, 0), 0, NAMES[:2], game.legal(state, 0)))
    (form,) = scene.forms
    assert [part.name for part in form.parts] == ["blue", "red", "green"]
    assert [list(part.values) for part in form.parts] == [[*range(7)], [*range(4)], [0, 1]]
    row = next(i for i, row in enumerate(form.rows) if list(row[:3]) == [2, 1, 1])
    assert game.text_of(state, form.rows[row][-1]) == "hold blue=2 red=1 green=1"
    assert str(form.notes[row]) == "a bid of 7"


def test_text_is_english_and_keeps_its_arguments_for_translation() -> None:
    text = say("Play {wanted}, or pass.", wanted=say("a {shape} above {n}", shape="pair", n=4))
    assert str(text) == "Play a pair above 4, or pass."
    assert encode(text) == (
        b'{"say":"Play {wanted}, or pass.",'
        b'"args":{"wanted":{"say":"a {shape} above {n}","args":{"shape":"pair","n":4}}}}'
    )


def test_a_game_without_a_scene_is_shown_field_by_field() -> None:
    game = get("gold_mine")
    state = game.new(3, 1)
    scene = plain(Look(game, game.view(state, 0), 0, NAMES[:3], game.legal(state, 0)))
    titles = [area.title for area in scene.areas]
    assert {"score", "carried", "left"} <= set(titles)
    assert actions_in(scene) == set(game.legal(state, 0))
    assert not {"key", "words", "acting"} & set(titles)


def test_pieces_print_as_text() -> None:
    area = Area(
        "Row", [Piece("chip", "blue", count=3), Piece("chip", "red"), Piece("tile", "2"), Piece("card", hidden=True)]
    )
    named = Area("Cards", [Piece("card", "1", name="Shield"), Piece("card", name="Raft"), Piece("card", hidden=True)])
    marked = Area(
        "", [Piece("square", "x", at=(1, 0), marked=True), Piece("square", "y", at=(0, 1))], "grid", seat=1, note="n"
    )
    text = print_scene(Scene("Do.", [area, named, marked]), NAMES)
    rows = ["Row: 3 blue, red, [2] [?]", "Cards: [1 Shield] [Raft] [?]", "Player 1:  (n)", "  · *x*", "  y  ·"]
    assert text.splitlines() == [*rows, "", "Do."]


def test_long_menus_have_columns() -> None:
    assert print_menu(["a", "b"], 80) == "   1  a\n   2  b"
    lines = print_menu([f"choice {n}" for n in range(56)], 80).splitlines()
    assert len(lines) == 14
    assert "  15  choice 14" in lines[0]
    assert max(map(len, lines)) <= 80
    assert len(print_menu(["x" * 100] * 30, 40).splitlines()) == 30
