"""The actions of a game: one fixed range of integers made of named blocks.

    actions = Actions()
    HOLD = actions.block("hold", blue=7, red=4, green=2)     # ids 0..55
    BID = actions.block("bid", quantity=range(1, 37), symbol=SYMBOLS)
    PASS = actions.single("pass")

Rules use `HOLD.id(blue, red, green)`, `HOLD.args(action)` and `HOLD.has(action)`, compiled or not.
`PASS` is the id itself. The text of an action is `hold blue=2 red=1 green=0`. The last argument
changes fastest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, NamedTuple

from .compiled import rule
from .dialect import wide

Domain = int | range | Sequence[str]
"""The values of an argument: 0..n-1, a range with step 1, or names (rules see their index)."""


class Block(NamedTuple):
    """A block as rules use it."""

    id: Callable[..., int]
    args: Callable[[int], tuple[int, ...]]
    has: Callable[[int], bool]
    first: int
    size: int


@dataclass(frozen=True)
class Named:
    """A block as texts use it: its names, and the option values that it needs."""

    name: str
    first: int
    count: int
    arguments: Mapping[str, Domain]
    when: Mapping[str, int | str]
    secret: bool | tuple[int, ...]
    obvious: bool | tuple[int, ...]
    pause: bool = False

    def holds(self, context: Mapping[str, Any]) -> bool:
        """Does the block exist in this context? Names missing from the context do not matter."""
        return all(context.get(name, value) == value for name, value in self.when.items())

    def is_secret(self, phase: int) -> bool:
        return _applies(self.secret, phase)

    def is_obvious(self, phase: int) -> bool:
        return _applies(self.obvious, phase)

    def values(self, action: int) -> dict[str, str]:
        """The arguments of an action of this block, as text."""
        rest = action - self.first
        found: dict[str, str] = {}
        for name, domain in reversed(list(self.arguments.items())):
            rest, index = divmod(rest, _size(domain))
            found[name] = _text(domain, index)
        return dict(reversed(found.items()))

    def text(self, action: int) -> str:
        values = self.values(action)
        if len(values) == 1 and not isinstance(next(iter(self.arguments.values())), int | range):
            return f"{self.name} {next(iter(values.values()))}"  # a lone name explains itself
        return " ".join([self.name, *(f"{k}={v}" for k, v in values.items())])


class Actions:
    """The action space of one game."""

    def __init__(self) -> None:
        self.blocks: list[Named] = []

    @property
    def count(self) -> int:
        """Number of ids over all option values."""
        return max((b.first + b.count for b in self.blocks), default=0)

    def block(
        self,
        name: str,
        when: Mapping[str, int | str] | None = None,
        secret: bool | tuple[int, ...] = False,
        obvious: bool | tuple[int, ...] = False,
        first: int = 0,
        **arguments: Domain,
    ) -> Block:
        """Add a block after all blocks that it can occur together with, at id `first` or later.

        `when` ties it to an option value; blocks of different values share ids. `secret` marks
        commitments, always or in some phases: everybody sees that a seat has chosen, but not what.
        `obvious` marks actions of which everybody knows when they are a seat's only legal action,
        always or in some phases: a table plays them for the seat. Where nothing is hidden all actions are.
        """
        if " " in name or any(" " in w for d in arguments.values() if not isinstance(d, int | range) for w in d):
            raise ValueError(f"action {name!r}: remove the spaces from its names")
        when = when or {}
        radices = [_size(domain) for domain in arguments.values()]
        starts = [domain.start if isinstance(domain, range) else 0 for domain in arguments.values()]
        first = max([first, *(b.first + b.count for b in self.blocks if _together(b.when, when))])
        count = 1
        for radix in radices:
            count *= radix
        self.blocks.append(Named(name, first, count, arguments, when, secret, obvious))
        return _compiled(first, count, radices, starts)

    def single(
        self,
        name: str,
        when: Mapping[str, int | str] | None = None,
        secret: bool | tuple[int, ...] = False,
        obvious: bool | tuple[int, ...] = False,
        pause: bool = False,
    ) -> int:
        """Add an action without arguments and return its id.

        `pause` marks one that only says that a player has seen enough, as after a game of a match. It is the only
        legal action then. No clock runs meanwhile; a table with clocks plays it for players who do not.
        """
        found = self.block(name, when, secret, obvious)
        self.blocks[-1] = replace(self.blocks[-1], pause=pause)
        return wide(found.first)

    def include(self, other: Actions, prefix: str, when: Mapping[str, int | str]) -> int:
        """Add all blocks of another game under these conditions and return the id of its action 0."""
        offset = max((b.first + b.count for b in self.blocks if _together(b.when, when)), default=0)
        for b in other.blocks:
            name, both = f"{prefix}.{b.name}", {**b.when, **when}
            self.blocks.append(replace(b, name=name, first=b.first + offset, when=both))
        return wide(offset)

    def named(self, action: int, context: Mapping[str, Any]) -> Named:
        """The block of an id in this context (the options, and whatever the game adds)."""
        for block in self.blocks:
            if block.first <= action < block.first + block.count and block.holds(context):
                return block
        raise ValueError(f"{action} is not an action of this game; ids run from 0 to {self.count - 1}")

    def text(self, action: int, context: Mapping[str, Any]) -> str:
        return self.named(action, context).text(action)

    def everything(self, context: Mapping[str, Any]) -> Iterator[tuple[int, Named, dict[str, str]]]:
        """All actions that exist in this context."""
        for block in self.blocks:
            if block.holds(context):
                for action in range(block.first, block.first + block.count):
                    yield action, block, block.values(action)


def grid(width: int, height: int) -> list[str]:
    """Names of the squares of a board, rank by rank from the top: a1 b1 ... a2 ..."""
    return [f"{chr(ord('a') + file)}{rank + 1}" for rank, file in product(range(height), range(width))]


def _applies(declared: bool | tuple[int, ...], phase: int) -> bool:
    return declared if isinstance(declared, bool) else phase in declared


def _size(domain: Domain) -> int:
    return domain if isinstance(domain, int) else len(domain)


def _text(domain: Domain, index: int) -> str:
    return str(index) if isinstance(domain, int) else str(domain[index])


def _together(a: Mapping[str, Any], b: Mapping[str, Any]) -> bool:
    """Can blocks with these conditions exist in the same game?"""
    return all(a[option] == b[option] for option in a.keys() & b.keys())


def _compiled(first: int, count: int, radices: list[int], starts: list[int]) -> Block:
    """Generate straight-line code that encodes and decodes exactly these arguments."""
    names = [f"a{i}" for i in range(len(radices))]
    encoded = "0"
    for name, radix, start in zip(names, radices, starts, strict=True):
        encoded = f"({encoded}) * {radix} + {name} - {start}"
    decoded, divisor = [], 1
    for radix, start in zip(reversed(radices), reversed(starts), strict=True):
        decoded.append(f"(action - {first}) // {divisor} % {radix} + {start}")
        divisor *= radix
    code = f"def id({', '.join(names)}): return {first} + {encoded}\n"
    code += f"def args(action): return ({''.join(d + ', ' for d in reversed(decoded))})\n"
    code += f"def has(action): return {first} <= action < {first + count}\n"
    space: dict[str, Any] = {}
    exec(code, space)  # safe: the code above contains nothing but our numbers
    return Block(rule(space["id"]), rule(space["args"]), rule(space["has"]), first, count)
