"""Integer programs and pseudo-Boolean constraints: their points are the solutions, one for one."""

import re
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from hypothesis import given, settings

from exactcover import Problem, ProblemError
from tests import oracle
from tests.strategies import bounded_problems, costed_problems, problems

Rows = list[tuple[dict[int, float], float, float]]
"""For each condition the coefficients of the variables, and the two bounds of their sum."""


class Program:
    """An integer program that was read from a text."""

    def __init__(self, n_variables: int, rows: Rows, costs: dict[int, float]) -> None:
        self.n_variables, self.rows, self.costs = n_variables, rows, costs

    def points(self) -> Iterator[tuple[int, ...]]:
        """Yield the variables that are 1 in each feasible point."""
        n = self.n_variables
        every = (np.arange(1 << n)[:, None] >> np.arange(n)) & 1
        is_feasible = np.ones(1 << n, dtype=bool)
        for terms, low, high in self.rows:
            total = sum((every[:, k] * number for k, number in terms.items()), np.zeros(1 << n))
            is_feasible &= (low <= total) & (total <= high)
        for point in every[is_feasible]:
            yield tuple(np.flatnonzero(point).tolist())


def side(sign: str, number: float) -> tuple[float, float]:
    """Return the bounds of a sum that is compared with a number."""
    return {"=": (number, number), ">=": (number, np.inf), "<=": (-np.inf, number)}[sign]


def terms_of(text: str) -> dict[int, float]:
    """Read a sum such as ``+ 3 x0 - x1``."""
    found = re.findall(r"([+-]?) *([0-9][0-9.e+-]*)? ?x(\d+)", text)
    terms = {int(k): float(f"{sign}{number or 1}") for sign, number, k in found}
    return {k: number for k, number in terms.items() if number}


def read_lp(text: str) -> Program:
    lines = [line for line in text.splitlines() if not line.startswith("\\")]
    assert all(len(line) <= 255 for line in lines)
    goal, _, rest = " ".join(lines).removeprefix("Minimize").partition("Subject To")
    body, _, end = rest.partition("Binary")
    assert end.endswith(" End")
    rows: Rows = []
    for condition in re.split(r"\b[cd]\d+:", body)[1:]:
        terms, sign, number = re.split("(<=|>=|=)", condition)
        rows.append((terms_of(terms), *side(sign, float(number))))
    n_variables = len(re.findall(r"x\d+", end))
    return Program(n_variables, rows, terms_of(goal.partition(":")[2]))


def read_opb(text: str) -> Program:
    head, *lines = [line for line in text.splitlines() if not re.match(r"\* x", line)]
    numbers = re.fullmatch(r"\* #variable= (\d+) #constraint= (\d+)", head)
    assert numbers is not None
    rows: Rows = []
    costs: dict[int, float] = {}
    for line in lines:
        assert line.endswith(" ;")
        if line.startswith("min:"):
            costs = {k - 1: number for k, number in terms_of(line.removeprefix("min:")).items()}
            continue
        terms, sign, number = re.split("(>=|=)", line.removesuffix(" ;"))
        moved = {k - 1: value for k, value in terms_of(terms).items()}
        rows.append((moved, *side(sign, float(number))))
    assert len(rows) == int(numbers[2])
    return Program(int(numbers[1]), rows, costs)


def read_mps(text: str) -> Program:
    kinds: dict[str, str] = {}
    entries: dict[str, dict[int, float]] = {}
    right: dict[str, float] = {}
    ranges: dict[str, float] = {}
    section, n_variables = "", 0
    for line in text.splitlines():
        words = line.split()
        if not line.startswith((" ", "*")):
            section = words[0]
        elif section == "ROWS":
            kinds[words[1]] = words[0]
            entries[words[1]] = {}
        elif section == "COLUMNS" and words[0] != "MARKER":
            entries[words[1]][int(words[0][1:])] = float(words[2])
        elif section == "RHS":
            right[words[1]] = float(words[2])
        elif section == "RANGES":
            ranges[words[1]] = float(words[2])
        elif section == "BOUNDS":
            assert words[0] == "BV"
            n_variables += 1
    assert section == "ENDATA"
    signs = {"E": "=", "G": ">=", "L": "<="}
    rows: Rows = []
    for name, kind in kinds.items():
        if kind != "N":
            low, high = side(signs[kind], right.get(name, 0))
            rows.append((entries[name], low, low + ranges[name] if name in ranges else high))
    return Program(n_variables, rows, {k: v for k, v in entries["cost"].items() if v})


FORMATS: dict[str, tuple[Callable[[Problem], str], Callable[[str], Program]]] = {
    "lp": (Problem.to_lp, read_lp),
    "mps": (Problem.to_mps, read_mps),
    "opb": (Problem.to_opb, read_opb),
}

formats = pytest.mark.parametrize("name", FORMATS)


def check(name: str, problem: Problem) -> Program:
    write, read = FORMATS[name]
    program = read(write(problem))
    points = [tuple(k for k in p if k < problem.n_options) for p in program.points()]
    solve = oracle.bounded_solutions if problem.has_bounds else oracle.solutions
    expected = sorted(solve(problem))
    if not problem.n_options:  # a variable without a meaning stands in every format
        points = sorted(set(points))
    assert sorted(points) == expected
    return program


@formats
@settings(max_examples=60, deadline=None)
@given(problem=problems())
def test_points_are_the_solutions(name: str, problem: Problem) -> None:
    check(name, problem)


@formats
@settings(max_examples=60, deadline=None)
@given(problem=bounded_problems())
def test_bounds(name: str, problem: Problem) -> None:
    check(name, problem)


@formats
@settings(max_examples=30, deadline=None)
@given(problem=costed_problems())
def test_costs(name: str, problem: Problem) -> None:
    program = check(name, problem)
    assert program.costs == {k: cost for k, cost in enumerate(problem.costs.tolist()) if cost}


@formats
def test_names_are_comments(name: str) -> None:
    problem = Problem({"first\nline": ["p"], "B": [("q", 1)]})
    text = FORMATS[name][0](problem)
    assert "first line" in text
    assert check(name, problem).n_variables == 2


def test_fractions() -> None:
    problem = Problem([["p"], ["p"]], costs=[0.5, -1e-30])
    assert read_lp(problem.to_lp()).costs == read_mps(problem.to_mps()).costs == {0: 0.5, 1: -1e-30}
    with pytest.raises(ProblemError, match=r"option 0 costs 0\.5: OPB has whole costs only"):
        problem.to_opb()


@settings(max_examples=60, deadline=None)
@given(problem=costed_problems())
def test_highs_finds_the_least_cost(problem: Problem) -> None:
    optimize = pytest.importorskip("scipy.optimize")
    expected = [sum(problem.costs[list(s)]) for s in oracle.solutions(problem)]
    if problem.n_options:
        found = optimize.milp(**problem.to_milp())
        assert found.success == bool(expected)
        assert not expected or round(found.fun) == min(expected)


def test_dimacs_with_names() -> None:
    problem = Problem({"A": ["p"], "B": ["p"]})
    assert problem.to_dimacs(names=True).splitlines()[:2] == ["c 1: A", "c 2: B"]
    assert problem.to_dimacs() in problem.to_dimacs(names=True)
