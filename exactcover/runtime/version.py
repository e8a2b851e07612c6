"""The version of the distribution, of which the three packages are parts.

This is its only source: the build, `__version__` of each package, the commands and the solver
configuration for MiniZinc take it from here.
"""

__version__ = "0.1.0"
