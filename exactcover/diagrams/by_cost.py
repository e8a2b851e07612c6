"""The solutions of a diagram in the order of their costs, one after another.

Each node has a list of its cheapest solutions so far. The next one of a node is the next one of
`lo` or of `hi`, whichever is cheaper; so each solution of the root makes the lists of the nodes on
one path longer by at most one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from exactcover.diagrams.base import ALL, NONE, Nodes
from exactcover.problem.costs import Costs, whole_numbers

LO, HI = range(2)


@dataclass(slots=True)
class _Ranking:
    """The cheapest solutions of a node.

    Attributes
    ----------
    found
        Of each: its cost, its side, and its place among the cheapest of the node on that side.
    next_cost
        The cost of the next solution of each side; None if there is no other.
    n_taken
        How many solutions of each side were found.
    is_done
        Whether all solutions were found.
    """

    next_cost: list[int | None]
    found: list[tuple[int, int, int]] = field(default_factory=list)
    n_taken: list[int] = field(default_factory=lambda: [0, 0])
    is_done: bool = False


class ByCost:
    """The solutions of a diagram, sorted by their exact costs; of equal ones, `lo` comes first.

    Parameters
    ----------
    nodes, root
        The diagram.
    costs
        The cost of each option.
    """

    def __init__(self, nodes: Nodes, root: int, costs: Costs) -> None:
        self._root = root
        self._option, self._lo, self._hi = (array.data for array in nodes)
        self._costs = whole_numbers(costs)[0]
        self._least = self._least_costs()
        self._rankings: dict[int, _Ranking] = {}

    def __iter__(self) -> Iterator[list[int]]:
        """Return an iterator over the options of the solutions."""
        if self._root <= ALL:
            if self._root == ALL:
                yield []
            return
        place = 0
        while self._has(self._root, place):
            yield self._path(self._root, place)
            place += 1

    def _least_costs(self) -> Sequence[int]:
        """Return the least cost of a solution of each node; 0 for NONE, which has none."""
        least = [0, 0]
        costs = self._costs
        rows = zip(self._option[2:], self._lo[2:], self._hi[2:], strict=True)
        for option, lo, hi in rows:
            with_option = least[hi] + costs[option]
            least.append(with_option if lo == NONE else min(least[lo], with_option))
        return least

    def _ranking(self, node: int) -> _Ranking:
        """Return the list of a node, with its cheapest solution."""
        if node not in self._rankings:
            lo, hi = self._lo[node], self._hi[node]
            next_cost = self._least[hi] + self._costs[self._option[node]]
            ranking = _Ranking([None if lo == NONE else self._least[lo], next_cost])
            self._take(ranking)
            self._rankings[node] = ranking
        return self._rankings[node]

    def _take(self, ranking: _Ranking) -> None:
        """Append the cheaper of the next solutions of both sides."""
        lo, hi = ranking.next_cost
        if lo is None and hi is None:
            ranking.is_done = True
            return
        side = LO if hi is None or (lo is not None and lo <= hi) else HI
        cost = ranking.next_cost[side]
        assert cost is not None
        ranking.found.append((cost, side, ranking.n_taken[side]))
        ranking.n_taken[side] += 1

    def _has(self, node: int, place: int) -> bool:
        """Return whether a node has a solution of this place, at most one beyond its list."""
        path = []
        while node > ALL:
            ranking = self._ranking(node)
            if len(ranking.found) > place or ranking.is_done:
                break
            path.append(node)
            # The solution after the last one of this side is not known yet.
            side = ranking.found[-1][1]
            node, place = (self._lo, self._hi)[side][node], ranking.n_taken[side]
        for above in reversed(path):
            ranking = self._rankings[above]
            side = ranking.found[-1][1]
            ranking.next_cost[side] = self._next_cost(above, side, ranking.n_taken[side])
            self._take(ranking)
        if path:
            return not self._rankings[path[0]].is_done
        return node > ALL and len(self._rankings[node].found) > place

    def _next_cost(self, node: int, side: int, place: int) -> int | None:
        """Return the cost of a solution of one side of a node, if there is one of this place."""
        child = (self._lo, self._hi)[side][node]
        if child == ALL or len(self._rankings[child].found) <= place:
            return None
        cost = self._rankings[child].found[place][0]
        return cost + self._costs[self._option[node]] if side == HI else cost

    def _path(self, node: int, place: int) -> list[int]:
        """Return the options of a solution, given by its place in the list of a node."""
        path = []
        while node > ALL:
            _, side, place = self._ranking(node).found[place]
            if side == HI:
                path.append(self._option[node])
            node = (self._lo, self._hi)[side][node]
        return path
