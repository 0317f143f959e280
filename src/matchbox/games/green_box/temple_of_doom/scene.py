"""Temple of Doom: the Front, the temple row by row, Outside, and the cards that threaten it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from matchbox.scene import (
    Area,
    Choice,
    Look,
    Piece,
    Route,
    Scene,
    SeatStatus,
    Shared,
    Summary,
    TallyRow,
    Text,
    Theme,
    Words,
    say,
)

from ..components import BLACK, COLOUR, COLOURS, CUBE_COLOURS, SYMBOL, SYMBOLS, WHITE
from ..pieces import back, card, cards_still_out, tile
from .rules import unseen_cards
from .state import (
    CARD,
    CUBE,
    FLIP_SYMBOL,
    GIVE_UP,
    LEAVE,
    MOVE,
    REMOVE,
    SAY,
    STEP,
    STRIKE,
    TELL,
    TELL_ALL,
    TO,
    State,
)
from .talk import offers, reach
from .temple import CUBES, DECK, FRONT, KILLED, OUTSIDE, ROWS, matched, spots
from .told import phrase, plain_card, tile_name

summary = Summary(
    goal=say("Together, bring relics and cubes out of the temple before it collapses. A score above 0 wins."),
    turn=say("Play a Movement card. Each point moves a cube of its colour, or any cube onto its symbol."),
    end=say("After each round, matched relics are collected, and unmatched Temple cards flip and remove tiles."),
)
theme = Theme(165, "steps", "together", say("Escape together"))
cover = [tile(0), Piece("cube", "R1", "red"), tile(4), Piece("cube", "B1", "blue")]

SIZE = (2, 2)  # a tile, in halves: rows are shifted by half a tile
HALVES = 12  # of the longest row
WIDEST = 5  # halves on each side of its middle
BUTTONS = ((say("Skip this point"), int(GIVE_UP)), (say("Tell all cards"), int(TELL_ALL)))


def cards_out(look: Look[State]) -> list[Area]:
    return [cards_still_out(int(unseen_cards(look.s, look.seat)))]


def scene(look: Look[State]) -> Scene:
    s = look.s
    areas = [
        Area("", _temple(look), "grid", look="temple", turn=True, weight=8, cell=(15, 48), key="temple"),
        Area(_relic_words(s), _relics(s), key="relics", role="supply", note=say("saved")),
        Area(_temple_words(s), _strikers(s), key="cards", role="supply", note=say("strike")),
    ]
    if s.collected:
        areas.append(Area(say("saved relics"), _collected(s), key="collected", role="supply"))
    for seat in look.each_seat():
        areas.append(Area(say("hand"), _hand(look, seat), seat=seat, key=f"hand/{seat}"))
    areas += _talk(look)
    if s.phase in (CUBE, STEP) and not s.over:
        now = [card(int(s.card), marked=True)]
        areas.append(Area(say("In play"), now, note=_points(s), role="tray", key="now"))
    prompt, why, coach = _prompt(look)
    return Scene(
        prompt,
        areas,
        [Choice(text, action) for text, action in BUTTONS if action in look.legal],
        coach=coach,
        rules="a-round",
        why=why,
        round=_round(look),
        routes=_routes(look),
        seats=[_status(s, seat) for seat in range(int(s.seats))],
        shared=Shared(int(s.score[0]), line=say("above 0 wins")),
        tally=_tally(s) if s.over else (),
    )


# --- the temple ---


def _temple(look: Look[State]) -> list[Piece]:
    """The Front, every row of tiles with the cubes on them, and Outside."""
    s = look.s
    across = 2 * len(ROWS[s.layout])
    out = look.only(int(LEAVE)) if s.phase == STEP else ()
    pieces = [Piece("slot", say("Front"), at=(0, 0), span=(2, HALVES), label=say("Front"))]
    pieces += _cubes(look, FRONT, (0, 0), (2, HALVES))
    sure, maybe = forecast(s)
    for place in range(len(spots(int(s.layout)))):
        at = _place_of(s, place)
        bit = 1 << place
        if not (int(s.up) | int(s.flipped)) & bit:
            continue
        actions = look.only(int(TO) + place) if s.phase in (STEP, STRIKE) else ()
        more: dict[str, Any] = {"at": at, "span": SIZE, "actions": actions, "label": tile_name(s, place)}
        if int(s.up) & bit:
            more["ends"] = look.only(*(SAY.id(colour, int(s.symbols[place])) for colour in range(len(CUBE_COLOURS))))
            threat = "sure" if sure & bit else "maybe" if maybe & bit else ""
            pieces.append(tile(int(s.symbols[place]), threat=threat, **more))
        else:
            pieces.append(Piece("tile", "", "brown", threat="now", **more))
        pieces += _cubes(look, place, at, SIZE)
    gone = say("Outside")
    pieces.append(Piece("slot", gone, "black", at=(2 + across, 2), span=(2, HALVES - 4), actions=out, label=gone))
    pieces += _cubes(look, OUTSIDE, (2 + across, 2), (2, HALVES - 4))
    return pieces


def _cubes(look: Look[State], place: int, at: tuple[int, int], span: tuple[int, int]) -> list[Piece]:
    """The cubes on a place. Two of a colour are equal and form a pile: the rules offer the first."""
    s = look.s
    pieces: list[Piece] = []
    for cube in range(CUBES):
        if s.at[cube] == place:
            colour = CUBE_COLOURS[cube // 2]
            actions = look.only(MOVE.first + cube) if s.phase == CUBE else ()
            mover = bool(s.phase == STEP and s.mover == cube and not s.over)
            if pieces and pieces[-1].colour == colour and not mover and not pieces[-1].marked:
                pieces[-1] = replace(pieces[-1], count=2)
                continue
            ends = look.only(*(SAY.id(cube // 2, symbol) for symbol in range(len(SYMBOLS))))
            more: dict[str, Any] = {"at": at, "span": span, "actions": actions, "ends": ends, "marked": mover}
            pieces.append(Piece("cube", colour, colour, label=colour, **more))
    return pieces


def _routes(look: Look[State]) -> list[Route]:
    """A step with one click on its end, where a single cube can take it and none can be picked."""
    s = look.s
    cubes = [cube for cube in range(CUBES) if s.phase == CUBE and MOVE.first + cube in look.legal]
    ways = {cube: reach(s, int(s.card), cube, int(s.at[cube])) for cube in cubes}
    found = []
    for place in range(OUTSIDE + 1):
        movers = [cube for cube in cubes if ways[cube] >> place & 1]
        if len(movers) == 1 and not any(s.at[cube] == place for cube in cubes):  # a cube there can be picked itself
            found.append(Route([MOVE.first + movers[0], int(TO) + place], "temple", _place_of(s, place)))
    return found


def _place_of(s: State, place: int) -> tuple[int, int]:
    """The first column and row of a tile, or of Outside."""
    if TO + place == LEAVE:
        return 2 + 2 * len(ROWS[s.layout]), 2
    row, x = spots(int(s.layout))[place]
    return 2 + 2 * row, WIDEST + x


def forecast(s: State) -> tuple[int, int]:
    """The tiles that would flip if the round ended now: for sure, and one or more of these.

    The round leader chooses among the tiles of a row, so a row with more suitable tiles than cards is open.
    """
    if s.over or s.phase == STRIKE:
        return 0, 0
    up = int(s.up)
    rows = _rows(int(s.layout))
    strikers = [int(which) for which in s.temple[: int(s.shown)] if not _is_matched(s, int(which))]
    sure, maybe, spare = 0, 0, 0
    chosen = [0] * len(rows)  # tiles among `maybe` that will flip
    for symbol in range(len(SYMBOLS)):
        left = sum(int(SYMBOL[which]) == symbol for which in strikers)
        for number, row in enumerate(rows):
            found = row & up & int(s.tiles[symbol])
            if left >= found.bit_count():
                sure |= found
                left -= found.bit_count()
            elif left:
                maybe |= found
                chosen[number] += left
                left = 0
        spare += left
    for number, row in enumerate(rows):
        found = row & up & ~sure
        others = found.bit_count() - chosen[number]
        if spare and spare >= others:
            sure |= found
            spare -= others
        elif spare:
            maybe |= found
            spare = 0
    return sure, maybe & ~sure


def _rows(layout: int) -> list[int]:
    """The tiles of every row, as sets."""
    rows = [0] * len(ROWS[layout])
    for place, (row, _) in enumerate(spots(layout)):
        rows[row] |= 1 << place
    return rows


# --- cards ---


def _is_matched(s: State, which: int) -> bool:
    """Is a cube of the card's colour on its symbol, on a tile that stays?"""
    return bool(matched(s.at, int(s.up) & int(s.tiles[SYMBOL[which]]), int(COLOUR[which])))


