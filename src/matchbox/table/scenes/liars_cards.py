"""Liar's Cards: the track with the marker, what everybody said, the own hand, the last call laid open."""

from __future__ import annotations

from matchbox.boxes.green_box.components import COLOUR, COLOURS, NUMBER, SYMBOL, SYMBOLS, card_name
from matchbox.boxes.green_box.liars_cards import CALL, CHOSEN, CLAIM, FEWEST_FOR_SYMBOLS, NONE, PICK, TOTAL, WILD
from matchbox.table.scene import Area, Look, Piece, Scene


def scene(look: Look) -> Scene:
    s = look.s
    symbols = s.dealt >= FEWEST_FOR_SYMBOLS
    areas = [_track(look) if symbols else _totals(look), _last_bid(look)]
    areas += [_player(look, seat) for seat in look.each_seat()]
    if look.seat >= 0 and s.cards[look.seat]:
        areas.append(_own_hand(look))
    if s.called != NONE:
        areas += _last_call(look)
    return Scene(_prompt(look, symbols), areas)


def _prompt(look: Look, symbols: bool) -> str:
    s = look.s
    if s.phase == PICK:
        return "Choose the wild symbol of this round."
    kind = "how many cards show a symbol" if symbols else "what all numbers add up to"
    if s.bid == NONE:
        off = f" A bid on {SYMBOLS[s.tiles[0]]} switches the wild symbol off." if symbols else ""
        return f"Open the bidding: {kind} on the whole table.{off}"
    if list(look.legal) == [CALL]:
        return "There is no higher bid: call the liar."
    return f"Bid higher ({kind}), or call {look.names[s.bidder]} a liar."


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
        acts = [a for a in look.legal if CLAIM.has(a) and CLAIM.args(a)[1] == position]
        acts += [a for a in look.legal if WILD.has(a) and WILD.args(a)[0] == symbol]
        pieces.append(Piece("tile", text, symbol=SYMBOLS[symbol], marked=here, actions=tuple(acts)))
    note = f"{_number(int(s.dealt), 'card')} on the table"
    return Area("Track", pieces, "track", note=note if s.wild_on else f"{note}, no wild symbol in this round")


def _totals(look: Look) -> Area:
    """A round on the sum: the numbers that may still be said."""
    open_bids = [a for a in look.legal if TOTAL.has(a)]
    pieces = [Piece("tile", str(TOTAL.args(a)[0]), number=int(TOTAL.args(a)[0]), actions=(a,)) for a in open_bids]
    dealt = int(look.s.dealt)
    return Area("Sum of all numbers", pieces, note=f"{dealt} cards on the table, each 1 to 6; symbols do not matter")


def _last_bid(look: Look) -> Area:
    s = look.s
    if s.bid == NONE:
        return Area("Last bid")
    call = (int(CALL),) if CALL in look.legal else ()
    text = f"{_bid_text(look, int(s.bid))} by {look.name(int(s.bidder))}"
    return Area("Last bid", [Piece("marker", text, actions=call)])


def _player(look: Look, seat: int) -> Area:
    """Lives as cubes; cards in hand and the last bid as a note."""
    s = look.s
    lives, cards, said = int(s.cubes[seat]), int(s.cards[seat]), int(s.said[seat])
    facts = [_number(cards, "card")] if cards else [] if lives else ["out"]
    if said != NONE:
        facts.append(f"bid {_bid_text(look, said)}")
    elif seat == s.starter and s.bid == NONE:
        facts.append("starts")
    cubes = [Piece("cube", "life" if lives == 1 else "lives", count=lives)] if lives else []
    return Area("", cubes, "counters", seat, ", ".join(facts))


def _number(n: int, word: str) -> str:
    return f"{n} {word}{'s' * (n != 1)}"


def _own_hand(look: Look) -> Area:
    """The own cards; those that count for the last bid are marked."""
    s = look.s
    cards = [int(card) for card in s.hand[look.seat][: s.cards[look.seat]]]
    counting: set[int] = set()
    if s.bid != NONE and CLAIM.has(int(s.bid)):
        position = CLAIM.args(int(s.bid))[1]
        counting = {int(s.tiles[position])} | ({int(s.tiles[0])} if s.wild_on else set())
    note = f"sum {sum(int(NUMBER[card]) for card in cards)}" if s.dealt < FEWEST_FOR_SYMBOLS else ""
    return Area("hand", [_card(card, counting) for card in cards], "fan", look.seat, note)


def _card(card: int, counting: set[int]) -> Piece:
    symbol = int(SYMBOL[card])
    return Piece(
        "card",
        card_name(card),
        COLOURS[COLOUR[card]],
        SYMBOLS[symbol],
        int(NUMBER[card]),
        marked=symbol in counting,
    )


def _last_call(look: Look) -> list[Area]:
    """The hands of the last call with the counting cards marked, and what came of it."""
    s = look.s
    symbol, wild = int(s.called_symbol), int(s.called_wild)
    counting = {symbol, wild} - {NONE}
    shown = {seat: [int(c) for c in s.shown[seat][: s.shown_cards[seat]]] for seat in look.each_seat()}
    cards = [card for hand in shown.values() for card in hand]
    if symbol == NONE:
        claim, found = f"a sum of {TOTAL.args(int(s.called))[0]}", f"the sum was {sum(int(NUMBER[c]) for c in cards)}"
    else:
        named, helped = (sum(int(SYMBOL[c]) == which for c in cards) for which in (symbol, wild))
        claim = f"{CLAIM.args(int(s.called))[0]} x {SYMBOLS[symbol]}"
        found = f"there were {named}" + (f" and {helped} wild" if wild != NONE else "")
    caller, accused, loser = (look.names[int(seat)] for seat in (s.caller, s.accused, s.loser))
    text = f"{caller} doubted {claim} by {accused}: {found}; {loser} lost a life"
    laid = [
        Area("showed", [_card(c, counting) for c in hand], "fan", seat) for seat, hand in shown.items() if hand
    ]  # fmt: skip
    return [Area("Last call", [Piece("marker", text)]), *laid]
