"""The result of `solve`: one solution, or that there is none, and because of which assumptions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from csp.model.solution import Assignment
from exactcover.runtime.search.result import Result


@dataclass(frozen=True, slots=True, repr=False)
class ModelResult(Result[Assignment]):
    """One solution of a model, or the proof that there is none, or neither.

    Attributes
    ----------
    solution, complete, stopped, statistics
        As of `exactcover.Result`.
    core
        Where there is no solution under assumptions: those of them that cannot hold together. It is
        empty if there is none without assumptions, either. Else None.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x, y, z = model.variables(3, range(3), name="xyz")
    >>> model.post(x < y)
    >>> model.solve(assumptions=[x == 1, z == 0, y == 1]).core
    (xyz[0] == 1, xyz[1] == 1)
    """

    core: tuple[Any, ...] | None = None

    @classmethod
    def of(cls, result: Result[Assignment]) -> ModelResult:
        """Return a result of any search of a model."""
        return cls(result.solution, result.complete, result.stopped, result.statistics)
