"""Properties of masks alone: words of every size, its table, its order and its invariants."""

import gc
import json
import os
import weakref
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from exactcover import Problem
from exactcover.engines.masks import search as masks
from exactcover.engines.masks import shape as masks_shape
from exactcover.engines.masks import table as masks_table
from exactcover.engines.masks.engine import Masks
from exactcover.engines.masks.shape import shape_of
from exactcover.engines.masks.state import LEFT, MARK, OPENED, WAYS, WORD, State
from exactcover.engines.masks.table import NONE, build, table_of
from exactcover.problem.links import build as build_links
from exactcover.runtime.kernels.vectors import Words
from exactcover.runtime.search.protocol import Out, Status, counting
from tests import oracle
from tests.strategies import problems

pytestmark = pytest.mark.kernel
numba_is_off = os.environ.get("NUMBA_DISABLE_JIT") == "1"

ROOT = Path(__file__).parents[3]
INSTANCES = ROOT.parent / "shared" / "data" / "exactcover"
KNOWN = json.loads((ROOT / "tests" / "data" / "counts.json").read_text(encoding="utf-8"))

# Searched in no time without the JIT, too.
SHORT = ["latin4", "sts7", "sts9", "sudoku17"]
LONG = ["langford12", "latin5", "pent3x20", "pent6x10", "pent8x8c", "queens12", "soma", "wordsq700"]

Word = type[np.unsignedinteger]
WORDS: list[Word] = [np.uint16, np.uint32, np.uint64]
ONE = np.uint64(1)
NO_OUT = counting(1 << 40)


def engine_of(problem: Problem, word: Word | None = None, seed: int | None = None) -> Masks:
    """Return an engine on links of its own, with words of this size."""
    links = build_links(problem, None if seed is None else np.random.default_rng(seed))
    with pytest.MonkeyPatch.context() as patched:
        if word is not None:
            patched.setattr(masks_shape, "WORDS", (word,))
        return Masks(links)


def run(engine: Masks, budget: int = 1 << 40, room: int = 100) -> list[tuple[int, ...]]:
    """Run an engine to its end in slices; return its solutions as found."""
    found: list[tuple[int, ...]] = []
    status = Status.BUDGET_SPENT
    while status != Status.EXHAUSTED:
        some, status = advance(engine, budget, room)
        found += some
    return found


def advance(engine: Masks, budget: int, room: int) -> tuple[list[tuple[int, ...]], Status]:
    """Run an engine for one slice; return the solutions found."""
    rows = np.empty((room, engine.depth), dtype=np.uint32)
    lengths = np.zeros(room, dtype=np.uint32)
    before = engine.solutions
    status = engine.advance(budget, Out(rows, lengths, room))
    engine.check()
    pairs = zip(rows, lengths, strict=True)
    return [tuple(row[:n].tolist()) for row, n in pairs][: engine.solutions - before], status


@st.composite
def padded(draw: st.DrawFn) -> tuple[Problem, Problem, Word]:
    """Draw a problem, the same with many more options on an item, and words of sufficient size.

    The new options stand at 0, ..., and an option that has to be chosen blocks them.
    """
    problem = draw(problems())
    word = draw(st.sampled_from(WORDS))
    room = 19 if word == np.uint16 else 140
    n_new = draw(st.integers(0, room) | st.sampled_from([n for n in (15, 31, 63) if n <= room]))
    item = draw(st.sampled_from(problem.primary))
    options = [dict(zip(option.items, option.colours, strict=True)) for option in problem]
    rows = [{item: None, "blocked": None}] * n_new + options + [{"blocker": None, "blocked": None}]
    primary = [*problem.primary, "blocker"]
    wide = Problem(rows, primary, [*problem.secondary, "blocked"])
    return problem, wide, word


@settings(max_examples=500, deadline=None)
@given(problem=padded(), seed=st.none() | st.integers(0, 99), budget=st.integers(1, 20))
def test_equals_brute_force_in_words_of_any_size(
    problem: tuple[Problem, Problem, Word], seed: int | None, budget: int
) -> None:
    narrow, wide, word = problem
    n_new = wide.n_options - narrow.n_options - 1
    found = run(engine_of(wide, word, seed), budget, room=3)
    expected = {
        (*(index + n_new for index in solution), wide.n_options - 1)
        for solution in oracle.solutions(narrow)
    }
    assert len(found) == len(expected)
    assert {tuple(sorted(solution)) for solution in found} == expected


@pytest.mark.parametrize(
    ("size", "word"),
    [
        *((size, np.uint16) for size in (1, 2, 15, 16, 17, 30)),
        *((size, np.uint32) for size in (1, 31, 32, 33, 63, 64)),
        *((size, np.uint64) for size in (1, 63, 64, 65, 128)),
    ],
)
def test_items_that_fill_their_words(size: int, word: Word) -> None:
    engine = engine_of(Problem([["p", k] for k in range(size)], ["p"], range(size)), word)
    assert run(engine) == [(k,) for k in range(size)]


