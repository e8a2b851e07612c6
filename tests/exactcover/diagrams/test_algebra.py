"""The algebra of diagrams, compared with Python's sets of sets."""

import copy
import math
import operator
import pickle
from collections.abc import Callable, Iterable
from itertools import combinations
from threading import Event

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import Diagram, Problem, ProblemError, Stop, UnfinishedError, diagram_of
from exactcover.diagrams.algebra import workspace
from tests import oracle
from tests.problems import dominoes
from tests.running import compiled
from tests.strategies import bounded_problems, problems

pytestmark = pytest.mark.kernel

N = 6
PLAIN = Problem([[k] for k in range(N)])
Set = frozenset[int]
Family = frozenset[Set]
SETS = [frozenset(some) for size in range(N + 1) for some in combinations(range(N), size)]

families = st.frozensets(st.sampled_from(SETS), max_size=20)
orders = st.permutations(range(N))


def family_of(diagram: Diagram) -> Family:
    """Return the solutions of a diagram, which it must have once each."""
    found = [frozenset(solution.indices) for solution in diagram]
    assert len(set(found)) == len(found) == diagram.count()
    return frozenset(found)


def non_subsets(f: Family, g: Family) -> Iterable[Set]:
    return (a for a in f if not any(a <= b for b in g))


def non_supersets(f: Family, g: Family) -> Iterable[Set]:
    return (a for a in f if not any(a >= b for b in g))


BINARY: dict[str, Callable[[Family, Family], Iterable[Set]]] = {
    "union": operator.or_,
    "intersection": operator.and_,
    "difference": operator.sub,
    "symmetric_difference": operator.xor,
    "join": lambda f, g: (a | b for a in f for b in g),
    "meet": lambda f, g: (a & b for a in f for b in g),
    "non_subsets": non_subsets,
    "non_supersets": non_supersets,
}
UNARY: dict[str, Callable[[Family], Iterable[Set]]] = {
    "maximal": lambda f: (a for a in f if not any(a < b for b in f)),
    "minimal": lambda f: (a for a in f if not any(a > b for b in f)),
}


@pytest.mark.parametrize("name", BINARY)
@settings(deadline=None, max_examples=60)
@given(f=families, g=families, order=orders)
def test_operations_are_those_of_sets(name: str, f: Family, g: Family, order: list[int]) -> None:
    one, other = Diagram.of(PLAIN, f), Diagram.of(PLAIN, g).ordered(order)
    result = getattr(one, name)(other)
    assert family_of(result) == frozenset(BINARY[name](f, g))
    assert result.is_ordered


@pytest.mark.parametrize("name", UNARY)
@settings(deadline=None, max_examples=60)
@given(f=families)
def test_operations_on_one_family_are_those_of_sets(name: str, f: Family) -> None:
    assert family_of(getattr(Diagram.of(PLAIN, f), name)()) == frozenset(UNARY[name](f))


@settings(deadline=None, max_examples=60)
@given(f=families, g=families, order=orders)
def test_comparisons_are_those_of_sets(f: Family, g: Family, order: list[int]) -> None:
    one, other = Diagram.of(PLAIN, f), Diagram.of(PLAIN, g)
    other = other.ordered(order)
    for compare in (operator.le, operator.ge, operator.lt, operator.gt, operator.eq, operator.ne):
        assert compare(one, other) == compare(f, g)
    assert one.isdisjoint(other) == f.isdisjoint(g)
    assert (one == other) == (not one ^ other)
    same = Diagram.of(PLAIN, f).ordered(order)
    assert same == one
    assert hash(same) == hash(one)


@settings(deadline=None, max_examples=100)
@given(problem=problems(), data=st.data())
def test_diagrams_of_any_order_combine(problem: Problem, data: st.DataObject) -> None:
    everything = frozenset(map(frozenset, oracle.solutions(problem)))
    cells, frontier = (diagram_of(problem, method=name) for name in ("cells", "frontier"))
    assert cells == frontier
    ordered = cells.ordered(max_bytes=1 << 20)
    assert ordered.is_ordered
    assert ordered == cells
    if not problem.n_options:
        return
    option = data.draw(st.integers(0, problem.n_options - 1))
    without = cells.forbid([option])
    assert family_of(cells - without) == {a for a in everything if option in a}
    assert family_of(frontier & without) == family_of(without)
    assert (without | frontier.require([option])) == cells
    assert (cells == without) == all(option not in a for a in everything)


@settings(deadline=None, max_examples=60)
@given(problem=bounded_problems())
def test_solutions_under_bounds_have_an_algebra(problem: Problem) -> None:
    diagram = diagram_of(problem)
    found = family_of(diagram)
    assert family_of(diagram.maximal()) == frozenset(UNARY["maximal"](found))
    assert diagram.minimal() <= diagram
    # Here both sides of a node may be the same node.
    assert [cost for cost, _ in diagram.cheapest(range(problem.n_options), k=9)] == sorted(
        map(sum, found)
    )[:9]


costs_of = st.lists(
    st.one_of(st.integers(-4, 9), st.sampled_from([0.1, 0.2, 0.3, 0.7, -0.1, 1e9, 1e-300])),
    min_size=N,
    max_size=N,
)


