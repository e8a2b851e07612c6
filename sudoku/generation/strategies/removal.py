"""Remove clues from puzzles as long as the solution stays unique.

All puzzles of a batch are processed together: each step removes some clues of every puzzle, and
then counts the solutions of all these puzzles at once.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sudoku.batches.batch import UNKNOWN
from sudoku.generation.batch_counts import QUICK_DIGITS, Digits, Flags, Judge
from sudoku.generation.strategies.strategy import Made
from sudoku.generation.symmetry import orbits_of

Orbits = tuple[tuple[int, ...], ...]

Turns = npt.NDArray[np.uint16]
"""For each puzzle and cell, when its clue is removed; the cells of an orbit share their turn."""

FIRST_SHARE = 3
"""The first step removes one in this many orbits, which is nearly always possible."""
UNIFORM_DIGITS = 20
"""The most digits of a board whose orders of removal are all equally likely."""
MIXED_DIGITS = 25
"""The most digits of a board whose orders are mixed, if they go by digits."""
FIRST_NODES = 500
"""The most nodes of the first search for another solution of a puzzle on a large board."""
MORE_NODES = 2
"""By how much the limit grows each time."""


def remove_at_random(
    judge: Judge, puzzles: Digits, rng: np.random.Generator, symmetry: str = "none", least: int = 0
) -> Made:
    """Remove the orbits of a symmetry in random order; see `remove_clues`.

    On large boards the order is more or less digit by digit; see `is_grouped`.
    """
    orbits = orbits_of(judge.shape, symmetry)
    if is_grouped(judge):
        turns = turns_by_digit(orbits, puzzles, rng)
    else:
        turns = turns_of(orbits, len(puzzles), rng)
    return remove_clues(judge, puzzles, turns, least)


def is_grouped(judge: Judge) -> bool:
    """Return whether strategies should go through the clues by `turns_by_digit`."""
    return judge.renames and judge.n > UNIFORM_DIGITS


def turns_of(orbits: Orbits, size: int, rng: np.random.Generator) -> Turns:
    """Return random orders of the orbits; every order is equally likely.

    Examples
    --------
    >>> turns = turns_of(((0, 3), (1, 2)), 5, np.random.default_rng())
    >>> bool((turns[:, 0] == turns[:, 3]).all()), set(turns.ravel().tolist())
    (True, {0, 1})
    """
    numbers = np.broadcast_to(np.arange(len(orbits), dtype=np.uint16), (size, len(orbits)))
    return _turns_of_cells(orbits, rng.permuted(numbers, axis=1))


def turns_by_digit(orbits: Orbits, puzzles: Digits, rng: np.random.Generator) -> Turns:
    """Return random orders of the orbits, in which clues with low digits tend to come first.

    Where the cells without clues are spread evenly over the digits and the board, it takes longest
    to find out whether there is another solution. The digits of a grid are named at random, so no
    digit is preferred. On boards of more than `MIXED_DIGITS` digits the order is strict, and within
    parts of the board of some rows each, one after the other.

    Examples
    --------
    >>> grid = np.array([[1, 2, 2, 1]], dtype=np.uint8)
    >>> turns_by_digit(((0,), (1,), (2,), (3,)), grid, np.random.default_rng(1)).tolist()
    [[0, 3, 2, 1]]
    """
    firsts = np.array([orbit[0] for orbit in orbits])
    digits = puzzles[:, firsts]
    n = int(digits.max(initial=1))
    keys = digits / n + rng.random(digits.shape) / 2
    if n > MIXED_DIGITS:
        n_parts = round(n**0.5)
        parts = rng.permuted(np.tile(np.arange(n_parts), (len(puzzles), 1)), axis=1)
        keys = digits / (n + 1) + parts[:, firsts * n_parts // puzzles.shape[1]]
    return _turns_of_cells(orbits, keys.argsort(axis=1).argsort(axis=1).astype(np.uint16))


def _turns_of_cells(orbits: Orbits, turns: Turns) -> Turns:
    """Return the turn of each cell, from that of its orbit."""
    orbit_of = np.empty(sum(map(len, orbits)), dtype=np.intp)
    for number, cells in enumerate(orbits):
        orbit_of[list(cells)] = number
    return np.take(turns, orbit_of, axis=1)


def remove_clues(judge: Judge, puzzles: Digits, turns: Turns, least: int = 0) -> Made:
    """Remove the orbits in the given order, each only if the solution is proved to stay unique.

    One step tries several orbits together; if they cannot all be removed, the next step tries
    fewer. Removing clues never removes a solution, so the result is the same as one by one. On
    large boards what a short search leaves open is tried again, after all others.

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
    n_turns = int(turns.max(initial=0)) + 1
    open_turns = np.zeros((len(left), n_turns), dtype=np.bool_)
    begin = np.zeros((len(left), 1), dtype=turns.dtype)
    step = np.full_like(begin, max(1, n_turns // FIRST_SHARE))
    while len(rows):
        # The difference is unsigned: for turns before `begin` it is far above any step.
        taken = turns[rows] - begin[rows] < step[rows]
        is_last = step[rows, 0] == 1
        counts = _counts_without(judge, left[rows], taken, is_last, least)
        may_go = counts == 1
        gave_up = is_last & (counts == UNKNOWN)
        open_turns[rows[gave_up], begin[rows[gave_up], 0]] = True
        left[rows[may_go]] *= ~taken[may_go]
        is_over = may_go | is_last
        begin[rows[is_over]] += step[rows[is_over]]
        step[rows[~may_go]] = np.maximum(1, step[rows[~may_go]] // 2)
        rows = rows[begin[rows, 0] < n_turns]
    if _is_large(judge):
        for row, its_turns, is_open in zip(left, turns, open_turns, strict=True):
            _try_again(judge, row, its_turns, is_open, least)
    kept = np.take_along_axis(open_turns, turns.astype(np.intp), axis=1) & (left != 0)
    return Made(left, np.count_nonzero(kept, axis=1))


def _is_large(judge: Judge) -> bool:
    """Return whether single clues need clause learning, which `count` does not do."""
    return judge.renames and judge.n > QUICK_DIGITS


def _counts_without(
    judge: Judge, puzzles: Digits, taken: Flags, is_last: Flags, least: int
) -> npt.NDArray[np.int64]:
    """Return the number of solutions of each puzzle without the taken clues, at most 2.

    Only single orbits (`is_last`) get a second search: several orbits are tried again in smaller
    numbers anyway. On large boards it is their only search, and a short one. The count is 0 if no
    clue would be removed, or too many.
    """
    trial = puzzles * ~taken
    asked = (trial != puzzles).any(axis=1)
    if least:
        asked &= np.count_nonzero(trial, axis=1) >= least
    counts = np.zeros(len(puzzles), dtype=np.int64)
    is_hard = is_last & _is_large(judge)
    counts[asked & ~is_hard] = judge.count(trial[asked & ~is_hard])
    is_open = asked & (is_hard | (is_last & (counts == UNKNOWN)))
    most = min(FIRST_NODES, judge.most_nodes) if _is_large(judge) else None
    counts[is_open] = judge.resolve(trial[is_open], puzzles[is_open], most)
    return counts


def _try_again(judge: Judge, puzzle: Digits, turns: Turns, is_open: Flags, least: int) -> None:
    """Remove those of the open orbits that can go, by searches with higher and higher limits.

    A search that needs many nodes is put off: when the clues that are easily removed are gone, it
    often finds another solution sooner. What is decided is no longer open.
    """
    max_nodes = FIRST_NODES
    while is_open.any() and max_nodes < judge.most_nodes:
        max_nodes = min(MORE_NODES * max_nodes, judge.most_nodes)
        for turn in np.flatnonzero(is_open):
            trial = puzzle * (turns != turn)
            if np.count_nonzero(trial) < least:
                count = 2
            else:
                count = judge.resolve(trial[None], puzzle[None], max_nodes)[0]
            if count == 1:
                puzzle[:] = trial
            is_open[turn] = count == UNKNOWN


def are_minimal(judge: Judge, puzzles: Digits) -> Flags:
    """Return whether each puzzle, known to have one solution, is proved to need every clue."""
    minimal = np.ones(len(puzzles), dtype=np.bool_)
    for cell in range(judge.n_cells):
        rows = np.flatnonzero(minimal & (puzzles[:, cell] != 0))
        trial = puzzles[rows]
        trial[:, cell] = 0
        minimal[rows[judge.surely_count(trial, puzzles[rows]) != 2]] = False
    return minimal
