"""Grenade Salad: the table to scale with ranges and blasts; reserves and hands around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from matchbox.engine import wide
from matchbox.scene import (
    Aim,
    Area,
    Choice,
    Look,
    Piece,
    Route,
    Scene,
    SeatStatus,
    Summary,
    TallyRow,
    Text,
    Theme,
    Words,
    say,
)

from ..components import BRICKS, CUBE_COLOURS, DROP, HAMMERS, SYMBOLS, WHEEL
from ..pieces import symbols_still_out
from .geometry import BLAST, CUBE, HALF, TABLE, TILE, in_blast
from .orders import (
    A_TURN,
    CHOOSE,
    COLUMN,
    DECLINE,
    DX,
    DY,
    END,
    KILL,
    MINE,
    MINES,
    MOVE,
    PLAY,
    ROW,
    SOLDIER,
    STEP,
    VICTIM,
    X,
    Y,
    must_play,
    unseen_of,
)
from .state import QUIET_ROUNDS, SOLDIERS, WHILE_DECK, State, attacker, victims
from .words import NAMES, where

FIELD = "field"
MARGIN = 6  # around what the camera frames
WARNED = 2  # rounds before the turn limit in which the button warns of it
EFFECTS = (
    say("Place a soldier at any free point"),
    say("Kill a soldier that touches yours, or almost"),
    say("Three soldiers land around the middle"),
    say("In others' turns: blow up a soldier that moved or landed"),
    say("Kill a soldier that one of yours can see"),
    say("Throw up to a tile: all in the square die"),
)
"""What the cards do, by symbol, as printed on them."""

summary = Summary(
    goal=say("Score the most points: three for each of your soldiers still alive, one for each soldier you killed."),
    turn=say("Move one soldier and play up to two cards, in any order. Opponents may answer with Mines."),
    end=say("The game ends when no cards are left, or when the deck is empty and nobody can play a card."),
)
theme = Theme(105, "camo", "boards", say("Aim, throw, take cover"))
cover = [
    Piece("cube", "red", colour="red"),
    Piece("card", NAMES[WHEEL], symbol=SYMBOLS[WHEEL]),
    Piece("cube", "green", colour="green"),
    Piece("card", NAMES[BRICKS], symbol=SYMBOLS[BRICKS]),
    Piece("cube", "blue", colour="blue"),
]


def scene(look: Look[State]) -> Scene:
    s = look.s
    areas = [_field(look)]
    for seat in look.each_seat():
        areas += _seat(look, seat)
    prompt, why = _prompt(look)
    return Scene(
        prompt,
        areas,
        _choices(look),
        aims=_aims(look),
        why=why,
        coach=_coach(look),
        rules=_rules(look),
        waiting=say("Waiting for opponents: they may play a Mine.") if s.phase == MINES else "",
        round=say("Deck {n}", n=s.in_deck),
        commits=_commits(look),
        routes=_routes(look),
        seats=[_status(look, seat) for seat in range(int(s.seats))],
        tally=_tally(look) if s.over else (),
    )


def cards_out(look: Look[State]) -> list[Area]:
    """Neither played nor in the viewer's hand; only symbols matter."""
    return [symbols_still_out([int(unseen_of(look.s, look.seat, symbol)) for symbol in range(len(SYMBOLS))], NAMES)]


def _status(look: Look[State], seat: int) -> SeatStatus:
    s, alive = look.s, len(_alive(look, seat))
    line = say("{alive} alive, {kills} {kills|kill|kills}", alive=alive, kills=s.kills[seat])
    return SeatStatus(seat, CUBE_COLOURS[seat], int(s.score[seat]), line=line)


def _tally(look: Look[State]) -> list[TallyRow]:
    seats = range(int(look.s.seats))
    alive = [3 * len(_alive(look, seat)) for seat in seats]
    kills = [int(look.s.kills[seat]) for seat in seats]
    grenade = Piece("card", NAMES[WHEEL], symbol=SYMBOLS[WHEEL])
    return [
        TallyRow(say("Soldiers alive, 3 each"), alive, Piece("cube", "red", "red")),
        TallyRow(say("Soldiers killed"), kills, grenade),
    ]


