"""Grenade Salad: the steps of a game in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matchbox.scene import GameEvent, Moment, Piece, Player, Seen, Side, Text, listed, say

from ..components import BRICKS, CIRCLES, CUBE_COLOURS, DROP, HAMMERS, SYMBOLS, WHEEL
from .orders import CHOOSE, COLUMN, DECLINE, END, KILL, MINE, MINES, MOVE, PLAY, ROW, SOLDIER, STEP, VICTIM
from .state import SOLDIERS, State

NAMES = ("Map pointer", "Close combat", "Airdrop", "Mine", "Sniper", "Grenade")  # by symbol


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """The step itself, then turns that have ended and cards drawn."""
    phase = int(seen.before.phase)
    if phase == STEP:
        yield from _told_step(seen)
    elif phase == SOLDIER:
        (soldier,) = seen.chose(CHOOSE) or (0,)
        who, name = Player(seen.seat), _soldier(seen.seat, soldier)
        text = say("{who} chooses {soldier}.", you="You choose {soldier}.", who=who, soldier=name)
        yield GameEvent("move", text, _cube(seen.seat, soldier), minor=True)
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
        yield GameEvent("move", text, minor=True)
    elif seen.action == END:
        if seen.before.cards:
            yield GameEvent("pass", say("{who} ends the turn.", you="You end your turn.", who=who))
        else:
            yield GameEvent("pass", say("{who} passes.", you="You pass.", who=who))
    elif played := seen.chose(PLAY):
        yield GameEvent("move", _played(seen, played[0]), _card(played[0]))


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
        soldier = _soldier(seen.seat, int(seen.before.soldier))
        text = say("{who} sets out with {soldier}.", you="You set out with {soldier}.", who=who, soldier=soldier)
    return GameEvent("move", text, minor=True)


def _told_point(seen: Seen[State]) -> Iterator[GameEvent]:
    """A soldier placed or moved, or a Grenade thrown."""
    before, seat = seen.before, seen.seat
    doing, who = int(before.doing), Player(seat)
    if doing == DROP:
        soldier = int(before.entered[seat])
        text = say(
            "{who} places a new soldier, {soldier}.",
            you="You place a new soldier, {soldier}.",
            who=who,
            soldier=_short(seat, soldier),
        )
        yield GameEvent("move", text, _cube(seat, soldier))
        return
    soldier = int(before.soldier)
    name = _soldier(seat, soldier)
    if doing == MOVE:
        text = say("{who} moves {soldier}.", you="You move {soldier}.", who=who, soldier=name)
        yield GameEvent("move", text, _cube(seat, soldier))
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
    yield from _told_blast(seen, seat, text, say("a Grenade thrown by {soldier}", soldier=name), WHEEL)


def _told_kill(seen: Seen[State]) -> Iterator[GameEvent]:
    (other, soldier) = seen.chose(KILL) or (0, 0)
    words: dict[str, Any] = {
        "who": Player(seen.seat),
        "other": Player(other),
        "soldier": _soldier(other, soldier),
    }
    if seen.before.doing == HAMMERS:
        text = say(
            "{who} beats {other} in close combat: {soldier} falls.",
            you="You beat {other} in close combat: {soldier} falls.",
            **words,
        )
    else:
        text = say(
            "{who} hits {other} with a Sniper: {soldier} falls.",
            you="You hit {other} with a Sniper: {soldier} falls.",
            **words,
        )
    yield GameEvent("hit", text, _cube(other, soldier))


# --- Mines and blasts ---


def _told_answer(seen: Seen[State]) -> Iterator[GameEvent]:
    """A seat's answer for itself; then, if all have answered, the Mine that explodes or none."""
    before, after = seen.before, seen.after
    active = int(before.active)
    if mine := seen.chose(MINE):
        wanted = _soldier(active, int(before.concerned[mine[0]]))
        text = say("You want to set off a Mine under {soldier}.", soldier=wanted)
        yield GameEvent("choice", text, _card(BRICKS))
    elif seen.action == DECLINE:
        yield GameEvent("choice", say("You play no Mine."))
    if after.discards[BRICKS] == before.discards[BRICKS]:
        if after.asking != before.asking:
            yield GameEvent("pass", say("Nobody plays a Mine."), minor=True)
        return
    miner = int(after.blast_by) - 1
    places = [int(before.concerned[place]) for place in range(int(before.concerns))]
    target = next(
        soldier
        for soldier in places
        if (before.x[active, soldier], before.y[active, soldier]) == (after.blast_x, after.blast_y)
    )
    under = _soldier(active, target)
    text = say(
        "{who} sets off a Mine under {soldier} and kills {n} {n|soldier|soldiers}.",
        you="You set off a Mine under {soldier} and kill {n} {n|soldier|soldiers}.",
        who=Player(miner),
        soldier=under,
        n=sum(_losses(seen, seat).bit_count() for seat in range(int(before.seats))),
    )
    yield from _told_blast(seen, miner, text, say("a Mine under {soldier}", soldier=under), BRICKS)