def _hand(look: Look[State], seat: int) -> list[Piece]:
    """Your cards, or those that everybody knows and the backs of the others."""
    s = look.s
    if seat != look.seat:
        known = [card(int(which)) for which in s.open_hand[seat] if which]
        hidden = int(s.filled[seat]).bit_count() - len(known)
        return [*known, back(hidden)] if hidden else known
    pieces = []
    for place, held in enumerate(s.hand[seat]):
        if held:
            more: dict[str, Any] = {"actions": look.only(place) if s.phase == CARD else ()}
            more["ends"] = look.only(TELL.id(place))
            pieces.append(card(int(held), cost=say("told") if int(s.told[seat]) >> place & 1 else "", **more))
    return pieces


def _talk(look: Look[State]) -> list[Area]:
    """The first click of talk. The second is a card to tell of, or a cube; the third is a tile for that cube."""
    words = tuple(action for action in map(int, look.legal) if TELL.has(action) or SAY.has(action))
    if not words:
        return []
    tell, offer = any(map(TELL.has, words)), any(map(SAY.has, words))
    effect = say("Tell the others of a card: click it.")
    if tell and offer:
        effect = say("Tell of a card: click it. Or say that you can bring a cube onto a symbol: click both.")
    elif offer:
        effect = say("Say that you can bring a cube onto a symbol: click both.")
    return [Area("", [Piece("marker", say("Talk"), actions=words, effect=effect)], seat=look.seat, key="talk")]


