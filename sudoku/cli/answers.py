"""The answers of the command `sudoku` about puzzles, solved one by one or in batches.

A batch is solved by a kernel on arrays, which supports neither limits nor methods.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from typing import Any, NamedTuple, TypeAlias, cast

from exactcover.runtime.cli.exit_codes import Exit
from sudoku.errors import ClashError, SudokuError
from sudoku.geometry.grid import Grid
from sudoku.puzzle.puzzle import Puzzle

Placed: TypeAlias = tuple[int, Puzzle | SudokuError]
"""The number of the line in which a puzzle begins, and the puzzle or the error in it.

A puzzle with a `ClashError` has no solution; one with another error is refused.
"""

CODES = {"none": Exit.NONE, "refused": Exit.BAD_INPUT, "stopped": Exit.STOPPED}
"""The exit code of each formity; 0 for those not listed."""
BATCH = 1024
MOST_DIGITS = 16
"""Puzzles with more digits may take long: each is searched alone, by a portfolio of engines."""


class Answer(NamedTuple):
    """The answer for one puzzle.

    Attributes
    ----------
    line
        The number of the line in which the puzzle begins.
    formity
        "none", "one", "many", "stopped" or "refused".
    solutions
        Up to two solutions.
    puzzle
        The puzzle, or the error in it.
    """

    line: int
    formity: str
    solutions: list[Grid]
    puzzle: Puzzle | SudokuError

    def to_json(self) -> str:
        """Return the answer as a JSON object on one line."""
        solutions = [grid.to_line() for grid in self.solutions]
        return json.dumps({"line": self.line, "formity": self.formity, "solutions": solutions})

    def to_text(self, number: int) -> str:
        """Return one of the solutions as a readable grid, with the regions of the puzzle."""
        assert isinstance(self.puzzle, Puzzle)
        return self.puzzle.to_text(self.solutions[number])


def answers(
    puzzles: Iterable[Placed], controls: dict[str, Any], size: int = BATCH
) -> Iterator[Answer]:
    """Yield an answer for each puzzle, in order, in bounded memory: `size` puzzles at once.

    After Ctrl-C, the answers found before it are yielded, and then the exception is raised.

    Examples
    --------
    >>> from sudoku.errors import ClashError
    >>> placed = [(1, Puzzle.from_text("1......2.3.....4")), (2, ClashError("two 5s"))]
    >>> [found.formity for found in answers(placed, {})]
    ['one', 'none']
    """
    if not is_plain_search(controls):
        for line, puzzle in puzzles:
            yield answer(line, puzzle, controls)
        return
    rest = iter(puzzles)
    while batch := list(islice(rest, size)):
        for kind, group in groupby(batch, _kind):
            if kind is None:
                yield from (answer(line, puzzle, controls) for line, puzzle in group)
            else:
                yield from _together(list(group))


def is_plain_search(controls: dict[str, Any]) -> bool:
    """Return whether no limits and methods are asked for, so that batches can be searched.

    >>> is_plain_search({"method": "auto", "seed": None}), is_plain_search({"seed": 3})
    (True, False)
    """
    return all(value in (None, "auto") for value in controls.values())


def _kind(placed: Placed) -> tuple[Any, ...] | None:
    """Return the key that all puzzles of a batch share; None for a puzzle that is solved alone."""
    puzzle = placed[1]
    if isinstance(puzzle, SudokuError) or puzzle.shape.n > MOST_DIGITS:
        return None
    return puzzle.shape, puzzle.rules


def _together(batch: list[Placed]) -> Iterator[Answer]:
    """Yield the answers for puzzles of one shape and rules, solved in one batch."""
    from exactcover.runtime.search.result import Interrupted
    from sudoku.batches.batch import UNKNOWN, solve_batch

    lines = [line for line, _ in batch]
    puzzles = [cast(Puzzle, puzzle) for _, puzzle in batch]
    shape, rules = puzzles[0].shape, puzzles[0].rules
    interruption = None
    try:
        solutions, counts = solve_batch([p.grid.cells for p in puzzles], shape=shape, rules=rules)
    except Interrupted as raised:
        interruption, known = raised, cast(tuple[Any, Any], raised.result)
        solutions, counts = known
    rows = zip(lines, puzzles, solutions.tolist(), counts.tolist(), strict=True)
    for line, puzzle, cells, number in rows:
        if number == UNKNOWN:
            break
        if number == 2:
            yield answer(line, puzzle, {})
        else:
            grids = [Grid.unchecked(shape, tuple(cells))] * number
            yield Answer(line, "one" if number else "none", grids, puzzle)
    if interruption:
        raise interruption


def answer(line: int, puzzle: Puzzle | SudokuError, controls: dict[str, Any]) -> Answer:
    """Return the answer for one puzzle.

    Examples
    --------
    >>> answer(7, Puzzle.from_text("1..............."), {"max_nodes": 0}).formity
    'stopped'
    """
    from sudoku.solvers.registry import find_method, is_complete
    from sudoku.verbs.solve import solutions

    if isinstance(puzzle, SudokuError):
        return Answer(line, "none" if isinstance(puzzle, ClashError) else "refused", [], puzzle)
    limit = 2 if is_complete(find_method(controls.get("method", "auto"))) else 1
    search = solutions(puzzle, limit=limit, **controls)
    found = list(search)
    if len(found) == 2:
        return Answer(line, "many", found, puzzle)
    if not search.complete:
        return Answer(line, "stopped", found, puzzle)
    return Answer(line, "one" if found else "none", found, puzzle)
