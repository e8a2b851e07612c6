"""Elimination: the equations of the items have no solution modulo a prime.

The items that are covered a fixed number of times are equations. If there are weights of these
items such that each option weighs a multiple of p, but all items together do not, then there is no
solution. Such weights are the solutions of a homogeneous system with an equation for each option.

Most options follow from few others. So weights that satisfy some of the equations are drawn at
random, and those that they violate, or a part of them, are eliminated; until weights satisfy all of
them, or all weights that remain give the items together a multiple of p. The large prime stands for
the rational numbers, of which the weights mostly are small fractions.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from exactcover.refutation.elimination_kernels import (
    Rows,
    add_equations,
    complete,
    no_rows,
    reduce_form,
)
from exactcover.refutation.system import MOST_WEIGHT, Numbers, System
from exactcover.runtime.search.limits import stop_if_due

LARGE = MOST_WEIGHT - 1
PRIMES = LARGE, 2, 3, 5
MOST_ENTRIES = 1 << 23
"""The most entries of the reduced equations: 128 MB, of which only those in use take memory."""
STEP = 64
"""The least number of violated equations that are eliminated at once."""
SIMPLE = 1 << 12
"""Weights below this are used as rational numbers."""
MOST_SCALED = 60
"""The common denominator of rational weights is at most this."""
MOST_TRIED = 16
"""The most solutions among which the simplest is chosen."""


def by_elimination(system: System, work: int) -> Iterator[Numbers]:
    """Yield weights for which the equations have no solution modulo a prime."""
    is_equation = system.are_equations
    if not is_equation.any():
        return
    search = _Search(system, work)
    for prime in PRIMES:
        weights = search.weights(prime)
        if weights is not None:
            whole = np.zeros(system.n_rows, dtype=np.int64)
            whole[is_equation] = weights
            yield whole


class _Search:
    """The search for weights modulo one prime after another."""

    def __init__(self, system: System, work: int) -> None:
        self._system = system
        self._work = work
        self._is_equation = system.are_equations
        number = np.cumsum(self._is_equation) - 1
        self._rows_of_nodes = np.where(self._is_equation, number, -1)[system.rows]
        self._n = int(self._is_equation.sum())
        self._total = system.low[self._is_equation]
        self._rng = np.random.default_rng(self._n)

    def weights(self, prime: int) -> Numbers | None:
        """Return weights that every option agrees with, but not the sum of all; None if not."""
        self._prime = prime
        self._rows: Rows = no_rows(self._n, min(self._work, MOST_ENTRIES, self._n**2))
        while True:
            stop_if_due()
            form = self._total % prime
            if not reduce_form(self._rows, form, self._prime):
                return None
            weights = self._random(form)
            violated = self._violated(weights)
            if len(violated):
                if not self._eliminate(violated):
                    return None
                continue
            violated, simplest = self._simplest(form, weights)
            if simplest is not None:
                return simplest
            if not self._eliminate(violated):
                return None

    def _random(self, form: Numbers) -> Numbers:
        """Return random weights that satisfy the equations, and whose sum is not 0."""
        weights = self._rng.integers(0, self._prime, self._n)
        if not self._sum(form, weights):
            free = np.flatnonzero(form)[0]
            weights[free] = (weights[free] + 1) % self._prime
        complete(self._rows, weights, self._prime)
        return weights

    def _sum(self, form: Numbers, weights: Numbers) -> int:
        """Return a sum of weights, modulo the prime."""
        return int((form * weights % self._prime).sum() % self._prime)

    def _violated(self, weights: Numbers) -> Numbers:
        """Return the columns whose equations do not hold."""
        whole = np.zeros(self._system.n_rows, dtype=np.int64)
        whole[self._is_equation] = weights
        return np.flatnonzero(self._system.column_sums(whole) % self._prime)

    def _eliminate(self, violated: Numbers) -> bool:
        """Eliminate some violated equations; return False if there is too much work or memory."""
        most = max(STEP, int((self._rows.begin < 0).sum()))
        if len(violated) > most:
            violated = np.sort(self._rng.choice(violated, most, replace=False))
        system = self._system
        n_new = add_equations(
            self._rows,
            system.starts,
            self._rows_of_nodes,
            system.amounts,
            violated,
            self._prime,
            self._work,
        )
        return n_new > 0

    def _simplest(self, form: Numbers, weights: Numbers) -> tuple[Numbers, Numbers | None]:
        """Return the simplest weights that are found; or None and the columns they violate."""
        found = [self._signed(weights)]
        for free in np.flatnonzero(form)[:MOST_TRIED]:
            weights = np.zeros(self._n, dtype=np.int64)
            weights[free] = 1
            complete(self._rows, weights, self._prime)
            violated = self._violated(weights)
            if len(violated):
                return violated, None
            found.append(self._signed(weights))
        return form[:0], min(found, key=_complexity)

    def _signed(self, weights: Numbers) -> Numbers:
        """Return residues as small whole numbers, scaled where that makes them smaller."""
        half = self._prime // 2
        scales = range(1, 1 + (MOST_SCALED if self._prime == LARGE else 1))
        for scale in scales:
            scaled = weights * scale % self._prime
            signed = np.where(scaled > half, scaled - self._prime, scaled)
            if abs(signed).max() < SIMPLE:
                return signed
        return np.where(weights > half, weights - self._prime, weights)


def _complexity(weights: Numbers) -> tuple[int, int, int]:
    """Return a measure of weights: the largest one, the different ones, those that are not 0."""
    return int(abs(weights).max()), len(np.unique(weights)), int(np.count_nonzero(weights))
