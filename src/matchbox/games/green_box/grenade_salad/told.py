"""Grenade Salad: the steps of a game in sentences.

A step that only says what the next one is about is a choice: the log leaves it out once the next one has told the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matchbox.scene import Area, GameEvent, Moment, Piece, Player, Seen, Text, listed, say

from ..components import BRICKS, CIRCLES, CUBE_COLOURS, DROP, HAMMERS, SYMBOLS, WHEEL
from .geometry import TABLE, TILE
from .orders import CHOOSE, COLUMN, DECLINE, END, KILL, MINE, MINES, MOVE, PLAY, ROW, SOLDIER, STEP, VICTIM
from .scene import FIELD, blast_piece, framing, soldier_piece
from .state import SOLDIERS, State, attacker
from .words import NAMES, where


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """The step itself, then turns that have ended and cards drawn."""
    phase = int(seen.before.phase)
    if phase == STEP:
        yield from _told_step(seen)
    elif phase == SOLDIER:
        (soldier,) = seen.chose(CHOOSE) or (0,)
        who, place = Player(seen.seat), _where(seen.before, seen.seat, soldier)
        text = say("{who} chooses a soldier {where}.", you="You choose a soldier {where}.", who=who, where=place)
        yield GameEvent("choice", text, _cube(seen.seat))
    elif phase == COLUMN and seen.after.phase == ROW:
        yield _told_aim(seen)
    elif phase in (COLUMN, ROW):
        yield from _told_point(seen)
    elif phase == VICTIM:
        yield from _told_kill(seen)
    elif phase == MINES:
        yield from _told_answer(seen)
    yield from _told_ends(seen)
    yield from _told_draws(seen)


# --- moves and cards ---


def _told_step(seen: Seen[State]) -> Iterator[GameEvent]:
    who = Player(seen.seat)
    if seen.action == MOVE:
        text = say("{who} is going to move a soldier.", you="You are going to move a soldier.", who=who)
        yield GameEvent("choice", text)
    elif seen.action == END:
        if seen.before.cards:
            text = say("{who} ends the turn.", you="You end your turn.", who=who)
        elif _is_pass(seen, 0):
            text = say("{who} passes.", you="You pass.", who=who)
        else:
            text = say("{who} ends the turn without a card.", you="You end your turn without a card.", who=who)
        yield GameEvent("pass", text)
    elif played := seen.chose(PLAY):
        moment = _landing(seen) if played[0] == CIRCLES else None
        yield GameEvent("move", _played(seen, played[0]), _card(played[0]), moment=moment)


def _played(seen: Seen[State], symbol: int) -> Text:
    who = Player(seen.seat)
    if symbol == DROP:
        return say("{who} plays a Map pointer.", you="You play a Map pointer.", who=who)
    if symbol == HAMMERS:
        return say("{who} plays Close combat.", you="You play Close combat.", who=who)
    if symbol == CIRCLES:
        return say(
            "{who} plays an Airdrop: {n} {n|soldier lands|soldiers land} around the middle.",
            you="You play an Airdrop: {n} {n|soldier lands|soldiers land} around the middle.",
            who=who,
            n=int(seen.after.entered[seen.seat]) - int(seen.before.entered[seen.seat]),
        )
    if symbol == WHEEL:
        return say("{who} plays a Grenade.", you="You play a Grenade.", who=who)
    return say("{who} plays a Sniper.", you="You play a Sniper.", who=who)


def _told_aim(seen: Seen[State]) -> GameEvent:
    """The column of a point, with the row still to come."""
    doing, who = int(seen.before.doing), Player(seen.seat)
    if doing == DROP:
        text = say("{who} looks for a free point.", you="You look for a free point.", who=who)
    elif doing == WHEEL:
        text = say("{who} aims the Grenade.", you="You aim the Grenade.", who=who)
    else:
        place = _where(seen.before, seen.seat, int(seen.before.soldier))
        text = say("{who} sets out {where}.", you="You set out {where}.", who=who, where=place)
    return GameEvent("choice", text)


def _told_point(seen: Seen[State]) -> Iterator[GameEvent]:
    """A soldier placed or moved, or a Grenade thrown."""
    before, seat = seen.before, seen.seat
    doing, who = int(before.doing), Player(seat)
    if doing == DROP:
        place = _where(seen.after, seat, int(before.entered[seat]))
        text = say("{who} places a soldier {where}.", you="You place a soldier {where}.", who=who, where=place)
        yield GameEvent("move", text, _cube(seat))
        return
    if doing == MOVE:
        place = _where(seen.after, seat, int(before.soldier))
        text = say("{who} moves a soldier {where}.", you="You move a soldier {where}.", who=who, where=place)
        yield GameEvent("move", text, _cube(seat))
        return
    dead = sum(_losses(seen, other).bit_count() for other in range(int(before.seats)))
    if not dead:
        text = say("{who} throws a Grenade and hits nobody.", you="You throw a Grenade and hit nobody.", who=who)
        yield GameEvent("move", text, _card(WHEEL))
        return
    text = say(
        "{who} throws a Grenade and kills {n} {n|soldier|soldiers}.",
        you="You throw a Grenade and kill {n} {n|soldier|soldiers}.",
        who=who,
        n=dead,
    )
    title = say("{who} throws a Grenade", you="You throw a Grenade", who=who)
    yield from _told_blast(seen, text, title, WHEEL)


def _told_kill(seen: Seen[State]) -> Iterator[GameEvent]:
    (other, soldier) = seen.chose(KILL) or (0, 0)
    before, doing = seen.before, int(seen.before.doing)
    words: dict[str, Any] = {
        "who": Player(seen.seat),
        "colour": CUBE_COLOURS[other],
        "where": _where(before, other, soldier),
    }
    if doing == HAMMERS:
        text = say(
            "{who} kills a {colour} soldier {where} in close combat.",
            you="You kill a {colour} soldier {where} in close combat.",
            **words,
        )
    else:
        text = say(
            "{who} shoots a {colour} soldier {where}.",
            you="You shoot a {colour} soldier {where}.",
            **words,
        )
    by = int(attacker(before, seen.seat, other, soldier, doing))
    start, end = _point(before, seen.seat, by), _point(before, other, soldier)
    line = Piece("line", colour=CUBE_COLOURS[seen.seat], at=start, to=end)
    title = say(
        "{who} kills a {colour} soldier",
        you="You kill a {colour} soldier",
        who=words["who"],
        colour=words["colour"],
    )
    why = say("A Sniper: one point more, and three fewer for {other}.", other=Player(other))
    if doing == HAMMERS:
        why = say("Close combat: one point more, and three fewer for {other}.", other=Player(other))
    picture = _picture(before, [line], {(other, soldier)}, [start, end])
    yield GameEvent("hit", text, _cube(other), moment=Moment(title, why, picture=picture))


# --- Mines and blasts ---


def _told_answer(seen: Seen[State]) -> Iterator[GameEvent]:
    """A seat's answer for itself; then, if all have answered, the Mine that explodes or none."""
    before, after = seen.before, seen.after
    active = int(before.active)
    if mine := seen.chose(MINE):
        place = _where(before, active, int(before.concerned[mine[0]]))
        text = say("You want to set off a Mine {where}.", where=place)
        yield GameEvent("choice", text, _card(BRICKS))
    elif seen.action == DECLINE:
        yield GameEvent("choice", say("You play no Mine."))
    if after.discards[BRICKS] == before.discards[BRICKS]:
        if after.asking != before.asking:
            yield GameEvent("choice", say("Nobody plays a Mine."))
        return
    miner = int(after.blast_by) - 1
    text = say(
        "{who} sets off a Mine {where} and kills {n} {n|soldier|soldiers}.",
        you="You set off a Mine {where} and kill {n} {n|soldier|soldiers}.",
        who=Player(miner),
        where=where(int(after.blast_x), int(after.blast_y)),
        n=sum(_losses(seen, seat).bit_count() for seat in range(int(before.seats))),
    )
    title = say("{who} sets off a Mine", you="You set off a Mine", who=Player(miner))
    yield from _told_blast(seen, text, title, BRICKS)


