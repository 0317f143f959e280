"""A game to test the search: the first move tosses a coin in public, the second names its side."""

from __future__ import annotations

from matchbox.engine import (
    About,
    Actions,
    Base,
    Game,
    Ints,
    Reasons,
    below,
    finish_with,
    public,
    record,
    rule,
    turn_to,
    u1,
    wide,
)

about = About(
    id="open_coin",
    name="Open Coin",
    box="Tests",
    designers="nobody",
    seats=range(2, 3),
    minutes="1",
    complexity=1,
    kind="open chance",
    search_budget=1000,
)


@record(seats=2)
class State(Base):
    fallen = public(u1)  # 1 or 2; 0 before the toss


actions = Actions()
NAME = actions.block("name", side=("heads", "tails"))
reasons = Reasons()
NAMED = reasons("the side was named, or not")


@rule
def setup(s: State) -> None:
    turn_to(s, 0)


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    out[0], out[1] = 0, 1
    return 2


@rule
def apply(s: State, seat: int, action: int) -> None:
    if s.fallen == 0:
        s.fallen = 1 + below(s, 2)
        turn_to(s, 0)
    else:
        finish_with(s, 0 if wide(s.fallen) == action + 1 else 1, NAMED)


@rule
def evaluate(s: State, seat: int) -> float:
    return 0.0


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
    bound=lambda seats, options: 2,
    evaluate=evaluate,
    rollout_depth=1,
)
