"""Best of Three: the three cards in order, and the scene of the game being played."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from matchbox.engine import NOBODY
from matchbox.scene import (
    Area,
    Choice,
    Form,
    Look,
    Piece,
    Scene,
    SeatStatus,
    Summary,
    TallyRow,
    Text,
    Theme,
    Words,
    say,
    scene_of,
    theme_of,
)
from matchbox.scene import revealed as revealed_in

from ..pieces import SEAT_COLOURS
from .rules import GAMES, OFFSET, ORDERING, ORDERS, State

FIELDS = ("gaze", "fireworks", "pounds", "brawl", "holmes_game")
summary = Summary(
    goal=say("Win two of three different small games."),
    turn=say("Three of the five games are drawn. If the order is open, one player chooses it."),
    end=say("Two cards win the match. A drawn game is replayed."),
)
theme = Theme(345, "stars", "bidding", say("Three of five, drawn by lot"), "Best of 3")
cover = [Piece("card", say("1st game")), Piece("card", say("2nd game"), marked=True), Piece("card", say("3rd game"))]


def scene(look: Look[State]) -> Scene:
    s, playing = look.s, int(look.s.playing)
    if playing == ORDERING:
        return _outside(look)
    field = FIELDS[playing - 1]
    game, legal = GAMES[playing - 1], [action - OFFSET for action in look.legal]
    table = scene_of(Look(game, look.view[field], look.seat, look.names, legal, look.help))
    return replace(
        table,
        areas=[*(_area(area) for area in table.areas), _cards(look)],
        choices=[_shifted(choice) for choice in table.choices],
        forms=[_form(form) for form in table.forms],
        commits=[_shifted(choice) for choice in table.commits],
        previews=[replace(preview, action=int(preview.action + OFFSET)) for preview in table.previews],
        rules=f"{game.id}#{table.rules}",
        round=say("Game {n} · {round}", n=int(s.position) + 1, round=table.round),
        tally=(),
    )


def _outside(look: Look[State]) -> Scene:
    """Before the first game, and after the last."""
    s = look.s
    names = [short_name(n) for n in (1, 2)]
    return Scene(
        say("Which of the two games do you play first?"),
        [replace(_cards(look), role="market")],
        [
            Choice(say("{first}, then {second}", first=names[i], second=names[1 - i]), i)
            for i in (0, 1)
            if i in look.legal
        ],
        why=say("The other games have a fixed place."),
        rules="setup",
        seats=[
            SeatStatus(
                seat,
                SEAT_COLOURS[seat],
                int(s.score[seat]),
                2,
                say("{n|card|cards}", n=int(s.score[seat])),
                _standing(int(s.score[seat])),
            )
            for seat in range(2)
        ],
        tally=_tally(s),
    )


def _standing(cards: int) -> Text:
    return say("{n} {n|card|cards}", n=cards)


def _tally(s: State) -> list[TallyRow]:
    if not s.over:
        return []
    return [
        TallyRow(GAMES[int(number) - 1].about.name, [int(s.winners[position] == seat) for seat in range(2)])
        for position, number in enumerate(s.order)
        if position < s.position
    ]


def short_name(number: int) -> Words:
    """A game's name on a card."""
    game = GAMES[number - 1]
    return theme_of(game).short or game.about.name


def _cards(look: Look[State]) -> Area:
    """The three games in order, with their winners."""
    s = look.s
    order = s.order if s.order.any() else ORDERS[s.draw, 0]
    cards = [_card(look, position, int(number)) for position, number in enumerate(order)]
    note = say("{n}:{m}, two cards win", n=s.score[0], m=s.score[1])
    if look.seat >= 0:
        words = {"n": s.score[look.seat], "m": s.score[1 - look.seat], "name": look.names[1 - look.seat]}
        note = say("you {n}, {name} {m}; two cards win", **words)
    if s.replayed:
        note = say("played again after a draw")
    return Area(say("Match"), cards, note=note, look="strip", key="match")


def _card(look: Look[State], position: int, number: int) -> Piece:
    s = look.s
    done, now = position < s.position, position == s.position and int(s.playing) != ORDERING
    winner = int(s.winners[position])
    state: Words = say("now") if now else say("later")
    if done:
        state = say("a draw") if winner == NOBODY else say("won by {name}", name=look.name(winner))
    name = short_name(number)
    return Piece(
        "card",
        str(position + 1),
        SEAT_COLOURS[winner] if done and winner != NOBODY else "",
        number=position + 1,
        name=name,
        effect=state,
        cost=state if now else "",
        marked=now,
        label=say("{n}: {game}, {state}", n=position + 1, game=name, state=state),
    )


def revealed(before: State, after: State) -> Iterator[tuple[int, int]]:
    """The choices that the game being played reveals, unless it has just ended."""
    playing = int(before.playing)
    if playing != ORDERING and (after.position, after.replayed) == (before.position, before.replayed):
        field = FIELDS[playing - 1]
        for seat, action in revealed_in(GAMES[playing - 1], getattr(before, field), getattr(after, field)):
            yield seat, action + OFFSET


def _area(area: Area) -> Area:
    """The same area with the match's action ids."""
    return replace(
        area,
        pieces=[replace(piece, actions=_ids(piece.actions), ends=_ids(piece.ends)) for piece in area.pieces],
    )


def _ids(actions: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(int(action + OFFSET) for action in actions)


def _shifted(choice: Choice) -> Choice:
    return replace(choice, action=int(choice.action + OFFSET))


def _form(form: Form) -> Form:
    return replace(form, rows=[[*row[:-1], int(row[-1] + OFFSET)] for row in form.rows])
