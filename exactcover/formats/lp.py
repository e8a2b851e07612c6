"""Problems in the LP format of CPLEX, which most solvers of integer programs read.

References
----------
IBM, ILOG CPLEX file formats reference manual, LP file format.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from exactcover.formats.linear import linear_program, named
from exactcover.problem.costs import decimals
from exactcover.problem.problem import Problem
from exactcover.runtime.texts import printable

WIDTH = 100
"""The length at which lines are broken; some readers refuse more than 255 characters."""


def to_lp(problem: Problem) -> str:
    r"""Return the problem as an integer program in the LP format of CPLEX.

    Variable x0 says whether the first option is chosen, and so on; variables after those of the
    options are colours in use. The sum of the costs is to be as small as possible.

    Raises
    ------
    ProblemError
        If a cost is a fraction such as 1/3, which is no decimal number.

    Examples
    --------
    >>> print(Problem({"A": ["p"], "B": ["p"]}, costs=[3, 1]).to_lp(), end="")
    \ x0: A
    \ x1: B
    Minimize
     obj: + 3 x0 + x1
    Subject To
    \ item 'p'
     c0: + x0 + x1 = 1
    Binary
      x0 x1
    End
    """
    program = linear_program(problem)
    program.check_decimals()
    lines = [f"\\ x{k}: {name}" for k, name in named(problem)]
    lines.append("Minimize")
    lines += _wrapped("obj:", _terms(program.least_costs))
    lines.append("Subject To")
    for k, row in enumerate(program.rows):
        lines.append("\\ " + printable(" ".join(row.about.split())))
        if row.low == row.high:
            lines += _wrapped(f"c{k}:", [*_terms(row.terms), f"= {row.low}"])
            continue
        if row.low or row.high is None:
            lines += _wrapped(f"c{k}:", [*_terms(row.terms), f">= {row.low}"])
        if row.high is not None:
            lines += _wrapped(f"d{k}:", [*_terms(row.terms), f"<= {row.high}"])
    lines.append("Binary")
    lines += _wrapped("", [f"x{k}" for k in range(max(1, program.n_variables))])
    return "\n".join([*lines, "End", ""])


def _terms(terms: Iterable[tuple[Any, int]]) -> list[str]:
    """Return the terms of a sum as texts; an empty sum is 0."""
    found = []
    for number, variable in terms:
        size = "" if abs(number) == 1 else f"{decimals(abs(number))} "
        found.append(f"{'-' if number < 0 else '+'} {size}x{variable}")
    return found or ["0 x0"]


def _wrapped(begin: str, words: Iterable[str]) -> Iterator[str]:
    """Yield lines that are not too long."""
    line = f" {begin}"
    for word in words:
        if len(line) + len(word) >= WIDTH:
            yield line
            line = " "
        line += f" {word}"
    yield line
