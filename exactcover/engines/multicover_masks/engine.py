"""Masks under bounds: the fastest engine where options are few and their items have bounds.

As in `exactcover.engines.masks`, the options left are one row of bits, and a choice is an AND with
the row of the option. It removes the option itself; it forbids nothing to its items with bounds,
until one of them may not be covered again: then follows an AND with the row of that item.

The degree of an item that needs n more covers and has k options left is k + 1 - n: at 0 it fails,
at 1 all its options must be chosen. In every lane an offset turns the number of ones into this
degree. Items that need no more covers get a large degree: they are not branched on before all
others are covered, and then only as long as any option is left.

An item to be covered exactly once more offers all its options. Else the search chooses the first
option of the item or leaves it out: then its bits are removed from the row of the level, which is
searched again as a node of its own.
"""

import numpy as np

from exactcover.engines.masks.shape import why_not_with_bounds
from exactcover.engines.masks.table import NONE
from exactcover.engines.multicover.bounds import agree
from exactcover.engines.multicover_masks.moves import (
    ONE,
    apply,
    leave_out,
    make_pending,
)
from exactcover.engines.multicover_masks.search import LISTING, search
from exactcover.engines.multicover_masks.state import (
    CHANGING,
    LEFT,
    MANY,
    MARK,
    NODES,
    OPENED,
    PENDING,
    SOLUTIONS,
    UPDATES,
    WAYS,
    State,
    check,
    initial_state,
    path_of,
)
from exactcover.engines.multicover_masks.table import BoundedTable, bounded_table
from exactcover.problem.links import Links
from exactcover.problem.problem import Problem
from exactcover.runtime.kernels.jit import kernel
from exactcover.runtime.kernels.types import U64
from exactcover.runtime.search.base import ArrayEngine, Counters
from exactcover.runtime.search.protocol import STATUSES, Out, Part, Status, counting

WHOLE = 1 << 62
"""The weight of the whole tree in `part_done`."""
_NO_OUT = counting(1)


class MultiCoverMasks(ArrayEngine):
    """The engine; see `exactcover.engines.protocol.CoverEngine`.

    A node is a row that is looked at, with all that it forces; an update is a vector of a row.
    """

    name = "multicover_masks"
    is_splittable = True
    compiles_itself = True
    counters = Counters(NODES, UPDATES, SOLUTIONS)
    changing = CHANGING
    _state: State

    def __init__(self, links: Links) -> None:
        self.depth = links.depth
        self._links = links
        self._state = initial_state(links, self._table(links))
        # Numba compiles kernels for a new type of words here, before any search is timed.
        self.advance(0, _NO_OUT)

    def _table(self, links: Links) -> BoundedTable:
        """Return the table of these links."""
        return bounded_table(links)

    def choose(self, options: list[int]) -> bool:
        """Choose these options before the search begins, or leave them out.

        See `exactcover.problem.choices` about the numbers. Return whether the options agree.
        """
        n_options = self._state.n_options
        chosen = [option for option in options if option < n_options]
        left_out = {option - n_options for option in options}
        if not agree(self._links, chosen) or not left_out.isdisjoint(chosen):
            return False
        choose(self._state, np.array(list(dict.fromkeys(options)), dtype=np.uint64))
        return True

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        return STATUSES[advance(self._state, node_budget, out)]

    def _rows_in_use(self) -> dict[str, int]:
        n_rows = int(self._state.position[OPENED])
        return dict.fromkeys(("rows", "offsets", "bounds", "levels"), n_rows)

    def part_done(self) -> float:
        """Return the part of the tree that is not left on any level."""
        position, levels = self._state.position, self._state.levels
        left = 0
        for level in levels[: position[OPENED]].tolist():
            if level[WAYS] < MANY:
                left += level[LEFT] * (WHOLE // level[WAYS])
        return 1.0 - left / WHOLE

    def remaining(self) -> list[Part]:
        """Return the parts of the tree that are still to be searched; see `Splittable`.

        A part has numbers for `choose`: an option is chosen in it, or left out.
        """
        state, parts = self._state, list[Part]()
        for level in reversed(range(int(state.position[OPENED]))):
            word, left, _, ways, _ = state.levels[level].tolist()
            path = path_of(state, level)
            if word == int(PENDING):
                parts.append(Part(1.0 / ways, path))
                continue
            for option in options_left(state, level, word, left):
                parts.append(Part(1.0 / ways, [*path, option]))
        return parts

    @staticmethod
    def refuses(problem: Problem) -> str | None:
        """Refuse tables that are too large."""
        return why_not_with_bounds(problem)

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        check(self._links, self._state)


def options_left(state: State, level: int, word: int, number: int) -> list[int]:
    """Return the options of the item of a level that were not tried yet."""
    masks, row, options = state.table.masks, state.rows[level], list[int]()
    while len(options) < number:
        bits = int(row[word])
        here = [int(o) for k, o in enumerate(masks.option_at[word]) if bits >> k & 1]
        options += [option for option in here if option != NONE]
        word += int(masks.lanes)
    return options[:number]


@kernel
def choose(state: State, numbers: U64) -> None:
    """Choose options on level 0, or leave them out."""
    for k in range(len(numbers)):
        number = np.uint64(numbers[k])
        mark = state.levels[0, MARK]
        state.path[mark] = number
        make_pending(state, 0, mark, number, ONE)
        if number < state.n_options:
            apply(state, 0, number)
        else:
            leave_out(state, 0, number - np.uint64(state.n_options))


@kernel
def advance(state: State, node_budget: int, out: Out) -> int:
    """Continue the search for all solutions, up to a limit or the end."""
    return search(state, LISTING, out, node_budget, out.room)
