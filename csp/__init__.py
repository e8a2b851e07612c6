"""Constraint programming on integer variables: solve, list, count or optimise models.

>>> from csp import Model, all_different
>>> model = Model()
>>> x, y, z = model.variables(3, range(1, 10), name="x")
>>> model.post(all_different([x, y, z]), x + y == z, x < y)
>>> model.count()
16

Where to go; `help(csp.cumulative)` explains one name:

- variables: `Model.variable`, `Model.variables`, `Model.set_variable`, `Model.interval`
- constraints: Python's operators (`x + y <= 5`, `(x < y) | (z == 1)`), and functions such as
  `all_different`, `table`, `element`, `cardinality`, `circuit`, `regular`; `dir(csp)` has them all
- schedules: `no_overlap`, `cumulative`, `reservoir`, `diffn`
- logic: `if_then`, `iff`, `exactly`, `at_least`, `truth`
- solve: `Model.solve`, `solutions`, `count`, `minimize`, `maximize`, `diverse`
- no solution, or an odd one: `explain_infeasible`, `why`
- search: `Phase`, `search_tree`, `symmetries`; results say whether they are complete
- pictures: `gantt_chart`, `value_grid`, `chess_board`, `tour_map`, which take results
- files: `from_flatzinc`, `from_xcsp3`, `from_opb`; the command line is `csp --help`
- constraints of your own: `Constraint`, `satisfies`
"""

import lazy_loader

from exactcover.runtime.version import __version__ as __version__

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
