"""Bots from casual up see what anybody sees: a move that wins or loses at once, and a bid that cannot be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from matchbox.bots.analysis import analyse
from matchbox.bots.levels import LEVELS, Level, SearchBot
from matchbox.engine import Game, States, games, get
from matchbox.games.british_empire.holmes_vs_moriarty.rules import ANNOUNCE
from matchbox.games.green_box.liars_cards.rules import CALL, CLAIM, FEWEST_FOR_SYMBOLS
from tests.contract.cases import Case, random_walk

from .obvious import british_empire, cards, green_box, open_box
from .obvious.position import Obvious

LEVEL = ["casual", pytest.param("club", marks=pytest.mark.full)]
GAMES, DEALS = 6, 12
OBVIOUS = [*british_empire.OBVIOUS, *cards.OBVIOUS, *green_box.OBVIOUS, *open_box.OBVIOUS]
EXPERT = replace(LEVELS["expert"], share=LEVELS["club"].share)  # as careful as an expert, but quicker
SEEDS = range(3)


def bot(level: str, seed: int = 1) -> SearchBot:
    return SearchBot(LEVELS[level], seed)


def outcome(game: Game, view: States, seat: int, action: int) -> int:
    """1 if the action wins at once, -1 if it loses at once, whatever is hidden; 0 if the game goes on."""
    found = set()
    for deal in range(DEALS):
        state = game.redeal(view, seat, deal)
        if action not in game.legal(state, seat):
            return 0
        game.apply(state, seat, action)
        result = game.result(state)
        found.add(0 if result is None else 1 if result.ranks[seat] == 1 else -1)
    return found.pop() if len(found) == 1 else 0


def last_choices(game: Game) -> Iterator[tuple[States, int, dict[int, int]]]:
    """The last choices of random games, with what each action leads to."""
    for seed in range(GAMES):
        walk = [(state.copy(), seat) for state, seat, _ in random_walk(Case(game, game.about.seats[0]), seed)][-4:]
        for state, seat in walk:
            moves = game.moves(state, seat)
            if len(moves) > 1 and game.acting(state) == [seat]:
                view = game.view(state, seat)
                yield view, seat, {action: outcome(game, view, seat, action) for action in moves}


COMPETITIVE = [name for name, game in games().items() if not game.about.cooperative and not game.is_match]


@pytest.mark.parametrize("level", LEVEL)
@pytest.mark.parametrize("name", COMPETITIVE)
def test_a_bot_takes_a_win_and_does_not_give_the_game_away(name: str, level: str) -> None:
    """Unless it makes no difference: some games are won or lost whatever happens."""
    game = get(name)
    for view, seat, ends in last_choices(game):
        if len(set(ends.values())) == 1:
            continue
        chosen = bot(level).choose(game, view, seat)
        if ends[chosen] == 1 or (1 not in ends.values() and ends[chosen] == 0):
            continue
        found = analyse(game, view, seat, 6000, evaluates=True)
        best = 1.0 if 1 in ends.values() else max(found.values)
        worth = -1.0 if ends[chosen] == -1 else found.values[found.actions.index(chosen)]
        assert best - worth < 0.6, game.text_of(view, chosen)


def tried() -> Iterator[object]:
    """Every obvious position and every level that must see its point; those but casual are marked `full`."""
    for position in OBVIOUS:
        for name, level in {**LEVELS, "expert": EXPERT}.items():
            if level.rank >= LEVELS[position.from_level].rank:
                marks = () if name == "casual" else pytest.mark.full
                yield pytest.param(position, level, id=f"{position}, {name}", marks=marks)


@pytest.mark.parametrize(("position", "level"), list(tried()))
def test_an_obvious_move_is_made(position: Obvious, level: Level) -> None:
    for seed in SEEDS:
        turn = position.turn(SearchBot(level, seed))
        assert position.good(turn), turn.moves


def test_every_game_has_obvious_positions() -> None:
    found = Counter(position.game for position in OBVIOUS)
    assert all(found[name] >= 2 for name in games())


@pytest.mark.parametrize("level", LEVEL)
def test_halma_pieces_do_not_walk_in_circles(level: str) -> None:
    """A game against itself on the smallest board ends at the goal, in a number of turns that people need too."""
    game = get("halma")
    state = game.new(2, 1, board="6")
    players = [bot(level, seat) for seat in range(2)]
    while not state["over"][0]:
        (seat,) = game.acting(state)
        game.apply(state, seat, players[seat].choose(game, game.view(state, seat), seat))
    assert state["turns"][0] < 2 * 40


@pytest.mark.parametrize("level", LEVEL)
@pytest.mark.parametrize("seats", [3, 8, 12])
def test_an_opening_bid_can_be_believed(seats: int, level: str) -> None:
    """Trials saw 17 of 20 cards bid in the first turn. A third of all cards count for a symbol."""
    game = get("liars_cards")
    for seed in range(8):
        state = game.new(seats, seed)
        (seat,) = game.acting(state)
        quantity, _ = CLAIM.args(bot(level, seed).choose(game, game.view(state, seat), seat))
        assert quantity <= int(state["dealt"][0]) / 2


@pytest.mark.parametrize("level", LEVEL)
def test_a_bid_that_cannot_be_is_called(level: str) -> None:
    game = get("liars_cards")
    for seed in range(4):
        state = game.new(4, seed)
        (seat,) = game.acting(state)
        assert state["dealt"][0] >= FEWEST_FOR_SYMBOLS
        game.apply(state, seat, CLAIM.id(int(state["dealt"][0]), 3))
        (seat,) = game.acting(state)
        assert bot(level, seed).choose(game, game.view(state, seat), seat) == CALL


@pytest.mark.parametrize("level", LEVEL)
def test_nobody_announces_a_bag_that_cannot_be(level: str) -> None:
    """Trials saw a bot announce the yellow chip that it held itself."""
    game = get("holmes_vs_moriarty")
    announced = 0
    for seed in range(6):
        for state, seat, _ in random_walk(Case(game, 2), seed, 60):
            if len(game.acting(state)) < 2:
                continue
            chosen = bot(level, seed).choose(game, game.view(state, seat), seat)
            if ANNOUNCE.has(chosen):
                announced += 1
                bag = game.text_of(state, chosen).removeprefix("announce ").removeprefix("bag=")
                unseen = state["bag"][0] + state["hand"][0, 1 - seat]
                assert all(bag.count(letter) <= n for letter, n in zip("BRGY", unseen, strict=True))
    assert announced > 0
