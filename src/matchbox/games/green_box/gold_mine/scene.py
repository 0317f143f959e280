"""Scene of Gold Mine: a prop for each symbol, the gold in the cavern, and who is still inside."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matchbox.scene import (
    Area,
    Choice,
    Look,
    Odds,
    Piece,
    Scene,
    SeatStatus,
    Summary,
    TallyRow,
    Text,
    Theme,
    Words,
    say,
)

from ..card_sets import OF_SYMBOL
from ..components import NUMBER, SYMBOL, SYMBOLS
from ..pieces import back, card, card_count, cards_still_out
from .rules import COLLAPSE, CONTINUE, CONTINUED, RAN, ROUNDS, RUN, State, cards_of, open_of, rounds_of, turned_up

summary = Summary(
    goal=say("Bring more gold out of {n} caverns than anybody else.", n=ROUNDS),
    turn=say("Everybody inside shares the gold of a new card, then secretly chooses to continue or to run."),
    end=say("The third card of a symbol collapses the cavern: everybody inside loses the gold they carry."),
)
theme = Theme(70, "sparks", "dice", say("One more card, or out?"))
cover = [card(4, marked=True), card(22), card(49), Piece("cube", "gold", "yellow", count=3)]

SEAT_COLOURS = ("white", "red", "blue", "green", "purple", "orange", "pink", "black")
PROPS = len(SYMBOLS)
MOST_NUGGETS = 12


def scene(look: Look[State]) -> Scene:
    s = look.s
    return Scene(
        say("Continue, or run?"),
        [cavern(s, int(s.number), _captions(look), int(s.left)), _deck(look)],
        _ballot(look),
        coach=say("Runners share the gold on the cards: the fewer players run, the more each of them gets."),
        why=_why(look),
        rules="a-round",
        round=say("Cavern {n} of {most}", n=int(s.number) + 1, most=int(rounds_of(s))),
        seats=[_status(look, seat) for seat in range(int(s.seats))],
        tally=_tally(s) if s.over else (),
    )


def cards_out(look: Look[State]) -> list[Area]:
    return [cards_still_out(int(cards_of(look.s)) & ~int(turned_up(look.s)))]


def revealed(before: State, after: State) -> Iterator[tuple[int, int]]:
    """The simultaneous choices of everybody inside."""
    for seat in range(after.seats):
        if int(before.inside) >> seat & 1:
            yield seat, RUN if after.shown[seat] == RAN else CONTINUE


def nuggets(n: int) -> list[Piece]:
    return [Piece("cube", "gold", "yellow", count=n)] if n else []


def title(number: int) -> Text:
    return say("{symbol} {n}", symbol=SYMBOLS[SYMBOL[number]], n=NUMBER[number])


def named_card(number: int, **more: Any) -> Piece:
    return card(number, title(number), **more)


def cavern(s: State, number: int, captions: list[Words], left: int) -> Area:
    """The cards of a round, two on each prop. A third one has brought the cavern down."""
    cards = [int(c) for c in s.table[number, : int(s.turned[number])]]
    pieces = []
    for symbol in range(PROPS):
        here = [c for c in cards if SYMBOL[c] == symbol]
        pieces.append(Piece("edge", captions[symbol], at=(symbol, 2), marked=len(here) >= COLLAPSE - 1))
        shown = [here[0], here[-1]] if len(here) >= COLLAPSE else here
        pieces += [_on_prop(cards, c, (symbol, row), c in here[COLLAPSE - 1 :]) for row, c in enumerate(shown)]
        pieces += [_empty(symbol, (symbol, row)) for row in range(len(shown), COLLAPSE - 1)]
    pieces += _floor(say("{n} gold on the cards", n=left) if left else say("no gold on the cards"), left, 3)
    return Area("", pieces, "grid", size=(PROPS, 4), look="cavern", key="cavern", cell=(38, 118), weight=8)


def collapsed(s: State, number: int, lost: int) -> Area:
    """The cavern as it comes down: below the ceiling, with all three cards of the last symbol."""
    cards = [int(c) for c in s.table[number, : int(s.turned[number])]]
    pieces = [Piece("edge", at=(0, 0), span=(PROPS, 1))]
    for symbol in range(PROPS):
        here = [c for c in cards if SYMBOL[c] == symbol]
        places = [(symbol, 1 + row) for row in range(COLLAPSE)]
        pieces += [_on_prop(cards, c, places[row], row == COLLAPSE - 1) for row, c in enumerate(here)]
        pieces += [_empty(symbol, places[row]) for row in range(len(here), COLLAPSE - 1)]
    words = say("{n} gold lost", n=lost) if lost else say("no gold lost")
    floor = _floor(words, lost, COLLAPSE + 1)
    return Area("", [*pieces, *floor], "grid", size=(PROPS, COLLAPSE + 2), look="cavern", cell=(38, 118))


def _on_prop(cards: list[int], c: int, at: tuple[int, int], turned: bool) -> Piece:
    return named_card(c, at=at, turned=turned, last=c == cards[-1])


def _empty(symbol: int, at: tuple[int, int]) -> Piece:
    return Piece("slot", symbol=SYMBOLS[symbol], label=SYMBOLS[symbol], at=at)


def _floor(words: Words, gold: int, row: int) -> list[Piece]:
    """Gold on the floor, and what it is."""
    piece = Piece("cube", "gold", "yellow", at=(0, row))
    return [Piece("edge", words, at=(0, row), span=(PROPS, 1)), *[piece] * min(gold, MOST_NUGGETS)]


def _captions(look: Look[State]) -> list[Words]:
    """How many cards of each symbol are left in the deck, if the table counts them."""
    if look.help == "none" or look.s.over:
        return list(SYMBOLS)
    return [say("{n} left", n=_in_deck(look.s, symbol)) for symbol in range(PROPS)]


def _in_deck(s: State, symbol: int) -> int:
    unseen = int(cards_of(s)) & ~int(turned_up(s))
    return (unseen & int(OF_SYMBOL[symbol])).bit_count()


def _dangers(s: State) -> list[int]:
    """The symbols whose next card collapses the cavern."""
    return [symbol for symbol in range(PROPS) if open_of(s, symbol) == COLLAPSE - 1]


def _deadly(s: State) -> int:
    """The cards in the deck that would collapse the cavern: everybody can count them."""
    return sum(_in_deck(s, symbol) for symbol in _dangers(s))


def _deck(look: Look[State]) -> Area:
    s = look.s
    note: Words = say("{cards} to come", cards=card_count(int(s.in_deck)))
    odds = []
    if look.help != "none" and not s.over:
        deadly = _deadly(s)
        note = say("{n} of {all} cards collapse the cavern", n=deadly, all=int(s.in_deck))
        if look.help == "odds":
            odds = [Odds([back()], _percent(s))]
    return Area(say("Deck"), [back()], "pile", note=note, look="gauge", odds=odds, key="deck")


def _percent(s: State) -> int:
    return round(100 * _deadly(s) / max(int(s.in_deck), 1))


def _status(look: Look[State], seat: int) -> SeatStatus:
    s = look.s
    inside = bool(int(s.inside) >> seat & 1)
    return SeatStatus(
        seat,
        SEAT_COLOURS[seat],
        int(s.score[seat]),
        line=_where(look, seat),
        out=not inside and not s.over,
    )


def _where(look: Look[State], seat: int) -> Words:
    """Inside or outside, and the viewer's own choice."""
    s = look.s
    if s.over:
        return ""
    if not int(s.inside) >> seat & 1:
        return say("out")
    carries = say("holds {n}", n=s.carried[seat])
    chosen = {CONTINUED: say("continues"), RAN: say("runs")}
    return chosen.get(int(s.choice[seat]), carries) if seat == look.seat else carries


