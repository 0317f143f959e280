"""Scene of Jump Gate: the ring of tiles as a track in rows, with ships and crates, and every seat's roll and cards."""

from __future__ import annotations

from collections.abc import Iterator

from matchbox.scene import (
    Area,
    Choice,
    GameEvent,
    Look,
    Moment,
    Piece,
    Player,
    Preview,
    Route,
    Scene,
    SeatStatus,
    Seen,
    Side,
    Summary,
    TallyRow,
    Text,
    Theme,
    Words,
    say,
)

from ..components import CUBE_COLOURS, SYMBOLS, TILES
from ..pieces import cubes, tile
from .rules import ANTICLOCKWISE, CLOCKWISE, MOST, NO_CARD, PLANET, State

summary = Summary(
    goal=say("Be the first to pick up all your crates from the planets."),
    turn=say("The die moves your ship, and a gate sends it on. Then you may play a number card to correct the course."),
    end=say("The first player to pick up their last crate wins."),
)
theme = Theme(270, "stars", "dice", say("Race through space"))
cover = [
    tile(5, at=(0, 0)),
    Piece("tile", "-", "brown", number=1, at=(1, 0)),
    cubes(0, at=(1, 0)),
    Piece("pawn", "R", "red", at=(0, 0)),
    Piece("die", "4", number=4, at=(0, 1)),
]

FEW = 3  # crates left that the log mentions
TRACK = "track"


def scene(look: Look[State]) -> Scene:
    s = look.s
    targets = _targets(look)
    areas = [_track(look, targets)]
    for seat in look.each_seat():
        areas += [_roll(look, seat), _cards(look, seat, targets)]
    seats = range(int(s.seats))
    return Scene(
        _prompt(look),
        areas,
        [Choice(say("No card"), int(NO_CARD))] if NO_CARD in look.legal else [],
        why=_why(look),
        coach=_coach(look),
        rules="your-turn",
        round=say("Round {n}", n=int(s.turns) // int(s.seats) + 1),
        commits=[Choice(_commit(look, action), action) for action in targets],
        routes=[Route([action], TRACK, _place(end), cost=_tag(action)) for action, end in targets.items()],
        previews=[_preview(look, action, end) for action, end in targets.items()],
        seats=[_status(s, seat) for seat in seats],
        tally=[TallyRow(say("Crates"), [int(s.score[seat]) for seat in seats], cubes(0))] if s.over else (),
    )


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
    way = say("forward") if seen.chose(CLOCKWISE) else say("backwards")
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
        yield _told_roll(seen, seat, die, space, bool(crates[seat] >> space & 1))
        yield from _told_crate(seat, space, crates)
        ships[seat] = space


def _picked_up(after: State, seat: int, crates: list[int]) -> list[int]:
    """The planets of crates that the seat has picked up and nobody has been told about."""
    gone = crates[seat] & ~int(after.crates[seat])
    return [space for space in range(TILES) if gone >> space & 1]


def _told_roll(seen: Seen[State], seat: int, die: int, space: int, crate: bool) -> GameEvent:
    s, who = seen.after, Player(seat)
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
        moment = _told_luck(seat, die, space) if seat == seen.viewer else None  # a turn that asks nothing
        return GameEvent("capture", text, cubes(seat), moment=moment)
    text = say(
        "{who} rolls {die} and lands on planet {planet}: no crate.",
        you="You roll {die} and land on planet {planet}: no crate.",
        who=who,
        die=die,
        planet=space,
    )
    return GameEvent("roll", text, Piece("die", str(die), CUBE_COLOURS[seat], number=die))


def _told_luck(seat: int, die: int, space: int) -> Moment:
    """The viewer's die finds a crate, which ends the turn."""
    title = say(
        "{who} picks up a crate on planet {n}", you="You pick up a crate on planet {n}", who=Player(seat), n=space
    )
    dice = [Piece("die", str(die), CUBE_COLOURS[seat], number=die)]
    why = say("A crate found with the die ends the turn: no card is needed.")
    return Moment(title, why, [Side(seat, dice, verdict=say("one crate"), won=True)], [cubes(seat)])


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
            "You rolled {die} and jumped from {landed} to {ship}. Play a card?", die=rolled, landed=landed, ship=ship
        )
    return say("You rolled {die}: no crate of yours on {ship}. Play a card?", die=rolled, ship=ship)


def _why(look: Look[State]) -> Words:
    s, seat = look.s, look.seat
    if seat < 0:
        return ""
    crates = {end for action, end in _targets(look).items() if _picks_up(look, action)}
    if crates:
        return say("Your cards reach {n} {n|crate|crates}. Each card can be used only once.", n=len(crates))
    return say(
        "No card reaches a crate of yours from {ship}. Each card can be used only once.", ship=int(s.ships[seat])
    )


def _coach(look: Look[State]) -> Words:
    return say(
        "Choose a card or a tagged tile. You can use each card only once: "
        "most are worth more at the end, when few crates are left."
    )


def _space_of(look: Look[State], action: int) -> int:
    """Where a card takes the ship, before any jump."""
    block, sign = (CLOCKWISE, 1) if CLOCKWISE.has(action) else (ANTICLOCKWISE, -1)
    return (int(look.s.ships[look.seat]) + sign * int(block.args(action)[0])) % TILES


