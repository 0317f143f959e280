"""Speed: two piles, and the viewer's hand right below them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from matchbox.scene import (
    Area,
    Choice,
    GameEvent,
    Look,
    Moment,
    Piece,
    Player,
    Scene,
    SeatStatus,
    Seen,
    Side,
    Summary,
    TallyRow,
    Text,
    Theme,
    Words,
    say,
)

from ..components import CARDS, COLOUR, COLOURS, NUMBER, SYMBOL, SYMBOLS
from ..pieces import back, card, cards_still_out
from .rules import DRAW, GIVE, PLAY, WAIT
from .state import ACT, FITS, GIVE_UP, LIVE, VIEWS, State, unseen_cards

summary = Summary(
    goal=say("Be the first player without cards."),
    turn=say("There are no turns. Play a card that shares number, symbol or colour with the top of a pile, or draw."),
    end=say("The first player with an empty hand and deck wins."),
)
theme = Theme(25, "stripes", "cards", say("No turns, just hands"))
cover = [card(7), card(31), back()]


def scene(look: Look[State]) -> Scene:
    s = look.s
    prompt, why = _prompt(look)
    return Scene(
        prompt,
        [_table(look)],
        [Choice(say("Wait until something changes"), int(WAIT), quiet=True)] if WAIT in look.legal else [],
        why=why,
        coach=say("A card that fits only one pile goes there directly. For both piles, tap the pile next."),
        rules="play",
        round=say("Game {n}", n=sum(int(n) for n in s.score) + int(s.drawn) + (not s.over)) if s.best_of > 1 else "",
        ready=(
            say("Same number, symbol or colour as a pile: play it"),
            say("Fewer than three cards: draw"),
            say("The first player without cards wins"),
        ),
        seats=[_status(s, seat) for seat in range(2)],
        tally=_tally(s) if s.over else (),
    )


def cards_out(look: Look[State]) -> list[Area]:
    return [cards_still_out(int(unseen_cards(look.s, look.seat)))]


def missed(look: Look[State], action: int) -> Text:
    """Why a card does not fit: on the pile, if it fits on the other, or on both."""
    s = look.s
    slot, pile = (int(n) for n in PLAY.args(action))
    held = int(s.hand[look.seat, slot])
    tops = [int(top) for top in s.tops]
    if int(FITS[tops[1 - pile]]) >> held & 1:
        return say(
            "No number, symbol or colour of the {card} is on the {top}.", card=_name(held), top=_name(tops[pile])
        )
    return say("No number, symbol or colour of the {card} is on a pile.", card=_name(held))


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
    moment = Moment(say("New top cards"), say("Both players give up a card."), sides)
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
        moment = Moment(title, say("The first player without cards wins the game."), sides)
        text = say("{who} wins game {n}.", you="You win game {n}.", who=who, n=number)
        yield GameEvent("score", text, moment=moment)
    if not seen.ended:
        yield GameEvent("round", say("Game {n} begins.", n=number + 1), minor=True)


def _name(number: int) -> Text:
    """A card in a sentence: "red Drop 1"."""
    colour, symbol = COLOURS[COLOUR[number]], SYMBOLS[SYMBOL[number]]
    return say("{colour} {symbol} {n}", colour=colour, symbol=symbol, n=NUMBER[number])


# --- the table ---


def _prompt(look: Look[State]) -> tuple[Text, Words]:
    s = look.s
    if s.phase == GIVE_UP:
        why = say("Nobody can play or draw. You both put a card on your own pile at the same time.")
        return say("Which card do you give up?"), why
    if s.timing == LIVE:
        why = say("Tap a card to play it, an empty place to draw. A wrong card costs a moment.")
        if _shows_fits(look):
            why = say("Tap a card to play it, an empty place to draw.")
        return say("Match number, symbol or colour!"), why
    why = say("Number, symbol or colour has to match the top of a pile.")
    if any(PLAY.has(action) for action in look.legal):
        return say("Which card do you play?"), why
    return say("Nothing fits: draw a card."), why


def _shows_fits(look: Look[State]) -> bool:
    """In a race players see for themselves what fits, unless the table helps."""
    return look.s.timing != LIVE or look.help == "odds"


def _is_race(look: Look[State]) -> bool:
    """Does the viewer try cards without being shown which of them fit?"""
    return look.seat in look.acting and look.s.phase == ACT and not _shows_fits(look)


def _table(look: Look[State]) -> Area:
    """Two piles, and the viewer's three places right below them."""
    s = look.s
    pieces = []
    for pile in range(2):
        plays = tuple(int(a) for a in look.legal if PLAY.has(a) and PLAY.args(a)[1] == pile)
        held = [slot for slot in range(3) if int(s.held[look.seat]) >> slot & 1] if _is_race(look) else []
        top = card(int(s.tops[pile]), at=(1 + 2 * pile, 0), span=(2, 2), ends=plays,
                   try_ends=tuple(int(PLAY.id(slot, pile)) for slot in held))  # fmt: skip
        pieces.append(replace(top, label=say("pile: {card}", card=_name(int(s.tops[pile])))))
    pieces += [_slot(look, max(look.seat, 0), slot) for slot in range(3)]
    return Area("", pieces, "grid", size=(6, 4), look="race", cell=(36, 92), weight=8, key="table")


def _slot(look: Look[State], seat: int, slot: int) -> Piece:
    """A card of the hand, or a place to draw a card to."""
    s = look.s
    where: dict[str, Any] = {"at": (2 * slot, 2), "span": (2, 2)}
    if not int(s.held[seat]) >> slot & 1:
        text = say("Draw") if s.in_deck[seat] else ""
        return Piece("slot", text, actions=look.only(int(DRAW)), label=say("draw a card"), **where)
    if seat != look.seat:
        return back(**where)
    acts = tuple(int(a) for a in look.legal if _plays(a, slot) or _gives(a, slot))
    tries = tuple(int(PLAY.id(slot, pile)) for pile in range(2)) if _is_race(look) else ()
    return card(int(s.hand[seat, slot]), actions=acts, tries=tries, **where)


def _plays(action: int, slot: int) -> bool:
    return PLAY.has(action) and PLAY.args(action)[0] == slot


def _gives(action: int, slot: int) -> bool:
    return GIVE.has(action) and GIVE.args(action)[0] == slot


def _cards_left(s: State, seat: int) -> int:
    return int(s.held[seat]).bit_count() + int(s.in_deck[seat])


def _status(s: State, seat: int) -> SeatStatus:
    left, won = _cards_left(s, seat), int(s.score[seat])
    line = say("{n} in the deck", n=s.in_deck[seat])
    if s.best_of > 1:
        line = say("{n} of {goal} games won", n=won, goal=int(s.best_of) // 2 + 1)
    return SeatStatus(seat, score=left, unit=say("left"), line=line)


def _tally(s: State) -> list[TallyRow]:
    found = [TallyRow(say("Cards left"), [_cards_left(s, seat) for seat in range(2)], back())]
    if s.best_of > 1:
        found.insert(0, TallyRow(say("Games won"), [int(s.score[seat]) for seat in range(2)]))
    return found
