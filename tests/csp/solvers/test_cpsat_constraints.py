"""CP-SAT takes every constraint, however many combinations of values it has."""

from collections.abc import Callable
from typing import Any

import pytest

import csp
from csp import Model, TranslationError, satisfies

N = 8

KINDS: dict[str, Callable[[Any], Any]] = {
    "all_different": csp.all_different,
    "all_different_except": lambda x: csp.all_different_except(x, [0, 1]),
    "among": lambda x: csp.among(x, [1, 2]) == 3,
    "argmax": lambda x: csp.argmax(x) == x[0],
    "bin_packing": lambda x: csp.bin_packing(x[:4], [3, 1, 2, 2], x[4:]),
    "cardinality": lambda x: csp.cardinality(x, {0: 2, 1: x[0]}),
    "circuit": csp.circuit,
    "count_of": lambda x: csp.count_of(x, x[0]) == 4,
    "conditions": lambda x: csp.table(
        x,
        [[csp.value > 2, csp.column(0) + 1, *[{1, 5}] * 6], [*[csp.value < csp.column(7)] * 7, 6]],
    ),
    "conditions forbidden": lambda x: csp.forbidden(
        x, [[csp.value < 3, csp.value >= csp.column(0), *[None] * 6], [*[range(7)] * 8]]
    ),
    "cumulative": lambda x: csp.cumulative(x[:4], x[4:], [1, 2, x[0], 1], 3),
    "diffn": lambda x: csp.diffn([(x[0], x[1]), (x[2], 0)], [(x[3], 3), (x[4], x[5])]),
    "diffn in space": lambda x: csp.diffn([x[:3], [0, 0, 0]], [x[3:6], [2, 3, 4]]),
    "element": lambda x: csp.element(x, x[0] + 1) == x[1],
    "element of a grid": lambda x: csp.element([x[:4], x[4:]], x[0], x[1]) == 3,
    "forbidden": lambda x: csp.forbidden(x, [range(8), [None, 1, *[None] * 6]]),
    "inverse": lambda x: csp.inverse(x, x),
    "knapsack": lambda x: csp.knapsack(x[:6], range(6), range(6, 0, -1), x[6], 5 * x[7]),
    "lexicographic": lambda x: csp.lexicographic(x[:4], x[4:], strict=True),
    "maximum": lambda x: csp.maximum(x[:7]) == x[7] + 1,
    "n_values": lambda x: csp.n_values(x) == x[0],
    "no_overlap": lambda x: csp.no_overlap(x[:4], x[4:]),
    "power": lambda x: x[0] ** 2 + x[1] ** 3 == sum(x),
    "product": lambda x: x[0] * x[1] * x[2] == x[3] + 9,
    "quotient": lambda x: (x[0] + x[1]) // (x[2] + 1) == sum(x[3:]) % 5,
    "regular": lambda x: csp.regular(
        x, {(s, v): (s + v) % 5 for s in range(5) for v in range(8)}, 0, [3]
    ),
    "reified": lambda x: (csp.all_different(x[:3]) | csp.circuit(x)) ^ (sum(x) < 20),
    "reservoir": lambda x: csp.reservoir(x[:5], [3, -1, 2, -2, -1], 0, 4, [1, 1, x[5] < 4, 1, 1]),
    "reservoir of expressions": lambda x: csp.reservoir(x[:4], [x[4], -2, x[5], -3], 0, x[6]),
    "scalar_product": lambda x: csp.scalar_product(x[:4], x[4:]) == 21,
    "short table": lambda x: csp.table(x, [[None, 1, *[None] * 6], [2, *[None] * 6, 3]]),
    "sliding_sum": lambda x: csp.sliding_sum(x, 3, 5, 9),
    "sort": lambda x: csp.sort(x[:4], x[4:]),
    "stretch": lambda x: csp.stretch(x, {0: (2, 3), 1: (1, 2)}),
    "subcircuit": csp.subcircuit,
    "table": lambda x: csp.table(x, [range(8), range(7, -1, -1)]),
    "value_precedence": lambda x: csp.value_precedence(x, [3, 1, 2]),
    "xor": lambda x: csp.xor([each > 3 for each in x]),
}


def model_of(kind: str) -> tuple[Model, Any]:
    model = Model()
    x = model.variables(N, range(N), name="x")
    model.post(KINDS[kind](x))
    return model, x


@pytest.mark.kernel
@pytest.mark.parametrize("kind", KINDS)
def test_the_best_solution_is_ours(kind: str) -> None:
    pytest.importorskip("ortools")
    model, x = model_of(kind)
    model.post(x[k] != (3 * k + 1) % N for k in range(0, N, 2))
    objective = sum((7 * k % 5 - 2) * v for k, v in enumerate(x))
    ours, theirs = model.minimize(objective), model.minimize(objective, solver="cpsat")
    assert (theirs.complete, theirs.value) == (ours.complete, ours.value)


@pytest.mark.kernel
@pytest.mark.parametrize("kind", KINDS)
def test_a_small_neighbourhood_has_the_same_solutions(kind: str) -> None:
    pytest.importorskip("ortools")
    model, x = model_of(kind)
    first = model.solve(seed=3).get()
    near = model.with_constraints(sum(v != first[v] for v in x) <= 2)
    ours, theirs = (sorted(tuple(s[x]) for s in near.solutions(solver=s)) for s in (None, "cpsat"))
    assert theirs == ours
    assert len(ours) >= 1


@pytest.mark.kernel
def test_a_large_objective_needs_no_domain() -> None:
    pytest.importorskip("ortools")
    model = Model()
    x = model.variables(3, range(10))
    model.post(csp.all_different(x))
    best = model.maximize(sum(10**6 * (k + 1) * v for k, v in enumerate(x)), solver="cpsat")
    assert best.value == 50 * 10**6


def test_functions_of_too_many_values_are_refused() -> None:
    pytest.importorskip("ortools")
    model = Model()
    x = model.variables(5, range(100))
    model.post(satisfies(x, lambda a, b, c, d, e: a < b or c < d))
    with pytest.raises(TranslationError, match="CP-SAT cannot express satisfies"):
        model.solve(solver="cpsat")
