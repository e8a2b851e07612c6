"""Puzzles whose rows and columns may change places, as those of classic sudoku and Latin squares.

Their symmetries exchange bands, rows of a band, stacks, columns of a stack, and sometimes rows and
columns; and they rename the digits. No graph is needed for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from math import factorial, prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.search.limits import stop_if_due, watched
from sudoku.batches.arrays import Arrays, Limits
from sudoku.batches.kernel import N_POSITIONS
from sudoku.errors import ClashError, ShapeError
from sudoku.geometry.shape import Shape, box_hint
from sudoku.isomorphs.isomorphism import Isomorphism
from sudoku.rules.base import Rule
from sudoku.statement.statement import statement

if TYPE_CHECKING:
    from sudoku.isomorphs.canonical.state import State

MOST_DIGITS = 64
"""The most digits of a puzzle, whose sets are words."""
LIMITS = Limits(solutions=1, budget=1 << 14, nodes=1)
"""The limits of one call of the kernel, of which only the nodes count."""

Order = Sequence[int] | NDArray[np.integer]
"""Rows or columns of the board, in the order in which they come."""


class Lines(NamedTuple):
    """The symmetries of puzzles with stacks of p columns and bands of q rows.

    Attributes
    ----------
    p, q
        The columns of a stack, and the rows of a band.
    transposes
        Whether rows and columns may be exchanged.
    """

    p: int
    q: int
    transposes: bool

    @property
    def n(self) -> int:
        """The number of rows, columns and digits."""
        return self.p * self.q

    @property
    def order(self) -> int:
        """The number of symmetries."""
        n, p, q = self.n, self.p, self.q
        rows = factorial(n // q) * factorial(q) ** (n // q)
        columns = factorial(n // p) * factorial(p) ** (n // p)
        return int(rows * columns * (1 + self.transposes) * factorial(n))

    def map(
        self, rows: Order, columns: Order, digits: Order, *, is_transposed: bool = False
    ) -> Isomorphism:
        """Return the map that puts rows and columns in an order, after the board was transposed.

        `digits` are the names of the digits from 1 on.
        """
        n = self.n
        source = np.add.outer(np.asarray(rows) * n, np.asarray(columns))
        if is_transposed:
            row, column = divmod(source, n)
            source = column * n + row
        cells = np.empty(n * n, dtype=np.intp)
        cells[source.ravel()] = np.arange(n * n)
        return Isomorphism(tuple(cells.tolist()), tuple(map(int, digits)))

    def generators(self) -> list[Isomorphism]:
        """Return symmetries that generate all others."""
        n, still = self.n, range(self.n)
        names = range(1, n + 1)
        found = [self.map(rows, still, names) for rows in _exchanges(n, self.q)]
        found += [self.map(still, columns, names) for columns in _exchanges(n, self.p)]
        found += [self.map(still, still, [k + 1 for k in each]) for each in _neighbours(n, 1)]
        if self.transposes:
            found.append(self.map(still, still, names, is_transposed=True))
        return found

    def random(self, rng: np.random.Generator) -> Isomorphism:
        """Return a random symmetry; all are equally likely."""
        n = self.n
        is_transposed = self.transposes and bool(rng.integers(2))
        rows, columns = _shuffled(n, self.q, rng), _shuffled(n, self.p, rng)
        return self.map(rows, columns, 1 + rng.permutation(n), is_transposed=is_transposed)

    def least(self, cells: Sequence[int]) -> Found:
        """Return the lexicographically least form of a puzzle, and its automorphisms.

        Raises
        ------
        ClashError
            If two clues clash, which `Puzzle` does not allow.
        """
        from sudoku.isomorphs.canonical.search import CLASHES, canonicalise_some
        from sudoku.isomorphs.canonical.state import state_of

        n = self.n
        state = state_of(self.p, self.q, transposes=self.transposes, n_found=6 * n * n)
        puzzle = np.array([cells], dtype=np.uint8)
        arrays = Arrays(puzzle, np.empty((0, 2), np.uint16), puzzle.copy(), np.zeros(1, np.int64))
        position = np.zeros(N_POSITIONS, dtype=np.uint64)
        while not canonicalise_some(arrays, state, position, LIMITS):
            stop_if_due()
        if arrays.counts[0] == CLASHES:
            raise ClashError("clues clash, so the puzzle has no canonical form")
        return Found(self, state, cells)


class Found:
    """The least form of a puzzle, and the automorphisms of the puzzle.

    Parameters
    ----------
    lines
        The symmetries.
    state
        The result of a search: the position that wrote the least form.
    cells
        The puzzle.

    Attributes
    ----------
    form
        The digits of the form.
    """

    def __init__(self, lines: Lines, state: State, cells: Sequence[int]) -> None:
        from sudoku.isomorphs.canonical import state as names

        self._lines, self._cells = lines, cells
        self.form = tuple(state.best.tolist())
        at = state.best_rows.tolist()
        self._columns, self._rows = at[names.COLUMN], at[names.SOURCE]
        self._parts = at[names.CELL]
        self._classes = at[names.CLASS][: lines.n // lines.p]
        self._alike = at[names.ALIKE]
        self._is_transposed = bool(state.best_ids[names.TRANSPOSED])
        self._factors = state.factors[: int(state.search[names.N_FACTORS])].tolist()
        self._ways = state.found[: int(state.search[names.N_FOUND])].tolist()

    @property
    def map(self) -> Isomorphism:
        """A map of the puzzle to its form."""
        return self._map(self._rows, self._columns, is_transposed=self._is_transposed)

    @property
    def generators(self) -> list[Isomorphism]:
        """Generators of the automorphisms."""
        back = self.map.inverse()
        others = watched(chain(self._other_ways(), self._exchanges()), every=16)
        return [other.then(back) for other in others] + self._unused_digits()

    @property
    def order(self) -> int:
        """The number of automorphisms."""
        counts = [self._parts.count(k) for k in set(self._parts)]
        counts += [self._classes.count(k) for k in set(self._classes)]
        counts.append(self._lines.n - max(self.form))  # unused digits
        return int(prod(self._factors) * prod(self._alike) * prod(map(factorial, counts)))

    def _other_ways(self) -> Iterator[Isomorphism]:
        """Yield other maps to the same form, which the branches of the search found."""
        n = self._lines.n
        for is_transposed, *lines in self._ways:
            yield self._map(lines[:n], lines[n:], is_transposed=bool(is_transposed))

    def _exchanges(self) -> Iterator[Isomorphism]:
        """Yield other maps to the same form: lines or bands of lines that look alike change places.

        The columns that no row told apart are exchanged with their digits, and so are stacks; rows
        are exchanged if they are blank.
        """
        lines, still = self._lines, self._is_transposed
        for size, blocks in ((1, self._parts), (lines.p, self._classes)):
            for k, (one, other) in enumerate(pairwise(blocks)):
                if one == other:
                    columns = _exchanged(self._columns, k * size, size)
                    yield self._map(self._rows, columns, is_transposed=still)
        n, q = lines.n, lines.q
        is_blank = [not any(self.form[row * n : row * n + n]) for row in range(n)]
        for size in sorted({1, q}):
            for row in range(0, n - size, size):
                is_inside = size == q or row // q == (row + 1) // q
                if is_inside and all(is_blank[row : row + 2 * size]):
                    yield self._map(
                        _exchanged(self._rows, row, size), self._columns, is_transposed=still
                    )

    def _unused_digits(self) -> list[Isomorphism]:
        """Return exchanges of digits that are no clues."""
        n = self._lines.n
        still = range(n * n)
        unused = sorted(set(range(1, n + 1)) - set(self._cells))
        found = []
        for one, other in pairwise(unused):
            digits = list(range(1, n + 1))
            digits[one - 1], digits[other - 1] = other, one
            found.append(Isomorphism(tuple(still), tuple(digits)))
        return found

    def _map(self, rows: Order, columns: Order, *, is_transposed: bool) -> Isomorphism:
        """Return the map to the form for rows and columns in an order; the digits follow."""
        n = self._lines.n
        digits = [0] * n
        found = self._lines.map(rows, columns, range(1, n + 1), is_transposed=is_transposed)
        for cell, digit in enumerate(self._cells):
            if digit:
                digits[digit - 1] = self.form[found.cells[cell]]
        rest = iter(range(max(self.form) + 1, n + 1))
        return Isomorphism(found.cells, tuple([digit or next(rest) for digit in digits]))


def check_size(shape: Shape) -> None:
    """Raise a ShapeError if a puzzle has too many digits for a canonical form.

    >>> check_size(Shape(9, 9))
    Traceback (most recent call last):
    sudoku.errors.ShapeError: puzzles of 81 digits have no canonical form here: at most 64 digits \
