# What operators return, for type checkers: this module does not exist when a program runs.
#
# An operator between an expression and an array is applied to each element. A checker knows an
# array by the type of its items: `VariableArray[Variable]` has one dimension, and
# `VariableArray[VariableArray[Variable]]` two. An array of NumPy, or one of another number of
# dimensions, makes `VariableArray[Any]`.

from collections.abc import Iterator, Sequence
from types import EllipsisType
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from csp.constraints.linear_relation import Relation
from csp.constraints.tabulated import Tabulated
from csp.model.array import VariableArray
from csp.model.expressions import Expression
from csp.model.operators import Operators

Found = TypeVar("Found", covariant=True)
Item = TypeVar("Item", covariant=True)
Inner = TypeVar("Inner")

# An operand without dimensions: a number, an expression, or a constraint as its truth value.
Term: TypeAlias = int | np.integer[Any] | Operators
Vector: TypeAlias = ArrayOfObjects[Operators]
Matrix: TypeAlias = ArrayOfObjects[ArrayOfObjects[Operators]]
# An index that keeps a dimension. An array of NumPy is none: it may have several dimensions.
Indices: TypeAlias = slice | list[int] | list[bool]

# An operator of an expression or a constraint.
class Applied(Protocol[Found]):
    @overload
    def __call__(self, other: Vector, /) -> VariableArray[Found]: ...
    @overload
    def __call__(self, other: Matrix, /) -> VariableArray[VariableArray[Found]]: ...
    @overload
    def __call__(self, other: NDArray[Any], /) -> VariableArray[Any]: ...
    @overload
    def __call__(self, other: Any, /) -> Found: ...

# An operator of an array of one dimension.
class AppliedToVector(Protocol[Found]):
    @overload
    def __call__(self, other: Matrix, /) -> VariableArray[VariableArray[Found]]: ...
    @overload
    def __call__(self, other: Term | Sequence[Term] | Vector, /) -> VariableArray[Found]: ...
    @overload
    def __call__(self, other: Any, /) -> VariableArray[Any]: ...

# An operator of an array of two dimensions.
class AppliedToMatrix(Protocol[Found]):
    @overload
    def __call__(
        self, other: Term | Sequence[Term] | Vector | Matrix, /
    ) -> VariableArray[VariableArray[Found]]: ...
    @overload
    def __call__(self, other: Any, /) -> VariableArray[Any]: ...

# The attribute of a class that is an operator of its instances.
class Elementwise(Protocol[Found]):
    def __get__(self, instance: Any, owner: Any, /) -> Applied[Found]: ...

# The same of arrays.
class ElementwiseOfArray(Protocol[Found]):
    @overload
    def __get__(self, instance: Vector, owner: Any, /) -> AppliedToVector[Found]: ...
    @overload
    def __get__(self, instance: Matrix, owner: Any, /) -> AppliedToMatrix[Found]: ...
    @overload
    def __get__(self, instance: Any, owner: Any, /) -> Any: ...

# The base class of `VariableArray`: an array of NumPy, with its operators.
class ArrayOfObjects(np.ndarray[Any, np.dtype[np.object_]], Generic[Item]):
    __add__: ElementwiseOfArray[Expression]
    __radd__: ElementwiseOfArray[Expression]
    __sub__: ElementwiseOfArray[Expression]
    __rsub__: ElementwiseOfArray[Expression]
    __mul__: ElementwiseOfArray[Expression]
    __rmul__: ElementwiseOfArray[Expression]
    __floordiv__: ElementwiseOfArray[Tabulated]
    __rfloordiv__: ElementwiseOfArray[Tabulated]
    __mod__: ElementwiseOfArray[Tabulated]
    __rmod__: ElementwiseOfArray[Tabulated]
    __pow__: ElementwiseOfArray[Tabulated]
    __rpow__: ElementwiseOfArray[Tabulated]
    __eq__: ElementwiseOfArray[Relation]
    __ne__: ElementwiseOfArray[Relation]
    __le__: ElementwiseOfArray[Relation]
    __lt__: ElementwiseOfArray[Relation]
    __ge__: ElementwiseOfArray[Relation]
    __gt__: ElementwiseOfArray[Relation]
    __and__: ElementwiseOfArray[Relation]
    __rand__: ElementwiseOfArray[Relation]
    __or__: ElementwiseOfArray[Relation]
    __ror__: ElementwiseOfArray[Relation]
    __xor__: ElementwiseOfArray[Relation]
    __rxor__: ElementwiseOfArray[Relation]
    __rshift__: ElementwiseOfArray[Relation]
    __rrshift__: ElementwiseOfArray[Relation]

    @overload  # type: ignore[override]
    def __getitem__(self: ArrayOfObjects[ArrayOfObjects[Inner]], key: tuple[int, int]) -> Inner: ...
    @overload
    def __getitem__(
        self: ArrayOfObjects[ArrayOfObjects[Inner]], key: tuple[int, Indices] | tuple[Indices, int]
    ) -> VariableArray[Inner]: ...
    @overload
    def __getitem__(
        self: ArrayOfObjects[ArrayOfObjects[Inner]], key: tuple[slice, slice]
    ) -> VariableArray[VariableArray[Inner]]: ...
    @overload
    def __getitem__(self: Vector, key: Operators) -> Expression: ...
    @overload
    def __getitem__(
        self: Matrix, key: tuple[Operators, Term] | tuple[Term, Operators]
    ) -> Expression: ...
    @overload
    def __getitem__(self, key: int | np.integer[Any]) -> Item: ...
    @overload
    def __getitem__(self, key: Indices | EllipsisType) -> VariableArray[Item]: ...
    @overload
    def __getitem__(self, key: NDArray[np.integer[Any] | np.bool_]) -> VariableArray[Any]: ...
    @overload
    def __getitem__(self, key: Any) -> Any: ...
    def __iter__(self) -> Iterator[Item]: ...  # type: ignore[override]
    @overload  # type: ignore[override]
    def sum(self, axis: None = None) -> Expression: ...
    @overload
    def sum(self, axis: int) -> VariableArray[Any]: ...
