"""Numbers of grids: against engines, brute force and published numbers."""

import threading
from collections.abc import Sequence
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import CheckpointError, Stop
from exactcover.runtime.search.request import Limits
from sudoku import (
    Classic,
    Diagonal,
    Grid,
    Puzzle,
    RuleError,
    Shape,
    ShapeError,
    count,
    count_grids,
    rule,
    solutions,
)
from sudoku.counting.band_method import count_by_bands
from sudoku.counting.classes import Classes
from sudoku.counting.diagonals import count_with_diagonals, diagonal_classes
from sudoku.counting.pinned import count_pinned
from sudoku.counting.run import Run

LATIN = [1, 2, 12, 576, 161280, 812851200]
"""OEIS A002860."""
ISOTOPIC = [1, 1, 1, 2, 2, 17]
"""Classes of Latin squares up to isotopism and transposition: B. D. McKay, A. Meynert and
W. Myrvold, "Small Latin squares, quasigroups and loops" (2007).
"""


@pytest.mark.kernel
@pytest.mark.parametrize(("p", "q"), [(2, 2), (2, 3), (3, 2)])
def test_bands_in_any_direction_count_what_an_engine_counts(p: int, q: int) -> None:
    number = Run(count_by_bands(p, q), Limits(), 2, None, "bands").count()
    assert number == (288 if p == q else 28_200_960)
    if p == q:
        assert number == len(list(solutions(Puzzle(Shape(p, q)))))


def test_an_engine_counts_the_same() -> None:
    assert count_grids(Shape(2, 3)) == count(Puzzle(Shape(2, 3)))


@pytest.mark.parametrize(
    ("p", "q", "number"),
    [
        (2, 2, 288),
        (3, 2, 28_200_960),
        (4, 2, 29_136_487_207_403_520),
        (3, 3, 6_670_903_752_021_072_936_960),
    ],
)
def test_published_numbers_of_grids(p: int, q: int, number: int) -> None:
    """OEIS A107739 for squares; K. F. Pettersen (2006) for the others."""
    found = count_grids(Shape(p, q))
    assert found == number
    assert found.complete
    assert found.part == 1.0


def test_the_first_bands_of_the_usual_grids_have_44_classes() -> None:
    """B. Felgenhauer and F. Jarvis, "Mathematics of Sudoku I" (2006)."""
    assert len(Classes.of(3, 3)) == 44


@pytest.mark.parametrize("order", range(1, 7))
def test_latin_squares(order: int) -> None:
    assert count_grids(Shape(order, 1)) == LATIN[order - 1]
    assert count_grids(Shape(1, order)) == LATIN[order - 1]
    assert count_grids(Shape(order, 1), up_to_symmetry=True) == ISOTOPIC[order - 1]


def test_the_rule_of_latin_squares_needs_no_boxes() -> None:
    assert count_grids(Shape(2, 2), rules=[rule("latin")]) == 576


@pytest.mark.parametrize(("p", "q", "number"), [(2, 2, 2), (2, 3, 49), (3, 2, 49)])
def test_published_numbers_of_classes(p: int, q: int, number: int) -> None:
    """E. Russell and F. Jarvis, "Mathematics of Sudoku II" (2006); K. F. Pettersen (2006)."""
    assert count_grids(Shape(p, q), up_to_symmetry=True) == number


def opposite_diagonals(grid: Grid) -> bool:
    n, cells = grid.shape.n, grid.cells
    return all(
        len({cells[row * n + column] for row, column in cellwise}) == n
        for cellwise in (
            [(k, k) for k in range(n)],
            [(k, n - 1 - k) for k in range(n)],
        )
    )


@pytest.mark.kernel
def test_grids_with_diagonals_are_those_of_brute_force() -> None:
    shape = Shape(2, 2)
    wanted = sum(map(opposite_diagonals, solutions(Puzzle(shape))))
    found = Run(count_with_diagonals(shape), Limits(), 2, None, "diagonals").count()
    assert found == wanted == 48


@pytest.mark.parametrize("sides", [(2, 2), (2, 3), (3, 2)])
def test_grids_with_diagonals_are_those_of_an_engine(sides: tuple[int, int]) -> None:
    shape = Shape(*sides)
    rules = [Classic(), Diagonal()]
    assert count_grids(shape, rules=rules) == count(Puzzle(shape, rules))


