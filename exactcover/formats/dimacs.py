"""Problems in conjunctive normal form (DIMACS), for SAT solvers.

Variable i is option i, counted from 1. Further variables count how often an item is covered, and
represent the colours in use. The options determine their values, so covers and satisfying
assignments correspond one to one.

References
----------
C. Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints" (2005), the
sequential counter; here with both directions, so that models can be counted. DIMACS,
"Satisfiability: suggested format" (1993).
"""

from __future__ import annotations

from collections.abc import Sequence

from exactcover.formats.linear import named
from exactcover.limits import watched
from exactcover.problem.problem import Problem

Clause = list[int]
PAIRS = 5
"""The most options of an item that are excluded pairwise."""


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
        if low == 1:
            self.clauses.append(list(literals))
        if high == 1 and len(literals) <= PAIRS:
            for k, one in enumerate(literals):
                self.clauses += [[-other, -one] for other in literals[:k]]
        elif low > 1 or high < len(literals):
            self._count(literals, low, high)

    def _count(self, literals: Sequence[int], low: int, high: int) -> None:
        """Add a sequential counter: after each literal, `counts[j]` means more than j are true."""
        counts: list[int] = []
        for literal in literals:
            before = [*counts, None][: high + 1]
            counts = [
                self._more(literal, before[j - 1] if j else None, before[j], is_first=j == 0)
                for j in range(len(before))
            ]
            if len(counts) > high:
                self.clauses.append([-counts.pop()])
        if low > len(counts):
            self.clauses.append([])
        elif low > 1:
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


def clauses(problem: Problem) -> Clauses:
    """Return a problem as clauses, whose satisfying assignments are its solutions.

    Examples
    --------
    >>> from exactcover import Problem
    >>> clauses(Problem([["p", "q"], ["p"], ["q"]])).clauses
    [[1, 2], [-1, -2], [1, 3], [-1, -3]]
    """
    formula = Clauses(problem.n_options)
    users: list[list[int]] = [[] for _ in range(problem.n_items)]
    coloured: dict[tuple[int, int], list[int]] = {}
    starts, members, colours = (array.tolist() for array in problem.incidence)
    for option in watched(range(problem.n_options), 1 << 10):
        for node in range(starts[option], starts[option + 1]):
            item, colour = members[node], colours[node]
            place = coloured.setdefault((item, colour), []) if colour else users[item]
            place.append(option + 1)
    for (item, _), literals in coloured.items():
        users[item].append(formula.any_of(literals))
    for k, item in enumerate(watched(problem.items)):
        low, high = problem.bounds.get(item, (1, 1)) if k < problem.n_primary else (0, 1)
        formula.between(users[k], low, high)
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
    formula = clauses(problem)
    lines = [f"c {k + 1}: {name}" for k, name in named(problem)] if names else []
    lines.append(f"p cnf {formula.n_variables} {len(formula.clauses)}")
    lines += [" ".join(map(str, [*clause, 0])) for clause in formula.clauses]
    return "\n".join([*lines, ""])
