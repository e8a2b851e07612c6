"""Solutions: a value for each variable."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Generic, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from csp.errors import ModelError
from csp.model.constraint import ValueOf
from csp.model.expressions import Expression, Variable, VariableOwner
from exactcover.runtime.formatting import joined_briefly
from exactcover.runtime.methods import Method
from exactcover.runtime.texts import printable

Value = TypeVar("Value", covariant=True)


class Compound(ABC, Generic[Value]):
    """Something that a solution can be indexed with, as with an expression."""

    @abstractmethod
    def value(self, value_of: ValueOf) -> Value:
        """Return its value under an assignment."""


class Assignment(Mapping[str, int]):
    """A value for each variable of a model: a mapping from names, indexed by variables, too.

    It can be hashed and pickled: it has the names and values, not the model. A copy from another
    process can still be indexed by the variables of the model.

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

    __slots__ = ("_key", "_names", "_values")

    def __init__(self, model: VariableOwner, values: Sequence[int]) -> None:
        self._key = model.key
        self._names = model.names
        self._values = values

    @overload
    def __getitem__(self, key: str | Expression) -> int: ...  # type: ignore[overload-overlap]
    @overload
    def __getitem__(self, key: Compound[Value]) -> Value: ...
    @overload
    def __getitem__(self, key: Iterable[Expression | str]) -> NDArray[np.int_]: ...
    @overload
    def __getitem__(self, key: Iterable[Any]) -> NDArray[Any]: ...
    def __getitem__(self, key: Any) -> Any:
        """Return the value of a variable, an expression or a name; arrays for arrays of these.

        The value of a set variable is a frozenset.

        Raises
        ------
        KeyError
            If there is no such name, or the key has another type.
        ModelError
            If a variable belongs to another model.
        """
        if isinstance(key, Variable):
            return self._value_of(key)
        if isinstance(key, Expression | Compound):
            return key.value(self._value_of)
        if isinstance(key, str):
            index = self._names.get(key, len(self._values))
            if index < len(self._values):
                return self._values[index]
        elif isinstance(key, Iterable) and not isinstance(key, Mapping | set | frozenset):
            array = np.asarray(key, dtype=object)
            if array.ndim:
                values = [self[each] for each in array.flat]
                is_of_sets = any(isinstance(each, frozenset) for each in values)
                dtype = object if is_of_sets else int
                return np.array(values, dtype=dtype).reshape(array.shape)
        raise KeyError(key)

    def __call__(self, key: Any) -> Any:
        """Return the value of a key: `series.map(solution)` of pandas calls the solution."""
        return self[key]

    def _value_of(self, variable: Variable) -> int:
        is_own = variable.model.key == self._key and variable.index < len(self._values)
        if not is_own or self._names.get(variable.name) != variable.index:
            raise ModelError(f"{variable!r} belongs to another model")
        return self._values[variable.index]

    def __iter__(self) -> Iterator[str]:
        # Variables that were added after the search have no value.
        return islice(self._names, len(self._values))

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(frozenset(self.items()))

    _repr_html_ = Method("csp.notebook", "assignment_html")

    def __repr__(self) -> str:
        return f"Assignment({joined_briefly(self._texts(), len(self))})"

    def __str__(self) -> str:
        """Return the solution with all its values; `repr` has the first ones."""
        return f"Assignment({', '.join(self._texts())})"

    def _texts(self) -> Iterator[str]:
        return (f"{printable(name)}={value}" for name, value in self.items())
