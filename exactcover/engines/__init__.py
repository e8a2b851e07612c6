"""The engines, one file each, and their one registry.

An engine's module is imported when a search asks for it, because it imports Numba.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import cast

import numpy as np

from exactcover.engine import Engine, Out
from exactcover.errors import ProblemError
from exactcover.links import Links
from exactcover.problem import Problem

ENGINES = {
    "dancing_cells": "exactcover.engines.dancing_cells:DancingCells",
}
"""Name -> module and class. The class is called with a problem's `Links`."""


@cache
def load(method: str) -> Callable[[Links], Engine]:
    """Import the engine of a name, or for "auto" the one that suits, with its kernels compiled.

    >>> load("dancing_cells").__name__
    'DancingCells'
    """
    name = "dancing_cells" if method == "auto" else method
    if name not in ENGINES:
        raise ProblemError(f"unknown method {method!r}; the methods are auto, {', '.join(ENGINES)}")
    module, _, attribute = ENGINES[name].partition(":")
    engine = cast(Callable[[Links], Engine], getattr(import_module(module), attribute))
    _compile(engine)
    return engine


def _compile(engine: Callable[[Links], Engine]) -> None:
    """Let Numba compile or load the kernels, so that no search is timed or interrupted doing it."""
    first = engine(Problem([["p"]]).links)
    first.choose([0])
    first.advance(1, Out(np.empty((0, 0), dtype=np.uint32), np.empty(0, dtype=np.uint32), 1))
