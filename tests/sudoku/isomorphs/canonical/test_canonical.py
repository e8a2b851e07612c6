"""Canonical forms of classic puzzles: against brute force, published forms and known numbers."""

from math import factorial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from benchmarks.isomorphs import isomorphs
from exactcover.runtime.permutations import PermutationGroup
from sudoku import (
    ClashError,
    Grid,
    Puzzle,
    Shape,
    ShapeError,
    automorphisms,
    canonical,
    canonical_batch,
    isomorphic,
    rule,
    solutions,
    solve,
    solve_batch,
    transform,
)
from sudoku.batches.arrays import Arrays, Limits
from sudoku.batches.kernel import N_POSITIONS
from sudoku.isomorphs.canonical.search import DONE, canonicalise_some
from sudoku.isomorphs.canonical.state import state_of
from sudoku.isomorphs.graph import symmetries_of
from sudoku.isomorphs.lines import lines_of
from sudoku.isomorphs.outline import outline
from tests.sudoku.isomorphs.canonical.brute import least_form, sources, sources_of

Cells = NDArray[np.uint8]

TOP95 = Path(__file__).parents[4] / "examples" / "data" / "top95.txt"

FIRST = "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
LAST = "123456789457893612986217354274538196531964827698721435342685971715349268869172543"
MOST = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"

KNOWN_FORMS = [
    # The first and the last of the 5,472,730,538 forms of grids (Red Ed, the forum of sudoku
    # players, 2007).
    (FIRST, FIRST),
    (LAST, LAST),
    # The example of the program of sudoku.coach (2025).
    (
        "001000090030604001809030042095000104740901020128706935900010063312860450576023810",
        "000001002003042056670300010000208160120690005790514283001020037047135608305987401",
    ),
]


def test_clashes_of_puzzles_that_were_not_checked() -> None:
    puzzle = Puzzle.unchecked(Grid(Shape(2, 2), [1, 1, *[0] * 14]), Puzzle().rules)
    with pytest.raises(ClashError, match="clues clash, so the puzzle has no canonical form"):
        canonical(puzzle)


def cells_of(text: str) -> list[int]:
    return [0 if symbol == "." else int(symbol) for symbol in text]


def top95() -> Cells:
    lines = [line[:81] for line in TOP95.read_text().splitlines() if line[0] != "#"]
    return np.array([cells_of(line) for line in lines], dtype=np.uint8)


def thinned(cells: Cells, rng: np.random.Generator) -> Cells:
    """Return puzzles with any number of the clues of some grids."""
    keys, n_clues = rng.random(cells.shape), rng.integers(0, 82, len(cells))
    kept = np.argsort(np.argsort(keys, axis=1), axis=1) < n_clues[:, None]
    return cells * kept.astype(np.uint8)


@pytest.mark.kernel
@pytest.mark.parametrize(("text", "form"), KNOWN_FORMS)
def test_published_forms(text: str, form: str) -> None:
    assert canonical(text).grid.cells == tuple(cells_of(form))
    assert canonical_batch([text])[0].tolist() == cells_of(form)


@pytest.mark.kernel
@settings(max_examples=50)
@given(st.data())
def test_small_puzzles_against_brute_force(data: st.DataObject) -> None:
    shape = data.draw(st.sampled_from([Shape(2, 2), Shape(3, 2), Shape(2, 3)]))
    grid = solve(Puzzle(shape), seed=data.draw(st.integers(0, 1000))).get().cells
    kept = data.draw(st.sets(st.integers(0, shape.n_cells - 1)))
    cells = [digit if cell in kept else 0 for cell, digit in enumerate(grid)]
    puzzle = Puzzle(shape, clues=cells)
    form, count = least_form(cells, sources_of(shape), shape.n)
    assert canonical(puzzle).grid.cells == form
    assert canonical_batch([cells], shape=shape)[0].tolist() == list(form)
    n_unused = shape.n - len(set(cells) - {0})
    assert automorphisms(puzzle).order == count * factorial(n_unused)


