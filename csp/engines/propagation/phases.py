"""Phases as the kernels of the search know them: rows and entries of `csp.kernels.phases`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from csp.errors import ModelError
from csp.kernels.phases import BRANCH, CHOICE, LEAF, TO_GREATEST, TO_LEAST, WISHED
from csp.kernels.tree import NO_PHASES, Phases
from csp.model.expressions import Variable
from csp.model.sparse import Sparse
from csp.phases import ORDERS, VALUES, Phase, Priority, Step
from csp.sets.expressions import SetExpression

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.constraint import Constraint
    from csp.model.expressions import Expression

BY_DEGREE = ("most constraints", "most constrained")
"""The orders that depend on the number of constraints on a variable."""


class Stated(Protocol):
    """What phases need of a model."""

    @property
    def constraints(self) -> Sequence[Constraint]:
        """Its constraints."""

    def owns(self, variable: Variable) -> bool:
        """Return whether a variable is one of the model."""


def phases_for(builder: Builder, model: Stated, steps: Sequence[Step]) -> Phases:
    """Return the rows and entries of phases; variables of expressions are posted if need be.

    Raises
    ------
    ModelError
        If a variable is none of the model.
    """
    if not steps:
        return NO_PHASES
    made = _Phases(builder, model)
    made.add(steps, None)
    return Phases(
        np.array(made.rows, dtype=np.int64).reshape(-1, NO_PHASES.phases.shape[1]),
        np.array(made.entries, dtype=np.int64).reshape(-1, NO_PHASES.entries.shape[1]),
        np.array(made.tables, dtype=np.int64),
    )


class _Phases:
    """The rows, entries and tables that were made until now."""

    def __init__(self, builder: Builder, model: Stated) -> None:
        self._builder, self._model = builder, model
        self.rows: list[list[int]] = []
        self.entries: list[list[int]] = []
        self.tables: list[int] = []
        self._table_of: dict[Sparse, int] = {}

    def add(self, steps: Iterable[Step], choice: int | None) -> None:
        """Add the rows of phases, which are in a choice or not."""
        for each in steps:
            if isinstance(each, Phase):
                self._add_phase(each, choice)
            elif isinstance(each, Priority):
                self._add_priority(each, choice)

    def _add_phase(self, phase: Phase, choice: int | None) -> None:
        if any(isinstance(each, SetExpression) for each in phase.variables):
            self._add_sets(phase, choice)
            return
        has_wishes = not isinstance(phase.values, str)
        own = tuple(phase.variables)
        wishes: Any = phase.values if has_wishes else [0] * len(own)
        entries = [
            entry
            for each, wish in zip(own, wishes, strict=True)
            if (entry := self._entry(each, wish if has_wishes else None, phase.order)) is not None
        ]
        values = WISHED if has_wishes else VALUES.index(str(phase.values))
        self._add_leaf(entries, ORDERS.index(phase.order), values, choice)

    def _add_leaf(
        self, entries: list[list[int]], order: int, values: int, choice: int | None
    ) -> None:
        row, first = len(self.rows), len(self.entries)
        self.entries += entries
        begin = row if choice is None else choice
        end = len(self.entries)
        self.rows.append([LEAF, first, end, order, values, row + 1, begin, -1])

    def _add_sets(self, phase: Phase, choice: int | None) -> None:
        """Add rows for sets, whose members are decided in ascending or descending order."""
        is_falling = str(phase.values).endswith("greatest")
        values = TO_LEAST if str(phase.values).startswith("not") else TO_GREATEST
        members = []
        for each in phase.variables:
            degree = self._degree(each.members.values()) if phase.order in BY_DEGREE else 0
            own = []
            for number, bit in sorted(each.members.items(), reverse=is_falling):
                entry = self._entry(bit, None, "input")
                if entry is not None:
                    entry[2], entry[4] = number, degree
                    own.append(entry)
            members.append(own)
        if phase.order == "input":
            self._add_leaf([one for own in members for one in own], 0, values, choice)
            return
        at = self._begin(CHOICE, ORDERS.index(phase.order), 0)
        for own in members:
            branch = self._begin(BRANCH, 0, -1)
            self._add_leaf(own, 0, values, at if choice is None else choice)
            self._end(branch)
        self._end(at)

    def _add_priority(self, priority: Priority, choice: int | None) -> None:
        at = self._begin(CHOICE, ORDERS.index(priority.order), 1)
        keys = [self._key(each, priority.order) for each in priority.keys]
        for key, search in zip(keys, priority.searches, strict=True):
            branch = self._begin(BRANCH, 0, key)
            self.add(search, at if choice is None else choice)  # type: ignore[arg-type]
            self._end(branch)
        self._end(at)

    def _key(self, key: Expression, order: str) -> int:
        """Add the entry of a key, and return its place."""
        entry = self._entry(key, None, order)
        if entry is None:
            number = key.linear().constant
            entry = [self._builder.place_of(self._builder.constant(number)), 1, 0, -1, 0, 0]
        self.entries.append(entry)
        return len(self.entries) - 1

    def _begin(self, kind: int, order: int, key: int) -> int:
        row, first = len(self.rows), len(self.entries)
        self.rows.append([kind, first, first, order, 0, row + 1, row, key])
        return row

    def _end(self, row: int) -> None:
        """Close a row: the entries and rows since then are those below it."""
        self.rows[row][2], self.rows[row][5] = len(self.entries), len(self.rows)

    def _entry(self, each: Expression, wish: int | None, order: str) -> list[int] | None:
        """Return the entry of a variable or expression; None if it is a number."""
        for one in each.variables():
            if not self._model.owns(one):
                raise ModelError(f"decide has {one!r}, which belongs to another model")
        linear, table = each.linear(), -1
        if not linear.terms:
            return None
        atom, scale = next(iter(linear.terms.items()))
        offset = linear.constant
        if len(linear.terms) > 1:
            v, step = self._builder.view(each)
            scale, offset = 1, step
        elif isinstance(atom, Sparse):
            v, table = atom.index, self._table(atom)
        else:
            v = self._builder.atom(atom)
        value = 0
        if wish is not None:
            value, rest = divmod(wish - offset, scale)
            if rest or not self._may_be(atom, value, len(linear.terms)):
                return None  # it can never be so
            value = atom.coded(value) if isinstance(atom, Sparse) and table >= 0 else value
        degree = self._degree([each]) if order in BY_DEGREE else 0
        return [self._builder.place_of(v), scale, offset, table, degree, value]

    @staticmethod
    def _may_be(atom: Any, value: int, n_terms: int) -> bool:
        return n_terms > 1 or not isinstance(atom, Variable) or atom.may_be(value)

    def _table(self, variable: Sparse) -> int:
        """Return where the values of a sparse variable are in the tables."""
        if variable not in self._table_of:
            self._table_of[variable] = len(self.tables)
            self.tables += variable.values
        return self._table_of[variable]

    def _degree(self, expressions: Iterable[Expression]) -> int:
        """Return the number of constraints on the variables of expressions."""
        own = {one.index for each in expressions for one in each.variables()}
        if len(own) == 1:
            return self._degrees[own.pop()]
        return sum(not own.isdisjoint(scope) for scope in self._scopes)

    @cached_property
    def _scopes(self) -> list[set[int]]:
        """The variables of each constraint of the model."""
        return [{one.index for one in each.variables()} for each in self._model.constraints]

    @cached_property
    def _degrees(self) -> Counter[int]:
        """The number of constraints on each variable."""
        return Counter(_flat(self._scopes))


def _flat(scopes: Iterable[set[int]]) -> Iterator[int]:
    for scope in scopes:
        yield from scope
