"""The steps of readers, the tuples of digits that they spell, and the sets that they allow."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations as subsets
from itertools import count
from math import comb
from typing import Any, NamedTuple, TypeAlias

from sudoku.rules.linear import SumTo
from sudoku.rules.reader import Reader
from sudoku.statement.bitsets import digits_of, mask_of_digits


class TooLargeError(Exception):
    """There are more steps, tuples or sets than the caller allows."""


class Arc(NamedTuple):
    """A step of a reader from one state to the next; states are numbered in each layer."""

    state: int
    digit: int
    next_state: int


Layers: TypeAlias = list[list[Arc]]


def layers(reader: Reader[Any], domains: Sequence[int], most: int) -> Layers:
    """Return for each cell the steps of a reader that lie on a path to an accepted state.

    Parameters
    ----------
    reader
        The reader of a constraint.
    domains
        The digits that each of its cells may hold, as masks.
    most
        The greatest number of steps.

    Raises
    ------
    TooLargeError
        If there are more steps.

    Examples
    --------
    >>> [len(layer) for layer in layers(SumTo(3), [0b1111, 0b1111], 100)]
    [2, 2]
    """
    step = reader.step
    numbers: dict[Hashable, int] = {reader.start: 0}
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
    alive = {number for state, number in numbers.items() if reader.accepts(state)}
    for k in reversed(range(len(forward))):
        forward[k] = [arc for arc in forward[k] if arc.next_state in alive]
        alive = {arc.state for arc in forward[k]}
    return forward


def tuples(steps: Layers, clashes: Callable[[int, int], bool], most: int) -> list[tuple[int, ...]]:
    """Return all tuples of digits that the steps spell.

    Parameters
    ----------
    steps
        The steps for each cell, see `layers`.
    clashes
        A function that returns whether two cells, given by their positions in the constraint, must
        hold different digits.
    most
        The greatest number of tuples. The number of steps that are tried is limited accordingly.

    Raises
    ------
    TooLargeError
        If there are more tuples, or the search for them takes too many steps.

    Examples
    --------
    >>> tuples(layers(SumTo(4), [7, 7], 100), lambda i, j: True, 100)
    [(1, 3), (3, 1)]
    """
    after: list[dict[int, list[Arc]]] = []
    for layer in steps:
        after.append({})
        for arc in layer:
            after[-1].setdefault(arc.state, []).append(arc)
    differing = [[j for j in range(i) if clashes(i, j)] for i in range(len(steps))]

    visits = count()

    def spell(word: tuple[int, ...], state: int) -> Iterator[tuple[int, ...]]:
        if next(visits) > most * (len(steps) + 1):
            raise TooLargeError
        at = len(word)
        if at == len(steps):
            yield word
            return
        used = {word[j] for j in differing[at]}
        for _, digit, following in after[at].get(state, ()):
            if digit not in used:
                yield from spell((*word, digit), following)

    found: list[tuple[int, ...]] = []
    for word in spell((), 0):
        if len(found) == most:
            raise TooLargeError
        found.append(word)
    return found


def combinations(reader: Reader[Any], size: int, n: int, most: int) -> tuple[int, ...]:
    """Return the sets of `size` different digits that a symmetric reader allows, as masks.

    They are cached for each reader.

    Raises
    ------
    TooLargeError
        If there are more than ``most`` sets.

    Examples
    --------
    >>> combinations(SumTo(8), 3, 9, 100)
    (19, 13)
    """
    if isinstance(reader, SumTo) and comb(n, size) <= most:
        return _by_sum(n, size).get(reader.total, ())
    return _combinations(reader, size, n, most)


@lru_cache
def _by_sum(n: int, size: int) -> dict[int, tuple[int, ...]]:
    """Return all sets of `size` digits by their sums."""
    sets: defaultdict[int, list[int]] = defaultdict(list)
    for digits in subsets(range(1, n + 1), size):
        sets[sum(digits)].append(mask_of_digits(digits))
    return {total: tuple(masks) for total, masks in sets.items()}


@lru_cache(maxsize=1 << 10)
def _combinations(reader: Reader[Any], size: int, n: int, most: int) -> tuple[int, ...]:
    reached: list[tuple[Hashable, int, int, int]] = [(reader.start, 0, 0, 0)]
    found = []
    while reached:
        state, mask, length, last = reached.pop()
        if length == size:
            if reader.accepts(state):
                found.append(mask)
            continue
        for digit in range(n - size + length + 1, last, -1):
            after = reader.step(state, digit)
            if after is not None:
                reached.append((after, mask | 1 << digit - 1, length + 1, digit))
        if len(found) > most:
            raise TooLargeError
    return tuple(found)
