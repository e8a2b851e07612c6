"""Explanations hold, and are as small as they say."""

import threading

import networkx as nx
import pytest
from hypothesis import given, settings

from exactcover import Problem, ProblemError, Stop, UndecidedError
from exactcover.analysis.infeasibility import explain_infeasible
from tests import oracle
from tests.strategies import problems, rows_of


def can_cover(problem: Problem, items: tuple[object, ...]) -> bool:
    """Return by brute force whether these items can be covered, possibly with others."""
    rows = [row for row in rows_of(problem) if set(row) & set(items)]
    others = [item for item in problem.items if item not in items]
    return not items or bool(oracle.solutions(Problem(rows, items, others)))


@pytest.mark.kernel
@settings(max_examples=300, deadline=None)
@given(problems())
def test_explanations_are_true_and_irreducible(problem: Problem) -> None:
    if oracle.solutions(problem):
        with pytest.raises(ProblemError, match="has a solution"):
            explain_infeasible(problem)
        return
    explanation = explain_infeasible(problem)
    assert explanation.is_irreducible
    assert not can_cover(problem, explanation.items)
    for item in explanation.items:
        assert can_cover(problem, tuple(i for i in explanation.items if i != item))


def mutilated_chessboard(n: int) -> Problem:
    """Dominoes on a board that lacks two opposite corners, which are both white."""
    cells = [(i, k) for i in range(n) for k in range(n) if {i, k} not in ({0}, {n - 1})]
    dominoes = [
        [c, d] for c in cells for d in cells if (d[0] - c[0], d[1] - c[1]) in {(0, 1), (1, 0)}
    ]
    return Problem(dominoes, cells)


def test_a_mutilated_chessboard_has_too_many_black_cells() -> None:
    problem = mutilated_chessboard(6)
    explanation = explain_infeasible(problem)
    assert explanation.is_irreducible
    black = set(explanation.items)
    assert {(i + k) % 2 for i, k in black} == {1}
    white = {item for o in problem.options if black & set(o.items) for item in o.items} - black
    assert len(white) == len(black) - 1
    assert "coloured like a chessboard" in str(explanation)


def edge_colouring_of_petersen() -> Problem:
    """Three colours for the edges of the Petersen graph, which has no such colouring."""
    edges = [sorted(edge) for edge in nx.petersen_graph().edges]
    return Problem(
        [[(u, v), ("at", u, colour), ("at", v, colour)] for u, v in edges for colour in range(3)]
    )


def test_what_no_weights_prove_takes_a_search() -> None:
    explanation = explain_infeasible(edge_colouring_of_petersen())
    assert explanation.certificate is None
    assert "takes a search" in str(explanation)


def test_limits() -> None:
    problem = edge_colouring_of_petersen()
    nodes = problem.count().statistics.nodes
    explanation = explain_infeasible(problem, max_nodes=nodes + 40)
    assert not explanation.is_irreducible
    assert explanation.stopped is Stop.NODES
    assert set(explanation.unproved) <= set(explanation.items)
    assert "stopped by the node limit, it is not known" in str(explanation)
    cancel = threading.Event()
    cancel.set()
    for controls, why in (
        ({"max_nodes": 3}, "nodes"),
        ({"time_limit": 0}, "time"),
        ({"cancel": cancel}, "cancelled"),
    ):
        with pytest.raises(UndecidedError, match=why):
            explain_infeasible(problem, **controls)


def test_chosen_options_come_first() -> None:
    problem = Problem({"A": ["p", "q"], "B": ["q", "r"], "C": ["p"], "D": ["q"], "E": ["r", "p"]})
    explanation = explain_infeasible(problem, chosen=["C", "D"])
    assert str(explanation) == (
        "this item cannot be covered:\n  'r', in no option\nno option has item 'r'"
    )


def test_text_names_options() -> None:
    problem = Problem({k: ["p", "q"] for k in range(9)} | {"C": ["r"]})
    text = str(explain_infeasible(problem.restrict([*range(9)])))
    assert text == "this item cannot be covered:\n  'r', in no option\nno option has item 'r'"
    problem = Problem({k: ["p", "q"] for k in range(9)} | {"C": ["r", "q"]})
    lines = str(explain_infeasible(problem)).splitlines()
    assert lines[:3] == [
        "these 2 items cannot be covered together:",
        "  'p', in 9 options: 0, 1, 2, 3, 4, 5, ...",
        "  'r', in 1 option: 'C'",
    ]


def test_mistakes() -> None:
    with pytest.raises(ProblemError, match="max_nodes"):
        explain_infeasible(Problem([["p"]]), max_nodes=-1)


def test_bounds() -> None:
    too_few = Problem({"A": ["p"]}, bounds={"p": (2, 3)})
    assert str(explain_infeasible(too_few)) == (
        "this item cannot be covered:\n"
        "  'p' (2 to 3 times), in 1 option: 'A'\n"
        "item 'p' cannot be covered 2 to 3 times"
    )
    problem = Problem(
        {"A": ["p", "q"], "B": ["p", "r"], "C": ["q"], "D": ["r", "s"], "E": ["s"]},
        bounds={"p": (2, 2), "s": (1, 2), "r": (0, 1)},
    )
    assert problem.count() == 1
    why = explain_infeasible(problem.restrict([*"ABCD"]))
    assert why.items == ("p", "s")
    assert str(why).splitlines()[1] == "  'p' (2 times), in 2 options: 'A', 'B'"
