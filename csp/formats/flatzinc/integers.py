"""Lists of integers in a text, which constraints share: each is checked once."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from csp.constraints.table import CheckedRows
from csp.model.expressions import MOST_WHOLE
from csp.model.posted_records import MOST_VALUES


class Integers(list[int]):
    """A list of integers that is one word of a text, or several equal ones; nobody changes it.

    Examples
    --------
    >>> numbers = Integers([1, 2, 3, 4])
    >>> numbers.are_whole, [*numbers.rows(2)], numbers.rows(2) is numbers.rows(2)
    (True, [(1, 2), (3, 4)], True)
    """

    are_short = False
    """Whether none has more than `SHORT_WHOLE` characters."""

    @cached_property
    def are_whole(self) -> bool:
        """Whether all are numbers that models can have."""
        return self.are_short or not self or -MOST_WHOLE < min(self) <= max(self) < MOST_WHOLE

    @cached_property
    def _rows(self) -> dict[int, CheckedRows]:
        return {}

    def rows(self, n: int) -> CheckedRows:
        """Return the rows of a table, each of which has n of the numbers."""
        found = self._rows.get(n)
        if found is None:
            found = CheckedRows(np.array(self, dtype=np.int64).reshape(-1, n))
            self._rows[n] = found
        return found

    @cached_property
    def elements(self) -> CheckedRows:
        """The rows of an index, which counts from 1, and of the number there."""
        found = CheckedRows(np.column_stack([np.arange(1, len(self) + 1), self]))
        found.array = found.rows  # no index is there twice
        return found

    @cached_property
    def are_near(self) -> bool:
        """Whether they lie so near to each other that a table of them is posted for `element`."""
        return bool(self) and self.are_whole and max(self) - min(self) < MOST_VALUES