def _told_blast(seen: Seen[State], text: Text, title: Text, symbol: int) -> Iterator[GameEvent]:
    """An explosion with its dead, and the losses of every player."""
    before, after = seen.before, seen.after
    losses, counts, dead = [], [], set()
    for seat in range(int(before.seats)):
        lost = _losses(seen, seat)
        n = lost.bit_count()
        if not n:
            continue
        dead |= {(seat, soldier) for soldier in range(SOLDIERS) if lost >> soldier & 1}
        loss = say(
            "{who} loses {n} {n|soldier|soldiers}.",
            you="You lose {n} {n|soldier|soldiers}.",
            who=Player(seat),
            n=n,
        )
        losses.append(
            GameEvent("hit", loss, Piece("cube", CUBE_COLOURS[seat], CUBE_COLOURS[seat], count=n), minor=True)
        )
        counts.append(say("{n} {colour}", n=n, colour=CUBE_COLOURS[seat]))
    x, y = int(after.blast_x), int(after.blast_y)
    why = say("{n} {n|soldier falls|soldiers fall}: {who}.", n=len(dead), who=listed(counts))
    picture = _picture(before, [blast_piece(x, y, say("the explosion"))], dead, [(x, y)])
    yield GameEvent("hit", text, _card(symbol), moment=Moment(title, why, picture=picture))
    yield from losses


