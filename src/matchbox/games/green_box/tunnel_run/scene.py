"""Tunnel Run: the tunnel in winding rows from entrance to exit, pirates on its tiles, your hand below."""

from __future__ import annotations

from matchbox.scene import Area, Choice, Look, Piece, Scene, Summary, Text, Words, say

from ..boards import serpentine
from ..components import CUBE_COLOURS, SYMBOLS, TILES
from ..pieces import back, tile
from .rules import ADVANCED, BACK, END_TURN, ENTRANCE, EXIT, FORWARD, MOST_ACTIONS, SECTION, ahead, behind

summary = Summary(
    goal=say("Be the first to get all your pirates through the tunnel."),
    turn=say("Play a card: one of your pirates runs to the next empty tile with its symbol."),
    end=say("The game ends as soon as a player's last pirate is out."),
)
cover = [
    tile(0, at=(0, 0)),
    tile(1, at=(1, 0)),
    tile(4, at=(2, 0)),
    Piece("cube", "Y", "yellow", at=(0, 0)),
    Piece("cube", "B", "blue", at=(1, 0)),
]

# One section per row. The entrance is left of the first row; the exit is left of the last, where the track ends.
PLACES = [(0, 0), *((column + 1, row) for row, column in serpentine(TILES, SECTION)), (0, TILES // SECTION - 1)]


def scene(look: Look) -> Scene:
    s = look.s
    targets = _targets(look)
    areas = [_tunnel(look, targets)]
    if look.seat >= 0:
        areas.append(Area(say("hand"), _hand(look), "fan", look.seat, key="hand"))
    areas += [_player(look, seat) for seat in look.each_seat()]
    areas += _piles(look)
    choices = [Choice(say("End your turn"), int(END_TURN))] if END_TURN in look.legal else []
    section = "the-advanced-game" if s.mode == ADVANCED else "your-turn"
    return Scene(_prompt(look), areas, choices, coach=_coach(look), rules=section)


def _prompt(look: Look) -> Words:
    s = look.s
    if s.mode != ADVANCED:
        return say("Play a card and choose a pirate to run.")
    number = int(s.done) + 1
    if not s.held[look.seat]:
        return say("Action {n} of {most}: go back with a pirate to draw cards.", n=number, most=MOST_ACTIONS)
    return say("Action {n} of {most}: play a card, or go back to draw cards.", n=number, most=MOST_ACTIONS)


def _coach(look: Look) -> Words:
    if look.s.mode == ADVANCED:
        return say(
            "Going back is the only way to draw: one card for a tile with one pirate, two for a tile with two. "
            "Tiles with three are skipped."
        )
    return say("Occupied tiles are skipped: the more pirates on a symbol, the farther its card takes you.")


def _targets(look: Look) -> dict[int, int]:
    """Where each legal move would end."""
    s = look.s
    found = {}
    for action in look.legal:
        if FORWARD.has(action):
            symbol, pirate = (int(x) for x in FORWARD.args(action))
            found[action] = int(ahead(s, int(s.at[look.seat, pirate]), symbol))
        elif BACK.has(action):
            found[action] = int(behind(s, int(s.at[look.seat, int(BACK.args(action)[0])])))
    return found


# --- the tunnel ---


def _tunnel(look: Look, targets: dict[int, int]) -> Area:
    s = look.s
    pieces = []
    for place in range(EXIT + 1):
        ends = tuple(action for action, end in targets.items() if end == place)
        last = place in s.moved and s.moved[0] != s.moved[1]
        if place in (ENTRANCE, EXIT):
            text = say("in") if place == ENTRANCE else say("out")
            pieces.append(Piece("zone", text, at=PLACES[place], ends=ends, marked=last, label=_place_name(place)))
        else:
            symbol = int(s.tunnel[place])
            label = say("{symbol}, {place}", symbol=SYMBOLS[symbol], place=_place_name(place))
            pieces.append(tile(symbol, SYMBOLS[symbol][:2], at=PLACES[place], ends=ends, marked=last, label=label))
        for seat in range(int(s.seats)):
            pieces += _pirates(look, seat, place, targets)
    return Area(say("Tunnel"), pieces, "grid", size=(SECTION + 1, TILES // SECTION), look="track", key="tunnel")


def _place_name(place: int) -> Text:
    if place == ENTRANCE:
        return say("entrance")
    return say("exit") if place == EXIT else say("tile {n}", n=place)


def _pirates(look: Look, seat: int, place: int, targets: dict[int, int]) -> list[Piece]:
    """All pirates of a seat on one place, as one piece."""
    s = look.s
    here = [pirate for pirate in range(int(s.crew)) if s.at[seat, pirate] == place]
    if not here:
        return []
    mine = [] if seat != look.seat else [a for a in targets if _pirate(a) in here]
    colour = CUBE_COLOURS[seat]
    label = say("{name}, {pirates}: {place}", name=look.names[seat], pirates=_count(here), place=_place_name(place))
    for action in mine:
        if BACK.has(action):
            label = say(
                "{pirate}; back to {there}: draw {cards}",
                pirate=label,
                there=_place_name(targets[action]),
                cards=_cards(int(s.crowd[targets[action]])),
            )
    text = colour[0].upper()
    return [Piece("cube", text, colour, count=len(here), at=PLACES[place], actions=tuple(mine), label=label)]


def _count(pirates: list[int]) -> Text:
    return say("1 pirate") if len(pirates) == 1 else say("{n} pirates", n=len(pirates))


def _pirate(action: int) -> int:
    return int(FORWARD.args(action)[1]) if FORWARD.has(action) else int(BACK.args(action)[0])


# --- cards ---


def _hand(look: Look) -> list[Piece]:
    """Your cards, one piece per symbol."""
    s = look.s
    pieces = []
    for symbol, name in enumerate(SYMBOLS):
        if n := int(s.cards[look.seat, symbol]):
            acts = tuple(a for a in look.legal if FORWARD.has(a) and FORWARD.args(a)[0] == symbol)
            pieces.append(Piece("card", name, symbol=name, count=n, actions=acts))
    return pieces


def _player(look: Look, seat: int) -> Area:
    s = look.s
    cards = [back(int(s.held[seat]))] if s.held[seat] and seat != look.seat else []
    note = say("pirates out: {n} of {crew}, {cards}", n=s.score[seat], crew=s.crew, cards=_cards(int(s.held[seat])))
    if seat in look.acting and s.mode == ADVANCED:
        note = say("{note}, action {n} of {most}", note=note, n=int(s.done) + 1, most=MOST_ACTIONS)
    return Area(say("pirates"), cards, "counters", seat, note)


def _piles(look: Look) -> list[Area]:
    s = look.s
    pile = [back(int(s.in_deck))] if s.in_deck else []
    played = [
        Piece("card", name, symbol=name, count=int(s.discard[symbol]))
        for symbol, name in enumerate(SYMBOLS)
        if s.discard[symbol]
    ]
    return [
        Area(say("Draw pile"), pile, "pile", note=_cards(int(s.in_deck))),
        Area(say("Discard pile"), played, "counters"),
    ]


def _cards(n: int) -> Text:
    return say("1 card") if n == 1 else say("{n} cards", n=n)
