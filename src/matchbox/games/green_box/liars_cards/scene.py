"""Liar's Cards: the last bid, the track of symbols to bid on, and the viewer's hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matchbox.scene import (
    Area,
    Choice,
    Form,
    GameEvent,
    Look,
    Moment,
    Part,
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
    listed,
    say,
)

from ..components import NUMBER, SYMBOL, SYMBOLS
from ..pieces import back, card, card_count, cards_still_out, tile
from .rules import CALL, CAP, CLAIM, FEWEST_FOR_SYMBOLS, LIVES, NONE, PICK, TOTAL, WILD, State, cap_of, unseen_cards

summary = Summary(
    goal=say("Be the last player with lives."),
    turn=say("Bid how many cards in all hands show a symbol, higher than the last bid, or call that bid a lie."),
    end=say("A call shows all hands, and the player who was wrong loses a life. The last player with lives wins."),
)
theme = Theme(15, "diamonds", "bidding", say("Bluff about every hand"))
cover = [card(2), back(), tile(1, marked=True), back()]
SINGULAR = ("Drop", "Hammer", "Circle", "Brick", "Arrow", "Wheel")  # cards by their symbol
PLURAL = ("Drops", "Hammers", "Circles", "Bricks", "Arrows", "Wheels")


def scene(look: Look[State]) -> Scene:
    s = look.s
    symbols = s.dealt >= FEWEST_FOR_SYMBOLS
    areas = [_last_bid(look), _track(look) if symbols else _totals(look)]
    if look.seat >= 0 and s.cards[look.seat]:
        areas.append(_hand(look))
    prompt, why = _prompt(look, symbols)
    return Scene(
        prompt,
        areas,
        [Choice(say("Liar!"), int(CALL))] if CALL in look.legal else [],
        _bidding(look),
        why=why,
        coach=_coach(look, symbols),
        rules="a-round",
        round=say("Round {n}", n=_round(s)),
        commits=[Choice(say("Bid {bid}", bid=_bid(s, a)), a) for a in map(int, look.legal) if TOTAL.has(a)],
        seats=[_status(look, seat) for seat in range(int(s.seats))],
        tally=_tally(s) if s.over else (),
    )


def cards_out(look: Look[State]) -> list[Area]:
    return [cards_still_out(int(unseen_cards(look.s, look.seat)))]


def _status(look: Look[State], seat: int) -> SeatStatus:
    """Lives, and the last bid or the size of the hand."""
    s = look.s
    lives, said = int(s.cubes[seat]), int(s.said[seat])
    line: Words = card_count(int(s.cards[seat]))
    if not lives:
        line = say("out")
    elif said != NONE and TOTAL.has(said):
        line = say("bids {n}", n=TOTAL.args(said)[0])
    elif said != NONE:
        line = say("bids {bid}", bid=_bid(s, said))
    elif seat == s.starter and s.bid == NONE and not s.over:
        line = say("opens")
    return SeatStatus(seat, lives=(lives, _all_lives(s)), line=line, out=not lives)


def _tally(s: State) -> list[TallyRow]:
    seats = range(int(s.seats))
    heart = Piece("cube", say("life"), "red")
    lives = TallyRow(say("Lives left"), [int(s.cubes[seat]) for seat in seats], heart)
    return [lives, TallyRow(say("Players outlasted"), [int(s.score[seat]) for seat in seats])]


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """A bid, the choice of the wild symbol, or a call with all hands."""
    if seen.action == CALL:
        yield from _told_call(seen)
    elif picked := seen.chose(WILD):
        text = say(
            "{who} makes {symbol} wild in this round.",
            you="You make {symbol} wild in this round.",
            who=Player(seen.seat),
            symbol=PLURAL[picked[0]],
        )
        yield GameEvent("move", text, tile(picked[0]))
    elif seen.action is not None:
        yield from _told_bid(seen, seen.action)


def _told_bid(seen: Seen[State], action: int) -> Iterator[GameEvent]:
    before, who, bid = seen.before, Player(seen.seat), _bid(seen.before, action)
    text = say("{who} bids {bid}.", you="You bid {bid}.", who=who, bid=bid)
    if before.bid == NONE:
        text = say("{who} opens with {bid}.", you="You open with {bid}.", who=who, bid=bid)
    named = int(before.tiles[CLAIM.args(action)[1]]) if CLAIM.has(action) else NONE
    yield GameEvent("move", text, tile(named) if named != NONE else None)
    if before.wild_on and not seen.after.wild_on:
        text = say("So {symbol} are not wild in this round.", symbol=PLURAL[named])
        yield GameEvent("move", text, minor=True)


def _told_call(seen: Seen[State]) -> Iterator[GameEvent]:
    """The call and its outcome, the lost life and the next round."""
    before, after = seen.before, seen.after
    caller, accused, loser = (Player(int(seat)) for seat in (after.caller, after.accused, after.loser))
    why = _why(after, _bid(before, int(after.called)))
    text = say(
        "{who} calls {other} a liar and is wrong. {why}",
        you="You call {other} a liar and are wrong. {why}",
        who=caller,
        other=accused,
        why=why,
    )
    if loser == accused:
        text = say(
            "{who} calls {other} a liar and is right. {why}",
            you="You call {other} a liar and are right. {why}",
            who=caller,
            other=accused,
            why=why,
        )
    title = say("{who} loses a life", you="You lose a life", who=loser)
    called = say("{who} called. {why}", you="You called. {why}", who=caller, why=why)
    yield GameEvent("reveal", text, moment=Moment(title, called, _sides(after)))
    yield _told_life(after)
    if seen.ended:
        return
    text = say("Round {n} begins.", n=_round(after))
    if after.dealt < FEWEST_FOR_SYMBOLS <= before.dealt:
        text = say("Round {n} begins: with so few cards, bids are on the sum of all numbers.", n=_round(after))
    yield GameEvent("round", text, minor=True)


def _told_life(after: State) -> GameEvent:
    loser, left = Player(int(after.loser)), int(after.cubes[after.loser])
    life = Piece("cube", say("life"), "red")
    if left:
        text = say("{who} loses a life and has {n} left.", you="You lose a life and have {n} left.", who=loser, n=left)
        return GameEvent("hit", text, life, minor=True)
    text = say("{who} loses the last life and is out.", you="You lose your last life and are out.", who=loser)
    return GameEvent("fall", text, life, minor=True)


def _sides(after: State) -> list[Side]:
    """All hands that a call has shown, with the number of cards that count, or the sum."""
    sides = []
    counting = {int(after.called_symbol), int(after.called_wild)} - {NONE}
    for seat in range(int(after.seats)):
        cards = [int(c) for c in after.shown[seat][: after.shown_cards[seat]]]
        if not cards:
            continue
        value = sum(int(SYMBOL[c]) in counting for c in cards)
        unit = say("{n|card|cards}", n=value)
        if not counting:
            value, unit = sum(int(NUMBER[c]) for c in cards), say("in all")
        won = seat != after.loser and seat in (after.caller, after.accused)
        verdict: Words = say("loses a life") if seat == after.loser else say("is right") if won else ""
        idle = {c for c in cards if counting and int(SYMBOL[c]) not in counting}
        pieces = [card(c, marked=bool(counting) and c not in idle, dimmed=c in idle) for c in cards]
        sides.append(Side(seat, pieces, value, unit, verdict, bool(won)))
    return sides


def _why(after: State, bid: Text) -> Text:
    """The last bid and the cards in all hands."""
    hands = (after.shown[seat][: after.shown_cards[seat]] for seat in range(int(after.seats)))
    cards = [int(c) for hand in hands for c in hand]
    lied, symbol, wild = after.loser == after.accused, int(after.called_symbol), int(after.called_wild)
    if symbol == NONE:
        total = sum(int(NUMBER[c]) for c in cards)
        if lied:
            return say("The bid was {bid}, but the sum is only {n}.", bid=bid, n=total)
        return say("The bid was {bid}, and the sum is {n}.", bid=bid, n=total)
    named, helping = (sum(int(SYMBOL[c]) == which for c in cards) for which in (symbol, wild))
    if not named:
        if helping:
            return say("The bid was {bid}, but the hands hold none, and wild cards alone do not count.", bid=bid)
        return say("The bid was {bid}, but the hands hold none.", bid=bid)
    found = say("{n} and {wild} wild {wild|card|cards}", n=named, wild=helping) if helping else str(named)
    if lied:
        return say("The bid was {bid}, but the hands hold only {found}.", bid=bid, found=found)
    return say("The bid was {bid}, and the hands hold {found}.", bid=bid, found=found)


def _bid(s: State, bid: int) -> Text:
    """A bid in a sentence: "5 Arrows"."""
    if TOTAL.has(bid):
        return say("a sum of {n}", n=TOTAL.args(bid)[0])
    n, position = (int(x) for x in CLAIM.args(bid))
    symbol = int(s.tiles[position])
    return say("{n} {symbol}", n=n, symbol=_plural(symbol, n))


def _round(s: State) -> int:
    """The number of the round: each has cost a life."""
    seats = int(s.seats)
    return seats * _all_lives(s) - sum(int(n) for n in s.cubes[:seats]) + (0 if s.over else 1)


def _all_lives(s: State) -> int:
    """Lives at the start."""
    return int(cap_of(int(s.seats))) if s.lives == CAP else LIVES


def _prompt(look: Look[State], symbols: bool) -> tuple[Text, Words]:
    s = look.s
    wild = PLURAL[s.tiles[0]]
    if s.phase == PICK:
        return say("Which symbol is wild in this round?"), say("Wild cards count as every symbol.")
    bidder = look.names[s.bidder] if s.bidder >= 0 else ""
    if list(look.legal) == [CALL]:
        return say("No higher bid is possible: call {name} a liar.", name=bidder), ""
    if not symbols:
        why = say("Symbols do not matter now: the numbers on all {n} cards are added up.", n=s.dealt)
        if s.bid == NONE:
            return say("At least how much do all numbers add up to?"), why
        return say("Bid a higher sum, or call {name} a liar?", name=bidder), why
    if s.bid == NONE:
        why = say("{wild} are wild and count as every symbol, unless you open with {wild}.", wild=wild)
        return say("How many of which symbol are in all hands?"), why
    return say("Bid higher, or call {name} a liar?", name=bidder), _higher(s)


def _higher(s: State) -> Text:
    """The bids that beat the last one."""
    n, position = (int(x) for x in CLAIM.args(int(s.bid)))
    further = [SYMBOLS[int(symbol)] for symbol in s.tiles[position + 1 :]]
    if n >= s.dealt and further:
        return say("All {n} cards, of {symbols}.", n=n, symbols=_either(further))
    if not further:
        return say("More than {n} of any symbol.", n=n)
    return say("More of any symbol, or {n} of {symbols}.", n=n, symbols=_either(further))


def _either(symbols: list[str]) -> Words:
    """For example "Bricks, Arrow or Wheel"."""
    *earlier, last = symbols
    return say("{a} or {b}", a=listed(earlier), b=last) if earlier else last


def _coach(look: Look[State], symbols: bool) -> Text:
    if not symbols:
        return say("A card is worth 3 on average. Add your own cards first.")
    if look.s.wild_on:
        return say("Count your own cards and wild cards. Of the other cards, about one in three counts.")
    return say("Count your own cards. Of the other cards, about one in six shows a symbol.")


def _bidding(look: Look[State]) -> list[Form]:
    """Symbol and quantity of a bid above the last bid; it begins with one more of the last symbol."""
    s = look.s
    bids = [(int(position), int(n), a) for a in map(int, look.legal) if CLAIM.has(a) for n, position in [CLAIM.args(a)]]
    if not bids:
        return []
    last = int(CLAIM.args(int(s.bid))[1]) if s.bid != NONE else 1
    bids.sort(key=lambda bid: (bid[0] != last, bid[1], bid[0]))
    places = sorted({bid[0] for bid in bids}, key=lambda place: (place != last, place))
    numbers = sorted({bid[1] for bid in bids})
    track = [int(s.tiles[place]) for place in places]
    parts = [
        Part("symbol", say("of what"), "choice", places, [SYMBOLS[t] for t in track],
             pieces=[tile(t) for t in track], area="track"),
        Part("quantity", say("how many"), "counter", numbers, [say("{n} ×", n=n) for n in numbers]),
    ]  # fmt: skip
    submits = [say("Bid {bid}", bid=_bid(s, bid[2])) for bid in bids]
    return [Form("", parts, bids, say("Bid"), submits=submits)]


def _track(look: Look[State]) -> Area:
    """The symbols in their order, with the least number that is legal on each, and the marker of the last bid."""
    s = look.s
    bids = [CLAIM.args(a) for a in map(int, look.legal) if CLAIM.has(a)]
    pieces = []
    for position in range(6):
        symbol = int(s.tiles[position])
        here = s.bid != NONE and int(CLAIM.args(int(s.bid))[1]) == position
        wild = position == 0 and bool(s.wild_on) and s.phase != PICK
        least = min((int(n) for n, place in bids if place == position), default=0)
        picks = tuple(int(a) for a in look.legal if WILD.has(a) and WILD.args(a)[0] == symbol)
        name = say("wild") if wild else SYMBOLS[symbol]
        if here:
            pieces.append(Piece("marker", str(CLAIM.args(int(s.bid))[0]), at=(position, 0), label=say("the last bid")))
        else:
            pieces.append(Piece("edge", "", at=(position, 0)))
        cost = say("{n}+", n=least) if least else ""
        pieces.append(tile(symbol, at=(position, 1), actions=picks, turned=wild, last=bool(here), cost=cost))
        pieces.append(Piece("edge", name, at=(position, 2), marked=wild))
    return Area("", pieces, "grid", look="bids", fold=3, weight=6, cell=(58, 140), key="track")


def _totals(look: Look[State]) -> Area:
    """In a round on the sum, all bids; those that are too low are dimmed."""
    s, pieces = look.s, []
    for n in range(1, 6 * int(s.dealt) + 1):
        action = int(TOTAL.id(n))
        low = s.bid != NONE and TOTAL.has(int(s.bid)) and n <= TOTAL.args(int(s.bid))[0]
        pieces.append(
            Piece("tile", str(n), number=n, at=(n - 1, 0), actions=look.only(action), dimmed=bool(low),
                  last=int(s.bid) == action)
        )  # fmt: skip
    return Area("", pieces, "grid", look="bids", fold=6, weight=6, cell=(40, 96), key="track")


def _last_bid(look: Look[State]) -> Area:
    """The bid that counts, in large letters."""
    s = look.s
    pieces: list[Piece] = []
    if s.bid == NONE:
        note = say("No bid yet, {n} cards in all hands", n=s.dealt)
    elif TOTAL.has(int(s.bid)):
        pieces = [_marker(int(TOTAL.args(int(s.bid))[0]))]
        note = say("{name} says all {n} cards add up to this", name=look.names[int(s.bidder)], n=s.dealt)
    else:
        n, position = (int(x) for x in CLAIM.args(int(s.bid)))
        pieces = [_marker(n), tile(int(s.tiles[position]))]
        note = say("{name}'s bid, among all {n} cards", name=look.names[int(s.bidder)], n=s.dealt)
    return Area("", pieces, note=note, role="supply", look="bids", key="bid")


def _marker(n: int) -> Piece:
    """The cube that marks the last bid, with its number."""
    return Piece("cube", str(n), "yellow", number=n)


def _hand(look: Look[State]) -> Area:
    """The viewer's cards; those that count for the last bid are marked."""
    s = look.s
    cards = [int(c) for c in s.hand[look.seat][: s.cards[look.seat]]]
    named, wild = NONE, int(s.tiles[0]) if s.wild_on else NONE
    if s.bid != NONE and CLAIM.has(int(s.bid)):
        named = int(s.tiles[CLAIM.args(int(s.bid))[1]])
    counting = {named, wild} - {NONE} if named != NONE and look.help != "none" else set()
    note: Words = ""
    if look.help != "none":
        note = _held(look, cards, named, wild)
    return Area("", [_card(c, counting) for c in cards], "fan", look.seat, note, key="hand")


