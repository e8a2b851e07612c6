"""The facts about other cells from which it follows that an element has no filling of some kind.

As few cells as possible are named, and of each as little as suffices: "r1c2 is at least 4" rather
than all of its candidates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from sudoku.explaining.scene import Scene, counted
from sudoku.geometry.words import listed
from sudoku.rules.element import Element
from sudoku.statement.bitsets import digits_of
from sudoku.statement.fillings import Task
from sudoku.techniques.elements import own_peers

MOST_PAIRS = 10
"""The most pairs of cells that are tried one by one."""
MOST_NAMED = 5
"""The most cells of which a sentence says what they may hold."""


class Facts:
    """What the cells of an element may hold, and what follows from it."""

    def __init__(self, scene: Scene, element: Element) -> None:
        self._scene, self._element = scene, element
        board = scene.board
        shape, rules = board.puzzle.shape, board.puzzle.rules
        self._shape, self._rules, self._n = shape, rules, shape.n
        self._now = [board.candidates[c] or 1 << board.digits[c] - 1 for c in element.cells]
        allowed = scene.links.allowed
        self._always = [allowed[cell] for cell in element.cells]
        peers = [sum(1 << other for other in seen) for seen in scene.links.peers]
        self._tasks = (Task(element, own_peers(shape, rules, element)), Task(element, peers))

    def why(self, limits: Sequence[Mapping[int, int]]) -> str:
        """Return the facts in a sentence; empty if the element alone is the reason.

        Parameters
        ----------
        limits
            For each kind of filling that there is not, the digits of some positions.
        """
        for task in self._tasks:
            if all(self._excludes(task, limit, self._now) for limit in limits):
                break
        else:
            return self._of_all()
        named = self._named(task, limits)
        if len(named) > MOST_NAMED:
            return self._of_all()
        domains = self._relaxed(task, limits, named)
        words = "; ".join(self._fact(k, domains[k]) for k in named)
        words += "." if words else ""
        if task is self._tasks[1] and task.differing != self._tasks[0].differing:
            words += f" {self._who_differs(limits, domains)}"
        return words.strip()

    def holds_alone(self, limit: Mapping[int, int]) -> bool:
        """Return whether the element alone excludes something, whatever is known of its cells."""
        return self._excludes(self._tasks[0], limit, self._always)

    def _who_differs(self, limits: Sequence[Mapping[int, int]], domains: Sequence[int]) -> str:
        """Return which cells must differ because they see each other."""
        element, own = self._element, self._tasks[0].differing
        pairs = [
            (at, k)
            for at, later in enumerate(self._tasks[1].differing)
            for k in later
            if k not in own[at]
        ]
        for pair in list(pairs) if len(pairs) <= MOST_PAIRS else ():
            fewer = self._differing([other for other in pairs if other != pair])
            if all(self._excludes(fewer, limit, domains) for limit in limits):
                pairs.remove(pair)
        if len(pairs) > 2:
            shared = self._scene.shared(element.cells)
            if shared:
                return f"No digit comes twice in {shared[0].title}."
            return "Cells that see each other differ."
        name, cells = self._scene.cell, element.cells
        seen = [f"{name(cells[one])} sees {name(cells[other])}" for one, other in pairs]
        return f"{listed(seen)}, so they differ."

    def _differing(self, pairs: Sequence[tuple[int, int]]) -> Task:
        """Return the element with only some pairs of cells that differ, and those of its own."""
        cells = self._element.cells
        peers = list(own_peers(self._shape, self._rules, self._element))
        for one, other in pairs:
            peers[cells[one]] |= 1 << cells[other]
            peers[cells[other]] |= 1 << cells[one]
        return Task(self._element, peers)

    def _of_all(self) -> str:
        cells = [c for c, mask in zip(self._element.cells, self._now, strict=True) if mask]
        return (
            f"No arrangement of the candidates in these {counted(len(cells))} cells has the digits "
            "named next."
        )

    def _excludes(self, task: Task, limit: Mapping[int, int], domains: Sequence[int]) -> bool:
        """Return whether there is no filling within some domains and the limit."""
        limited = tuple(mask & limit.get(k, mask) for k, mask in enumerate(domains))
        return not task.has_filling(limited)

    def _named(self, task: Task, limits: Sequence[Mapping[int, int]]) -> list[int]:
        """Return the positions whose candidates matter, as few as are found easily."""
        named: set[int] = set()
        for limit in limits:
            if self._suffices(task, limit, named):
                continue
            others = [
                k
                for k in range(len(self._now))
                if self._now[k] != self._always[k] and k not in named
            ]
            named |= self._least(task, limit, named, others)
        return sorted(named)

    def _least(
        self, task: Task, limit: Mapping[int, int], named: set[int], others: list[int]
    ) -> set[int]:
        """Return one position, two, or else a set of which none can be left out."""
        for size in (1, 2):
            for some in combinations(others, size):
                if self._suffices(task, limit, named.union(some)):
                    return set(some)
        left = set(others)
        for k in others:
            if self._suffices(task, limit, named | left - {k}):
                left.discard(k)
        return left

    def _suffices(self, task: Task, limit: Mapping[int, int], named: set[int]) -> bool:
        domains = [self._now[k] if k in named else mask for k, mask in enumerate(self._always)]
        return self._excludes(task, limit, domains)

    def _relaxed(
        self, task: Task, limits: Sequence[Mapping[int, int]], named: list[int]
    ) -> list[int]:
        """Return domains that still suffice, each as simple as possible."""
        domains = [self._now[k] if k in named else mask for k, mask in enumerate(self._always)]
        for k in named:
            kept = domains[k]
            for simpler in self._simpler(kept):
                domains[k] = simpler
                if all(self._excludes(task, limit, domains) for limit in limits):
                    break
                domains[k] = kept
        return domains

    def _simpler(self, mask: int) -> Iterator[int]:
        """Yield the digits from the lowest on, those up to the highest, and those between."""
        if mask.bit_count() < 2:
            return
        full = (1 << self._n) - 1
        from_lowest = full & ~((mask & -mask) - 1)
        to_highest = (1 << mask.bit_length()) - 1
        yield from (from_lowest, to_highest)
        if mask.bit_count() > 3:
            yield from_lowest & to_highest

    def _fact(self, k: int, mask: int) -> str:
        """Return what a cell may hold, in a clause."""
        digits = digits_of(mask)
        name = self._scene.cell(self._element.cells[k])
        if len(digits) > 1 and digits[-1] == self._n and len(digits) == self._n - digits[0] + 1:
            return f"{name} is at least {digits[0]}"
        if len(digits) > 1 and digits[0] == 1 and digits[-1] == len(digits):
            return f"{name} is at most {digits[-1]}"
        if len(digits) > 3 and digits[-1] - digits[0] + 1 == len(digits):
            return f"{name} is from {digits[0]} to {digits[-1]}"
        missing = [d for d in range(1, self._n + 1) if d not in digits]
        if len(missing) < 3:
            return f"{name} is not {self._scene.digits(missing, 'or')}"
        return f"{name} is {self._scene.digits(digits, 'or')}"
