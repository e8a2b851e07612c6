"""The portfolio: under every schedule each solution is found exactly once."""

import gc
import weakref
from itertools import combinations, cycle

import networkx as nx
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exactcover import Count, Problem
from exactcover.portfolio import counting as counts
from exactcover.portfolio import lengths, smaller, tables
from exactcover.portfolio.portfolio import CoverPortfolio
from exactcover.runtime.search.goal import Goal
from exactcover.runtime.search.protocol import UNLIMITED, Out, Status, counting
from tests import oracle
from tests.problems import dominoes, tilings
from tests.running import compiled
from tests.strategies import problems, problems_and_choices

pytestmark = pytest.mark.kernel

Key = tuple[int, ...]

impatient = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.fixture
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all time slices so short that small problems see many engines."""
    monkeypatch.setattr(lengths, "FIRST_NODES", 2)
    monkeypatch.setattr(lengths, "SLICE_UPDATES", 8)
    monkeypatch.setattr(lengths, "MOST_STATES", 9)
    monkeypatch.setattr(tables, "FIRST_UPDATES", 8)
    monkeypatch.setattr(tables, "ITEM_UPDATES", 8)


@pytest.fixture
def no_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no problem have tables that are worth a trial."""
    monkeypatch.setattr(tables, "SMALL_COST", -1.0)
    monkeypatch.setattr(tables, "MOST_COST", -1.0)


