"""Moves are worded from the knowledge of their player alone."""

from __future__ import annotations

from matchbox.engine import get
from matchbox.play.wording import sentence_of
from matchbox.scene import Text


def words(name: str, seed: int = 3, most: int = 30) -> list[str]:
    """The first legal actions of a new game in words; an empty text where there is no sure sentence."""
    game = get(name)
    state = game.new(game.about.seats[-1], seed)
    seat = game.acting(state)[0]
    texts = [sentence_of(game, state, seat, action) for action in game.legal(state, seat)[:most]]
    names = [f"Player {n}" for n in range(8)]
    return [text.told(names, seat) if isinstance(text, Text) else "" for text in texts]


def test_a_move_is_worded_as_in_the_log() -> None:
    assert "You play c2 and flip 1 piece." in words("othellino")


def test_a_secret_choice_is_worded_for_its_player() -> None:
    assert sorted(words("gold_mine")) == ["You choose to continue.", "You choose to run."]


def test_the_words_do_not_depend_on_hidden_things() -> None:
    game = get("liars_cards")
    state = game.new(3, 3)
    seat = game.acting(state)[0]
    others = [game.redeal(game.view(state, seat), seat, deal) for deal in range(5)]
    for action in game.legal(state, seat)[:10]:
        found = {str(sentence_of(game, other, seat, action)) for other in (state, *others)}
        assert len(found) == 1, found