def _relics(s: State) -> list[Piece]:
    return [plain_card(int(which), safe=_is_matched(s, int(which))) for which in s.relics if which]


def _collected(s: State) -> list[Piece]:
    return [plain_card(which) for which in range(len(COLOUR)) if int(s.collected) >> which & 1]


def _strikers(s: State) -> list[Piece]:
    """The face-up Temple cards: a bolt strikes at the end of the round, a tick is held off."""
    pieces = []
    for place, which in enumerate(s.temple[: int(s.shown)]):
        strikes = int(s.waiting) >> place & 1 == 1 if s.phase == STRIKE else not _is_matched(s, int(which))
        now = s.phase == STRIKE and place == s.striker
        done = s.phase == STRIKE and not strikes
        threat = "sure" if strikes and not s.over else ""
        safe = not strikes and not done
        pieces.append(plain_card(int(which), threat=threat, safe=safe, marked=bool(now), dimmed=done))
    return pieces


def _relic_words(s: State) -> Text:
    return say("{n} of {all} relics", n=int(s.collected).bit_count(), all=DECK)


def _temple_words(s: State) -> Text:
    strike = sum(bool(piece.threat) for piece in _strikers(s))
    return say("{n} of {all} temple cards", n=strike, all=s.shown)


# --- words ---


def _round(look: Look[State]) -> Text:
    s = look.s
    if s.seats == 1:
        return say("Round {n}", n=s.rounds)
    if look.seat == s.leader:
        return say("Round {n}, you lead", n=s.rounds)
    return say("Round {n}, {name} leads", n=s.rounds, name=look.names[int(s.leader)])


