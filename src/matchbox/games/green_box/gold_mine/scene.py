"""Scene of Gold Mine: the cards of the cavern and the gold of every seat."""

from __future__ import annotations

from collections.abc import Iterator

from matchbox.scene import (
    Area,
    Choice,
    GameEvent,
    Look,
    Moment,
    Piece,
    Player,
    Scene,
    Seen,
    Side,
    Summary,
    Text,
    Words,
    players,
    say,
)

from ..components import CARDS, NUMBER, SYMBOL, SYMBOLS
from ..pieces import back, card, card_count
from .rules import COLLAPSE, CONTINUE, CONTINUED, RAN, ROUNDS, RUN, State, open_of, turned_up

summary = Summary(
    goal=say("Bring more gold out of {n} caverns than anybody else.", n=ROUNDS),
    turn=say("Everybody inside shares the gold of a new card, then secretly chooses to continue or to run."),
    end=say("The third card of a symbol collapses the cavern: everybody inside loses the gold they carry."),
)
cover = [card(4, marked=True), card(22), card(49), Piece("cube", "gold", "yellow", count=3)]


def scene(look: Look[State]) -> Scene:
    s = look.s
    dangers = [symbol for symbol in range(len(SYMBOLS)) if open_of(s, symbol) == COLLAPSE - 1]
    areas = []
    if not s.over:
        title = say("Cavern {n} of {most}", n=int(s.number) + 1, most=ROUNDS)
        cavern = Area(title, _cards(look, int(s.number), dangers), note=_gold(look), look="cavern", key="cavern")
        areas += [cavern, Area(say("Deck"), [back()], "pile", note=_risk(look, dangers))]
    for seat in look.each_seat():
        pieces = [Piece("cube", "gold", colour="yellow", count=int(s.carried[seat]))] if s.carried[seat] else []
        note = say("{where}; bank {gold}", where=_where(look, seat), gold=s.score[seat])
        areas.append(Area(say("carries"), pieces, "counters", seat, note))
    areas += [_past(look, number) for number in range(int(s.number) + int(s.over))]
    return Scene(
        say("Continue, or run with {gold}? {danger}", gold=_run_gold(look), danger=_danger(dangers)),
        areas,
        _ballot(look),
        coach=say("Runners share the gold on the cards: the fewer players run, the more each of them gets."),
        rules="a-round",
    )


def revealed(before: State, after: State) -> Iterator[tuple[int, int]]:
    """The simultaneous choices of everybody inside."""
    for seat in range(after.seats):
        if int(before.inside) >> seat & 1:
            yield seat, RUN if after.shown[seat] == RAN else CONTINUE


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
    collapsed = bool(others) and (seen.ended or after.number > before.number)
    yield _told_runners(seen, runners, others, collapsed)
    if collapsed:
        yield _told_collapse(seen, runners, others)
    elif others:
        yield from _told_card(after, number, others)
    lost = int(before.left) % len(runners) if runners else int(before.left)
    if lost and (collapsed or not others):
        yield GameEvent("score", say("The gold left on the cards is lost: {n}.", n=lost), minor=True)
    if after.number > before.number:
        yield GameEvent("round", say("Round {n} begins.", n=int(after.number) + 1), minor=True)
        yield from _told_card(after, int(after.number), list(range(int(after.seats))))


def _told_choice(seen: Seen[State]) -> Iterator[GameEvent]:
    if seen.action is not None:
        text = say("You choose to run.") if seen.action == RUN else say("You choose to continue.")
        yield GameEvent("choice", text)


