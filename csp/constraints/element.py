"""Element: an array indexed by an expression."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from csp.constraints.tuples import MOST_KEPT, post_table
from csp.errors import ModelError
from csp.model.constraint import ValueOf
from csp.model.expressions import MOST_WHOLE, Function, Linear, expression, expression_list, listed
from csp.model.posted_records import LINEAR, MOST_VALUES, QUADRATIC
from csp.propagators.registry import ELEMENT, ELEMENT_BOUNDS
from exactcover.runtime.arguments import check_unmasked
from exactcover.runtime.kernels.types import I64

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.expressions import Expression, Variable
    from csp.model.literal_graph import LiteralGraph


class Choice(NamedTuple):
    """Which element is chosen: for each place of the array, the values of variables.

    Attributes
    ----------
    indices
        The variables.
    places
        For each element, the values of the variables that choose it.
    """

    indices: list[int]
    places: I64


class OfArray(Function):
    """An expression that is one of the elements of an array."""

    def __init__(self, elements: list[Any]) -> None:
        self._elements = elements
        if not elements:
            raise ModelError("an empty array has no elements")
        least, greatest = self._ends
        if self.numbers is None or least <= -MOST_WHOLE or greatest >= MOST_WHOLE:
            self.array  # noqa: B018  # raises if an element is wrong

    @cached_property
    def array(self) -> list[Expression]:
        """The elements as expressions."""
        return expression_list(self._elements, "the elements")

    @cached_property
    def numbers(self) -> list[int] | None:
        """The elements if all are numbers, else None."""
        if set(map(type, self._elements)) == {int}:  # most often, and fast
            return self._elements
        if all(isinstance(each, Linear) and each.is_number for each in self.array):
            return [each.linear().constant for each in self.array]
        return None

    @cached_property
    def is_table(self) -> bool:
        """Whether the elements are numbers of which a table can be posted."""
        least, greatest = self._ends
        return self.numbers is not None and greatest - least < MOST_VALUES

    @cached_property
    def _ends(self) -> tuple[int, int]:
        """The least and the greatest element, if all are numbers."""
        return (min(self.numbers), max(self.numbers)) if self.numbers else (0, 0)

    @abstractmethod
    def choice(self, builder: Builder) -> Choice:
        """Post that the indices are within the array; return which element they choose."""

    def build(self, builder: Builder) -> int:
        """Post a table, and the element propagator unless all elements are numbers."""
        return self._post(builder, self.choice(builder), None)

    def build_as(self, builder: Builder, v: int) -> bool:
        """Post the same with a variable as the result, unless it is an index or an element."""
        if self.numbers is not None and (not self.is_table or builder.is_wide(v)):
            return False
        choice = self.choice(builder)
        is_element = self.numbers is None and v in map(builder.variable_of, self.array)
        if v in choice.indices or is_element:  # a propagator has each variable once
            return False
        self._post(builder, choice, v)
        return True

    def _post(self, builder: Builder, choice: Choice, result: int | None) -> int:
        """Post that a result, a new variable if none is given, is the element; return it."""
        (indices, places), numbers = choice, self.numbers
        if numbers is not None and self.is_table:
            if result is None:
                result = builder.new_interval(*self._ends)
            if places.size + len(numbers) <= MOST_KEPT:
                rows = builder.made(_rows, places.tobytes(), len(indices), tuple(numbers))
            else:
                rows = np.column_stack([places, numbers])
            post_table(builder, [*indices, result], rows)
            return result
        index = indices[0]
        if len(indices) > 1:
            index = builder.new_interval(0, len(self.array) - 1)
            rows = np.column_stack([places, np.arange(len(self.array))])
            post_table(builder, [*indices, index], rows)
        own = [builder.variable_of(each) for each in self.array]
        if result is None:
            least, greatest = zip(*map(builder.bounds, own), strict=True)
            result = builder.new_interval(min(least), max(greatest))
        if any(map(builder.is_wide, (result, *own))):
            builder.propagator(ELEMENT_BOUNDS, [index, result, *own], cost=LINEAR)
            return result
        cost = LINEAR if len(own) < 5 else QUADRATIC
        builder.propagator(ELEMENT, [index, result, *own], cost=cost)
        return result


class Element(OfArray):
    """The expression `array[index]`; see `element`."""

    def __init__(self, array: Iterable[Any], index: Any) -> None:
        self.index = expression(index)
        super().__init__(listed(array, "the elements"))

    def variables(self) -> Iterator[Variable]:
        """Yield the variables of the index and of the array."""
        yield from self.index.variables()
        for each in self.array if self.numbers is None else ():
            yield from each.variables()

    def value(self, value_of: ValueOf) -> int:
        """Return the element; raise IndexError if the index is out of range."""
        index = self.index.value(value_of)
        if not 0 <= index < len(self._elements):
            raise IndexError(f"{self!r} has no value: the index is {index}")
        if self.numbers is not None:
            return self.numbers[index]
        return [each.value(value_of) for each in self.array][index]

    def choice(self, builder: Builder) -> Choice:
        """Post that the index is within the array."""
        n, offset = len(self._elements), 0
        if self.is_table:  # whose rows need no variable that counts from 0
            index, offset = builder.view(self.index)
        else:
            index = builder.variable_of(self.index)
        _post_within(builder, index, range(-offset, n - offset))
        return Choice([index], np.arange(-offset, n - offset, dtype=np.int64).reshape(-1, 1))

    def add_values(self, graph: LiteralGraph) -> dict[int, int] | None:
        """Add that the element has a value where an index has it, unless all are numbers."""
        if self.numbers is not None:
            return None
        found: dict[int, list[int]] = {}
        for k, chosen in graph.values(self.index).items():
            if not 0 <= k < len(self.array):
                graph.forbid([chosen])
                continue
            for value, vertex in graph.values(self.array[k]).items():
                found.setdefault(value, []).append(graph.all_of([chosen, vertex]))
        return {value: graph.any_of(some) for value, some in found.items()}

    def __repr__(self) -> str:
        return f"element({self.array!r}, {self.index!r})"


class ElementOfGrid(OfArray):
    """The expression `array[i, j]` of two or more indices; see `element`."""

    def __init__(self, array: Iterable[Any], indices: Iterable[Any]) -> None:
        self.indices = expression_list(indices, "the indices")
        check_unmasked("the array", array)
        cells = np.array(array if isinstance(array, np.ndarray) else _nested(array), dtype=object)
        if cells.ndim != len(self.indices):
            raise ModelError(
                f"the array has {cells.ndim} dimensions, and there are {len(self.indices)} "
                "indices: give a row of equal length for each place of the first index"
            )
        self.shape = cells.shape
        super().__init__(cells.ravel().tolist())

    def variables(self) -> Iterator[Variable]:
        """Yield the variables of the indices and of the array."""
        for each in (*self.indices, *(self.array if self.numbers is None else ())):
            yield from each.variables()

    def value(self, value_of: ValueOf) -> int:
        """Return the element; raise IndexError if an index is out of range."""
        place, values = 0, [each.value(value_of) for each in self.array]
        for each, length in zip(self.indices, self.shape, strict=True):
            index = each.value(value_of)
            if not 0 <= index < length:
                raise IndexError(f"{self!r} has no value: an index is {index}")
            place = place * length + index
        return values[place]

    def choice(self, builder: Builder) -> Choice:
        """Post that the indices are within the array; no two are the same variable then."""
        indices = builder.distinct_variables(self.indices)
        for v, length in zip(indices, self.shape, strict=True):
            _post_within(builder, v, range(length))
        places = np.indices(self.shape, dtype=np.int64).reshape(len(self.shape), -1).T
        return Choice(indices, places)

    def __repr__(self) -> str:
        return f"element({self.shape} array, {', '.join(map(repr, self.indices))})"


def _post_within(builder: Builder, index: int, places: range) -> None:
    """Post that an index is within an array: else the element has no value."""
    low, high = builder.bounds(index)
    builder.n_undefined += low < places.start or high >= places.stop
    builder.within(index, places)


def element(array: Iterable[Any], *indices: Any) -> Element | ElementOfGrid:
    """Return the expression `array[index]`, counted from 0; or `array[i, j]` of several indices.

    Each index is within the array in every solution, wherever the expression is used: also in an
    element that is not selected, or multiplied by 0. Arrays of `Model.variables` can be indexed by
    expressions directly: `x[i]` and `x[i, j]`.

    Consistency: domain for the indices and the result, if all elements are numbers or there is one
    index; an element is restricted once the indices are fixed.

    Parameters
    ----------
    array
        Numbers, variables or expressions; for several indices nested lists, or an array of NumPy.
    *indices
        An expression for each dimension of the array.

    Returns
    -------
    Element or ElementOfGrid
        An expression.

    Raises
    ------
    ModelError
        If the array is empty, has another number of dimensions, or an expression is invalid.

    Examples
    --------
    >>> from csp import Model, element
    >>> model = Model()
    >>> i, j = model.variables(2, range(10), name="ij")
    >>> model.post(element([3, 1, 4, 1, 5], i) == 1)
    >>> [s[i] for s in model.with_constraints(j == 0).solutions()]
    [1, 3]
    >>> model.post(element([[1, 2], [3, 4], [5, 6], [7, 8]], i, j) == 8)
    >>> model.solve().solution[[i, j]]
    array([3, 1])
    """
    if len(indices) == 1:
        return Element(array, indices[0])
    return ElementOfGrid(array, indices)


def _rows(places: bytes, n_indices: int, numbers: tuple[int, ...]) -> I64:
    """Return the table of an array of numbers; often many elements are of the same array."""
    own = np.frombuffer(places, dtype=np.int64).reshape(-1, n_indices)
    return np.column_stack([own, numbers])


def _nested(array: Any) -> Any:
    """Return nested iterables as nested lists."""
    if not isinstance(array, Iterable):
        return array
    return [*map(_nested, listed(array, "the array"))]
