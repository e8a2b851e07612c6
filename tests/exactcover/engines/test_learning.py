"""Properties of clause learning alone: refutation, learning, forgetting and exclusion."""

from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import Problem
from exactcover.engines.learning import engine as learning
from exactcover.engines.learning import search as learning_search
from exactcover.engines.learning.check import clauses_of
from exactcover.engines.learning.engine import Learning
from exactcover.engines.learning.state import (
    CONFLICTS,
    DEPTH,
    FREE,
    HEAD,
    HEAP,
    ITEM,
    KIND,
    LENGTH,
    LEVEL,
    LITERALS,
    N_TRAIL,
    NONE,
    REASON,
    REDUCTIONS,
    SEEN,
    TRAIL,
    WATCH,
    State,
)
from exactcover.engines.protocol import CoverEngine
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.kernels.jit import is_compiled
from exactcover.runtime.search.protocol import Out, Status, counting
from tests import oracle
from tests.problems import dominoes, tilings
from tests.running import compiled
from tests.strategies import problems

pytestmark = pytest.mark.kernel

COLOURS = (None, "red", "green")
NOTHING = counting(1 << 40)


def random_problem(seed: int) -> Problem:
    """Return a coloured problem, larger than brute force can take: some have 1000 solutions."""
    rng = np.random.default_rng(seed)
    n_primary, n_options = int(rng.integers(6, 13)), int(rng.integers(20, 70))
    options = []
    for _ in range(n_options):
        members = rng.permutation(n_primary)[: rng.integers(1, 5)]
        option: dict[str, str | None] = {f"p{member}": None for member in members}
        for member in rng.permutation(4)[: rng.integers(0, 3)]:
            option[f"s{member}"] = COLOURS[rng.integers(3)]
        options.append(option)
    primary, secondary = (
        [f"p{k}" for k in range(n_primary)],
        [f"s{k}" for k in range(4)],
    )
    return Problem(options, primary, secondary)


random_problems = st.builds(random_problem, st.integers(0, 1 << 32))


def mutilated_board(n: int) -> Problem:
    """Return the board without two corners of one colour: it has more of the other colour."""
    cells = [(x, y) for x in range(n) for y in range(n)]
    return tilings(cells[1:-1])


def pigeons(n: int) -> Problem:
    """Return the problem of putting n pigeons into n - 1 holes, one into each."""
    options = [[("pigeon", k), ("hole", hole)] for k in range(n) for hole in range(n - 1)]
    return Problem(options, [("pigeon", k) for k in range(n)], [("hole", k) for k in range(n - 1)])


def langford(n: int) -> Problem:
    """Return Langford's problem: no solution unless n or n + 1 is a multiple of 4."""
    pairs = [(k, i, i + k + 1) for k in range(1, n + 1) for i in range(2 * n - k - 1)]
    return Problem([[("number", k), ("slot", i), ("slot", j)] for k, i, j in pairs])


def colour_cycle(n: int) -> Problem:
    """Return the problem of colouring a cycle of n nodes with two colours, by its edges."""
    options = [
        {("edge", k): None, ("node", k): one, ("node", (k + 1) % n): other}
        for k in range(n)
        for one, other in (("red", "green"), ("green", "red"))
    ]
    return Problem(options, [("edge", k) for k in range(n)], [("node", k) for k in range(n)])


REFUTABLE = {
    "mutilated board 4": mutilated_board(4),
    "mutilated board 6": mutilated_board(6),
    "pigeons 4": pigeons(4),
    "pigeons 6": pigeons(6),
    "langford 5": langford(5),
    "langford 6": langford(6),
    "odd cycle": colour_cycle(15),
}
refutable = pytest.mark.parametrize("problem", REFUTABLE.values(), ids=list(REFUTABLE))


