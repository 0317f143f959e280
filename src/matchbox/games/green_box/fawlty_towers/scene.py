"""Fawlty Towers: four towers in one oblique picture, and four columns of cards.

Towers are drawn to scale: a cube's side is 100 units. A plumb line hangs from the centre of mass of all cubes above the
weakest contact; the closer it is to the edge of that contact, the closer the tower is to falling.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from matchbox.scene import (
    Area,
    Choice,
    Look,
    Piece,
    Preview,
    Scene,
    SeatStatus,
    Summary,
    TallyRow,
    Text,
    Theme,
    Words,
    listed,
    say,
)

from ..components import BLACK, COLOUR, COLOURED, COLOURS, CUBE_COLOURS, NUMBER, SYMBOL, SYMBOLS, WHITE
from ..pieces import card, card_count, cards_still_out, cubes
from .rules import (
    AIM,
    AIM_AT,
    BASE,
    BLOCK,
    BONUS,
    COLUMNS,
    GRID,
    LEVELS,
    NEW_BASE,
    NO_CARD,
    PLACE,
    PUT,
    STEADY,
    STEP,
    TAKE_CARD,
    TIMING,
    TOWERS,
    WEIGHT_OF_BLACK,
    State,
    all_cards,
    unseen_cards,
)
from .statics import HALF, SIDE, chance_to_stand, weakest_contact

CUBE = 100  # side, in units of the area
PANEL = 10 * CUBE  # each tower is in the middle of its panel; the page closes the gaps
SHAKY, TIGHT = 100, 200  # margins in thousandths of a cube

TOWER_NAMES = (say("the first tower"), say("the second tower"), say("the third tower"), say("the fourth tower"))

summary = Summary(
    goal=say("Take the best cards: score their numbers, and a bonus for sets of the same symbol."),
    turn=say("Put a cube on a tower. If it stands, take a card of that colour that the tower lets you reach."),
    end=say("The game ends when two columns of cards are empty."),
)
theme = Theme(28, "steps", "dice", say("Stack until it falls"))
cover = [
    cubes(0, at=(0, 3)),
    cubes(3, at=(0, 2)),
    cubes(2, at=(0, 1)),
    cubes(1, at=(0, 0)),
    card(8, at=(1, 0), span=(1, 2)),
    card(25, at=(1, 2), span=(1, 2)),
]


def cards_out(look: Look[State]) -> list[Area]:
    return [cards_still_out(int(unseen_cards(look.s)), int(all_cards(look.s)))]


def scene(look: Look[State]) -> Scene:
    s = look.s
    areas = [_towers(look), _columns(look), _supply(look)]
    areas += [_taken(look, seat) for seat in look.each_seat()]
    prompt, why, coach, rules = _prompt(look)
    return Scene(
        prompt,
        areas,
        [Choice(say("Take no card"), int(NO_CARD))] if NO_CARD in look.legal else [],
        why=why,
        coach=coach,
        rules=rules,
        round=say("Turn {n}", n=s.turns),
        commits=[Choice(_let_go(look, action), action) for action in map(int, look.legal) if AIM_AT.has(action)],
        previews=list(_previews(look)),
        seats=[_status(s, seat) for seat in range(int(s.seats))],
        tally=_tally(s) if s.over else (),
    )


def _prompt(look: Look[State]) -> tuple[Text, Text, Text, str]:
    s = look.s
    if s.phase == PLACE:
        why = say("If the tower stands, take a card of this colour that it reached before.")
        coach = say("A card needs a cube of the matching colour in the tower for every card below it.")
        return say("Which cube, on which tower?"), why, coach, "which-card-may-be-taken"
    if s.phase == AIM:
        prompt = say("Where do you let the {colour} cube go?", colour=CUBE_COLOURS[s.colour])
        if s.aim == TIMING:
            prompt = say("When do you let the {colour} cube go?", colour=CUBE_COLOURS[s.colour])
            why = say("The yellow pointer moves: the cube lands where it is when you let go. Aim against the lean.")
        elif _shows_risk(look):
            why = say("Numbers: chance in 100 that the tower falls. Aim against the lean.")
        else:
            why = say("Your hand trembles more the higher the tower. Aim against the lean.")
        coach = say("The bubble of the level shows the lean: at the rim, the tower is about to fall.")
        return prompt, why, coach, "when-does-a-tower-fall"
    if s.phase == BASE:
        why = say("Then you may take a card of its colour from the bottom row.")
        return say("Which cube starts the new tower?"), why, why, "on-your-turn"
    why = say("You score its number. Three or more of one symbol bring 5 to 15 more.")
    return say("Which card do you take?"), why, why, "which-card-may-be-taken"


# --- towers ---


def tower_pieces(colours: Any, x: Any, y: Any, height: int, middle: int, **more: Any) -> list[Piece]:
    """The cubes of a tower from the bottom."""
    return [cubes(int(colours[i]), at=(middle + _units(x[i]), _units(y[i])), z=CUBE * i, **more) for i in range(height)]


def _units(offset: float) -> int:
    return round(float(offset) * CUBE / SIDE)


def _middle(tower: int) -> int:
    return PANEL * tower + PANEL // 2


def _towers(look: Look[State]) -> Area:
    """All four towers, each with its level and plumb line, and the points to aim at on the chosen one."""
    s = look.s
    pieces = []
    for tower in range(TOWERS):
        height = int(s.tall[tower])
        found = tower_pieces(s.cube[tower], s.x[tower], s.y[tower], height, _middle(tower))
        if found and tower == int(s.tower) and height > 1 and s.phase != AIM:
            found[-1] = replace(found[-1], last=True)
        pieces += found
        if look.help != "none" and s.hands != STEADY:
            pieces += plumb(s.x[tower], s.y[tower], height, _middle(tower))
        pieces.append(_foot(look, tower))
    if s.phase == AIM and not s.over:
        pieces += _points(look)
    size = (TOWERS * PANEL, PANEL)
    return Area("", pieces, "free", size=size, look="tower", cell=(17, 64), weight=8, key="towers")


def plumb(x: Any, y: Any, height: int, middle: int) -> list[Piece]:
    """The face of the weakest contact, and the centre of mass of the cubes above it."""
    weak = min((weakest_contact(axis, height) for axis in (x, y)), key=lambda found: found[1])
    contact, margin = weak
    if not contact:
        return []
    low, high = [], []
    for axis in (x, y):
        ends = int(axis[contact - 1]), int(axis[contact])
        low.append(_units(max(ends) - HALF))
        high.append(_units(min(ends) + HALF))
    centre = [_units(float(sum(map(int, axis[contact:height]))) / (height - contact)) for axis in (x, y)]
    colour = "red" if margin < SHAKY else "yellow" if margin < TIGHT else "green"
    return [
        Piece("zone", colour=colour, at=(middle + low[0], low[1]), span=(high[0] - low[0], high[1] - low[1]),
              z=CUBE * contact, label=say("weakest contact")),
        Piece("ring", colour=colour, at=(middle + centre[0], centre[1]), z=CUBE * (height + contact) // 2,
              label=say("centre of mass")),
    ]  # fmt: skip


def _foot(look: Look[State], tower: int) -> Piece:
    """The place of a tower with its level: a click on it chooses the tower."""
    s, height = look.s, int(look.s.tall[tower])
    puts = tuple(int(a) for a in look.legal if PUT.has(a) and PUT.args(a)[1] == tower)
    chosen = tower == int(s.tower) and s.phase in (AIM, BASE) and not s.over
    shaky = bool(height) and s.hands != STEADY
    risk = say("{n}%", n=_risk(look, tower, 0, 0)) if shaky and _shows_risk(look) else ""
    return Piece("marker", risk, at=(PANEL * tower, 0), marked=chosen, actions=puts, ends=puts,
                 level=_level(s, tower) if shaky and look.help != "none" else None,
                 label=_tower_label(look, tower))  # fmt: skip


def _level(s: State, tower: int) -> tuple[int, int]:
    """How far the weight is from the middle of the weakest contact, along both axes; 100 is its edge."""
    height, found = int(s.tall[tower]), []
    for axis in (s.x[tower], s.y[tower]):
        contact, _ = weakest_contact(axis, height)
        if not contact:
            found.append(0)
            continue
        ends = int(axis[contact - 1]), int(axis[contact])
        half = (min(ends) - max(ends)) / 2 + HALF
        mean = sum(map(int, axis[contact:height])) / (height - contact)
        found.append(max(-100, min(100, round(100 * (mean - sum(ends) / 2) / max(half, 1)))))
    return found[0], found[1]


def _tower_label(look: Look[State], tower: int) -> Text:
    s = look.s
    if not s.tall[tower]:
        return say("{tower}: fallen", tower=TOWER_NAMES[tower])
    held = _counts([int(n) for n in s.held[tower]])
    if s.hands == STEADY or not _shows_risk(look):
        return say("{tower}: {held}", tower=TOWER_NAMES[tower], held=held)
    risk = _risk(look, tower, 0, 0)
    return say("{tower}: {held}; a cube in the middle makes it fall with {risk} %",
               tower=TOWER_NAMES[tower], held=held, risk=risk)  # fmt: skip


def _counts(cubes_by_colour: list[int]) -> Words:
    """Cubes by colour, such as 2 red, 1 blue."""
    counts = [say("{n} {colour}", n=n, colour=CUBE_COLOURS[c]) for c, n in enumerate(cubes_by_colour) if n]
    return listed(counts)


def _shows_risk(look: Look[State]) -> bool:
    """Chances are for tables with full help, unless players aim by eye (R19)."""
    return look.help == "odds" and look.s.aim == GRID


def _risk(look: Look[State], tower: int, aim_x: int, aim_y: int) -> int:
    """The chance in per cent that a tower falls under another cube."""
    s, height = look.s, int(look.s.tall[tower])
    stands = chance_to_stand(s.x[tower], height, aim_x) * chance_to_stand(s.y[tower], height, aim_y)
    return round(100 * (1 - stands))


def _points(look: Look[State]) -> list[Piece]:
    """Five by five points around the middle of the top cube, each with the chance that the tower falls."""
    s = look.s
    tower, height = int(s.tower), int(s.tall[s.tower])
    x, y = (_units(axis[tower, height - 1]) for axis in (s.x, s.y))
    found = []
    for i in range(AIM_AT.size):
        action = AIM_AT.first + i
        aim_y, aim_x = (int(n) for n in AIM_AT.args(action))
        at = _middle(tower) + x + _units(STEP * aim_x), y + _units(STEP * aim_y)
        risk = _risk(look, tower, STEP * aim_x, STEP * aim_y) if _shows_risk(look) else None
        found.append(
            Piece("square", colour=CUBE_COLOURS[s.colour], number=risk, at=at, z=CUBE * height,
                  marked=aim_x == aim_y == 0, actions=look.only(action), label=_point_label(aim_x, aim_y, risk))
        )  # fmt: skip
    return found


def _point_label(x: int, y: int, risk: int | None) -> Words:
    across = (say("far to the left"), say("to the left"), "", say("to the right"), say("far to the right"))[x + 2]
    along = (say("far to the back"), say("to the back"), "", say("to the front"), say("far to the front"))[y + 2]
    where: Words = listed([part for part in (along, across) if part]) if x or y else say("in the middle")
    return where if risk is None else say("{where}: falls with {n} %", where=where, n=risk)


def _let_go(look: Look[State], action: int) -> Text:
    if not _shows_risk(look):
        return say("Let go")
    y, x = (int(n) for n in AIM_AT.args(action))
    return say("Let go · {n}% falls", n=_risk(look, int(look.s.tower), STEP * x, STEP * y))


def _supply(look: Look[State]) -> Area:
    s = look.s
    pieces = []
    for colour in range(COLOURED):
        acts = tuple(int(a) for a in look.legal if PUT.has(a) and PUT.args(a)[0] == colour)
        acts += look.only(NEW_BASE.first + colour) if s.phase == BASE else ()
        if s.supply[colour]:
            chosen = int(s.phase) == AIM and int(s.colour) == colour
            pieces.append(cubes(colour, int(s.supply[colour]), actions=acts, ends=acts, marked=chosen))
    return Area("", pieces, "counters", role="tray", key="supply")


# --- cards ---


def _columns(look: Look[State]) -> Area:
    """The columns, with level 1 at the bottom. Marked cards are in reach."""
    s = look.s
    near = _in_reach(look)
    pieces = []
    for column in range(COLUMNS):
        for level in range(int(s.cards[column])):
            number = int(s.column[column, level])
            acts = look.only(TAKE_CARD.first + LEVELS * column + level)
            name = f"{COLOURS[COLOUR[number]][:3]} {SYMBOLS[SYMBOL[number]][:4]} {NUMBER[number]}"
            shown = card(number, name, at=_place(column, level), actions=acts, crop="strip",
                         marked=bool(acts) or (column, level) in near)  # fmt: skip
            need = _need(look, column, level)
            label = say("{card}, level {n}: {need}", card=shown.label, n=level + 1, need=need)
            pieces.append(replace(shown, label=label, effect=need))
    least = 34 if s.phase == AIM else 43  # while you aim, cards are only to be looked at
    return Area("", pieces, "grid", note=_columns_note(look, len(near)), size=(COLUMNS, LEVELS), cell=(least, 108),
                weight=5, key="cards")  # fmt: skip


def _place(column: int, level: int) -> tuple[int, int]:
    return column, LEVELS - 1 - level


def _columns_note(look: Look[State], near: int) -> Words:
    s = look.s
    if s.phase == AIM and look.help != "none" and not s.over:
        return say("{n} {n|card|cards} in reach if it stands", n=near)
    if not s.in_deck:
        return say("The deck is empty: columns shrink")
    return say("{n} {n|card|cards} left in the deck", n=s.in_deck)


def _in_reach(look: Look[State]) -> set[tuple[int, int]]:
    """Columns and levels of the cards that the next cube can bring, where the table helps."""
    s = look.s
    if look.help == "none" or s.over:
        return set()
    if s.phase == AIM:
        return set(_reached(s, int(s.colour), int(s.tower)))
    if s.phase != PLACE:
        return set()
    pairs = [(colour, tower) for colour in range(COLOURED) if s.supply[colour] for tower in range(TOWERS)]
    return {place for pair in pairs for place in _reached(s, *pair)}


def _reached(s: State, colour: int, tower: int) -> list[tuple[int, int]]:
    """Columns and levels of the cards that a cube brings if the tower stands."""
    found = []
    for column in range(COLUMNS):
        for level in range(int(s.cards[column])):
            own = int(COLOUR[int(s.column[column, level])])
            if own in (colour, WHITE, BLACK) and _can_reach(s, tower, column, level):
                found.append((column, level))
    return found


def _can_reach(s: State, tower: int, column: int, level: int) -> bool:
    below = _below(s, column, level)
    if BLACK in below and s.black_passing == BLOCK:
        return False
    held = [int(n) for n in s.held[tower]]
    enough = all(below.count(colour) <= held[colour] for colour in range(COLOURED))
    return enough and _height(below) <= sum(held)


def _below(s: State, column: int, level: int) -> list[int]:
    return [int(COLOUR[int(number)]) for number in s.column[column, :level]]


def _height(below: list[int]) -> int:
    return len(below) + (WEIGHT_OF_BLACK - 1) * below.count(BLACK)


def _need(look: Look[State], column: int, level: int) -> Text:
    below = _below(look.s, column, level)
    if not below:
        return say("any tower reaches it")
    if BLACK in below and look.s.black_passing == BLOCK:
        return say("blocked by a black card below")
    height = _height(below)
    size = say("1 cube") if height == 1 else say("{n} cubes", n=height)
    if min(below) >= WHITE:
        return say("needs a tower of {size}", size=size)
    held = _counts([below.count(c) for c in range(WHITE)])
    return say("needs a tower of {size} with {held}", size=size, held=held)


def _previews(look: Look[State]) -> list[Preview]:
    """The cards that a cube would bring."""
    s, found = look.s, []
    if look.help == "none":
        return []
    for action in map(int, look.legal):
        if PUT.has(action):
            colour, tower = (int(n) for n in PUT.args(action))
            places = _reached(s, colour, tower)
        elif NEW_BASE.has(action):
            (colour,) = (int(n) for n in NEW_BASE.args(action))
            bottom = [(column, int(COLOUR[int(s.column[column, 0])])) for column in range(COLUMNS) if s.cards[column]]
            places = [(column, 0) for column, own in bottom if own in (colour, WHITE, BLACK)]
        else:
            continue
        note = say("{n} {n|card|cards} in reach", n=len(places))
        found.append(Preview(action, "cards", [_place(*place) for place in places], note))
    return found


# --- players ---


def _cards_of(s: State, seat: int) -> list[int]:
    taken = [number for number in range(len(COLOUR)) if int(s.taken[seat]) >> number & 1]
    return sorted(taken, key=lambda number: (int(SYMBOL[number]), int(NUMBER[number])))


def _taken(look: Look[State], seat: int) -> Area:
    """Cards taken, by symbol, and the largest set."""
    taken = _cards_of(look.s, seat)
    mine = seat == look.seat
    note = _set_note(taken) if mine else ""
    return Area(
        "",
        [card(number, crop="token") for number in taken],
        "fan",
        seat,
        note,
        key="taken" if mine else f"taken/{seat}",
    )


def _set_note(taken: list[int]) -> Words:
    """How far the best set is, and what it brings."""
    counts = [sum(int(SYMBOL[number]) == symbol for number in taken) for symbol in range(len(SYMBOLS))]
    most = max(counts)
    if most < 2:
        return say("no set yet: three alike bring 5")
    symbol = SYMBOLS[counts.index(most)]
    more = next((n for n in range(most + 1, len(BONUS)) if BONUS[n] > BONUS[most]), 0)
    if not more:
        return say("{n} {symbol}: {points} points", n=most, symbol=symbol, points=BONUS[most])
    return say("{n} {symbol}: {more} more for {points} points", n=most, symbol=symbol, more=more - most,
               points=BONUS[more])  # fmt: skip


def _bonus(taken: list[int]) -> int:
    counts = [sum(int(SYMBOL[number]) == symbol for number in taken) for symbol in range(len(SYMBOLS))]
    return sum(int(BONUS[n]) for n in counts)


def _status(s: State, seat: int) -> SeatStatus:
    return SeatStatus(seat, score=int(s.score[seat]), line=card_count(len(_cards_of(s, seat))))


def _tally(s: State) -> list[TallyRow]:
    seats = range(int(s.seats))
    numbers = [sum(int(NUMBER[number]) for number in _cards_of(s, seat)) for seat in seats]
    sets = [_bonus(_cards_of(s, seat)) for seat in seats]
    return [TallyRow(say("Numbers on cards"), numbers, card(8)), TallyRow(say("Sets of a symbol"), sets, card(0))]
