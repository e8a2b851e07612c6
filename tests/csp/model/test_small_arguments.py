"""Every constraint with no expressions and with one: no kernel may assume that there are more.

With bounds checks this finds kernels that read or write beyond their arrays.
"""

import tracemalloc
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import pytest

import csp
from csp import (
    Constraint,
    Model,
    ModelError,
    all_different,
    all_different_except,
    all_equal,
    among,
    argmax,
    argmin,
    at_least,
    at_most,
    bin_packing,
    cardinality,
    channel,
    circuit,
    cost_regular,
    count_of,
    cumulative,
    diffn,
    element,
    exactly,
    forbidden,
    if_then,
    iff,
    increasing,
    inverse,
    knapsack,
    lexicographic,
    lexicographic_chain,
    linear,
    maximum,
    minimum,
    n_values,
    no_overlap,
    regular,
    reservoir,
    satisfies,
    scalar_product,
    sequence,
    sliding_sum,
    sort,
    stretch,
    subcircuit,
    table,
    truncated_quotient,
    truncated_remainder,
    truth,
    value,
    value_precedence,
    xor,
)
from csp.constraints.all_different import AllDifferent
from csp.constraints.cardinality import Cardinality
from csp.constraints.linear_relation import Relation
from csp.model.layout import lay_out
from csp.presolve.search_parts import built
from tests.csp import oracle
from tests.running import compiled

pytestmark = pytest.mark.kernel

Stated = Callable[[list[Any]], Any]


def both(x: list[Any]) -> list[list[int | None]]:
    """Return a tuple of ones, and one of any values."""
    return [[1] * len(x), [None] * len(x)]


def cardinality_of_one(x: list[Any], level: str) -> Constraint:
    """Return the constraint that all are 1, as a cardinality."""
    return cardinality(x, {1: len(x)}, level)


def linear_of_one(x: list[Any], level: str) -> Constraint:
    """Return the constraint that the first is 1, as a linear equation."""
    return linear(cast(Relation, 2 * x[0] == 2), level)


LOOP = ({("a", 1): "a"}, "a", ["a"])
"""An automaton that accepts ones."""

STATED: dict[str, Stated] = {
    "all_equal": all_equal,
    "among": lambda x: among(x, [1]) == len(x),
    "among nothing": lambda x: among(x, []) == 0,
    "bin_packing": lambda x: bin_packing(x, [1] * len(x), [0, *[1] * len(x)]),
    "bin_packing into nothing": lambda x: bin_packing(x, [1] * len(x), []),
    "diffn": lambda x: diffn([[v, v] for v in x], [[1, v] for v in x]),
    "diffn of a line": lambda x: diffn([[v] for v in x], [[1] for _ in x]),
    "knapsack": lambda x: knapsack(x, [1] * len(x), [2] * len(x), len(x), 2 * len(x)),
    "n_values": lambda x: n_values(x) == len(x),
    "reservoir": lambda x: reservoir(x, x, 0, 2, [v >= 1 for v in x]),
    "sequence": lambda x: sequence(x, 1, [1], 0, 0),
    "sliding_sum": lambda x: sliding_sum(x, 1, 1, 1),
    "sort": lambda x: sort(x, [1] * len(x)),
    "stretch": lambda x: stretch(x, {1: (1, 1), 2: (2, 2)}),
    "subcircuit": subcircuit,
    "truth of circuit": lambda x: truth(circuit(x)) == 1,
    "truth of subcircuit": lambda x: truth(subcircuit(x)) == 1,
    "xor": lambda x: xor([v == 1 for v in x]),
    "all_different_except": lambda x: all_different_except(x, 1),
    "at_least": lambda x: at_least(len(x), [v == 1 for v in x]),
    "at_most": lambda x: at_most(0, [v == 1 for v in x]),
    "channel": lambda x: channel(1, [truth(v == 1) for v in x]),
    "circuit": circuit,
    "cost_regular": lambda x: cost_regular(x, *LOOP, {("a", 1): 2}) == 2 * len(x),
    "count_of": lambda x: count_of(x, 2) == len(x),
    "cumulative": lambda x: cumulative(x, [2] * len(x), x, 1),
    "exactly": lambda x: exactly(len(x), [v != 1 for v in x]),
    "forbidden": lambda x: forbidden(x, both(x)[: len(x)]),
    "forbidden nothing": lambda x: forbidden(x, []),
    "increasing": lambda x: increasing(x, strict=True),
    "inverse": lambda x: inverse(x, x),
    "lexicographic": lambda x: lexicographic(x, [1] * len(x)),
    "lexicographic strict": lambda x: lexicographic(x, [1] * len(x), strict=True),
    "lexicographic_chain": lambda x: lexicographic_chain([x, x]),
    "lexicographic_chain of one": lambda x: lexicographic_chain([x]),
    "lexicographic_chain of none": lambda x: lexicographic_chain([]),
    "no_overlap": lambda x: no_overlap(x, x),
    "regular": lambda x: regular(x, {("a", 1): "b"}, "a", ["b"]),
    "regular empty": lambda x: regular(x, {("a", 1): "a"}, "a", ["a"]),
    "satisfies": lambda x: satisfies(x, lambda *values: sum(values) == len(values)),
    "satisfies never": lambda x: satisfies(x, lambda *values: False),
    "scalar_product": lambda x: scalar_product(x, x) == len(x),
    "sum": lambda x: sum(x, start=0 * maximum([0, *x])) == len(x),
    "table": lambda x: table(x, both(x)[: 1 + len(x)]),
    "table of conditions": lambda x: table(x, [[value <= 1] * len(x), [value != 1] * len(x)]),
    "table of nothing": lambda x: table(x, []),
    "truth of table": lambda x: truth(table(x, [[1] * len(x)])) == 1,
    "truth of forbidden": lambda x: truth(forbidden(x, [[1] * len(x)])) == 1,
    "truth of satisfies": lambda x: truth(satisfies(x, lambda *v: sum(v) > 1)) == 0,
    "value_precedence": lambda x: value_precedence(x, [0, 1]),
    "value_precedence of nothing": lambda x: value_precedence(x, []),
    **{f"all_different {k}": partial(all_different, level=k) for k in AllDifferent.LEVELS},
    **{f"cardinality {k}": partial(cardinality_of_one, level=k) for k in Cardinality.LEVELS},
    **{
        f"cardinality, free, {k}": partial(cardinality, counts={}, level=k)
        for k in Cardinality.LEVELS
    },
}
"""Name -> a constraint on a list of expressions, which may be empty."""

