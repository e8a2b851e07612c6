"""Operations on diagrams of the same problem, as families of sets of options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import takewhile
from operator import eq
from typing import Any

import numpy as np

from exactcover.diagrams import within_cost
from exactcover.diagrams.algebra.machine import DIFFERENCE, MAXIMAL, MINIMAL
from exactcover.diagrams.algebra.orders import given_order, good_order, order_of
from exactcover.diagrams.algebra.workspace import Workspace
from exactcover.diagrams.base import ALL, MAX_BYTES, NONE, Nodes
from exactcover.diagrams.diagram import Diagram
from exactcover.engines.cheapest.scaling import scale
from exactcover.engines.within_cost import limit_of
from exactcover.problem.costs import is_cost, total_cost
from exactcover.problem.problem import Problem
from exactcover.runtime.arguments import Cost, check_whole, each_of
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.formatting import shown
from exactcover.runtime.kernels.types import U32
from exactcover.runtime.search.limits import Flag, stop_if_due
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.work import limited

UNARY = (MAXIMAL, MINIMAL)


def check_same_problem(one: Diagram, other: object) -> None:
    """Raise an error unless `other` is a diagram of the problem of `one`."""
    if not isinstance(other, Diagram):
        raise ProblemError(f"{other!r} is not a Diagram")
    if one.problem is not other.problem and one.problem.digest != other.problem.digest:
        raise ProblemError(
            f"the diagrams are of two problems, {one.problem!r} and {other.problem!r}: "
            "operations need diagrams of one problem"
        )


def combined(
    operation: int,
    one: Diagram,
    other: Diagram,
    max_bytes: int = MAX_BYTES,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> Diagram:
    """Return the diagram of the result of an operation of `exactcover.diagrams.algebra.machine`."""
    check_same_problem(one, other)
    most = check_whole("max_bytes", max_bytes)
    with limited("the diagram", time_limit, cancel, progress):
        space = Workspace(common_order(one, other), most)
        f = space.insert(one._nodes, one.root)
        g = NONE if operation in UNARY else space.insert(other._nodes, other.root)
        return Diagram(one.problem, *space.nodes_below(space.apply(operation, f, g)))


def ordered(
    diagram: Diagram,
    order: Iterable[Any] | None,
    max_bytes: int = MAX_BYTES,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> Diagram:
    """Return the diagram of the same solutions with the same order of options on all paths."""
    problem = diagram.problem
    most = check_whole("max_bytes", max_bytes)
    with limited("the diagram", time_limit, cancel, progress):
        if order is None and is_ordered(diagram):
            return diagram
        options = good_order(problem) if order is None else given_order(problem, order)
        return rearranged(diagram, options, most)


def rearranged(diagram: Diagram, order: U32, max_bytes: int = MAX_BYTES) -> Diagram:
    """Return the diagram of the same solutions that tests options in an order."""
    space = Workspace(order, max_bytes)
    root = space.insert(diagram._nodes, diagram.root)
    return Diagram(diagram.problem, *space.nodes_below(root))


def at_most(
    diagram: Diagram,
    cost: float,
    costs: Iterable[Cost] | Mapping[Any, Cost] | None,
    max_bytes: int = MAX_BYTES,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> Diagram:
    """Return the diagram of the solutions whose total cost is at most `cost`."""
    most = check_whole("max_bytes", max_bytes)
    if not is_cost(cost):
        raise ProblemError(f"cost is {shown(cost)}: it must be a finite number")
    each = diagram._costs(costs)
    whole = scale(each, len(each))
    limit = limit_of(whole, each, cost) - 1

    def within(limit: int) -> Diagram:
        found = within_cost.at_most(diagram._nodes, diagram.root, whole.price, limit, most)
        return Diagram(diagram.problem, *found)

    with limited("the diagram", time_limit, cancel, progress):
        largest = within(limit)
        surely = largest if whole.is_exact else within(limit + whole.unit - 1)
        if surely.count() == largest.count():
            return largest
        dear = []
        for solution in combined(DIFFERENCE, largest, surely, most):
            stop_if_due()
            if total_cost(each, solution.indices) > cost:
                dear.append(solution)
        return combined(DIFFERENCE, largest, family(diagram.problem, dear), most)


def is_ordered(diagram: Diagram) -> bool:
    """Return whether the options have the same order on all paths."""
    return order_of(diagram.problem.n_options, diagram._nodes) is not None


def common_order(one: Diagram, other: Diagram) -> U32:
    """Return an order of both diagrams, or of one of them, or a good one for their problem."""
    n_options = one.problem.n_options
    for some in ([one, other], [one], [other]):
        order = order_of(n_options, *(diagram._nodes for diagram in some))
        if order is not None:
            return order
    return good_order(one.problem)


def family(problem: Problem, sets: Iterable[Iterable[Any]]) -> Diagram:
    """Return the diagram of these sets of options, in the order of their indices."""
    rows = {tuple(sorted(set(problem.find_options(row)))) for row in each_of("sets", sets)}
    columns: tuple[list[int], list[int], list[int]] = ([0, 0], [0, 0], [0, 0])
    known: dict[tuple[int, int, int], int] = {}
    path: list[int] = []
    # The node of what follows each beginning of the path, as far as it is known.
    below = [NONE]

    def shorten(depth: int) -> None:
        while len(path) > depth:
            hi = below.pop()
            key = (path.pop(), below[-1], hi)
            below[-1] = known.setdefault(key, len(columns[0]))
            if below[-1] == len(columns[0]):
                for column, value in zip(columns, key, strict=True):
                    column.append(value)

    # The last set comes first, but after those with which it begins: they are the end of a chain.
    for row in sorted(rows, key=lambda row: (*row, problem.n_options), reverse=True):
        shorten(sum(1 for _ in takewhile(bool, map(eq, row, path))))
        below += [NONE] * (len(row) - len(path))
        path[:] = row
        below[-1] = ALL
    shorten(0)
    return Diagram(problem, Nodes(*(np.array(each, dtype=np.uint32) for each in columns)), below[0])
