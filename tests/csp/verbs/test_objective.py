"""Objectives that are none are refused by name, by verbs and by writers."""

from collections.abc import Callable
from typing import Any

import pytest

from csp import Model, ModelError

VERBS: dict[str, Callable[[Model, Any], Any]] = {
    "minimize": Model.minimize,
    "maximize": Model.maximize,
    "improving_solutions": Model.improving_solutions,
    "to_flatzinc": lambda model, objective: model.to_flatzinc(minimize=objective),
    "to_opb": lambda model, objective: model.to_opb(maximize=objective),
}


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("kind", [set, iter, dict.fromkeys, str, lambda x: 1.5])
def test_what_is_no_expression_is_named(verb: str, kind: Callable[[Any], Any]) -> None:
    model = Model()
    x = model.variables(2, range(3), name="x")
    with pytest.raises(ModelError, match=r"^(objective|minimize|maximize) is .*: it must be an ex"):
        VERBS[verb](model, kind(list(x)))
