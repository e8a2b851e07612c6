"""The digits that each cell may hold by the rules alone, before any clue."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial, reduce
from operator import or_
from typing import Any

from sudoku.geometry.shape import Cells, Shape
from sudoku.rules.base import Rule
from sudoku.rules.binary_relation import Supports, turned
from sudoku.rules.constraint import Constraint
from sudoku.rules.reader import Reader
from sudoku.statement.automaton import TooLargeError, combinations, layers
from sudoku.statement.bitsets import bits, digits_of, mask_of, mask_of_digits
from sudoku.statement.implied_sums import strengthened
from sudoku.statement.statement import Statement, statement

MOST_STEPS = 1 << 14
"""The most steps, or sets of digits, that are listed for one constraint."""

ALIKE = "the cells that hold the same digit"
"""The title of a link."""

FEW_STEPS, FEW_STATES = 1 << 7, 1 << 6
"""The limits of the check of clues before any search, which takes less than 1 ms."""

Filter = Callable[[list[int]], Iterable[int]]
"""A function from the domains of some cells to new, smaller domains."""


@lru_cache
def candidates(shape: Shape, rules: tuple[Rule, ...]) -> tuple[int, ...]:
    """Return for each cell the digits that no single rule bars, as a mask; bit ``d - 1`` is d.

    Relations, links and constraints are propagated to a fixed point; houses are left to the
    search. A digit that is removed is in no solution, but a digit that remains may be in none, too.

    Examples
    --------
    >>> from sudoku.rules.classic import Classic
    >>> candidates(Shape(2, 2), (Classic(),))[0]
    15
    """
    filters = [(cells, propagate) for _, cells, propagate in constraint_filters(shape, rules)]
    return _propagated(shape, strengthened(shape, rules), filters)


@lru_cache
def plain_candidates(shape: Shape, rules: tuple[Rule, ...]) -> tuple[int, ...]:
    """Return the digits that remain after a faster, weaker propagation than that of `candidates`.

    Examples
    --------
    >>> from sudoku.rules.even_odd import EvenOdd
    >>> plain_candidates(Shape(2, 2), (EvenOdd(even=[(0, 0)]),))[0]
    10
    """
    spec = statement(shape, rules)
    filters = [(cells, propagate) for _, cells, propagate in _filters(shape, spec, FEW_STEPS)]
    return _propagated(shape, spec, filters)


def _propagated(
    shape: Shape, spec: Statement, filters: Sequence[tuple[Cells, Filter]]
) -> tuple[int, ...]:
    """Return the digits that remain after propagation of relations and filters."""
    domains, full = spec.domains(shape), (1 << shape.n) - 1
    everything, first = list(filters), list(range(len(filters)))
    for pair, supports in spec.relations.items():
        propagate = _relation_filter(supports)
        if (domains[pair[0]], domains[pair[1]]) != (full, full) or not _is_idle(supports):
            first.append(len(everything))
        everything.append((pair, propagate))
    _to_fixed_point(domains, everything, first)
    return tuple(domains)


@lru_cache(maxsize=32)
def constraint_filters(
    shape: Shape, rules: tuple[Rule, ...]
) -> tuple[tuple[str, Cells, Filter], ...]:
    """Return title, cells and filter of each link, constraint and implied sum.

    Examples
    --------
    >>> from sudoku.rules.killer import Killer
    >>> [(title, cells, propagate)] = constraint_filters(
    ...     Shape(2, 2), (Killer([(3, [(0, 0), (0, 1)])]),))
    >>> title, cells, list(propagate([0b1111, 0b1111]))
    ('cage at row 1, column 1 of 3', (0, 1), [3, 3])
    """
    return tuple(_filters(shape, strengthened(shape, rules), MOST_STEPS))


def _filters(shape: Shape, spec: Statement, most: int) -> Iterator[tuple[str, Cells, Filter]]:
    """Yield the filters of links, and of constraints with at most `most` steps."""
    for link in spec.links:
        yield ALIKE, link, _agreeing
    peers = spec.peers(shape.n_cells) if spec.constraints else []
    for constraint in spec.constraints:
        is_of_different = are_different(constraint.cells, peers)
        propagate = _constraint_filter(constraint, shape.n, is_of_different, most)
        yield constraint.title, constraint.cells, propagate


def are_different(cells: Cells, peers: Sequence[int]) -> bool:
    """Return whether no two of the cells can hold the same digit; `peers` has a mask for each cell.

    Examples
    --------
    >>> are_different((0, 2), [0b110, 0b001, 0b001])
    True
    """
    mask = mask_of(cells)
    return all(mask & ~peers[cell] == 1 << cell for cell in cells)  # no cell is its own peer


def _to_fixed_point(
    domains: list[int], filters: list[tuple[Cells, Filter]], first: Iterable[int]
) -> None:
    """Apply filters, beginning with some of them, until the domains no longer change."""
    of_cell: defaultdict[int, list[int]] = defaultdict(list)
    waiting = dict.fromkeys(first)
    for number, (cells, _) in enumerate(filters) if waiting else ():
        for cell in cells:
            of_cell[cell].append(number)
    while waiting:
        number = next(iter(waiting))
        del waiting[number]
        cells, propagate = filters[number]
        before = [domains[cell] for cell in cells]
        for cell, old, new in zip(cells, before, propagate(before), strict=True):
            if new != old:
                domains[cell] = new
                waiting |= dict.fromkeys(other for other in of_cell[cell] if other != number)


def _agreeing(domains: list[int]) -> list[int]:
    common = domains[0]
    for domain in domains:
        common &= domain
    return [common] * len(domains)


@lru_cache
def _is_idle(supports: Supports) -> bool:
    """Return whether a relation removes no digit from two cells that may hold all digits."""
    full = (1 << len(supports)) - 1
    return _supported(supports, full, full) == (full, full)


@lru_cache
def _relation_filter(supports: Supports) -> Filter:
    return lambda domains: _supported(supports, *domains)


@lru_cache(maxsize=1 << 12)
def _supported(supports: Supports, first: int, second: int) -> tuple[int, int]:
    """Return the digits of two related cells that have a support in the other."""
    back = turned(supports)
    first = mask_of(k for k in bits(first) if supports[k] & second)
    return first, mask_of(k for k in bits(second) if back[k] & first)


def _constraint_filter(constraint: Constraint, n: int, is_of_different: bool, most: int) -> Filter:
    if constraint.is_symmetric and is_of_different:
        try:
            sets = combinations(constraint.reader, len(constraint.cells), n, MOST_STEPS)
        except TooLargeError:
            return lambda domains: domains
        return partial(_in_sets, sets)
    return partial(_in_steps, constraint.reader, most)


def fitting(sets: Iterable[int], domains: Sequence[int]) -> list[int]:
    """Return the sets of digits in which every cell has a possible digit, and every digit a cell.

    Examples
    --------
    >>> fitting([0b011, 0b101], [0b011, 0b011])
    [3]
    """
    union, own = reduce(or_, domains), set(domains)
    return [digits for digits in sets if not digits & ~union and all(map(digits.__and__, own))]


def _in_sets(sets: Sequence[int], domains: list[int]) -> list[int]:
    union = reduce(or_, fitting(sets, domains), 0)
    return [domain & union for domain in domains]


def _in_steps(reader: Reader[Any], most: int, domains: list[int]) -> tuple[int, ...]:
    return _on_a_path(reader, most, tuple(domains))


@lru_cache(maxsize=1 << 12)
def _on_a_path(reader: Reader[Any], most: int, domains: tuple[int, ...]) -> tuple[int, ...]:
    """Return the digits of cells that lie on a path to an accepted state of a reader."""
    try:
        steps = layers(reader, domains, most)
    except TooLargeError:
        return domains
    return tuple(mask_of_digits({arc.digit for arc in layer}) for layer in steps)


def fits(reader: Reader[Any], domains: list[int]) -> bool:
    """Return whether a constraint allows some tuple of digits of these domains.

    If more than a few states can be reached, the search is stopped and the result is True.

    Examples
    --------
    >>> from sudoku.rules.linear import SumTo
    >>> fits(SumTo(7), [0b0011, 0b1111])
    False
    """
    reached = {reader.start}
    for domain in domains:
        following = {reader.step(s, digit) for s in reached for digit in digits_of(domain)}
        reached = following - {None}
        if len(reached) > FEW_STATES:
            return True
    return any(map(reader.accepts, reached))
