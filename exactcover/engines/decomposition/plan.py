"""Which tables are made, in which order: the operations of the engine.

The items are eliminated one after another. All tables that have an item are joined, the smallest
first; the options that have it are placed into the result. Then the item ends, and with it every
other item that no table and no option has any more. Options whose items all lie in the two tables
of the last join are placed into the smaller one before it, so that their items end at the join.

The choice depends on the sizes of the tables, so that a plan is a generator: it yields an operation
and is sent the table. With the same tables it always makes the same plan, from which an engine
finds its place again when it is restored.
"""

from collections.abc import Generator, Iterable, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from exactcover.engines.decomposition.graph import Graph
from exactcover.engines.decomposition.item_states import PLAIN, ItemStates
from exactcover.engines.decomposition.layouts import Layouts, Shifts
from exactcover.engines.decomposition.work import Joining, Placing
from exactcover.problem.links import ranges
from exactcover.runtime.kernels.types import I64, U32


class Table(NamedTuple):
    """A table: for each item of its scope the lowest bit of its state in the keys, and its rows."""

    shifts: Shifts
    rows: U32


class Place(NamedTuple):
    """The operation that places options into a table."""

    task: Placing


class Join(NamedTuple):
    """The operation that joins two tables, whose keys are laid out alike before."""

    task: Joining
    one: Table
    other: Table
    layout: Shifts
    """The lowest bit of each item in the keys of both tables."""


Operation = Place | Join
Steps = Generator[Operation, U32, list[U32] | None]
"""Yields operations, and is sent the rows of their tables; returns the last rows, one for each
independent part of the problem, or None if a table is empty."""


