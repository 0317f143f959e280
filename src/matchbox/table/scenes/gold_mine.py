"""Gold Mine: the cavern with its cards in the middle, every seat's gold around it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matchbox.boxes.green_box.components import CARDS, NUMBER, SYMBOL, SYMBOLS
from matchbox.boxes.green_box.gold_mine import COLLAPSE, CONTINUE, CONTINUED, RAN, ROUNDS, RUN, open_of, turned_up
from matchbox.table.green_box import back, card
from matchbox.table.scene import Area, Choice, Look, Piece, Scene, Summary, Text, Words, say

summary = Summary(
    goal=say("Bring more gold out of {n} caverns than anybody else.", n=ROUNDS),
    turn=say("A card with gold is turned up; all inside choose at once to go on or to run with their share."),
    end=say("A cavern collapses at the third card of one symbol, and who is still inside loses the gold carried."),
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
        areas.append(Area(say("carries"), pieces, "counters", seat, f"{_where(look, seat)}; bank {int(s.score[seat])}"))
    areas += [_past(look, number) for number in range(int(s.number) + int(s.over))]
    fear = " or ".join(SYMBOLS[symbol] for symbol in dangers)
    danger = (
        say("One more {symbol} and the cavern collapses.", symbol=fear) if dangers else say("The next card is safe.")
    )
    return Scene(
        say("Go on, or run with {gold}? {danger}", gold=_run_gold(look), danger=danger),
        areas,
        _ballot(look),
        coach=say("Those who run share the gold on the cards; the fewer run, the more each of them gets."),
        rules="a-round",
    )


def revealed(before: Any, after: Any) -> Iterator[tuple[int, int]]:
    """All choices of a moment at once."""
    for seat in range(after.seats):
        if int(before.inside) >> seat & 1:
            yield seat, RUN if after.shown[seat] == RAN else CONTINUE


def _cards(look: Look, number: int, dangers: list[int]) -> list[Piece]:
    """The cards of a round as they came up; marked are those of symbols that lie open twice."""
    s = look.s
    cards = [int(s.table[number, place]) for place in range(int(s.turned[number]))]
    return [card(c, f"{SYMBOLS[SYMBOL[c]]} {NUMBER[c]}", marked=int(SYMBOL[c]) in dangers) for c in cards]


def _gold(look: Look) -> Text:
    left = int(look.s.left)
    return say("{n} gold left on the cards", n=left) if left else say("no gold left on the cards")


def _risk(look: Look, dangers: list[int]) -> Text:
    """What anybody could count: how many cards of the deck would bring the cavern down."""
    seen = int(turned_up(look.s))
    deadly = [c for c in range(CARDS) if not seen >> c & 1 and int(SYMBOL[c]) in dangers]
    return say("{n} cards, {deadly} of them would collapse the cavern", n=look.s.in_deck, deadly=len(deadly))


def _past(look: Look, number: int) -> Area:
    """A round that is over: its cards, how it ended and what each seat brought out."""
    s = look.s
    last = int(SYMBOL[s.table[number, int(s.turned[number]) - 1]])
    cards = _cards(look, number, [last])
    fallen = sum(piece.marked for piece in cards) == COLLAPSE
    gold = ", ".join(f"{look.names[seat]} {int(s.banked[number, seat])}" for seat in range(int(s.seats)))
    how = f"collapsed at the third {SYMBOLS[last]}" if fallen else "everybody got out"
    return Area(
        say("Cavern {n}", n=number + 1),
        cards if fallen else _cards(look, number, []),
        note=f"{how}; brought out: {gold}",
    )


def _where(look: Look, seat: int) -> str:
    """In the mine or out, and the last choice that was revealed this round."""
    s = look.s
    if s.over:
        return "out"
    if not int(s.inside) >> seat & 1:
        return f"ran with {int(s.banked[s.number, seat])}"
    if seat not in look.acting:
        mine = {CONTINUED: ": continue", RAN: ": run"}.get(int(s.choice[seat]), "")
        return "in the mine, has chosen" + mine
    return "in the mine" + (", went on" if s.turned[s.number] > 1 else "")


def _ballot(look: Look) -> list[Choice]:
    """Thumbs up or down, or the sides of a tile."""
    tiles = look.game.options_of(look.view)["ballot"] == "tiles"
    on = say("Continue (green side)") if tiles else say("▲ Continue")
    out = say("Run (brown side)") if tiles else say("▼ Run")
    return [Choice(text, int(a)) for text, a in ((on, CONTINUE), (out, RUN)) if a in look.legal]


def _run_gold(look: Look) -> Words:
    """What running would bring: if everybody inside runs, and alone."""
    s = look.s
    carried, left = int(s.carried[max(look.seat, 0)]), int(s.left)
    least, most = carried + left // max(int(s.inside).bit_count(), 1), carried + left
    if least == most:
        return say("{n} gold", n=most)
    return say("{least} to {most} gold (the fewer run, the more)", least=least, most=most)
