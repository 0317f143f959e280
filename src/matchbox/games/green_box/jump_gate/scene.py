"""Scene of Jump Gate: the ring of tiles with ships and crates, the die in the middle, every seat's cards."""

from __future__ import annotations

from collections.abc import Iterator

from matchbox.scene import Area, Choice, GameEvent, Look, Piece, Player, Scene, Seen, Summary, Words, say

from ..boards import ring
from ..components import CUBE_COLOURS, SYMBOLS, TILES
from ..pieces import cubes, tile
from .rules import ANTICLOCKWISE, CARDS, CLOCKWISE, MOST, NO_CARD, PLANET, SIDE, State

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

FEW = 3  # crates left that the log mentions
PLACES = [(column, row) for row, column in ring(SIDE + 1)]


def scene(look: Look[State]) -> Scene:
    targets = _targets(look)
    areas = [_track(look, targets), *(_cards(look, seat, targets) for seat in look.each_seat())]
    choices = [Choice(say("No card"), int(NO_CARD))] if NO_CARD in look.legal else []
    return Scene(_prompt(look), areas, choices, coach=_coach(look), rules="your-turn")


# --- the log ---


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """The card, and all turns without a decision until a player may play the next card."""
    crates = [int(found) for found in seen.before.crates]
    ships = [int(ship) for ship in seen.before.ships]
    seat, track = seen.seat, seen.before.track
    if seen.action == NO_CARD:
        yield GameEvent("pass", say("{who} plays no card.", you="You play no card.", who=Player(seat)))
    else:
        number, space = _flight_of(seen)
        ships[seat] = space if track[space] == PLANET else int(seen.before.onward[space])
        yield _told_card(seen, number, space)
        yield from _told_crate(seat, space, crates)
    yield from _told_turns(seen, ships, crates)


def _flight_of(seen: Seen[State]) -> tuple[int, int]:
    """The number of the card played, and the space where it took the ship before any jump."""
    forward, backward = seen.chose(CLOCKWISE), seen.chose(ANTICLOCKWISE)
    (number,) = forward or backward or (0,)
    return number, (int(seen.before.ships[seen.seat]) + (number if forward else -number)) % TILES


def _told_card(seen: Seen[State], number: int, space: int) -> GameEvent:
    s, seat = seen.before, seen.seat
    way = say("clockwise") if seen.chose(CLOCKWISE) else say("anticlockwise")
    if s.track[space] != PLANET:
        symbol = int(s.track[space]) - 1
        text = say(
            "{who} plays a {n} {way} and jumps through the {symbol} gate from {a} to {b}.",
            you="You play a {n} {way} and jump through the {symbol} gate from {a} to {b}.",
            who=Player(seat),
            n=number,
            way=way,
            symbol=SYMBOLS[symbol],
            a=space,
            b=s.onward[space],
        )
        return GameEvent("move", text, tile(symbol))
    if int(s.crates[seat]) >> space & 1:
        text = say(
            "{who} plays a {n} {way} and picks up a crate on planet {planet}.",
            you="You play a {n} {way} and pick up a crate on planet {planet}.",
            who=Player(seat),
            n=number,
            way=way,
            planet=space,
        )
        return GameEvent("capture", text, cubes(seat))
    text = say(
        "{who} plays a {n} {way} and lands on planet {planet}: no crate.",
        you="You play a {n} {way} and land on planet {planet}: no crate.",
        who=Player(seat),
        n=number,
        way=way,
        planet=space,
    )
    return GameEvent("move", text, Piece("card", str(number), CUBE_COLOURS[seat], number=number))


