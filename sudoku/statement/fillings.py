"""The ways to fill an element: which digits its cells may hold if cells that see each other differ.

A digit is kept if some filling has it in its cell. Fillings are looked for one by one, cell after
cell, so most digits are supported by fillings that were found for others. What a prefix leaves for
the cells behind it is remembered where it has no filling.

Complexity: at most `MOST_NODES` prefixes for all digits of an element, unless another number is
asked for; the digits that are not decided by then are kept.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, TypeAlias

from exactcover.runtime.search.limits import stop_if_due
from sudoku.geometry.shape import Cells
from sudoku.rules.binary_relation import Supports, turned
from sudoku.rules.element import Element
from sudoku.statement.automaton import TooLargeError, layers
from sudoku.statement.bitsets import mask_of_digits

MOST_NODES = 3_000
"""The most prefixes that are tried for all digits of an element."""
MOST_STEPS = 1 << 13
"""The most steps of a reader that are listed before the search."""

MOST_REMEMBERED = 4_096
"""The most answers that an element remembers."""

Domains: TypeAlias = tuple[int, ...]
"""For each cell of an element the digits that it may hold, as a mask."""


class Task:
    """An element together with the pairs of its cells that cannot hold the same digit.

    It remembers what it was asked, because most elements do not change from step to step.

    Parameters
    ----------
    element
        The element.
    peers
        For each cell of the board those that see it, as a mask.
    most_nodes
        The most prefixes that are tried for one answer.
    parts
        Tasks for elements of which this one consists: what they leave is looked up first. Without
        any, what the reader leaves is.

    Attributes
    ----------
    differing
        For each position in the element the later positions that differ from it.
    related
        For each position the later positions that it is related to, with their supports.
    """

    def __init__(
        self,
        element: Element,
        peers: Sequence[int],
        most_nodes: int = MOST_NODES,
        parts: tuple[Task, ...] = (),
    ) -> None:
        cells = element.cells
        places = range(len(cells))
        self.element = element
        self.most_nodes = most_nodes
        self._parts = tuple((part, tuple(map(cells.index, part.element.cells))) for part in parts)
        self.differing: tuple[Cells, ...] = tuple(
            tuple(k for k in places[at + 1 :] if peers[cells[at]] >> cells[k] & 1) for at in places
        )
        related: list[list[tuple[int, Supports]]] = [[] for _ in places]
        for one, other, supports in element.pairs:
            if one < other:
                related[one].append((other, supports))
            else:
                related[other].append((one, turned(supports)))
        self.related = tuple(map(tuple, related))
        self._filled: dict[Domains, Domains] = {}
        self._has_filling: dict[Domains, bool] = {}

    def filled(self, domains: Domains) -> Domains:
        """Return the digits of each cell that are in a filling; `domains` has those to choose from.

        Examples
        --------
        >>> from sudoku.rules.linear import SumTo
        >>> cage = Element("cage", "cage", "", (0, 1), SumTo(6))
        >>> Task(cage, [0b10, 0b01]).filled((0b10111, 0b10110))
        (1, 16)
        """
        if domains not in self._filled:
            _make_room(self._filled)
            read = self._read(domains)
            search = _Search(self, read)
            self._filled[domains] = search.supported() if all(read) else (0,) * len(read)
        return self._filled[domains]

    def has_filling(self, domains: Domains) -> bool:
        """Return whether there is a filling; also True if that was not decided."""
        if domains not in self._has_filling:
            _make_room(self._has_filling)
            read = self._read(domains) if all(domains) else domains
            self._has_filling[domains] = all(read) and _Search(self, read).has_filling()
        return self._has_filling[domains]

    def _read(self, domains: Domains) -> Domains:
        """Return the digits that the parts leave, or those on a path of the reader."""
        if self._parts:
            read = list(domains)
            for part, own in self._parts:
                left = part.filled(tuple([read[k] for k in own]))
                for k, mask in zip(own, left, strict=True):
                    read[k] &= mask
            return tuple(read)
        reader = self.element.reader
        if reader is None:
            return domains
        try:
            steps = layers(reader, domains, MOST_STEPS)
        except TooLargeError:
            return domains
        return tuple(mask_of_digits({arc.digit for arc in layer}) for layer in steps)


def _make_room(known: dict[Domains, Any]) -> None:
    """Make room for one more answer, which takes some time: forget all if much is remembered."""
    stop_if_due()
    if len(known) >= MOST_REMEMBERED:
        known.clear()


class _UndecidedError(Exception):
    """The most prefixes were tried."""


class _Search:
    """A search for fillings of an element."""

    def __init__(self, task: Task, domains: Domains) -> None:
        self._task = task
        self._domains = domains
        self._step = task.element.reader.step if task.element.reader else None
        self._accepts = task.element.reader.accepts if task.element.reader else None
        self._start = task.element.reader.start if task.element.reader else 0
        self._dead: set[tuple[int, Hashable, Domains]] = set()
        self._n_nodes = 0

    def has_filling(self) -> bool:
        """Return whether there is a filling, or that was not decided."""
        try:
            return self._filling(0, self._start, self._domains) is not None
        except _UndecidedError:
            return True

    def supported(self) -> Domains:
        """Return the digits of each cell that are in a filling, or were not decided."""
        domains = self._domains
        found = [0] * len(domains)
        try:
            for at, domain in enumerate(domains):
                for bit in _bits(domain):
                    if found[at] & bit:
                        continue
                    one = (*domains[:at], bit, *domains[at + 1 :])
                    filling = self._filling(0, self._start, one)
                    for k, digit in enumerate(filling or ()):
                        found[k] |= digit
                    if filling is None:
                        domains = (*domains[:at], domains[at] & ~bit, *domains[at + 1 :])
                        if not domains[at]:
                            return (0,) * len(domains)
        except _UndecidedError:
            return domains
        return tuple(found)

    def _filling(self, at: int, state: Hashable, left: Domains) -> tuple[int, ...] | None:
        """Return the bits of a filling of the cells from a position on; None if there is none."""
        if not left:
            return () if self._accepts is None or self._accepts(state) else None
        key = (at, state, left)
        if key in self._dead:
            return None
        self._n_nodes += 1
        if self._n_nodes > self._task.most_nodes:
            raise _UndecidedError
        after: Hashable = state
        for bit in _bits(left[0]):
            if self._step is not None:
                after = self._step(state, bit.bit_length())
                if after is None:
                    continue
            rest = self._without(at, bit, left)
            if rest is not None:
                found = self._filling(at + 1, after, rest)
                if found is not None:
                    return (bit, *found)
        self._dead.add(key)
        return None

    def _without(self, at: int, bit: int, left: Domains) -> Domains | None:
        """Return what a digit leaves to the later cells; None if a cell has nothing left."""
        rest = list(left[1:])
        for k in self._task.differing[at]:
            rest[k - at - 1] &= ~bit
        for k, supports in self._task.related[at]:
            rest[k - at - 1] &= supports[bit.bit_length() - 1]
        return tuple(rest) if all(rest) else None


def _bits(mask: int) -> Iterator[int]:
    """Yield the bits of a mask, each as a mask."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low
