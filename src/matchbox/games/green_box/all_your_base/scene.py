"""All Your Base: the supply, every base with cubes and software, your hand, and the cards you pass."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from matchbox.scene import Area, Choice, Look, Piece, Scene, Summary, Text, listed, say

from ..components import COLOUR, COLOURS, CUBE_COLOURS, NUMBER, SYMBOL, SYMBOLS, WHITE
from ..pieces import back, card, cubes, tile
from .rules import pair_of
from .state import (
    BUILD,
    CARD,
    CARD_1,
    HARDWARE,
    HOLD,
    HOLDING,
    KEEP,
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
    draws,
    must_keep,
    unplanned,
    worth,
)
from .told import card_words

summary = Summary(
    goal=say("Score the most points with defence stations: software, plus hardware of the same colour."),
    turn=say("Play two cards, each as a station, hardware or software. Keep two cards and pass the rest left."),
    end=say("After three phases of five turns the highest total wins. Stations and hardware stay between phases."),
)
cover = [tile(1), cubes(1), card(16), tile(4), card(7)]


def scene(look: Look[State]) -> Scene:
    s = look.s
    areas = [_stacks(look), _supply(look)]
    areas += [_base(look, seat) for seat in look.each_seat()]
    areas += [_hand(look, seat) for seat in look.each_seat()]
    areas += _plan(look) + _passing(look)
    areas += [_played(look, seat) for seat in look.each_seat() if s.last_card[seat].any()]
    if s.wave or s.over:
        areas.append(_scores(look))
        areas += [_explained(look, seat) for seat in look.each_seat()]
    prompt, coach, rules = _prompt(look)
    return Scene(prompt, areas, _uses(look), coach=coach, rules=rules)


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
    s = look.s
    chosen = _chosen(look)
    if s.phase == REPLAN:
        prompt = say("An opponent was faster: choose a new use for {card}.", card=card_words(int(s.pending) - 1))
        coach = say("Plans are carried out in order from the lead seat. Your plan is no longer possible.")
        return prompt, coach, "carrying-out"
    if chosen is not None:
        coach = say(
            "A station needs software to score. Every cube of the software's colour on it adds 3, in every phase."
        )
        return say("Choose a use for {card}.", card=card_words(chosen)), coach, "uses-of-a-card"
    if _step(look) == HOLD:
        coach = say("Keep the cards you need. {name} can play the cards you pass on.", name=_left(look))
        return say("Choose two cards to keep. The others go to {name}.", name=_left(look)), coach, "passing"
    coach = say("Opponents may play the cards that you do not play or keep.")
    first = _step(look) == CARD_1
    return (say("Choose your first card.") if first else say("Choose your second card.")), coach, "a-turn"


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


def _station_name(look: Look[State], spot: int) -> Text:
    return say("{symbol} (station {n})", symbol=SYMBOLS[_station_symbol(look, spot)], n=spot)


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
    s, chosen = look.s, _chosen(look)
    pieces = []
    for symbol in range(6):
        builds = look.only(BUILD) if chosen is not None and SYMBOL[chosen] == symbol else ()
        left = int(s.tiles[symbol])
        label = say("{symbol} stations left: {n}", symbol=SYMBOLS[symbol], n=left)
        text = say("{symbol} x{n}", symbol=SYMBOLS[symbol], n=left)
        stack = tile(symbol, number=left, dimmed=not left, actions=builds, ends=builds, label=label)
        pieces.append(replace(stack, text=text))
    note = say("phase {wave} of {waves}, turn {turn} of {turns}; lead: {lead}", wave=int(s.wave) + 1, waves=WAVES,
               turn=min(int(s.turn) + 1, TURNS), turns=TURNS, lead=look.name(int(s.lead)))  # fmt: skip
    return Area(say("Stations"), pieces, note=note, key="stacks")


def _supply(look: Look[State]) -> Area:
    s = look.s
    pieces = [cubes(colour, int(s.supply[colour])) for colour in range(len(CUBE_COLOURS)) if s.supply[colour]]
    note = say("cards: {deck} in the deck, {n} discarded", deck=s.in_deck, n=int(s.discard).bit_count())
    return Area(say("Hardware"), pieces, "counters", note=note, key="supply")


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
        label = say("{symbol}, station {n}", symbol=SYMBOLS[symbol], n=spot)
        if spot == stations:
            label = say("{symbol}, planned", symbol=SYMBOLS[symbol])
        ground = tile(symbol, SYMBOLS[symbol][:4], at=(spot, 0), actions=hardware, ends=hardware,
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
            face = card(used - 1, at=(spot, 1), actions=software, ends=software)
            pieces.append(replace(face, text=text, label=points))
        else:
            empty = say("no software on {symbol}", symbol=SYMBOLS[symbol])
            pieces.append(Piece("slot", "-", at=(spot, 1), actions=software, ends=software, label=empty))
    now = sum(int(worth(s, seat, spot)) for spot in range(stations))
    note = _points(int(s.score[seat]))
    if not s.over:
        note = say("{score}, this phase {now} so far", score=note, now=now)
    return Area(say("base"), pieces, "grid", seat, note)


def _hand(look: Look[State], seat: int) -> Area:
    s = look.s
    ready = say("has chosen") if s.phase == PLAN and not s.over and seat not in look.acting else ""
    if seat != look.seat:
        return Area(say("hand"), [back(int(s.cards[seat]))] if s.cards[seat] else [], "fan", seat, ready)
    left = [number for number in range(len(COLOUR)) if int(unplanned(s, seat)) >> number & 1]
    keeping = bool(look.legal) and _step(look) == HOLD
    pieces = []
    for place, number in enumerate(left):
        acts = look.only(CARD.first + number) if _chosen(look) is None and not keeping else ()
        text: Text | None = None
        if keeping:
            acts = tuple(a for a in map(int, look.legal) if int(pair_of(_set(left), a - HOLDING.first)) >> number & 1)
            text = say("{place}: {card}", place="abcdefgh"[place], card=card_words(number))
        new = int(s.came[seat]) >> number & 1 == 1
        face = card(number, actions=acts, ends=acts if keeping else (), marked=new)
        pieces.append(replace(face, text=text or face.text))
    note = say("marked: passed to you by {name}", name=look.name((seat - 1) % int(s.seats))) if s.came[seat] else ready
    return Area(say("hand"), pieces, "fan", seat, note)


def _set(cards: list[int]) -> int:
    return sum(1 << number for number in cards)


# --- plans, passing, the last turn ---


def _use_text(look: Look[State], seat: int, number: int, use: int) -> Text:
    if use == BUILD:
        return say("build {symbol}", symbol=SYMBOLS[SYMBOL[number]])
    if use == SCRAP or not use:
        return say("scrap") if use else say("...")
    if HARDWARE.has(use):
        return say("hardware on station {n}", n=use - HARDWARE.first)
    return say("software on station {n}", n=use - SOFTWARE.first)


def _plan(look: Look[State]) -> list[Area]:
    """The looking seat's plan so far, or the card that needs a use."""
    s = look.s
    if s.phase != PLAN:
        pending = [card(int(s.pending) - 1, marked=True)] if s.pending else []
        return [Area(say("Card in play"), pending, key="plan")] if pending else []
    if look.seat < 0 or not s.plan_card[look.seat].any():
        return []
    pieces, texts = [], []
    for number in range(PLAYED):
        if planned := int(s.plan_card[look.seat, number]):
            pieces.append(card(planned - 1, marked=True))
            texts.append(_use_text(look, look.seat, planned - 1, int(s.plan_use[look.seat, number])))
    if kept := int(s.kept[look.seat]):
        texts.append(say("keep {n} cards", n=kept.bit_count()))
    return [Area(say("Your plan"), pieces, note=listed(texts), key="plan")]


