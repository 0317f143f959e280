"""Fawlty Towers: four columns of cards, and the towers from the front and from the side.

Towers are drawn to scale: a cube's side is 20 units. A plumb line hangs from the centre of mass of all cubes above the
weakest contact; the closer it is to the edge of that contact, the closer the tower is to falling.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec.structs import replace

from matchbox.scene import Area, Choice, Look, Piece, Scene, Summary, Text, Words, listed, say

from ..components import BLACK, COLOUR, COLOURS, CUBE_COLOURS, NUMBER, SYMBOL, SYMBOLS, WHITE
from ..pieces import back, card, cubes
from .rules import (
    AIM,
    AIM_AT,
    BASE,
    BLOCK,
    BONUS,
    COLUMNS,
    LEVELS,
    NEW_BASE,
    NO_CARD,
    PLACE,
    PUT,
    STEADY,
    STEP,
    TAKE_CARD,
    TOWERS,
    WEIGHT_OF_BLACK,
    State,
)
from .statics import HALF, SIDE, chance_to_stand, weakest_contact

CUBE = 20  # side, in units of the area
PANEL = 4 * CUBE  # width of the panel of each tower
FOOT = CUBE  # height below the towers, for their names
LEAST = 4  # minimum height of the area, in cubes
SHAKY, TIGHT = 100, 200  # margins in thousandths of a cube

summary = Summary(
    goal=say("Take the best cards: score their numbers, and a bonus for sets of the same symbol."),
    turn=say("Put a cube on a tower. If it stands, take a card of that colour that the tower lets you reach."),
    end=say("The game ends when two columns of cards are empty."),
)
cover = [
    cubes(0, at=(0, 3)),
    cubes(3, at=(0, 2)),
    cubes(2, at=(0, 1)),
    cubes(1, at=(0, 0)),
    card(8, at=(1, 0), span=(1, 2)),
    card(25, at=(1, 2), span=(1, 2)),
]


def scene(look: Look[State]) -> Scene:
    s = look.s
    size = say("1 card") if s.in_deck == 1 else say("{n} cards", n=s.in_deck)
    deck = Area(say("Deck"), [back()] if s.in_deck else [], "pile", note=size, key="deck")
    areas = [deck, _columns(look), _towers(look, "front"), _towers(look, "side")]
    if s.phase == AIM and not s.over:
        areas += [_from_above(look)] + ([_aim(look)] if look.legal else [])
    areas += [_supply(look), *_last(look)]
    areas += [_player(look, seat) for seat in look.each_seat()]
    prompt, coach, rules = _prompt(look)
    choices = [Choice(say("No card"), int(NO_CARD))] if NO_CARD in look.legal else []
    return Scene(prompt, areas, choices, coach=coach, rules=rules)


def _prompt(look: Look[State]) -> tuple[Text, Text, str]:
    s = look.s
    if s.phase == PLACE:
        coach = say(
            "You may take cards of the cube's colour. To reach a higher card, the tower needs a cube of the matching "
            "colour for every card below. The new cube does not count."
        )
        if s.hands == STEADY:
            return say("Choose a cube and a tower."), coach, "which-card-may-be-taken"
        return say("Choose a cube and the tower to put it on."), coach, "on-your-turn"
    if s.phase == AIM:
        coach = say(
            "The numbers are the chance that the tower falls. Aim against its lean. The tremor grows with the height."
        )
        prompt = say("Aim the {colour} cube on tower {n}.", colour=CUBE_COLOURS[s.colour], n=s.tower)
        return prompt, coach, "when-does-a-tower-fall"
    if s.phase == BASE:
        coach = say("Then you may take a card of this colour from the bottom of a column.")
        return say("Tower {n} has fallen. Choose the colour of its new base.", n=s.tower), coach, "on-your-turn"
    coach = say("You score the numbers, and a bonus for three or more cards of one symbol.")
    return say("Take a card, or none."), coach, "which-card-may-be-taken"


# --- towers ---


def _axis(look: Look[State], side: str) -> Any:
    """Offsets along the axis visible from the front (x) or from the side (y)."""
    return look.s.x if side == "front" else look.s.y


def _units(offset: float) -> int:
    return round(offset * CUBE / SIDE)


def _towers(look: Look[State], side: str) -> Area:
    """All four towers side by side, each with its plumb line and name."""
    s = look.s
    floor = CUBE * max(LEAST, *(int(tall) + 1 for tall in s.tall))
    pieces = [Piece("line", at=(0, floor), to=(TOWERS * PANEL, floor), label=say("ground"))]
    for tower in range(TOWERS):
        pieces += _tower(look, tower, side, PANEL * tower + (PANEL - CUBE) // 2, floor)
    size = (TOWERS * PANEL, floor + FOOT)
    if side == "front":
        return Area(say("Towers from the front"), pieces, "free", note=_lean_note(look), size=size, key="front")
    return Area(say("Towers from the left side"), pieces, "free", size=size, key="side")


def _tower(look: Look[State], tower: int, side: str, left: int, floor: int) -> list[Piece]:
    s = look.s
    height, places = int(s.tall[tower]), _axis(look, side)[tower]
    puts = tuple(int(a) for a in look.legal if PUT.has(a) and PUT.args(a)[1] == tower)
    bounds = PANEL * tower, PANEL * (tower + 1) - CUBE
    pieces = []
    for i in range(height):
        at = min(max(left + _units(places[i]), bounds[0]), bounds[1]), floor - CUBE * (i + 1)
        last = tower == int(s.tower) and i == height - 1 and height > 1
        chosen = puts if i == height - 1 and side == "front" else ()
        label = say("tower {n}, cube {i}: {colour}", n=tower, i=i + 1, colour=CUBE_COLOURS[s.cube[tower, i]])
        letter = CUBE_COLOURS[s.cube[tower, i]][0].upper()
        pieces.append(
            cubes(int(s.cube[tower, i]), text=letter, at=at, span=(CUBE, CUBE), marked=last, actions=chosen,
                  ends=chosen, label=label)
        )  # fmt: skip
    pieces += _plumb(places, height, left, floor)
    name = Piece("marker", f"{tower}: {height}", at=(PANEL * tower, floor), span=(PANEL, FOOT),
                 actions=puts if side == "front" else (), ends=puts if side == "front" else (),
                 label=_tower_label(look, tower))  # fmt: skip
    return [*pieces, name]


def _plumb(places: Any, height: int, left: int, floor: int) -> list[Piece]:
    """A line from the centre of mass down to the weakest contact, and the face of that contact."""
    contact, margin = weakest_contact(places, height)
    if not contact:
        return []
    above = np.asarray(places[contact:height], np.int64)
    x = max(0, left + CUBE // 2 + _units(float(above.mean())))
    level = floor - CUBE * contact
    middle = level - CUBE * len(above) // 2
    colour = "red" if margin < SHAKY else "yellow" if margin < TIGHT else "green"
    ends = [int(places[contact - 1]), int(places[contact])]
    face = [max(0, left + CUBE // 2 + _units(edge)) for edge in (max(ends) - HALF, min(ends) + HALF)]
    return [
        Piece("line", colour=colour, at=(face[0], level), to=(face[1], level), label=say("weakest contact")),
        Piece("line", colour=colour, at=(x, middle), to=(x, level), label=say("plumb line")),
        Piece("ring", "o", colour, at=(max(0, x - 2), middle - 2), span=(4, 4), label=say("centre of mass")),
    ]


def _margin(look: Look[State], tower: int) -> int:
    """The smallest margin of a tower, in thousandths of a cube."""
    s, height = look.s, int(look.s.tall[tower])
    return min(weakest_contact(s.x[tower], height)[1], weakest_contact(s.y[tower], height)[1])


def _tower_label(look: Look[State], tower: int) -> Text:
    s = look.s
    height = int(s.tall[tower])
    if not height:
        return say("tower {n}: fallen", n=tower)
    held = _counts([int(n) for n in s.held[tower]])
    if look.s.hands == STEADY:
        return say("tower {n}: {held}", n=tower, held=held)
    risk = round(100 * (1 - _chance(look, tower, 0, 0)))
    return say(
        "tower {n}: {held}; margin: {margin} thousandths of a cube; risk of falling, aimed at the centre: {risk} %",
        n=tower, held=held, margin=_margin(look, tower), risk=risk,
    )  # fmt: skip


def _counts(cubes_by_colour: list[int]) -> Words:
    """Cubes by colour, such as 2 red, 1 blue."""
    counts = [say("{n} {colour}", n=n, colour=CUBE_COLOURS[c]) for c, n in enumerate(cubes_by_colour) if n]
    return listed(counts)


def _lean_note(look: Look[State]) -> Words:
    """How close each tower is to falling, in hundredths of a cube."""
    s = look.s
    if s.hands == STEADY:
        return say("steady hands: towers never fall")
    a, b, c, d = (str(_margin(look, tower) // 10) if s.tall[tower] else "-" for tower in range(TOWERS))
    return say("margins in hundredths of a cube: {a}, {b}, {c}, {d}", a=a, b=b, c=c, d=d)


def _chance(look: Look[State], tower: int, aim_x: int, aim_y: int) -> float:
    """The probability that a tower stands after another cube."""
    s, height = look.s, int(look.s.tall[tower])
    return chance_to_stand(s.x[tower], height, aim_x) * chance_to_stand(s.y[tower], height, aim_y)


def _from_above(look: Look[State]) -> Area:
    """The chosen tower from above, with its front at the bottom; the newest cube is on top."""
    s = look.s
    tower, height = int(s.tower), int(s.tall[s.tower])
    middle = (PANEL - CUBE) // 2
    pieces = []
    for i in range(height):
        at = tuple(min(max(middle + _units(axis[tower, i]), 0), PANEL - CUBE) for axis in (s.x, s.y))
        label = say("cube {i}: {colour}", i=i + 1, colour=CUBE_COLOURS[s.cube[tower, i]])
        letter = CUBE_COLOURS[s.cube[tower, i]][0].upper()
        top = i == height - 1
        pieces.append(
            cubes(int(s.cube[tower, i]), text=letter, at=at, span=(CUBE, CUBE), dimmed=not top, marked=top, label=label)
        )
    return Area(say("Tower {n} from above", n=tower), pieces, "free", size=(PANEL, PANEL), key="above")


def _aim(look: Look[State]) -> Area:
    """Five by five aim points on the top cube, as seen from above, with the chance that the tower falls."""
    tower = int(look.s.tower)
    pieces = []
    for action in map(int, look.legal):
        y, x = (int(n) for n in AIM_AT.args(action))
        risk = round(100 * (1 - _chance(look, tower, STEP * x, STEP * y)))
        label = say("aim {x}, {y} tenths of a cube: risk of falling {risk} %", x=x, y=y, risk=risk)
        pieces.append(
            Piece("square", f"{risk}%", at=(x + 2, y + 2), marked=x == y == 0, actions=(action,), label=label)
        )
    note = say("risk of falling; the middle is the centre of the top cube, the front is at the bottom")
    return Area(say("Aim"), pieces, "grid", note=note, size=(5, 5), key="aim")


def _last(look: Look[State]) -> list[Area]:
    """How the hand trembled, and the tower that fell, as it was just before."""
    s = look.s
    if s.hands == STEADY or (not s.trembled.any() and not s.aimed.any()) or s.phase == AIM:
        return []
    text = say(
        "aimed {ax}, {ay}; the hand trembled by {tx}, {ty}",
        ax=s.aimed[0], ay=s.aimed[1], tx=s.trembled[0], ty=s.trembled[1],
    )  # fmt: skip
    note = say("thousandths of a cube, to the right and to the front")
    areas = [Area(say("Last cube"), [Piece("marker", text)], note=note, key="last")]
    if s.fell:
        areas.append(_fallen(look))
    return areas


def _fallen(look: Look[State]) -> Area:
    """The fallen tower from the front and from the side; the cubes above the broken contact are marked."""
    s = look.s
    height, floor = int(s.fell), CUBE * int(s.fell)
    pieces = [Piece("line", at=(0, floor), to=(2 * PANEL, floor), label=say("ground"))]
    for panel, places in enumerate((s.fallen_x, s.fallen_y)):
        for i in range(height):
            x = panel * PANEL + min(max((PANEL - CUBE) // 2 + _units(places[i]), 0), PANEL - CUBE)
            colour = int(s.fallen_cube[i])
            gone = i >= int(s.broke)
            pieces.append(
                cubes(colour, text=CUBE_COLOURS[colour][0], at=(x, floor - CUBE * (i + 1)), span=(CUBE, CUBE),
                      dimmed=not gone, marked=gone)
            )  # fmt: skip
    level = floor - CUBE * int(s.broke)
    pieces.append(Piece("line", colour="red", at=(0, level), to=(2 * PANEL, level), label=say("where it broke")))
    title = say("Tower {n} has fallen", n=s.tower)
    note = say("front and side; it broke above cube {n}", n=s.broke)
    return Area(title, pieces, "free", note=note, size=(2 * PANEL, floor), key="fallen")


def _supply(look: Look[State]) -> Area:
    s = look.s
    pieces = []
    for colour in range(len(CUBE_COLOURS)):
        acts = tuple(int(a) for a in look.legal if PUT.has(a) and PUT.args(a)[0] == colour)
        acts += look.only(NEW_BASE.first + colour) if s.phase == BASE else ()
        if s.supply[colour]:
            chosen = int(s.phase) == AIM and int(s.colour) == colour
            pieces.append(cubes(colour, int(s.supply[colour]), actions=acts, ends=acts, marked=chosen))
    return Area(say("Supply"), pieces, "counters", note=say("turn {n}", n=s.turns), key="supply")


# --- cards ---


def _columns(look: Look[State]) -> Area:
    """The columns, with level 1 at the bottom."""
    s = look.s
    pieces = []
    for column in range(COLUMNS):
        for level in range(int(s.cards[column])):
            number = int(s.column[column, level])
            acts = look.only(TAKE_CARD.first + LEVELS * column + level)
            name = f"{COLOURS[COLOUR[number]][:3]} {SYMBOLS[SYMBOL[number]][:4]} {NUMBER[number]}"
            pieces.append(_described(look, column, level, name, acts))
    note = say("level 1 is the lowest row")
    return Area(say("Cards"), pieces, "grid", note=note, size=(COLUMNS, LEVELS), key="cards")


def _described(look: Look[State], column: int, level: int, name: str, acts: tuple[int, ...]) -> Piece:
    """A card with the tower needed to reach it."""
    number = int(look.s.column[column, level])
    shown = card(number, name, at=(column, LEVELS - 1 - level), actions=acts, marked=bool(acts))
    return replace(shown, label=say("{card}, level {n}: {need}", card=shown.label, n=level + 1,
                                    need=_need(look, column, level)))  # fmt: skip


def _need(look: Look[State], column: int, level: int) -> Text:
    below = [int(COLOUR[int(card_below)]) for card_below in look.s.column[column, :level]]
    if not below:
        return say("any tower")
    if BLACK in below and look.s.black_passing == BLOCK:
        return say("blocked by a black card below")
    height = len(below) + (WEIGHT_OF_BLACK - 1) * below.count(BLACK)
    size = say("1 cube") if height == 1 else say("{n} cubes", n=height)
    if min(below) >= WHITE:
        return say("a tower of {size}", size=size)
    return say("a tower of {size} with {held}", size=size, held=_counts([below.count(c) for c in range(WHITE)]))


def _player(look: Look[State], seat: int) -> Area:
    """Cards taken, by symbol, and their points."""
    s = look.s
    taken = [number for number in range(len(COLOUR)) if int(s.taken[seat]) >> number & 1]
    taken.sort(key=lambda number: (int(SYMBOL[number]), int(NUMBER[number])))
    numbers = sum(int(NUMBER[number]) for number in taken)
    bonus = sum(int(BONUS[sum(int(SYMBOL[n]) == symbol for n in taken)]) for symbol in range(len(SYMBOLS)))
    note = say("points: {score} ({numbers} + {bonus} for sets)", score=s.score[seat], numbers=numbers, bonus=bonus)
    pieces = [card(number) for number in taken]
    return Area(say("cards"), pieces, "fan", seat, note)
