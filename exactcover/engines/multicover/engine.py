"""Multiplicities: Algorithm M on sparse sets, for items that may be covered more than once.

If an item still needs n covers and has k live options, then k + 1 - n of them can be chosen first;
where n = 0, this number includes "none of them". The search stores this branching degree for
each item, in place of the number of its options. An item with degree 0 fails, with degree 1 all its
choices are forced, and the search branches on the item with the least degree. The rest is as in
`exactcover.engines.dancing_cells`: the degree of an item that is covered exactly once is its size.

A branch offers options of its item, and hides them from all other items, so that no later choice
includes them. If the item may be covered only once more, all its live options are offered; else
only the first one, and the alternative is to do without it (binary branching). So no set of options
is found twice.

References
----------
D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1, Algorithm M, and his program
SSMCC.
"""

from typing import ClassVar

import numpy as np

from exactcover.engines.dancing_cells.cells import CHANGING, CHANGING_BOUNDS, DEPTH
from exactcover.engines.dancing_cells.engine import DancingCells, choose
from exactcover.engines.multicover.bounds import MULTIPLICITIES, agree
from exactcover.problem.problem import Problem


class MultiCover(DancingCells):
    """The engine; see `exactcover.engines.protocol.CoverEngine`.

    An update is a node of an option that is visited to hide it.
    """

    name = "multicover"
    changing: ClassVar[tuple[str, ...]] = (*CHANGING, *CHANGING_BOUNDS)
    takes_bounds = True

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins, or leave them out.

        See `exactcover.problem.choices` about the numbers. Return whether the options agree.
        """
        n_options = len(self._links.node_of)
        numbers = np.array(options, dtype=np.int64)
        is_left_out = numbers >= n_options
        numbers %= n_options or 1
        chosen = numbers[~is_left_out].tolist()
        if not agree(self._links, chosen) or not set(numbers[is_left_out]).isdisjoint(chosen):
            return False
        choose(self._state, self._links.node_of[numbers], is_left_out)
        self._n_given = int(self._state.position[DEPTH])
        return True

    @staticmethod
    def refuses(problem: Problem) -> str | None:
        """Refuse multiplicities."""
        return MULTIPLICITIES if problem.has_multiplicities else None
