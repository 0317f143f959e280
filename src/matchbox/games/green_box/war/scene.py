"""War 2.0: the map with units as cubes; around it all cards, dimmed if played, and reserves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matchbox.scene import (
    Area,
    Choice,
    Look,
    Piece,
    Preview,
    Route,
    Scene,
    SeatStatus,
    Summary,
    TallyRow,
    Text,
    Theme,
    Words,
    say,
)

from ..components import CUBE_COLOURS as COLOUR_NAMES
from ..components import NUMBERS, SYMBOL, SYMBOLS
from ..pieces import cubes, tile
from .map import BROWN, FIRST_SYMBOL
from .names import place_of, tile_name
from .rules import ADVANCE, ATTACK, CARD, DONE, MOVE, REINFORCE, STAY
from .state import (
    ACTION_CARD,
    EXTRA,
    EXTRA_UNITS,
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
    SET_BONUS,
    SETTLE,
    SOURCE,
    START_TILES,
    TRIGGERED,
    UNIT,
    VARIETY_BONUS,
    State,
    followers,
    owner_of,
)
from .told import card_number, colour_of, own_card

summary = Summary(
    goal=say("Hold many tiles of the map, many different symbols, and all three tiles of a symbol."),
    turn=say("One card gives you actions. Each action (reinforce, move or attack) costs another card."),
    end=say("When everybody has picked up the 6, each player has one more turn. Then the map is scored."),
)
theme = Theme(225, "waves", "boards", say("Hold the map"))

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
KINDS = ((REINFORCE, say("Reinforce")), (MOVE, say("Move")), (ATTACK, say("Attack")))


def scene(look: Look[State]) -> Scene:
    s = look.s
    areas = [Area("", [*_map(look), *_arrows(look)], "hex", look="board", key="map")]
    for seat in look.each_seat():
        areas += _side(look, seat)
    prompt, why, coach = _prompt(look)
    return Scene(
        prompt,
        areas,
        _choices(look),
        coach=coach,
        rules=RULES.get(int(s.phase), "a-turn"),
        previews=_previews(look),
        why=why,
        round=_round(s),
        commits=_commits(look),
        routes=_attacks(look),
        seats=[_status(s, seat) for seat in range(int(s.seats))],
        tally=_tally(s) if s.over else (),
    )


def revealed(before: State, after: State) -> Iterator[tuple[int, int]]:
    """Both cards of a fight."""
    if before.phase == FIGHT:
        for side in (2, 5):
            yield after.clash[side], CARD.id(int(after.clash[side + 1]) - 1)


# --- the map ---


def _map(look: Look[State]) -> list[Piece]:
    """Every tile with its number, and the owner's units beside its symbol."""
    s = look.s
    pieces = []
    chosen = _chosen(s)
    recent = 0 if s.phase <= EXTRA else int(s.changed) or int(s.changed_before)
    fight = s.phase in (FIGHT, FLIGHT, FOLLOW) and not s.over
    for number in range(int(s.tiles).bit_count()):
        at = place_of(s, number)
        code = int(s.symbol[number])
        symbol = "" if code == BROWN else SYMBOLS[code - FIRST_SYMBOL]
        units = int(s.units[number])
        owner = int(owner_of(s, number)) if units else None
        against = fight and s.phase == FIGHT and number == s.target
        pieces.append(
            Piece(
                "tile",
                str(number),
                "" if symbol else "brown",
                symbol,
                number,
                at=at,
                span=WIDE,
                marked=number in chosen,
                last=number not in chosen and recent >> number & 1 == 1,
                actions=look.only(number),
                cost=say("{n} : {m}", n=s.units[s.source], m=units) if against else "",
                label=_tile_label(look, number, owner, units),
            )
        )
        if owner is not None:
            colour = colour_of(s, owner)
            name = COLOUR_NAMES[colour][0].upper()
            pieces.append(cubes(colour, units, name, at=at, span=WIDE, label=look.name(owner)))
    return pieces


def _chosen(s: State) -> set[int]:
    """The tiles that the current action is about. In a flight an arrow shows them; only ways out are marked."""
    if s.over or s.phase not in (UNIT, INTO, FIGHT, FOLLOW):
        return set()
    return {int(s.source)} if s.phase in (UNIT, INTO) else {int(s.source), int(s.target)}