def test_the_words_are_those_that_make_the_row_shortest() -> None:
    sizes = {np.uint16: [9] * 100, np.uint32: [40] * 16, np.uint64: [63] * 8}
    for word, items in sizes.items():
        assert shape_of(np.array(items)).word is word
    assert shape_of(np.array([9] * 33)).n_bytes == 128
    # Neither more items nor larger counts go into a key of 16 bits.
    assert shape_of(np.array([1] * 2048)).word is np.uint16
    assert shape_of(np.array([1] * 2049)).word is np.uint32
    assert shape_of(np.array([30] * 32)).word is np.uint16
    assert shape_of(np.array([31] * 32)).word is np.uint32


@pytest.mark.parametrize("mask_bytes", [1, 1 << 24])
@settings(max_examples=100, deadline=None)
@given(problem=padded())
def test_the_table_says_what_goes_together(
    mask_bytes: int, problem: tuple[Problem, Problem, Word]
) -> None:
    _, wide, word = problem
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(masks_table, "MASK_BYTES", mask_bytes)
        table = engine_of(wide, word)._state.table
    for option in wide:
        row = table.rows[option.index]
        expected = {o.index for o in wide if oracle.agree(option, o)}
        assert _options(table.option_at, row) == expected
    assert _options(table.option_at, table.rows[-1]) == set(range(wide.n_options))


def _options(option_at: Words, row: Words) -> set[int]:
    bits = np.unpackbits(row.view(np.uint8), bitorder="little").astype(np.bool_)
    return set(option_at.ravel()[bits].tolist()) - {int(NONE)}


def test_the_table_lives_as_long_as_its_links() -> None:
    links = Problem([["p"], ["q"]]).links
    table = table_of(links)
    assert table_of(links) is table
    assert Masks(links)._state.table is table
    rows = weakref.ref(table.rows)
    del links, table
    gc.collect()
    assert rows() is None


def test_ties_go_to_the_first_item_wherever_it_lies_in_the_row() -> None:
    # Item b comes first in the row, for it has two words; choosing option 0 leaves it two options.
    options = [["c", "x"], ["c"], ["a", "y"], ["a", "z"], ["b"], ["b"], *[["b", "x"]] * 20]
    engine = engine_of(Problem(options, ["a", "b", "c"], ["x", "y", "z"]), np.uint16)
    assert engine.choose([0])
    engine.advance(1, NO_OUT)
    state = engine._state
    assert state.table.first_word.tolist() == [1, 0, 2]
    assert state.levels[0, WORD] == 1
    assert [s[1:] for s in run(engine)] == [(2, 4), (2, 5), (3, 4), (3, 5)]


def test_forced_options_that_clash_fail_together() -> None:
    # All three items are forced at the root; q and r want other colours of x.
    options: list[dict[str, str | None]] = [
        {"p": None},
        {"q": None, "x": "A"},
        {"r": None, "x": "B"},
    ]
    engine = engine_of(Problem(options, ["p", "q", "r"], ["x"]))
    assert run(engine) == []
    assert engine.nodes == 1


def test_what_is_forced_is_one_node() -> None:
    # A ring is tiled in two ways, and one domino says which.
    engine = engine_of(Problem([[cell, (cell + 1) % 20] for cell in range(20)]))
    assert [set(solution) for solution in run(engine)] == [
        set(range(0, 20, 2)),
        set(range(1, 20, 2)),
    ]
    assert engine.nodes == 3


def test_refuses_bounds_and_large_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem([["p"], ["p", "q"]], ["p", "q"])
    assert Masks.refuses(problem) is None
    assert Masks.refuses(Problem([["p"]], bounds={"p": (0, 1)})) == "it has items with bounds"
    n_bytes = build(problem.links).rows.nbytes
    monkeypatch.setattr(masks_shape, "MOST_TABLE_BYTES", n_bytes)
    assert Masks.refuses(problem) is None
    monkeypatch.setattr(masks_shape, "MOST_TABLE_BYTES", n_bytes - 1)
    assert "its table would take" in (Masks.refuses(problem) or "")


def test_options_are_chosen_until_one_clashes() -> None:
    engine = engine_of(Problem([["p"], ["q", "x"], ["r", "x"], ["r"]], ["p", "q", "r"], ["x"]))
    assert engine.choose([1])
    assert not engine.choose([0, 2])
    engine.check()
    assert run(engine) == [(1, 0, 3)]


