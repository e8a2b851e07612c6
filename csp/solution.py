"""A solution: a value for every variable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from csp.errors import ModelError
from csp.expressions import Expression, Variable, expression


class Assignment(Mapping[str, int]):
    """A value for every variable of a model: a mapping from names, which also takes variables.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x, y = model.variables(2, range(3), name="v")
    >>> model.post(x + 1 == y, x > 0)
    >>> solution = model.solve().solution
    >>> solution[x], solution["v[1]"], solution[x + 10 * y], dict(solution)
    (1, 2, 21, {'v[0]': 1, 'v[1]': 2})
    """

    __slots__ = ("_values", "_variables")

    def __init__(self, variables: Sequence[Variable], values: Sequence[int]) -> None:
        self._variables = variables
        self._values = values

    def __getitem__(self, key: Any) -> Any:
        """Return the value of a variable, an expression or a name; arrays for arrays of these."""
        if isinstance(key, Variable):
            if key.index >= len(self._variables) or self._variables[key.index] is not key:
                raise ModelError(f"{key!r} belongs to another model")
            return self._values[key.index]
        if isinstance(key, Expression):
            return expression(key).value(self.__getitem__)
        if isinstance(key, str):
            for variable in self._variables:
                if variable.name == key:
                    return self._values[variable.index]
            raise KeyError(key)
        array = np.asarray(key, dtype=object)
        return np.array([self[each] for each in array.flat], dtype=int).reshape(array.shape)

    def __iter__(self) -> Iterator[str]:
        return (variable.name for variable in self._variables)

    def __len__(self) -> int:
        return len(self._variables)

    def __repr__(self) -> str:
        inner = ", ".join(f"{name}={value}" for name, value in self.items())
        return f"Assignment({inner})"