def revealed(before: State, after: State) -> Iterator[tuple[int, int]]:
    """The Mine that explodes. It stays secret who else held a Mine."""
    if before.phase == MINES and after.discards[BRICKS] > before.discards[BRICKS]:
        for place in range(before.concerns):
            soldier = before.concerned[place]
            if (before.x[before.active, soldier], before.y[before.active, soldier]) == (after.blast_x, after.blast_y):
                yield int(after.blast_by) - 1, MINE.id(int(place))


# --- the battlefield ---


def _at(look: Look[State], seat: int, soldier: int) -> tuple[int, int]:
    return int(look.s.x[seat, soldier]), int(look.s.y[seat, soldier])


def _alive(look: Look[State], seat: int) -> list[int]:
    return [soldier for soldier in range(SOLDIERS) if int(look.s.alive[seat]) >> soldier & 1]


def _concerned(look: Look[State]) -> dict[int, int]:
    """The active player's soldiers that a Mine can target now, with their indices in `concerned`."""
    s = look.s
    if s.phase != MINES:
        return {}
    named = {int(s.concerned[place]): place for place in range(int(s.concerns))}
    return {soldier: place for soldier, place in named.items() if int(s.alive[s.active]) >> soldier & 1}


def _aiming(look: Look[State]) -> bool:
    """Is the player choosing where a soldier moves or throws?"""
    return look.s.phase in (COLUMN, ROW) and look.s.doing != DROP and not look.s.over


def _field(look: Look[State]) -> Area:
    pieces = [*_marks(look), *_soldiers(look)]
    return Area("", pieces, "free", size=(TABLE, TABLE), cell=(9, 20), weight=4, key=FIELD, focus=_focus(look))


def _focus(look: Look[State]) -> tuple[int, int, int, int]:
    """The part of the table that matters now: what can be chosen, or where the fighting is."""
    s = look.s
    everybody = [_at(look, seat, soldier) for seat in range(int(s.seats)) for soldier in _alive(look, seat)]
    active, margin = int(s.active), MARGIN
    points = _fighting(look) or everybody
    if look.named:  # a picture stays as it is
        corners = [(int(s.blast_x) + by, int(s.blast_y) + by) for by in (-BLAST, BLAST)] if s.blast_by else []
        return framing([*everybody, *corners], MARGIN)
    if _aiming(look):
        points, margin = [_at(look, active, int(s.soldier))], TILE + MARGIN
    elif s.phase == SOLDIER and not s.over:
        points = [_at(look, active, soldier) for soldier in _alive(look, active)]
    elif s.phase == VICTIM and not s.over:
        lines = _sights(look)
        points = [end for line in lines for end in (line.at, line.to) if end]
    elif s.phase == MINES and not s.over:
        points, margin = [_at(look, active, soldier) for soldier in _concerned(look)], TILE
    elif s.phase in (COLUMN, ROW) and not s.over:
        margin = TILE
    return framing(points or everybody, margin)


def _fighting(look: Look[State]) -> list[tuple[int, int]]:
    """Your soldiers and all those near them."""
    own = [_at(look, look.seat, soldier) for soldier in _alive(look, look.seat)] if look.seat >= 0 else []
    others = [
        _at(look, seat, soldier)
        for seat in range(int(look.s.seats))
        if seat != look.seat
        for soldier in _alive(look, seat)
    ]
    near = [at for at in others if any(max(abs(at[0] - x), abs(at[1] - y)) <= 2 * TILE for x, y in own)]
    return own + near if near else []


def framing(points: Sequence[tuple[int, int]], margin: int) -> tuple[int, int, int, int]:
    """The rectangle around points, with a margin, on the table."""
    if not points:
        return 0, 0, TABLE, TABLE
    low = [max(0, min(point[i] for point in points) - margin) for i in (0, 1)]
    high = [min(TABLE, max(point[i] for point in points) + margin) for i in (0, 1)]
    return low[0], low[1], high[0] - low[0], high[1] - low[1]


