"""Liar's Cards: the track with the marker, what everybody said, the own hand, the last call laid open."""

from __future__ import annotations

from matchbox.boxes.green_box.components import NUMBER, SYMBOL, SYMBOLS
from matchbox.boxes.green_box.liars_cards import CALL, CHOSEN, CLAIM, FEWEST_FOR_SYMBOLS, NONE, PICK, TOTAL, WILD
from matchbox.table.green_box import back, card, tile
from matchbox.table.scene import Area, Choice, Form, Look, Part, Piece, Scene, Summary, Text, Words, say

summary = Summary(
    goal=say("Keep a life longer than everybody else."),
    turn=say("Bid how many cards on the whole table show a symbol, higher than the last bid, or call it a lie."),
    end=say("After a call all hands are shown; who was wrong loses a life, and the last one with lives wins."),
)
cover = [card(2), back(), tile(1, marked=True), back()]


def scene(look: Look) -> Scene:
    s = look.s
    symbols = s.dealt >= FEWEST_FOR_SYMBOLS
    areas = [_track(look) if symbols else _totals(look), _last_bid(look)]
    areas += [_player(look, seat) for seat in look.each_seat()]
    if look.seat >= 0 and s.cards[look.seat]:
        areas.append(_own_hand(look))
    if s.called != NONE:
        areas += _last_call(look)
    return Scene(
        _prompt(look, symbols),
        areas,
        [Choice(say("Liar!"), int(CALL))] if CALL in look.legal else [],
        _bidding(look),
        coach=say("Count your own cards, then guess what the others hold: every symbol is on about one card in six."),
        rules="a-round",
    )


def _prompt(look: Look, symbols: bool) -> Text:
    s = look.s
    if s.phase == PICK:
        return say("Choose the wild symbol of this round.")
    kind = say("how many cards show a symbol") if symbols else say("what all numbers add up to")
    if s.bid == NONE:
        if symbols:
            return say(
                "Open the bidding: {kind} on the whole table. A bid on {symbol} switches the wild symbol off.",
                kind=kind,
                symbol=SYMBOLS[s.tiles[0]],
            )
        return say("Open the bidding: {kind} on the whole table.", kind=kind)
    if list(look.legal) == [CALL]:
        return say("There is no higher bid: call the liar.")
    return say("Bid higher ({kind}), or call {name} a liar.", kind=kind, name=look.names[s.bidder])


def _bidding(look: Look) -> list[Form]:
    """Quantity and symbol of a bid; only those above the last one."""
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


def _bid_text(look: Look, bid: int) -> str:
    if TOTAL.has(bid):
        return f"a sum of {TOTAL.args(bid)[0]}"
    quantity, position = CLAIM.args(bid)
    return f"{quantity} x {SYMBOLS[look.s.tiles[position]]}"


def _track(look: Look) -> Area:
    s = look.s
    pieces = []
    for position in range(6):
        symbol = int(s.tiles[position])
        text = f"{position}:{SYMBOLS[symbol]}" if s.wild == CHOSEN else SYMBOLS[symbol]
        if position == 0 and s.wild_on and s.phase != PICK:
            text += " wild"
        here = s.bid != NONE and CLAIM.args(int(s.bid))[1] == position
        if here:
            text += f" <{CLAIM.args(int(s.bid))[0]}>"
        picks = tuple(a for a in look.legal if WILD.has(a) and WILD.args(a)[0] == symbol)
        pieces.append(tile(symbol, text, marked=here, actions=picks, at=(position, 0)))
    note = f"{_number(int(s.dealt), 'card')} on the table"
    return Area(say("Track"), pieces, "track", note=note if s.wild_on else f"{note}, no wild symbol in this round")


def _totals(look: Look) -> Area:
    """A round on the sum: the numbers that may still be said."""
    open_bids = [a for a in look.legal if TOTAL.has(a)]
    pieces = [Piece("tile", str(TOTAL.args(a)[0]), number=int(TOTAL.args(a)[0]), actions=(a,)) for a in open_bids]
    dealt = int(look.s.dealt)
    return Area(
        say("Sum of all numbers"),
        pieces,
        look="numbers",
        note=f"{dealt} cards on the table, each 1 to 6; symbols do not matter",
    )


def _last_bid(look: Look) -> Area:
    s = look.s
    if s.bid == NONE:
        return Area(say("Last bid"), note=say("none yet"))
    text = f"{_bid_text(look, int(s.bid))} by {look.name(int(s.bidder))}"
    return Area(say("Last bid"), [Piece("marker", text)])


def _player(look: Look, seat: int) -> Area:
    """Lives as cubes; cards in hand and the last bid as a note."""
    s = look.s
    lives, cards, said = int(s.cubes[seat]), int(s.cards[seat]), int(s.said[seat])
    facts = [_number(cards, "card")] if cards else [] if lives else ["out"]
    if said != NONE:
        facts.append(f"bid {_bid_text(look, said)}")
    elif seat == s.starter and s.bid == NONE:
        facts.append("starts")
    cubes = [Piece("cube", "life" if lives == 1 else "lives", "red", count=lives)] if lives else []
    return Area(say("lives"), cubes, "counters", seat, ", ".join(facts))


def _number(n: int, word: str) -> str:
    return f"{n} {word}{'s' * (n != 1)}"


def _own_hand(look: Look) -> Area:
    """The own cards; those that count for the last bid are marked."""
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
    """The hands of the last call with the counting cards marked, and what came of it."""
    s = look.s
    symbol, wild = int(s.called_symbol), int(s.called_wild)
    counting = {symbol, wild} - {NONE}
    shown = {seat: [int(c) for c in s.shown[seat][: s.shown_cards[seat]]] for seat in look.each_seat()}
    cards = [c for hand in shown.values() for c in hand]
    if symbol == NONE:
        claim, found = f"a sum of {TOTAL.args(int(s.called))[0]}", f"the sum was {sum(int(NUMBER[c]) for c in cards)}"
    else:
        named, helped = (sum(int(SYMBOL[c]) == which for c in cards) for which in (symbol, wild))
        claim = f"{CLAIM.args(int(s.called))[0]} x {SYMBOLS[symbol]}"
        found = f"there were {named}" + (f" and {helped} wild" if wild != NONE else "")
    caller, accused, loser = (look.names[int(seat)] for seat in (s.caller, s.accused, s.loser))
    text = f"{caller} doubted {claim} by {accused}: {found}; {loser} lost a life"
    laid = [
        Area(say("showed"), [_card(c, counting) for c in hand], "fan", seat) for seat, hand in shown.items() if hand
    ]  # fmt: skip
    return [Area(say("Last call"), note=text), *laid]
