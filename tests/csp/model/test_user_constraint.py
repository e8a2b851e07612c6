"""A user's constraint with its own propagator: no other kernel is compiled again."""

from collections.abc import Iterator
from typing import Any

import pytest

from csp import Constraint, Model, Variable
from csp.kernels.domains import ONE, remove
from csp.kernels.propagate import DONE, FAILED, constants, variable
from csp.kernels.state import state_of
from csp.model.builder import Builder
from csp.model.constraint import ValueOf

pytestmark = pytest.mark.kernel


def not_residue(handle: Any, p: Any) -> int:
    """Remove the values with some residue modulo a number."""
    state = state_of(handle)
    x, first = variable(state, p, 0), constants(state, p)
    modulus, residue = state.data[first], state.data[first + ONE]
    for value in range(30):
        if value % modulus == residue and not remove(state, x, value):
            return FAILED
    return DONE


class NotResidue(Constraint):
    """x % modulus != residue."""

    def __init__(self, x: Variable, modulus: int, residue: int) -> None:
        self.x, self.modulus, self.residue = x, modulus, residue

    def variables(self) -> Iterator[Variable]:
        yield self.x

    def holds(self, value_of: ValueOf) -> bool:
        return value_of(self.x) % self.modulus != self.residue

    def build(self, builder: Builder) -> None:
        builder.propagator(not_residue, [builder.variable_of(self.x)], [self.modulus, self.residue])


def test_a_propagator_that_is_in_no_file() -> None:
    """As in a console or a notebook: then its machine code cannot be kept on disk."""
    names = {**globals(), "__name__": "__main__"}
    exec(compile(SOURCE, "<stdin>", "exec"), names)
    model = Model()
    x = model.variable(range(4), "x")
    model.post(names["Odd"](x))
    assert model.propagate() == {x: [1, 3]}


SOURCE = """
def odd(handle, p):
    state = state_of(handle)
    for value in range(0, 30, 2):
        if not remove(state, variable(state, p, 0), value):
            return FAILED
    return DONE


class Odd(NotResidue):
    def __init__(self, x):
        self.x, self.modulus, self.residue = x, 2, 0

    def build(self, builder):
        builder.propagator(odd, [builder.variable_of(self.x)])
"""


def test_a_propagator_of_a_user() -> None:
    model = Model()
    x = model.variable(range(30), "x")
    model.post(NotResidue(x, 3, 1), NotResidue(x, 5, 0))
    expected = [value for value in range(30) if value % 3 != 1 and value % 5]
    assert [solution[x] for solution in model.solutions()] == expected
    assert model.propagate() == {x: expected}