class Plan:
    """The state of a plan.

    Parameters
    ----------
    states, graph
        The items and the options.
    forced
        Options that every solution has.
    left_out
        Options that no solution has.

    Attributes
    ----------
    n_eliminated
        How many items of the order the plan has gone through.
    """

    def __init__(
        self, states: ItemStates, graph: Graph, forced: Iterable[int], left_out: Iterable[int]
    ) -> None:
        n_options = len(states.starts) - 1
        self._states, self._graph = states, graph
        self._layouts = Layouts(states)
        self._unit = Table({}, np.array([n_options], dtype=np.uint32))
        self._forced = frozenset(forced)
        self._is_placed = np.zeros(n_options, dtype=np.bool_)
        self._n_left = np.diff(graph.option_starts)
        self._is_done = np.zeros(len(states.kind), dtype=np.bool_)
        self.n_eliminated = 0
        self._tables: dict[int, Table] = {}
        self._tables_of: dict[int, set[int]] = {}
        for option in left_out:
            self._mark_placed([option])

    def steps(self, order: Sequence[int]) -> Steps:
        """Return the operations that eliminate the items in an order."""
        roots: list[U32] = []
        # Options on which none of the others depends.
        for option in np.flatnonzero(np.diff(self._states.starts) == 0).tolist():
            if not self._is_placed[option]:
                table = yield from self._place(self._unit, [option], [], frozenset())
                roots.append(table.rows)
        for item in order:
            self.n_eliminated += 1
            if self._is_done[item]:
                continue
            table = yield from self._eliminate(item)
            if not len(table.rows):
                return None
            if table.shifts:
                self._keep(table)
            else:
                roots.append(table.rows)
        return roots

    def _eliminate(self, item: int) -> Generator[Operation, U32, Table]:
        """Join the tables of an item and place its options."""
        tables = self._take(item)
        table = tables[0] if tables else self._unit
        for k, other in enumerate(tables[1:], 2):
            # The items of tables that wait to be joined do not end.
            waiting = frozenset(chain.from_iterable(each.shifts for each in tables[k:]))
            if not waiting:
                table, other = yield from self._place_inside(item, table, other)
            table = yield from self._join(table, other, waiting)
        if not self._is_done[item]:
            table = yield from self._place_group(table, item, self._left(item), frozenset())
        return table

    def _take(self, item: int) -> list[Table]:
        """Return the tables that have an item, the smallest first, and forget them."""
        tables = self._tables
        numbers = sorted(self._tables_of.get(item, ()), key=lambda k: (len(tables[k].rows), k))
        for number in numbers:
            for each in self._tables[number].shifts:
                self._tables_of[each].discard(number)
        return [self._tables.pop(number) for number in numbers]

    def _keep(self, table: Table) -> None:
        """Keep a table until one of its items is eliminated."""
        number = int(table.rows[0])
        self._tables[number] = table
        for item in table.shifts:
            self._tables_of.setdefault(item, set()).add(number)

    def _left(self, item: int) -> list[int]:
        """Return the options of an item that are not placed."""
        starts = self._graph.option_starts
        options = self._graph.options[starts[item] : starts[item + 1]]
        left: list[int] = options[~self._is_placed[options]].tolist()
        return left

    def _members(self, option: int) -> list[int]:
        first, last = self._states.starts[option : option + 2]
        members: list[int] = self._states.members[first:last].tolist()
        return members

    def _mark_placed(self, options: Sequence[int]) -> I64:
        """Note that options are placed; return their places in `ItemStates.members`."""
        starts = self._states.starts[options]
        nodes = ranges(starts, self._states.starts[1:][options] - starts)
        self._is_placed[options] = True
        np.subtract.at(self._n_left, self._states.members[nodes], 1)
        return nodes

    def _ended(self, scope: list[int], waiting: frozenset[int]) -> list[int]:
        """Return the items of a scope that no option and no other table has any more."""
        n_left = self._n_left[scope].tolist()
        return [
            item
            for item, n in zip(scope, n_left, strict=True)
            if not n and item not in waiting and not self._tables_of.get(item)
        ]

    def _place_inside(
        self, item: int, one: Table, other: Table
    ) -> Generator[Operation, U32, tuple[Table, Table]]:
        """Place the options that lie inside two tables into the smaller one."""
        inside = one.shifts.keys() | other.shifts.keys()
        groups, taken = [], set[int]()
        for each in [item, *sorted(inside - {item})]:
            options = [
                option
                for option in self._left(each)
                if option not in taken and inside.issuperset(self._members(option))
            ]
            if options:
                groups.append((each, options))
                taken.update(options)
        for each, options in groups:
            if len(one.rows) > len(other.rows):
                one, other = other, one
            waiting = frozenset(other.shifts) | {item}
            one = yield from self._place_group(one, each, options, waiting)
        return one, other

    def _place_group(
        self, table: Table, item: int, options: list[int], waiting: frozenset[int]
    ) -> Generator[Operation, U32, Table]:
        """Place options that all have an item."""
        forced = [option for option in options if option in self._forced]
        if self._states.kind[item] != PLAIN and options:
            for option in options:
                table = yield from self._place(table, [option], [item], waiting)
            return table
        if forced:
            # The others clash with it.
            self._mark_placed([option for option in options if option != forced[0]])
            options = forced
        return (yield from self._place(table, options, [item], waiting))

    def _place(
        self, table: Table, options: list[int], items: list[int], waiting: frozenset[int]
    ) -> Generator[Operation, U32, Table]:
        """Place options of which at most one can be chosen, into a table with some more items."""
        nodes = self._mark_placed(options)
        members = self._states.members[nodes].tolist()
        scope = list(dict.fromkeys([*table.shifts, *items, *members]))
        shifts = self._layouts.extended(table.shifts, scope)
        ended = self._ended(scope, waiting)
        may_skip = self._forced.isdisjoint(options)
        task = self._layouts.placing(table.rows, options, nodes, shifts, ended, may_skip)
        left = self._without(shifts, ended)
        rows = yield Place(task)
        return Table(left, rows)

    def _join(
        self, one: Table, other: Table, waiting: frozenset[int]
    ) -> Generator[Operation, U32, Table]:
        shared = one.shifts.keys() & other.shifts.keys()
        scope = sorted(one.shifts.keys() | other.shifts.keys())
        ended = self._ended(scope, waiting)
        layout, task = self._layouts.joining(scope, shared, set(ended))
        left = self._without(layout, ended)
        rows = yield Join(task, one, other, layout)
        return Table(left, rows)

    def _without(self, shifts: Shifts, ended: list[int]) -> Shifts:
        """Return the layout without the items that end."""
        self._is_done[ended] = True
        gone = set(ended)
        return {item: shift for item, shift in shifts.items() if item not in gone}
