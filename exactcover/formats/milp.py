"""Problems as integer programs for scipy, which calls the solver HiGHS."""

from __future__ import annotations

from typing import Any

import numpy as np

from exactcover.formats.linear import linear_program
from exactcover.problem.problem import Problem
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.extras import imported


def to_milp(problem: Problem) -> dict[str, Any]:
    """Return the problem as the arguments of `scipy.optimize.milp`, which calls HiGHS.

    Returns
    -------
    dict
        The costs ``c``, ``integrality``, ``bounds`` and ``constraints``; the first variables
        are the options.

    Raises
    ------
    ProblemError
        If a cost is a number that no float is exactly; `milp` computes with floats.
    MissingExtraError
        If the extra ``scipy`` is not installed.

    Examples
    --------
    >>> from scipy.optimize import milp
    >>> problem = Problem([["p", "q"], ["p"], ["q"]], costs=[5, 2, 1])
    >>> milp(**problem.to_milp()).x.round().astype(int)
    array([0, 1, 1])
    """
    optimize = imported("scipy.optimize", "to_milp", "scipy", "scipy")
    sparse = imported("scipy.sparse", "to_milp", "scipy", "scipy")
    program = linear_program(problem)
    entries = [
        (k, variable, coefficient)
        for k, row in enumerate(program.rows)
        for coefficient, variable in row.terms
    ]
    rows, columns, coefficients = np.array(entries, dtype=np.int64).reshape(-1, 3).T
    matrix = sparse.csr_array(
        (coefficients.astype(np.float64), (rows, columns)),
        shape=(len(program.rows), program.n_variables),
    )
    low = np.array([row.low for row in program.rows], dtype=np.float64)
    high = np.array([np.inf if row.high is None else row.high for row in program.rows])
    costs = np.zeros(program.n_variables)
    for option, cost in enumerate(program.costs):
        if float(cost) != cost:
            raise ProblemError(f"option {option} costs {cost}, which no float is exactly")
        costs[option] = cost
    return {
        "c": costs,
        "integrality": np.ones(program.n_variables),
        "bounds": optimize.Bounds(0, 1),
        "constraints": optimize.LinearConstraint(matrix, low, high),
    }
