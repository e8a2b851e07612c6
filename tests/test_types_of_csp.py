"""What type checkers know of `csp`; see `tests/test_types.py`."""

from __future__ import annotations

from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

from csp import (
    Assignment,
    Best,
    Constraint,
    Expression,
    Interval,
    Model,
    ModelResult,
    Variable,
    all_different,
    maximum,
    minimum,
    no_overlap,
)
from csp.constraints.linear_relation import Relation
from csp.model.array import VariableArray


def a_constraint(constraint: Constraint) -> Constraint:
    return constraint


def test_expressions() -> None:
    model = Model()
    x, y = model.variable(range(10), "x"), model.bool_var("y")
    assert_type(x, Variable)
    for sum_ in (x + 1, 1 + x, x - y, 3 - x, 2 * x, x * y, -x, abs(x), x // 2, x % 3, x**2):
        a_value: Expression = sum_
        assert a_value is sum_
    assert_type(x + y, Expression)
    assert_type(x + y == 10, Relation)
    assert_type(x >= 3, Relation)
    assert_type((x == 1) & (y == 0), Relation)
    assert_type((x == 1) + y, Expression)
    assert_type((x == 1) == (y == 0), Relation)
    a_constraint(~(x == 1) | (y != 0))
    model.post(a_constraint(x + y == 10), (x >= 1) >> (y == 1), 2 * (x == 9) + y >= 1)


def test_arrays() -> None:
    model = Model()
    row, grid = model.variables(3, range(9), "row"), model.variables((2, 3), range(9), "grid")
    assert_type(row, VariableArray[Variable])
    assert_type(grid, VariableArray[VariableArray[Variable]])
    assert_type(row[0], Variable)
    assert_type(row[1:], VariableArray[Variable])
    assert_type(grid[0], VariableArray[Variable])
    assert_type(grid[0, 1], Variable)
    assert_type(grid[:, 1], VariableArray[Variable])
    assert_type(row[row[0]], Expression)
    assert_type(row[[0, 2]], VariableArray[Variable])
    assert_type(grid[np.eye(2, 3, dtype=bool)], VariableArray[Any])
    assert_type(row[np.zeros((2, 2), dtype=np.int64)], VariableArray[Any])
    numbers = [3, 1, 4]
    assert_type(row + numbers, VariableArray[Expression])
    assert_type(row[0] + row, VariableArray[Expression])
    assert_type(2 * grid, VariableArray[VariableArray[Expression]])
    assert_type(row == 1, VariableArray[Relation])
    assert_type(row + grid >= 2, VariableArray[VariableArray[Relation]])
    assert_type(row.sum(), Expression)
    for each in row:
        assert_type(each + 1, Expression)
    first, *_ = grid
    assert_type(first, VariableArray[Variable])
    a_constraint(all_different(row))
    model.post(sum(row == 2) == 1, all_different(row), [v > 0 for v in row])


def test_results() -> None:
    model = Model()
    x, y = model.variables(2, range(10), "x")
    model.post(x + y == 10)
    best = model.minimize(maximum([x, y]), time_limit=10)
    assert_type(best, Best[int])
    assert_type(best.value, int | None)
    assert_type(best.solution, Assignment | None)
    assert_type(model.maximize([x - y, minimum([x, y])]), Best[tuple[int, ...]])
    found = model.solve()
    assert_type(found, ModelResult)
    solution = found.get()
    assert_type(solution, Assignment)
    assert_type(solution[x], int)
    assert_type(solution["x[0]"], int)
    assert_type(solution[x + 2 * y], int)
    assert_type(solution[[x, y]], NDArray[np.int_])
    assert solution[x] + solution[y] == 10
    chosen = model.set_variable(range(4), "chosen")
    assert_type(model.solve().get()[chosen], frozenset[int])
    task = model.interval(range(5), 2, "task")
    assert_type(task, Interval)
    assert_type(task.end <= 4, Relation)
    a_constraint(no_overlap([task.start, x], [2, 3]))
    assert_type(list(model.solutions(limit=2)), list[Assignment])
    assert model.count() > 0