def test_diagonals_of_a_class_have_equally_many_grids() -> None:
    shape = Shape(2, 3)

    def number(second: Sequence[int]) -> int:
        pins = {(row, row): row for row in range(6)}
        pins |= {(row, 5 - row): digit for row, digit in enumerate(second)}
        return count_pinned(shape, pins, threading.Event()) or 0

    classes = diagonal_classes(shape)
    assert (len(classes), sum(classes.values())) == (20, 80)
    total = factorial(6) * sum(size * number(second) for second, size in classes.items())
    assert total == 8640


@pytest.mark.kernel
@settings(max_examples=30)
@given(st.data())
def test_grids_with_given_digits_are_those_of_an_engine(data: st.DataObject) -> None:
    shape = data.draw(st.sampled_from([Shape(2, 2), Shape(3, 2), Shape(2, 3)]))
    n = shape.n
    shifted = [
        [(column + row * shape.p + row // shape.q) % n for column in range(n)] for row in range(n)
    ]
    least = 2 * n if n > 4 else 0
    places = data.draw(
        st.sets(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), min_size=least),
        label="cells",
    )
    pins = {(row, column): shifted[row][column] for row, column in places}
    puzzle = Puzzle(shape, clues={place: digit + 1 for place, digit in pins.items()})
    assert count_pinned(shape, pins, threading.Event()) == count(puzzle)


@pytest.mark.kernel
def test_counting_with_given_digits_is_stopped() -> None:
    due = threading.Event()
    due.set()
    assert count_pinned(Shape(2, 2), {(0, 0): 0}, due) is None


def test_digits_that_clash_leave_no_grid() -> None:
    assert count_pinned(Shape(2, 2), {(0, 0): 0, (1, 1): 0}, threading.Event()) == 0
    assert count_pinned(Shape(2, 2), {(0, 0): 0, (3, 0): 0}, threading.Event()) == 0
    assert count_pinned(Shape(2, 2), {(0, 0): 0, (0, 3): 0}, threading.Event()) == 0


def test_other_rules_are_counted_by_an_engine(tmp_path: object) -> None:
    rules = [Classic(), rule("anti_knight")]
    found = count_grids(Shape(2, 2), rules=rules)
    assert found == count(Puzzle(Shape(2, 2), rules))
    assert found.complete
    stopped = count_grids(Shape(3, 3), rules=rules, time_limit=0)
    assert (int(stopped), stopped.complete, stopped.part) == (0, False, None)
    assert stopped.stopped is Stop.TIME


def test_other_rules_up_to_symmetry() -> None:
    pytest.importorskip("igraph")
    rules = [Classic(), Diagonal()]
    assert count_grids(Shape(2, 2), rules=rules, up_to_symmetry=True) == 1
    with pytest.raises(CheckpointError, match="no checkpoint is kept"):
        count_grids(Shape(2, 2), rules=rules, up_to_symmetry=True, checkpoint="kept.json")


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        (Shape(4, 4), "the bands of 4x4 are too many for an exact count: there are about 2.28e12"),
        (Shape(9, 1), "the order must not be above 8"),
        ("3x3", "is a Shape, not '3x3'"),
        (None, "the shape of the grids is missing"),
    ],
)
def test_refused_shapes(shape: Shape, message: str) -> None:
    with pytest.raises(ShapeError, match=message):
        count_grids(shape)


def test_refused_rules() -> None:
    with pytest.raises(RuleError):
        count_grids(Shape(2, 2), rules=["classic"])  # type: ignore[list-item]


def test_a_count_that_is_stopped_goes_on(tmp_path: object) -> None:
    path = f"{tmp_path}/kept.json"
    with pytest.raises(CheckpointError, match="there is no checkpoint"):
        count_grids(Shape(3, 3), resume=path)
    number = count_grids(Shape(3, 3), time_limit=0, checkpoint=path)
    assert not number.complete
    cancelled = threading.Event()
    parts: list[float] = []

    def cancel(progress: object) -> None:
        parts.append(progress.part)  # type: ignore[attr-defined]
        cancelled.set()

    count_grids(Shape(3, 3), checkpoint=path, cancel=cancelled, progress=cancel)
    again = count_grids(Shape(3, 3), checkpoint=path)
    assert again == 6_670_903_752_021_072_936_960
    with pytest.raises(CheckpointError, match="is of another count"):
        count_grids(Shape(2, 3), resume=path)


def test_other_rules_up_to_symmetry_take_workers_and_show_progress() -> None:
    seen: list[object] = []
    rules = (Classic(), Diagonal())
    number = count_grids(
        Shape(2, 2), rules=rules, up_to_symmetry=True, progress=seen.append, workers=2
    )
    assert number == 1
    assert seen
