"""Exact cover at full speed: say what must be covered, and solve, list, count, draw or optimise.

>>> from exactcover import Problem
>>> problem = Problem([["p", "q"], ["r"], ["q", "r"], ["p"]])
>>> problem.count()
2

Where to go; `help(exactcover.Problem)` explains one name. Verbs are also methods of `Problem`:

- state: `Problem(options, primary, secondary)` with bounds, costs, colours; `Problem.from_matrix`
- solve: `solve`, `solutions`, `count`; results say whether they are complete
- best: `cheapest`, `improving_solutions`; wishes that may fail: `Problem(soft=...)`
- tilings: `tiling`, `polyforms`, `named_polyforms`, and `picture`, which takes results
- all solutions at once: `diagram_of`, `uses`, `sample`, `estimate`
- no solution: `explain_infeasible`, `refute`
- structure: `reduce`, `components`, `symmetries`, `search_tree`, `trace`
- long runs: `time_limit=`, `workers=`, `checkpoint=`, `split`, `combine`, `write_solutions`
- files: `from_lp`, `from_opb`, `from_burrtools`; the command line is `exactcover --help`
"""

import lazy_loader

from exactcover.runtime.version import __version__ as __version__

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
