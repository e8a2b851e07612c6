"""Every feature with every other: the table in the guide, and a test of each of its cells.

The checks of `tests.fuzz.cover_checks` compare a verb with brute force on any problem. So they are
the tests of bounds, of colours and of costs with every verb.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from inspect import signature
from itertools import combinations, islice, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

import exactcover
from exactcover import (
    NoSolutionError,
    Option,
    Problem,
    ProblemError,
    Solution,
    UndecidedError,
    UnfinishedError,
    combine,
    split,
)
from tests.exactcover import pairs_of_searches, pairs_of_weights
from tests.fuzz import cover_checks as checks
from tests.fuzz.cover_tools import Key, Keys, expected_of, keys

pytestmark = pytest.mark.kernel

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "combining.md"
KINDS = ("bounds", "colours", "costs", "multiplicities")
N_PROBLEMS = 5

Check = Callable[..., None]
"""Called with a problem, its solutions and a random generator; and a folder, if it names one."""
PAIRS: dict[frozenset[str], Check] = {}


def pair(*names: str) -> Callable[[Check], Check]:
    """Register the test of a pair, or of the pairs of the first feature with each other one."""

    def register(check: Check) -> Check:
        for name in names[1:]:
            PAIRS[frozenset((names[0], name))] = check
        return check

    return register


def table() -> dict[frozenset[str], str]:
    """Return for each two features "yes", or the letter of the reason that the guide gives."""
    text = GUIDE.read_text(encoding="utf-8")
    words = re.search(r"Any two of these features .*?: (.*?)\. A letter", text, re.DOTALL)
    assert words
    features = [" ".join(each.split()) for each in words[1].split(",")]
    found = {frozenset(each): "yes" for each in combinations(features, 2)}
    for line in text.splitlines():
        if line.startswith("| ") and not line.startswith("| feature"):
            feature, others = (cell.strip() for cell in line.strip("|").split("|"))
            for other, reason in re.findall(r"([\w ]+) \((\w)\)", others):
                key = frozenset((feature, other.strip()))
                assert key in found
                found[key] = reason
    return found


def drawn(kinds: set[str], rng: Random, *, feasible: bool | None = None) -> Problem:
    """Return a random problem of some kinds, if asked for with solutions or without."""
    while True:
        names = "abcde"[: rng.randint(2, 5)]
        colours = ("red", "green", None) if "colours" in kinds else (None,)
        rows = []
        for _ in range(rng.randint(3, 9)):
            row: dict[str, Any] = dict.fromkeys(
                rng.sample(names, rng.choice((1, 1, 2, 3)[: len(names)]))
            )
            row |= {x: rng.choice(colours) for x in "xy" if rng.random() < 0.4}
            rows.append(row)
        pairs = ((0, 2), (1, 2), (1, 3), (2, 2), (2, 3), (0, 1))
        several = {}
        if "multiplicities" in kinds:
            kinds = kinds | {"bounds"}
            pairs = ((0, 5), (2, 6), (3, 4), (4, 4), (1, 3), (0, 1))
            members = [(k, item) for k, row in enumerate(rows) for item in row if item in names]
            several = {member: rng.randint(1, 4) for member in members}
        problem = Problem(
            rows,
            list(names),
            ["x", "y"],
            bounds={i: rng.choice(pairs) for i in names} if "bounds" in kinds else None,
            multiplicities=several,
            costs=[rng.randint(-3, 6) for _ in rows] if "costs" in kinds else None,
        )
        if feasible is None or feasible == bool(expected_of(problem)):
            return problem


def cost_of(problem: Problem, key: Key) -> float:
    return math.fsum(problem.costs[list(key)].tolist())


def least(problem: Problem, expected: Keys) -> list[float]:
    """Return the least cost, if there is a solution."""
    return sorted(cost_of(problem, key) for key in expected)[:1]


@pair("limits", "bounds", "colours", "multiplicities")
def limits(problem: Problem, expected: Keys, rng: Random) -> None:
    for number in (0, 1, 3):
        some = problem.count(limit=number)
        assert some == min(number, len(expected))
        few = problem.solutions(max_nodes=number)
        found = keys(few)
        assert set(found) <= expected
        assert not few.complete or len(found) == len(expected)
    assert problem.count(time_limit=0).stopped


@pair("up to symmetry", *KINDS)
def symmetry(problem: Problem, expected: Keys, rng: Random) -> None:
    group = problem.symmetries()
    found = list(problem.solutions(up_to=group))
    assert problem.count(up_to=group) == len(found)
    assert sum(map(group.class_size, found)) == len(expected)
    assert {solution.indices for solution in found} <= expected


for _kind in KINDS:
    for _other in KINDS:
        if _kind < _other:
            PAIRS[frozenset((_kind, _other))] = (
                checks.cheapest if "costs" in (_kind, _other) else checks.lists
            )
for _kind in ("bounds", "colours", "multiplicities"):
    for _name, _check in {
        "workers": checks.parallel_verbs,
        "checkpoint": checks.resumes,
        "split": checks.splits,
        "diagram": checks.diagrams,
        "sample": checks.samples,
        "reduce": checks.reduces,
        "components": checks.falls_apart,
        "estimate": checks.estimates,
        "explain": checks.explains,
    }.items():
        PAIRS[frozenset((_kind, _name))] = _check
for _name, _check in {
    "sample": checks.samples,
    "estimate": checks.estimates,
    "explain": checks.explains,
}.items():
    PAIRS[frozenset(("costs", _name))] = _check


@pair("costs", "limits")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    for max_nodes in range(4):
        best = problem.cheapest(max_nodes=max_nodes)
        assert set(keys(best.solutions)) <= expected
        assert not best.complete or list(best.costs) == least(problem, expected)
    assert problem.cheapest(time_limit=0).stopped


@pair("costs", "workers")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    assert list(problem.cheapest(workers=2).costs) == least(problem, expected)


@pair("costs", "checkpoint")
def _(problem: Problem, expected: Keys, rng: Random, folder: Path) -> None:
    problem.cheapest(checkpoint=folder / "run", max_nodes=1)
    assert list(problem.cheapest(resume=folder / "run").costs) == least(problem, expected)


@pair("costs", "split")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    best = [problem.cheapest(chosen=task.chosen).costs for task in split(problem, 3)]
    assert sorted(cost for costs in best for cost in costs)[:1] == least(problem, expected)


@pair("costs", "diagram")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    assert [cost for cost, _ in problem.diagram().cheapest()] == least(problem, expected)


@pair("costs", "reduce")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    reduction = problem.reduce()
    best = reduction.problem.cheapest()
    costs = [cost_of(problem, reduction.expand(s)) for s in best.solutions]
    assert costs == least(problem, expected)


@pair("costs", "components")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    best = [part.problem.cheapest().costs for part in problem.components()]
    assert [math.fsum(costs) for costs in product(*best)] == least(problem, expected)


@pair("limits", "workers")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    number = problem.count(workers=2, max_nodes=2)
    assert number <= len(expected)
    assert number == len(expected) or not number.complete
    assert problem.count(workers=2, limit=1) == min(1, len(expected))


@pair("limits", "checkpoint")
def _(problem: Problem, expected: Keys, rng: Random, folder: Path) -> None:
    problem.count(checkpoint=folder / "run", max_nodes=1)
    number = problem.count(resume=folder / "run")
    assert (number, number.complete) == (len(expected), True)


@pair("limits", "diagram")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    with pytest.raises(UnfinishedError):
        problem.diagram(max_nodes=0)
    assert problem.diagram(max_nodes=10_000).count() == len(expected)


@pair("limits", "split", "reduce", "components")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    verbs: Any = ((exactcover.split, 2), (exactcover.reduce,), (exactcover.components,))
    for verb, *more in verbs:
        whole = repr(verb(problem, *more))
        assert repr(verb(problem, *more, time_limit=60)) == whole
        with suppress(UnfinishedError):  # what is done before the first look at the clock is whole
            assert repr(verb(problem, *more, time_limit=0)) == whole


@pair("limits", "sample")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    with pytest.raises(UndecidedError):
        problem.sample(max_nodes=0)


@pair("limits", "estimate")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    assert problem.estimate(time_limit=0.1, seed=1).solutions.mean == len(expected)


@pair("limits", "explain")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    bad = drawn({"bounds"}, rng, feasible=False)
    try:
        assert bad.explain_infeasible(max_nodes=0).items
    except UndecidedError:
        assert bad.explain_infeasible(max_nodes=10_000).is_irreducible


@pair("limits", "up to symmetry")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    number = problem.count(up_to="all")
    assert problem.count(up_to="all", limit=1) == min(1, number)


@pair("workers", "checkpoint")
def _(problem: Problem, expected: Keys, rng: Random, folder: Path) -> None:
    for _ in range(2):
        assert problem.count(checkpoint=folder / "run", workers=2) == len(expected)


@pair("workers", "split")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    tasks = split(problem, 3)
    assert sum(problem.count(chosen=task.chosen, workers=2) for task in tasks) == len(expected)


@pair("workers", "reduce")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    reduction = problem.reduce()
    found = {reduction.expand(s) for s in reduction.problem.solutions(workers=2)}
    assert found == expected


@pair("workers", "components")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    parts = problem.components()
    found = combine(parts, [list(part.problem.solutions(workers=2)) for part in parts])
    assert set(found) == expected


@pair("workers", "up to symmetry")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    group = problem.symmetries()
    found = problem.solutions(up_to=group, workers=2)
    assert sum(map(group.class_size, found)) == len(expected)
    assert problem.count(up_to=group, workers=2) == problem.count(up_to=group)


@pair("checkpoint", "split")
def _(problem: Problem, expected: Keys, rng: Random, folder: Path) -> None:
    number = 0
    for k, task in enumerate(split(problem, 3)):
        problem.count(chosen=task.chosen, checkpoint=folder / f"{k}", max_nodes=1)
        number += problem.count(chosen=task.chosen, resume=folder / f"{k}")
    assert number == len(expected)


@pair("checkpoint", "reduce")
def _(problem: Problem, expected: Keys, rng: Random, folder: Path) -> None:
    rest = problem.reduce().problem
    rest.count(checkpoint=folder / "run", max_nodes=1)
    assert rest.count(resume=folder / "run") == len(expected)


@pair("checkpoint", "components")
def _(problem: Problem, expected: Keys, rng: Random, folder: Path) -> None:
    parts = problem.components()
    files = [folder / str(k) for k in range(len(parts))]
    counts = [p.problem.count(checkpoint=f) for p, f in zip(parts, files, strict=True)]
    assert math.prod(counts) == len(expected)


@pair("split", "diagram")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    tasks = split(problem, 3)
    assert sum(problem.diagram(chosen=t.chosen).count() for t in tasks) == len(expected)


@pair("split", "sample")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    for task in split(problem, 3):
        if problem.count(chosen=task.chosen):
            drawn_one = problem.sample(chosen=task.chosen, seed=1)[0]
            assert drawn_one in list(problem.solutions(chosen=task.chosen))
        else:
            with pytest.raises(NoSolutionError):
                problem.sample(chosen=task.chosen)


@pair("split", "reduce")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    rest = problem.reduce().problem
    assert sum(rest.count(chosen=task.chosen) for task in split(rest, 3)) == len(expected)


@pair("split", "components")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    numbers = [
        sum(part.problem.count(chosen=task.chosen) for task in split(part.problem, 2))
        for part in problem.components()
    ]
    assert math.prod(numbers) == len(expected)


@pair("split", "estimate")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    total = 0.0
    for task in split(problem, 3):
        kept = [one for one in task.chosen if isinstance(one, Option)]
        gone = {one.option.index for one in task.chosen if not isinstance(one, Option)}
        left = [option for option in problem if option.index not in gone]
        rest = problem.restrict(left)
        places = {option.index: k for k, option in enumerate(left)}
        rest = rest.with_chosen([rest.options[places[one.index]] for one in kept])
        total += rest.estimate(seed=1).solutions.mean
    assert total == len(expected)


@pair("split", "explain")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    bad = drawn({"bounds"}, rng, feasible=False)
    for task in split(bad, 2):
        assert bad.explain_infeasible(chosen=task.chosen).items


@pair("diagram", "sample")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    if expected:
        assert problem.sample(seed=1).uniform
        assert set(keys(problem.diagram().sample(3, seed=1))) <= expected


@pair("diagram", "reduce")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    reduction = problem.reduce()
    assert {reduction.expand(s) for s in reduction.problem.diagram()} == expected


@pair("diagram", "components")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    numbers = [part.problem.diagram().count() for part in problem.components()]
    assert math.prod(numbers) == len(expected)


@pair("diagram", "estimate")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    assert problem.diagram().count() == problem.estimate().solutions.mean


@pair("diagram", "explain")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    bad = drawn({"bounds"}, rng, feasible=False)
    assert not bad.diagram()
    assert bad.explain_infeasible().items


@pair("diagram", "up to symmetry")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    group = problem.symmetries()
    diagram = problem.diagram()
    found: list[Solution] = list(problem.solutions(up_to=group))
    assert all(solution in diagram for solution in found)
    assert sum(map(group.class_size, found)) == diagram.count()
    classes = problem.diagram(up_to=group)
    assert classes.count() == len(found)
    assert all(solution in diagram for solution in classes)


@pair("checkpoint", "up to symmetry")
def _(problem: Problem, expected: Keys, rng: Random, folder: Path) -> None:
    group = problem.symmetries()
    problem.count(up_to=group, checkpoint=folder / "count", max_nodes=1)
    number = problem.count(up_to=group, resume=folder / "count")
    assert number == problem.count(up_to=group)
    first = problem.solutions(up_to=group, checkpoint=folder / "list")
    found = list(islice(first, rng.randrange(2)))
    first.close()
    found += problem.solutions(up_to=group, resume=folder / "list")
    assert set(keys(found)) <= expected
    assert len(set(keys(found))) == number


@pair("sample", "reduce")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    reduction = problem.reduce()
    if expected:
        assert {reduction.expand(s) for s in reduction.problem.sample(3, seed=1)} <= expected


@pair("sample", "components")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    parts = problem.components()
    if expected:
        one = list(combine(parts, [[part.problem.sample(seed=1)[0]] for part in parts]))
        assert set(one) <= expected


@pair("sample", "estimate")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    if problem.estimate().solutions.mean:
        assert set(keys(problem.sample(seed=1))) <= expected


@pair("sample", "explain")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    bad = drawn({"bounds"}, rng, feasible=False)
    with pytest.raises(NoSolutionError):
        bad.sample()
    assert bad.explain_infeasible().items


@pair("reduce", "components")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    parts = problem.reduce().problem.components()
    assert math.prod(part.problem.count() for part in parts) == len(expected) or not parts


@pair("reduce", "estimate")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    assert problem.reduce().problem.estimate().solutions.mean == len(expected)


@pair("reduce", "explain")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    bad = drawn({"bounds"}, rng, feasible=False)
    why = bad.explain_infeasible()
    if bad.reduce().infeasible:
        assert why.refutation
    assert str(why.refutation or "it takes a search") in str(why)


@pair("reduce", "up to symmetry")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    rest = problem.reduce().problem
    group = rest.symmetries()
    assert sum(map(group.class_size, rest.solutions(up_to=group))) == len(expected)


@pair("components", "estimate")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    means = [part.problem.estimate().solutions.mean for part in problem.components()]
    assert math.prod(means) == len(expected)


@pair("components", "explain")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    bad = drawn({"bounds"}, rng, feasible=False)
    hopeless = [part.problem for part in bad.components() if not part.problem.count()]
    assert hopeless
    assert all(part.explain_infeasible().items for part in hopeless)


@pair("components", "up to symmetry")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    number = 1
    for part in problem.components():
        group = part.problem.symmetries()
        number *= sum(map(group.class_size, part.problem.solutions(up_to=group)))
    assert number == len(expected)


@pair("estimate", "explain")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    bad = drawn({"bounds"}, rng, feasible=False)
    assert bad.estimate().solutions.mean == 0
    assert bad.explain_infeasible().items


@pair("explain", "up to symmetry")
def _(problem: Problem, expected: Keys, rng: Random) -> None:
    bad = drawn({"bounds"}, rng, feasible=False)
    assert bad.count(up_to="all") == 0
    assert bad.explain_infeasible().items


PAIRS |= pairs_of_searches.PAIRS | pairs_of_weights.PAIRS
VERBS: dict[str, Callable[..., Any]] = {
    "costs": exactcover.cheapest,
    "split": exactcover.split,
    "diagram": exactcover.diagram_of,
    "sample": exactcover.sample,
    "reduce": exactcover.reduce,
    "components": exactcover.components,
    "estimate": exactcover.estimate,
    "explain": exactcover.explain_infeasible,
}
KEYWORDS = {
    "limits": {"time_limit", "max_nodes", "limit"},
    "workers": {"workers", "executor"},
    "checkpoint": {"checkpoint", "resume"},
    "up to symmetry": {"up_to"},
    "steering": {"choose", "decide", "item_weights", "prune", "consistency", "profile"},
    "max_cost": {"max_cost"},
    "layers": {"order", "symmetries"},  # other verbs have a `max_bytes`, too
}
GIVEN: dict[str, dict[str, Any]] = {
    "up to symmetry": {"up_to": "all"},
    "steering": {"choose": "input"},
    "layers": {"order": "best"},
    "split": {"chosen": [0]},
    "weights": {"weights": [1, 2]},
    "workers": {"workers": 1},
    "checkpoint": {"checkpoint": "none"},
}
"""The keywords of `count` for some features."""


def is_refused(one: str, other: str) -> bool:
    """Return whether two features exclude each other: no keyword, or a clear error."""
    for verb, control in ((one, other), (other, one)):
        if verb in VERBS and control in KEYWORDS:
            return not KEYWORDS[control] & set(signature(VERBS[verb]).parameters)
    has_bounds = bool({"bounds", "multiplicities"} & {one, other})
    several = {(0, "p"): 2} if "multiplicities" in (one, other) else None
    bounds = {"p": (1, 2)} if has_bounds else None
    problem = Problem([["p"], ["p"]], bounds=bounds, multiplicities=several)
    given = GIVEN.get(one, {}) | GIVEN.get(other, {})
    with pytest.raises(ProblemError, match=r"up_to=|order|exclude each other|steered|weights and"):
        problem.count(**given)
    return True


def cases() -> Iterator[Any]:
    for names in table():
        one, *others = sorted(names)
        yield pytest.param(one, *(others or [one]), id=" with ".join(sorted(names)))


def test_the_table_has_all_pairs() -> None:
    names = {name for pair_of_names in table() for name in pair_of_names}
    assert {frozenset(two) for two in combinations(names, 2)} == set(table())
    assert len(names) == 19


def test_each_reason_is_given() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    letters = {cell for cell in table().values() if cell != "yes"}
    assert letters
    for letter in letters:
        assert f"\n- **{letter}**: " in text


@pytest.mark.parametrize(("one", "other"), list(cases()))
def test_pair(one: str, other: str, tmp_path: Path) -> None:
    names = frozenset((one, other))
    if "up to symmetry" in names:
        pytest.importorskip("igraph")
    if table()[names] != "yes":
        assert is_refused(one, other)
        return
    check: Any = PAIRS[names]
    rng = Random(f"{one} {other}")
    for k in range(N_PROBLEMS):
        kinds = set(names & set(KINDS))
        if k % 2 and "layers" not in names:
            kinds.add("bounds")
        if names & {"max_cost", "layers"}:
            kinds.add("costs")
        problem = drawn(kinds, rng)
        folder = tmp_path / str(k)
        folder.mkdir()
        more = [folder] if "folder" in signature(check).parameters else []
        check(problem, expected_of(problem), rng, *more)
