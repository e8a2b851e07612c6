"""Canonical forms of puzzles, maps between puzzles, and random isomorphs."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from exactcover.runtime.arguments import generator
from exactcover.runtime.search.limits import Flag
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.work import limited
from sudoku.errors import RuleError
from sudoku.geometry.grid import Grid
from sudoku.isomorphs.graph import isomorphism_of
from sudoku.isomorphs.isomorphism import Isomorphism
from sudoku.isomorphs.lines import MOST_DIGITS, check_size, lines_of
from sudoku.isomorphs.outline import outline
from sudoku.isomorphs.symmetries import least_images, symmetries
from sudoku.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import PuzzleLike


def canonical(
    puzzle: PuzzleLike,
    *,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> Puzzle:
    """Return the canonical form of a puzzle: the least of all puzzles that are isomorphic to it.

    Two puzzles of the same shape and rules have the same form exactly if a symmetry of the rules
    takes one to the other. Puzzles are compared as lines of digits, row by row, in which a blank is
    0: the first cell in which they differ decides. This is also known as the minlex form.

    Parameters
    ----------
    puzzle
        Whatever `Puzzle.of` accepts; also a filled grid.
    time_limit, cancel, progress
        As for `solve`: when to stop, and who is told how far it is.

    Returns
    -------
    Puzzle
        The least puzzle, with the same rules.

    Raises
    ------
    ShapeError
        If there are more than 64 digits.
    GaveUpError
        If the rules have a large group of symmetries that is not that of rows, columns and boxes,
        and the puzzle has few clues, so that too many of its images begin alike.
    UnfinishedError
        If the time limit or `cancel` stopped the work.
    ImportError
        As for `symmetries`.

    Notes
    -----
    The form of a filled classic grid begins with 123456789. Its search branches where the rows so
    far can be written in several ways; of branches that an automorphism exchanges only one is
    searched.

    Examples
    --------
    >>> from sudoku import canonical
    >>> hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> canonical(hard).grid.to_line()
    '........1.....2.3...4.5.6.....6..7.....678.....3...9.....8...5...9...7.1.12....9.'
    >>> canonical("1......2.3.....4") == canonical("4......3.2.....1")
    True
    """
    asked = Puzzle.of(puzzle)
    check_size(asked.shape)
    with limited("the canonical form", time_limit, cancel, progress):
        form, _ = _to_form(asked)
    return Puzzle.unchecked(Grid.unchecked(asked.shape, form), asked.rules)


def isomorphic(
    puzzle: PuzzleLike,
    other: PuzzleLike,
    *,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> Isomorphism | None:
    """Return a map that takes one puzzle to another, if there is one.

    The map takes the clues to the clues, and what the rules state to what the other rules state. So
    the solutions of one puzzle are those of the other, and all techniques apply alike.

    Parameters
    ----------
    puzzle, other
        Whatever `Puzzle.of` accepts. Their rules may differ, for example the regions of jigsaws.
    time_limit, cancel, progress
        As for `canonical`.

    Returns
    -------
    Isomorphism | None
        The map, or None if the puzzles are essentially different.

    Raises
    ------
    ImportError
        As for `symmetries`, or if the shapes or the rules differ.
    UnfinishedError
        If the time limit or `cancel` stopped the work.

    Examples
    --------
    >>> from sudoku import isomorphic, transform
    >>> found = isomorphic("1......2.3.....4", "4......3.2.....1")
    >>> transform("1......2.3.....4", found).grid.to_line()
    '4......3.2.....1'
    >>> isomorphic("1......2.3.....4", "1......2.3.....3") is None
    True
    """
    one, two = Puzzle.of(puzzle), Puzzle.of(other)
    if _frequencies(one) != _frequencies(two):
        return None
    with limited("the comparison", time_limit, cancel, progress):
        return _map_between(one, two)


def _map_between(one: Puzzle, two: Puzzle) -> Isomorphism | None:
    lines = lines_of(one.shape, one.rules)
    if lines is not None and lines == lines_of(two.shape, two.rules) and lines.n <= MOST_DIGITS:
        (form, to_form), (other_form, to_other) = _to_form(one), _to_form(two)
        return to_form.then(to_other.inverse()) if form == other_form else None
    outlines = outline(one.shape, one.rules), outline(two.shape, two.rules)
    return isomorphism_of(outlines[0], one.grid.cells, outlines[1], two.grid.cells)


def transform(puzzle: PuzzleLike, isomorphism: Isomorphism) -> Puzzle:
    """Return the puzzle to which a symmetry of the rules takes a puzzle.

    It takes no limits: each statement of the rules is looked at once.

    Parameters
    ----------
    puzzle
        Whatever `Puzzle.of` accepts.
    isomorphism
        A map of the cells and digits that keeps the rules.

    Returns
    -------
    Puzzle
        The puzzle, with the same rules.

    Raises
    ------
    RuleError
        If the map does not keep the rules; the message says what of them it changes.

    Examples
    --------
    >>> from sudoku import Isomorphism, transform
    >>> names = Isomorphism(tuple(range(16)), (2, 3, 4, 1))
    >>> transform("1......2.3.....4", names).grid.to_line()
    '2......3.4.....1'
    >>> transform("1......2.3.....4", Isomorphism((1, 0, *range(2, 16)), (1, 2, 3, 4)))
    Traceback (most recent call last):
    sudoku.errors.RuleError: the map is no symmetry of the rules: it does not keep the houses
    """
    asked = Puzzle.of(puzzle)
    broken = outline(asked.shape, asked.rules).broken_by(isomorphism)
    if broken is not None:
        raise RuleError(f"the map is no symmetry of the rules: it does not keep the {broken}")
    return _moved(asked, isomorphism)


def random_isomorph(
    puzzle: PuzzleLike,
    seed: int | np.random.Generator | None = None,
    *,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> Puzzle:
    """Return a random puzzle that is isomorphic to a puzzle.

    Parameters
    ----------
    puzzle
        Whatever `Puzzle.of` accepts.
    seed
        The seed of the random numbers, or a generator; by default a new one. All symmetries of the
        rules are equally likely.
    time_limit, cancel, progress
        As for `canonical`.

    Returns
    -------
    Puzzle
        The puzzle, with the same rules.

    Raises
    ------
    ImportError
        As for `symmetries`.
    UnfinishedError
        If the time limit or `cancel` stopped the work.

    Examples
    --------
    >>> from sudoku import canonical, random_isomorph
    >>> other = random_isomorph("1......2.3.....4", seed=1)
    >>> canonical(other) == canonical("1......2.3.....4")
    True
    """
    asked, rng = Puzzle.of(puzzle), generator(seed)
    with limited("the random isomorph", time_limit, cancel, progress):
        lines = lines_of(asked.shape, asked.rules)
        return _moved(asked, lines.random(rng) if lines else symmetries(asked).random(rng))


def _to_form(puzzle: Puzzle) -> tuple[tuple[int, ...], Isomorphism]:
    """Return the canonical form of a puzzle, and a map to it."""
    lines = lines_of(puzzle.shape, puzzle.rules)
    if lines is None:
        return least_images(puzzle.shape, puzzle.rules).of(puzzle.grid.cells)
    found = lines.least(puzzle.grid.cells)
    return found.form, found.map


def _moved(puzzle: Puzzle, map_: Isomorphism) -> Puzzle:
    moved = map_.moved(puzzle.grid.cells)
    return Puzzle.unchecked(Grid.unchecked(puzzle.shape, moved), puzzle.rules, **puzzle.names)


def _frequencies(puzzle: Puzzle) -> list[int]:
    """Return how often each digit occurs, without the digits."""
    return sorted(Counter(puzzle.grid.cells).values())
