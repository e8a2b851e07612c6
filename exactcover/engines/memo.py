"""Dancing cells with a memo: counts that look up what was counted before.

What lies below a node depends only on the options that are still live. So two nodes with the same
live items, and the same colours on them, have as many solutions below them: the second is looked
up. It is done where the search would branch, after the forced moves. A node that failed is known
like any other, with a count of 0.

The count is a running total as wide as it may ever become. A node writes the total into the table
when it is entered; when it is left, the difference is its count.

On problems where nodes hardly ever meet again a table costs time. So the share of look-ups that
succeed is watched, and where it is too low the memo is dropped: the search goes on as plain dancing
cells from where it stands, and the total stays. Where the table is full nothing is added any more.

References
----------
D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1, Algorithm Z; M. Nishino, N.
Yasuda, S. Minato, M. Nagata, "Dancing with decision diagrams: a combined approach to exact cover"
(AAAI 2017).
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exactcover.engine import Out, Status
from exactcover.engines.dancing_cells import (
    BACK_UP,
    BUDGET_SPENT,
    CHOOSE,
    COVERED,
    CURSOR,
    DEPTH,
    ENTER,
    EXHAUSTED,
    FORCED,
    LAST,
    NODES,
    NONE,
    ONE,
    OUT_FULL,
    PHASE,
    SIZE,
    SOLUTIONS,
    DancingCells,
    State,
    _branch,
    _is_live,
    _next_forced,
    _next_option,
    _smallest,
    _take,
)
from exactcover.errors import ProblemError
from exactcover.jit import helper, kernel
from exactcover.links import END, U32, Links, Unsigned
from exactcover.table import (
    ABSENT,
    U64,
    Table,
    add_row,
    empty_table,
    find_slot,
    hash_key,
    refilled,
    row_at,
    with_room,
)

MAX_BYTES = 1 << 28
WINDOW = 20_000
"""After so many look-ups the kernel comes back, to let the table grow and to judge the memo."""
LEAST_HITS = 0.1
"""The memo is dropped when a smaller share of a window's look-ups succeeds."""
UNLIMITED = 1 << 62
"""A room as large as this is none: counts below a node may be larger."""

# Where `Memo.watch` keeps what.
LOOKUPS, HITS, PAUSE = range(3)

WORD = np.uint64(64)
BIT = np.uint64(1)
_STATUS = tuple(Status)


class Memo(NamedTuple):
    """What a search knows besides its position.

    ========= ============= =========== ===========================================================
    array     shape, dtype  indexed by  holds
    ========= ============= =========== ===========================================================
    table     Table                     rows of a key and a count; until a node is left, its row
                                        holds the total from when it was entered
    row_of    (depth + 1,)  level       its row, or NONE; uint32
    total     (n_words,)                solutions so far, the lowest word first; uint64
    fixed     (n_items,)    item        the colour that the last option chosen gave it; uint32
    coloured  (n,)                      the secondary items that can have a colour; uint32
    field     (n,)                      at which bit of the key their colours stand; uint64
    watch     (3,)                      LOOKUPS and HITS of this window; PAUSE: its length; uint64
    ========= ============= =========== ===========================================================

    A key has one bit an item, set if the item is live, and behind these a field for every item that
    can have a colour: the colour if one is fixed and live options still have it, else 0.
    """

    table: Table
    row_of: U32
    total: U64
    fixed: U32
    coloured: U32
    field: U64
    watch: U64


