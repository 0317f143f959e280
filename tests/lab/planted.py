"""A game with known faults: whoever begins has a head start, one action is never worth it, and bots believe in another
that is worth little, so that a simple plan beats them.
"""

from __future__ import annotations

from matchbox.engine import (
    SEATS,
    About,
    Actions,
    Base,
    Game,
    Ints,
    Reasons,
    below,
    finish,
    public,
    record,
    rule,
    turn_to,
    u1,
    wide,
)

ROUNDS = 8
HEAD_START = 3

about = About(
    id="planted",
    name="Planted <faults> & more",
    box="Tests",
    designers="nobody",
    seats=range(2, 3),
    minutes="1",
    complexity=1,
    kind="faults",
    search_budget=20_000,
)


@record(seats=2)
class State(Base):
    starter = public(u1, high=1)
    turns = public(u1, high=2 * ROUNDS)
    tries = public(u1[SEATS], high=ROUNDS)  # of the bold action
    wasted = public(u1[SEATS], high=ROUNDS)


actions = Actions()
SAFE = actions.block("safe")
BOLD = actions.block("bold")
WASTE = actions.block("waste")
reasons = Reasons()
OVER = reasons("all turns are over")


@rule
def setup(s: State) -> None:
    s.starter = below(s, 2)
    s.score[s.starter] = HEAD_START
    turn_to(s, s.starter)


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    out[0], out[1], out[2] = SAFE.id(), BOLD.id(), WASTE.id()
    return 3


@rule
def apply(s: State, seat: int, action: int) -> None:
    """A bold try for two points fails seven times out of eight."""
    if action == SAFE.id():
        s.score[seat] += 1
    elif action == BOLD.id():
        s.tries[seat] += 1
        if below(s, 8) == 0:
            s.score[seat] += 2
    else:
        s.wasted[seat] += 1
        s.score[1 - seat] += 1
    s.turns += 1
    if s.turns == 2 * ROUNDS:
        finish(s, OVER)
    else:
        turn_to(s, 1 - seat)


@rule
def evaluate(s: State, seat: int) -> float:
    """The mistake: only bold tries count, and wasted turns."""
    mine, theirs = wide(s.tries[seat]) - s.wasted[seat], wide(s.tries[1 - seat]) - s.wasted[1 - seat]
    return float(mine - theirs) / (2.0 * ROUNDS)


@rule
def redeal(s: State, seat: int) -> None:
    """Nothing is hidden."""


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
    bound=lambda seats, options: 2 * ROUNDS,
    evaluate=evaluate,
    rollout_depth=1,
)
