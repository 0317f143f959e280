"""All Your Base: the supplies in the middle, every base with cubes and software, the own hand and what goes left."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Any

from msgspec.structs import replace

from matchbox.boxes.green_box.all_your_base import pair_of
from matchbox.boxes.green_box.all_your_base_state import (
    BUILD,
    CARD,
    CARD_1,
    HARDWARE,
    HOLD,
    HOLDING,
    KEEP,
    MATCH,
    MEND,
    PLAN,
    PLAYED,
    SCRAP,
    SOFTWARE,
    TURNS,
    USE_1,
    USE_2,
    WAVES,
    draws,
    must_keep,
    unplanned,
    worth,
)
from matchbox.boxes.green_box.components import COLOUR, COLOURS, CUBE_COLOURS, NUMBER, SYMBOL, SYMBOLS, WHITE
from matchbox.table.green_box import back, card, cubes, tile
from matchbox.table.scene import Area, Choice, Look, Piece, Scene, Summary, Text, say

summary = Summary(
    goal=say("Score most with defence stations: software, and hardware of the same colour beneath it."),
    turn=say("Play two cards, each as a station, as hardware or as software; keep two cards and pass the rest left."),
    end=say("After three phases of five turns the highest total wins; stations and hardware stay, cards do not."),
)
cover = [tile(1), cubes(1), card(16), tile(4), card(7)]


def scene(look: Look) -> Scene:
    s = look.s
    areas = [_stacks(look), _supply(look)]
    areas += [_base(look, seat) for seat in look.each_seat()]
    areas += [_hand(look, seat) for seat in look.each_seat()]
    areas += _plan(look) + _passing(look)
    areas += [_played(look, seat) for seat in look.each_seat() if s.last_card[seat].any()]
    if s.wave or s.over:
        areas.append(_scores(look))
        areas += [_explained(look, seat) for seat in look.each_seat()]
    prompt, coach, rules = _question(look)
    return Scene(prompt, areas, _uses(look), coach=coach, rules=rules)


def revealed(before: Any, after: Any) -> Iterator[tuple[int, int]]:
    """Both cards of every plan with their uses: carried out already, or lying open. What is kept stays unknown."""
    if before.phase != PLAN:
        return
    seats = int(before.seats)
    for turn in range(PLAYED * seats):
        seat, number = (int(before.lead) + turn) % seats, turn // seats
        if after.phase == MEND and turn == after.at:
            yield seat, CARD.id(after.pending - 1)  # how it was to be used has become impossible
            continue
        done = after.phase != MEND or turn < after.at
        cards, uses = (after.last_card, after.last_use) if done else (after.open_card, after.open_use)
        if cards[seat, number]:
            yield seat, CARD.id(cards[seat, number] - 1)
            yield seat, uses[seat, number]


# --- what is asked ---


def _step(look: Look) -> int:
    """Where the looking seat is in choosing: card, use, or what to keep."""
    s = look.s
    if s.phase == PLAN:
        return int(s.step[max(look.seat, 0)])
    if s.phase == KEEP:
        return HOLD
    return (2 * int(s.done) if s.phase != MEND else 0) + (USE_1 if s.pending else CARD_1)


def _chosen(look: Look) -> int | None:
    """The card whose use the looking seat is asked for."""
    s = look.s
    if not look.legal or _step(look) not in (USE_1, USE_2):
        return None
    if s.phase != PLAN:
        return int(s.pending) - 1
    return int(s.plan_card[look.seat, _step(look) // 2]) - 1


def _left(look: Look) -> str:
    return look.name((max(look.seat, 0) + 1) % int(look.s.seats))


def _name(number: int) -> Text:
    return say(
        "{colour} {symbol} {n}", colour=COLOURS[COLOUR[number]], symbol=SYMBOLS[SYMBOL[number]], n=NUMBER[number]
    )


def _question(look: Look) -> tuple[Text, Text, str]:
    s = look.s
    chosen = _chosen(look)
    if s.phase == MEND:
        prompt = say("Somebody was faster: choose a new use for {card}.", card=_name(int(s.pending) - 1))
        coach = say("Plans are carried out from the lead seat on; what you planned is not possible any more.")
        return prompt, coach, "carrying-out"
    if chosen is not None:
        coach = say(
            "A station needs software to score; every cube of the software's colour on it adds 3, in every phase."
        )
        return say("What is {card} used for?", card=_name(chosen)), coach, "uses-of-a-card"
    if _step(look) == HOLD:
        coach = say("Keep what you need yourself; what you pass on is what {name} plays with next.", name=_left(look))
        return say("Choose two cards to keep; the others go to {name}.", name=_left(look)), coach, "passing"
    coach = say("Cards come round: what you do not play now, others may play, unless you keep it.")
    first = _step(look) == CARD_1
    return (say("Choose your first card.") if first else say("Choose your second card.")), coach, "a-turn"


def _uses(look: Look) -> list[Choice]:
    """The uses of the chosen card as a menu that says what each is worth."""
    s, chosen = look.s, _chosen(look)
    if chosen is None:
        return []
    symbol, choices = int(SYMBOL[chosen]), []
    for action in map(int, look.legal):
        if action == BUILD:
            note = say("{n} tiles left", n=s.tiles[symbol])
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
            choices.append(Choice(say("Scrap"), action, say("discard it without effect")))
    return choices


def _station_symbol(look: Look, spot: int) -> int:
    """The symbol of an own station, also of the one that is only planned."""
    s = look.s
    if spot < s.built[look.seat]:
        return int(s.station[look.seat, spot])
    return int(SYMBOL[int(s.plan_card[look.seat, 0]) - 1])


def _station_name(look: Look, spot: int) -> Text:
    return say("{symbol} (station {n})", symbol=SYMBOLS[_station_symbol(look, spot)], n=spot)


def _cubes(look: Look, spot: int, colour: int) -> int:
    """Cubes on an own station that count for software of this colour."""
    counts = [int(n) for n in look.s.cubes[look.seat, spot]]
    return sum(counts) if colour == WHITE else counts[colour] if colour < len(counts) else 0


def _hardware_note(look: Look, chosen: int, spot: int) -> Text:
    used = int(look.s.software[look.seat, spot])
    colour = int(COLOUR[chosen])
    if used and COLOUR[used - 1] in (colour, WHITE):
        return say("+{n} points, now and in later phases with such software", n=MATCH)
    return say("+{n} points with {colour} or white software", n=MATCH, colour=COLOURS[colour])


def _software_note(look: Look, chosen: int, spot: int) -> Text:
    number, bonus = int(NUMBER[chosen]), MATCH * _cubes(look, spot, int(COLOUR[chosen]))
    now = say("{n} + {bonus} for hardware", n=number, bonus=bonus) if bonus else say("{n} points", n=number)
    used = int(look.s.software[look.seat, spot])
    if used:
        return say("{now}; replaces software worth {old}", now=now, old=worth(look.s, look.seat, spot))
    return now


# --- the middle ---


def _stacks(look: Look) -> Area:
    s, chosen = look.s, _chosen(look)
    pieces = []
    for symbol in range(6):
        builds = look.only(BUILD) if chosen is not None and SYMBOL[chosen] == symbol else ()
        label = say("{n} {symbol} stations left", n=s.tiles[symbol], symbol=SYMBOLS[symbol])
        left = int(s.tiles[symbol])
        text = f"{SYMBOLS[symbol]} x{left}"
        pieces.append(tile(symbol, text, number=left, dimmed=not left, actions=builds, ends=builds, label=label))
    note = say("phase {wave} of {waves}, turn {turn} of {turns}; lead: {lead}", wave=int(s.wave) + 1, waves=WAVES,
               turn=min(int(s.turn) + 1, TURNS), turns=TURNS, lead=look.name(int(s.lead)))  # fmt: skip
    return Area(say("Stations"), pieces, note=note, key="stacks")


def _supply(look: Look) -> Area:
    s = look.s
    pieces = [cubes(colour, int(s.supply[colour])) for colour in range(len(CUBE_COLOURS)) if s.supply[colour]]
    note = say("{deck} cards in the deck, {n} discarded", deck=s.in_deck, n=int(s.discard).bit_count())
    return Area(say("Hardware"), pieces, "counters", note=note, key="supply")


# --- bases and hands ---


def _base(look: Look, seat: int) -> Area:
    """Stations in a row with their cubes; below each the software, or its empty place."""
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
            points = say("{card}: {n} points now", card=_name(used - 1), n=worth(s, seat, spot))
            text = f"{COLOURS[COLOUR[used - 1]]} {NUMBER[used - 1]}"
            pieces.append(replace(card(used - 1, text, at=(spot, 1), actions=software, ends=software), label=points))
        else:
            empty = say("no software on {symbol}", symbol=SYMBOLS[symbol])
            pieces.append(Piece("slot", "-", at=(spot, 1), actions=software, ends=software, label=empty))
    now = sum(int(worth(s, seat, spot)) for spot in range(stations))
    note = say("{score} points, this phase {now} so far", score=s.score[seat], now=now)
    if s.over:
        note = say("{score} points", score=s.score[seat])
    return Area(say("base"), pieces, "grid", seat, note)


def _hand(look: Look, seat: int) -> Area:
    s = look.s
    ready = say("has chosen") if s.phase == PLAN and not s.over and seat not in look.acting else ""
    if seat != look.seat:
        return Area(say("hand"), [back(int(s.cards[seat]))] if s.cards[seat] else [], "fan", seat, ready)
    left = [number for number in range(len(COLOUR)) if int(unplanned(s, seat)) >> number & 1]
    keeping = bool(look.legal) and _step(look) == HOLD
    pieces = []
    for place, number in enumerate(left):
        acts = look.only(CARD.first + number) if _chosen(look) is None and not keeping else ()
        text = ""
        if keeping:
            acts = tuple(a for a in map(int, look.legal) if int(pair_of(_set(left), a - HOLDING.first)) >> number & 1)
            text = f"{'abcdefgh'[place]}: {_name(number)}"
        new = int(s.came[seat]) >> number & 1 == 1
        pieces.append(card(number, text, actions=acts, ends=acts if keeping else (), marked=new))
    note = say("marked: passed to you by {name}", name=look.name((seat - 1) % int(s.seats))) if s.came[seat] else ready
    return Area(say("hand"), pieces, "fan", seat, note)


def _set(cards: list[int]) -> int:
    return sum(1 << number for number in cards)


# --- plans, passing, the last turn ---


def _use_text(look: Look, seat: int, number: int, use: int) -> Text:
    if use == BUILD:
        return say("build {symbol}", symbol=SYMBOLS[SYMBOL[number]])
    if use == SCRAP or not use:
        return say("scrap") if use else say("...")
    what = say("hardware on station {n}", n=use - HARDWARE.first)
    return what if HARDWARE.has(use) else say("software on station {n}", n=use - SOFTWARE.first)


def _plan(look: Look) -> list[Area]:
    """What the looking seat has planned so far, or the card it is asked about."""
    s = look.s
    if s.phase != PLAN:
        asked = [card(int(s.pending) - 1, marked=True)] if s.pending else []
        return [Area(say("Card in play"), asked, key="plan")] if asked else []
    if look.seat < 0 or not s.plan_card[look.seat].any():
        return []
    pieces, texts = [], []
    for number in range(PLAYED):
        if planned := int(s.plan_card[look.seat, number]):
            pieces.append(card(planned - 1, marked=True))
            texts.append(_use_text(look, look.seat, planned - 1, int(s.plan_use[look.seat, number])))
    if kept := int(s.kept[look.seat]):
        texts.append(say("keep {n} cards", n=kept.bit_count()))
    return [Area(say("Your plan"), pieces, note=_joined(texts), key="plan")]


def _joined(texts: list[Text]) -> Text:
    return reduce(lambda a, b: say("{a}, {b}", a=a, b=b), texts)


def _passing(look: Look) -> list[Area]:
    """Where cards go, and what the looking seat has passed on."""
    s = look.s
    if s.over:
        return []
    seats = int(s.seats)
    lead = int(s.lead)
    order = " → ".join(look.name((lead + i) % seats) for i in range(seats))
    left_over = int(s.cards[lead]) - (PLAYED if s.phase == PLAN else 0)
    note = say("nothing is passed after this turn")
    if s.phase == MEND or must_keep(s, left_over):
        note = say("everybody keeps 2 cards and passes the others to the left")
        if draws(s):
            note = say("everybody keeps 2 cards, passes 2 to the left and draws 2")
    areas = [Area(say("Passing"), [Piece("marker", order)], note=note)]
    if look.seat >= 0 and s.turn and (passed := int(s.passed[look.seat, int(s.turn) - 1])):
        gone = [number for number in range(len(COLOUR)) if passed >> number & 1]
        title = say("You passed to {name}", name=_left(look))
        areas.append(Area(title, [card(number, dimmed=True) for number in gone], "fan", key="passed"))
    return areas


def _played(look: Look, seat: int) -> Area:
    s = look.s
    pieces, texts = [], []
    for number in range(PLAYED):
        if played := int(s.last_card[seat, number]):
            pieces.append(card(played - 1))
            text = _use_text(look, seat, played - 1, int(s.last_use[seat, number]))
            texts.append(say("{use} (new use)", use=text) if int(s.failed[seat]) >> number & 1 else text)
    return Area(say("last played"), pieces, "row", seat, _joined(texts))


# --- scores ---


def _scores(look: Look) -> Area:
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


def _explained(look: Look, seat: int) -> Area:
    """How the last phase was scored, station by station: the card's number and 3 for each cube of its colour."""
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
    note = say("{total} points: {terms}", total=total, terms=_joined(terms)) if terms else say("no points")
    return Area(say("phase {n} scored", n=wave + 1), pieces, "row", seat, note)