@settings(deadline=None, max_examples=100)
@given(f=families, costs=costs_of, data=st.data())
def test_costs(f: Family, costs: list[float], data: st.DataObject) -> None:
    diagram = Diagram.of(PLAIN, f).ordered(data.draw(orders))
    totals = sorted(math.fsum(costs[k] for k in some) for some in f)
    by_cost = list(diagram.by_cost(costs))
    assert [cost for cost, _ in by_cost] == totals
    assert frozenset(frozenset(one.indices) for _, one in by_cost) == f
    bound = data.draw(st.sampled_from([*totals, 0, 2.5, -1e300, 1e300]))
    cheap = {some for some in f if math.fsum(costs[k] for k in some) <= bound}
    assert family_of(diagram.at_most(bound, costs)) == cheap


def test_cost_bounds_of_many_solutions() -> None:
    rng = np.random.default_rng(5)
    problem = dominoes(6, 6)
    costs = rng.integers(-20, 100, size=problem.n_options)
    diagram = problem.diagram(method="cells")
    totals = sorted(int(costs[list(one.indices)].sum()) for one in diagram)
    assert [cost for cost, _ in diagram.by_cost(costs)] == totals
    for bound in (totals[0] - 1, totals[0], totals[1000], totals[-1]):
        cheap = diagram.at_most(bound, costs)
        assert cheap.count() == sum(total <= bound for total in totals)
        assert (diagram - cheap).count() == sum(total > bound for total in totals)


def test_costs_beyond_64_bits() -> None:
    problem = Problem([["p"], ["p"], ["q"], ["q"]], costs=[2**62, 0, 2**62, 1])
    diagram = problem.diagram()
    assert diagram.at_most(2**62 + 2**10).count() == 3
    assert diagram.at_most(2**62).count() == 2
    assert diagram.at_most(2**62 + 1).count() == 3
    assert diagram.at_most(2**61).count() == 1
    assert [one.indices for _, one in diagram.by_cost()] == [(1, 3), (1, 2), (0, 3), (0, 2)]


def test_each_solution_by_cost_is_found_when_asked_for() -> None:
    diagram = dominoes(10, 10).diagram()
    n_options = diagram.problem.n_options
    found = diagram.by_cost([k % 7 for k in range(n_options)])
    first = [next(found) for _ in range(200)]
    assert len(set(first)) == 200
    assert sorted(first, key=operator.itemgetter(0)) == first
    assert first[0] == diagram.cheapest([k % 7 for k in range(n_options)])[0]


@compiled
def test_numbers_of_any_size() -> None:
    """More solutions than Python writes as digits."""
    problem = Problem([[i] for i in range(15000) for _ in range(2)])
    diagram = problem.diagram()
    half = diagram.require([0])
    assert repr(diagram | half) == f"<Diagram: 2.82e4515 solutions in {diagram.size} nodes>"
    assert half.count() * 2 == (diagram | half).count() == 2**15000
    assert diagram.at_most(29_999, range(30_000)).count() == 0
    again = pickle.loads(pickle.dumps(half))
    assert again == copy.deepcopy(half) == half != diagram


def test_tables_grow_between_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workspace, "STEPS", 7)
    cells, frontier = (dominoes(6, 6).diagram(method=name) for name in ("cells", "frontier"))
    assert not cells - frontier
    assert not frontier - cells


def test_mistakes_are_named() -> None:
    diagram = Diagram.of(PLAIN, [[0], [1, 2]])
    other = Diagram.of(Problem([["a"]]), [[0]])
    with pytest.raises(ProblemError, match="two problems"):
        diagram.union(other)
    assert diagram != other
    assert diagram != {(0,), (1, 2)}
    with pytest.raises(ProblemError, match="not a Diagram"):
        diagram.join([[0]])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="unsupported operand"):
        diagram | {1}
    with pytest.raises(ProblemError, match="option"):
        Diagram.of(PLAIN, [[6]])
    with pytest.raises(ProblemError, match="twice"):
        diagram.ordered([1, 1])
    with pytest.raises(ProblemError, match="cost is nan"):
        diagram.at_most(math.nan)
    with pytest.raises(ProblemError, match="6 options"):
        diagram.at_most(1, [1])
    with pytest.raises(ProblemError, match="max_bytes"):
        diagram.union(diagram, max_bytes=-1)


def test_limits_stop_operations() -> None:
    cells = dominoes(8, 8).diagram(method="cells")
    with pytest.raises(UnfinishedError, match="max_bytes=50000 "):
        cells.ordered(max_bytes=50_000)
    with pytest.raises(UnfinishedError, match="fill the half of max_bytes=100000") as full:
        cells.at_most(1800, range(cells.problem.n_options), max_bytes=100_000)
    assert full.value.stopped is None
    with pytest.raises(UnfinishedError, match="time limit") as late:
        cells.union(cells, time_limit=0)
    assert late.value.stopped is Stop.TIME
    with pytest.raises(UnfinishedError) as late:
        cells.at_most(1800, [0.1 * k for k in range(cells.problem.n_options)], time_limit=0)
    assert late.value.stopped is Stop.TIME
    cancel = Event()
    cancel.set()
    with pytest.raises(UnfinishedError, match="cancelled"):
        cells.at_most(3, cancel=cancel)