def soldier_piece(seat: int, at: tuple[int, int], **more: Any) -> Piece:
    """A soldier around a point."""
    colour = CUBE_COLOURS[seat]
    return Piece("cube", colour[0].upper(), colour, at=(at[0] - HALF, at[1] - HALF), span=(CUBE, CUBE), **more)


def _soldiers(look: Look[State]) -> list[Piece]:
    s = look.s
    concerned = _concerned(look)
    pieces = []
    for seat in range(int(s.seats)):
        for soldier in _alive(look, seat):
            at = _at(look, seat, soldier)
            acts: tuple[int, ...] = ()
            marked = False
            if s.phase == SOLDIER and seat == s.active:
                acts = look.only(CHOOSE.first + soldier)
            elif s.phase == VICTIM:
                acts = look.only(KILL.first + SOLDIERS * seat + soldier)
            elif seat == s.active and soldier in concerned:
                acts, marked = look.only(MINE.first + concerned[soldier]), True
            elif seat == s.active and _aiming(look):
                marked = soldier == s.soldier
            label = say("{colour} soldier {where}", colour=CUBE_COLOURS[seat], where=where(*at))
            pieces.append(soldier_piece(seat, at, marked=bool(marked), actions=acts, label=label))
    return pieces


def blast_piece(x: int, y: int, text: Text, dimmed: bool = False) -> Piece:
    """A blast around a point."""
    corner, sides = (x - BLAST, y - BLAST), (2 * BLAST, 2 * BLAST)
    return Piece("zone", colour="red", at=corner, span=sides, dimmed=dimmed, label=text)


def _marks(look: Look[State]) -> list[Piece]:
    """Drawn under the soldiers: the last blast, and what matters now."""
    s = look.s
    pieces = []
    if s.blast_by:
        pieces.append(blast_piece(int(s.blast_x), int(s.blast_y), say("the last explosion"), dimmed=True))
    if s.over:
        return pieces
    for soldier in _concerned(look):
        pieces.append(blast_piece(*_at(look, int(s.active), soldier), say("blast of a Mine here")))
    if s.phase == VICTIM:
        pieces += _sights(look)
    return pieces


def _sights(look: Look[State]) -> list[Piece]:
    """A line from an attacker to every victim of the card being played."""
    s = look.s
    active, card = wide(s.active), wide(s.doing)
    lines = []
    for seat in range(int(s.seats)):
        if seat != active:
            found = int(victims(s, active, wide(seat), card, False))
            for soldier in _alive(look, seat):
                if found >> soldier & 1:
                    by = int(attacker(s, active, wide(seat), wide(soldier), card))
                    start, end = _at(look, int(active), by), _at(look, seat, soldier)
                    text = say("close enough") if card == HAMMERS else say("in sight")
                    lines.append(Piece("line", colour=CUBE_COLOURS[active], at=start, to=end, label=text))
    return lines


# --- cards and seats ---


def _cards(look: Look[State]) -> list[Piece]:
    """Your cards with what they do; cards that cannot be played now are dimmed."""
    s, pieces = look.s, []
    held = [symbol for symbol in range(len(SYMBOLS)) for _ in range(int(s.hand[look.seat][symbol]))]
    for symbol in held:
        acts = look.only(PLAY.first + symbol) if s.phase == STEP else ()
        idle = bool(look.legal) and s.phase == STEP and not acts
        if symbol == BRICKS and s.phase == MINES:
            idle = False
        pieces.append(
            Piece(
                "card", NAMES[symbol], symbol=SYMBOLS[symbol], actions=acts, dimmed=idle,
                name=say(NAMES[symbol]), effect=EFFECTS[symbol],
            )
        )  # fmt: skip
    return pieces


