"""Tunnel Run: the tunnel in rows from entrance to exit, pirates on its tiles, your hand below."""

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
    Scene,
    SeatStatus,
    Seen,
    Side,
    Summary,
    TallyRow,
    Text,
    Theme,
    Words,
    listed,
    say,
)

from ..components import CUBE_COLOURS, SYMBOLS
from ..pieces import back, symbols_still_out, tile
from .rules import (
    ADVANCED,
    BACK,
    END_TURN,
    ENTRANCE,
    EXIT,
    FORWARD,
    MOST_ACTIONS,
    RESCUED_AFTER,
    THIRD_PASS,
    State,
    ahead,
    behind,
    unseen_of,
)

summary = Summary(
    goal=say("Be the first to get all your pirates through the tunnel."),
    turn=say("Play a card: one of your pirates runs to the next empty tile with its symbol."),
    end=say("The game ends as soon as a player's last pirate is out."),
)
theme = Theme(190, "tunnels", "dice", say("Cards drive the race"))
cover = [
    tile(0, at=(0, 0)),
    tile(1, at=(1, 0)),
    tile(4, at=(2, 0)),
    Piece("cube", "Y", "yellow", at=(0, 0)),
    Piece("cube", "B", "blue", at=(1, 0)),
]

TUNNEL = "tunnel"
WIDE = (2, 1)  # columns and rows of the entrance and the exit


