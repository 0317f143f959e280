"""Best of Three: the three cards in order, and the scene of the game on the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace as changed
from typing import Any

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
from .rules import DRAWS, FIELDS, FIXED, GAMES, NEXT, OFFSET, ORDERING, ORDERS, State, is_replayed_next

summary = Summary(
    goal=say("Win two of three different small games."),
    turn=say("Three of the five games are drawn. If the order is open, one player chooses it."),
    end=say("Two cards win the match. A drawn game is replayed."),
)
theme = Theme(345, "stars", "bidding", say("Three of five, drawn by lot"), "Best of 3")
cover = [Piece("card", say("1st game")), Piece("card", say("2nd game"), marked=True), Piece("card", say("3rd game"))]

PLACES = (say("1st game"), say("2nd game"), say("3rd game"))
ALLOWED = {number: str(place + 1) for number, place in FIXED.items()}
"""The places that a card may take, as printed on it; all three if it is not here."""
VALUES: tuple[Text, ...] = (  # of the chips, by game
    say("Blue and red chips count 1, green chips 3."),
    say("Blue chips are worth 10p, red chips 50p, green chips 100p."),
    say("Blue chips are worth 1, red chips 2, green chips 3, the yellow chip 4."),
    say("Blue chips are worth 1, red chips 2, green chips 3."),
    say("Blue chips are worth 1, red chips 2, green chips 3, the yellow chip as much as a chip beside it."),
)


def scene(look: Look[State]) -> Scene:
    s = look.s
    if int(s.playing) == ORDERING:
        return _ordering(look)
    if s.over:
        return replace(_finished(look), seats=[_cards_of(s, seat) for seat in range(2)], tally=_tally(s))
    if s.between:
        return _between(look)
    return _inside(look)


def _inside(look: Look[State]) -> Scene:
    """The scene of the game on the table, with the match's action ids and cards."""
    s, playing = look.s, int(look.s.playing)
    game, finished = GAMES[playing - 1], s.between or s.over
    legal = [] if finished else [action - OFFSET for action in look.legal]
    table = scene_of(changed(look, game=game, view=look.view[FIELDS[playing]], legal=legal))
    return replace(
        table,
        areas=[*(_area(area) for area in table.areas), _cards(look)],
        choices=[_shifted(choice) for choice in table.choices],
        forms=[_form(form) for form in table.forms],
        commits=[_shifted(choice) for choice in table.commits],
        previews=[replace(preview, action=int(preview.action + OFFSET)) for preview in table.previews],
        rules=f"{game.id}#{table.rules}",
        round=say("Game {n} · {round}", n=int(s.position) + 1, round=table.round),
    )


def _finished(look: Look[State]) -> Scene:
    """The table of a finished game, with its points unless it shows them itself."""
    table = _inside(look)
    if any(area.layout == "table" for area in table.areas):
        return replace(table, tally=())
    return replace(table, areas=[*table.areas, *_points(look, table.tally)], tally=())


def _points(look: Look[State], tally: Sequence[TallyRow]) -> list[Area]:
    """Where the points of a finished game came from: a row for each source, a column for each player."""
    if not tally:
        return []
    seats = look.each_seat()
    pieces = [
        Piece("marker", say("You") if look.is_you(seat) else look.names[seat], at=(column, 0))
        for column, seat in enumerate(seats, 1)
    ]
    for row, source in enumerate(tally, 1):
        pieces.append(Piece("marker", source.label, at=(0, row)))
        pieces += [
            Piece("marker", str(source.values[seat]), at=(column, row), marked=source.total)
            for column, seat in enumerate(seats, 1)
        ]
    return [Area(say("Points"), pieces, "table", role="market", key="points")]


def _between(look: Look[State]) -> Scene:
    """A finished game: who has won it and why. Both players go on to the next."""
    s, playing = look.s, int(look.s.playing)
    table, result = _finished(look), GAMES[playing - 1].result(look.view[FIELDS[playing]])
    assert result is not None
    following = playing if is_replayed_next(s) else int(s.order[int(s.position) + 1])
    text = say("Play {game} again", game=short_name(following))
    if following != playing:
        text = say("Next: {game}", game=short_name(following))
    ended = _ended(look)
    return replace(
        table,
        prompt=ended,
        why=say("Reason: {reason}. Game cards: {cards}.", reason=say(result.reason), cards=_standing(look)),
        waiting=say("{ended} {waiting}", ended=ended, waiting=look.waiting()),
        choices=[Choice(text, int(NEXT))] if look.legal else [],
        pause=True,
    )


