"""Attacks on a server of our own, on this machine only. Each module runs alone: `python -m tests.attacks.NAME`.

They print a table of what was tried and whether the server held. They are bounded in time and connections,
and no part of `make test`: the tests in `tests/server` hold each fix.
"""

from __future__ import annotations


def report(tried: str, held: bool, figure: str) -> bool:
    """Print a row of the table, and return whether the server held."""
    print(f"| {tried} | {'held' if held else 'BROKE'} | {figure} |", flush=True)
    return held
