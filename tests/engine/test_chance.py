"""The generator: ChaCha8's published key stream, unbiased draws, seeds."""

from __future__ import annotations

import numpy as np
import pytest

from matchbox.engine import Base, below, draw_kind, record, reseed, roll, shuffle, some_of
from matchbox.engine.chance import parse_seed, refill, seed_words, word


@record(seats=1)
class State(Base):
    """Only the generator."""


def generator(seed: int) -> np.ndarray:
    states = np.zeros(1, State.dtype)
    reseed(states[0], np.array(seed_words(seed), np.uint32), 0)
    return states


def test_the_key_stream_is_chacha8() -> None:
    words = np.zeros(16, np.uint32)
    refill(np.zeros(8, np.uint32), 0, words)
    stream = "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
    assert words.astype("<u4").tobytes().hex().startswith(stream)


def test_words_come_from_consecutive_blocks() -> None:
    s = generator(123)[0]
    key = np.array(seed_words(123), np.uint32)
    expected = []
    for block in range(3):
        words = np.zeros(16, np.uint32)
        refill(key, block, words)
        expected += words.tolist()
    assert [int(word(s)) for _ in range(48)] == expected


def test_draws_are_uniform() -> None:
    s = generator(5)[0]
    counts = np.zeros(7)
    for _ in range(7000):
        counts[below(s, 7)] += 1
    assert ((counts - 1000) ** 2 / 1000).sum() < 22.5  # chi squared, 6 degrees: one in a thousand
    assert {int(roll(s)) for _ in range(200)} == {1, 2, 3, 4, 5, 6}
    assert below(s, 1) == 0


def test_a_biased_draw_is_rejected() -> None:
    """With n = 3 * 2**29 a quarter of all words must be rejected."""
    n = 3 << 29
    values = []
    for seed in range(40):
        s = generator(seed)[0]
        values.append(int(below(s, n)))
        assert 0 <= values[-1] < n
    used = [int(generator_after(seed, n)) for seed in range(40)]
    assert max(used) > 1
    assert np.mean(values) == pytest.approx(n / 2, rel=0.25)


def generator_after(seed: int, n: int) -> int:
    s = generator(seed)[0]
    below(s, n)
    return int(s.used)


def test_all_orders_are_equally_likely() -> None:
    s = generator(9)[0]
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(6000):
        items = np.arange(3)
        shuffle(s, items, 3)
        counts[tuple(items.tolist())] = counts.get(tuple(items.tolist()), 0) + 1
    assert len(counts) == 6
    assert sum((n - 1000) ** 2 / 1000 for n in counts.values()) < 20.5


def test_all_members_of_a_set_are_equally_likely() -> None:
    s = generator(11)[0]
    counts = dict.fromkeys((0, 5, 61), 0)
    for _ in range(3000):
        counts[int(some_of(s, 1 | 1 << 5 | 1 << 61))] += 1
    assert sum((n - 1000) ** 2 / 1000 for n in counts.values()) < 13.8


def test_kinds_are_drawn_in_proportion_to_their_counts() -> None:
    s = generator(12)[0]
    firsts = np.zeros(4)
    for _ in range(1000):
        bag = np.array([3, 0, 1, 4], np.uint8)
        drawn = [int(draw_kind(s, bag, 8 - n)) for n in range(8)]
        assert sorted(drawn) == [0, 0, 0, 2, 3, 3, 3, 3]
        assert not bag.any()
        firsts[drawn[0]] += 1
    assert firsts[1] == 0
    assert firsts[[0, 2, 3]] == pytest.approx([375, 125, 500], abs=60)


def test_an_offset_is_added_to_the_seed_with_carry() -> None:
    states = np.zeros(2, State.dtype)
    seed = (1 << 96) - 3
    reseed(states[0], np.array(seed_words(seed), np.uint32), 5)
    reseed(states[1], np.array(seed_words(seed + 5), np.uint32), 0)
    assert states[0] == states[1]


def test_a_seed_is_a_number_digits_or_any_text() -> None:
    assert parse_seed(7) == parse_seed("7") == parse_seed(f"{7:064x}") == 7
    assert parse_seed("a rainy Sunday") == parse_seed("a rainy Sunday") > 1 << 200
    assert parse_seed(None) != parse_seed(None)
    with pytest.raises(ValueError, match="whole number"):
        parse_seed(-1)
    with pytest.raises(ValueError, match="whole number"):
        parse_seed(1 << 256)
