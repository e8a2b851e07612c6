"""The search of the rest that chosen options leave, in place of the problem."""

import numpy as np
import pytest
from hypothesis import given, settings

from exactcover import Problem
from exactcover.engines.dancing_cells.engine import DancingCells
from exactcover.portfolio.subproblem import Rest
from exactcover.problem.links import Links
from exactcover.runtime.search.protocol import Out
from exactcover.runtime.search.request import Request
from exactcover.verbs.cover_search import CoverSearch
from tests import oracle
from tests.strategies import problems_and_choices

pytestmark = pytest.mark.kernel


@settings(max_examples=200)
@given(given=problems_and_choices())
def test_has_the_solutions_with_what_is_chosen(given: tuple[Problem, list[int]]) -> None:
    problem, options = given
    if not DancingCells(problem.links).choose(options):
        return
    expected = {s for s in oracle.solutions(problem) if set(options) <= set(s)}

    def make(links: Links) -> Rest:
        return Rest(problem, options, DancingCells)

    search = CoverSearch(problem, Request(chosen=options), make)
    found: list[tuple[int, ...]] = []
    while some := search.collect():
        found += [tuple(solution) for solution in some]
    assert search.complete
    assert len(found) == len(expected)
    assert set(found) == expected


def test_only_what_is_chosen_can_be() -> None:
    problem = Problem([["p"], ["q"], ["q"]])
    engine = Rest(problem, [0], DancingCells)
    assert engine.choose([])
    assert engine.choose([0])
    assert not engine.choose([1])
    assert engine.depth == 2
    assert engine.name == "dancing_cells"
    assert not engine.choice
    engine.check()


def test_all_may_be_chosen() -> None:
    problem = Problem([["p"], ["q"]])
    search = CoverSearch(problem, engine=lambda _: Rest(problem, [0, 1], DancingCells))
    assert search.count() == 1


def test_a_restored_engine_goes_on() -> None:
    problem = Problem([[row, ("column", column)] for row in range(4) for column in range(4)])
    engine, other = (Rest(problem, [5], DancingCells) for _ in range(2))
    nothing = Out(np.empty((0, 0), np.uint32), np.empty(0, np.uint32), 100)
    engine.advance(3, nothing)
    other.restore(engine.snapshot())
    for each in (engine, other):
        each.advance(1000, nothing)
    assert engine.solutions == other.solutions == 6
    assert engine.nodes == other.nodes
    assert engine.part_done() == other.part_done() == 1.0
