"""Each constraint of XCSP3-core against a plain test of all assignments."""

from itertools import product
from typing import Any

import numpy as np
import pytest

from csp import from_xcsp3
from tests.csp.formats.xcsp3.cases import CASES, Case


def document(case: Case) -> str:
    return (
        f'<instance format="XCSP3" type="CSP"> <variables> {case.variables} </variables>'
        f" <constraints> {case.constraints} </constraints> </instance>"
    )


def values_of(own: Any, solution: dict[Any, int]) -> Any:
    """Return the value of a variable, or those of an array as nested lists."""
    if isinstance(own, np.ndarray):
        return [values_of(each, solution) for each in own]
    return solution[own]


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_solutions_are_those_of_a_plain_test(case: Case) -> None:
    instance = from_xcsp3(document(case))
    model, declared = instance.model, instance.variables
    expected = set()
    for values in product(*(variable.values for variable in model.unknowns)):
        solution = dict(zip(model.unknowns, values, strict=True))
        if case.test(**{name: values_of(own, solution) for name, own in declared.items()}):
            expected.add(values)
    assert 0 < len(expected) <= 40_000, "a case must have solutions"
    found = [tuple(solution.values()) for solution in model.solutions()]
    assert len(found) == len(set(found))
    assert set(found) == expected
