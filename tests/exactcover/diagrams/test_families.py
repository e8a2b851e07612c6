"""Options that come as diagrams, compared with options that are written out."""

from collections import Counter
from itertools import combinations, islice
from math import comb
from pathlib import Path
from threading import Event

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import (
    Diagram,
    FamilyOption,
    FamilyProblem,
    FormatError,
    NoSolutionError,
    Problem,
    ProblemError,
    Stop,
    UnfinishedError,
)
from exactcover.diagrams.algebra import workspace
from exactcover.diagrams.exchange.graphillion import from_graphillion
from tests import oracle
from tests.exactcover.test_published_counts import INSTANCES
from tests.running import compiled

pytestmark = pytest.mark.kernel

ITEMS = list("abcdef")
MANY = 1 << 14


@st.composite
def family_problems(draw: st.DrawFn) -> FamilyProblem:
    """Draw a problem of one to three families, and often some secondary items."""
    items = ITEMS[: draw(st.integers(1, 6))]
    secondary = draw(st.sets(st.sampled_from(items), max_size=len(items) - 1))
    sets = [some for n in range(1, len(items) + 1) for some in combinations(items, n)]
    options = st.sets(st.sampled_from([some for some in sets if set(some) - secondary]), max_size=9)
    universe = FamilyProblem.universe(items)
    families = draw(st.lists(options, min_size=1, max_size=3))
    return FamilyProblem(
        [Diagram.of(universe, some) for some in families],
        secondary=secondary,
        order=draw(st.none() | st.permutations(items)),
    )


def names(problem: FamilyProblem) -> list[FamilyOption]:
    """Return the options in the order of `FamilyProblem.to_problem`, their items sorted."""
    return [
        FamilyOption(tuple(sorted(option.label for option in row)), number)
        for number, family in enumerate(problem.families)
        for row in family
    ]


@settings(deadline=None, max_examples=100)
@given(problem=family_problems())
def test_covers_are_those_of_written_options(problem: FamilyProblem) -> None:
    written = problem.to_problem()
    assert written.n_options == problem.n_options
    known = names(problem)
    expected = {frozenset(known[k] for k in one) for one in oracle.solutions(written)}
    covers = problem.covers()
    listed = list(covers)
    found = {
        frozenset(FamilyOption(tuple(sorted(option.items)), option.family) for option in cover)
        for cover in listed
    }
    assert found == expected
    assert covers.count() == len(listed) == len(expected)
    assert [covers[rank] for rank in range(-len(listed), 0)] == listed
    assert bool(covers) == bool(expected)
    assert problem.solve() == (listed[0] if listed else None)


def all_subsets(n: int) -> Diagram:
    things = FamilyProblem.universe(range(n))
    subsets = Diagram.of(things, [[]])
    for thing in range(n):
        subsets |= subsets.join(Diagram.of(things, [[thing]]))
    return subsets - Diagram.of(things, [[]])


def bell(n: int) -> int:
    """Return the number of partitions of a set, by their recurrence."""
    numbers = [1]
    for k in range(n):
        numbers.append(sum(comb(k, j) * numbers[j] for j in range(k + 1)))
    return numbers[n]


@compiled
def test_partitions_of_a_set() -> None:
    """2**40 - 1 options; the weights need several words."""
    problem = FamilyProblem(all_subsets(40))
    assert problem.n_options == 2**40 - 1
    covers = problem.covers()
    assert covers.count() == bell(40) > 2**64
    for cover in [*islice(covers, 5), *covers.sample(5, seed=1), covers[-1]]:
        assert sorted(thing for option in cover for thing in option.items) == list(range(40))
    assert covers[-1] == tuple(FamilyOption((thing,), 0) for thing in range(40))


def test_samples_are_uniform() -> None:
    covers = FamilyProblem(all_subsets(4)).covers()
    drawn = Counter(covers.sample(6000, seed=np.random.default_rng(3)))
    assert len(drawn) == covers.count() == 15
    # 400 are expected of each, with a standard deviation of 19.3.
    assert all(abs(number - 400) < 90 for number in drawn.values())


@pytest.mark.parametrize(("name", "n"), [("Missouri", 32), ("UsCarrier", 0), ("grid33", 50276)])
def test_instances(name: str, n: int) -> None:
    """The numbers are those of dancing cells."""
    path = INSTANCES / f"d3x_{name}.dlx"
    if not path.exists():
        pytest.skip(f"{path.name} is not in ../shared/data/exactcover")
    first, *rows = path.read_text("utf-8").splitlines()
    problem = FamilyProblem.of([row.split() for row in rows], first.split())
    assert problem.n_options == len(rows)
    assert problem.count() == n


