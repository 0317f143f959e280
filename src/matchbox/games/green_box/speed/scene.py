"""Scene of Speed: the two piles in the middle, the viewer's slots and deck below, the opponent's above."""

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
    listed,
    say,
)

from ..components import CARDS, COLOUR, COLOURS, NUMBER, SYMBOL, SYMBOLS, card_name
from ..pieces import back, card
from .rules import DRAW, GIVE, PLAY, WAIT
from .state import CLOCK, FITS, GIVE_UP, VIEWS, State

summary = Summary(
    goal=say("Be the first player without cards."),
    turn=say("There are no turns. Play a card that shares number, symbol or colour with the top of a pile, or draw."),
    end=say("The first player with an empty hand and deck wins."),
)
cover = [card(7), card(31), back()]


def scene(look: Look[State]) -> Scene:
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


# --- the log ---


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """A card played, drawn or given up, then a deadlock or the end of a game."""
    before, after = seen.before, seen.after
    game_over = bool((before.score != after.score).any() or before.drawn != after.drawn)
    dealt = game_over and not seen.ended  # the cards of the next game hide those of this one
    if play := seen.chose(PLAY):
        slot, pile = play
        yield _told_play(seen, slot, pile, dealt)
    elif seen.action == DRAW:
        yield _told_draw(seen, dealt)
    elif seen.action == WAIT:
        yield GameEvent("pass", say("{who} waits.", you="You wait.", who=Player(seen.seat)), minor=True)
    elif before.phase == GIVE_UP and before.middle != after.middle:
        yield from _told_given(seen, dealt)
    elif given := seen.chose(GIVE):
        held = int(before.hand[seen.seat, given[0]])
        yield GameEvent("choice", say("You choose the {card}.", card=_name(held)), card(held))
    if game_over:
        yield from _told_game(seen)
    else:
        yield from _told_left(seen)
        if after.deadlocks > before.deadlocks:
            yield _told_deadlock(seen)


def _told_play(seen: Seen[State], slot: int, pile: int, dealt: bool) -> GameEvent:
    who = Player(seen.seat)
    if dealt and seen.viewer != seen.seat:
        drawn = seen.before.drawn != seen.after.drawn
        text = say("{who} plays a card.", who=who) if drawn else say("{who} plays the last card.", who=who)
        return GameEvent("move", text, back())
    played = _played(seen, slot, pile)
    text = say(
        "{who} plays the {card} on the {top}.",
        you="You play the {card} on the {top}.",
        who=who,
        card=_name(played),
        top=_name(int(seen.before.tops[pile])),
    )
    return GameEvent("move", text, card(played))


def _played(seen: Seen[State], slot: int, pile: int) -> int:
    """The card that was played. After a deadlock, the cards that fitted at that moment tell it from turned ones."""
    before, after = seen.before, seen.after
    if seen.viewer == seen.seat:
        return int(before.hand[seen.seat, slot])
    new = int(after.middle) & ~int(before.middle)
    laid = [number for number in range(CARDS) if new >> number & 1]
    other, fitting = int(FITS[before.tops[1 - pile]]), int(after.open_to[(int(before.changes) + 1) % VIEWS])
    return next((number for number in laid if int(FITS[number]) | other == fitting), laid[0])


def _told_draw(seen: Seen[State], dealt: bool) -> GameEvent:
    seat, who = seen.seat, Player(seen.seat)
    if dealt or seen.viewer != seat:
        text = say("{who} draws a card.", you="You draw a card.", who=who)
        return GameEvent("draw", text, back(), minor=True)
    slot = (int(seen.after.held[seat]) & ~int(seen.before.held[seat])).bit_length() - 1
    drawn = int(seen.after.hand[seat, slot])
    text = say("{who} draws the {card}.", you="You draw the {card}.", who=who, card=_name(drawn))
    return GameEvent("draw", text, card(drawn), minor=True)


