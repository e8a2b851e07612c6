"""Absolute values, quotients, remainders and powers of numbers up to 2^100, against Python's own.

A model counts right, or refuses the statement by name; it never counts wrong.
"""

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import csp
from csp.constraints.truncated import TruncatedQuotient, TruncatedRemainder
from tests.csp.formats.xcsp3.cases import quotient
from tests.csp.shifted.checks import POWERS

FAR = [sign * 2**power for power in (*POWERS, 32, 33, 64, 100) for sign in (1, -1)]
NEAR = range(-5, 6)
SMALL = range(-2, 4)


@dataclass(frozen=True)
class Operator:
    """An operator on a term, a small variable and a divisor.

    Attributes
    ----------
    stated
        The function of the three in a model.
    in_python
        The same for integers, if it is another function.
    needs_y
        Whether it has no value where the small variable is 0.
    """

    stated: Callable[[Any, Any, int], Any]
    in_python: Callable[[int, int, int], int] | None = None
    needs_y: bool = False

    def value(self, x: int, y: int, divisor: int) -> int:
        """Return the value for integers."""
        return int((self.in_python or self.stated)(x, y, divisor))


OPERATORS = {
    "abs": Operator(lambda x, y, d: abs(x)),
    "abs of a difference": Operator(lambda x, y, d: abs(x - d * y)),
    "//": Operator(lambda x, y, d: x // d),
    "%": Operator(lambda x, y, d: x % d),
    "// of a variable": Operator(lambda x, y, d: x // (d * y), needs_y=True),
    "truncated quotient": Operator(
        lambda x, y, d: TruncatedQuotient(x, d), lambda x, y, d: quotient(x, d)
    ),
    "truncated remainder": Operator(
        lambda x, y, d: TruncatedRemainder(x, d), lambda x, y, d: x - d * quotient(x, d)
    ),
    "**": Operator(lambda x, y, d: x**2),
    "*": Operator(lambda x, y, d: x * y),
}
RELATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    "<": operator.lt,
    ">=": operator.ge,
}
numbers = st.one_of(
    st.sampled_from(NEAR),
    st.builds(lambda far, k: far + k, st.sampled_from(FAR), st.integers(-2, 2)),
)


@pytest.mark.parametrize("name", OPERATORS)
@given(
    values=st.one_of(
        st.just([*NEAR]),
        st.builds(lambda far: [far + k for k in (-2, 0, 1, 5)], st.sampled_from(FAR)),
    ),
    factor=numbers.filter(bool),
    added=numbers,
    divisor=numbers.filter(bool),
    relation=st.sampled_from([*RELATIONS]),
    is_reified=st.booleans(),
    data=st.data(),
)
def test_an_operator_on_far_numbers_is_right_or_refused(
    name: str,
    values: list[int],
    factor: int,
    added: int,
    divisor: int,
    relation: str,
    is_reified: bool,
    data: st.DataObject,
) -> None:
    chosen, holds = OPERATORS[name], RELATIONS[relation]
    found = {
        (v, w): chosen.value(factor * v + added, w, divisor)
        for v in values
        for w in SMALL
        if w or not chosen.needs_y
    }
    other = data.draw(st.sampled_from(sorted({*found.values()}))) + data.draw(st.integers(-1, 1))
    model = csp.Model()
    try:
        x, y = model.variable(values, name="x"), model.variable(SMALL, name="y")
        stated = holds(chosen.stated(factor * x + added, y, divisor), other)
        if is_reified:
            model.post(csp.truth(stated) == model.bool_var("b"))
        else:
            model.post(stated)
        n = model.count()
    except csp.ModelError as error:
        assert str(error)
        return
    assert n == (len(found) if is_reified else sum(holds(v, other) for v in found.values()))