def search_all(engine: CoverEngine) -> list[tuple[int, ...]]:
    """Return the remaining solutions, sorted."""
    out = Out(np.empty((64, engine.depth), np.uint32), np.empty(64, np.uint32), 64)
    found = []
    status = Status.OUT_FULL
    while status != Status.EXHAUSTED:
        before = engine.solutions
        status = engine.advance(1 << 40, out)
        rows = zip(out.rows, out.lengths, strict=True)
        found += [sorted(row[:n].tolist()) for row, n in rows][: engine.solutions - before]
    return sorted(tuple(solution) for solution in found)


def all_solutions(problem: Problem) -> list[tuple[int, ...]]:
    """Return all solutions, found by another engine."""
    return sorted(s.indices for s in problem.solutions(method="dancing_cells"))


@settings(max_examples=100, deadline=None)
@given(problem=random_problems, max_bytes=st.sampled_from([0, 1000, learning.MAX_BYTES]))
def test_equals_dancing_cells_however_little_it_remembers(problem: Problem, max_bytes: int) -> None:
    engine = Learning(problem.links, max_bytes)
    assert search_all(engine) == all_solutions(problem)
    engine.check()


@refutable
def test_refutes(problem: Problem) -> None:
    result = problem.solve(method="learning")
    assert result.complete
    assert result.solution is None
    assert problem.count(method="dancing_cells") == 0


@compiled
@pytest.mark.parametrize("problem", [mutilated_board(8), pigeons(8), langford(9)])
def test_refutes_after_many_conflicts(problem: Problem) -> None:
    engine = Learning(problem.links)
    assert search_all(engine) == []
    assert engine._state.position[CONFLICTS] > 1000
    assert Learning.part_done(engine) == 1.0


def is_satisfiable(problem: Problem) -> bool:
    """Ask a SAT solver, with every clash of two options as a clause."""
    solvers = pytest.importorskip("pysat.solvers")
    items = {item: [] for item in problem.primary}  # type: dict[object, list[int]]
    for option in problem.options:
        for item in option.items:
            items.setdefault(item, []).append(option.index + 1)
    with solvers.Cadical153() as solver:
        for item in problem.primary:
            solver.add_clause(items[item])
        for one, other in combinations(problem.options, 2):
            if not oracle.agree(one, other):
                solver.add_clause([-one.index - 1, -other.index - 1])
        return bool(solver.solve())


@refutable
def test_a_sat_solver_refutes_as_well(problem: Problem) -> None:
    assert not is_satisfiable(problem)


@settings(max_examples=100, deadline=None)
@given(problem=random_problems)
def test_a_sat_solver_agrees(problem: Problem) -> None:
    assert is_satisfiable(problem) == bool(problem.solve(method="learning").solution)


@settings(max_examples=100, deadline=None)
@given(problem=random_problems, nodes=st.integers(1, 200))
def test_no_solution_violates_what_was_learned(problem: Problem, nodes: int) -> None:
    engine = Learning(problem.links)
    out = Out(np.empty((1000, engine.depth), np.uint32), np.zeros(1000, np.uint32), 1000)
    engine.advance(nodes, out)
    engine.check()
    rows = zip(out.rows, out.lengths, strict=True)
    found = [set(row[:n].tolist()) for row, n in rows][: engine.solutions]
    left = [set(s) for s in all_solutions(problem) if set(s) not in found]
    state = engine._state
    clauses = [literals for _, literals in clauses_of(state)]
    trail = state.lists[TRAIL, : state.position[N_TRAIL]]
    clauses += [[literal] for literal in trail[state.options[trail >> 1, LEVEL] == 0].tolist()]
    for literals in clauses:
        signed = [(int(state.option_of[literal >> 1]), not literal & 1) for literal in literals]
        for solution in left:
            assert any((option in solution) == is_chosen for option, is_chosen in signed)


