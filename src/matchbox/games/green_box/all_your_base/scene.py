"""All Your Base: the supply, every base with cubes and software, your hand, and the cards you pass."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from matchbox.scene import Area, Choice, Look, Piece, Scene, SeatStatus, Summary, TallyRow, Text, Theme, Words, say

from ..components import CARDS_OF_A_SYMBOL, COLOUR, COLOURS, CUBE_COLOURS, NUMBER, SYMBOL, SYMBOLS, WHITE
from ..pieces import card, cards_still_out, cubes, tile
from .knowledge import unseen_cards
from .rules import pair_of
from .state import (
    BUILD,
    CARD,
    CARD_1,
    HARDWARE,
    HOLD,
    HOLDING,
    KEEP,
    KEPT,
    MATCH,
    PLAN,
    PLAYED,
    REPLAN,
    SCRAP,
    SOFTWARE,
    TURNS,
    USE_1,
    USE_2,
    WAVES,
    State,
    cards_of,
    draws,
    unplanned,
    worth,
)
from .told import card_words

summary = Summary(
    goal=say("Score the most points with defence stations: software, plus hardware of the same colour."),
    turn=say("Play two cards, each as a station, hardware or software. Keep two cards and pass the rest left."),
    end=say("After three phases of five turns the highest total wins. Stations and hardware stay between phases."),
)
theme = Theme(200, "hexes", "cards", say("Draft, build, outscore"), short="Your Base")
CROWD = 4  # with more players, plates have no room for bases
SEAT_COLOURS = ("white", "purple", "orange", "brown", "pink", "black")
cover = [tile(1), cubes(1), card(16), tile(4), card(7)]


def cards_out(look: Look[State]) -> list[Area]:
    return [cards_still_out(int(unseen_cards(look.s, look.seat)), int(cards_of(look.s, int(look.s.wave))))]


def scene(look: Look[State]) -> Scene:
    s = look.s
    areas = [_stacks(look), _supply(look)]
    areas += [_base(look, seat) for seat in look.each_seat()]
    if s.seats > CROWD:
        areas.append(_others(look))
    if look.seat >= 0:
        areas.append(_hand(look, look.seat))
    areas.append(_discards(look))
    prompt, why, rules = _prompt(look)
    return Scene(
        prompt,
        areas,
        [choice for choice in _uses(look) if choice.action in (BUILD, SCRAP)],
        why=why,
        rules=rules,
        round=say("Phase {wave}, turn {turn}", wave=int(s.wave) + 1, turn=min(int(s.turn) + 1, TURNS)),
        seats=[_status(s, seat) for seat in range(int(s.seats))],
        commits=[*_keeps(look), *_uses(look)],
        tally=_tally(s) if s.over else (),
    )


def revealed(before: State, after: State) -> Iterator[tuple[int, int]]:
    """Both cards of every plan with their uses, carried out or waiting. The kept cards stay secret."""
    if before.phase != PLAN:
        return
    seats = int(before.seats)
    for turn in range(PLAYED * seats):
        seat, number = (int(before.lead) + turn) % seats, turn // seats
        if after.phase == REPLAN and turn == after.at:
            yield seat, CARD.id(int(after.pending) - 1)  # its planned use has become impossible
            continue
        done = after.phase != REPLAN or turn < after.at
        cards, uses = (after.last_card, after.last_use) if done else (after.open_card, after.open_use)
        if cards[seat, number]:
            yield seat, CARD.id(int(cards[seat, number]) - 1)
            yield seat, uses[seat, number]


# --- decisions ---


def _step(look: Look[State]) -> int:
    """The looking seat's decision: a card, a use, or the cards to keep."""
    s = look.s
    if s.phase == PLAN:
        return int(s.step[max(look.seat, 0)])
    if s.phase == KEEP:
        return HOLD
    return (2 * int(s.done) if s.phase != REPLAN else 0) + (USE_1 if s.pending else CARD_1)