def _arrows(look: Look[State]) -> list[Piece]:
    """The attack that is being fought, or the last one of this turn and the turn before."""
    s = look.s
    if s.phase in (FIGHT, FLIGHT, FOLLOW) and not s.over:
        source, target = int(s.source), int(s.target)
        return [Piece("line", "", "yellow", at=place_of(s, source), to=place_of(s, target), marked=True)]
    recent = int(s.changed) or int(s.changed_before)
    source, target = int(s.clash[0]), int(s.clash[1])
    if not s.clash[3] or not recent & (1 << source | 1 << target):
        return []
    return [Piece("line", "", "white", at=place_of(s, source), to=place_of(s, target), last=True, dimmed=True)]


def _tile_label(look: Look[State], number: int, owner: int | None, units: int) -> Text:
    name = tile_name(look.s, number)
    if owner is None:
        return say("{tile}, empty", tile=name)
    return say("{tile}, {n} {n|unit|units} ({name})", tile=name, n=units, name=look.name(owner))


def _attacks(look: Look[State]) -> list[Route]:
    """An attack with one click on its target, with the strongest of the tiles beside it."""
    s = look.s
    if s.phase != NEXT or ATTACK not in look.legal:
        return []
    mine = int(s.held[look.seat])
    found = []
    for target in range(int(s.tiles).bit_count()):
        beside = mine & int(s.near[target])
        if not s.units[target] or mine >> target & 1 or not beside:
            continue
        source = max((n for n in range(beside.bit_length()) if beside >> n & 1), key=lambda n: int(s.units[n]))
        cost = say("{n} : {m}", n=s.units[source], m=s.units[target])
        found.append(Route((int(ATTACK), source, target), "map", place_of(s, target), cost=cost))
    return found


# --- cards and scores ---


def _side(look: Look[State], seat: int) -> list[Area]:
    """Hand, played cards and reserve of a seat."""
    s = look.s
    mine = seat == look.seat
    cards = range(OPENING_CARDS + int(s.added[seat]))
    hand = [_card(look, seat, slot) for slot in cards if int(s.hand[seat]) >> slot & 1]
    played = [_card(look, seat, slot) for slot in cards if not int(s.hand[seat]) >> slot & 1]
    reserve = [cubes(colour_of(s, seat), int(s.reserve[seat]))] if s.reserve[seat] else []
    if not mine:
        return [Area(say("cards"), hand + played, seat=seat, key=f"cards/{seat}")]
    return [
        Area(say("cards"), hand, seat=seat, key="hand"),
        Area("", played, seat=seat, note=say("played") if played else "", key="played"),
        Area("", reserve, "counters", seat, say("reserve"), key="reserve"),
    ]


def _card(look: Look[State], seat: int, slot: int) -> Piece:
    """A card in the colour of its owner. In a fight it shows the strength that it gives."""
    s = look.s
    in_hand = int(s.hand[seat]) >> slot & 1 == 1
    mine = seat == look.seat
    more: dict[str, Any] = {"dimmed": not in_hand, "marked": mine and s.secret[seat] == slot + 1}
    if mine and in_hand:
        more["actions"] = look.only(CARD.first + slot)
        if s.phase == FIGHT and more["actions"]:
            more["cost"] = say("= {n}", n=sum(_strength(look, slot)))
    elif not in_hand:
        more["crop"] = "slice" if mine else ""
    return own_card(s, seat, slot, **more)


def _strength(look: Look[State], slot: int) -> tuple[int, int, int]:
    """Units, card and bonus of the viewer in a fight."""
    s = look.s
    here = s.source if look.seat == s.turn else s.target
    bonus = int(s.symbol[s.target]) == FIRST_SYMBOL + SYMBOL[card_number(s, look.seat, slot)]
    return int(s.units[here]), NUMBERS[slot], int(bonus)


def _sum(look: Look[State], slot: int) -> Text:
    units, number, bonus = _strength(look, slot)
    words: dict[str, Any] = {"units": units, "card": number, "total": units + number + bonus}
    return say("{units} + {card} + 1 = {total}", **words) if bonus else say("{units} + {card} = {total}", **words)


