"""Two elements at once: what no filling of both has, if they share cells or see each other.

Setters think so where two lines cross, or two cages lie in one row: each alone leaves a candidate,
but whatever one of them needs for it, the other forbids.

Complexity: that of a filling of each element and of both (`sudoku.statement.fillings`), that of
both with at most `MOST_NODES` prefixes, for at most `MOST_PAIRS` pairs of elements with at most
`MOST_OPEN` open cells; a pair is looked at again only where its candidates have changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from heapq import nsmallest
from typing import Any, NamedTuple

from exactcover.runtime.search.limits import stop_if_due
from sudoku.geometry.shape import Cells
from sudoku.rules.element import Element
from sudoku.rules.reader import Reader
from sudoku.statement.bitsets import mask_of
from sudoku.statement.fillings import Task
from sudoku.techniques.elements import deductions, tasks
from sudoku.techniques.geometry import Geometry
from sudoku.techniques.position import Deductions, Position

MOST_OPEN = 7
"""The most open cells of two elements that people think of together."""
MOST_PAIRS = 60
"""The most pairs that are tried at one position."""
MOST_NODES = 500
"""The most prefixes that are tried for all digits of a pair."""
IMPLIED = ("rule_of_45", "law_of_leftovers")
"""The elements that follow from others: together with these they say little more."""


def steps(position: Position) -> Deductions:
    """Yield what two elements eliminate together, those with the fewest open cells first."""
    yield from deductions(position, _easiest_first(position))


def _easiest_first(position: Position) -> Iterator[Task]:
    """Yield the pairs of elements that both have open cells, those with the fewest first."""
    is_open = mask_of(cell for cell, digit in enumerate(position.grid) if not digit)
    sizes = []
    for number, (one, other) in enumerate(pairs(position.geometry)):
        first, both = one.mask & is_open, (one.mask | other.mask) & is_open
        if first and first != both and both.bit_count() <= MOST_OPEN:
            sizes.append((both.bit_count(), number))
    for _, number in nsmallest(MOST_PAIRS, sizes):
        yield task_of(position.geometry, number)


class Masked(NamedTuple):
    """The task for an element, with the mask of its cells."""

    task: Task
    mask: int


@lru_cache(maxsize=1 << 8)
def task_of(geometry: Geometry, number: int) -> Task:
    """Return the task for a pair; only those that are tried are made, because pairs are many."""
    one, other = pairs(geometry)[number]
    both = joined(one.task.element, other.task.element)
    return Task(both, geometry.peers, MOST_NODES, (one.task, other.task))


@lru_cache(maxsize=4)
def pairs(geometry: Geometry) -> tuple[tuple[Masked, Masked], ...]:
    """Return the pairs of elements of which cells see each other."""
    some = [
        Masked(task, mask_of(task.element.cells))
        for name in sorted(geometry.elements)
        if name not in IMPLIED
        for task in tasks(geometry, name, True)
    ]
    found = []
    for k, one in enumerate(some):
        stop_if_due()
        seen = one.mask
        for cell in one.task.element.cells:
            seen |= geometry.peers[cell]
        for other in some[k + 1 :]:
            is_more = one.mask | other.mask not in (one.mask, other.mask)
            if is_more and (seen & other.mask).bit_count() > 1:
                found.append((one, other))
    return tuple(found)


def joined(one: Element, other: Element) -> Element:
    """Return two elements as one, whose cells are those of the first and then the other ones.

    Examples
    --------
    >>> from sudoku.rules.linear import SumTo
    >>> left = Element("cage", "cage 3", "", (0, 1), SumTo(3))
    >>> both = joined(left, Element("cage", "cage 5", "", (1, 2), SumTo(5)))
    >>> both.cells, both.reader.allows((1, 2, 3)), both.reader.allows((2, 1, 3))
    ((0, 1, 2), True, False)
    """
    cells = tuple(dict.fromkeys((*one.cells, *other.cells)))
    place = {cell: k for k, cell in enumerate(cells)}
    linked = [
        (place[element.cells[a]], place[element.cells[b]], supports)
        for element in (one, other)
        for a, b, supports in element.pairs
    ]
    readers = [
        (element.reader, tuple(place[cell] for cell in element.cells))
        for element in (one, other)
        if element.reader is not None
    ]
    reader = Both(tuple(readers)) if readers else None
    return Element("two_elements", joined_title(one, other), "", cells, reader, tuple(linked))


def joined_title(one: Element, other: Element) -> str:
    """Return the title of two elements together."""
    return f"{one.title} and {other.title}"


State = tuple[int, tuple[int, ...], tuple[Any, ...]]
"""The number of cells that were read, those digits that are needed later, and a state of each."""


@dataclass(frozen=True)
class Both(Reader[State]):
    """The digits that several readers accept, each of which reads some cells in its own order.

    Parameters
    ----------
    readers
        The readers, each with the positions of its cells.
    """

    readers: tuple[tuple[Reader[Any], tuple[int, ...]], ...]

    @property
    def start(self) -> State:
        """No cell is read."""
        return 0, (), tuple(reader.start for reader, _ in self.readers)

    @cached_property
    def _plan(self) -> tuple[tuple[Cells, tuple[tuple[Callable[..., Any], Cells], ...]], ...]:
        """For each cell which digits are kept after it, and which ones each reader reads.

        They are places in the digits that were kept before, followed by that of the cell.
        """
        n = 1 + max(place for _, places in self.readers for place in places)
        unread = [
            [places[_n_read(places, at) :] for _, places in self.readers] for at in range(n + 1)
        ]
        kept = [[k for k in range(at) if any(k in rest for rest in unread[at])] for at in range(n)]
        kept.append([])
        plan = []
        for at in range(n):
            known = [*kept[at], at]
            reads = []
            for (reader, _), rest, after in zip(
                self.readers, unread[at], unread[at + 1], strict=True
            ):
                new = rest[: len(rest) - len(after)]
                reads.append((reader.step, tuple(map(known.index, new))))
            plan.append((tuple(map(known.index, kept[at + 1])), tuple(reads)))
        return tuple(plan)

    def step(self, state: State, digit: int) -> State | None:
        """Let each reader read as far as the digits of its next cells are known."""
        at, kept, states = state
        if at >= len(self._plan):
            return at + 1, kept, states
        later, reads = self._plan[at]
        known, after = (*kept, digit), []
        for (step, places), own in zip(reads, states, strict=True):
            for place in places:
                own = step(own, known[place])
                if own is None:
                    return None
            after.append(own)
        return at + 1, tuple([known[place] for place in later]), tuple(after)

    def accepts(self, state: State) -> bool:
        """Return whether all readers accept."""
        return all(
            reader.accepts(own) for (reader, _), own in zip(self.readers, state[2], strict=True)
        )


def _n_read(places: tuple[int, ...], n_known: int) -> int:
    """Return how many of the first cells of a reader are among those that are known."""
    return next((k for k, place in enumerate(places) if place >= n_known), len(places))
