"""War 2.0: the map with units as cubes; around it all cards, dimmed if played, and reserves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matchbox.scene import Area, Choice, Look, Piece, Scene, Summary, Text, form, say

from ..components import CUBE_COLOURS as COLOUR_NAMES
from ..components import NUMBERS, SYMBOL, SYMBOLS
from ..maps import SIDE
from ..pieces import card, cubes, tile
from .map import BROWN, FIRST_SYMBOL, SIGNS
from .rules import ADVANCE, ATTACK, CARD, DONE, MOVE, REINFORCE
from .state import (
    ACTION_CARD,
    EXTRA,
    FIGHT,
    FLIGHT,
    FOLLOW,
    FROM,
    INTO,
    LAST_TURNS,
    NEXT,
    OPENING_CARDS,
    PAY,
    REINFORCEMENT,
    SETTLE,
    SOURCE,
    UNIT,
    State,
    owner_of,
)
from .told import card_number, colour_of

summary = Summary(
    goal=say("Hold many tiles of the map, many different symbols, and all three tiles of a symbol."),
    turn=say("One card gives you actions. Each action (reinforce, move or attack) costs another card."),
    end=say("When everybody has picked up the 6, each player has one more turn. Then the map is scored."),
)

cover = [
    tile(0),
    Piece("tile", "", "brown"),
    tile(5),
    cubes(0, 3),
    cubes(2, 2),
    cubes(3),
]

WIDE = (2, 1)  # a tile, in halves
RULES = {
    SETTLE: "setup",
    EXTRA: "setup",
    ACTION_CARD: "cards",
    PAY: "cards",
    FROM: "attack",
    INTO: "attack",
    FIGHT: "attack",
    FLIGHT: "attack",
    FOLLOW: "attack",
}
KINDS = (
    (REINFORCE, say("Reinforce"), say("put new units on your tiles")),
    (MOVE, say("Move"), say("move units to neighbouring tiles")),
    (ATTACK, say("Attack"), say("attack a neighbouring enemy tile")),
)


def scene(look: Look[State]) -> Scene:
    s = look.s
    areas = [Area(say("Map"), _map(look), "hex", note=_now(look), look="board", key="map")]
    if s.clash[3]:
        areas.append(_last_fight(look))
    for seat in look.each_seat():
        areas.append(Area(say("cards"), _cards(look, seat), seat=seat, note=_waiting(look, seat), key=f"cards/{seat}"))
        reserve = [cubes(colour_of(s, seat), int(s.reserve[seat]))] if s.reserve[seat] else []
        areas.append(Area(say("reserve"), reserve, "counters", seat, _standing(look, seat), key=f"reserve/{seat}"))
    choices = [Choice(text, int(action), note) for action, text, note in KINDS if action in look.legal]
    if DONE in look.legal:
        choices.append(Choice(say("End your turn") if s.phase == NEXT else say("Done"), int(DONE)))
    piece = cubes(colour_of(s, max(look.seat, 0)))
    forms = form(look, ADVANCE, say("Advance"), say("Advance"), counted={"units": piece})
    prompt, coach = _prompt(look)
    return Scene(prompt, areas, choices, forms, coach=coach, rules=RULES.get(int(s.phase), "a-turn"))


def revealed(before: State, after: State) -> Iterator[tuple[int, int]]:
    """Both cards of a fight."""
    if before.phase == FIGHT:
        for side in (2, 5):
            yield after.clash[side], CARD.id(int(after.clash[side + 1]) - 1)


# --- the map ---


def _map(look: Look[State]) -> list[Piece]:
    """Every tile with its number and the owner's units."""
    s = look.s
    pieces = []
    fighting = s.phase in (INTO, FIGHT, FLIGHT, FOLLOW)
    chosen = {int(s.source)} if fighting or s.phase == UNIT else set()
    if fighting and s.phase != INTO:
        chosen.add(int(s.target))
    for number in range(int(s.tiles).bit_count()):
        row, place = divmod(int(s.spot[number]), SIDE)
        at = (2 * place + row % 2, row)  # in halves of a tile
        code = int(s.symbol[number])
        symbol = "" if code == BROWN else SYMBOLS[code - FIRST_SYMBOL]
        units = int(s.units[number])
        owner = owner_of(s, number) if units else None
        pieces.append(
            Piece(
                "tile",
                f"{'' if code == BROWN else SIGNS[code]}{number}",
                "" if symbol else "brown",
                symbol,
                at=at,
                span=WIDE,
                marked=number in chosen and not s.over,
                actions=look.only(number),
                label=_tile_label(look, number, symbol, owner, units),
            )
        )
        if owner is not None:
            colour = colour_of(s, owner)
            pieces.append(
                cubes(colour, units, COLOUR_NAMES[colour][0].upper(), at=at, span=WIDE, label=look.name(owner))
            )
    return pieces


def _tile_label(look: Look[State], number: int, symbol: str, owner: int | None, units: int) -> Text:
    if owner is None:
        return say("tile {number} {symbol}, empty", number=number, symbol=symbol or "brown")
    words: dict[str, Any] = {"number": number, "symbol": symbol or "brown", "name": look.name(owner), "n": units}
    return say("tile {number} {symbol}, units: {n} ({name})", **words)


def _now(look: Look[State]) -> Text | str:
    """Whose turn it is, and the actions left."""
    s = look.s
    if s.over or s.phase <= EXTRA:
        return ""
    name = look.name(int(s.turn))
    if s.closing == LAST_TURNS:
        return say("last turn: {name}; actions left: {n}", name=name, n=s.left)
    return say("turn: {name}; actions left: {n}", name=name, n=s.left)


