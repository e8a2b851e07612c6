"""Minimal sets with a monotone property: whatever has the property, every larger set has it, too.

For the numbers below n, a function says whether a set has the property. That takes long, as a rule,
so what follows from earlier answers is not asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from csp import Incremental, Model
from exactcover.runtime.search.limits import stop_if_due

Numbers = frozenset[int]


class MinimalSets:
    """Finds the minimal sets of numbers that have a property.

    Parameters
    ----------
    n
        The numbers are 0 to n - 1.
    has_property
        Whether a set has the property: if it has, all sets that include it have it, too.

    Attributes
    ----------
    best
        The smallest set with the property that is known, for those who stop a search for a minimal
        one; at first all numbers.
    n_asked
        How often `has_property` was called.

    Examples
    --------
    >>> sets = MinimalSets(5, lambda numbers: {0, 3} <= numbers or {1, 3, 4} <= numbers)
    >>> [sorted(each) for each in sets.all()]
    [[0, 3], [1, 3, 4]]
    """

    def __init__(self, n: int, has_property: Callable[[Numbers], bool]) -> None:
        self._n = n
        self._ask = has_property
        self._with: list[Numbers] = []
        self._without: list[Numbers] = []
        self.best = frozenset(range(n))
        self.n_asked = 0

    def has(self, numbers: Numbers) -> bool:
        """Return whether a set has the property."""
        if any(known <= numbers for known in self._with):
            return True
        if any(numbers <= known for known in self._without):
            return False
        stop_if_due()
        self.n_asked += 1
        found = self._ask(numbers)
        (self._with if found else self._without).append(numbers)
        return found

    def one(self, numbers: Numbers | None = None) -> Numbers:
        """Return a minimal set within a set that has the property; by default within all numbers.

        Large parts are left out first, then smaller ones, and at last single numbers, each time
        from the end. `best` has what is left meanwhile.

        Notes
        -----
        For a minimal set of k of n numbers, at most some 2 k log2(n) sets are asked for.
        """
        left = sorted(range(self._n) if numbers is None else numbers)
        self.best = frozenset(left)
        size = len(left)
        while size > 0:
            end = len(left)
            while end > 0:
                begin = max(0, end - size)
                rest = left[:begin] + left[end:]
                if self.has(frozenset(rest)):
                    left = rest
                    self.best = frozenset(left)
                end = begin
            size //= 2
        return self.best

    def largest_without(self, numbers: Numbers) -> Numbers:
        """Return a maximal set without the property that includes one without it."""
        found = numbers
        for number in range(self._n):
            if number not in found and not self.has(found | {number}):
                found |= {number}
        return found

    def all(self) -> Iterator[Numbers]:
        """Yield all minimal sets with the property, each once.

        Notes
        -----
        This is MARCO: a model keeps the sets that are neither known to have the property nor known
        to lack it. Each of its solutions is made smaller or larger until it is minimal or maximal.
        There may be exponentially many minimal sets.

        References
        ----------
        M. H. Liffiton, A. Previti, A. Malik and J. Marques-Silva, Fast, flexible MUS enumeration,
        Constraints 21 (2016).
        """
        model = Model()
        is_in = model.bool_vars(self._n)
        solver = Incremental(model)
        everything = frozenset(range(self._n))
        given = everything
        while True:
            if self.has(given):
                found = self.one(given)
                yield found
                model.post(sum(1 - is_in[k] for k in sorted(found)) >= 1)
            else:
                found = self.largest_without(given)
                model.post(sum(is_in[k] for k in sorted(everything - found)) >= 1)
            solution = solver.solve().solution
            if solution is None:
                return
            given = frozenset(k for k in range(self._n) if solution[is_in[k]])
