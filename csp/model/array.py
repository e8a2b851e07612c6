"""Arrays of variables: NumPy arrays whose comparisons are arrays of constraints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from csp.model.operators import Operators

COMPARISONS = frozenset(
    (np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal)
)

if TYPE_CHECKING:
    Objects = NDArray[np.object_]
else:
    Objects = np.ndarray


class VariableArray(Objects):
    """An array of variables, expressions or constraints; made by `Model.variables`.

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

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **how: Any) -> Any:
        """Apply a function of NumPy; comparisons return objects in place of truth values."""
        if ufunc in COMPARISONS and method == "__call__":
            how.setdefault("dtype", object)
        if "out" in how:
            how["out"] = tuple(map(_plain, how["out"]))
        found = getattr(ufunc, method)(*map(_plain, inputs), **how)
        is_of_objects = type(found) is np.ndarray and found.dtype == object
        return found.view(VariableArray) if is_of_objects else found

    def __getitem__(self, key: Any) -> Any:
        """Return an element or a part of the array; with an expression as index, an `element`."""
        keys = key if isinstance(key, tuple) else (key,)
        if not any(isinstance(each, Operators) for each in keys):
            return super().__getitem__(key)
        from csp.constraints.element import element

        picked, indices = self, []
        for each in keys:
            if isinstance(each, Operators):
                indices.append(each)
            else:
                place = [slice(None)] * len(indices) + [each]
                picked = cast(VariableArray, super(VariableArray, picked).__getitem__(tuple(place)))
        return element(picked, *indices)


def _plain(each: Any) -> Any:
    return each.view(np.ndarray) if isinstance(each, VariableArray) else each
