"""The puzzles that `generate` makes: the checked request, and how each block is made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from exactcover.runtime.arguments import check_whole
from exactcover.runtime.search.limits import Flag, Watch, stop_if_due
from sudoku.errors import RuleError, ShapeError
from sudoku.generation.batch_counts import Flags, Judge, judge_of
from sudoku.generation.ruleset_layout import lay, without_redundant_marks
from sudoku.generation.rulesets.ruleset import Ruleset
from sudoku.generation.start import Start
from sudoku.generation.strategies.registry import strategy as strategy_of
from sudoku.generation.strategies.removal import are_minimal
from sudoku.generation.strategies.strategy import Goal, Made, PuzzleRequest, Strategy
from sudoku.generation.symmetry import find_symmetry, orbits_of
from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule
from sudoku.rules.classic import Classic
from sudoku.statement.bitsets import bits
from sudoku.statement.statement import statement

LEAST_CLUES = 17
"""Classic puzzles with fewer clues have several solutions: G. McGuire, B. Tugemann, G. Civario,
"There is no 16-clue sudoku" (2012)."""
BLOCK = 1024
"""The number of puzzles of 81 cells that are made side by side."""
TRIES_OF_RULESETS = 1_000
"""The default number of failed attempts to lay out rulesets: each attempt takes some time."""


class Block(NamedTuple):
    """The puzzles of a block: the number of tries, the puzzles, and their rules."""

    n_tries: int
    made: Made
    rules: tuple[Rule, ...]


class Order(NamedTuple):
    """The puzzles to be made; the same order gives the same puzzles, block by block.

    With rulesets, the rules are those of the board before they are laid out, and a block is one
    try: a layout of its own.
    """

    shape: Shape
    rules: tuple[Rule, ...]
    strategy: Strategy
    request: PuzzleRequest
    minimal: bool
    seed: int
    rulesets: tuple[Ruleset, ...] = ()
    minimal_marks: bool = False
    start: Start | None = None

    @property
    def way(self) -> str:
        """The way in which puzzles are made, for messages."""
        if not self.rulesets:
            return f"the strategy {self.strategy.name}"
        names = ", ".join(each.name for each in self.rulesets)
        return f"the ruleset{'s' * (len(self.rulesets) > 1)} {names}"

    @property
    def tries(self) -> int:
        """The default number of failed attempts before an error is raised."""
        most = self.strategy.tries
        return min(most, TRIES_OF_RULESETS) if self.rulesets else most

    def size(self, block: int) -> int:
        """Return the number of tries of a block; the first blocks are small, to finish early."""
        if self.rulesets:
            return 1
        most = min(BLOCK, max(1, BLOCK * 81**3 // self.shape.n_cells**3))
        most = min(most, self.strategy.most_size)
        return max(self.strategy.least_size, min(most, 1 << min(20, max(0, block - 1))))

    def make(self, block: int) -> Block:
        """Make a block."""
        rng = np.random.default_rng([self.seed, block])
        size = self.size(block)
        if self.rulesets:
            made = self._laid_out(size, rng)
        else:
            judge = judge_of(self.shape, self.rules)
            made = Block(size, self._made(judge, rng, size), self.rules)
        stop_if_due()  # searches that a limit cut short make this block unreliable
        return made

    def make_unless(self, halt: Flag, block: int) -> Block:
        """Make a block in a worker thread; stop if a flag is set."""
        with Watch(cancel=halt).running():
            return self.make(block)

    def nothing(self, n_tries: int) -> Block:
        """Return a block without puzzles."""
        none = np.empty((0, self.shape.n_cells), dtype=np.uint8)
        return Block(n_tries, Made.decided(none), self.rules)

    def _made(self, judge: Judge, rng: np.random.Generator, size: int) -> Made:
        """Return puzzles of the strategy, for the rules of the judge."""
        made = self.strategy.make(judge, self.request._replace(minimal=self.minimal), rng, size)
        if self.minimal:
            made = Made.decided(made.puzzles[are_minimal(judge, made.puzzles)])
        return made

    def _laid_out(self, size: int, rng: np.random.Generator) -> Block:
        """Return at most one puzzle, with marks that are laid out at random."""
        laid = lay(self.shape, self.rules, self.rulesets, rng)
        if laid is None:
            return self.nothing(size)
        found = self._made(laid.judge(), rng, self.strategy.least_size)
        made = Made(found.puzzles[:1], found.undecided[:1])
        if self.minimal_marks and len(made.puzzles):
            laid, undecided = without_redundant_marks(laid, made.puzzles[0], rng)
            made = Made(made.puzzles, made.undecided + undecided)
            if not laid.shows_all():
                return self.nothing(size)
        return Block(size, made, laid.rules())


def request_of(
    shape: Shape, symmetry: str | None, clues: int | None, pattern: Any, goal: Goal | None = None
) -> PuzzleRequest:
    """Return the checked request of a symmetry, a number of clues, a pattern and a difficulty.

    Where a pattern is given, it has the symmetry and the clues, and they are not requested again.
    """
    orbits = orbits_of(shape, "none" if symmetry is None else symmetry)
    if clues is not None:
        if check_whole("clues", clues) > shape.n_cells:
            raise RuleError(f"a puzzle of {shape.n_cells} cells cannot have {clues} clues")
        clues = int(clues)
    if pattern is not None:
        cells = _pattern(shape, pattern)
        _check_pattern(cells, orbits, symmetry, clues)
        return PuzzleRequest(pattern=cells, goal=goal)
    if clues is not None and clues not in _sums(map(len, orbits)):
        raise RuleError(f"no pattern of {clues} clues has the symmetry {symmetry}")
    return PuzzleRequest(find_symmetry(symmetry or "none"), clues, None, goal)


def _check_pattern(
    cells: Flags, orbits: tuple[tuple[int, ...], ...], symmetry: str | None, clues: int | None
) -> None:
    """Raise an error if a pattern does not have the symmetry or the number of clues."""
    if any(len(set(cells[list(orbit)].tolist())) > 1 for orbit in orbits):
        raise RuleError(f"the pattern does not have the symmetry {symmetry}")
    if clues is not None and clues != np.count_nonzero(cells):
        raise RuleError(f"the pattern has {np.count_nonzero(cells)} clues, not {clues}")


def _sums(sizes: Iterable[int]) -> set[int]:
    """Return all sums of some of the numbers.

    Examples
    --------
    >>> sorted(_sums([2, 2, 1]))
    [0, 1, 2, 3, 4, 5]
    """
    reached = 1
    for size in sizes:
        reached |= reached << size
    return set(bits(reached))


def check_clues(shape: Shape, rules: tuple[Rule, ...], request: PuzzleRequest) -> None:
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


def check_minimal(
    shape: Shape, rules: tuple[Rule, ...], request: PuzzleRequest, *, is_fixed: bool
) -> None:
    """Raise an error if no puzzle with so many clues, or with these cells, can be minimal.

    In a house in which all cells have clues, each clue follows from the others. Unless the houses
    are fixed, because rulesets may replace them, only a full grid is refused.
    """
    houses = [each.cells for each in statement(shape, rules).houses if len(each.cells) == shape.n]
    if not houses:
        return
    if request.pattern is not None:
        n_clues = int(np.count_nonzero(request.pattern))
        is_full = is_fixed and any(request.pattern[list(cells)].all() for cells in houses)
    else:
        n_clues = request.clues or 0
        is_full = is_fixed and n_clues > shape.n_cells - _n_apart(houses)
    if is_full or n_clues == shape.n_cells:
        raise RuleError(
            f"no puzzle with these {n_clues} clues is minimal: there is a row, column or box in "
            "which all cells have clues, and each of these clues follows from the others"
        )


def _n_apart(houses: Iterable[tuple[int, ...]]) -> int:
    """Return a number of houses that have no cell in common.

    Examples
    --------
    >>> _n_apart([(0, 1), (2, 3), (0, 2), (1, 3)])
    2
    """
    taken, n_apart = set[int](), 0
    for cells in houses:
        if taken.isdisjoint(cells):
            taken.update(cells)
            n_apart += 1
    return n_apart


BLANKS = ".0-_*"
"""The signs of a pattern that stand for cells without a clue."""


def _pattern(shape: Shape, pattern: Any) -> Flags:
    """Return a flag for each cell: whether the pattern has a clue there."""
    pattern = getattr(pattern, "grid", pattern)
    if isinstance(pattern, str):
        signs = "".join(pattern.split())
        for sign in signs:
            if sign not in BLANKS and not sign.isalnum() and sign != "#":
                raise RuleError(f"pattern: {sign!r} says neither that a cell has a clue nor not")
        cells = np.array([sign not in BLANKS for sign in signs])
    else:
        given = np.asarray(getattr(pattern, "cells", pattern))
        if given.dtype.kind not in "biuf" or (given != given).any():
            raise RuleError(
                f"pattern is an array of {given.dtype}: give a number for each cell, 0 for a "
                "blank, or one text"
            )
        cells = given.ravel() != 0
    if cells.shape != (shape.n_cells,):
        raise ShapeError(f"the pattern has {cells.size} cells, expected {shape.n_cells}")
    return cells


def strategy_for(name: str | None, request: PuzzleRequest) -> Strategy:
    """Return the strategy of a name, or the default one for a request."""
    given = {field for field, value in request._asdict().items() if value is not None}
    given.discard("minimal")  # of what any strategy makes, redundant puzzles are dropped
    if request.symmetry == "none":
        given.discard("symmetry")
    calls = {"goal": "graded", "pattern": "pattern", "clues": "to_clues", "symmetry": "symmetric"}
    default = next((calls[field] for field in calls if field in given), "top_down")
    made = strategy_of(default if name is None else name)
    for field in sorted(given - made.takes):
        raise RuleError(f"the strategy {made.name} takes no {_WORDS.get(field, field)}")
    for field in sorted(made.needs - given - {"symmetry"}):
        raise RuleError(f"the strategy {made.name} needs {_WORDS.get(field, field)}=")
    return made


_WORDS = {"goal": "difficulty"}
"""The fields of `PuzzleRequest` whose argument has another name."""
