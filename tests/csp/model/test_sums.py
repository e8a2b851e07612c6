"""Variables that equal sums: shared by equal sums, without values that no sum has."""

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