@settings(max_examples=200, deadline=None)
@given(problem=problems(), budgets=st.lists(st.integers(0, 5), min_size=1, max_size=5))
def test_a_restored_engine_goes_on(problem: Problem, budgets: list[int]) -> None:
    engine, found = engine_of(problem), []
    for budget in budgets:
        some, _ = advance(engine, budget, 2)
        found += some
        other = engine_of(problem)
        other.restore(engine.snapshot())
        other.check()
        engine = other
    whole = engine_of(problem)
    assert found + run(engine) == run(whole)
    assert (engine.nodes, engine.updates) == (whole.nodes, whole.updates)


@example(n_items=60, size=2)  # far more ways than are told apart
@settings(max_examples=20, deadline=None)
@given(n_items=st.integers(1, 12), size=st.integers(2, 9))
def test_part_done_never_falls(n_items: int, size: int) -> None:
    engine = engine_of(Problem([[item] for item in range(n_items) for _ in range(size)]))
    parts = [engine.part_done()]
    for _ in range(100):
        engine.advance(1, NO_OUT)
        parts.append(engine.part_done())
    assert parts == sorted(parts)
    assert 0.0 == parts[0] < parts[-1] <= 1.0


def _leave_an_option(state: State) -> None:
    state.rows[0, state.table.first_word[1]] ^= state.rows.dtype.type(1)


def _cover_an_item(state: State) -> None:
    state.rows[0, state.table.first_word[1]] &= state.rows.dtype.type(7)


def _lose_an_option(state: State) -> None:
    state.levels[0, LEFT] -= ONE


def _skip_an_item(state: State) -> None:
    state.levels[0, WORD] += ONE


def _forget_a_choice(state: State) -> None:
    state.levels[0, MARK] -= ONE


def _forget_the_ways(state: State) -> None:
    state.levels[0, WAYS] = 0


def _open_a_level(state: State) -> None:
    state.position[OPENED] += ONE


@pytest.mark.parametrize(
    "damage",
    [
        _leave_an_option,
        _cover_an_item,
        _lose_an_option,
        _skip_an_item,
        _forget_a_choice,
        _forget_the_ways,
        _open_a_level,
    ],
)
def test_check_sees_damage(damage: Callable[[State], None]) -> None:
    engine = engine_of(Problem([["p"], *[["q"]] * 3, *[["r"]] * 3]))
    engine.advance(2, NO_OUT)
    engine.check()
    damage(engine._state)
    with pytest.raises(AssertionError):
        engine.check()


@pytest.mark.skipif(not numba_is_off, reason="the bound is compiled in; NUMBA_DISABLE_JIT=1")
@settings(deadline=None)
@given(problem=problems(), most=st.integers(1, 5))
def test_a_call_may_end_after_any_node(problem: Problem, most: int) -> None:
    engine = engine_of(problem)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(masks, "MOST_UPDATES", np.uint64(most))
        while engine.advance(1 << 20, NO_OUT) != Status.EXHAUSTED:
            engine.check()
    assert engine.solutions == len(oracle.solutions(problem))


@pytest.mark.parametrize("name", [*SHORT, *LONG])
def test_count_is_the_one_in_the_literature(name: str) -> None:
    path = INSTANCES / f"{name}.dlx"
    if not path.exists():
        pytest.skip(f"{path.name} is not in ../shared/data/exactcover")
    if numba_is_off and name in LONG:
        pytest.skip("takes minutes without the JIT")
    engine = Masks(Problem.read(path).links)
    while engine.advance(1 << 40, NO_OUT) != Status.EXHAUSTED:
        pass
    assert engine.solutions == KNOWN[name]["count"]


def _random_problem(rng: np.random.Generator) -> Problem:
    """Make a problem beyond brute force: one solution is hidden in it, so that there is one."""
    n_primary, n_options = int(rng.integers(4, 16)), int(rng.integers(10, 50))
    rows: list[dict[int, int | None]] = []
    for part in np.split(rng.permutation(n_primary), np.arange(2, n_primary, 3)):
        rows.append(dict.fromkeys(part.tolist()))
    for _ in range(n_options):
        rows.append(dict.fromkeys(rng.choice(n_primary, rng.integers(1, 4), False).tolist()))
    for row in rows:
        for item in rng.choice(5, rng.integers(0, 3), False).tolist():
            row[n_primary + item] = int(rng.integers(0, 3)) or None
    return Problem(rows, range(n_primary), range(n_primary, n_primary + 5))


@settings(max_examples=50, deadline=None)
@given(seed=st.integers(0, 1 << 32), word=st.sampled_from([None, np.uint32, np.uint64]))
def test_finds_what_dancing_cells_finds(seed: int, word: Word | None) -> None:
    problem = _random_problem(np.random.default_rng(seed))
    expected = [s.indices for s in problem.solutions(method="dancing_cells", limit=500)]
    found = [tuple(sorted(s)) for s in run(engine_of(problem, word))]
    assert len(found) == len(set(found))
    if len(expected) < 500:
        assert set(found) == set(expected)
