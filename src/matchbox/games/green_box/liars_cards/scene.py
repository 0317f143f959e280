"""Scene of Liar's Cards: the track with the bid, every seat's last bid, the viewer's hand, and the last call."""

from __future__ import annotations

from collections.abc import Iterator

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
    Seen,
    Side,
    Summary,
    Text,
    Words,
    listed,
    say,
)

from ..components import NUMBER, SYMBOL, SYMBOLS
from ..pieces import back, card, card_count, tile
from .rules import CALL, CAP, CHOSEN, CLAIM, FEWEST_FOR_SYMBOLS, LIVES, NONE, PICK, TOTAL, WILD, State, cap_of

summary = Summary(
    goal=say("Be the last player with lives."),
    turn=say("Bid how many cards in all hands show a symbol, higher than the last bid, or call that bid a lie."),
    end=say("A call shows all hands, and the player who was wrong loses a life. The last player with lives wins."),
)
cover = [card(2), back(), tile(1, marked=True), back()]
SINGULAR = ("Drop", "Hammer", "Circle", "Brick", "Arrow", "Wheel")  # cards by their symbol
PLURAL = ("Drops", "Hammers", "Circles", "Bricks", "Arrows", "Wheels")


def scene(look: Look[State]) -> Scene:
    s = look.s
    symbols = s.dealt >= FEWEST_FOR_SYMBOLS
    areas = [_track(look) if symbols else _totals(look), _last_bid(look)]
    areas += [_player(look, seat) for seat in look.each_seat()]
    if look.seat >= 0 and s.cards[look.seat]:
        areas.append(_hand(look))
    if s.called != NONE:
        areas += _last_call(look)
    return Scene(
        _prompt(look, symbols),
        areas,
        [Choice(say("Liar!"), int(CALL))] if CALL in look.legal else [],
        _bidding(look),
        coach=say("Count your own cards, then guess the other hands: each symbol is on one card in six."),
        rules="a-round",
    )


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
        "{who} calls {other} a liar and is wrong: {why}.",
        you="You call {other} a liar and are wrong: {why}.",
        who=caller,
        other=accused,
        why=why,
    )
    if loser == accused:
        text = say(
            "{who} calls {other} a liar and is right: {why}.",
            you="You call {other} a liar and are right: {why}.",
            who=caller,
            other=accused,
            why=why,
        )
    title = say("{who} loses a life", you="You lose a life", who=loser)
    yield GameEvent("reveal", text, moment=Moment(title, why, _sides(after)))
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
        sides.append(Side(seat, [_card(c, counting) for c in cards], value, unit, verdict, bool(won)))
    return sides


def _why(after: State, bid: Text) -> Text:
    """The last bid and the cards in all hands."""
    hands = (after.shown[seat][: after.shown_cards[seat]] for seat in range(int(after.seats)))
    cards = [int(c) for hand in hands for c in hand]
    lied, symbol, wild = after.loser == after.accused, int(after.called_symbol), int(after.called_wild)
    if symbol == NONE:
        total = sum(int(NUMBER[c]) for c in cards)
        if lied:
            return say("the bid was {bid}, but the sum is only {n}", bid=bid, n=total)
        return say("the bid was {bid}, and the sum is {n}", bid=bid, n=total)
    named, helping = (sum(int(SYMBOL[c]) == which for c in cards) for which in (symbol, wild))
    if not named:
        if helping:
            return say("the bid was {bid}, but the hands hold none, and wild cards alone do not count", bid=bid)
        return say("the bid was {bid}, but the hands hold none", bid=bid)
    found = say("{n} and {wild} wild {wild|card|cards}", n=named, wild=helping) if helping else str(named)
    if lied:
        return say("the bid was {bid}, but the hands hold only {found}", bid=bid, found=found)
    return say("the bid was {bid}, and the hands hold {found}", bid=bid, found=found)


