"""All different, at each level."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model, Variable, all_different
from tests.csp.consistency import NARROW, WIDE, propagated

pytestmark = pytest.mark.kernel


@settings(deadline=None, max_examples=60)
@given(domains=st.lists(NARROW, min_size=3, max_size=5), shift=st.integers(-2, 2))
@pytest.mark.parametrize("level", ["domain", "adaptive"])
def test_domain_consistent(level: str, domains: Any, shift: int) -> None:
    def constraint(first: Variable, *rest: Variable) -> Any:
        return all_different([first + shift, *rest], level)

    result = propagated(constraint, *domains)
    assert result.left == result.possible


@settings(deadline=None, max_examples=20)
@given(domains=st.lists(WIDE, min_size=3, max_size=4))
def test_domain_consistent_over_several_words(domains: Any) -> None:
    result = propagated(lambda *x: all_different(x, "domain"), *domains)
    assert result.left == result.possible


@settings(deadline=None, max_examples=60)
@given(bounds=st.lists(st.tuples(st.integers(0, 6), st.integers(0, 4)), min_size=3, max_size=5))
def test_bounds_consistent_on_intervals(bounds: Any) -> None:
    domains = [range(low, low + span + 1) for low, span in bounds]
    left, possible = propagated(lambda *x: all_different(x, "bounds"), *domains).ends
    assert left == possible


@settings(deadline=None, max_examples=20)
@given(domains=st.lists(NARROW, min_size=3, max_size=4))
@pytest.mark.parametrize("level", ["values", "singles"])
def test_sound(level: str, domains: Any) -> None:
    propagated(lambda *x: all_different(x, level), *domains)


def test_hidden_singles() -> None:
    left = propagated(lambda *x: all_different(x), range(3), range(2), range(2)).left
    assert left == [[2], [0, 1], [0, 1]]


def test_all_levels_count_the_same() -> None:
    """Queens that attack along one diagonal only (OEIS A099152)."""
    counts = set()
    for level in ("values", "domain", "adaptive"):
        model = Model()
        x = model.variables(5, range(5))
        model.post(all_different(x, level), all_different([v + i for i, v in enumerate(x)], level))
        counts.add(int(model.count()))
    assert counts == {23}
