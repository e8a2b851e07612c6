"""The bit-mask kernels against brute force, the exact-cover path and themselves in slices."""

from collections.abc import Iterator
from itertools import cycle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from exactcover.runtime.search.protocol import Out, Status
from sudoku import Classic, Diagonal, Puzzle, Rule, Shape, ShapeError, rule
from sudoku.batches import batch
from sudoku.encodings.exact_cover import blank_problem, chosen_options, encode
from sudoku.formats.iss.strings import from_iss
from sudoku.solvers.bitmask.board_arrays import tables
from sudoku.solvers.bitmask.engine import Bitmask
from sudoku.solvers.bitmask.sums import IS_WIDE
from tests.oracle import small_grids

pytestmark = pytest.mark.kernel

CLASSIC: tuple[Rule, ...] = (Classic(),)
X: tuple[Rule, ...] = (Classic(), Diagonal())
Digits = NDArray[np.uint8]

# Norvig's top 95, the first three; norvig.com/sudoku.html.
HARD = (
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "52...6.........7.13...........4..8..6......5...........418.........3..2...87.....",
    "6.....8.3.4.7.................5.4.7.3..2.....1.6.......2.....5.....8.6......1....",
)


def solve(
    shape: Shape, rules: tuple[Rule, ...], puzzles: Digits, limit: int
) -> tuple[Digits, list[int]]:
    """Solve a batch on bit masks, whatever the shape."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(batch, "kernel_of", lambda *given: batch.bitmask_kernel(*given[:2]))
        solutions, counts = batch.solve_batch(puzzles, limit, shape=shape, rules=rules)
    return solutions, counts.tolist()


def is_right(shape: Shape, rules: tuple[Rule, ...], puzzle: Digits, solution: Digits) -> bool:
    houses = [house.cells for house in Puzzle(shape, rules).houses]
    agrees = np.isin(puzzle, 0) | (puzzle == solution)
    full = set(range(1, shape.n + 1))
    return bool(agrees.all()) and all({int(solution[c]) for c in cells} == full for cells in houses)


GRIDS = {CLASSIC: [sum(rows, ()) for rows in small_grids()]}
GRIDS[X] = [g for g in GRIDS[CLASSIC] if len({*g[::5]}) == len({*g[3:13:3]}) == 4]


@pytest.mark.parametrize(("rules", "number"), [(CLASSIC, 288), (X, 48)])
def test_number_of_4x4_grids(rules: tuple[Rule, ...], number: int) -> None:
    assert len(GRIDS[rules]) == number
    _, counts = solve(Shape(2, 2), rules, np.zeros((1, 16), dtype=np.uint8), 1000)
    assert counts == [number]


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([CLASSIC, X]), st.data())
def test_4x4_equals_brute_force(rules: tuple[Rule, ...], data: st.DataObject) -> None:
    """Clues of a grid, one of them perhaps wrong or in a clash."""
    grid = data.draw(st.sampled_from(GRIDS[rules]))
    kept = data.draw(st.integers(0, 2**16 - 1))
    puzzle = np.array([[d if kept >> k & 1 else 0 for k, d in enumerate(grid)]], dtype=np.uint8)
    if data.draw(st.booleans()):
        puzzle[0, data.draw(st.integers(0, 15))] = data.draw(st.integers(1, 4))
    clues = puzzle[0].tolist()
    expected = [g for g in GRIDS[rules] if all(c in (0, d) for c, d in zip(clues, g, strict=True))]
    limit = data.draw(st.sampled_from([1, 2, 1000]))
    solutions, counts = solve(Shape(2, 2), rules, puzzle, limit)
    assert counts == [min(limit, len(expected))]
    assert tuple(solutions[0].tolist()) in (expected or [(0,) * 16])


def clues_of(shape: Shape, rules: tuple[Rule, ...], seed: int, n_clues: int) -> Digits:
    """Return some cells of a random grid, found by exact cover."""
    rng = np.random.default_rng(seed)
    found = encode(Puzzle(shape, rules)).solve(seed=seed).get()
    grid = np.zeros(shape.n_cells, dtype=np.uint8)
    for row, column, digit in found.labels:
        grid[shape.cell(row, column)] = digit
    grid[rng.permutation(shape.n_cells)[n_clues:]] = 0
    return grid


@pytest.mark.parametrize(
    ("shape", "rules", "n_clues"),
    [
        (Shape(3, 2), CLASSIC, 10),
        (Shape(2, 3), X, 6),
        (Shape(5, 1), CLASSIC, 10),
        (Shape(4, 2), X, 18),
        (Shape(3, 3), CLASSIC, 28),
        (Shape(3, 3), X, 20),
        (Shape(4, 3), CLASSIC, 70),
        (Shape(4, 4), CLASSIC, 150),
    ],
)
def test_equals_exact_cover(shape: Shape, rules: tuple[Rule, ...], n_clues: int) -> None:
    puzzles = np.array([clues_of(shape, rules, seed, n_clues) for seed in range(2)])
    covers = [encode(Puzzle(shape, rules, p.tolist())).count(limit=8) for p in puzzles]
    solutions, counts = solve(shape, rules, puzzles, 8)
    assert counts == covers
    for puzzle, solution in zip(puzzles, solutions, strict=True):
        assert is_right(shape, rules, puzzle, solution)


def test_hard_puzzles_are_proved_unique() -> None:
    puzzles = np.array([[int(c) for c in p.replace(".", "0")] for p in HARD], dtype=np.uint8)
    solutions, counts = solve(Shape(3, 3), CLASSIC, puzzles, 2)
    assert counts == [1, 1, 1]
    for puzzle, solution in zip(puzzles, solutions, strict=True):
        assert is_right(Shape(3, 3), CLASSIC, puzzle, solution)


def filled(shape: Shape) -> Digits:
    """Return the grid whose rows are shifts of the first."""
    p, q, n = shape.p, shape.q, shape.n
    shifts = [(p * (row % q) + row // q) % n for row in range(n)]
    return np.array([(s + k) % n + 1 for s in shifts for k in range(n)], dtype=np.uint8)


@pytest.mark.parametrize("shape", [Shape(8, 8), Shape(16, 4), Shape(1, 1), Shape(2, 1)])
def test_words_of_all_lengths(shape: Shape) -> None:
    """Up to all 64 bits of a word, and to more houses than a word has bits."""
    grid = filled(shape)
    puzzles = np.array([grid, grid])
    puzzles[0, : shape.n] = 0  # each column lacks one digit
    puzzles[1, 0] = puzzles[1, shape.n // 2]  # a clash in the row, if it is of two cells or more
    solutions, counts = solve(shape, CLASSIC, puzzles, 2)
    assert counts == [1, int(shape.n == 1)]
    assert is_right(shape, CLASSIC, puzzles[0], solutions[0])


def test_too_many_digits_are_refused() -> None:
    with pytest.raises(ShapeError, match=r"65 digits: .* at most 64"):
        tables(Shape(13, 5), CLASSIC)


def engine_of(puzzle: Puzzle) -> Bitmask:
    problem = blank_problem(puzzle.shape, puzzle.rules)
    engine = Bitmask(tables(puzzle.shape, puzzle.rules))
    assert engine.choose(problem.find_options(chosen_options(puzzle)))
    return engine


def run(engine: Bitmask, slices: list[tuple[int, int]]) -> Iterator[list[tuple[int, ...]]]:
    for budget, room in cycle(slices):
        rows = np.empty((room, engine.depth), dtype=np.uint32)
        lengths = np.zeros(room, dtype=np.uint32)
        nodes, before = engine.nodes, engine.solutions
        status = engine.advance(budget, Out(rows, lengths, room))
        found = engine.solutions - before
        assert engine.nodes - nodes <= budget
        assert (found == room) == (status == Status.OUT_FULL)
        assert (lengths[:found] == engine.depth).all()
        engine.check()
        yield [tuple(row) for row in rows[:found].tolist()]
        if status == Status.EXHAUSTED:
            return


SLICES = [(3, 2), (0, 1), (1, 1), (7, 5)]


@pytest.mark.parametrize("rules", [CLASSIC, X])
def test_slices_change_nothing(rules: tuple[Rule, ...]) -> None:
    puzzle = Puzzle(Shape(2, 2), rules, {(0, 0): 1})
    problem = blank_problem(puzzle.shape, rules)
    whole = [s for some in run(engine_of(puzzle), [(1 << 40, 1 << 10)]) for s in some]
    expected = problem.solutions(chosen=chosen_options(puzzle))
    assert sorted(whole) == sorted(solution.indices for solution in expected)

    engine, parts, found = engine_of(puzzle), [0.0], []
    for some in run(engine, SLICES):
        found += some
        parts.append(engine.part_done())
        other = engine_of(puzzle)
        other.restore(engine.snapshot())
        other.check()
        assert other.nodes == engine.nodes
        assert other.part_done() == engine.part_done()
        engine = engine if len(parts) % 3 else other
        if engine is other:
            break
    rest = [solution for some in run(engine, SLICES) for solution in some]
    assert found + rest == whole
    assert parts == sorted(parts)
    assert engine.part_done() == 1.0


def test_chosen_that_clash_are_refused() -> None:
    made = tables(Shape(2, 2), CLASSIC)
    assert Bitmask(made).choose([0, 9])
    assert not Bitmask(made).choose([0, 4])  # two 1s in a row
    assert not Bitmask(made).choose([0, 1])  # two digits in a cell


weights_of_cells = st.dictionaries(
    st.integers(0, 15), st.sampled_from([-20, -3, -1, 1, 1, 2, 10]), min_size=5, max_size=12
)


@settings(max_examples=60, deadline=None)
@given(weights_of_cells, st.sampled_from(GRIDS[CLASSIC]), st.integers(-1, 1))
def test_wide_sums_equal_brute_force(
    weights: dict[int, int], grid: tuple[int, ...], error: int
) -> None:
    """Of many cells, some of which differ and each of which counts some times."""

    def sum_in(grid: tuple[int, ...]) -> int:
        return sum(weight * grid[cell] for cell, weight in weights.items())

    places = {cell: divmod(cell, 4) for cell in weights}
    plus = [places[cell] for cell, weight in weights.items() for _ in range(weight)]
    minus = [places[cell] for cell, weight in weights.items() for _ in range(-weight)]
    total = sum_in(grid) + error
    puzzle = Puzzle(Shape(2, 2), [Classic(), rule("sums", [(total, plus, minus)])])
    made = tables(puzzle.shape, puzzle.rules).constraints
    assert made is not None
    assert made.sums[:, IS_WIDE].any() or not any(abs(w) > 1 for w in weights.values())
    assert puzzle.count(method="bitmask") == sum(sum_in(g) == total for g in GRIDS[CLASSIC])


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("thermometer", [[[(0, 0), (1, 1), (2, 2)]]]),  # pairs
        ("killer", [[(6, [(0, 0), (0, 1), (1, 0)])]]),  # one set of sets
        ("killer", [[(9, [(0, 0), (1, 1), (2, 2), (3, 3)])], True]),  # parts with weights
        ("arrow", [[([(0, 0)], [(1, 1), (2, 2)])]]),  # parts with weights from above
        ("skyscraper", [[2, None, None, 3]]),  # readings
        ("rellik", [[(7, [(0, 0), (0, 1), (1, 0)])]]),  # digits that all sets have
    ],
)
def test_conditions_leave_what_exact_cover_finds(name: str, parameters: list[object]) -> None:
    puzzle = Puzzle(Shape(2, 2), [Classic(), rule(name, *parameters)], {(3, 0): 1})
    expected = {grid.cells for grid in puzzle.solutions(method="dancing_cells")}
    assert {grid.cells for grid in puzzle.solutions(method="bitmask")} == expected
    assert puzzle.count(method="bitmask") == len(expected) > 0


@pytest.mark.compiled
def test_the_ends_of_sandwiches_are_placed_first() -> None:
    # The "sandwich snipe 18" of sudokutheory.com. Without `Reader.decisive` it takes 12,000 nodes.
    rows, columns = [18] * 6 + [None] * 3, [18] * 5 + [None, 18, None, 18]
    puzzle = Puzzle(Shape(3, 3), [Classic(), rule("sandwich", top=columns, left=rows)])
    found = puzzle.count(limit=2, max_nodes=5000, method="bitmask")
    assert found == 2


@pytest.mark.compiled
def test_the_cell_branched_on_counts_in_a_conflict() -> None:
    # A killer of the list of Interactive-Sudoku-Solver. If only what failed counts, 3,031 nodes.
    cages = "A<H<MA<A<^P<<^N<<^E^E<^L<^E^^^^^^^^^M<<9<K<<<G^N<^F<SB^<^^L^^^^I<E>^>>^D^^^<^F<>^"
    found = from_iss(cages).count(limit=2, max_nodes=1500, method="bitmask")
    assert (found, found.complete) == (1, True)
