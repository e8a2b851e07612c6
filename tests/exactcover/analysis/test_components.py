"""Components against networkx and brute force."""

from collections.abc import Iterator
from itertools import count, islice
from math import prod

import networkx as nx
import pytest
from hypothesis import given, settings

from exactcover import Problem
from exactcover.analysis.components import combine, components
from tests import oracle
from tests.strategies import bounded_problems, problems


@settings(max_examples=500, deadline=None)
@given(problems())
def test_equals_networkx(problem: Problem) -> None:
    graph = problem.to_graph()
    for item in problem.secondary:
        colours = {c for o in problem for i, c in zip(o.items, o.colours, strict=True) if i == item}
        if not colours or (len(colours) == 1 and None not in colours):
            graph.remove_node(("item", item))
    expected = {
        tuple(sorted(index for kind, index in part if kind == "option"))
        for part in nx.connected_components(graph)
    }
    parts = components(problem)
    assert {part.options for part in parts} == expected
    assert sorted(i for part in parts for i in part.problem.primary) == sorted(problem.primary)


@settings(max_examples=500, deadline=None)
@given(problems())
def test_solutions_combine(problem: Problem) -> None:
    parts = components(problem)
    solutions = [oracle.solutions(part.problem) for part in parts]
    combined = list(combine(parts, solutions))
    expected = oracle.solutions(problem)
    assert len(combined) == len(expected) == prod(map(len, solutions))
    assert set(combined) == expected


@settings(max_examples=200, deadline=None)
@given(bounded_problems())
def test_bounds_stay(problem: Problem) -> None:
    parts = components(problem)
    numbers = [len(oracle.bounded_solutions(part.problem)) for part in parts]
    assert prod(numbers) == len(oracle.bounded_solutions(problem))


def test_costs_and_labels_stay() -> None:
    problem = Problem({"A": ["a"], "B": ["b"], "C": ["b"]}, costs=[1, 2, 3])
    parts = components(problem)
    assert [[(o.label, o.cost) for o in p.problem] for p in parts] == [
        [("A", 1)],
        [("B", 2), ("C", 3)],
    ]
    assert parts[1].expand(parts[1].problem.options) == (1, 2)


def test_one_part_is_the_problem_itself() -> None:
    problem = Problem([["a", "b"], ["b"]], secondary=["x"])
    assert components(problem)[0].problem is problem


def test_nothing_to_cover_has_no_parts() -> None:
    problem = Problem([["a"]]).with_chosen([0])
    assert components(problem) == []
    assert list(combine([], [])) == [()]


def test_long_chains_are_one_part() -> None:
    n = 5000
    order = [(k * 2377) % n for k in range(n)]  # so that numbers do not follow the chain
    problem = Problem([[order[k], order[k + 1]] for k in range(n - 1)], range(n))
    assert len(components(problem)) == 1
    assert len(components(problem.restrict([k for k in range(n - 1) if k != n // 3]))) == 2


def test_combine_is_lazy() -> None:
    parts = components(Problem([["a"], ["b"], ["c"]]))
    drawn = [0, 0, 0]

    def endless(part: int) -> Iterator[tuple[int]]:
        for k in count(1):
            drawn[part] = k
            yield (0,)

    assert (
        list(islice(combine(parts, [endless(0), endless(1), [(0,), (0,)]]), 5)) == [(0, 1, 2)] * 5
    )
    assert drawn == [1, 3, 0]


@pytest.mark.parametrize("empty", [0, 1, 2])
def test_combine_ends_where_a_part_has_no_solution(empty: int) -> None:
    parts = components(Problem([["a"], ["b"], ["c"]]))
    solutions = [[(0,)] * 3 for _ in parts]
    solutions[empty] = []
    assert list(combine(parts, solutions)) == []


def test_combine_does_not_go_through_the_first_part_in_vain() -> None:
    parts = components(Problem([["a"], ["b"]]))
    assert list(combine(parts, [((0,) for _ in count()), []])) == []


def test_parts_are_compared_by_value() -> None:
    problem = Problem([["a", "b"], ["c"], ["a"], ["b"]])
    one, other = problem.components(), problem.components()
    assert one == other
    assert set(one) == set(other)
    assert one[0] != one[1]
