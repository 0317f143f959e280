"""Template Game: a round, the scores, the end, and the sentences of the log."""

from __future__ import annotations

from matchbox.engine import States, get
from matchbox.scene import Seen, events_of

game = get("template_game")


def dealt(*hands: set[int]) -> States:
    """A game in its first round with these hands."""
    state = game.new(len(hands), 1, cards=len(hands[0]))
    everything = sum(1 << card for card in range(1, 25))
    state["hand"][0, : len(hands)] = [sum(1 << card for card in hand) for hand in hands]
    state["deck"] = everything - state["hand"].sum()
    assert game.conserved(state)
    return state


def play(state: States, *cards: int) -> None:
    """Every seat plays a card."""
    for seat, card in enumerate(cards):
        game.apply(state, seat, card - 1)  # the first action is the card 1


def test_the_legal_actions_are_the_cards_in_the_hand() -> None:
    state = dealt({2, 9, 20}, {1, 3, 24})
    assert [game.text_of(state, action) for action in game.legal(state, 1)] == [
        "play card=1",
        "play card=3",
        "play card=24",
    ]


def test_the_highest_card_scores_the_number_of_the_round() -> None:
    state = dealt({2, 9, 20}, {1, 3, 24})
    play(state, 2, 1)
    assert state["score"][0, :2].tolist() == [1, 0]
    play(state, 20, 24)
    assert state["score"][0, :2].tolist() == [1, 2]
    assert game.result(state) is None


def test_the_most_points_win() -> None:
    state = dealt({2, 9, 20}, {1, 3, 24})
    for cards in ((2, 1), (9, 3), (20, 24)):
        play(state, *cards)
    result = game.result(state)
    assert result is not None
    assert result.scores == (3, 3)
    assert result.ranks == (1, 1)
    assert result.reason == "most points"


def test_a_chosen_card_is_a_secret() -> None:
    state = dealt({2, 9, 20}, {1, 3, 24})
    game.apply(state, 0, 9 - 1)
    assert game.view(state, 0)["chosen"][0, 0] == 9
    assert game.view(state, 1)["chosen"][0, 0] == 0
    assert game.view(state, 1)["hand"][0, 0] == 0


def told(state: States, seat: int, card: int, viewer: int) -> list[str]:
    """The sentences of the log when a seat plays a card, as a viewer reads them."""
    after = state.copy()
    game.apply(after, seat, card - 1)
    views = game.view(state, viewer), game.view(after, viewer)
    action = card - 1 if seat == viewer else None  # the choice is secret
    return [event.text.told(["Ann", "Ben"], viewer) for event in events_of(Seen(game, viewer, seat, action, views))]


def test_the_log_tells_a_round_to_each_player() -> None:
    state = dealt({2, 9, 20}, {1, 3, 24})
    assert told(state, 0, 9, viewer=0) == ["You play the 9 face down."]
    assert told(state, 0, 9, viewer=1) == ["Ann has chosen."]
    game.apply(state, 0, 9 - 1)
    assert told(state, 1, 3, viewer=0) == ["You win the round with the 9 and score 1 point.", "Round 2 begins."]
    assert told(state, 1, 3, viewer=1) == [
        "You play the 3 face down.",
        "Ann wins the round with the 9 and scores 1 point.",
        "Round 2 begins.",
    ]
