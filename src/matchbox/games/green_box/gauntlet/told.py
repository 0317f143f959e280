"""The Gauntlet: the steps of a game in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from matchbox.scene import GameEvent, Moment, Piece, Player, Seen, Side, Text, facts, listed, say
from matchbox.scene.events import players

from ..components import CUBE_COLOURS, NUMBER, SYMBOL
from ..pieces import back, card, cubes
from .rules import ENTER, FROM_DISPLAY, GO, HIT, LAY, STOP, TO_FINISH, USE, is_action
from .state import (
    FIRE,
    HEAL,
    LIFE,
    LOGS,
    MOVE,
    ORDER,
    PLAN,
    SHIELD,
    STEPS,
    STONES,
    STRIKE,
    SWORDS,
    TAKE,
    TAKEN,
    WHOLE,
    State,
    card_of,
    targets_of,
)
from .track import START

NAMES = {
    SHIELD: say("Shield"),
    SWORDS: say("Swords"),
    LOGS: say("Lumber"),
    STONES: say("Brick"),
    HEAL: say("Heal"),
    FIRE: say("Fire"),
}
EFFECTS = {
    SHIELD: say("Lose no life points in this step."),
    SWORDS: say("A player on your tile or beside it loses a life point."),
    LOGS: say("Climb Lumber tiles in this step."),
    STONES: say("Climb Brick tiles in this step."),
    HEAL: say("Regain a life point."),
    FIRE: say("All arrows fire: everybody in a red line is hit."),
}
DIRECTIONS = ("north", "east", "south", "west")


class _Harm(NamedTuple):
    """A player in danger, and what became of it."""

    seat: int
    points: int  # arrows, or 1 for Swords
    left: int  # life points afterwards
    shielded: bool
    shown: int  # the Shield that was turned up now, or -1


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """The choice itself, the card it put to use, then new steps and turns."""
    phase = int(seen.before.phase)
    if phase == TAKE:
        yield from _told_take(seen)
    elif phase == PLAN:
        yield _told_plan(seen)
    else:
        yield from _told_movement(seen)
        if _is_used(seen):
            yield from _told_card(seen)
    if seen.after.turns > seen.before.turns and not seen.ended:
        yield from _told_turn(seen)
    elif seen.after.reveal == WHOLE:
        yield from _told_cards_shown(seen)
    else:
        yield from _told_numbers(seen)


# --- drawing and planning ---


def _told_take(seen: Seen[State]) -> Iterator[GameEvent]:
    """A card from the display; after the second, two cards from the pile, which only their owner sees."""
    before, after, seat = seen.before, seen.after, seen.seat
    (place,) = seen.chose(FROM_DISPLAY) or (0,)
    number = int(before.display[place]) - 1
    text = say(
        "{who} takes the {card} from the display.",
        you="You take the {card} from the display.",
        who=Player(seat),
        card=_card(number),
    )
    yield GameEvent("draw", text, named(number))
    if int(before.taken) + 1 < TAKEN:
        return
    if seat == seen.viewer:
        first = int(before.held[seat]) + 1
        drawn = [int(x) - 1 for x in after.hand[seat, first : first + TAKEN]]
        text = say("You draw from the pile: {cards}.", cards=listed([_card(x) for x in drawn]))
    else:
        text = say("{who} draws {n} cards from the pile.", who=Player(seat), n=TAKEN)
    yield GameEvent("draw", text, minor=True)
    if after.shuffles > before.shuffles:
        yield GameEvent("draw", say("The discard pile is shuffled into a new draw pile."), minor=True)


def _told_plan(seen: Seen[State]) -> GameEvent:
    """A planned card for its owner; for others only how far the plan is."""
    seat, number = seen.seat, int(seen.before.ready[seen.seat])
    who = Player(seat)
    if chosen := seen.chose(LAY):
        laid = int(seen.before.hand[seat, chosen[0]]) - 1
        if number < STEPS:
            text = say("You plan the {card} for step {n}.", card=_card(laid), n=number + 1)
        else:
            text = say("You discard the {card}.", card=_card(laid))
        return GameEvent("choice", text, named(laid))
    if number < STEPS:
        text = say("{who} plans step {n}.", who=who, n=number + 1)
        return GameEvent("choice", text, minor=True)
    return GameEvent("choice", say("{who} is ready.", who=who))


def _told_cards_shown(seen: Seen[State]) -> Iterator[GameEvent]:
    """The cards of a step in the order in which their players act."""
    before, after = seen.before, seen.after
    seats = int(after.seats)
    for number in range(STEPS):
        shown = [
            (seat, int(after.shown[seat, number]) - 1)
            for seat in ((int(after.starter) + i) % seats for i in range(seats))
            if after.shown[seat, number] and not before.shown[seat, number]
        ]
        if not shown:
            continue
        shown.sort(key=lambda one: -int(NUMBER[one[1]]))  # ties stay clockwise from the starting player
        sides = [
            Side(seat, [named(held)], None, "", say("acts first") if place == 0 else "", place == 0)
            for place, (seat, held) in enumerate(shown)
        ]
        cards = listed([say("{player} {card}", player=Player(seat), card=_card(held)) for seat, held in shown])
        title = say("Step {n}: {who} acts first", you="Step {n}: you act first", n=number + 1, who=Player(shown[0][0]))
        moment = Moment(title, say("High cards act before low cards."), sides)
        text = say("Step {n}, in this order: {cards}.", n=number + 1, cards=cards)
        yield GameEvent("reveal", text, moment=moment)


def _told_numbers(seen: Seen[State]) -> Iterator[GameEvent]:
    """The numbers of a step in the order in which their players act, and the cards that were turned up."""
    before, after = seen.before, seen.after
    seats = [(int(after.starter) + i) % int(after.seats) for i in range(int(after.seats))]
    used = before.phase >= ORDER and _is_used(seen)
    for number in range(STEPS):
        stated = [seat for seat in seats if after.stated[seat, number] and not before.stated[seat, number]]
        if stated:
            stated.sort(key=lambda seat: -int(after.stated[seat, number]))  # ties stay clockwise
            yield _stated(after, number, stated)
        for seat in sorted(seats, key=lambda seat: -int(after.stated[seat, number])):
            held = int(after.shown[seat, number]) - 1
            told_before = used and number == before.number and int(after.saved) >> seat & 1
            if held >= 0 and not before.shown[seat, number] and not told_before:
                text = say("{who} shows the {card}.", you="You show the {card}.", who=Player(seat), card=_card(held))
                yield GameEvent("reveal", text, named(held))


def _stated(s: State, number: int, seats: list[int]) -> GameEvent:
    sides = [
        Side(
            seat,
            [numbered(int(s.stated[seat, number]))],
            None,
            "",
            say("acts first") if place == 0 else "",
            place == 0,
        )
        for place, seat in enumerate(seats)
    ]
    numbers = listed([say("{player} {n}", player=Player(seat), n=s.stated[seat, number]) for seat in seats])
    title = say("Step {n}: {who} acts first", you="Step {n}: you act first", n=number + 1, who=Player(seats[0]))
    why = say("High numbers act before low ones. A card stays secret until its owner acts.")
    text = say("Step {n}, in this order: {cards}.", n=number + 1, cards=numbers)
    return GameEvent("reveal", text, moment=Moment(title, why, sides))


# --- moving ---


def _told_movement(seen: Seen[State]) -> Iterator[GameEvent]:
    seat, who = seen.seat, Player(seen.seat)
    if seen.action == TO_FINISH:
        text = say("{who} reaches Finish.", you="You reach Finish.", who=who)
        yield GameEvent("score", text, _pawn(seat))
        if not seen.ended and not seen.before.finished.any():
            yield GameEvent("score", say("The game ends with this turn."), minor=True)
    elif seen.action == STOP:
        yield GameEvent("pass", say("{who} stops.", you="You stop.", who=who), minor=True)
    elif seen.chose(ENTER):
        yield GameEvent("move", say("{who} enters the track.", you="You enter the track.", who=who), _pawn(seat))
    elif gone := seen.chose(GO):
        yield GameEvent("move", _step(seen, gone[0]), _pawn(seat))
    elif seen.action == USE and not _is_used(seen):
        text = say("{who} draws the Swords.", you="You draw the Swords.", who=who)
        yield GameEvent("move", text, named(int(card_of(seen.before, seat))), minor=True)


def _step(seen: Seen[State], direction: int) -> Text:
    before = seen.before
    tile = int(before.step[before.at[seen.seat], direction])
    words: dict[str, Any] = {"who": Player(seen.seat), "direction": DIRECTIONS[direction]}
    if int(before.blank) >> tile & 1:
        return say("{who} steps {direction}.", you="You step {direction}.", **words)
    if int(before.brick) >> tile & 1:
        return say("{who} climbs {direction} onto Brick.", you="You climb {direction} onto Brick.", **words)
    return say("{who} climbs {direction} onto Lumber.", you="You climb {direction} onto Lumber.", **words)


# --- cards at work ---


def _is_used(seen: Seen[State]) -> bool:
    """Did the card of the acting seat take effect in this step?"""
    before, after, seat = seen.before, seen.after, seen.seat
    here = after.active == seat and after.number == before.number and after.turns == before.turns and not after.over
    if here and after.phase == STRIKE:  # the target is still to be chosen
        return False
    if before.phase == STRIKE or seen.action == USE:
        return True
    return not before.done and bool(is_action(before, seat)) and not (here and after.phase == MOVE)


def _told_card(seen: Seen[State]) -> Iterator[GameEvent]:
    before, seat = seen.before, seen.seat
    who, number = Player(seat), int(card_of(before, seat))
    symbol = int(SYMBOL[number])
    if symbol == HEAL:
        life = int(before.life[seat])
        if life == LIFE:
            text = say(
                "{who} heals, but has all {n} life points already.",
                you="You heal, but have all {n} life points already.",
                who=who,
                n=LIFE,
            )
        else:
            text = say(
                "{who} heals and has {n} life points.", you="You heal and have {n} life points.", who=who, n=life + 1
            )
        yield GameEvent("score", text, named(number))
        return
    harms = _arrows(seen) if symbol == FIRE else _struck(seen)
    if symbol == FIRE:
        text = say("{who} fires all arrows.", you="You fire all arrows.", who=who)
    elif harms:
        other = Player(harms[0].seat)
        text = say("{who} strikes {other}.", you="You strike {other}.", who=who, other=other)
    else:
        text = say("{who} strikes, but nobody is near.", you="You strike, but nobody is near.", who=who)
        yield GameEvent("move", text, named(number))
        return
    moment = Moment(_outcome(harms), text, [_side(harm) for harm in harms], [named(number)]) if harms else None
    yield GameEvent("hit", text, named(number), moment=moment)
    for harm in harms:
        yield _told_harm(harm, symbol == FIRE)
    if not harms:
        yield GameEvent("hit", say("Nobody is hit."), minor=True)


def _outcome(harms: list[_Harm]) -> Text:
    """Who is knocked out; else who is hit; else who is safe."""
    out = [harm.seat for harm in harms if not harm.left]
    hit = [harm.seat for harm in harms if harm.left and not harm.shielded]
    if len(out) == 1:
        return say("{who} is knocked out", you="You are knocked out", who=Player(out[0]))
    if out:
        return say("{names} are knocked out", names=players(out))
    if len(hit) == 1:
        return say("{who} is hit", you="You are hit", who=Player(hit[0]))
    if hit:
        return say("{names} are hit", names=players(hit))
    return say("A Shield holds")


def _arrows(seen: Seen[State]) -> list[_Harm]:
    """Everybody in a line of fire."""
    before, after = seen.before, seen.after
    found = []
    for seat in range(int(before.seats)):
        arrows = int(before.hits[after.at[seat]]) if after.at[seat] < START else 0
        if arrows and before.life[seat]:
            found.append(_harm(seen, seat, arrows))
    return found


def _struck(seen: Seen[State]) -> list[_Harm]:
    """The target of the Swords: chosen, or the only one."""
    if chosen := seen.chose(HIT):
        return [_harm(seen, chosen[0], 1)]
    view = seen.views[0].copy()
    view["at"][0] = seen.after.at
    targets = int(targets_of(view[0], seen.seat))
    return [_harm(seen, targets.bit_length() - 1, 1)] if targets else []


def _harm(seen: Seen[State], seat: int, points: int) -> _Harm:
    before, after = seen.before, seen.after
    life, shielded = int(before.life[seat]), bool(int(after.saved) >> seat & 1)
    was, now = (int(s.shown[seat, before.number]) - 1 for s in (before, after))
    return _Harm(seat, points, life if shielded else max(0, life - points), shielded, now if was < 0 else -1)


def _side(harm: _Harm) -> Side:
    verdict = say("Shield") if harm.shielded else say("hit") if harm.left else say("knocked out")
    lives = [cubes(harm.seat, harm.left)] if harm.left else []
    return Side(harm.seat, lives, harm.left, say("life points"), verdict, harm.shielded)


def _told_harm(harm: _Harm, fire: bool) -> GameEvent:
    words: dict[str, Any] = {"who": Player(harm.seat), "n": harm.points, "left": harm.left}
    if harm.shielded and harm.shown >= 0:
        words["card"] = _card(harm.shown)
        text = say("{who} shows the {card} and is safe.", you="You show your {card} and are safe.", **words)
        return GameEvent("reveal", text, named(harm.shown), minor=True)
    if harm.shielded:
        text = say("{who} is safe behind a Shield.", you="You are safe behind your Shield.", **words)
        return GameEvent("hit", text, minor=True)
    if not harm.left:
        text = say(
            "{who} is knocked out until the end of the next turn.",
            you="You are knocked out until the end of the next turn.",
            **words,
        )
        return GameEvent("fall", text, _pawn(harm.seat))
    if fire:
        text = say(
            "{who} is hit by {n} {n|arrow|arrows} and has {left} life {left|point|points} left.",
            you="You are hit by {n} {n|arrow|arrows} and have {left} life {left|point|points} left.",
            **words,
        )
    else:
        text = say(
            "{who} has {left} life {left|point|points} left.",
            you="You have {left} life {left|point|points} left.",
            **words,
        )
    return GameEvent("hit", text, _pawn(harm.seat), minor=True)


# --- turns ---


def _told_turn(seen: Seen[State]) -> Iterator[GameEvent]:
    """Cards that are turned up without having been played, players who are back, and the roll of the next turn."""
    before, after = seen.before, seen.after
    unplayed = [[int(x) - 1 for x in after.unplayed[seat] if x] for seat in range(int(after.seats))]
    turned_up = [
        say("{player} {cards}", player=Player(seat), cards=listed([_card(x) for x in cards]))
        for seat, cards in enumerate(unplayed)
        if cards
    ]
    if turned_up:
        text = say("Turned up and discarded: {cards}.", cards=facts(turned_up))
        yield GameEvent("reveal", text, minor=True)
    skipped = int(after.turns) - int(before.turns) > 1  # everybody was knocked out
    for seat in range(int(after.seats)):
        if (before.downed[seat] or skipped) and not after.downed[seat]:
            text = say(
                "{who} is back with {n} life points.",
                you="You are back with {n} life points.",
                who=Player(seat),
                n=LIFE,
            )
            yield GameEvent("score", text, _pawn(seat), minor=True)
    text = say("Turn {n} begins: the die shows {die}.", n=int(after.turns) + 1, die=after.movement)
    yield GameEvent("round", text, Piece("die", str(int(after.movement)), number=int(after.movement)), minor=True)


# --- words and pieces ---


def _card(number: int) -> Text:
    """A card by its name in this game, such as Swords 4."""
    return say("{name} {n}", name=NAMES[int(SYMBOL[number])], n=NUMBER[number])


def named(number: int, **more: Any) -> Piece:
    """A card with its name and effect in this game. Its colours mean nothing here."""
    symbol = int(SYMBOL[number])
    return replace(short_card(number, **more), name=NAMES[symbol], effect=EFFECTS[symbol])


def short_card(number: int, **more: Any) -> Piece:
    """A card without words."""
    return replace(card(number, **more), colour="", background="", label=_card(number))


def numbered(number: int, **more: Any) -> Piece:
    """A face-down card with its stated number."""
    return back(number=number, label=say("face down, number {n}", n=number), **more)


def _pawn(seat: int) -> Piece:
    return Piece("cube", CUBE_COLOURS[seat], CUBE_COLOURS[seat])
