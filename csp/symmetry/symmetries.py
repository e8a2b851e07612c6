"""The symmetries of a model: found, or given by the user."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from csp.errors import ModelError
from csp.model.constraint import Constraint
from csp.model.expressions import Variable, listed
from csp.model.literal_graph import LiteralGraph
from csp.model.model import Model
from csp.model.solution import Assignment
from csp.symmetry.given import Given, Literal, literal_permutation
from exactcover.formatting import format_whole
from exactcover.limits import stop_if_due
from exactcover.symmetry.graph import Coloured
from exactcover.symmetry.permutations import Permutation, PermutationGroup

__all__ = ["Symmetries", "symmetries"]

MOST_ELEMENTS = 20_000
"""The largest group whose elements are visited one by one."""
MOST_IMAGES = 1 << 21
"""The most solutions of a class that are listed."""


class Symmetries:
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

    def class_size(self, solution: Mapping[str, int]) -> int:
        """Return the number of solutions to which the group takes a solution.

        Parameters
        ----------
        solution
            A solution of the model.

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
        if self.order <= MOST_ELEMENTS:
            images = np.sort(self.elements[:, own], axis=1)
            return self.order // int((images == own).all(axis=1).sum())
        if self._has_all:
            return self.order // self._with_solution(own).order
        return len(self.orbit(own))

    def images(self, solution: Mapping[str, int]) -> Iterator[Assignment]:
        """Return an iterator over the solutions to which the group takes a solution, itself first.

        Parameters
        ----------
        solution
            A solution of the model.

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
        for row in self.orbit(self._literals_of(solution)).values():
            yield self._assignment(row)

    @cached_property
    def elements(self) -> NDArray[np.intp]:
        """All permutations of the group, one a row."""
        return np.array(list(self.group))

    @cached_property
    def first_literals(self) -> NDArray[np.intp]:
        """The number of the first literal of each variable."""
        sizes = [len(variable.values) for variable in self.model.unknowns]
        return np.concatenate(([0], np.cumsum(sizes)[:-1])).astype(np.intp)

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


def symmetries(model: Model, generators: Iterable[Given] | Given | None = None) -> Symmetries:
    """Return symmetries of a model: those that are found, or those that some permutations generate.

    Parameters
    ----------
    model
        The model.
    generators
        Permutations: each a mapping, which may leave out what stays, from variables or their names
        to variables, from values to values, or from pairs of a variable and a value to such pairs;
        or a function of a variable and a value that returns a pair. By default the group is found,
        with igraph.

    Returns
    -------
    Symmetries
        The group.

    Raises
    ------
    ModelError
        If a permutation is none, or takes a constraint to what is none; the message names it.
    ImportError
        If the group is to be found, and the extra ``symmetry`` is not installed.

    Notes
    -----
    Symmetries are automorphisms of a graph of literals and constraints. Constraints of at most 4096
    combinations of values, comparisons of sums, `all_different`, `cardinality`, `circuit`,
    `cumulative`, `inverse`, `no_overlap`, `table` and others say how they are symmetric. Where a
    constraint cannot, as a long `lexicographic`, no symmetry that is found moves its variables.
    Such symmetries may be given; then each solution that a search finds is checked: all
    permutations that were given must take it to a solution.

    To find the group takes exponential time in the worst case, and usually a time near to linear in
    the size of the graph.

    References
    ----------
    D. Cohen et al., Symmetry definitions for constraint satisfaction problems, Constraints 11
    (2006). T. Junttila and P. Kaski, Engineering an efficient canonical labeling tool for large and
    sparse graphs (2007).

    Examples
    --------
    The board of queens has eight symmetries; turning it takes rows to columns:

    >>> from csp import Model, all_different, symmetries
    >>> model = Model()
    >>> q = model.variables(6, range(6), name="q")
    >>> for step in (-1, 0, 1):
    ...     model.post(all_different([v + step * i for i, v in enumerate(q)]))
    >>> symmetries(model).order, model.count(), model.count(up_to="all")
    (8, 4, 1)
    >>> upside_down = symmetries(model, dict(zip(q, reversed(q))))
    >>> upside_down.order, model.count(up_to=upside_down)
    (2, 2)
    """
    if not isinstance(model, Model):
        raise ModelError(f"{model!r} is not a model")
    graph = LiteralGraph(model.unknowns)
    for constraint in model.constraints:
        graph.add(constraint)
    if generators is None:
        edges, colours = coloured(graph)
        whole = Coloured(edges, colours)
        return Symmetries(model, graph, whole.generators(len(graph.literals)), whole.order)
    if callable(generators) or isinstance(generators, Mapping):
        generators = [generators]
    given = [literal_permutation(model, graph, one) for one in listed(generators, "the generators")]
    unproved: dict[Constraint, None] = {}
    for permutation in given:
        unproved |= dict.fromkeys(_check(graph, permutation))
    return Symmetries(model, graph, given, None, tuple(unproved))


def coloured(graph: LiteralGraph) -> tuple[NDArray[np.intp], list[int]]:
    """Return the edges of a graph, and the marks of its vertices as numbers."""
    pairs = [(vertex, end) for vertex, own in enumerate(graph.ends) for end in own]
    marks = graph.marks
    number = {mark: k for k, mark in enumerate(dict.fromkeys(marks))}
    return np.array(pairs, dtype=np.intp).reshape(-1, 2), [number[mark] for mark in marks]


def _check(graph: LiteralGraph, permutation: Permutation) -> list[Constraint]:
    """Return the constraints that pin literals which a permutation of the literals moves.

    Raises
    ------
    ModelError
        If it takes another constraint to what is none.
    """
    n = len(graph.literals)
    moved = [k for k, image in enumerate(permutation.tolist()) if k != image]
    marks = graph.marks
    known = {(marks[vertex], graph.ends[vertex]): vertex for vertex in range(n, len(marks))}
    images: list[int | None] = list(permutation.tolist())
    for vertex in range(n, len(marks)):
        ends = [images[end] for end in graph.ends[vertex]]
        wanted = tuple(sorted(end for end in ends if end is not None))
        is_possible = None not in ends
        images.append(known.get((marks[vertex], wanted)) if is_possible else None)
        if images[-1] is None and graph.is_required(vertex) and not graph.is_pin(vertex):
            raise ModelError(_not_mapped(graph, vertex))
    return [graph.pinned[literal] for literal in moved if literal in graph.pinned]


def _not_mapped(graph: LiteralGraph, vertex: int) -> str:
    """Return why a permutation of literals that maps a vertex to none is no symmetry."""
    constraint = graph.of_constraint.get(vertex)
    if constraint is None:
        variable = graph.literals[graph.ends[vertex][0]][0]
        return (
            f"this is no symmetry: the literals of {variable!r} go to what are neither those of a "
            "variable nor a set of which a constraint requires exactly one"
        )
    return f"this is no symmetry: no constraint is what it takes {constraint!r} to"


def _is_added(found: dict[bytes, NDArray[np.intp]], row: NDArray[np.intp]) -> bool:
    """Add a solution to those that were found; return whether it is new."""
    return found.setdefault(row.tobytes(), row) is row


def _holds(constraint: Constraint, value_of: Any) -> bool:
    try:
        return constraint.holds(value_of)
    except IndexError:
        return False
