"""Where the states of items stand in the keys of tables, and the masks that follow from it."""

from collections.abc import Collection, Iterable

import numpy as np

from exactcover.engines.decomposition.item_states import PLAIN, ItemStates
from exactcover.engines.decomposition.work import Fields, Joining, Placing
from exactcover.runtime.errors import GaveUpError
from exactcover.runtime.kernels.jit import kernel
from exactcover.runtime.kernels.types import I64, U32, U64

KEY_BITS = 64
"""A key is one word."""

TOO_WIDE = f"a key of a table needs more than {KEY_BITS} bits"

NO_FIELDS = Fields(*np.zeros((5, 0), dtype=np.int64))
Shifts = dict[int, int]
"""Item -> the lowest bit of its state in a key."""


class Layouts:
    """Lays out keys for the items of a problem.

    Parameters
    ----------
    states
        The items.
    """

    def __init__(self, states: ItemStates) -> None:
        self._states = states
        self._width: list[int] = states.width.tolist()
        # Of items whose state is one bit that says whether they are covered, kernels use masks.
        self._are_bits = states.kind == PLAIN
        self._is_bit: list[bool] = self._are_bits.tolist()
        self._low: list[int] = states.low.tolist()
        self._shift_of = np.zeros(len(states.kind), dtype=np.uint64)

    def extended(self, shifts: Shifts, scope: Iterable[int]) -> Shifts:
        """Return the layout of a scope that is larger than that of a table, whose bits stay.

        Raises
        ------
        GaveUpError
            If a key has too few bits.
        """
        free = (1 << KEY_BITS) - 1
        for item, shift in shifts.items():
            free &= ~(((1 << self._width[item]) - 1) << shift)
        extended = dict(shifts)
        for item in scope:
            if item not in extended:
                width = self._width[item]
                fits = free
                for k in range(1, width):
                    fits &= free >> k
                if not fits:
                    raise GaveUpError(TOO_WIDE)
                shift = (fits & -fits).bit_length() - 1
                extended[item] = shift
                free &= ~(((1 << width) - 1) << shift)
        return extended

    def placing(
        self,
        rows: U32,
        options: list[int],
        nodes: I64,
        shifts: Shifts,
        ended: list[int],
        may_skip: bool,
    ) -> Placing:
        """Return what the kernel needs to place options into a table with these rows.

        `nodes` are the places of the options in `ItemStates.members`, one option after another.
        """
        states = self._states
        self._shift_of[list(shifts)] = list(shifts.values())
        items = states.members[nodes]
        is_bit = self._are_bits[items]
        bits = np.left_shift(is_bit.astype(np.uint64), self._shift_of[items])
        lengths = states.starts[1:][options] - states.starts[options]
        sets = np.zeros(len(options), dtype=np.uint64)
        if len(nodes):
            sets = np.bitwise_or.reduceat(bits, np.cumsum(lengths) - lengths)
        wide = dict.fromkeys(item for item in ended if not self._is_bit[item])
        if not is_bit.all():
            wide.update(dict.fromkeys(items[~is_bit].tolist()))
        values = np.zeros((len(options), len(wide)), dtype=np.int64)
        if wide:
            owner = np.repeat(np.arange(len(options)), lengths)
            for field, item in enumerate(wide):
                has_item = items == item
                values[owner[has_item], field] = states.values[nodes[has_item]]
        need, drop = self._masks(shifts, ended)
        return Placing(
            rows,
            np.array(options, dtype=np.uint32),
            sets,
            values,
            self._fields(list(wide), shifts, set(ended)),
            may_skip,
            np.uint64(need),
            np.uint64(drop),
        )

    def joining(
        self, scope: Collection[int], shared: Collection[int], ended: set[int]
    ) -> tuple[Shifts, Joining]:
        """Return the layout of both tables of a join, and what the kernel needs.

        The highest bits are those of the items that both have: first those of several bits, last
        those of which the fewest pairs of rows remain.

        Raises
        ------
        GaveUpError
            If a key has too few bits.
        """
        own = [item for item in scope if item not in shared]
        common = sorted(
            shared, key=lambda item: (self._is_bit[item], -self._rank(item, ended), item)
        )
        shifts: Shifts = {}
        shift = 0
        for item in [*own, *reversed(common)]:
            shifts[item] = shift
            shift += self._width[item]
        if shift > KEY_BITS:
            raise GaveUpError(TOO_WIDE)
        need, drop = self._masks(shifts, ended)
        n_wide = sum(not self._is_bit[item] for item in common)
        fields = self._fields(common, shifts, ended)
        return shifts, Joining(fields, n_wide, np.uint64(need), np.uint64(drop))

    def _rank(self, item: int, ended: set[int]) -> int:
        """Return how few pairs of rows remain for an item of a join."""
        return 0 if item not in ended else 2 if self._low[item] else 1

    def _masks(self, shifts: Shifts, ended: Iterable[int]) -> tuple[int, int]:
        """Return the bits that must be set by now, and all bits of the items that end."""
        need = drop = 0
        for item in ended:
            if self._is_bit[item]:
                drop |= 1 << shifts[item]
                need |= self._low[item] << shifts[item]
            else:
                drop |= ((1 << self._width[item]) - 1) << shifts[item]
        return need, drop

    def _fields(self, items: list[int], shifts: Shifts, ended: set[int]) -> Fields:
        if not items:
            return NO_FIELDS
        states = self._states
        return Fields(
            np.array([shifts[item] for item in items], dtype=np.int64),
            states.width[items],
            states.kind[items],
            states.top[items],
            np.array([self._low[i] if i in ended else -1 for i in items], dtype=np.int64),
        )


@kernel
def lay_out(keys: U64, rows: U32, source: I64, target: I64, width: I64, out: U64) -> None:
    """Write the keys of some rows in another layout, field by field."""
    for k in range(len(rows)):
        out[k] = np.uint64(0)
    for field in range(len(source)):
        mask = (np.uint64(1) << np.uint64(width[field])) - np.uint64(1)
        down, up = np.uint64(source[field]), np.uint64(target[field])
        for k in range(len(rows)):
            out[k] |= ((keys[rows[k]] >> down) & mask) << up
