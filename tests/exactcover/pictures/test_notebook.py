"""What notebooks show of the objects of the package."""

from __future__ import annotations

from itertools import product
from typing import Any
from xml.etree import ElementTree

import pytest

from exactcover import Problem, Solution, Stop
from exactcover.pictures.notebook import CELLS, OPTIONS, SOLUTIONS, tiling_of
from exactcover.runtime.search.result import Count, Statistics
from tests.problems import choices, dominoes

STATISTICS = Statistics(5, 7, 1, 0.25, "masks")
NAMED = Problem({"<A>": ["p & q"], "B": ["r"]})


def html(thing: Any) -> str:
    """Return the HTML of a thing, which must be whole."""
    text = str(thing._repr_html_())
    ElementTree.fromstring(text)
    return text


def words(thing: Any) -> str:
    """Return the text that is seen, without tags."""
    return " ".join("".join(ElementTree.fromstring(html(thing)).itertext()).split())


def solution(problem: Problem) -> Solution:
    return problem.solve().get()


def test_a_problem_is_a_table() -> None:
    assert NAMED._repr_svg_().startswith("<svg")
    assert ">p &amp; q</text>" in NAMED._repr_svg_()


def test_a_tiling_is_drawn_with_the_names_of_its_pieces() -> None:
    text = html(solution(Problem([["F", (0, 0), (0, 1)], ["<G>", (1, 0)]])))
    assert text.startswith("<svg")
    assert ">F</text>" in text
    assert ">&lt;G&gt;</text>" in text


def test_tilings_of_cubes_and_of_texts() -> None:
    cubes = tiling_of(solution(Problem([[(0, 0, 0), (0, 0, 1)], [(0, 1, 1)]])))
    assert cubes is not None
    assert cubes.lattice == "cubes"
    squares = tiling_of(solution(Problem.from_text("F 00 01\nF 00 01\n")))
    assert squares is not None
    assert squares.tiles == (((0, 0), (0, 1)),)


@pytest.mark.parametrize(
    "options",
    [
        [["p", "q"], ["r"]],
        [[("row", 1), ("column", 2)]],
        [[(0, 0), (5, 5)]],  # not connected
        [[(0, 0)], [(0, 1)]],  # no option has several cells
        [[(0, 0), (0, 1)], ["spare"]],
        [[(0, 0), (0, 1)], [(0, 0, 0), (0, 0, 1)]],
        [["s3", "s5", "1"]],
    ],
)
def test_other_solutions_are_lists(options: list[list[Any]]) -> None:
    assert html(solution(Problem(options))).startswith("<ul>")


def test_a_solution_without_options() -> None:
    assert html(Solution()) == "<ul></ul>"


def test_a_list_is_cut() -> None:
    listed = words(solution(choices(OPTIONS + 1111)))
    assert listed.endswith("and 1,111 more")
    assert words(solution(NAMED)) == "<A>: p & qB: r"


def test_large_solutions_are_not_drawn() -> None:
    tiles = [[(0, k), (0, k + 1)] for k in range(0, CELLS, 2)]
    assert tiling_of(solution(Problem(tiles))) is not None
    assert tiling_of(solution(Problem([*tiles, [(0, CELLS), (0, CELLS + 1)]]))) is None
    assert tiling_of(solution(Problem([[(r, c) for r, c in product(range(90), repeat=2)]]))) is None


def test_results() -> None:
    assert words(NAMED.solve()).startswith("<A>: p & qB: r")
    assert words(Problem([["p"]], primary=["p", "q"]).solve()).startswith("There is no solution.")
    undecided = words(Problem([["p"]]).solve(max_nodes=0))
    assert undecided.startswith("Undecided: stopped by the node limit.")


@pytest.mark.parametrize(
    ("problem", "limit", "shown"),
    [
        (choices(1, 1), None, "1 solution"),
        (choices(11, 2), None, "2,048 solutions"),
        (choices(3, 2), 5, "at least 5 solutions: as many as asked for"),
        (Problem([["p"]], primary=["p", "q"]), None, "0 solutions"),
    ],
)
def test_counts(problem: Problem, limit: int | None, shown: str) -> None:
    assert words(problem.count(limit=limit)).startswith(shown)


def test_a_count_of_any_size() -> None:
    assert words(Count(10**9999, True, None, STATISTICS)).startswith("1e9999 solutions")
    assert words(Count(7, False, None, STATISTICS)).startswith("at least 7 solutions: interrupted")


def test_cheapest_solutions() -> None:
    problem = Problem([["p"]] * 5, costs=[5, 4, 3, 2, 1])
    assert words(problem.cheapest(5)).startswith("cost 1pcost 2pcost 3pIt is proved")
    assert "and 2 more" in words(problem.cheapest(SOLUTIONS + 2))
    none = Problem([["p"]], primary=["p", "q"]).cheapest()
    assert words(none).startswith("There is no solution.")
    stopped = problem.cheapest(max_nodes=0)
    assert stopped.stopped is Stop.NODES
    assert words(stopped).startswith("This is not proved: stopped by the node limit.")


def test_samples() -> None:
    samples = dominoes(4, 4).sample(SOLUTIONS + 1, seed=1)
    assert html(samples).count("<svg") == SOLUTIONS
    assert words(samples).endswith("and 1 moreuniform: drawn from the diagram of all solutions")


def test_estimates() -> None:
    rows = words(dominoes(8, 8).estimate(seed=1, n_probes=50))
    assert rows.startswith("meanlowhighnodes")
    assert rows.endswith("From 50 random probes; low and high enclose 95 %.")
    exact = words(dominoes(2, 2).estimate())
    assert "solutions222time" in exact
    assert exact.endswith("so nodes and solutions are exact.")


def test_diagrams() -> None:
    assert html(dominoes(4, 4).diagram()).startswith("<svg")
    large = words(dominoes(8, 8).diagram(method="cells"))
    assert large.startswith("Decision diagramsolutions12,988,816nodes")
