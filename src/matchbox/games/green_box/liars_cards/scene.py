"""Scene of Liar's Cards: the track with the bid, every seat's last bid, the viewer's hand, and the last call."""

from __future__ import annotations

from matchbox.scene import Area, Choice, Form, Look, Part, Piece, Scene, Summary, Text, Words, listed, say

from ..components import NUMBER, SYMBOL, SYMBOLS
from ..pieces import back, card, card_count, tile
from .rules import CALL, CHOSEN, CLAIM, FEWEST_FOR_SYMBOLS, NONE, PICK, TOTAL, WILD

summary = Summary(
    goal=say("Be the last player with lives."),
    turn=say("Bid how many cards in all hands show a symbol, higher than the last bid, or call that bid a lie."),
    end=say("A call shows all hands, and the player who was wrong loses a life. The last player with lives wins."),
)
cover = [card(2), back(), tile(1, marked=True), back()]


def scene(look: Look) -> Scene:
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


def _prompt(look: Look, symbols: bool) -> Text:
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


def _bidding(look: Look) -> list[Form]:
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


def _bid_text(look: Look, bid: int) -> Text:
    if TOTAL.has(bid):
        return say("a sum of {n}", n=TOTAL.args(bid)[0])
    quantity, position = CLAIM.args(bid)
    return say("{n} x {symbol}", n=quantity, symbol=SYMBOLS[look.s.tiles[position]])


def _track(look: Look) -> Area:
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
        pieces.append(tile(symbol, text, marked=here, actions=picks, at=(position, 0)))
    facts = [say("{cards} in all hands", cards=card_count(int(s.dealt)))]
    if not s.wild_on:
        facts.append(say("no wild symbol this round"))
    return Area(say("Track"), pieces, "track", note=listed(facts))


def _totals(look: Look) -> Area:
    """In a round on the sum, the legal bids."""
    open_bids = [a for a in look.legal if TOTAL.has(a)]
    pieces = [Piece("tile", str(TOTAL.args(a)[0]), number=int(TOTAL.args(a)[0]), actions=(a,)) for a in open_bids]
    note = say("{cards} in all hands, each 1 to 6; symbols do not matter", cards=card_count(int(look.s.dealt)))
    return Area(say("Sum of all numbers"), pieces, look="numbers", note=note)


def _last_bid(look: Look) -> Area:
    s = look.s
    if s.bid == NONE:
        return Area(say("Last bid"), note=say("none yet"))
    bid = _bid_text(look, int(s.bid))
    text = say("your bid: {bid}", bid=bid)
    if s.bidder != look.seat:
        text = say("{bid} by {name}", bid=bid, name=look.names[s.bidder])
    return Area(say("Last bid"), [Piece("marker", text)])


def _player(look: Look, seat: int) -> Area:
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


def _hand(look: Look) -> Area:
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


def _last_call(look: Look) -> list[Area]:
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
