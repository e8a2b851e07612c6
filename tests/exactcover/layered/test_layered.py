"""Counts by layers: independent of order, symmetries, memory, workers and interruptions."""

import shutil
import sqlite3
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import closing
from itertools import combinations, count, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import CheckpointError, Problem, ProblemError, Stop, symmetries
from exactcover.cli.main import main
from exactcover.engines.frontier import engine as frontier
from exactcover.engines.frontier.engine import Frontier
from exactcover.engines.frontier.probe import best_by_probing, predicted
from exactcover.engines.frontier.tables import lay_out
from exactcover.layered import checkpoint, merging, stations, work
from exactcover.layered import engine as layered
from exactcover.layered.engine import Layered
from exactcover.layered.stations import Stations
from exactcover.layered.store import Store
from exactcover.orders.fixed_order import arrange, bits_of
from exactcover.orders.registry import ORDERS
from exactcover.runtime.search.protocol import Status, counting
from tests import oracle
from tests.exactcover.symmetry.test_symmetries import Planted, planted
from tests.problems import choices, dominoes
from tests.running import compiled
from tests.running import count as count_by
from tests.strategies import problems, problems_and_choices

pytestmark = pytest.mark.kernel

SMALL = Problem([["p", "q"], ["q", "r"], ["r", "s"], ["p", "s"]])


def latin(n: int) -> Problem:
    """Return the Latin squares of an order; the items are listed as they come up."""
    return Problem(
        [
            [("cell", r, c), ("row", r, s), ("column", c, s)]
            for r, c, s in product(range(n), repeat=3)
        ]
    )


def factorizations(n: int) -> Problem:
    """Return the ways to divide the edges of a complete graph into perfect matchings."""
    return Problem(
        [
            [(factor, a), (factor, b), ("edge", a, b)]
            for factor in range(n - 1)
            for a, b in combinations(range(n), 2)
        ]
    )


def triples(n: int) -> Problem:
    """Return the Steiner triple systems of an order."""
    return Problem([[(a, b), (a, c), (b, c)] for a, b, c in combinations(range(n), 3)])


def run(engine: Layered) -> int:
    """Count to the end, with checks on the way; release what the engine holds."""
    try:
        while engine.advance(7, counting()) != Status.EXHAUSTED:
            engine.check()
        return engine.solutions
    finally:
        engine.close()


@settings(max_examples=300, deadline=None)
@given(chosen=problems_and_choices(), order=st.sampled_from(["best", *ORDERS]))
def test_equals_brute_force(chosen: tuple[Problem, list[int]], order: str) -> None:
    problem, options = chosen
    engine = Layered(problem.links, order, first_states=0)
    chosen_options = set(options) if engine.choose(options) else set()
    expected = sum(chosen_options <= set(s) for s in oracle.solutions(problem))
    assert run(engine) == expected


@settings(max_examples=200, deadline=None)
@given(problem=problems(), order=st.permutations(range(5)))
def test_any_order_of_items_gives_the_count(problem: Problem, order: list[int]) -> None:
    items = [problem.primary[k] for k in order if k < problem.n_primary]
    expected = len(oracle.solutions(problem))
    assert problem.count(order=items) == expected
    assert problem.count(order=items[:1]) == expected


@pytest.mark.parametrize("most", [0, 64], ids=["isomorphic rests", "images"])
@settings(max_examples=200, deadline=None)
@given(drawn=planted(), order=st.sampled_from(["best", "given", "fewest_open"]))
def test_merging_up_to_symmetry_changes_no_count(most: int, drawn: Planted, order: str) -> None:
    pytest.importorskip("igraph")
    problem, generators = drawn
    group = symmetries(problem, generators)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stations, "MOST_ELEMENTS", most)
        engine = Layered(problem.links, order, stations=Stations(group), first_states=0)
        assert run(engine) == len(oracle.solutions(problem))


@pytest.mark.parametrize(
    ("problem", "known", "most_nodes"),
    [
        (latin(4), 576, 200),
        (latin(5), 161280, 600),
        pytest.param(latin(6), 812851200, 5000, marks=compiled),
        (factorizations(6), 6 * 120, 100),
        pytest.param(factorizations(8), 6240 * 5040, 2000, marks=compiled),
        (triples(7), 30, 100),
        (triples(9), 840, 1000),
    ],
    ids=["latin 4", "latin 5", "latin 6", "K6", "K8", "triples of 7", "triples of 9"],
)
def test_published_counts_up_to_symmetry(problem: Problem, known: int, most_nodes: int) -> None:
    """OEIS A002860 (Latin squares), A000438 times (n - 1)! and A030128."""
    pytest.importorskip("igraph")
    found = problem.count(symmetries="all")
    assert found == known
    assert found.statistics.nodes <= most_nodes


