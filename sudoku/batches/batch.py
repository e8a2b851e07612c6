"""Batches of puzzles as arrays, solved and counted on all cores.

No Python objects are made for single puzzles: a kernel reads one array and fills others. Classic
9x9 puzzles are searched by `sudoku.solvers.bitslice`, which leaves the last ones of a batch to
`sudoku.solvers.bitboard`; all others by `sudoku.solvers.bitmask`.

A limit of time ends the work: then -1 stands for the counts that are not known. Ctrl-C raises
`exactcover.Interrupted`, whose `result` is what the verb would have returned, with
-1 for the counts that are not known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from exactcover.runtime.arguments import UNLIMITED, check_whole
from exactcover.runtime.cores import n_cores
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.search.limits import Flag, stop_if_due
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.result import Interrupted
from exactcover.runtime.search.work import UnfinishedError, Work, limited
from sudoku.batches.arrays import Arrays, Kernel, Limits, checked_barred
from sudoku.batches.puzzle_arguments import given_batch
from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule
from sudoku.rules.classic import Classic

if TYPE_CHECKING:
    from sudoku.batches.arrays import Cells, Counts
    from sudoku.batches.puzzle_arguments import Puzzles

UNKNOWN = -1
"""The count of a puzzle that was not searched to its end."""
BLOCK, SHARES = 512, 8
"""The most puzzles of a block, which takes a worker some milliseconds, and the least number of
blocks for each of several workers, so that all end at the same time."""
BLOCK_OF_MANY, SHARES_OF_MANY = 1 << 14, 4
"""The same for a kernel that is fast for many puzzles only."""
NODES = 1 << 14
"""The nodes of one call, after which a worker checks for limits: some 20 ms at most."""
WAIT = 0.05
"""The seconds after which the main thread checks for limits and Ctrl-C."""
_CLASSIC = (Classic(),)


def solve_batch(
    puzzles: Puzzles,
    limit: int | None = 2,
    workers: int | None = None,
    *,
    shape: Shape | None = None,
    rules: Iterable[Rule] | None = None,
    barred: ArrayLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    method: str | None = None,
) -> tuple[Cells, Counts]:
    """Find the first solution of each puzzle, and count its solutions up to a limit.

    Parameters
    ----------
    puzzles
        (n_puzzles, n_cells) integers: the digits row by row, 0 for a blank; where the board has no
        holes also (n_puzzles, height, width). Or a list, a column or an array of texts, one a
        puzzle, or of puzzles, boards and grids. None and NaN stand for blanks, too, if 0 does not.
        Clues may clash: such a puzzle has no solution.
    limit
        The number of solutions at which counting stops: 1 only finds a solution, None counts all.
    workers
        The number of threads; by default one for each core. It does not change the results.
    shape, rules
        The shape and the rules of all puzzles; by default those of the puzzles that state them, or
        else classic 9x9.
    barred
        (n_puzzles, 2): for each puzzle a blank cell, counted from 0, and a digit that it must not
        hold. If a clue was removed from a puzzle with one solution, and its digit is barred, then
        any solution that is found shows that the removal leaves more than one.
    max_nodes
        The most nodes of the search for each puzzle; the count of a puzzle that needs more is -1.
    time_limit, cancel, progress
        As for `solve`, for all puzzles together. When they stop the work, what was found until then
        is returned: the count of a puzzle whose search was not complete is -1.
    method
        "bitboard" (classic 9x9 only), "bitmask", or "dancing_cells", by exact cover; by default the
        fastest. It may change which solution of several is the first.

    Returns
    -------
    solutions
        Of the shape of `puzzles`, uint8: the first solution of each puzzle, zeros if there is none,
        or none was found.
    counts
        (n_puzzles,), int64.

    Raises
    ------
    ClueError
        If a cell holds something other than an integer from 0 to n; names puzzle and cell.
    ShapeError
        If an array or a puzzle has another shape, or there are more than 64 digits.
    RuleError
        If puzzles state other rules than the first one, or than `rules`; names the puzzle.
    TextError
        If a text is not one puzzle; names the puzzle.
    Interrupted
        At Ctrl-C.
    ProblemError
        If a limit is not a number that is possible, or there is no such method for these rules.

    Examples
    --------
    >>> line = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> puzzles = np.array([[0 if cell == "." else int(cell) for cell in line], [0] * 81])
    >>> solutions, counts = solve_batch(puzzles)
    >>> counts
    array([1, 2])
    >>> solutions[0, :9]
    array([8, 1, 2, 7, 5, 3, 6, 4, 9], dtype=uint8)
    """
    shape, rules, cells, form = given_batch(puzzles, shape, rules)
    solutions = np.zeros_like(cells)
    arrays = Arrays(cells, checked_barred(barred, cells, shape), solutions, unknown(cells))
    result = solutions.reshape(form), arrays.counts
    with kept(result), _stopping(time_limit, cancel, progress) as work:
        run(kernel_of(shape, rules, method), arrays, limit, workers, max_nodes, work)
    return result


def count_batch(
    puzzles: Puzzles,
    limit: int | None = 2,
    workers: int | None = None,
    *,
    shape: Shape | None = None,
    rules: Iterable[Rule] | None = None,
    barred: ArrayLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    method: str | None = None,
) -> Counts:
    """Count each puzzle's solutions up to a limit; parameters and errors as for `solve_batch`.

    Parameters
    ----------
    puzzles, limit, workers, shape, rules, barred, max_nodes, method
        As for `solve_batch`.
    time_limit, cancel, progress
        As for `solve_batch`.

    Returns
    -------
    NDArray[np.int64]
        (n_puzzles,): the number of solutions of each puzzle, -1 if its search was given up, or if
        the work was stopped before its end.

    Examples
    --------
    >>> count_batch(np.zeros((1, 9, 9), dtype=np.uint8), limit=1000)
    array([1000])
    """
    shape, rules, cells, _ = given_batch(puzzles, shape, rules)
    arrays = Arrays(cells, checked_barred(barred, cells, shape), cells[:0], unknown(cells))
    with kept(arrays.counts), _stopping(time_limit, cancel, progress) as work:
        run(kernel_of(shape, rules, method), arrays, limit, workers, max_nodes, work)
    return arrays.counts


def formity_batch(
    puzzles: Puzzles,
    workers: int | None = None,
    *,
    shape: Shape | None = None,
    rules: Iterable[Rule] | None = None,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
    method: str | None = None,
) -> NDArray[np.int64]:
    """Return the formity of each puzzle: 0 for no solution, 1 for one, 2 for more than one.

    The number is the index in `sudoku.Formity`: ``list(Formity)[code]``. Parameters and errors are
    as for `solve_batch`.

    Parameters
    ----------
    puzzles, workers, shape, rules, time_limit, cancel, progress, method
        As for `solve_batch`.

    Returns
    -------
    NDArray[np.int64]
        (n_puzzles,): 0, 1 or 2 for each puzzle, and -1 where the work was stopped before.

    Examples
    --------
    >>> from sudoku import Formity
    >>> [list(Formity)[code] for code in formity_batch(np.zeros((1, 81), dtype=np.uint8))]
    [<Formity.MANY: 'many'>]
    """
    return count_batch(
        puzzles,
        2,
        workers,
        shape=shape,
        rules=rules,
        time_limit=time_limit,
        cancel=cancel,
        progress=progress,
        method=method,
    )


def kernel_of(shape: Shape, rules: Iterable[Rule], method: str | None = None) -> Kernel:
    """Return the kernel of a method for puzzles of a shape and rules, or else the fastest one."""
    rules = tuple(rules)
    is_classic = shape == Shape(3, 3) and rules == _CLASSIC
    if method is None:
        method = "bitboard" if is_classic else "bitmask"
    if not isinstance(method, str) or method not in METHODS:
        raise ProblemError(f"method is {method!r}: a batch is searched by {', '.join(METHODS)}")
    if method == "bitboard" and not is_classic:
        raise ProblemError("method is 'bitboard', which is for classic 9x9 puzzles alone")
    return METHODS[method](shape, rules)


def bitboard_kernel(shape: Shape, rules: tuple[Rule, ...]) -> Kernel:
    """Return the kernel for classic 9x9 puzzles."""
    from sudoku.solvers.bitboard.fastest_kernel import KERNEL

    return KERNEL


def bitmask_kernel(shape: Shape, rules: tuple[Rule, ...]) -> Kernel:
    """Return the kernel for puzzles of any shape and rules."""
    from sudoku.solvers.bitmask.block import solve_some, solve_some_with_constraints
    from sudoku.solvers.bitmask.board_arrays import tables
    from sudoku.solvers.bitmask.state import state_of

    made = tables(shape, rules)
    searched = solve_some_with_constraints if made.constraints else solve_some
    return Kernel(searched, partial(state_of, made))


def dancing_cells_kernel(shape: Shape, rules: tuple[Rule, ...]) -> Kernel:
    """Return the kernel by exact cover for puzzles of any shape and rules."""
    from sudoku.solvers.exact_cover_batches import covering_kernel

    return covering_kernel(shape, rules)


METHODS: dict[str, Callable[[Shape, tuple[Rule, ...]], Kernel]] = {
    "bitboard": bitboard_kernel,
    "bitmask": bitmask_kernel,
    "dancing_cells": dancing_cells_kernel,
}
"""The kernels of batches by the names of their solvers."""


@contextmanager
def kept(result: object) -> Iterator[None]:
    """Raise `Interrupted` with the results found so far if Ctrl-C comes within the context."""
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted(result) from None


@contextmanager
def _stopping(
    time_limit: float | None, cancel: Flag | None, progress: ProgressLike | None
) -> Iterator[Work]:
    """Let the limits of a verb end the work within the context: counts say what is not known."""
    with suppress(UnfinishedError), limited("the batch", time_limit, cancel, progress) as work:
        yield work


def run(
    kernel: Kernel,
    arrays: Arrays,
    limit: int | None,
    workers: int | None,
    max_nodes: int | None,
    work: Work | None = None,
) -> None:
    """Run a kernel on all puzzles of a batch.

    Raises
    ------
    HaltedError
        If a limit of the verb is reached; see `exactcover.runtime.search.limits`. The counts of
        the puzzles that are not done are `UNKNOWN`.
    """
    limits = Limits(_check_positive("limit", limit), NODES, _check_positive("max_nodes", max_nodes))
    n_workers = n_cores() if workers is None else _check_positive("workers", workers)
    _Batch(kernel, arrays, limits, work or Work()).run(n_workers)


def _check_positive(name: str, value: int | None) -> int:
    number = check_whole(name, value)
    if number == 0:
        raise ProblemError(f"{name} is 0: it must be at least 1")
    return number


class _Batch:
    """The puzzles that are left, block by block, for any number of workers."""

    def __init__(self, kernel: Kernel, arrays: Arrays, limits: Limits, work: Work) -> None:
        self._kernel = kernel
        self._arrays = arrays
        self._limits = limits
        self._watch = work
        self._block = BLOCK
        self._blocks: Iterator[int] = iter(())
        self._is_stopped = False

    def run(self, n_workers: int) -> None:
        """Search all blocks; without other threads if there is only one worker."""
        stop_if_due()
        n = len(self._arrays.puzzles)
        self._block = self._block_size(n, n_workers)
        self._blocks = iter(range(0, n, self._block))  # its steps are atomic: threads can share it
        n_workers = min(n_workers, -(-n // self._block))
        if n_workers <= 1:
            self._work()
            return
        from concurrent.futures import ThreadPoolExecutor, wait

        with ThreadPoolExecutor(n_workers) as pool:
            try:  # Ctrl-C may come as soon as the first worker is there
                futures = [pool.submit(self._work) for _ in range(n_workers)]
                # Wait for short times, because on some systems Ctrl-C does not end a wait.
                while wait(futures, timeout=WAIT).not_done:
                    stop_if_due()  # the workers' threads have no watch
            finally:
                self._is_stopped = True
            for future in futures:
                future.result()

    def _block_size(self, n: int, n_workers: int) -> int:
        """Return the number of puzzles of a block, at least one."""
        has_many = self._has_many(n)
        most, shares = (BLOCK_OF_MANY, SHARES_OF_MANY) if has_many else (BLOCK, SHARES)
        if n_workers <= 1:
            return most
        least = self._kernel.fewest if has_many else 1
        return min(most, max(-(-n // (shares * n_workers)), least))

    def _has_many(self, n: int) -> bool:
        """Return whether the kernel for many searches a block of puzzles first."""
        is_limited = self._limits.nodes < UNLIMITED
        return self._kernel.many is not None and n >= self._kernel.fewest and not is_limited

    def _work(self) -> None:
        """Search one block after another."""
        stacks: dict[Kernel, Any] = {}
        many = self._kernel.many
        for start in self._blocks:
            if self._is_stopped:
                return
            self._watch.part = start / len(self._arrays.puzzles)
            block = self._arrays.block(start, start + self._block)
            if many is None or not self._has_many(len(block.puzzles)):
                self._search(self._kernel, block, stacks)
                continue
            self._search(many, block, stacks)
            left = np.flatnonzero(block.counts == UNKNOWN)
            rest = block.taken(left)
            try:
                self._search(self._kernel, rest, stacks)
            finally:
                block.put(left, rest)

    def _search(self, kernel: Kernel, block: Arrays, stacks: dict[Kernel, Any]) -> None:
        """Search a block, in calls that are short enough to react to Ctrl-C."""
        from sudoku.batches.kernel import N_POSITIONS

        if kernel not in stacks:
            stacks[kernel] = kernel.new_stack()
        position = np.zeros(N_POSITIONS, dtype=np.uint64)
        is_done = False
        while not is_done and not self._is_stopped:
            stop_if_due()
            with np.errstate(over="ignore"):  # NumPy reports overflow if nothing is compiled
                is_done = kernel.solve_some(block, stacks[kernel], position, self._limits)


def unknown(cells: Cells) -> Counts:
    """Return the counts of puzzles before the search.

    >>> unknown(np.zeros((2, 81), dtype=np.uint8))
    array([-1, -1])
    """
    return np.full(len(cells), UNKNOWN, dtype=np.int64)