def _told_given(seen: Seen[State], dealt: bool) -> Iterator[GameEvent]:
    """Both have chosen a card for their own pile."""
    if dealt:
        yield GameEvent("reveal", say("Both players give up a card."))
        return
    given = [int(top) for top in seen.after.tops]
    sides = [Side(seat, [card(given[seat])]) for seat in range(2)]
    moment = Moment(say("New top cards"), say("both give up a card"), sides)
    for seat in range(2):
        text = say(
            "{who} gives up the {card}.",
            you="You give up the {card}.",
            who=Player(seat),
            card=_name(given[seat]),
        )
        yield GameEvent("reveal", text, card(given[seat]), moment=None if seat else moment)


def _told_left(seen: Seen[State]) -> Iterator[GameEvent]:
    """An empty deck, and the last card."""
    before, after = seen.before, seen.after
    for seat in range(2):
        who, left = Player(seat), int(after.held[seat]).bit_count() + int(after.in_deck[seat])
        if left == 1 and int(before.held[seat]).bit_count() + int(before.in_deck[seat]) > 1:
            text = say("{who} has one card left.", you="You have one card left.", who=who)
            yield GameEvent("score", text, minor=True)
        elif left and before.in_deck[seat] and not after.in_deck[seat]:
            yield GameEvent("draw", say("{who}'s deck is empty.", you="Your deck is empty.", who=who), minor=True)


def _told_deadlock(seen: Seen[State]) -> GameEvent:
    """Nobody could play or draw: how the game goes on."""
    before, after = seen.before, seen.after
    if after.phase == GIVE_UP:
        return GameEvent("pass", say("Nobody can play or draw: both players choose a card to give up."))
    drew = [seen.action == DRAW and seat == seen.seat for seat in range(2)]
    turned = [int(before.in_deck[seat]) - int(after.in_deck[seat]) > drew[seat] for seat in range(2)]
    first, second = (_name(int(top)) for top in after.tops)
    text = say("Nobody can play or draw: the piles are shuffled, with the {a} and the {b} on top.", a=first, b=second)
    if any(turned):
        text = say("Nobody can play or draw: the {a} and the {b} are on top now.", a=first, b=second)
    if all(turned):
        text = say("Nobody can play or draw: both players turn a card, the {a} and the {b}.", a=first, b=second)
    return GameEvent("reveal", text)


def _told_game(seen: Seen[State]) -> Iterator[GameEvent]:
    """A game of a match."""
    before, after = seen.before, seen.after
    if after.best_of == 1:
        return
    score = [int(n) for n in after.score]
    number = sum(score) + int(after.drawn)
    if after.drawn > before.drawn:
        text = say("Game {n} is a draw: nobody can play or draw, and a player has only one card.", n=number)
        yield GameEvent("score", text)
    else:
        winner = int(score[1] > before.score[1])
        who = Player(winner)
        title = say("{who} wins game {n}", you="You win game {n}", who=who, n=number)
        sides = [
            Side(seat, value=games, unit=say("{n|game|games}", n=games), won=seat == winner)
            for seat, games in enumerate(score)
        ]
        moment = Moment(title, say("the first player without cards"), sides)
        text = say("{who} wins game {n}.", you="You win game {n}.", who=who, n=number)
        yield GameEvent("score", text, moment=moment)
    if not seen.ended:
        yield GameEvent("round", say("Game {n} begins.", n=number + 1), minor=True)


def _name(number: int) -> Text:
    """A card in a sentence: "red Drop 1"."""
    colour, symbol = COLOURS[COLOUR[number]], SYMBOLS[SYMBOL[number]]
    return say("{colour} {symbol} {n}", colour=colour, symbol=symbol, n=NUMBER[number])


# --- the table ---


def _prompt(look: Look[State]) -> Text:
    if look.s.phase == GIVE_UP:
        return say("Deadlock: choose a card for your own pile. Your opponent does the same.")
    plays = any(PLAY.has(action) for action in look.legal)
    if plays:
        if DRAW in look.legal:
            return say("Play a marked card on a pile it matches, or draw.")
        return say("Play a marked card on a pile it matches.")
    return say("Nothing matches: draw.") if DRAW in look.legal else say("Nothing matches: wait for a new top.")


def _piles(look: Look[State]) -> Area:
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


def _player(look: Look[State], seat: int) -> list[Area]:
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