def _targets(look: Look[State]) -> dict[int, int]:
    """The space where each legal card move ends, after any jump."""
    found = {}
    for action in look.legal:
        if action != NO_CARD:
            space = _space_of(look, action)
            found[int(action)] = space if look.s.track[space] == PLANET else int(look.s.onward[space])
    return found


def _picks_up(look: Look[State], action: int) -> bool:
    space = _space_of(look, action)
    return bool(look.s.track[space] == PLANET and int(look.s.crates[look.seat]) >> space & 1)


def _tag(action: int) -> str:
    """The card and its direction."""
    return f"+{CLOCKWISE.args(action)[0]}" if CLOCKWISE.has(action) else f"−{ANTICLOCKWISE.args(action)[0]}"


def _commit(look: Look[State], action: int) -> Text:
    end = _targets(look)[action]
    if _picks_up(look, action):
        return say("Fly {tag} to {end} · crate", tag=_tag(action), end=end)
    if _space_of(look, action) != end:
        return say("Fly {tag}, jump to {end}", tag=_tag(action), end=end)
    return say("Fly {tag} to {end} · no crate", tag=_tag(action), end=end)


def _preview(look: Look[State], action: int, end: int) -> Preview:
    return Preview(action, TRACK, [_place(space) for space in dict.fromkeys((_space_of(look, action), end))])


# --- the track ---


def _place(space: int) -> tuple[int, int]:
    """The tile of a space; its number is above it. The page folds the track into rows."""
    return space, 1


def _track(look: Look[State], targets: dict[int, int]) -> Area:
    pieces: list[Piece] = []
    for space in range(TILES):
        pieces += _space(look, space, tuple(action for action, end in targets.items() if end == space))
    return Area("", pieces, "grid", size=(TILES, 2), look="track", key=TRACK, fold=6, cell=(34, 104), weight=8)


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
    """A gate or a planet with its crates and ships, and its number."""
    s, at = look.s, _place(space)
    seats = range(int(s.seats))
    owners = [seat for seat in seats if int(s.crates[seat]) >> space & 1]
    mine = look.seat in owners
    shown = look.acting[0] if look.acting else -1
    last = shown >= 0 and s.left[shown] != s.ships[shown] and space in (int(s.left[shown]), int(s.landed[shown]))
    if s.track[space] != PLANET:
        symbol, onward = int(s.track[space]) - 1, int(s.onward[space])
        label = say("gate {symbol} on {space}, leads to {next}", symbol=SYMBOLS[symbol], space=space, next=onward)
        pieces = [
            Piece("edge", say("{a} › {b}", a=space, b=onward), at=(space, 0)),
            tile(symbol, SYMBOLS[symbol][:2], at=at, actions=ends, ends=ends, label=label, last=last),
        ]
    else:
        pieces = [
            Piece("edge", str(space), at=(space, 0)),
            Piece(
                "tile",
                "",
                "brown",
                at=at,
                actions=ends,
                ends=ends,
                marked=bool(ends) and mine,
                last=last,
                label=say("planet {space}", space=space),
            ),
        ]
    for seat in owners:
        label = say("crate of {name}", name=look.names[seat])
        other = seat != look.seat and look.seat >= 0
        pieces.append(Piece("cube", CUBE_COLOURS[seat][0], CUBE_COLOURS[seat], at=at, label=label, dimmed=other))
    for seat in seats:
        if s.ships[seat] == space:
            label = say("ship of {name}", name=look.names[seat])
            mine = seat == look.seat
            colour = CUBE_COLOURS[seat]
            pieces.append(Piece("pawn", colour[0].upper(), colour, at=at, label=label, marked=mine))
    return pieces


# --- the seats ---


def _status(s: State, seat: int) -> SeatStatus:
    cards = int(s.cards[seat].sum())
    crates = int(s.crates[seat]).bit_count()
    line = say("{n} {n|card|cards} left", n=cards)
    return SeatStatus(seat, CUBE_COLOURS[seat], crates, unit=say("to go"), line=line)


def _roll(look: Look[State], seat: int) -> Area:
    """The last roll of a seat."""
    die = int(look.s.rolled[seat])
    found = [Piece("die", str(die), CUBE_COLOURS[seat], number=die, label=_flight(look, seat))] if die else []
    return Area(say("roll"), found, seat=seat, key=f"roll/{seat}")


def _cards(look: Look[State], seat: int, targets: dict[int, int]) -> Area:
    """The number cards that are left."""
    s = look.s
    pieces = []
    for number in range(1, MOST + 1):
        left = int(s.cards[seat, number])
        acts = look.only(CLOCKWISE.id(number), ANTICLOCKWISE.id(number)) if seat == look.seat and left else ()
        label = say("card {n}", n=number)
        if acts:
            label = say(
                "card {n}: forward to {there}, back to {back}",
                n=number,
                there=targets[acts[0]],
                back=targets[acts[1]],
            )
        if left:
            pieces.append(
                Piece(
                    "card",
                    str(number),
                    CUBE_COLOURS[seat],
                    number=number,
                    count=left,
                    actions=acts,
                    label=label,
                    effect=say("Fly exactly {n} forward or back. Once only.", n=number),
                )
            )
    return Area(say("cards"), pieces, "fan", seat, key=f"cards/{seat}")
