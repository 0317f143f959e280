"""Gold Mine: what the table shows, and what it works out for its players."""

from __future__ import annotations

from matchbox.engine import States
from matchbox.games.green_box.gold_mine import game
from matchbox.scene import Look, Scene, scene_of
from matchbox.scene.look import Help

from .test_rules import choose, deal


def seen(state: States, seat: int = 0, help: Help = "counts") -> Scene:
    names = ("Ann", "Bob", "Cem")[: int(state["seats"][0])]
    return scene_of(Look(game, game.view(state, seat), seat, names, game.legal(state, seat), help))


def two_wheels() -> States:
    state = deal(3, "Wheel 6", "Wheel 5", "Drop 4")
    choose(state, "2")
    return state


def test_every_symbol_has_a_prop_and_the_second_card_marks_it() -> None:
    area = seen(two_wheels()).areas[0]
    cards = {piece.at for piece in area.pieces if piece.kind == "card"}
    assert cards == {(5, 0), (5, 1)}
    marked = [piece for piece in area.pieces if piece.kind == "edge" and piece.marked]
    assert [(piece.at, str(piece.text)) for piece in marked] == [((5, 2), "7 left")]


def test_help_decides_what_the_table_counts() -> None:
    state = two_wheels()
    notes = {
        help: [str(choice.note) for choice in seen(state, help=help).choices] for help in ("none", "counts", "odds")
    }
    assert notes["none"][0] == "Wheel collapses the cavern: you lose 4"
    assert notes["counts"][0] == "7 of 52 cards cost you 4: Wheel"
    assert notes["odds"][0] == "13% to lose 4, else a share of the next card"
    assert notes["odds"][1] == "Bank 5 gold if you run alone, 4 if two run"
    assert not seen(state, help="counts").areas[1].odds
    assert seen(state, help="odds").areas[1].odds[0].percent == 13
    assert str(seen(state, help="none").areas[0].pieces[0].text) == "Drop"


def test_plates_tell_who_is_inside() -> None:
    status = seen(two_wheels(), seat=2).seats
    assert [(one.score, str(one.line), one.out) for one in status] == [
        (0, "holds 4", False),
        (0, "holds 4", False),
        (2, "out", True),
    ]


def test_the_end_tells_the_gold_of_every_cavern() -> None:
    state = deal(3, "Wheel 6")
    for runners in ("0", "1", "2", "012", "012", "012"):
        choose(state, runners)
    assert state["over"][0]
    tally = seen(state).tally
    assert [str(row.label) for row in tally] == ["Cavern 1", "Cavern 2", "Cavern 3", "Cavern 4"]
    assert [sum(row.values[seat] for row in tally) for seat in range(3)] == state["score"][0, :3].tolist()
