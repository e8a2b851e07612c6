"""Engines without symmetric solutions: portfolios look for symmetries in long searches.

Where bins, rows or values are interchangeable, a proof has to refute each case many times. So
engines that know which of the symmetric solutions to look for take the place of those that do not;
see `csp.symmetry.breaking`. To look for symmetries takes time, which the patience bounds: little at
first, and more in long searches.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from csp.learning.engine import Learning
    from csp.model.model import Model
    from csp.search.engine import Propagation
    from csp.search.request import ModelRequest

PATIENCE = 1 << 13, 1 << 15, 1 << 17
"""The steps of the looks for symmetries, one after the other: up to 0.02, 0.08 and 0.3 seconds."""
BREAKS = "the search is long, and the model has symmetries: one of symmetric solutions is enough"
SUFFIX = " without symmetry"
"""What the names of these engines end with."""


class Broken(NamedTuple):
    """Engines that search for one of symmetric solutions.

    Attributes
    ----------
    propagation
        Name -> a function that returns an engine of propagation.
    generate
        Returns the engine of lazy clause generation.
    """

    propagation: dict[str, Callable[[], Propagation]]
    generate: Callable[[], Learning]


Breaker = Callable[[int], Broken | None]
"""Returns engines for a patience, or None if no symmetry was found."""


def broken(
    engines: Callable[[Model, ModelRequest], Broken],
    model: Model,
    request: ModelRequest,
    patience: int,
) -> Broken | None:
    """Return engines that search for one of symmetric solutions, if symmetries are found.

    Parameters
    ----------
    engines
        Returns the engines for a model and a request.
    model, request
        The model and the request of the search.
    patience
        The steps of the look for symmetries.
    """
    from csp.symmetry.breaking import breaking

    found = breaking(model, request.objective, patience)
    return engines(model.with_constraints(*found), request) if found else None