class MemoCells(DancingCells):
    """The engine; see `exactcover.engine.Engine`. It counts, and lists nothing.

    Parameters
    ----------
    links
        The problem.
    max_bytes
        How large the table may become.
    window
        How many look-ups there are between two judgements of the memo.
    least_hits
        Which share of them must succeed for the memo to be kept.
    """

    name = "memo"

    def __init__(
        self,
        links: Links,
        max_bytes: int = MAX_BYTES,
        window: int = WINDOW,
        least_hits: float = LEAST_HITS,
    ) -> None:
        super().__init__(links)
        self._max_bytes = max_bytes
        self._least_hits = least_hits
        coloured, field, n_key_words = key_layout(links)
        self._memo = Memo(
            empty_table(n_key_words, _n_count_words(links), max_bytes),
            np.full(self.depth + 1, NONE, dtype=np.uint32),
            np.zeros(_n_count_words(links), dtype=np.uint64),
            np.zeros(links.n_items, dtype=np.uint32),
            coloured,
            field,
            np.array([0, 0, window], dtype=np.uint64),
        )
        self.is_kept = True

    def choose(self, options: list[int]) -> bool:
        """Take these options before the search begins; tell whether they agree."""
        state = self._state
        for node in self._links.node_of[options]:
            while state.item_of[node] != END:
                self._memo.fixed[state.item_of[node]] = state.colour_of[node]
                node += ONE
        return super().choose(options)

    def advance(self, node_budget: int, out: Out) -> Status:
        """Count on, for at most `node_budget` nodes and `out.room` solutions.

        Raises
        ------
        ProblemError
            If `out` has rows: solutions that are looked up cannot be listed.
        """
        if len(out.rows):
            raise ProblemError("the method memo only counts: it cannot list solutions")
        last_node = self.nodes + node_budget
        last_solution = self.solutions + out.room
        while self.is_kept:
            room = UNLIMITED if out.room >= UNLIMITED else last_solution - self.solutions
            with np.errstate(over="ignore"):  # numbers wrap around where kernels are not compiled
                status = advance(self._state, self._memo, last_node - self.nodes, room)
            if status != BUDGET_SPENT or self.nodes == last_node:
                return _STATUS[status]
            self._judge()
        room = min(UNLIMITED, last_solution - self.solutions)
        return super().advance(last_node - self.nodes, out._replace(room=room))

    def _judge(self) -> None:
        """Drop the memo if too few look-ups succeeded, or let its table grow for the next ones."""
        watch, window = self._memo.watch, int(self._memo.watch[PAUSE])
        if watch[HITS] < self._least_hits * watch[LOOKUPS]:
            self._drop()
        else:
            table = with_room(self._memo.table, window, self._max_bytes)
            self._memo = self._memo._replace(table=table)
        watch[:PAUSE] = 0

    def _drop(self) -> None:
        self.is_kept = False
        n_words = self._memo.table.rows.shape[1] - len(self._memo.table.key)
        table = empty_table(len(self._memo.table.key), n_words, 0)
        self._memo = self._memo._replace(table=table)

    @property
    def solutions(self) -> int:
        """How many solutions were found so far."""
        total = int.from_bytes(self._memo.total.astype("<u8").tobytes(), "little")
        return total + int(self._state.position[SOLUTIONS])

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        memo = self._memo
        return super().snapshot() | {
            "rows": memo.table.rows[: memo.table.used[0]].copy(),
            "row_of": memo.row_of.copy(),
            "total": memo.total.copy(),
            "fixed": memo.fixed.copy(),
            "watch": memo.watch.copy(),
            "is_kept": np.array(self.is_kept),
        }

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Go on where another engine of the same links stood when it made the snapshot."""
        super().restore(snapshot)
        for name in ("row_of", "total", "fixed", "watch"):
            getattr(self._memo, name)[:] = snapshot[name]
        table = refilled(snapshot["rows"], len(self._memo.table.key), self._max_bytes)
        self._memo = self._memo._replace(table=table)
        self.is_kept = bool(snapshot["is_kept"])


def key_layout(links: Links) -> tuple[U32, U64, int]:
    """Return the items that can have colours, where these stand in the key, and the key's words."""
    most = np.zeros(links.n_items, dtype=np.uint32)
    is_node = links.item_of != END
    np.maximum.at(most, links.item_of[is_node], links.colour_of[is_node])
    coloured = np.flatnonzero(most)
    n_bits = -(-links.n_items // 64) * 64
    field = []
    for colour in most[coloured].tolist():
        if n_bits % 64 + colour.bit_length() > 64:
            n_bits += -n_bits % 64
        field.append(n_bits)
        n_bits += colour.bit_length()
    n_words = -(-n_bits // 64)
    return coloured.astype(np.uint32), np.array(field, dtype=np.uint64), n_words


def _n_count_words(links: Links) -> int:
    """Return in how many words every count fits.

    A search tree has no more leaves than the largest product of degrees along a path, and a path
    has at most `depth` items.
    """
    sizes = np.sort(links.size[: links.n_primary])[::-1][: links.depth]
    n_bits = sum(math.log2(size) for size in sizes.tolist() if size)
    return int(n_bits * (1 + 1e-9) + 1) // 64 + 1


@kernel
def advance(state: State, memo: Memo, node_budget: int, room: int) -> int:
    """Count on, until there is a reason to return; BUDGET_SPENT stands for a pause, too."""
    position, watch, total = state.position, memo.watch, memo.total
    phase = position[PHASE]
    last_node = position[NODES] + np.uint64(node_budget)
    # The lowest word tells how many were found in this call, whatever it wraps around.
    first = total[0]
    is_limited = room < UNLIMITED
    left = np.uint64(room)
    while True:
        if phase == ENTER:
            if position[NODES] >= last_node or watch[LOOKUPS] >= watch[PAUSE]:
                status = BUDGET_SPENT
                break
            position[NODES] += ONE
            item = _next_forced(state)
            if item == NONE:
                item = _smallest(state)
            memo.row_of[position[DEPTH]] = NONE
            if item == NONE:
                _add_one(total)
                phase = np.uint64(BACK_UP)
            elif state.size[item] == 0:
                phase = np.uint64(BACK_UP)
            elif state.size[item] > 1 and _recall(state, memo, is_limited, left):
                phase = np.uint64(BACK_UP)
            else:
                _branch(state, item)
                phase = np.uint64(CHOOSE)
            left = np.uint64(room) - (total[0] - first)
            if is_limited and left == 0:
                status = OUT_FULL
                break
        elif phase == CHOOSE:
            node = state.block[state.levels[position[DEPTH] - ONE, CURSOR]]
            _fix_colours(state, memo, node)
            if _take(state, node, True):
                phase = np.uint64(ENTER)
            else:
                position[FORCED] = 0
                phase = np.uint64(BACK_UP)
        else:
            _close_levels(state, memo)
            if position[DEPTH] == 0:
                status = EXHAUSTED
                break
            _next_option(state)
            phase = np.uint64(CHOOSE)
    position[PHASE] = phase
    return status


@helper
def _recall(state: State, memo: Memo, is_limited: bool, left: Unsigned) -> bool:
    """Add the count of this node if it is known; else begin its row, if there is room for one.

    Where not so many solutions are left to be found, the node is searched again.
    """
    table, watch = memo.table, memo.watch
    _write_key(state, memo)
    digest = hash_key(table)
    slot = find_slot(table, digest)
    row = row_at(table, slot)
    watch[LOOKUPS] += ONE
    if row == ABSENT:
        row = add_row(table, slot, digest)
        if row != ABSENT:
            memo.row_of[state.position[DEPTH]] = row
            _copy_total(memo, row)
        return False
    watch[HITS] += ONE
    if is_limited and not _is_at_most(table, row, left):
        return False
    _add_count(memo, row)
    return True


@helper
def _write_key(state: State, memo: Memo) -> None:
    """Write the key of this node: live items, and fixed colours that live options still have."""
    size, key = state.size, memo.table.key
    n_items = np.uint64(len(size))
    for k in range(np.uint64(len(key))):
        key[k] = 0
    for begin in range(np.uint64(0), n_items, WORD):
        word = np.uint64(0)
        for k in range(min(WORD, n_items - begin)):
            item_size = size[begin + k]
            is_live = (item_size < COVERED) & (item_size & SIZE != 0)
            word |= np.uint64(is_live) << k
        key[begin // WORD] = word
    for k in range(np.uint64(len(memo.coloured))):
        item = memo.coloured[k]
        if size[item] >= COVERED and memo.fixed[item] != 0 and _matters(state, memo, item):
            bit = memo.field[k]
            key[bit // WORD] |= np.uint64(memo.fixed[item]) << (bit % WORD)


@helper
def _matters(state: State, memo: Memo, item: Unsigned) -> bool:
    """Tell whether a live option has the colour that is fixed for `item`."""
    first = state.start[item]
    # The options that were live when it was fixed: its block was not touched since.
    for k in range(first, first + (state.size[item] & SIZE)):
        node = state.block[k]
        if state.colour_of[node] == memo.fixed[item] and _is_live(state, state.first_of[node]):
            return True
    return False


@helper
def _fix_colours(state: State, memo: Memo, node: Unsigned) -> None:
    """Note what colours the option of `node` gives to its items."""
    if len(memo.coloured) > 0:
        node = state.first_of[node]
        while state.item_of[node] != END:
            memo.fixed[state.item_of[node]] = state.colour_of[node]
            node += ONE


@helper
def _close_levels(state: State, memo: Memo) -> None:
    """Leave the levels that have no option left, and finish their rows."""
    levels = state.levels
    depth = state.position[DEPTH]
    while depth > 0 and levels[depth - ONE, CURSOR] + ONE >= levels[depth - ONE, LAST]:
        depth -= ONE
        if memo.row_of[depth] != NONE:
            _finish_count(memo, memo.row_of[depth])
    state.position[DEPTH] = depth


@helper
def _add_one(total: U64) -> None:
    """Count one solution more."""
    k = np.uint64(0)
    total[k] += BIT
    while total[k] == 0:
        k += BIT
        total[k] += BIT


@helper
def _add_count(memo: Memo, row: Unsigned) -> None:
    """Add the count of a row to the total."""
    rows, total = memo.table.rows, memo.total
    n_key_words = np.uint64(len(memo.table.key))
    carry = np.uint64(0)
    for k in range(np.uint64(len(total))):
        count = rows[row, n_key_words + k]
        partial = total[k] + carry
        carry = np.uint64(partial < carry)
        total[k] = partial + count
        carry += np.uint64(total[k] < count)


@helper
def _copy_total(memo: Memo, row: Unsigned) -> None:
    """Note the total at the time when a node is entered."""
    n_key_words = np.uint64(len(memo.table.key))
    for k in range(np.uint64(len(memo.total))):
        memo.table.rows[row, n_key_words + k] = memo.total[k]


@helper
def _finish_count(memo: Memo, row: Unsigned) -> None:
    """Put into a row by how much the total has grown since it was begun."""
    rows, total = memo.table.rows, memo.total
    n_key_words = np.uint64(len(memo.table.key))
    borrow = np.uint64(0)
    for k in range(np.uint64(len(total))):
        before = rows[row, n_key_words + k]
        partial = total[k] - before
        rows[row, n_key_words + k] = partial - borrow
        borrow = np.uint64(total[k] < before) + np.uint64(partial < borrow)


@helper
def _is_at_most(table: Table, row: Unsigned, bound: Unsigned) -> bool:
    """Tell whether the count of a row is not larger than a word."""
    n_key_words = np.uint64(len(table.key))
    for k in range(n_key_words + BIT, np.uint64(table.rows.shape[1])):
        if table.rows[row, k] != 0:
            return False
    return bool(table.rows[row, n_key_words] <= bound)
