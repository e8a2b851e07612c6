"""The branches into which symmetries divide a search, and how little they search."""

import threading
from collections import Counter
from typing import Any

import numpy as np
import pytest

from exactcover import Problem, Stop, UnfinishedError
from exactcover.diagrams import classes
from exactcover.runtime.search.limits import HaltedError, Watch
from exactcover.symmetry import action, marking
from exactcover.symmetry import symmetries as module
from exactcover.symmetry.least_problem import least_problem
from exactcover.symmetry.lex_leader import item_orbits, lex_branches
from exactcover.symmetry.marking import Canonical
from examples.dominoes import dominoes
from examples.latin_square import latin
from examples.queens import queens

pytest.importorskip("igraph")
pytestmark = pytest.mark.kernel


def rooks(n: int) -> Problem:
    return Problem([[("row", r), ("column", c)] for r in range(n) for c in range(n)])


def test_options_that_all_symmetries_move_are_tried_together() -> None:
    problem = rooks(6)
    group = problem.symmetries(lambda i: (i[0], 5 - i[1]) if i[0] == "row" else i)
    (branch,) = group.counting_branches
    # The columns stay in place: the first one gets three of its six rows.
    assert branch.problem().sizes.min() == 3
    assert branch.problem().count() == 360
    assert branch.weight == group.order == 2


def test_the_least_options_of_symmetric_items_divide_the_solutions() -> None:
    problem = queens(8)
    group = problem.symmetries()
    branches = lex_branches(problem, group.options)
    assert branches is not None
    solutions = [one.indices for one in problem.solutions()]
    elements = list(group.options)
    for solution in solutions:
        images = {tuple(sorted(g[list(solution)].tolist())) for g in elements}
        # All symmetric solutions that are in a branch are in the same one.
        places = [
            k for k, branch in enumerate(branches) for i in images if branch.keep[list(i)].all()
        ]
        assert len(set(places)) == 1
    n_searched = sum(branch.keep[list(s)].all() for s in solutions for branch in branches)
    assert n_searched < len(solutions) / 3
    for branch in branches:
        for element in branch.group.generators:
            assert (branch.keep[element] == branch.keep).all()


@pytest.mark.parametrize("problem", [queens(8), dominoes(4, 4), rooks(4)])
def test_long_searches_compare_symmetric_items(
    monkeypatch: pytest.MonkeyPatch, problem: Problem
) -> None:
    n_short = problem.count(up_to="all")
    short = {one.indices for one in problem.solutions(up_to="all")}
    monkeypatch.setattr(action, "SHORT_UPDATES", 0)
    group = problem.symmetries()
    assert problem.count(up_to=group) == n_short
    long = {one.indices for one in problem.solutions(up_to=group)}
    assert len(short) == len(long) == n_short
    assert sorted(map(group.class_size, short)) == sorted(map(group.class_size, long))


@pytest.mark.parametrize(
    ("problem", "generators", "n_classes"),
    [
        (queens(8), None, 12),
        (dominoes(6, 6), None, 930),
        (rooks(4), lambda item: (item[0], 3 - item[1]), 16),
    ],
)
def test_a_list_searches_one_problem_with_few_solutions(
    problem: Problem, generators: Any, n_classes: int
) -> None:
    group = problem.symmetries(generators)
    (branch,) = group.listing_branches
    own = {
        frozenset(branch.action.options_of(list(solution.indices)))
        for solution in branch.problem().solutions()
    }
    elements = list(group.options)
    found = Counter[frozenset[frozenset[int]]]()
    for solution in problem.solutions():
        images = frozenset(frozenset(g[list(solution.indices)].tolist()) for g in elements)
        found[images] = len(images & own)
    assert min(found.values()) >= 1
    assert len(found) == n_classes == len(list(problem.solutions(up_to=group)))
    assert len(own) < 2.5 * n_classes


@pytest.mark.parametrize("with_multiplicity", [False, True])
def test_a_list_uses_every_one_of_independent_symmetries(
    monkeypatch: pytest.MonkeyPatch, with_multiplicity: bool
) -> None:
    """One symmetry of many, in one search, would leave many solutions of each class."""
    blocks, n = 4, 3
    rows: list[Any] = [
        [(block, "row", r), (block, "column", c)]
        for block in range(blocks)
        for r in range(n)
        for c in range(n)
    ]
    problem = Problem(rows)
    if with_multiplicity:
        bounds, twice = {"sum": 2}, {(len(rows), "sum"): 2}
        problem = Problem([*rows, ["sum"]], bounds=bounds, multiplicities=twice)
    assert problem.has_multiplicities is with_multiplicity
    flips = [
        {(k, "row", 0): (k, "row", n - 1), (k, "row", n - 1): (k, "row", 0)} for k in range(blocks)
    ]
    group = problem.symmetries(flips)
    assert group.order == 2**blocks
    n_classes = 3**blocks
    assert len(list(problem.solutions(up_to=group))) == n_classes
    assert sum(branch.problem().count() for branch in group.listing_branches) < 5 * n_classes
    monkeypatch.setattr(module, "MOST_LEAVES", len(group.listing_branches) - 1)
    again = problem.symmetries(flips)
    assert len(again.listing_branches) == 1
    assert len(list(problem.solutions(up_to=again))) == n_classes


