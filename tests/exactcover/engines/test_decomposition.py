"""Counting by decomposition: known numbers, large numbers, and limits."""

from math import comb

import numpy as np
import pytest
from hypothesis import given, settings

from exactcover import GaveUpError, Problem
from exactcover.engines.decomposition import elimination, machine
from exactcover.engines.decomposition.elimination import OrderSearch
from exactcover.engines.decomposition.engine import Decomposition
from exactcover.engines.decomposition.graph import graph_of
from exactcover.engines.decomposition.item_states import item_states
from exactcover.engines.decomposition.work import Work, new_work
from exactcover.runtime.search.protocol import UNLIMITED, Status, counting
from tests import oracle
from tests.strategies import bounded_problems, problems

pytestmark = pytest.mark.kernel


def dominoes(n_rows: int, n_columns: int) -> Problem:
    """Return the problem to cover a board with dominoes."""
    cells = [(r, c) for r in range(n_rows) for c in range(n_columns)]
    pairs = [((r, c), (r + dr, c + dc)) for r, c in cells for dr, dc in ((0, 1), (1, 0))]
    board = set(cells)
    return Problem([pair for pair in pairs if board.issuperset(pair)], primary=cells)


@settings(max_examples=1000, deadline=None)
@given(problem=bounded_problems())
def test_problems_with_bounds_equal_brute_force(problem: Problem) -> None:
    assert problem.count(method="decomposition") == len(oracle.bounded_solutions(problem))


@pytest.mark.compiled
def test_published_numbers() -> None:
    # OEIS A004003: domino tilings of the square of order 2n.
    assert dominoes(8, 8).count(method="decomposition") == 12988816
    assert dominoes(16, 16).count(method="decomposition") == 2444888770250892795802079170816


@pytest.mark.compiled
def test_a_number_of_many_primes() -> None:
    n = 2000
    problem = Problem([[k] for k in range(n)] * 3, primary=list(range(n)))
    assert problem.count(method="decomposition") == 3**n


@pytest.mark.compiled
def test_a_long_chain() -> None:
    n = 3000
    chain = Problem([list(range(k, k + m)) for k in range(n) for m in (1, 2) if k + m <= n])
    fibonacci = [1, 1]
    while len(fibonacci) <= n:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    assert chain.count(method="decomposition") == fibonacci[n]


def test_bounds_choose_some_of_many() -> None:
    problem = Problem([["p"]] * 40, bounds={"p": (13, 17)})
    expected = sum(comb(40, k) for k in range(13, 18))
    assert problem.count(method="decomposition") == expected


def test_colours_of_a_cycle() -> None:
    # Neighbours agree on the colour of the edge between them: only two ways.
    options = [
        {f"v{k}": None, f"e{k}": colour, f"e{(k + 1) % 30}": colour}
        for k in range(30)
        for colour in "AB"
    ]
    problem = Problem(options, secondary=[f"e{k}" for k in range(30)])
    assert problem.count(method="decomposition") == 2


@settings(max_examples=200, deadline=None)
@given(problem=problems())
def test_orders_are_permutations_of_the_items(problem: Problem) -> None:
    graph = graph_of(item_states(problem.links))
    for order in OrderSearch(graph).best(1 << 12):
        assert sorted(order.items.tolist()) == graph.items.tolist()


def test_a_search_for_orders_continues() -> None:
    graph = graph_of(item_states(dominoes(12, 12).links))
    search = OrderSearch(graph)
    costs, works = [], []
    for steps in (1, 1, 1 << 21, 1 << 21):
        costs.append(search.best(steps)[0].cost)
        works.append(search._steps)
    assert works[0] == works[1] < works[2] == works[3]
    assert costs[0] == costs[1] >= costs[2] == costs[3]


def test_an_elimination_of_a_path_needs_small_tables() -> None:
    graph = graph_of(item_states(Problem([[k, k + 1] for k in range(200)]).links))
    assert OrderSearch(graph).best(1 << 16)[0].cost <= 4 * 201


def test_gives_up_when_the_tables_are_too_large() -> None:
    with pytest.raises(GaveUpError, match="max_bytes=4096"):
        engine = Decomposition(dominoes(10, 10).links, max_bytes=1 << 12)
        while engine.advance(UNLIMITED, counting()) == Status.BUDGET_SPENT:
            pass


@pytest.mark.compiled
def test_gives_up_when_keys_are_too_long() -> None:
    n = 90
    complete = Problem([[i, j] for i in range(n) for j in range(i)], primary=list(range(n)))
    with pytest.raises(GaveUpError, match="more than 64 bits"):
        complete.count(method="decomposition")


@pytest.mark.compiled
def test_a_restored_join_has_the_room_that_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stack of a join grows with the states of the items that both tables share."""
    monkeypatch.setattr("exactcover.engines.decomposition.engine.CALL_UPDATES", 1)
    rows: list[list[object]] = [[(chain, k)] for chain in range(4) for k in range(6)]
    rows += [[*row, "shared"] for row in rows]
    bounds = {"shared": (3, 15)}
    problem = Problem(rows, primary=["shared", *(row[0] for row in rows[:24])], bounds=bounds)
    engine = Decomposition(problem.links)
    expected = sum(comb(24, k) for k in range(3, 16))
    deepest = 0
    while engine.advance(1, counting()) == Status.BUDGET_SPENT:
        restored = Decomposition(problem.links)
        restored.restore(engine.snapshot())
        deepest = max(deepest, len(engine._machine._work.stack))
        assert len(restored._machine._work.stack) == len(engine._machine._work.stack)
        assert len(restored._machine._work.prefix) == len(engine._machine._work.prefix)
    assert deepest > 256
    while restored.advance(UNLIMITED, counting()) == Status.BUDGET_SPENT:
        pass
    assert restored.solutions == engine.solutions == expected


def test_a_search_that_is_restored_at_its_end_is_as_far_as_before() -> None:
    problem = dominoes(2, 2)
    engine, restored = Decomposition(problem.links), Decomposition(problem.links)
    while engine.advance(1, counting(2)) == Status.BUDGET_SPENT:
        pass
    assert engine.solutions == 2
    restored.restore(engine.snapshot())
    assert restored.part_done() == engine.part_done() == 1


def test_a_small_memory_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = dominoes(7, 8)
    expected = problem.count(method="decomposition")

    def tiny(n_inputs: int) -> Work:
        work = new_work(n_inputs)
        terms = np.empty(1, dtype=np.uint32)
        slots = np.zeros(64, dtype=np.uint32)
        return work._replace(
            keys=work.keys[: n_inputs + 1],
            is_merged=work.is_merged[: n_inputs + 1],
            left=terms,
            right=terms.copy(),
            total=terms.copy(),
            slots=slots,
        )

    monkeypatch.setattr(machine, "new_work", tiny)
    assert problem.count(method="decomposition") == expected


def test_linear_orders_of_many_items(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elimination, "MOST_GREEDY", 10)
    assert dominoes(6, 6).count(method="decomposition") == 6728
