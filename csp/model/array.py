"""Arrays of variables: NumPy arrays whose comparisons are arrays of constraints."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from csp.errors import ModelError
from csp.model.expressions import whole
from csp.model.operators import Operators

COMPARISONS: dict[Any, Callable[[Any, Any], Any]] = {
    np.equal: operator.eq,
    np.not_equal: operator.ne,
    np.less: operator.lt,
    np.less_equal: operator.le,
    np.greater: operator.gt,
    np.greater_equal: operator.ge,
}
OF_NUMBERS = COMPARISONS | {
    np.add: operator.add,
    np.subtract: operator.sub,
    np.multiply: operator.mul,
}
"""Function of NumPy -> the operator of Python, which is faster for a single number of NumPy."""

NUMPY = np.generic | np.ndarray

if TYPE_CHECKING:
    from csp.model.operator_types import ArrayOfObjects
else:
    ArrayOfObjects = np.ndarray

Item = TypeVar("Item", covariant=True)


class VariableArray(ArrayOfObjects[Item]):
    """An array of variables, expressions or constraints; made by `Model.variables`.

    For type checkers, `VariableArray[Variable]` has one dimension, and an array of two is
    `VariableArray[VariableArray[Variable]]`.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x = model.variables(4, range(6), name="x")
    >>> model.post(x[1:] > x[:-1])
    >>> sum(x == 2)
    (x[0] == 2) + (x[1] == 2) + (x[2] == 2) + (x[3] == 2)
    >>> model.post(sum(x == 2) == 0, x[x[0]] == 3)
    >>> [s[x].tolist() for s in model.solutions()]
    [[1, 3, 4, 5]]
    """

    __array_priority__ = 1.0  # what `np.concatenate` joins is an array of this kind

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **how: Any) -> Any:
        """Apply a function of NumPy; comparisons return objects in place of truth values."""
        return apply_to_objects(self, ufunc, method, *inputs, **how)

    if not TYPE_CHECKING:  # there it is that of `ArrayOfObjects`

        def __getitem__(self, key: Any) -> Any:
            """Return an element or a part; with an expression as index, an `element`."""
            return _part(self, key)


def _part(array: Any, key: Any) -> Any:
    """Return an element or a part of an array, or an `element` of it."""
    keys, plain = key if isinstance(key, tuple) else (key,), np.ndarray.__getitem__
    if not any(isinstance(each, Operators) for each in keys):
        return plain(array, key)
    from csp.constraints.element import element

    indices: list[Any] = []
    for each in keys:
        if isinstance(each, Operators):
            indices.append(each)
        else:
            array = plain(array, (*[slice(None)] * len(indices), each))
    return element(array, *indices)


def apply_to_objects(_: Any, ufunc: Any, method: str, *inputs: Any, **how: Any) -> Any:
    """Apply a function of NumPy to arrays of objects and to single ones: `__array_ufunc__`."""
    for each in inputs:
        if getattr(getattr(each, "dtype", None), "kind", None) in ("m", "M"):
            raise ModelError(f"{each!r} has a unit of time: divide by one to get whole numbers")
    if ufunc in OF_NUMBERS and method == "__call__" and not how and not any(map(_ndim, inputs)):
        return OF_NUMBERS[ufunc](*map(_single, inputs))
    if ufunc in COMPARISONS and method in ("__call__", "outer"):
        how.setdefault("dtype", object)
    if "out" in how:
        how["out"] = tuple(map(_plain, how["out"]))
    found = getattr(ufunc, method)(*map(_plain, inputs), **how)
    is_of_objects = type(found) is np.ndarray and found.dtype == object
    return found.view(VariableArray) if is_of_objects else found


def _plain(each: Any) -> Any:
    """Return an array of variables, or a single variable or constraint, as an array of NumPy."""
    if isinstance(each, VariableArray):
        return each.view(np.ndarray)
    if not isinstance(each, Operators):
        return each
    single = np.empty((), dtype=object)
    single[()] = each
    return single


def _single(each: Any) -> Any:
    """Return a number of NumPy as one of Python; NumPy would ask us again for one that is none."""
    found = each.item() if isinstance(each, NUMPY) else each
    return whole(found, "a term") if isinstance(found, np.generic) else found


def _ndim(each: Any) -> int:
    return getattr(each, "ndim", 0)
