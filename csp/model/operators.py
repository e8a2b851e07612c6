"""Operators that expressions and constraints have in common: division, powers, and logic."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, wraps
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, TypeVar

from exactcover.runtime.methods import Method

if TYPE_CHECKING:
    from typing import overload

    from numpy.typing import NDArray

    from csp.constraints.linear_relation import Relation
    from csp.constraints.tabulated import Tabulated
    from csp.model.array import VariableArray
    from csp.model.expressions import Expression
    from csp.model.operator_types import Elementwise, Matrix, Vector

Found = TypeVar("Found")


def elementwise(operator: Callable[[Any, Any], Found]) -> Elementwise[Found]:
    """Return an operator that leaves arrays to NumPy, and Series to pandas: element by element."""

    @wraps(operator)
    def deferring(self: Any, other: Any) -> Any:
        return NotImplemented if getattr(other, "ndim", 0) else operator(self, other)

    return deferring  # type: ignore[return-value]  # what its type says of arrays, they do


class Operator:
    """An operator that is a function of `csp.constraints`, imported at its first use.

    Parameters
    ----------
    function
        The module and the function.
    is_swapped
        Whether the operand after the sign is its first argument.
    count
        A number that is its first argument, before the list of both operands.
    """

    def __init__(
        self, function: str, *, is_swapped: bool = False, count: int | None = None
    ) -> None:
        self._name, self._is_swapped, self._count = function, is_swapped, count

    @cached_property
    def _operator(self) -> Any:
        function, count = resolve_name(f"csp.constraints.{self._name}"), self._count
        if count is not None:
            return elementwise(lambda one, other: function(count, [one, other]))
        if self._is_swapped:
            return elementwise(lambda one, other: function(other, one))
        return elementwise(lambda one, other: function(one, other))

    def __get__(self, instance: Any, owner: type) -> Any:
        return self._operator if instance is None else self._operator.__get__(instance)


class Operators:
    """Division and powers of expressions, and logic of conditions.

    A constraint stands for its truth value. The operands of `&`, `|`, `^` (exclusive or), `>>`
    (implication) and `~` are constraints, or expressions with the values 0 and 1 only.
    """

    if TYPE_CHECKING:
        # These are methods: mypy refuses `sum` of objects that have them as attributes.
        @overload
        def __add__(self, other: Vector, /) -> VariableArray[Expression]: ...
        @overload
        def __add__(self, other: Matrix, /) -> VariableArray[VariableArray[Expression]]: ...
        @overload
        def __add__(self, other: NDArray[Any], /) -> VariableArray[Any]: ...
        @overload
        def __add__(self, other: Any, /) -> Expression: ...
        def __add__(self, other: Any, /) -> Any: ...
        def __radd__(self, other: Any, /) -> Expression: ...

        __sub__: Elementwise[Expression]
        __rsub__: Elementwise[Expression]
        __mul__: Elementwise[Expression]
        __rmul__: Elementwise[Expression]
        __eq__: Elementwise[Relation]  # type: ignore[assignment]
        __ne__: Elementwise[Relation]  # type: ignore[assignment]
        __le__: Elementwise[Relation]
        __lt__: Elementwise[Relation]
        __ge__: Elementwise[Relation]
        __gt__: Elementwise[Relation]
        __floordiv__: Elementwise[Tabulated]
        __rfloordiv__: Elementwise[Tabulated]
        __mod__: Elementwise[Tabulated]
        __rmod__: Elementwise[Tabulated]
        __pow__: Elementwise[Tabulated]
        __rpow__: Elementwise[Tabulated]
        __and__: Elementwise[Relation]
        __rand__: Elementwise[Relation]
        __or__: Elementwise[Relation]
        __ror__: Elementwise[Relation]
        __xor__: Elementwise[Relation]
        __rxor__: Elementwise[Relation]
        __rshift__: Elementwise[Relation]
        __rrshift__: Elementwise[Relation]

        def __invert__(self) -> Relation: ...
    else:
        __floordiv__ = Operator("division:quotient")
        __rfloordiv__ = Operator("division:quotient", is_swapped=True)
        __mod__ = Operator("division:remainder")
        __rmod__ = Operator("division:remainder", is_swapped=True)
        __pow__ = Operator("power:power")
        __rpow__ = Operator("power:power", is_swapped=True)
        __and__ = __rand__ = Operator("reified:at_least", count=2)
        __or__ = __ror__ = Operator("reified:at_least", count=1)
        __xor__ = __rxor__ = Operator("reified:exactly", count=1)
        __rshift__ = Operator("reified:if_then")
        __rrshift__ = Operator("reified:if_then", is_swapped=True)
        __invert__ = Method("csp.constraints.reified", "negated")

    __array_ufunc__: Any = Method("csp.model.array", "apply_to_objects")
