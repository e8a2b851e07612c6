"""The predicates of FlatZinc on sets: a line each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from csp.constraints.element import element as element_of
from csp.constraints.reified import if_then
from csp.formats.flatzinc.predicate import Predicate, all_of, function, within
from csp.model.constraint import Constraint
from csp.model.expressions import Expression
from csp.sets.constraints import set_order
from csp.sets.expressions import SetExpression, as_set

Values = SetExpression | range | frozenset[int]


def member(each: Expression, values: Values) -> Constraint:
    """Return the constraint that an expression is in a set, which may be a variable."""
    return values.contains(each) if isinstance(values, SetExpression) else within(each, values)


def element(index: Expression, sets: Sequence[Any], result: Any) -> Constraint:
    """Return the constraint that a set is that at an index, counted from 1."""
    # An index outside has no value, so then neither the constraint nor its negation holds.
    parts: list[Constraint] = [element_of(range(len(sets)), index - 1) >= 0]
    for k, each in enumerate(sets, 1):
        parts.append(if_then(index == k, as_set(each) == result))
    return all_of(parts, f"element({sets!r}, {index!r}) == {result!r}")


SETS: dict[str, Predicate] = {
    "set_in": Predicate("xe", member),
    "set_card": function("e", lambda x: as_set(x).cardinality()),
    "set_union": Predicate("eee", lambda x, y, z: as_set(x) | y == z),
    "set_intersect": Predicate("eee", lambda x, y, z: as_set(x) & y == z),
    "set_diff": Predicate("eee", lambda x, y, z: as_set(x) - y == z),
    "set_symdiff": Predicate("eee", lambda x, y, z: as_set(x) ^ y == z),
    "set_subset": Predicate("ee", lambda x, y: as_set(x) <= y),
    "set_superset": Predicate("ee", lambda x, y: as_set(x) >= y),
    "set_eq": Predicate("ee", lambda x, y: as_set(x) == y),
    "set_ne": Predicate("ee", lambda x, y: as_set(x) != y),
    "set_le": Predicate("ee", set_order),
    "set_lt": Predicate("ee", lambda x, y: set_order(x, y, strict=True)),
    "array_set_element": Predicate("xEe", element),
    "array_var_set_element": Predicate("xEe", element),
}
"""Name -> the predicate; `find` in `predicates` also finds its reified forms."""
