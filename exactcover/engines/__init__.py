"""The engines, one file each, and their one registry.

An engine's module is imported when a search asks for it, because it imports Numba.
"""

from collections.abc import Callable
from importlib import import_module
from typing import cast

from exactcover.engine import Engine
from exactcover.errors import ProblemError
from exactcover.links import Links

ENGINES = {
    "dancing_cells": "exactcover.engines.dancing_cells:DancingCells",
}
"""Name -> module and class. The class is called with a problem's `Links`."""


def load(method: str) -> Callable[[Links], Engine]:
    """Import the engine of a name, or for "auto" the one that suits.

    >>> load("dancing_cells").__name__
    'DancingCells'
    """
    name = "dancing_cells" if method == "auto" else method
    if name not in ENGINES:
        raise ProblemError(f"unknown method {method!r}; the methods are auto, {', '.join(ENGINES)}")
    module, _, attribute = ENGINES[name].partition(":")
    return cast(Callable[[Links], Engine], getattr(import_module(module), attribute))