def _landing(seen: Seen[State]) -> Moment:
    """Soldiers that have landed, for everybody to see where."""
    after, seat = seen.after, seen.seat
    new = range(int(seen.before.entered[seat]), int(after.entered[seat]))
    points = [_point(after, seat, soldier) for soldier in new]
    title = say(
        "{who} drops {n} {n|soldier|soldiers}", you="You drop {n} {n|soldier|soldiers}", who=Player(seat), n=len(new)
    )
    pieces = [soldier_piece(seat, at, last=True) for at in points]
    others = _alive(seen.before)
    area = Area("", [*(soldier_piece(one, _point(seen.before, one, n)) for one, n in others), *pieces], "free",
                size=(TABLE, TABLE), key=FIELD, focus=framing(points, TILE))  # fmt: skip
    return Moment(title, say("They land around the middle. Opponents may answer with a Mine."), picture=area)


def _picture(s: State, marks: list[Piece], dead: set[tuple[int, int]], points: list[tuple[int, int]]) -> Area:
    """The field just before an attack, with crosses on the soldiers that die."""
    pieces = [
        soldier_piece(seat, _point(s, seat, soldier), threat="now" if (seat, soldier) in dead else "")
        for seat, soldier in _alive(s)
    ]
    return Area("", [*marks, *pieces], "free", size=(TABLE, TABLE), key=FIELD, focus=framing(points, TILE))


def _alive(s: State) -> list[tuple[int, int]]:
    """Seat and number of every soldier on the table."""
    return [
        (seat, soldier)
        for seat in range(int(s.seats))
        for soldier in range(SOLDIERS)
        if int(s.alive[seat]) >> soldier & 1
    ]


def _point(s: State, seat: int, soldier: int) -> tuple[int, int]:
    return int(s.x[seat, soldier]), int(s.y[seat, soldier])


def _where(s: State, seat: int, soldier: int) -> Text:
    return where(*_point(s, seat, soldier))


def _losses(seen: Seen[State], seat: int) -> int:
    """A seat's soldiers that died in this step, as a set."""
    return int(seen.before.alive[seat]) & ~int(seen.after.alive[seat])


# --- turns ---


def _told_ends(seen: Seen[State]) -> Iterator[GameEvent]:
    """Turns that ended without a card because no card could be played."""
    before, after = seen.before, seen.after
    seats, active = int(before.seats), int(before.active)
    for number in range(min(int(after.turns) - int(before.turns), seats)):  # once for each player is enough
        who = Player((active + number) % seats)
        played = number == 0 and (before.cards or seen.chose(PLAY) or seen.action == END)
        if played:
            continue
        if _is_pass(seen, number):
            text = say("{who} has no card to play and passes.", you="You have no card to play and pass.", who=who)
        else:
            text = say("{who} has no card to play.", you="You have no card to play.", who=who)
        yield GameEvent("pass", text, minor=True)


def _is_pass(seen: Seen[State], number: int) -> bool:
    """Of the turns that ended in this step: was this one a pass? Passes in a row are the last of them."""
    ended = int(seen.after.turns) - int(seen.before.turns)
    return ended - number <= int(seen.after.passes)


def _told_draws(seen: Seen[State]) -> Iterator[GameEvent]:
    """Cards drawn at the end of a turn: their names for the player who drew them, their number for others."""
    before, after = seen.before, seen.after
    spent = _spent(seen)
    for seat in range(int(before.seats)):
        n = int(after.held[seat]) - int(before.held[seat]) + (seat in spent)
        if n <= 0:
            continue
        if seat != seen.viewer:
            text = say("{who} draws {n} {n|card|cards}.", who=Player(seat), n=n)
            yield GameEvent("draw", text, minor=True)
            continue
        names: list[str] = []
        for symbol in range(len(SYMBOLS)):
            drawn = int(after.hand[seat, symbol]) - int(before.hand[seat, symbol]) + (spent.get(seat) == symbol)
            names += [NAMES[symbol]] * drawn
        yield GameEvent("draw", say("You draw: {cards}.", cards=listed(names)), minor=True)


def _spent(seen: Seen[State]) -> dict[int, int]:
    """The symbol of the card that each seat played in this step."""
    if played := seen.chose(PLAY):
        return {seen.seat: played[0]}
    if seen.after.discards[BRICKS] > seen.before.discards[BRICKS]:
        return {int(seen.after.blast_by) - 1: BRICKS}
    return {}


# --- words and pieces ---


def _cube(seat: int) -> Piece:
    return Piece("cube", CUBE_COLOURS[seat], CUBE_COLOURS[seat])


def _card(symbol: int) -> Piece:
    return Piece("card", NAMES[symbol], symbol=SYMBOLS[symbol])
