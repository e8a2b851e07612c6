"""Operators that expressions and constraints have in common: division, powers, and logic."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

from exactcover.runtime.methods import Method

if TYPE_CHECKING:
    from csp.constraints.relation import Relation
    from csp.constraints.tabulated import Tabulated

Found = TypeVar("Found")


def elementwise(operator: Callable[[Any, Any], Found]) -> Callable[[Any, Any], Found]:
    """Return an operator that leaves arrays to NumPy, and Series to pandas: element by element."""

    @wraps(operator)
    def deferring(self: Any, other: Any) -> Any:
        return NotImplemented if getattr(other, "ndim", 0) else operator(self, other)

    return deferring


class Operators:
    """Division and powers of expressions, and logic of conditions.

    A constraint stands for its truth value. The operands of `&`, `|`, `^` (exclusive or), `>>`
    (implication) and `~` are constraints, or expressions with the values 0 and 1 only.
    """

    @elementwise
    def __floordiv__(self, other: Any) -> Tabulated:
        from csp.constraints.division import quotient

        return quotient(self, other)

    @elementwise
    def __rfloordiv__(self, other: Any) -> Tabulated:
        from csp.constraints.division import quotient

        return quotient(other, self)

    @elementwise
    def __mod__(self, other: Any) -> Tabulated:
        from csp.constraints.division import remainder

        return remainder(self, other)

    @elementwise
    def __rmod__(self, other: Any) -> Tabulated:
        from csp.constraints.division import remainder

        return remainder(other, self)

    @elementwise
    def __pow__(self, other: Any) -> Tabulated:
        from csp.constraints.power import power

        return power(self, other)

    @elementwise
    def __rpow__(self, other: Any) -> Tabulated:
        from csp.constraints.power import power

        return power(other, self)

    @elementwise
    def __and__(self, other: Any) -> Relation:
        from csp.constraints.truth import at_least

        return at_least(2, [self, other])

    @elementwise
    def __or__(self, other: Any) -> Relation:
        from csp.constraints.truth import at_least

        return at_least(1, [self, other])

    @elementwise
    def __xor__(self, other: Any) -> Relation:
        from csp.constraints.truth import exactly

        return exactly(1, [self, other])

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    @elementwise
    def __rshift__(self, other: Any) -> Relation:
        from csp.constraints.truth import if_then

        return if_then(self, other)

    @elementwise
    def __rrshift__(self, other: Any) -> Relation:
        from csp.constraints.truth import if_then

        return if_then(other, self)

    __array_ufunc__: Any = Method("csp.model.array", "apply_to_objects")

    def __invert__(self) -> Relation:
        from csp.constraints.truth import exactly

        return exactly(0, [self])
