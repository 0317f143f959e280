"""Tunnel Run: the tunnel as a serpentine from the entrance to the exit, pirates on its tiles, the own hand below."""

from __future__ import annotations

from matchbox.boxes.green_box.boards import serpentine
from matchbox.boxes.green_box.components import CUBE_COLOURS, SYMBOLS, TILES
from matchbox.boxes.green_box.tunnel_run import (
    ADVANCED,
    BACK,
    END_TURN,
    ENTRANCE,
    EXIT,
    FORWARD,
    MOST_ACTIONS,
    SECTION,
    ahead,
    behind,
)
from matchbox.table.green_box import back, tile
from matchbox.table.scene import Area, Choice, Look, Piece, Scene, Summary, Words, say

summary = Summary(
    goal=say("Be the first to get all your pirates through the tunnel."),
    turn=say("Play a card: one of your pirates runs to the next free tile with its symbol."),
    end=say("The game ends at once when somebody's last pirate is out."),
)
cover = [
    tile(0, at=(0, 0)),
    tile(1, at=(1, 0)),
    tile(4, at=(2, 0)),
    Piece("cube", "Y", "yellow", at=(0, 0)),
    Piece("cube", "B", "blue", at=(1, 0)),
]

# One section a row; the entrance stands left of the first row, and the exit left of the last, where the track ends.
PLACES = [(0, 0), *((column + 1, row) for row, column in serpentine(TILES, SECTION)), (0, TILES // SECTION - 1)]


def scene(look: Look) -> Scene:
    s = look.s
    targets = _targets(look)
    areas = [_tunnel(look, targets)]
    if look.seat >= 0:
        areas.append(Area(say("hand"), _hand(look), "fan", look.seat, key="hand"))
    areas += [_player(look, seat) for seat in look.each_seat()]
    areas += _piles(look)
    choices = [Choice(say("End the turn"), int(END_TURN))] if END_TURN in look.legal else []
    section = "the-advanced-game" if s.mode == ADVANCED else "your-turn"
    return Scene(_prompt(look), areas, choices, coach=_coach(look), rules=section)


def _prompt(look: Look) -> Words:
    s = look.s
    if s.mode != ADVANCED:
        return say("Play a card and choose the pirate that runs.")
    number = int(s.done) + 1
    if not s.held[look.seat]:
        return say("Action {n} of {most}: go back with a pirate to draw cards.", n=number, most=MOST_ACTIONS)
    return say("Action {n} of {most}: run with a card, or go back to draw cards.", n=number, most=MOST_ACTIONS)


def _coach(look: Look) -> Words:
    if look.s.mode == ADVANCED:
        return say(
            "Going back is the only way to new cards: one for a tile with one pirate, two for a tile with two. "
            "Tiles with three are skipped."
        )
    return say("Occupied tiles are passed over, so a card carries far where others stand on its symbol.")


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
            pieces.append(Piece("zone", text, at=PLACES[place], ends=ends, marked=last))
        else:
            symbol = int(s.tunnel[place])
            label = say("{symbol} on {place}", symbol=SYMBOLS[symbol], place=place)
            more = {"at": PLACES[place], "ends": ends, "marked": last, "label": label}
            pieces.append(tile(symbol, f"{SYMBOLS[symbol][:2]}", **more))
        for seat in range(int(s.seats)):
            pieces += _pirates(look, seat, place, targets)
    return Area(say("Tunnel"), pieces, "grid", size=(SECTION + 1, TILES // SECTION), look="track", key="tunnel")


def _pirates(look: Look, seat: int, place: int, targets: dict[int, int]) -> list[Piece]:
    """The pirates of a seat on a place: alike, so one piece."""
    s = look.s
    here = [pirate for pirate in range(int(s.crew)) if s.at[seat, pirate] == place]
    if not here:
        return []
    mine = [] if seat != look.seat else [a for a in targets if _pirate(a) in here]
    colour = CUBE_COLOURS[seat]
    label: Words = say("{n} of {name} on {place}", n=len(here), name=look.names[seat], place=place)
    for action in mine:
        if BACK.has(action):
            label = say(
                "{pirate}; back to {there}: draws {cards}",
                pirate=label,
                there=targets[action],
                cards=int(s.crowd[targets[action]]),
            )
    text = colour[0].upper()
    return [Piece("cube", text, colour, count=len(here), at=PLACES[place], actions=tuple(mine), label=label)]


def _pirate(action: int) -> int:
    return int(FORWARD.args(action)[1]) if FORWARD.has(action) else int(BACK.args(action)[0])


# --- cards ---


def _hand(look: Look) -> list[Piece]:
    """The own cards; equal symbols are alike."""
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
    note = say("{n} of {crew} pirates are out, {cards} cards", n=s.score[seat], crew=s.crew, cards=s.held[seat])
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
        Area(say("Draw pile"), pile, "pile", note=say("{n} cards", n=s.in_deck)),
        Area(say("Discard pile"), played, "counters"),
    ]
