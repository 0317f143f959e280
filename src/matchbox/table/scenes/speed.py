"""Speed: the two piles in the middle, the own slots and deck below, the other player's backs above."""

from __future__ import annotations

from matchbox.boxes.green_box.components import COLOUR, COLOURS, NUMBER, SYMBOL, SYMBOLS, card_name
from matchbox.boxes.green_box.speed import DRAW, GIVE, PLAY, WAIT
from matchbox.boxes.green_box.speed_state import CLOCK, GIVE_UP
from matchbox.table.scene import Area, Look, Piece, Scene


def scene(look: Look) -> Scene:
    s = look.s
    me = max(look.seat, 0)
    areas = [*_player(look, 1 - me), _piles(look), *_player(look, me)]
    if WAIT in look.legal:
        areas.append(Area("Or", [Piece("marker", "wait until something changes", actions=(int(WAIT),))]))
    if s.best_of > 1:
        won = [Piece("marker", f"{look.names[seat]}: {int(s.score[seat])}") for seat in look.each_seat()]
        areas.append(Area("Games won", won, note=f"the first to win {int(s.best_of) // 2 + 1} wins the match"))
    return Scene(_prompt(look), areas)


def _prompt(look: Look) -> str:
    if look.s.phase == GIVE_UP:
        return "Deadlock: both of you put a card on your own pile. Which one?"
    plays = any(PLAY.has(action) for action in look.legal)
    if plays:
        return "Play a marked card on a pile it matches" + (", or draw." if DRAW in look.legal else ".")
    return "Nothing matches: draw." if DRAW in look.legal else "Nothing matches: wait for a new top."


def _piles(look: Look) -> Area:
    s = look.s
    pieces = []
    for pile in range(2):
        plays = tuple(a for a in look.legal if PLAY.has(a) and PLAY.args(a)[1] == pile)
        pieces.append(_card(int(s.tops[pile]), f"pile {pile}: ", "", plays))
    facts = [f"{int(s.piles[0])} and {int(s.piles[1])} cards"]
    if s.timing == CLOCK:
        facts.append(f"{int(s.time) / 1000:.1f} s")
    if s.deadlocks:
        facts.append(f"deadlocks so far: {int(s.deadlocks)}")
    return Area("Middle", pieces, "row", note=", ".join(facts))


def _player(look: Look, seat: int) -> list[Area]:
    """A player's slots and deck; cards of the other one are backs."""
    s = look.s
    slots = []
    for slot in range(3):
        if not int(s.held[seat]) >> slot & 1:
            slots.append(Piece("slot", "empty"))
        elif seat != look.seat:
            slots.append(Piece("card", hidden=True))
        else:
            plays = [a for a in look.legal if PLAY.has(a) and PLAY.args(a)[0] == slot]
            gives = [a for a in look.legal if GIVE.has(a) and GIVE.args(a)[0] == slot]
            onto = " or ".join(str(PLAY.args(a)[1]) for a in plays)
            slots.append(_card(int(s.hand[seat, slot]), f"{slot}: ", f" on {onto}" * bool(plays), (*plays, *gives)))
    draw = (int(DRAW),) if seat == look.seat and DRAW in look.legal else ()
    left = int(s.in_deck[seat])
    deck = [Piece("chip", "card" if left == 1 else "cards", count=left, actions=draw)] if left else []
    to_go = int(s.held[seat]).bit_count() + left
    hand = Area("hand", slots, "fan", seat, f"{to_go} card{'s' * (to_go != 1)} to go")
    return [hand, Area("deck", deck, "pile", seat)]


def _card(card: int, before: str, after: str, acts: tuple[int, ...]) -> Piece:
    text = f"{before}{card_name(card)}{after}"
    colour, symbol, number = COLOURS[COLOUR[card]], SYMBOLS[SYMBOL[card]], int(NUMBER[card])
    return Piece("card", text, colour, symbol, number, marked=bool(after), actions=acts)
