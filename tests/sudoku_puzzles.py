"""Random puzzles of many shapes and rules, engines run in slices, and steps judged."""

from collections.abc import Callable
from itertools import cycle

import numpy as np
from hypothesis import strategies as st

from exactcover.engines.protocol import CoverEngine
from exactcover.runtime.search.protocol import Out, Status
from sudoku import Classic, Diagonal, Puzzle, Rule, Shape, solve
from sudoku.encodings.exact_cover import blank_problem, chosen_options, placements
from sudoku.solvers.registry import load
from sudoku.techniques.step import Step

SHAPES = [Shape(2, 2), Shape(4, 1), Shape(3, 2), Shape(2, 3), Shape(3, 1)]
RULES: list[tuple[Rule, ...]] = [(Classic(),), (Classic(), Diagonal())]


@st.composite
def puzzles(draw: st.DrawFn, most_blanks: int = 9) -> Puzzle:
    """Draw a puzzle with some clues of a grid, and one more perhaps: 0 to many solutions."""
    shape = draw(st.sampled_from(SHAPES))
    rules = draw(st.sampled_from(RULES if shape.p > 1 < shape.q else RULES[:1]))
    grid = solve(Puzzle(shape, rules), seed=draw(st.integers(0, 20))).get()
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    n_blank = draw(st.integers(0, min(most_blanks, shape.n_cells)))
    cells = np.array(grid.cells)
    cells[rng.permutation(shape.n_cells)[:n_blank]] = 0
    puzzle = Puzzle(shape, rules, cells)
    if n_blank and draw(st.booleans()):
        puzzle = _spoilt(puzzle, rng)
    return puzzle


def _spoilt(puzzle: Puzzle, rng: np.random.Generator) -> Puzzle:
    """Return the puzzle with a clue more, which fits but may leave no solution."""
    n = puzzle.shape.n
    blanks = [cell for cell, digit in enumerate(puzzle.grid.cells) if not digit]
    cell = int(rng.choice(blanks))
    seen = {
        puzzle.grid.cells[peer]
        for house in puzzle.houses
        if cell in house.cells
        for peer in house.cells
    }
    fitting = [digit for digit in range(1, n + 1) if digit not in seen]
    if not fitting:
        return puzzle
    return puzzle.with_clue(*puzzle.shape.position(cell), int(rng.choice(fitting)))


WHOLE = [(1 << 40, 1 << 10)]
"""One slice for all."""


def engine_of(method: str, puzzle: Puzzle) -> CoverEngine:
    make, uses_placements, _ = load(method, puzzle)
    shape, rules = puzzle.shape, puzzle.rules
    problem = placements(shape) if uses_placements else blank_problem(shape, rules)
    engine = make()
    assert engine.choose(problem.find_options(chosen_options(puzzle)))
    return engine


def run(
    engine: CoverEngine, slices: list[tuple[int, int]], watch: Callable[[], None] | None = None
) -> list[tuple[int, ...]]:
    """Run an engine to its end in these slices, over and over; return its solutions as found."""
    found: list[tuple[int, ...]] = []
    for budget, room in cycle(slices):
        rows = np.empty((room, engine.depth), dtype=np.uint32)
        out = Out(rows, np.zeros(room, dtype=np.uint32), room)
        engine.prepare()
        nodes, solutions = engine.nodes, engine.solutions
        status = engine.advance(budget, out)
        number = engine.solutions - solutions
        assert engine.nodes - nodes <= budget
        assert (number == room) == (status == Status.OUT_FULL)
        lengths = out.lengths[:number].tolist()
        found += [tuple(sorted(row[:n].tolist())) for row, n in zip(rows, lengths, strict=False)]
        if watch:
            watch()
        if status == Status.EXHAUSTED:
            break
    return found


def is_right(step: Step, solution: tuple[int, ...]) -> bool:
    """Tell whether a step places digits of a solution, and eliminates none."""
    return all(solution[cell] == digit for cell, digit in step.placements) and all(
        solution[cell] != digit for cell, digit in step.eliminations
    )
