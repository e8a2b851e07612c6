"""Steered searches: every order, consistency and hook against brute force."""

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import CheckpointError, Hook, Problem, ProblemError, Without
from exactcover.engines.steered.engine import SteeredCells, steered
from exactcover.hooks import (
    chosen,
    colour,
    is_open,
    is_solution,
    live_option,
    member,
    n_chosen,
    n_live,
    n_members,
)
from exactcover.parallel.cover_job import CoverJob
from exactcover.problem.links import build
from exactcover.runtime.search.protocol import Out, Status
from exactcover.runtime.search.steering import CONSISTENCIES, ORDERS, Steering
from tests import oracle
from tests.fuzz.cover_steering import has_kind_twice
from tests.strategies import problems

pytestmark = pytest.mark.kernel


def latin(n: int) -> Problem:
    """Return the problem of Latin squares."""
    return Problem(
        [
            [f"c{r}{c}", f"#r{r}{s}", f"k{c}{s}"]
            for r in range(n)
            for c in range(n)
            for s in range(n)
        ]
    )


def keys(problem: Problem, **given: Any) -> list[tuple[int, ...]]:
    """Return the solutions as a steered search finds them."""
    return [solution.indices for solution in problem.solutions(**given)]


@settings(max_examples=200, deadline=None)
@given(problem=problems(), data=st.data())
def test_equals_brute_force(problem: Problem, data: st.DataObject) -> None:
    primary = st.sampled_from(problem.primary)
    given: dict[str, Any] = {
        "choose": data.draw(st.sampled_from(ORDERS)),
        "consistency": data.draw(st.sampled_from(CONSISTENCIES)),
        "decide": data.draw(st.lists(primary, unique=True)),
        "item_weights": data.draw(st.dictionaries(primary, st.floats(0.01, 100))),
        "seed": data.draw(st.none() | st.integers(0, 9)),
    }
    expected = oracle.solutions(problem)
    found = keys(problem, **given)
    assert len(found) == len(expected)
    assert set(found) == expected
    assert problem.count(**given) == len(expected)
    result = problem.solve(**given)
    assert (result.solution is None) == (not expected)
    if problem.n_options:
        option = data.draw(st.sampled_from(problem.options))
        with_it = {key for key in expected if option.index in key}
        assert set(keys(problem, chosen=[option], **given)) == with_it


@settings(max_examples=150, deadline=None)
@given(
    problem=problems(), order=st.sampled_from(ORDERS), consistency=st.sampled_from(CONSISTENCIES)
)
def test_slices_snapshots_and_invariants(problem: Problem, order: str, consistency: str) -> None:
    make = steered(problem, Steering(choose=order, consistency=consistency))
    engine, found, parts = make(problem.links), list[tuple[int, ...]](), [0.0]
    rng = Random(problem.n_options)
    for _ in range(100_000):
        rows, lengths = np.zeros((2, engine.depth), np.uint32), np.zeros(2, np.uint32)
        before = engine.solutions
        status = engine.advance(rng.choice((0, 1, 3)), Out(rows, lengths, 2))
        engine.check()
        found += [
            tuple(sorted(row[:n])) for row, n in zip(rows.tolist(), lengths.tolist(), strict=True)
        ][: engine.solutions - before]
        parts.append(engine.part_done())
        if status == Status.EXHAUSTED:
            break
        if rng.random() < 0.5:
            other = make(problem.links)
            other.restore(engine.snapshot())
            engine = other
    assert parts == sorted(parts)
    assert sorted(found) == sorted(oracle.solutions(problem))


def test_without_steering_it_visits_the_nodes_of_dancing_cells() -> None:
    plain = latin(4).count(method="dancing_cells").statistics
    same = latin(4).count(method="steered").statistics
    profiled = latin(4).count(profile=True).statistics
    for other in (same, profiled):
        assert (other.nodes, other.updates) == (plain.nodes, plain.updates)
    assert same.profile == ()
    assert sum(level.nodes for level in profiled.profile) == plain.nodes
    assert sum(level.updates for level in profiled.profile) == plain.updates
    assert [level.solutions for level in profiled.profile] == [0] * 16 + [576]


