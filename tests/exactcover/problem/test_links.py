"""The layout that the engines search."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover import Problem, ProblemError
from exactcover.problem import links
from exactcover.problem.links import END, Links
from tests import oracle
from tests.strategies import problems


def read_back(layout: Links, option: int) -> list[tuple[int, int]]:
    """Return an option's item numbers and colours, from its nodes."""
    node = int(layout.node_of[option])
    pairs = []
    while layout.item_of[node] != END:
        assert layout.option_of[node] == option
        assert layout.first_of[node] == layout.node_of[option]
        pairs.append((int(layout.item_of[node]), int(layout.colour_of[node])))
        node += 1
    return pairs


@given(problem=problems(), seed=st.none() | st.integers(0, 99))
def test_holds_the_problem(problem: Problem, seed: int | None) -> None:
    layout = links.build(problem, None if seed is None else np.random.default_rng(seed))
    starts, members, colours = (array.tolist() for array in problem.incidence)
    renumbered: dict[int, int] = {}
    for option in range(problem.n_options):
        for (item, colour), node in zip(
            read_back(layout, option), range(starts[option], starts[option + 1]), strict=True
        ):
            assert colour == colours[node]
            assert renumbered.setdefault(members[node], item) == item
            assert (item < layout.n_primary) == (members[node] < problem.n_primary)
    assert len(set(renumbered.values())) == len(renumbered)
    if seed is None:
        assert all(item == number for item, number in renumbered.items())


@given(problem=problems(), seed=st.none() | st.integers(0, 99))
def test_blocks_list_each_item(problem: Problem, seed: int | None) -> None:
    layout = links.build(problem, None if seed is None else np.random.default_rng(seed))
    nodes = np.flatnonzero(layout.item_of != END)
    assert sorted(layout.block.tolist()) == nodes.tolist()
    assert (layout.block[layout.place[nodes]] == nodes).all()
    for item, (start, size) in enumerate(zip(layout.start, layout.size, strict=True)):
        block = layout.block[start : start + size]
        assert (layout.item_of[block] == item).all()
        assert (np.diff(block.astype(int)) > 0).all()


@given(problems())
def test_no_solution_is_longer_than_depth(problem: Problem) -> None:
    assert max(map(len, oracle.solutions(problem)), default=0) <= problem.links.depth


def test_too_large_a_problem_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "MAX_NODES", 5)
    assert Problem([["p"], ["q"]]).count() == 1
    with pytest.raises(ProblemError, match="3 nodes in 2 options: the engines take fewer than 5"):
        Problem([["p"], ["p", "q"]]).count()
