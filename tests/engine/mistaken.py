"""A small game, and its rules with a mistake in them."""

from __future__ import annotations

from dataclasses import dataclass

RULES = '''"""Lots: draw until somebody draws a one."""

from matchbox.engine import (
    About, Actions, Base, Game, Ints, Reasons, SEATS, below, finish_with, public, record, rule, turn_to, u1,
)


@record(seats=2)
class State(Base):
    drawn = public(u1[SEATS])
    last = public(u1)


actions = Actions()
DRAW = actions.block("draw", lots=range(1, 3))
reasons = Reasons()
ONE = reasons("drew a one")
WORDS = {0: "none"}


@rule
def setup(s: State) -> None:
    turn_to(s, 0)


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    out[0], out[1] = DRAW.id(1), DRAW.id(2)
    return 2


@rule
def apply(s: State, seat: int, action: int) -> None:
    s.last = below(s, 2)
    s.drawn[seat] += 1
    settle(s, seat)


@rule
def settle(s: State, seat: int) -> None:
    if s.last == 1 or s.drawn[seat] > 50:
        finish_with(s, seat, ONE)
    else:
        turn_to(s, 1 - seat)


def unmarked(s: State) -> int:
    return 1


@rule
def redeal(s: State, seat: int) -> None:
    """Nothing is hidden."""


@rule
def conserved(s: State) -> bool:
    return True


about = About("lots", "Lots", "Tests", "nobody", range(2, 3), "1", 1, "lots")
game = Game(
    about, State, actions, reasons, setup=setup, legal=legal, apply=apply, redeal=redeal, conserved=conserved,
    bound=lambda seats, options: 200,
)
'''


@dataclass(frozen=True)
class Mistake:
    """A replacement in the rules, the words of the report, and the line that it must name."""

    right: str
    wrong: str
    words: str
    source: str = ""  # the line in the report, if it is not the last line of the wrong code

    @property
    def rules(self) -> str:
        assert RULES.count(self.right) == 1
        return RULES.replace(self.right, self.wrong)

    @property
    def shown(self) -> str:
        return self.source or self.wrong.splitlines()[-1].strip()

    @property
    def line(self) -> int:
        return 1 + [line.strip() for line in self.rules.splitlines()].index(self.shown)


ROLL = "    s.last = below(s, 2)"
MISTAKES = {
    "a field that is read": Mistake(
        "    if s.last == 1 or", "    if s.lsat == 1 or", 'State has no field "lsat"; did you mean "last"?',
        "if s.lsat == 1 or s.drawn[seat] > 50:",
    ),
    "a field that is set": Mistake(ROLL, "    s.latest = below(s, 2)", 'State has no field "latest"'),
    "a name": Mistake(ROLL, "    s.last = belwo(s, 2)", '"belwo" is not defined; did you mean "below"?'),
    "text in a field": Mistake(ROLL, '    s.last = "one"', "text does not fit where int is needed"),
    "an operator": Mistake(ROLL, '    s.last = 1 + "one"', "+ does not work with int and text"),
    "an index of a number": Mistake(ROLL, "    s.last[0] = 1", "this is a single int, so it has no elements"),
    "an index too many": Mistake(
        ROLL, "    s.last = s.drawn[0, 1]", "an array of shape (2,) cannot be indexed with a tuple"
    ),
    "a missing argument": Mistake(
        ROLL, "    s.last = below(s)", "wrong arguments for below(s, n): missing a required argument: 'n'"
    ),
    "an argument of another type": Mistake(
        ROLL, '    s.last = below(s, "two")', "below(s, n) does not accept (a record, text)"
    ),
    "a missing argument of a rule": Mistake(
        "    settle(s, seat)\n\n", "    settle(s)\n\n",
        "wrong arguments for settle(s, seat): missing a required argument: 'seat'", "settle(s)",
    ),
    "a missing parameter": Mistake(
        "def apply(s: State, seat: int, action: int) -> None:", "def apply(s: State, seat: int) -> None:",
        "wrong parameters of apply(s, seat): too many positional arguments",
    ),
    "two types": Mistake(
        ROLL, '    lot = 1\n    if seat:\n        lot = "one"\n    s.last = lot',
        '"lot" is int in one place and text in another',
    ),
    "two types in an expression": Mistake(
        ROLL, '    s.last = 1 if seat else "one"', "this value is int in one place and text in another"
    ),
    "a variable without a value": Mistake(
        ROLL, "    s.last = lot\n    lot = 1", '"lot" has no value here', "s.last = lot"
    ),
    "an attribute": Mistake(ROLL, "    s.last = DRAW.hsa(1)", 'a block of actions has no attribute "hsa"'),
    "a function that is no rule": Mistake(
        ROLL, "    s.last = unmarked(s)", 'mark "unmarked" with @rule, so that rules can call it'
    ),
    "a dictionary": Mistake(ROLL, "    s.last = WORDS[0]", 'rules cannot use "WORDS", which is of type dict'),
    "a rule that calls itself": Mistake(ROLL, "    apply(s, seat, 1)", "rules cannot call themselves, directly or not"),
    "a file": Mistake(
        ROLL, '    with open("lots") as file:\n        s.last = len(file)',
        "The 'with (context manager) as (variable):' construct is not supported", 'with open("lots") as file:',
    ),
}  # fmt: skip
