"""The order in which the comparisons of a row revise its columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

KINDS = {"==": 0, "!=": 1, "<=": 2, ">=": 3}
"""The numbers of the operators in `csp.propagators.smart_table`."""
REVERSED = {"==": "==", "!=": "!=", "<=": ">=", ">=": "<="}


class Edge(NamedTuple):
    """A comparison of the places of two columns: `column operator other + shift`."""

    operator: str
    column: int
    other: int
    shift: int

    def reversed(self) -> Edge:
        """Return the same comparison, from the other side."""
        return Edge(REVERSED[self.operator], self.other, self.column, -self.shift)


class Revisions(NamedTuple):
    """The revisions of a row.

    Attributes
    ----------
    numbers
        For each its kind, the column that it revises, the other column, and the shift.
    repeats
        Whether they are to be repeated until nothing changes.
    """

    numbers: tuple[int, ...]
    repeats: bool


def revisions(edges: Sequence[Edge]) -> Revisions:
    """Return the revisions of comparisons: once to the roots and back, if they form a forest.

    Examples
    --------
    >>> revisions([Edge("<=", 0, 1, 0)])
    Revisions(numbers=(2, 0, 1, 0, 3, 1, 0, 0), repeats=False)
    """
    downwards, is_forest = _from_roots(edges)
    order = downwards[::-1] + [each.reversed() for each in downwards]
    numbers = tuple(
        number
        for each in order
        for number in (KINDS[each.operator], each.column, each.other, each.shift)
    )
    return Revisions(numbers, not is_forest)


def _from_roots(edges: Sequence[Edge]) -> tuple[list[Edge], bool]:
    """Return the edges, each from a column nearer to a root, and whether they form a forest."""
    found, is_forest = list[Edge](), True
    reached, used = set[int](), set[int]()
    for root in dict.fromkeys(each.column for each in edges):
        if root in reached:
            continue
        reached.add(root)
        queue = [root]
        for k in queue:
            for i, each in _at(edges, k):
                if i in used:
                    continue
                used.add(i)
                found.append(each)
                is_forest &= each.other not in reached
                if each.other not in reached:
                    reached.add(each.other)
                    queue.append(each.other)
    return found, is_forest


def _at(edges: Sequence[Edge], k: int) -> Iterator[tuple[int, Edge]]:
    """Yield the edges at a column, as seen from it, with their places."""
    for i, each in enumerate(edges):
        if each.column == k:
            yield i, each
        elif each.other == k:
            yield i, each.reversed()
