"""Make the opening book of perfect play on the 6 x 6 board: python benchmarks/othellino_book.py --sides second,first

One side follows the book; its opponent may play anything. The book gets every position of that side with more empty
squares than the solver manages at the table, those with the most first. The proof (benchmarks/othellino_proof.py) gives
the line of perfect play; all other positions are solved. A later run continues from the file; `--seconds` of processor
time end a run early, and `--check N` solves N positions of the book again without it.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from pathlib import Path

from matchbox.engine import Game, States, get
from matchbox.engine.notation import parse_action
from matchbox.games.green_box.othellino.book import FILE, Known, Position, canonical, entries, known, position_of, save
from matchbox.games.green_box.othellino.solver import SOLVABLE, Solver

PROVED = "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3 b2 f3 f2"  # the line of the proof
VALUE = -4  # of the start for the first player
SIDES = ("first", "second")


def empties(state: States) -> int:
    return 36 - sum(int(pieces).bit_count() for pieces in state["pieces"][0])


def after(game: Game, state: States) -> Iterator[States]:
    seat = game.acting(state)[0]
    for action in game.legal(state, seat):
        following = state.copy()
        game.apply(following, seat, action)
        yield following


def enter(book: dict[Position, Known], state: States, found: Known) -> None:
    position, moved = canonical(position_of(state))
    book.setdefault(position, Known(moved[found.action], found.value))


def enter_line(game: Game, book: dict[Position, Known]) -> None:
    """Enter the line of the proof."""
    state = game.new(seed=0)
    first = game.acting(state)[0]
    for text in PROVED.split():
        seat = game.acting(state)[0]
        action = parse_action(game, state, seat, f"place {text}")
        if empties(state) > SOLVABLE[6]:
            enter(book, state, Known(action, VALUE if seat == first else -VALUE))
        game.apply(state, seat, action)


def grow(game: Game, book: dict[Position, Known], side: str, out: Path, seconds: float) -> None:
    """Add what is missing for one side."""
    solver, began = Solver(megabytes=256), time.thread_time()
    start = game.new(seed=0)
    mine = game.acting(start)[0] if side == "first" else 1 - game.acting(start)[0]
    level = {canonical(position_of(start))[0]: start}
    while level:
        following: dict[Position, States] = {}
        done, level = 0, dict(sorted(level.items(), key=lambda item: -empties(item[1])))
        for position, state in level.items():
            if game.acting(state)[0] == mine:
                if empties(state) <= SOLVABLE[6]:
                    continue
                if position not in book:
                    if time.thread_time() - began > seconds:
                        break
                    enter(book, state, Known(*solver.best(game, state, mine)))
                    save(book, out)
                done += 1
                book_move = known_in(book, state)
                state = state.copy()
                game.apply(state, mine, book_move.action)
                nexts = [state]
            else:
                nexts = list(after(game, state))
            for found in nexts:
                if not found["over"][0]:
                    following[canonical(position_of(found))[0]] = found
        spent = time.thread_time() - began
        most = max(empties(state) for state in level.values())
        print(f"{side}: {most} empty squares, {len(level)} positions, {done} in the book, {spent:.0f} s", flush=True)
        level = following


def known_in(book: dict[Position, Known], state: States) -> Known:
    position, moved = canonical(position_of(state))
    return Known(moved.index(book[position].action), book[position].value)


def check(game: Game, count: int, seed: int) -> None:
    """Solve positions of the book again: reached by random moves against it."""
    choose, solver = random.Random(seed), Solver(megabytes=256)
    for number in range(count):
        state = game.new(seed=seed + number)
        visited = []
        mine = number % 2
        while empties(state) > SOLVABLE[6] and (game.acting(state)[0] != mine or (entry := known(state))):
            seat = game.acting(state)[0]
            if seat == mine and entry:
                visited.append(state.copy())
            game.apply(state, seat, entry.action if seat == mine and entry else choose.choice(game.legal(state, seat)))
        last = visited[-1]
        found, entry = solver.best(game, last, mine)[1], known(last)
        assert entry
        print(f"{empties(last)} empty squares: book {entry.value:+d}, solver {found:+d}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sides", default=",".join(SIDES))
    parser.add_argument("--seconds", type=float, default=1e9, help="of processor time for each side")
    parser.add_argument("--check", type=int, default=0, help="only solve this number of positions of the book again")
    parser.add_argument("--out", type=Path, default=FILE)
    arguments = parser.parse_args()
    game = get("othellino")
    if arguments.check:
        check(game, arguments.check, 0)
        return
    book = dict(entries())
    enter_line(game, book)
    for side in arguments.sides.split(","):
        grow(game, book, side, arguments.out, arguments.seconds)
    save(book, arguments.out)


if __name__ == "__main__":
    main()
