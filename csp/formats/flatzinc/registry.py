"""The predicates of the FlatZinc standard library: a line each.

`NAME_reif` and `NAME_imp` need no line: they are the equivalence and the implication of a truth
value and the predicate. Those of global constraints are in `globals`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from csp.constraints.element import element
from csp.constraints.extremum import maximum, minimum
from csp.constraints.linear_relation import Relation
from csp.constraints.reified import at_least, disjunction, truth
from csp.constraints.truncated import TruncatedPower, TruncatedQuotient, TruncatedRemainder
from csp.constraints.xor import xor
from csp.formats.flatzinc.forms import difference
from csp.formats.flatzinc.globals import GLOBALS
from csp.formats.flatzinc.predicate import Predicate, equivalent, first_function, function, truth_of
from csp.formats.flatzinc.reals import REALS
from csp.formats.flatzinc.sets import SETS
from csp.model.constraint import Constraint
from csp.model.expressions import Expression, expression

ZERO = expression(0)


def conjunction(conditions: Sequence[Expression]) -> Constraint:
    """Return the constraint that 0/1 expressions are all 1."""
    return at_least(len(conditions), conditions)


def exclusive(one: Expression, other: Expression, result: Expression | None = None) -> Constraint:
    """Return the exclusive or of two truth values, or that it is the third one."""
    return one != other if result is None else equivalent(result, one != other)


PREDICATES: dict[str, Predicate] = {
    "int_eq": Predicate("xx", lambda x, y: Relation(x, "==", y)),
    "int_ne": Predicate("xx", lambda x, y: Relation(x, "!=", y)),
    "int_le": Predicate("xx", lambda x, y: Relation(x, "<=", y)),
    "int_lt": Predicate("xx", lambda x, y: x < y),
    "int_ge": Predicate("xx", lambda x, y: x >= y),
    "int_gt": Predicate("xx", lambda x, y: x > y),
    "int_lin_eq": Predicate("NXn", lambda a, x, c: Relation(difference(a, x, c), "==", ZERO)),
    "int_lin_ne": Predicate("NXn", lambda a, x, c: Relation(difference(a, x, c), "!=", ZERO)),
    "int_lin_le": Predicate("NXn", lambda a, x, c: Relation(difference(a, x, c), "<=", ZERO)),
    "int_lin_lt": Predicate("NXn", lambda a, x, c: difference(a, x, c) < 0),
    "int_lin_ge": Predicate("NXn", lambda a, x, c: difference(a, x, c) >= 0),
    "int_lin_gt": Predicate("NXn", lambda a, x, c: difference(a, x, c) > 0),
    "int_plus": function("xx", lambda x, y: x + y),
    "int_minus": function("xx", lambda x, y: x - y),
    "int_negate": function("x", lambda x: -x),
    "int_times": function("xx", lambda x, y: x * y),
    "int_div": function("xx", TruncatedQuotient),
    "int_mod": function("xx", TruncatedRemainder),
    "int_pow": function("xx", TruncatedPower),
    "int_pow_fixed": function("xx", TruncatedPower),
    "int_abs": function("x", abs),
    "int_max": function("xx", lambda x, y: maximum([x, y])),
    "int_min": function("xx", lambda x, y: minimum([x, y])),
    "array_int_maximum": first_function("X", maximum),
    "array_int_minimum": first_function("X", minimum),
    "array_int_element": function("xN", lambda i, x: element(x, i - 1)),
    "array_bool_element": function("xN", lambda i, x: element(x, i - 1)),
    "array_var_int_element": function("xX", lambda i, x: element(x, i - 1)),
    "array_var_bool_element": function("xX", lambda i, x: element(x, i - 1)),
    "bool2int": function("x", lambda x: x),
    "bool_eq": Predicate("xx", lambda x, y: x == y),
    "bool_ne": Predicate("xx", lambda x, y: x != y),
    "bool_not": Predicate("xx", lambda x, y: x != y),
    "bool_le": Predicate("xx", lambda x, y: x <= y),
    "bool_lt": Predicate("xx", lambda x, y: x < y),
    "bool_xor": Predicate("xx?x", exclusive),
    "bool_and": truth_of("xx", lambda x, y: conjunction([x, y])),
    "bool_or": truth_of("xx", lambda x, y: disjunction([x, y], [])),
    "bool_clause": Predicate("XX", disjunction),
    "bool_lin_eq": Predicate("NXx", lambda a, x, c: difference(a, x) == c),
    "bool_lin_ne": Predicate("NXx", lambda a, x, c: difference(a, x) != c),
    "bool_lin_le": Predicate("NXx", lambda a, x, c: difference(a, x) <= c),
    "array_bool_and": truth_of("X", conjunction),
    "array_bool_or": truth_of("X", lambda x: disjunction(x, [])),
    "array_bool_xor": Predicate("X", xor),
    **SETS,
    **REALS,
    **GLOBALS,
}
"""Name -> the predicate; without the endings `_reif` and `_imp`."""

NO_FLOATS = "it needs real numbers that are no fractions"

ENDINGS = {
    "_reif": lambda condition, holds: equivalent(holds, condition),
    "_imp": lambda condition, holds: holds <= truth(condition),
}
"""Ending of a name -> the constraint of a condition and its truth value, the last argument."""


@lru_cache(maxsize=1 << 10)
def find(name: str) -> Predicate | None:
    """Return the predicate of a name, or None if there is none.

    The beginning `fzn_` or `csp_` of a global constraint may be left out.

    Examples
    --------
    >>> find("int_lin_le_imp").kinds, find("fzn_all_different_int").kinds, find("float_sqrt")
    ('NXnx', 'X', None)
    """
    plain = name.removeprefix("fzn_").removeprefix("csp_")
    if plain in PREDICATES:
        return PREDICATES[plain]
    for ending, combined in ENDINGS.items():
        base = PREDICATES.get(plain.removesuffix(ending))
        if base is not None and plain.endswith(ending):
            return with_truth(base, combined)
    return None


def unknown(name: str) -> str:
    """Return the message about a name that no predicate has.

    Examples
    --------
    >>> unknown("float_sqrt")
    'unknown predicate float_sqrt: it needs real numbers that are no fractions'
    """
    has_floats = "float_" in name or "int2float" in name
    return f"unknown predicate {name}{f': {NO_FLOATS}' if has_floats else ''}"


def with_truth(base: Predicate, combined: Callable[..., Constraint]) -> Predicate:
    """Return a predicate of a further argument, which is combined with the constraint."""
    return Predicate(
        base.kinds + ("!x" if "?" in base.kinds else "x"),
        lambda *given: combined(base.constraint(*given[:-1]), given[-1]),
    )