def _ballot(look: Look[State]) -> list[Choice]:
    """Thumbs up or down, or the two sides of a tile."""
    tiles = look.game.options_of(look.view)["ballot"] == "tiles"
    on = say("Continue (green side)") if tiles else say("▲ Continue")
    out = say("Run (brown side)") if tiles else say("▼ Run")
    ballot = ((on, CONTINUE, _risk(look)), (out, RUN, _loot(look)))
    return [Choice(text, int(a), note) for text, a, note in ballot if a in look.legal]


def _risk(look: Look[State]) -> Text:
    """What may happen to a player who continues."""
    s = look.s
    carried, dangers = int(s.carried[max(look.seat, 0)]), _dangers(s)
    if not dangers:
        return say("The next card is safe.")
    if look.help == "odds":
        return say("{n}% to lose {gold}, else a share of the next card", n=_percent(s), gold=carried)
    symbols: Words = SYMBOLS[dangers[0]]
    for symbol in dangers[1:]:
        symbols = say("{first} or {next}", first=symbols, next=SYMBOLS[symbol])
    if look.help == "none":
        return say("{symbol} collapses the cavern: you lose {gold}", symbol=symbols, gold=carried)
    deadly = _deadly(s)
    return say("{n} of {all} cards cost you {gold}: {symbol}", n=deadly, all=s.in_deck, gold=carried, symbol=symbols)


def _loot(look: Look[State]) -> Text:
    """What running brings: more if fewer players run."""
    s = look.s
    carried, left, inside = int(s.carried[max(look.seat, 0)]), int(s.left), int(s.inside).bit_count()
    if not left:
        return say("Bank {n} gold", n=carried)
    if inside == 1:
        return say("Bank {n} gold, {left} of it from the cards", n=carried + left, left=left)
    return say("Bank {alone} gold if you run alone, {two} if two run", alone=carried + left, two=carried + left // 2)


def _why(look: Look[State]) -> Text:
    s = look.s
    inside = int(s.inside).bit_count()
    carried = int(s.carried[max(look.seat, 0)])
    if inside == 1:
        return say("You carry {n} gold. You are alone: every card is yours.", n=carried)
    return say(
        "You carry {n} gold. All {inside} inside choose in secret, then all boxes open.", n=carried, inside=inside
    )


def _tally(s: State) -> list[TallyRow]:
    """The gold that each seat brought out of each cavern."""
    return [
        TallyRow(
            say("Cavern {n}", n=number + 1),
            [int(s.banked[number, seat]) for seat in range(int(s.seats))],
            named_card(int(s.table[number, int(s.turned[number]) - 1])),
        )
        for number in range(int(rounds_of(s)))
    ]
