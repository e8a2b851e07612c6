"""Remove clues from puzzles as long as the solution stays unique.

All puzzles of a batch are processed together: each step removes some clues of every puzzle, and
then counts the solutions of all these puzzles at once.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sudoku.batches.batch import UNKNOWN
from sudoku.generation.judge import QUICK_DIGITS, Digits, Flags, Judge
from sudoku.generation.strategies.strategy import Made
from sudoku.generation.symmetry import orbits_of

__all__ = ["are_minimal", "remove_at_random", "remove_clues", "turns_of"]

Turns = npt.NDArray[np.uint16]
"""For each puzzle and cell, when its clue is removed; the cells of an orbit share their turn."""

FIRST_SHARE = 3
"""The first step removes one in this many orbits, which is nearly always possible."""


def remove_at_random(
    judge: Judge, puzzles: Digits, rng: np.random.Generator, symmetry: str = "none", least: int = 0
) -> Made:
    """Remove the orbits of a symmetry in random order; see `remove_clues`."""
    turns = turns_of(orbits_of(judge.shape, symmetry), len(puzzles), rng)
    return remove_clues(judge, puzzles, turns, least)


def turns_of(orbits: tuple[tuple[int, ...], ...], size: int, rng: np.random.Generator) -> Turns:
    """Return random orders of the orbits; every order is equally likely.

    Examples
    --------
    >>> turns = turns_of(((0, 3), (1, 2)), 5, np.random.default_rng())
    >>> bool((turns[:, 0] == turns[:, 3]).all()), set(turns.ravel().tolist())
    (True, {0, 1})
    """
    orbit_of = np.empty(sum(map(len, orbits)), dtype=np.intp)
    for number, cells in enumerate(orbits):
        orbit_of[list(cells)] = number
    numbers = np.broadcast_to(np.arange(len(orbits), dtype=np.uint16), (size, len(orbits)))
    return np.take(rng.permuted(numbers, axis=1), orbit_of, axis=1)


def remove_clues(judge: Judge, puzzles: Digits, turns: Turns, least: int = 0) -> Made:
    """Remove the orbits in the given order, each only if the solution is proved to stay unique.

    One step tries several orbits together; if they cannot all be removed, the next step tries
    fewer. Removing clues never removes a solution, so the result is the same as one by one.

    Parameters
    ----------
    judge
        The judge for the shape and the rules of the puzzles.
    puzzles
        Puzzles with one solution each, one in each row.
    turns
        The order of removal.
    least
        The least number of clues that a puzzle keeps.

    Returns
    -------
    Made
        Puzzles with no redundant orbit, unless the judge gave up; see `Made.undecided`.
    """
    left, rows = puzzles.copy(), np.arange(len(puzzles))
    undecided = np.zeros(len(puzzles), dtype=np.int64)
    n_turns = int(turns.max(initial=0)) + 1
    begin = np.zeros((len(left), 1), dtype=turns.dtype)
    step = np.full_like(begin, max(1, n_turns // FIRST_SHARE))
    while len(rows):
        # The difference is unsigned: for turns before `begin` it is far above any step.
        taken = turns[rows] - begin[rows] < step[rows]
        is_last = step[rows, 0] == 1
        counts = _counts_without(judge, left[rows], taken, is_last, least)
        may_go = counts == 1
        gave_up = is_last & (counts == UNKNOWN)
        undecided[rows[gave_up]] += np.count_nonzero(left[rows] * taken, axis=1)[gave_up]
        left[rows[may_go]] *= ~taken[may_go]
        is_over = may_go | is_last
        begin[rows[is_over]] += step[rows[is_over]]
        step[rows[~may_go]] = np.maximum(1, step[rows[~may_go]] // 2)
        rows = rows[begin[rows, 0] < n_turns]
    return Made(left, undecided)


def _counts_without(
    judge: Judge, puzzles: Digits, taken: Flags, is_last: Flags, least: int
) -> npt.NDArray[np.int64]:
    """Return the number of solutions of each puzzle without the taken clues, at most 2.

    Only single orbits (`is_last`) get a second search: several orbits are tried again in smaller
    numbers anyway. On large boards it is their only search. The count is 0 if no clue would be
    removed, or too many.
    """
    trial = puzzles * ~taken
    asked = (trial != puzzles).any(axis=1)
    if least:
        asked &= np.count_nonzero(trial, axis=1) >= least
    counts = np.zeros(len(puzzles), dtype=np.int64)
    is_hard = is_last & judge.renames & (judge.n > QUICK_DIGITS)
    counts[asked & ~is_hard] = judge.count(trial[asked & ~is_hard])
    is_open = asked & (is_hard | (is_last & (counts == UNKNOWN)))
    counts[is_open] = judge.resolve(trial[is_open], puzzles[is_open])
    return counts


def are_minimal(judge: Judge, puzzles: Digits) -> Flags:
    """Return whether each puzzle, known to have one solution, is proved to need every clue."""
    minimal = np.ones(len(puzzles), dtype=np.bool_)
    for cell in range(judge.n_cells):
        rows = np.flatnonzero(minimal & (puzzles[:, cell] != 0))
        trial = puzzles[rows]
        trial[:, cell] = 0
        minimal[rows[judge.surely_count(trial, puzzles[rows]) != 2]] = False
    return minimal
