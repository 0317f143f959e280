"""The inputs of a network: a position as a short list, worked out from the record's declarations and a sample of play.

Each number that play changes is one choice among its values (a wide number among bins of them), and each set is its
members. A game may add features (`features.py` in its folder): real numbers, such as a difference of scores, that come
first. The commonest value and absent members are not listed, so a list is short. Fields of seats are read for all
seats, because a search has dealt them; fields that nobody sees are left out. The rows of the looking seat come first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from matchbox.engine import Game, States
from matchbox.engine.compiled import rule
from matchbox.engine.dialect import lowest, wide

NUMBER, PAIR, QUAD, SET = range(4)  # of one byte, two bytes, four bytes; a byte of a set
SIGNED = 4  # added to the kind of a signed number
BINS = 16  # for a number with many values
FEW = 24  # values that have an input each
RARE = 2e-4  # share of positions below which a value has no input
SKIPPED = {"acting", "over", "rank", "reason", "seats"}
Numbers = npt.NDArray[np.int64]


class Plan(NamedTuple):
    """Where to look: plain arrays, as compiled code needs them. Offsets are by looking seat, and rows by value."""

    byte_offsets: Any  # [seat, number]
    byte_rows: Any  # [number, byte]: the input, or -1
    set_offsets: Any
    set_rows: Any  # [set, bit]
    wide_offsets: Any
    wide_kinds: Any
    wide_lows: Any
    wide_starts: Any  # of a number's part of `wide_rows`
    wide_counts: Any
    wide_rows: Any
    sizes: Any  # the number of seats, of inputs, the room that a list needs, and the number of the game's features


class Element(NamedTuple):
    """A number or a byte of a set in the record."""

    kind: int
    offset: int
    stride: int  # from one seat's row to the next; 0 if it is the same for all
    row: int

    def offsets(self, seats: int) -> list[int]:
        """Its place for each looking seat."""
        return [self.offset + self.stride * ((self.row + looking) % seats) for looking in range(seats)]

    def read(self, raw: npt.NDArray[np.uint8], offset: int) -> Numbers:
        width = {NUMBER: 1, PAIR: 2, QUAD: 4, SET: 1}[self.kind % SIGNED]
        code = f"{'i' if self.kind >= SIGNED else 'u'}{width}"
        found: Numbers = np.ascontiguousarray(raw[:, offset : offset + width]).view(code)[:, 0].astype(np.int64)
        return found


def elements(game: Game, seats: int, declared: bool = True) -> Iterator[Element]:
    """Every number that some seat sees and that play depends on; only the phase, if not all `declared` fields."""
    state = game.State
    assert state.dtype.fields is not None
    for name, field in state.fields.items():
        if field.visible not in ("public", "owner") or field.derived or field.memory or name in SKIPPED:
            continue
        if not declared and name != "phase":
            continue
        part, offset = state.dtype.fields[name][:2]
        rows = seats if field.seat_axis == 0 else 1
        size = part.itemsize // (state.most_seats if rows > 1 else 1)
        width = int(field.code[1])
        is_set = width == 8 or field.code == "u4"
        kind = SET if is_set else {1: NUMBER, 2: PAIR, 4: QUAD}[width] + (SIGNED if field.code[0] == "i" else 0)
        for row in range(rows):
            for place in range(0, size, 1 if is_set else width):
                yield Element(kind, offset + place, size if rows > 1 else 0, row)


def plan_of(game: Game, seats: int, sample: States, declared: bool = True) -> Plan:
    """A plan from positions of typical play; the phase and the features alone, if not all `declared` fields."""
    raw = sample.view(np.uint8).reshape(len(sample), -1)
    bytes_: list[tuple[list[int], Numbers]] = []
    sets: list[tuple[list[int], list[int]]] = []
    wides: list[tuple[list[int], int, int, int, int]] = []
    wide_rows: list[int] = []
    inputs = game.feature_count
    for element in elements(game, seats, declared):
        offsets = element.offsets(seats)
        seen = np.concatenate([element.read(raw, offset) for offset in sorted(set(offsets))])
        if element.kind == SET:
            live = [RARE < np.mean(seen >> bit & 1) < 1 - RARE for bit in range(8)]
            if any(live):
                sets.append((offsets, [inputs + sum(live[:bit]) if live[bit] else -1 for bit in range(8)]))
                inputs += sum(live)
            continue
        values, times = np.unique(seen, return_counts=True)
        if 1 - times.max() / len(seen) < RARE:
            continue
        input_of = _choices(values, times, seen)
        if element.kind % SIGNED == NUMBER:
            numbers = np.arange(256)
            rows = input_of(np.where(numbers > 127, numbers - 256, numbers) if element.kind >= SIGNED else numbers)
            bytes_.append((offsets, np.where(rows >= 0, rows + inputs, -1)))
        else:
            low, high = (int(value) for value in np.quantile(seen, (0.005, 0.995)))
            rows = input_of(np.arange(low, min(high, low + 4000) + 1))
            wides.append((offsets, element.kind, low, len(wide_rows), len(rows)))
            wide_rows.extend(np.where(rows >= 0, rows + inputs, -1).tolist())
        inputs += int(rows.max()) + 1

    def by_seat(offsets: list[list[int]]) -> Numbers:
        return np.ascontiguousarray(np.array(offsets, np.int64).reshape(-1, seats).T)

    kinds, lows, starts, counts = (np.array([one[column] for one in wides], np.int64) for column in range(1, 5))
    room = game.feature_count + len(bytes_) + 8 * len(sets) + len(wides) + seats + 1
    return Plan(
        by_seat([offsets for offsets, _ in bytes_]),
        np.array([rows for _, rows in bytes_], np.int32).reshape(-1, 256),
        by_seat([offsets for offsets, _ in sets]),
        np.array([rows for _, rows in sets], np.int32).reshape(-1, 8),
        by_seat([one[0] for one in wides]),
        kinds,
        lows,
        starts,
        counts,
        np.array(wide_rows, np.int32),
        np.array([seats, inputs + 2 * seats, room, game.feature_count], np.int64),
    )


def _choices(values: Numbers, times: Numbers, seen: Numbers) -> Callable[[Numbers], Numbers]:
    """A function from numbers to inputs: one for each value, or for each bin of values; -1 for the commonest."""
    few = len(values) <= FEW
    kept = values[times > RARE * len(seen)] if few else np.unique(np.quantile(seen, np.arange(BINS) / BINS).astype(int))
    common = int(np.searchsorted(kept, values[times.argmax()], "right") - 1) if few else len(kept)

    def input_of(numbers: Numbers) -> Numbers:
        place = np.clip(np.searchsorted(kept, numbers, "right") - 1, 0, len(kept) - 1)
        return np.where(place == common, -1, place - (place > common))

    return input_of


@rule
def list_inputs(raw: Any, acting: int, seat: int, plan: Plan, found: Any) -> int:
    """List the inputs of a record, given as its bytes, as a seat looks at it; returns their number.

    The game's features are the first inputs, whatever their strengths.
    """
    n: int = plan.sizes[3]
    for feature in range(n):
        found[feature] = feature
    for e in range(plan.byte_offsets.shape[1]):
        row = plan.byte_rows[e, raw[plan.byte_offsets[seat, e]]]
        found[n] = row
        n += row >= 0
    for e in range(plan.set_offsets.shape[1]):
        left = wide(raw[plan.set_offsets[seat, e]])
        while left:
            row = plan.set_rows[e, lowest(left)]
            left &= left - 1
            found[n] = row
            n += row >= 0
    for e in range(plan.wide_offsets.shape[1]):
        place, kind = plan.wide_offsets[seat, e], plan.wide_kinds[e]
        value = wide(raw[place]) | wide(raw[place + 1]) << 8
        if kind == PAIR + SIGNED:
            value -= (value & 32768) << 1
        elif kind == QUAD or kind == QUAD + SIGNED:
            value |= wide(raw[place + 2]) << 16 | wide(raw[place + 3]) << 24
            if kind == QUAD + SIGNED:
                value -= (value & (1 << 31)) << 1
        row = plan.wide_rows[plan.wide_starts[e] + min(max(value - plan.wide_lows[e], 0), plan.wide_counts[e] - 1)]
        found[n] = row
        n += row >= 0
    seats, inputs = plan.sizes[0], plan.sizes[1]
    for other in range(seats):
        if acting >> other & 1:
            found[n] = inputs - 2 * seats + (other - seat + seats) % seats
            n += 1
    found[n] = inputs - seats + seat
    return n + 1


def sample_of(game: Game, seats: int, options: dict[str, Any], games: int = 300, most: int = 60_000) -> States:
    """Positions of random games."""
    chance, found = np.random.default_rng(1), []
    for number in range(games):
        state = game.new(seats, number, **options)
        for _ in range(400):
            if state["over"][0]:
                break
            found.append(state.copy())
            seat = int(chance.choice(game.acting(state)))
            game.compiled("apply_at")(state, 0, seat, int(chance.choice(game.moves(state, seat))))
        if len(found) > most:
            break
    return np.concatenate(found)
