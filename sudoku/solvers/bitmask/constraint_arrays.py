"""The constraints of rules beside houses, as arrays for the bit-mask kernels."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations as subsets
from math import comb
from typing import NamedTuple

import numpy as np

from exactcover.runtime.kernels.types import I64, U32, U64
from sudoku.errors import ConstraintError
from sudoku.geometry.shape import Cells, Shape
from sudoku.rules.base import House
from sudoku.rules.binary_relation import Supports, both, turned
from sudoku.rules.constraint import Constraint
from sudoku.rules.linear import DifferenceOf, Linear, SumTo
from sudoku.solvers.bitmask.sum_tables import MOST_TABLED, SumTables, no_tables, sum_tables
from sudoku.statement.automaton import TooLargeError, combinations
from sudoku.statement.bitsets import bits, mask_of, mask_of_digits
from sudoku.statement.candidates import are_different
from sudoku.statement.mask_arrays import packed
from sudoku.statement.statement import Statement
from sudoku.statement.transitions import MOST_STEPS, Automaton, automaton

LISTED, SUMS, TURNED_SUMS = range(3)
"""The sets of a part of a sum: listed ones, or all of a size, weighed from the least sum or from
the greatest one."""
FIRST_CELL, END_CELL, FIRST_ROW, N_STATES, ARE_DIFFERENT, DECISIVE = range(6)
"""The columns of `ConstraintArrays.readings`."""
MOST_SETS = 256
"""A sum uses the sets of digits of cells that differ, unless there are more than this."""
MOST_ARRANGED_DIGITS, MOST_ARRANGED_STATES = 10, 64
"""Cells that differ are arranged where a list has room for sets of digits, a word for states."""
MOST_READ = 4
"""A sum that is too wide for a word becomes an automaton if it has no more cells than this."""
BITS_OF_DIGITS = 32
"""The most digits that are bits of a number in `ConstraintArrays.readings`."""
LAST_BIT = 63
"""The most sums, which are bits of a word."""


class ConstraintArrays(NamedTuple):
    """The constraints beside houses; see `constraint_arrays`.

    They are numbered: first pairs, then sums, then readings.

    ============ ==================== ============ ================================================
    array        shape, dtype         indexed by   holds
    ============ ==================== ============ ================================================
    peers        (n_cells, n_words)   cell, word   those that cannot hold the same digit, a bit
                                                   each; uint64
    pairs        (n_pairs, 3)         pair         two cells and their relation; uint32
    relations    (n_relations, 2, n)  relation     for each digit of one cell what the other may
                                                   hold, from either end; uint64
    sums         (n_sums, 4)          sum          where in `parts` its own begin and end, what the
                                                   weights of its parts add up to, and whether it is
                                                   wide: a word is too short for it; int64
    parts        (n_parts, 5)         part         where in `cells` and in `sets` its own begin and
                                                   end: cells that hold one of some sets; and which
                                                   sets: those, or all of so many digits, weighed by
                                                   their sums, see `sum_tables`; uint32
    factors      (n_parts,)           part         how often its weights count in a wide sum; int64
    cells        (n_places,)          place        cells of all of these; uint32
    sets         (n_sets,)            set          digits, a bit each; uint64
    weights      (n_sets,)            set          what the set counts for, at most 63; uint64
    readings     (n_readings, 6)      reading      where in `cells` its own begin and end, its first
                                                   row of `steps`, its states, whether it is an
                                                   arrangement: its cells differ, and the digits in
                                                   it whose places decide most, a bit each; uint32
    steps        (n_rows, n)          row, digit   the next state, from 1, or 0 where there is none;
                                                   a reading begins in its first state; uint32
    accepted     (n_rows,)            row          whether the reading may end there; uint32
    sum_tables   SumTables                         the sums of all sets of digits
    ============ ==================== ============ ================================================
    """

    peers: U64
    pairs: U32
    relations: U64
    sums: I64
    parts: U32
    factors: I64
    cells: U32
    sets: U64
    weights: U64
    readings: U32
    steps: U32
    accepted: U32
    sum_tables: SumTables

    @property
    def n_larger(self) -> int:
        """The number of constraints on more than two cells."""
        return len(self.sums) + len(self.readings)

    @property
    def most(self) -> tuple[int, int, int]:
        """The most parts that a sum has, cells that a reading has, and states of a reading."""
        n_parts = self.sums[:, 1] - self.sums[:, 0]
        n_cells = self.readings[:, 1] - self.readings[:, 0]
        counts = (n_parts, n_cells, self.readings[:, 3])
        most_parts, most_cells, most_states = (int(np.max(c, initial=0)) for c in counts)
        return most_parts, most_cells, most_states


class _Draft:
    """The constraint arrays while they are built."""

    def __init__(self, n: int, differing: Sequence[House]) -> None:
        self.n = n
        self.differing = differing
        # The arrays of `ConstraintArrays`, row after row.
        self.sums = array("q")
        self.parts = array("I")
        self.factors = array("q")
        self.cells = array("I")
        self.sets = array("Q")
        self.weights = array("Q")
        self.readings = array("I")
        self.sums_cells: list[Cells] = []
        self.readings_cells: list[Cells] = []
        self.automata: list[Automaton] = []
        self.has_tables = False
        self._known: dict[tuple[int, bool], tuple[int, int]] = {}
        self._rows: dict[int, int] = {}
        self._n_rows = 0

    def add_cells(self, cells: Iterable[int]) -> tuple[int, int]:
        """Add cells; return where they begin and end."""
        first = len(self.cells)
        self.cells.extend(cells)
        return first, len(self.cells)

    def add_sets(self, sets: Iterable[int], weights: Iterable[int]) -> tuple[int, int]:
        """Add sets of digits with weights; return where they begin and end."""
        first = len(self.sets)
        self.sets.extend(sets)
        self.weights.extend(weights)
        return first, len(self.sets)

    def add_sets_of(self, size: int, *, from_above: bool) -> tuple[int, int, int]:
        """Add all sets of `size` digits, by their sums; return the last columns of a part."""
        if self.n <= MOST_TABLED:
            self.has_tables = True
            return 0, 0, TURNED_SUMS if from_above else SUMS
        key = size, from_above
        if key not in self._known:
            self._known[key] = self.add_sets(*_weighed(self.n, size, from_above))
        return *self._known[key], LISTED

    def add_sum(
        self, cells: Cells, parts: Sequence[tuple[int, ...]], goal: int, factors: Sequence[int] = ()
    ) -> None:
        """Add a sum of parts; a wide one of parts times their factors, if there are such."""
        first = len(self.factors)
        for part in parts:
            self.parts.extend(part)
        self.factors.extend(factors or [1] * len(parts))
        self.sums.extend((first, len(self.factors), goal, bool(factors)))
        self.sums_cells.append(cells)

    def add_reading(
        self, cells: Cells, made: Automaton, decisive: Iterable[int], *, differ: bool
    ) -> None:
        """Add an automaton that reads cells, as an arrangement if they differ and it is small."""
        if id(made) not in self._rows:
            self._rows[id(made)] = self._n_rows
            self._n_rows += len(made.steps)
            self.automata.append(made)
        is_small = self.n <= MOST_ARRANGED_DIGITS and len(made.steps) <= MOST_ARRANGED_STATES
        place = (*self.add_cells(cells), self._rows[id(made)], len(made.steps))
        has_all = differ and len(cells) == self.n <= BITS_OF_DIGITS
        self.readings.extend((*place, differ and is_small, mask_of_digits(decisive) * has_all))
        self.readings_cells.append(cells)


def constraint_arrays(
    shape: Shape, stated: Statement, peers: Sequence[int]
) -> tuple[U64, ConstraintArrays | None]:
    """Return the constraints of rules, but for houses, groups and digits that exclude each other.

    - Links are relations of two cells.
    - A constraint on the set of digits of different cells is the sets that it allows.
    - A sum has a part for each few of its cells that differ: the sets of digits that those can
      hold, weighed by their sums, counted from the least or down from the greatest. A sum that is
      too wide for a word, or in which cells count several times, is kept by its bounds.
    - Any other constraint is an automaton.

    Parameters
    ----------
    shape
        The board.
    stated
        The statement of the rules.
    peers
        For each cell the set of the cells that cannot hold its digit.

    Returns
    -------
    The numbers of the constraints on each cell, as bits, (n_cells, n_words); and the
    constraints, or None if there are none.

    Raises
    ------
    ConstraintError
        If an automaton is too large.

    Examples
    --------
    >>> from sudoku.rules.killer import Killer
    >>> from sudoku.statement.statement import statement
    >>> stated = statement(Shape(2, 2), (Killer([(3, [(0, 0), (0, 1)])]),))
    >>> _, made = constraint_arrays(Shape(2, 2), stated, stated.peers(16))
    >>> made.sets.tolist(), made.cells.tolist()
    ([3], [0, 1])
    """
    n, draft = shape.n, _Draft(shape.n, (*stated.houses, *stated.groups))
    pairs, relations = _pairs(n, stated, peers)
    for constraint in stated.constraints:
        for add in (_add_sets, _add_sum, _add_wide_sum, _add_reading):
            if add(draft, constraint, peers):
                break
    looked_at = [cells[:2] for cells in pairs] + draft.sums_cells + draft.readings_cells
    watching = [0] * shape.n_cells
    for number, cells in enumerate(looked_at):
        bit = 1 << number
        for cell in cells:
            watching[cell] |= bit
    of_cell = packed(watching, len(looked_at))
    if not looked_at:
        return of_cell, None
    automata = draft.automata
    return of_cell, ConstraintArrays(
        packed(peers, shape.n_cells),
        np.array(pairs, dtype=np.uint32).reshape(-1, 3),
        np.array(relations, dtype=np.uint64).reshape(-1, 2, n),
        np.array(draft.sums, dtype=np.int64).reshape(-1, 4),
        np.array(draft.parts, dtype=np.uint32).reshape(-1, 5),
        np.array(draft.factors, dtype=np.int64),
        np.array(draft.cells, dtype=np.uint32),
        np.array(draft.sets, dtype=np.uint64),
        np.array(draft.weights, dtype=np.uint64),
        np.array(draft.readings, dtype=np.uint32).reshape(-1, 6),
        np.concatenate([np.empty((0, n), dtype=np.uint32), *(a.steps for a in automata)]),
        np.concatenate([np.empty(0, dtype=np.uint32), *(a.accepted for a in automata)]),
        sum_tables(n) if draft.has_tables else no_tables(),
    )


def _pairs(
    n: int, stated: Statement, peers: Sequence[int]
) -> tuple[list[tuple[int, int, int]], list[tuple[Supports, Supports]]]:
    """Return the pairs of cells with a relation, and the relations from either end.

    A relation of peers that says no more than that they are peers is left out.
    """
    full = (1 << n) - 1
    different = tuple([full ^ 1 << k for k in range(n)])
    numbers: dict[Supports, int] = {}
    pairs = []
    for (one, other), supports in stated.relations_with_links(n).items():
        are_peers = peers[one] >> other & 1
        own = both(supports, different) if are_peers else supports
        if not are_peers or own != different:
            pairs.append((one, other, numbers.setdefault(own, len(numbers))))
    return pairs, [(supports, turned(supports)) for supports in numbers]


def _add_sets(draft: _Draft, constraint: Constraint, peers: Sequence[int]) -> bool:
    """Add a constraint by its sets of digits, if it is about those and they are not too many."""
    cells = constraint.cells
    if not constraint.is_symmetric or not are_different(cells, peers):
        return False
    try:
        sets = combinations(constraint.reader, len(cells), draft.n, MOST_STEPS)
    except TooLargeError:
        return False
    place = draft.add_cells(cells)
    draft.add_sum(cells, [(*place, *draft.add_sets(sets, [0] * len(sets)), LISTED)], 0)
    return True


def _add_sum(draft: _Draft, constraint: Constraint, peers: Sequence[int]) -> bool:
    """Add a sum by parts, unless a word is too short for it."""
    cells, reader, n = constraint.cells, constraint.reader, draft.n
    if isinstance(reader, DifferenceOf):
        n_minus = reader.n_minus
    elif isinstance(reader, SumTo):
        n_minus = 0
    else:
        return False
    groups = [(group, 1) for group in _cliques(cells[n_minus:], peers, n)]
    groups += [(group, -1) for group in _cliques(cells[:n_minus], peers, n)]
    least = most = 0
    for group, sign in groups:
        low, high = _reach(n, len(group))
        least += low if sign > 0 else -high
        most += high if sign > 0 else -low
    total = reader.total
    from_above = most - total < total - least
    goal = most - total if from_above else total - least
    if not 0 <= goal <= LAST_BIT:
        return False
    parts = []
    for group, sign in groups:
        sets = draft.add_sets_of(len(group), from_above=from_above is (sign > 0))
        parts.append((*draft.add_cells(group), *sets))
    draft.add_sum(cells, parts, goal)
    return True


def _add_wide_sum(draft: _Draft, constraint: Constraint, peers: Sequence[int]) -> bool:
    """Add a sum by the bounds of its parts, if it has many cells."""
    cells, reader = constraint.cells, constraint.reader
    if not isinstance(reader, Linear) or len(cells) <= MOST_READ:
        return False
    factors = dict(zip(cells, reader.weights(len(cells)), strict=True))
    parts, of_part, goal = [], [], reader.total
    for factor in dict.fromkeys(factors.values()):
        alike = [cell for cell, own in factors.items() if own == factor]
        for group in _large_cliques(alike, draft, peers):
            sets = draft.add_sets_of(len(group), from_above=False)
            parts.append((*draft.add_cells(group), *sets))
            of_part.append(factor)
            goal -= factor * _reach(draft.n, len(group))[0]
    draft.add_sum(constraint.cells, parts, goal, of_part)
    return True


def _large_cliques(
    cells: Sequence[int], draft: _Draft, peers: Sequence[int]
) -> Iterator[list[int]]:
    """Part cells into few groups of different digits, always the largest first.

    The larger the groups, the more do they come to at least, and the less at most.
    """
    left = mask_of(cells)
    differing = [mask_of(house.cells) & left for house in draft.differing]
    while True:
        most = max((left & own for own in differing), key=int.bit_count, default=0)
        if most.bit_count() < 2:
            break
        left ^= most
        yield from _cliques(list(bits(most)), peers, draft.n)
    yield from _cliques(list(bits(left)), peers, draft.n)


def _cliques(cells: Sequence[int], peers: Sequence[int], n: int) -> list[list[int]]:
    """Part cells into few groups of different digits, greedily."""
    groups: list[list[int]] = []
    masks: list[int] = []
    most = _largest(n)
    for cell in cells:
        for k, group in enumerate(groups):
            if not masks[k] & ~peers[cell] and len(group) < most:
                group.append(cell)
                masks[k] |= 1 << cell
                break
        else:
            groups.append([cell])
            masks.append(1 << cell)
    return groups


@lru_cache
def _largest(n: int) -> int:
    """Return the most cells of a group: sets of so many digits, and of fewer, are not too many."""
    return next((size for size in range(n) if comb(n, size + 1) > MOST_SETS), n)


def _reach(n: int, size: int) -> tuple[int, int]:
    """Return the least and the greatest sum of different digits of a number."""
    return size * (size + 1) // 2, size * (2 * n + 1 - size) // 2


@lru_cache
def _weighed(n: int, size: int, from_above: bool) -> tuple[array[int], array[int]]:
    """Return all sets of digits of a size, and how far each is from the least or greatest sum."""
    low, high = _reach(n, size)
    sets = list(subsets(range(1, n + 1), size))
    weights = [high - sum(digits) if from_above else sum(digits) - low for digits in sets]
    return array("Q", map(mask_of_digits, sets)), array("Q", weights)


def _add_reading(draft: _Draft, constraint: Constraint, peers: Sequence[int]) -> bool:
    try:
        made = automaton(constraint.reader, len(constraint.cells), draft.n, MOST_STEPS)
    except TooLargeError:
        raise ConstraintError(
            f"{constraint.title}: more than {MOST_STEPS} ways to read its "
            f"{len(constraint.cells)} cells"
        ) from None
    differ = are_different(constraint.cells, peers)
    draft.add_reading(constraint.cells, made, constraint.reader.decisive, differ=differ)
    return True
