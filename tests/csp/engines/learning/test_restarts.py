"""When the search restarts, and which clauses count as used."""

from typing import Any

import pytest

from csp import Model
from csp.engines.learning.check import places_of_clauses
from csp.engines.learning.engine import Learning, learning
from csp.engines.learning.restarts import FEWEST, ONE_WAY, is_restart_due, plan_restart
from csp.engines.learning.state import (
    CONFLICTS,
    MODE,
    N_SHORTENED,
    NEXT_RESTART,
    PACE,
    RUN,
    USED,
    VIVIFIED,
    VIVIFIED_WORK,
    learner_of,
)
from csp.request import ModelRequest
from exactcover.runtime.kernels.jit import kernel
from exactcover.runtime.kernels.pointers import handle
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.protocol import counting
from exactcover.runtime.search.request import Request
from tests.csp.engines.learning.test_learning import labels
from tests.running import compiled

pytestmark = pytest.mark.kernel


@kernel
def restarts(learner: Any) -> bool:
    """Plan the next restart if one is due, and return whether it was."""
    own = learner_of(learner)
    is_due = is_restart_due(own)
    if is_due:
        plan_restart(own)
    return is_due


def lengths_of_runs(n_conflicts: int) -> tuple[list[tuple[int, int]], Learning]:
    """Return the mode and the length of each run of conflicts whose LBD is always the same."""
    model = Model()
    model.variables(2, range(2))
    engine = learning(model, ModelRequest())
    numbers, runs, last = engine._own.numbers, [], 0
    for k in range(n_conflicts):
        numbers[CONFLICTS] = k
        mode = int(numbers[MODE])
        if restarts(handle(engine._own)):
            runs.append((mode, k - last))
            last = k
    return runs, engine


def test_a_turn_of_the_lbd_ends_although_no_clause_is_worse_than_usual() -> None:
    runs, engine = lengths_of_runs(4 * ONE_WAY)
    by_lbd = [length for mode, length in runs if mode == 1]
    assert by_lbd == [ONE_WAY]
    assert engine._own.numbers[MODE] >= 3


def test_runs_of_luby_go_on_where_they_were_before_the_turn_of_the_lbd() -> None:
    runs, engine = lengths_of_runs(10 * ONE_WAY)
    pace = int(engine._own.numbers[PACE])
    by_luby = [length // pace for mode, length in runs if mode and mode % 2 == 0]
    assert by_luby[:15] == [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    assert engine._own.numbers[RUN] >= 15
    assert engine._own.numbers[NEXT_RESTART] > FEWEST


@compiled
def test_conflicts_of_vivification_are_no_use_of_a_clause() -> None:
    model, goal = labels(7, 40)
    engine = learning(model, ModelRequest(Request(Goal.LIST), objective=goal))
    for _ in range(1000):
        engine.advance(50, counting(1))
        if engine.failures >= 300:
            break
    assert engine.failures >= 300
    numbers = engine._own.numbers
    n_shortened = int(numbers[N_SHORTENED])
    # Restart now; a conflict of the search before that ends the call, and counts one more.
    for mark in range(2 << 20, 1000 << 20, 1 << 20):
        numbers[[VIVIFIED, VIVIFIED_WORK, NEXT_RESTART, CONFLICTS]] = 0, -(1 << 30), 0, mark
        engine.advance(1, counting(1))
        if numbers[N_SHORTENED] > n_shortened and numbers[CONFLICTS] == mark:
            break
    assert numbers[N_SHORTENED] > n_shortened and numbers[CONFLICTS] == mark
    used = [int(engine._own.clauses[clause + USED]) for clause in places_of_clauses(engine._own)]
    assert used and max(used) < mark
