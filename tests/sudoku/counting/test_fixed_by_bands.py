"""Grids that a symmetry relabels, counted band by band: against brute force and exact covers."""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from threading import Event

import numpy as np
import pytest

from sudoku import Puzzle, Shape, solutions
from sudoku.counting.band_numbers import BandNumbers
from sudoku.counting.bands_by_column_sets import Bands
from sudoku.counting.classes import Classes
from sudoku.counting.column_sets import ColumnSets
from sudoku.counting.conjugacy import CellSymmetry, cell_symmetries, permutation_of
from sudoku.counting.fixed_by_bands import count_fixed_by_bands
from sudoku.counting.fixed_grids import count_fixed, relabellings
from sudoku.counting.lines import Lines
from sudoku.counting.relabelled_bands import RelabelledBands
from tests.running import compiled
from tests.sudoku.counting.test_fixed_grids import RUSSELL_JARVIS

SLOW_SIZES = {144, 864, 1152, 1728, 5184}
"""Classes of symmetries of 3x3 of these sizes take more than a second each."""


@cache
def band_numbers(p: int, q: int) -> BandNumbers:
    classes, bands = Classes.of(p, q), Bands(q, p)
    numbers = [bands.count(classes.digits(k)) or 0 for k in range(len(classes))]
    return BandNumbers(classes, [number // factorial(q) for number in numbers])


def symmetries_of_lines(shape: Shape) -> list[tuple[CellSymmetry, Lines]]:
    """Return all classes of symmetries that take rows to rows, but the identity."""
    found = []
    for each in list(cell_symmetries(shape))[1:]:
        lines = Lines.of(shape, each.images)
        if lines is not None:
            assert lines.cells == each.images
            found.append((each, lines))
    return found


@pytest.mark.kernel
def test_relabelled_grids_are_those_of_brute_force() -> None:
    shape = Shape(2, 2)
    grids = [np.array(grid.cells) for grid in solutions(Puzzle(shape))]
    some = 0
    for each, lines in symmetries_of_lines(shape):
        n_relabelled = 0
        for grid in grids:
            pairs = set(zip(grid.tolist(), grid[list(each.images)].tolist(), strict=True))
            n_relabelled += len(pairs) == shape.n
        assert count_fixed_by_bands(lines, band_numbers(2, 2), Event()) == n_relabelled
        some += n_relabelled > 0
    assert some > 5


@compiled
@pytest.mark.kernel
@pytest.mark.parametrize("sides", [(2, 3), (3, 2)])
def test_relabelled_grids_are_those_of_exact_covers(sides: tuple[int, int]) -> None:
    shape = Shape(*sides)
    numbers = Counter(
        (
            count_fixed_by_bands(lines, band_numbers(*sides), Event()),
            count_fixed(shape, each.images, Event()),
        )
        for each, lines in symmetries_of_lines(shape)
        if any(relabellings(shape, each.images))
    )
    assert all(one == other for one, other in numbers)
    assert len(numbers) > 10


@compiled
@pytest.mark.kernel
def test_published_numbers_of_relabelled_grids() -> None:
    published = Counter(
        (int(size), int(grids))
        for size, grids in (entry.split("x") for entry in RUSSELL_JARVIS.split())
    )
    found: Counter[tuple[int, int]] = Counter()
    for each, lines in symmetries_of_lines(Shape(3, 3)):
        if each.size not in SLOW_SIZES:
            number = count_fixed_by_bands(lines, band_numbers(3, 3), Event()) or 0
            if number:
                found[each.size, number // 362880] += 1
    assert found <= published
    assert found.total() == 16


MOST_SETS = 3000
"""Sets of columns are all tried if there are at most so many."""


@pytest.mark.parametrize(("p", "q"), [(2, 2), (2, 3), (3, 2)])
def test_all_sets_of_columns_are_counted(p: int, q: int) -> None:
    shape = Shape(p, q)
    n_sets = 0
    for each, lines in symmetries_of_lines(shape):
        for cycles, _ in relabellings(shape, each.images):
            sets = ColumnSets.of(lines, cycles)
            patterns = sets.patterns
            if len(patterns) ** len(cycles) > MOST_SETS:
                continue  # they would take minutes
            wanted = 0
            digits = permutation_of(cycles)
            firsts = [sum(cycles[:k]) for k in range(len(cycles))]
            for chosen in product(range(len(patterns)), repeat=len(cycles)):
                own = np.zeros(shape.n, dtype=np.int64)
                is_closed = True
                for first, length, pattern in zip(firsts, cycles, chosen, strict=True):
                    digit = first
                    for _ in range(length):
                        own[digit], digit = pattern, digits[digit]
                        pattern = patterns.image[pattern]
                    is_closed &= own[first] == pattern
                offsets = patterns.offsets[own]
                counts = (offsets[..., None] == np.arange(p)).sum(axis=0)
                wanted += bool(is_closed and (counts == q).all())
            assert sets.weights.sum() == wanted
            n_sets += wanted
    assert n_sets > 10


@pytest.mark.kernel
def test_bands_are_looked_up() -> None:
    p, q, n = 3, 2, 6
    numbers, rng = band_numbers(p, q), np.random.default_rng(1)
    every = np.array([[rng.permutation(np.arange(n) % p) for _ in range(q)] for _ in range(20)])
    codes = (every * p ** np.arange(q)[::-1, None]).sum(axis=1)
    columns = every + p * np.arange(q)[:, None]
    bands = Bands(q, p)
    wanted = [bands.count(one.T.tolist()) for one in columns]
    assert numbers.count(codes).tolist() == wanted
    assert len(set(wanted)) > 1


@pytest.mark.kernel
@pytest.mark.parametrize(("p", "q"), [(2, 2), (2, 3), (3, 3)])
def test_orders_of_rows_save_no_bands(p: int, q: int) -> None:
    """A symmetry that moves nothing relabels all bands."""
    shape = Shape(p, q)
    n, rng = shape.n, np.random.default_rng(p)
    still = Lines(shape, tuple(range(n)), tuple(range(n)))
    every = np.array([[rng.permutation(np.arange(n) % p) for _ in range(q)] for _ in range(10)])
    codes = (every * p ** np.arange(q)[::-1, None]).sum(axis=1)
    found = RelabelledBands(still, p - 1).count(codes, [1] * n, Event())
    assert found is not None
    assert found.tolist() == band_numbers(p, q).count(codes).tolist()


@pytest.mark.kernel
def test_counting_relabelled_bands_is_stopped() -> None:
    due = Event()
    due.set()
    swap = Lines(Shape(2, 2), (0, 1, 2, 3), (1, 0, 3, 2))
    assert count_fixed_by_bands(swap, band_numbers(2, 2), due) is None


def test_bands_with_too_many_cells_are_refused() -> None:
    lines = Lines(Shape(2, 6), tuple(range(12)), (*range(10), 11, 10))
    with pytest.raises(OverflowError, match="66 orbits of cells, above 64"):
        RelabelledBands(lines, 0)


INVOLUTIONS = [1, 1, 2, 4, 10, 26, 76, 232, 764]
"""The number of permutations of 0, 1, ... 8 things that are their own inverses (OEIS A000085)."""
EXCHANGES = {
    "nothing": (0, 1, 2, 3, 4, 5, 6, 7),
    "columns": (1, 0, 3, 2, 5, 4, 7, 6),
    "two stacks": (2, 3, 0, 1, 4, 5, 6, 7),
    "two stacks, columns": (2, 3, 0, 1, 5, 4, 7, 6),
    "all stacks": (2, 3, 0, 1, 6, 7, 4, 5),
}


@pytest.mark.kernel
@pytest.mark.parametrize("columns", EXCHANGES.values(), ids=EXCHANGES)
def test_exchanged_bands_are_all_bands_with_fitting_columns(columns: tuple[int, ...]) -> None:
    """If two bands change places, the first one determines the grid.

    So the first band may be any one whose columns fit. The columns of a digit in it are a word of
    one bit for each stack. A relabelling fits if it takes the digits of a word to those of the
    image of the word, which is the complement of where the columns go, and is its own inverse.
    """
    shape = Shape(2, 4)
    every = np.array(list(combinations_with_replacement(range(16), 8)))
    is_fair = np.logical_and.reduce([(every >> k & 1).sum(axis=1) == 4 for k in range(4)])
    images = [0] * 16
    for word in range(16):
        for stack in range(4):
            # The digit is in this column of the first band; its image is in the second one.
            image = columns[2 * stack + (word >> 3 - stack & 1)]
            images[word] |= (1 - image % 2) << 3 - image // 2
    wanted = 0
    for words, n_bands in zip(
        every[is_fair].tolist(), band_numbers(2, 4).count(every[is_fair]).tolist(), strict=True
    ):
        times = Counter(words)
        if all(times[images[word]] == n for word, n in times.items()):
            n_fitting = prod(
                INVOLUTIONS[n] if images[word] == word else factorial(n)
                for word, n in times.items()
                if images[word] >= word
            )
            wanted += n_bands * n_fitting * factorial(8) // prod(map(factorial, times.values()))
    lines = Lines(shape, (4, 5, 6, 7, 0, 1, 2, 3), columns)
    assert count_fixed_by_bands(lines, band_numbers(2, 4), Event()) == wanted > 0
