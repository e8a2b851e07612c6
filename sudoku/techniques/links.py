"""Strong and weak links between nodes, and the chains that they make.

A *node* is a candidate mask of which something is known to be true together: a candidate, or the
places of a digit in the overlap of two houses or in an almost locked set. A *strong* link says that
one of two nodes is true, a *weak* one that not both are. Nodes are numbered: a single candidate by
its bit, groups from there on; sets of nodes are integers with a bit each.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from sudoku.techniques.als import almost_locked_sets
from sudoku.techniques.geometry import bits
from sudoku.techniques.position import Position

__all__ = ["Chain", "Links"]

MOST_LOOPS = 64
"""How many loops of the same length are looked at that begin and end with the same nodes."""

Chain = tuple[int, ...]
"""Numbers of nodes, with strong and weak links between them by turns: strong at both ends."""


class Links:
    """The links of a position.

    Strong links are those between two places of a digit in a house, two digits of a cell, groups
    in a house, and two digits of an almost locked set.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.first_group = position.n * position.n_cells
        self.masks: dict[int, int] = {}
        self.strong: dict[int, int] = {}
        self.set_digits: dict[tuple[int, int], int] = {}
        self._numbers: dict[int, int] = {}
        self._groups: list[list[tuple[int, int]]] = [[] for _ in range(position.n)]
        self._killed: dict[int, int] = {}
        self._weak: dict[int, int] = {}
        self._add_bilocals()
        self._add_bivalues()
        self._add_groups()
        self._add_sets()
        self._linked = sum(1 << node for node in self.strong)

    def _add_bilocals(self) -> None:
        for digit, links in enumerate(self.position.bilocals):
            for _, both in links:
                first, second = bits(both << digit * self.position.n_cells)
                self._link(1 << first, 1 << second)

    def _add_bivalues(self) -> None:
        position = self.position
        for cell in position.bivalues:
            first, second = bits(position.in_cell(cell, position.cand[cell]))
            self._link(1 << first, 1 << second)

    def _add_groups(self) -> None:
        houses = self.position.geometry.houses
        for digit, places in enumerate(self.position.places):
            shift = digit * self.position.n_cells
            for house, mask in enumerate(houses):
                inside = places & mask
                for other, cut in enumerate(houses):
                    group, rest = inside & cut, inside & ~cut
                    if other != house and group and rest and self._is_group(house, rest):
                        self._link(group << shift, rest << shift)

    def _is_group(self, house: int, cells: int) -> bool:
        """Tell whether cells of a house are one, or lie in another house, too."""
        if not cells & (cells - 1):
            return True
        geometry = self.position.geometry
        return any(
            other != house and not cells & ~geometry.houses[other]
            for other in geometry.houses_of[next(bits(cells))]
        )

    def _add_sets(self) -> None:
        n_cells = self.position.n_cells
        for each in almost_locked_sets(self.position):
            if not each.cells & (each.cells - 1):
                continue
            nodes = {digit: mask << digit * n_cells for digit, mask in each.places.items()}
            for one, mask in nodes.items():
                for other, mask_2 in nodes.items():
                    if one < other:
                        link = self._link(mask, mask_2)
                        locked = 0
                        for digit, places in nodes.items():
                            if digit not in (one, other):
                                locked |= self.position.killed_by(places)
                        for ends in (link, link[::-1]):
                            self.set_digits[ends] = self.set_digits.get(ends, 0) | locked

    def _link(self, one: int, other: int) -> tuple[int, int]:
        """Link two nodes strongly, and return their numbers."""
        first, second = self._number(one), self._number(other)
        self.strong[first] = self.strong.get(first, 0) | 1 << second
        self.strong[second] = self.strong.get(second, 0) | 1 << first
        return first, second

    def _number(self, mask: int) -> int:
        number = self._numbers.get(mask)
        if number is None:
            number = mask.bit_length() - 1
            if mask & (mask - 1):
                digit = number // self.position.n_cells
                number = self.first_group + len(self._numbers)
                self._groups[digit].append((number, mask))
            self._numbers[mask] = number
            self.masks[number] = mask
        return number

    def killed(self, node: int) -> int:
        """Return the candidates that are false if the node is true."""
        killed = self._killed.get(node)
        if killed is None:
            killed = self.position.killed_by(self.masks[node])
            self._killed[node] = killed
        return killed

    def weak(self, node: int) -> int:
        """Return the nodes that are false if this one is true, those that have strong links."""
        weak = self._weak.get(node)
        if weak is None:
            killed = self.killed(node)
            n_cells = self.position.n_cells
            weak = killed & self._linked
            for digit in range(self.position.n):
                if killed >> digit * n_cells & (1 << n_cells) - 1:
                    for number, mask in self._groups[digit]:
                        if not mask & ~killed:
                            weak |= 1 << number
            self._weak[node] = weak
        return weak

    def chains(self) -> Iterator[Chain]:
        """Yield a shortest chain of two strong links or more between any two nodes."""
        for start in self.strong:
            levels = [1 << start]
            while self._add_levels(levels):
                if len(levels) > 2:
                    for end in bits(levels[-1]):
                        yield next(self._paths(levels, end))

    def loops(self) -> Iterator[Chain]:
        """Yield the shortest chains, at most `MOST_LOOPS` of them, whose ends see each other."""
        for start in self.strong:
            levels = [1 << start]
            while self._add_levels(levels):
                if len(levels) > 2:
                    for end in bits(levels[-1] & self.weak(start)):
                        yield from islice(self._paths(levels, end), MOST_LOOPS)

    def _add_levels(self, levels: list[int]) -> bool:
        """Add the nodes that are false next, and those that are then true; tell if there are any.

        Even levels are false, odd ones true, and no node is in two levels of a kind.
        """
        if len(levels) > 1:
            false = 0
            for node in bits(levels[-1]):
                false |= self.weak(node)
            for level in levels[::2]:
                false &= ~level
            levels.append(false)
        true = 0
        for node in bits(levels[-1]):
            true |= self.strong[node]
        for level in levels[1::2]:
            true &= ~level
        levels.append(true)
        return bool(true)

    def _paths(self, levels: list[int], end: int) -> Iterator[Chain]:
        """Yield the ways to a node of the last level; links go both ways, so look for them back."""
        stack: list[tuple[int, Chain]] = [(len(levels) - 1, (end,))]
        while stack:
            at, path = stack.pop()
            if at == 0:
                yield path
                continue
            near = self.strong[path[0]] if at & 1 else self.weak(path[0])
            stack += [(at - 1, (node, *path)) for node in bits(near & levels[at - 1])]
