"""Holmes vs Moriarty: the rulebook's example round, step by step, as the rules page retells it."""

from __future__ import annotations

import re

from matchbox.engine import States
from matchbox.games.british_empire.holmes_vs_moriarty import game
from matchbox.games.british_empire.holmes_vs_moriarty.rules import PASS, PLACE
from matchbox.games.british_empire.holmes_vs_moriarty.sets import BAGS, LETTERS
from matchbox.games.british_empire.holmes_vs_moriarty.state import WINDOW
from matchbox.scene.page import page_of

from ..helpers import act, texts
from .test_rules import HOLMES, MORIARTY, chips, deals, letters, passes, place, position, with_tile_chips

STEPS = (  # a few words of each step on the page
    "Two tiles are turned up: 2 and 3. Holmes leads.",
    "The target is 5. Holmes places green and red. Moriarty places two reds and a blue",
    "Red and blue come out of the bag, one for each tile. Three chips are left",
    "The third tile is a 1. Moriarty leads.",
    "Moriarty places a blue chip. Holmes has one, and must copy.",
    "Yellow comes out of the bag. Two chips are left: green, and either blue or red.",
    "The fourth tile is a 2. Holmes leads again.",
    "Holmes places two blues, and Moriarty copies.",
    "Green comes out of the bag. The last chip is blue or red.",
    "Holmes hides three chips and scores 6 points. The players swap roles",
)


def up(state: States) -> list[int]:
    """The numbers of the tiles on the table."""
    return [int(n) for n in state["tiles"][0] if n]


def on_tiles(state: States) -> str:
    return "".join(LETTERS[n - 1] for n in state["on_tile"][0] if n)


def legal_sets(state: States, seat: int) -> set[str]:
    return {letters(PLACE.args(action)) for action in game.legal(state, seat)}


def bags(state: States) -> set[str]:
    """The bags that Holmes thinks possible."""
    unseen = "BBBBBBBBBBBBRRRRRRGGY"
    known = letters(tuple(int(n) for n in state["placed"][0].sum(axis=(0, 1)))) + on_tiles(state)
    for chip in known + letters(tuple(int(n) for n in state["hand"][0, HOLMES])):
        unseen = unseen.replace(chip, "", 1)
    found = set()
    for hand in deals(state, HOLMES):
        bag = [unseen.count(letter) - n for letter, n in zip(LETTERS, hand, strict=True)]
        found.add(letters(tuple(bag)))
    return found


def test_the_page_retells_the_ten_printed_steps() -> None:
    _, _, rest = page_of(game).partition("## An example round")
    section, _, _ = rest.partition("\n## ")
    items = re.findall(r"^(\d+)\. (.*?)(?=^\d+\. |\Z)", section, re.MULTILINE | re.DOTALL)
    assert [int(number) for number, _ in items] == list(range(1, 11))
    for (_, text), words in zip(items, STEPS, strict=True):
        assert words in " ".join(text.split())


def test_the_printed_round_can_be_played_as_printed() -> None:
    # 1: two tiles for Holmes
    state = position("G R BBBBBB", "RRR BBBBB", "RBYGR", 2, 3, 1, 2)
    assert up(state) == [2, 3]
    assert game.acting(state) == [HOLMES]
    # 2: sets worth 5; Moriarty cannot copy
    assert "RG" in legal_sets(state, HOLMES)
    place(state, HOLMES, "GR")
    assert game.acting(state) == [MORIARTY]
    assert legal_sets(state, MORIARTY) == {"BBBBB", "BBBR", "BRR"}
    # 3: two chips onto two tiles, and the first window
    state = with_tile_chips(state, "RB", (MORIARTY, PLACE.id(*chips("RRB"))))
    assert all(hand[2] == 0 for hand in deals(state, HOLMES))  # Moriarty has no green chip
    assert all("G" in bag for bag in bags(state))  # so the bag has one
    assert len(bags(state)) > 2  # and two chips that Holmes does not know
    assert (state["phase"][0], state["in_bag"][0]) == (WINDOW, 3)
    for seat in (HOLMES, MORIARTY):
        assert texts(game, state, seat) == ["pass", *(f"announce {bag}" for bag in BAGS if len(bag) == 3)]
    # 4: a tile for Moriarty
    passes(state, 1)
    assert up(state) == [2, 3, 1]
    passes(state, 1)
    assert game.acting(state) == [MORIARTY]
    # 5: Holmes must copy
    assert legal_sets(state, MORIARTY) == {"B"}
    place(state, MORIARTY, "B")
    passes(state, 1)
    assert legal_sets(state, HOLMES) == {"B"}
    place(state, HOLMES, "B")
    # 6: yellow leaves the bag
    state = with_tile_chips(state, "RBY", (HOLMES, PASS), (MORIARTY, PASS))
    assert state["in_bag"][0] == 2
    assert bags(state) == {"BG", "RG"}
    # 7: a tile for Holmes
    passes(state, 1)
    assert up(state) == [2, 3, 1, 2]
    passes(state, 1)
    assert game.acting(state) == [HOLMES]
    # 8: Moriarty must copy
    assert legal_sets(state, HOLMES) == {"BB"}
    place(state, HOLMES, "BB")
    passes(state, 1)
    assert legal_sets(state, MORIARTY) == {"BB"}
    place(state, MORIARTY, "BB")
    seen = letters(tuple(int(n) for n in state["placed"][0].sum(axis=(0, 1)))) + on_tiles(state)
    seen += letters(tuple(int(n) for n in state["hand"][0, HOLMES]))
    assert (seen.count("B"), seen.count("R")) == (11, 4)
    # 9: green leaves the bag, and red is more likely
    state = with_tile_chips(state, "RBYG", (HOLMES, PASS), (MORIARTY, PASS))
    assert state["in_bag"][0] == 1
    assert bags(state) == {"B", "R"}
    hands = [letters(tuple(hand)) for hand in deals(state, HOLMES)]
    assert (hands.count("BR"), hands.count("RR")) == (2, 1)  # two chances for red in the bag, one for blue
    act(game, state, (HOLMES, "announce R"), (MORIARTY, "pass"))
    # 10: right; three chips are worth 6 points
    assert state["open_bag"][0].tolist() == list(chips("R"))
    assert state["open_hand"][0, HOLMES].tolist() == list(chips("BBB"))
    assert state["score"][0].tolist() == [6, 0]
    assert state["sheet"][0, 0].tolist() == [6, 0]
    assert state["holmes_seat"][0] == MORIARTY
    assert (state["rounds"][0], state["in_bag"][0]) == (2, 5)
    assert game.acting(state) == [MORIARTY]
