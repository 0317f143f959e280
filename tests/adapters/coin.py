"""A game in which a coin decides whether seat 1 gets a turn."""

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
)

about = About(
    id="coin",
    name="Coin",
    box="Tests",
    designers="nobody",
    seats=range(2, 3),
    minutes="1",
    complexity=1,
    kind="lots",
)


@record(seats=2)
class State(Base):
    tails = public(u1)


actions = Actions()
FLIP = actions.single("flip")
reasons = Reasons()
FLIPPED = reasons("flipped")


@rule
def setup(s: State) -> None:
    turn_to(s, 0)


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    out[0] = FLIP
    return 1


@rule
def apply(s: State, seat: int, action: int) -> None:
    s.tails = below(s, 2)
    if seat == 0 and s.tails:
        turn_to(s, 1)
    else:
        finish_with(s, seat, FLIPPED)


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
)
