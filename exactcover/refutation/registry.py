"""The arguments that may refute a problem, one file each, and their registry.

Other packages add arguments by ``ARGUMENTS.register`` or by entry points of the group
``exactcover.arguments``.
"""

from collections.abc import Callable, Iterator

from exactcover.refutation.system import Numbers, System
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.registry import Registry

Argument = Callable[[System, int], Iterator[Numbers]]
"""Yields weights of the rows of a system that may refute it, within an amount of work.

The work is the number of entries of arrays that are looked at, each some nanoseconds.
"""

ARGUMENTS: Registry[Argument] = Registry(
    "argument",
    "exactcover.arguments",
    {
        "counting": "exactcover.refutation.counting:by_counting",
        "elimination": "exactcover.refutation.elimination:by_elimination",
        "matching": "exactcover.refutation.matching:by_matching",
        "relaxation": "exactcover.refutation.relaxation:by_relaxation",
    },
    ProblemError,
)
"""Name -> argument, the quickest first."""