def _bid(s: State, bid: int) -> Text:
    """A bid in a sentence: "5 Arrows"."""
    if TOTAL.has(bid):
        return say("a sum of {n}", n=TOTAL.args(bid)[0])
    n, position = (int(x) for x in CLAIM.args(bid))
    symbol = int(s.tiles[position])
    return say("{n} {symbol}", n=n, symbol=SINGULAR[symbol] if n == 1 else PLURAL[symbol])


def _round(s: State) -> int:
    """The number of the round: each has cost a life."""
    seats = int(s.seats)
    lives = int(cap_of(seats)) if s.lives == CAP else LIVES
    return seats * lives - sum(int(n) for n in s.cubes[:seats]) + 1


def _prompt(look: Look[State], symbols: bool) -> Text:
    s = look.s
    if s.phase == PICK:
        return say("Choose the wild symbol of this round.")
    if list(look.legal) == [CALL]:
        return say("No higher bid is possible: call the liar.")
    bidder = look.names[s.bidder]
    if symbols and s.bid == NONE:
        return say(
            "Open the bidding: how many cards in all hands show a symbol? If you bid on {symbol}, it is not wild.",
            symbol=SYMBOLS[s.tiles[0]],
        )
    if symbols:
        return say("Bid higher (how many cards in all hands show a symbol), or call {name} a liar.", name=bidder)
    if s.bid == NONE:
        return say("Open the bidding: what is the sum of all numbers?")
    return say("Bid a higher sum of all numbers, or call {name} a liar.", name=bidder)


def _bidding(look: Look[State]) -> list[Form]:
    """Quantity and symbol of a bid above the last bid."""
    bids = [(*(int(x) for x in CLAIM.args(a)), a) for a in look.legal if CLAIM.has(a)]
    if not bids:
        return []
    numbers, places = sorted({bid[0] for bid in bids}), sorted({bid[1] for bid in bids})
    track = [int(look.s.tiles[place]) for place in places]
    parts = [
        Part("quantity", say("how many"), "counter", numbers, [str(n) for n in numbers]),
        Part("symbol", say("of what"), "choice", places, [SYMBOLS[t] for t in track], pieces=[tile(t) for t in track]),
    ]
    notes = [say("{n} x {symbol}", n=bid[0], symbol=SYMBOLS[look.s.tiles[bid[1]]]) for bid in bids]
    return [Form(say("Your bid"), parts, bids, say("Bid"), notes)]


def _bid_text(look: Look[State], bid: int) -> Text:
    if TOTAL.has(bid):
        return say("a sum of {n}", n=TOTAL.args(bid)[0])
    quantity, position = CLAIM.args(bid)
    return say("{n} x {symbol}", n=quantity, symbol=SYMBOLS[look.s.tiles[position]])


def _track(look: Look[State]) -> Area:
    s = look.s
    pieces = []
    for position in range(6):
        symbol = int(s.tiles[position])
        text: Words = f"{position}:{SYMBOLS[symbol]}" if s.wild == CHOSEN else SYMBOLS[symbol]
        if position == 0 and s.wild_on and s.phase != PICK:
            text = say("{symbol} wild", symbol=text)
        here = s.bid != NONE and CLAIM.args(int(s.bid))[1] == position
        if here:
            text = say("{symbol} <{n}>", symbol=text, n=CLAIM.args(int(s.bid))[0])
        picks = tuple(a for a in look.legal if WILD.has(a) and WILD.args(a)[0] == symbol)
        pieces.append(tile(symbol, text, marked=bool(here), actions=picks, at=(position, 0)))
    facts = [say("{cards} in all hands", cards=card_count(int(s.dealt)))]
    if not s.wild_on:
        facts.append(say("no wild symbol this round"))
    return Area(say("Track"), pieces, "track", note=listed(facts))


