"""Variables that equal sums: shared by equal sums, without values that no sum has."""

from collections.abc import Callable
from itertools import product
from operator import eq, le, mul, ne
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from csp import Model
from csp.model.builder import Builder

DOMAIN = st.sets(st.integers(-6, 6), min_size=1, max_size=4)
FACTOR = st.integers(-4, 4).filter(bool)


@given(domains=st.lists(DOMAIN, min_size=2, max_size=3), data=st.data())
def test_all_sums_are_values_and_their_common_step_is_kept(
    domains: list[set[int]], data: Any
) -> None:
    model = Model()
    x = [model.variable(domain) for domain in domains]
    factors = [data.draw(FACTOR) for _ in x]
    builder = Builder(model.unknowns)
    terms = [c * v for c, v in zip(factors, x, strict=True)]
    view = builder.view(sum(terms) + 5)
    sums = {5}
    for c, domain in zip(factors, domains, strict=True):
        sums = {each + c * value for each in sums for value in domain}
    values = {value + view.offset for value in builder.values(view.variable)}
    assert sums <= values
    assert min(values) == min(sums)
    assert max(values) == max(sums)
    steps = [s for s in range(1, 200) if all((each - min(sums)) % s == 0 for each in sums)]
    assert len(sums) == 1 or all((each - min(sums)) % max(steps) == 0 for each in values)


def test_equal_sums_share_a_variable() -> None:
    model = Model()
    x, y = model.variables(2, range(5))
    builder = Builder(model.unknowns)
    first, second = builder.view(x + 2 * y + 1), builder.view(2 * y + x - 3)
    assert first.variable == second.variable
    assert first.offset - second.offset == 4
    mark = builder.mark()
    other = builder.view(x - y)
    builder.return_to(mark)
    assert builder.view(x + y).variable == other.variable  # its number is free again
    assert builder.view(x - y).variable != other.variable


def test_squares_of_wide_sums() -> None:
    model = Model()
    x, y = model.variables(2, range(-1, 2))
    wide = (1 << 25) * x + y
    model.post(wide * wide == 1 << 50)
    assert [(s[x], s[y]) for s in model.solutions()] == [(-1, 0), (1, 0)]


@given(
    coefficients=st.lists(FACTOR, min_size=1, max_size=3),
    divisor=st.integers(1, 5),
    total=st.integers(-30, 30),
    test=st.sampled_from([eq, ne, le]),
)
def test_common_divisors(
    coefficients: list[int], divisor: int, total: int, test: Callable[[Any, Any], Any]
) -> None:
    values, n = range(-2, 4), len(coefficients)
    model = Model()
    x = model.variables(n, values)
    factors = [divisor * c for c in coefficients]
    model.post(test(sum(map(mul, factors, x)), total))
    expected = sum(test(sum(map(mul, factors, row)), total) for row in product(values, repeat=n))
    assert model.count() == expected


def test_an_equation_of_wide_variables_whose_total_no_divisor_divides() -> None:
    model = Model()
    x, y = model.variables(2, range(2**32))
    model.post(2 * x == 2 * y + 1)
    assert model.solve().complete
