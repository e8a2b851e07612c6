"""Counts with a memo: right whatever is remembered, forgotten, dropped or cut short."""

from itertools import cycle, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import Problem, ProblemError
from exactcover.engine import Out, Status
from exactcover.engines.counts import UNLIMITED
from exactcover.engines.dancing_cells import DancingCells
from exactcover.engines.memo import MemoCells
from tests import oracle
from tests.strategies import problems_and_choices

pytestmark = pytest.mark.kernel

NOTHING = np.empty((0, 0), np.uint32), np.empty(0, np.uint32)


def out(room: int = UNLIMITED) -> Out:
    return Out(*NOTHING, room)


def count(engine: MemoCells | DancingCells) -> int:
    """Run an engine to its end."""
    while engine.advance(UNLIMITED, out()) != Status.EXHAUSTED:
        pass
    engine.check()
    return engine.solutions


def dominoes(rows: int, columns: int) -> Problem:
    """Return the tilings of a rectangle, its cells row by row."""
    cells = list(product(range(rows), range(columns)))
    options = [[(r, c), other] for r, c in cells for other in ((r, c + 1), (r + 1, c))]
    return Problem([option for option in options if option[1] in cells], primary=cells)


def pairs(n: int) -> Problem:
    """Return a problem of n items that have two options each: 2**n solutions."""
    return Problem([[item] for item in range(n) for _ in range(2)])


@st.composite
def repeating_problems(draw: st.DrawFn) -> Problem:
    """Draw problems in which different choices leave the same items, and colours matter."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    n_primary, n_secondary, n_colours = rng.integers([4, 0, 1], [9, 6, 4]).tolist()
    options = []
    for _ in range(rng.integers(8, 30)):
        chosen = rng.choice(n_primary, rng.integers(1, 3), replace=False).tolist()
        option: dict[object, int | None] = {("p", item): None for item in chosen}
        for item in np.flatnonzero(rng.random(n_secondary) < 0.35).tolist():
            option["s", item] = int(rng.integers(0, n_colours + 1)) or None
        options.append(option)
    primary = [("p", item) for item in range(n_primary)]
    return Problem(options, primary, [("s", item) for item in range(n_secondary)])


@settings(max_examples=2000, deadline=None)
@given(chosen=problems_and_choices())
def test_equals_brute_force(chosen: tuple[Problem, list[int]]) -> None:
    problem, options = chosen
    engine = MemoCells(problem.links)
    if engine.choose(options):
        expected = [s for s in oracle.solutions(problem) if set(options) <= set(s)]
        assert count(engine) == len(expected)
    assert count(MemoCells(problem.links)) == len(oracle.solutions(problem))


@settings(max_examples=500, deadline=None)
@given(problem=repeating_problems(), max_bytes=st.integers(0, 4000), window=st.integers(1, 9))
def test_equals_dancing_cells(problem: Problem, max_bytes: int, window: int) -> None:
    cells = DancingCells(problem.links)
    expected = count(cells)
    kept = MemoCells(problem.links, least_saved=0, window=window)
    dropped = MemoCells(problem.links, least_saved=float("inf"), window=window)
    capped = MemoCells(problem.links, max_bytes, least_saved=0)
    assert [count(engine) for engine in (kept, dropped, capped)] == [expected] * 3
    assert kept.nodes <= capped.nodes <= cells.nodes
    assert kept.nodes <= dropped.nodes <= cells.nodes


@pytest.mark.parametrize(
    ("side", "known"),
    [
        (6, 6728),
        (8, 12988816),
        (10, 258584046368),
        (12, 53060477521960000),
        (16, 2444888770250892795802079170816),
    ],
)
def test_tilings_by_dominoes(side: int, known: int) -> None:
    """OEIS A004003 (Kasteleyn 1961)."""
    assert count(MemoCells(dominoes(side, side).links)) == known


@pytest.mark.parametrize("n", [1, 62, 63, 64, 65, 127, 128, 300])
def test_counts_have_any_size(n: int) -> None:
    assert count(MemoCells(pairs(n).links)) == 2**n


@pytest.mark.parametrize("n", [40, 41, 81, 122])
def test_carries_go_from_word_to_word(n: int) -> None:
    """Sums of odd numbers: the totals before and after a node have all their bits."""
    problem = Problem([[item] for item in range(n) for _ in range(3)])
    assert count(MemoCells(problem.links)) == 3**n


@settings(max_examples=200, deadline=None)
@given(
    problem=repeating_problems(),
    slices=st.lists(st.tuples(st.integers(0, 9), st.integers(1, 40)), max_size=8),
)
def test_slices_keep_their_bounds(problem: Problem, slices: list[tuple[int, int]]) -> None:
    engine = MemoCells(problem.links, least_saved=0, window=3)
    expected = count(DancingCells(problem.links))
    parts = [0.0]
    for budget, room in cycle([*slices, (1, 1)]):
        nodes, solutions = engine.nodes, engine.solutions
        status = engine.advance(budget, out(room))
        engine.check()
        parts.append(engine.part_done())
        assert engine.nodes - nodes <= budget
        assert engine.solutions - solutions <= room
        assert (engine.solutions - solutions == room) == (status == Status.OUT_FULL)
        if status == Status.EXHAUSTED:
            break
    assert engine.solutions == expected
    assert parts == sorted(parts)
    assert parts[-1] == 1.0
    assert engine.advance(9, out()) == Status.EXHAUSTED
    assert engine.solutions == expected


@settings(max_examples=200, deadline=None)
@given(
    problem=repeating_problems(),
    budget=st.integers(0, 60),
    least_saved=st.sampled_from([0.0, 5.0]),
)
def test_slices_and_snapshots_change_nothing(
    problem: Problem, budget: int, least_saved: float
) -> None:
    def new() -> MemoCells:
        return MemoCells(problem.links, least_saved=least_saved, window=5)

    whole, engine = new(), new()
    expected = count(whole)
    status = Status.BUDGET_SPENT
    while status != Status.EXHAUSTED:
        status = engine.advance(budget + 1, out())
        other = new()
        other.restore(engine.snapshot())
        other.check()
        assert (other.nodes, other.solutions) == (engine.nodes, engine.solutions)
        engine = other
    assert engine.solutions == expected
    assert (engine.nodes, engine.updates) == (whole.nodes, whole.updates)


def test_room_is_kept_where_counts_are_huge() -> None:
    engine = MemoCells(pairs(100).links)
    assert engine.advance(UNLIMITED, out(1000)) == Status.OUT_FULL
    assert engine.solutions == 1000
    nodes = engine.nodes
    assert engine.advance(UNLIMITED, out(10**15)) == Status.OUT_FULL
    assert engine.solutions == 1000 + 10**15
    assert engine.nodes < nodes + 1000
    assert count(engine) == 2**100


def test_a_node_is_searched_once() -> None:
    """Below each item's first option the second one finds everything known."""
    engine = MemoCells(pairs(50).links)
    count(engine)
    assert engine.nodes == 2 * 50 + 1


