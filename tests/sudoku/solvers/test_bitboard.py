"""The parts of the vectors' kernel against plain counting, compiled and not."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from exactcover.runtime.kernels.jit import kernel
from sudoku.solvers.bitboard import digits, lanes, step
from sudoku.solvers.bitboard.vectors import has_any, lane_bits, lanes_set, load, store, word

pytestmark = pytest.mark.kernel

Words = NDArray[np.uint16]
N_CASES = 50


@kernel
def by_words(words: Words, out: Words) -> None:
    """Ask word by word which cells some digit has, several have, and two have."""
    places = load(words, np.uint64(0))
    some, several = digits.several_by_words(places)
    store(out, np.uint64(0), digits.any_by_words(places))
    store(out, np.uint64(1), some)
    store(out, np.uint64(2), several)
    store(out, np.uint64(3), digits.exactly_two(places))


@kernel
def by_pairs(words: Words, out: Words) -> None:
    """Ask the same pair by pair."""
    places = load(words, np.uint64(0))
    some, several = digits.several_by_pairs(places)
    store(out, np.uint64(0), digits.any_by_pairs(places))
    store(out, np.uint64(1), some)
    store(out, np.uint64(2), several)
    store(out, np.uint64(3), digits.exactly_two(places))


@kernel
def lock(words: Words, out: Words) -> None:
    """Keep the columns that are in a permutation."""
    store(out, np.uint64(0), step.locked_columns(load(words, np.uint64(0))))


@kernel
def look(words: Words, out: Words, found: Any) -> None:
    """Try what looks at single lanes."""
    places = load(words, np.uint64(0))
    found[0], found[1] = has_any(places), lanes_set(places)
    found[2] = word(places, np.uint64(7))
    store(out, np.uint64(0), lane_bits(np.uint64(7), np.uint64(0b101)) | ~places & 0xFF << 8)


def random_words(seed: int) -> Words:
    """Return places in the lanes that hold digits, from few to many."""
    random = np.random.default_rng(seed)
    share = random.random()
    bits = (random.random((lanes.N_LANES, 9)) < share) @ (1 << np.arange(9))
    return np.where(lanes.IS_DIGIT, bits, 0).astype(np.uint16)


@pytest.mark.parametrize("ask", [by_words, by_pairs])
def test_looks_across_digits(ask: Any) -> None:
    for seed in range(N_CASES):
        words, out = random_words(seed), np.zeros((4, lanes.N_LANES), dtype=np.uint16)
        ask(words, out.reshape(-1))
        for band in range(3):
            own = slice(lanes.lane(band, 1), lanes.lane(band, 9) + 1)
            n_digits = (words[own, np.newaxis] >> np.arange(9) & 1).sum(axis=0)
            wanted = [n_digits > 0, n_digits > 0, n_digits > 1, n_digits == 2]
            assert (out[:, own] == [[(w << np.arange(9)).sum()] * 9 for w in wanted]).all()


def test_locked_columns() -> None:
    orders = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    for seed in range(N_CASES):
        words, out = random_words(seed), np.zeros(lanes.N_LANES, dtype=np.uint16)
        lock(words, out)
        for digit in range(1, 10):
            own = [lanes.lane(band, digit) for band in range(3)]
            kept = [0, 0, 0]
            for stack in (0, 3, 6):
                for order in orders:
                    bits = [1 << stack + k for k in order]
                    if all(words[lane] & bit for lane, bit in zip(own, bits, strict=True)):
                        kept = [k | bit for k, bit in zip(kept, bits, strict=True)]
            assert out[own].tolist() == kept


def test_single_lanes() -> None:
    words, out, found = random_words(4), np.zeros(32, dtype=np.uint16), np.zeros(3, dtype=np.uint64)
    look(words, out, found)
    assert found.tolist() == [1, sum(1 << int(k) for k in np.flatnonzero(words)), words[7]]
    wanted = ~words & 0xFF00
    wanted[7] |= 0b101
    assert (out == wanted).all()
    look(np.zeros_like(words), out, found)
    assert found.tolist() == [0, 0, 0]
