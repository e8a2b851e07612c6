"""An exact cover engine that searches a translated model, and returns solutions of the model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from csp.bridges.to_cover import Cover
from csp.engines.model_engine import ModelEngine
from csp.errors import ModelError
from exactcover.runtime.kernels.types import U32
from exactcover.runtime.search.base import Wrapper
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.protocol import Engine, Out, Status

if TYPE_CHECKING:
    from csp.model.model import Model
    from csp.request import ModelRequest


class Covering(Wrapper, ModelEngine):
    """An engine for models that runs an exact cover engine.

    Parameters
    ----------
    cover
        The model as an exact cover problem.
    engine
        The engine, made of the problem's links.
    origins
        What is to be added to the numbers of a solution, if another engine has to agree on it.

    Attributes
    ----------
    origins
        The numbers to add to a row of a solution to get the values of the variables.
    """

    def __init__(self, cover: Cover, engine: Engine, origins: Sequence[int] | None = None) -> None:
        super().__init__(engine)
        n = self.depth = cover.n_variables
        # Options that are no values of variables write into a column after the last.
        self._variables = np.full(cover.problem.n_options + 1, n)
        offsets = np.zeros(cover.problem.n_options + 1, dtype=np.int64)
        literals = np.array(cover.coded_literals(), dtype=np.int64).reshape(-1, 2)
        self._variables[: len(literals)], offsets[: len(literals)] = literals.T
        firsts = np.full(n + 1, np.iinfo(np.int64).max)
        np.minimum.at(firsts, self._variables, offsets)
        if origins is not None:
            firsts[:n] = origins
        self._offsets = offsets - firsts[self._variables]
        self.origins: list[int] = firsts[:n].tolist()

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        n = len(out.rows)
        if n == 0:
            return self._engine.advance(node_budget, out)
        before = self._engine.solutions
        rows = np.empty((n, self._engine.depth), dtype=np.uint32)
        lengths = np.empty(n, dtype=np.uint32)
        status = self._engine.advance(node_budget, Out(rows, lengths, out.room))
        found = self._engine.solutions - before
        out.rows[:found] = self._decoded(rows[:found], lengths[:found])
        out.lengths[:found] = self.depth
        return status

    def _decoded(self, rows: U32, lengths: U32) -> NDArray[np.int64]:
        """Return the values, counted from their origins, of covers given as options."""
        rows[np.arange(rows.shape[1]) >= lengths[:, np.newaxis]] = len(self._variables) - 1
        values = np.zeros((len(rows), self.depth + 1), dtype=np.int64)
        np.put_along_axis(values, self._variables[rows], self._offsets[rows], axis=1)
        return values[:, : self.depth]

    @property
    def choice(self) -> list[str]:
        """Which engines of a portfolio search, and why; a line each."""
        lines = self._engine.choice
        return ["auto: asked for", *(f"  {line}" for line in lines)] if lines else []

    @property
    def name(self) -> str:
        """The name of the engine."""
        return self._engine.name


def exact_cover(
    model: Model, request: ModelRequest, method: str = "auto", origins: Sequence[int] | None = None
) -> Covering:
    """Return the engine that searches a model as an exact cover problem.

    Parameters
    ----------
    model, request
        The model and the request.
    method
        The method of `exactcover` that searches.
    origins
        As for `Covering`.

    Raises
    ------
    ModelError
        If the request has an objective.
    TranslationError
        If a constraint cannot be stated so.
    """
    from csp.bridges.to_cover import to_exact_cover

    if request.objective is not None:
        raise ModelError("exact_cover cannot minimise: use propagation, or solver='cpsat'")
    goal = Goal.FEW if request.search.is_for_few else Goal.LIST
    return covering(to_exact_cover(model), method, goal, request.search.seed, origins)


def covering(
    cover: Cover,
    method: str,
    goal: Any,
    seed: Any = None,
    origins: Sequence[int] | None = None,
) -> Covering:
    """Return an engine that searches a cover by an engine of exactcover, or by "auto".

    Raises
    ------
    ProblemError
        If the engine cannot take the problem.
    """
    from exactcover.portfolio.portfolio import load
    from exactcover.problem.links import build
    from exactcover.runtime.arguments import generator

    problem = cover.problem
    make = load(method, problem, goal)
    engine = make(problem.links if seed is None else build(problem, generator(seed)))
    return Covering(cover, engine, origins)
