"""Clause learning under assumptions: a solution where all hold, or a core of those that cannot.

A core that a conflict gives is made smaller by trying whether it is one without each assumption,
within a multiple of the work that it took. See `csp.engines.learning.assumptions`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from csp.constraints.reified import truth
from csp.engines.learning.building import with_own_table
from csp.engines.learning.engine import Learning, begun
from csp.engines.learning.posting import posted
from csp.engines.learning.search import CORE, NEED_SPACE
from csp.engines.learning.sharing import KEPT, Clause
from csp.engines.learning.state import (
    DONE,
    GE,
    IS_ASSUMING,
    LEARNED,
    N_ASSUMED,
    N_LEARNED,
    NEXT_RESTART,
    PHASE,
    SEARCH,
    Learner,
    literal_of,
)
from csp.errors import ModelError
from csp.kernels.state import NODES, ORIGIN, SOLUTIONS, UPDATES, State
from csp.model.builder import Builder
from exactcover.runtime.search.protocol import Out, Status, counting

if TYPE_CHECKING:
    from csp.model.constraint import Constraint
    from csp.model.model import Model
    from csp.request import ModelRequest

LEAST_EFFORT, EFFORT = 1 << 16, 2
"""The updates to make a core smaller: so many times those that it took, and some more."""


class UndefinedError(ModelError):
    """A function in an assumption may have no value, which the whole model would forbid."""


class Assuming(Learning):
    """Clause learning that decides assumptions before all else.

    Parameters
    ----------
    state, builder, depth, objective, random
        As for `Learning`.
    literals
        The assumptions.

    Attributes
    ----------
    core
        The numbers of assumptions that cannot hold together, when the search has ended without a
        solution; None before that, and if there are solutions.
    """

    def __init__(
        self,
        state: State,
        builder: Builder,
        depth: int,
        objective: int | None,
        random: np.random.Generator | None,
        literals: Iterable[int],
    ) -> None:
        super().__init__(state, builder, depth, objective, random)
        self.core: tuple[int, ...] | None = None
        self._literals = list(literals)
        self._found: list[int] | None = None
        self._trial: list[int] | None = None
        self._n_kept, self._effort_end = 0, 0
        self._is_refuted = bool(self._own.numbers[PHASE] == DONE)
        self._ask([*range(len(self._literals))])

    @property
    def arrays(self) -> tuple[State, Learner]:
        """The arrays of the search, for `csp.engines.learning.growing`."""
        return self._state, self._own

    def begin_again(self, literals: Iterable[int], facts: Sequence[Clause] = ()) -> None:
        """Go back to the root, and begin a search under other assumptions.

        What was learned is kept, and so are solutions that were found: no later search finds them
        again, unless an assumption of the earlier one is among the facts, as false.

        Parameters
        ----------
        literals
            The assumptions.
        facts
            Clauses that hold from now on.
        """
        if self._own.numbers[PHASE] == DONE and not self._is_refuted:
            self._own.numbers[PHASE] = SEARCH
        self._state.position[[NODES, UPDATES, SOLUTIONS]] = 0
        self.core = self._trial = None
        self._n_kept = 0
        self._literals = list(literals)
        if not self._is_refuted:
            self.add([*facts, [literal_of(0, 0, GE)]], KEPT)  # goes back to the root in any case
        self._ask([*range(len(self._literals))])

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search, or the look for a smaller core."""
        if self._trial is not None:
            return self._try(node_budget)
        status = super().advance(node_budget, out)
        if status is Status.EXHAUSTED and not self.solutions:
            self._is_refuted = self._found is None
            self._trial = self._found or []
            self._effort_end = self.updates + EFFORT * self.updates + LEAST_EFFORT
            return self._go_on()
        return status

    def _react(self, status: int) -> None:
        """Keep the core that the kernel has found, and end its search."""
        if status == NEED_SPACE:
            super()._react(status)
        elif status == CORE:
            places = self._own.lists[LEARNED, : self._own.numbers[N_LEARNED]].tolist()
            self._found = sorted(self._asked[k] for k in places)
            self._own.numbers[PHASE] = DONE

    def _ask(self, asked: list[int]) -> None:
        """Let the kernel assume some of the assumptions, from the root on."""
        self._asked, self._found = asked, None
        literals = np.array([self._literals[k] for k in asked], dtype=np.int64)
        self._own = with_own_table(self._own._replace(assumptions=literals))
        self._own.numbers[[IS_ASSUMING, N_ASSUMED]] = 1, len(asked)

    def _go_on(self) -> Status:
        """Begin to try whether the core is one without its next assumption, or end."""
        core, k = self._trial, self._n_kept
        assert core is not None
        if len(core) < 2 or k == len(core) or self.updates >= self._effort_end:
            self.core = tuple(core)
            return Status.EXHAUSTED
        self._ask(core[:k] + core[k + 1 :])
        self._own.numbers[[PHASE, NEXT_RESTART]] = SEARCH, 0  # it goes back to the root
        return Status.BUDGET_SPENT

    def _try(self, node_budget: int) -> Status:
        """Continue the trial: a solution shows that the assumption left out is needed.

        The search forbids that solution. It is in no later trial, where that assumption is kept.
        """
        core, kept = self._trial, self._n_kept
        assert core is not None
        before = self.solutions
        status = super().advance(node_budget, counting(1))
        if self.solutions > before:
            self._state.position[SOLUTIONS] = before
            self._n_kept += 1
        elif self._found is not None:
            # Solutions that lack a kept assumption may be forbidden: all kept ones are needed.
            self._trial = core[:kept] + [each for each in self._found if each not in core[:kept]]
        elif status is Status.EXHAUSTED:  # all solutions were found in trials
            self._trial = core[:kept]
        elif self.updates < self._effort_end:
            return status
        return self._go_on()

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Refuse: the core is not among the arrays, and no file is asked for."""
        raise NotImplementedError("a search with assumptions has no snapshots")


def assuming(model: Model, request: ModelRequest) -> Assuming:
    """Return the engine that learns clauses under the assumptions of a request.

    Raises
    ------
    ModelError
        If clauses cannot say what constraints say about a wide domain; an `UndefinedError` if a
        function in an assumption may have no value.
    """
    assert request.assumptions is not None
    stated = model.with_constraints()
    bits = [truth_of(stated, each) for each in request.assumptions]
    engine = stated_as(stated, request)
    engine.begin_again(literals_of(engine, stated.builder, bits))
    return engine


def truth_of(model: Model, condition: Constraint) -> int:
    """Return the number of the truth value of a condition, which is added to a model.

    Raises
    ------
    UndefinedError
        If a function in it has no value for some values of its operands.
    """
    n_before = model.builder.n_undefined
    number = model.builder.atom(truth(condition))
    if model.builder.n_undefined > n_before:
        raise UndefinedError(f"{condition!r}: a function in it may have no value")
    return number


def stated_as(model: Model, request: ModelRequest) -> Assuming:
    """Return an engine that assumes nothing yet.

    Raises
    ------
    ModelError
        If clauses cannot say what constraints say about a wide domain.
    """
    builder, objective = posted(model, request)
    return Assuming(*begun(model, request, builder, objective), [])


def literals_of(engine: Assuming, builder: Builder, numbers: Iterable[int]) -> list[int]:
    """Return the literals that variables of a model's builder, which are 0 or 1, are 1."""
    origins = engine.arrays[0].variables[:, ORIGIN]
    places = map(builder.place_of, numbers)
    return [literal_of(place, 1 - int(origins[place]), GE) for place in places]
