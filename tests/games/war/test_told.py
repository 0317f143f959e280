"""War 2.0: the steps of a game in sentences."""

from __future__ import annotations

from matchbox.engine import SPECTATOR
from matchbox.games.green_box.war import game
from matchbox.games.green_box.war.names import tile_name
from matchbox.play.match import Match
from matchbox.scene import Moment, Text

from ..helpers import match_at
from ..telling import events
from .test_rules import KARI, OLA, position, rest

NAMES = ("Ann", "Kari", "Cem", "Ola")


def play(match: Match, *words: str) -> None:
    """Actions of the acting seat; `fight xy` plays card x of the attacker and card y of the defender."""
    for text in words:
        seats = match.acting()
        moves = [(seats[0], text)]
        if text.startswith("fight "):
            attacker = int(match.position["turn"][0])
            (defender,) = [seat for seat in seats if seat != attacker]
            moves = [(defender, f"card {text[-1]}"), (attacker, f"card {text[-2]}")]
        for seat, move in moves:
            for step in match.plan_move(seat, move):
                match.play(step)


def sentences(match: Match, viewer: int, first: int = 0) -> list[str]:
    return [event.text.told(NAMES, viewer) for event in events(match, viewer, first)]


def title(moment: Moment, viewer: int) -> str:
    assert isinstance(moment.title, Text)
    return moment.title.told(NAMES, viewer)


def attack() -> Match:
    """Kari attacks Ola on a Wheel tile with three units against two."""
    far = rest(0, 2)
    match = match_at(game, position(far[0], {14: 3}, far[2], {15: 2, 21: 1}, turn=KARI))
    play(match, "card a", "attack")
    return match


def test_an_action_costs_a_card_and_moves_units() -> None:
    match = match_at(game, position({0: 3}, {35: 1}, {30: 1}, {5: 1}))
    play(match, "card b", "move", "card f")
    assert sentences(match, 0)[:3] == [
        "You start your turn with the Bricks 2: 2 actions.",
        "You are going to move.",
        "You move with the Hammers 2: from up to 2 tiles.",
    ]
    match = match_at(game, position({0: 3}, {35: 1}, {30: 1}, {5: 1}, hands={0: "bd"}))
    play(match, "card b", "move", "tile 1", "done", "reinforce", "card a", "tile 0")
    assert sentences(match, SPECTATOR) == [
        "Ann starts the turn with the Bricks 2: 2 actions.",
        "Ann moves with the Wheel 1: from up to 1 tile.",
        "Ann moves units from field 0 in the north-west.",
        "Ann takes the Wheel in the north-west with a unit from field 0.",
        "Ann leaves the others on field 0.",
        "Ann is going to reinforce.",
        "Ann takes all played cards back and adds the 4.",
        "Ann reinforces with the Drop 1: up to 1 new unit.",
        "Ann adds a unit to field 0 in the north-west and has 3 there.",
        "Turn 1: Kari plays.",
    ]


def test_steps_that_only_lead_to_the_next_one_are_choices() -> None:
    """The log leaves choices out once they are resolved."""
    match = match_at(game, position({0: 3}, {35: 1}, {30: 1}, {5: 1}))
    play(match, "card b", "move", "card f", "tile 1", "done")
    kinds = [(event.text.told(NAMES, 0), event.kind) for event in events(match, 0)]
    assert ("You are going to move.", "choice") in kinds
    assert [text for text, kind in kinds if kind != "choice"] == [
        "You start your turn with the Bricks 2: 2 actions.",
        "You move with the Hammers 2: from up to 2 tiles.",
        "You take the Wheel in the north-west with a unit from field 0.",
    ]


def test_a_tile_is_named_by_its_symbol_and_its_part_of_the_map() -> None:
    s = position({0: 3}, {35: 1}, {30: 1}, {5: 1})[0]
    names = [str(tile_name(s, number)) for number in range(36)]
    assert len({*names}) == 36
    assert names[15] == "the Wheel in the middle"
    assert names[0] == "field 0 in the north-west"