def _seat(look: Look[State], seat: int) -> list[Area]:
    s = look.s
    colour, reserve = CUBE_COLOURS[seat], SOLDIERS - int(s.entered[seat])
    mine = seat == look.seat
    if not mine:
        return []  # the line on the plate says it all
    cubes = [Piece("cube", colour, colour, count=reserve)] if reserve else []
    note = say("in reserve") if reserve else say("no reserve")
    return [Area("", _cards(look), "row", seat, key="hand"), Area("", cubes, "counters", seat, note, key="reserve")]


# --- choices ---


def _choices(look: Look[State]) -> list[Choice]:
    buttons = (Choice(say("Move a soldier"), int(MOVE)), _end_button(look.s), Choice(say("No Mine"), int(DECLINE)))
    return [button for button in buttons if button.action in look.legal]


def _would_pass(s: State) -> bool:
    """Would the end of this turn be a pass?"""
    return s.cards == 0 and (s.passing != WHILE_DECK or s.in_deck == 0)


def _end_button(s: State) -> Choice:
    """The button says what a turn without a card means."""
    if s.cards:
        return Choice(say("End turn"), int(END))
    if _would_pass(s):
        free = say("the game ends when all pass in a row")
        unable = say("you can play no card; the game ends when all pass in a row")
        return Choice(say("Pass"), int(END), unable if must_play(s) else free)
    number, most = int(s.quiet) + 1, QUIET_ROUNDS * int(s.seats)
    note = say("you keep your cards; this is no pass")
    if number == most:
        note = say("the last of {most} turns in a row without a card: the game ends", most=most)
    elif most - number < WARNED * int(s.seats):
        note = say("turn {n} of {most} in a row without a card; then the game ends", n=number, most=most)
    return Choice(say("End turn without a card"), int(END), note)


def _commits(look: Look[State]) -> list[Choice]:
    """Cards are read before they are played; kills and Mines are final."""
    found = []
    for action in map(int, look.legal):
        if PLAY.has(action):
            (symbol,) = (int(n) for n in PLAY.args(action))
            found.append(Choice(say("Play {card}", card=NAMES[symbol]), action, COACHES[symbol]))
        elif KILL.has(action):
            found.append(Choice(say("Kill this soldier"), action))
        elif MINE.has(action):
            found.append(Choice(_mine_text(look, action), action))
    return found


def _mine_text(look: Look[State], action: int) -> Text:
    """The words on the button for a Mine: how many soldiers it kills."""
    s = look.s
    (place,) = (int(n) for n in MINE.args(action))
    x, y = _at(look, int(s.active), int(s.concerned[place]))
    n = own = 0
    for seat in range(int(s.seats)):
        for soldier in _alive(look, seat):
            if in_blast(x, y, *_at(look, seat, soldier)):
                n += 1
                own += seat == look.seat
    if own:
        return say("Mine · kills {n}, {own} of yours", n=n, own=own)
    return say("Mine · kills {n}", n=n)


def _routes(look: Look[State]) -> list[Route]:
    """A click on a soldier begins its move."""
    s = look.s
    if s.phase != STEP or MOVE not in look.legal:
        return []
    found = []
    for soldier in _alive(look, look.seat):
        x, y = _at(look, look.seat, soldier)
        found.append(Route([int(MOVE), int(CHOOSE.id(soldier))], FIELD, (x - HALF, y - HALF)))
    return found


def _aims(look: Look[State]) -> list[Aim]:
    s = look.s
    if not look.legal or s.phase not in (COLUMN, ROW):
        return []
    if s.doing == DROP:
        origin, reach = None, 0
        blocks, zero, column = (X.first, Y.first), (0, 0), int(s.column)
    else:
        origin, reach = _at(look, int(s.active), int(s.soldier)), TILE
        blocks, zero = (DX.first, DY.first), (origin[0] - TILE, origin[1] - TILE)
        column = zero[0] + int(s.column)
    axis = int(s.phase == ROW)
    piece = None if s.doing == WHEEL else soldier_piece(look.seat, (0, 0))
    text = say("Throw") if s.doing == WHEEL else say("Place it here") if s.doing == DROP else say("Move here")
    return [
        Aim(
            FIELD,
            ("column", "row")[axis],
            [(zero[axis] + action - blocks[axis], int(action)) for action in look.legal],
            column if axis else None,
            origin,
            reach,
            2 * BLAST if s.doing == WHEEL else 0,
            piece,
            text,
        )
    ]


