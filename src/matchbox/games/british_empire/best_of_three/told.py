"""Best of Three: the steps of a match in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from matchbox.engine import NOBODY, States
from matchbox.scene import GameEvent, Moment, Piece, Player, Seen, Side, Text, events_of, listed, say

from ..building_blocks_brawl import rules as brawl
from ..components import count
from ..fifteen_pounds import rules as pounds
from ..futakotamagawa_fireworks import rules as fireworks
from ..gaze_into_the_abyss import rules as gaze
from ..holmes_vs_moriarty import rules as holmes
from .rules import BRAWL, FIREWORKS, FIRST, GAMES, GAZE, HOLMES, OFFSET, ORDERS, State
from .scene import FIELDS, short_name

VALUES: tuple[Text, ...] = (  # of the chips, by game
    say("Blue and red chips count 1 here, green chips 3."),
    say("Blue chips are worth 10p here, red chips 50p, green chips 100p."),
    say("Blue chips are worth 1 here, red chips 2, green chips 3, the yellow chip 4."),
    say("Blue chips are worth 1 here, red chips 2, green chips 3."),
    say("Blue chips are worth 1 here, red chips 2, green chips 3, the yellow chip as much as a chip beside it."),
)


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """The cards drawn, the order, the events of the game being played, its winner and the next game."""
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
    if before.ply == 0:
        yield from _told_game(before)
    if (after.position, after.replayed) == (before.position, before.replayed):
        yield from events_of(_inside(seen))
        return
    yield from _told_last_step(seen)
    yield from _told_end(before, after)
    if not seen.ended:
        yield from _told_game(after)


def _inside(seen: Seen[State]) -> Seen:
    """The same step in the game being played."""
    playing = int(seen.before.playing)
    field = FIELDS[playing - 1]
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


def _told_game(s: State) -> Iterator[GameEvent]:
    """The game that begins, what chips are worth in it, and the first Holmes."""
    playing = int(s.playing)
    text = say("Game {n} begins: {game}.", n=int(s.position) + 1, game=_name(s))
    if s.replayed:
        text = say("Game {n} begins again: {game}.", n=int(s.position) + 1, game=_name(s))
    card = Piece("card", str(int(s.position) + 1), number=int(s.position) + 1, name=short_name(playing))
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


def _told_last_step(seen: Seen[State]) -> Iterator[GameEvent]:
    """The step that ended a game. Its record is gone, so the step is played again with what it has revealed."""
    inner = _inside(seen)
    end = _replayed(seen)
    if end is not None:
        yield from events_of(replace(inner, views=(inner.views[0], end)))[:-1]  # without the result


def _replayed(seen: Seen[State]) -> States | None:
    """The finished game as everybody sees it, from the position before its last step."""
    playing, after = int(seen.before.playing), seen.after
    view = seen.views[0][FIELDS[playing - 1]].copy()
    s: Any = view[0]
    hands = after.last_hands
    if playing == GAZE:
        s.held[:] = hands[:, :3]
        s.announced[:] = after.last_said
        gaze.reveal(s)
    elif playing == FIREWORKS:
        s.held[:] = hands[:, :3]
        s.pointed[:] = after.last_said + 1
        fireworks.reveal_pointing(s)
    elif playing == BRAWL:
        s.held[:] = hands[:, :3]
        s.deck[count(s.in_deck) - 1] = 2
        brawl.reveal(s)
    elif playing == HOLMES:
        s.hand[:], s.bag[:], s.choice[:] = hands, after.last_bag, after.last_said
        holmes.resolve_window(s)
    else:
        s.chips[:], s.drawn[seen.seat], s.over = hands, after.last_bag, 1
        return view if seen.before.pounds.phase == pounds.ACTION else None
    return view if s.over else None


def _told_end(before: State, after: State) -> Iterator[GameEvent]:
    """The winner of a game takes its card; a draw is replayed once."""
    winner, game = _winner(before, after), _name(before)
    if after.replayed:
        yield GameEvent("score", say("A draw: {game} is played again.", game=game))
        return
    if winner == NOBODY:
        yield GameEvent("score", say("Another draw: nobody gets the card of {game}.", game=game))
        return
    text = say(
        "{who} wins {game} and takes its card.",
        you="You win {game} and take its card.",
        who=Player(winner),
        game=game,
    )
    cards = [int(after.score[seat]) for seat in range(2)]
    why = say("The match stands {a} to {b}.", a=cards[winner], b=cards[1 - winner])
    if max(cards) == 2:
        why = say("Two cards win the match.")
    sides = [Side(seat, (), cards[seat], say("{n|card|cards}", n=cards[seat]), "", seat == winner) for seat in range(2)]
    number = int(before.position) + 1
    card = Piece("card", str(number), number=number, name=short_name(int(before.playing)))
    yield GameEvent("score", text, card, moment=Moment(text, why, sides, [card]))


def _winner(before: State, after: State) -> int:
    """The seat that has got the card of the game just ended, or NOBODY."""
    return next((seat for seat in range(2) if after.score[seat] > before.score[seat]), int(NOBODY))


def _name(s: State) -> str:
    """The game being played."""
    return GAMES[int(s.playing) - 1].about.name
