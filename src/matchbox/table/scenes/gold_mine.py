"""Gold Mine: the cavern with its cards in the middle, every seat's gold around it."""

from __future__ import annotations

from matchbox.boxes.green_box.components import CARDS, COLOURS, NUMBER, SYMBOL, SYMBOLS
from matchbox.boxes.green_box.components import COLOUR as COLOUR_OF
from matchbox.boxes.green_box.gold_mine import COLLAPSE, CONTINUE, CONTINUED, RAN, ROUNDS, RUN, open_of, turned_up
from matchbox.table.scene import Area, Look, Piece, Scene


def scene(look: Look) -> Scene:
    s = look.s
    dangers = [symbol for symbol in range(len(SYMBOLS)) if open_of(s, symbol) == COLLAPSE - 1]
    areas = []
    if not s.over:
        cavern = Area(f"Cavern {int(s.number) + 1} of {ROUNDS}", _cards(look, int(s.number), dangers), note=_gold(look))
        areas += [cavern, Area("Deck", [Piece("card", hidden=True)], "pile", note=_risk(look, dangers))]
    areas += [_past(look, number) for number in range(int(s.number) + int(s.over))]
    for seat in look.each_seat():
        pieces = [Piece("cube", "gold", colour="yellow", count=int(s.carried[seat]))] if s.carried[seat] else []
        areas.append(Area("carries", pieces, "counters", seat, f"{_where(look, seat)}; bank {int(s.score[seat])}"))
    if look.legal:
        areas.append(Area("Your choice", _ballot(look)))
    fear = " or ".join(SYMBOLS[symbol] for symbol in dangers)
    danger = f"One more {fear} and the cavern collapses." if dangers else "The next card is safe."
    return Scene(f"Go on, or run with {_run_gold(look)}? {danger}", areas)


def _cards(look: Look, number: int, dangers: list[int]) -> list[Piece]:
    """The cards of a round as they came up; marked are those of symbols that lie open twice."""
    s = look.s
    cards = [int(s.table[number, place]) for place in range(int(s.turned[number]))]
    return [
        Piece(
            "card",
            f"{SYMBOLS[SYMBOL[card]]} {NUMBER[card]}",
            colour=COLOURS[COLOUR_OF[card]],
            symbol=SYMBOLS[SYMBOL[card]],
            number=int(NUMBER[card]),
            marked=int(SYMBOL[card]) in dangers,
        )
        for card in cards
    ]


def _gold(look: Look) -> str:
    left = int(look.s.left)
    return f"{left} gold left on the cards" if left else "no gold left on the cards"


def _risk(look: Look, dangers: list[int]) -> str:
    """What anybody could count: how many cards of the deck would bring the cavern down."""
    seen = int(turned_up(look.s))
    deadly = [card for card in range(CARDS) if not seen >> card & 1 and int(SYMBOL[card]) in dangers]
    return f"{int(look.s.in_deck)} cards, {len(deadly)} of them would collapse the cavern"


def _past(look: Look, number: int) -> Area:
    """A round that is over: its cards, how it ended and what each seat brought out."""
    s = look.s
    last = int(SYMBOL[s.table[number, int(s.turned[number]) - 1]])
    cards = _cards(look, number, [last])
    fallen = sum(card.marked for card in cards) == COLLAPSE
    gold = ", ".join(f"{look.names[seat]} {int(s.banked[number, seat])}" for seat in range(int(s.seats)))
    how = f"collapsed at the third {SYMBOLS[last]}" if fallen else "everybody got out"
    return Area(
        f"Cavern {number + 1}", cards if fallen else _cards(look, number, []), note=f"{how}; brought out: {gold}"
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


def _ballot(look: Look) -> list[Piece]:
    if look.game.options_of(look.view)["ballot"] == "tiles":
        signs = ("tile", "green side: continue"), ("tile", "brown side: run")
    else:
        signs = ("marker", "thumb up: continue"), ("marker", "thumb down: run")
    return [Piece(kind, text, actions=(int(a),)) for (kind, text), a in zip(signs, (CONTINUE, RUN), strict=True)]


def _run_gold(look: Look) -> str:
    """What running would bring: if everybody inside runs, and alone."""
    s = look.s
    carried, left = int(s.carried[max(look.seat, 0)]), int(s.left)
    least, most = carried + left // max(int(s.inside).bit_count(), 1), carried + left
    return f"{most} gold" if least == most else f"{least} to {most} gold (the fewer run, the more)"
