"""Errors name whole numbers of more than 4,300 digits, which Python does not write."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import csp
import exactcover
import sudoku
from csp import ModelError
from exactcover import FamilyProblem, Problem, ProblemError, polyforms, split
from sudoku import RuleError, SudokuError

HUGE = 10**5000


def cover(**given: Any) -> Problem:
    return Problem([["p"], ["q"], ["p", "q"]], **given)


def model() -> tuple[csp.Model, Any]:
    made = csp.Model()
    return made, made.variables(3, range(4), name="x")


COVERS: list[Callable[[], object]] = [
    lambda: cover().count(limit=-HUGE),
    lambda: cover().count(chosen=[HUGE]),
    lambda: cover().count(method=HUGE),  # type: ignore[call-overload]
    lambda: cover().solve(item_weights={"p": HUGE}),
    lambda: cover().solve(item_weights={HUGE: 1}),
    lambda: cover().solve(decide=[HUGE]),
    lambda: cover().solve(consistency=HUGE),  # type: ignore[arg-type]
    lambda: cover().restrict([HUGE]),
    lambda: cover().with_chosen([-HUGE]),
    lambda: cover().find_options([HUGE]),
    lambda: cover().diagram().rank([HUGE]),
    lambda: cover().diagram().at_most(HUGE),
    lambda: cover().cheapest(HUGE),
    lambda: cover(costs=[HUGE, 1, 1]),
    lambda: cover(costs={HUGE: 1}),
    lambda: cover(bounds={"p": (HUGE, 1)}),
    lambda: cover(bounds={"p": (-HUGE, 1)}),
    lambda: cover(bounds={HUGE: (1, 2)}),
    lambda: Problem([[HUGE, HUGE]]),
    lambda: Problem([[HUGE]], primary=["p"]),
    lambda: Problem.from_matrix([[HUGE, 1]]),
    lambda: FamilyProblem.of([[HUGE]], items=[1]),
    lambda: polyforms(-HUGE),
    lambda: split(cover(), -HUGE),
    lambda: exactcover.named_polyforms(HUGE),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("call", COVERS)
def test_covers(call: Callable[[], object]) -> None:
    with pytest.raises(ProblemError, match=r"1e5000|very large|it must be"):
        call()


MODELS: list[Callable[[csp.Model, Any], object]] = [
    lambda m, x: m.variable([HUGE]),
    lambda m, x: m.variable(range(HUGE)),
    lambda m, x: m.variable([1], name=HUGE),  # type: ignore[arg-type]
    lambda m, x: m.variables(HUGE, range(2)),
    lambda m, x: x[0] == HUGE,
    lambda m, x: x[0] * -HUGE,
    lambda m, x: m.post(x[0] ** HUGE == 1),
    lambda m, x: m.post(x[0] // HUGE == 1),
    lambda m, x: m.post(csp.table(x, [(HUGE, 1, 1)])),
    lambda m, x: m.post(csp.cardinality(x, {HUGE: 1})),
    lambda m, x: m.post(csp.no_overlap(x, [HUGE, 1, 1])),
    lambda m, x: m.post(csp.at_least(HUGE, [x[0] == 1])),
    lambda m, x: m.post(csp.sequence(x, [1], HUGE, 1, 2)),  # type: ignore[arg-type]
    lambda m, x: m.solve(values={"x[0]": HUGE}),
    lambda m, x: m.solve(restart=-HUGE),
    lambda m, x: csp.why(m, x[0] == HUGE),
]


@pytest.mark.parametrize("call", MODELS)
def test_models(call: Callable[[csp.Model, Any], object]) -> None:
    with pytest.raises(ModelError, match="1e5000"):
        call(*model())


PUZZLES: list[Callable[[], object]] = [
    lambda: sudoku.parse(HUGE),  # type: ignore[arg-type]
    lambda: sudoku.solve(HUGE),  # type: ignore[arg-type]
    lambda: sudoku.Shape(HUGE, HUGE),
    lambda: sudoku.Shape(-HUGE, 3),
    lambda: sudoku.Puzzle(clues=[HUGE] + [0] * 80),
    lambda: sudoku.Grid(sudoku.Shape(2, 2), [-HUGE] * 16),
    lambda: sudoku.solve_batch(np.array([[HUGE] * 81], dtype=object)),
    lambda: sudoku.solve_batch([[-HUGE] * 81]),
    lambda: list(sudoku.generate(1, score=(HUGE, HUGE), seed=1)),
    lambda: sudoku.explain("1234341221434...", [HUGE]),  # type: ignore[list-item]
]


@pytest.mark.parametrize("call", PUZZLES)
def test_puzzles(call: Callable[[], object]) -> None:
    with pytest.raises(SudokuError, match=r"1e5000|1e10000"):
        call()


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("killer", [(HUGE, [(0, 0), (0, 1)])]),
        ("killer", [(4, [(0, HUGE), (0, 1)])]),
        ("thermometer", [[(0, 0), (0, HUGE)]]),
    ],
)
def test_rules(name: str, given: object) -> None:
    with pytest.raises(RuleError, match="1e5000"):
        sudoku.Puzzle(rules=[sudoku.rule(name, given)])


def test_names_are_shown() -> None:
    assert repr(Problem([[HUGE]]).options) == "(a very large list,)"
