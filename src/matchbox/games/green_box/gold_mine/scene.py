"""Scene of Gold Mine: the cards of the cavern and the gold of every seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matchbox.scene import Area, Choice, Look, Piece, Scene, Summary, Text, Words, say

from ..components import CARDS, NUMBER, SYMBOL, SYMBOLS
from ..pieces import back, card, card_count
from .rules import COLLAPSE, CONTINUE, CONTINUED, RAN, ROUNDS, RUN, open_of, turned_up

summary = Summary(
    goal=say("Bring more gold out of {n} caverns than anybody else.", n=ROUNDS),
    turn=say("Everybody inside shares the gold of a new card, then secretly chooses to continue or to run."),
    end=say("The third card of a symbol collapses the cavern: everybody inside loses the gold they carry."),
)
cover = [card(4, marked=True), card(22), card(49), Piece("cube", "gold", "yellow", count=3)]


def scene(look: Look) -> Scene:
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


def revealed(before: Any, after: Any) -> Iterator[tuple[int, int]]:
    """The simultaneous choices of everybody inside."""
    for seat in range(after.seats):
        if int(before.inside) >> seat & 1:
            yield seat, RUN if after.shown[seat] == RAN else CONTINUE


def _cards(look: Look, number: int, dangers: list[int]) -> list[Piece]:
    """The cards of a round in order; the dangerous symbols are marked."""
    s = look.s
    cards = [int(s.table[number, place]) for place in range(int(s.turned[number]))]
    return [card(c, f"{SYMBOLS[SYMBOL[c]]} {NUMBER[c]}", marked=int(SYMBOL[c]) in dangers) for c in cards]


def _gold(look: Look) -> Text:
    left = int(look.s.left)
    return say("{n} gold left on the cards", n=left) if left else say("no gold left on the cards")


def _risk(look: Look, dangers: list[int]) -> Text:
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


def _past(look: Look, number: int) -> Area:
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


def _where(look: Look, seat: int) -> Text:
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


def _ballot(look: Look) -> list[Choice]:
    """Thumbs up or down, or the two sides of a tile."""
    tiles = look.game.options_of(look.view)["ballot"] == "tiles"
    on = say("Continue (green side)") if tiles else say("▲ Continue")
    out = say("Run (brown side)") if tiles else say("▼ Run")
    return [Choice(text, int(a)) for text, a in ((on, CONTINUE), (out, RUN)) if a in look.legal]


def _run_gold(look: Look) -> Words:
    """The gold that running brings, from everybody running to running alone."""
    s = look.s
    carried, left = int(s.carried[max(look.seat, 0)]), int(s.left)
    least, most = carried + left // max(int(s.inside).bit_count(), 1), carried + left
    if least == most:
        return say("{n} gold", n=most)
    return say("{least} to {most} gold (more if fewer players run)", least=least, most=most)
