"""Multiplicities: against brute force, against counts from the literature, in slices."""

from collections.abc import Callable, Hashable
from itertools import combinations, cycle, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import Problem
from exactcover.engines.dancing_cells.cells import COVERED, ONE, SAVED, State
from exactcover.engines.multicover.engine import MultiCover
from exactcover.problem.links import build
from exactcover.runtime.search.protocol import Out, Status, counting
from tests import oracle
from tests.strategies import bounded_problems

pytestmark = pytest.mark.kernel

Covers = list[tuple[int, ...]]


def run(engine: MultiCover, budget: int = 1 << 40, room: int = 1 << 10) -> Covers:
    """Run an engine to its end; return its solutions as found."""
    found, status = [], Status.BUDGET_SPENT
    while status != Status.EXHAUSTED:
        some, status = advance(engine, budget, room)
        found += some
    return found


def advance(engine: MultiCover, budget: int, room: int) -> tuple[Covers, Status]:
    """Run an engine for one slice; return the solutions found."""
    rows = np.empty((room, engine.depth), dtype=np.uint32)
    lengths = np.zeros(room, dtype=np.uint32)
    before = engine.solutions
    status = engine.advance(budget, Out(rows, lengths, room))
    pairs = zip(rows, lengths, strict=True)
    found = [tuple(row[:n].tolist()) for row, n in pairs][: engine.solutions - before]
    engine.check()
    return found, status


def count(problem: Problem) -> int:
    """Count the solutions, building none."""
    engine = MultiCover(problem.links)
    out = counting(1 << 40)
    while engine.advance(1 << 40, out) != Status.EXHAUSTED:
        pass
    return engine.solutions


@settings(max_examples=1000, deadline=None)
@given(problem=bounded_problems(), seed=st.none() | st.integers(0, 99))
def test_equals_brute_force(problem: Problem, seed: int | None) -> None:
    links = build(problem, None if seed is None else np.random.default_rng(seed))
    found = run(MultiCover(links))
    expected = oracle.bounded_solutions(problem)
    assert len(found) == len(expected)
    assert {tuple(sorted(solution)) for solution in found} == expected
    assert count(problem) == len(expected)


@settings(max_examples=300, deadline=None)
@given(
    problem=bounded_problems(),
    slices=st.lists(st.tuples(st.integers(0, 9), st.integers(1, 3)), max_size=8),
)
def test_slices_and_snapshots_change_nothing(
    problem: Problem, slices: list[tuple[int, int]]
) -> None:
    whole, sliced = MultiCover(problem.links), MultiCover(problem.links)
    expected = run(whole)
    found: Covers = []
    parts = [0.0]
    for budget, room in cycle([*slices, (1, 1)]):
        some, status = advance(sliced, budget, room)
        found += some
        parts.append(sliced.part_done())
        if status == Status.EXHAUSTED:
            break
        snapshot = sliced.snapshot()
        sliced = MultiCover(problem.links)
        sliced.restore(snapshot)
        sliced.check()
    assert found == expected
    assert (sliced.nodes, sliced.updates) == (whole.nodes, whole.updates)
    assert parts == sorted(parts)
    assert parts[-1] == 1.0


@settings(max_examples=500, deadline=None)
@given(problem=bounded_problems(), data=st.data())
def test_chosen_options_filter_the_solutions(problem: Problem, data: st.DataObject) -> None:
    indices = st.integers(0, max(0, problem.n_options - 1))
    options = data.draw(st.lists(indices, max_size=min(3, problem.n_options)))
    engine = MultiCover(problem.links)
    agreed = engine.choose(options)
    rows = tuple(problem.options[i] for i in options)
    assert agreed == (len(set(options)) == len(options) and oracle.exceeds_nothing(problem, rows))
    if agreed:
        found = run(engine)
        expected = {s for s in oracle.bounded_solutions(problem) if set(options) <= set(s)}
        assert len(found) == len(expected)
        assert {tuple(sorted(solution)) for solution in found} == expected
        assert all(list(solution[: len(options)]) == options for solution in found)