def _fight_slots(look: Look[State]) -> list[int]:
    if look.s.phase != FIGHT:
        return []
    return [action - CARD.first for action in look.legal if CARD.has(action)]


def _commits(look: Look[State]) -> list[Choice]:
    """The card of a fight is secret and final."""
    return [
        Choice(
            say("Play the {n} for {total}", n=NUMBERS[slot], total=sum(_strength(look, slot))),
            CARD.id(slot),
            say("Units and card: {sum}", sum=_sum(look, slot)),
        )
        for slot in _fight_slots(look)
    ]


def _previews(look: Look[State]) -> list[Preview]:
    s = look.s
    slots = _fight_slots(look)
    places = [place_of(s, int(s.source)), place_of(s, int(s.target))] if slots else []
    return [Preview(CARD.id(slot), "map", places, _sum(look, slot)) for slot in slots]


def _choices(look: Look[State]) -> list[Choice]:
    s = look.s
    found = [Choice(text, int(action)) for action, text in KINDS if action in look.legal]
    if DONE in look.legal:
        found.append(Choice(say("End turn") if s.phase == NEXT else say("Done"), int(DONE)))
    if STAY in look.legal:
        found.append(Choice(say("Stay with {n}", n=s.units[s.target]), int(STAY), note=say("You keep the tile.")))
    for action in look.legal:
        if ADVANCE.has(action):
            n = action - ADVANCE.first
            found.append(Choice(say("Advance with {n}", n=n) if n else say("Stay"), action))
    return found


def _status(s: State, seat: int) -> SeatStatus:
    tiles, cards = int(s.held[seat]).bit_count(), int(s.hand[seat]).bit_count()
    out = bool(s.fallen[seat])
    line = say("out") if out else say("{n} {n|tile|tiles}, {m} {m|card|cards}", n=tiles, m=cards)
    colour = COLOUR_NAMES[colour_of(s, seat)]
    return SeatStatus(seat, colour, int(s.score[seat]), unit=say("pts"), line=line, out=out)


def _round(s: State) -> Text:
    if s.phase <= EXTRA:
        done, all_units = int(s.placed) // int(s.seats), START_TILES + EXTRA_UNITS
        return say("Setup, unit {n} of {all}", n=min(done + 1, all_units), all=all_units)
    if s.closing == LAST_TURNS:
        return say("Last turns")
    if s.closing == TRIGGERED:
        return say("Turn {n}, then the last turns", n=s.turns)
    return say("Turn {n}", n=s.turns)


def _tally(s: State) -> list[TallyRow]:
    """Points for tiles, different symbols and complete sets."""
    seats = range(int(s.seats))
    tiles = [int(s.held[seat]).bit_count() for seat in seats]
    sets, kinds = [], []
    for seat in seats:
        mine = [(int(alike) & int(s.held[seat]), int(alike)) for alike in s.alike]
        kinds.append(int(VARIETY_BONUS[sum(1 for held, _ in mine if held)]))
        sets.append(SET_BONUS * sum(1 for held, alike in mine if held and held == alike))
    return [
        TallyRow(say("Tiles"), tiles, Piece("tile", "", "brown")),
        TallyRow(say("Different symbols"), kinds, tile(5)),
        TallyRow(say("Sets of three"), sets, tile(0)),
    ]


# --- prompts ---