def _held(look: Look[State], cards: list[int], named: int, wild: int) -> Words:
    """What the viewer holds of the bid."""
    s, you, name = look.s, look.is_you(look.seat), look.names[look.seat]
    if s.dealt < FEWEST_FOR_SYMBOLS:
        n = sum(int(NUMBER[c]) for c in cards)
        return say("Your cards add up to {n}", n=n) if you else say("The cards of {name} add up to {n}", n=n, name=name)
    if named == NONE:
        return say("{wild} are wild", wild=PLURAL[wild]) if wild != NONE else say("no wild symbol in this round")
    bid = int(CLAIM.args(int(s.bid))[0])
    own, helping = (sum(int(SYMBOL[c]) == which for c in cards) for which in (named, wild))
    if named == wild or wild == NONE:
        helping = 0
    words: dict[str, Any] = {"k": own + helping, "n": bid, "symbol": _plural(named, bid)}
    if you and helping:
        return say("You hold {k} of {n} {symbol}, {wild} wild", wild=helping, **words)
    if helping:
        return say("{name} holds {k} of {n} {symbol}, {wild} wild", name=name, wild=helping, **words)
    if you:
        return say("You hold {k} of {n} {symbol}", **words)
    return say("{name} holds {k} of {n} {symbol}", name=name, **words)


def _plural(symbol: int, n: int) -> str:
    return SINGULAR[symbol] if n == 1 else PLURAL[symbol]


def _card(number: int, counting: set[int]) -> Piece:
    return card(number, marked=int(SYMBOL[number]) in counting)