def test_symmetries_that_were_given_merge_states() -> None:
    board = dominoes(6, 6)
    mirrors = [lambda cell: (cell[0], 5 - cell[1]), lambda cell: (5 - cell[0], cell[1])]
    number = board.count(symmetries=symmetries(board, mirrors), order="given")
    assert number == 6728
    assert number.statistics.nodes < 0.9 * board.count(order="given").statistics.nodes


def test_every_slice_makes_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (layered, merging):
        monkeypatch.setattr(module, "SLICE_SECONDS", 0.0)
    assert dominoes(4, 4).count(symmetries="all") == 36


def test_one_symmetry_merges_nothing() -> None:
    problem = Problem([["p", "q"], ["p"], ["q", "r"], ["r"]])
    group = symmetries(problem, {})
    assert problem.count(symmetries=group) == len(oracle.solutions(problem))


@pytest.mark.parametrize("max_bytes", [0, 500, 1000])
def test_states_wait_on_disk(max_bytes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layered, "TASK_TESTS", 64)
    engine = Layered(dominoes(8, 8).links, "given", max_bytes=max_bytes, first_states=0)
    most = 0
    while engine.advance(50, counting()) != Status.EXHAUSTED:
        assert isinstance(engine._store, Store)
        most = max(most, engine._store.n_bytes)
        engine.check()
    assert engine.solutions == 12988816
    assert engine._store is not None
    assert engine._store.n_spilled > 0
    folder = engine._store._folder
    assert folder is not None
    assert list(Path(folder.name).iterdir()) == []
    engine.close()
    assert not Path(folder.name).exists()
    whole = Layered(dominoes(8, 8).links, "given", first_states=0)
    assert run(whole) == 12988816
    assert whole.nodes == engine.nodes


