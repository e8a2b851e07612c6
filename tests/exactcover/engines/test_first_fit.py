"""First fit: its tables, and its search against brute force and the literature."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import Problem, ProblemError
from exactcover.engines.first_fit import tables as first_fit_tables
from exactcover.engines.first_fit.engine import FirstFit
from exactcover.engines.first_fit.tables import BLOCK_SIZE, lay_out, possible
from exactcover.orders.fixed_order import arrange, bits_of
from exactcover.runtime.kernels.bitsets import number_of, pack, words_for
from exactcover.runtime.kernels.jit import is_compiled
from exactcover.runtime.search.protocol import Out, Status
from tests import oracle
from tests.exactcover.test_published_counts import INSTANCES, KNOWN
from tests.running import compiled, count
from tests.strategies import problems_and_choices

pytestmark = pytest.mark.kernel

ORDERS = ["best", "given", "spectral", "cuthill_mckee"]
ALL = 1 << 40


@st.composite
def many_options(draw: st.DrawFn) -> Problem:
    """Draw problems with groups of more than one block, and with more than one word."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    n_primary, n_options = rng.integers([1, 1], [9, 300]).tolist()
    n_colours = int(rng.integers(1, 30))
    options = []
    for _ in range(n_options):
        chosen = rng.choice(n_primary, rng.integers(1, min(4, n_primary + 1)), replace=False)
        option: dict[object, int | None] = {("p", item): None for item in chosen.tolist()}
        for item in np.flatnonzero(rng.random(4) < 0.3).tolist():
            option["s", item] = int(rng.integers(0, n_colours)) or None
        options.append(option)
    primary = [("p", item) for item in range(n_primary)]
    return Problem(options, primary, [("s", item) for item in range(4)])


def solutions(engine: FirstFit) -> list[tuple[int, ...]]:
    """Run an engine to its end; return its solutions."""
    found = []
    status = Status.BUDGET_SPENT
    while status != Status.EXHAUSTED:
        rows = np.empty((64, engine.depth), dtype=np.uint32)
        lengths = np.empty(64, dtype=np.uint32)
        before = engine.solutions
        status = engine.advance(ALL, Out(rows, lengths, 64))
        engine.check()
        n_found = engine.solutions - before
        pairs = zip(rows[:n_found].tolist(), lengths[:n_found].tolist(), strict=True)
        found += [tuple(sorted(row[:length])) for row, length in pairs]
    return found


@settings(max_examples=2000, deadline=None)
@given(chosen=problems_and_choices(), order=st.sampled_from(ORDERS))
def test_equals_brute_force(chosen: tuple[Problem, list[int]], order: str) -> None:
    problem, options = chosen
    engine = FirstFit(problem.links, order)
    if engine.choose(options):
        expected = [s for s in oracle.solutions(problem) if set(options) <= set(s)]
        found = solutions(engine)
        assert sorted(found) == sorted(expected)


@settings(max_examples=200, deadline=None)
@given(problem=many_options(), covered=st.integers(0, 2**70))
def test_tables_say_what_clashes(problem: Problem, covered: int) -> None:
    """A look-up tells of a block's options which clash with nothing that is covered."""
    arrangement = arrange(bits_of(problem.links), np.arange(problem.n_primary))
    state = lay_out(arrangement, problem.links.depth)
    forbidden = np.zeros(arrangement.n_options, dtype=np.int64)
    for stage in range(problem.n_primary):
        # At its own place an item is not covered.
        now = covered & ~(1 << stage)
        option, bit = arrangement.clashes
        forbidden[:] = 0
        np.add.at(forbidden, option, [now >> k & 1 for k in bit.tolist()])
        group = slice(*arrangement.group[stage : stage + 2].tolist())
        expected = [0, *arrangement.option_of[group][forbidden[group] == 0].tolist()]
        found = [0]
        for block in range(state.block_of[stage], state.block_of[stage + 1]):
            live = possible(state, block, now)
            numbers = [BLOCK_SIZE * block + k for k in range(BLOCK_SIZE) if live >> k & 1]
            found += state.option_of[numbers].tolist()
        assert found == expected


