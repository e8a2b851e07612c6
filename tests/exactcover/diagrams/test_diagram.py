"""Diagrams: all solutions and no others, and everything that is asked of them."""

import copy
import pickle
from collections import Counter
from collections.abc import Hashable
from fractions import Fraction
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import Diagram, NoSolutionError, Problem, ProblemError, diagram_of
from exactcover.diagrams.base import ALL, NONE, Nodes
from exactcover.diagrams.construction import DIAGRAM_ENGINES
from tests import oracle
from tests.exactcover.engines.test_memo import repeating_problems
from tests.problems import choices, dominoes
from tests.strategies import problems, problems_and_choices, rows_of

pytestmark = pytest.mark.kernel
methods = pytest.mark.parametrize("method", DIAGRAM_ENGINES)

Indices = tuple[int, ...]


def indices(diagram: Diagram) -> list[Indices]:
    return [solution.indices for solution in diagram]


def check(diagram: Diagram) -> None:
    """Assert what holds of every diagram: it is reduced, and all of it is reached."""
    option, lo, hi = (array.tolist() for array in diagram._nodes)
    rows = list(zip(option, lo, hi, strict=True))[2:]
    assert len(set(rows)) == len(rows) == diagram.size
    assert all(max(lo, hi) < node and hi != NONE for node, (_, lo, hi) in enumerate(rows, start=2))
    reached = {diagram.root, NONE, ALL}
    for node in range(len(option) - 1, ALL, -1):
        assert node in reached
        reached |= {lo[node], hi[node]}


@methods
@settings(max_examples=300, deadline=None)
@given(problem=problems())
def test_equals_brute_force(method: str, problem: Problem) -> None:
    diagram = diagram_of(problem, method=method)
    check(diagram)
    expected = oracle.solutions(problem)
    assert len(indices(diagram)) == diagram.count() == len(expected)
    assert set(indices(diagram)) == expected
    assert bool(diagram) == bool(expected)


@methods
@settings(max_examples=100, deadline=None)
@given(problem=repeating_problems())
def test_equals_the_search(method: str, problem: Problem) -> None:
    diagram = diagram_of(problem, method=method)
    check(diagram)
    assert sorted(indices(diagram)) == sorted(s.indices for s in problem.solutions())


@methods
@settings(max_examples=100, deadline=None)
@given(chosen=problems_and_choices())
def test_chosen_options_are_in_every_solution(
    method: str, chosen: tuple[Problem, list[int]]
) -> None:
    problem, options = chosen
    rows = [problem.options[i] for i in options]
    if all(oracle.agree(a, b) for k, a in enumerate(rows) for b in rows[:k]):
        expected = {s for s in oracle.solutions(problem) if set(options) <= set(s)}
        assert set(indices(diagram_of(problem, method=method, chosen=iter(options)))) == expected
    else:
        with pytest.raises(ProblemError, match=r"option|item"):
            diagram_of(problem, method=method, chosen=options)


@settings(max_examples=100, deadline=None)
@given(problem=problems(), data=st.data())
def test_ranks_and_members(problem: Problem, data: st.DataObject) -> None:
    diagram = diagram_of(problem)
    solutions = list(diagram)
    assert [diagram[rank] for rank in range(len(solutions))] == solutions
    assert [diagram.rank(solution) for solution in solutions] == list(range(len(solutions)))
    assert [diagram[rank] for rank in range(-len(solutions), 0)] == solutions
    for rank in (-1 - len(solutions), len(solutions)):
        with pytest.raises(IndexError, match=f"rank {rank}"):
            diagram[rank]
    some = data.draw(st.sets(st.integers(0, max(0, problem.n_options - 1)), max_size=4))
    if problem.n_options:
        assert (some in diagram) == (tuple(sorted(some)) in oracle.solutions(problem))
    for solution in solutions:
        assert solution in diagram
        assert solution.indices[::-1] in diagram
        assert solution[1:] not in diagram