def _last_fight(look: Look[State]) -> Area:
    """The cards of the last fight with their totals."""
    s = look.s
    source, target, attacker, ours, attack, defender, theirs, defence = (int(x) for x in s.clash)
    note = say(
        "tile {source} attacks tile {target}: {attacker} {attack}, {defender} {defence}",
        source=source,
        target=target,
        attacker=look.name(attacker),
        attack=attack,
        defender=look.name(defender),
        defence=defence,
    )
    won = attack > defence
    sides = ((attacker, ours, won), (defender, theirs, not won))
    pieces = [
        card(card_number(s, seat, slot - 1), _name(look, seat, slot - 1), marked=wins) for seat, slot, wins in sides
    ]
    return Area(say("Last fight"), pieces, note=note, key="fight")


# --- cards and scores ---


def _cards(look: Look[State], seat: int) -> list[Piece]:
    """Hand and played cards in one row; a card chosen for a fight is marked for its owner."""
    s = look.s
    pieces = []
    for slot in range(OPENING_CARDS + int(s.added[seat])):
        name = f"{'abcdefghi'[slot]}:{_name(look, seat, slot)}"
        in_hand = int(s.hand[seat]) >> slot & 1 == 1
        actions = look.only(CARD.first + slot) if seat == look.seat else ()
        chosen = seat == look.seat and s.secret[seat] == slot + 1
        text = name if in_hand else f"({name})"
        pieces.append(card(card_number(s, seat, slot), text, dimmed=not in_hand, marked=bool(chosen), actions=actions))
    return pieces


def _name(look: Look[State], seat: int, slot: int) -> str:
    """A short card name, such as Whe3."""
    return f"{SYMBOLS[SYMBOL[card_number(look.s, seat, slot)]][:3]}{NUMBERS[slot]}"


def _waiting(look: Look[State], seat: int) -> Text | str:
    s = look.s
    if s.phase == FIGHT and not s.over and seat not in look.acting and seat in _fighters(look):
        return say("has chosen")
    waiting = ", ".join(str(number) for number in NUMBERS[OPENING_CARDS + int(s.added[seat]) :])
    return say("waiting: {cards}", cards=waiting) if waiting else say("has the 6")


def _fighters(look: Look[State]) -> tuple[int, int]:
    return int(look.s.turn), int(owner_of(look.s, int(look.s.target)))


def _standing(look: Look[State], seat: int) -> Text:
    s = look.s
    if s.fallen[seat]:
        return say("out")
    tiles = int(s.held[seat]).bit_count()
    return say("tiles: {tiles}, points: {points}", tiles=tiles, points=s.score[seat])


# --- prompts ---


def _prompt(look: Look[State]) -> tuple[Text, Text]:
    s = look.s
    phase = int(s.phase)
    if phase == SETTLE:
        return say("Put a unit on a brown tile."), say(
            "Choose a tile that is not beside one of yours. Four of your units start like this."
        )
    if phase == EXTRA:
        return say("Add a unit to one of your tiles."), say("You add two units; both may go on the same tile.")
    if phase == ACTION_CARD:
        return say("Play a card: its number is your number of actions."), say(
            "Every action costs another card. When your hand is empty, you take all cards back and get a higher one."
        )
    if phase == NEXT:
        return say("Reinforce, move, attack, or end your turn."), say("Each action costs one card from your hand.")
    if phase == PAY:
        if s.kind == REINFORCEMENT:
            return say("Play a card: you may place up to its number of units."), say("At most one on each tile.")
        return say("Play a card: you may move from up to its number of tiles."), say("One unit stays on each tile.")
    if phase == REINFORCEMENT:
        return say("Put a unit on one of your tiles ({n} left).", n=s.points), say("At most one on each tile.")
    if phase == SOURCE:
        return say("Choose a tile to move from ({n} left).", n=s.points), say("Units may leave a tile just entered.")
    if phase == UNIT:
        return say("Choose where a unit of tile {tile} goes.", tile=s.source), say("One unit must stay behind.")
    if phase == FROM:
        return say("Choose a tile to attack from."), say("All units on it count, and all units on the attacked tile.")
    if phase == INTO:
        return say("Choose the tile to attack from tile {tile}.", tile=s.source), say("A card with its symbol adds 1.")
    if phase == FIGHT:
        return _fight_prompt(look)
    if phase == FLIGHT:
        return say("Choose where your units flee from tile {tile}.", tile=s.target), say("They stay together.")
    return say("Choose how many units advance to tile {tile}.", tile=s.target), say("They take over the empty tile.")


def _fight_prompt(look: Look[State]) -> tuple[Text, Text]:
    s = look.s
    attacks = look.seat == s.turn
    here, there = (s.source, s.target) if attacks else (s.target, s.source)
    symbol = int(s.symbol[s.target])
    words = {"mine": s.units[here], "other": s.units[there]}
    prompt = (
        say("You attack, units {mine} against {other}: choose a card.", **words)
        if attacks
        else say("You defend, units {mine} against {other}: choose a card.", **words)
    )
    if symbol != BROWN:
        prompt = say("{prompt} {symbol} adds 1.", prompt=prompt, symbol=SYMBOLS[symbol - FIRST_SYMBOL])
    return prompt, say("The higher total of card and units wins; the defender wins ties.")