@given(st.data())
def test_latin_squares_against_brute_force(data: st.DataObject) -> None:
    n = data.draw(st.integers(2, 4))
    rules = data.draw(st.sampled_from([(rule("latin"),), Puzzle(Shape(n, 1)).rules]))
    grid = solve(Puzzle(Shape(n, 1), rules), seed=data.draw(st.integers(0, 1000))).get().cells
    kept = data.draw(st.sets(st.integers(0, n * n - 1)))
    cells = [digit if cell in kept else 0 for cell, digit in enumerate(grid)]
    form, count = least_form(cells, sources(n, 1, transposes=True), n)
    puzzle = Puzzle(Shape(n, 1), rules, cells)
    assert canonical(puzzle).grid.cells == form
    assert automorphisms(puzzle).order == count * factorial(n - len(set(cells) - {0}))


def all_grids(shape: Shape, rules: tuple[object, ...] = ()) -> Cells:
    """Return all grids whose first row is 1, 2, 3 and so on."""
    first = {(0, column): column + 1 for column in range(shape.n)}
    puzzle = Puzzle(shape, rules or Puzzle(shape).rules, first)  # type: ignore[arg-type]
    return np.array([grid.cells for grid in solutions(puzzle)], dtype=np.uint8)


@pytest.mark.parametrize(
    ("shape", "names", "n_grids", "n_classes"),
    [
        (Shape(2, 2), ("classic",), 288, 2),  # OEIS A107739 and A109741
        (Shape(3, 2), ("classic",), 28_200_960, 49),
        (Shape(4, 1), ("latin",), 576, 2),  # OEIS A002860 and A040082
        (Shape(5, 1), ("latin",), 161_280, 2),
    ],
)
def test_numbers_of_classes(
    shape: Shape, names: tuple[str, ...], n_grids: int, n_classes: int
) -> None:
    """The sizes of the classes add up to the number of grids."""
    rules = tuple(rule(name) for name in names)
    grids = all_grids(shape, rules)
    assert len(grids) * factorial(shape.n) == n_grids
    forms, counts = np.unique(
        canonical_batch(grids, shape=shape, rules=rules), axis=0, return_counts=True
    )
    assert len(forms) == n_classes
    lines = lines_of(shape, rules)
    assert lines is not None
    sizes = [
        lines.order // automorphisms(Puzzle(shape, rules, form.tolist())).order for form in forms
    ]
    assert sizes == [count * factorial(shape.n) for count in counts.tolist()]


@pytest.mark.parametrize(("text", "order"), [(FIRST, 3), (LAST, 72), (MOST, 648)])
def test_automorphisms_of_known_grids(text: str, order: int) -> None:
    """648 is the most that a grid has (Red Ed and F. Jarvis, 2005)."""
    group = automorphisms(text)
    assert group.order == order == len(list(group))
    assert all(transform(text, each) == Puzzle.of(text) for each in group.generators)


def test_the_form_is_the_same_for_all_isomorphs() -> None:
    rng = np.random.default_rng(1)
    grids = solve_batch(top95())[0]
    puzzles = np.concatenate([top95(), grids, *(thinned(grids, rng) for _ in range(9))])
    forms = canonical_batch(puzzles)
    for _ in range(3):
        assert (canonical_batch(isomorphs(puzzles, rng)) == forms).all()
    assert (canonical_batch(forms) == forms).all()
    assert (canonical_batch(puzzles, workers=2) == forms).all()
    assert (np.count_nonzero(forms, axis=1) == np.count_nonzero(puzzles, axis=1)).all()


def test_grids_are_written_as_puzzles_are() -> None:
    """Filled grids have a kernel of their own."""
    grids = solve_batch(top95())[0]
    for grid, form in zip(grids[:20], canonical_batch(grids[:20]), strict=True):
        assert canonical(grid.tolist()).grid.cells == tuple(form.tolist())


@pytest.mark.kernel
@pytest.mark.parametrize("budget", [1, 7])
def test_searches_in_slices(budget: int) -> None:
    cells = np.concatenate((top95()[:2], [cells_of(LAST)])).astype(np.uint8)
    forms, counts = np.zeros_like(cells), np.zeros(len(cells), dtype=np.int64)
    arrays = Arrays(cells, np.empty((0, 2), dtype=np.uint16), forms, counts)
    state = state_of(3, 3, transposes=True, n_found=1)  # grids are searched as puzzles are
    position = np.zeros(N_POSITIONS, dtype=np.uint64)
    n_calls = 1
    while not canonicalise_some(arrays, state, position, Limits(1, budget, 1)):
        n_calls += 1
    assert n_calls > 2
    assert (forms == canonical_batch(cells)).all()
    assert (counts == DONE).all()


