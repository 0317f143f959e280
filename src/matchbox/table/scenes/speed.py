"""Speed: the two piles in the middle, the own slots and deck below, the other player's backs above."""

from __future__ import annotations

from matchbox.boxes.green_box.components import card_name
from matchbox.boxes.green_box.speed import DRAW, GIVE, PLAY, WAIT
from matchbox.boxes.green_box.speed_state import CLOCK, GIVE_UP
from matchbox.table.green_box import back, card
from matchbox.table.scene import Area, Choice, Look, Piece, Scene, Summary, Text, say

summary = Summary(
    goal=say("Be the first without cards."),
    turn=say("No turns: play a card that shares number, symbol or colour with the top of a pile, or draw."),
    end=say("The first player whose hand and deck are empty wins at once."),
)
cover = [card(7), card(31), back()]


def scene(look: Look) -> Scene:
    s = look.s
    me = max(look.seat, 0)
    areas = [*_player(look, 1 - me), _piles(look), *_player(look, me)]
    if s.best_of > 1:
        won = [Piece("marker", f"{look.names[seat]}: {int(s.score[seat])}") for seat in look.each_seat()]
        note = say("the first to win {n} wins the match", n=int(s.best_of) // 2 + 1)
        areas.append(Area(say("Games won"), won, note=note))
    choices = [Choice(say("Draw"), int(DRAW))] if DRAW in look.legal else []
    choices += [Choice(say("Wait until something changes"), int(WAIT))] if WAIT in look.legal else []
    coach = say("Choose a card, then the pile; a card that fits only one pile goes there at once.")
    return Scene(_prompt(look), areas, choices, coach=coach, rules="play")


def _prompt(look: Look) -> Text:
    if look.s.phase == GIVE_UP:
        return say("Deadlock: both of you put a card on your own pile. Which one?")
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
        pieces.append(card(top, f"pile {pile}: {card_name(top)}", ends=plays))
    facts = [f"{int(s.piles[0])} and {int(s.piles[1])} cards"]
    if s.timing == CLOCK:
        facts.append(f"{int(s.time) / 1000:.1f} s")
    if s.deadlocks:
        facts.append(f"deadlocks so far: {int(s.deadlocks)}")
    return Area(say("Middle"), pieces, "row", note=", ".join(facts), look="felt")


def _player(look: Look, seat: int) -> list[Area]:
    """A player's slots and deck; cards of the other one are backs."""
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
            onto = " or ".join(str(PLAY.args(a)[1]) for a in plays)
            own = int(s.hand[seat, slot])
            text = f"{slot}: {card_name(own)}" + f" on {onto}" * bool(plays)
            slots.append(card(own, text, marked=bool(plays), actions=(*plays, *gives)))
    draw = (int(DRAW),) if seat == look.seat and DRAW in look.legal else ()
    left = int(s.in_deck[seat])
    deck = [back(left, actions=draw)] if left else []
    to_go = int(s.held[seat]).bit_count() + left
    hand = Area(say("hand"), slots, "row", seat, say("cards to go: {n}", n=to_go))
    return [hand, Area(say("deck"), deck, "pile", seat, say("{n} left", n=left))]
