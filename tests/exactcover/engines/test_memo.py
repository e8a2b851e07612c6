"""Counts with a memo: they do not depend on which rows are stored, dropped or interrupted."""

from itertools import cycle, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import Problem, ProblemError
from exactcover.engines.counts import (
    FIRST_WINDOWS,
    KEPT,
    LOOKUPS,
    PAUSE,
    SAVED,
    Memo,
)
from exactcover.engines.dancing_cells.engine import DancingCells
from exactcover.engines.dancing_cells.memo import DancingCellsMemo
from exactcover.engines.masks.engine import Masks
from exactcover.engines.masks.memo import MasksMemo
from exactcover.engines.masks.memo_keys import few_items
from exactcover.runtime.search.protocol import UNLIMITED, Out, Status, counting
from tests import oracle
from tests.exactcover.test_published_counts import INSTANCES, KNOWN
from tests.problems import choices, dominoes
from tests.running import compiled, count
from tests.strategies import problems_and_choices

pytestmark = pytest.mark.kernel
both = pytest.mark.parametrize("engine_of", [DancingCellsMemo, MasksMemo])
Kind = type[DancingCellsMemo] | type[MasksMemo]
PLAIN: dict[Kind, type[DancingCells] | type[Masks]] = {
    DancingCellsMemo: DancingCells,
    MasksMemo: Masks,
}


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


@both
@settings(max_examples=150, deadline=None)
@given(chosen=problems_and_choices())
def test_equals_brute_force(engine_of: Kind, chosen: tuple[Problem, list[int]]) -> None:
    problem, options = chosen
    engine = engine_of(problem.links)
    if engine.choose(options):
        expected = [s for s in oracle.solutions(problem) if set(options) <= set(s)]
        assert count(engine) == len(expected)
    assert count(engine_of(problem.links)) == len(oracle.solutions(problem))


@both
@settings(max_examples=100, deadline=None)
@given(problem=repeating_problems(), max_bytes=st.integers(0, 4000), window=st.integers(1, 9))
def test_equals_the_search_without_a_memo(
    engine_of: Kind, problem: Problem, max_bytes: int, window: int
) -> None:
    plain = PLAIN[engine_of](problem.links)
    expected = count(plain)
    kept = engine_of(problem.links, least_saved=0, window=window)
    partly = engine_of(problem.links, least_saved=30, window=16 * window)
    dropped = engine_of(problem.links, least_saved=float("inf"), window=window)
    capped = engine_of(problem.links, max_bytes, least_saved=0)
    assert [count(engine) for engine in (kept, partly, dropped, capped)] == [expected] * 4
    assert kept.nodes <= capped.nodes <= plain.nodes
    assert kept.nodes <= partly.nodes <= plain.nodes
    assert kept.nodes <= dropped.nodes <= plain.nodes


@both
@pytest.mark.parametrize(
    ("side", "known"),
    [
        (6, 6728),
        (8, 12988816),
        pytest.param(10, 258584046368, marks=compiled),
        pytest.param(12, 53060477521960000, marks=compiled),
        pytest.param(16, 2444888770250892795802079170816, marks=compiled),
    ],
)
def test_tilings_by_dominoes(engine_of: Kind, side: int, known: int) -> None:
    """OEIS A004003 (Kasteleyn 1961)."""
    assert count(engine_of(dominoes(side, side).links)) == known


@both
@compiled
@pytest.mark.parametrize("name", ["latin5", "soma", "sts9", "sudoku16", "queens10", "wordsq700"])
def test_counts_of_the_literature(engine_of: Kind, name: str) -> None:
    path = INSTANCES / f"{name}.dlx"
    if not path.exists():
        pytest.skip(f"{path.name} is not in ../shared/data/exactcover")
    assert count(engine_of(Problem.read(path).links, least_saved=0)) == KNOWN[name]["count"]


@both
@pytest.mark.parametrize("n", [1, 62, 63, 64, 65, 127, 128, 300])
def test_counts_have_any_size(engine_of: Kind, n: int) -> None:
    assert count(engine_of(choices(n).links)) == 2**n


@both
@pytest.mark.parametrize("n", [40, 41, 81, 122])
def test_carries_go_from_word_to_word(engine_of: Kind, n: int) -> None:
    """Sums of odd numbers: the totals before and after a node have all their bits."""
    problem = Problem([[item] for item in range(n) for _ in range(3)])
    assert count(engine_of(problem.links)) == 3**n


@both
@settings(max_examples=60, deadline=None)
@given(
    problem=repeating_problems(),
    slices=st.lists(st.tuples(st.integers(0, 9), st.integers(1, 40)), max_size=8),
)
def test_slices_keep_their_bounds(
    engine_of: Kind, problem: Problem, slices: list[tuple[int, int]]
) -> None:
    engine = engine_of(problem.links, least_saved=0, window=3)
    expected = count(DancingCells(problem.links))
    parts = [0.0]
    for budget, room in cycle([*slices, (1, 1)]):
        nodes, solutions = engine.nodes, engine.solutions
        status = engine.advance(budget, counting(room))
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
    assert engine.advance(9, counting()) == Status.EXHAUSTED
    assert engine.solutions == expected