def _told_blast(seen: Seen[State], killer: int, text: Text, why: Text, symbol: int) -> Iterator[GameEvent]:
    """An explosion with its dead, and the losses of every player."""
    before, after = seen.before, seen.after
    sides, losses = [], []
    for seat in range(int(before.seats)):
        lost = _losses(seen, seat)
        if not lost and seat != killer:
            continue
        n = lost.bit_count()
        pieces = [Piece("cube", CUBE_COLOURS[seat], CUBE_COLOURS[seat], count=n)] if n else []
        verdict = say("loses {n} {n|soldier|soldiers}", n=n) if n else say("loses nobody")
        change = int(after.score[seat]) - int(before.score[seat])
        sides.append(Side(seat, pieces, change, say("points"), verdict, seat == killer))
        if n:
            names = ", ".join(_short(seat, soldier) for soldier in range(SOLDIERS) if lost >> soldier & 1)
            loss = say(
                "{who} loses {n} {n|soldier|soldiers}: {names}.",
                you="You lose {n} {n|soldier|soldiers}: {names}.",
                who=Player(seat),
                n=n,
                names=names,
            )
            losses.append(GameEvent("hit", loss, pieces[0], minor=True))
    dead = sum(_losses(seen, seat).bit_count() for seat in range(int(before.seats)))
    title = say("{n} {n|soldier falls|soldiers fall}", n=dead)
    yield GameEvent("hit", text, _card(symbol), moment=Moment(title, why, sides, [_card(symbol)]))
    yield from losses


def _losses(seen: Seen[State], seat: int) -> int:
    """A seat's soldiers that died in this step, as a set."""
    return int(seen.before.alive[seat]) & ~int(seen.after.alive[seat])


# --- turns ---


def _told_ends(seen: Seen[State]) -> Iterator[GameEvent]:
    """Turns that ended without a card because no card could be played."""
    before, after = seen.before, seen.after
    seats, active = int(before.seats), int(before.active)
    ended = (int(after.active) - active) % seats + (1 if seen.ended else 0)
    for number in range(ended):
        seat = (active + number) % seats
        played = number == 0 and (before.cards or seen.chose(PLAY) or seen.action == END)
        if not played:
            text = say(
                "{who} has no card to play and passes.", you="You have no card to play and pass.", who=Player(seat)
            )
            yield GameEvent("pass", text, minor=True)


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


def _short(seat: int, soldier: int) -> str:
    """A soldier as its cube is marked, such as R3."""
    return f"{CUBE_COLOURS[seat][0].upper()}{soldier}"


def _soldier(seat: int, soldier: int) -> Text:
    return say("soldier {name}", name=_short(seat, soldier))


def _cube(seat: int, soldier: int) -> Piece:
    return Piece("cube", _short(seat, soldier), CUBE_COLOURS[seat])


def _card(symbol: int) -> Piece:
    return Piece("card", NAMES[symbol], symbol=SYMBOLS[symbol])
