"""The symmetries of a problem: found, or given by the user."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import chain, islice
from math import factorial, prod
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from exactcover.problem.option import Item, Option, indices_in
from exactcover.problem.problem import Problem, check_problem
from exactcover.runtime.arguments import each_of
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.formatting import format_whole
from exactcover.runtime.lazy_iterators import in_turn
from exactcover.runtime.permutations import Permutation, PermutationGroup
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.limits import Flag, watched
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.work import limited, limited_each
from exactcover.runtime.text_view import TextView
from exactcover.shapes.moves import group_of_moves
from exactcover.symmetry.action import Action, leaves
from exactcover.symmetry.branch import Branch, FirstOfClass
from exactcover.symmetry.conjugacy import classes_by_chance, classes_by_visiting
from exactcover.symmetry.graph import ProblemGraph
from exactcover.symmetry.least_problem import LeastProblem, least_problem
from exactcover.symmetry.lex_leader import MOST_SYMMETRIES
from exactcover.symmetry.marking import Canonical, marked_branches
from exactcover.symmetry.selection import Least

MOST_ELEMENTS = 20_000
"""The largest group whose elements are visited one by one."""
FEW_OF_A_CLASS = 3
"""A list is one search if that has at most about as many solutions of each class."""
MOST_LEAVES = 64
"""A list up to a small group is one search, too, if it would be divided into more parts."""

Named: TypeAlias = Literal["all", "rotations", "reflections"]
"""All symmetries, or the rotations of a board, without or with its reflections."""
NAMES: tuple[Named, ...] = get_args(Named)
ItemMap = Mapping[Item, Item] | Callable[[Item], Item]
"""A permutation of items: a mapping of those that it moves, or a function of every item."""


class Symmetries(TextView):
    """A group of permutations of the items of a problem that map its options to its options.

    Bounds, colours and costs are respected: an item goes to one of the same kind with the same
    bounds, and an option to one with the same colours and cost.

    Attributes
    ----------
    problem
        The problem.
    order
        The number of permutations in the group.

    Examples
    --------
    >>> from exactcover import Problem
    >>> problem = Problem([["p", "q"], ["q", "r"], ["r", "s"], ["p", "s"]])
    >>> group = problem.symmetries()
    >>> group.order, group.item_orbits()
    (8, [('p', 'q', 'r', 's')])
    >>> problem.count(), problem.count(up_to=group)
    (2, 1)
    """

    def __init__(
        self,
        problem: Problem,
        graph: ProblemGraph,
        generators: Iterable[Permutation],
        order: int | None,
        *,
        has_all: bool,
    ) -> None:
        self.problem = problem
        self._graph = graph
        self._vertices = PermutationGroup(len(graph.marks), generators, order)
        self._has_all = has_all

    @property
    def order(self) -> int:
        """The number of permutations of items in the group."""
        return self._vertices.order

    @property
    def generators(self) -> list[dict[Item, Item]]:
        """Permutations that generate the group, each as the items that it moves."""
        items = self.problem.items
        return [
            {items[k]: items[image] for k, image in enumerate(g[: len(items)]) if k != image}
            for g in self._vertices.generators
        ]

    def item_orbits(self) -> list[tuple[Item, ...]]:
        """Return the classes of items that the group takes to each other, in their order."""
        items = self.problem.items
        return [tuple(items[k] for k in orbit) for orbit in _classes(self._vertices, len(items))]

    def option_orbits(self) -> list[tuple[int, ...]]:
        """Return the classes of options that the group takes to each other, by their indices."""
        return [tuple(orbit) for orbit in _classes(self.options, self.problem.n_options)]

    @cached_property
    def options(self) -> PermutationGroup:
        """The group as it acts on the options; symmetries that move none of them become one."""
        generators = [self._graph.option_permutation(g) for g in self._vertices.generators]
        n_options = self.problem.n_options
        n_still = self._n_still()
        order = self.order // n_still if n_still is not None else None
        return PermutationGroup(n_options, generators, order)

    @in_turn
    def conjugacy_classes(
        self,
        *,
        time_limit: float | None = None,
        cancel: Flag | None = None,
        progress: ProgressLike | None = None,
    ) -> Iterator[tuple[Permutation, Fraction]]:
        """Yield a permutation of the options of each class of conjugate ones, and its share.

        Parameters
        ----------
        time_limit, cancel, progress
            As for `exactcover.solve`; beyond them `UnfinishedError` is raised.

        Raises
        ------
        ProblemError
            If the group is too large, and not the group of all symmetries.
        """
        found = self._conjugacy_classes()
        yield from limited_each("the list of classes", found, time_limit, cancel, progress)

    def _conjugacy_classes(self) -> Iterator[tuple[Permutation, Fraction]]:
        if self.options.order <= MOST_ELEMENTS:
            yield from classes_by_visiting(self.options)
            return
        self._check_size()
        for element, share in classes_by_chance(self._graph, self._vertices):
            yield self._graph.option_permutation(element), share

    def class_size(
        self,
        solution: Iterable[int | Option],
        *,
        time_limit: float | None = None,
        cancel: Flag | None = None,
        progress: ProgressLike | None = None,
    ) -> int:
        """Return the number of solutions to which the group takes a solution.

        Parameters
        ----------
        solution
            The options of a solution, or their indices.
        time_limit, cancel, progress
            As for `exactcover.solve`; beyond them `UnfinishedError` is raised.

        Examples
        --------
        >>> from exactcover import Problem
        >>> problem = Problem([["p", "q"], ["q", "r"], ["r", "s"], ["p", "s"]])
        >>> problem.symmetries().class_size(problem.solve().get())
        2
        """
        indices = indices_in(self.problem.n_options, solution)
        with limited("the size of the class", time_limit, cancel, progress):
            if self.options.order <= MOST_ELEMENTS:
                own = np.sort(np.array(indices, dtype=np.intp))
                images = np.sort(self._elements[:, own], axis=1)
                return self.options.order // int((images == own).all(axis=1).sum())
            self._check_size()
            return self.order // self._graph.stabilizer_order(indices)

    @cached_property
    def counting_branches(self) -> list[Branch]:
        """Smaller problems whose solutions, times their weights, are the classes.

        The sum is divided by the order of the group. The number of classes is the mean number of
        solutions that a symmetry leaves as they are (the lemma of Cauchy and Frobenius). This
        number is the same for conjugate symmetries.
        """
        found = []
        for leaf in self._leaves(Goal.COUNT):
            is_whole = leaf.problem is self.problem
            classes = self._conjugacy_classes() if is_whole else classes_by_visiting(leaf.group)
            for element, share in classes:
                is_identity = bool((element == leaf.group.identity).all())
                weight = self.order * share
                found.append(Branch(leaf, int(weight), None if is_identity else element))
        return found

    @cached_property
    def listing_branches(self) -> list[Branch]:
        """Smaller problems with one solution of each class, once the others are left out."""
        if self.action is None:
            self._check_size()
            return list(marked_branches(self.problem, self._graph, self._without_alike))
        found = least_problem(self.problem, self.options, FEW_OF_A_CLASS / self.options.order)
        if found is not None:
            return [_least_branch(self.action, found)]
        parts = self._leaves(Goal.LIST)
        some = list(islice(parts, MOST_LEAVES + 1))
        if len(some) > MOST_LEAVES and self.options.order <= MOST_SYMMETRIES:
            return [self.listing_branch(self.action)]
        return [self.listing_branch(leaf) for leaf in chain(some, parts)]

    def whole_branch(self, *, may_prune: bool) -> Branch:
        """Return the whole problem with one solution of each class selected.

        Where a search may prune solutions, the first one found of each class is selected.

        Raises
        ------
        ProblemError
            If the group is too large: then it must be that of all symmetries, and nothing pruned.
        """
        if self.action is not None:
            make = FirstOfClass if may_prune else Least.of
            return Branch(self.action, selector=make(self._elements))
        if may_prune:
            raise ProblemError(
                f"the group has {format_whole(self.options.order)} symmetries of options: more "
                f"than {MOST_ELEMENTS:,} are not possible beside prune="
            )
        self._check_size()
        action = Action.of(self.problem, self.options)
        return Branch(action, selector=Canonical(self._graph, action, (), None))

    def listing_branch(self, action: Action) -> Branch:
        """Return a smaller problem with one solution of each of its classes."""
        if not action.group.generators:
            return Branch(action)
        found = least_problem(action.problem, action.group)
        if found is None:
            return Branch(action, selector=Least.of(np.array(list(watched(action.group)))))
        return _least_branch(action, found)

    @property
    def _without_alike(self) -> PermutationGroup:
        """The group of the vertices that moves of equal items only the first."""
        generators = map(self._graph.without_alike, self._vertices.generators)
        return PermutationGroup(self._vertices.degree, generators, self.options.order)

    def _leaves(self, goal: Goal) -> Iterator[Action]:
        """Yield smaller problems with their groups, which have the classes of the whole one."""
        if self.action is None:
            yield Action.of(self.problem, self.options)
        else:
            yield from leaves(self.action, goal)

    @cached_property
    def action(self) -> Action | None:
        """The group as it acts on the problem; None if it is too large to be visited."""
        is_small = self.options.order <= MOST_ELEMENTS
        return Action.of(self.problem, self.options) if is_small else None

    @cached_property
    def _elements(self) -> NDArray[np.intp]:
        return np.array(list(watched(self.options)))

    def _check_size(self) -> None:
        if not self._has_all:
            raise ProblemError(
                f"the group has {format_whole(self.options.order)} symmetries of options: more "
                f"than {MOST_ELEMENTS:,} are possible only for the group of all symmetries"
            )

    def _n_still(self) -> int | None:
        """Return how many symmetries move no option; None if that is not known beforehand.

        Those are the permutations of items that are in the same options, if all are in the group.
        """
        if not self._has_all:
            return None
        is_used = self.problem.sizes > 0
        alike = Counter(self._graph.first_alike[is_used].tolist())
        return prod(map(factorial, alike.values()))

    def __repr__(self) -> str:
        return f"<Symmetries: {format_whole(self.order)} of {self.problem!r}>"


def symmetries(
    problem: Problem,
    generators: Iterable[ItemMap] | ItemMap | Named | None = None,
    *,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> Symmetries:
    """Return the symmetries of a problem: all of them, or those that some permutations generate.

    Parameters
    ----------
    problem
        The exact-cover problem.
    generators
        Permutations of items: each a mapping, which may leave out the items that stay, or a
        function that is called with each item. Or the name of a group: "rotations" of the board of
        a tiling, "reflections" for its rotations and reflections, or "all", the default, for the
        whole group, which igraph finds. Items that are in no option always stay.
    time_limit, cancel, progress
        As for `exactcover.solve`.

    Returns
    -------
    Symmetries
        The group.

    Raises
    ------
    ProblemError
        If a permutation is none, or maps an option to what is no option; the message names it. Or
        if the rotations of a board are asked for, and the problem has no `Problem.lattice`.
    MissingExtraError
        If the whole group is asked for, and the extra ``symmetry`` is not installed.
    UnfinishedError
        If the time limit or `cancel` stops it.

    Notes
    -----
    To find the group takes exponential time in the worst case, and usually a time near to linear in
    the number of nodes.

    References
    ----------
    T. Junttila and P. Kaski, Engineering an efficient canonical labeling tool for large and sparse
    graphs (2007).

    Examples
    --------
    >>> from exactcover import Problem, symmetries
    >>> squares = [(row, column) for row in range(2) for column in range(3)]
    >>> dominoes = Problem([[(r, c), other] for r, c in squares
    ...                     for other in ((r, c + 1), (r + 1, c)) if other in squares])
    >>> symmetries(dominoes).order, dominoes.count(), dominoes.count(up_to="all")
    (4, 3, 2)
    >>> symmetries(dominoes, lambda square: (1 - square[0], square[1])).order
    2
    """
    check_problem(problem)
    with limited("the group", time_limit, cancel, progress):
        graph = ProblemGraph.of(problem)
        if isinstance(generators, str):
            check_group("generators", problem, generators)
            if generators == "all":
                generators = None
            else:
                generators, _ = group_of_moves(problem, reflections=generators == "reflections")
        if generators is None:
            found, order = graph.automorphisms()
            return Symmetries(problem, graph, found, order, has_all=True)
        if callable(generators) or isinstance(generators, Mapping):
            generators = [generators]
        each = watched(each_of("generators", generators), every=1)
        given = [_of_items(graph, one) for one in each]
        return Symmetries(problem, graph, given, None, has_all=False)


def check_group(name: str, problem: Problem, group: Symmetries | Named) -> None:
    """Raise ProblemError unless an argument is the group of a problem, or the name of one."""
    if isinstance(group, Symmetries):
        if group.problem != problem:
            raise ProblemError(f"{name}= has the symmetries of another problem")
    elif not (isinstance(group, str) and group in NAMES):
        raise ProblemError(
            f'{name} is {group!r}: it must be "all", "rotations", "reflections" or what '
            "symmetries() returns"
        )
    elif group != "all" and not problem.lattice:
        raise ProblemError(
            f"{name}={group!r} is for boards, and it is not known on which lattice the cells of "
            'this problem are: name it by problem.on_lattice("squares")'
        )


def _least_branch(action: Action, found: LeastProblem) -> Branch:
    """Return the branch with the least solution of each class of a smaller problem."""
    return Branch(action.part(found.problem, found.options), selector=Least(found.ranks))


def _classes(group: PermutationGroup, n: int) -> list[list[int]]:
    """Return the orbits of the first n points, by their least points."""
    found: dict[int, list[int]] = {}
    for point, least in enumerate(group.orbits()[:n].tolist()):
        found.setdefault(least, []).append(point)
    return list(found.values())


def _of_items(graph: ProblemGraph, given: ItemMap) -> Permutation:
    """Return the permutation of the vertices of a permutation of the items."""
    images = _images(graph.problem, given)
    n_items = graph.problem.n_items
    for k, image in enumerate(images):
        if graph.marks[k] != graph.marks[image] and graph.problem.sizes[k]:
            first, second = graph.problem.items[k], graph.problem.items[image]
            raise ProblemError(
                f"this is no symmetry: it takes item {first!r} to {second!r}, and only one of them "
                "is primary or has options, or their bounds differ"
            )
    is_used = graph.problem.sizes > 0
    vertices = np.arange(len(graph.marks))
    vertices[:n_items][is_used] = np.array(images)[is_used]
    known = {
        (mark, own): vertex
        for vertex, (mark, own) in enumerate(zip(graph.marks, graph.ends, strict=True))
    }
    for vertex in watched(range(n_items, len(graph.marks)), every=1024):
        wanted = tuple(sorted(vertices[list(graph.ends[vertex])].tolist()))
        if (graph.marks[vertex], wanted) not in known:
            raise ProblemError(_not_mapped(graph, vertex))
        vertices[vertex] = known[graph.marks[vertex], wanted]
    return vertices


def _not_mapped(graph: ProblemGraph, vertex: int) -> str:
    """Return why a permutation of items that maps a vertex to none is no symmetry."""
    options = np.flatnonzero(graph.vertex_of_option == vertex)
    if not len(options):
        item = graph.problem.items[graph.ends[vertex][0]]
        return f"this is no symmetry: the image of item {item!r} has other colours"
    option = graph.problem._option(int(options[0]))
    return f"this is no symmetry: the items to which it takes option {option!r} are no option"


def _images(problem: Problem, given: ItemMap) -> list[int]:
    """Return the number of each item's image."""
    number = {item: k for k, item in enumerate(problem.items)}
    if isinstance(given, Mapping):
        for item in given:
            if item not in number:
                raise ProblemError(f"a symmetry moves {item!r}, which is no item of the problem")
        image_of = {item: given.get(item, item) for item in problem.items}
    elif callable(given):
        image_of = {item: given(item) for item in problem.items}
    else:
        raise ProblemError(f"{given!r} is no permutation of items: give a mapping or a function")
    taken: dict[Item, Item] = {}
    for item, image in image_of.items():
        if image not in number:
            raise ProblemError(f"a symmetry takes {item!r} to {image!r}, which is no item")
        if image in taken:
            raise ProblemError(f"a symmetry takes both {taken[image]!r} and {item!r} to {image!r}")
        taken[image] = item
    return [number[image] for image in image_of.values()]
