"""The outline of a puzzle: what its rules state, in a form in which symmetries can be seen.

Different statements that mean the same become the same: cells that differ because of a group or of
a relation are pairs, unless they lie in a common house anyway; and constraints are the languages
that they allow.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any, TypeAlias

from exactcover.runtime.search.limits import watched
from sudoku.geometry.shape import Shape
from sudoku.isomorphs.isomorphism import Isomorphism
from sudoku.isomorphs.languages import Languages
from sudoku.rules.base import Candidate, Rule
from sudoku.rules.binary_relation import barred_pairs, differ
from sudoku.rules.constraint import Constraint
from sudoku.statement.automaton import TooLargeError
from sudoku.statement.statement import Statement, statement

Sets: TypeAlias = frozenset[frozenset[int]]
Reading: TypeAlias = tuple[Any, tuple[frozenset[int], ...]]
"""A language, and the cells in the order of reading: those of a set may be permuted.

Instead of a language that would be too large there is the reader.
"""


@dataclass(frozen=True)
class Outline:
    """The statements of a puzzle's rules, in a form that can be compared.

    Attributes
    ----------
    n_cells, n
        The number of cells and of digits.
    languages
        The languages of the constraints.
    houses, links
        Sets of cells that hold every digit, and sets that hold the same digit.
    differing
        Pairs of cells, in no common house, that hold different digits.
    barred
        Candidates that are excluded.
    excluded
        Pairs of candidates of different digits, or in one house, that are not both true.
    constraints
        The other constraints; each has one reading, or two if it can be read from both ends.
    is_closed
        Whether a constraint is given by its reader, so that digits cannot be renamed.
    """

    n_cells: int
    n: int
    languages: Languages
    houses: Sets
    links: Sets
    differing: Sets
    barred: frozenset[Candidate]
    excluded: frozenset[frozenset[Candidate]]
    constraints: frozenset[frozenset[Reading]]
    is_closed: bool

    def digit_classes(self) -> list[list[int]]:
        """Return the digits in classes: those of a class can be renamed to each other in any way.

        Examples
        --------
        >>> from sudoku.rules.even_odd import EvenOdd
        >>> outline(Shape(2, 2), (EvenOdd(even=[(0, 0)]),)).digit_classes()
        [[1, 3], [2, 4]]
        """
        if not (self.barred or self.excluded or self.constraints):
            return [[*range(1, self.n + 1)]]
        cells, classes = tuple(range(self.n_cells)), list[list[int]]()
        for digit in watched(range(1, self.n + 1), every=1):
            for known in watched(classes, every=1):
                digits = list(range(1, self.n + 1))
                digits[digit - 1], digits[known[0] - 1] = known[0], digit
                if self.broken_by(Isomorphism(cells, tuple(digits))) is None:
                    known.append(digit)
                    break
            else:
                classes.append([digit])
        return classes

    def broken_by(self, map_: Isomorphism) -> str | None:
        """Return a description of what a map breaks; None if it is a symmetry.

        Examples
        --------
        >>> from sudoku.rules.classic import Classic
        >>> classic = outline(Shape(2, 1), (Classic(),))
        >>> classic.broken_by(Isomorphism((1, 0, 2, 3), (1, 2)))
        'houses'
        """
        if sorted(map_.cells) != list(range(self.n_cells)):
            return "cells of the board"
        if sorted(map_.digits) != list(range(1, self.n + 1)):
            return "digits of the puzzle"
        if self.is_closed and map_.digits != tuple(range(1, self.n + 1)):
            return "constraints"
        for what, own, moved in (
            ("houses", self.houses, _moved(self.houses, map_)),
            ("links of cells", self.links, _moved(self.links, map_)),
            ("pairs of cells that differ", self.differing, _moved(self.differing, map_)),
            ("barred candidates", self.barred, _candidates(self.barred, map_)),
            ("pairs of candidates", self.excluded, self._pairs(map_)),
            ("constraints", self.constraints, self._constraints(map_)),
        ):
            if own != moved:
                return what
        return None

    def _pairs(self, map_: Isomorphism) -> frozenset[frozenset[Candidate]]:
        return frozenset(_candidates(pair, map_) for pair in self.excluded)

    def _constraints(self, map_: Isomorphism) -> frozenset[frozenset[Reading]]:
        return frozenset(
            frozenset(
                (self._renamed(language, map_), tuple(_set(run, map_) for run in runs))
                for language, runs in readings
            )
            for readings in self.constraints
        )

    def _renamed(self, language: Any, map_: Isomorphism) -> Any:
        if isinstance(language, int):
            return self.languages.renamed(language, map_.digits)
        return language


def _set(cells: frozenset[int], map_: Isomorphism) -> frozenset[int]:
    return frozenset(map_.cells[cell] for cell in cells)


def _moved(sets: Sets, map_: Isomorphism) -> Sets:
    return frozenset(_set(cells, map_) for cells in sets)


def _candidates(candidates: frozenset[Candidate], map_: Isomorphism) -> frozenset[Candidate]:
    return frozenset((map_.cells[cell], map_.digits[digit - 1]) for cell, digit in candidates)


@lru_cache(maxsize=64)
def outline(shape: Shape, rules: tuple[Rule, ...]) -> Outline:
    """Return the outline of the puzzles of a shape and rules.

    Examples
    --------
    >>> from sudoku.rules.classic import Classic
    >>> len(outline(Shape(3, 3), (Classic(),)).houses)
    27
    """
    spec, languages = statement(shape, rules), Languages(shape.n)
    houses = frozenset(frozenset(house.cells) for house in spec.houses)
    together = {pair for house in spec.houses for pair in combinations(sorted(house.cells), 2)}
    groups = {pair for group in spec.groups for pair in combinations(sorted(group.cells), 2)}
    differing = (groups | spec.differing_pairs()) - together
    constraints = [
        frozenset(_readings(each, languages)) for each in watched(spec.constraints, every=1)
    ]
    return Outline(
        shape.n_cells,
        shape.n,
        languages,
        houses,
        frozenset(map(frozenset, spec.links)),
        frozenset(map(frozenset, differing)),
        frozenset(_barred(spec)),
        frozenset(_excluded(spec, together | differing)),
        frozenset(constraints),
        any(not isinstance(language, int) for each in constraints for language, _ in each),
    )


def _barred(spec: Statement) -> Iterator[Candidate]:
    for cell, mask in spec.barred.items():
        for k in range(mask.bit_length()):
            if mask >> k & 1:
                yield cell, k + 1


def _excluded(spec: Statement, differing: set[tuple[int, int]]) -> Iterator[frozenset[Candidate]]:
    """Yield the pairs of candidates that relations exclude, but for equal digits that differ."""
    for pair, supports in spec.relations.items():
        differs = pair in differing or differ(supports)
        for a, b in barred_pairs(supports):
            if a != b or not differs:
                yield frozenset(((pair[0], a), (pair[1], b)))


def _readings(constraint: Constraint, languages: Languages) -> Iterator[Reading]:
    """Yield a constraint as it is read from its first cell, and from its last one."""
    cells, reader = constraint.cells, constraint.reader
    try:
        language = languages.of_reader(reader, len(cells))
    except TooLargeError:
        runs = (cells,) if reader.is_symmetric else tuple((cell,) for cell in cells)
        yield (type(reader).__qualname__, reader), tuple(map(frozenset, runs))
        return
    yield language, _runs(languages, language, cells)
    try:
        backward = languages.reversed(language)
    except TooLargeError:
        return
    yield backward, _runs(languages, backward, cells[::-1])


def _runs(
    languages: Languages, language: int, cells: tuple[int, ...]
) -> tuple[frozenset[int], ...]:
    rest = iter(cells)
    sizes = languages.runs(language)
    return tuple(frozenset(next(rest) for _ in range(size)) for size in sizes)