def _totals(look: Look[State]) -> Area:
    """In a round on the sum, the legal bids."""
    open_bids = [a for a in look.legal if TOTAL.has(a)]
    pieces = [Piece("tile", str(TOTAL.args(a)[0]), number=int(TOTAL.args(a)[0]), actions=(a,)) for a in open_bids]
    note = say("{cards} in all hands, each 1 to 6; symbols do not matter", cards=card_count(int(look.s.dealt)))
    return Area(say("Sum of all numbers"), pieces, look="numbers", note=note)


def _last_bid(look: Look[State]) -> Area:
    s = look.s
    if s.bid == NONE:
        return Area(say("Last bid"), note=say("none yet"))
    bid = _bid_text(look, int(s.bid))
    text = say("your bid: {bid}", bid=bid)
    if s.bidder != look.seat:
        text = say("{bid} by {name}", bid=bid, name=look.names[s.bidder])
    return Area(say("Last bid"), [Piece("marker", text)])


def _player(look: Look[State], seat: int) -> Area:
    """Lives as cubes; hand size and last bid as a note."""
    s = look.s
    lives, cards, said = int(s.cubes[seat]), int(s.cards[seat]), int(s.said[seat])
    facts = [card_count(cards)] if cards else [] if lives else [say("out")]
    if said != NONE:
        facts.append(say("bid {bid}", bid=_bid_text(look, said)))
    elif seat == s.starter and s.bid == NONE:
        facts.append(say("starts"))
    cubes = [Piece("cube", say("life") if lives == 1 else say("lives"), "red", count=lives)] if lives else []
    return Area(say("lives"), cubes, "counters", seat, listed(facts))


def _hand(look: Look[State]) -> Area:
    """The viewer's cards; those that count for the last bid are marked."""
    s = look.s
    cards = [int(c) for c in s.hand[look.seat][: s.cards[look.seat]]]
    counting: set[int] = set()
    if s.bid != NONE and CLAIM.has(int(s.bid)):
        position = CLAIM.args(int(s.bid))[1]
        counting = {int(s.tiles[position])} | ({int(s.tiles[0])} if s.wild_on else set())
    sums = s.dealt < FEWEST_FOR_SYMBOLS
    note: Words = say("sum {n}", n=sum(int(NUMBER[c]) for c in cards)) if sums else ""
    return Area(say("hand"), [_card(c, counting) for c in cards], "fan", look.seat, note)


def _card(number: int, counting: set[int]) -> Piece:
    return card(number, marked=int(SYMBOL[number]) in counting)


def _last_call(look: Look[State]) -> list[Area]:
    """The hands of the last call, with the counting cards marked, and its outcome."""
    s = look.s
    symbol, wild = int(s.called_symbol), int(s.called_wild)
    counting = {symbol, wild} - {NONE}
    shown = {seat: [int(c) for c in s.shown[seat][: s.shown_cards[seat]]] for seat in look.each_seat()}
    cards = [c for hand in shown.values() for c in hand]
    if symbol == NONE:
        bid = say("a sum of {n}", n=TOTAL.args(int(s.called))[0])
        found = say("the sum was {n}", n=sum(int(NUMBER[c]) for c in cards))
    else:
        bid = say("{n} x {symbol}", n=CLAIM.args(int(s.called))[0], symbol=SYMBOLS[symbol])
        named, helped = (sum(int(SYMBOL[c]) == which for c in cards) for which in (symbol, wild))
        found = say("found {n}", n=named)
        if wild != NONE:
            found = say("found {n} and {wild} wild", n=named, wild=helped)
    caller, accused, loser = (look.names[int(seat)] for seat in (s.caller, s.accused, s.loser))
    text = say(
        "{caller} doubted {bid} by {accused}: {found}; {loser} lost a life",
        caller=caller,
        bid=bid,
        accused=accused,
        found=found,
        loser=loser,
    )
    hands = [
        Area(say("showed"), [_card(c, counting) for c in hand], "fan", seat) for seat, hand in shown.items() if hand
    ]  # fmt: skip
    return [Area(say("Last call"), note=text), *hands]
