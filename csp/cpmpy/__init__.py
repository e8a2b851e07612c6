"""The solver `exactcover_csp` of CPMpy: `pip install 'exactcover-sudoku[cpmpy]'`.

CPMpy is a modelling library. To import this package adds the solver to those that it knows. It has
the global constraints as they are, solution hints, callbacks, assumptions and their cores;
constraints can be added between two solves.

>>> import csp.cpmpy
>>> import cpmpy as cp
>>> x, y = cp.intvar(1, 9, shape=2, name="xy")
>>> model = cp.Model(x + y == 7, x * y == 12, x < y)
>>> model.solve(solver="exactcover_csp"), x.value(), y.value()
(True, 3, 4)
"""

from exactcover.runtime.extras import imported

imported("cpmpy", "csp.cpmpy", "CPMpy", "cpmpy")

from csp.cpmpy.solver import NAME, ExactCoverCsp, register  # noqa: E402

__all__ = ["NAME", "ExactCoverCsp", "register"]

register()