def _passing(look: Look[State]) -> list[Area]:
    """The direction of passing, and the cards the looking seat has passed on."""
    s = look.s
    if s.over:
        return []
    seats = int(s.seats)
    lead = int(s.lead)
    order = " → ".join(look.name((lead + i) % seats) for i in range(seats))
    left_over = int(s.cards[lead]) - (PLAYED if s.phase == PLAN else 0)
    note = say("no cards are passed after this turn")
    if s.phase == REPLAN or must_keep(s, left_over):
        note = say("everybody keeps 2 cards and passes the others to the left")
        if draws(s):
            note = say("everybody keeps 2 cards, passes 2 to the left and draws 2")
    areas = [Area(say("Passing"), [Piece("marker", order)], note=note)]
    if look.seat >= 0 and s.turn and (passed := int(s.passed[look.seat, int(s.turn) - 1])):
        gone = [number for number in range(len(COLOUR)) if passed >> number & 1]
        title = say("You passed to {name}", name=_left(look))
        areas.append(Area(title, [card(number, dimmed=True) for number in gone], "fan", key="passed"))
    return areas


def _played(look: Look[State], seat: int) -> Area:
    s = look.s
    pieces, texts = [], []
    for number in range(PLAYED):
        if played := int(s.last_card[seat, number]):
            pieces.append(card(played - 1))
            text = _use_text(look, seat, played - 1, int(s.last_use[seat, number]))
            texts.append(say("{use} (new use)", use=text) if int(s.failed[seat]) >> number & 1 else text)
    return Area(say("last played"), pieces, "row", seat, listed(texts))


# --- scores ---


def _scores(look: Look[State]) -> Area:
    """Points of every phase, as a table."""
    s = look.s
    waves = int(s.wave) + int(s.over)
    heads = [say("phase {n}", n=wave + 1) for wave in range(waves)] + [say("total")]
    pieces = [Piece("marker", head, at=(column, 0)) for column, head in enumerate(heads, 1)]
    for row, seat in enumerate(look.each_seat(), 1):
        pieces.append(Piece("marker", look.name(seat), at=(0, row)))
        points = [int(s.earned[wave, seat].sum()) for wave in range(waves)]
        for column, n in enumerate([*points, int(s.score[seat])], 1):
            pieces.append(Piece("marker", str(n), at=(column, row)))
    return Area(say("Scores"), pieces, "grid", key="scores")


def _explained(look: Look[State], seat: int) -> Area:
    """The last phase's scoring by station: the card's number and 3 for each cube of its colour."""
    s = look.s
    wave = int(s.wave) + int(s.over) - 1
    pieces, terms = [], []
    for spot in range(int(s.built[seat])):
        used, points = int(s.scored[seat, spot]), int(s.earned[wave, seat, spot])
        if used and points:
            number = int(NUMBER[used - 1])
            pieces.append(card(used - 1))
            name = SYMBOLS[SYMBOL[used - 1]]
            bonus = points - number
            plain = say("{symbol} {n}", symbol=name, n=number)
            terms.append(say("{symbol} {n}+{bonus}", symbol=name, n=number, bonus=bonus) if bonus else plain)
    total = int(s.earned[wave, seat].sum())
    note = say("{total}: {terms}", total=_points(total), terms=listed(terms)) if terms else say("no points")
    return Area(say("phase {n} scored", n=wave + 1), pieces, "row", seat, note)