def test_what_is_no_solution_has_no_rank() -> None:
    diagram = diagram_of(Problem({"A": ["p"], "B": ["q"], "C": ["p", "q"]}))
    assert diagram.rank(["B", "A"]) in {0, 1}
    with pytest.raises(ProblemError, match="not one of the solutions"):
        diagram.rank(["A", "B", "C"])
    with pytest.raises(ProblemError, match="unknown option 'D'"):
        assert ["D"] in diagram


@settings(max_examples=100, deadline=None)
@given(problem=problems(), data=st.data())
def test_choosing_is_filtering(problem: Problem, data: st.DataObject) -> None:
    everything = oracle.solutions(problem)
    diagram = diagram_of(problem)
    options = data.draw(
        st.sets(st.integers(0, problem.n_options - 1), max_size=3)
        if problem.n_options
        else st.just(set[int]())
    )
    items = data.draw(st.sets(st.sampled_from(problem.items), max_size=2))
    having = {i: {o.index for o in problem.options if i in o.items} for i in items}

    def restricted(kept: set[int]) -> set[Indices]:
        return {s for s in everything if set(s) <= kept}

    required = diagram.require(options, items=items)
    forbidden = diagram.forbid(options, items=items)
    kept = diagram.restrict(options)
    for made in (required, forbidden, kept):
        check(made)
        assert len(indices(made)) == made.count()
    wanted = {s for s in everything if options <= set(s)}
    assert set(indices(required)) == {s for s in wanted if all(set(s) & having[i] for i in items)}
    gone = options.union(*having.values())
    assert set(indices(forbidden)) == restricted(set(range(problem.n_options)) - gone)
    assert set(indices(kept)) == restricted(options)
    assert set(indices(diagram)) == everything


def test_unknown_items_are_refused() -> None:
    diagram = diagram_of(Problem([["p"]]))
    with pytest.raises(ProblemError, match="unknown item 'q'"):
        diagram.forbid(items=["q"])
    with pytest.raises(ProblemError, match="unknown item 'q'"):
        diagram.require(items=["q"])


@settings(max_examples=100, deadline=None)
@given(problem=problems())
def test_uses(problem: Problem) -> None:
    uses = Counter(option for solution in oracle.solutions(problem) for option in solution)
    assert diagram_of(problem).uses() == [uses[option] for option in range(problem.n_options)]


@settings(max_examples=100, deadline=None)
@given(problem=problems(), k=st.integers(0, 9), data=st.data(), whole=st.booleans())
def test_cheapest_equals_sorting(
    problem: Problem, k: int, data: st.DataObject, whole: bool
) -> None:
    n = problem.n_options
    cost = st.integers(-3, 5) if whole else st.integers(-24, 40).map(lambda c: c / 8)
    costs = data.draw(st.lists(cost, min_size=n, max_size=n))
    diagram = diagram_of(problem)
    by_rank = [(sum(costs[i] for i in s), s) for s in indices(diagram)]
    expected = sorted(by_rank, key=lambda pair: pair[0])[:k]
    assert [(total, s.indices) for total, s in diagram.cheapest(costs, k)] == expected
    costed = Problem(rows_of(problem), problem.primary, problem.secondary, costs=costs)
    own = diagram_of(costed).cheapest(k=k)
    assert [(total, s.indices) for total, s in own] == expected
    if whole:
        assert all(isinstance(total, int) for total, _ in own)


def test_wrong_costs_are_refused() -> None:
    diagram = diagram_of(Problem({"A": ["p"], "B": ["p"]}))
    assert diagram.cheapest({"A": 2, "B": 1})[0][0] == 1
    with pytest.raises(ProblemError, match="3 costs for 2 options"):
        diagram.cheapest([1, 2, 3])
    with pytest.raises(ProblemError, match="unknown option 'C'"):
        diagram.cheapest({"C": 1})
    with pytest.raises(ProblemError, match="k is -1"):
        diagram.cheapest(k=-1)


def chi_square(observed: list[int]) -> float:
    expected = sum(observed) / len(observed)
    return sum((n - expected) ** 2 for n in observed) / expected