@settings(max_examples=30, deadline=None)
@given(problem=many_options())
def test_groups_of_many_blocks(problem: Problem) -> None:
    limit = 5000 if is_compiled() else 100
    expected = problem.count(method="dancing_cells", limit=limit)
    assert problem.count(method="first_fit", limit=limit) == expected


@given(bits=st.lists(st.booleans(), max_size=200))
def test_sets_of_bits(bits: list[bool]) -> None:
    n_words = words_for(len(bits))
    packed = pack(np.array(bits, dtype=np.bool_), n_words)
    assert len(packed) == n_words >= 1
    assert number_of(packed) == sum(1 << k for k, bit in enumerate(bits) if bit)


@pytest.mark.parametrize("order", ORDERS)
def test_tilings_by_dominoes(order: str) -> None:
    """OEIS A004003 (Kasteleyn 1961)."""
    cells = list(product(range(6), range(6)))
    options = [[(r, c), other] for r, c in cells for other in ((r, c + 1), (r + 1, c))]
    problem = Problem([option for option in options if option[1] in cells], primary=cells)
    assert count(FirstFit(problem.links, order)) == 6728


SHORT = ["queens8", "latin4", "sts7"]
LONGER = ["pent3x20", "pent5x12", "soma", "queens12", "latin5", "sts9", "langford12", "domino8x8"]


@pytest.mark.parametrize("name", SHORT + [pytest.param(name, marks=compiled) for name in LONGER])
def test_counts_of_the_literature(name: str) -> None:
    path = INSTANCES / f"{name}.dlx"
    if not path.exists():
        pytest.skip(f"{path.name} is not in ../shared/data/exactcover")
    assert count(FirstFit(Problem.read(path).links)) == KNOWN[name]["count"]


def test_nothing_left_to_cover() -> None:
    engine = FirstFit(Problem([["p", "q"]]).links)
    assert engine.choose([0])
    assert solutions(engine) == [(0,)]
    assert engine.nodes == 1


def test_options_are_chosen_one_after_another() -> None:
    engine = FirstFit(Problem([[item] for item in range(3) for _ in range(2)]).links)
    assert engine.choose([0])
    assert engine.choose([2])
    assert not engine.choose([1])
    assert sorted(solutions(engine)) == [(0, 2, 4), (0, 2, 5)]


def test_no_options() -> None:
    engine = FirstFit(Problem([], primary=["p"]).links)
    assert solutions(engine) == []
    assert engine.part_done() == 1.0


def test_bounds_are_refused() -> None:
    problem = Problem([["p"], ["p"]], bounds={"p": (1, 2)})
    assert FirstFit.refuses(problem) == "it has items with bounds"


def test_too_many_bits_are_refused() -> None:
    problem = Problem([[k] for k in range(1025)])
    with pytest.raises(ProblemError, match=r"it would need 1025 bits .* at most 1024"):
        problem.count(method="first_fit")
    assert FirstFit.refuses(Problem([[k] for k in range(1024)])) is None


def test_tables_that_are_too_large_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem([[row, ("c", c)] for row, c in product(range(20), range(20))])
    assert FirstFit.refuses(problem) is None
    monkeypatch.setattr(first_fit_tables, "MOST_BYTES", 1 << 12)
    reason = FirstFit.refuses(problem)
    assert reason is not None
    assert "its tables could take" in reason


@settings(max_examples=50, deadline=None)
@given(problem=many_options())
def test_tables_are_not_larger_than_foretold(problem: Problem) -> None:
    state = lay_out(arrange(bits_of(problem.links), np.arange(problem.n_primary)), 1)
    n_bytes = state.table.nbytes + state.masks.nbytes
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(first_fit_tables, "MOST_BYTES", n_bytes - 1)
        assert FirstFit.refuses(problem) is not None
