"""Models in conjunctive normal form (DIMACS), for SAT solvers and model counters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from csp.bridges.to_cover import to_exact_cover
from exactcover.formats.dimacs import to_dimacs as cover_to_dimacs
from exactcover.runtime.search.limits import Flag
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.work import limited

if TYPE_CHECKING:
    from csp.model.model import Model


def to_dimacs(
    model: Model,
    *,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> str:
    """Return a model as a formula in conjunctive normal form (DIMACS).

    Variable 1 says whether the first variable of the model has its first value, and so on; comments
    give the names. The translation goes by way of `to_exact_cover`.

    Parameters
    ----------
    model
        The model.
    time_limit, cancel, progress
        As for `csp.solve`.

    Returns
    -------
    str
        The text. Solutions of the model and satisfying assignments correspond one to one.

    Raises
    ------
    TranslationError
        If a constraint cannot be translated; the message names it.
    exactcover.UnfinishedError
        If the time limit or `cancel` stops it.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x, y = model.variables(2, range(2), name="x")
    >>> model.post(x != y)
    >>> print(model.to_dimacs().splitlines()[:3])
    ['c 1: x[0]=0', 'c 2: x[0]=1', 'c 3: x[1]=0']
    """
    with limited("the text", time_limit, cancel, progress):
        cover = to_exact_cover(model, decompose=True, language="DIMACS")
        return cover_to_dimacs(cover.problem, names=True)