def test_small_orbits_of_many_items_can_be_stopped() -> None:
    """The images of the items are not found before a time limit is looked at."""
    rows = [[(pair, k), (pair, "x", j)] for pair in range(6) for k in range(2) for j in range(2)]
    problem = Problem(rows)
    group = problem.symmetries([{(p, 0): (p, 1), (p, 1): (p, 0)} for p in range(6)])
    elements = np.array(list(group.options))
    flag = threading.Event()
    with Watch(cancel=flag).running():
        found = item_orbits(problem, group.options, elements)
        next(found)
        flag.set()
        with pytest.raises(HaltedError):
            next(found)
        with pytest.raises(HaltedError):
            least_problem(problem, group.options)


def test_new_items_have_names_of_their_own() -> None:
    problem, name = queens(6), ("no lower kind", 1, 1)
    rows: list[Any] = [list(option.items) for option in problem.options]
    beside = Problem([*rows, [name]], [*problem.primary, name], problem.secondary)
    assert least_problem(problem, problem.symmetries().options) is not None
    assert least_problem(beside, beside.symmetries().options) is None
    assert len(list(beside.solutions(up_to="all"))) == 1


def test_large_groups_search_few_solutions() -> None:
    group = latin(5).symmetries()
    assert group.order == 10_368_000
    assert sum(int(branch.problem().count()) for branch in group.listing_branches) < 5000
    marks = [
        branch.selector.marks
        for branch in group.listing_branches
        if isinstance(branch.selector, Canonical)
    ]
    assert all(marks)


def test_every_number_of_marks_selects_the_same_number(monkeypatch: pytest.MonkeyPatch) -> None:
    for n, few, n_classes in ((4, 1, 2), (4, 100, 2), (4, 10_000, 2), (3, 1, 1), (3, 100_000, 1)):
        monkeypatch.setattr(marking, "FEW_SYMMETRIES", few)
        problem = latin(n)
        assert len(list(problem.solutions(up_to=problem.symmetries()))) == n_classes


@pytest.mark.parametrize("most", [1, 2, 8])
@pytest.mark.parametrize("few", [0, 1, 4, 48])
def test_marked_items_whose_options_are_not_divided(
    monkeypatch: pytest.MonkeyPatch, few: int, most: int
) -> None:
    monkeypatch.setattr(module, "MOST_ELEMENTS", 0)
    monkeypatch.setattr(marking, "FEW_SYMMETRIES", few)
    monkeypatch.setattr(marking, "MOST_ORBITS", most)
    small = [["b", "c"], ["a", "b", "e"], ["c", "d"], ["a", "b"], ["a", "b", "d"], ["a", "d"]]
    problem = Problem([*small, ["a", "e"], ["c", "e"], ["a", "d", "e"]])
    assert problem.count() == 3
    assert len(list(problem.solutions(up_to="all"))) == 1


@pytest.mark.parametrize("method", ["auto", "cells", "frontier"])
@pytest.mark.parametrize(
    ("problem", "number"),
    [(queens(8), 12), (dominoes(4, 4), 9), (latin(4), 2), (rooks(5), 1), (Problem([["p"]]), 1)],
)
def test_diagrams_have_one_solution_of_each_class(
    problem: Problem, number: int, method: str
) -> None:
    group = problem.symmetries()
    diagram = problem.diagram(up_to=group, method=method)
    assert diagram.count() == problem.count(up_to=group) == number
    assert sum(map(group.class_size, diagram)) == problem.count()
    assert all(diagram[diagram.rank(one)] == one for one in diagram)


def test_a_diagram_up_to_symmetry_shares_the_diagrams_of_smaller_problems() -> None:
    problem = Problem(
        [[("row", r), ("column", c)] for r in range(12) for c in range(12)],
    )
    group = problem.symmetries(lambda i: (i[0], 11 - i[1]) if i[0] == "row" else i)
    diagram = problem.diagram(up_to=group)
    assert diagram.count() == 479001600 // 2
    assert diagram.size < 50_000


def test_diagrams_that_would_have_to_list_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classes, "MOST_LISTED", 11)
    with pytest.raises(UnfinishedError, match="listing more than 11 classes") as caught:
        queens(8).diagram(up_to="all")
    assert caught.value.stopped is None
    monkeypatch.setattr(classes, "MOST_LISTED", 12)
    assert queens(8).diagram(up_to="all").count() == 12


@pytest.mark.parametrize(
    ("controls", "why"), [({"time_limit": 0}, Stop.TIME), ({"max_nodes": 3}, Stop.NODES)]
)
def test_a_stopped_diagram_is_no_diagram(controls: Any, why: Stop) -> None:
    with pytest.raises(UnfinishedError, match=rf"stopped \({why.value}\)") as caught:
        dominoes(4, 6).diagram(up_to="all", **controls)
    assert caught.value.stopped is why


def test_selecting_many_at_once_is_selecting_one_by_one() -> None:
    problem = rooks(4)
    (branch,) = problem.symmetries().listing_branches
    rows = [list(one.indices) for one in branch.problem().solutions()]
    assert branch.selector is not None
    at_once = branch.selector(rows)
    assert at_once == [branch.selector([row])[0] for row in rows]
    assert at_once == [branch.selector([list(np.flip(row))])[0] for row in rows]