def _chosen(look: Look[State]) -> int | None:
    """The card whose use the looking seat chooses now."""
    s = look.s
    if not look.legal or _step(look) not in (USE_1, USE_2):
        return None
    if s.phase != PLAN:
        return int(s.pending) - 1
    return int(s.plan_card[look.seat, _step(look) // 2]) - 1


def _left(look: Look[State]) -> str:
    return look.name((max(look.seat, 0) + 1) % int(look.s.seats))


def _prompt(look: Look[State]) -> tuple[Text, Text, str]:
    """The question, what follows from it, and the section of the rules."""
    s = look.s
    chosen = _chosen(look)
    if s.phase == REPLAN:
        prompt = say("A new use for {card}?", card=card_words(int(s.pending) - 1))
        return prompt, say("An opponent was faster: your plan is no longer possible."), "carrying-out"
    if chosen is not None:
        why = say("A station scores with software. Every cube of the software's colour adds {n}.", n=MATCH)
        return say("How do you use {card}?", card=card_words(chosen)), why, "uses-of-a-card"
    if _step(look) == HOLD:
        left = max(int(unplanned(s, max(look.seat, 0))).bit_count() - KEPT, 0)
        why = say("The other {n} go to {name}, who may play them.", n=left, name=_left(look))
        if draws(s):
            why = say("The other {n} go to {name}. Then you draw {m}.", n=left, name=_left(look), m=KEPT)
        return say("Choose two cards to keep."), why, "passing"
    why = say("Everybody plans two cards in secret; {name} goes first.", name=look.names[int(s.lead)])
    if look.is_you(int(s.lead)):
        why = say("Everybody plans two cards in secret; you go first.")
    first = _step(look) == CARD_1
    return (say("Which card do you play first?") if first else say("Which card do you play second?")), why, "a-turn"


def _keeps(look: Look[State]) -> list[Choice]:
    """Pairs to keep wait for a button."""
    s = look.s
    if not look.legal or _step(look) != HOLD:
        return []
    hand = int(unplanned(s, look.seat))
    found = []
    for action in map(int, look.legal):
        pair = int(pair_of(hand, action - HOLDING.first))
        first, second = (number for number in range(len(COLOUR)) if pair >> number & 1)
        text = say("Keep {a} and {b}", a=_short(first), b=_short(second))
        found.append(Choice(text, action))
    return found


def _short(number: int) -> Text:
    return say("{symbol} {n}", symbol=SYMBOLS[SYMBOL[number]], n=NUMBER[number])


def _uses(look: Look[State]) -> list[Choice]:
    """The uses of the chosen card, each with its value."""
    s, chosen = look.s, _chosen(look)
    if chosen is None:
        return []
    symbol, choices = int(SYMBOL[chosen]), []
    for action in map(int, look.legal):
        if action == BUILD:
            note = say("tiles left: {n}", n=s.tiles[symbol])
            choices.append(Choice(say("Build {symbol}", symbol=SYMBOLS[symbol]), action, note))
        elif HARDWARE.has(action):
            spot = action - HARDWARE.first
            text = say("Hardware on {station}", station=_station_name(look, spot))
            choices.append(Choice(text, action, _hardware_note(look, chosen, spot)))
        elif SOFTWARE.has(action):
            spot = action - SOFTWARE.first
            text = say("Software on {station}", station=_station_name(look, spot))
            choices.append(Choice(text, action, _software_note(look, chosen, spot)))
        elif action == SCRAP:
            choices.append(Choice(say("Scrap"), action, say("discard without effect")))
    return choices


def _station_symbol(look: Look[State], spot: int) -> int:
    """The symbol of one of your stations, even if it is only planned."""
    s = look.s
    if spot < s.built[look.seat]:
        return int(s.station[look.seat, spot])
    return int(SYMBOL[int(s.plan_card[look.seat, 0]) - 1])


def _station_name(look: Look[State], spot: int) -> Words:
    symbol = _station_symbol(look, spot)
    if [_station_symbol(look, other) for other in range(int(look.s.built[look.seat]))].count(symbol) < 2:
        return SYMBOLS[symbol]
    return say("{symbol} (station {n})", symbol=SYMBOLS[symbol], n=spot + 1)


def _cubes(look: Look[State], spot: int, colour: int) -> int:
    """Cubes on one of your stations that count for software of this colour."""
    counts = [int(n) for n in look.s.cubes[look.seat, spot]]
    return sum(counts) if colour == WHITE else counts[colour] if colour < len(counts) else 0


def _hardware_note(look: Look[State], chosen: int, spot: int) -> Text:
    used = int(look.s.software[look.seat, spot])
    colour = int(COLOUR[chosen])
    if used and COLOUR[used - 1] in (colour, WHITE):
        return say("+{n} points now, and later with {colour} or white software", n=MATCH, colour=COLOURS[colour])
    return say("+{n} points with {colour} or white software", n=MATCH, colour=COLOURS[colour])


def _gain(look: Look[State], action: int) -> Words:
    """A short tag: what a use of the chosen card would bring."""
    chosen = _chosen(look)
    if chosen is None or HARDWARE.has(action):
        return say("+{n}", n=MATCH)
    spot = action - SOFTWARE.first
    return str(int(NUMBER[chosen]) + MATCH * _cubes(look, spot, int(COLOUR[chosen])))


def _software_note(look: Look[State], chosen: int, spot: int) -> Text:
    number, bonus = int(NUMBER[chosen]), MATCH * _cubes(look, spot, int(COLOUR[chosen]))
    now = say("{n} + {bonus} for hardware", n=number, bonus=bonus) if bonus else _points(number)
    used = int(look.s.software[look.seat, spot])
    if used:
        return say("{now}; replaces software worth {old}", now=now, old=worth(look.s, look.seat, spot))
    return now


def _points(n: int) -> Text:
    return say("1 point") if n == 1 else say("{n} points", n=n)


# --- the supply ---


def _stacks(look: Look[State]) -> Area:
    s = look.s
    pieces = []
    for symbol in range(6):
        left = int(s.tiles[symbol])
        label = say("{symbol} stations left: {n}", symbol=SYMBOLS[symbol], n=left)
        stack = tile(symbol, number=left, dimmed=not left, label=label)
        pieces.append(stack)
    return Area(say("Stations left"), pieces, key="stacks")


def _supply(look: Look[State]) -> Area:
    s = look.s
    pieces = [cubes(colour, int(s.supply[colour])) for colour in range(len(CUBE_COLOURS)) if s.supply[colour]]
    return Area(say("Hardware left"), pieces, "counters", key="supply")


def _discards(look: Look[State]) -> Area:
    """The cards discarded in this phase, a row for each symbol; without help those of the last turn."""
    s = look.s
    found = [number for number in range(len(COLOUR)) if int(s.discard) >> number & 1]
    if look.help == "none":
        found = [number for number in found if number + 1 in s.last_card]
    pieces = []
    for row, symbol in enumerate(dict.fromkeys(sorted(int(SYMBOL[number]) for number in found))):
        pieces.append(Piece("card", "", symbol=SYMBOLS[symbol], at=(0, row), crop="slice", label=SYMBOLS[symbol]))
        same = sorted((number for number in found if SYMBOL[number] == symbol), key=lambda number: int(NUMBER[number]))
        pieces += [card(number, at=(place, row), crop="slice") for place, number in enumerate(same, 1)]
    return Area(
        say("Discarded this phase"),
        pieces,
        "grid",
        note=say("deck: {n} {n|card|cards}", n=s.in_deck) if pieces else "",
        size=(CARDS_OF_A_SYMBOL + 1, len(SYMBOLS)),
        role="supply",
        cell=(24, 30),
        weight=1,
        key="discards",
    )


# --- bases and hands ---


def _base(look: Look[State], seat: int) -> Area:
    """Stations in a row with their cubes; below each its software or an empty slot."""
    s, mine = look.s, seat == look.seat
    pieces: list[Piece] = []
    stations = int(s.built[seat])
    planned = mine and s.phase == PLAN and int(s.plan_use[seat, 0]) == BUILD
    for spot in range(stations + planned):
        hardware = look.only(HARDWARE.first + spot) if mine and _chosen(look) is not None else ()
        software = look.only(SOFTWARE.first + spot) if mine and _chosen(look) is not None else ()
        symbol = _station_symbol(look, spot) if mine else int(s.station[seat, spot])
        label = say("{symbol}, station {n}", symbol=SYMBOLS[symbol], n=spot + 1)
        if spot == stations:
            label = say("{symbol}, planned", symbol=SYMBOLS[symbol])
        cost = _gain(look, hardware[0]) if hardware else ""
        ground = tile(symbol, SYMBOLS[symbol][:4], at=(spot, 0), actions=hardware, ends=hardware, cost=cost,
                      dimmed=spot == stations, label=label)  # fmt: skip
        pieces.append(ground)
        pieces += [
            cubes(colour, int(n), CUBE_COLOURS[colour][0], at=(spot, 0))
            for colour, n in enumerate(s.cubes[seat, spot])
            if n
        ]
        used = int(s.software[seat, spot])
        if used:
            points = say("{card}: {points} now", card=card_words(used - 1), points=_points(int(worth(s, seat, spot))))
            text = say("{colour} {n}", colour=COLOURS[COLOUR[used - 1]], n=NUMBER[used - 1])
            cost = _gain(look, software[0]) if software else ""
            face = card(
                used - 1, at=(spot, 1), crop="strip" if mine else "", actions=software, ends=software, cost=cost
            )
            pieces.append(replace(face, text=text, label=points))
        else:
            empty = say("no software on {symbol}", symbol=SYMBOLS[symbol])
            if mine:
                cost = _gain(look, SOFTWARE.first + spot) if software else ""
                slot = Piece("slot", at=(spot, 1), actions=software, ends=software, label=empty, cost=cost)
                pieces.append(slot)
    if not mine:
        return Area(say("Base"), pieces, "grid", seat, key=f"base/{seat}")
    if not pieces:
        pieces = [Piece("slot", label=say("no station yet"), at=(0, row)) for row in range(2)]
    columns = max(3, stations + planned)
    now = say("{n} this phase", n=_now(s, seat)) if stations else say("no station yet")
    words = say("Your base: {now}", now=now) if look.is_you(seat) else say("Base: {now}", now=now)
    pieces = [replace(piece, at=(piece.at[0], piece.at[1] + 1)) for piece in pieces if piece.at]
    pieces.append(Piece("edge", words, at=(0, 0), span=(columns, 1)))
    return Area("", pieces, "grid", seat, size=(columns, 3), role="board", key="base", cell=(44, 120), weight=7)


def _others(look: Look[State]) -> Area:
    """The opponents' stations and cubes in rows, where their plates have no room for them."""
    s = look.s
    pieces: list[Piece] = []
    most = 0
    for row, seat in enumerate(seat for seat in look.each_seat() if seat != look.seat):
        pieces.append(Piece("disc", "", SEAT_COLOURS[seat], at=(0, row), label=look.name(seat)))
        most = max(most, int(s.built[seat]))
        for spot in range(int(s.built[seat])):
            symbol, at = int(s.station[seat, spot]), (spot + 1, row)
            points = _points(int(worth(s, seat, spot)))
            pieces.append(
                tile(symbol, at=at, label=say("{symbol}: {points} now", symbol=SYMBOLS[symbol], points=points))
            )
            found = [colour for colour, n in enumerate(s.cubes[seat, spot]) for _ in range(int(n))]
            pieces += [cubes(colour, at=at) for colour in found]
    rows = int(s.seats) - (look.seat >= 0)
    size = (max(4, most + 1), rows)
    title = say("Other bases")
    return Area(title, pieces if most else (), "grid", size=size, role="board", key="others", cell=(42, 52), weight=1)


def _now(s: State, seat: int) -> int:
    """What the base would score now."""
    return sum(int(worth(s, seat, spot)) for spot in range(int(s.built[seat])))


def _status(s: State, seat: int) -> SeatStatus:
    line = "" if s.over else say("+{n} so far", n=_now(s, seat))
    return SeatStatus(seat, SEAT_COLOURS[seat], int(s.score[seat]), line=line)


def _tally(s: State) -> list[TallyRow]:
    """The points of every phase."""
    return [
        TallyRow(say("Phase {n}", n=wave + 1), [int(s.earned[wave, seat].sum()) for seat in range(int(s.seats))])
        for wave in range(WAVES)
    ]


def _hand(look: Look[State], seat: int) -> Area:
    """Your cards. Planned ones tell their use."""
    s = look.s
    left = [number for number in range(len(COLOUR)) if int(unplanned(s, seat)) >> number & 1]
    keeping = bool(look.legal) and _step(look) == HOLD
    pieces = [
        card(planned - 1, cost=_use_tag(int(s.plan_use[seat, number])), last=True)
        for number in range(PLAYED)
        if (planned := int(s.plan_card[seat, number]))
    ]
    if s.phase != PLAN and s.pending and look.legal:
        pieces.append(card(int(s.pending) - 1, cost=say("in play"), last=True))
    for number in left:
        acts = look.only(CARD.first + number) if _chosen(look) is None and not keeping else ()
        if keeping:
            acts = tuple(a for a in map(int, look.legal) if int(pair_of(_set(left), a - HOLDING.first)) >> number & 1)
        new = int(s.came[seat]) >> number & 1 == 1
        pieces.append(card(number, actions=acts, ends=acts if keeping else (), cost=say("new") if new else ""))
    return Area(say("Hand"), pieces, "fan", seat, key="hand")


def _use_tag(use: int) -> Text:
    """The use of a planned card in a word."""
    if not use:
        return say("use?")
    if use == BUILD:
        return say("station")
    if use == SCRAP:
        return say("scrap")
    return say("hardware") if HARDWARE.has(use) else say("software")


def _set(cards: list[int]) -> int:
    return sum(1 << number for number in cards)
