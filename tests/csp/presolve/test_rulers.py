"""The rule `rulers` is named where it applies, and chooses the default order of marks."""

from itertools import combinations, pairwise

import pytest

from csp import Model, all_different
from csp.presolve.registry import RULES
from csp.presolve.rulers import is_ruler
from csp.presolve.search_parts import built

pytestmark = pytest.mark.kernel


def ruler(n: int, longest: int) -> Model:
    """State a Golomb ruler with marks that ascend from 0."""
    model = Model()
    marks = model.variables(n, range(longest + 1))
    model.post(marks[0] == 0, [a < b for a, b in pairwise(marks)])
    model.post(all_different([b - a for a, b in combinations(marks, 2)]))
    return model


def test_the_rule_is_named_in_the_statistics() -> None:
    best = ruler(5, 15).solve(method="propagation").statistics.choice
    assert "order least value" in best[0]
    assert best[0].endswith("presolve: rulers")
    model = ruler(5, 15)
    model.variable(range(3))
    other = model.solve(method="propagation").statistics.choice
    assert "order last conflict" in other[0] or "order dom/wdeg" in other[0]


def test_a_rule_that_does_not_apply_is_not_named() -> None:
    model = Model()
    x = model.variables(4, range(4))
    model.post(all_different(x))
    assert built(model).presolved == ()
    assert not is_ruler(model.builder, 4)
    assert set(built(ruler(5, 15)).presolved) <= set(RULES)
