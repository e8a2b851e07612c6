"""Constraints read cell by cell: which tuples they allow, and which steps."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import combinations as subsets
from itertools import count
from math import comb
from typing import Any, NamedTuple, TypeAlias

from sudoku.rules.constraint import Constraint, Sum
from sudoku.statement.bitsets import mask_of

__all__ = [
    "Arc",
    "Layers",
    "Reading",
    "TooLargeError",
    "combinations",
    "digits_of",
    "layers",
    "reading",
    "tuples",
]


class TooLargeError(Exception):
    """More steps or tuples than were to be written down."""


class Arc(NamedTuple):
    """One step of reading: from a state, by a digit, to a state; states are numbered by layer."""

    state: int
    digit: int
    next_state: int


Layers: TypeAlias = list[list[Arc]]


@lru_cache(maxsize=1 << 12)
def digits_of(mask: int) -> tuple[int, ...]:
    """Return the digits of a mask, in which bit ``d - 1`` stands for digit d.

    Examples
    --------
    >>> digits_of(0b1010)
    (2, 4)
    """
    return tuple(bit + 1 for bit in range(mask.bit_length()) if mask >> bit & 1)


def layers(constraint: Constraint | Reading, domains: Sequence[int], most: int) -> Layers:
    """Return for each cell of a constraint the steps that lie on a way to its end.

    Parameters
    ----------
    constraint
        The constraint, or how it is read.
    domains
        The digits that each of its cells may hold, as masks.
    most
        So many steps at most.

    Raises
    ------
    TooLargeError
        Where there are more.

    Examples
    --------
    >>> from sudoku.rules.constraint import Sum
    >>> [len(layer) for layer in layers(Sum("cage", (0, 1), 3), [0b1111, 0b1111], 100)]
    [2, 2]
    """
    step: Any = constraint.step
    accepts: Any = constraint.accepts
    numbers: dict[Hashable, int] = {constraint.start: 0}
    forward: Layers = []
    n_arcs = 0
    for domain in domains:
        following: dict[Hashable, int] = {}
        layer = []
        for state, number in numbers.items():
            for digit in digits_of(domain):
                after = step(state, digit)
                if after is not None:
                    layer.append(Arc(number, digit, following.setdefault(after, len(following))))
            if n_arcs + len(layer) > most:
                raise TooLargeError
        n_arcs += len(layer)
        forward.append(layer)
        numbers = following
    alive = {number for state, number in numbers.items() if accepts(state)}
    for k in reversed(range(len(forward))):
        forward[k] = [arc for arc in forward[k] if arc.next_state in alive]
        alive = {arc.state for arc in forward[k]}
    return forward


def tuples(steps: Layers, clashes: Callable[[int, int], bool], most: int) -> list[tuple[int, ...]]:
    """Return all tuples of digits that the steps spell.

    Parameters
    ----------
    clashes
        Tells whether two cells, by their places in the constraint, cannot hold the same digit.
    most
        So many tuples at most, and so much time to find them as they would take.

    Raises
    ------
    TooLargeError
        Where there are more, or they are too rare.

    Examples
    --------
    >>> from sudoku.rules.constraint import Sum
    >>> tuples(layers(Sum("cage", (0, 1), 4), [7, 7], 100), lambda i, j: True, 100)
    [(1, 3), (3, 1)]
    """
    after: list[dict[int, list[Arc]]] = []
    for layer in steps:
        after.append({})
        for arc in layer:
            after[-1].setdefault(arc.state, []).append(arc)
    rivals = [[j for j in range(i) if clashes(i, j)] for i in range(len(steps))]

    visits = count()

    def spell(word: tuple[int, ...], state: int) -> Iterator[tuple[int, ...]]:
        if next(visits) > most * (len(steps) + 1):
            raise TooLargeError
        at = len(word)
        if at == len(steps):
            yield word
            return
        taken = {word[j] for j in rivals[at]}
        for _, digit, following in after[at].get(state, ()):
            if digit not in taken:
                yield from spell((*word, digit), following)

    found: list[tuple[int, ...]] = []
    for word in spell((), 0):
        if len(found) == most:
            raise TooLargeError
        found.append(word)
    return found


def combinations(constraint: Constraint, n: int, most: int) -> tuple[int, ...]:
    """Return the sets of different digits that a symmetric constraint allows, as masks.

    They are kept for constraints that share their functions, as sums of one total do.

    Raises
    ------
    TooLargeError
        Where there are more than ``most``.

    Examples
    --------
    >>> from sudoku.rules.constraint import Sum
    >>> combinations(Sum("cage", (0, 1, 2), 8), 9, 100)
    (19, 13)
    """
    size = len(constraint.cells)
    if isinstance(constraint, Sum) and not constraint.minus and comb(n, size) <= most:
        return _by_sum(n, size).get(constraint.total, ())
    return _combinations(reading(constraint), size, n, most)


@lru_cache
def _by_sum(n: int, size: int) -> dict[int, tuple[int, ...]]:
    """Return all sets of so many digits by their sums."""
    sets: defaultdict[int, list[int]] = defaultdict(list)
    for digits in subsets(range(1, n + 1), size):
        sets[sum(digits)].append(mask_of(digits) >> 1)
    return {total: tuple(masks) for total, masks in sets.items()}


@lru_cache(maxsize=1 << 10)
def _combinations(reading: Reading, size: int, n: int, most: int) -> tuple[int, ...]:
    step: Any
    accepts: Any
    step, start, accepts = reading
    reached: list[tuple[Hashable, int, int, int]] = [(start, 0, 0, 0)]
    found = []
    while reached:
        state, mask, length, last = reached.pop()
        if length == size:
            if accepts(state):
                found.append(mask)
            continue
        for digit in range(n - size + length + 1, last, -1):
            after = step(state, digit)
            if after is not None:
                reached.append((after, mask | 1 << digit - 1, length + 1, digit))
        if len(found) > most:
            raise TooLargeError
    return tuple(found)


class Reading(NamedTuple):
    """How a constraint is read, in parts that are equal where they do the same."""

    step: Hashable
    start: Hashable
    accepts: Hashable


def reading(constraint: Constraint) -> Reading:
    """Return how a constraint is read."""
    return Reading(_key(constraint.step), constraint.start, _key(constraint.accepts))


def _key(function: Callable[..., Any]) -> Hashable:
    """Return what two functions share that do the same: partials are not equal by themselves."""
    if isinstance(function, partial) and not function.keywords:
        try:
            hash(function.args)
        except TypeError:
            return function
        return _Called(function.func, *function.args)
    return function


class _Called(partial[Any]):
    """A function with its first arguments, equal to others of the same."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Called) and (self.func, self.args) == (other.func, other.args)

    def __hash__(self) -> int:
        return hash((self.func, self.args))
