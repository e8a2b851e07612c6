"""Models as DIMACS: as many satisfying assignments as solutions, in few clauses."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings

from csp import (
    Model,
    all_different,
    at_least,
    at_most,
    bin_packing,
    count_of,
    increasing,
    maximum,
    n_values,
    regular,
)
from tests.csp import oracle
from tests.csp.strategies import models

pytestmark = pytest.mark.kernel
SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]

Make = Callable[[Model], None]


def sizes(text: str) -> tuple[int, int]:
    """Return the numbers of variables and clauses that the text states."""
    head = next(line for line in text.splitlines() if line.startswith("p cnf"))
    n_variables, n_clauses = map(int, head.split()[2:])
    return n_variables, n_clauses


def read(text: str) -> Model:
    """Return a model whose solutions are the satisfying assignments."""
    model = Model()
    bits = model.variables(sizes(text)[0], range(2))
    for line in text.splitlines():
        if line[0] not in "cp":
            literals = list(map(int, line.split()))[:-1]
            model.post(at_least(1, [bits[abs(k) - 1] == int(k > 0) for k in literals]))
    return model


@settings(deadline=None, suppress_health_check=SLOW, max_examples=60)
@given(model=models())
def test_assignments_are_the_solutions_of_brute_force(model: Model) -> None:
    assert read(model.to_dimacs()).count() == len(oracle.solutions(model))


def counters(n: int, n_values: int) -> Make:
    def make(model: Model) -> None:
        x, total = model.variables(n, range(n_values)), model.variable(range(n + 1))
        model.post(count_of(x, 1) == total)

    return make


def two_ones_apart(model: Model) -> None:
    steps = {(k, bit): k + bit for k in range(3) for bit in (0, 1) if k + bit < 3}
    model.post(regular(model.variables(8, range(2)), steps, 0, [2]))


CASES: dict[str, tuple[Make, int, int]] = {
    "sum of 6": (lambda m: m.post(sum(m.variables(6, range(5))) == 12), 1751, 535),
    "sum of 8": (lambda m: m.post(sum(m.variables(8, range(3))) <= 8), 3834, 430),
    "counter of 6": (counters(6, 4), 4096, 364),
    "counter of 8": (counters(8, 3), 6561, 465),
    "at most 2 of 6": (
        lambda m: m.post(at_most(2, [v == 1 for v in m.variables(6, range(4))])),
        3402,
        200,
    ),
    "3 of 6 bits": (lambda m: m.post(sum(m.variables(6, range(2))) == 3), 20, 42),
    "4 of 8 bits": (lambda m: m.post(sum(m.variables(8, range(2))) == 4), 70, 130),
    "permutations": (lambda m: m.post(all_different(m.variables(6, range(6)))), 720, 192),
    "one of 100": (lambda m: m.post(sum(m.variables(100, range(2))) == 1), 100, 597),
    "maximum of 6": (lambda m: m.post(maximum(m.variables(6, range(4))) == 2), 665, 150),
    "increasing": (lambda m: m.post(increasing(m.variables(6, range(4)))), 84, 150),
    "values of 6": (lambda m: m.post(n_values(m.variables(6, range(4))) == 3), 2160, 650),
    "automaton": (two_ones_apart, 28, 171),
    "bins": (
        lambda m: m.post(bin_packing(m.variables(4, range(2)), [1, 2, 3, 4], [5, 5])),
        2,
        40,
    ),
}


@pytest.mark.compiled
@pytest.mark.parametrize("name", CASES)
def test_clauses_are_few(name: str) -> None:
    make, n_solutions, most = CASES[name]
    model = Model()
    make(model)
    text = model.to_dimacs()
    assert model.count() == n_solutions
    assert read(text).count() == n_solutions
    assert sizes(text)[1] <= most
