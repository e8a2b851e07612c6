"""The engine `learning`, which searches a model by lazy clause generation.

Propagators run as in the search by propagation, but each change of a domain is recorded with its
reason. From a conflict the search learns a clause of literals about bounds and values, which
forbids whatever else would fail for the same reason, and jumps back to where the clause has an
effect. It restarts often; the clauses, the activities of variables and their saved values lead it
back. Each solution is forbidden by a clause, or by a bound of the objective.

The modules are `literals`, `events` (changes of domains), `clauses` (which are watched), `order`
(of decisions), `gathering`, `explaining` and `explanations` (reasons of propagators), `analysis`
(of conflicts) and `search` (the main loop). `posting` chooses what is posted.

References
----------
O. Ohrimenko, P. Stuckey and M. Codish, Propagation via lazy clause generation, Constraints 14
(2009). T. Feydy and P. Stuckey, Lazy clause generation reengineered, CP 2009.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from csp.kernels.decisions import domain_of
from csp.kernels.state import CHANGING as CHANGING_DOMAINS
from csp.kernels.state import FIRST, NODES, ORIGIN, SOLUTIONS, UPDATES, WIDTH, State
from csp.learning.explaining import explained
from csp.learning.search import NEED_SPACE, advance
from csp.learning.state import (
    BEST,
    BY_VALUE,
    CHANGING,
    CONFLICTS,
    DONE,
    HEADS,
    HI,
    IS_BIT,
    LAST,
    MOST_WORDS,
    N_BUCKETS,
    N_COLUMNS,
    N_NUMBERS,
    NEXT_RESTART,
    NONE,
    OBJECTIVE,
    PACE,
    PENDING,
    PHASE,
    PLACE,
    ROOT_HI,
    RUN,
    TOP,
    WIDEST,
    Learner,
)
from csp.model.builder import Builder
from csp.model.expressions import MOST_WHOLE
from csp.model.layout import with_longer_trail, with_table
from csp.propagators.raised import check_raised
from exactcover.compiled.pointers import describe, handle
from exactcover.compiled.types import I64
from exactcover.search.base import ArrayEngine, Counters
from exactcover.search.protocol import STATUSES, Out, Status, counting

MOST_BUCKETS = 64
"""The lists of watches of literals "=" that a variable has; as many again for "!="."""
FEW_BUCKETS = 4
"""The same for variables that are decided by their bounds, which have few such literals."""
FEW_VALUES = 64
"""Variables with at most this many values are decided value by value, if a group has them."""
FIRST_PACE = 100
"""The conflicts of the shortest run between two restarts."""
MOST_CLAUSE_WORDS = 1 << 25
"""The most memory of clauses, in numbers of 8 bytes: 256 MB."""


class Learning(ArrayEngine):
    """Lazy clause generation; see `exactcover.search.protocol.Engine`.

    A node is a decision or a conflict; an update is a run of a propagator, or a clause that is
    looked at.

    Parameters
    ----------
    state
        The state that is searched.
    builder
        What it was laid out from.
    depth
        The number of variables of the model.
    objective
        The variable that is to be least, or None.
    random
        For a random order of the variables among equals; or None.

    Attributes
    ----------
    origins
        The integers to add to the numbers of a solution, to get the values of the variables.
    """

    name = "learning"
    counters = Counters(NODES, UPDATES, SOLUTIONS)
    _state: State

    def __init__(
        self,
        state: State,
        builder: Builder,
        depth: int,
        objective: int | None = None,
        random: np.random.Generator | None = None,
    ) -> None:
        self.depth = depth
        self._state = state
        self._own = build_learner(state, builder, objective, random)
        self.origins: list[int] = state.variables[:depth, ORIGIN].tolist()
        # Compiled or loaded here, where no search is timed or interrupted.
        advance(handle(state), handle(self._own), 0, counting(1))
        if builder.is_infeasible:
            self._own.numbers[PHASE] = DONE

    def advance(self, node_budget: int, out: Out) -> Status:
        """Continue the search for at most `node_budget` nodes and `out.room` solutions."""
        last = self.nodes + node_budget
        while True:
            before = self.solutions
            status = advance(handle(self._state), handle(self._own), last - self.nodes, out)
            check_raised(self._state)
            if status != NEED_SPACE:
                return STATUSES[status]
            self._state = with_longer_trail(self._state)
            self._own = with_more_space(self._own)
            found = self.solutions - before
            out = Out(out.rows[found:], out.lengths[found:], out.room - found)

    @property
    def failures(self) -> int:
        """The number of conflicts."""
        return int(self._own.numbers[CONFLICTS])

    @property
    def bound(self) -> int:
        """The greatest value of the objective that is still accepted."""
        return int(self._own.numbers[BEST]) - 1

    @bound.setter
    def bound(self, value: int) -> None:
        if value < self.bound:
            self._own.numbers[BEST] = value + 1
            # The search learns of it at the root.
            self._own.numbers[NEXT_RESTART] = 0

    def prefer(self, values: Sequence[int]) -> None:
        """Try these values of the first variables before others, as if they were the last ones."""
        self._state.memory[: len(values)] = values

    def part_done(self) -> float:
        """Return 0 until the search ends: there is no tree with parts to count."""
        return float(self._own.numbers[PHASE] == DONE)

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        domains = {name: getattr(self._state, name).copy() for name in CHANGING_DOMAINS}
        return domains | {f"own.{name}": getattr(self._own, name).copy() for name in CHANGING}

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Continue from a snapshot of another engine with the same arguments."""
        domains = {name: snapshot[name].copy() for name in CHANGING_DOMAINS}
        self._state = with_table(self._state._replace(**domains))
        own = {name: snapshot[f"own.{name}"].copy() for name in CHANGING}
        length = _lists_length(len(own["events"]), len(own["variables"]), len(own["levels"]))
        lists = np.zeros((3, length), dtype=np.int64)
        self._own = with_own_table(self._own._replace(**own, lists=lists))

    def check(self) -> None:
        """Raise AssertionError if an invariant of the position does not hold (slow)."""
        from csp.learning.check import check

        check(self._state, self._own)


