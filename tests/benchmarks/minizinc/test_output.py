"""What a FlatZinc solver prints is read as it was meant, and late lines do not count."""

import doctest
from types import ModuleType

import pytest

from benchmarks.minizinc import checking, flattening, instances, output, tables
from benchmarks.minizinc.output import Objective, Output, objective_of


@pytest.mark.parametrize("module", [checking, flattening, instances, output, tables])
def test_doctests(module: ModuleType) -> None:
    results = doctest.testmod(module)
    assert results.attempted > 0
    assert results.failed == 0


def read(lines: list[tuple[str, float]], objective: Objective | None) -> Output:
    found = Output(objective, limit=20.0)
    for line, seconds in lines:
        found.read(line, seconds)
    return found


def test_improvements_have_their_times() -> None:
    lines = [
        ("% a comment", 0.1),
        ("x = array1d(1..2, [1, 2]);", 0.2),
        ("cost = -3;", 0.2),
        ("----------", 0.2),
        ("x = array1d(1..2, [2, 2]);", 0.7),
        ("cost = -5;", 0.7),
        ("----------", 0.7),
        ("==========", 1.25),
    ]
    found = read(lines, Objective("minimize", "cost"))
    assert found.solutions == [(0.2, -3), (0.7, -5)]
    assert found.last == "x = array1d(1..2, [2, 2]);\ncost = -5;"
    assert found.end == 1.25
    assert not found.is_unsatisfiable


def test_what_comes_after_the_limit_does_not_count_but_statistics_do() -> None:
    lines = [
        ("cost = 9;", 19.0),
        ("----------", 19.0),
        ("cost = 8;", 20.1),
        ("----------", 20.1),
        ("==========", 20.1),
        ("%%%mzn-stat: nodes=12", 20.2),
        ("%%%mzn-stat: solveTime=19.5", 20.2),
        ('%%%mzn-stat: restarts = "luby"', 20.2),
        ("%%%mzn-stat-end", 20.2),
    ]
    found = read(lines, Objective("minimize", "cost"))
    assert found.solutions == [(19.0, 9)]
    assert found.end is None
    assert found.statistics == {"nodes": 12, "solveTime": 19.5, "restarts": "luby"}


def test_no_solution_and_an_unfinished_search_are_told_apart() -> None:
    refuted = read([("=====UNSATISFIABLE=====", 1.0)], None)
    assert refuted.is_unsatisfiable
    assert refuted.end == 1.0
    unknown = read([("=====UNKNOWN=====", 1.0)], None)
    assert not unknown.is_unsatisfiable
    assert unknown.end is None


def test_the_value_of_another_variable_is_not_the_objective() -> None:
    lines = [("a_cost = 1;", 0.1), ("cost2 = 2;", 0.1), ("----------", 0.1)]
    assert read(lines, Objective("minimize", "cost")).solutions == [(0.1, None)]


def test_the_objective_is_that_of_the_solve_item() -> None:
    text = "var 1..3: resolve;\nvar 1..3: minimize_me;\nsolve maximize resolve;\n"
    assert objective_of(text) == Objective("maximize", "resolve")