def first_items(problem: Problem, **given: Any) -> list[Any]:
    """Return the items that the search branches on along its first branch, but forced ones."""
    return [
        step.item
        for step in problem.trace(**given, limit=40)
        if step.kind == "branch" and step.n_options > 1
    ]


def test_orders_branch_on_the_items_that_they_promise() -> None:
    problem = latin(3)
    assert first_items(problem, choose="given")[0] == "c00"
    assert first_items(problem, decide="#")[0] == "#r00"
    assert first_items(problem, decide=["k12"])[0] == "k12"
    assert first_items(problem, item_weights={"k21": 1.5})[0] == "k21"
    assert first_items(problem, item_weights={"c00": 0.9})[0] == "#r00"


def test_weights_and_failure_rates_are_learnt() -> None:
    # q and r can never both be covered; p has fewer options, and only hides that.
    rows = [["p"], ["p", "s"], ["s"], ["q", "x"], ["q", "x", "t"], ["t"]]
    rows += [["r", "x"], ["r", "x", "u"], ["r", "x", "v"], ["u"], ["v"]]
    problem = Problem(rows, ["p", "s", "t", "u", "v", "q", "r"], ["x"])
    counts = {order: problem.count(choose=order) for order in ORDERS}
    assert set(counts.values()) == {0}
    nodes = {order: counts[order].statistics.nodes for order in ORDERS}
    assert nodes["last conflict"] <= nodes["input"]
    assert nodes["dom/wdeg"] <= nodes["input"]


def test_domain_consistency_sees_what_forward_checking_does_not() -> None:
    # a1 leaves b only options that take what every option of c needs.
    problem = Problem(
        [["a", "x"], ["a"], ["b", "y", "x"], ["b", "y"], ["c", "y"], ["c", "y", "x"]],
        ["a", "b", "c"],
        ["x", "y"],
    )
    forward, domain = (problem.count(consistency=name) for name in CONSISTENCIES)
    assert forward == domain == 0
    assert (forward.statistics.nodes, domain.statistics.nodes) == (1, 0) or (
        domain.statistics.nodes < forward.statistics.nodes
    )


def test_too_many_pairs_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("exactcover.engines.steered.state.MOST_PAIRS", 10)
    with pytest.raises(ProblemError, match="27 options and 27 primary items make more than 10 pa"):
        latin(3).count(consistency="domain")


def has_two_of_a_kind(state: Any, option: int) -> bool:
    kind = state.data[option]
    state.cells[kind] += 1
    state.memory[0] += 1
    return bool(state.cells[kind] > 1)


@settings(max_examples=100, deadline=None)
@given(problem=problems(), data=st.data())
def test_a_hook_prunes(problem: Problem, data: st.DataObject) -> None:
    kinds = data.draw(
        st.lists(st.integers(0, 3), min_size=problem.n_options, max_size=problem.n_options)
    )
    hook = Hook(has_two_of_a_kind, data=kinds, cells=[0] * 4, memory=[0])
    expected = {
        key
        for key in oracle.solutions(problem)
        if len({kinds[option] for option in key}) == len(key)
    }
    for consistency in CONSISTENCIES:
        assert set(keys(problem, prune=hook, consistency=consistency)) == expected
    for option in problem.options[:2]:
        wanted = {key for key in expected if option.index in key}
        assert set(keys(problem, prune=hook, chosen=[option], seed=1)) == wanted


def last_open(state: Any, depth: int) -> int:
    """Return the open item with the highest number; check what the other functions say."""
    best = -1
    for item in range(state.data[0]):
        if is_open(state, item):
            best = item
    if n_chosen(state) != depth or is_solution(state) or n_live(state, best) < 2:
        return -5
    for k in range(n_live(state, best)):
        option = live_option(state, best, k)
        has_item = False
        for j in range(n_members(state, option)):
            has_item = has_item or member(state, option, j) == best
            if colour(state, option, j) != 0:
                return -5
        if not has_item:
            return -5
    if depth > 0 and not 0 <= chosen(state, depth - 1) < state.data[1]:
        return -5
    return best


