"""Independent components of a problem.

The solutions of the components combine freely, so their numbers multiply, but the time to search
all components is only the sum of their times.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from exactcover.problem.derived import _number_colours
from exactcover.problem.option import Incidence, Option, indices_in
from exactcover.problem.parts import Parts
from exactcover.problem.problem import Problem, check_problem
from exactcover.runtime.arguments import each_of
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.formatting import brief_repr
from exactcover.runtime.lazy_iterators import in_turn
from exactcover.runtime.search.limits import Flag, stop_if_due
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.work import limited
from exactcover.runtime.text_view import TextView

Element = TypeVar("Element")


@dataclass(frozen=True)
class Component(TextView):
    """An independent component of a problem, which can expand its solutions.

    Attributes
    ----------
    problem
        The component. Its options keep their labels; one without a label gets its original index.
    options
        The index of each of its options in the whole problem.
    """

    problem: Problem
    options: tuple[int, ...]

    __repr__ = brief_repr

    def expand(self, solution: Iterable[int | Option]) -> tuple[int, ...]:
        """Return the indices of a solution's options in the whole problem."""
        return tuple(self.options[k] for k in indices_in(len(self.options), solution))


def components(
    problem: Problem,
    *,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> list[Component]:
    """Return the independent components of a problem, in the order of their first primary items.

    Options that share an item belong together, unless it is a secondary item with the same colour
    in all options. A primary item in no option is a component without solutions. If there are
    several components, secondary items in no option are left out.

    Parameters
    ----------
    problem
        The exact-cover problem.
    time_limit, cancel, progress
        As for `exactcover.solve`.

    Returns
    -------
    list[Component]
        The parts, each with a problem of its own.

    Raises
    ------
    UnfinishedError
        If the time limit or `cancel` stops it.

    Examples
    --------
    >>> from exactcover import Problem
    >>> problem = Problem([["a", "b"], ["c"], ["a"], ["b"], ["c", "d"], ["d"]])
    >>> parts = components(problem)
    >>> [part.options for part in parts]
    [(0, 2, 3), (1, 4, 5)]
    >>> problem.count(), [part.problem.count() for part in parts]
    (4, [2, 2])
    """
    check_problem(problem)
    with limited("the list of components", time_limit, cancel, progress):
        return _components(problem)


@in_turn
def combine(
    parts: Sequence[Component], solutions: Iterable[Iterable[Iterable[int | Option]]]
) -> Iterator[tuple[int, ...]]:
    """Yield the solutions of the whole problem, as sorted option indices.

    It takes no limits: each solution is made when it is asked for.

    Parameters
    ----------
    parts
        The parts, as `components` returns them.
    solutions
        The solutions of each component. They are requested only when needed, and stored, except
        for those of the first component, which changes slowest.

    Returns
    -------
    Iterator[tuple[int, ...]]
        The solutions of the whole problem, as sorted indices of its options.

    Examples
    --------
    >>> from exactcover import Problem
    >>> parts = components(Problem([["a"], ["b"], ["a"], ["b"]]))
    >>> list(combine(parts, [part.problem.solutions() for part in parts]))
    [(0, 1), (0, 3), (1, 2), (2, 3)]
    """
    parts = list(each_of("parts", parts))
    if not all(isinstance(part, Component) for part in parts):
        raise ProblemError("parts must be a list of Component, such as problem.components()")
    solutions = list(each_of("solutions", solutions))
    if len(solutions) != len(parts):
        raise ProblemError(f"solutions of {len(solutions)} parts, and {len(parts)} parts")
    pools = [map(part.expand, found) for part, found in zip(parts, solutions, strict=True)]
    for choice in _product(pools):
        yield tuple(sorted(index for indices in choice for index in indices))


def _components(problem: Problem) -> list[Component]:
    """Return the independent components of a problem."""
    starts, members, _ = problem.incidence
    joins = _joins(problem)
    part_of = _parts(problem, joins)
    numbers = np.unique(part_of[: problem.n_primary])
    if not len(numbers):
        return []
    if len(numbers) == 1:
        return [Component(problem, tuple(range(problem.n_options)))]
    stop_if_due()
    part_of_option = _least(np.where(joins, part_of, problem.n_items)[members], starts)
    part_of_node = np.repeat(part_of_option, np.diff(starts))
    groups = zip(
        numbers.tolist(),
        _group(part_of_option, numbers),
        _group(part_of_node, numbers),
        strict=True,
    )
    return [_component(problem, number, options, nodes) for number, options, nodes in groups]


def _group(part_of: NDArray[np.int64], numbers: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """Return an iterator over the places of each component."""
    places = np.argsort(part_of, kind="stable")
    starts = np.searchsorted(part_of[places], numbers).tolist()
    return (places[start:end] for start, end in pairwise([*starts, len(places)]))


def _component(
    problem: Problem, number: int, options: NDArray[np.int64], nodes: NDArray[np.int64]
) -> Component:
    """Return a component from its options, their nodes and its first item."""
    stop_if_due()
    starts, members, colours = problem.incidence
    members = members[nodes]
    # Its first item is added because a component may have no options.
    numbers = np.unique(np.append(members, number))
    items = tuple(problem.items[i] for i in numbers.tolist())
    lengths = starts[options + 1] - starts[options]
    new_colours, colour_names = _number_colours(colours[nodes], problem.colour_names)
    indices = tuple(options.tolist())
    labels = problem.labels
    part = Problem.from_parts(
        Parts(
            items,
            int((numbers < problem.n_primary).sum()),
            Incidence(
                np.concatenate(([0], np.cumsum(lengths))).astype(np.int64),
                np.searchsorted(numbers, members).astype(np.int32),
                new_colours,
            ),
            colour_names=colour_names,
            labels=tuple(i if labels is None or labels[i] is None else labels[i] for i in indices),
            bounds={item: problem.bounds[item] for item in items if item in problem.bounds},
            costs=problem.costs[options],
            multiplicities=problem.multiplicities[nodes],
            name=problem.name,
            lattice=problem.lattice,
        )
    )
    return Component(part, indices)


def _joins(problem: Problem) -> NDArray[np.bool_]:
    """Return which items connect their options: those on which options can clash."""
    _, members, colours = problem.incidence
    joins = np.ones(problem.n_items, dtype=np.bool_)
    if not colours.any():
        return joins
    most = np.zeros(problem.n_items, dtype=np.int32)
    np.maximum.at(most, members, colours)
    least = most.copy()
    np.minimum.at(least, members, colours)
    joins[problem.n_primary :] = ((least == 0) | (least < most))[problem.n_primary :]
    return joins


def _parts(problem: Problem, joins: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return for every item the least item of its component.

    Every item starts with its own number. In each round the items of an option get the least of
    their numbers, and each item then gets the number of the item with its number. A few rounds
    suffice, each linear in the number of nodes.
    """
    starts, members, _ = problem.incidence
    node_joins = joins[members]
    joined = members[node_joins]
    before = np.concatenate(([0], np.cumsum(node_joins)))
    joined_starts = before[starts]
    if _is_one_part(joined, joined_starts, problem.n_primary):
        return np.zeros(problem.n_items, dtype=np.int64)
    part_of = np.arange(problem.n_items)
    while True:
        stop_if_due()
        least = np.repeat(_least(part_of[joined], joined_starts), np.diff(joined_starts))
        lower = part_of.copy()
        np.minimum.at(lower, joined, least)
        lower = lower[lower]
        if (lower == part_of).all():
            return part_of
        part_of = lower


def _is_one_part(members: NDArray[np.int32], starts: NDArray[np.int64], n_primary: int) -> bool:
    """Return whether two rounds from the first item reach all primary items, as is common."""
    if len(starts) == 1 or (np.diff(starts) == 0).any():
        return False
    is_met = np.arange(members.max() + 1) == 0
    for _ in range(2):
        meets = np.logical_or.reduceat(is_met[members], starts[:-1])
        is_met[members[np.repeat(meets, np.diff(starts))]] = True
    return len(is_met) >= n_primary and bool(is_met[:n_primary].all())


def _least(values: NDArray[np.int64], starts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the least value of every option's nodes."""
    if len(starts) == 1:
        return values
    least: NDArray[np.int64] = np.minimum.reduceat(values, starts[:-1])
    return least


def _product(pools: Sequence[Iterable[Element]]) -> Iterator[tuple[Element, ...]]:
    """Yield the tuples of `itertools.product`, requesting elements only when needed."""
    if not pools:
        yield ()
        return
    replays = [_Replay(pool) for pool in pools[1:]]
    chosen: list[Element] = []
    open_pools = [iter(pools[0])]
    while open_pools:
        del chosen[len(open_pools) - 1 :]
        try:
            chosen.append(next(open_pools[-1]))
        except StopIteration:
            open_pools.pop()
            if open_pools and not replays[len(open_pools) - 1].seen:
                return  # a pool is empty, so there is no tuple
            continue
        if len(chosen) == len(pools):
            yield tuple(chosen)
        else:
            open_pools.append(iter(replays[len(chosen) - 1]))


class _Replay(Generic[Element]):
    """An iterable that stores the elements of its source, so that it can be iterated again."""

    def __init__(self, source: Iterable[Element]) -> None:
        self._source = iter(source)
        self.seen: list[Element] = []

    def __iter__(self) -> Iterator[Element]:
        yield from self.seen
        for element in self._source:
            self.seen.append(element)
            yield element
