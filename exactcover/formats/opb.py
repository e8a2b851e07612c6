"""Problems as pseudo-Boolean constraints (OPB), for solvers of the pseudo-Boolean competition.

References
----------
O. Roussel and V. Manquinho, Input/output format and solver requirements for the competitions of
pseudo-Boolean solvers (2012).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from exactcover.formats.linear import LinearProgram, Row, linear_program, named
from exactcover.problem.problem import Problem
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.search.limits import watched


def to_opb(problem: Problem) -> str:
    """Return the problem as pseudo-Boolean constraints (OPB); x1 is the first option.

    Raises
    ------
    ProblemError
        If a cost is not a whole number.

    Examples
    --------
    >>> Problem([["p"], ["p"]]).to_opb().splitlines()[-1]
    '+1 x1 +1 x2 = 1 ;'
    """
    program = linear_program(problem)
    for option, cost in enumerate(program.costs):
        if cost != int(cost):
            raise ProblemError(f"option {option} costs {cost}: OPB has whole costs only")
    return program_text(program, named(problem))


def program_text(program: LinearProgram, names: Iterable[tuple[int, str]]) -> str:
    """Return a linear program with whole costs as OPB, with comments that name variables."""
    lines = [f"* x{k + 1}: {name}" for k, name in names]
    if program.least_costs:
        lines.append(f"min: {_sum((int(cost), k) for cost, k in program.least_costs)} ;")
    n_constraints = 0
    for row in watched(program.rows):
        constraints = list(_constraints(row))
        lines += constraints
        n_constraints += len(constraints)
    n_variables = max(1, program.n_variables)
    head = f"* #variable= {n_variables} #constraint= {n_constraints}"
    return "\n".join([head, *lines, ""])


def _constraints(row: Row) -> Iterator[str]:
    """Yield a row as one equation, or as one or two inequalities."""
    if row.low == row.high:
        yield f"{_sum(row.terms)} = {row.low} ;"
        return
    if row.low or row.high is None:
        yield f"{_sum(row.terms)} >= {row.low} ;"
    if row.high is not None:
        yield f"{_sum((-number, k) for number, k in row.terms)} >= {-row.high} ;"


def _sum(terms: Iterable[tuple[int, int]]) -> str:
    """Return a sum of variables, which are numbered from 1; an empty sum is 0."""
    return " ".join(f"{number:+d} x{variable + 1}" for number, variable in terms) or "+0 x1"
