"""The states between two options, where options are looked at one after another.

A state says how often the items that later options have, too, are covered, and with which colour.
Sets of options with equal states can be completed in the same ways. A number of covers beyond which
nothing changes stands for all higher ones.
"""

from collections.abc import Sequence
from typing import NamedTuple

from exactcover.problem.links import END, Links

State = tuple[int, ...]
"""For each item that is open between two options, how often it is covered; of a secondary item 0,
or 1 more than its colour."""


class Node(NamedTuple):
    """An item of an option.

    Attributes
    ----------
    item
        The item.
    colour, units
        Its colour, and how many units the option covers.
    """

    item: int
    colour: int
    units: int


class Items:
    """What items need and allow.

    Attributes
    ----------
    rows
        The items of each option.
    are_possible
        Whether no item has too few options.
    open_before
        Before each option, the items that an earlier option has, and it or a later one.
    """

    def __init__(self, links: Links) -> None:
        rows = [nodes_of(links, option) for option in range(len(links.node_of))]
        self._n_primary = links.n_primary
        self._low, self._high = links.low.tolist(), links.high.tolist()
        last = {node.item: option for option, row in enumerate(rows) for node in row}
        self._left = [0] * links.n_items
        for node in (node for row in rows for node in row):
            self._left[node.item] += node.units
        self.are_possible = all(
            low <= left for low, left in zip(self._low, self._left, strict=False)
        )
        self._total = list(self._left)
        # What the options after each one cover of its items.
        self._later: list[dict[int, int]] = []
        self.open_before: list[tuple[int, ...]] = []
        is_open: dict[int, None] = {}
        for option, row in enumerate(rows):
            self.open_before.append(tuple(is_open))
            for node in row:
                self._left[node.item] -= node.units
                is_open[node.item] = None
                if last[node.item] == option:
                    del is_open[node.item]
            self._later.append({node.item: self._left[node.item] for node in row})
        self.open_before.append(())
        self.rows: Sequence[tuple[Node, ...]] = rows

    def after(self, option: int, state: State) -> tuple[State | None, State | None]:
        """Return the states after an option, without it and with it; None where an item fails."""
        covered = dict(zip(self.open_before[option], state, strict=True))
        without = self._after(option, dict(covered), ())
        return without, self._after(option, covered, self.rows[option])

    def _after(self, option: int, covered: dict[int, int], taken: tuple[Node, ...]) -> State | None:
        """Return the state after an option that adds some nodes to the items covered."""
        for item, colour, units in taken:
            before = covered.get(item, 0)
            if item >= self._n_primary:
                if before and (colour == 0 or before != colour + 1):
                    return None
                covered[item] = colour + 1
            elif before + units > self._high[item]:
                return None
            else:
                covered[item] = before + units
        for item, left in self._later[option].items():
            if item < self._n_primary:
                low, times = self._low[item], covered.get(item, 0)
                if times + left < low:
                    return None
                if self._high[item] >= self._total[item]:
                    covered[item] = min(times, low)
        return tuple(covered.get(item, 0) for item in self.open_before[option + 1])


def nodes_of(links: Links, option: int) -> tuple[Node, ...]:
    """Return the items of an option."""
    nodes, node = [], int(links.node_of[option])
    while links.item_of[node] != END:
        units = int(links.unit_of[node]) if len(links.unit_of) else 1
        nodes.append(Node(int(links.item_of[node]), int(links.colour_of[node]), units))
        node += 1
    return tuple(nodes)
