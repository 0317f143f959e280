"""Obvious moves in the games of the Green Box that are played with cards."""

from __future__ import annotations

import numpy as np

from matchbox.engine import States, get
from matchbox.games.green_box.components import (
    ARROW,
    BRICKS,
    CARDS,
    CIRCLES,
    DROP,
    HAMMERS,
    NUMBER,
    SYMBOL,
    WHEEL,
    card_called,
    card_name,
)
from matchbox.games.green_box.fawlty_towers.rules import score_of
from matchbox.games.green_box.liars_cards.rules import CLAIM
from tests.games.all_your_base import test_rules as base
from tests.games.fawlty_towers import test_rules as towers
from tests.games.flower_garden import test_rules as garden
from tests.games.grenade_salad import positions as grenades
from tests.games.helpers import act, fill, start
from tests.games.liars_cards import test_rules as liars
from tests.games.speed import test_rules as speed

from .position import CASUAL, LONG_TURN, Obvious, Turn

# --- All Your Base ---


def last_cards(seats: int, *names: str) -> States:
    """The last turn of the game with these cards in seat 0's hand, and a station for Bricks with two red cubes."""
    state = start(get("all_your_base"), seats)
    base.base(state, 0, (base.BRICKS, [base.RED, base.RED], None))
    hand = [card_called(name) for name in names]
    others = [card for card in range(CARDS) if card not in hand]
    hands = [hand] + [[others.pop() for _ in hand] for _ in range(seats - 1)]
    undealt = CARDS - 10 * seats
    rest, played = others[:undealt], others[undealt:]
    fill(state, wave=2, turn=4, lead=0, deck=rest + [0] * (CARDS - undealt), in_deck=undealt)
    state["discard"][0] = base.set_of(played)
    state["hand"][0, :seats], state["cards"][0, :seats] = [base.set_of(cards) for cards in hands], len(hand)
    assert get("all_your_base").conserved(state)
    return state


def runs_software(turn: Turn) -> bool:
    return any(move.startswith("software") for move in turn.moves)


# --- Fawlty Towers ---


def leaning_tower(cubes: str, *shifts: int) -> States:
    """A tower whose cubes are shifted to the right; the next cube is chosen, and seat 0 aims."""
    state = towers.table([cubes, "r", "g", "b"], ["r", "g", "b", "y"])
    state["x"][0, 0, : len(shifts)] = shifts
    assert get("fawlty_towers").conserved(state)
    act(get("fawlty_towers"), state, (0, "cube colour=yellow tower=0"))
    return state


def aim(turn: Turn) -> tuple[int, int]:
    y, x = (int(part.split("=")[1]) for part in turn.moves[-1].split()[1:])
    return y, x


