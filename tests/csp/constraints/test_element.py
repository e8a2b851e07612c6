"""Elements of arrays."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model, element
from tests.csp import oracle
from tests.csp.consistency import NARROW, WIDE, propagated

pytestmark = pytest.mark.kernel


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(st.one_of(WIDE, NARROW), min_size=2, max_size=2), one=st.integers(-9, 9))
def test_of_numbers_domain_consistent(domains: Any, one: int) -> None:
    result = propagated(lambda x, y: element([4, 1, 4, one, 2], x) == y, *domains)
    assert result.left == result.possible


@settings(deadline=None, max_examples=40)
@given(domains=st.lists(NARROW, min_size=5, max_size=5))
def test_of_variables_index_and_result_are_domain_consistent(domains: Any) -> None:
    result = propagated(lambda x, y, *array: element(array, x) == y, *domains)
    assert (result.left or [])[:2] == (result.possible or [])[:2]


def test_a_variable_that_equals_an_element_is_the_result_itself() -> None:
    model = Model()
    i, j, x = model.variables(3, range(-1, 4), name="ijx")
    model.post(element([3, 1, 2], i) == x)
    model.post(element([[0, 2], [3, 9]], i, j) == x)
    assert len(model.builder.numbers) == 3
    assert [tuple(s[model.unknowns]) for s in model.solutions()] == oracle.solutions(model)


@pytest.mark.parametrize("array", [[2, 1, 0], "variables"])
@pytest.mark.parametrize("place", [0, 1])
def test_the_result_may_be_the_index_or_an_element(array: Any, place: int) -> None:
    model = Model()
    unknowns = model.variables(4, range(3))
    i, *elements = unknowns
    model.post(element(elements if array == "variables" else array, i) == unknowns[place])
    found = sorted(tuple(s[model.unknowns]) for s in model.solutions())
    assert found == oracle.solutions(model)


def test_an_index_outside_of_the_array_is_no_solution() -> None:
    model = Model()
    i = model.variable(range(-2, 9))
    model.post(element([5, 6], i) >= 5)
    assert [s[i] for s in model.solutions()] == [0, 1]