@pytest.fixture
def no_certificates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no argument refute a problem, so that it takes a search."""
    monkeypatch.setattr(smaller, "find_certificate", lambda *_: None)


def listed(engine: CoverPortfolio, slices: list[tuple[int, int]]) -> list[Key]:
    """List all solutions in slices of nodes and room."""
    found: list[Key] = []
    parts = [0.0]
    for budget, room in cycle(slices):
        out = Out(np.zeros((room, engine.depth), np.uint32), np.zeros(room, np.uint32), room)
        before = engine.solutions
        status = engine.advance(budget, out)
        engine.check()
        parts.append(engine.part_done())
        found += [
            tuple(sorted(row[:length].tolist()))
            for row, length in zip(out.rows, out.lengths, strict=True)
        ][: engine.solutions - before]
        if status == Status.EXHAUSTED:
            assert parts == sorted(parts)
            return found
    raise AssertionError


def counted(engine: CoverPortfolio, budget: int, room: int = UNLIMITED) -> int:
    """Count until the end, or until there is no more room."""
    status = Status.BUDGET_SPENT
    while status == Status.BUDGET_SPENT:
        before = engine.solutions
        left = room if room == UNLIMITED else room - before
        status = engine.advance(budget, counting(left))
        assert before <= engine.solutions
    return engine.solutions


@impatient
@given(
    chosen=problems_and_choices(),
    goal=st.sampled_from([Goal.LIST, Goal.FEW]),
    slices=st.lists(st.tuples(st.integers(0, 9), st.integers(1, 3)), max_size=5),
)
def test_every_solution_comes_once(
    impatience: None,
    chosen: tuple[Problem, list[int]],
    goal: Goal,
    slices: list[tuple[int, int]],
) -> None:
    problem, options = chosen
    engine = CoverPortfolio(problem.links, problem, goal)
    if engine.choose(options):
        expected = {s for s in oracle.solutions(problem) if set(options) <= set(s)}
        found = listed(engine, [*slices, (3, 2)])
        assert len(found) == len(expected)
        assert set(found) == expected


@impatient
@given(chosen=problems_and_choices(), budget=st.integers(1, 20), limit=st.integers(1, 4))
def test_counts_are_exact(
    impatience: None, chosen: tuple[Problem, list[int]], budget: int, limit: int
) -> None:
    problem, options = chosen
    whole, few = (CoverPortfolio(problem.links, problem, goal) for goal in (Goal.COUNT, Goal.FEW))
    if whole.choose(options):
        assert few.choose(options)
        expected = len([s for s in oracle.solutions(problem) if set(options) <= set(s)])
        assert counted(whole, budget) == expected
        assert counted(few, budget, limit) == min(limit, expected)


@st.composite
def reducible(draw: st.DrawFn) -> Problem:
    """Draw a problem of long options that becomes one of short ones when it is reduced.

    The items p, q and r are in the same options, and so are u and v: of each group one item stays.
    Options with p and s are dead, since both options of u have s, too.
    """
    sets = st.sampled_from(list(combinations("abcde", 3)))
    rows: list[tuple[str, ...]] = draw(st.lists(sets, max_size=5))
    rows += [("p", "q", "r")] * draw(st.integers(1, 2)) + [("u", "v", "w", "s")] * 2
    rows += [("p", "q", "r", "s")] * draw(st.integers(3, 4))
    # One part: these two share an item.
    rows += [("a", "b", "c", "t"), ("p", "q", "r", "t")]
    return Problem(draw(st.permutations(rows)), [*"abcdepqruvw"], ["s", "t"])


@settings(impatient, max_examples=40)
@given(problem=reducible())
def test_a_reduced_problem_may_seem_to_have_longer_solutions(
    impatience: None, problem: Problem
) -> None:
    expected = oracle.solutions(problem)
    assert {solution.indices for solution in problem.solutions()} == expected
    assert bool(problem.solve()) == bool(expected)
    assert problem.count() == len(expected)


@pytest.mark.usefixtures("impatience", "no_certificates")
def test_what_is_forced_may_be_longer_than_a_solution() -> None:
    """Langford pairs of five numbers, of which there are none, beside what reduction takes."""
    rows: list[tuple[str, ...]]
    rows = [(f"n{i}", f"s{j}", f"s{j + i + 1}") for i in range(1, 6) for j in range(9 - i)]
    rows[0] += ("l",)
    rows += [("x", "y", "z", "l"), ("x", "y", "z"), ("I", "J", "K", "v"), ("I", "J", "K", "w")]
    rows += [("c", "d", "e", "v", "w")] * 20
    rows += [("c", "d", "e"), ("c", "d", "e", "l"), ("I", "J", "K", "l", "w")]
    result = Problem(rows, secondary=["l", "v", "w"]).solve()
    assert "reduced" in [line.partition(":")[0] for line in result.statistics.choice]
    assert result.complete
    assert not result


@impatient
@given(
    problem=problems(),
    goal=st.sampled_from([Goal.LIST, Goal.FEW]),
    n_slices=st.integers(0, 12),
)
def test_a_restored_search_goes_on(
    impatience: None, problem: Problem, goal: Goal, n_slices: int
) -> None:
    engine, other = (CoverPortfolio(problem.links, problem, goal) for _ in range(2))
    for _ in range(n_slices):
        engine.advance(2, Out(np.zeros((2, engine.depth), np.uint32), np.zeros(2, np.uint32), 2))
    other.restore(engine.snapshot())
    assert listed(other, [(5, 3)]) == listed(engine, [(5, 3)])
    assert (other.nodes, other.updates, other.choice) == (
        engine.nodes,
        engine.updates,
        engine.choice,
    )


@impatient
@given(problem=problems(), n_slices=st.integers(0, 12))
def test_a_restored_count_goes_on(impatience: None, problem: Problem, n_slices: int) -> None:
    engine, other = (CoverPortfolio(problem.links, problem, Goal.COUNT) for _ in range(2))
    for _ in range(n_slices):
        engine.advance(2, counting())
    other.restore(engine.snapshot())
    assert counted(other, 3) == counted(engine, 3) == len(oracle.solutions(problem))


def engines_of(count: Count) -> list[str]:
    """Return the engines that had a time slice."""
    return [line.partition(":")[0] for line in count.statistics.choice]


def test_a_short_search_is_not_handed_over() -> None:
    count = dominoes(4, 4).count()
    assert count == 36
    assert count.engine == "dancing_cells"
    assert count.statistics.choice == ("dancing_cells: the search may be short",)


def test_bounds_have_an_engine_of_their_own() -> None:
    problem = Problem([["p"], ["p"], ["p"]], bounds={"p": (2, 3)})
    assert problem.count() == 4
    assert engines_of(problem.count()) == ["multicover"]


@pytest.mark.usefixtures("no_tables")
def test_the_engines_for_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lengths, "FIRST_NODES", 1)
    monkeypatch.setattr(lengths, "SLICE_UPDATES", 16)
    monkeypatch.setattr(counts, "SETUP_UPDATES", 0)
    monkeypatch.setattr(lengths, "GROWTH", 1)
    entries = [[("row", i), ("column", j)] for i in range(5) for j in range(5)]
    sums = Problem(entries, bounds=dict.fromkeys({i for row in entries for i in row}, (2, 2)))
    count = sums.count()
    assert count == 2040
    assert engines_of(count)[:5] == ["multicover", *["multicover_masks_memo"] * 3, "frontier"]
    assert engines_of(sums.count(limit=1))[:2] == ["multicover", "multicover_masks"]


def test_a_narrow_problem_is_counted_along_its_frontier(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lengths, "SLICE_UPDATES", 4096)
    monkeypatch.setattr(counts, "SETUP_UPDATES", 0)
    monkeypatch.setattr(lengths, "GROWTH", 1)
    count = dominoes(8, 8).count()
    assert count == 12988816
    assert engines_of(count) == ["dancing_cells", "masks_memo", "frontier"]
    assert count.engine == "frontier"


@pytest.mark.usefixtures("no_tables")
def test_parts_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lengths, "SLICE_UPDATES", 256)
    monkeypatch.setattr(counts, "SETUP_UPDATES", 0)
    board = dominoes(6, 6)
    both = [{(k, item): None for item in option.items} for k in range(2) for option in board]
    count = Problem(both).count()
    assert count == 6728**2
    assert "parts" in engines_of(count)
    assert any(line.startswith("  2. ") for line in count.statistics.choice)


@pytest.mark.compiled
def test_independent_sets_of_a_sparse_graph_are_counted_by_tables() -> None:
    graph = nx.random_regular_graph(3, 40, seed=1)
    edges = [tuple(sorted(edge)) for edge in graph.edges]
    chosen = [[("node", v), *(edge for edge in edges if v in edge)] for v in graph]
    problem = Problem([*chosen, *([("node", v)] for v in graph)], secondary=edges)
    count = problem.count()
    assert count.engine == "decomposition"
    assert "decomposition: its tables are small beside its frontier" in count.statistics.choice
    assert count == problem.count(method="dancing_cells_memo") == 35957900


def test_a_method_asked_for_is_taken() -> None:
    count = dominoes(4, 4).count(method="masks")
    assert (count.engine, count.statistics.choice) == ("masks", ("masks: asked for",))


@compiled
def test_a_long_search_ends_with_a_certificate() -> None:
    cells = [(r, c) for r in range(10) for c in range(10)][1:-1]
    result = tilings(cells).solve()
    assert result.complete
    names = [line.partition(":")[0] for line in result.statistics.choice]
    assert names[:4] == ["dancing_cells", "dancing_cells", "masks", "refuted"]


@compiled
@pytest.mark.usefixtures("no_certificates")
def test_a_long_search_for_a_solution_goes_on_with_clauses() -> None:
    """A chessboard without two opposite corners has no tilings by dominoes."""
    cells = [(r, c) for r in range(10) for c in range(10)][1:-1]
    result = tilings(cells).solve(max_nodes=10_000_000)
    assert result.solution is None
    names = [line.partition(":")[0] for line in result.statistics.choice]
    assert names[:4] == ["dancing_cells", "dancing_cells", "masks", "dancing_cells"]
    assert names[4] == "learning"


@compiled
def test_first_fit_follows_where_one_item_has_many_branches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lengths, "FIRST_NODES", 1)
    monkeypatch.setattr(lengths, "SLICE_UPDATES", 8)
    result = tilings([(r, c) for r in range(10) for c in range(10)]).solve()
    assert (result.engine, result.solution is None) == ("first_fit", False)


@pytest.mark.usefixtures("impatience")
def test_a_portfolio_is_released_without_the_garbage_collector() -> None:
    """Its schedule refers to it only weakly; otherwise all arrays would wait for a collection."""
    problem = dominoes(4, 4)
    gc.disable()
    try:
        engine = CoverPortfolio(problem.links, problem, Goal.COUNT)
        assert counted(engine, 5) == 36
        remembered = weakref.ref(engine)
        del engine
        assert remembered() is None
    finally:
        gc.enable()