def test_automorphisms_are_those_of_the_graph() -> None:
    pytest.importorskip("igraph")
    rng = np.random.default_rng(2)
    puzzles = thinned(solve_batch(top95())[0], rng)[:40].tolist()
    puzzles += [cells_of(FIRST), cells_of(MOST), [0] * 81, [1, *[0] * 80]]
    for cells in puzzles:
        puzzle = Puzzle(clues=cells)
        group = automorphisms(puzzle)
        assert group.order == symmetries_of(outline(puzzle.shape, puzzle.rules), cells)[1]
        assert all(transform(puzzle, each) == puzzle for each in group.generators)


def test_generators_generate_all_automorphisms() -> None:
    """The order that the search counts is that of the group of its generators."""
    rng = np.random.default_rng(3)
    grids = solve_batch(top95())[0]
    few = grids * (rng.random(grids.shape) < 0.06).astype(np.uint8)
    for cells in [*few[:12].tolist(), cells_of(LAST)]:
        group = automorphisms(cells)
        maps = [[*each.cells, *(80 + digit for digit in each.digits)] for each in group.generators]
        assert PermutationGroup(90, map(np.array, maps)).order == group.order


@pytest.mark.parametrize(
    ("shape", "shares"),
    [(Shape(4, 4), (0, 6, 20, 50, 100)), (Shape(4, 3), (9, 100)), (Shape(5, 5), (4, 30))],
)
def test_large_boards(shape: Shape, shares: tuple[int, ...]) -> None:
    """A grid with a pattern has many automorphisms; puzzles with a share of its digits have few."""
    p, q, n = shape.p, shape.q, shape.n
    grid = [(p * (row % q) + row // q + column) % n + 1 for row in range(n) for column in range(n)]
    rng = np.random.default_rng(4)
    for share in shares:
        cells = np.array(grid)
        cells[rng.permutation(n * n)[n * n * share // 100 :]] = 0
        puzzle = Puzzle(shape, clues=cells.tolist())
        other = puzzle.random_isomorph(seed=5)
        assert canonical(other) == canonical(puzzle)
        found = isomorphic(puzzle, other)
        assert found is not None
        assert transform(puzzle, found) == other


def test_puzzles_with_17_clues_are_different(data: Path) -> None:
    """G. Royle collected them as essentially different."""
    lines = (data / "sudoku" / "clues17.txt").read_text().split()
    forms = canonical_batch(np.array([cells_of(line) for line in lines], dtype=np.uint8))
    assert len(np.unique(forms, axis=0)) == len(lines) == 10_000


def test_two_puzzles_of_a_collection_are_the_same(data: Path) -> None:
    lines = [line[:81] for line in (data / "sudoku" / "magictour.txt").read_text().split()]
    first: dict[bytes, str] = {}
    twins = []
    forms = canonical_batch(np.array([cells_of(line) for line in lines], dtype=np.uint8))
    for line, form in zip(lines, forms, strict=True):
        other = first.setdefault(form.tobytes(), line)
        if other is not line:
            twins.append((line, other))
    ((one, other),) = twins
    found = isomorphic(one, other)
    assert found is not None
    assert transform(one, found) == Puzzle.of(other)


def test_errors_of_batches() -> None:
    with pytest.raises(ClashError, match=r"puzzle 2: two 5s in box 1: row 1, column 1 and row 2"):
        canonical_batch(["." * 81, "5" + "." * 9 + "5" + "." * 70])
    with pytest.raises(ShapeError, match="puzzles of 81 digits have no canonical form here"):
        canonical(Puzzle(Shape(9, 9)))
    assert canonical_batch(np.zeros((0, 81), dtype=np.uint8)).shape == (0, 81)
    assert canonical_batch(np.zeros((2, 9, 9), dtype=np.uint8)).shape == (2, 9, 9)