def _prompt(look: Look[State]) -> tuple[Text, Words]:
    s = look.s
    if s.phase == STEP:
        return _prompt_of_step(look)
    if s.phase == SOLDIER:
        if s.doing == WHEEL:
            return say("Who throws the grenade?"), say("It flies up to a tile's width.")
        return say("Which soldier moves?"), say("Up to a tile's width. Opponents may answer with a Mine.")
    if s.phase == VICTIM:
        if s.doing == HAMMERS:
            return say("Whom do you kill in close combat?"), say("The lines show who is close enough.")
        return say("Whom does your sniper shoot?"), say("The lines show whom your soldiers can see.")
    if s.phase == MINES:
        name = look.names[int(s.active)]
        if len(look.legal) == 1:
            return say("You have no Mine against {name}.", name=name), say("Others may have one. Nobody sees who has.")
        why = say("Everybody in the red square dies, your own too. One point for each.")
        return say("Do you blow up a soldier of {name}?", name=name), why
    if s.doing == DROP:
        return say("Where does the new soldier land?"), say("Any free point. Tap the field, then drag.")
    if s.doing == WHEEL:
        why = say("Anywhere in the ring. Everybody whose centre is in the square dies, your own too.")
        return say("Where does the grenade land?"), why
    return say("Where does the soldier go?"), say("Anywhere in the ring that is free.")


def _prompt_of_step(look: Look[State]) -> tuple[Text, Words]:
    s = look.s
    if s.cards >= A_TURN:
        return say("Move a soldier, or end your turn?"), say("Opponents may answer a move with a Mine.")
    if look.legal and not any(PLAY.has(action) for action in look.legal):
        question = say("Move a soldier, or pass?") if _would_pass(s) else say("Move a soldier, or end your turn?")
        return question, say("You can play none of your cards now.")
    left = A_TURN - int(s.cards)
    question = say("Play a card, or move a soldier?") if MOVE in look.legal else say("Which card do you play?")
    if END not in look.legal:
        return question, say("{n} {n|card|cards} left this turn, and one move. Tap a card to read it.", n=left)
    if s.cards:
        return question, say("{n} {n|card|cards} left this turn. You may end your turn now.", n=left)
    return question, say("Up to {n} cards this turn. You may also end it without a card.", n=left)


COACHES = (
    say("Place one soldier from your reserve at any free point of the table."),
    say("Kill an opponent's soldier less than a cube's width away from one of yours."),
    say("Three soldiers from your reserve land around the middle; you cannot choose where."),
    say("Play a Mine on an opponent's turn, on a soldier that was just moved or placed."),
    say("Kill an opponent's soldier that one of yours can see."),
    say("A soldier throws up to a tile's width. Everybody in a tile-sized square dies, your own too."),
)
"""What the cards do, by symbol, in a sentence."""


def _coach(look: Look[State]) -> Text:
    s = look.s
    if s.phase == STEP:
        if must_play(s):
            return say("Move once and play up to two cards, in any order. You must play a card if you can.")
        return say("Move once and play up to two cards, in any order. A turn without a card is allowed.")
    if s.phase == MINES:
        return say("All opponents answer at the same time. Only the first Mine in seat order explodes.")
    if s.doing < len(COACHES):
        return COACHES[s.doing]
    return say("A soldier moves up to a tile's width and may pass over others. Only the end point must be free.")


def _rules(look: Look[State]) -> str:
    if look.s.phase == MINES:
        return "mines"
    if look.s.phase == STEP:
        return "on-your-turn"
    return "measuring" if look.s.doing == MOVE else "the-cards"
