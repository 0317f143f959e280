"""Scene of Speed: the two piles in the middle, the viewer's slots and deck below, the opponent's above."""

from __future__ import annotations

from matchbox.scene import Area, Choice, Look, Piece, Scene, Summary, Text, Words, listed, say

from ..components import card_name
from ..pieces import back, card
from .rules import DRAW, GIVE, PLAY, WAIT
from .state import CLOCK, GIVE_UP

summary = Summary(
    goal=say("Be the first player without cards."),
    turn=say("There are no turns. Play a card that shares number, symbol or colour with the top of a pile, or draw."),
    end=say("The first player with an empty hand and deck wins."),
)
cover = [card(7), card(31), back()]


def scene(look: Look) -> Scene:
    s = look.s
    me = max(look.seat, 0)
    areas = [*_player(look, 1 - me), _piles(look), *_player(look, me)]
    if s.best_of > 1:
        won = [Piece("marker", f"{look.names[seat]}: {int(s.score[seat])}") for seat in look.each_seat()]
        note = say("the first player with {n} wins takes the match", n=int(s.best_of) // 2 + 1)
        areas.append(Area(say("Games won"), won, note=note))
    choices = [Choice(say("Draw"), int(DRAW))] if DRAW in look.legal else []
    choices += [Choice(say("Wait until something changes"), int(WAIT))] if WAIT in look.legal else []
    coach = say("Choose a card, then the pile. A card that fits only one pile goes there directly.")
    return Scene(_prompt(look), areas, choices, coach=coach, rules="play")


def _prompt(look: Look) -> Text:
    if look.s.phase == GIVE_UP:
        return say("Deadlock: choose a card for your own pile. Your opponent does the same.")
    plays = any(PLAY.has(action) for action in look.legal)
    if plays:
        if DRAW in look.legal:
            return say("Play a marked card on a pile it matches, or draw.")
        return say("Play a marked card on a pile it matches.")
    return say("Nothing matches: draw.") if DRAW in look.legal else say("Nothing matches: wait for a new top.")


def _piles(look: Look) -> Area:
    s = look.s
    pieces = []
    for pile in range(2):
        plays = tuple(a for a in look.legal if PLAY.has(a) and PLAY.args(a)[1] == pile)
        top = int(s.tops[pile])
        pieces.append(card(top, say("pile {pile}: {card}", pile=pile, card=card_name(top)), ends=plays))
    facts = [say("cards in the piles: {n} and {m}", n=s.piles[0], m=s.piles[1])]
    if s.timing == CLOCK:
        facts.append(say("{time} s", time=f"{int(s.time) / 1000:.1f}"))
    if s.deadlocks:
        facts.append(say("deadlocks so far: {n}", n=s.deadlocks))
    return Area(say("Middle"), pieces, "row", note=listed(facts), look="felt")


def _player(look: Look, seat: int) -> list[Area]:
    """A player's slots and deck; the viewer sees the backs of the opponent's cards."""
    s = look.s
    slots = []
    for slot in range(3):
        if not int(s.held[seat]) >> slot & 1:
            slots.append(Piece("slot", say("empty")))
        elif seat != look.seat:
            slots.append(back())
        else:
            plays = [a for a in look.legal if PLAY.has(a) and PLAY.args(a)[0] == slot]
            gives = [a for a in look.legal if GIVE.has(a) and GIVE.args(a)[0] == slot]
            held = int(s.hand[seat, slot])
            text = _slot_text(slot, card_name(held), [int(PLAY.args(a)[1]) for a in plays])
            slots.append(card(held, text, marked=bool(plays), actions=(*plays, *gives)))
    draw = (int(DRAW),) if seat == look.seat and DRAW in look.legal else ()
    left = int(s.in_deck[seat])
    deck = [back(left, actions=draw)] if left else []
    cards = int(s.held[seat]).bit_count() + left
    hand = Area(say("hand"), slots, "row", seat, say("cards left: {n}", n=cards))
    return [hand, Area(say("deck"), deck, "pile", seat, say("{n} left", n=left))]


def _slot_text(slot: int, name: str, piles: list[int]) -> Words:
    """The card in a slot, and the piles it fits on."""
    if len(piles) == 2:
        return say("{slot}: {card} on {pile} or {other}", slot=slot, card=name, pile=piles[0], other=piles[1])
    if piles:
        return say("{slot}: {card} on {pile}", slot=slot, card=name, pile=piles[0])
    return f"{slot}: {name}"
