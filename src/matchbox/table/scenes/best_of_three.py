"""Best of Three: the three cards in order, and below them the table of the game being played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from matchbox.boxes.british_empire.best_of_three import GAMES, NAMES, OFFSET, ORDERING, ORDERS
from matchbox.engine import NOBODY
from matchbox.table.scene import Area, Form, Look, Piece, Scene, Summary, say, scene_of
from matchbox.table.scene import revealed as revealed_in

FIELDS = ("gaze", "fireworks", "pounds", "brawl", "holmes_game")
summary = Summary(
    goal=say("Win two of three different small games."),
    turn=say("Three of the five games are drawn; if two can be ordered freely, one of you says which comes first."),
    end=say("Two cards won decide the match; a drawn game is played again."),
)
cover = [Piece("card", say("1st game")), Piece("card", say("2nd game"), marked=True), Piece("card", say("3rd game"))]


def scene(look: Look) -> Scene:
    s = look.s
    playing = int(s.playing)
    cards = []
    for position, number in enumerate(s.order if s.order.any() else ORDERS[s.draw, 0]):
        winner = int(s.winners[position])
        text = GAMES[number - 1].about.name
        if position < s.position:
            text += ": nobody" if winner == NOBODY else f": {look.name(winner)}"
        now = playing != ORDERING and position == s.position
        cards.append(Piece("card", text, marked=now, dimmed=position < s.position))
    score = ", ".join(f"{look.names[seat]} {int(s.score[seat])}" for seat in look.each_seat())
    note = score + (" (played again after a draw)" if s.replayed else "")
    strip = Area(say("Match"), cards, note=note, look="strip")
    if playing == ORDERING:
        orders = [
            Piece("card", " - ".join(NAMES[g] for g in ORDERS[s.draw, choice]), actions=look.only(choice))
            for choice in (0, 1)
            if choice in look.legal
        ]
        areas = [strip, Area(say("Orders"), orders)] if orders else [strip]
        return Scene(say("Choose which of the two free games comes first."), areas, rules="setup")
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
    """What the game being played reveals, unless it has just ended."""
    playing = int(before.playing)
    if playing != ORDERING and (after.position, after.replayed) == (before.position, before.replayed):
        field = FIELDS[playing - 1]
        for seat, action in revealed_in(GAMES[playing - 1], before[field], after[field]):
            yield seat, action + OFFSET


def _area(area: Area) -> Area:
    """The same area with the match's ids."""
    return replace(
        area,
        pieces=[replace(piece, actions=_ids(piece.actions), ends=_ids(piece.ends)) for piece in area.pieces],
    )


def _ids(actions: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(int(action + OFFSET) for action in actions)


def _form(form: Form) -> Form:
    return replace(form, rows=[[*row[:-1], int(row[-1] + OFFSET)] for row in form.rows])
