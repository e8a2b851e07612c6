"""Problems as linear programs in 0/1 variables, which some formats and solvers share.

Variable k says whether option k is chosen. The sum of the options of an item lies between its
bounds; for a secondary item, the bounds are 0 and 1. The options of a secondary item with the same
colour count as one there: a further variable says whether any of them is chosen. So solutions and
feasible points correspond one to one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from exactcover.problem.costs import decimals
from exactcover.problem.problem import Problem
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.search.limits import watched
from exactcover.runtime.texts import printable


class Row(NamedTuple):
    """A linear condition: the terms add up to a number between two bounds.

    `high` is None where there is no upper bound. Each term is a coefficient and a variable.
    """

    terms: list[tuple[int, int]]
    low: int
    high: int | None
    about: str
    """The comment that a file may give for the condition."""


class LinearProgram(NamedTuple):
    """Conditions on 0/1 variables, and the costs of these.

    The first variables are the options; the others are the colours in use.
    """

    n_variables: int
    rows: list[Row]
    costs: list[Any]

    @property
    def least_costs(self) -> list[tuple[Any, int]]:
        """The terms of the sum that is to be as small as possible."""
        return [(cost, variable) for variable, cost in enumerate(self.costs) if cost]

    def check_decimals(self) -> None:
        """Raise `ProblemError` if a cost is a fraction such as 1/3, which is no decimal number."""
        for option, cost in enumerate(self.costs):
            if decimals(cost) is None:
                raise ProblemError(f"option {option} costs {cost}, which is no decimal number")


def linear_program(problem: Problem) -> LinearProgram:
    """Return a problem as a linear program.

    Notes
    -----
    The size is linear in the number of nodes of the problem.

    Examples
    --------
    >>> from exactcover import Problem
    >>> program = linear_program(Problem([["p", "q"], ["p"], ["q"]], costs=[3, 1, 1]))
    >>> [(row.terms, row.low, row.high) for row in program.rows]
    [([(1, 0), (1, 1)], 1, 1), ([(1, 0), (1, 2)], 1, 1)]
    >>> program.least_costs
    [(3, 0), (1, 1), (1, 2)]
    """
    users: list[list[tuple[int, int]]] = [[] for _ in problem.items]
    coloured: dict[tuple[int, int], list[int]] = {}
    incidence = problem.incidence
    for option, item, colour, units in zip(
        incidence.owners().tolist(),
        incidence.members.tolist(),
        incidence.colours.tolist(),
        problem.multiplicities.tolist(),
        strict=True,
    ):
        if colour:
            coloured.setdefault((item, colour), []).append(option)
        else:
            users[item].append((units, option))
    rows = []
    n_variables = problem.n_options
    for (item, colour), options in coloured.items():
        variable, n_variables = n_variables, n_variables + 1
        users[item].append((1, variable))
        name = f"item {problem.items[item]!r} in colour {problem.colour_names[colour - 1]!r}"
        rows += [Row([(1, variable), (-1, k)], 0, None, f"{name} if option {k}") for k in options]
        chosen = [(1, k) for k in options]
        rows.append(Row([*chosen, (-1, variable)], 0, None, f"{name} only if an option"))
    for k, item in enumerate(watched(problem.items)):
        low, high = problem.bounds.get(item, (1, 1)) if k < problem.n_primary else (0, 1)
        greatest = sum(units for units, _ in users[k])
        most = high if high < greatest else None
        if low or most is not None:
            rows.append(Row(users[k], low, most, f"item {item!r}"))
    return LinearProgram(n_variables, rows, problem.costs.tolist())


def named(problem: Problem) -> Iterator[tuple[int, str]]:
    """Yield the number and the name of each option, for comments."""
    for option in watched(problem.options, 1 << 10):
        words = " ".join(str(option if option.label is None else option.label).split())
        yield option.index, printable(words)