def _ended(look: Look[State]) -> Text:
    """The winner of the game that has just ended."""
    s, game = look.s, GAMES[int(look.s.playing) - 1].about.name
    winner = int(s.winners[int(s.position)])
    if winner == NOBODY:
        if is_replayed_next(s):
            return say("A draw: {game} is played again.", game=game)
        return say("Another draw: nobody gets the card of {game}.", game=game)
    if look.is_you(winner):
        return say("You win {game} and take its card.", game=game)
    return say("{name} wins {game} and takes its card.", name=look.names[winner], game=game)


def _ordering(look: Look[State]) -> Scene:
    """Before the first game: cards with a fixed place are there, the other two are apart."""
    s = look.s
    orders = [[short_name(int(number)) for number in ORDERS[s.draw, i]] for i in (0, 1)]
    drawn = [game_card(int(number)) for number in DRAWS[s.draw] if number not in FIXED]
    places = [*(Piece("slot", text, at=(i, 0)) for i, text in enumerate(PLACES))]
    places += [game_card(number, at=(FIXED[number], 0)) for number in DRAWS[s.draw] if number in FIXED]
    return Scene(
        say("Which of the two games do you play first?"),
        [
            Area(say("Drawn cards"), drawn, note=say("to be put in order"), look="felt", key="drawn"),
            Area(say("Match"), places, "grid", size=(3, 1), cell=(80, 150), role="market", key="match"),
        ],
        [
            Choice(say("{a}, {b}, {c}", a=order[0], b=order[1], c=order[2]), i)
            for i, order in enumerate(orders)
            if i in look.legal
        ],
        why=say("The number on a card says where it may be played."),
        rules="setup",
        seats=[_cards_of(s, seat) for seat in range(2)],
    )


def _cards_of(s: State, seat: int) -> SeatStatus:
    """What the plate of a player shows outside the games."""
    n = int(s.score[seat])
    return SeatStatus(seat, SEAT_COLOURS[seat], n, 2, say("{n|card|cards}", n=n), say("{n} {n|card|cards}", n=n))


def _tally(s: State) -> list[TallyRow]:
    return [
        TallyRow(GAMES[int(number) - 1].about.name, [int(s.winners[position] == seat) for seat in range(2)])
        for position, number in enumerate(s.order)
        if position <= s.position
    ]


def short_name(number: int) -> Words:
    """A game's name on a button."""
    game = GAMES[number - 1]
    return theme_of(game).short or game.about.name


def _standing(look: Look[State]) -> Text:
    s = look.s
    first, second = look.each_seat()
    words = {"n": s.score[first], "m": s.score[second], "name": look.names[second]}
    if look.is_you(first):
        return say("you {n}, {name} {m}; two cards win", **words)
    return say("{first} {n}, {name} {m}; two cards win", first=look.names[first], **words)


def _cards(look: Look[State]) -> Area:
    """The three games in order, with their winners."""
    s = look.s
    cards = [_placed(look, position, int(number)) for position, number in enumerate(s.order)]
    note = say("played again after a draw") if s.replayed else _standing(look)
    if s.between or s.over:
        return Area(say("Match"), cards, note=_standing(look), look="felt", key="match")
    return Area(say("Match"), cards, note=note, look="strip", cell=(30, 62), key="match")


def _placed(look: Look[State], position: int, number: int) -> Piece:
    """A card in its place."""
    s = look.s
    winner, over = int(s.winners[position]), bool(s.between or s.over)
    now = position == s.position and not over
    state: Words = say("now") if now else say("later")
    if position < s.position or (position == s.position and over):
        state = say("a draw") if winner == NOBODY else say("won by {name}", name=look.name(winner))
    card = game_card(number, colour=SEAT_COLOURS[winner] if winner != NOBODY else "")
    label = say("{n}: {game}, {state}", n=position + 1, game=card.name, state=state)
    return replace(card, effect=state, marked=now, label=label)


def game_card(number: int, **more: Any) -> Piece:
    """A game card: its name, and the places that it may take."""
    return Piece("card", ALLOWED.get(number, "1–3"), name=GAMES[number - 1].about.name, **more)


def revealed(before: State, after: State) -> Iterator[tuple[int, int]]:
    """The choices that the game being played reveals. When it ends, nothing in it stays secret."""
    playing = int(before.playing)
    if playing != ORDERING and not before.between:
        field = FIELDS[playing]
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