@settings(max_examples=100, deadline=None)
@given(
    seed=st.integers(0, 1 << 32),
    budgets=st.lists(st.integers(0, 40), max_size=8).map(lambda some: [*some, 7]),
    max_bytes=st.sampled_from([0, 1000, learning.MAX_BYTES]),
)
def test_slices_and_snapshots_change_nothing(seed: int, budgets: list[int], max_bytes: int) -> None:
    problem = random_problem(seed)
    whole, sliced = (Learning(problem.links, max_bytes) for _ in range(2))
    assert whole.advance(1 << 40, NOTHING) == Status.EXHAUSTED
    rng = np.random.default_rng(seed)
    status = Status.BUDGET_SPENT
    while status != Status.EXHAUSTED:
        status = sliced.advance(budgets[rng.integers(len(budgets))], NOTHING._replace(room=3))
        if rng.integers(4) == 0:
            sliced.check()
            snapshot = sliced.snapshot()
            sliced = Learning(problem.links, max_bytes)
            sliced.restore(snapshot)
    assert totals(sliced) == totals(whole)


def totals(engine: Learning) -> list[int]:
    return [engine.nodes, engine.updates, engine.solutions, int(engine._state.position[CONFLICTS])]


@settings(max_examples=100, deadline=None)
@given(problem=random_problems, seed=st.integers(0, 1 << 32), nodes=st.integers(0, 50))
def test_excluded_solutions_are_not_found(problem: Problem, seed: int, nodes: int) -> None:
    solutions = all_solutions(problem)
    rng = np.random.default_rng(seed)
    known = [solution for solution in solutions if rng.integers(2)]
    engine = Learning(problem.links)
    out = Out(np.empty((1000, engine.depth), np.uint32), np.zeros(1000, np.uint32), 1000)
    engine.advance(nodes, out)
    rows = zip(out.rows, out.lengths, strict=True)
    found = [tuple(sorted(row[:n].tolist())) for row, n in rows][: engine.solutions]
    engine.exclude([rng.permutation(solution).tolist() for solution in known])
    engine.check()
    assert search_all(engine) == [s for s in solutions if s not in known and s not in found]


@settings(max_examples=100, deadline=None)
@given(problem=random_problems, seed=st.integers(0, 1 << 32))
def test_excluded_solutions_and_chosen_options(problem: Problem, seed: int) -> None:
    solutions = all_solutions(problem)
    if not solutions:
        return
    rng = np.random.default_rng(seed)
    known = [solution for solution in solutions if rng.integers(2)]
    chosen = list(solutions[rng.integers(len(solutions))])[: rng.integers(1, 4)]
    for is_chosen_first in (True, False):
        engine = Learning(problem.links)
        if is_chosen_first:
            assert engine.choose(chosen)
        engine.exclude(known)
        if not is_chosen_first:
            assert engine.choose(chosen)
        engine.check()
        left = [s for s in solutions if set(chosen) <= set(s) and s not in known]
        assert search_all(engine) == left


def test_what_is_excluded_must_be_options() -> None:
    with pytest.raises(ProblemError, match="option 2: the problem has 2 options"):
        Learning(Problem([["p"], ["p"]]).links).exclude([[0], [2]])


def test_a_second_solution_is_looked_for_and_no_third() -> None:
    assert langford(7).count(method="learning", limit=2) == 2
    assert langford(3).count(method="learning", limit=3) == 2
    assert langford(3).count(method="learning", limit=2).stopped


@compiled
def test_golden_counts() -> None:
    # Langford's 26 pairs for n = 7 (52 with the mirror images); Fisher's and Temperley's formula.
    assert langford(7).count(method="learning") == 52
    square = dominoes(6, 6)
    assert square.count(method="learning") == 6728


@compiled
def test_clauses_are_dropped_in_time() -> None:
    engine, small = Learning(pigeons(8).links), Learning(pigeons(8).links, 20_000)
    for each in (engine, small):
        assert each.advance(1 << 40, NOTHING) == Status.EXHAUSTED
        assert each._state.position[REDUCTIONS] > 0
    assert len(small._state.clauses) * 4 < 100_000 < len(engine._state.clauses) * 4


