"""Multiplicities: a search that counts units, for options that cover several units of an item.

Every option is open, chosen or left out. Each item knows how many units the chosen options cover,
and how many the open ones. An open option that covers more than there is room for is left out; one
without which the units would not suffice is chosen. Both are repeated until nothing follows.

The search branches on an item that needs more units, and has the fewest open options beyond those
that it needs. Where any two of these cover too much together, it tries all of them; else it
chooses the one with the most units, or leaves it out. After all items have what they need, it does
so with any option that is open.
"""

import numpy as np

from exactcover.engines.levels import others, part_done
from exactcover.engines.multicover.bounds import agree
from exactcover.engines.multicover_units.search import advance, begin
from exactcover.engines.multicover_units.state import (
    BACK_UP,
    CHANGING,
    CHOOSE,
    CHOSEN,
    DECIDED,
    DEPTH,
    ENTER,
    FIRST,
    LAST,
    NODES,
    OFFERED,
    OUT,
    PHASE,
    SOLUTIONS,
    UPDATES,
    State,
    check,
    initial_state,
)
from exactcover.problem.links import Links
from exactcover.runtime.search.base import ArrayEngine, Counters
from exactcover.runtime.search.protocol import STATUSES, Out, Part, Status


class MultiCoverUnits(ArrayEngine):
    """The engine; see `exactcover.engines.protocol.CoverEngine`. It takes every problem.

    An update is an option that is looked at because its item was covered.
    """

    name = "multicover_units"
    is_splittable = True
    counters = Counters(NODES, UPDATES, SOLUTIONS)
    changing = CHANGING
    _state: State

    def __init__(self, links: Links) -> None:
        self.depth = links.depth
        self._links = links
        self._given: list[int] = []
        self._state = initial_state(links)
        self.choose([])

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins, or leave them out.

        See `exactcover.problem.choices` about the numbers. Return whether the options agree.
        """
        n_options = len(self._links.node_of)
        self._given += options
        chosen = [option for option in self._given if option < n_options]
        left_out = {option - n_options for option in self._given}
        if not agree(self._links, chosen) or not left_out.isdisjoint(chosen):
            return False
        numbers = np.array(options, dtype=np.uint32)
        fates = np.where(numbers < n_options, CHOSEN, OUT)
        begin(self._state, numbers % np.uint32(n_options or 1), fates)
        return True

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        return STATUSES[advance(self._state, node_budget, out)]

    def _rows_in_use(self) -> dict[str, int]:
        depth, n_decided, n_offered = self._state.position[[DEPTH, DECIDED, OFFERED]].tolist()
        return {"levels": depth, "trail": n_decided, "offered": n_offered}

    def _levels(self) -> list[list[int]]:
        depth = int(self._state.position[DEPTH])
        levels: list[list[int]] = self._state.levels[:depth, FIRST : LAST + 2].tolist()
        return levels

    def part_done(self) -> float:
        """Sum, over the levels, the part of the tree that lies left of the cursor."""
        phase, depth = self._state.position[[PHASE, DEPTH]].tolist()
        return 1.0 if phase == BACK_UP and not depth else part_done(self._levels())

    def remaining(self) -> list[Part]:
        """Return the parts of the tree that are still to be searched; see `Splittable`.

        A part has numbers for `choose`: an option is chosen in it, or left out.
        """
        n_options = len(self._links.node_of)
        own = np.arange(n_options, dtype=np.uint32)
        found = others(self._levels(), 0, own, self._state.offered, n_options)
        if self._state.position[PHASE] not in (ENTER, CHOOSE):
            found = found[1:]
        return [Part(part.share, [*self._given, *part.chosen]) for part in found]

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        check(self._state)