def test_files_of_graphillion(tmp_path: Path) -> None:
    path = tmp_path / "options.zdd"
    path.write_text("6 4 B T\n4 3 B T\n18 2 4 6\n3 2 B T\n21 1 3 18\n.\n", "utf-8")
    problem = FamilyProblem.from_file(path, ITEMS[:4])
    assert problem.items == tuple("abcd")
    assert problem.to_problem() == Problem([["b"], ["a", "c"], ["a", "b", "d"]], ITEMS[:4])
    assert FamilyProblem.from_file(path).items == (1, 2, 3, 4)
    path.write_text("6 4 B T\n4 3 B 5\n.\n", "utf-8")
    with pytest.raises(FormatError, match="node"):
        FamilyProblem.from_file(path)
    path.write_bytes(b"\xed\xa0\x80")
    with pytest.raises(FormatError, match=r"options\.zdd is not text in UTF-8"):
        FamilyProblem.from_file(path)


def test_tables_grow_between_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workspace, "STEPS", 50)
    assert FamilyProblem(all_subsets(12)).count() == bell(12)


@pytest.mark.parametrize(("n_secondary", "expected"), [(0, 0), (MANY - 3, 1)])
def test_items_without_nodes_take_no_operation(
    n_secondary: int, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file of four nodes about 2**18 items once took six seconds."""
    performed = []
    apply = workspace.Workspace.apply

    def counted(space: workspace.Workspace, *task: int) -> int:
        performed.append(task)
        return apply(space, *task)

    monkeypatch.setattr(workspace.Workspace, "apply", counted)
    text = f"2 {MANY} B T\n3 7 B T\n4 2 3 2\n.\n"  # the options {7} and {2, MANY}
    used = {2, 7, MANY}
    secondary = [k for k in range(1, MANY + 1) if k not in used][:n_secondary]
    covers = FamilyProblem(from_graphillion(text), secondary=secondary).covers()
    assert covers.count() == expected
    assert [{option.items for option in cover} for cover in covers] == [{(7,), (2, MANY)}][
        :expected
    ]
    assert len(performed) < 20


def test_mistakes_are_named() -> None:
    things = FamilyProblem.universe(["a", "b"])
    with pytest.raises(ProblemError, match="family 0 has an option without primary items: \\[\\]"):
        FamilyProblem(Diagram.of(things, [[], ["a"]]))
    with pytest.raises(ProblemError, match="without primary items: \\['b'\\]"):
        FamilyProblem.of([["a"], ["b"]], secondary=["b"])
    with pytest.raises(ProblemError, match="two problems"):
        FamilyProblem([Diagram.of(things, [["a"]]), Diagram.of(Problem([["a"]]), [[0]])])
    with pytest.raises(ProblemError, match="not a Diagram"):
        FamilyProblem([things])  # type: ignore[list-item]
    with pytest.raises(ProblemError, match="families is empty"):
        FamilyProblem([])
    shared = Problem([["p"], ["q"]], labels=["a", "a"])
    with pytest.raises(ProblemError, match="same label"):
        FamilyProblem(Diagram.of(shared, []))
    with pytest.raises(ProblemError, match="twice"):
        FamilyProblem.universe(["a", "a"])
    with pytest.raises(ProblemError, match="unknown option 'c'"):
        FamilyProblem.of([["c"]], ["a", "b"])
    with pytest.raises(ProblemError, match="have 1073741823 options, and most=1000000"):
        FamilyProblem(all_subsets(30)).to_problem()
    none = FamilyProblem.of([["a"]], ["a", "b"]).covers()
    assert not none
    assert repr(none).startswith("<FamilyCovers: 0 covers")
    with pytest.raises(NoSolutionError):
        none.sample()
    with pytest.raises(IndexError, match="no solution"):
        none[0]


def test_limits_stop_the_count() -> None:
    problem = FamilyProblem(all_subsets(30))
    with pytest.raises(UnfinishedError, match="max_bytes=20000 "):
        problem.count(max_bytes=20_000)
    with pytest.raises(UnfinishedError, match="time limit") as late:
        problem.count(time_limit=0)
    assert late.value.stopped is Stop.TIME
    cancel = Event()
    cancel.set()
    with pytest.raises(UnfinishedError, match="cancelled"):
        problem.covers(cancel=cancel)
