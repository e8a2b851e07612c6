"""Search trees: the same nodes as those of the engines, and nothing hidden where they are cut."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from exactcover import Problem, ProblemError, SearchTree, search_tree
from exactcover.runtime.pictures.tree import Outcome
from tests import oracle
from tests.problems import dominoes
from tests.strategies import problems

SVG = "{http://www.w3.org/2000/svg}"
MANY = 10**6
KNUTH = {"A": "ce", "B": "adg", "C": "bcf", "D": "adf", "E": "bg", "F": "deg"}
"""The example of "Dancing links" (2000)."""


def engine_nodes(tree: SearchTree) -> int:
    """Return the nodes that an engine counts: it enters no node below the root in a dead end."""
    ends = sum(node.outcome is Outcome.DEAD_END for node in tree.nodes[1:])
    return tree.n_visited - ends


def texts(tree: SearchTree, layer: str) -> list[str | None]:
    """Return the texts in a layer of the picture."""
    found = ElementTree.fromstring(tree.to_svg()).find(f"{SVG}g[@class='{layer}']")
    return [] if found is None else [each.text for each in found.iter(f"{SVG}text")]


@given(problems())
def test_all_solutions_are_found(problem: Problem) -> None:
    tree = search_tree(problem, limit=MANY)
    found = [
        tuple(sorted(option.index for option in tree.path(place)))
        for place, node in enumerate(tree.nodes)
        if node.outcome is Outcome.SOLUTION
    ]
    assert sorted(found) == sorted(oracle.solutions(problem))
    assert tree.is_complete
    assert tree.n_solutions == len(found)


@given(problems())
def test_the_nodes_are_those_of_dancing_cells(problem: Problem) -> None:
    """Engines take forced moves in any order, so only trees without a choice of them are alike."""
    tree = search_tree(problem, limit=MANY)
    assume(all(n_forced(problem, tree, place) < 2 for place in range(1, len(tree.nodes))))
    assert engine_nodes(tree) == problem.count(method="dancing_cells").statistics.nodes


def n_forced(problem: Problem, tree: SearchTree, place: int) -> int:
    """Return how many items have one option left at a node, from the definition."""
    chosen = tree.path(place)
    taken = [dict(zip(option.items, option.colours, strict=True)) for option in chosen]
    numbers: Counter[object] = Counter()
    for option in problem.options:
        clashes = any(
            item in each and (colour is None or each[item] != colour)
            for each in taken
            for item, colour in zip(option.items, option.colours, strict=True)
        )
        if not clashes:
            numbers.update(option.items)
    covered = {item for each in taken for item in each}
    return sum(numbers[item] == 1 for item in problem.primary if item not in covered)


@pytest.mark.parametrize(
    "problem",
    [
        Problem({name: list(items) for name, items in KNUTH.items()}, primary=list("abcdefg")),
        Problem([[("row", i), ("column", k)] for i in range(5) for k in range(5)]),
        Problem([["p"]], primary=["p", "q"]),
        dominoes(2, 5),
    ],
)
def test_nodes_of_known_problems(problem: Problem) -> None:
    tree = search_tree(problem, limit=MANY)
    assert engine_nodes(tree) == problem.count(method="dancing_cells").statistics.nodes


@given(problems(), st.integers(1, 12))
def test_a_cut_tree_is_the_beginning_of_the_whole_one(problem: Problem, limit: int) -> None:
    whole, cut = search_tree(problem, limit=MANY), search_tree(problem, limit=limit)
    assert cut.nodes[: cut.n_visited] == whole.nodes[:limit]
    assert cut.is_complete == (len(whole.nodes) <= limit)
    assert ("cut at the limit" in repr(cut)) == (not cut.is_complete)
    # Every option of a branch is either tried or counted as not tried.
    tried: Counter[int | None] = Counter()
    for node in cut.nodes[1:]:
        tried[node.parent] += node.n_options if node.outcome is Outcome.CUT else 1
    for place, node in enumerate(cut.nodes):
        if node.outcome is Outcome.BRANCH:
            assert tried[place] == node.n_options
        else:
            assert tried[place] == 0


def test_the_picture_shows_all_nodes_and_options() -> None:
    problem = Problem({name: list(items) for name, items in KNUTH.items()}, primary=list("abcdefg"))
    tree = search_tree(problem)
    assert texts(tree, "nodes") == ["a: 2", "b: 1", "e: none", "b: 1", "c: 1", "solution"]
    assert texts(tree, "names") == ["B", "D", "C", "E", "A"]
    assert texts(tree, "notes")[1] == "6 nodes, 1 solution"


def test_the_picture_says_where_it_is_cut() -> None:
    tree = search_tree(dominoes(4, 4), limit=30)
    assert texts(tree, "nodes").count("1 not tried") == 4
    assert "cut at the limit" in (texts(tree, "notes")[1] or "")


@given(problems(), st.integers(1, 30))
def test_nodes_do_not_overlap_and_are_inside_the_picture(problem: Problem, limit: int) -> None:
    root = ElementTree.fromstring(search_tree(problem, limit=limit).to_svg())
    left, top, width, height = map(float, root.get("viewBox", "").split())
    boxes = [
        tuple(float(each.get(name, "")) for name in ("x", "y", "width", "height"))
        for each in root.iter(f"{SVG}rect")
    ][1:]
    for number, (x, y, w, h) in enumerate(boxes):
        assert left < x < x + w < left + width
        assert top < y < y + h < top + height
        for u, v, wide, high in boxes[:number]:
            assert x + w <= u or u + wide <= x or y + h <= v or v + high <= y


def test_errors() -> None:
    with pytest.raises(ProblemError, match="limit is 0"):
        search_tree(Problem([["p"]]), limit=0)
    with pytest.raises(ProblemError, match="a search with bounds on items is not shown"):
        search_tree(Problem([["p"]], bounds={"p": (0, 1)}))
    with pytest.raises(ProblemError, match=r"an exactcover\.Problem was expected"):
        search_tree("p q")  # type: ignore[arg-type]
