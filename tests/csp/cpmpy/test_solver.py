"""The solver of CPMpy, against brute force with the values of CPMpy's own expressions.

CPMpy's own tests run with it, too: `make test-cpmpy`.
"""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

cp: Any = pytest.importorskip("cpmpy", reason="CPMpy is not installed")

from cpmpy.exceptions import NotSupportedError  # noqa: E402
from cpmpy.expressions.utils import argval  # noqa: E402
from cpmpy.solvers.solver_interface import ExitStatus  # noqa: E402

import csp  # noqa: E402
import csp.cpmpy as own  # noqa: E402

pytestmark = pytest.mark.kernel
State = Callable[[Any, Any, Any, Any], Any]

EXPRESSIONS: dict[str, State] = {
    "alldifferent": lambda x, y, z, b: cp.AllDifferent(x, y, z),
    "alldifferent_except_n": lambda x, y, z, b: cp.AllDifferentExceptN([x, y, z], [0, 2]),
    "alldifferent_except_0": lambda x, y, z, b: cp.AllDifferentExcept0(x, y, z),
    "allequal": lambda x, y, z, b: cp.AllEqual(x, y, z),
    "allequal_except_n": lambda x, y, z, b: cp.AllEqualExceptN([x, y, z], 1),
    "circuit": lambda x, y, z, b: cp.Circuit(x, y, z),
    "inverse": lambda x, y, z, b: cp.Inverse([x, y, z], [2, 0, 1]),
    "table": lambda x, y, z, b: cp.Table([x, y, z], [[0, 1, 2], [2, 2, 2], [1, 1, 0]]),
    "short_table": lambda x, y, z, b: cp.ShortTable([x, y, z], [[0, "*", 2], ["*", 2, 2]]),
    "negative_table": lambda x, y, z, b: cp.NegativeTable([x, y], [[0, 1], [2, 2], [-1, 0]]),
    "regular": lambda x, y, z, b: cp.Regular(
        [x, y, z], [("a", 0, "a"), ("a", 1, "b"), ("b", 2, "a"), ("b", 1, "b")], "a", ["b"]
    ),
    "mdd": lambda x, y, z, b: cp.MDD(
        [x, y], [("r", 0, "s"), ("r", 2, "t"), ("s", 1, "e"), ("t", 0, "e")]
    ),
    "ite": lambda x, y, z, b: cp.IfThenElse(b, x > y, y > z),
    "in_domain": lambda x, y, z, b: cp.InDomain(x + y, [0, 3]),
    "xor": lambda x, y, z, b: cp.Xor([b, x > y, True]),
    "precedence": lambda x, y, z, b: cp.Precedence([x, y, z], [2, 0]),
    "gcc": lambda x, y, z, b: cp.GlobalCardinalityCount([x, y], [0, 1], [z, b]),
    "gcc_closed": lambda x, y, z, b: cp.GlobalCardinalityCount([x, y], [0, 1], [z, 1], closed=True),
    "increasing": lambda x, y, z, b: cp.Increasing(x, y, z),
    "decreasing": lambda x, y, z, b: cp.Decreasing(x, y, z),
    "increasing_strict": lambda x, y, z, b: cp.IncreasingStrict(x, y, z),
    "decreasing_strict": lambda x, y, z, b: cp.DecreasingStrict(x, y, z),
    "lex_less": lambda x, y, z, b: cp.LexLess([x, y], [y, z]),
    "lex_lesseq": lambda x, y, z, b: cp.LexLessEq([x, y], [y, z]),
    "lex_chain_less": lambda x, y, z, b: cp.LexChainLess([[x, 0], [y, 1], [z, 0]]),
    "lex_chain_lesseq": lambda x, y, z, b: cp.LexChainLessEq([[x, 0], [y, 1], [z, 0]]),
    "no_overlap": lambda x, y, z, b: cp.NoOverlap([x, y, 1], [1, z, 0]),
    "no_overlap_ends": lambda x, y, z, b: cp.NoOverlap([x, y], [1, z], [x + 1, 2]),
    "no_overlap_optional": lambda x, y, z, b: cp.NoOverlapOptional(
        [x, y], [2, z], is_present=[b, True]
    ),
    "cumulative": lambda x, y, z, b: cp.Cumulative([x, y, 1], [1, 2, 2], None, [1, z, 1], 2),
    "cumulative_optional": lambda x, y, z, b: cp.CumulativeOptional(
        [x, y, 1], [1, z, 2], None, [1, 2, 1], 2, [True, b, True]
    ),
    "reservoir": lambda x, y, z, b: cp.Reservoir([x, y, z], [1, -1, 1], 0, 1),
    "reservoir_optional": lambda x, y, z, b: cp.ReservoirOptional(
        [x, y, z], [1, -1, 1], 0, 1, [b, True, True]
    ),
    "min_max": lambda x, y, z, b: cp.max([x, y]) - cp.min([y, z]) == 1,
    "abs_mul": lambda x, y, z, b: abs(x - y) * z == 2,
    "div": lambda x, y, z, b: (x - 3) // y == z - 2,
    "mod": lambda x, y, z, b: (x - 3) % y == -z,
    "pow": lambda x, y, z, b: x**2 == y + z,
    "element": lambda x, y, z, b: cp.cpm_array([y, 2, z])[x] == y,
    "count": lambda x, y, z, b: cp.Count([x, y, z], x) == 2,
    "among": lambda x, y, z, b: cp.Among([x, y, z], [0, 2]) >= 2,
    "nvalue": lambda x, y, z, b: cp.NValue([x, y, z]) == 2,
    "nvalue_except": lambda x, y, z, b: cp.NValueExcept([x, y, z], 2) == 1,
    "logic": lambda x, y, z, b: (b & (x > 1)).implies((y == z) | ~b) & (b == (x < 2)),
    "sums": lambda x, y, z, b: 2 * x - y + 3 * b + (x == y) <= z - 1 + (-y),
    "constants": lambda x, y, z, b: cp.all([x >= 0, True]) & cp.any([x > y, False]),
}


