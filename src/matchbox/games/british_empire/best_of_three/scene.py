"""Best of Three: the three cards in order, and below them the scene of the game being played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from matchbox.engine import NOBODY
from matchbox.scene import Area, Form, Look, Piece, Scene, Summary, Words, listed, say, scene_of
from matchbox.scene import revealed as revealed_in

from .rules import GAMES, OFFSET, ORDERING, ORDERS

FIELDS = ("gaze", "fireworks", "pounds", "brawl", "holmes_game")
summary = Summary(
    goal=say("Win two of three different small games."),
    turn=say("Three of the five games are drawn. If the order is open, one player chooses it."),
    end=say("Two cards win the match. A drawn game is replayed."),
)
cover = [Piece("card", say("1st game")), Piece("card", say("2nd game"), marked=True), Piece("card", say("3rd game"))]


def scene(look: Look) -> Scene:
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
        cards.append(Piece("card", text, marked=now, dimmed=position < s.position))
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


def revealed(before: Any, after: Any) -> Iterator[tuple[int, int]]:
    """The choices that the game being played reveals, unless it has just ended."""
    playing = int(before.playing)
    if playing != ORDERING and (after.position, after.replayed) == (before.position, before.replayed):
        field = FIELDS[playing - 1]
        for seat, action in revealed_in(GAMES[playing - 1], before[field], after[field]):
            yield seat, action + OFFSET


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
