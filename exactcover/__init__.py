"""Exact cover at full speed: say what must be covered, and solve, list, count, draw or optimise.

>>> from exactcover import Problem
>>> problem = Problem([["p", "q"], ["r"], ["q", "r"], ["p"]])
>>> problem.count()
2
"""

import lazy_loader

from exactcover.runtime.version import __version__ as __version__

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
