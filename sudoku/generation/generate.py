"""The verb `generate`: an iterator over random puzzles with requested properties."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any, NamedTuple, NoReturn

import numpy as np

from exactcover.arguments import check_whole, generator
from exactcover.cores import n_cores
from exactcover.limits import Flag, HaltedError, Stop, Watch, stop_if_due
from exactcover.search.result import Interrupted
from sudoku.errors import NotFoundError, RuleError, ShapeError
from sudoku.generation.judge import Digits, Flags, judge_of
from sudoku.generation.strategies.registry import strategy as strategy_of
from sudoku.generation.strategies.removal import are_minimal
from sudoku.generation.strategies.strategy import Made, PuzzleRequest, Strategy
from sudoku.generation.symmetry import find_symmetry, orbits_of
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape, box_hint, check_shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.ratings.goals import Interval, goal_of
from sudoku.rules.base import Rule
from sudoku.rules.classic import Classic
from sudoku.solvers.bitmask.tables import MOST_DIGITS
from sudoku.statement.statement import statement

__all__ = ["Generator", "generate"]

LEAST_CLUES = 17
"""Classic puzzles with fewer clues have several solutions: G. McGuire, B. Tugemann, G. Civario,
"There is no 16-clue sudoku" (2012)."""
MOST_THREADS = 64
"""The most threads: more threads gain nothing, and each needs its own memory."""
PATIENCE = 0.05
"""The seconds between checks for limits and Ctrl-C while threads make puzzles."""
BLOCK = 1024
"""The number of puzzles of 81 cells that are made side by side."""


def generate(
    n: int | None = None,
    *,
    shape: Shape | None = None,
    rules: Iterable[Rule] = (Classic(),),
    strategy: str | None = None,
    symmetry: str | None = None,
    clues: int | None = None,
    pattern: Any = None,
    difficulty: str | None = None,
    score: Interval | None = None,
    er: Interval | None = None,
    technique: str | None = None,
    minimal: bool = False,
    seed: int | np.random.Generator | None = None,
    workers: int | None = None,
    tries: int | None = None,
    time_limit: float | None = None,
    cancel: Flag | None = None,
) -> Generator:
    """Return an iterator over random puzzles, each with exactly one solution.

    Parameters
    ----------
    n
        The number of puzzles; by default there is no limit.
    shape, rules
        The shape and the rules of the puzzles; by default classic 9x9.
    strategy
        The method, a key of `STRATEGIES`. By default the other arguments select it: "pattern",
        "to_clues", "symmetric" or "graded", else "top_down".
    symmetry
        The symmetry of the cells with clues; a key of `SYMMETRIES`.
    clues
        The number of clues of each puzzle; for the strategy "few_clues", the most clues.
    pattern
        The cells with clues: n x n values, 0 for a blank cell, or a text with "." or 0 for a blank.
    difficulty, score, er, technique
        The difficulty of the puzzles. At most one of these is given: a class of the scale "bergman"
        (easy, medium, hard or expert); an interval of its score (above the first number, up to the
        second); an interval of Sudoku Explainer's rating (both ends included); or a technique that
        is needed: the techniques before it in the ladder solve the puzzle only together with it.
    minimal
        Whether every puzzle must be proved minimal. By default, the strategy proves only that the
        units that it removes are necessary: single clues, or with a symmetry whole orbits. With
        `clues`, `pattern` or a difficulty, some clues may be redundant. On large boards a search
        may give up before it knows whether a clue is redundant: see `Generator.undecided`.
    seed
        The seed of the random numbers; by default a new one. The same seed gives the same puzzles,
        with any number of workers.
    workers
        The number of threads; by default one for each core.
    tries
        The number of failed tries in a row after which an error is raised; the default depends on
        the strategy.
    time_limit
        The seconds of work after which to stop; see `exactcover.search.request.Limits`.
    cancel
        Stop soon after this flag is set.

    Returns
    -------
    Generator
        An iterator over the puzzles.

    Raises
    ------
    RuleError
        For an unknown strategy or symmetry, or an argument that the strategy does not take.
    NotFoundError
        From the iterator, after `tries` failed tries in a row.

    Examples
    --------
    >>> for puzzle in generate(2, shape=Shape(2, 2), seed=1):
    ...     print(puzzle.grid.to_line(), puzzle.n_clues)
    3....13...1..2.. 5
    .32.........41.. 4
    """
    shape, rules = check_shape(shape) or Shape(3, 3), tuple(rules)
    if shape.n > MOST_DIGITS:
        raise ShapeError(
            f"puzzles of at most {MOST_DIGITS} digits can be generated, not of {shape.n}"
            f"{box_hint(shape)}"
        )
    Puzzle(shape, rules)  # raises where there can be no such puzzle
    goal = goal_of(difficulty, score, er, technique)
    if goal is not None:
        goal.check(shape, rules)
    request = _request(shape, symmetry, clues, pattern)._replace(goal=goal)
    _check_clues(shape, rules, request)
    made = _strategy(strategy, request)
    order = _Order(shape, rules, made, request, minimal, _check_seed(seed))
    n_workers = n_cores() if workers is None else _at_least_one("workers", workers)
    most_tries = _at_least_one("tries", order.strategy.tries if tries is None else tries)
    return Generator(order, check_whole("n", n), n_workers, most_tries, time_limit, cancel)


class _Order(NamedTuple):
    """The puzzles to be made; the same order gives the same puzzles, block by block."""

    shape: Shape
    rules: tuple[Rule, ...]
    strategy: Strategy
    request: PuzzleRequest
    minimal: bool
    seed: int

    def size(self, block: int) -> int:
        """Return the number of tries of a block; the first blocks are small, to finish early."""
        most = min(BLOCK, max(1, BLOCK * 81**3 // self.shape.n_cells**3))
        most = min(most, self.strategy.most_size)
        return max(self.strategy.least_size, min(most, 1 << min(20, max(0, block - 1))))

    def make(self, block: int) -> Made:
        """Make a block."""
        judge = judge_of(self.shape, self.rules)
        rng = np.random.default_rng([self.seed, block])
        made = self.strategy.make(judge, self.request, rng, self.size(block))
        if self.minimal:
            made = Made.decided(made.puzzles[are_minimal(judge, made.puzzles)])
        stop_if_due()  # searches that a limit cut short make this block unreliable
        return made

    def make_unless(self, halt: Flag, block: int) -> Made:
        """Make a block in a worker thread; stop if a flag is set."""
        with Watch(cancel=halt).running():
            return self.make(block)


class Generator(Iterator[Puzzle]):
    """The iterator that `generate` returns.

    It can be used after Ctrl-C: puzzles that were made are kept, and the next call continues.

    Attributes
    ----------
    stopped : Stop or None
        Why it ended before all requested puzzles were made: time, or cancelled.
    n_made, n_tries
        The number of puzzles that were returned, and the number of tries for them.
    undecided : dict
        The returned puzzles that are not proved to be minimal as the strategy promises: number of
        the puzzle (from 0) -> number of its clues that were kept because the search gave up before
        it knew whether they (with a symmetry: their orbits) are redundant. Empty if all is proved.
    """

    def __init__(
        self,
        order: _Order,
        n: int,
        n_workers: int,
        most_tries: int,
        time_limit: float | None,
        cancel: Flag | None,
    ) -> None:
        self.stopped: Stop | None = None
        self.n_made = self.n_tries = 0
        self.undecided: dict[int, int] = {}
        self._order = order
        self._n = n
        self._most_tries = most_tries
        self._tries_in_vain = 0
        self._is_possible = False
        self._watch = Watch(time_limit, cancel)
        self._found: deque[tuple[Digits, int]] = deque()
        self._is_begun = False
        self._next_block = 0 if n_workers == 1 else 1
        self._pending: deque[tuple[int, Future[Made]]] = deque()
        self._n_workers = min(n_workers, max(MOST_THREADS, n_cores()))
        self._halt = threading.Event()
        self._pool = ThreadPoolExecutor(self._n_workers) if n_workers > 1 else None

    def __repr__(self) -> str:
        return f"Generator({self._n} puzzles, {self.n_made} made)"

    def __next__(self) -> Puzzle:
        if not self._has_next():
            raise StopIteration
        grid = Grid.unchecked(self._order.shape, tuple(self._take().tolist()))
        return Puzzle.unchecked(grid, self._order.rules)

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a Generator cannot be copied or pickled: the making of puzzles is under way. "
            "Keep what it has given"
        )

    def arrays(self) -> Iterator[Digits]:
        """Return an iterator over batches of the puzzles that were not returned yet.

        Each batch is an array (n_puzzles, n_cells) of uint8.

        Examples
        --------
        >>> [len(batch) for batch in generate(5, shape=Shape(2, 2)).arrays()]
        [1, 1, 2, 1]
        """
        while self._has_next():
            n_taken = min(len(self._found), self._n - self.n_made)
            yield np.stack([self._take() for _ in range(n_taken)])

    def _take(self) -> Digits:
        """Return the next of the puzzles found."""
        puzzle, n_undecided = self._found.popleft()
        if n_undecided:
            self.undecided[self.n_made] = n_undecided
        self.n_made += 1
        return puzzle

    def _has_next(self) -> bool:
        """Make more puzzles if there are none; return whether there is one."""
        if self.n_made == self._n:
            self.close()
            return False
        with self._watch.running():
            return self._make_some()

    def _make_some(self) -> bool:
        """Make puzzles until there are some; return whether there are."""
        self._halt.clear()
        try:
            while not self._found:
                stop_if_due()
                self._look_through(*self._block())
        except HaltedError:
            self.stopped = self._watch.stop
            self.close()
            return False
        except KeyboardInterrupt:
            self._halt.set()
            raise Interrupted(self) from None
        return True

    def close(self) -> None:
        """Stop making puzzles."""
        self._halt.set()
        if self._pool is not None:
            self._n = self.n_made
            self._pool.shutdown(wait=False, cancel_futures=True)

    def _block(self) -> tuple[int, Made]:
        """Return the size and the puzzles of the next block, while threads make later blocks.

        This thread makes the first block, so that the time to compile kernels is known.
        """
        if self._pool is None:
            block = self._next_block
            made = self._order.make(block)
            self._next_block += 1
            return self._order.size(block), made
        while len(self._pending) < 2 * self._n_workers:
            self._pending.append((self._next_block, self._begun(self._pool, self._next_block)))
            self._next_block += 1
        if not self._is_begun:
            made = self._order.make(0)
            self._is_begun = True
            return self._order.size(0), made
        block, future = self._pending[0]
        while not wait([future], timeout=PATIENCE).done:
            stop_if_due()
        try:
            made = future.result()
        except HaltedError:  # by Ctrl-C, before this call
            self._pending[0] = block, self._begun(self._pool, block)
            return 0, Made.decided(np.empty((0, self._order.shape.n_cells), dtype=np.uint8))
        self._pending.popleft()
        return self._order.size(block), made

    def _begun(self, pool: ThreadPoolExecutor, block: int) -> Future[Made]:
        return pool.submit(self._order.make_unless, self._halt, block)

    def _look_through(self, n_tries: int, made: Made) -> None:
        self.n_tries += n_tries
        self._found.extend(zip(made.puzzles, made.undecided.tolist(), strict=True))
        self._tries_in_vain = 0 if self._found else self._tries_in_vain + n_tries
        if self._tries_in_vain == self.n_tries:
            self._check_possible()
        if self._tries_in_vain >= self._most_tries:
            self._tries_in_vain = 0
            raise NotFoundError(
                f"no puzzle as requested was found within {self._most_tries} tries of the strategy "
                f"{self._order.strategy.name}; that does not mean that there is none"
            )

    def _check_possible(self) -> None:
        """Raise if the blank board shows, after an empty first block, that there are no puzzles."""
        order = self._order
        if self._is_possible or statement(order.shape, order.rules).has_only_houses:
            return
        blank = np.zeros((1, order.shape.n_cells), dtype=np.uint8)
        n_solutions = int(judge_of(order.shape, order.rules).count(blank)[0])
        if n_solutions == 0:
            raise NotFoundError("the rules leave no solution: there is no puzzle with them")
        if n_solutions > 1 and order.request.clues == 0:
            raise NotFoundError("without clues the board has more than one solution")
        self._is_possible = True


def _request(shape: Shape, symmetry: str | None, clues: int | None, pattern: Any) -> PuzzleRequest:
    request = PuzzleRequest()
    if symmetry is not None:
        orbits_of(shape, symmetry)
        request = request._replace(symmetry=find_symmetry(symmetry))
    if clues is not None:
        if check_whole("clues", clues) > shape.n_cells:
            raise RuleError(f"a puzzle of {shape.n_cells} cells cannot have {clues} clues")
        request = request._replace(clues=int(clues))
    if pattern is not None:
        request = request._replace(pattern=_pattern(shape, pattern))
    return request


def _check_clues(shape: Shape, rules: tuple[Rule, ...], request: PuzzleRequest) -> None:
    """Raise an error if no puzzle with this number of clues has exactly one solution."""
    n_clues = request.clues if request.pattern is None else int(np.count_nonzero(request.pattern))
    if n_clues is None or not statement(shape, rules).has_only_houses:
        return
    is_classic = shape == Shape(3, 3) and rules == (Classic(),)
    least = LEAST_CLUES if is_classic else shape.n - 1
    if n_clues < least:
        why = "proved by search" if is_classic else "two digits that no clue has can be swapped"
        raise RuleError(
            f"no puzzle with {n_clues} clues has just one solution, at least {least} are needed: "
            f"{why}"
        )


def _pattern(shape: Shape, pattern: Any) -> Flags:
    """Return a flag for each cell: whether the pattern has a clue there."""
    if isinstance(pattern, str):
        cells = np.array([symbol not in ".0-_*" for symbol in "".join(pattern.split())])
    else:
        cells = np.asarray(pattern).ravel() != 0
    if cells.shape != (shape.n_cells,):
        raise ShapeError(f"the pattern has {cells.size} cells, expected {shape.n_cells}")
    return cells


def _strategy(name: str | None, request: PuzzleRequest) -> Strategy:
    """Return the strategy of a name, or the default one for a request."""
    given = {field for field, value in request._asdict().items() if value is not None}
    if request.symmetry == "none":
        given.discard("symmetry")
    calls = {
        "pattern": "pattern",
        "clues": "to_clues",
        "symmetry": "symmetric",
        "goal": "graded",
    }
    default = next((calls[field] for field in calls if field in given), "top_down")
    made = strategy_of(default if name is None else name)
    for field in sorted(given - made.takes):
        raise RuleError(f"the strategy {made.name} takes no {_WORDS.get(field, field)}")
    for field in sorted(made.needs - given - {"symmetry"}):
        raise RuleError(f"the strategy {made.name} needs {_WORDS.get(field, field)}=")
    return made


_WORDS = {"goal": "difficulty"}
"""The fields of `PuzzleRequest` whose argument has another name."""


def _at_least_one(name: str, value: int) -> int:
    if check_whole(name, value) < 1:
        raise RuleError(f"{name} is {value}: it must be at least 1")
    return int(value)


def _check_seed(seed: int | np.random.Generator | None) -> int:
    """Return an integer that is derived from a seed, or drawn from a generator."""
    return int(generator(seed).integers(1 << 63))