def _prompt(look: Look[State]) -> tuple[Text, Words, Text]:
    """The question, what follows from the answer, and advice."""
    s = look.s
    phase = int(s.phase)
    if phase == SETTLE:
        return (
            say("Which brown tile do you settle?"),
            say("Not beside your own tiles. Later you spread from here."),
            say("Choose a tile that is not beside one of yours. Four of your units start like this."),
        )
    if phase == EXTRA:
        return (
            say("Which of your tiles gets another unit?"),
            say("Only a tile with two or more units can send some on."),
            say("You add two units; both may go on the same tile."),
        )
    if phase == ACTION_CARD:
        return (
            say("Which card starts your turn?"),
            say("Its number is your number of actions. Each action costs another card."),
            _refill(s, look.seat),
        )
    if phase == NEXT:
        return (
            say("What do you do? {n} {n|action|actions} left", n=s.left),
            say("Click an enemy tile to attack it with your strongest tile beside it.")
            if ATTACK in look.legal
            else say("Reinforcing brings a card's number of units; moving starts from as many tiles."),
            say("Each action costs one card from your hand."),
        )
    if phase == PAY:
        if s.kind == REINFORCEMENT:
            return (
                say("Which card do you pay to reinforce?"),
                say("Its number is the number of new units, at most one on each of your tiles."),
                say("At most one on each tile."),
            )
        return (
            say("Which card do you pay to move?"),
            say("Its number is the number of tiles you may move from. One unit stays on each."),
            say("One unit stays on each tile."),
        )
    if phase == REINFORCEMENT:
        return (
            say("Where does a new unit go? {n} left", n=s.points),
            say("At most one on each tile."),
            say("Strong tiles beside an enemy attack and defend better."),
        )
    if phase == SOURCE:
        return (
            say("Which tile do units leave? {n} left", n=s.points),
            say("Each tile once; one unit stays behind."),
            say("Units may leave a tile just entered."),
        )
    if phase == UNIT:
        return (
            say("Where does a unit of {tile} go?", tile=tile_name(s, int(s.source))),
            say("One click for each unit; one unit stays behind."),
            say("An empty tile becomes yours."),
        )
    if phase == FROM:
        return (
            say("From which tile do you attack?"),
            say("All units on it count, and all units on the attacked tile."),
            say("The higher total of card and units wins; the defender wins ties."),
        )
    if phase == INTO:
        return (
            say("Which tile do you attack?"),
            say("A card with the symbol of that tile adds 1, for both sides."),
            say("The higher total of card and units wins; the defender wins ties."),
        )
    if phase == FIGHT:
        return _fight_prompt(look)
    if phase == FLIGHT:
        return _flight_prompt(look)
    return (
        say("How many units advance to {tile}?", tile=tile_name(s, int(s.target))),
        say("It becomes yours with at least one unit."),
        say("They take over the empty tile."),
    )


def _flight_prompt(look: Look[State]) -> tuple[Text, Words, Text]:
    """The fight that was lost, and where its units may go."""
    s = look.s
    words: dict[str, Any] = {"n": s.clash[7], "m": s.clash[4], "tile": tile_name(s, int(s.target))}
    if STAY not in look.legal:
        return (
            say("You lost the fight, {n} to {m}: where do your units flee from {tile}?", **words),
            say("They stay together."),
            say("They stay together."),
        )
    choice = say("Click an empty tile and all of them go there. Or stay.")
    if followers(s):
        name = look.names[int(s.turn)]
        choice = say("Click an empty tile and all of them go there; {name} may then take this one. Or stay.", name=name)
    return (
        say("You lost the fight, {n} to {m}: do your units flee from {tile}?", **words),
        choice,
        say("Staying keeps the tile with fewer units. Fleeing trades it for an empty tile."),
    )


def _refill(s: State, seat: int) -> Text:
    waiting = NUMBERS[OPENING_CARDS + int(s.added[max(seat, 0)]) :]
    if not waiting:
        return say("When your hand is empty, you take all cards back.")
    return say("When your hand is empty, you take all cards back and get the {n}.", n=waiting[0])


def _fight_prompt(look: Look[State]) -> tuple[Text, Words, Text]:
    s = look.s
    attacks = look.seat == s.turn
    here, there = (s.source, s.target) if attacks else (s.target, s.source)
    other = int(owner_of(s, int(s.target))) if attacks else int(s.turn)
    words = {"name": look.name(other), "mine": s.units[here], "theirs": s.units[there]}
    prompt = (
        say("Which card backs your attack?") if attacks else say("{name} attacks you: which card do you play?", **words)
    )
    symbol = int(s.symbol[s.target])
    ties = say("{mine} {mine|unit|units} against {theirs}; a draw is yours.", **words)
    if attacks:
        ties = say("{mine} {mine|unit|units} against {theirs}; a draw is the defender's.", **words)
    if symbol != BROWN:
        ties = say("{ties} A card with {symbol} adds 1.", ties=ties, symbol=SYMBOLS[symbol - FIRST_SYMBOL])
    return prompt, ties, say("The higher total of card and units wins; the defender wins ties.")