def test_clauses_get_more_room() -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(learning, "FIRST_CAPACITY", 0)
        engine = Learning(langford(4).links)
    assert len(search_all(engine)) == 2
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(learning, "FIRST_CAPACITY", 0)
        patched.setattr(learning, "ADDRESSES", 200)
        with pytest.raises(ProblemError, match="cannot remember"):
            search_all(Learning(langford(8).links))


@pytest.mark.skipif(is_compiled(), reason="the bound is compiled in; NUMBA_DISABLE_JIT=1")
@settings(deadline=None)
@given(problem=problems(), most=st.integers(1, 5))
def test_a_call_may_end_between_any_two_steps(problem: Problem, most: int) -> None:
    engine = Learning(problem.links)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(learning_search, "MOST_UPDATES", np.uint64(most))
        while engine.advance(1 << 20, NOTHING) != Status.EXHAUSTED:
            engine.check()
    assert engine.solutions == len(oracle.solutions(problem))


def _lose_a_literal(state: State) -> None:
    state.value[state.lists[TRAIL, 0]] = FREE


def _mark_an_option(state: State) -> None:
    state.options[0, SEEN] = 1


def _swap_the_top_of_the_heap(state: State) -> None:
    state.lists[HEAP, [0, 1]] = state.lists[HEAP, [1, 0]]


def _lose_a_watch(state: State) -> None:
    state.watched[np.flatnonzero(state.watched != NONE)[0]] = NONE


def _watch_another_literal(state: State) -> None:
    first = int(LITERALS)
    state.clauses[[first, first + 2]] = state.clauses[[first + 2, first]]


def _watch_an_excluded_option(state: State) -> None:
    trail = state.lists[TRAIL, : state.position[HEAD]]
    option = trail[trail & 1 == 1][0] >> 1
    holds = (state.block == option).nonzero()[0]
    starts, ends = state.items[:, 0], state.items[:, 0] + state.items[:, LENGTH]
    item = next(k for k in range(len(starts)) if starts[k] <= holds[0] < ends[k])
    state.items[item, WATCH] = state.items[item, WATCH + 1] = option


def _forget_a_reason(state: State) -> None:
    trail = state.lists[TRAIL, : state.position[N_TRAIL]]
    implied = trail[state.options[trail >> 1, REASON] != NONE]
    state.options[implied[-1] >> 1, REASON] = NONE


def _reason_with_another_item(state: State) -> None:
    trail = state.lists[TRAIL, : state.position[N_TRAIL]]
    reasons = state.options[trail >> 1, REASON]
    literal = trail[(reasons & KIND == ITEM) & (reasons != NONE)][0]
    state.options[literal >> 1, REASON] ^= 1


def _lose_an_option(state: State) -> None:
    state.items[0, LENGTH] -= 1


@pytest.mark.parametrize(
    "damage",
    [
        _lose_a_literal,
        _mark_an_option,
        _swap_the_top_of_the_heap,
        _lose_a_watch,
        _watch_another_literal,
        _watch_an_excluded_option,
        _forget_a_reason,
        _reason_with_another_item,
        _lose_an_option,
    ],
)
def test_check_sees_damage(damage: Callable[[State], None]) -> None:
    engine = Learning(mutilated_board(6).links)
    while not (engine._state.position[CONFLICTS] > 5 and engine._state.position[DEPTH] > 3):
        engine.advance(1, NOTHING)
    engine.check()
    damage(engine._state)
    with pytest.raises(AssertionError):
        engine.check()


def test_bounds_are_encoded() -> None:
    problem = Problem([["p"], ["p"]], bounds={"p": (1, 2)})
    assert Learning.refuses(problem) == "it has items with bounds"
    assert Learning.refuses(Problem([["p", "x"]], ["p"], ["x"])) is None
    assert len(list(problem.solutions(method="learning"))) == 3