@both
@settings(max_examples=60, deadline=None)
@given(
    problem=repeating_problems(),
    budget=st.integers(0, 60),
    least_saved=st.sampled_from([0.0, 5.0]),
)
def test_slices_and_snapshots_change_nothing(
    engine_of: Kind, problem: Problem, budget: int, least_saved: float
) -> None:
    def new() -> DancingCellsMemo | MasksMemo:
        return engine_of(problem.links, least_saved=least_saved, window=5)

    whole, engine = new(), new()
    expected = count(whole)
    status = Status.BUDGET_SPENT
    while status != Status.EXHAUSTED:
        status = engine.advance(budget + 1, counting())
        other = new()
        other.restore(engine.snapshot())
        other.check()
        assert (other.nodes, other.solutions) == (engine.nodes, engine.solutions)
        engine = other
    assert engine.solutions == expected
    assert (engine.nodes, engine.updates) == (whole.nodes, whole.updates)


@both
def test_room_is_kept_where_counts_are_huge(engine_of: Kind) -> None:
    engine = engine_of(choices(100).links)
    assert engine.advance(UNLIMITED, counting(1000)) == Status.OUT_FULL
    assert engine.solutions == 1000
    nodes = engine.nodes
    assert engine.advance(UNLIMITED, counting(10**15)) == Status.OUT_FULL
    assert engine.solutions == 1000 + 10**15
    assert engine.nodes < nodes + 1000
    assert count(engine) == 2**100


@both
def test_a_node_is_searched_once(engine_of: Kind) -> None:
    """Below each item's first option the second one finds everything known."""
    engine = engine_of(choices(50).links)
    count(engine)
    assert engine.nodes == 2 * 50 + 1


@both
def test_failures_are_remembered(engine_of: Kind) -> None:
    # Whatever is taken for the first items, the last three do not go together.
    odd = [["u", "v"], ["v", "w"], ["u", "w"], ["u", "v"], ["v", "w"], ["u", "w"]]
    problem = Problem([*[[item] for item in range(9) for _ in range(2)], *odd])
    engine = engine_of(problem.links)
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
    engine = DancingCellsMemo(problem.links, least_saved=0)
    assert count(engine) == len(oracle.solutions(problem))
    table = engine._memo.counts.table
    live = table.rows[: int(table.used[0]), 0] & np.uint64(0b111)
    # Item p is chosen first; how often was what is left, q and r, not known?
    q_and_r = sum(1 << problem.items.index(item) for item in "qr")
    assert np.count_nonzero(live == q_and_r) == searched


def rows_of(engine: DancingCellsMemo | MasksMemo) -> int:
    """Return how many nodes are remembered."""
    return int(engine._memo.counts.table.used[0])


@settings(max_examples=100, deadline=None)
@given(problem=repeating_problems())
def test_keys_tell_nodes_apart(problem: Problem) -> None:
    cells = DancingCellsMemo(problem.links, least_saved=0)
    masks = MasksMemo(problem.links, least_saved=0)
    assert count(cells) == count(masks)
    if problem.links.colour_of.any():
        # Where all options left agree with a colour, masks do not tell whether it is fixed.
        assert rows_of(cells) >= rows_of(masks)
    else:
        assert rows_of(cells) == rows_of(masks)


@settings(max_examples=60, deadline=None)
@given(problem=repeating_problems())
def test_every_option_has_one_of_the_items_in_the_key(problem: Problem) -> None:
    items = {problem.items[k] for k in few_items(problem.links)}
    primary = set(problem.primary)
    for option in problem.options:
        assert items & set(option.items) or not primary & set(option.items)


def test_depths_are_judged_by_themselves_and_together() -> None:
    links = choices(9).links
    memo = Memo(links.depth + 1, 1, 1, 1 << 20, window=160, least_saved=8)
    counts = memo.counts
    few = 160 >> FIRST_WINDOWS
    assert counts.watch[PAUSE] == few

    def look_up(*trials: tuple[int, int]) -> list[int]:
        """Record look-ups and savings of the lowest depths; return which depths store counts."""
        for depth, (lookups, saved) in enumerate(trials):
            memo.counts.trials[depth, [LOOKUPS, SAVED]] += np.array([lookups, saved], np.uint64)
        memo.counts.watch[[LOOKUPS, SAVED]] = np.sum(trials, axis=0)
        memo.look_after()
        kept: list[int] = memo.counts.trials[: len(trials), KEPT].tolist()
        return kept

    # A sixteenth of a window: half an update for each look-up is enough.
    assert look_up((few, 20), (few, 3), (few - 1, 0)) == [1, 0, 1]
    # Twice that; and what was seen of the last one counts on.
    assert look_up((2 * few, 99), (0, 0), (1, 9)) == [1, 0, 0]
    assert memo.is_kept
    assert look_up((4 * few, 9), (0, 0), (0, 0)) == [0, 0, 0]
    assert not memo.is_kept


@both
def test_is_dropped_only_where_it_does_not_pay(engine_of: Kind) -> None:
    queens = [
        {("row", r): None, ("column", c): None, ("sum", r + c): None, ("difference", r - c): None}
        for r, c in product(range(6), range(6))
    ]
    problem = Problem(
        queens,
        [(line, k) for k in range(6) for line in ("row", "column")],
        [("sum", k) for k in range(11)] + [("difference", k) for k in range(-5, 6)],
    )
    engine = engine_of(problem.links, window=10)
    assert count(engine) == 4
    assert not engine._memo.is_kept
    engine = engine_of(dominoes(8, 8).links, window=4000)
    assert count(engine) == 12988816
    assert engine._memo.is_kept


@both
def test_lists_nothing(engine_of: Kind) -> None:
    engine = engine_of(choices(2).links)
    with pytest.raises(ProblemError, match="only counts"):
        engine.advance(9, Out(np.empty((1, 2), np.uint32), np.empty(1, np.uint32), 1))