@pytest.mark.parametrize("seed", [None, 1, 2])
def test_a_hook_chooses_items(seed: int | None) -> None:
    problem = latin(3)
    hook = Hook(last_open, data=[problem.n_items, problem.n_options])
    assert set(keys(problem, choose=hook, seed=seed)) == oracle_of_latin(problem)
    assert first_items(problem, choose=hook, seed=seed)[0] == problem.items[-1]


def oracle_of_latin(problem: Problem) -> set[tuple[int, ...]]:
    """Return the solutions of a problem too large for brute force, by another engine."""
    return {solution.indices for solution in problem.solutions(method="dancing_links")}


def test_numbers_of_items_in_a_random_order() -> None:
    problem = Problem([["a", "x"], ["b"], ["c", "x"]], [*"abcde"], ["x"])
    for seed in range(9):
        links = build(problem, np.random.default_rng(seed))
        state = steered(problem, Steering(profile=True))(links).state
        for option in range(3):
            node = int(links.node_of[option])
            names = [problem.items.index(item) for item in problem.options[option].items]
            assert state.inner[names].tolist() == links.item_of[node : node + len(names)].tolist()
        assert sorted(state.inner.tolist()) == list(range(6))


TEAMS = Problem(
    {"A": ["p"], "B": ["p", "q"], "C": ["q"], "D": ["p"]}, bounds={"p": (1, 2), "q": (0, 1)}
)
"""A problem with bounds: 9 solutions."""


def test_bounds_are_kept_beside_steering() -> None:
    expected = {solution.indices for solution in TEAMS.solutions(method="dancing_cells")}
    assert len(expected) == 9
    for order in ORDERS:
        assert set(keys(TEAMS, choose=order)) == expected
    lines = [str(step) for step in TEAMS.trace(limit=9)]
    assert lines[:2] == ["branch on p: 3 options", "choose A"]
    everything = {str(step).strip() for step in TEAMS.trace()}
    assert {"leave out A", "no more of q"} <= everything
    profile = TEAMS.count(profile=True).statistics.profile
    assert sum(level.solutions for level in profile) == 9


def knows_all_chosen(state: Any, option: int) -> bool:
    """Return whether the options chosen are not those that the function has seen."""
    state.cells[0] += 1 << option
    total = 0
    for k in range(n_chosen(state)):
        total += 1 << chosen(state, k)
    return total != state.cells[0] or chosen(state, n_chosen(state) - 1) != option


@pytest.mark.parametrize("given", [{}, {"workers": 1}, {"chosen": ["A", Without("D")]}])
def test_hooks_see_the_options_chosen_where_others_are_left_out(given: dict[str, Any]) -> None:
    hook = Hook(knows_all_chosen, cells=[0])
    found = keys(TEAMS, prune=hook, **given)
    assert sorted(found) == sorted(keys(TEAMS, **given))


def test_a_run_knows_its_hook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CoverJob, "task_updates", 1)
    monkeypatch.setattr(CoverJob, "call_nodes", 1)
    path = tmp_path / "run"
    problem = latin(3)

    def never(state: Any, option: int) -> bool:
        return False

    def always(state: Any, option: int) -> bool:
        return True

    assert problem.count(prune=never, checkpoint=path, max_nodes=1).stopped
    with pytest.raises(CheckpointError, match="another search: steering"):
        problem.count(prune=always, checkpoint=path)
    assert problem.count(prune=never, checkpoint=path) == 12
    assert problem.count(prune=always, workers=2) == 0
    steering = Steering(prune=never)
    assert steering.facts() == Steering(prune=never).facts() != Steering(prune=always).facts()