STATED_OF_ONE: dict[str, Stated] = {
    "argmax": lambda x: argmax(x) == 0,
    "argmin": lambda x: argmin(x) != 0,
    "absolute": lambda x: abs(x[0] - 1) == 1,
    "element": lambda x: element(x, x[0]) == 0,
    "element of numbers": lambda x: element([1], x[0]) == 1,
    "if_then": lambda x: if_then(x[0] == 1, x[0] == 2),
    "iff": lambda x: iff(x[0] == 1, x[0] <= 1),
    "maximum": lambda x: maximum(x) == 1,
    "minimum": lambda x: minimum(x) <= 1,
    "product": lambda x: x[0] * x[0] == 1,
    "truncated_quotient": lambda x: truncated_quotient(x[0], 2) == 0,
    "truncated_remainder": lambda x: truncated_remainder(x[0], 2) == 1,
    **{f"linear {k}": partial(linear_of_one, level=k) for k in Relation.LEVELS},
}
"""Name -> a constraint on a list of at least one expression."""

CASES = [(name, n) for name in STATED for n in (0, 1)] + [(name, 1) for name in STATED_OF_ONE]


def test_every_constraint_is_here() -> None:
    names = {name.split()[0].rstrip(",") for name in STATED | STATED_OF_ONE}
    exported = {name: getattr(csp, name) for name in csp.__all__}
    constraints = {
        name for name, one in exported.items() if one.__module__.startswith("csp.constraints.")
    }
    assert constraints <= names | {"column", "truth", "value"}


@pytest.mark.parametrize("kind", ["variables", "numbers", "expressions"])
@pytest.mark.parametrize(("name", "n"), CASES, ids=lambda each: str(each))
def test_nothing_and_one(name: str, n: int, kind: str) -> None:
    model = Model()
    x = model.variables(3, range(3), name="x")
    kinds: dict[str, list[Any]] = {
        "variables": [*x],
        "numbers": [0 * x[0] + 1],
        "expressions": [2 - x[0]],
    }
    model.post((STATED | STATED_OF_ONE)[name](kinds[kind][:n]))
    expected = oracle.solutions(model)
    found = model.solutions()
    assert sorted(tuple(solution[x].tolist()) for solution in found) == expected
    assert model.count(method="exact_cover") == len(expected)
    assert bool(model.solve()) == bool(expected)
    left = model.propagate()
    assert (left is not None) >= bool(expected)
    least = min((sum(values) for values in expected), default=None)
    assert model.minimize(x.sum()).value == least


MEGABYTES = 16
"""A domain takes a bit for each integer between its bounds; nothing else may grow with them."""


@pytest.mark.parametrize("name", STATED | STATED_OF_ONE)
def test_no_memory_for_values_that_there_are_not(name: str) -> None:
    model = Model()
    x = [model.variable([0, 1, (1 << 17) - 1 - k]) for k in range(3)]
    for own in (x, [x[0], x[1] + 10**10, x[2] + 10**10, x[2] - 10**12]):
        tracemalloc.start()
        try:
            model.post((STATED | STATED_OF_ONE)[name](own))
            lay_out(built(model))
            _, peak = tracemalloc.get_traced_memory()
        except ModelError as error:
            message = str(error)
            assert "at most 1048576 may lie between" in message or "may overflow" in message
            return
        finally:
            tracemalloc.stop()
        assert peak < MEGABYTES * 1_000_000


@compiled
@pytest.mark.parametrize("level", AllDifferent.LEVELS)
def test_different_values_that_are_far_apart(level: str) -> None:
    model = Model()
    x = [model.variable([k << 17, (k + 1) << 17, 1 << 16]) for k in range(5)]
    model.post(all_different([*x, x[0] + 10**10, x[1] + 10**10, 10**12], level))
    assert model.count() == len(oracle.solutions(model))
