"""Diagrams as texts of other programs."""

import pytest
from hypothesis import given, settings

from exactcover import Diagram, FormatError, Problem, ProblemError
from tests.exactcover.diagrams.test_algebra import PLAIN, Family, families, family_of, orders
from tests.problems import dominoes

pytestmark = pytest.mark.kernel

# What Graphillion 2.1 writes for {a, c}, {b}, {a, b, d}, {} of the universe a, b, c, d.
GRAPHILLION = "6 4 B T\n4 3 B T\n18 2 4 6\n3 2 T T\n21 1 3 18\n.\n"


@settings(deadline=None, max_examples=100)
@given(f=families, order=orders)
def test_texts_are_read_as_they_were_written(f: Family, order: list[int]) -> None:
    diagram = Diagram.of(PLAIN, f).ordered(order)
    assert Diagram.from_graphillion(PLAIN, diagram.to_graphillion()) == diagram
    if diagram.size:
        assert Diagram.from_knuth(PLAIN, diagram.to_knuth()) == diagram
    # Element k of the text is option order[k] of the problem.
    text = diagram.to_graphillion(order)
    moved = {frozenset(order.index(k) for k in some) for some in f}
    assert family_of(Diagram.from_graphillion(PLAIN, text)) == moved


def test_text_of_graphillion() -> None:
    problem = Problem({name: [name] for name in "abcd"})
    diagram = Diagram.from_graphillion(problem, GRAPHILLION)
    assert {solution.labels for solution in diagram} == {
        ("a", "c"),
        ("b",),
        ("a", "b", "d"),
        (),
    }
    assert Diagram.of(problem, []).to_graphillion() == "B\n.\n"
    assert Diagram.of(problem, [[]]).to_graphillion() == "T\n.\n"
    for text, n in (("B\n.\n", 0), ("T\n.\n", 1)):
        assert Diagram.from_graphillion(problem, text).count() == n


def test_graphillion_reads_what_is_written() -> None:
    setset = pytest.importorskip("graphillion").setset
    diagram = dominoes(4, 4).diagram(method="cells")
    setset.set_universe(list(range(diagram.problem.n_options)))
    theirs = setset.loads(diagram.to_graphillion())
    assert {tuple(sorted(some)) for some in theirs} == {one.indices for one in diagram}
    assert Diagram.from_graphillion(diagram.problem, theirs.dumps()) == diagram


def test_text_of_knuth() -> None:
    problem = Problem([["p"], ["p", "q"], ["q"]])
    diagram = Diagram.from_knuth(problem, "5: (~1?3:a)\n3: (~2?0:1)\na: (~3?0:1)\n")
    assert sorted(one.indices for one in diagram) == [(0, 2), (1,)]
    # A dummy root, which the programs for exact covers write.
    dummy = Diagram.from_knuth(problem, "b: (~0?0:5)\n5: (~1?3:a)\n3: (~2?0:1)\na: (~3?0:1)\n")
    assert dummy == diagram
    with pytest.raises(ProblemError, match="no node"):
        Diagram.of(problem, [[]]).to_knuth()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2 1 B\n.\n", "line 1: '2 1 B' is not a new node"),
        ("2 1 B T\n2 2 B T\n.\n", "line 2: .* is not a new node"),
        ("2 1 B x\n.\n", "line 1: 'x' is not the number of a node"),
        ("2 1 B 7\n.\n", "is missing"),
        ("2 9 B T\n.\n", "line 1: variable 9 is not one of the 6 options"),
        ("2 B B T\n.\n", "line 1: variable 0"),
        ("2 1 B T\n3 2 2 T\n.\n", "line 2: variable 2 stands above 1"),
        ("2 1 2 T\n.\n", "line 1: variable 1 stands above 1"),
    ],
)
def test_faults_in_texts_of_graphillion_are_named(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        Diagram.from_graphillion(PLAIN, text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no node"),
        ("2: (~1?0:1\n", "line 1: .* is not a node such as"),
        ("2: (~1?0:1)\n2: (~2?0:1)\n", "line 2: node 2 is not a new node"),
        ("1: (~1?0:1)\n", "line 1: node 1 is not a new node"),
        ("2: (~7?0:1)\n", "variable 7 is not one of the 6 options"),
        ("2: (~1?0:3)\n3: (~2?0:2)\n", "variable 2 stands above 1"),
        ("2: (~0?0:3)\n", "dummy node"),
        ("2: (~1?0:3)\n", "line 1: it leads to a node that is missing"),
    ],
)
def test_faults_in_texts_of_knuth_are_named(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        Diagram.from_knuth(PLAIN, text)