@pytest.mark.parametrize(
    ("problem", "count"), [(dominoes(4, 4), 36), (dominoes(4, 5), 95), (dominoes(6, 6), 6728)]
)
def test_samples_are_uniform(problem: Problem, count: int) -> None:
    diagram = diagram_of(problem)
    assert diagram.count() == count
    drawn = Counter(diagram.rank(solution) for solution in diagram.sample(5 * count, seed=1))
    n_free = count - 1
    # Five standard deviations of a chi-square: uniform draws exceed them once in a million seeds.
    most = n_free + 5 * (2 * n_free) ** 0.5
    statistic = chi_square([drawn[rank] for rank in range(count)])
    assert n_free - (most - n_free) < statistic < most


def test_samples_are_uniform_where_words_do_not_suffice() -> None:
    """Of 2**100 solutions, half have a given option: in 400 draws of 100 options each."""
    diagram = diagram_of(choices(100))
    drawn = Counter(i for solution in diagram.sample(400, seed=2) for i in solution.indices)
    statistic = sum((drawn[i] - 200) ** 2 / 100 for i in range(0, 200, 2))
    assert 100 - 5 * 200**0.5 < statistic < 100 + 5 * 200**0.5


def test_samples_follow_the_seed() -> None:
    diagram = diagram_of(dominoes(4, 4))
    one, other = (diagram.sample(5, seed=np.random.default_rng(7)) for _ in range(2))
    assert one == other == diagram.sample(5, seed=7)
    assert diagram.sample(0) == []
    with pytest.raises(NoSolutionError):
        diagram_of(Problem([["p"]], primary=["p", "q"])).sample()


