"""Posting tables: selects the propagator of a table, and makes its arrays.

A small table of two columns becomes a matrix of bits, and any other small table a row of bits for
each value. In large tables rows are stored without words that are 0, which takes at most a pair of
numbers for each value in each tuple. A variable whose values are far apart is replaced by their
ranks, so that no array grows with the distance between values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from csp.kernels.bitsets import mask_of, places_of
from csp.model.posted_records import CHEAP, LINEAR, QUADRATIC, Mask
from csp.propagators.registry import FORBIDDEN_TABLE, PAIRS, RANKS, SPARSE_TABLE, TABLE, Name
from exactcover.runtime.kernels.bitsets import pack, words_of
from exactcover.runtime.kernels.types import I64, U64
from exactcover.runtime.search.limits import stop_if_due, watched

if TYPE_CHECKING:
    from csp.model.builder import Builder

Flags = NDArray[np.bool_]
Tuple = tuple[int | None, ...]
"""A value for each expression, or None for any value."""

MOST_BITS = 1 << 22
"""The most bits of a table of two columns that is stored as a matrix."""
MOST_WORDS = 1 << 18
"""The most words of a table that is stored as a row of bits for each value."""
FEW_VALUES = 1 << 12
"""The most values of a domain of which a set is made."""
FAR_APART = 4, 4096
"""(a, b): values are far apart if they span at least a times their number, plus b."""


class Columns(NamedTuple):
    """The tuples of a table as rows of arrays; any value, where `is_free`, is 0 in `values`."""

    values: I64
    is_free: Flags

    @classmethod
    def of_rows(cls, rows: I64) -> Columns:
        """Return tuples that have a value for each expression."""
        return cls(rows, np.zeros(rows.shape, dtype=bool))

    def tuples(self) -> list[Tuple]:
        """Return the tuples."""
        rows = self.values.tolist()
        if self.is_free.any():
            for i, k in np.argwhere(self.is_free):
                rows[i][k] = None
        return list(map(tuple, rows))


class Plan(NamedTuple):
    """What a table posts about variables with certain domains.

    Attributes
    ----------
    masks
        The values of each column that remain, as masks from the least one of its domain on.
    rows
        The rows whose values are in the domains.
    propagator
        The propagator and its arguments; None if a table of this size has none of these.
    """

    masks: list[int]
    rows: I64
    propagator: Record | None


class Record(NamedTuple):
    """The arguments of a propagator, but for its scope; see `csp.model.builder.Builder`."""

    function: Name
    constants: I64
    settings: dict[str, Any]

    def post(self, builder: Builder, numbers: Sequence[int]) -> None:
        """Post the propagator about variables."""
        builder.propagator(self.function, numbers, self.constants, **self.settings)


def post_table(
    builder: Builder, numbers: Sequence[int], tuples: Iterable[Tuple] | I64 | Columns
) -> None:
    """Post that the values of variables are one of the tuples; see `possible`."""
    if isinstance(tuples, np.ndarray) and 0 < tuples.size <= MOST_KEPT:
        domains = tuple(map(builder.domain, numbers))
        # Often many variables have the same table.
        rows = np.ascontiguousarray(tuples, dtype=np.int64)
        post_plan(builder, numbers, domains, builder.made(_planned, rows.tobytes(), domains))
        return
    kept = possible(builder, numbers, tuples)
    if not len(kept.values):
        builder.is_infeasible = True
        return
    has_free = np.asarray(kept.is_free.any(axis=0)).tolist()
    for v, free, column in zip(numbers, has_free, kept.values.T, strict=True):
        if not free:
            builder.keep_known(v, column)
    if len(numbers) < 2 or builder.take_tuples(numbers, kept.tuples, are_allowed=True):
        return
    numbers, kept = ranked_columns(builder, numbers, kept)
    _post_columns(builder, numbers, kept)


def post_plan(
    builder: Builder, numbers: Sequence[int], domains: Sequence[tuple[int, int]], plan: Plan
) -> None:
    """Post a table from its plan."""
    stop_if_due()
    if not len(plan.rows):
        builder.is_infeasible = True
        return
    for v, (_, mask), kept in zip(numbers, domains, plan.masks, strict=True):
        if kept != mask:
            builder.keep_mask(v, kept)
    if len(numbers) < 2:
        return
    columns = Columns.of_rows(plan.rows)
    if builder.take_tuples(numbers, columns.tuples, are_allowed=True):
        return
    if plan.propagator is None:
        _post_columns(builder, *ranked_columns(builder, numbers, columns))
    else:
        plan.propagator.post(builder, numbers)


def _planned(table: bytes, domains: tuple[tuple[int, int], ...]) -> Plan:
    """Return what a table posts, which is given by the bytes of its rows."""
    return plan_of(np.frombuffer(table, dtype=np.int64).reshape(-1, len(domains)), domains)


def plan_of(table: I64, domains: Sequence[tuple[int, int]]) -> Plan:
    """Return the plan of a table: the domains of its variables afterwards, and its propagator."""
    rows = _rows_within(table, domains)
    masks, bounds = list[int](), list[tuple[int, int]]()
    for column, (origin, _) in zip(rows.T, domains, strict=True):
        masks.append(mask_of(column - origin))
        bounds.append((int(column.min()), int(column.max())) if len(column) else (0, 0))
    record = None
    if len(rows) and not any(are_far_apart(*own, 0) for own in bounds):
        record = _record(Columns.of_rows(rows), bounds)
    return Plan(masks, rows, record)


def _post_columns(builder: Builder, numbers: Sequence[int], table: Columns) -> None:
    """Post a table whose values are in the domains."""
    record = _record(table, [*map(builder.bounds, numbers)])
    if record is None:
        _post_sparse(builder, SPARSE_TABLE, numbers, table.tuples(), [])
    else:
        record.post(builder, numbers)


def _record(table: Columns, bounds: Sequence[tuple[int, int]]) -> Record | None:
    """Return a matrix of bits for two columns, rows of bits for more; None if they are large."""
    spans, n_words = [high - low + 1 for low, high in bounds], -(-len(table.values) // 64)
    least = [low for low, _ in bounds]
    if len(bounds) == 2 and prod(spans) <= MOST_BITS:
        if table.is_free.any():
            return _record_of_matrix(least, _matrix_of(table, least, spans))
        a, b = (table.values - least).T
        return _record_of_pairs(least, spans, [_bits(a, b, spans), _bits(b, a, spans[::-1])])
    if sum(spans) * n_words > MOST_WORDS:
        return None
    columns = zip(bounds, table.values.T, table.is_free.T, strict=True)
    rows = [_column_rows(column, is_free, *own) for own, column, is_free in columns]
    return _record_of_bits(least, rows, len(table.values))


def post_forbidden(builder: Builder, numbers: Sequence[int], tuples: Iterable[Tuple]) -> None:
    """Post that the values of variables are none of the tuples."""
    columns = possible(builder, numbers, tuples)
    if not len(columns.values) or builder.take_tuples(numbers, columns.tuples, are_allowed=False):
        return
    numbers, columns = ranked_columns(builder, numbers, columns)
    kept = columns.tuples()
    groups: dict[tuple[int, ...], list[Tuple]] = {}
    for each in kept:
        known = tuple(k for k, value in enumerate(each) if value is not None)
        groups.setdefault(known, []).append(each)
    in_order: list[Tuple | None] = []
    header = [len(groups)]
    for known, some in groups.items():
        begin, n_words = len(in_order) // 64, -(-len(some) // 64)
        header += [begin, begin + n_words, len(known), *known]
        in_order += [*some, *[None] * (64 * n_words - len(some))]
    _post_sparse(builder, FORBIDDEN_TABLE, numbers, in_order, header)


def possible(
    builder: Builder, numbers: Sequence[int], tuples: Iterable[Tuple] | I64 | Columns
) -> Columns:
    """Return the tuples whose values are in the domains of the variables, each once.

    The rows of an array are different already; `Columns` are returned as they are.
    """
    if isinstance(tuples, Columns):
        return tuples
    if isinstance(tuples, np.ndarray):
        tuples = np.asarray(tuples, dtype=np.int64)  # NumPy's usual integers may have 4 bytes
        return Columns.of_rows(_rows_within(tuples, [*map(builder.domain, numbers)]))
    allowed = _allowed(builder, numbers)
    kept = [
        *dict.fromkeys(
            each
            for each in watched(tuples)
            if all(may_be(value) for may_be, value in zip(allowed, each, strict=True))
        )
    ]
    shape = len(kept), len(numbers)
    if not any(None in each for each in kept):  # most often, and fast
        return Columns.of_rows(np.array(kept, dtype=np.int64).reshape(shape))
    is_free = np.array([[value is None for value in t] for t in kept], dtype=bool)
    values = np.array([[value or 0 for value in t] for t in kept], dtype=np.int64)
    return Columns(values.reshape(shape), is_free.reshape(shape))


def _rows_within(rows: I64, domains: Sequence[tuple[int, int]]) -> I64:
    """Return the rows whose values are in some domains, given by their origins and masks."""
    is_kept = np.ones(len(rows), dtype=bool)
    for column, (origin, mask) in zip(rows.T, domains, strict=True):
        end = mask.bit_length()
        is_kept &= (column >= origin) & (column < origin + end)
        if mask & mask + 1:  # it has holes
            is_kept[is_kept] = flags_of(mask, end)[column[is_kept] - origin]
    return rows[is_kept]


def _allowed(builder: Builder, numbers: Sequence[int]) -> list[Callable[[int | None], bool]]:
    """Return for each variable a function that says whether it can have a value, or None."""
    known: dict[tuple[int, Mask], Callable[[int | None], bool]] = {}
    for each in map(builder.domain, numbers):
        if each not in known:
            known[each] = _membership(*each)
    return [known[builder.domain(v)] for v in numbers]


def _membership(origin: int, mask: int) -> Callable[[int | None], bool]:
    """Return a function that says whether a value is in a domain, or is None."""
    if mask.bit_count() <= FEW_VALUES:
        return {None, *(origin + place for place in places_of(mask))}.__contains__
    flags = mask.to_bytes(-(-mask.bit_length() // 8), "little")
    end = mask.bit_length()

    def is_allowed(value: int | None) -> bool:
        if value is None:
            return True
        place = value - origin
        return 0 <= place < end and bool(flags[place >> 3] >> (place & 7) & 1)

    return is_allowed


def ranked_columns(
    builder: Builder, numbers: Sequence[int], table: Columns
) -> tuple[list[int], Columns]:
    """Return the table with ranks in place of the variables whose values are far apart."""
    new, values = list(numbers), table.values
    for k, v in enumerate(numbers):
        bounds = builder.bounds(v)
        if not are_far_apart(*bounds, 0):  # most often, and fast
            continue
        is_free = table.is_free[:, k]
        own = np.unique(values[~is_free, k])
        if are_far_apart(*bounds, len(own)):
            new[k] = ranked(builder, v, own.tolist())
            values = values.copy()
            values[:, k] = np.where(is_free, 0, np.searchsorted(own, values[:, k]))
    return new, Columns(values, table.is_free)


def are_far_apart(least: int, greatest: int, n_values: int) -> bool:
    """Return whether an array with an entry for each integer between two values is too sparse."""
    times, more = FAR_APART
    return greatest - least >= times * n_values + more


def ranked(builder: Builder, v: int, values: Sequence[int]) -> int:
    """Return a new variable: the rank of a variable's value in a sorted list.

    All values that are not in the list share the rank after the last.
    """
    own = set(builder.values(v))
    places = [k for k, value in enumerate(values) if value in own]
    if len(places) < len(own):
        places.append(len(values))
    rank = builder.new_variable(0, mask_of(places))
    builder.propagator(RANKS, [v, rank], [len(values), *values], cost=CHEAP)
    return rank


MOST_KEPT = 1 << 13
"""Tables with at most so many values are planned once, and the plan is reused."""


def _matrix_of(table: Columns, least: Sequence[int], spans: Sequence[int]) -> Flags:
    """Return which pairs of values are rows of a table, from the least values on."""
    matrix = np.zeros(spans, dtype=bool)
    a, b = (table.values - least).T
    is_open = table.is_free.any(axis=1)
    for i in np.flatnonzero(is_open):
        free = table.is_free[i]
        matrix[slice(None) if free[0] else a[i], slice(None) if free[1] else b[i]] = True
    matrix[a[~is_open], b[~is_open]] = True
    return matrix


def post_matrix(
    builder: Builder, numbers: Sequence[int], least: Sequence[int], matrix: Flags
) -> None:
    """Post which pairs of values are allowed, as a matrix whose first entries are the least."""
    _record_of_matrix(least, matrix).post(builder, numbers)


def _record_of_matrix(least: Sequence[int], matrix: Flags) -> Record:
    """Return the propagator of a matrix."""
    bits = [pack(each, -(-each.shape[1] // 64)) for each in (matrix, matrix.T)]
    return _record_of_pairs(least, matrix.shape, bits)


def _record_of_pairs(least: Sequence[int], spans: Sequence[int], bits: Sequence[U64]) -> Record:
    """Return the propagator of pairs of values: where its rows begin, its rows, its columns."""
    header, begin = list[int](), 8
    for one, other, rows in zip((0, 1), (1, 0), bits, strict=True):
        header += [least[one], least[other], rows.shape[1], begin]
        begin += rows.size
    parts = [rows.ravel().view(np.int64) for rows in bits]
    constants = np.concatenate([np.array(header, dtype=np.int64), *parts])
    return Record(PAIRS, constants, {"scratch": max(-(-n // 64) for n in spans), "cost": LINEAR})


def _bits(a: I64, b: I64, spans: Sequence[int]) -> U64:
    """Return a matrix of bits: row a has bit b if (a, b) is a pair."""
    flags = np.zeros((spans[0], -(-spans[1] // 64) * 64), dtype=bool)
    flags[a, b] = True
    return np.packbits(flags, axis=-1, bitorder="little").view("<u8").astype(np.uint64, copy=False)


def post_masks(
    builder: Builder,
    numbers: Sequence[int],
    least: Sequence[int],
    rows: Sequence[Sequence[int]],
) -> bool:
    """Post that values are in the sets of some row, unless the rows of bits are too large.

    A set is a mask: bit k is the value k above the least one of its column.

    Returns
    -------
    bool
        Whether it was posted.
    """
    n_words, columns = -(-len(rows) // 64), list(zip(*rows, strict=True))
    spans = [max(map(int.bit_length, column)) for column in columns]
    if sum(spans) * n_words > MOST_WORDS:
        return False
    parts = []
    for column, span in zip(columns, spans, strict=True):
        flags = {mask: flags_of(mask, span) for mask in set(column)}
        parts.append(pack(np.stack([flags[mask] for mask in column], axis=1), n_words))
    _record_of_bits(least, parts, len(rows)).post(builder, numbers)
    return True


def flags_of(mask: int, n: int) -> Flags:
    """Return the first n bits of a mask."""
    words = words_of(mask).view(np.uint8)
    flags = np.zeros(n, dtype=bool)
    bits = np.unpackbits(words, bitorder="little")[:n]
    flags[: len(bits)] = bits
    return flags


def _record_of_bits(least: Sequence[int], columns: Sequence[U64], n_tuples: int) -> Record:
    """Return the propagator of a table: for each column the rows of its values from the least."""
    n, n_words = len(columns), -(-n_tuples // 64)
    header, n_rows = [n_words], 0
    for origin, column in zip(least, columns, strict=True):
        header += [origin, 1 + 2 * n + n_rows * n_words]
        n_rows += len(column)
    rows = [np.ravel(column).view(np.int64) for column in columns]
    settings = {
        "cells": [n_words, *words_of((1 << n_tuples) - 1).tolist(), *[0] * n],
        "memory": [*range(n_words), *[0] * n_rows],
        "scratch": 2 * n_words,
        "cost": LINEAR if n_words < 4 else QUADRATIC,
    }
    return Record(TABLE, np.concatenate([np.array(header, dtype=np.int64), *rows]), settings)


def _column_rows(column: I64, is_free: Flags, least: int, greatest: int) -> U64:
    """Return the row of each value from the least to the greatest: the tuples that have it."""
    flags = np.zeros((greatest - least + 1, len(column)), dtype=bool)
    if is_free.any():
        (own,) = np.nonzero(~is_free)
        flags[column[own] - least, own] = True
        flags[:, is_free] = True
    else:  # most often, and fast
        flags[column - least, np.arange(len(column))] = True
    return pack(flags, -(-len(column) // 64))


class Rows(NamedTuple):
    """The rows of a variable: where each begins, and the pairs of a word and a mask."""

    starts: I64
    pairs: I64


def _post_sparse(
    builder: Builder,
    propagator: Name,
    numbers: Sequence[int],
    tuples: Sequence[Tuple | None],
    groups: Sequence[int],
) -> None:
    """Post a propagator of `csp.propagators.sparse_table`; None in `tuples` is an empty place."""
    n_words, n = -(-len(tuples) // 64), len(numbers)
    is_tuple = np.array([each is not None for each in tuples])
    header = [n_words, 2 + 3 * n]
    parts: list[I64] = [np.array(groups, dtype=np.int64)]
    place, n_rows = header[1] + len(groups), 0
    for k, v in enumerate(numbers):
        rows = _sparse_rows(
            [None if each is None else each[k] for each in tuples], is_tuple, *builder.bounds(v)
        )
        header += [builder.bounds(v)[0], place, n_rows]
        parts += [place + len(rows.starts) + rows.starts, rows.pairs]
        place += len(rows.starts) + len(rows.pairs)
        n_rows += len(rows.starts) - 1
    builder.propagator(
        propagator,
        numbers,
        np.concatenate([np.array(header, dtype=np.int64), *parts]),
        cells=[n_words, *pack(is_tuple, n_words).ravel().tolist(), *[0] * n],
        memory=[*range(n_words), *[0] * n_rows],
        scratch=2 * n_words,
        cost=QUADRATIC,
    )


def _sparse_rows(column: Sequence[int | None], is_tuple: Flags, least: int, greatest: int) -> Rows:
    """Return the rows of None and of each value from the least to the greatest."""
    rows = np.array([0 if value is None else value - least + 1 for value in column])
    (own,) = np.nonzero(is_tuple)
    n_words, n_rows = -(-len(column) // 64), greatest - least + 2
    keys = rows[own] * n_words + (own >> 6)
    in_order = np.argsort(keys, kind="stable")
    bits = (np.uint64(1) << (own & 63).astype(np.uint64))[in_order]
    unique, first = np.unique(keys[in_order], return_index=True)
    masks = np.bitwise_or.reduceat(bits, first)
    pairs = np.stack([unique % n_words, masks.view(np.int64)], axis=1).ravel()
    starts = 2 * np.searchsorted(unique, np.arange(n_rows + 1) * n_words)
    return Rows(starts.astype(np.int64), pairs.astype(np.int64))
