"""Bands with given columns, and their classes, against brute force."""

from collections.abc import Sequence
from itertools import permutations, product
from math import exp, factorial
from threading import Event

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku.counting.bands_by_column_sets import Bands, log_most_bands
from sudoku.counting.classes import Classes, write_leaves
from sudoku.counting.completions import Completions
from sudoku.counting.splits import Splits, n_splits

pytestmark = pytest.mark.kernel

SHAPES = [(2, 2), (2, 3), (3, 2), (2, 4)]


def digits_of(splits: Splits, chosen: Sequence[int]) -> list[list[int]]:
    """Return the columns of each digit, where the stacks have these splits."""
    sets = [split for number in chosen for split in splits.sets(number)]
    return [
        [column for column, own in enumerate(sets) if own >> digit & 1] for digit in range(splits.n)
    ]


def n_bands(digits: list[list[int]], q: int) -> int:
    """Return the number of bands, by trying all rows for all digits."""
    used: list[set[tuple[int, int]]] = [set()]
    for columns in digits:
        used = [
            cells | own
            for cells in used
            for rows in permutations(range(q))
            if not cells & (own := set(zip(columns, rows, strict=True)))
        ]
    return len(used)


@pytest.mark.parametrize(("p", "q"), SHAPES)
def test_splits_are_those_of_brute_force(p: int, q: int) -> None:
    splits = Splits(p, q)
    labels = [k for k in range(p) for _ in range(q)]
    wanted = {
        frozenset(frozenset(digit for digit, own in enumerate(order) if own == k) for k in range(p))
        for order in set(permutations(labels))
    }
    found = {
        frozenset(
            frozenset(digit for digit in range(splits.n) if own >> digit & 1)
            for own in splits.sets(number)
        )
        for number in range(len(splits))
    }
    assert found == wanted
    assert len(splits) == n_splits(p, q) == len(wanted)
    assert all(splits.number_of(splits.sets(k)[::-1]) == k for k in range(len(splits)))


@given(st.data())
def test_bands_are_those_of_brute_force(data: st.DataObject) -> None:
    p, q = data.draw(st.sampled_from(SHAPES[:3]))
    splits = Splits(p, q)
    chosen = data.draw(
        st.lists(st.integers(0, len(splits) - 1), min_size=q, max_size=q), label="splits"
    )
    digits = digits_of(splits, chosen)
    found = Bands(q, p).count(digits)
    assert found == n_bands(digits, q)
    assert found <= factorial(q) * exp(log_most_bands(p, q)) + 1e-6


def test_a_counter_of_bands_can_be_used_again() -> None:
    splits = Splits(2, 3)
    bands = Bands(3, 2)
    every = [digits_of(splits, chosen) for chosen in product(range(3), repeat=3)]
    assert [bands.count(one) for one in every] == [n_bands(one, 3) for one in every]


def test_counting_bands_is_stopped_and_repeated() -> None:
    due = Event()
    due.set()
    bands = Bands(4, 1)
    assert bands.count([[0, 1, 2, 3]] * 4, due) is None
    due.clear()
    assert bands.count([[0, 1, 2, 3]] * 4, due) == 576


@pytest.mark.parametrize(("p", "q", "n_classes"), [(2, 2, 2), (2, 3, 4), (3, 2, 3), (2, 4, 26)])
def test_classes_are_those_of_brute_force(p: int, q: int, n_classes: int) -> None:
    """Tuples are united by transpositions of digits and of stacks, which generate all."""
    classes = Classes.of(p, q)
    splits = classes.splits
    assert len(classes) == n_classes
    assert sum(classes.weights) == len(splits) ** q
    rng = np.random.default_rng(1)
    every = rng.integers(len(splits), size=(200, q)).astype(np.uint16)
    leaves = np.empty(len(every), dtype=np.uint32)
    write_leaves(every.copy(), classes.tree, leaves)
    own = classes.classes[leaves]
    for digit in range(splits.n - 1):
        swap = np.arange(splits.n, dtype=np.uint8)[None, :]
        swap[0, [digit, digit + 1]] = digit + 1, digit
        images = splits.images(swap, np.arange(len(splits), dtype=np.uint32))[0]
        write_leaves(images[every], classes.tree, leaves)
        assert (classes.classes[leaves] == own).all()
    write_leaves(np.roll(every, 1, axis=1), classes.tree, leaves)
    assert (classes.classes[leaves] == own).all()


@pytest.mark.parametrize(("p", "q"), [(2, 3), (3, 2)])
def test_classes_differ_where_brute_force_tells_them_apart(p: int, q: int) -> None:
    classes = Classes.of(p, q)
    splits = classes.splits
    seen: dict[tuple[int, ...], int] = {}
    every = list(product(range(len(splits)), repeat=q))
    leaves = np.empty(len(every), dtype=np.uint32)
    write_leaves(np.array(every, dtype=np.uint16), classes.tree, leaves)
    number = dict(zip(every, classes.classes[leaves].tolist(), strict=True))
    moves = np.array(list(permutations(range(splits.n))), dtype=np.uint8)
    images = splits.images(moves, np.arange(len(splits), dtype=np.uint32)).tolist()
    for place in range(len(classes)):
        one = classes.representative(place)
        orbit = {tuple(sorted(image[split] for split in one)) for image in images}
        own = [each for each in every if tuple(sorted(each)) in orbit]
        assert {number[each] for each in own} == {place}
        assert len(own) == classes.weights[place]
        seen |= dict.fromkeys(own, place)
    assert seen == number


@pytest.mark.parametrize("factor", [1, 70_001])
def test_the_second_of_two_bands_is_like_the_first(factor: int) -> None:
    classes = Classes.of(2, 3)
    numbers = [factor * number + 1 for number in range(1, len(classes) + 1)]
    completions = Completions(classes, numbers)
    found = sum(completions.sum(task, Event()) or 0 for task in range(completions.n_tasks))
    assert found == sum(w * n**2 for w, n in zip(classes.weights, numbers, strict=True))


def test_sums_of_more_than_64_bits_are_refused() -> None:
    classes = Classes.of(3, 2)
    with pytest.raises(OverflowError, match="more than 64 bits"):
        Completions(classes, [1 << 31, 1, 1])