def edges(n: int, low: int, high: int) -> Problem:
    """Choose edges of the complete graph so that all degrees lie within bounds."""
    return Problem(combinations(range(n), 2), bounds=dict.fromkeys(range(n), (low, high)))


@pytest.mark.parametrize(
    ("problem", "number"),
    [
        # Labelled graphs without isolated nodes (OEIS A006129).
        (edges(4, 1, 3), 41),
        (edges(5, 1, 4), 768),
        # Matchings of the complete graph (A000085), labelled cubic graphs (A002829).
        (edges(7, 0, 1), 232),
        (edges(6, 3, 3), 70),
    ],
)
def test_graphs(problem: Problem, number: int) -> None:
    assert count(problem) == number


@pytest.mark.parametrize(
    # 0/1 matrices with two or three ones in every row and column (A001499, A001501).
    ("n", "ones", "number"),
    [(4, 2, 90), (5, 2, 2040), (4, 3, 24), (5, 3, 2040)],
)
def test_matrices(n: int, ones: int, number: int) -> None:
    entries = [[("row", i), ("column", j)] for i, j in product(range(n), repeat=2)]
    items = [(kind, i) for kind in ("row", "column") for i in range(n)]
    assert count(Problem(entries, bounds=dict.fromkeys(items, (ones, ones)))) == number


def attacks(n: int) -> dict[tuple[int, int], list[Hashable]]:
    """Return the squares that a queen on each square attacks, her own included."""
    squares = list(product(range(n), repeat=2))
    return {
        (r, c): [(i, j) for i, j in squares if i == r or j == c or abs(i - r) == abs(j - c)]
        for r, c in squares
    }


def dominating_queens(n: int, queens: int) -> Problem:
    """Place queens so that every square is attacked or occupied."""
    options = {square: ["queens", *attacked] for square, attacked in attacks(n).items()}
    bounds: dict[Hashable, tuple[int, int]] = dict.fromkeys(options, (1, queens))
    return Problem(options, bounds={**bounds, "queens": (queens, queens)})


@pytest.mark.parametrize(("n", "queens"), [(4, 2), (5, 3)])
def test_dominating_queens_against_brute_force(n: int, queens: int) -> None:
    attacked = {square: set(squares) for square, squares in attacks(n).items()}
    expected = sum(
        len(set().union(*(attacked[square] for square in chosen))) == n * n
        for chosen in combinations(attacked, queens)
    )
    assert count(dominating_queens(n, queens)) == expected


def test_bounds_may_be_out_of_reach() -> None:
    assert count(Problem([["p"], ["p"]], bounds={"p": (0, 10**30)})) == 4
    assert count(Problem([["p"], ["p"]], bounds={"p": (3, 10**30)})) == 0
    assert count(Problem([["p"]], primary=["p", "q"], bounds={"q": (0, 1)})) == 1


def _lose_an_option(state: State) -> None:
    state.size[1] -= ONE


def _cover_an_item(state: State) -> None:
    state.size[1] |= COVERED
    state.bound[1] = 0


def _move_a_base(state: State) -> None:
    state.base[1] += ONE


def _raise_a_bound(state: State) -> None:
    state.bound[1] += ONE


def _count_a_level(state: State) -> None:
    state.position[SAVED] += ONE


@pytest.mark.parametrize(
    "damage", [_lose_an_option, _cover_an_item, _move_a_base, _raise_a_bound, _count_a_level]
)
def test_check_sees_damage(damage: Callable[[State], None]) -> None:
    problem = Problem([["p"], ["q"], ["q"], ["q"]], bounds={"q": (1, 2)})
    engine = MultiCover(problem.links)
    assert engine.choose([0])
    engine.check()
    damage(engine._state)
    with pytest.raises(AssertionError):
        engine.check()
