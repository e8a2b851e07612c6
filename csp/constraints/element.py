"""Element: an array indexed by an expression."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from csp.constraints.tuples import post_table
from csp.errors import ModelError
from csp.model.constraint import ValueOf
from csp.model.expressions import Function, Linear, expression, expression_list
from csp.model.postings import LINEAR, QUADRATIC

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.expressions import Expression, Variable


class Element(Function):
    """The expression `array[index]`; see `element`."""

    def __init__(self, array: Iterable[Any], index: Any) -> None:
        self.array = expression_list(array, "the elements")
        self.index = expression(index)
        if not self.array:
            raise ModelError("an empty array has no elements")

    def variables(self) -> Iterator[Variable]:
        """Yield the variables of the index and of the array."""
        for each in (self.index, *self.array):
            yield from each.variables()

    def value(self, value_of: ValueOf) -> int:
        """Return the element; raise IndexError if the index is out of range."""
        index, values = self.index.value(value_of), [each.value(value_of) for each in self.array]
        if not 0 <= index < len(values):
            raise IndexError(f"{self!r} has no value: the index is {index}")
        return values[index]

    def build(self, builder: Builder) -> int:
        """Post a table if all elements are constants, and the element propagator otherwise."""
        index = builder.variable_of(self.index)
        builder.restrict(index, lambda value: 0 <= value < len(self.array))
        numbers = _constants(self.array)
        if numbers is not None:
            result = _result(builder, {(value, value) for value in numbers})
            post_table(builder, [index, result], list(enumerate(numbers)))
            return result
        array = [builder.variable_of(each) for each in self.array]
        result = _result(builder, {builder.bounds(v) for v in array})
        cost = LINEAR if len(array) < 5 else QUADRATIC
        builder.propagator("element:element", [index, result, *array], cost=cost)
        return result

    def __repr__(self) -> str:
        return f"element({self.array!r}, {self.index!r})"


def element(array: Iterable[Any], index: Any) -> Element:
    """Return the expression `array[index]`, counted from 0.

    The index is within the array in every solution, wherever the expression is used: also in an
    element that is not selected, or multiplied by 0.

    Consistency: domain for the index and the result; an element is restricted once the index is
    fixed.

    Parameters
    ----------
    array
        Numbers, variables or expressions.
    index
        An expression.

    Returns
    -------
    Element
        An expression.

    Raises
    ------
    ModelError
        If the array is empty, or an expression is invalid.

    Examples
    --------
    >>> from csp import Model, element
    >>> model = Model()
    >>> i = model.variable(range(10), name="i")
    >>> model.post(element([3, 1, 4, 1, 5], i) == 1)
    >>> [s[i] for s in model.solutions()]
    [1, 3]
    """
    return Element(array, index)


def _constants(array: list[Expression]) -> list[int] | None:
    """Return the elements of an array if all are numbers, else None."""
    if all(isinstance(each, Linear) and each.is_number for each in array):
        return [each.linear().constant for each in array]
    return None


def _result(builder: Builder, bounds: set[tuple[int, int]]) -> int:
    """Return a new variable with the least and the greatest of some bounds."""
    least, greatest = min(low for low, _ in bounds), max(high for _, high in bounds)
    return builder.new_interval(least, greatest)
