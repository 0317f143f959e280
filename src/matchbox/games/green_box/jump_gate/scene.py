"""Scene of Jump Gate: the ring of tiles with ships and crates, the die in the middle, every seat's cards."""

from __future__ import annotations

from matchbox.scene import Area, Choice, Look, Piece, Scene, Summary, Words, say

from ..boards import ring
from ..components import CUBE_COLOURS, SYMBOLS, TILES
from ..pieces import cubes, tile
from .rules import ANTICLOCKWISE, CARDS, CLOCKWISE, MOST, NO_CARD, PLANET, SIDE

summary = Summary(
    goal=say("Be the first to pick up all your crates from the planets."),
    turn=say("The die moves your ship, and a gate sends it on. Then you may play a number card to correct the course."),
    end=say("The first player to pick up their last crate wins."),
)
cover = [
    tile(5, at=(0, 0)),
    Piece("tile", "-", "brown", number=1, at=(1, 0)),
    cubes(0, at=(1, 0)),
    Piece("pawn", "R", "red", at=(0, 0)),
    Piece("die", "4", number=4, at=(0, 1)),
]

PLACES = [(column, row) for row, column in ring(SIDE + 1)]


def scene(look: Look) -> Scene:
    targets = _targets(look)
    areas = [_track(look, targets), *(_cards(look, seat, targets) for seat in look.each_seat())]
    choices = [Choice(say("No card"), int(NO_CARD))] if NO_CARD in look.legal else []
    return Scene(_prompt(look), areas, choices, coach=_coach(look), rules="your-turn")


def _prompt(look: Look) -> Words:
    s, seat = look.s, look.seat
    if seat < 0:
        return look.waiting()
    rolled, landed, ship = int(s.rolled[seat]), int(s.landed[seat]), int(s.ships[seat])
    if landed != ship:
        return say(
            "You rolled {die} and jumped from {landed} to {ship}. Play a card, or none.",
            die=rolled,
            landed=landed,
            ship=ship,
        )
    return say("You rolled {die} and found no crate on {ship}. Play a card, or none.", die=rolled, ship=ship)


def _coach(look: Look) -> Words:
    return say(
        "Choose a number, then one of its two spaces. You can use each card only once: "
        "most are worth more at the end, when few crates are left."
    )


def _targets(look: Look) -> dict[int, int]:
    """The space where each legal card move ends, after any jump."""
    s = look.s
    found = {}
    for action in look.legal:
        if action != NO_CARD:
            block, sign = (CLOCKWISE, 1) if CLOCKWISE.has(action) else (ANTICLOCKWISE, -1)
            space = (int(s.ships[look.seat]) + sign * int(block.args(action)[0])) % TILES
            found[action] = space if s.track[space] == PLANET else int(s.onward[space])
    return found


# --- the track ---


def _track(look: Look, targets: dict[int, int]) -> Area:
    s = look.s
    pieces: list[Piece] = []
    for space in range(TILES):
        pieces += _space(look, space, tuple(action for action, end in targets.items() if end == space))
    shown = look.acting[0] if look.acting else None
    if shown is not None:
        die, colour = int(s.rolled[shown]), CUBE_COLOURS[shown]
        pieces.append(Piece("die", str(die), colour, number=die, at=(4, 4), span=(2, 2), label=_flight(look, shown)))
    note = say("lower-case letters are crates; round {n}", n=int(s.turns) // int(s.seats) + 1)
    return Area(say("Track"), pieces, "grid", note=note, size=(SIDE + 1, SIDE + 1), look="track", key="track")


def _flight(look: Look, seat: int) -> Words:
    s = look.s
    return say(
        "{name} rolled {die}: from {left} to {landed}",
        name=look.names[seat],
        die=int(s.rolled[seat]),
        left=int(s.left[seat]),
        landed=int(s.landed[seat]),
    )


def _space(look: Look, space: int, ends: tuple[int, ...]) -> list[Piece]:
    """A gate or a planet with its crates and ships."""
    s, at = look.s, PLACES[space]
    seats = range(int(s.seats))
    owners = [seat for seat in seats if int(s.crates[seat]) >> space & 1]
    mine = look.seat in owners
    if s.track[space] != PLANET:
        symbol = int(s.track[space]) - 1
        label = say(
            "gate {symbol} on {space}, leads to {next}", symbol=SYMBOLS[symbol], space=space, next=s.onward[space]
        )
        pieces = [tile(symbol, SYMBOLS[symbol][:2], at=at, ends=ends, label=label)]
    else:
        crates = "".join(CUBE_COLOURS[seat][0] for seat in owners)
        label = say("planet {space}", space=space)
        pieces = [
            Piece(
                "tile", crates or "-", "brown", number=space, at=at, ends=ends, marked=bool(ends) and mine, label=label
            )
        ]
    for seat in owners:  # the tile already shows their letters
        label = say("crate of {name}", name=look.names[seat])
        pieces.append(Piece("cube", "", CUBE_COLOURS[seat], at=at, label=label))
    for seat in seats:
        if s.ships[seat] == space:
            label = say("ship of {name}", name=look.names[seat])
            pieces.append(Piece("pawn", CUBE_COLOURS[seat][0].upper(), CUBE_COLOURS[seat], at=at, label=label))
    return pieces


# --- the seats ---


def _cards(look: Look, seat: int, targets: dict[int, int]) -> Area:
    """The nine number cards; spent cards are dimmed."""
    s = look.s
    pieces = []
    for number in range(1, MOST + 1):
        left = int(s.cards[seat, number])
        acts = look.only(CLOCKWISE.id(number), ANTICLOCKWISE.id(number)) if seat == look.seat and left else ()
        label = say("card {n}", n=number)
        if acts:
            label = say(
                "card {n}: clockwise to {there}, anticlockwise to {back}",
                n=number,
                there=targets[acts[0]],
                back=targets[acts[1]],
            )
        if left:
            pieces.append(
                Piece("card", str(number), CUBE_COLOURS[seat], number=number, count=left, actions=acts, label=label)
            )
        if spent := int(CARDS[number]) - left:
            text = f"({number})"
            pieces.append(Piece("card", text, CUBE_COLOURS[seat], number=number, count=spent, dimmed=True, label=text))
    crates = int(s.crates[seat]).bit_count()
    note = say("1 crate to pick up") if crates == 1 else say("{n} crates to pick up", n=crates)
    return Area(say("cards"), pieces, "fan", seat, note)
