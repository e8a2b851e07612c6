"""Many puzzles at once, as arrays: solved, counted and judged on all cores.

Nothing is made per puzzle in Python: an array goes to a kernel, which fills others. Classic 9x9
puzzles are searched by `sudoku.bitboard`.

Ctrl-C raises `exactcover.Interrupted`, whose `result` is what the verb would have returned, with
-1 for the counts that are not known.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from exactcover.arguments import check_whole
from exactcover.errors import ProblemError
from exactcover.result import Interrupted
from sudoku.errors import ClueError, RuleError, ShapeError
from sudoku.rules.classic import Classic
from sudoku.rules.rule import Rule
from sudoku.shape import Shape

if TYPE_CHECKING:
    Cells: TypeAlias = NDArray[np.uint8]
    Counts: TypeAlias = NDArray[np.int64]

__all__ = ["count_batch", "formity_batch", "solve_batch"]

UNKNOWN = -1
"""The count of a puzzle that was not searched to its end."""
BLOCK = 512
"""Puzzles that a worker takes at once, at most: some milliseconds."""
SHARES = 8
"""Blocks for each of several workers, at least, so that all end together."""
NODES = 1 << 14
"""Nodes of one call, after which a worker looks around: some 20 ms at most."""
WAIT = 0.05
"""Seconds after which the main thread looks around."""
_CLASSIC = (Classic(),)


class Kernel(NamedTuple):
    """What searches batches of one kind of puzzle; see `sudoku.bitboard.batch.solve_each`."""

    solve_some: Callable[..., bool]
    new_stack: Callable[[], NDArray[Any]]
    n_positions: int


def solve_batch(
    puzzles: ArrayLike,
    limit: int | None = 2,
    workers: int | None = None,
    *,
    shape: Shape | None = None,
    rules: Iterable[Rule] = _CLASSIC,
) -> tuple[Cells, Counts]:
    """Find the first solution of each puzzle, and count its solutions up to a limit.

    Parameters
    ----------
    puzzles
        (n_puzzles, 81) or (n_puzzles, 9, 9) integers: the digits row by row, 0 for a blank.
        Clues may clash: such a puzzle has no solution.
    limit
        Where to stop counting; 1 finds a solution and proves nothing more, None counts all.
    workers
        How many threads search; by default one for each core. The results are the same.
    shape, rules
        Of all puzzles; by default, and so far only, classic 9x9.

    Returns
    -------
    solutions
        Of the shape of `puzzles`, uint8: the first solution found, zeros where there is none.
    counts
        (n_puzzles,), int64.

    Raises
    ------
    ClueError
        Where a cell holds something other than an integer from 0 to 9; names puzzle and cell.
    ShapeError
        Where the array has another shape.
    RuleError
        Where there is no kernel for the shape and rules.
    Interrupted
        At Ctrl-C.

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
    cells = _checked(puzzles, shape or Shape(3, 3))
    solutions = np.zeros_like(cells)
    counts = np.full(len(cells), UNKNOWN, dtype=np.int64)
    result = solutions.reshape(np.shape(puzzles)), counts
    with _kept(result):
        _run(cells, solutions, counts, limit, workers, kernel_of(shape, rules))
    return result


def count_batch(
    puzzles: ArrayLike,
    limit: int | None = 2,
    workers: int | None = None,
    *,
    shape: Shape | None = None,
    rules: Iterable[Rule] = _CLASSIC,
) -> Counts:
    """Count each puzzle's solutions up to a limit; parameters and errors as for `solve_batch`.

    Examples
    --------
    >>> count_batch(np.zeros((1, 9, 9), dtype=np.uint8), limit=1000)
    array([1000])
    """
    cells = _checked(puzzles, shape or Shape(3, 3))
    counts = np.full(len(cells), UNKNOWN, dtype=np.int64)
    with _kept(counts):
        _run(cells, cells[:0], counts, limit, workers, kernel_of(shape, rules))
    return counts


def formity_batch(
    puzzles: ArrayLike,
    workers: int | None = None,
    *,
    shape: Shape | None = None,
    rules: Iterable[Rule] = _CLASSIC,
) -> NDArray[np.int64]:
    """Tell whether each puzzle has no solution, one, or many: 0, 1 or 2.

    The number is the place in `sudoku.Formity`: ``list(Formity)[code]``. Parameters and errors are
    as for `solve_batch`.

    Examples
    --------
    >>> from sudoku import Formity
    >>> [list(Formity)[code] for code in formity_batch(np.zeros((1, 81), dtype=np.uint8))]
    [<Formity.MANY: 'many'>]
    """
    return count_batch(puzzles, 2, workers, shape=shape, rules=rules)


