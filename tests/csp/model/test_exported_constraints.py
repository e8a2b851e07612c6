"""All exported functions that make constraints: truth values, and what their docstrings say."""

import re
from collections.abc import Callable
from inspect import getdoc
from itertools import product
from typing import Any

import pytest

import csp
from csp import (
    Constraint,
    Expression,
    Model,
    at_least,
    exactly,
    if_then,
    increasing,
    lex_leader,
    lexicographic_chain,
    set_channel,
    set_order,
    set_partition,
    truth,
)
from tests.csp import oracle
from tests.csp.model.test_small_arguments import STATED, STATED_OF_ONE
from tests.running import compiled

OF_SETS: dict[str, Callable[[Any], Any]] = {
    "set_partition": lambda s: set_partition(s, range(2)),
    "set_channel": lambda s: set_channel([s[0].cardinality()], s),
    "set_order": lambda s: set_order(*s),
}
CONSTRAINTS = STATED | STATED_OF_ONE
LONG = {"reservoir", "stretch"}
"""Those whose truth value takes many nodes."""


def combined(own: Any, p: Any) -> dict[str, Any]:
    """Return a constraint in all combinations with an expression that is 0 or 1."""
    return {
        "~": ~own,
        "==": p == own,
        "!=": own != p,
        ">>": p >> own,
        "<<": own >> p,
        "&": own & p,
        "|": p | own,
        "^": own ^ p,
        "if_then": if_then(own, p),
        "at_least": at_least(1, [own, p]),
        "exactly": exactly(1, [p, own]),
        "sum": 2 * own + p == 2,
    }


MEANT: dict[str, Callable[[bool, bool], bool]] = {
    "~": lambda c, p: not c,
    "==": lambda c, p: c == p,
    "!=": lambda c, p: c != p,
    ">>": lambda c, p: c or not p,
    "<<": lambda c, p: p or not c,
    "&": lambda c, p: c and p,
    "|": lambda c, p: c or p,
    "^": lambda c, p: c != p,
    "if_then": lambda c, p: p or not c,
    "at_least": lambda c, p: c or p,
    "exactly": lambda c, p: c != p,
    "sum": lambda c, p: 2 * c + p == 2,
}


def n_with_value(model: Model, own: Constraint) -> int:
    """Return for how many assignments a constraint holds or does not hold, by its definition."""
    found = 0
    for values in product(*(v.values for v in model.unknowns)):
        try:
            own.holds(dict(zip(model.unknowns, values, strict=True)).__getitem__)
        except IndexError:  # an array has no such element
            continue
        found += 1
    return found


def check_truth(model: Model, own: Constraint) -> None:
    """Check a constraint in all combinations, against its definition."""
    n = n_with_value(model, own)
    p = model.bool_var("p")
    bits = model.bool_vars(len(MEANT), "bit")
    every = combined(own, p)
    model.post([bit == truth(every[name]) for bit, name in zip(bits, MEANT, strict=True)])
    found = list(model.solutions())
    assert len(found) == 2 * n
    for solution in found:
        holds, chosen = bool(solution[truth(own)]), bool(solution[p])
        expected = [int(meant(holds, chosen)) for meant in MEANT.values()]
        assert solution[bits].tolist() == expected


@pytest.mark.kernel
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=compiled if name in LONG else ()) for name in CONSTRAINTS],
)
def test_every_constraint_has_a_truth_value(name: str) -> None:
    model = Model()
    x = model.variables(2, range(3), name="x")
    check_truth(model, CONSTRAINTS[name]([*x]))


@pytest.mark.kernel
@pytest.mark.parametrize("name", OF_SETS)
def test_constraints_on_sets_have_truth_values(name: str) -> None:
    model = Model()
    sets = [model.set_variable(range(2), name) for name in "st"]
    check_truth(model, OF_SETS[name](sets))


@pytest.mark.kernel
def test_lex_leaders_have_a_truth_value() -> None:
    model = Model()
    x = [*model.variables(3, range(2), name="x")]
    turned = model.symmetries(dict(zip(x, [*x[1:], x[0]], strict=True)))
    check_truth(model, lex_leader(turned))


@pytest.mark.kernel
def test_chains_are_posted_one_by_one() -> None:
    model = Model()
    x = model.variables((3, 2), range(2), name="x")
    row, column = [*x[0]], [*x[:, 0]]
    model.post(increasing(row), lexicographic_chain(x), name="order")
    assert len(model.constraints) == 1 + 2
    assert model.with_constraints(~increasing(column)).count() == 0
    assert model.count() == len(oracle.solutions(model))
    assert [*map(repr, increasing(row))] == ["x[0, 0] <= x[0, 1]"]


EXPRESSIONS: dict[str, Callable[[Any], Any]] = {
    "among": lambda x: csp.among(x, [1]),
    "argmax": csp.argmax,
    "argmin": csp.argmin,
    "cost_regular": lambda x: csp.cost_regular(x, {("a", 1): "a"}, "a", ["a"], {("a", 1): 2}),
    "count_of": lambda x: csp.count_of(x, 1),
    "element": lambda x: csp.element(x, x[0]),
    "maximum": csp.maximum,
    "minimum": csp.minimum,
    "n_values": csp.n_values,
    "scalar_product": lambda x: csp.scalar_product(x, x),
    "truncated_quotient": lambda x: csp.truncated_quotient(x[0], 2),
    "truncated_remainder": lambda x: csp.truncated_remainder(x[0], 2),
    "truth": lambda x: truth(x[0] == 1),
}
"""Name -> an expression, made by the function of this name."""


def returned() -> dict[str, Any]:
    """Return what the exported functions of constraints and expressions return."""
    model = Model()
    x = [*model.variables(2, range(3), name="x")]
    sets = [model.set_variable(range(2), name) for name in "st"]
    turned = model.symmetries({x[0]: x[1], x[1]: x[0]})
    found = {name.split()[0].rstrip(","): stated(x) for name, stated in CONSTRAINTS.items()}
    found |= {name: stated(x) for name, stated in EXPRESSIONS.items()}
    found |= {name: stated(sets) for name, stated in OF_SETS.items()}
    return found | {"lex_leader": lex_leader(turned)}


def test_docstrings_say_what_is_returned() -> None:
    found = returned()
    exported = {
        name
        for name in csp.__all__
        if getattr(csp, name).__module__.startswith(("csp.constraints.", "csp.sets.constraints"))
    }
    assert exported - found.keys() == {"column", "value"}
    for name, each in found.items():
        if name not in csp.__all__:  # a case of operators
            continue
        text = getdoc(getattr(csp, name)) or ""
        match = re.search(r"\nReturns\n-------\n(.+)\n {4}(An?) (\w+)", text)
        assert match, name
        kinds = {kind.__name__ for kind in type(each).__mro__}
        assert kinds & set(match[1].split(" or ")), name
        noun = {"constraint": Constraint, "expression": Expression}[match[3]]
        assert isinstance(each, noun), name
