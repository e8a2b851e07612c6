"""A puzzle as a model of `csp`: a variable for each cell, and the constraints of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, cast

from csp import Constraint as ModelConstraint
from csp import Model, Phase, all_different, regular, table
from csp.request import ModelRequest
from csp.verbs.model_search import begin
from exactcover.runtime.search.limits import watched
from exactcover.runtime.search.request import Request
from exactcover.verbs.cover_search import Searching
from sudoku.encodings.connected import ConnectedVariables
from sudoku.errors import ConstraintError
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape, check_searchable
from sudoku.geometry.words import cell_name
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.connected import ConnectedCells
from sudoku.rules.constraint import Constraint
from sudoku.rules.linear import Linear
from sudoku.rules.unknown_regions import InOrder, PairsOnce
from sudoku.statement.automaton import TooLargeError
from sudoku.statement.bitsets import digits_of
from sudoku.statement.statement import Statement, statement
from sudoku.statement.transitions import MOST_STEPS, automaton


def model(puzzle: Puzzle) -> Model:
    """Return the puzzle as a model with a variable for the digit of each cell, in cell order.

    Some rules have further variables, after those of the cells.

    Houses and groups become all-different constraints, exclusions and links become tables of two
    cells, sums become linear constraints, and every other constraint becomes an automaton.

    Raises
    ------
    ConstraintError
        If an automaton is too large.

    Examples
    --------
    >>> puzzle = Puzzle.from_text("1......2.3.....4")
    >>> list(model(puzzle).solve().solution.values())[:4]
    [1, 2, 4, 3]
    """
    check_searchable(puzzle.shape)
    shape, made = puzzle.shape, Model()
    digits = [
        made.variable([clue] if clue else range(1, shape.n + 1), cell_name(shape, cell))
        for cell, clue in enumerate(puzzle.grid.cells)
    ]
    spec = statement(shape, puzzle.rules)
    made.post(_constraints(made, shape, spec, digits))
    made.advised_phases = tuple(_phases(spec, digits))
    return made


def model_search(puzzle: Puzzle, request: Request) -> tuple[Searching, Callable[[list[int]], Grid]]:
    """Return the search of a puzzle's model, and the function that turns a solution into a grid."""
    asked = ModelRequest(replace(request, method="auto"), is_for_one=request.is_for_few)
    running, engine = begin(lambda: model(puzzle), asked)
    shape = puzzle.shape

    def grid(found: list[int]) -> Grid:
        cells = tuple([origin + k for origin, k in zip(engine.origins, found, strict=True)])
        return Grid.unchecked(shape, cells[: shape.n_cells])

    return running, grid


def _constraints(
    made: Model, shape: Shape, spec: Statement, digits: list[Any]
) -> Iterator[ModelConstraint]:
    """Yield the constraints of a statement on variables."""
    for house in watched(spec.houses + spec.groups):
        yield all_different([digits[cell] for cell in house.cells])
    for cell, barred in spec.barred.items():
        for digit in digits_of(barred):
            yield digits[cell] != digit
    for (one, other), supports in watched(spec.relations_with_links(shape.n).items()):
        pairs = [(a, b) for a, mask in enumerate(supports, 1) for b in digits_of(mask)]
        yield table([digits[one], digits[other]], pairs)
    for constraint in watched(spec.constraints, 1):
        if isinstance(constraint.reader, PairsOnce):
            yield from _pairs_once(made, shape.n, [digits[cell] for cell in constraint.cells])
        else:
            yield _constraint(shape.n, constraint, digits)


def _phases(spec: Statement, digits: list[Any]) -> Iterator[Phase]:
    """Yield how to search unknown regions: row by row, as they are numbered, before the digits.

    So a region is complete before the next one begins, and few numbers are possible for a cell.
    """
    in_order = (each.cells for each in spec.constraints if isinstance(each.reader, InOrder))
    numbers = dict.fromkeys(in_order)
    if numbers:
        for cells in numbers:
            yield Phase([digits[cell] for cell in cells])
        of_regions = set().union(*numbers)
        others = [digit for cell, digit in enumerate(digits) if cell not in of_regions]
        yield Phase(others, "dom/wdeg")


def _pairs_once(made: Model, n: int, digits: list[Any]) -> Iterator[ModelConstraint]:
    """Yield that pairs of digits all differ: each has a number of its own."""
    pairs = list(zip(digits[::2], digits[1::2], strict=True))
    numbers = made.variables(len(pairs), range(n * n))
    rows = [(a + 1, b + 1, n * a + b) for a in range(n) for b in range(n)]
    for pair, number in zip(pairs, numbers, strict=True):
        yield table([*pair, number], rows)
    yield all_different(numbers)


def _constraint(n: int, constraint: Constraint, digits: list[Any]) -> ModelConstraint:
    cells, reader = constraint.cells, constraint.reader
    if isinstance(reader, ConnectedCells):
        return ConnectedVariables([digits[cell] for cell in cells], reader)
    if isinstance(reader, Linear):
        terms = zip(cells, reader.weights(len(cells)), strict=True)
        total: Any = sum(weight * digits[cell] for cell, weight in terms)
        return cast(ModelConstraint, total == reader.total)
    try:
        made = automaton(reader, len(cells), n, MOST_STEPS)
    except TooLargeError:
        raise ConstraintError(f"{constraint.title}: more than {MOST_STEPS} steps") from None
    steps = {
        (state, digit): following
        for state, row in enumerate(made.steps.tolist(), 1)
        for digit, following in enumerate(row, 1)
        if following
    }
    accepted = [state for state, is_last in enumerate(made.accepted.tolist(), 1) if is_last]
    return regular([digits[cell] for cell in cells], steps, 1, accepted)
