"""Two elements at once: what no filling of both has, if they share cells or see each other.

Setters think so where two lines cross, or two cages lie in one row: each alone leaves a candidate,
but whatever one of them needs for it, the other forbids.

Complexity: that of a filling of both (`sudoku.statement.fillings`), for each pair of elements with
at most `MOST_OPEN` open cells; a pair is looked at again only where its candidates have changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from sudoku.rules.element import Element
from sudoku.rules.reader import Reader
from sudoku.statement.bitsets import mask_of
from sudoku.statement.fillings import Task
from sudoku.techniques.elements import domains_of, tasks
from sudoku.techniques.geometry import Geometry
from sudoku.techniques.position import Deduction, Deductions, Position

__all__ = ["Both", "joined", "joined_title", "steps"]

MOST_OPEN = 7
"""The most open cells of two elements that people think of together."""
MOST_PAIRS = 60
"""The most pairs that are tried at one position."""
IMPLIED = ("rule_of_45", "law_of_leftovers")
"""The elements that follow from others: together with these they say little more."""


def steps(position: Position) -> Deductions:
    """Yield what two elements eliminate together, those with the fewest open cells first."""
    for task in _easiest_first(position):
        cells, domains = task.element.cells, domains_of(position, task.element)
        if not all(domains):
            return
        left = task.filled(domains)
        eliminated = 0
        for cell, mask in zip(cells, left, strict=True):
            eliminated |= position.in_cell(cell, ~mask)
        if eliminated:
            yield Deduction(eliminated, cells=mask_of(cells), constraint=task.element.title)


def _easiest_first(position: Position) -> Iterator[Task]:
    """Yield the pairs of elements that both have open cells, those with the fewest first."""
    found = pairs(position.geometry)
    sizes = []
    for number, (task, n_first) in enumerate(found):
        is_open = [not position.grid[cell] for cell in task.element.cells]
        if any(is_open[:n_first]) and any(is_open[n_first:]) and sum(is_open) <= MOST_OPEN:
            sizes.append((sum(is_open), number))
    yield from (found[number][0] for _, number in sorted(sizes)[:MOST_PAIRS])


@lru_cache(maxsize=32)
def pairs(geometry: Geometry) -> tuple[tuple[Task, int], ...]:
    """Return the pairs of elements of which cells see each other, with the size of the first."""
    some = [
        task.element
        for name in sorted(geometry.elements)
        if name not in IMPLIED
        for task in tasks(geometry, name, True)
    ]
    masks = [mask_of(element.cells) for element in some]
    seen = [0] * len(some)
    for k, element in enumerate(some):
        for cell in element.cells:
            seen[k] |= geometry.peers[cell]
    found = []
    for k, one in enumerate(some):
        for m in range(k + 1, len(some)):
            both = masks[k] | masks[m]
            is_more = both not in (masks[k], masks[m])
            n_touching = (seen[k] & masks[m] & ~masks[k]).bit_count()
            shared = (masks[k] & masks[m]).bit_count()
            if is_more and shared + n_touching > 1:
                found.append((Task(joined(one, some[m]), geometry.peers), len(one.cells)))
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
    def _plan(self) -> tuple[tuple[tuple[int, ...], tuple[tuple[int, ...], ...]], ...]:
        """For each cell the places whose digits were kept until then, and those that are read."""
        n = 1 + max(place for _, places in self.readers for place in places)
        unread = [
            [places[_n_read(places, at) :] for _, places in self.readers] for at in range(n + 1)
        ]
        return tuple(
            (
                tuple(k for k in range(at) if any(k in rest for rest in unread[at])),
                tuple(
                    rest[: len(rest) - len(after)]
                    for rest, after in zip(unread[at], unread[at + 1], strict=True)
                ),
            )
            for at in range(n)
        )

    def step(self, state: State, digit: int) -> State | None:
        """Let each reader read as far as the digits of its next cells are known."""
        at, kept, states = state
        if at >= len(self._plan):
            return at + 1, kept, states
        places, reads = self._plan[at]
        known, after = dict(zip(places, kept, strict=True)), []
        known[at] = digit
        for (reader, _), own, new in zip(self.readers, states, reads, strict=True):
            for place in new:
                own = reader.step(own, known[place])
                if own is None:
                    return None
            after.append(own)
        later = self._plan[at + 1][0] if at + 1 < len(self._plan) else ()
        return at + 1, tuple([known[place] for place in later]), tuple(after)

    def accepts(self, state: State) -> bool:
        """Return whether all readers accept."""
        return all(
            reader.accepts(own) for (reader, _), own in zip(self.readers, state[2], strict=True)
        )


def _n_read(places: tuple[int, ...], n_known: int) -> int:
    """Return how many of the first cells of a reader are among those that are known."""
    return next((k for k, place in enumerate(places) if place >= n_known), len(places))