class Now(Executor):
    """Does everything at once, in this thread; after some tasks it is broken."""

    def __init__(self, n_tasks: int = 1 << 62) -> None:
        self.n_left = n_tasks

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Return a future that is done."""
        future: Future[Any] = Future()
        self.n_left -= 1
        if self.n_left < 0:
            future.set_exception(BrokenExecutor("killed"))
        else:
            future.set_result(function(*args, **kwargs))
        return future


@pytest.mark.parametrize("executor", [None, Now, lambda: Now(3)], ids=["threads", "now", "broken"])
def test_workers_change_no_count(
    executor: Callable[[], Executor] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layered, "FIRST_STATES", 0)
    monkeypatch.setattr(layered, "BUCKET_ROWS", 16)
    monkeypatch.setattr(layered, "TASK_TESTS", 32)
    monkeypatch.setattr(work, "PIECE", 5)
    number = dominoes(8, 8).count(method="frontier", order="given", workers=2, executor=executor)
    assert number == 12988816
    assert number.statistics.nodes == dominoes(8, 8).count(order="given").statistics.nodes


@pytest.mark.parametrize("n", [62, 64, 65, 130])
def test_counts_have_any_size(n: int) -> None:
    assert run(Layered(choices(n, 2).links, first_states=0)) == 2**n
    assert choices(n, 3).count(max_bytes=0) == 3**n


def test_equal_sums_carry_in_every_word() -> None:
    """Two ways to each state, of which there are many, with counts of two words."""
    options = [[k] for k in range(70) for _ in range(2)]
    for k in range(100, 104):
        options += [[k, k + 100], [k], [k + 100]]
    primary = [*range(70), *range(100, 104), *range(200, 204)]
    problem = Problem(options, primary=primary)
    assert run(Layered(problem.links, "given", first_states=0)) == 2**70 * 2**4


@settings(max_examples=60, deadline=None)
@given(drawn=planted(), budget=st.integers(1, 20), is_merged=st.booleans())
def test_snapshots_and_slices_change_nothing(drawn: Planted, budget: int, is_merged: bool) -> None:
    problem, generators = drawn
    merges = Stations(symmetries(problem, generators)) if is_merged else None

    def made() -> Layered:
        return Layered(problem.links, "given", stations=merges, first_states=0)

    whole, engine = made(), made()
    expected = run(whole)
    parts = [0.0]
    while (status := engine.advance(budget, counting())) != Status.EXHAUSTED:
        assert status == Status.BUDGET_SPENT
        other = made()
        other.restore(engine.snapshot())
        other.check()
        parts.append(engine.part_done())
        engine = other
    assert engine.solutions == expected == len(oracle.solutions(problem))
    assert (engine.nodes, engine.updates) == (whole.nodes, whole.updates)
    assert sorted(parts) == parts


@pytest.mark.parametrize("controls", [{}, {"symmetries": "all"}, {"max_bytes": 2000}])
def test_what_a_killed_search_leaves_is_continued(
    controls: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "symmetries" in controls:
        pytest.importorskip("igraph")
    monkeypatch.setattr(checkpoint, "SECONDS", 0.0)
    monkeypatch.setattr(checkpoint, "SHARE", 0.0)
    monkeypatch.setattr(checkpoint, "PIECE_BYTES", 1 << 10)
    monkeypatch.setattr(layered, "SLICE_SECONDS", 0.0)
    problem, number = dominoes(6, 6), count()
    file, save = tmp_path / "whole", checkpoint.LayersCheckpoint.save

    def save_and_copy(self: checkpoint.LayersCheckpoint, arrays: Any) -> None:
        save(self, arrays)
        shutil.copy(self.path, tmp_path / f"copy {next(number)}")

    with monkeypatch.context() as patch:
        patch.setattr(checkpoint.LayersCheckpoint, "save", save_and_copy)
        assert problem.count(method="frontier", order="given", checkpoint=file, **controls) == 6728
    copies = sorted(tmp_path.glob("copy *"))
    assert len(copies) > 20
    whole = problem.count(method="frontier", order="given", resume=file, **controls)
    for copy in copies[::7]:
        found = problem.count(method="frontier", order="given", resume=copy, **controls)
        assert found == 6728
        assert found.statistics.nodes == whole.statistics.nodes


def test_a_checkpoint_is_kept_where_the_search_stops(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for most in (100, 300, 301):
        stopped = dominoes(8, 8).count(method="frontier", checkpoint=file, max_nodes=most)
        assert (stopped.stopped, stopped.complete, int(stopped)) == (Stop.NODES, False, 0)
        assert stopped.statistics.nodes == most
    assert dominoes(8, 8).count(method="frontier", resume=file) == 12988816


def test_checkpoints_that_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    with pytest.raises(CheckpointError, match="there is no checkpoint"):
        SMALL.count(method="frontier", resume=file)
    with pytest.raises(CheckpointError, match="there is no folder"):
        SMALL.count(method="frontier", checkpoint=tmp_path / "none" / "file")
    assert SMALL.count(method="frontier", checkpoint=file) == 2
    with pytest.raises(CheckpointError, match="of another problem"):
        choices(3).count(method="frontier", checkpoint=file)
    with pytest.raises(CheckpointError, match='another search: order was "best", now "given"'):
        SMALL.count(order="given", checkpoint=file)
    with pytest.raises(CheckpointError, match="its format is"):
        SMALL.count(workers=1, checkpoint=file)
    other = tmp_path / "other"
    SMALL.count(workers=1, checkpoint=other)
    with pytest.raises(CheckpointError, match="is of another search: its format is"):
        SMALL.count(method="frontier", checkpoint=other)
    with sqlite3.connect(file) as database:
        database.execute("UPDATE arrays SET content = zeroblob(16) WHERE name = 'work'")
    database.close()
    with pytest.raises(CheckpointError, match="'work' is not as it was written"):
        SMALL.count(method="frontier", checkpoint=file)
    file.write_bytes(b"no database, but more than a hundred bytes of text" * 9)
    with pytest.raises(CheckpointError, match="damaged"):
        SMALL.count(method="frontier", checkpoint=file)


def test_a_checkpoint_in_use_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    other = checkpoint.LayersCheckpoint(file, must_exist=False, facts={})
    with closing(other), pytest.raises(CheckpointError, match="is in use by another run"):
        SMALL.count(method="frontier", checkpoint=file)


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layered, "FIRST_STATES", 0)
    board = dominoes(8, 8)
    assert board.count(order="given", time_limit=0).stopped is Stop.TIME
    stopped = board.count(order="given", max_nodes=99)
    assert (stopped.stopped, stopped.statistics.nodes) == (Stop.NODES, 99)
    with pytest.raises(RuntimeError, match="it is not known"):
        bool(stopped)
    few = board.count(order="given", limit=10)
    assert (int(few), few.stopped) == (10, Stop.LIMIT)
    assert Problem([["p"]], primary=["p", "q"]).count(order="given").complete


class Pressed:
    """A flag that is set when it was looked at some times."""

    def __init__(self, n: int) -> None:
        self.n = n

    def is_set(self) -> bool:
        """Return whether the search must stop."""
        self.n -= 1
        return self.n < 0


def test_a_search_up_to_symmetry_can_be_cancelled_at_any_time() -> None:
    pytest.importorskip("igraph")
    problem = latin(4)
    for n in range(0, 200, 9):
        number = problem.count(symmetries="all", cancel=Pressed(n))
        assert (number == 576) == number.complete
        assert number in (0, 576)


@pytest.mark.parametrize(
    ("controls", "message"),
    [
        ({"order": "nonsense"}, "unknown order 'nonsense'; the orders are best, given"),
        ({"order": ["p", "z"]}, "order names 'z', which is no primary item"),
        ({"order": ["p", "p"]}, "order names 'p' twice"),
        ({"order": 3}, "order is 3: give a list"),
        ({"max_bytes": -1}, "max_bytes is -1: it must not be negative"),
        ({"max_bytes": 1.5}, "max_bytes is 1.5: it must be a whole number"),
        ({"symmetries": "some"}, "symmetries is 'some': it must be"),
        ({"symmetries": "all", "chosen": [0]}, "chosen= and symmetries= exclude each other"),
        ({"order": "given", "up_to": "all"}, "up_to= counts classes"),
        ({"order": "given", "method": "masks"}, "are for the method frontier, not masks"),
        ({"order": "given", "chosen": [0, 1]}, "cannot both be chosen"),
    ],
)
def test_bad_arguments(controls: dict[str, Any], message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        SMALL.count(**controls)


def test_problems_that_are_refused() -> None:
    bounded = Problem([["p"], ["p"]], bounds={"p": (1, 2)})
    with pytest.raises(ProblemError, match="are for problems without bounds on items"):
        bounded.count(order="given")
    assert bounded.count(method="frontier") == 3
    with pytest.raises(ProblemError, match="symmetries= has the symmetries of another problem"):
        SMALL.count(symmetries=symmetries(choices(2), {}))


def test_nothing_to_cover() -> None:
    assert choices(2).with_chosen([0, 2]).count(order="given") == 1


@settings(max_examples=100, deadline=None)
@given(problem=problems(), order=st.permutations(range(5)))
def test_a_probe_of_everything_is_exact(problem: Problem, order: list[int]) -> None:
    bits = bits_of(problem.links)
    items = np.array([k for k in order if k < problem.n_primary])
    engine = Frontier(problem.links, items)
    count_by(engine)
    states, tests = predicted(lay_out(arrange(bits, items), 0), 1 << 20)
    assert (states, tests) == (engine.nodes, engine.updates)


@compiled
def test_probes_find_the_rows_of_a_latin_square() -> None:
    """There are 13 million states row by row, and hundreds of millions in other orders."""
    squares = latin(6)
    shuffled = np.random.default_rng(5).permutation(squares.n_primary)
    primary = [squares.primary[k] for k in shuffled.tolist()]
    problem = Problem([option.items for option in squares], primary=primary)
    found = best_by_probing(problem.links)
    assert 4e6 < found.states < 4e7


@settings(max_examples=200, deadline=None)
@given(chosen=problems_and_choices())
def test_a_search_that_begins_again_gives_the_count(chosen: tuple[Problem, list[int]]) -> None:
    problem, options = chosen
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(frontier, "FIRST_UPDATES", 2)
        patch.setattr(frontier, "LEAST_LEFT", 0)
        patch.setattr(frontier, "predicted", lambda *_: (9e9, 9e9))
        engine = Frontier(problem.links)
        chosen_options = set(options) if engine.choose(options) else set()
        status, nodes, part = Status.BUDGET_SPENT, 0, 0.0
        while status != Status.EXHAUSTED:
            status = engine.advance(1, counting())
            assert engine.nodes >= nodes
            assert engine.part_done() >= part
            nodes, part = engine.nodes, engine.part_done()
            other = Frontier(problem.links)
            other.restore(engine.snapshot())
            engine = other
            engine.check()
    assert engine.solutions == sum(chosen_options <= set(s) for s in oracle.solutions(problem))


def test_the_command(tmp_path: Path) -> None:
    pytest.importorskip("igraph")
    file = tmp_path / "problem.dlx"
    file.write_text("p q r s\np q\nq r\nr s\np s\n")
    for words in (["--order", "given"], ["--merge-symmetric"], ["--max-bytes", "1000"]):
        result = CliRunner().invoke(main, ["count", str(file), "--explain", *words])
        assert (result.exit_code, result.stdout) == (0, "2\n")
        assert result.stderr == "frontier: asked for\n"
    result = CliRunner().invoke(main, ["count", str(file), "--order", "nonsense"])
    assert result.exit_code == 2
    assert "unknown order 'nonsense'" in result.stderr
