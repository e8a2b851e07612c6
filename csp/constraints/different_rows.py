"""Many constraints that variables are all different, kept in an array."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from csp.constraints.all_different import AllDifferent
from csp.constraints.tuples import are_far_apart
from csp.model.posted_records import View
from csp.model.rows import Rows, Window
from exactcover.runtime.kernels.types import I64

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.constraint import Constraint
    from csp.model.expressions import Variable


class DifferentRows(Rows):
    """The conjunction of constraints that as many variables each are all different.

    Parameters
    ----------
    scopes
        The numbers of the variables of each constraint, in a row.
    variables
        All variables by their numbers.
    """

    def __init__(self, scopes: I64, variables: dict[int, Variable]) -> None:
        super().__init__()
        self.scopes, self._variables = scopes, variables

    def __len__(self) -> int:
        return len(self.scopes)

    def make(self, k: int) -> Constraint:
        """Return the constraint that a row is."""
        return AllDifferent([self._variables[v] for v in self.scopes[k].tolist()])

    def variables(self) -> Iterator[Variable]:
        """Yield each variable of any row once."""
        yield from self._variables.values()

    def window(self, builder: Builder, begin: int, end: int) -> DifferentWindow:
        """Return some rows with the domains that their variables have now."""
        return DifferentWindow(self.scopes[begin:end], builder, begin)


class DifferentWindow(Window):
    """Some rows, of which those are plain that become a group and nothing else."""

    def __init__(self, scopes: I64, builder: Builder, begin: int) -> None:
        self._scopes, self._builder = scopes, builder
        numbers, places = np.unique(scopes, return_inverse=True)
        domains = [*map(builder.bounds, numbers.tolist())]
        kinds = {each: k for k, each in enumerate(dict.fromkeys(domains))}
        kind_of = np.array([kinds[each] for each in domains])
        of_rows = kind_of[places.reshape(scopes.shape)]
        n = np.array([*map(builder.n_values, numbers.tolist())])
        low, high = np.array(domains, dtype=np.int64).T
        # Without holes, so that equal bounds are equal domains.
        is_usual = (n == high - low + 1) & (n > scopes.shape[1])
        is_usual &= [not builder.is_wide(v) for v in numbers.tolist()]
        is_usual &= [not are_far_apart(a, b, b - a + 1) for a, b in domains]
        in_order = np.sort(scopes, axis=1)
        is_plain = (of_rows == of_rows[:, :1]).all(axis=1)
        is_plain &= is_usual[places.reshape(scopes.shape)].all(axis=1)
        is_plain &= (in_order[:, 1:] != in_order[:, :-1]).all(axis=1)
        super().__init__(begin, is_plain)
        self._views = {v: View(v, 0) for v in numbers.tolist()}

    def post_plain(self, begin: int, end: int) -> int:
        """Post a group for each row."""
        views = self._views
        for scope in self._scopes[begin:end].tolist():
            self._builder.all_different([views[v] for v in scope])
        return end