def kernel_of(shape: Shape | None, rules: Iterable[Rule]) -> Kernel:
    """Return the fastest kernel for puzzles of a shape, None for 3x3, and rules."""
    shape, rules = shape or Shape(3, 3), tuple(rules)
    if shape == Shape(3, 3) and rules == _CLASSIC:
        from sudoku.bitboard.best import KERNEL

        return KERNEL
    names = " ".join(rule.name for rule in rules)
    raise RuleError(f"batches are of classic 9x9 puzzles, not of {shape} {names}")


@contextmanager
def _kept(result: object) -> Iterator[None]:
    """Hand over what was found until Ctrl-C."""
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted(result) from None


def _run(
    cells: Cells,
    solutions: Cells,
    counts: Counts,
    limit: int | None,
    workers: int | None,
    kernel: Kernel,
) -> None:
    """Search all puzzles; no rows in `solutions`: none are wanted."""
    most = _check_positive("limit", limit)
    n_workers = _check_positive("workers", workers) if workers is not None else n_cores()
    n_blocks = -(-len(cells) // BLOCK)
    _Batch(kernel, cells, solutions, counts, most).run(min(n_workers, n_blocks))


def _check_positive(name: str, value: int | None) -> int:
    number = check_whole(name, value)
    if number == 0:
        raise ProblemError(f"{name} is 0: it must be at least 1")
    return number


class _Batch:
    """The puzzles that are left, block by block, for any number of workers."""

    def __init__(
        self, kernel: Kernel, cells: Cells, solutions: Cells, counts: Counts, limit: int
    ) -> None:
        self._kernel = kernel
        self._arrays = cells, solutions, counts
        self._limit = limit
        self._block = BLOCK
        self._blocks: Iterator[int] = iter(())
        self._is_stopped = False

    def run(self, n_workers: int) -> None:
        """Search all blocks, in this thread if that is enough."""
        n = len(self._arrays[0])
        if n_workers > 1:
            self._block = min(BLOCK, -(-n // (SHARES * n_workers)))
        self._blocks = iter(range(0, n, self._block))  # one step of it cannot be divided
        if n_workers <= 1:
            self._work()
            return
        with ThreadPoolExecutor(n_workers) as pool:
            futures = [pool.submit(self._work) for _ in range(n_workers)]
            try:
                # Waking up, because not every system lets Ctrl-C end a wait.
                while wait(futures, timeout=WAIT).not_done:
                    pass
            finally:
                self._is_stopped = True
            for future in futures:
                future.result()

    def _work(self) -> None:
        """Search one block after the other, in calls so short that Ctrl-C is not felt."""
        solve_some, new_stack, n_positions = self._kernel
        stack = new_stack()
        for start in self._blocks:
            block = [array[start : start + self._block] for array in self._arrays]
            position = np.zeros(n_positions, dtype=np.uint64)
            while not solve_some(*block, stack, position, self._limit, NODES):
                if self._is_stopped:
                    return
            if self._is_stopped:
                return


def n_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _checked(puzzles: ArrayLike, shape: Shape) -> Cells:
    """Return the puzzles as rows of bytes, or raise."""
    given = np.asarray(puzzles)
    n = shape.n
    if given.shape[1:] not in ((n * n,), (n, n)):
        raise ShapeError(
            f"puzzles are an array of shape {given.shape}, expected (n, {n * n}) or (n, {n}, {n})"
        )
    if not np.issubdtype(given.dtype, np.integer):
        raise ClueError(f"puzzles are an array of {given.dtype}, expected integers")
    cells = given.reshape(len(given), n * n)
    if cells.size and (cells.max() > n or cells.min() < 0):
        puzzle, cell = np.argwhere((cells > n) | (cells < 0))[0].tolist()
        row, column = shape.position(cell)
        raise ClueError(
            f"puzzle {puzzle + 1}, row {row + 1}, column {column + 1}: "
            f"digit {cells[puzzle, cell]} is not between 1 and {n}"
        )
    return np.ascontiguousarray(cells, dtype=np.uint8)
