"""Problems in the free MPS format, which all solvers of integer programs read.

References
----------
IBM, ILOG CPLEX file formats reference manual, MPS file format.
"""

from __future__ import annotations

from typing import Any

from exactcover.formats.linear import Row, linear_program, named
from exactcover.problem.costs import decimals
from exactcover.problem.problem import Problem

OBJECTIVE = "cost"


def to_mps(problem: Problem) -> str:
    """Return the problem as an integer program in the free MPS format; variables as `to_lp`.

    Raises
    ------
    ProblemError
        If a cost is a fraction such as 1/3, which is no decimal number.

    Examples
    --------
    >>> Problem([["p"], ["p"]]).to_mps().splitlines()[2:6]
    ['NAME exact_cover', 'ROWS', ' N cost', ' E c0']
    """
    program = linear_program(problem)
    program.check_decimals()
    n_variables = max(1, program.n_variables)
    columns: list[list[tuple[str, Any]]] = [[] for _ in range(n_variables)]
    for cost, variable in program.least_costs:
        columns[variable].append((OBJECTIVE, cost))
    for k, row in enumerate(program.rows):
        for coefficient, variable in row.terms:
            columns[variable].append((f"c{k}", coefficient))
    lines = [f"* x{k}: {name}" for k, name in named(problem)]
    lines += ["NAME exact_cover", "ROWS", f" N {OBJECTIVE}"]
    lines += [f" {_kind(row)} c{k}" for k, row in enumerate(program.rows)]
    lines += ["COLUMNS", " MARKER 'MARKER' 'INTORG'"]
    for variable, entries in enumerate(columns):
        some = entries or [(OBJECTIVE, 0)]
        lines += [f" x{variable} {row} {decimals(number)}" for row, number in some]
    lines += [" MARKER 'MARKER' 'INTEND'", "RHS"]
    lines += [f" RHS c{k} {_side(row)}" for k, row in enumerate(program.rows) if _side(row)]
    ranges = [
        f" RANGE c{k} {row.high - row.low}"
        for k, row in enumerate(program.rows)
        if row.high is not None and 0 < row.low < row.high
    ]
    lines += ["RANGES", *ranges] if ranges else []
    lines += ["BOUNDS", *(f" BV BOUND x{variable}" for variable in range(n_variables))]
    return "\n".join([*lines, "ENDATA", ""])


def _kind(row: Row) -> str:
    """Return the letter of a row; one with two bounds has the lower one, and a range."""
    if row.low == row.high:
        return "E"
    return "G" if row.low or row.high is None else "L"


def _side(row: Row) -> int:
    """Return the right side of a row."""
    return row.low or row.high or 0
