"""The sentences of the log: every step says what happened, in words, and tells nothing hidden."""

from __future__ import annotations

import re

import msgspec
import numpy as np
import pytest

from matchbox.engine import SPECTATOR
from matchbox.play.match import Match
from matchbox.scene import GameEvent, Text, encode

from .cases import ALL, Case, is_usual

NAMES = [f"Player{number}" for number in "ABCDEFGHIJKLMNOP"]
events_in = msgspec.json.Decoder(list[GameEvent]).decode
NOTATION = re.compile(r"\w+=\w+|\bslot \d|\bseat \d|_", re.IGNORECASE)


@pytest.fixture(params=ALL)
def case(request: pytest.FixtureRequest) -> Case:
    found: Case = request.param
    return found


def played(case: Case, seed: int) -> Match:
    """The first steps of a random game; more in the usual cases, to the end where that is near."""
    most = 300 if is_usual(case) else 40
    match, choose = Match(case.game, case.seats), np.random.default_rng(seed)
    match.start(case.game.template(case.seats, case.options), seed)
    while not match.over and len(match.steps) < most:
        seat = int(choose.choice(match.acting()))
        for step in match.plan_move(seat, int(choose.choice(match.legal(seat)))):
            match.play(step)
    return match


def texts_in(event: GameEvent) -> list[Text]:
    found: list[Text] = [event.text]
    if event.moment:
        words = [event.moment.title, event.moment.why]
        words += [word for side in event.moment.sides for word in (side.unit, side.verdict)]
        found += [word for word in words if isinstance(word, Text)]
    return found


def test_every_step_is_told_to_everybody_in_words(case: Case) -> None:
    match = played(case, 5)
    for number in range(len(match.log)):
        for viewer in {SPECTATOR, 0, case.seats - 1}:
            events = match.told(number, viewer)
            assert events
            sent = encode(events)
            assert encode(events_in(sent)) == sent, "a field has a type that messages do not have"
            for event in events:
                for text in texts_in(event):
                    sentence = text.told(NAMES, viewer)
                    assert "{" not in sentence
                    assert not NOTATION.search(sentence), f"not in words: {sentence!r}"
                    if text.players.get("who") == viewer != SPECTATOR:
                        assert text.you, f"no form for you: {text.say!r}"
                        assert f"{NAMES[viewer]}" not in sentence
                told = event.text.told(NAMES, viewer)
                assert not told[0].islower(), told
                assert told.endswith((".", "!", "?")), told
    if match.over:
        assert match.told(len(match.log) - 1, SPECTATOR)[-1].kind == "result"


def test_a_secret_choice_is_not_told(case: Case) -> None:
    """If another choice looks the same to a viewer, it sounds the same, too."""
    game, match = case.game, played(case, 6)
    choose = np.random.default_rng(6)
    secret = [number for number, step in enumerate(match.steps) if step.secret]
    for number in secret[:: max(1, len(secret) // 12)]:
        step = match.steps[number]
        twin = Match(game, case.seats)
        twin.start(game.template(case.seats, case.options), 6)
        for made in match.steps[:number]:
            twin.play(made)
        twin.play(twin.step(step.seat, int(choose.choice(twin.legal(step.seat)))))
        for viewer in range(SPECTATOR, case.seats):
            after = [game.view(one.state_after(number + 1), viewer).tobytes() for one in (match, twin)]
            if viewer != step.seat and after[0] == after[1]:
                assert encode(match.told(number, viewer)) == encode(twin.told(number, viewer))
