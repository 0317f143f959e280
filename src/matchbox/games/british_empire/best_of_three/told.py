"""Best of Three: the steps of a match in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matchbox.engine import NOBODY
from matchbox.scene import GameEvent, Moment, Player, Seen, Side, events_of, listed, say

from .rules import FIELDS, FIRST, GAMES, GAZE, HOLMES, OFFSET, ORDERS, State, is_replayed_next
from .scene import VALUES, game_card


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """The cards drawn, the order, the events of the game on the table, its winner and the next game."""
    before, after = seen.before, seen.after
    if before.ply == 0:
        yield _told_draw(before)
    if choice := seen.chose(FIRST):
        text = say(
            "{who} puts {first} before {second}.",
            you="You put {first} before {second}.",
            who=Player(seen.seat),
            first=GAMES[choice[0]].about.name,
            second=GAMES[1 - choice[0]].about.name,
        )
        yield GameEvent("move", text)
        yield from _told_game(after)
        return
    if before.between:
        yield from _told_next(seen)
        return
    if before.ply == 0:
        yield from _told_game(before)
    events = events_of(_inside(seen))
    yield from events if not (after.between or after.over) else events[:-1]  # the match tells the result itself
    if after.between or after.over:
        yield _told_end(seen)


def _inside(seen: Seen[State]) -> Seen:
    """The same step in the game being played."""
    playing = int(seen.before.playing)
    field = FIELDS[playing]
    return Seen(
        GAMES[playing - 1],
        seen.viewer,
        seen.seat,
        None if seen.action is None else seen.action - OFFSET,
        (seen.views[0][field], seen.views[1][field]),
        [(seat, action - OFFSET) for seat, action in seen.revealed],
    )


def _told_draw(s: State) -> GameEvent:
    numbers = s.order if s.order.any() else ORDERS[s.draw, 0]
    *earlier, last = [GAMES[number - 1].about.name for number in numbers]
    text = say("Three games are drawn: {a} and {b}.", a=listed(earlier), b=last)
    return GameEvent("draw", text)


def _told_next(seen: Seen[State]) -> Iterator[GameEvent]:
    """A player goes on; when both do, the next game begins."""
    text = say("{who} is ready for the next game.", you="You are ready for the next game.", who=Player(seen.seat))
    yield GameEvent("choice", text)
    if not seen.after.between:
        yield from _told_game(seen.after)


def _told_game(s: State) -> Iterator[GameEvent]:
    """The game that begins, what chips are worth in it, and who starts."""
    playing = int(s.playing)
    text = say("Game {n} begins: {game}.", n=int(s.position) + 1, game=_name(s))
    if s.replayed:
        text = say("Game {n} begins again: {game}.", n=int(s.position) + 1, game=_name(s))
    card = game_card(playing)
    yield GameEvent("round", text, card, moment=Moment(text, VALUES[playing - 1], prize=[card]))
    yield GameEvent("move", VALUES[playing - 1], minor=True)
    if playing == GAZE:
        first = Player(int(s.gaze.yellow))
        text = say("{who} announces first.", you="You announce first.", who=first)
        yield GameEvent("move", text, minor=True)
    elif playing == HOLMES:
        first = Player(int(s.holmes_game.holmes_seat))
        text = say("{who} starts as Holmes.", you="You start as Holmes.", who=first)
        yield GameEvent("move", text, minor=True)


def _told_end(seen: Seen[State]) -> GameEvent:
    """The winner of a game takes its card; a draw is replayed once."""
    after, playing = seen.after, int(seen.after.playing)
    result = GAMES[playing - 1].result(seen.views[1][FIELDS[playing]])
    assert result is not None
    words: dict[str, Any] = {"game": _name(after), "reason": say(result.reason)}
    winner, card = int(after.winners[int(after.position)]), game_card(playing)
    if winner == NOBODY:
        text = say("Another draw ({reason}): nobody gets the card of {game}.", **words)
        if is_replayed_next(after):
            text = say("A draw ({reason}): {game} is played again.", **words)
    else:
        text = say(
            "{who} wins {game} ({reason}) and takes its card.",
            you="You win {game} ({reason}) and take its card.",
            who=Player(winner),
            **words,
        )
    if not seen.ended:  # the finished table says the same until both players go on
        return GameEvent("score", text, card)
    cards = [int(n) for n in after.score[:2]]
    why = say("Two cards win the match.") if max(cards) == 2 else say("That was the last game of the match.")
    sides = [Side(seat, (), cards[seat], say("{n|card|cards}", n=cards[seat]), "", seat == winner) for seat in range(2)]
    return GameEvent("score", text, card, moment=Moment(text, why, sides, [card]))


def _name(s: State) -> str:
    """The game on the table."""
    return GAMES[int(s.playing) - 1].about.name
