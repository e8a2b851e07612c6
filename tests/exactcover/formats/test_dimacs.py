"""DIMACS: the formula has the solutions of the problem, one for one."""

from itertools import product

import pytest
from hypothesis import given, settings

from exactcover import Problem
from exactcover.formats import dimacs
from exactcover.formats.dimacs import COUNTER, Clauses, clauses
from tests import oracle
from tests.strategies import problems


def models(formula: Clauses) -> list[tuple[int, ...]]:
    """Return the satisfying assignments, each as its true variables: by unit propagation alone."""
    found = []

    def search(rest: list[list[int]], true: set[int]) -> None:
        while True:
            rest = [
                [x for x in clause if -x not in true]
                for clause in rest
                if not any(x in true for x in clause)
            ]
            if any(not clause for clause in rest):
                return
            units = {clause[0] for clause in rest if len(clause) == 1}
            if any(-x in units for x in units):
                return
            if not units:
                break
            true = true | units
        free = next((v for v in range(1, formula.n_variables + 1) if not {v, -v} & true), None)
        if free is None:
            found.append(tuple(sorted(x for x in true if x > 0)))
            return
        for literal in (free, -free):
            search(rest, true | {literal})

    search(formula.clauses, set())
    return found


@settings(deadline=None, max_examples=100)
@given(problem=problems())
def test_models_are_the_solutions(problem: Problem) -> None:
    found = models(clauses(problem))
    covers = [tuple(v - 1 for v in model if v <= problem.n_options) for model in found]
    assert sorted(covers) == sorted(oracle.solutions(problem))


@pytest.mark.parametrize("cost", [0, COUNTER], ids=["sequential counter", "cheapest encoding"])
def test_counters(cost: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small sets are excluded one by one, unless a sequential counter costs nothing."""
    monkeypatch.setattr(dimacs, "COUNTER", cost)
    for n, low, high in product(range(1, 7), range(7), range(1, 7)):
        if low <= high:
            formula = Clauses(n)
            formula.between(range(1, n + 1), low, high)
            found = [tuple(v for v in model if v <= n) for model in models(formula)]
            sets = product([False, True], repeat=n)
            expected = [tuple(k + 1 for k in range(n) if bits[k]) for bits in sets
                        if low <= sum(bits) <= high]  # fmt: skip
            assert sorted(found) == sorted(expected), (n, low, high)


def test_bounds() -> None:
    problem = Problem([["p"], ["p", "q"], ["p"], ["q"], ["p"]], bounds={"p": (2, 3)})
    assert len(models(clauses(problem))) == problem.count()


def test_multiplicities() -> None:
    options = [["p"], ["p", "q"], ["p"], ["q"]]
    problem = Problem(options, bounds={"p": (2, 3)}, multiplicities={(0, "p"): 2})
    assert problem.has_multiplicities
    read = [line.split()[:-1] for line in problem.to_dimacs().splitlines()[1:]]
    formula = clauses(problem.encoded)
    assert [list(map(int, line)) for line in read] == formula.clauses
    assert len(models(formula)) == problem.count() > 0


def test_what_cannot_be_covered() -> None:
    problem = Problem([["p"]], primary=["p", "q"])
    assert problem.to_dimacs().splitlines() == ["p cnf 1 2", "1 0", "0"]