def _told_runners(seen: Seen[State], runners: list[int], others: list[int], collapsed: bool) -> GameEvent:
    """The open choices. Everybody inside carries the same, so all runners bank the same."""
    if not runners and len(others) == 1:
        text = say("{who} continues alone.", you="You continue alone.", who=Player(others[0]))
        return GameEvent("reveal", text)
    if not runners:
        return GameEvent("reveal", say("Nobody runs."))
    first, *rest = sorted(runners, key=lambda seat: seat != seen.viewer)
    who, n = Player(first), int(seen.after.banked[seen.before.number, first])
    gold = say("nothing") if not n else say("{n} gold each", n=n) if rest else say("{n} gold", n=n)
    if not rest:
        text = say("{who} runs and banks {gold}.", you="You run and bank {gold}.", who=who, gold=gold)
    elif len(rest) == 1:
        text = say(
            "{who} and {other} run and bank {gold}.",
            you="You and {other} run and bank {gold}.",
            who=who,
            other=Player(rest[0]),
            gold=gold,
        )
    else:
        text = say(
            "{who}, {others} run and bank {gold}.",
            you="You, {others} run and bank {gold}.",
            who=who,
            others=players(rest),
            gold=gold,
        )
    moment = None if collapsed else _moment_of_runners(seen.before, runners, others, n)
    return GameEvent("reveal", text, Piece("cube", "gold", "yellow"), moment=moment)


def _moment_of_runners(before: State, runners: list[int], others: list[int], banked: int) -> Moment:
    title = say("{n} players run", n=len(runners)) if others else say("Everybody runs")
    if len(runners) == 1:
        title = say("{who} runs", you="You run", who=Player(runners[0]))
    carried = int(before.carried[runners[0]])
    why = say("{carried} carried, {share} from the cards", carried=carried, share=banked - carried)
    sides = [Side(seat, _nuggets(banked), banked, say("gold"), say("banked"), won=True) for seat in runners]
    sides += [Side(seat, _nuggets(carried), carried, say("gold"), say("still inside")) for seat in others]
    return Moment(title, why, sides, _nuggets(int(before.left)))


def _told_collapse(seen: Seen[State], runners: list[int], others: list[int]) -> GameEvent:
    before, after = seen.before, seen.after
    number = int(before.number)
    cards = [int(c) for c in after.table[number, : int(after.turned[number])]]
    symbol, lost = int(SYMBOL[cards[-1]]), int(before.carried[others[0]])
    deadly = [_named_card(c) for c in cards if SYMBOL[c] == symbol]
    if not lost:
        text = say("The third {symbol} card collapses the cavern. Nobody inside carries gold.", symbol=SYMBOLS[symbol])
    elif len(others) == 1:
        text = say(
            "{who} loses {n} gold: the third {symbol} card collapses the cavern.",
            you="You lose {n} gold: the third {symbol} card collapses the cavern.",
            who=Player(others[0]),
            symbol=SYMBOLS[symbol],
            n=lost,
        )
    else:
        text = say(
            "The third {symbol} card collapses the cavern: everybody inside loses {n} gold.",
            symbol=SYMBOLS[symbol],
            n=lost,
        )
    sides = []
    for seat in runners:
        banked = int(after.banked[number, seat])
        sides.append(Side(seat, _nuggets(banked), banked, say("gold"), say("got out in time"), won=True))
    sides += [Side(seat, _nuggets(lost), lost, say("gold"), say("lost")) for seat in others]
    moment = Moment(say("The cavern collapses"), say("the third {symbol} card", symbol=SYMBOLS[symbol]), sides, deadly)
    return GameEvent("fall", text, deadly[-1], moment=moment)


def _told_card(after: State, number: int, inside: list[int]) -> Iterator[GameEvent]:
    """The card that was turned up last, and a warning when its symbol is there twice."""
    turned = int(after.turned[number])
    new = int(after.table[number, turned - 1])
    icon = _named_card(new)
    share, rest = divmod(int(NUMBER[new]), len(inside))
    if not share:
        text = say("{card} comes up: too little to share, so {n} gold stays on the cards.", card=_title(new), n=rest)
    elif len(inside) == 1:
        text = say("{card} comes up, all for {owner}: {n} gold.", card=_title(new), owner=Player(inside[0]), n=share)
    elif rest:
        text = say(
            "{card} comes up: {n} gold for everybody inside, {rest} stays on the cards.",
            card=_title(new),
            n=share,
            rest=rest,
        )
    else:
        text = say("{card} comes up: {n} gold for everybody inside.", card=_title(new), n=share)
    yield GameEvent("draw", text, icon, minor=True)
    if sum(SYMBOL[c] == SYMBOL[new] for c in after.table[number, :turned]) == COLLAPSE - 1:
        yield GameEvent(
            "draw", say("One more {symbol} card collapses the cavern.", symbol=SYMBOLS[SYMBOL[new]]), icon, minor=True
        )