@pytest.mark.parametrize("name", EXPRESSIONS)
@pytest.mark.parametrize("is_negated", [False, True])
def test_the_number_of_solutions_is_that_of_brute_force(name: str, is_negated: bool) -> None:
    x, y, z = variables = cp.intvar(-1, 2, shape=3, name=tuple("xyz"))
    b = cp.boolvar(name="b")
    given = EXPRESSIONS[name](x, y, z, b)
    stated = ~given if is_negated else given
    expected = set()
    for values in product(range(-1, 3), range(-1, 3), range(-1, 3), [False, True]):
        for each, value in zip([*variables, b], values, strict=True):
            each._value = value
        if argval(stated):
            expected.add(values)
    found = set()
    free = [x >= -1, y >= -1, z >= -1, b | ~b]
    solver = cp.SolverLookup.get(own.NAME, cp.Model(stated, free))
    n = solver.solveAll(display=lambda: found.add((x.value(), y.value(), z.value(), b.value())))
    assert found == expected
    assert n == len(expected)


def knapsack() -> tuple[Any, Any, Any]:
    """Return a model, its variables and what is to be greatest."""
    take = cp.boolvar(shape=4, name="take")
    weight = cp.sum(w * v for w, v in zip([3, 4, 5, 9], take, strict=True))
    value = cp.sum(w * v for w, v in zip([3, 4, 4, 10], take, strict=True))
    return cp.Model(weight <= 13, maximize=value), take, value


def test_an_objective_and_its_callbacks() -> None:
    model, take, value = knapsack()
    assert model.solve(solver=own.NAME)
    assert model.objective_value() == value.value() == 14
    assert model.status().exitstatus is ExitStatus.OPTIMAL
    seen: list[int] = []
    solver = cp.SolverLookup.get(own.NAME, model)
    assert solver.solve(display=lambda: seen.append(value.value()))
    assert seen == sorted(set(seen))
    assert seen[-1] == 14
    assert solver.solveAll() == 1
    assert [bool(each) for each in take.value()] == [False, True, False, True]
    solver.minimize(value)
    assert solver.solve()
    assert (solver.objective_value(), solver.solveAll()) == (0, 1)


def test_constraints_are_added_between_two_solves() -> None:
    x = cp.intvar(0, 9, name="x")
    solver = cp.SolverLookup.get(own.NAME)
    solver += x > 3
    assert solver.solve()
    y = cp.intvar(0, 9, name="y")
    solver += y > x
    assert solver.solveAll() == 15
    assert solver.solve(assumptions=[])
    solver += y < 4
    assert not solver.solve()
    assert solver.status().exitstatus is ExitStatus.UNSATISFIABLE
    assert x.value() is None
    assert isinstance(solver.native_model, csp.Model)


