"""Problems in conjunctive normal form (DIMACS), for SAT solvers.

Variable i is option i, counted from 1. Further variables count how often an item is covered, and
represent the colours in use. The options determine their values, so covers and satisfying
assignments correspond one to one.

References
----------
C. Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints" (2005), the
sequential counter; here with both directions, so that models can be counted.
F. Bacchus, "GAC via unit propagation" (2007): an option for each row of a table, which implies the
values in it. DIMACS, "Satisfiability: suggested format" (1993).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise, product
from math import comb

from exactcover.formats.linear import named
from exactcover.problem.problem import Problem
from exactcover.runtime.search.limits import watched

Clause = list[int]
COUNTER = 10
"""About how many literals a sequential counter has for each literal and each number up to a bound:
four clauses. It is used where another encoding has more."""


class Clauses:
    """A formula under construction: clauses of literals, v or -v for variable v.

    Attributes
    ----------
    n_variables
        The number of variables, which are numbered from 1.
    clauses
        The clauses.
    """

    def __init__(self, n_variables: int) -> None:
        self.n_variables = n_variables
        self.clauses: list[Clause] = []

    def new(self) -> int:
        """Add a variable, and return it."""
        self.n_variables += 1
        return self.n_variables

    def any_of(self, literals: Sequence[int]) -> int:
        """Return a literal that is true if and only if one of the literals is."""
        if len(literals) == 1:
            return literals[0]
        result = self.new()
        self.clauses += [[-literal, result] for literal in literals]
        self.clauses.append([-result, *literals])
        return result

    def between(self, literals: Sequence[int], low: int, high: int) -> None:
        """Require at least `low` and at most `high` of the literals."""
        n = len(literals)
        if low > n:
            self.clauses.append([])
            return
        if low == 1:
            self.clauses.append([*literals])
        if low > 1 or high < n:
            binomial = comb(n, high + 1) * (high + 1)
            binomial += comb(n, low - 1) * (n - low + 1) if low > 1 else 0
            if binomial <= COUNTER * n * min(high, n):
                self._exclude(literals, low, high)
            else:
                self._count(literals, low, high)

    def _exclude(self, literals: Sequence[int], low: int, high: int) -> None:
        """Exclude each set of literals that is too large, also of their opposites: binomial."""
        self.clauses += [[-each for each in some] for some in combinations(literals, high + 1)]
        if low > 1:
            self.clauses += map(list, combinations(literals, len(literals) - low + 1))

    def _count(self, literals: Sequence[int], low: int, high: int) -> None:
        """Add a sequential counter: after each literal, `counts[j]` means more than j are true."""
        counts: list[int] = []
        for literal in literals:
            if len(counts) == high:
                self.clauses.append([-literal, -counts[-1]])
            before = [*counts, None][:high]
            counts = [
                self._more(literal, before[j - 1] if j else None, same, is_first=j == 0)
                for j, same in enumerate(before)
            ]
        if low > 1:
            self.clauses.append([counts[low - 1]])

    def _more(self, literal: int, less: int | None, same: int | None, *, is_first: bool) -> int:
        """Return `same`, or `literal` and `less`; `less` is true for the first, a None is false."""
        if same is None and is_first:
            return literal
        result = self.new()
        gate = [] if is_first or less is None else [-less]
        self.clauses.append([-literal, *gate, result])
        if same is not None:
            self.clauses.append([-same, result])
        rest = [] if same is None else [same]
        self.clauses.append([-result, literal, *rest])
        if gate and less is not None:
            self.clauses.append([-result, less, *rest])
        return result


class Colours:
    """Which items have at most one colour already, because of others.

    Attributes
    ----------
    options_of
        The options of each item, counted from 1, with their colours there; 0 for none.
    ruler_of
        Secondary item -> a primary item, each of whose options gives it a colour: exactly one of
        these is chosen, so the secondary item has exactly one colour.
    exclusive
        Primary items of whose options at most one agrees with the colours that earlier ones give.
    """

    def __init__(self, problem: Problem) -> None:
        self.options_of: list[list[tuple[int, int]]] = [[] for _ in problem.items]
        is_single = [item not in problem.bounds for item in problem.items[: problem.n_primary]]
        together: list[tuple[int, int]] = []
        self._coloured: list[dict[int, int]] = []
        starts, members, colours = (array.tolist() for array in problem.incidence)
        for option, (begin, end) in enumerate(watched(pairwise(starts), 1 << 10)):
            own = members[begin:end]
            nodes = dict(zip(own, colours[begin:end], strict=True))
            for item, colour in nodes.items():
                self.options_of[item].append((option + 1, colour))
            self._coloured.append({item: colour for item, colour in nodes.items() if colour})
            rulers = [k for k in own if k < problem.n_primary and is_single[k]]
            together += product(self._coloured[-1], rulers)
        self.ruler_of: dict[int, int] = {}
        columns: dict[int, list[int]] = {}
        for (item, ruler), n in sorted(Counter(together).items()):
            if n == len(self.options_of[ruler]) and item >= problem.n_primary:
                first = self.ruler_of.setdefault(item, ruler)
                if first != ruler:
                    columns.setdefault(ruler, []).append(item)
        self.exclusive = {k for k, own in columns.items() if self._are_different(k, own)}

    def _are_different(self, item: int, columns: Sequence[int]) -> bool:
        """Return whether any two options of an item differ in the colours of some others."""
        own = [option - 1 for option, _ in self.options_of[item]]
        return len({tuple(map(self._coloured[k].__getitem__, columns)) for k in own}) == len(own)

    def ruled(self, item: int) -> tuple[dict[int, list[int]], list[tuple[int, int]]]:
        """Return the options of each colour that rule an item, and the others with theirs."""
        ruling = {option for option, _ in self.options_of[self.ruler_of[item]]}
        found: dict[int, list[int]] = {}
        others = []
        for option, colour in self.options_of[item]:
            if option in ruling:
                found.setdefault(colour, []).append(option)
            else:
                others.append((option, colour))
        return found, others


def clauses(problem: Problem) -> Clauses:
    """Return a problem as clauses, whose satisfying assignments are its solutions.

    Examples
    --------
    >>> from exactcover import Problem
    >>> clauses(Problem([["p", "q"], ["p"], ["q"]])).clauses
    [[1, 2], [-1, -2], [1, 3], [-1, -3]]
    """
    formula, colours = Clauses(problem.n_options), Colours(problem)
    for k, item in enumerate(watched(problem.items)):
        low, high = problem.bounds.get(item, (1, 1)) if k < problem.n_primary else (0, 1)
        own = colours.options_of[k]
        if k in colours.ruler_of:
            ruling, others = colours.ruled(k)
            literals = {colour: formula.any_of(some) for colour, some in ruling.items()}
            formula.clauses += [
                [-option, literals[colour]] if colour in literals else [-option]
                for option, colour in others
            ]
        elif k in colours.exclusive:
            formula.clauses.append([option for option, _ in own])
        else:
            some: dict[int, list[int]] = {}
            for option, colour in own:
                some.setdefault(colour, []).append(option)
            plain = some.pop(0, [])
            formula.between([*plain, *map(formula.any_of, some.values())], low, high)
    return formula


def to_dimacs(problem: Problem, *, names: bool = False) -> str:
    """Return the problem as a formula in conjunctive normal form (DIMACS), for SAT solvers.

    Variable 1 is the first option, and so on; further variables are counters and colours. Covers
    and satisfying assignments correspond one to one.

    Parameters
    ----------
    problem
        The exact-cover problem.
    names
        Whether comments say which option each variable is.

    Notes
    -----
    The size is linear in the number of nodes, because a counter is used for items with more than a
    few options. Costs are ignored.

    Examples
    --------
    >>> from exactcover import Problem
    >>> print(to_dimacs(Problem({"A": ["p", "q"], "B": ["p"], "C": ["q"]}), names=True), end="")
    c 1: A
    c 2: B
    c 3: C
    p cnf 3 4
    1 2 0
    -1 -2 0
    1 3 0
    -1 -3 0
    """
    formula = clauses(problem.encoded if problem.has_multiplicities else problem)
    lines = [f"c {k + 1}: {name}" for k, name in named(problem)] if names else []
    lines.append(f"p cnf {formula.n_variables} {len(formula.clauses)}")
    lines += [" ".join(map(str, [*clause, 0])) for clause in formula.clauses]
    return "\n".join([*lines, ""])
