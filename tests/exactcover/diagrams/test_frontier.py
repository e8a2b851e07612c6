"""Diagrams from the frontier: all solutions, each once, in a reduced diagram."""

from itertools import cycle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import Problem
from exactcover.diagrams.base import ALL, NONE, Nodes
from exactcover.diagrams.diagram import Diagram
from exactcover.diagrams.frontier import FrontierDiagram
from exactcover.runtime.search.protocol import Status, counting
from exactcover.runtime.search.work import UnfinishedError
from tests import oracle
from tests.exactcover.engines.test_frontier import ORDERS, long_problems
from tests.problems import choices, dominoes
from tests.running import compiled
from tests.strategies import problems_and_choices

pytestmark = pytest.mark.kernel

NO_END = 1 << 40
ENOUGH = 1 << 26


def constructed(engine: FrontierDiagram, budgets: list[int]) -> tuple[Nodes, int]:
    """Run an engine to its end in slices of these budgets, over and over; return its diagram."""
    parts = [engine.part_done()]
    for budget in cycle(budgets):
        nodes = engine.nodes
        status = engine.advance(budget, counting(1))
        assert engine.nodes - nodes <= budget
        parts.append(engine.part_done())
        if status == Status.EXHAUSTED:
            break
    assert parts == sorted(parts)
    assert parts[-1] == 1.0
    return engine.nodes_and_root()


@settings(max_examples=1000, deadline=None)
@given(chosen=problems_and_choices(), order=st.sampled_from(ORDERS))
def test_equals_brute_force(chosen: tuple[Problem, list[int]], order: str) -> None:
    problem, options = chosen
    engine = FrontierDiagram(problem.links, ENOUGH, order)
    chosen_options = set(options) if engine.choose(options) else set()
    found = [s.indices for s in Diagram(problem, *constructed(engine, [NO_END]))]
    expected = {s for s in oracle.solutions(problem) if chosen_options <= set(s)}
    assert len(found) == len(expected)
    assert set(found) == expected


@settings(max_examples=100, deadline=None)
@given(problem=long_problems(), chosen=st.integers(0, 99))
def test_the_diagram_is_reduced(problem: Problem, chosen: int) -> None:
    engine = FrontierDiagram(problem.links, ENOUGH)
    engine.choose([chosen] if chosen < problem.n_options else [])
    (option, lo, hi), root = constructed(engine, [NO_END])
    size = len(option)
    assert (lo[2:] < np.arange(2, size)).all()
    assert (hi[2:] < np.arange(2, size)).all()
    assert (hi[2:] != NONE).all()
    triples = set(zip(option[2:].tolist(), lo[2:].tolist(), hi[2:].tolist(), strict=True))
    assert len(triples) == size - 2
    met = {NONE, ALL, root} | {int(k) for side in (lo, hi) for k in side[2:]}
    assert met == set(range(size))


@settings(max_examples=100, deadline=None)
@given(
    problem=long_problems(),
    chosen=st.integers(0, 99),
    budgets=st.lists(st.integers(0, 30), min_size=1, max_size=5),
)
def test_slices_change_nothing(problem: Problem, chosen: int, budgets: list[int]) -> None:
    options = [chosen] if chosen < problem.n_options else []
    whole, sliced = (FrontierDiagram(problem.links, ENOUGH) for _ in range(2))
    assert whole.choose(options)
    assert sliced.choose(options)
    nodes, root = constructed(whole, [NO_END])
    others, other_root = constructed(sliced, [*budgets, 1])
    assert root == other_root
    for one, other in zip(nodes, others, strict=True):
        assert one.tolist() == other.tolist()


@settings(max_examples=100, deadline=None)
@given(problem=long_problems())
def test_counts_are_those_of_the_frontier(problem: Problem) -> None:
    diagram = Diagram(problem, *constructed(FrontierDiagram(problem.links, ENOUGH), [NO_END]))
    assert diagram.count() == problem.count(method="frontier")


@pytest.mark.parametrize(
    ("side", "known"),
    [
        (6, 6728),
        pytest.param(8, 12988816, marks=compiled),
        pytest.param(12, 53060477521960000, marks=compiled),
    ],
)
def test_tilings_by_dominoes(side: int, known: int) -> None:
    """OEIS A004003 (Kasteleyn 1961)."""
    problem = dominoes(side, side)
    diagram = Diagram(problem, *constructed(FrontierDiagram(problem.links, ENOUGH), [NO_END]))
    assert diagram.count() == known
    assert all(len(solution) == side * side // 2 for solution in diagram.sample(5, seed=1))


def test_many_chosen_options() -> None:
    """More of them than there is room for edges at first."""
    problem = choices(5000, 1)
    engine = FrontierDiagram(problem.links, ENOUGH, "given")
    assert engine.choose(list(range(4999)))
    diagram = Diagram(problem, *constructed(engine, [NO_END]))
    assert diagram.count() == 1
    assert len(diagram[0]) == 5000


@pytest.mark.parametrize(
    ("max_bytes", "what"),
    [(3 << 12, "states"), (3 << 15, "edges"), (3 << 17, "nodes")],
)
def test_tables_have_their_caps(max_bytes: int, what: str) -> None:
    problem = dominoes(*{"states": (8, 8), "edges": (4, 400), "nodes": (10, 10)}[what])
    engine = FrontierDiagram(problem.links, max_bytes)
    for _ in range(2):
        with pytest.raises(UnfinishedError, match=f"not complete: .*{what}.* max_bytes"):
            constructed(engine, [NO_END])


@settings(max_examples=60, deadline=None)
@given(rows=st.integers(1, 6), columns=st.integers(1, 6), max_bytes=st.integers(0, 200_000))
def test_caps_never_make_a_diagram_wrong(rows: int, columns: int, max_bytes: int) -> None:
    problem = dominoes(rows, columns)
    try:
        nodes, root = constructed(FrontierDiagram(problem.links, max_bytes), [NO_END])
    except UnfinishedError:
        return
    assert Diagram(problem, nodes, root).count() == problem.count(method="frontier")
