"""Bounds by the relaxation at the root: of terms of the objective, and of sums of rows."""

from __future__ import annotations

import numpy as np

from csp.engines.linear.bounding import Bounding
from csp.kernels.tree import AT_LEAST, AT_MOST
from exactcover.runtime.kernels.types import I64

MOST_TERMS = 32
"""The most terms of the objective whose own bounds are computed by the relaxation."""
FEWEST_FACTORS = 4
"""The least number of different factors of a row whose sum is bounded. Rows with fewer are mostly
choices, whose sums the other rows hardly bound."""
MOST_USELESS_ROWS = 4
"""The rows, one after the other, whose bounds may lead to nothing before no more are tried."""
MOST_WORK = 1 << 17
"""The work of programs after which no more rows are tried, so that a call ends soon."""


class RootBounding(Bounding):
    """A search tree with a linear relaxation, from which more is concluded at the root."""

    def _bound_terms(self) -> bool | None:
        """Bound the terms of the objective that are no literals, each by the relaxation.

        The least of a maximum, for example, may be a fraction, and is then the next whole number.
        For the objective it is more than the relaxation of all terms together.

        Returns
        -------
        Whether the program was solved for one of them; None if there is no solution.
        """
        program, costs = self.program, self._costs
        literals = []
        open_terms = np.flatnonzero((costs != 0) & (program.lower < program.upper))
        wide = [k for k in open_terms.tolist() if not self._columns[k, 1]]
        if not wide or len(wide) > MOST_TERMS:
            return False
        for k in wide:
            v, _, own = self._columns[k].tolist()
            sign = 1 if costs[k] > 0 else -1
            bound = program.least_of(_unit(len(costs), k, sign))
            if bound is None:
                continue
            least = -(-bound.number // bound.scale)
            if sign > 0 and least > program.lower[k]:
                literals.append((v, AT_LEAST, own + least))
            elif sign < 0 and -least < program.upper[k]:
                literals.append((v, AT_MOST, own - least))
        return True if not literals or self._require(literals) else None

    def _bound_rows(self) -> bool | None:
        """Bound sums of rows by all other rows, at the root; use them as those of the objective.

        If a row asks for nearly the greatest sum that the others allow, then reduced costs fix most
        of its variables. This is so where a model asks for a profit that is known to be the best.

        Returns
        -------
        Whether the program was solved for one of them; None if there is no solution.
        """
        program = self.program
        self._read_bounds()
        is_solved, n_useless, most_work = False, 0, program.work + MOST_WORK
        rows = sorted(range(self._n_first), key=lambda k: -len(program.lines[k].terms))
        for k in filter(self._is_weighted, rows):
            line = program.lines[k]
            factors = np.zeros(program.n, dtype=np.int64)
            factors[[*line.terms]] = [*line.terms.values()]
            is_solved, n_useless = True, n_useless + 1
            for sign in (1, -1)[: 1 + line.is_equation]:
                bound = program.least_of(sign * factors, without=k)
                if bound is None:
                    continue
                room = bound.scale * sign * line.total - bound.number
                literals = self._implied(bound, room) if room >= 0 else []
                if room < 0 or not self._require(literals):
                    return None
                if literals:
                    n_useless = 0
                    self._read_bounds()
            if n_useless == MOST_USELESS_ROWS or program.work > most_work:
                break
        return is_solved

    def _is_weighted(self, row: int) -> bool:
        """Return whether a row is a sum of many columns with different factors."""
        factors = {abs(c) for c in self.program.lines[row].terms.values()}
        return len(factors) >= FEWEST_FACTORS


def _unit(n: int, k: int, factor: int) -> I64:
    """Return a factor for one of n columns, and 0 for the others."""
    factors = np.zeros(n, dtype=np.int64)
    factors[k] = factor
    return factors
