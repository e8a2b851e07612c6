"""Layout: makes the arrays of a search from the variables and propagators of a builder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from csp.kernels.state import (
    ANY,
    ARITY,
    BOUND,
    CHANGING,
    DATA,
    END,
    FIRST,
    GROUPS,
    LAST_STAMP,
    MODE,
    N_FIXED,
    N_POSITIONS,
    N_PROPAGATOR_COLUMNS,
    N_SUMMARY,
    N_TRAIL,
    ORIGIN,
    PATIENT_UNTIL,
    RANDOM,
    STAMP,
    WIDTH,
    State,
)
from csp.kernels.tree import BACKTRACK
from csp.model.posted_records import Mask, Span
from csp.model.posted_rows import Block, Lists, columns, interleaved
from csp.propagators.registry import card_of
from exactcover.runtime.kernels.bitsets import words_of
from exactcover.runtime.kernels.pointers import address_of, describe
from exactcover.runtime.kernels.types import I64, U64
from exactcover.runtime.search.limits import watched

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.posted_records import Propagator
    from csp.propagators.registry import Kernel

Integer = TypeVar("Integer", np.int64, np.uint64)

FOREVER = np.uint64(np.iinfo(np.uint64).max)
NO_BOUND = np.uint64(np.iinfo(np.int64).max)
"""The bound of an objective before there is a solution."""
TRAIL_FACTOR = 4
"""The initial length of the trail, in multiples of the number of cells."""


def lay_out(builder: Builder) -> State:
    """Return the state before the search; compile or load the propagators.

    All propagators are in the queue, and all fixed variables still have to be propagated to their
    groups. If there is no solution, the search is over before it begins, and no propagator may run:
    domains may be left that none expects.
    """
    domains = builder.domains
    place = {number: at for at, number in enumerate(builder.numbers)}
    variables, first_cells = _lay_out_domains(domains)
    cells, memory, data = _Numbers(np.uint64), _Numbers(np.int64), _Numbers(np.int64)
    cells.add(first_cells)
    memory.add(variables[:, ORIGIN])
    table, events = _lay_out_propagators(builder, place, cells, memory, data)
    _lay_out_groups(builder, variables, data)
    n_words = -(-len(table) // 64)
    n_summary = -(-n_words // 64)
    numbers = data.array()
    wakes = _lay_out_wakes(table, events, numbers, variables)
    queue = [*_ones(n_words), *_ones(len(table))]
    fixed = [v for v, (_, mask) in enumerate(domains) if _is_fixed(mask)]
    extra = np.zeros(builder.n_extra_memory, dtype=np.int64)
    position = np.zeros(N_POSITIONS, dtype=np.uint64)
    position[[STAMP, LAST_STAMP, RANDOM]] = 1
    position[N_SUMMARY], position[N_FIXED], position[BOUND] = n_summary, len(fixed), NO_BOUND
    position[PATIENT_UNTIL] = FOREVER
    if builder.is_infeasible:
        position[MODE] = BACKTRACK
    return with_table(
        State(
            cells.array(),
            np.zeros(len(cells), dtype=np.uint64),
            np.empty((TRAIL_FACTOR * len(cells), 2), dtype=np.uint64),
            variables,
            wakes,
            np.array(queue, dtype=np.uint64),
            table,
            numbers,
            np.concatenate([memory.array(), extra]),
            np.zeros(builder.n_scratch, dtype=np.uint64),
            np.array(fixed + [0] * (len(domains) + 1 - len(fixed)), dtype=np.uint64),
            position,
            np.zeros(0, dtype=np.int64),
        )
    )


def copied(state: State) -> State:
    """Return a copy of the state before a search, which another search may change."""
    own = {name: getattr(state, name).copy() for name in (*CHANGING, "scratch")}
    return with_table(state._replace(**own))


def with_table(state: State) -> State:
    """Return a state with a new table of the addresses of its arrays."""
    return state._replace(table=describe(state[:-1]))


def with_longer_trail(state: State) -> State:
    """Return the same position with an array that is twice as long for the trail."""
    trail = np.empty((2 * len(state.trail), 2), dtype=np.uint64)
    n = int(state.position[N_TRAIL])
    trail[:n] = state.trail[:n]
    return with_table(state._replace(trail=trail))


def _is_fixed(mask: Mask) -> bool:
    return not isinstance(mask, Span) and not mask & (mask - 1)


def _lay_out_domains(domains: Sequence[tuple[int, Mask]]) -> tuple[I64, list[int]]:
    """Return `variables` with its first three columns, and the cells of all domains."""
    known: dict[Mask, tuple[int, int, list[int]]] = {}
    rows: list[tuple[int, int, int]] = []
    cells: list[int] = []
    for origin, mask in watched(domains, every=1024):
        found = known.get(mask)
        if found is None:
            found = known[mask] = _cells_of(mask)
        shift, n_words, own = found
        rows.append((len(cells), n_words, origin + shift))
        cells += own
    variables = np.zeros((len(domains), 8), dtype=np.int64)
    variables[:, [FIRST, WIDTH, ORIGIN]] = rows
    return variables, cells


def _cells_of(mask: Mask) -> tuple[int, int, list[int]]:
    """Return the place of the least value of a domain, its number of words, and its cells."""
    if isinstance(mask, Span):
        return 0, 0, [mask.greatest + 1, 0, mask.greatest]
    shift = (mask & -mask).bit_length() - 1 if mask else 0
    mask >>= shift
    row: list[int] = words_of(mask).tolist() if mask >> 64 else [mask]
    more = [mask.bit_count(), 0, mask.bit_length() - 1] if len(row) > 1 else []
    return shift, len(row), row + more


class _Numbers(Generic[Integer]):
    """Collects the numbers of an array: short lists, and arrays, which are not copied."""

    def __init__(self, dtype: type[Integer]) -> None:
        self._dtype: type[Integer] = dtype
        self._parts: list[NDArray[Integer]] = []
        self._last: list[int] = []
        self._n_before = 0

    def __len__(self) -> int:
        return self._n_before + len(self._last)

    def add(self, numbers: Iterable[int] | NDArray[Integer]) -> None:
        """Append numbers."""
        if isinstance(numbers, np.ndarray):
            self._parts += [np.array(self._last, dtype=self._dtype), numbers]
            self._n_before += len(self._last) + len(numbers)
            self._last = []
        else:
            self._last += numbers

    def array(self) -> NDArray[Integer]:
        """Return all numbers."""
        return np.concatenate([*self._parts, np.array(self._last, dtype=self._dtype)])


def _lay_out_propagators(
    builder: Builder,
    place: Mapping[int, int],
    cells: _Numbers[np.uint64],
    memory: _Numbers[np.int64],
    data: _Numbers[np.int64],
) -> tuple[I64, I64]:
    """Return `propagators`, and the event that wakes each; append to the other arrays.

    What belongs to the propagator that was posted last stays last, if its cost is the highest:
    `csp.engines.propagation.nogoods` relies on that.
    """
    addresses: dict[Kernel, int] = {}
    parts: list[I64] = []
    """Cost, rank among those posted, event, and the columns of the table, in parts."""
    alone: list[tuple[int, Propagator]] = []
    n = 0
    for each in watched(builder.parts):
        if isinstance(each, Block):
            parts += _lay_out_block(each, n, builder, addresses, (cells, memory, data))
            n += len(each)
        else:
            alone.append((n, each))
            n += 1
    rows: list[tuple[int, ...]] = []
    for rank, one in sorted(alone, key=lambda ranked: ranked[1].cost):
        address = _address(one.function, addresses)
        ends = len(data), len(one.scope), len(cells), len(memory)
        rows.append((one.cost, rank, one.wake, address, *ends, one.work))
        data.add([place[v] for v in one.scope])
        data.add(one.constants)
        cells.add(one.cells)
        memory.add(one.memory)
    parts.append(np.array(rows, dtype=np.int64).reshape(-1, 3 + N_PROPAGATOR_COLUMNS))
    found = np.concatenate(parts)
    found = found[np.lexsort((found[:, 1], found[:, 0]))]
    return np.ascontiguousarray(found[:, 3:]), found[:, 2]


def _lay_out_block(
    block: Block,
    first: int,
    builder: Builder,
    addresses: dict[Kernel, int],
    arrays: tuple[_Numbers[np.uint64], _Numbers[np.int64], _Numbers[np.int64]],
) -> Iterator[I64]:
    """Yield the rows for the parts of a block, as `_lay_out_propagators` makes them."""
    cells, memory, data = arrays
    done = 0
    for part in block.parts:
        n, scopes, constants = len(part.places), part.scopes, part.constants
        rows = np.empty((n, 3 + N_PROPAGATOR_COLUMNS), dtype=np.int64)
        ranks = first + block.ranks[done : done + n]
        lengths = scopes.lengths + constants.lengths
        starts = len(data) + np.cumsum(lengths) - lengths
        own = len(memory) + (scopes.starts if part.has_memory else 0)
        own_cells = len(cells) + len(part.cells) * np.arange(n)
        address = _address(part.function, addresses)
        own_columns = (
            part.cost,
            ranks,
            part.wake,
            address,
            starts,
            scopes.lengths,
            own_cells,
            own,
            1,
        )
        for k, column in enumerate(own_columns):
            rows[:, k] = column
        own_scopes = Lists(scopes.lengths, builder.places_of(scopes.numbers))
        data.add(interleaved(own_scopes, constants).numbers)
        cells.add(np.tile(np.array(part.cells, dtype=np.uint64), n))
        if part.has_memory:
            memory.add(np.arange(len(scopes.numbers)) - np.repeat(scopes.starts, scopes.lengths))
        done += n
        yield rows


def _address(function: Kernel, known: dict[Kernel, int]) -> int:
    """Return the address of a propagator, which is compiled or loaded if need be."""
    if function not in known:
        known[function] = address_of(card_of(function).function, "csp")
    return known[function]


def _lay_out_groups(builder: Builder, variables: I64, data: _Numbers[np.int64]) -> None:
    """Append the groups to `data`, and for each variable a list of its groups."""
    groups = builder.groups
    lengths = np.fromiter(map(len, watched(groups)), np.int64, len(groups))
    flat = np.array([*chain.from_iterable(groups)], dtype=np.int64).reshape(-1, 2)
    scope, offsets = builder.places_of(flat[:, 0]), flat[:, 1]
    found = interleaved(columns(lengths), Lists(lengths, scope), Lists(lengths, offsets))
    begins = np.repeat(len(data) + found.starts, lengths)
    data.add(found.numbers)
    order, counts = np.argsort(scope, kind="stable"), np.bincount(scope, minlength=len(variables))
    own = Lists(2 * counts, np.column_stack([begins, offsets])[order].ravel())
    found = interleaved(columns(counts), own)
    variables[:, GROUPS] = len(data) + found.starts
    data.add(found.numbers)


def _lay_out_wakes(table: I64, events: I64, data: I64, variables: I64) -> U64:
    """Return `wakes`, and fill in the columns of `variables` that refer to it.

    For each variable and event, these are the words of the queue with the propagators to wake.
    """
    n, n_events = len(table), END - ANY
    lengths = table[:, ARITY]
    own = np.repeat(np.arange(n), lengths)
    before = np.cumsum(lengths) - lengths
    of_variable = data[np.arange(len(own)) + (table[:, DATA] - before)[own]]
    n_words = n // 64 + 1
    keys = (n_events * of_variable + events[own]) * n_words + (own >> 6)
    order = np.argsort(keys, kind="stable")
    keys, bits = keys[order], np.uint64(1) << (own[order] & 63).astype(np.uint64)
    firsts = np.flatnonzero(np.diff(keys, prepend=-1))
    wakes = np.empty((len(firsts), 2), dtype=np.uint64)
    keys = keys[firsts]
    wakes[:, 0] = keys % n_words
    if len(firsts):
        wakes[:, 1] = np.bitwise_or.reduceat(bits, firsts)
    begins = n_events * np.arange(len(variables))[:, None] + np.arange(n_events + 1)
    variables[:, ANY : END + 1] = np.searchsorted(keys, begins * n_words)
    return wakes


def _ones(n: int) -> list[int]:
    """Return 64-bit words with n ones."""
    return [(1 << 64) - 1] * (n // 64) + [(1 << n % 64) - 1] * (n % 64 > 0)
