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


@pytest.mark.parametrize(
    ("text", "n"),
    [
        (
            "<stretch><list>x[]</list><values>1 1</values><widths>1..2 2..3</widths></stretch>",
            12,  # runs of two
        ),
        ("<allEqual><list>x[0] x[1]</list><list>x[1] x[2]</list></allEqual>", 3),
        ("<allEqual><list>x[0] x[1]</list><list>x[2] 1</list></allEqual>", 3),
        (
            '<extension type="hybrid-1"><list>x[0] x[1]</list>'
            "<supports>(≠%1,*)(0,=%0)</supports></extension>",
            (6 + 1) * 3,
        ),
        (
            "<cardinality><list>x[]</list><values>1 1</values><occurs>1 2</occurs></cardinality>",
            0,
        ),
    ],
)
def test_what_is_listed_twice_and_columns_of_the_specification(text: str, n: int) -> None:
    instance = from_xcsp3(
        '<instance format="XCSP3" type="CSP"><variables><array id="x" size="[3]">0..2</array>'
        f"</variables><constraints>{text}</constraints></instance>"
    )
    assert instance.model.count() == n


def test_circuits_on_wide_domains_are_those_on_their_places() -> None:
    circuit = '<circuit> <list startIndex="1"> x[] </list> <size> 3 </size> </circuit>'
    narrow, wide = (
        Case("", f'<array id="x" size="[4]"> 1..{most} </array>', circuit, bool)
        for most in (4, 2_000_000_000)
    )
    counts = [from_xcsp3(document(case)).model.count() for case in (narrow, wide)]
    assert counts == [8, 8]  # of each of the four triples in both directions