def scene(look: Look[State]) -> Scene:
    s = look.s
    targets = _targets(look)
    areas = [_tunnel(look, targets)]
    if look.seat >= 0:
        areas.append(Area(say("hand"), _hand(look), "fan", look.seat, key="hand"))
    areas += _piles(look)
    ending = say("End your turn") if s.done else say("Skip your turn")
    choices = [Choice(ending, int(END_TURN))] if END_TURN in look.legal else []
    seats = range(int(s.seats))
    return Scene(
        _prompt(look),
        areas,
        choices,
        why=_why(look),
        coach=_coach(look),
        rules="the-advanced-game" if s.mode == ADVANCED else "your-turn",
        round=say("Round {n}", n=int(s.turns) // int(s.seats) + 1),
        commits=[Choice(_commit(look, action, end), action) for action, end in targets.items()],
        previews=[Preview(action, TUNNEL, [_place(end)]) for action, end in targets.items()],
        seats=[_status(look, seat) for seat in seats],
        tally=_tally(s) if s.over else (),
    )


def cards_out(look: Look[State]) -> list[Area]:
    """How many cards of each symbol the viewer has not seen since the last shuffle."""
    return [symbols_still_out([int(unseen_of(look.s, look.seat, symbol)) for symbol in range(len(SYMBOLS))])]


def _place(place: int) -> tuple[int, int]:
    """A tile; its number is above it. The page folds the tunnel into rows. The entrance and the exit are two columns
    wide: they hold whole crews.
    """
    return place + (place > ENTRANCE), 1


def _status(look: Look[State], seat: int) -> SeatStatus:
    s = look.s
    line: Words = _cards(int(s.held[seat]))
    if seat in look.acting and s.mode == ADVANCED:
        line = say("action {n} of {most}", n=int(s.done) + 1, most=MOST_ACTIONS)
    return SeatStatus(seat, CUBE_COLOURS[seat], int(s.score[seat]), int(s.crew), unit=say("out"), line=line)


def _tally(s: State) -> list[TallyRow]:
    seats = range(int(s.seats))
    places = [int(sum(s.at[seat, : s.crew])) for seat in seats]
    return [
        TallyRow(say("Pirates out"), [int(s.score[seat]) for seat in seats], _pirate_of(0)),
        TallyRow(say("Tiles run"), places),
    ]


# --- the log ---


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """A pirate's run and the cards drawn for it; then the players who could not act."""
    if forward := seen.chose(FORWARD):
        yield from _told_run(seen, forward[0])
    elif seen.chose(BACK):
        yield _told_back(seen)
    elif seen.action == END_TURN:
        yield _told_end_of_turn(seen)
    played = int(forward is not None)
    yield from _told_draw(seen, played)
    if int(seen.after.discard.sum()) < int(seen.before.discard.sum()) + played:
        yield GameEvent("draw", say("The discard pile is shuffled into a new draw pile."), minor=True)
    yield from _told_passes(seen)
    yield from _told_own_cards(seen, forward)


def _told_end_of_turn(seen: Seen[State]) -> GameEvent:
    who = Player(seen.seat)
    text = say("{who} ends the turn.", you="You end your turn.", who=who)
    if not seen.before.done:
        text = say("{who} skips the turn.", you="You skip your turn.", who=who)
    return GameEvent("pass", text)


def _told_run(seen: Seen[State], symbol: int) -> Iterator[GameEvent]:
    before, after, who = seen.before, seen.after, Player(seen.seat)
    start, end = (int(place) for place in after.moved)
    if end == EXIT:
        text = say(
            "{who} plays {symbol} and gets a pirate out: {n} of {crew} {n|is|are} safe.",
            you="You play {symbol} and get a pirate out: {n} of {crew} {n|is|are} safe.",
            who=who,
            symbol=SYMBOLS[symbol],
            n=after.score[seen.seat],
            crew=after.crew,
        )
        yield GameEvent("score", text, _pirate_of(seen.seat), moment=_told_out(seen, symbol))
    else:
        text = say(
            "{who} plays {symbol} and sends a pirate from {start} to {end}.",
            you="You play {symbol} and send a pirate from {start} to {end}.",
            who=who,
            symbol=SYMBOLS[symbol],
            start=_place_told(start),
            end=_place_told(end),
        )
        yield GameEvent("move", text, Piece("card", SYMBOLS[symbol], symbol=SYMBOLS[symbol]))
    skipped = sum(before.tunnel[place] == symbol for place in range(start + 1, end))
    if skipped:
        text = say("The pirate skips {n} occupied {symbol} {n|tile|tiles}.", n=skipped, symbol=SYMBOLS[symbol])
        yield GameEvent("move", text, tile(symbol), minor=True)


def _told_out(seen: Seen[State], symbol: int) -> Moment:
    """A pirate is safe."""
    after, seat = seen.after, seen.seat
    n, crew = int(after.score[seat]), int(after.crew)
    title = say("{who} gets a pirate out", you="You get a pirate out", who=Player(seat))
    if n == crew:
        title = say("{who} gets the last pirate out", you="You get your last pirate out", who=Player(seat))
    why = say("No free {symbol} tile was left ahead.", symbol=SYMBOLS[symbol])
    card = Piece("card", SYMBOLS[symbol], symbol=SYMBOLS[symbol])
    sides = [Side(seat, [card], n, say("of {n} out", n=crew), won=True)]
    return Moment(title, why, sides, [_pirate_of(seat)])


def _told_back(seen: Seen[State]) -> GameEvent:
    start, end = (int(place) for place in seen.after.moved)
    text = say(
        "{who} sends a pirate back from {start} to join {n} {n|pirate|pirates} on {end}.",
        you="You send a pirate back from {start} to join {n} {n|pirate|pirates} on {end}.",
        who=Player(seen.seat),
        start=_place_told(start),
        end=_place_told(end),
        n=seen.before.crowd[end],
    )
    return GameEvent("move", text, _pirate_of(seen.seat))


def _told_draw(seen: Seen[State], played: int) -> Iterator[GameEvent]:
    """The number of new cards; in the basic game it is always one."""
    before, after, seat = seen.before, seen.after, seen.seat
    rescued = sum(drawing.count(seat) for _, drawing in _passes(seen))
    n = int(after.held[seat]) - int(before.held[seat]) + played - rescued
    if n and after.mode == ADVANCED and seat != seen.viewer:
        text = say("{who} draws {n} {n|card|cards}.", you="You draw {n} {n|card|cards}.", who=Player(seat), n=n)
        yield GameEvent("draw", text, back(n), minor=True)


def _passes(seen: Seen[State]) -> list[tuple[int, list[int]]]:
    """The seats that had to pass after this step, each with the seats that drew a card because of it."""
    before, after = seen.before, seen.after
    seats, passes, stuck = int(after.seats), 0, [int(n) for n in before.stuck]
    stuck[seen.seat] = 0
    found = []
    for turn in range(1, int(after.turns) - int(before.turns)):
        seat = (seen.seat + turn) % seats
        drawing: list[int] = []
        passes += 1
        stuck[seat] += 1
        if passes == seats:
            passes, drawing = 0, list(range(seats))
        elif after.rescue == THIRD_PASS and stuck[seat] == RESCUED_AFTER:
            passes, stuck[seat], drawing = 0, 0, [seat]
        found.append((seat, drawing))
    return found


def _told_passes(seen: Seen[State]) -> Iterator[GameEvent]:
    """Players who could not act, and the cards that rescue them."""
    for seat, drawing in _passes(seen):
        if drawing == [seat]:
            text = say(
                "{who} passes for the third time and draws a card.",
                you="You pass for the third time and draw a card.",
                who=Player(seat),
            )
        else:
            text = say("{who} has no move and passes.", you="You have no move and pass.", who=Player(seat))
        yield GameEvent("pass", text, minor=True)
        if len(drawing) > 1:
            yield GameEvent("draw", say("Everybody has passed, so everybody draws a card."), minor=True)


def _told_own_cards(seen: Seen[State], forward: tuple[int, ...] | None) -> Iterator[GameEvent]:
    """The viewer's new cards, which nobody else sees."""
    if seen.viewer < 0:
        return
    pairs = zip(seen.after.cards[seen.viewer], seen.before.cards[seen.viewer], strict=True)
    drawn = [int(new) - int(old) for new, old in pairs]
    if forward and seen.seat == seen.viewer:
        drawn[forward[0]] += 1
    names = [name for symbol, name in enumerate(SYMBOLS) for _ in range(drawn[symbol])]
    if names:
        icon = Piece("card", names[0], symbol=names[0])
        yield GameEvent("draw", say("You draw {cards}.", cards=listed(names)), icon, minor=True)


def _place_told(place: int) -> Text:
    return say("the entrance") if place == ENTRANCE else say("tile {n}", n=place)


def _pirate_of(seat: int) -> Piece:
    return Piece("cube", CUBE_COLOURS[seat][0].upper(), CUBE_COLOURS[seat])


# --- prompts ---


def _prompt(look: Look[State]) -> Words:
    s = look.s
    if s.mode != ADVANCED:
        return say("Which card do you play, and for which pirate?")
    number = int(s.done) + 1
    if not s.held[look.seat]:
        return say("Action {n} of {most}: go back with a pirate to draw cards.", n=number, most=MOST_ACTIONS)
    return say("Action {n} of {most}: play a card, or go back to draw cards.", n=number, most=MOST_ACTIONS)


def _why(look: Look[State]) -> Words:
    if look.s.mode == ADVANCED:
        return say("Forward: to the next free tile of the card. Back: to other pirates, a card for each.")
    return say("It runs to the next free tile with the symbol of the card, or out if there is none.")


def _commit(look: Look[State], action: int, end: int) -> Text:
    """The words of the button: where the pirate will be."""
    if FORWARD.has(action):
        return say("Run out of the tunnel") if end == EXIT else say("Run to {place}", place=_place_name(end))
    cards = _cards(int(look.s.crowd[end]))
    return say("Go back to {place} · draw {cards}", place=_place_name(end), cards=cards)


def _coach(look: Look[State]) -> Words:
    if look.s.mode == ADVANCED:
        return say(
            "Going back is the only way to draw: one card for a tile with one pirate, two for a tile with two. "
            "Tiles with three are skipped."
        )
    return say("Occupied tiles are skipped: the more pirates on a symbol, the farther its card takes you.")


def _targets(look: Look[State]) -> dict[int, int]:
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


def _tunnel(look: Look[State], targets: dict[int, int]) -> Area:
    s = look.s
    pieces: list[Piece] = []
    for place in range(EXIT + 1):
        ends = tuple(action for action, end in targets.items() if end == place)
        last = bool(place in s.moved and s.moved[0] != s.moved[1])
        at = _place(place)
        if place in (ENTRANCE, EXIT):
            text = say("in") if place == ENTRANCE else say("out")
            caption = say("start ›") if place == ENTRANCE else say("exit")
            pieces.append(Piece("edge", caption, at=(at[0], 0), span=WIDE))
            pieces.append(Piece("zone", text, at=at, span=WIDE, ends=ends, last=last, label=_place_name(place)))
        else:
            symbol = int(s.tunnel[place])
            label = say("{symbol}, {place}", symbol=SYMBOLS[symbol], place=_place_name(place))
            pieces.append(Piece("edge", say("{n} ›", n=place), at=(at[0], 0)))
            pieces.append(tile(symbol, SYMBOLS[symbol][:2], at=at, ends=ends, last=last, label=label))
        for seat in range(int(s.seats)):
            pieces += _pirates(look, seat, place, targets)
    return Area("", pieces, "grid", size=(EXIT + 3, 2), look="track", key=TUNNEL, fold=6, cell=(44, 104), weight=8)


def _place_name(place: int) -> Text:
    if place == ENTRANCE:
        return say("entrance")
    return say("exit") if place == EXIT else say("tile {n}", n=place)


def _pirates(look: Look[State], seat: int, place: int, targets: dict[int, int]) -> list[Piece]:
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
    span = WIDE if place in (ENTRANCE, EXIT) else None
    at = _place(place)
    return [Piece("cube", text, colour, count=len(here), at=at, span=span, actions=tuple(mine), label=label)]


def _count(pirates: list[int]) -> Text:
    return say("1 pirate") if len(pirates) == 1 else say("{n} pirates", n=len(pirates))


def _pirate(action: int) -> int:
    return int(FORWARD.args(action)[1]) if FORWARD.has(action) else int(BACK.args(action)[0])


# --- cards ---


def _hand(look: Look[State]) -> list[Piece]:
    """Your cards, one piece per symbol."""
    s = look.s
    pieces = []
    for symbol, name in enumerate(SYMBOLS):
        if n := int(s.cards[look.seat, symbol]):
            acts = tuple(a for a in look.legal if FORWARD.has(a) and FORWARD.args(a)[0] == symbol)
            pieces.append(Piece("card", name, symbol=name, count=n, actions=acts))
    return pieces


def _piles(look: Look[State]) -> list[Area]:
    s = look.s
    pile = [back(int(s.in_deck))] if s.in_deck else []
    played = [
        Piece("card", name, symbol=name, count=int(s.discard[symbol]), crop="token")
        for symbol, name in enumerate(SYMBOLS)
        if s.discard[symbol]
    ]
    return [
        Area(say("Draw pile"), pile, "pile", key="deck"),
        Area(say("Played"), played if look.help != "none" else played[-1:], key="discard"),
    ]


def _cards(n: int) -> Text:
    return say("1 card") if n == 1 else say("{n} cards", n=n)
