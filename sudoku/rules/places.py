"""Checks of the parameters of rules, and conversion of places (row, column) to cells."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeAlias

from exactcover.runtime.formatting import shown
from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape, place_in_words
from sudoku.geometry.words import place_named
from sudoku.rules.base import Rule
from sudoku.rules.binary_relation import Pair

Place: TypeAlias = tuple[int, int]
"""Row and column, both from 0; where rules are given, also the name of the cell, as in "r1c1"."""


def freeze(rule: Rule, *, has_text: bool = False, **fields: Any) -> None:
    """Set the fields of a frozen rule: sequences as tuples, numbers as ints, "r1c1" as a place.

    Raises
    ------
    RuleError
        If a value is not a sequence, an integer, the name of a cell or None; other texts are
        allowed with `has_text`.
    """
    for name, value in fields.items():
        object.__setattr__(rule, name, _frozen(rule, value, has_text))


def _frozen(rule: Rule, value: Any, has_text: bool) -> Any:
    if type(value) is int or value is None:
        return value
    if isinstance(value, str):
        place = place_named(value)
        if place is None and not has_text:
            raise RuleError(
                f"rule {rule.name!r}: {shown(value)} is no integer and no cell, such as 'r1c1'"
            )
        return value if place is None else place
    if isinstance(value, Mapping):
        raise RuleError(f"rule {rule.name!r}: {shown(value)} is a mapping: give a list of tuples")
    if type(value) is tuple or type(value) is list:  # the usual case, tested first for speed
        return tuple([v if _is_frozen(v) else _frozen(rule, v, has_text) for v in value])
    if isinstance(value, Iterable):
        return tuple(_frozen(rule, part, has_text) for part in value)
    try:
        return operator.index(value)
    except TypeError:
        raise RuleError(f"rule {rule.name!r}: {value!r} is not an integer") from None


def _is_frozen(value: Any) -> bool:
    """Return whether a value is an integer, or a tuple of integers, such as a place."""
    return type(value) is int or (type(value) is tuple and {*map(type, value)} == {int})


def title_of(what: str, place: Place) -> str:
    """Return the name of a thing with its place, counted from 1."""
    return f"{what} at {place_in_words(*place)}"


def cells_of(rule: Rule, shape: Shape, places: Sequence[Place]) -> tuple[int, ...]:
    """Return the numbers of the cells at some places.

    Raises
    ------
    RuleError
        If there are no places, one is not on the board, or one is given twice.
    """
    if not places:
        raise RuleError(f"rule {rule.name!r}: there are no cells")
    numbers = _numbers(shape)
    try:
        cells = tuple([numbers[place] for place in places])
    except (TypeError, LookupError):  # there is a mistake, or a place is a list
        cells = _cells_by_shape(rule, shape, places)
    if len(set(cells)) < len(cells):
        twice = next(place for k, place in enumerate(places) if place in places[:k])
        raise RuleError(f"rule {rule.name!r}: {title_of('cell', twice)} comes twice")
    return cells


@lru_cache(maxsize=16)
def _numbers(shape: Shape) -> dict[Place, int]:
    """Return the numbers of all cells of a board by their places."""
    return {shape.position(cell): cell for cell in range(shape.n_cells)}


def _cells_by_shape(rule: Rule, shape: Shape, places: Sequence[Place]) -> tuple[int, ...]:
    """Return the numbers of the cells, asking the shape; the error names the place that is none."""
    try:
        return tuple([shape.cell(row, column) for row, column in places])
    except (TypeError, ValueError, IndexError):
        raise _no_cell(rule, shape, places) from None


def _no_cell(rule: Rule, shape: Shape, places: Sequence[Place]) -> RuleError:
    """Return the error that names the first place that is no cell."""
    for place in places:
        try:
            shape.cell(*place)
        except TypeError:
            return RuleError(f"rule {rule.name!r}: {place!r} is not a row and a column")
        except IndexError:
            return RuleError(f"rule {rule.name!r}: {place_in_words(*place)} is not on the board")
    raise AssertionError("all places are cells")


def check_line(rule: Rule, line: Sequence[Place], *, jumps: bool = False) -> None:
    """Raise a RuleError if a line has fewer than two cells, or jumps although it must not."""
    if len(line) < 2:
        raise RuleError(f"rule {rule.name!r}: a line of {len(line)} cells, at least two are needed")
    for place, following in () if jumps else pairwise(line):
        if max(abs(place[0] - following[0]), abs(place[1] - following[1])) > 1:
            start, end = title_of("the line", place), place_in_words(*following)
            raise RuleError(f"rule {rule.name!r}: {start}, jumps to {end}")


def check_touching(rule: Rule, pair: Sequence[Place]) -> None:
    """Raise a RuleError unless two places share an edge."""
    if len(pair) != 2:
        raise RuleError(f"rule {rule.name!r}: {len(pair)} cells, where a pair is needed")
    (i, j), (k, m) = pair
    if abs(i - k) + abs(j - m) != 1:
        ends = f"{title_of('the cells', (i, j))} and {place_in_words(k, m)}"
        raise RuleError(f"rule {rule.name!r}: {ends} do not touch")


@lru_cache
def leaps(shape: Shape, *moves: Place) -> tuple[Pair, ...]:
    """Return all pairs of cells between which one of the moves (rows down, columns right) leads.

    Examples
    --------
    >>> leaps(Shape(2, 1), (0, 1))
    ((0, 1), (2, 3))
    """
    cells = {shape.position(cell): cell for cell in range(shape.n_cells)}
    pairs = [
        (cell, cells.get((row + down, column + right), -1))
        for (row, column), cell in cells.items()
        for down, right in moves
    ]
    return tuple([pair for pair in pairs if pair[1] >= 0])


def touching(shape: Shape) -> tuple[Pair, ...]:
    """Return all pairs of cells that share an edge."""
    return leaps(shape, (0, 1), (1, 0))


def pairs_of(rule: Rule, shape: Shape, pairs: Iterable[Sequence[Place]]) -> list[Pair]:
    """Return the numbers of the cells of pairs of places.

    Raises
    ------
    RuleError
        As `cells_of` does, or if a pair does not have two places.
    """
    found = []
    for pair in pairs:
        if len(pair) != 2:
            raise RuleError(f"rule {rule.name!r}: {len(pair)} cells, where a pair is needed")
        first, second = cells_of(rule, shape, pair)
        found.append((first, second))
    return found


def without(pairs: Iterable[Pair], others: Iterable[Pair]) -> list[Pair]:
    """Return the pairs that are not among others; the order of the cells in a pair is ignored.

    Examples
    --------
    >>> without([(0, 1), (1, 2)], [(1, 0)])
    [(1, 2)]
    """
    left_out = set(map(frozenset, others))
    return [pair for pair in pairs if frozenset(pair) not in left_out]


def pairs_at_edge(rule: Rule, shape: Shape, marked: Sequence[Place]) -> Iterator[Pair]:
    """Yield all pairs of a marked and an unmarked cell that share an edge.

    Raises
    ------
    RuleError
        As `cells_of` does.
    """
    cells = set(cells_of(rule, shape, marked))
    for pair in touching(shape):
        if len(cells.intersection(pair)) == 1:
            yield pair if pair[0] in cells else pair[::-1]


def region_cells(
    rule: Rule, shape: Shape, regions: str | Sequence[int] | Sequence[Sequence[int]]
) -> list[tuple[int, ...]]:
    """Return the cells of each region; the map has a name for each cell, in rows or one sequence.

    Raises
    ------
    RuleError
        If the map does not name a region for every cell.
    """
    rows: Sequence[Any] = regions.split() if isinstance(regions, str) else regions
    names = [name for row in rows for name in (row if isinstance(row, str | Sequence) else [row])]
    if len(names) != shape.n_cells:
        raise RuleError(
            f"rule {rule.name!r}: the map has {len(names)} cells, the board {shape.n_cells}"
        )
    members: dict[Any, list[int]] = {}
    for cell, name in enumerate(names):
        members.setdefault(name, []).append(cell)
    return [tuple(members[name]) for name in sorted(members)]


def way_of(line: Sequence[Place]) -> Place:
    """Return the direction (rows down, columns right) in which a line begins; (1, 0) for one cell.

    Examples
    --------
    >>> way_of([(0, 3), (1, 2), (2, 1)])
    (1, -1)
    """
    if len(line) < 2:
        return 1, 0
    (row, column), (row_2, column_2) = line[:2]
    return row_2 - row, column_2 - column