are possible; 9x9 is the size of a box here: for a 9x9 grid write 3x3
    """
    if shape.n > MOST_DIGITS:
        raise ShapeError(
            f"puzzles of {shape.n} digits have no canonical form here: at most {MOST_DIGITS} "
            f"digits are possible{box_hint(shape)}"
        )


@lru_cache(maxsize=64)
def lines_of(shape: Shape, rules: tuple[Rule, ...]) -> Lines | None:
    """Return the symmetries of rows and columns, if these are all symmetries of the puzzles.

    Examples
    --------
    >>> from sudoku.rules.classic import Classic
    >>> lines_of(Shape(3, 3), (Classic(),)).order, lines_of(Shape(3, 2), (Classic(),)).order
    (1218998108160, 2488320)
    """
    spec = statement(shape, rules)
    if not spec.has_only_houses or shape.n_cells != shape.n**2 or len(shape.squares()) != 1:
        return None
    houses = {frozenset(house.cells) for house in spec.houses}
    crossing = {frozenset(line) for line in (*shape.rows(), *shape.columns())}
    if houses == crossing:
        return Lines(shape.n, 1, transposes=True)
    if houses == crossing | {frozenset(box) for box in shape.boxes()}:
        return Lines(shape.p, shape.q, transposes=shape.p == shape.q)
    return None


def _neighbours(n: int, size: int) -> Iterator[list[int]]:
    """Yield the orders of n lines in which two neighbouring blocks of lines are exchanged."""
    for start in range(0, n - size, size):
        yield _exchanged(range(n), start, size)


def _exchanges(n: int, size: int) -> Iterator[list[int]]:
    """Yield exchanges of neighbouring groups of lines, and of neighbouring lines of a group."""
    yield from _neighbours(n, size)
    for start in range(n - 1):
        if start // size == (start + 1) // size:
            yield _exchanged(range(n), start, 1)


def _exchanged(lines: Order, start: int, size: int) -> list[int]:
    """Return lines with two neighbouring blocks exchanged, the first of which begins at a place."""
    found = list(map(int, lines))
    middle, end = start + size, start + 2 * size
    found[start:end] = found[middle:end] + found[start:middle]
    return found


def _shuffled(n: int, size: int, rng: np.random.Generator) -> NDArray[np.intp]:
    """Return lines in a random order that keeps groups of lines together."""
    groups = np.arange(n).reshape(-1, size)[rng.permutation(n // size)]
    return rng.permuted(groups, axis=1).ravel()
