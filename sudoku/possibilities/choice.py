"""The choice of the engine that searches the true candidates of a puzzle."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from exactcover.runtime.arguments import generator
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.registry import find_name
from exactcover.runtime.search.limits import loading
from exactcover.runtime.search.request import Seed
from sudoku.geometry.shape import Shape, check_searchable
from sudoku.possibilities.engine import CandidateEngine
from sudoku.possibilities.searches_engine import SearchCandidates
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.rules.classic import Classic
from sudoku.solvers.base import names_of
from sudoku.solvers.bitmask.board_arrays import MOST_DIGITS, tables
from sudoku.statement.statement import statement
from sudoku.statement.whole_board import whole_board

Engine: TypeAlias = CandidateEngine | SearchCandidates
AUTO, BITBOARD, BITMASK, SEARCHES = METHODS = ("auto", "bitboard", "bitmask", "searches")


class Ground(NamedTuple):
    """A puzzle as engines take it.

    Attributes
    ----------
    puzzle
        The puzzle.
    rules
        Its rules, but for those that only bar digits from cells, such as pencil marks.
    root
        (n_cells,): the candidates that the clues and these other rules leave, a bit each. None for
        a board with more than 64 digits.
    """

    puzzle: Puzzle
    rules: tuple[Rule, ...]
    root: NDArray[np.uint64] | None


def ground_of(puzzle: Puzzle) -> Ground:
    """Return a puzzle as engines take it.

    The arrays of rules are made once for all puzzles that differ in clues and marks only.

    Examples
    --------
    >>> from sudoku import rule
    >>> puzzle = Puzzle(Shape(2, 2), [Classic(), rule("pencil_marks", [((0, 0), (1, 2))])])
    >>> ground = ground_of(puzzle)
    >>> ground.rules, ground.root[:2].tolist()
    ((Classic(),), [3, 15])
    """
    shape = puzzle.shape
    check_searchable(shape)
    statement(shape, puzzle.rules)  # raises an error if rules are wrong
    if shape.n > MOST_DIGITS:
        return Ground(puzzle, puzzle.rules, None)
    kept, root = [], np.full(shape.n_cells, (1 << shape.n) - 1, dtype=np.uint64)
    for rule in puzzle.rules:
        if only_bars(shape, rule):
            root &= np.array(statement(shape, (rule,)).domains(shape), dtype=np.uint64)
        else:
            kept.append(rule)
    for cell, digit in enumerate(puzzle.grid.cells):
        if digit:
            root[cell] &= np.uint64(1 << digit - 1)
    return Ground(puzzle, tuple(kept), root)


@lru_cache(maxsize=256)
def only_bars(shape: Shape, rule: Rule) -> bool:
    """Return whether a rule says nothing but which digits some cells do not hold."""
    stated = statement(shape, (rule,))
    others = (stated.houses, stated.groups, stated.relations, stated.links, stated.constraints)
    return not any(others)


def find_candidate_method(name: object) -> str:
    """Return a method of `true_candidates`, or raise a ProblemError.

    Examples
    --------
    >>> find_candidate_method("Bitmask")
    'bitmask'
    """
    return find_name("method", name, METHODS)


def seed_number(seed: Seed | None) -> int | None:
    """Return a number for a seed, which may be a generator; None without a seed.

    Examples
    --------
    >>> seed_number(None), seed_number(1) == seed_number(1)
    (None, True)
    """
    return None if seed is None else int(generator(seed).integers(1 << 62))


def candidate_engine(
    ground: Ground, cap: int | None, seed: int | None = None, method: str = AUTO
) -> Engine:
    """Return the engine of a method.

    Raises
    ------
    ProblemError
        If the method does not know the rules or the shape of the puzzle.

    Examples
    --------
    >>> candidate_engine(ground_of(Puzzle()), 1).name
    'bitboard'
    """
    puzzle, rules, root = ground
    shape = puzzle.shape
    has_masks = root is not None and whole_board(shape, rules) is None
    is_classic = shape == Shape(3, 3) and rules == (Classic(),)
    if method == AUTO:
        method = BITBOARD if is_classic else BITMASK if has_masks else SEARCHES
    if (method == BITBOARD and not is_classic) or (method == BITMASK and not has_masks):
        raise ProblemError(
            f"the method {method} does not know all that these rules say on a {shape} board: "
            f"{names_of(puzzle)}"
        )
    if method == SEARCHES or root is None:
        return SearchCandidates(puzzle, cap, seed)
    if method == BITBOARD:
        _load_bitboard()
        from sudoku.possibilities.bitboard_engine import BitboardCandidates

        return BitboardCandidates(root, cap, seed)
    made = tables(shape, rules)
    _load_bitmask(made.constraints is not None)
    from sudoku.possibilities.masks_engine import MaskCandidates

    return MaskCandidates(made, root, cap, seed)


@cache
def _load_bitboard() -> None:
    """Compile or load the kernels, before a search is timed."""
    with loading():
        from sudoku.possibilities.bitboard_engine import BitboardCandidates

        _run(BitboardCandidates(np.full(81, 511, dtype=np.uint64), 1))


@cache
def _load_bitmask(has_constraints: bool) -> None:
    """Compile or load the kernels with, or without, constraints beside houses."""
    from sudoku.rules.greater_than import GreaterThan

    with loading():
        from sudoku.possibilities.masks_engine import MaskCandidates

        rules = (Classic(), *[GreaterThan([((0, 0), (0, 1))])] * has_constraints)
        made = tables(Shape(2, 1), rules)
        _run(MaskCandidates(made, np.full(4, 3, dtype=np.uint64), 1))


def _run(engine: CandidateEngine) -> None:
    """Call both searches of an engine once."""
    with np.errstate(over="ignore"):  # words wrap around where kernels are not compiled
        engine.search_tree(1, 1)
        engine.search_probes(1, 1)
