"""Layout: makes the arrays of a search from the variables and propagators of a builder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from csp.kernels.state import (
    ANY,
    BOUND,
    CHANGING,
    END,
    FIRST,
    GROUPS,
    LAST_STAMP,
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
from csp.model.posted_records import Mask, Span, View
from csp.propagators.registry import card_of
from exactcover.runtime.kernels.bitsets import words_of
from exactcover.runtime.kernels.pointers import address_of, describe
from exactcover.runtime.kernels.types import I64, U64
from exactcover.runtime.search.limits import watched

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.posted_records import Propagator
    from csp.propagators.registry import Kernel

FOREVER = np.uint64(np.iinfo(np.uint64).max)
NO_BOUND = np.uint64(np.iinfo(np.int64).max)
"""The bound of an objective before there is a solution."""
TRAIL_FACTOR = 4
"""The initial length of the trail, in multiples of the number of cells."""


def lay_out(builder: Builder) -> State:
    """Return the state before the search; compile or load the propagators.

    All propagators are in the queue, and all fixed variables still have to be propagated to their
    groups.
    """
    domains, propagators = builder.domains, builder.propagators
    place = {number: at for at, number in enumerate(builder.numbers)}
    scopes = [[place[v] for v in each.scope] for each in watched(propagators, every=1024)]
    groups = [[View(place[v], offset) for v, offset in group] for group in builder.groups]
    variables, cells = _lay_out_domains(domains)
    memory = variables[:, ORIGIN].tolist()
    table, data = _lay_out_propagators(propagators, scopes, cells, memory)
    _lay_out_groups(groups, variables, data)
    n_words = -(-len(propagators) // 64)
    n_summary = -(-n_words // 64)
    wakes = _lay_out_wakes(propagators, scopes, variables)
    queue = [*_ones(n_words), *_ones(len(propagators))]
    fixed = [v for v, (_, mask) in enumerate(domains) if _is_fixed(mask)]
    extra = np.zeros(builder.n_extra_memory, dtype=np.int64)
    position = np.zeros(N_POSITIONS, dtype=np.uint64)
    position[[STAMP, LAST_STAMP, RANDOM]] = 1
    position[N_SUMMARY], position[N_FIXED], position[BOUND] = n_summary, len(fixed), NO_BOUND
    position[PATIENT_UNTIL] = FOREVER
    return with_table(
        State(
            np.array(cells, dtype=np.uint64),
            np.zeros(len(cells), dtype=np.uint64),
            np.empty((TRAIL_FACTOR * len(cells), 2), dtype=np.uint64),
            variables,
            wakes,
            np.array(queue, dtype=np.uint64),
            table,
            data.array(),
            np.concatenate([np.array(memory, dtype=np.int64), extra]),
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
    columns: list[tuple[int, int, int]] = []
    cells: list[int] = []
    for origin, mask in watched(domains, every=1024):
        if isinstance(mask, Span):
            columns.append((len(cells), 0, origin))
            cells += [mask.greatest + 1, 0, mask.greatest]
            continue
        shift = (mask & -mask).bit_length() - 1 if mask else 0
        mask >>= shift
        row: list[int] = words_of(mask).tolist() if mask >> 64 else [mask]
        columns.append((len(cells), len(row), origin + shift))
        if len(row) > 1:
            row += [mask.bit_count(), 0, mask.bit_length() - 1]
        cells += row
    variables = np.zeros((len(domains), 8), dtype=np.int64)
    variables[:, [FIRST, WIDTH, ORIGIN]] = columns
    return variables, cells


class _Data:
    """Collects the numbers of `data`: short lists, and arrays, which are not copied."""

    def __init__(self) -> None:
        self._parts: list[I64] = []
        self._last: list[int] = []
        self._n_before = 0

    def __len__(self) -> int:
        return self._n_before + len(self._last)

    def add(self, numbers: Iterable[int] | I64) -> None:
        """Append numbers."""
        if isinstance(numbers, np.ndarray):
            self._parts += [np.array(self._last, dtype=np.int64), numbers]
            self._n_before += len(self._last) + len(numbers)
            self._last = []
        else:
            self._last += numbers

    def array(self) -> I64:
        """Return all numbers."""
        return np.concatenate([*self._parts, np.array(self._last, dtype=np.int64)])


def _lay_out_propagators(
    propagators: Sequence[Propagator],
    scopes: Sequence[list[int]],
    cells: list[int],
    memory: list[int],
) -> tuple[I64, _Data]:
    """Return `propagators` and `data`; append to `cells` and `memory`."""
    table: list[tuple[int, ...]] = []
    data = _Data()
    addresses: dict[Kernel, int] = {}
    for each, scope in zip(watched(propagators), scopes, strict=True):
        address = addresses.get(each.function)
        if address is None:
            address = address_of(card_of(each.function).function, "csp")
            addresses[each.function] = address
        table.append((address, len(data), len(scope), len(cells), len(memory), each.work))
        data.add(scope)
        data.add(each.constants)
        cells += each.cells
        memory += each.memory
    return np.array(table, dtype=np.int64).reshape(-1, N_PROPAGATOR_COLUMNS), data


def _lay_out_groups(groups: Sequence[Sequence[View]], variables: I64, data: _Data) -> None:
    """Append the groups to `data`, and for each variable a list of its groups."""
    groups_of: list[list[int]] = [[] for _ in range(len(variables))]
    for group in watched(groups):
        for v, offset in group:
            groups_of[v] += [len(data), offset]
        data.add([len(group), *(v for v, _ in group), *(offset for _, offset in group)])
    places: list[int] = []
    numbers: list[int] = []
    first = len(data)
    for own in groups_of:
        places.append(first + len(numbers))
        numbers.append(len(own) // 2)
        numbers += own
    data.add(numbers)
    variables[:, GROUPS] = places


def _lay_out_wakes(
    propagators: Sequence[Propagator], scopes: Sequence[list[int]], variables: I64
) -> U64:
    """Return `wakes`, and fill in the columns of `variables` that refer to it.

    For each variable and event, these are the words of the queue with the propagators to wake.
    """
    n, n_events = len(propagators), END - ANY
    lengths = np.fromiter(map(len, scopes), dtype=np.int64, count=n)
    own = np.repeat(np.arange(n), lengths)
    events = np.fromiter((each.wake for each in propagators), dtype=np.int64, count=n)
    of_variable = np.fromiter(chain.from_iterable(scopes), dtype=np.int64, count=len(own))
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