def build_learner(
    state: State, builder: Builder, objective: int | None, random: np.random.Generator | None
) -> Learner:
    """Return the position before the search."""
    n = len(state.variables)
    variables, n_heads = _variables(state, builder)
    numbers = np.zeros(N_NUMBERS, dtype=np.int64)
    numbers[OBJECTIVE] = NONE if objective is None else objective
    numbers[[PENDING, RUN, PACE]] = NONE, 0, FIRST_PACE
    numbers[MOST_WORDS] = MOST_CLAUSE_WORDS
    numbers[WIDEST] = 4 + int(state.variables[:, WIDTH].max(initial=1))
    numbers[BEST] = MOST_WHOLE
    n_events = 8 * n + 256
    cell_variable = np.full(len(state.cells), NONE, dtype=np.int64)
    for v, (first, width) in enumerate(state.variables[:, [FIRST, WIDTH]].tolist()):
        cell_variable[first : first + width] = v
    rows = [explained(each) for each in builder.propagators]
    # Among variables that were in no conflict, those with few values come first.
    activity = np.append(1e-3 / (1.0 + variables[:, HI]), 1.0)
    if random is not None:
        activity[:n] *= random.random(n)
    heap = np.full((2, n), NONE, dtype=np.int64)
    heap[PLACE] = NONE
    n_levels = n + 64
    length = _lists_length(n_events, n, n_levels)
    return with_own_table(
        Learner(
            numbers,
            np.zeros((n_events, 8), dtype=np.int64),
            variables,
            cell_variable,
            state.cells.copy(),
            np.array(rows, dtype=np.int64).reshape(-1, 3),
            np.zeros(8 * length, dtype=np.int64),
            np.full(n_heads, NONE, dtype=np.int64),
            activity,
            heap,
            np.zeros((n_levels, 4), dtype=np.int64),
            np.zeros((3, length), dtype=np.int64),
            np.zeros(0, dtype=np.int64),
        )
    )


def _variables(state: State, builder: Builder) -> tuple[I64, int]:
    """Return `Learner.variables`, and the number of lists of watches."""
    n = len(state.variables)
    by_value = {builder.place_of(view.variable) for group in builder.groups for view in group}
    variables = np.zeros((n, N_COLUMNS), dtype=np.int64)
    n_heads = 0
    for v in range(n):
        mask = domain_of(state, v)
        n_values, high = mask.bit_count(), max(mask.bit_length() - 1, 0)
        is_bit = n_values == 2
        few = v in by_value and n_values <= FEW_VALUES
        n_buckets = 0 if is_bit else min(high + 1, MOST_BUCKETS if few else FEW_BUCKETS)
        variables[v, [LAST, HI, ROOT_HI]] = NONE, high, high
        variables[v, [HEADS, N_BUCKETS]] = n_heads, n_buckets
        variables[v, [IS_BIT, BY_VALUE]] = high if is_bit else 0, few
        n_heads += 2 + 2 * n_buckets
    return variables, n_heads


def _lists_length(n_events: int, n_variables: int, n_levels: int) -> int:
    """Return the length of `Learner.lists`: a place for each event, bound and decision."""
    return n_events + 2 * n_variables + n_levels + 64


def with_own_table(own: Learner) -> Learner:
    """Return a position with a new table of the addresses of its arrays."""
    return own._replace(table=describe(own[:-1]))


def with_more_space(own: Learner) -> Learner:
    """Return the same position with twice as much space for what may be full."""
    events = _longer(own.events, len(own.events))
    levels = _longer(own.levels, len(own.levels))
    own = own._replace(events=events, levels=levels)
    length = _lists_length(len(events), len(own.variables), len(levels))
    lists = np.zeros((3, length), dtype=np.int64)
    lists[:, : own.lists.shape[1]] = own.lists
    top = int(own.numbers[TOP])
    clauses = _longer(own.clauses, max(len(own.clauses), top + 8 * length - len(own.clauses)))
    return with_own_table(own._replace(lists=lists, clauses=clauses))


def _longer(array: NDArray[np.int64], n: int) -> NDArray[np.int64]:
    """Return an array with `n` more rows."""
    return np.concatenate([array, np.zeros((n, *array.shape[1:]), dtype=np.int64)])
