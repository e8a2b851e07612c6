"""Random models for Hypothesis: small enough for `tests.csp.oracle`, with every constraint."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, cast

from hypothesis import strategies as st

from csp import (
    Constraint,
    ContradictionError,
    Model,
    Variable,
    all_different,
    cardinality,
    count_of,
    element,
    lexicographic,
    satisfies,
    table,
)
from csp.constraints.all_different import LEVELS
from csp.strategy import ORDERS, VALUES

SMALL = st.integers(-2, 2)


@st.composite
def models(draw: st.DrawFn) -> Model:
    """Draw a model of 2 to 4 variables and 1 to 4 constraints, none of them contradictory."""
    model = Model()
    variables = [
        model.variable(draw(domains()), name) for name in "abcd"[: draw(st.integers(2, 4))]
    ]
    for _ in range(draw(st.integers(1, 4))):
        with suppress(ContradictionError):
            model.post(draw(constraints(variables)))
    return model


@st.composite
def domains(draw: st.DrawFn) -> list[int]:
    """Draw a domain: mostly near 0, with holes or without; some of several words."""
    if draw(st.integers(0, 9)):
        least = draw(st.sampled_from([0, 0, 1, -3]))
        return draw(st.lists(st.integers(least, least + 5), min_size=1, max_size=5))
    return draw(st.lists(st.integers(-2, 150), min_size=1, max_size=4))


@st.composite
def expressions(draw: st.DrawFn, variables: list[Variable]) -> Any:
    """Draw a variable, often, or something made of variables."""
    some = st.sampled_from(variables)
    kind = draw(st.integers(0, 9))
    if kind < 5:
        return draw(some)
    if kind < 7:
        return draw(some) + draw(SMALL)
    if kind == 7:
        return abs(draw(some) - draw(some) + draw(SMALL))
    if kind == 8:
        return sum(draw(SMALL) * variable for variable in variables) + draw(SMALL)
    return draw(SMALL)


@st.composite
def constraints(draw: st.DrawFn, variables: list[Variable]) -> Constraint:
    """Draw a constraint of any kind."""
    return cast(Constraint, draw(st.sampled_from(KINDS))(draw, variables))


def controls() -> st.SearchStrategy[dict[str, Any]]:
    """Draw how to search: each order, with and without restarts and seeds."""
    return st.fixed_dictionaries(
        {},
        optional={
            "order": st.sampled_from(ORDERS),
            "values": st.sampled_from(VALUES),
            "restart": st.integers(0, 2),
            "seed": st.integers(0, 9),
        },
    )


def _some(draw: Any, variables: list[Variable], least: int = 1) -> list[Any]:
    return cast(list[Any], draw(st.lists(expressions(variables), min_size=least, max_size=4)))


def _all_different(draw: Any, variables: list[Variable]) -> Constraint:
    level = draw(st.sampled_from(LEVELS))
    if draw(st.booleans()):
        return all_different([v + draw(SMALL) for v in variables], level)
    return all_different(_some(draw, variables), level)


def _equal(draw: Any, variables: list[Variable]) -> Constraint:
    one, other = draw(expressions(variables)), draw(expressions(variables))
    return cast(Constraint, variables[0] - variables[0] + one == other)


def _not_equal(draw: Any, variables: list[Variable]) -> Constraint:
    one, other = draw(expressions(variables)), draw(expressions(variables))
    return cast(Constraint, variables[0] - variables[0] + one != other)


def _less(draw: Any, variables: list[Variable]) -> Constraint:
    one, other = draw(expressions(variables)), draw(expressions(variables))
    one = variables[0] - variables[0] + one
    return cast(
        Constraint, draw(st.sampled_from([one <= other, one < other, one >= other, one > other]))
    )


def _table(draw: Any, variables: list[Variable]) -> Constraint:
    some = _some(draw, variables)
    row = st.tuples(*[st.integers(-1, 4)] * len(some))
    return table(some, draw(st.lists(row, min_size=1, max_size=70)))


def _satisfies(draw: Any, variables: list[Variable]) -> Constraint:
    residue = draw(st.integers(0, 2))
    return satisfies(variables[:3], lambda *values: sum(values) % 3 == residue)


def _element(draw: Any, variables: list[Variable]) -> Constraint:
    one = element(_some(draw, variables), draw(expressions(variables)))
    return cast(Constraint, one == draw(expressions(variables)))


def _cardinality(draw: Any, variables: list[Variable]) -> Constraint:
    counts = st.dictionaries(st.integers(-1, 3), expressions(variables), min_size=1, max_size=3)
    return cardinality(_some(draw, variables), draw(counts))


def _count_of(draw: Any, variables: list[Variable]) -> Constraint:
    one = count_of(_some(draw, variables), draw(st.integers(-1, 2)))
    return cast(Constraint, one <= draw(expressions(variables)))


def _lexicographic(draw: Any, variables: list[Variable]) -> Constraint:
    left = _some(draw, variables)
    right = [draw(expressions(variables)) for _ in left]
    return lexicographic(left, right, strict=draw(st.booleans()))


KINDS: list[Callable[[Any, list[Variable]], Constraint]] = [
    _all_different,
    _equal,
    _not_equal,
    _less,
    _table,
    _satisfies,
    _element,
    _cardinality,
    _count_of,
    _lexicographic,
]
"""One for each constraint; a new constraint gets a line here."""