def test_engines_beside_each_other_have_hooks_of_their_own() -> None:
    problem = Problem([["p"], ["p"], ["q"], ["q"], ["r"], ["r"]])
    kinds = [[k % n for k in range(6)] for n in (6, 2, 6, 3, 6, 2)]
    keys = oracle.solutions(problem)
    numbers = [sum(len({own[i] for i in key}) == 3 for key in keys) for own in kinds]
    hooks = [Hook(has_kind_twice, data=own, cells=[0] * 6) for own in kinds]
    engines = [steered(problem, Steering(prune=hook))(problem.links) for hook in hooks]
    rows, lengths = np.zeros((8, 3), np.uint32), np.zeros(8, np.uint32)
    for _ in range(40):
        for engine in engines:
            engine.advance(1, Out(rows, lengths, 8))
    assert [engine.solutions for engine in engines] == numbers


def test_a_function_may_prune_part_of_a_class() -> None:
    pytest.importorskip("igraph")
    problem = latin(3)
    group = problem.symmetries()

    def is_last(state: Any, option: int) -> bool:
        return option == 0

    whole = list(problem.solutions(up_to=group, prune=is_last))
    assert len(whole) == 1
    assert 0 not in whole[0].indices
    assert whole[0].class_size == 12


def reads_too_far(state: Any, option: int) -> bool:
    return bool(state.data[option + 1] > 0)


def names_nothing(state: Any, depth: int) -> int:
    return 77


def test_errors_of_hooks() -> None:
    problem = latin(2)
    with pytest.raises(ProblemError, match=r"choose=names_nothing .* returned no open item"):
        problem.count(choose=names_nothing)
    with pytest.raises((ProblemError, IndexError)):
        problem.count(prune=Hook(reads_too_far, data=[0]))
    with pytest.raises((ProblemError, IndexError)):
        problem.count(prune=Hook(reads_too_far, data=[0]), chosen=[0])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"choose": "biggest"}, "unknown order 'biggest'"),
        ({"choose": 3}, r"choose is 3: give one of smallest, .* a function or an exactcover.Hook"),
        ({"prune": "all"}, "prune is 'all': give a function"),
        ({"prune": len}, "prune is <built-in function len>: give a function"),
        ({"decide": ["z"]}, "decide has 'z': it is no primary item"),
        ({"decide": "%"}, "decide: no primary item has a name with '%' first"),
        ({"decide": 5}, "decide is 5: give a list"),
        ({"item_weights": {"z": 1}}, "item_weights has 'z': it is no primary item"),
        ({"item_weights": {"c00": 0}}, "the weight of 'c00' is 0: give a positive number"),
        ({"item_weights": [1]}, r"item_weights is \[1\]: give a mapping"),
        ({"consistency": "bounds"}, "unknown consistency 'bounds'"),
        ({"profile": 1}, "profile is 1: it must be True or False"),
        ({"profile": True, "method": "masks"}, "method='masks' and profile cannot go together"),
        (
            {"prune": lambda state, option: False, "workers": 2, "up_to": "all"},
            "prune and up_to cannot go together with workers",
        ),
    ],
)
def test_mistakes(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        list(latin(2).solutions(**given))


@pytest.mark.parametrize("given", [{"data": [0.5]}, {"cells": [[1]]}, {"memory": "ab"}])
def test_mistakes_in_hooks(given: dict[str, Any]) -> None:
    with pytest.raises(ProblemError, match="must be whole numbers in an array with one dimension"):
        Hook(reads_too_far, **given)


def test_nothing_to_cover() -> None:
    problem = Problem([])
    assert problem.count(choose="input", profile=True) == 1
    assert problem.count(consistency="domain") == 1
    assert keys(Problem([], ["p"]), consistency="domain") == []


def test_an_engine_made_by_hand_is_plain() -> None:
    problem = latin(3)
    engine = SteeredCells(problem.links)
    assert (
        engine.advance(1 << 40, Out(np.zeros((0, 0), np.uint32), np.zeros(0, np.uint32), 99)) == 0
    )
    assert engine.solutions == 12