def test_failures_are_remembered() -> None:
    # Whatever is taken for the first items, the last three do not go together.
    odd = [["u", "v"], ["v", "w"], ["u", "w"], ["u", "v"], ["v", "w"], ["u", "w"]]
    problem = Problem([*[[item] for item in range(9) for _ in range(2)], *odd])
    engine = MemoCells(problem.links)
    assert count(engine) == 0
    assert engine.nodes < 40
    cells = DancingCells(problem.links)
    count(cells)
    assert cells.nodes > 2**9


def _after_choice(*after: dict[str, str | None]) -> Problem:
    """Return a problem that begins with a choice of what x is: red, green, covered or nothing."""
    first: list[dict[str, str | None]] = [{"x": "red"}, {"x": "green"}, {"x": None}, {}]
    rest: list[dict[str, str | None]] = [{item: None} for item in "qr" for _ in range(4)]
    options: list[dict[str, str | None]] = [{"p": None, **option} for option in first]
    return Problem([*options, *rest, *after], ["p", "q", "r"], ["x"])


@pytest.mark.parametrize(
    ("after", "searched"),
    [
        ([], 1),  # x has become spent, whatever it was
        ([{"q": None, "x": "red"}], 3),  # red; free; else
        ([{"q": None, "x": "red"}, {"q": None, "x": "green"}], 4),
        ([{"q": None, "x": None}], 2),  # free; else
    ],
)
def test_colours_stay_in_the_key_while_they_matter(
    after: list[dict[str, str | None]], searched: int
) -> None:
    problem = _after_choice(*after)
    engine = MemoCells(problem.links, least_saved=0)
    assert count(engine) == len(oracle.solutions(problem))
    table = engine._memo.counts.table
    live = table.rows[: int(table.used[0]), 0] & np.uint64(0b111)
    # Item p is chosen first; how often was what is left, q and r, not known?
    q_and_r = sum(1 << problem.items.index(item) for item in "qr")
    assert np.count_nonzero(live == q_and_r) == searched


def test_is_dropped_only_where_it_does_not_pay() -> None:
    queens = [
        {("row", r): None, ("column", c): None, ("sum", r + c): None, ("difference", r - c): None}
        for r, c in product(range(6), range(6))
    ]
    problem = Problem(
        queens,
        [(line, k) for k in range(6) for line in ("row", "column")],
        [("sum", k) for k in range(11)] + [("difference", k) for k in range(-5, 6)],
    )
    engine = MemoCells(problem.links, window=10)
    assert count(engine) == 4
    assert not engine._memo.is_kept
    engine = MemoCells(dominoes(8, 8).links, window=400)
    assert count(engine) == 12988816
    assert engine._memo.is_kept


def test_lists_nothing() -> None:
    engine = MemoCells(pairs(2).links)
    with pytest.raises(ProblemError, match="only counts"):
        engine.advance(9, Out(np.empty((1, 2), np.uint32), np.empty(1, np.uint32), 1))
