"""The area `sudoku`: a case is some puzzles of 4x4 cells with random rules, in random ways."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from hypothesis import note
from hypothesis import strategies as st

from exactcover import GaveUpError, ProblemError
from exactcover.engines.frontier import engine as frontier
from exactcover.engines.registry import ENGINES
from sudoku import (
    Classic,
    ConstraintError,
    Puzzle,
    SudokuError,
    TextError,
    count_batch,
    from_fpuzzles,
    from_layout,
    picture,
    to_fpuzzles,
    to_fpuzzles_link,
    to_layout,
)
from sudoku.formats.janko.writer import layout_of
from sudoku.rules.latin import Latin
from sudoku.solvers.registry import CSP, SOLVERS, is_complete
from tests.fuzz.properties import examine
from tests.fuzz.short_slices import short_slices
from tests.oracle import Rows, latin_squares, small_grids
from tests.sudoku.rules.meanings import PLACES, SHAPE
from tests.sudoku.rules.test_mixes import ruled

Grids = frozenset[Rows]
Check = Callable[[Puzzle, Grids, Random], None]
NOT_FOR_PUZZLES = ("multicover", "first_fit")
"""Methods only for multiplicities or for small frontiers: on others they would run too long."""
COMPLETE = filter(is_complete, SOLVERS)
METHODS = ("auto", "auto", *COMPLETE, CSP, *(m for m in ENGINES if m not in NOT_FOR_PUZZLES))
"""Every way to find all solutions of a puzzle."""
MOST_BYTES = 1 << 24
"""The memory of the frontier, which is not for puzzles and would fill more for minutes."""


def run(seed: int) -> None:
    """Draw puzzles and check them; raise `Finding` with a small one if a check fails."""
    examine(
        seed,
        check,
        drawn=st.lists(ruled(), max_size=3),
        has_boxes=st.booleans(),
        clues=st.lists(st.sampled_from(PLACES), max_size=6, unique=True),
        name=st.sampled_from(sorted(CHECKS)),
        number=st.integers(0, 999),
    )


def check(drawn: Any, has_boxes: bool, clues: Any, name: str, number: int) -> None:
    """Check a puzzle, whose clues are those of a grid, by name."""
    rng = Random(number)
    grids = small_grids() if has_boxes else latin_squares()
    tests = [test for _, test in drawn]
    kept = [grid for grid in grids if all(test(grid) for test in tests)]
    source = rng.choice(kept or grids)
    rules = [Classic() if has_boxes else Latin(), *dict.fromkeys(rule for rule, _ in drawn)]
    given = {(r, c): source[r][c] for r, c in clues}
    note(f"Puzzle({SHAPE!r}, {rules!r}, {given!r})")
    expected = frozenset(g for g in kept if all(g[r][c] == d for (r, c), d in given.items()))
    try:
        puzzle = Puzzle(SHAPE, rules, given)
    except SudokuError:  # clues that break a rule
        assert not expected
        return
    with short_slices(rng):
        CHECKS[name](puzzle, expected, rng)


REFUSALS = (
    "not know all",
    "cannot take",
    "takes at most",
    "knows classic",
    "takes no seed",
    "only counts",
)
"""The beginnings of messages of a method that rejects rules or boards."""


@contextmanager
def refusing_methods() -> Iterator[None]:
    """Let a method refuse the rules, or end where a small memory is full, and nothing else."""
    try:
        with patch.object(frontier, "MAX_BYTES", MOST_BYTES):
            yield
    except (ConstraintError, GaveUpError):
        pass
    except ProblemError as error:
        if not any(refusal in str(error) for refusal in REFUSALS):
            raise


def rows_of(solutions: Any) -> list[Rows]:
    """Return the grids of solutions as rows."""
    return [grid.rows() for grid in solutions]


def lists(puzzle: Puzzle, expected: Grids, rng: Random) -> None:
    method = rng.choice(METHODS)
    note(f"method {method}")
    with refusing_methods():
        seed = rng.choice((None, None, rng.randrange(9)))
        found = rows_of(puzzle.solutions(method=method, seed=seed))
        assert len(found) == len(expected)
        assert set(found) == expected


def counts(puzzle: Puzzle, expected: Grids, rng: Random) -> None:
    method, limit = rng.choice(METHODS), rng.randrange(4)
    note(f"method {method}, limit {limit}")
    with refusing_methods():
        number = puzzle.count(method=method)
        assert (number, number.complete) == (len(expected), True)
        assert puzzle.count(method=method, limit=limit) == min(limit, len(expected))
        few = puzzle.count(method=method, max_nodes=rng.randrange(9))
        assert few == len(expected) or (few < len(expected) and not few.complete)
    assert puzzle.count() == len(expected)


def solves(puzzle: Puzzle, expected: Grids, rng: Random) -> None:
    method = rng.choice(METHODS)
    note(f"method {method}")
    with refusing_methods():
        result = puzzle.solve(method=method, seed=rng.choice((None, 3)))
        assert bool(result) == bool(expected)
        assert result.solution is None or result.solution.rows() in expected


def parallel_verbs(puzzle: Puzzle, expected: Grids, rng: Random) -> None:
    with suppress(ConstraintError), TemporaryDirectory() as folder:
        assert puzzle.count(workers=2) == len(expected)
        kept = Path(folder) / "run"
        first = puzzle.solutions(checkpoint=kept, workers=1)
        found = rows_of(islice(first, rng.randrange(3)))
        first.close()
        found += rows_of(puzzle.solutions(checkpoint=kept, workers=2))
        assert set(found) == expected
        assert len(found) <= len(expected) + 1


def in_batches(puzzle: Puzzle, expected: Grids, rng: Random) -> None:
    with suppress(ConstraintError):
        cells = [puzzle.grid.cells]
        numbers = count_batch(cells, None, shape=puzzle.shape, rules=puzzle.rules)
        assert numbers.tolist() == [len(expected)]


def is_written(puzzle: Puzzle, expected: Grids, rng: Random) -> None:
    for write in (to_fpuzzles, to_fpuzzles_link):
        with suppress(TextError):
            other = from_fpuzzles(write(puzzle))
            assert frozenset(rows_of(other.solutions())) == expected
    with suppress(TextError):
        other = from_layout(layout_of(puzzle), to_layout(puzzle))
        assert frozenset(rows_of(other.solutions())) == expected
    assert picture(puzzle).to_svg().startswith("<")
    copy = pickle.loads(pickle.dumps(puzzle))
    assert copy == puzzle
    assert hash(copy) == hash(puzzle)
    assert Puzzle.from_text(puzzle.grid.to_line(), SHAPE, puzzle.rules) == puzzle


CHECKS: dict[str, Check] = {
    "lists": lists,
    "counts": counts,
    "solves": solves,
    "parallel_verbs": parallel_verbs,
    "in_batches": in_batches,
    "is_written": is_written,
}