def _nuggets(n: int) -> list[Piece]:
    return [Piece("cube", "gold", "yellow", count=n)] if n else []


def _title(number: int) -> Text:
    return say("{symbol} {n}", symbol=SYMBOLS[SYMBOL[number]], n=NUMBER[number])


def _named_card(number: int) -> Piece:
    return card(number, _title(number))


def _cards(look: Look[State], number: int, dangers: list[int]) -> list[Piece]:
    """The cards of a round in order; the dangerous symbols are marked."""
    s = look.s
    cards = [int(s.table[number, place]) for place in range(int(s.turned[number]))]
    return [card(c, f"{SYMBOLS[SYMBOL[c]]} {NUMBER[c]}", marked=int(SYMBOL[c]) in dangers) for c in cards]


def _gold(look: Look[State]) -> Text:
    left = int(look.s.left)
    return say("{n} gold left on the cards", n=left) if left else say("no gold left on the cards")


def _risk(look: Look[State], dangers: list[int]) -> Text:
    """The cards in the deck that would collapse the cavern: public, as everybody can count them."""
    seen = int(turned_up(look.s))
    deadly = sum(not seen >> c & 1 and int(SYMBOL[c]) in dangers for c in range(CARDS))
    cards = card_count(int(look.s.in_deck))
    if deadly == 1:
        return say("{cards}, 1 of them collapses the cavern", cards=cards)
    return say("{cards}, {deadly} of them collapse the cavern", cards=cards, deadly=deadly)


def _danger(dangers: list[int]) -> Text:
    """The symbols whose next card collapses the cavern."""
    if not dangers:
        return say("The next card is safe.")
    symbols: Words = SYMBOLS[dangers[0]]
    for symbol in dangers[1:]:
        symbols = say("{first} or {next}", first=symbols, next=SYMBOLS[symbol])
    return say("One more {symbol} and the cavern collapses.", symbol=symbols)


def _past(look: Look[State], number: int) -> Area:
    """A finished round: its cards, how it ended, and the gold that each seat brought out."""
    s = look.s
    last = int(SYMBOL[s.table[number, int(s.turned[number]) - 1]])
    cards = _cards(look, number, [last])
    collapsed = sum(piece.marked for piece in cards) == COLLAPSE
    gold = ", ".join(f"{look.names[seat]} {int(s.banked[number, seat])}" for seat in range(int(s.seats)))
    title = say("Cavern {n}", n=number + 1)
    if collapsed:
        note = say("collapsed at the third {symbol}; gold saved: {gold}", symbol=SYMBOLS[last], gold=gold)
        return Area(title, cards, note=note)
    return Area(title, _cards(look, number, []), note=say("everybody got out; gold saved: {gold}", gold=gold))


def _where(look: Look[State], seat: int) -> Text:
    """Inside or outside, and the choice of the seat as far as the viewer may know it."""
    s = look.s
    if s.over:
        return say("out")
    if not int(s.inside) >> seat & 1:
        return say("ran with {gold}", gold=s.banked[s.number, seat])
    if seat not in look.acting:
        chosen = {CONTINUED: say("in the mine, chose to continue"), RAN: say("in the mine, chose to run")}
        return chosen.get(int(s.choice[seat]), say("in the mine, has chosen"))
    return say("in the mine, continued") if s.turned[s.number] > 1 else say("in the mine")


def _ballot(look: Look[State]) -> list[Choice]:
    """Thumbs up or down, or the two sides of a tile."""
    tiles = look.game.options_of(look.view)["ballot"] == "tiles"
    on = say("Continue (green side)") if tiles else say("▲ Continue")
    out = say("Run (brown side)") if tiles else say("▼ Run")
    return [Choice(text, int(a)) for text, a in ((on, CONTINUE), (out, RUN)) if a in look.legal]


def _run_gold(look: Look[State]) -> Words:
    """The gold that running brings, from everybody running to running alone."""
    s = look.s
    carried, left = int(s.carried[max(look.seat, 0)]), int(s.left)
    least, most = carried + left // max(int(s.inside).bit_count(), 1), carried + left
    if least == most:
        return say("{n} gold", n=most)
    return say("{least} to {most} gold (more if fewer players run)", least=least, most=most)
