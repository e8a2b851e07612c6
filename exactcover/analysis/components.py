"""Parts of a problem that have nothing to do with each other.

Their solutions combine freely, so their numbers multiply: to search the parts takes the sum of
their times and not the product.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from exactcover.arguments import check_problem, each_of
from exactcover.errors import ProblemError
from exactcover.limits import stop_if_due
from exactcover.problem.derived import _number_colours
from exactcover.problem.option import Incidence, Option, indices_in
from exactcover.problem.parts import Parts
from exactcover.problem.problem import Problem

Element = TypeVar("Element")


@dataclass(frozen=True)
class Component:
    """One part of a problem, and the way back.

    Attributes
    ----------
    problem
        The part; its options keep their labels (those without get their index in the whole).
    options
        For each of its options, its index in the whole problem.
    """

    problem: Problem
    options: tuple[int, ...]

    def expand(self, solution: Iterable[int | Option]) -> tuple[int, ...]:
        """Return the indices in the whole problem of a solution's options, by index or as such."""
        return tuple(self.options[k] for k in indices_in(len(self.options), solution))


def components(problem: Problem) -> list[Component]:
    """Split a problem into its independent parts, in the order of their first primary items.

    Options that share an item belong together, unless it is a secondary one to which all options
    give the same colour. A primary item in no option is a part of its own, without solutions.
    Secondary items in no option are left out where there is more than one part.

    Parameters
    ----------
    problem
        The exact-cover problem.

    Returns
    -------
    list[Component]
        The parts, each with a problem of its own.

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


def combine(
    parts: Sequence[Component], solutions: Iterable[Iterable[Iterable[int | Option]]]
) -> Iterator[tuple[int, ...]]:
    """Combine solutions of the parts to solutions of the whole, as sorted option indices.

    Parameters
    ----------
    parts
        The parts, as `components` returns them.
    solutions
        For each part its solutions. They are asked for only as they are needed, and remembered,
        but those of the first part, which changes last.

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


def _group(part_of: NDArray[np.int64], numbers: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Return for each of these parts the places that belong to it."""
    places = np.argsort(part_of, kind="stable")
    return np.split(places, np.searchsorted(part_of[places], numbers[1:]))


def _component(
    problem: Problem, number: int, options: NDArray[np.int64], nodes: NDArray[np.int64]
) -> Component:
    """Make a part of its options, their nodes and its first item."""
    stop_if_due()
    starts, members, colours = problem.incidence
    members = members[nodes]
    # By its number, for a part may have an item and no options.
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
            name=problem.name,
        )
    )
    return Component(part, indices)


def _joins(problem: Problem) -> NDArray[np.bool_]:
    """Tell which items join their options: those on which options can disagree."""
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
    """Return for every item the least item of its part.

    Every item starts with its own number. The least one in an option spreads to all its items, and
    items go on to the number that their number's item has: a few rounds, each linear in the nodes.
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
    """Tell whether all primary items are met in two rounds from the first one: mostly they are."""
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
    """Yield what `itertools.product` does, but draw from the pools only what is needed."""
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
                return  # nothing to combine with, however many there are of the others
            continue
        if len(chosen) == len(pools):
            yield tuple(chosen)
        else:
            open_pools.append(iter(replays[len(chosen) - 1]))


class _Replay(Generic[Element]):
    """An iterable that can be gone through again, and draws from its source only what is new."""

    def __init__(self, source: Iterable[Element]) -> None:
        self._source = iter(source)
        self.seen: list[Element] = []

    def __iter__(self) -> Iterator[Element]:
        yield from self.seen
        for element in self._source:
            self.seen.append(element)
            yield element