def _status(s: State, seat: int) -> SeatStatus:
    """The phrase of a seat stays on its plate while it is true."""
    held = int(s.filled[seat]).bit_count()
    said = int(s.says[seat]) - 1
    holds = said >= 0 and not s.over and s.phase != STRIKE and offers(s, seat) >> said & 1
    return SeatStatus(seat, line=say("{n} {n|card|cards} left", n=held), says=phrase(said) if holds else "")


def _tally(s: State) -> list[TallyRow]:
    """The common result, the same for everybody."""
    out = sum(int(place) == OUTSIDE for place in s.at)
    relics = DECK - int(s.collected).bit_count()
    dead = sum(int(place) == KILLED for place in s.at)
    seats = int(s.seats)
    return [
        TallyRow(say("Cubes outside"), [out] * seats, Piece("cube", "green", "green")),
        TallyRow(say("Relics not saved"), [-relics] * seats, plain_card(RELIC_ICON)),
        TallyRow(say("Cubes lost"), [dead] * seats, Piece("cube", "red", "red", dimmed=True)),
    ]


RELIC_ICON = 6  # a red Relic


def _points(s: State) -> Text:
    return say("{n} {n|point|points} left", n=s.points)


def _card_name(which: int) -> Text:
    return say("{colour} {symbol}", colour=COLOURS[COLOUR[which]], symbol=SYMBOLS[SYMBOL[which]])


def _may(which: int) -> Text:
    """What a point of a Movement card may do."""
    symbol, colour = SYMBOLS[SYMBOL[which]], int(COLOUR[which])
    if colour == WHITE:
        return say("White moves any cube anywhere, one step.")
    if colour == BLACK:
        return say("Black moves any cube, but only onto {symbol}.", symbol=symbol)
    return say("A {colour} cube anywhere, or any cube onto {symbol}.", colour=COLOURS[colour], symbol=symbol)


def _danger(s: State) -> Words:
    """What the end of the round would bring."""
    sure, maybe = forecast(s)
    words: dict[str, Any] = {"fall": int(s.flipped).bit_count(), "sure": sure.bit_count(), "maybe": maybe.bit_count()}
    if maybe:
        return say("{fall} {fall|tile falls|tiles fall}, {sure} flip for sure and {maybe} may.", **words)
    return say("{fall} {fall|tile falls|tiles fall} and {sure} flip at the end of the round.", **words)


def _prompt(look: Look[State]) -> tuple[Text, Words, Text]:
    s = look.s
    coach = say("A cube of a card's colour on the card's symbol collects that relic, or holds off that Temple card.")
    if s.phase == CARD:
        return say("Which Movement card do you play?"), _danger(s), coach
    if s.phase == STRIKE:
        which = int(s.temple[s.striker])
        words: dict[str, Any] = {"card": _card_name(which), "symbol": SYMBOLS[SYMBOL[which]]}
        coach = say("Flipped tiles fall at the end of the next round: choose a tile that nobody needs.")
        why = say("It falls at the end of the next round, with every cube on it.")
        if s.strikes == FLIP_SYMBOL:
            return say("The {card} strikes: which {symbol} tile flips?", **words), why, coach
        if s.strikes == REMOVE:
            return say("The {card} strikes: which tile is removed?", **words), say("With every cube on it."), coach
        return say("The {card} strikes: which tile flips?", **words), why, coach
    name = _card_name(int(s.card))
    if s.phase == STEP:
        colour = CUBE_COLOURS[int(s.mover) // 2]
        return (
            say("With the {card}: where does the {colour} cube go?", card=name, colour=colour),
            _may(int(s.card)),
            coach,
        )
    if s.points > 1:
        return say("With the {card}: which cube goes? {n} steps", card=name, n=s.points), _may(int(s.card)), coach
    return say("With the {card}: which cube goes one step?", card=name), _may(int(s.card)), coach
