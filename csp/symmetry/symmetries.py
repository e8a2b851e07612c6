"""Groups of symmetries of a model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from csp.errors import ModelError
from csp.model.constraint import Constraint
from csp.model.expressions import Variable
from csp.model.literal_graph import LiteralGraph
from csp.model.model import Model
from csp.model.solution import Assignment
from csp.symmetry.given import Literal
from csp.symmetry.structure import coloured
from exactcover.runtime.formatting import format_whole
from exactcover.runtime.lazy_iterators import in_turn
from exactcover.runtime.permutations import Permutation, PermutationGroup
from exactcover.runtime.search.limits import Flag, stop_if_due, watched
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.work import limited
from exactcover.runtime.text_view import TextView
from exactcover.symmetry.graph import Coloured

MOST_ELEMENTS = 20_000
"""The largest group whose elements are visited one by one."""
MOST_IMAGES = 1 << 21
"""The most solutions of a class that are listed."""


class Symmetries(TextView):
    """A group of permutations of a model's literals that take solutions to solutions.

    A literal is a variable with one of its values. Most symmetries exchange variables, or values,
    or both; but the literals of one variable may also go to several variables, as when a
    chessboard with a variable for each row is turned.

    Attributes
    ----------
    model
        The model.
    unproved
        The constraints that cannot say how they are symmetric, though the group moves their
        variables. If there are any, the images of all solutions are checked.

    Examples
    --------
    >>> from csp import Model, all_different
    >>> model = Model()
    >>> x = model.variables(3, range(3), name="x")
    >>> model.post(all_different(x))
    >>> turned = model.symmetries(dict(zip(x, [x[1], x[2], x[0]])))
    >>> turned.order, model.count(), model.count(up_to=turned)
    (3, 6, 2)
    >>> turned.variable_orbits()
    [(x[0], x[1], x[2])]
    """

    def __init__(
        self,
        model: Model,
        graph: LiteralGraph,
        generators: Iterable[Permutation],
        order: int | None,
        unproved: tuple[Constraint, ...] = (),
    ) -> None:
        self.model = model
        self.unproved = unproved
        self._graph = graph
        self._has_all = order is not None
        self._constraints = model.constraints
        self.group = PermutationGroup(len(graph.literals), generators, order)

    @property
    def order(self) -> int:
        """The number of permutations in the group."""
        return self.group.order

    @property
    def generators(self) -> list[dict[Literal, Literal]]:
        """Permutations that generate the group, each as the literals that it moves."""
        literals = self._graph.literals
        return [
            {literals[k]: literals[image] for k, image in enumerate(g) if k != image}
            for g in self.group.generators
        ]

    def literal_orbits(self) -> list[tuple[Literal, ...]]:
        """Return the classes of literals that the group takes to each other, in their order."""
        found: dict[int, list[Literal]] = {}
        for literal, least in zip(self._graph.literals, self.group.orbits().tolist(), strict=True):
            found.setdefault(least, []).append(literal)
        return [tuple(own) for own in found.values()]

    def variable_orbits(self) -> list[tuple[Variable, ...]]:
        """Return the classes of variables whose literals the group takes to each other."""
        class_of = {variable: variable for variable in self.model.unknowns}
        for own in self.literal_orbits():
            joined = {class_of[variable] for variable, _ in own}
            least = min(joined, key=lambda variable: variable.index)
            for variable, before in class_of.items():
                if before in joined:
                    class_of[variable] = least
        found: dict[Variable, list[Variable]] = {}
        for variable, least in class_of.items():
            found.setdefault(least, []).append(variable)
        return [tuple(variables) for variables in found.values()]

    def class_size(
        self,
        solution: Mapping[str, int],
        *,
        time_limit: float | None = None,
        cancel: Flag | None = None,
        progress: ProgressLike | None = None,
    ) -> int:
        """Return the number of solutions to which the group takes a solution.

        Parameters
        ----------
        solution
            A solution of the model.
        time_limit, cancel, progress
            As for `exactcover.solve`; beyond them `UnfinishedError` is raised.

        Returns
        -------
        int
            The size of its class, the solution itself included.

        Raises
        ------
        ModelError
            If it is no assignment of the model; or if the group has more than 20,000 elements and
            was given, and the class has more than two million solutions.

        Examples
        --------
        >>> from csp import Model
        >>> model = Model()
        >>> x, y = model.variables(2, range(3), name="xy")
        >>> swap = model.symmetries({x: y, y: x})
        >>> [(s[x], s[y], swap.class_size(s)) for s in model.solutions(up_to=swap)]
        [(0, 0, 1), (0, 1, 2), (0, 2, 2), (1, 1, 1), (1, 2, 2), (2, 2, 1)]
        """
        own = self._literals_of(solution)
        with limited("the size of the class", time_limit, cancel, progress):
            if self.order <= MOST_ELEMENTS:
                images = np.sort(self.elements[:, own], axis=1)
                return self.order // int((images == own).all(axis=1).sum())
            if self._has_all:
                return self.order // self._with_solution(own).order
            return len(self.orbit(own))

    @in_turn
    def images(
        self,
        solution: Mapping[str, int],
        *,
        time_limit: float | None = None,
        cancel: Flag | None = None,
        progress: ProgressLike | None = None,
    ) -> Iterator[Assignment]:
        """Return an iterator over the solutions to which the group takes a solution, itself first.

        Parameters
        ----------
        solution
            A solution of the model.
        time_limit, cancel, progress
            As for `exactcover.solve`; beyond them `UnfinishedError` is raised.

        Returns
        -------
        Iterator[Assignment]
            The solutions of its class.

        Raises
        ------
        ModelError
            If it is no assignment of the model, or its class has more than two million solutions.

        Examples
        --------
        >>> from csp import Model
        >>> model = Model()
        >>> x, y = model.variables(2, range(3), name="xy")
        >>> swap = model.symmetries({x: y, y: x})
        >>> [dict(s) for s in swap.images({"xy[0]": 0, "xy[1]": 2})]
        [{'xy[0]': 0, 'xy[1]': 2}, {'xy[0]': 2, 'xy[1]': 0}]
        """
        own = self._literals_of(solution)
        with limited("the class", time_limit, cancel, progress):
            images = self.orbit(own)
        for row in images.values():
            yield self._assignment(row)

    @cached_property
    def elements(self) -> NDArray[np.intp]:
        """All permutations of the group, one a row."""
        return np.array(list(watched(self.group)))

    @cached_property
    def first_literals(self) -> NDArray[np.intp]:
        """The number of the first literal of each variable."""
        sizes = np.array([len(variable.values) for variable in self.model.unknowns], dtype=np.intp)
        return np.cumsum(sizes) - sizes

    @property
    def literals(self) -> list[Literal]:
        """The literals, which the group permutes by their numbers."""
        return self._graph.literals

    def literals_of_rows(self, rows: NDArray[np.int64]) -> NDArray[np.intp]:
        """Return the numbers of the literals of assignments, given as a row of values each."""
        found = np.empty(rows.shape, dtype=np.intp)
        for column, variable in enumerate(self.model.unknowns):
            ranks = np.searchsorted(variable.values, rows[:, column])
            found[:, column] = self.first_literals[column] + ranks
        return found

    def is_of(self, model: Model) -> bool:
        """Return whether this is a group of a model as it is now."""
        own, other = self.model, model
        return (
            own.key == other.key
            and len(self.first_literals) == len(other.unknowns)
            and [*map(id, self._constraints)] == [*map(id, other.constraints)]
        )

    def form(self, literals: NDArray[np.intp]) -> bytes:
        """Return a text that is equal for two solutions exactly if they are symmetric.

        The group must be that of all symmetries which were found.
        """
        return self._with_solution(literals).form()

    @property
    def has_forms(self) -> bool:
        """Whether `form` is possible."""
        return self._has_all

    def check_images(self, literals: NDArray[np.intp]) -> None:
        """Raise ModelError unless all generators take a solution to a solution."""
        for generator in self.group.generators:
            row = np.sort(generator[literals])
            owners = [self._graph.literals[k][0].index for k in row.tolist()]
            if owners == list(range(len(owners))):
                image = self._assignment(row)
                value_of = image.__getitem__
                broken = next((c for c in self._constraints if not _holds(c, value_of)), None)
                if broken is None:
                    continue
                why = f"{image!r}, which does not satisfy {broken!r}"
            else:
                why = "what is no assignment"
            raise ModelError(
                f"this is no symmetry: a permutation takes the solution "
                f"{self._assignment(literals)!r} to {why}"
            )

    def _literals_of(self, solution: Mapping[str, int]) -> NDArray[np.intp]:
        """Return the numbers of the literals of a solution, sorted."""
        values = []
        for variable, first in zip(self.model.unknowns, self.first_literals, strict=True):
            value = solution.get(variable.name)
            if value is None or value not in variable.values:
                raise ModelError(f"the solution has {value!r} for {variable!r}")
            values.append(int(first) + variable.values.index(value))
        return np.array(values, dtype=np.intp)

    def _assignment(self, literals: NDArray[np.intp]) -> Assignment:
        return Assignment(self.model, [self._graph.literals[k][1] for k in literals.tolist()])

    def orbit(self, literals: NDArray[np.intp]) -> dict[bytes, NDArray[np.intp]]:
        """Return the images of a solution, by their numbers as bytes, itself first."""
        found = {literals.tobytes(): literals}
        new = literals[np.newaxis]
        while len(new):
            stop_if_due()
            images = [np.sort(generator[new], axis=1) for generator in self.group.generators]
            new = np.array(
                [row for rows in images for row in rows if _is_added(found, row)], dtype=np.intp
            )
            if len(found) > MOST_IMAGES:
                raise ModelError(
                    f"a class has more than {MOST_IMAGES:,} solutions, and the group, of "
                    f"{format_whole(self.order)} symmetries, was given: so its classes are listed"
                )
        return found

    def _with_solution(self, literals: NDArray[np.intp]) -> Coloured:
        """Return the graph with other colours for the literals of a solution."""
        edges, colours = self._coloured
        own = [2 * colour for colour in colours]
        for literal in literals.tolist():
            own[literal] += 1
        return Coloured(edges, own)

    @cached_property
    def _coloured(self) -> tuple[NDArray[np.intp], list[int]]:
        return coloured(self._graph)

    def __repr__(self) -> str:
        return f"<Symmetries: {format_whole(self.order)} of {self.model!r}>"


def _is_added(found: dict[bytes, NDArray[np.intp]], row: NDArray[np.intp]) -> bool:
    """Add a solution to those that were found; return whether it is new."""
    return found.setdefault(row.tobytes(), row) is row


def _holds(constraint: Constraint, value_of: Any) -> bool:
    try:
        return constraint.holds(value_of)
    except IndexError:
        return False
