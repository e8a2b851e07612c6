"""Classes of solutions against brute force, on problems with planted symmetries."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import Problem, ProblemError, Stop, Symmetries, symmetries
from exactcover.symmetry import marking
from exactcover.symmetry import symmetries as module
from exactcover.symmetry.conjugacy import classes_by_chance, classes_by_visiting

pytest.importorskip("igraph")
pytestmark = pytest.mark.kernel

Planted = tuple[Problem, list[dict[Any, Any]]]


@st.composite
def planted(draw: st.DrawFn) -> Planted:
    """Return a problem with options that some permutations of its items map to each other."""
    primary = list(range(draw(st.integers(2, 6))))
    secondary = [f"s{k}" for k in range(draw(st.integers(0, 3)))]
    generators = []
    for _ in range(draw(st.integers(1, 2))):
        images = [*draw(st.permutations(primary)), *draw(st.permutations(secondary))]
        generators.append(dict(zip([*primary, *secondary], images, strict=True)))
    options = set()
    for _ in range(draw(st.integers(1, 3))):
        items = draw(st.sets(st.sampled_from(primary), min_size=1, max_size=3))
        own: set[tuple[Any, Any]] = {(item, None) for item in items}
        for item in secondary:
            if draw(st.booleans()):
                own.add((item, draw(st.sampled_from([None, "A", "B"]))))
        options.add(frozenset(own))
    while True:
        moved = {frozenset((g[x], c) for x, c in one) for g in generators for one in options}
        if moved <= options or len(options) > 40:
            break
        options |= moved
    rows = [dict(sorted(one, key=repr)) for one in options]
    rows.sort(key=repr)
    if len(options) > 40:
        return Problem([[0]]), [{}]
    return Problem(rows, primary=primary, secondary=secondary), generators


def classes(problem: Problem, group: Symmetries) -> list[set[frozenset[int]]]:
    """Return the classes of solutions, by applying all elements to all solutions."""
    elements = list(group.options)
    left = {frozenset(solution.indices) for solution in problem.solutions()}
    found = []
    while left:
        one = next(iter(left))
        own = {frozenset(element[list(one)].tolist()) for element in elements}
        assert own <= left
        found.append(own)
        left -= own
    return found


@settings(max_examples=200, deadline=None)
@given(planted=planted(), has_all=st.booleans())
def test_classes_equal_brute_force(planted: Planted, has_all: bool) -> None:
    problem, generators = planted
    group = symmetries(problem) if has_all else symmetries(problem, generators)
    if group.options.order > 5000:
        return
    wanted = classes(problem, group)
    count = problem.count(up_to=group)
    assert (count, count.complete) == (len(wanted), True)
    found = list(problem.solutions(up_to=group))
    assert len(found) == len(wanted)
    for solution in found:
        own = [one for one in wanted if frozenset(solution.indices) in one]
        assert len(own) == 1
        wanted.remove(own[0])
        assert group.class_size(solution) == len(own[0])


@settings(max_examples=100, deadline=None)
@given(planted=planted())
def test_the_whole_group_has_the_planted_one(planted: Planted) -> None:
    problem, generators = planted
    whole, given_by_hand = symmetries(problem), symmetries(problem, generators)
    assert whole.order % given_by_hand.order == 0
    assert all(element in whole.options for element in given_by_hand.options.generators)
    if whole.order > 5000:
        return
    # All permutations that keep the problem, and no other ones.
    for mapping in whole.generators:
        assert symmetries(problem, mapping).order > 1


@settings(max_examples=50, deadline=None)
@given(planted=planted())
def test_classes_of_large_groups_are_found_by_chance(planted: Planted) -> None:
    problem, _ = planted
    group = symmetries(problem)
    if group.order > 2000:
        return
    by_chance = classes_by_chance(group._graph, group._vertices)
    by_visiting = classes_by_visiting(group._vertices)
    assert sorted(share for _, share in by_chance) == sorted(share for _, share in by_visiting)


@settings(max_examples=100, deadline=None)
@given(planted=planted(), few=st.sampled_from([0, 1, 4, 48]))
def test_large_groups_give_the_same_answers(planted: Planted, few: int) -> None:
    problem, _ = planted
    group = symmetries(problem)
    if group.options.order > 2000:
        return
    count = problem.count(up_to=group)
    sizes = sorted(map(group.class_size, problem.solutions(up_to=group)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "MOST_ELEMENTS", 0)
        patch.setattr(marking, "FEW_SYMMETRIES", few)
        assert problem.count(up_to=group) == count
        assert sorted(map(group.class_size, problem.solutions(up_to=group))) == sizes


def rooks(n: int) -> Problem:
    return Problem([[("row", r), ("column", c)] for r in range(n) for c in range(n)])


def test_equal_items_and_equal_options() -> None:
    # Items a and b are in the same options; the first two options are equal.
    problem = Problem([["a", "b"], ["a", "b"], ["c"], ["d"]])
    group = problem.symmetries()
    assert (group.order, group.options.order) == (4, 2)
    assert problem.count(up_to=group) == 2  # equal options keep their places
    assert group.item_orbits() == [("a", "b"), ("c", "d")]
    assert group.option_orbits() == [(0,), (1,), (2, 3)]


def test_costs_and_bounds_are_respected() -> None:
    assert Problem([["p"], ["q"]]).symmetries().order == 2
    assert Problem([["p"], ["q"]], costs=[1, 2]).symmetries().order == 1
    assert Problem([["p"], ["q"]], bounds={"p": (0, 1)}).symmetries().order == 1


def test_items_with_bounds_are_counted_by_listing() -> None:
    problem = Problem([["p"], ["p"], ["q"], ["q"]], bounds={"p": (1, 2), "q": (1, 2)})
    group = symmetries(problem, {"p": "q", "q": "p"})
    assert problem.count() == 9
    assert problem.count(up_to=group) == len(classes(problem, group)) == 6


@pytest.mark.parametrize("bounds", [(0, 3), (1, 2), (2, 2), (3, 3)])
def test_several_of_equal_options_under_bounds(
    bounds: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = Problem([["p"], ["q"]] * 3, bounds={"p": bounds, "q": bounds})
    wanted = sorted(map(len, classes(problem, problem.symmetries())))
    monkeypatch.setattr(module, "MOST_ELEMENTS", 0)  # solutions are compared by the graph
    group = problem.symmetries()
    assert problem.count(up_to=group) == len(wanted)
    assert sorted(found.class_size for found in problem.solutions(up_to=group)) == wanted


@pytest.mark.parametrize(
    ("generators", "message"),
    [
        ({"x": "p"}, "moves 'x', which is no item"),
        ({"p": "x"}, "takes 'p' to 'x', which is no item"),
        ({"p": "q"}, "takes both 'p' and 'q' to 'q'"),
        ({"p": "r", "r": "p"}, "takes option .* are no option"),
        ({"p": "s", "s": "p"}, "takes item 'p' to 's'"),
        (7, "generators"),
        ([7], "7 is no permutation of items"),
    ],
)
def test_what_is_no_symmetry_is_refused(generators: Any, message: str) -> None:
    problem = Problem([["p", "q"], ["q", "r"], ["r"]], secondary=["s"])
    with pytest.raises(ProblemError, match=message):
        symmetries(problem, generators)


def test_requests_that_are_not_possible() -> None:
    problem = rooks(3)
    with pytest.raises(ProblemError, match="of another problem"):
        problem.count(up_to=rooks(4).symmetries())
    with pytest.raises(ProblemError, match='it must be "all"'):
        problem.count(up_to="some")  # type: ignore[call-overload]
    with pytest.raises(ProblemError, match="chosen= and up_to="):
        problem.count(up_to="all", chosen=[0])


def test_large_groups_given_by_hand_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = rooks(3)
    monkeypatch.setattr(module, "MOST_ELEMENTS", 5)
    group = symmetries(
        problem,
        [
            {("row", 0): ("row", 1), ("row", 1): ("row", 0)},
            {("row", 0): ("row", 2), ("row", 2): ("row", 0)},
        ],
    )
    assert group.order == 6
    with pytest.raises(ProblemError, match="the group has 6 symmetries"):
        problem.count(up_to=group)


def test_limits() -> None:
    problem = rooks(6)
    group = symmetries(problem, lambda item: (item[0], 5 - item[1]) if item[0] == "row" else item)
    whole = problem.count(up_to=group)
    assert (whole, whole.complete) == (360, True)
    few = problem.solutions(up_to=group, limit=7)
    assert len(list(few)) == 7
    assert (few.complete, few.stopped) == (False, Stop.LIMIT)
    assert len(list(problem.solutions(up_to=group, limit=360))) == 360
    none = problem.count(up_to=group, max_nodes=3)
    assert (none.complete, none.stopped) == (False, Stop.NODES)
    assert none <= 360
    late = problem.count(up_to=group, time_limit=0)
    assert (late, late.stopped) == (0, Stop.TIME)
    rows = np.concatenate(list(problem.solutions(up_to=group).arrays()))
    assert rows.shape == (360, 6)
    assert problem.count(up_to=group, workers=2) == 360