def last_card_on_the_table() -> States:
    """Both players have the same points, and seat 0 may take the last card of the game, or none."""
    state = towers.table(["r", "r", "g", "b"], ["r", "", "", ""], in_deck=False)
    rest = [card for card in range(CARDS) if int(state["taken"][0, 1]) >> card & 1]
    for seed in range(1000):
        mine = np.random.default_rng(seed).permutation(rest)[: len(rest) // 2].tolist()
        taken = [sum(1 << card for card in mine), sum(1 << card for card in rest if card not in mine)]
        if score_of(taken[0]) == score_of(taken[1]):
            state["taken"][0, :2] = taken
            state["score"][0, :2] = [score_of(cards) for cards in taken]
            act(get("fawlty_towers"), state, (0, "cube colour=red tower=0"), (0, "aim y=0 x=0"))
            return state
    raise AssertionError


# --- Flower Garden ---


def six_flowers() -> States:
    """Six yellow flowers, a yellow 6 as a bed for them, and the last turn of the game."""
    six = next(c for c in range(CARDS) if NUMBER[c] == 6 and card_name(c).startswith("yellow"))
    others = [c for c in range(CARDS) if c != six and NUMBER[c] == 1][:5]
    opponent = [c for c in range(CARDS) if NUMBER[c] == 2][:6]
    return garden.garden([six, *others], opponent, flowers=[[0, 0, 0, 6], [0, 0, 0, 0]], pile=1, emptied=1)


def last_turn() -> States:
    """The next card drawn ends the game, so a flower from the shop is never planted."""
    mine = [c for c in range(CARDS) if NUMBER[c] == 5][:6]
    opponent = [c for c in range(CARDS) if NUMBER[c] == 2][:6]
    return garden.garden(mine, opponent, flowers=[[1, 1, 1, 1], [1, 1, 1, 1]], pile=1, emptied=1)


# --- Gold Mine ---


def cavern(*names: str, seats: int = 3) -> States:
    """The first round with these cards on the table; everybody is inside."""
    game = get("gold_mine")
    state = game.new(seats, 1)
    cards = [card_called(name) for name in names]
    rest = [card for card in range(CARDS) if card not in cards]
    state["deck"][0] = rest + [0] * len(cards)
    state["table"][0, 0, : len(cards)] = cards
    shares = [divmod(int(NUMBER[card]), seats) for card in cards]
    fill(state, in_deck=len(rest), left=sum(rest for _, rest in shares))
    state["turned"][0, 0], state["carried"][0, :seats] = len(cards), sum(share for share, _ in shares)
    assert game.conserved(state)
    return state


def two_of_each() -> States:
    """Two cards of all six symbols: any card collapses the cavern."""
    names = [[card_name(c) for c in range(CARDS) if SYMBOL[c] == symbol][:2] for symbol in range(6)]
    return cavern(*np.ravel(names).tolist())


def one_card() -> States:
    """The second card never collapses the cavern, and there is hardly anything to bring home."""
    return cavern("red-Drop-1")


def no_danger() -> States:
    """Three symbols, one card each: the next card may be the second of a symbol, but never the third."""
    return cavern("red-Hammers-6", "yellow-Circles-6", "white-Bricks-6")


def danger_gone() -> States:
    """Two cards of a symbol are on the table, and all others of it came up in the first round."""
    game = get("gold_mine")
    drops = sorted((c for c in range(CARDS) if SYMBOL[c] == DROP), key=lambda c: NUMBER[c] % 3)
    state = cavern(*(card_name(c) for c in drops[:2]))
    for field in ("table", "turned"):
        state[field][0, 1] = state[field][0, 0]
    rest = [c for c in range(CARDS) if c not in drops]
    state["deck"][0] = rest + [0] * len(drops)
    state["table"][0, 0, : len(drops) - 2], state["turned"][0, 0] = drops[2:], len(drops) - 2
    fill(state, in_deck=len(rest), number=1)
    assert game.conserved(state)
    return state


# --- Grenade Salad ---


def target_in_sight() -> States:
    """Seat 0 has a Sniper card and sees the enemy; the deck is empty."""
    return grenades.position([(20, 20), (30, 20)], [(60, 60), (80, 90)], hands=["A", "D"], deck="")


def grenade_at_hand() -> States:
    """One of seat 0's soldiers can throw a grenade at three enemies, or at its own feet."""
    enemies = [(60, 60), (64, 60), (60, 64)]
    return grenades.position([(45, 45), (20, 20)], enemies, hands=["W", "D"], deck="")


def losses(turn: Turn, seat: int) -> int:
    return len(grenades.alive(turn.before, seat)) - len(grenades.alive(turn.after, seat))


# --- Liar's Cards ---


def proved() -> States:
    """The bid is three Arrows, and seat 1 holds three."""
    arrows = liars.OF[ARROW]
    state = liars.deal(liars.one_of(HAMMERS, WHEEL, BRICKS), arrows[:3], liars.one_of(CIRCLES))
    act(get("liars_cards"), state, (0, "bid 3 Arrow"))
    return state


def impossible() -> States:
    """Four cards are in play, and none of seat 1's two shows an Arrow or the wild Drop: three cannot be."""
    state = liars.deal(
        liars.one_of(HAMMERS), liars.one_of(HAMMERS, HAMMERS)[1:] * 1 + [liars.OF[BRICKS][0]],
        [liars.OF[WHEEL][0]],
    )  # fmt: skip
    act(get("liars_cards"), state, (0, "bid 3 Arrow"))
    return state


def could_be(turn: Turn) -> bool:
    """A bid that the bidder's own cards do not rule out."""
    game = get("liars_cards")
    chosen = next(a for a in game.legal(turn.before, turn.seat) if game.text_of(turn.before, a) == turn.moves[-1])
    if not CLAIM.has(chosen):
        return True
    quantity, symbol = CLAIM.args(chosen)
    hand = turn.before["hand"][0, turn.seat, : int(turn.before["cards"][0, turn.seat])]
    own = sum(SYMBOL[card] in (symbol, DROP) for card in hand.tolist())
    return bool(quantity <= own + int(turn.before["dealt"][0]) - len(hand))


# --- Speed ---


def last_card_fits() -> States:
    return speed.begin([1], speed.ONE, (speed.RED_DROP_1, 30), ([], [28]), timing="live")


def a_card_fits() -> States:
    """A red card fits the red Drop; nothing else can be done but wait."""
    decks = (speed.some(5, 1, 2, *speed.ZERO, *speed.ONE), speed.some(10, 1, 2, *speed.ZERO, *speed.ONE)[5:])
    return speed.begin([1, *speed.ZERO[:2]], [2, *speed.ONE[:2]], (speed.RED_DROP_1, 30), decks, timing="live")


OBVIOUS = [
    Obvious(
        "all_your_base",
        "software is run in the last turn",
        lambda: last_cards(4, "red-Bricks-2", "blue-Wheel-2"),
        runs_software,
        steps=LONG_TURN,
    ),
    Obvious(
        "all_your_base",
        "software is run in the last turn of three",
        lambda: last_cards(3, "green-Arrow-1", "red-Bricks-2"),
        runs_software,
        steps=LONG_TURN,
    ),
    Obvious(
        "fawlty_towers",
        "a straight tower gets its cube in the middle",
        lambda: leaning_tower("rgbyrgb"),
        lambda t: aim(t) == (0, 0),
    ),
    Obvious(
        "fawlty_towers",
        "a tower that leans to the right gets its cube on the left",
        lambda: leaning_tower("rgby", 0, 200, 400, 600),
        lambda t: aim(t)[0] == 0 and aim(t)[1] < 0,
    ),
    Obvious("fawlty_towers", "the last card is taken", last_card_on_the_table, lambda t: t.won),
    Obvious(
        "flower_garden",
        "six flowers are planted",
        six_flowers,
        lambda t: t.after["planted"][0, 0, garden.YELLOW] == 6,
        steps=LONG_TURN,
    ),
    Obvious(
        "flower_garden",
        "nobody buys flowers in the last turn",
        last_turn,
        lambda t: t.gain >= 0,
        steps=LONG_TURN,
    ),
    Obvious("gold_mine", "a cavern that must collapse is left", two_of_each, lambda t: t.moves == ["run"]),
    Obvious("gold_mine", "nobody runs where no symbol has two cards", no_danger, lambda t: t.moves == ["continue"]),
    Obvious("gold_mine", "nobody runs from a danger that is gone", danger_gone, lambda t: t.moves == ["continue"]),
    Obvious(
        "gold_mine", "nobody runs from a single card", one_card, lambda t: t.moves == ["continue"], from_level=CASUAL
    ),
    Obvious(
        "grenade_salad",
        "a target in sight is shot",
        target_in_sight,
        lambda t: losses(t, 1) == 1 and losses(t, 0) == 0,
        steps=LONG_TURN,
    ),
    Obvious(
        "grenade_salad",
        "a grenade hits the enemy and not its thrower",
        grenade_at_hand,
        lambda t: losses(t, 1) >= 2 and losses(t, 0) == 0,
        steps=LONG_TURN,
        from_level=CASUAL,
    ),
    Obvious("liars_cards", "a bid that your cards prove is not called", proved, lambda t: t.moves != ["liar"], seat=1),
    Obvious("liars_cards", "a bid that cannot be is called", impossible, lambda t: t.moves == ["liar"], seat=1),
    Obvious("liars_cards", "nobody bids more than there can be", proved, could_be, seat=1),
    Obvious("speed", "the last card wins", last_card_fits, lambda t: t.won),
    Obvious("speed", "a card that fits is played", a_card_fits, lambda t: t.moves[0].startswith("play")),
]
