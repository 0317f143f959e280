"""A game to test the search: both seats choose at the same time, once, and a matrix decides."""

from __future__ import annotations

import numpy as np

from matchbox.engine import (
    SEATS,
    About,
    Actions,
    Base,
    Game,
    Ints,
    Reasons,
    all_act,
    below,
    committed,
    finish_with,
    is_acting,
    owner,
    record,
    rule,
    u1,
    wide,
)

# The chance that seat 0 wins, in percent. In equilibrium seat 0 plays heads with probability 3/8, seat 1 with 1/4.
CHANCE = np.array([[90, 40], [30, 60]], np.int64)

about = About(
    id="pennies",
    name="Pennies",
    box="Tests",
    designers="nobody",
    seats=range(2, 3),
    minutes="1",
    complexity=1,
    kind="matrix game",
    search_budget=1000,
)


@record(seats=2)
class State(Base):
    side = owner(u1[SEATS])  # 1 or 2


actions = Actions()
SHOW = actions.block("show", secret=True, side=("heads", "tails"))
reasons = Reasons()
DRAWN = reasons("drawn lots")


@rule
def setup(s: State) -> None:
    all_act(s)


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    out[0], out[1] = 0, 1
    return 2


@rule
def apply(s: State, seat: int, action: int) -> None:
    s.side[seat] = action + 1
    if committed(s, seat):
        lot = below(s, 100)
        finish_with(s, 0 if lot < CHANCE[wide(s.side[0]) - 1, wide(s.side[1]) - 1] else 1, DRAWN)


@rule
def redeal(s: State, seat: int) -> None:
    if not s.over and not is_acting(s, 1 - seat):
        s.side[1 - seat] = 1 + below(s, 2)


@rule
def conserved(s: State) -> bool:
    return True


game = Game(
    about,
    State,
    actions,
    reasons,
    setup=setup,
    legal=legal,
    apply=apply,
    redeal=redeal,
    conserved=conserved,
    bound=lambda seats, options: 2,
)
