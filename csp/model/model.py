"""What the user says: variables and what must hold of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from csp.errors import ModelError, depth_refused
from csp.kernels.bitsets import mask_of
from csp.model.builder import MOST_VALUES, Builder
from csp.model.constraint import Constraint
from csp.model.expressions import Variable, whole
from csp.model.methods import Verbs

if TYPE_CHECKING:
    from csp.bridges.to_cover import Cover
    from exactcover.problem.problem import Problem

Array = NDArray[np.object_]


class Model(Verbs):
    """Variables, and constraints on them.

    Examples
    --------
    >>> from csp import Model, all_different
    >>> m = Model()
    >>> q = m.variables(8, range(8), name="q")
    >>> m.post(all_different(q))
    >>> m.post(all_different([v + i for i, v in enumerate(q)]))
    >>> m.post(all_different([v - i for i, v in enumerate(q)]))
    >>> m.count()
    92
    >>> m.solve().solution[q]
    array([0, 4, 7, 5, 2, 6, 1, 3])
    """

    def __init__(self) -> None:
        self.key = uuid4().hex
        self._variables: list[Variable] = []
        self._names: dict[str, int] = {}
        self._constraints: list[Constraint] = []
        self._contradictions: list[Constraint] = []

    def variable(self, values: Iterable[int], name: str | None = None) -> Variable:
        """Make a variable.

        Parameters
        ----------
        values
            The values that it may have, in any order; `range(n)`, say.
        name
            What it is called; by default x0, x1 and so on, whichever is free.

        Raises
        ------
        ModelError
            If there are no values, one is not a whole number, or the name is taken or no string.

        Examples
        --------
        >>> Model().variable([5, 1, 3], name="x").values
        [1, 3, 5]
        """
        index = len(self._variables)
        if name is None:
            name = next(free for k in count(index) if (free := f"x{k}") not in self._names)
        if not isinstance(name, str):
            raise ModelError(f"a variable is called {name!r}: a name must be a string")
        if name in self._names:
            raise ModelError(f"there is a variable {name} already")
        variable = Variable(self, index, name, *_mask(values, name))
        self._variables.append(variable)
        self._names[name] = index
        return variable

    def variables(
        self, shape: int | tuple[int, ...], values: Iterable[int], name: str | None = None
    ) -> Array:
        """Make an array of variables that may have the same values.

        Parameters
        ----------
        shape
            How many, or the shape of the array.
        values
            The values that each may have.
        name
            The variables are called name[0], name[1] and so on.

        Returns
        -------
        A numpy array of objects: it can be sliced, transposed and raveled, and operators work on
        all variables at once.

        Examples
        --------
        >>> x = Model().variables((2, 3), range(9), name="x")
        >>> x[1, 2], x[:, 0].sum()
        (x[1, 2], x[0, 0] + x[1, 0])
        """
        array = np.empty(shape, dtype=object)
        if isinstance(values, Iterator):  # or the first variable would take them all
            values = list(values)
        for place in np.ndindex(array.shape):
            label = None if name is None else f"{name}[{', '.join(map(str, place))}]"
            array[place] = self.variable(values, label)
        return array

    def post(self, *constraints: Constraint | Iterable[Any]) -> None:
        """Say that constraints hold; arrays and lists of constraints are taken apart.

        A constraint that no values satisfy is no mistake: the model has no solution then, and
        `contradictions` has the constraint.

        Raises
        ------
        ModelError
            If something is not a constraint, or has a variable of another model. Then nothing was
            posted.
        """
        domains = [(variable.origin, variable.mask) for variable in self._variables]
        posted, impossible = [], []
        for constraint in _flat(constraints):
            with depth_refused():
                is_possible = self._is_possible(constraint, domains)
            posted.append(constraint)
            if not is_possible:
                impossible.append(constraint)
        self._constraints += posted
        self._contradictions += impossible

    def _is_possible(self, constraint: Constraint, domains: list[tuple[int, int]]) -> bool:
        """Build a constraint on trial, so that what is wrong with it is said when it is posted."""
        for variable in constraint.variables():
            if variable.model is not self:
                raise ModelError(f"{constraint!r}: {variable!r} belongs to another model")
        trial = Builder(self._variables, domains)
        constraint.build(trial)
        return not trial.is_infeasible

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """What was posted, in order."""
        return tuple(self._constraints)

    @property
    def contradictions(self) -> tuple[Constraint, ...]:
        """The constraints of which it was seen when they were posted that nothing satisfies them.

        If there are some, the model has no solution. If there are none, it may have one or not.

        Examples
        --------
        >>> model = Model()
        >>> x = model.variable(range(4), "x")
        >>> model.post(2 * x == 7, x > 1)
        >>> model.contradictions, model.count()
        ((2*x == 7,), 0)
        """
        return tuple(self._contradictions)

    @property
    def names(self) -> Mapping[str, int]:
        """The names of all variables, and which variable has each."""
        return self._names

    @property
    def unknowns(self) -> tuple[Variable, ...]:
        """All variables, in order."""
        return tuple(self._variables)

    def propagate(self) -> dict[Variable, list[int]] | None:
        """Return the values that propagation alone leaves: `csp.propagated`."""
        from csp.search.solve import propagated

        return propagated(self)

    def to_exact_cover(self) -> Cover:
        """Say it as an exact cover problem: `csp.bridges.to_cover.to_exact_cover`.

        Raises
        ------
        TranslationError
            If a constraint has too many combinations of values.

        Examples
        --------
        >>> model = Model()
        >>> x, y = model.variables(2, range(3), name="x")
        >>> model.post(x != y)
        >>> cover = model.to_exact_cover()
        >>> cover.problem.count(), cover.problem.labels[:3]
        (6, ('x[0]=0', 'x[0]=1', 'x[0]=2'))
        """
        from csp.bridges.to_cover import to_exact_cover

        return to_exact_cover(self)

    @classmethod
    def from_exact_cover(cls, problem: Problem) -> Model:
        """Say an exact cover problem as a model: `csp.bridges.from_cover.from_exact_cover`.

        Examples
        --------
        >>> from exactcover import Problem
        >>> Model.from_exact_cover(Problem([["p"], ["p"], ["q"]])).count()
        2
        """
        from csp.bridges.from_cover import from_exact_cover

        return from_exact_cover(problem)

    def __repr__(self) -> str:
        return f"<Model: {len(self._variables)} variables, {len(self._constraints)} constraints>"


def _mask(values: Iterable[int], name: str) -> tuple[int, int]:
    """Return the least value, and a mask with bit k for the value k above it."""
    if not isinstance(values, Iterable):
        raise ModelError(f"the values of {name} are {values!r}: give a range or a list")
    if not isinstance(values, range) or values.step != 1:
        values = sorted({whole(value, f"a value of {name}") for value in values})
    if not values:
        raise ModelError(f"{name} has no values")
    least, greatest = (whole(end, f"a value of {name}") for end in (values[0], values[-1]))
    if greatest - least >= MOST_VALUES:
        raise ModelError(
            f"{name} has values from {least} to {greatest}: "
            f"at most {MOST_VALUES} may lie between the least and the greatest"
        )
    if isinstance(values, range):
        return least, (1 << len(values)) - 1
    return least, mask_of(value - least for value in values)


def _flat(constraints: Iterable[Any]) -> Iterator[Constraint]:
    for each in constraints:
        if isinstance(each, Constraint):
            yield each
        elif isinstance(each, Iterable) and not isinstance(each, str):
            yield from _flat(each)
        else:
            raise ModelError(f"{each!r} is not a constraint")