def test_a_card_for_a_fight_is_told_to_its_owner_only() -> None:
    match = attack()
    first = len(match.log)
    for step in match.plan_move(OLA, "card c"):
        match.play(step)
    assert sentences(match, OLA, first) == ["You choose the Hammers 3."]
    assert sentences(match, KARI, first) == ["Ola has chosen."]
    assert sentences(match, SPECTATOR, first) == ["Ola has chosen."]


def test_a_won_attack_shows_both_totals_and_drives_the_defender_away() -> None:
    match = attack()
    assert sentences(match, OLA)[-1] == "Kari attacks you on the Wheel in the middle: 3 units against 2."
    first = len(match.log)
    play(match, "fight de", "advance units=2")
    assert sentences(match, OLA, first)[1:] == [
        "Kari wins the fight for the Wheel in the middle: 4 against 3.",
        "You lose a unit and must flee from the Wheel in the middle.",
        "You flee with 1 unit from Wheel 15 to field 21 in the middle.",
        "Kari takes the Wheel in the middle with 2 units.",
        "Turn 1: Cem plays.",
    ]
    moment = next(event.moment for event in events(match, KARI, first) if event.moment)
    assert title(moment, OLA) == "Kari beats you on the Wheel in the middle"
    assert [str(side.unit) for side in moment.sides] == ["= 3 units + 1", "= 2 units + 1"]
    assert [(side.seat, side.value, side.won) for side in moment.sides] == [(KARI, 4, True), (OLA, 3, False)]


def test_a_beaten_defender_flees_to_an_empty_tile_or_stays() -> None:
    far = rest(0, 2)
    for move, says in (
        ("stay", "Ola stays on the Wheel in the middle with 1 unit."),
        ("tile 20", "Ola flees with 1 unit from Wheel 15 to the Drop in the middle."),
    ):
        match = match_at(game, position(far[0], {14: 3}, far[2], {15: 2, 35: 1}, turn=KARI))
        play(match, "card a", "attack")
        first = len(match.log)
        play(match, "fight de", move)
        assert sentences(match, KARI, first)[1:4] == [
            "You win the fight for the Wheel in the middle: 4 against 3.",
            "Ola loses a unit and may flee from the Wheel in the middle.",
            says,
        ]


def test_the_defender_wins_a_tie_with_the_symbol() -> None:
    match = attack()
    first = len(match.log)
    play(match, "fight da")
    assert sentences(match, KARI, first)[1:] == [
        "Ola holds the Wheel in the middle: 4 against 4.",
        "You lose a unit on field 14 and have 2 left there.",
        "Turn 1: Cem plays.",
    ]
    moment = next(event.moment for event in events(match, KARI, first) if event.moment)
    assert title(moment, OLA) == "You hold the Wheel in the middle against Kari"
    assert str(moment.why) == "4 against 4; the defender wins ties"
    assert str(moment.sides[1].unit) == "= 2 units + 1 + 1 for the symbol"


def test_the_last_unit_and_the_last_player() -> None:
    state = position({14: 3}, {15: 1}, {}, {})
    state["fallen"][0] = [0, 0, 1, 2]
    match = match_at(game, state)
    play(match, "card b", "attack", "fight ca")
    assert sentences(match, 1)[-4:] == [
        "Ann wins the fight for the Wheel in the middle: 6 against 2.",
        "You lose your last unit on the Wheel in the middle.",
        "You have no units left and are out.",
        "Ann wins (only one player has units left).",
    ]


def test_the_6_brings_the_last_turns() -> None:
    state = position({0: 2, 1: 1}, {29: 1}, {6: 1, 24: 1}, added=3, hands={0: "abc", 1: "abc", 2: ""})
    state["added"][0, 2] = 2
    state["played"][0, 2] = 0b011111111
    match = match_at(game, state)
    play(match, "card b", "attack", "tile 0")
    assert sentences(match, 2)[-2:] == [
        "You take all your played cards back and add the 6.",
        "Every player has the 6: after this turn, each player has one last turn.",
    ]
    play(match, "fight aa", "advance units=0", "done")
    assert sentences(match, 0)[-3:] == ["You end your turn.", "The last turns begin.", "Turn 1: Kari plays."]
