"""Fawlty Towers: the sentences of the log."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from matchbox.scene import Area, GameEvent, Moment, Player, Seen, Text, say

from ..components import COLOUR, COLOURS, CUBE_COLOURS, NUMBER, SYMBOL, SYMBOLS
from ..pieces import card, cubes
from .rules import AIM, AIM_AT, BASE, BONUS, NEW_BASE, NO_CARD, PLACE, PUT, TAKE_CARD, State
from .scene import PANEL, TOWER_NAMES, plumb, tower_pieces


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """A cube chosen, a cube placed and what the tower did, a new base, a card taken."""
    who = Player(seen.seat)
    if put := seen.chose(PUT):
        if seen.after.phase == AIM and not seen.ended:
            yield _told_cube(who, *put)
        else:  # steady hands place it at once
            yield _told_stands(seen, *put)
    elif seen.chose(AIM_AT):
        colour, tower = int(seen.before.colour), int(seen.before.tower)
        yield _told_fall(seen, colour, tower) if seen.after.fell else _told_stands(seen, colour, tower)
        if seen.after.fell and seen.after.tall[tower]:  # only one colour is left for the base
            yield _told_base(who, int(seen.after.colour), tower, minor=True)
    elif base := seen.chose(NEW_BASE):
        yield _told_base(who, base[0], int(seen.before.tower))
    elif taken := seen.chose(TAKE_CARD):
        yield from _told_card(seen, *taken)
    elif seen.action == NO_CARD:
        yield GameEvent("pass", say("{who} takes no card.", you="You take no card.", who=who))
    if seen.before.phase in (PLACE, AIM, BASE) and (seen.after.phase == PLACE or seen.ended):
        text = say("{who} can reach no card.", you="You can reach no card.", who=who)
        yield GameEvent("pass", text, minor=True)


# --- cubes ---


def _told_cube(who: Player, colour: int, tower: int) -> GameEvent:
    text = say(
        "{who} holds a {colour} cube over {tower}.",
        you="You hold a {colour} cube over {tower}.",
        who=who,
        colour=CUBE_COLOURS[colour],
        tower=TOWER_NAMES[tower],
    )
    return GameEvent("move", text, cubes(colour), minor=True)


def _told_stands(seen: Seen[State], colour: int, tower: int) -> GameEvent:
    text = say(
        "{who} puts a {colour} cube on {tower}. It stands, {height} cubes high.",
        you="You put a {colour} cube on {tower}. It stands, {height} cubes high.",
        who=Player(seen.seat),
        colour=CUBE_COLOURS[colour],
        tower=TOWER_NAMES[tower],
        height=seen.after.tall[tower],
    )
    return GameEvent("move", text, cubes(colour))


def _told_fall(seen: Seen[State], colour: int, tower: int) -> GameEvent:
    after = seen.after
    who, fell = Player(seen.seat), int(after.fell)
    text = say(
        "{who} puts a {colour} cube on {tower}, and it falls: {cubes} cubes go back to the supply.",
        you="You put a {colour} cube on {tower}, and it falls: {cubes} cubes go back to the supply.",
        who=who,
        colour=CUBE_COLOURS[colour],
        tower=TOWER_NAMES[tower],
        cubes=fell,
    )
    title = say("{who} makes {tower} fall", you="You make {tower} fall", who=who, tower=TOWER_NAMES[tower])
    why = say("It tips over above cube {n} of {cubes}. A new tower starts here.", n=after.broke, cubes=fell)
    return GameEvent("fall", text, cubes(colour), moment=Moment(title, why, picture=_falling(after)))


def _falling(s: State) -> Area:
    """The tower at the moment when it tips over: all cubes fall, and those above the broken contact lean first."""
    height, broke = int(s.fell), int(s.broke)
    pieces = tower_pieces(s.fallen_cube, s.fallen_x, s.fallen_y, height, PANEL // 2)
    pieces = [replace(piece, turned=True, threat="now" if i >= broke else "") for i, piece in enumerate(pieces)]
    pieces += plumb(s.fallen_x, s.fallen_y, height, PANEL // 2)
    return Area("", pieces, "free", size=(PANEL, PANEL), look="tower", key="falling")


def _told_base(who: Player, colour: int, tower: int, minor: bool = False) -> GameEvent:
    text = say(
        "{who} starts {tower} again with a {colour} cube.",
        you="You start {tower} again with a {colour} cube.",
        who=who,
        colour=CUBE_COLOURS[colour],
        tower=TOWER_NAMES[tower],
    )
    return GameEvent("move", text, cubes(colour), minor=minor)


# --- cards ---


def _told_card(seen: Seen[State], column: int, level: int) -> Iterator[GameEvent]:
    """The card, the bonus for a set that it completes, and the columns if the deck no longer fills them."""
    before, after = seen.before, seen.after
    number = int(before.column[column, level - 1])
    who = Player(seen.seat)
    text = say(
        "{who} takes the {card} and has {n} {n|point|points}.",
        you="You take the {card} and have {n} {n|point|points}.",
        who=who,
        card=_card_name(number),
        n=after.score[seen.seat],
    )
    yield GameEvent("score", text, card(number))
    equal = sum(int(after.taken[seen.seat]) >> c & 1 for c in range(len(SYMBOL)) if SYMBOL[c] == SYMBOL[number])
    if bonus := int(BONUS[equal]) - int(BONUS[equal - 1]):
        text = say(
            "{who} gets {n} extra points for {k} {symbol} cards.",
            you="You get {n} extra points for {k} {symbol} cards.",
            who=who,
            n=bonus,
            k=equal,
            symbol=SYMBOLS[SYMBOL[number]],
        )
        yield GameEvent("score", text, card(number), minor=True)
    if not seen.ended:
        yield from _told_columns(before, after)


def _told_columns(before: State, after: State) -> Iterator[GameEvent]:
    if before.in_deck and not after.in_deck:
        yield GameEvent("draw", say("The deck is empty: the columns shrink from now on."), minor=True)
    if before.cards.all() and not after.cards.all():
        yield GameEvent("move", say("A column is empty. The game ends when another one is."), minor=True)


def _card_name(number: int) -> Text:
    return say(
        "{colour} {symbol} {n}", colour=COLOURS[COLOUR[number]], symbol=SYMBOLS[SYMBOL[number]], n=NUMBER[number]
    )
