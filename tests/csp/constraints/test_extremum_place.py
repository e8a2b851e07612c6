"""The place of the greatest or the least, where an expression is in the list more than once."""

from collections.abc import Callable
from typing import Any

import pytest

from csp import Model, argmax, argmin
from tests.csp import oracle

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize("function", [argmax, argmin])
@pytest.mark.parametrize("seed", range(4))
def test_equal_expressions(function: Callable[..., Any], seed: int) -> None:
    """Each solution is counted once, whichever variable is decided first."""
    model = Model()
    x, place = model.variable(range(2)), model.variable([0])
    model.post(function([x, x, x]) == place)
    found = model.solutions(order="smallest", seed=seed)
    assert sorted(tuple(each[model.unknowns]) for each in found) == oracle.solutions(model)