def _told_turns(seen: Seen[State], ships: list[int], crates: list[int]) -> Iterator[GameEvent]:
    """The rolls that followed. The record keeps the last roll of every seat.

    Earlier rolls of a seat with cards picked up crates, or it would have been asked. Other earlier rolls are lost.
    """
    before, after = seen.before, seen.after
    seats, done = int(after.seats), int(before.turns)
    count = int(after.turns) - done - seen.ended
    round_told = done // seats
    for turn in range(1, count + 1):
        seat = (seen.seat + turn) % seats
        if turn > count - seats:
            die, space = int(after.rolled[seat]), int(after.landed[seat])
        elif after.cards[seat].any():
            space = min(_picked_up(after, seat, crates), key=lambda planet: (planet - ships[seat]) % TILES)
            die = (space - ships[seat]) % TILES
        else:
            yield from _told_drifting(after, seat, crates)
            continue
        if (done + turn) // seats > round_told:
            round_told = (done + turn) // seats
            yield GameEvent("round", say("Round {n} begins.", n=round_told + 1), minor=True)
        yield _told_roll(after, seat, die, space, bool(crates[seat] >> space & 1))
        yield from _told_crate(seat, space, crates)
        ships[seat] = space


def _picked_up(after: State, seat: int, crates: list[int]) -> list[int]:
    """The planets of crates that the seat has picked up and nobody has been told about."""
    gone = crates[seat] & ~int(after.crates[seat])
    return [space for space in range(TILES) if gone >> space & 1]


def _told_roll(s: State, seat: int, die: int, space: int, crate: bool) -> GameEvent:
    who = Player(seat)
    if s.track[space] != PLANET:
        symbol = int(s.track[space]) - 1
        text = say(
            "{who} rolls {die} and jumps through the {symbol} gate from {a} to {b}.",
            you="You roll {die} and jump through the {symbol} gate from {a} to {b}.",
            who=who,
            die=die,
            symbol=SYMBOLS[symbol],
            a=space,
            b=s.onward[space],
        )
        return GameEvent("roll", text, tile(symbol))
    if crate:
        text = say(
            "{who} rolls {die} and picks up a crate on planet {planet}.",
            you="You roll {die} and pick up a crate on planet {planet}.",
            who=who,
            die=die,
            planet=space,
        )
        return GameEvent("capture", text, cubes(seat))
    text = say(
        "{who} rolls {die} and lands on planet {planet}: no crate.",
        you="You roll {die} and land on planet {planet}: no crate.",
        who=who,
        die=die,
        planet=space,
    )
    return GameEvent("roll", text, Piece("die", str(die), CUBE_COLOURS[seat], number=die))


def _told_drifting(after: State, seat: int, crates: list[int]) -> Iterator[GameEvent]:
    """A seat without cards has rolled several times: all its crates but that of the last roll."""
    found = [space for space in _picked_up(after, seat, crates) if space != after.landed[seat]]
    if not found:
        return
    for space in found:
        crates[seat] ^= 1 << space
    text = say(
        "{who} rolls on without cards and picks up {n} {n|crate|crates}.",
        you="You roll on without cards and pick up {n} {n|crate|crates}.",
        who=Player(seat),
        n=len(found),
    )
    yield GameEvent("capture", text, cubes(seat))


def _told_crate(seat: int, space: int, crates: list[int]) -> Iterator[GameEvent]:
    """Take the crate on this space off the list; say when few are left."""
    if not crates[seat] >> space & 1:
        return
    crates[seat] ^= 1 << space
    left = crates[seat].bit_count()
    if 0 < left <= FEW:
        text = say(
            "{who} has only {n} {n|crate|crates} left to pick up.",
            you="You have only {n} {n|crate|crates} left to pick up.",
            who=Player(seat),
            n=left,
        )
        yield GameEvent("score", text, cubes(seat), minor=True)


# --- prompts ---


def _prompt(look: Look[State]) -> Words:
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


def _coach(look: Look[State]) -> Words:
    return say(
        "Choose a number, then one of its two spaces. You can use each card only once: "
        "most are worth more at the end, when few crates are left."
    )


def _targets(look: Look[State]) -> dict[int, int]:
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


def _track(look: Look[State], targets: dict[int, int]) -> Area:
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


def _flight(look: Look[State], seat: int) -> Words:
    s = look.s
    return say(
        "{name} rolled {die}: from {left} to {landed}",
        name=look.names[seat],
        die=int(s.rolled[seat]),
        left=int(s.left[seat]),
        landed=int(s.landed[seat]),
    )


def _space(look: Look[State], space: int, ends: tuple[int, ...]) -> list[Piece]:
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


def _cards(look: Look[State], seat: int, targets: dict[int, int]) -> Area:
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
