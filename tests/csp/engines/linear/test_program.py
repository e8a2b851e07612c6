"""The sparse dual simplex: its optima are those of HiGHS, and its bounds hold."""

from random import Random

import numpy as np
import pytest

from csp.engines.linear.clique_rows import Line
from csp.engines.linear.program import CHANGING, CUT_OFF, INFEASIBLE, OPTIMAL, Program
from exactcover.runtime.kernels.basis import IS_STALE
from exactcover.runtime.kernels.simplex import row_of_inverse

optimize = pytest.importorskip("scipy.optimize")
pytestmark = pytest.mark.kernel
NEARLY = 1e-3  # costs are changed a little


@pytest.mark.parametrize("seed", range(40))
def test_optima_are_those_of_highs(seed: int) -> None:
    """Also after bounds have changed, and after rows were added and dropped."""
    random = Random(seed)
    program = _program(random, 1 + seed)
    upper = program.upper.copy()
    for step in range(5):
        if step in (1, 3):
            program.lower[:] = [random.choice([0, 0, 1]) for _ in range(program.n)]
            program.upper[:] = np.maximum(program.lower, upper - random.choice([0, 1]))
        if step == 2:
            program.add(_lines(random, program.n, 3))
        if step == 4:
            program.drop_loose(len(program.lines) - 3)
        least = _least(program)
        status = program.solve()
        if least is None:
            assert status == INFEASIBLE
            assert program.is_refuted()
            continue
        bound = program.bound()
        assert status == OPTIMAL
        assert bound is not None
        assert least - NEARLY <= bound.number / bound.scale <= least + 1e-6
        assert float(program._costs @ program.solution()) == pytest.approx(least, abs=NEARLY)
        _check(program)


@pytest.mark.parametrize("seed", range(10))
def test_bounds_of_columns(seed: int) -> None:
    """The bound of a column is its least value; the objective is solved as before then."""
    random = Random(seed)
    program = _program(random, 10)
    if program.solve() != OPTIMAL:
        return
    before = program.objective
    for column in range(program.n):
        for sign in (1, -1):
            costs = np.zeros(program.n, dtype=np.int64)
            costs[column] = sign
            bound = program.least_of(costs)
            least = _least(program, costs)
            assert bound is not None
            assert least is not None
            assert least - NEARLY <= bound.number / bound.scale <= least + 1e-6
    assert program.solve() == OPTIMAL
    assert program.objective == pytest.approx(before)


@pytest.mark.parametrize("seed", range(10))
def test_bounds_of_rows(seed: int) -> None:
    """The bound of the sum of a row is its least value where all other rows hold."""
    random = Random(seed)
    program = _program(random, 10)
    if program.solve() != OPTIMAL:
        return
    before, lines = program.objective, program.lines
    for row, line in enumerate(lines):
        for sign in (1, -1):
            costs = np.zeros(program.n, dtype=np.int64)
            costs[[*line.terms]] = [sign * c for c in line.terms.values()]
            bound = program.least_of(costs, without=row)
            program.lines = [*lines[:row], *lines[row + 1 :]]
            least = _least(program, costs)
            program.lines = lines
            assert bound is not None
            assert least is not None
            assert least - NEARLY <= bound.number / bound.scale <= least + 1e-6
    assert program.solve() == OPTIMAL
    assert program.objective == pytest.approx(before)


def test_changed_costs_do_not_reach_the_limit() -> None:
    costs = np.full(100, -3000)
    program = Program([Line({0: 1, 1: 1}, False, 1)], costs, np.zeros(100), np.ones(100))
    assert program.solve(float(costs[1:].sum())) == OPTIMAL
    assert program.solve(float(costs[1:].sum()) - 2.0) == CUT_OFF


def test_more_space_is_made_for_the_inverse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("csp.engines.linear.program.ENTRIES_PER_ETA", 0)
    for seed in range(20):
        program = _program(Random(seed), 12)
        least = _least(program)
        assert program.solve() == (INFEASIBLE if least is None else OPTIMAL)
        if least is not None:
            assert program.objective == pytest.approx(least, abs=NEARLY)


@pytest.mark.parametrize("size", range(1, 40, 3))
def test_a_basis_outlives_a_lack_of_space(size: int) -> None:
    for seed in range(6):
        program = _program(Random(seed), 12)
        status = program.solve()
        own = program._program
        basis = sorted(own.basis.tolist())
        small = own._replace(eta_places=np.zeros(size, dtype=np.int64), eta_entries=np.zeros(size))
        small.numbers[IS_STALE] = 1.0
        if row_of_inverse(small, 0):
            continue
        assert sorted(own.basis.tolist()) == basis
        assert own.place[own.basis].tolist() == list(range(len(basis)))
        assert (own.place == -1).sum() == program.n
        program.numbers[IS_STALE] = 1.0
        assert program.solve() == status
        if status == OPTIMAL:
            _check(program)


def test_a_program_continues_from_a_snapshot() -> None:
    random = Random(3)
    one = _program(random, 20)
    other = Program(one.lines, one._costs, one.lower, one.upper)
    one.solve()
    one.add(_lines(random, one.n, 2))
    one.solve()
    other.restore(one.snapshot())
    for program in (one, other):
        program.upper[:5] = program.lower[:5]
    assert one.solve() == other.solve()
    for name in CHANGING:
        assert np.array_equal(getattr(one._program, name), getattr(other._program, name)), name


def _lines(random: Random, n: int, m: int) -> list[Line]:
    lines = []
    for _ in range(m):
        some = random.sample(range(n), min(n, random.randint(1, 6)))
        terms = {k: random.choice([-3, -1, 1, 1, 2, 5]) for k in some}
        lines.append(Line(terms, random.random() < 0.2, random.randint(-1, 9)))
    return lines


def _program(random: Random, size: int) -> Program:
    n = random.randint(1, 2 * size)
    costs = np.array([random.choice([0, 0, random.randint(-9, 9)]) for _ in range(n)])
    upper = np.array([random.choice([1.0, 3.0, 10.0]) for _ in range(n)])
    return Program(_lines(random, n, random.randint(1, size)), costs, np.zeros(n), upper)


def _least(program: Program, costs: np.ndarray | None = None) -> float | None:
    """Return the least value of the objective, or of other costs, by HiGHS."""
    sides: list[object] = []
    for is_equation in (False, True):
        own = [line for line in program.lines if line.is_equation == is_equation]
        rows = np.zeros((len(own), program.n))
        for row, line in zip(rows, own, strict=True):
            row[list(line.terms)] = list(line.terms.values())
        sides += [rows, [line.total for line in own]] if own else [None, None]
    bounds = list(zip(program.lower, program.upper, strict=True))
    found = optimize.linprog(
        program._costs if costs is None else costs, *sides, bounds=bounds, method="highs"
    )
    return None if found.status == 2 else float(found.fun)


def _check(program: Program) -> None:
    """Check that the basis and its inverse belong together."""
    own, n = program._program, program.n
    m = len(own.basis)
    assert sorted(own.place[own.place >= 0].tolist()) == list(range(m))
    assert own.place[own.basis].tolist() == list(range(m))
    rows = np.zeros((m, n + m))
    for i, line in enumerate(program.lines):
        rows[i, list(line.terms)] = list(line.terms.values())
    rows[:, :n] /= program._scales[:, None]
    rows[:, n:] = np.eye(m)
    for row in range(m):
        multipliers = program.multipliers_of(row) * program._scales
        assert multipliers @ rows[:, own.basis] == pytest.approx(np.eye(m)[row], abs=1e-6)
