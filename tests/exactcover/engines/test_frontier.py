"""The frontier engine: its counts do not depend on the order, the slices and the limits."""

from collections import Counter
from collections.abc import Hashable
from itertools import cycle, product

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exactcover import Problem, ProblemError
from exactcover.engines.frontier import engine as frontier
from exactcover.engines.frontier import kernels
from exactcover.engines.frontier import tables as frontier_tables
from exactcover.engines.frontier.engine import Frontier
from exactcover.engines.frontier.tables import lay_out, slots
from exactcover.orders.fixed_order import arrange, bits_of
from exactcover.runtime.errors import GaveUpError
from exactcover.runtime.kernels.jit import is_compiled
from exactcover.runtime.search.protocol import UNLIMITED, Out, Status, counting
from tests import oracle
from tests.exactcover.test_published_counts import INSTANCES, KNOWN
from tests.problems import choices, dominoes
from tests.running import compiled, count
from tests.strategies import problems_and_choices

pytestmark = pytest.mark.kernel

ORDERS = ["best", "given", "spectral", "cuthill_mckee"]


@st.composite
def long_problems(draw: st.DrawFn) -> Problem:
    """Draw problems whose options have items near each other, and colours that come and go."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    n_primary, reach, n_colours = rng.integers([6, 2, 1], [40, 6, 5]).tolist()
    n_options = int(n_primary * rng.uniform(1.5, 4))
    options = []
    for _ in range(n_options):
        first = int(rng.integers(0, n_primary))
        size = int(rng.integers(1, 4))
        chosen = {min(first + gap, n_primary - 1) for gap in rng.integers(0, reach, size).tolist()}
        option: dict[object, int | None] = {("p", item): None for item in sorted(chosen)}
        if rng.random() < 0.4:
            option["s", first // 3] = int(rng.integers(0, n_colours + 1)) or None
        options.append(option)
    primary = [("p", item) for item in range(n_primary)]
    return Problem(options, primary, [("s", item) for item in range(n_primary // 3 + 1)])


Covered = frozenset[tuple[Hashable, Hashable]]
"""The covered items: pairs of an item and its colour, or None."""


def count_plainly(problem: Problem) -> int:
    """Count in the given order, with sets of what is covered of the items still to come."""
    states: Counter[Covered] = Counter([frozenset()])
    later = list(problem)
    for stage, item in enumerate(problem.primary):
        options = [option for option in later if item in option.items]
        later = [option for option in later if item not in option.items]
        to_come = {i for option in later for i in option.items} | set(problem.primary[stage + 1 :])
        below: Counter[Covered] = Counter()
        for state, n in states.items():
            fixed = dict(state)
            if item in fixed:
                below[frozenset(pair for pair in state if pair[0] in to_come)] += n
                continue
            for option in options:
                pairs = list(zip(option.items, option.colours, strict=True))
                if all(i not in fixed or fixed[i] == c is not None for i, c in pairs):
                    new = state | set(pairs)
                    below[frozenset(pair for pair in new if pair[0] in to_come)] += n
        states = below
    return sum(states.values())


@settings(max_examples=2000, deadline=None)
@given(chosen=problems_and_choices(), order=st.sampled_from(ORDERS))
def test_equals_brute_force(chosen: tuple[Problem, list[int]], order: str) -> None:
    problem, options = chosen
    engine = Frontier(problem.links, order)
    chosen_options = set(options) if engine.choose(options) else set()
    assert count(engine) == sum(chosen_options <= set(s) for s in oracle.solutions(problem))


@settings(max_examples=300, deadline=None)
@given(problem=long_problems(), order=st.sampled_from(ORDERS))
def test_equals_counting_plainly(problem: Problem, order: str) -> None:
    assert count(Frontier(problem.links, order)) == count_plainly(problem)


@pytest.mark.parametrize(
    ("side", "known"),
    [
        (6, 6728),
        (8, 12988816),
        pytest.param(12, 53060477521960000, marks=compiled),
        pytest.param(16, 2444888770250892795802079170816, marks=compiled),
    ],
)
def test_tilings_by_dominoes(side: int, known: int) -> None:
    """OEIS A004003 (Kasteleyn 1961)."""
    assert count(Frontier(dominoes(side, side).links)) == known


SHORT = ["queens8", "latin4", "sts7", "langford8"]
LONGER = ["pent3x20", "soma", "queens10", "latin5", "sts9", "langford11"]


@pytest.mark.parametrize("name", SHORT + [pytest.param(name, marks=compiled) for name in LONGER])
def test_counts_of_the_literature(name: str) -> None:
    path = INSTANCES / f"{name}.dlx"
    if not path.exists():
        pytest.skip(f"{path.name} is not in ../shared/data/exactcover")
    assert count(Frontier(Problem.read(path).links)) == KNOWN[name]["count"]


@pytest.mark.parametrize("n", [1, 62, 63, 64, 65, 127, 128, 300])
def test_counts_have_any_size(n: int) -> None:
    assert count(Frontier(choices(n, 2).links)) == 2**n


@pytest.mark.parametrize("n", [40, 41, 81, 122])
def test_carries_go_from_word_to_word(n: int) -> None:
    assert count(Frontier(choices(n, 3).links)) == 3**n


def test_many_states_have_carried() -> None:
    """Counts of two words are handed on to 16 states, which have two words each, and added up."""
    options = [[k] for k in range(70) for _ in range(2)]
    for k in range(100, 104):
        options += [[k, k + 100], [k], [k + 100]]
    primary = [*range(70), *range(100, 104), *range(200, 204)]
    engine = Frontier(Problem(options, primary=primary).links, "given")
    assert count(engine) == 2**70 * 2**4


def test_a_state_is_expanded_once() -> None:
    engine = Frontier(choices(50, 2).links)
    count(engine)
    assert engine.nodes == 50
    assert engine.updates == 100


def test_items_without_options_later_end_a_state_at_once() -> None:
    """A state that lacks an item of no later option is dropped before the layer of the item."""
    chain = [[k] for k in range(1, 20) for _ in range(2)]
    problem = Problem([[0, 20], [0], *chain], primary=range(21))
    engine = Frontier(problem.links, "given")
    assert count(engine) == 2**19
    assert engine.nodes == 20


@settings(max_examples=100, deadline=None)
@given(
    problem=long_problems(),
    slices=st.lists(st.tuples(st.integers(0, 9), st.integers(1, 40)), max_size=8),
)
def test_slices_keep_their_bounds(problem: Problem, slices: list[tuple[int, int]]) -> None:
    whole = Frontier(problem.links)
    expected = min(count(whole), 500)
    engine = Frontier(problem.links)
    parts = [0.0]
    for budget, room in cycle([*slices, (1, 1)]):
        nodes, solutions = engine.nodes, engine.solutions
        status = engine.advance(budget, counting(room))
        engine.check()
        parts.append(engine.part_done())
        assert engine.nodes - nodes <= budget
        assert engine.solutions - solutions <= room
        assert (engine.solutions - solutions == room) == (status == Status.OUT_FULL)
        if status == Status.EXHAUSTED or engine.solutions >= 500:
            break
    assert engine.solutions >= expected
    assert count(engine) == whole.solutions
    assert (engine.nodes, engine.updates) == (whole.nodes, whole.updates)
    assert parts == sorted(parts)
    assert engine.part_done() == 1.0


@settings(max_examples=100, deadline=None)
@given(problem=long_problems(), budget=st.integers(1, 60), chosen=st.integers(0, 99))
def test_slices_and_snapshots_change_nothing(problem: Problem, budget: int, chosen: int) -> None:
    options = [chosen] if chosen < problem.n_options else []
    whole, engine = Frontier(problem.links), Frontier(problem.links)
    assert whole.choose(options)
    assert engine.choose(options)
    expected = count(whole)
    status = Status.BUDGET_SPENT
    while status != Status.EXHAUSTED:
        status = engine.advance(budget, counting())
        other = Frontier(problem.links)
        other.restore(engine.snapshot())
        other.check()
        assert (other.nodes, other.solutions) == (engine.nodes, engine.solutions)
        engine = other
    assert engine.solutions == expected
    assert (engine.nodes, engine.updates) == (whole.nodes, whole.updates)


def test_rooms_are_filled_one_after_another() -> None:
    engine = Frontier(choices(100, 2).links)
    assert engine.advance(UNLIMITED, counting(1000)) == Status.OUT_FULL
    assert engine.solutions == 1000
    assert engine.advance(0, counting(10**15)) == Status.OUT_FULL
    assert engine.solutions == 1000 + 10**15
    other = Frontier(choices(100, 2).links)
    other.restore(engine.snapshot())
    assert count(other) == 2**100
    assert other.advance(0, counting(5)) == Status.EXHAUSTED
    assert other.solutions == 2**100


def test_more_states_than_allowed() -> None:
    problem = dominoes(8, 8)
    whole = Frontier(problem.links)
    count(whole)
    engine = Frontier(problem.links, max_states=500)
    for _ in range(2):
        with pytest.raises(GaveUpError, match="of 64 layers are more than max_states=500"):
            engine.advance(UNLIMITED, counting())
    engine.check()
    assert 0 < engine.nodes <= 500 + frontier_tables.BATCH
    assert engine.solutions == 0
    assert count(Frontier(problem.links, max_states=whole.nodes + 1)) == 12988816


def test_more_bytes_than_allowed() -> None:
    problem = dominoes(8, 8)
    engine = Frontier(problem.links, max_bytes=1 << 12)
    for _ in range(2):
        with pytest.raises(GaveUpError, match="of 64 layers fill max_bytes=4096"):
            engine.advance(UNLIMITED, counting())
    engine.check()
    assert engine.solutions == 0


@settings(max_examples=100, deadline=None)
@given(side=st.integers(2, 6), max_bytes=st.integers(0, 40_000), max_states=st.integers(0, 300))
def test_caps_never_make_a_count_wrong(side: int, max_bytes: int, max_states: int) -> None:
    problem = dominoes(side, side)
    engine = Frontier(problem.links, max_bytes=max_bytes, max_states=max_states)
    try:
        assert count(engine) == count(Frontier(problem.links))
    except GaveUpError:
        assert engine.solutions == 0
    engine.check()


def test_what_is_hopeless_is_not_begun() -> None:
    problem = Problem([[("row", r), ("column", c)] for r, c in product(range(40), range(40))])
    for max_states, why in ((1000, "nodes of options are more than"), (50_000, "are likely")):
        engine = Frontier(problem.links, max_states=max_states)
        assert engine.choose([0])
        assert not engine.choose([0, 1])
        with pytest.raises(GaveUpError, match=why):
            engine.advance(UNLIMITED, counting())
        other = Frontier(problem.links, max_states=max_states)
        other.restore(engine.snapshot())
        other.check()
        assert (other.nodes, other.solutions, other.part_done()) == (0, 0, 0.0)


def test_keys_have_a_longest_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frontier, "MOST_BITS", 6)
    problem = Problem([["p", k] for k in range(6)] + [[k] for k in range(6)])
    with pytest.raises(GaveUpError, match="6 bits of a state are too many"):
        Frontier(problem.links, "given").advance(9, counting())


@settings(max_examples=200, deadline=None)
@given(problem=long_problems())
def test_bits_that_live_at_the_same_time_have_slots_of_their_own(problem: Problem) -> None:
    arrangement = arrange(bits_of(problem.links), np.arange(problem.n_primary))
    birth, death = arrangement.lifetimes()
    slot = slots(birth, death)
    assert ((slot > 0) == (birth <= death)).all()
    for stage in range(problem.n_primary):
        live = slot[(birth <= stage) & (stage <= death)]
        assert len(set(live.tolist())) == len(live)
    most = max(int(((birth <= t) & (t <= death)).sum()) for t in range(problem.n_primary))
    assert slot.max(initial=0) == most
    assert lay_out(arrangement, 0).words == (0,) * (1 + most // 64)


def test_nothing_left_to_cover() -> None:
    engine = Frontier(choices(3, 2).links)
    assert engine.choose([0, 2, 5])
    assert engine.part_done() == 0.0
    assert count(engine) == 1
    assert (engine.nodes, engine.part_done()) == (0, 1.0)


def test_options_are_chosen_one_after_another() -> None:
    engine = Frontier(choices(5, 2).links)
    assert engine.choose([0])
    assert engine.choose([2])
    assert not engine.choose([1])
    assert count(engine) == 2**3


def test_a_carry_that_finds_no_room_is_not_lost() -> None:
    engine = Frontier(choices(80, 2).links, max_bytes=8 * 2 * 40)
    for _ in range(2):
        with pytest.raises(GaveUpError, match="fill max_bytes"):
            engine.advance(UNLIMITED, counting())
    other = Frontier(choices(80, 2).links)
    other.restore(engine.snapshot())
    assert count(other) == 2**80


def test_lists_nothing() -> None:
    engine = Frontier(choices(2, 2).links)
    with pytest.raises(ProblemError, match="only counts"):
        engine.advance(9, Out(np.empty((1, 2), np.uint32), np.empty(1, np.uint32), 1))


def test_bounds_are_refused() -> None:
    problem = Problem([["p"], ["p"]], bounds={"p": (1, 2)})
    assert Frontier.refuses(problem) == "it has items with bounds"


@pytest.mark.skipif(is_compiled(), reason="kernels keep the constants they were compiled with")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20)
@given(problem=long_problems())
def test_a_layer_may_move_in_many_calls(monkeypatch: pytest.MonkeyPatch, problem: Problem) -> None:
    expected = count(Frontier(problem.links))
    monkeypatch.setattr(kernels, "MOST_CLEARED", np.uint64(9))
    monkeypatch.setattr(kernels, "MOST_MOVED", np.uint64(5))
    engine, status = Frontier(problem.links), Status.BUDGET_SPENT
    while status == Status.BUDGET_SPENT:
        other = Frontier(problem.links)
        other.restore(engine.snapshot())
        engine = other
        status = engine.advance(20, counting())
        engine.check()
    assert engine.solutions == expected


@compiled
def test_memory_may_be_copied_in_many_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frontier, "MOST_COPIED", 1 << 10)
    engine = Frontier(dominoes(14, 14).links)
    n_calls = 1
    while engine.advance(UNLIMITED, counting()) != Status.EXHAUSTED:
        engine.check()
        n_calls += 1
    assert engine.solutions == 112202208776036178000000
    assert n_calls > 100
