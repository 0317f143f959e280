"""A game in which only a seat with a Mine has a choice. `broken` says that everybody knows who has none."""

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
    finish_with,
    owner,
    public,
    record,
    rule,
    turn_to,
    u1,
    wide,
)

ROUNDS = 8


@record(seats=2)
class State(Base):
    mine = owner(u1[SEATS])  # does the seat hold a Mine?
    asked = public(u1)


DECLINE, MINE = range(2)
reasons = Reasons()
OVER = reasons("everybody has answered")


@rule
def setup(s: State) -> None:
    for seat in range(2):
        s.mine[seat] = below(s, 2)
    turn_to(s, 0)


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    out[0] = DECLINE
    out[1] = MINE
    return 1 + wide(s.mine[seat])


@rule
def apply(s: State, seat: int, action: int) -> None:
    s.asked += 1
    if s.asked == ROUNDS:
        finish_with(s, seat, OVER)
    else:
        turn_to(s, 1 - seat)


@rule
def redeal(s: State, seat: int) -> None:
    s.mine[1 - seat] = below(s, 2)


@rule
def conserved(s: State) -> bool:
    return True


def mines(name: str, obvious: bool) -> Game:
    actions = Actions()
    actions.single("decline", obvious=obvious)
    actions.single("mine")
    return Game(
        About(name, "Mines", "Tests", "nobody", range(2, 3), "1", 1, "hidden cards"),
        State,
        actions,
        reasons,
        setup=setup,
        legal=legal,
        apply=apply,
        redeal=redeal,
        conserved=conserved,
        bound=lambda seats, options: ROUNDS,
    )


game, broken = mines("mines", obvious=False), mines("broken_mines", obvious=True)
