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
    assert Diagram.from_dddmp(PLAIN, diagram.to_dddmp()) == diagram
    if diagram.size:
        assert Diagram.from_knuth(PLAIN, diagram.to_knuth()) == diagram
    # Element k of the text is option order[k] of the problem.
    text = diagram.to_graphillion(order)
    moved = {frozenset(order.index(k) for k in some) for some in f}
    assert family_of(Diagram.from_graphillion(PLAIN, text)) == moved
    assert family_of(Diagram.from_dddmp(PLAIN, diagram.to_dddmp(order))) == moved


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
        ("2 B B T\n.\n", "line 1: 'B' is not a level, from 1 on"),
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


# {a, c}, {b} and {a, b, d} of a, b, c, d, with d tested first, then a, c and b.
DDDMP = """.ver DDDMP-2.0
.mode A
.varinfo 4
.dd some sets
.nnodes 8
.nvars 4
.nsuppvars 4
.suppvarnames a b c d
.ids 0 1 2 3
.permids 1 3 2 0
.nroots 1
.rootids 8
.nodes
1 E 0 0
2 B 0 0
3 3 2 1
4 2 2 1
5 1 4 3
6 3 2 1
7 1 6 1
8 0 7 5
.end
"""


def test_text_of_dddmp() -> None:
    problem = Problem({name: [name] for name in "abcd"})
    diagram = Diagram.from_dddmp(problem, DDDMP)
    sets = {solution.labels for solution in diagram}
    assert sets == {("a", "c"), ("b",), ("a", "b", "d")}
    # With `.varinfo 0`, the number of the variable stands before each place.
    informed = DDDMP.replace(".varinfo 4", ".varinfo 0")
    for k in range(1, 9):
        informed = informed.replace(f"\n{k} ", f"\n{k} 9 ")
    assert Diagram.from_dddmp(problem, informed) == diagram
    families: list[list[list[str]]] = [[], [[]]]
    for n, some in enumerate(families):
        text = Diagram.of(problem, some).to_dddmp()
        assert Diagram.from_dddmp(problem, text).count() == n


def test_a_text_that_oxidd_wrote() -> None:
    """OxiDD 0.13.0 wrote it by `ZBDDManager.export_dddmp`, with variables in another order.

    The nodes name places of the order by level, which is 3, 1, 4, 5, 2, 0.
    """
    text = """.ver DDDMP-2.0
.mode A
.varinfo 4
.nnodes 11
.nvars 6
.nsuppvars 6
.ids 0 1 2 3 4 5
.permids 5 1 4 0 2 3
.nroots 1
.rootids 11
.nodes
1 E 0 0
2 B 0 0
3 5 2 1
4 4 2 1
5 4 3 1
6 3 5 1
7 3 4 1
8 2 6 1
9 2 7 1
10 1 8 9
11 0 10 2
.end
"""
    problem = Problem([[k] for k in range(6)])
    expected: list[list[int]] = [[], [0, 1, 2, 3, 4, 5], [2, 3, 4, 5]]
    assert Diagram.from_dddmp(problem, text) == Diagram.of(problem, expected)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("DDDMP-2.0", "DDDMP-1.0", "line 1: the version is 'DDDMP-1.0'"),
        (".mode A", ".mode B", "line 2: the mode is 'B': only A"),
        (".dd some", ".de some", "line 4: '.de' is not a new entry"),
        (".rootids 8\n", "", "line 12: the header has no entry .rootids"),
        (".rootids 8", ".rootids 8 7", "line 12: there are 2 roots"),
        (".rootids 8", ".rootids -8", "line 12: -8 is a complemented edge: this is a BDD"),
        (".rootids 8", ".rootids 9", "line 12: node 9 does not stand"),
        (".nnodes 8", ".nnodes 7", "line 5: there are 8 nodes, not 7"),
        (".ids 0 1 2 3", ".ids 0 1 2 9", "line 9: variable 9 is not one of the 6 options"),
        (".ids 0 1 2 3", ".ids 0 1 2 2", "line 9: .ids does not give different"),
        (".permids 1 3 2 0", ".permids 1 3 2", "line 10: there are 4 variables and 3 levels"),
        ("1 E 0 0", "1 F 0 0", "line 14: 'F' is not a terminal node of a ZDD"),
        ("4 2 2 1", "3 2 2 1", "line 17: '3 2 2 1' is not a new node"),
        ("4 2 2 1", "4 2 2", "line 17: '4 2 2' is not a new node"),
        ("4 2 2 1", "4 5 2 1", "line 17: '5' is not the place"),
        ("4 2 2 1", "4 2 2 -1", "line 17: -1 is a complemented edge"),
        ("4 2 2 1", "4 2 2 6", "line 17: node 6 does not stand"),
        ("4 2 2 1", "4 0 2 1", "line 18: variable 2 stands above 1"),
        (".nodes", ".node", "'.node' is not a new entry"),
    ],
)
def test_faults_in_texts_of_dddmp_are_named(old: str, new: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        Diagram.from_dddmp(PLAIN, DDDMP.replace(old, new, 1))
