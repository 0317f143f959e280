"""Best of Three: the three cards in order, and below them the scene of the game being played."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec.structs import replace

from matchbox.engine import NOBODY
from matchbox.scene import (
    Area,
    Form,
    GameEvent,
    Look,
    Moment,
    Piece,
    Player,
    Scene,
    Seen,
    Side,
    Summary,
    Text,
    Words,
    events_of,
    listed,
    say,
    scene_of,
)
from matchbox.scene import revealed as revealed_in

from ..building_blocks_brawl.scene import told_choice as brawl_choice
from ..components import count
from ..fifteen_pounds import rules as pounds
from ..fifteen_pounds.scene import told_choice as pounds_choice
from ..futakotamagawa_fireworks import rules as fireworks
from ..futakotamagawa_fireworks.scene import told_choice as fireworks_choice
from ..gaze_into_the_abyss import rules as gaze
from ..gaze_into_the_abyss.scene import told_choice as gaze_choice
from ..holmes_vs_moriarty import rules as holmes
from ..holmes_vs_moriarty import state as holmes_state
from ..holmes_vs_moriarty.scene import told_choice as holmes_choice
from ..pieces import number_tile
from ..tile_race import GOAL
from .rules import BRAWL, FIREWORKS, FIRST, GAMES, GAZE, HOLMES, OFFSET, ORDERING, ORDERS, POUNDS, State

CHOICES = (gaze_choice, fireworks_choice, pounds_choice, brawl_choice, holmes_choice)
FIELDS = ("gaze", "fireworks", "pounds", "brawl", "holmes_game")
summary = Summary(
    goal=say("Win two of three different small games."),
    turn=say("Three of the five games are drawn. If the order is open, one player chooses it."),
    end=say("Two cards win the match. A drawn game is replayed."),
)
VALUES: tuple[Text, ...] = (  # of the chips, by game
    say("Blue and red chips count 1 here, green chips 3."),
    say("Blue chips are worth 10p here, red chips 50p, green chips 100p."),
    say("Blue chips are worth 1 here, red chips 2, green chips 3, the yellow chip 4."),
    say("Blue chips are worth 1 here, red chips 2, green chips 3."),
    say("Blue chips are worth 1 here, red chips 2, green chips 3, the yellow chip as much as a chip beside it."),
)
cover = [Piece("card", say("1st game")), Piece("card", say("2nd game"), marked=True), Piece("card", say("3rd game"))]


def scene(look: Look[State]) -> Scene:
    s = look.s
    playing = int(s.playing)
    cards = []
    for position, number in enumerate(s.order if s.order.any() else ORDERS[s.draw, 0]):
        winner = int(s.winners[position])
        text: Words = GAMES[number - 1].about.name
        if position < s.position:
            text = (
                say("{game}: a draw", game=text)
                if winner == NOBODY
                else say("{game}: won by {name}", game=text, name=look.name(winner))
            )
        now = playing != ORDERING and position == s.position
        cards.append(Piece("card", text, marked=bool(now), dimmed=bool(position < s.position)))
    note = listed([say("{name} {n}", name=look.names[seat], n=s.score[seat]) for seat in look.each_seat()])
    if s.replayed:
        note = say("{score} (replay after a draw)", score=note)
    strip = Area(say("Match"), cards, note=note, look="strip")
    if playing == ORDERING:
        orders = [
            Piece(
                "card",
                say("{first} before {second}", first=GAMES[choice].about.name, second=GAMES[1 - choice].about.name),
                actions=look.only(choice),
            )
            for choice in (0, 1)
            if choice in look.legal
        ]
        areas = [strip, Area(say("Orders"), orders)] if orders else [strip]
        return Scene(say("Choose which of these two games comes earlier."), areas, rules="setup")
    field = FIELDS[playing - 1]
    inner = Look(GAMES[playing - 1], look.view[field], look.seat, look.names, [a - OFFSET for a in look.legal])
    table = scene_of(inner)
    return Scene(
        table.prompt,
        [strip, *(_area(area) for area in table.areas)],
        [replace(choice, action=int(choice.action + OFFSET)) for choice in table.choices],
        [_form(form) for form in table.forms],
        coach=table.coach,
        rules="the-match",
    )


def revealed(before: State, after: State) -> Iterator[tuple[int, int]]:
    """The choices that the game being played reveals, unless it has just ended."""
    playing = int(before.playing)
    if playing != ORDERING and (after.position, after.replayed) == (before.position, before.replayed):
        field = FIELDS[playing - 1]
        for seat, action in revealed_in(GAMES[playing - 1], getattr(before, field), getattr(after, field)):
            yield seat, action + OFFSET


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
    yield GameEvent("round", text, Piece("card", _name(s)))
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
    """The step that ended a game. Its record is gone: the step itself, the record before it and the winner remain."""
    playing, winner = int(seen.before.playing), _winner(seen.before, seen.after)
    inner = _inside(seen)
    yield from CHOICES[playing - 1](inner)
    if playing == POUNDS and inner.action == pounds.GRAB:
        text = say("{who} grabs from the bag.", you="You grab from the bag.", who=Player(seen.seat))
        yield GameEvent("draw", text)
    if playing == BRAWL:
        yield GameEvent("draw", say("The third 2 is turned up: the game ends."), number_tile(2))
    elif winner != NOBODY and playing in (GAZE, FIREWORKS):
        yield from _told_last_tile(inner, winner, playing == GAZE)
    elif winner != NOBODY and playing == POUNDS:
        yield from _told_cheeses(inner, winner)
    elif winner != NOBODY and inner.before.rounds < holmes_state.MOST_ROUNDS:
        text = say(
            "An announcement brings {who} to {n} points or more.",
            you="An announcement brings you to {n} points or more.",
            who=Player(winner),
            n=holmes.GOAL,
        )
        yield GameEvent("reveal", text)


def _told_last_tile(inner: Seen, winner: int, is_gaze: bool) -> Iterator[GameEvent]:
    """The claim that ended Gaze or Fireworks, unless it is not certain that a claim did."""
    s = inner.before
    if is_gaze:
        certain, tile = s.rounds < gaze.MOST_ROUNDS, int(s.tile)
    else:
        spent = any(count(s.bag) + count(s.chips[seat]) == 20 for seat in range(2))
        certain, tile = s.rounds < fireworks.MOST_ROUNDS and not spent, _pointed_tile(inner)
    if certain and tile:
        text = say(
            "{who} claims the {tile} and has {n}.",
            you="You claim the {tile} and have {n}.",
            who=Player(winner),
            tile=tile,
            n=int(s.score[winner]) + tile,
        )
        yield GameEvent("reveal", text, number_tile(tile))
    elif certain:
        text = say(
            "{who} claims a tile and has {n} or more.",
            you="You claim a tile and have {n} or more.",
            who=Player(winner),
            n=GOAL,
        )
        yield GameEvent("reveal", text)


def _pointed_tile(inner: Seen) -> int:
    """The tile that both seats have pointed at, as far as the viewer knows; else 0."""
    s = inner.before
    if pointed := inner.chose(fireworks.POINT):
        return int(s.tiles[pointed[0]])
    if inner.viewer >= 0:
        return int(s.tiles[int(s.pointed[inner.viewer]) - 1])
    return int(s.tiles[0]) if s.tiles[0] == s.tiles[1] else 0


def _told_cheeses(inner: Seen, winner: int) -> Iterator[GameEvent]:
    """The winner's chips at the end of 15 Pounds, if they are known."""
    s = inner.before
    if s.phase != pounds.ACTION or (inner.seat == winner and inner.action == pounds.GRAB):
        return
    chips = np.array(inner.chose(pounds.SET)) if inner.seat == winner else s.chips[winner]
    if all(chips):
        text = say("{who} has all four colours.", you="You have all four colours.", who=Player(winner))
        yield GameEvent("score", text, minor=True)
    elif pounds.worth(chips) >= pounds.GOAL:
        text = say(
            "{who} has chips worth {n}.", you="You have chips worth {n}.", who=Player(winner), n=pounds.worth(chips)
        )
        yield GameEvent("score", text, minor=True)


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
    title = say("{who} wins {game}", you="You win {game}", who=Player(winner), game=game)
    cards = [int(after.score[seat]) for seat in range(2)]
    why = say("{a} to {b} in game cards", a=cards[winner], b=cards[1 - winner])
    sides = [Side(seat, (), cards[seat], say("cards"), "", seat == winner) for seat in range(2)]
    card = Piece("card", game)
    yield GameEvent("score", text, card, moment=Moment(title, why, sides, [card]))


def _winner(before: State, after: State) -> int:
    """The seat that has got the card of the game just ended, or NOBODY."""
    return next((seat for seat in range(2) if after.score[seat] > before.score[seat]), int(NOBODY))


def _name(s: State) -> str:
    """The game being played."""
    return GAMES[int(s.playing) - 1].about.name


def _area(area: Area) -> Area:
    """The same area with the match's action ids."""
    return replace(
        area,
        pieces=[replace(piece, actions=_ids(piece.actions), ends=_ids(piece.ends)) for piece in area.pieces],
    )


def _ids(actions: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(int(action + OFFSET) for action in actions)


def _form(form: Form) -> Form:
    return replace(form, rows=[[*row[:-1], int(row[-1] + OFFSET)] for row in form.rows])
