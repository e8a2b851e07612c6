"""The verb `generate`: an iterator over random puzzles with requested properties."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from itertools import repeat
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from exactcover.runtime.arguments import check_truth, check_whole, each_of, generator
from exactcover.runtime.cores import n_cores
from exactcover.runtime.lazy_iterators import InTurn, free
from exactcover.runtime.search.limits import Flag, HaltedError, Stop, stop_if_due
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.result import Interrupted
from exactcover.runtime.search.work import Work
from exactcover.runtime.text_view import TextView
from sudoku.errors import NotFoundError, RuleError, ShapeError
from sudoku.generation.batch_counts import Digits, judge_of
from sudoku.generation.order import (
    Block,
    Order,
    check_clues,
    check_minimal,
    request_of,
    strategy_for,
)
from sudoku.generation.ruleset_layout import checked_rulesets
from sudoku.generation.rulesets.ruleset import Ruleset
from sudoku.generation.rulesets.whole_board import Stated
from sudoku.generation.start import start_of
from sudoku.generation.strategies.strategy import PuzzleRequest
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape, box_hint, check_shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.ratings.goals import Interval, goal_of
from sudoku.rules.base import Rule
from sudoku.rules.classic import Classic
from sudoku.rules.registry import rule
from sudoku.solvers.bitmask.board_arrays import MOST_DIGITS
from sudoku.statement.statement import statement
from sudoku.statement.whole_board import whole_board

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import PuzzleLike

MOST_THREADS = 64
"""The most threads: more threads gain nothing, and each needs its own memory."""
PATIENCE = 0.05
"""The seconds between checks for limits and Ctrl-C while threads make puzzles."""


def generate(
    n: int | None = None,
    *,
    start: PuzzleLike | None = None,
    shape: Shape | None = None,
    rules: Iterable[Rule] = (Classic(),),
    ruleset: str | Ruleset | Iterable[str | Ruleset] | None = None,
    strategy: str | None = None,
    symmetry: str | None = None,
    clues: int | None = None,
    pattern: Any = None,
    difficulty: str | None = None,
    score: Interval | None = None,
    scale: str = "bergman",
    er: Interval | None = None,
    technique: str | Iterable[str] | None = None,
    without: str | Iterable[str] | None = None,
    minimal: bool = False,
    minimal_marks: bool = False,
    seed: int | np.random.Generator | None = None,
    workers: int | None = None,
    tries: int | None = None,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> Generator:
    """Return an iterator over random puzzles, each with exactly one solution.

    Parameters
    ----------
    n
        The number of puzzles; by default there is no limit.
    start
        A puzzle, or anything that `Puzzle.of` takes for one, whose clues, marks and rules all
        puzzles have; of `clues=` then only 0 is taken, and no `pattern`. A symmetry, and `minimal`,
        are about the further clues.
    shape, rules
        The shape and the rules of the puzzles; by default classic 9x9.
    ruleset
        Marks that are laid out at random for each puzzle, such as killer cages: a key of
        `RULESETS`, with parameters as in "killer:cages=30", or what `sudoku.ruleset` returns; or
        several of them, which are combined. The rules of the puzzles are then `rules` and those of
        the marks; a ruleset with regions of its own, such as "jigsaw", replaces `Classic`.
    strategy
        The method, a key of `STRATEGIES`. By default the other arguments select it: "graded" for a
        difficulty or techniques, with any other wishes; "pattern", "to_clues" or "symmetric", else
        "top_down".
    symmetry
        The symmetry of the cells with clues; a key of `SYMMETRIES`.
    clues
        The number of clues of each puzzle; for the strategy "few_clues", the most clues. With 0,
        the marks of the rules are all that is given.
    pattern
        The cells with clues: n x n numbers or truth values, 0 for a blank cell; a `Grid` or a
        `Puzzle`, whose clues show the cells; or a text with one sign for each cell, of which ".",
        0, "-", "_" and "*" stand for blanks, and digits, letters and "#" for clues.
    difficulty, score, scale
        The difficulty of the puzzles: a class of the scale, and an interval of its score. The
        scale is a key of `SCALES`. With "bergman", the classes are easy, medium, hard and expert,
        and the score is above the first number, up to the second; with other scales, both ends are
        included.
    er
        An interval of SukakuExplainer's rating (both ends included), which is for classic 9x9
        puzzles only.
    technique
        A technique that is needed, or several: the techniques of the ladder up to the hardest of
        them solve the puzzle, but do not without any one of them.
    without
        A technique that is not needed, or several: the puzzle is solved without them by the other
        techniques of the ladder, or by those up to the hardest of `technique`.
    minimal
        Whether every puzzle must be proved minimal. By default, the strategy proves only that the
        units that it removes are necessary: single clues, or with a symmetry whole orbits. With
        `clues`, `pattern` or a difficulty, some clues may be redundant. On large boards a search
        may give up before it knows whether a clue is redundant: see `Generator.undecided`.
    minimal_marks
        Whether marks of rulesets are removed until each one is necessary; a puzzle that needs none
        is dropped. Marks whose absence has a meaning, such as dots with a negative constraint, and
        regions of the board remain.
    seed
        The seed of the random numbers; by default a new one. The same seed gives the same puzzles,
        with any number of workers.
    workers
        The number of threads; by default one for each core.
    tries
        The number of failed tries in a row after which an error is raised; the default depends on
        the strategy.
    time_limit
        The seconds of work after which to stop; see `exactcover.runtime.search.request.Limits`.
    cancel
        Stop soon after this flag is set.
    progress
        As for `sudoku.solve`; nodes are tries, and solutions the puzzles that were made.

    Returns
    -------
    Generator
        An iterator over the puzzles.

    Raises
    ------
    RuleError
        For an unknown strategy, symmetry or ruleset, an argument that it does not take, and for
        wishes that certainly no puzzle can fulfil.
    NotFoundError
        From the iterator, after `tries` failed tries in a row.

    Examples
    --------
    >>> for puzzle in generate(2, shape=Shape(2, 2), seed=1):
    ...     print(puzzle.grid.to_line(), puzzle.n_clues)
    3....13...1..2.. 5
    .32.........41.. 4

    >>> (killer,) = generate(1, shape=Shape(2, 2), ruleset="killer", clues=0, seed=1)
    >>> killer.n_clues, [rule.name for rule in killer.rules], killer.count()
    (0, ['classic', 'killer'], 1)

    >>> [puzzle.grid.to_line() for puzzle in generate(2, start="12..............", seed=1)]
    ['12...4...1.4...2', '12.........33.2.']
    """
    shape, rules = check_shape(shape), tuple(each_of("rules", rules))
    if not rules:
        raise RuleError("rules is empty: only a full grid would have one solution")
    begun = None if start is None else start_of(start, shape, rules)
    shape, rules = (shape or Shape(3, 3), rules) if begun is None else (begun.shape, begun.rules)
    if begun is not None and (clues or pattern is not None):
        raise RuleError("start has clues of its own: of clues= only 0 is taken, and no pattern")
    shape, rulesets = checked_rulesets(ruleset, shape)
    if shape.n > MOST_DIGITS:
        raise ShapeError(
            f"puzzles of at most {MOST_DIGITS} digits can be generated, not of {shape.n}"
            f"{box_hint(shape)}"
        )
    Puzzle(shape, rules)  # raises where there can be no such puzzle
    if constraint := whole_board(shape, tuple(rules)):
        raise RuleError(f"{constraint.title}: no puzzle is generated with it, on the whole board")
    minimal = check_truth("minimal", minimal)
    minimal_marks = check_truth("minimal_marks", minimal_marks)
    goal = goal_of(difficulty, score, er, technique, without, scale)
    if goal is not None:
        own = rules if begun is None else begun.without_given(rules)
        goal.check(shape, () if rulesets else own)
    wish = goal if begun is None else begun.goal(goal)
    request = request_of(shape, symmetry, clues, pattern, wish)
    if not rulesets:
        check_clues(shape, rules, request)
    _check_marks(rulesets, minimal_marks, request)
    made = strategy_for(strategy, request)
    if minimal and made.name != "few_clues":  # for it, `clues` is the greatest number
        check_minimal(shape, rules, request, is_fixed=not rulesets)
    number = _check_seed(seed)
    order = Order(shape, rules, made, request, minimal, number, rulesets, minimal_marks, begun)
    n_workers = n_cores() if workers is None else _at_least_one("workers", workers)
    most_tries = _at_least_one("tries", order.tries if tries is None else tries)
    work = Work(time_limit, cancel, progress)
    return Generator(order, check_whole("n", n), n_workers, most_tries, work)


class Generator(TextView, Iterator[Puzzle]):
    """The iterator that `generate` returns.

    It can be used after Ctrl-C: puzzles that were made are kept, and the next call continues. One
    thread at a time may use it; a second one gets an `exactcover.InUseError`.

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

    def __init__(self, order: Order, n: int, n_workers: int, most_tries: int, work: Work) -> None:
        self.stopped: Stop | None = None
        self.n_made = self.n_tries = 0
        self.undecided: dict[int, int] = {}
        self._order = order
        self._n = n
        self._most_tries = most_tries
        self._tries_in_vain = 0
        self._is_possible = False
        self._watch = work
        self._turn = threading.Lock()
        self._found: deque[tuple[Digits, int, tuple[Rule, ...]]] = deque()
        self._is_begun = False
        self._next_block = 0 if n_workers == 1 else 1
        self._pending: deque[tuple[int, Future[Block]]] = deque()
        self._n_workers = min(n_workers, max(MOST_THREADS, n_cores()))
        self._halt = threading.Event()
        self._pool = ThreadPoolExecutor(self._n_workers) if n_workers > 1 else None

    def __repr__(self) -> str:
        return f"Generator({self._n} puzzles, {self.n_made} made)"

    def __next__(self) -> Puzzle:
        with free(self._turn):
            if not self._has_next():
                raise StopIteration
            digits, rules = self._take()
        grid = Grid.unchecked(self._order.shape, tuple(digits.tolist()))
        start = self._order.start
        return Puzzle.unchecked(grid, rules, **({} if start is None else start.names))

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a Generator cannot be copied or pickled: the making of puzzles is under way. "
            "Keep what it has given"
        )

    def arrays(self) -> Iterator[Digits]:
        """Return an iterator over batches of the puzzles that were not returned yet.

        Each batch is an array (n_puzzles, n_cells) of uint8.

        Raises
        ------
        RuleError
            If each puzzle has rules of its own, because rulesets are laid out.

        Examples
        --------
        >>> [len(batch) for batch in generate(5, shape=Shape(2, 2)).arrays()]
        [1, 1, 2, 1]
        """
        if self._order.rulesets:
            raise RuleError("puzzles of rulesets have rules of their own: arrays would lack them")
        return InTurn(self._batches(), self._turn)

    def _batches(self) -> Iterator[Digits]:
        while self._has_next():
            n_taken = min(len(self._found), self._n - self.n_made)
            yield np.stack([self._take()[0] for _ in range(n_taken)])

    def _take(self) -> tuple[Digits, tuple[Rule, ...]]:
        """Return the next of the puzzles found, and its rules."""
        puzzle, n_undecided, rules = self._found.popleft()
        start = self._order.start
        if start is not None:
            puzzle, rules = start.whole(puzzle), start.without_given(rules)
        if n_undecided:
            self.undecided[self.n_made] = n_undecided
        self.n_made += 1
        self._watch.solutions, self._watch.part = self.n_made, self.n_made / self._n
        return puzzle, rules

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
                self._look_through(self._block())
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
        self._watch.close()

    def _block(self) -> Block:
        """Return the next block, while threads make later blocks.

        This thread makes the first block, so that the time to compile kernels is known.
        """
        if self._pool is None:
            block = self._next_block
            made = self._order.make(block)
            self._next_block += 1
            return made
        while len(self._pending) < 2 * self._n_workers:
            self._pending.append((self._next_block, self._begun(self._pool, self._next_block)))
            self._next_block += 1
        if not self._is_begun:
            made = self._order.make(0)
            self._is_begun = True
            return made
        block, future = self._pending[0]
        while not wait([future], timeout=PATIENCE).done:
            stop_if_due()
        try:
            made = future.result()
        except HaltedError:  # by Ctrl-C, before this call
            self._pending[0] = block, self._begun(self._pool, block)
            return self._order.nothing(0)
        self._pending.popleft()
        return made

    def _begun(self, pool: ThreadPoolExecutor, block: int) -> Future[Block]:
        return pool.submit(self._order.make_unless, self._halt, block)

    def _look_through(self, block: Block) -> None:
        n_tries, (puzzles, undecided), rules = block
        self.n_tries += n_tries
        self._watch.nodes = self.n_tries
        self._found.extend(zip(puzzles, undecided.tolist(), repeat(rules), strict=False))
        self._tries_in_vain = 0 if self._found else self._tries_in_vain + n_tries
        if self._tries_in_vain == self.n_tries:
            self._check_possible()
        if self._tries_in_vain >= self._most_tries:
            self._tries_in_vain = 0
            raise NotFoundError(
                f"no puzzle as requested was found within {self._most_tries} tries of "
                f"{self._order.way}; that does not mean that there is none"
            )

    def _check_possible(self) -> None:
        """Raise if the blank board shows, after an empty first block, that there are no puzzles."""
        order = self._order
        stated = [rule(each.states) for each in order.rulesets if isinstance(each, Stated)]
        rules = (*order.rules, *stated)
        if (
            self._is_possible
            or len(stated) < len(order.rulesets)  # those with marks, or with houses of their own
            or statement(order.shape, rules).has_only_houses
        ):
            return
        blank = np.zeros((1, order.shape.n_cells), dtype=np.uint8)
        n_solutions = int(judge_of(order.shape, rules).count(blank)[0])
        if n_solutions == 0:
            raise NotFoundError("the rules leave no solution: there is no puzzle with them")
        if n_solutions > 1 and order.request.clues == 0:
            raise NotFoundError("without clues the board has more than one solution")
        self._is_possible = True


def _check_marks(
    rulesets: tuple[Ruleset, ...], minimal_marks: bool, request: PuzzleRequest
) -> None:
    """Raise an error if the removal of marks was requested and is not possible."""
    if minimal_marks and not rulesets:
        raise RuleError("minimal_marks is for the marks of a ruleset: none is given")
    if minimal_marks and request.goal is not None:
        raise RuleError("minimal_marks changes the difficulty: give only one of them")


def _at_least_one(name: str, value: int) -> int:
    if check_whole(name, value) < 1:
        raise RuleError(f"{name} is {value}: it must be at least 1")
    return int(value)


def _check_seed(seed: int | np.random.Generator | None) -> int:
    """Return an integer that is derived from a seed, or drawn from a generator."""
    return int(generator(seed).integers(1 << 63))
