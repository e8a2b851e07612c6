"""The values, bounds and clauses that engines of one race exchange between two laps."""

from __future__ import annotations

from collections.abc import Sequence

from csp.engines.learning.engine import Learning
from csp.engines.learning.sharing import Clause, Mark
from csp.engines.model_engine import ModelEngine

MOST_CLAUSES = 1 << 10
"""The most clauses of an engine that are told in a lap."""
MOST_SEEN = 1 << 17
"""The most clauses that are remembered, so that none is told twice."""


class Exchange:
    """The exchange between engines, in the order of the engines, so that it is always the same.

    Parameters
    ----------
    is_for_best
        Whether the best solution is wanted. Else clauses are exchanged only until a solution is
        found: those that were learned later may follow from that it is left behind.
    """

    def __init__(self, *, is_for_best: bool) -> None:
        self._is_for_best = is_for_best
        self._seen: set[Clause] = set()
        self._marks: dict[int, Mark] = {}

    def __call__(
        self,
        engines: Sequence[ModelEngine],
        values: Sequence[int],
        bound: int,
        least: int | None = None,
    ) -> None:
        """Let all engines know the best solution, and what some have learned.

        Parameters
        ----------
        engines
            The engines.
        values, bound
            The values of the best solution of all, if there is one, and the greatest value of the
            objective that is better.
        least
            A value that the objective has at least in all better solutions, if one is known.
        """
        if self._is_for_best and values:
            for engine in engines:
                engine.improve(values, bound)
        if least is not None:
            for engine in engines:
                engine.raise_goal(least)
        learners = [each for each in engines if isinstance(each, Learning) and each.shares]
        if len(learners) > 1 and (self._is_for_best or not any(e.solutions for e in engines)):
            self._share(learners)

    def _share(self, learners: Sequence[Learning]) -> None:
        """Let each engine that learns clauses know facts and clauses of the others."""
        fresh = []
        if len(self._seen) > MOST_SEEN:
            self._seen.clear()
        for k, learner in enumerate(learners):
            found, self._marks[k] = learner.short_clauses(MOST_CLAUSES, self._marks.get(k, Mark()))
            fresh.append([clause for clause in found if clause not in self._seen])
            self._seen.update(found)
        facts = [learner.facts_missing(learners) for learner in learners]
        for learner, own, clauses in zip(learners, fresh, facts, strict=True):
            clauses += [each for known in fresh if known is not own for each in known]
            if clauses:
                learner.add(clauses)
