"""Constraint programming on integer variables: solve, list, count or optimise models.

>>> from csp import Model, all_different
>>> model = Model()
>>> x, y, z = model.variables(3, range(1, 10), name="x")
>>> model.post(all_different([x, y, z]), x + y == z, x < y)
>>> model.count()
16
"""

import lazy_loader

from exactcover.runtime.version import __version__ as __version__

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
