"""Many tables of numbers, of which several have the same rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from csp.constraints.table import CheckedRows
from csp.constraints.tuples import Plan, plan_of, post_plan
from csp.errors import RangeError
from csp.model.posted_rows import Later
from csp.model.rows import Rows
from exactcover.runtime.search.limits import watched

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.constraint import Constraint
    from csp.model.expressions import Function, Variable


class TableRows(Rows):
    """The conjunction of constraints that are tables; `element` of numbers is one, too.

    Parameters
    ----------
    scopes
        The variables of each table.
    tables
        The rows of each; those that are the same object are planned once.
    stated
        Returns the constraint that a table is, given its number.
    function
        Returns the function of such a constraint whose value is the last variable, for constraints
        that are elements; None for others.
    """

    def __init__(
        self,
        scopes: Sequence[Sequence[Variable]],
        tables: Sequence[CheckedRows],
        stated: Callable[[int], Constraint],
        function: Callable[[Constraint], Function] | None = None,
    ) -> None:
        super().__init__()
        self._scopes, self._tables = scopes, tables
        self._stated, self._function = stated, function

    def __len__(self) -> int:
        return len(self._scopes)

    def make(self, k: int) -> Constraint:
        """Return the constraint that a table is."""
        return self._stated(k)

    def variables(self) -> Iterator[Variable]:
        """Yield the variables of all tables."""
        return chain.from_iterable(self._scopes)

    def post(self, builder: Builder, alone: Callable[[Constraint], bool]) -> list[Constraint]:
        """Post all tables in their order, and return those that are impossible."""
        impossible: list[Constraint] = []
        plans: dict[Any, Plan] = {}
        results: dict[int, int] = {}
        last, kept = None, list[tuple[int, int]]()
        """Table and domains of the last row, and the places and masks of those it restricted."""
        for k, scope in enumerate(watched(self._scopes)):
            numbers = [each.index for each in scope]
            domains = self._domains(builder, k, numbers)
            key = id(self._tables[k]), domains
            if key == last:
                for place, mask in kept:
                    builder.keep_mask(numbers[place], mask)
                builder.again(numbers)
                results[k] = numbers[-1]
                continue
            if domains and key not in plans:
                plans[key] = plan_of(self._tables[k].array, domains)
            if domains and len(plans[key].rows):
                n_changes = builder.n_changes
                post_plan(builder, numbers, domains, plans[key])
                masks = enumerate(zip(domains, plans[key].masks, strict=True))
                kept = [(place, new) for place, ((_, old), new) in masks if new != old]
                is_one = builder.n_changes == n_changes + len(kept) + 1
                last = key if is_one else None  # it posted one propagator
                results[k] = numbers[-1]
                continue
            last = None
            self._define(builder, results)
            results = {}
            constraint = self.constraint(k)
            if not alone(constraint):
                impossible.append(constraint)
        self._define(builder, results)
        return impossible

    def _domains(self, builder: Builder, k: int, numbers: list[int]) -> tuple[tuple[int, int], ...]:
        """Return the domains of the variables of a table; nothing if it must be posted alone."""
        table = self._tables[k]
        try:
            domains = tuple(map(builder.domain, numbers))
        except RangeError:  # it is wide
            return ()
        if len({*numbers}) < len(numbers) or not table:
            return ()
        low, mask = domains[0]
        if self._function and not 0 < low <= low + mask.bit_length() - 1 <= len(table):
            return ()  # some values of the index choose no element
        return domains

    def _define(self, builder: Builder, results: dict[int, int]) -> None:
        """Note which variables are the values of functions."""
        if self._function and results:
            builder.define_later(Later(partial(self.functions, results)))

    def functions(self, results: dict[int, int]) -> list[tuple[Function, int]]:
        """Return the functions of some rows, and the variables that equal them."""
        assert self._function is not None
        return [(self._function(self.constraint(k)), v) for k, v in results.items()]
