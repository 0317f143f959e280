"""Gold Mine in sentences: the open choices, the next card, and a collapse."""

from __future__ import annotations

from collections.abc import Iterator

from matchbox.scene import GameEvent, Moment, Piece, Player, Seen, Side, Text, players, say

from ..components import NUMBER, SYMBOL, SYMBOLS
from .rules import COLLAPSE, RAN, RUN, State
from .scene import collapsed, named_card, nuggets, title


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """A seat's choice for itself; then the runners, the next card or the collapse, and the next cavern."""
    before, after = seen.before, seen.after
    if not seen.ended and int(before.turned.sum()) == int(after.turned.sum()):
        yield from _told_choice(seen)
        return
    inside = [seat for seat in range(int(before.seats)) if int(before.inside) >> seat & 1]
    runners = [seat for seat in inside if after.shown[seat] == RAN]
    others = [seat for seat in inside if seat not in runners]
    number = int(before.number)
    fallen = bool(others) and (seen.ended or after.number > before.number)
    yield _told_choices(seen, runners, others, fallen)
    if fallen:
        yield _told_collapse(seen, others)
    elif others:
        yield from _told_card(after, number, others)
    lost = int(before.left) % len(runners) if runners else int(before.left)
    if lost and (fallen or not others):
        yield GameEvent("score", say("The gold left on the cards is lost: {n}.", n=lost), minor=True)
    if after.number > before.number:
        yield GameEvent("round", say("Cavern {n} begins.", n=int(after.number) + 1), minor=True)
        yield from _told_card(after, int(after.number), list(range(int(after.seats))))


def _told_choice(seen: Seen[State]) -> Iterator[GameEvent]:
    if seen.action is not None:
        text = say("You choose to run.") if seen.action == RUN else say("You choose to continue.")
        yield GameEvent("choice", text)


def _told_choices(seen: Seen[State], runners: list[int], others: list[int], fallen: bool) -> GameEvent:
    """The open choices. Everybody inside carries the same, so all runners bank the same."""
    before, after = seen.before, seen.after
    if not runners and len(others) == 1:
        text = say("{who} continues alone.", you="You continue alone.", who=Player(others[0]))
        return GameEvent("reveal", text)
    carried = int(before.carried[others[0] if others else runners[0]])
    if not runners:
        text = say("Everybody inside continues.")
        new = int(after.table[before.number, int(after.turned[before.number]) - 1])
        why = say("The next card decides.") if fallen else _shared(new, others)
        moment = Moment(text, why, [_stays(seat, carried) for seat in others], () if fallen else [named_card(new)])
        return GameEvent("reveal", text, moment=moment)
    banked = int(after.banked[before.number, runners[0]])
    text = _ran(seen, runners, banked)
    why = say("{carried} carried, {share} from the cards", carried=carried, share=banked - carried)
    sides = [Side(seat, [_ballot(True)], banked, say("gold"), say("runs"), won=True) for seat in runners]
    sides += [_stays(seat, carried) for seat in others]
    shared = (banked - carried) * len(runners)
    moment = Moment(text, why, sides, nuggets(shared))
    return GameEvent("reveal", text, nuggets(1)[0], moment=moment)


def _stays(seat: int, carried: int) -> Side:
    return Side(seat, [_ballot(False)], carried, say("gold"), say("continues"))


def _ballot(runs: bool) -> Piece:
    """The choice as a tile: the brown side to run, the green side to continue."""
    return Piece("tile", say("run"), hidden=True) if runs else Piece("tile", say("continue"), symbol="Arrow")


def _ran(seen: Seen[State], runners: list[int], n: int) -> Text:
    first, *rest = sorted(runners, key=lambda seat: seat != seen.viewer)
    who = Player(first)
    gold = say("nothing") if not n else say("{n} gold each", n=n) if rest else say("{n} gold", n=n)
    if not rest:
        return say("{who} runs and banks {gold}.", you="You run and bank {gold}.", who=who, gold=gold)
    if len(rest) == 1:
        return say(
            "{who} and {other} run and bank {gold}.",
            you="You and {other} run and bank {gold}.",
            who=who,
            other=Player(rest[0]),
            gold=gold,
        )
    return say(
        "{who}, {others} run and bank {gold}.",
        you="You, {others} run and bank {gold}.",
        who=who,
        others=players(rest),
        gold=gold,
    )


def _told_collapse(seen: Seen[State], others: list[int]) -> GameEvent:
    before, after = seen.before, seen.after
    number = int(before.number)
    last = int(after.table[number, int(after.turned[number]) - 1])
    symbol, lost = SYMBOLS[SYMBOL[last]], int(before.carried[others[0]])
    if not lost:
        text = say("The third {symbol} card collapses the cavern. Nobody inside carries gold.", symbol=symbol)
    elif len(others) == 1:
        text = say(
            "{who} loses {n} gold: the third {symbol} card collapses the cavern.",
            you="You lose {n} gold: the third {symbol} card collapses the cavern.",
            who=Player(others[0]),
            symbol=symbol,
            n=lost,
        )
    else:
        text = say(
            "The third {symbol} card collapses the cavern: everybody inside loses {n} gold.", symbol=symbol, n=lost
        )
    safe = [seat for seat in range(int(before.seats)) if seat not in others]
    why = say("{names} got out in time.", names=players(safe)) if safe else say("Nobody got out in time.")
    picture = collapsed(after, number, lost * len(others))
    return GameEvent("fall", text, named_card(last), moment=Moment(text, why, picture=picture))


def _shared(new: int, inside: list[int]) -> Text:
    """A new card and its gold."""
    share, rest = divmod(int(NUMBER[new]), len(inside))
    if not share:
        return say("{card} comes up: too little to share, so {n} gold stays on the cards.", card=title(new), n=rest)
    if len(inside) == 1:
        return say("{card} comes up, all for {owner}: {n} gold.", card=title(new), owner=Player(inside[0]), n=share)
    if rest:
        return say(
            "{card} comes up: {n} gold for everybody inside, {rest} stays on the cards.",
            card=title(new),
            n=share,
            rest=rest,
        )
    return say("{card} comes up: {n} gold for everybody inside.", card=title(new), n=share)


def _told_card(after: State, number: int, inside: list[int]) -> Iterator[GameEvent]:
    """The card that was turned up last, and a warning when its symbol is there twice."""
    turned = int(after.turned[number])
    new = int(after.table[number, turned - 1])
    icon = named_card(new)
    yield GameEvent("draw", _shared(new, inside), icon, minor=True)
    if sum(SYMBOL[c] == SYMBOL[new] for c in after.table[number, :turned]) == COLLAPSE - 1:
        yield GameEvent(
            "draw", say("One more {symbol} card collapses the cavern.", symbol=SYMBOLS[SYMBOL[new]]), icon, minor=True
        )
