"""Wide domains in constraints that read bounds, or that need a few values only."""

from collections.abc import Callable
from typing import Any

import pytest

from csp import (
    Constraint,
    Model,
    ModelError,
    all_different_except,
    among,
    cardinality,
    channel,
    circuit,
    count_of,
    element,
    inverse,
    lexicographic,
    n_values,
    regular,
    scalar_product,
    sequence,
    sort,
    stretch,
    subcircuit,
    table,
)
from csp.errors import RangeError
from tests.csp import oracle

FAR = 1 << 25
SMALL = range(-1, 4)

CONSTRAINTS: dict[str, Callable[[Any], Constraint]] = {
    "lexicographic": lambda x: lexicographic(x[:2], x[2:]),
    "strict": lambda x: lexicographic(x[:2], x[2:], strict=True),
    "not lexicographic": lambda x: ~lexicographic(x[:2], x[2:]),
    "sort": lambda x: sort(x[:2], x[2:]),
    "not sort": lambda x: ~sort(x[:2], x[2:]),
    "n_values": lambda x: n_values(x) == 2,
    "cardinality": lambda x: cardinality(x, {0: 2, 3: 1}),
    "not cardinality": lambda x: ~cardinality(x, {0: 2, 3: 1}),
    "count_of": lambda x: count_of(x, 1) == 3,
    "channel": lambda x: channel(x[0], {1: x[1], 2: x[2]}),
    "inverse": lambda x: inverse(x[:2], x[2:]),
    "circuit": lambda x: circuit(x),
    "subcircuit": lambda x: subcircuit(x),
    "scalar_product": lambda x: scalar_product(x[:2], x[2:]) == 3,
    "element": lambda x: element([4, 1, 0], x[0]) == x[1],
    "element of variables": lambda x: element(x[1:], x[0]) == 2,
    "element of a grid": lambda x: element([[0, 1], [2, 3]], x[0], x[1]) == x[2],
    "among": lambda x: among(x, range(2, 10**15)) == 1,
    "sequence": lambda x: sequence(x, 2, range(2, 10**15), 1, 1),
}


@pytest.mark.kernel
@pytest.mark.parametrize("name", CONSTRAINTS)
def test_wide_variables_have_the_solutions_of_narrow_ones(name: str) -> None:
    narrow, wide = Model(), Model()
    y = narrow.variables(4, SMALL, name="x")
    narrow.post(CONSTRAINTS[name](y))
    x = wide.variables(4, range(-FAR, FAR), name="x")
    wide.post(CONSTRAINTS[name](x))
    # Bounds after the constraint, which sees the wide domains.
    wide.post([v >= SMALL[0] for v in x], [v <= SMALL[-1] for v in x])
    found = sorted(tuple(each.values()) for each in wide.solutions())
    assert found == oracle.solutions(narrow)


@pytest.mark.kernel
def test_indices_are_restricted_to_the_places_that_there_are() -> None:
    model = Model()
    x = model.variables(3, range(-FAR, FAR), "x")
    model.post(circuit(x))
    assert model.propagate() == {x[0]: [1, 2], x[1]: [0, 2], x[2]: [0, 1]}
    model = Model()
    i = model.variable(range(-FAR, FAR), "i")
    model.post(element([*range(10_000)], i - 7) == 9_999)
    assert model.propagate() == {i: [10_006]}


@pytest.mark.parametrize(
    "post",
    [
        lambda x: regular(x, {(0, 1): 0}, 0, [0]),
        lambda x: all_different_except(x, 0),
        lambda x: stretch(x, {1: (1, 2)}),
        lambda x: cardinality(x, {1: 1}, "domain"),
        lambda x: table(x[:1], [(range(0, 10**12, 7),)]),
    ],
)
def test_refusals_name_the_constraint_and_the_limit(post: Callable[[Any], Constraint]) -> None:
    model = Model()
    x = model.variables(3, range(-FAR, FAR), "x")
    constraint = post(x)
    with pytest.raises(RangeError) as caught:
        model.post(constraint)
    assert "at most 1048576" in str(caught.value)
    assert str(caught.value).endswith(f", in {constraint!r}")


@pytest.mark.kernel
def test_values_that_may_be_shared_may_be_a_huge_range() -> None:
    model = Model()
    x = model.variables(3, range(4), "x")
    model.post(all_different_except(x, range(2, 10**15)))
    assert model.count() == len(oracle.solutions(model)) == 44
    model = Model()
    x = model.variables(3, range(4), "x")
    model.post(~all_different_except(x, range(2, 10**15)))
    assert model.count() == 64 - 44


def test_values_outside_of_64_bits_are_refused() -> None:
    for value in (2**62, -(2**62), 2**63, -(2**63), 2**64, 10**30):
        with pytest.raises(ModelError, match=r"must be below 2\*\*62, and above -2\*\*62"):
            Model().variable([value])