@pytest.mark.parametrize("n", [63, 64, 65, 200])
def test_big_counts_are_exact(n: int) -> None:
    diagram = diagram_of(choices(n))
    assert diagram.size == 2 * n
    assert diagram.count() == 2**n
    assert diagram.uses() == [2 ** (n - 1)] * (2 * n)
    for rank in (0, 2**n // 3, 2**n - 1):
        assert diagram.rank(diagram[rank]) == rank
    assert diagram.require([0]).count() == diagram.forbid([1]).count() == 2 ** (n - 1)
    # 2**k is the cost of one of item k's two options: the cheapest covers count up in binary.
    costs = [2.0**k * bit for k in range(n) for bit in (0, 1)]
    assert [total for total, _ in diagram.cheapest(costs, 8)] == list(range(8))


def test_whole_costs_too_large_for_64_bits() -> None:
    dear = 2**53 - 1
    problem = choices(1100)
    costs = [dear - (k % 2 << 40) for k in range(problem.n_options)]
    (cost, solution), *_ = problem.diagram().cheapest(costs)
    assert cost == sum(costs[k] for k in solution.indices) == 1100 * (dear - 2**40)


def test_dominoes_by_dozens() -> None:
    diagram = diagram_of(dominoes(8, 8))
    assert diagram.count() == 12988816
    assert diagram.size < 2500
    # Every tiling has 32 dominoes, and the corner is covered in one of two ways, by symmetry.
    assert sum(diagram.uses()) == 32 * 12988816
    assert diagram.uses()[:2] == [12988816 // 2] * 2


def test_files(tmp_path: Path) -> None:
    problem = dominoes(4, 4)
    diagram = diagram_of(problem)
    path = tmp_path / "tilings.npz"
    diagram.save(path)
    loaded = Diagram.load(path, problem)
    assert indices(loaded) == indices(diagram)
    with pytest.raises(ProblemError, match="another problem"):
        Diagram.load(path, dominoes(4, 5))
    with pytest.raises(FileNotFoundError):
        Diagram.load(tmp_path / "none.npz", problem)


@pytest.mark.parametrize("place", [0, 40, 300, -200, -40, -1])
def test_damaged_files_are_refused(tmp_path: Path, place: int) -> None:
    problem = dominoes(4, 4)
    path = tmp_path / "tilings.npz"
    diagram_of(problem).save(path)
    whole = path.read_bytes()
    expected = indices(Diagram.load(path, problem))
    for content in (whole[:place], whole[:place] + bytes([whole[place] ^ 255]) + whole[place:][1:]):
        path.write_bytes(content)
        try:
            loaded = Diagram.load(path, problem)
        except ProblemError as error:
            assert str(path) in str(error)
        else:
            # A byte of the archive that nothing depends on.
            assert indices(loaded) == expected


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\3\4", b"\x80\4K\1."])
def test_other_files_are_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(ProblemError, match="holds no diagram"):
        Diagram.load(path, Problem([["p"]]))
    np.save(path.with_suffix(".npy"), np.arange(3))
    with pytest.raises(ProblemError, match="holds no diagram"):
        Diagram.load(path.with_suffix(".npy"), Problem([["p"]]))


@pytest.mark.parametrize(
    ("name", "value", "fault"),
    [
        ("lo", [0, 0, 2], "before it"),
        ("hi", [0, 0, 9], "before it"),
        ("hi", [0, 0, 0], "no solution with its option"),
        ("option", [0, 0, 1], "does not have"),
        ("option", [0, 0], "wrong shape"),
        ("root", 3, "before it"),
        ("root", 1, "not reached"),
    ],
)
def test_files_with_nonsense_are_refused(
    tmp_path: Path, name: str, value: object, fault: str
) -> None:
    problem, path = Problem([["p"]]), tmp_path / "file.npz"
    diagram_of(problem).save(path)
    with np.load(path) as data:
        arrays = dict(data)
    arrays[name] = np.array(value, dtype=np.uint32)
    with path.open("wb") as file:
        np.savez(file, **arrays)
    with pytest.raises(ProblemError, match=fault):
        Diagram.load(path, problem)


@given(problem=problems())
@settings(max_examples=50, deadline=None)
def test_graph_holds_the_solutions_as_paths(problem: Problem) -> None:
    diagram = diagram_of(problem)
    graph = diagram.to_graph()
    assert graph.number_of_nodes() == diagram.size + 1
    assert nx.is_directed_acyclic_graph(graph)
    n_paths: dict[Hashable, Fraction | int] = {}
    for node in reversed(list(nx.topological_sort(graph))):
        paths = (len(graph.edges[node, o]["sides"]) * n_paths[o] for o in graph.successors(node))
        n_paths[node] = 1 if node == ALL else sum(paths)
    assert (n_paths[diagram.root] if diagram else 0) == diagram.count()
    assert all(graph.nodes[node]["option"] in problem.options for node in graph if node != ALL)


def test_dot() -> None:
    diagram = diagram_of(Problem([['a "b"\\'], ["q"], ["q"]]))
    assert diagram.to_dot().splitlines() == [
        "digraph {",
        '  1 [shape=box, label="all"];',
        '  2 [label="q"];',
        "  2 -> 1;",
        '  3 [label="q"];',
        "  3 -> 1;",
        "  3 -> 2 [style=dashed];",
        r'  4 [label="a \"b\"\\"];',
        "  4 -> 3;",
        "}",
    ]


def test_shows_what_it_is() -> None:
    assert repr(diagram_of(choices(3))) == "<Diagram: 8 solutions in 6 nodes>"
    empty = Nodes(*np.zeros((3, 2), dtype=np.uint32))
    assert repr(Diagram(choices(1), empty, NONE)) == "<Diagram: 0 solutions in 0 nodes>"


def test_copies_are_the_same() -> None:
    diagram = dominoes(4, 4).diagram()
    for same in (copy.copy(diagram), copy.deepcopy(diagram), pickle.loads(pickle.dumps(diagram))):
        assert isinstance(same, Diagram)
        assert same.problem == diagram.problem
        assert list(same) == list(diagram)


@pytest.mark.parametrize(
    "changed",
    [{"lo": (0, 4_000_000_000)}, {"hi": (1, 9)}, {"option": (0, 7)}, {"root": np.float64(2)}],
)
def test_terminal_nodes_and_roots_from_elsewhere(tmp_path: Path, changed: dict[str, Any]) -> None:
    problem, path = Problem([["p"], ["p"]]), tmp_path / "d.npz"
    problem.diagram().save(path)
    with np.load(path) as data:
        arrays = dict(data)
    for name, value in changed.items():
        if isinstance(value, tuple):
            arrays[name][value[0]] = value[1]
        else:
            arrays[name] = np.array(value)
    np.savez(path, **arrays)
    with pytest.raises(ProblemError, match="holds no diagram"):
        Diagram.load(path, problem)
