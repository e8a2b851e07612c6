"""Operators that expressions and constraints have in common: division, powers, and logic."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from csp.constraints.relation import Relation
    from csp.constraints.tabulated import Tabulated


class Operators:
    """Division and powers of expressions, and logic of conditions.

    A constraint stands for its truth value. The operands of `&`, `|`, `^` (exclusive or), `>>`
    (implication) and `~` are constraints, or expressions with the values 0 and 1 only.
    """

    def __floordiv__(self, other: Any) -> Tabulated:
        from csp.constraints.division import quotient

        return quotient(self, other)

    def __rfloordiv__(self, other: Any) -> Tabulated:
        from csp.constraints.division import quotient

        return quotient(other, self)

    def __mod__(self, other: Any) -> Tabulated:
        from csp.constraints.division import remainder

        return remainder(self, other)

    def __rmod__(self, other: Any) -> Tabulated:
        from csp.constraints.division import remainder

        return remainder(other, self)

    def __pow__(self, other: Any) -> Tabulated:
        from csp.constraints.power import power

        return power(self, other)

    def __rpow__(self, other: Any) -> Tabulated:
        from csp.constraints.power import power

        return power(other, self)

    def __and__(self, other: Any) -> Relation:
        from csp.constraints.truth import at_least

        return at_least(2, [self, other])

    def __or__(self, other: Any) -> Relation:
        from csp.constraints.truth import at_least

        return at_least(1, [self, other])

    def __xor__(self, other: Any) -> Relation:
        from csp.constraints.truth import exactly

        return exactly(1, [self, other])

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __rshift__(self, other: Any) -> Relation:
        from csp.constraints.truth import if_then

        return if_then(self, other)

    def __rrshift__(self, other: Any) -> Relation:
        from csp.constraints.truth import if_then

        return if_then(other, self)

    def __invert__(self) -> Relation:
        from csp.constraints.truth import exactly

        return exactly(0, [self])