@pytest.mark.parametrize("has_objective", [False, True])
def test_assumptions_and_cores(has_objective: bool) -> None:
    x, y = cp.intvar(0, 5, shape=2, name="xy")
    a, b, c = bits = cp.boolvar(shape=3, name=tuple("abc"))
    solver = cp.SolverLookup.get(own.NAME, cp.Model(a.implies(x > y), b.implies(x < 2)))
    solver += [c.implies(y > 2), x >= 0, y >= 0]
    if has_objective:
        solver.minimize(x)
    assert solver.solve(assumptions=[a, b, ~c])
    assert [bool(each.value()) for each in bits] == [True, True, False]
    assert not solver.solve(assumptions=[a, b, c])
    core = solver.get_core()
    assert {each.name for each in core} == {"a", "c", "b"}
    assert not solver.solve(assumptions=[~a, c, a])
    assert {str(each) for each in solver.get_core()} == {"~a", "a"}
    assert solver.solve()
    with pytest.raises(ValueError, match="solve with assumptions"):
        solver.get_core()


def test_minimal_sets_are_found_by_calls_with_assumptions() -> None:
    from cpmpy.tools.explain.mus import mus

    x = cp.intvar(-9, 9, shape=3, name="x")
    soft = [x[0] < 0, x[1] < x[2], x[0] + x[1] > 3, x[1] < 2, x[2] != 5, cp.AllDifferent(x)]
    found = mus(soft, hard=[x[2] >= 0], solver=own.NAME)
    assert set(map(str, found)) == {str(soft[k]) for k in (0, 2, 3)}


def test_a_core_is_found_where_no_clauses_can_be_learned() -> None:
    x = cp.intvar(0, 1 << 30, shape=2, name="x")
    a, b = cp.boolvar(shape=2, name=tuple("ab"))
    solver = cp.SolverLookup.get(own.NAME, cp.Model(cp.AllDifferent(x)))
    solver += [a.implies(x[0] > 7), b.implies(x[0] < 5)]
    assert not solver.solve(assumptions=[a, b])
    assert {each.name for each in solver.get_core()} == {"a", "b"}


def test_hints_are_tried_first() -> None:
    x = cp.intvar(0, 9, shape=3, name="x")
    flag = cp.boolvar(name="flag")
    solver = cp.SolverLookup.get(own.NAME, cp.Model(cp.AllDifferent(x), flag | ~flag))
    solver.solution_hint([*x, ~flag], [7, 2, 5, True])
    assert solver.solve()
    assert (list(x.value()), flag.value()) == ([7, 2, 5], False)
    solver.solution_hint([], [])
    assert solver.solve()


def test_limits_and_statuses() -> None:
    x = cp.boolvar(shape=12, name="x")
    solver = cp.SolverLookup.get(own.NAME, cp.Model(cp.any(x)))
    assert solver.solveAll(solution_limit=5) == 5
    assert solver.status().exitstatus is ExitStatus.FEASIBLE
    assert solver.solveAll() == 4095
    assert solver.status().exitstatus is ExitStatus.OPTIMAL
    assert not solver.solve(max_nodes=0)
    assert solver.status().exitstatus is ExitStatus.UNKNOWN
    assert solver.solve(method="learning", time_limit=60)
    for wrong in 0, -1:
        with pytest.raises(ValueError, match="time limit"):
            solver.solve(time_limit=wrong)
        with pytest.raises(ValueError, match="time limit"):
            solver.solveAll(time_limit=wrong)


def test_what_is_not_supported_is_said() -> None:
    x, y = cp.intvar(1, 3, shape=2, name="xy")
    with pytest.raises(NotSupportedError, match="whole numbers only"):
        cp.Model(x + y <= 3.5).solve(solver=own.NAME)
    with pytest.raises(ValueError, match="no subsolvers"):
        cp.SolverLookup.get(f"{own.NAME}:fast", cp.Model(x < y))


def test_a_constraint_can_be_given_in_our_own_words() -> None:
    x = cp.intvar(0, 3, shape=3, name="x")
    model = cp.Model(cp.DirectConstraint("increasing", (list(x),)), cp.AllDifferent(x))
    assert model.solveAll(solver=own.NAME) == 4


def test_it_is_registered_once() -> None:
    own.register()
    names = [name for name, _ in cp.SolverLookup.base_solvers()]
    assert names.count(own.NAME) == 1
    assert names[0] != own.NAME
    assert own.NAME in cp.SolverLookup.supported()
