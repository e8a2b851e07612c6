"""The verbs of csp and the arguments that control a search; the driver is that of exactcover."""

import pickle
import signal
from importlib import import_module
from itertools import combinations, product
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import csp
from csp import (
    Expression,
    Model,
    ModelError,
    TruthValueError,
    Variable,
    all_different,
    all_different_except,
    at_most,
    cardinality,
    channel,
    circuit,
    cumulative,
    element,
    exactly,
    forbidden,
    if_then,
    iff,
    increasing,
    inverse,
    lexicographic_chain,
    maximum,
    no_overlap,
    regular,
    satisfies,
    table,
    truth,
    value_precedence,
)
from csp.engines.propagation.strategy import tree_for
from csp.kernels.restarts import geometric, luby
from csp.portfolio.choice import engine_for
from csp.presolve.search_parts import built
from csp.request import SEQUENCES, Branching
from exactcover import Interrupted, Progress, Stop, UndecidedError
from exactcover.runtime.search import driver, progress
from exactcover.runtime.search.limits import Watch
from exactcover.runtime.search.protocol import Out, Status, counting
from examples.job_shop import FT06
from tests.csp.requests import request_of
from tests.csp.strategies import models
from tests.running import compiled

pytestmark = pytest.mark.kernel


def permutations(n: int) -> Model:
    """Return the permutations of n numbers."""
    model = Model()
    model.post(all_different(model.variables(n, range(n), name="x")))
    return model


def other_variable() -> Variable:
    """Return a variable of another model."""
    return Model().variable([1], "z")


def wrong(value: Any) -> Any:
    """Return a value that has the wrong type."""
    return value


@given(limit=st.integers(0, 8), max_nodes=st.integers(0, 40))
def test_limits_keep_the_first_solutions(limit: int, max_nodes: int) -> None:
    model = permutations(3)
    everything = [tuple(s.values()) for s in model.solutions()]
    some = model.solutions(limit=limit, max_nodes=max_nodes)
    found = [tuple(s.values()) for s in some]
    assert found == everything[: len(found)]
    assert len(found) <= limit
    assert some.statistics.nodes <= max_nodes
    assert some.complete == (some.stopped is None)
    if some.complete:
        assert found == everything


@pytest.mark.parametrize(
    ("controls", "stopped"),
    [({"limit": 3}, Stop.LIMIT), ({"time_limit": 0.05}, Stop.TIME), ({"max_nodes": 9}, Stop.NODES)],
)
def test_a_count_says_why_it_was_stopped(controls: dict[str, Any], stopped: Stop) -> None:
    count = permutations(30).count(**controls)
    assert (count.complete, count.stopped) == (False, stopped)


def test_gave_up_is_not_no_solution() -> None:
    result = permutations(30).solve(max_nodes=1)
    assert result.solution is None
    with pytest.raises(UndecidedError):
        bool(result)
    best = permutations(30).minimize(0, max_nodes=1)
    with pytest.raises(UndecidedError):
        bool(best)


@settings(deadline=None, max_examples=20)
@given(model=models(), slices=st.lists(st.integers(1, 5), min_size=1))
def test_slices_and_snapshots_change_nothing(model: Model, slices: list[int]) -> None:
    from csp.engines.propagation.engine import Propagation
    from csp.model.layout import lay_out

    def engine() -> Propagation:
        builder = built(model)
        state = lay_out(builder)
        tree = tree_for(state, model, request_of())
        n = len(model.unknowns)
        return Propagation(state, tree, n, builder)

    expected = model.count()
    one, room = engine(), Out(np.empty((0, 0), np.uint32), np.empty(0, np.uint32), 1 << 40)
    for k in range(10_000):
        status = one.advance(slices[k % len(slices)], room)
        one.check()
        assert 0.0 <= one.part_done() <= 1.0
        if status == Status.EXHAUSTED:
            break
        snapshot, nodes = one.snapshot(), one.nodes
        one = engine()
        one.restore(snapshot)
        assert one.nodes == nodes
    assert one.solutions == expected
    assert one.nodes == expected.statistics.nodes


@pytest.mark.parametrize("every", [1, 3])
def test_snapshots_keep_what_was_remembered_before_restarts(every: int) -> None:
    pigeons = Model()
    pigeons.post(v != w for v, w in combinations(pigeons.variables(6, range(5)), 2))
    expected = pigeons.count(restart=1, method="propagation")

    def machine() -> Any:
        return engine_for(pigeons, request_of(restart=1, method="propagation"))[0]

    one, room = machine(), Out(np.empty((0, 0), np.uint32), np.empty(0, np.uint32), 1)
    for k in range(10_000):
        if one.advance(1, room) == Status.EXHAUSTED:
            break
        if k % every == 0:
            snapshot = one.snapshot()
            one = machine()
            one.restore(snapshot)
            one.check()
    assert one.nodes == expected.statistics.nodes
    assert one.solutions == expected == 0


def test_a_trail_that_grows_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = permutations(5).count()
    monkeypatch.setattr("csp.model.layout.TRAIL_FACTOR", 1)
    assert [tuple(s.values()) for s in permutations(5).solutions()]
    assert permutations(5).count() == expected == 120


def test_progress_never_falls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "FIRST_BUDGET", 1)
    monkeypatch.setattr(driver, "SLICE_SECONDS", 0.0)
    monkeypatch.setattr(progress, "SECONDS_BETWEEN", 0.0)
    seen: list[Progress] = []
    permutations(4).count(progress=seen.append)
    parts = [report.part for report in seen]
    assert parts == sorted(parts)
    assert parts[0] == 0.0
    assert parts[-1] == 1.0


def test_ctrl_c_keeps_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "FIRST_BUDGET", 1)
    monkeypatch.setattr(driver, "SLICE_SECONDS", 0.0)
    monkeypatch.setattr(progress, "SECONDS_BETWEEN", 0.0)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    reports: list[Progress] = []

    def report(progress: Progress) -> None:
        reports.append(progress)
        if len(reports) == 30:
            signal.raise_signal(signal.SIGINT)

    try:
        with pytest.raises(Interrupted) as caught:
            permutations(4).count(progress=report)
    finally:
        signal.signal(signal.SIGINT, before)
    result: Any = caught.value.result
    assert 0 < result < 24
    assert not result.complete


def test_a_seed_gives_the_same_again() -> None:
    first, again, other = (
        [tuple(s.values()) for s in permutations(4).solutions(seed=seed)] for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other
    assert sorted(first) == sorted(other)


@pytest.mark.parametrize(
    ("room", "sequence"),
    # Runs that do not grow end with a proof only if all nogoods are kept.
    [*product([0, 60, 1 << 12], sorted({*SEQUENCES} - {"constant"})), (1 << 16, "constant")],
)
@pytest.mark.parametrize("seed", range(4))
def test_nogoods_lose_nothing(
    room: int, seed: int, sequence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module("csp.engines.propagation.engine"), "NOGOOD_WORDS", room)
    pigeons = Model()
    x = pigeons.variables(6, range(5))
    pigeons.post(v != w for v, w in combinations(x, 2))
    how: Any = {"restart": 1, "seed": seed, "sequence": sequence}
    count = pigeons.count(**how)
    assert (count, count.complete) == (0, True)
    pigeons.post(x[0] != 4)
    assert pigeons.solve(**how).complete
    queens = Model()
    q = queens.variables(6, range(6))
    queens.post(all_different([v + k * i for i, v in enumerate(q)], "values") for k in (-1, 0, 1))
    found = [tuple(s.values()) for s in queens.solutions(**how, order="dom/wdeg")]
    assert len(set(found)) == len(found) == 4


def test_the_lengths_of_runs() -> None:
    # Kernels alone may call these when they are compiled.
    by_luby, by_half = getattr(luby, "py_func", luby), getattr(geometric, "py_func", geometric)
    wanted = [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    assert [int(by_luby(np.uint64(k))) for k in range(1, 16)] == wanted
    lengths = [int(by_half(np.uint64(10), np.uint64(k))) for k in range(1, 7)]
    assert lengths == [10, 15, 23, 35, 53, 80]


def test_nogoods_make_refutations_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    pigeons = Model()
    pigeons.post(v != w for v, w in combinations(pigeons.variables(6, range(5)), 2))
    nodes = {}
    for room in (0, 1 << 12):
        monkeypatch.setattr(import_module("csp.engines.propagation.engine"), "NOGOOD_WORDS", room)
        nodes[room] = pigeons.count(restart=1).statistics.nodes
    assert 2 * nodes[1 << 12] < nodes[0]


def test_an_order_that_is_given() -> None:
    model = permutations(3)
    last, *_ = reversed(model.unknowns)
    found = [s[last] for s in model.solutions(decide=[last], order="input", values="greatest")]
    assert found == [2, 2, 1, 1, 0, 0]


SEARCHES: dict[str, tuple[Any, str]] = {
    "count": (lambda m, x: m.count(), "order adaptive, values least, no restarts"),
    "solve": (
        lambda m, x: m.solve(),
        "order last conflict, values saved, luby restarts, from 100 ",
    ),
    "best": (lambda m, x: m.minimize(x), "order dom/wdeg, values saved, luby restarts, from 1000 "),
    "greatest": (lambda m, x: m.maximize(x), "order dom/wdeg, values saved, luby restarts"),
    "fixed order": (lambda m, x: m.minimize(x, order="input"), "values least, no restarts"),
    "first in order": (lambda m, x: m.solve(order="input"), "values least, no restarts"),
    "asked for": (
        lambda m, x: m.minimize(x, order="input", restart=7),
        "restarts, from 7 failures",
    ),
    "random": (lambda m, x: m.minimize(x, seed=1, order="input"), "values random, luby restarts"),
}
"""A call of a verb, and the description of the default search that it must contain."""


@pytest.mark.parametrize("name", SEARCHES)
def test_the_search_by_default(name: str) -> None:
    ask, expected = SEARCHES[name]
    model = permutations(3)
    (line,) = ask(model, model.unknowns[0]).statistics.choice
    assert expected in line


@pytest.mark.parametrize(
    ("spelling", "name"),
    [("dom_wdeg", "dom/wdeg"), ("Dom/WDeg", "dom/wdeg"), ("last_conflict", "last conflict")],
)
def test_names_of_orders_are_accepted_in_any_spelling(spelling: str, name: str) -> None:
    branching = Branching(order=spelling, values="Greatest", sequence=" GEOMETRIC")
    assert branching == Branching(order=name, values="greatest", sequence="geometric")
    model = permutations(3)
    (line,) = model.count(order=spelling, values="Greatest").statistics.choice
    assert line == f"propagation: order {name}, values greatest, no restarts"


def test_the_name_of_an_order_is_text() -> None:
    with pytest.raises(ModelError, match="the name of a value order is a text, not 3"):
        permutations(3).count(values=wrong(3))


@compiled
def test_a_job_shop_is_proved_by_default() -> None:
    """By the order of enumeration it is not after a million nodes."""
    model, ends = Model(), []
    tasks: dict[int, list[tuple[Any, int]]] = {}
    for job in FT06:
        before: Any = 0
        for start, (machine, time) in zip(model.variables(6, range(197)), job, strict=True):
            model.post(before <= start)
            tasks.setdefault(machine, []).append((start, time))
            before = start + time
        ends.append(before)
    model.post(no_overlap(*zip(*some, strict=True)) for some in tasks.values())
    best = model.minimize(maximum(ends), max_nodes=20_000)
    assert (best.value, best.complete) == (55, True)


def test_values_of_a_solution_are_tried_first() -> None:
    model = permutations(6)
    for wanted in list(model.solutions())[::100]:
        for values in (wanted, {v: wanted[v] for v in model.unknowns}):
            again = model.solve(values=values).get()
            assert dict(again) == dict(wanted)
    x, *_ = model.unknowns
    assert model.count(values={x: 4}) == 720


def test_solutions_take_names_variables_expressions_and_arrays() -> None:
    model = Model()
    x = model.variables((2, 2), [3], name="x")
    solution = model.solve().get()
    assert solution["x[0, 1]"] == solution[x[0, 1]] == 3
    assert solution[x].tolist() == [[3, 3], [3, 3]]
    assert solution[x[0].sum() - 1] == 5
    with pytest.raises(KeyError):
        solution["y"]


@pytest.mark.parametrize("key", [3, 0.5, None, (0,), {"x": 1}, {1}, b"", np.array(7)])
def test_keys_that_no_solution_has(key: Any) -> None:
    model = Model()
    model.variable([1], "x")
    with pytest.raises(KeyError):
        model.solve().get()[key]


def test_a_constraint_is_no_key_of_a_solution() -> None:
    model = Model()
    x = model.variable([1], "x")
    with pytest.raises(KeyError, match="x == 1"):
        model.solve().get()[x == 1]  # type: ignore[call-overload]
    assert model.solve().get()[truth(x == 1)] == 1


def test_solutions_can_be_pickled_and_hashed() -> None:
    model = Model()
    x = model.variables(2, range(3), name="x")
    model.post(satisfies(x, lambda a, b: a + b == 3))  # a model that cannot be pickled
    one, other = model.solutions()
    copy = pickle.loads(pickle.dumps(one))
    assert (copy[x].tolist(), copy[x[0] + 1], copy["x[1]"]) == (one[x].tolist(), one[x[0]] + 1, 2)
    assert {one, other, copy} == {one, other}
    y = model.variable([7], "y")
    assert list(one) == ["x[0]", "x[1]"]
    for mistake in (y, other_variable()):
        with pytest.raises(ModelError, match="belongs to another model"):
            one[mistake]
    with pytest.raises(KeyError):
        one["y"]


@pytest.mark.parametrize(
    ("mistake", "message"),
    [
        (lambda m, x: m.variable([], "y"), "y has no values"),
        (lambda m, x: m.variable([1.5], "y"), "a value of y is 1.5: it must be a whole number"),
        (lambda m, x: m.variables(-1, range(2)), "the shape is -1: it must be a whole number from"),
        (lambda m, x: m.variables("ab", range(2)), "the shape is 'ab': it must be a whole number"),
        (lambda m, x: m.variable(range(1 << 40), "y"), "y has all values from 0 to 1099511627775"),
        (lambda m, x: m.post(other_variable() == 1), "z belongs to another model"),
        (lambda m, x: m.post(x), "x may have the values .*: the operand of a logical constraint"),
        (lambda m, x: m.variable([1 << 62], "y"), "a value of y is .*: it must be below 2"),
        (lambda m, x: m.variable(range(-(1 << 80), 0), "y"), "a value of y is .* above -2"),
        (lambda m, x: m.variable(["1"], "y"), "a value of y is '1': it must be a whole number"),
        (lambda m, x: m.post(x + (1 << 61) + (1 << 61) == 0), "may overflow"),
        (lambda m, x: m.post(all_different([x + (1 << 61) + (1 << 61), x])), "may overflow"),
        (lambda m, x: m.post(abs(x - (1 << 61) - (1 << 61)) == 0), "may overflow"),
        (lambda m, x: m.post((x + (1 << 40)) * (x + (1 << 40)) == 0), "may overflow"),
        (lambda m, x: m.post(cumulative([x] * 4, [1] * 4, [1 << 60] * 4, x)), "may overflow"),
        (lambda m, x: m.post(satisfies([x], lambda v: 1 // v)), "ZeroDivisionError.* values "),
        (lambda m, x: table([x], [(1, 2)]), r"the tuple \(1, 2\) has 2 values for 1 exp"),
        (lambda m, x: table([x], wrong([(1.5,)])), "row 0, column 0: it is 1.5"),
        (lambda m, x: exactly(wrong(0.5), [x == 1]), "a number of constraints is 0.5"),
        (lambda m, x: maximum([]), "a maximum or minimum needs at least one"),
        (lambda m, x: inverse([x], []), "arrays have 1 and 0 expressions: they must"),
        (lambda m, x: no_overlap([x], []), "there are 1 starts, but 0 durations"),
        (lambda m, x: cumulative([x], [1], [], 2), "1 starts, 1 durations and 0 demands"),
        (
            lambda m, x: regular([x], wrong({1: 2}), 0, [2]),
            "a transition is 1 -> 2: it must be from",
        ),
        (lambda m, x: regular([x], wrong({(0, "a"): 2}), 0, [2]), "a value of a transition is 'a'"),
        (lambda m, x: value_precedence([x], [1, 1]), "each may be listed only once"),
        (lambda m, x: all_different_except([x], wrong("a")), "may be shared is 'a'"),
        (lambda m, x: x + 0.5, "a term is 0.5: it must be a whole number"),
        (lambda m, x: m.post((1 << 61) * x <= 1), "may overflow"),
        (lambda m, x: all_different([x], "strong"), "unknown level 'strong'"),
        (lambda m, x: m.count(order="best"), "unknown order 'best'; the orders are smallest"),
        (lambda m, x: m.count(restart=-1), "restart is -1"),
        (
            lambda m, x: m.count(sequence="fast"),
            "unknown sequence 'fast'; the sequences are luby, geometric",
        ),
        (lambda m, x: m.variable(7), "the values of x1 are 7: give a range or a list"),
        (lambda m, x: m.solve(values={x: 99}), "values has 99 for x, which cannot have that"),
        (lambda m, x: m.solve(values={"x": -1}), "values has -1 for x, which cannot have that"),
        (lambda m, x: m.count(decide=x), "variables of decide: x is given where a list"),
        (lambda m, x: all_different(wrong(5)), "the expressions: 5 is given where a list"),
        (lambda m, x: circuit(wrong(x)), "the successors: x is given where a list"),
        (lambda m, x: no_overlap(wrong(5), [1]), "the starts: 5 is given where a list"),
        (lambda m, x: no_overlap([x], wrong(1)), "the durations: 1 is given where a list"),
        (lambda m, x: cumulative([x], [1], wrong(1), 1), "the demands: 1 is given where a list"),
        (lambda m, x: inverse([x], wrong(x)), "the right expressions: x is given where a list"),
        (lambda m, x: element(wrong(5), x), "the elements: 5 is given where a list"),
        (lambda m, x: channel(x, wrong(5)), "the bits: 5 is given where a list"),
        (lambda m, x: table(wrong(x), [(1,)]), "the expressions: x is given where a list"),
        (lambda m, x: table([x], wrong(5)), "the tuples: 5 is given where a list"),
        (lambda m, x: table([x], wrong([5])), "the values of a tuple: 5 is given where a list"),
        (lambda m, x: satisfies([x], wrong(5)), "the predicate is 5: it must be a function"),
        (lambda m, x: regular([x], wrong([1]), 0, [0]), "the transitions are .1.: they must be"),
        (lambda m, x: regular([x], {}, 0, wrong(0)), "accepting states: 0 is given where a list"),
        (lambda m, x: value_precedence([x], wrong(1)), "the values: 1 is given where a list"),
        (lambda m, x: increasing(wrong(x)), "the expressions: x is given where a list"),
        (lambda m, x: lexicographic_chain([x]), "expressions of a row: x is given"),
        (lambda m, x: exactly(1, wrong(x == 1)), "the constraints: x == 1 is given where a list"),
        (lambda m, x: truth(wrong(x)), "x is not a constraint: only these have truth values"),
        (lambda m, x: m.post(if_then(x, x == 1)), "the values 0, 1, 2, 3: the operand of"),
        (lambda m, x: m.post(~if_then(x == 1, x)), "the values 0, 1, 2, 3: the operand of"),
        (lambda m, x: m.post(x == exactly(1, [2 * x])), r"2\*x may have the values from 0 to 6"),
        (lambda m, x: m.post(iff(x == 1, 2)), "2 may have the values from 2 to 2"),
        (lambda m, x: m.post((x == 1) | x), "the values 0, 1, 2, 3: the operand of"),
        (lambda m, x: m.post(at_most(1, [x + 1])), r"x \+ 1 may have the values from 1 to 4"),
        (lambda m, x: m.variable(range(2), 7), "the name of a variable is 7: it must be a string"),
        (
            lambda m, x: cardinality([x], cast(Any, [1, 2])),
            r"counts are \[1, 2\]: they must be",
        ),
        (lambda m, x: m.post((x * (1 << 40)) * (x * (1 << 40)) == 1), "may overflow"),
        (lambda m, x: m.solve(values="best"), "unknown value order 'best'; "),
        (lambda m, x: m.solve(values={"y": 1}), "values has 'y', which is no variable of the"),
        (lambda m, x: m.solve(values={other_variable(): 1}), "values has z, which is no variable"),
        (lambda m, x: m.solve(values={x: 0.5}), "the value for x in values is 0.5"),
        (lambda m, x: m.count(decide=[1]), "decide has 1, which is not a variable"),
        (lambda m, x: m.count(decide=[other_variable()]), "z, which belongs to another model"),
        (lambda m, x: m.minimize(other_variable()), "z belongs to another model"),
        (lambda m, x: m.variable([1], "x"), "there is already a variable x"),
    ],
)
def test_mistakes(mistake: Any, message: str) -> None:
    model = Model()
    x = model.variable(range(4), "x")
    with pytest.raises(ModelError, match=message):
        mistake(model, x)


@pytest.mark.parametrize(
    "contradiction",
    [
        lambda x: x < x,
        lambda x: x + 3 * abs(x - 9) == 8,
        lambda x: x - abs(x) > 3,
        lambda x: cardinality([x], {0: 1, 1: 1}),
        lambda x: 2 * x == 7,
        lambda x: all_different([x, x]),
        lambda x: all_different([x, 1, 1]),
        lambda x: table([x, x + 1], [(1, 7), (8, 2)]),
        lambda x: table([x], []),
        lambda x: satisfies([x], lambda v: v > 9),
        lambda x: forbidden([x], [(None,)]),
        lambda x: regular([x], {(0, 1): 1}, 0, [0]),
        lambda x: regular([], {}, 0, []),
        lambda x: value_precedence([x], [7, 0, 1, 2, 3]),
        lambda x: circuit([x + 5, x]),
        lambda x: inverse([x + 5], [x]),
        lambda x: channel(x, [x + 2]),
        lambda x: no_overlap([x], [x - 4]),
        lambda x: cumulative([x], [1], [x - 4], 9),
        lambda x: all_different([x, x + 1, x - 1, 0, 1, 2, 3, 4]),
        lambda x: element([1, 2], x + 2) == 1,
    ],
)
def test_constraints_that_cannot_hold_leave_no_solution(contradiction: Any) -> None:
    model = Model()
    x = model.variable(range(4), "x")
    posted = contradiction(x)
    model.post(x > 0, posted)
    assert [each is posted for each in model.contradictions] == [True]
    result = model.solve()
    assert (result.solution, result.complete) == (None, True)
    assert (model.count(), model.propagate()) == (0, None)
    assert model.minimize(x).complete
    assert model.count(method="exact_cover") == 0
    assert model.count(workers=1) == 0


@pytest.mark.parametrize("how", [{}, {"restart": 1}, {"limit": 5}])
def test_a_model_without_variables_has_one_solution_or_none(how: Any) -> None:
    model, impossible = Model(), Model()
    impossible.post(table([1], [(2,)]))
    assert [dict(solution) for solution in model.solutions(**how)] == [{}]
    assert (model.count(**how), impossible.count(**how)) == (1, 0)
    assert (bool(model.solve(**how)), bool(impossible.solve(**how))) == (True, False)
    assert [rows.shape for rows in model.solutions(**how).arrays()] == [(1, 0)]
    assert (model.propagate(), impossible.propagate()) == ({}, None)


def test_nothing_is_posted_where_one_thing_is_wrong() -> None:
    model = Model()
    x = model.variable(range(4), "x")
    with pytest.raises(ModelError, match="5 is not a constraint"):
        model.post(x > 0, [x > 1, 5])
    with pytest.raises(ModelError, match="may overflow"):
        model.post([2 * x == 7, x + (1 << 61) + (1 << 61) == 0])
    assert (model.constraints, model.contradictions, model.count()) == ((), (), 4)


def test_names_by_default_are_free_ones() -> None:
    model = Model()
    names = ["x1", None, None, "x2", None]
    with pytest.raises(ModelError, match="there is already a variable x2"):
        [model.variable([1], name) for name in names]
    assert [model.variable([1]).name for _ in range(2)] == ["x4", "x5"]
    assert list(model.names) == ["x1", *(each.name for each in model.unknowns[1:])]


def test_long_sums_are_no_deep_ones_and_deep_ones_are_refused() -> None:
    model = Model()
    x = model.variables(3000, range(2), name="x")
    total: Expression = x[0]
    for v in x[1:]:
        total = total + v
    model.post(total == 0)
    assert model.count() == 1
    nested: Expression = x[0]
    condition = x[0] == 1
    for k in range(3000):
        nested, condition = abs(nested - 1), condition | (x[1] == k)
    for mistake in (nested == 0, condition):
        with pytest.raises(ModelError, match="nested too deeply"):
            model.post(mistake)
    for workers in (None, 1):
        with pytest.raises(ModelError, match="nested too deeply"):
            model.minimize(nested, workers=workers)
    assert len(model.constraints) == 1


def test_what_only_several_constraints_rule_out_is_no_contradiction() -> None:
    model = Model()
    x = model.variables(3, range(4), name="x")
    model.post([v < 2 for v in x], all_different(x))
    assert model.count() == 0
    assert model.propagate() is None


def test_constraints_and_expressions_have_no_truth_value() -> None:
    x = Model().variable(range(4), "x")
    with pytest.raises(TruthValueError, match="neither true nor false, post it to a model"):
        bool(x == 1)
    with pytest.raises(TruthValueError, match="an expression is neither true nor false"):
        bool(x)


def test_the_package_says_that_it_has_types() -> None:
    assert Path(csp.__file__).with_name("py.typed").exists()


def test_unknown_keywords() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'timelimit'"):
        permutations(3).count(timelimit=1)  # type: ignore[call-arg]


def test_a_limit_that_has_passed_does_not_disturb_a_restart() -> None:
    model = Model()
    pigeons = model.variables(6, range(5))
    model.post(one != other for one, other in combinations(pigeons, 2))
    engine, _ = engine_for(model, request_of(order="dom/wdeg", restart=1))
    with Watch(time_limit=0).running():
        assert engine.advance(1 << 20, counting(2)) is Status.EXHAUSTED
    assert engine.solutions == 0


@pytest.mark.parametrize("method", ["auto", "propagation", "learning", "neighbourhoods"])
def test_a_start_that_is_a_solution_comes_first(method: str) -> None:
    model = Model()
    x, y, z = model.variables(3, range(10), "x")
    model.post(abs(x - y) + abs(y - z) == 6)
    start = {x: 7, y: 3, z: 1}
    first = model.minimize(x * y - z, values=start, limit=1, method=method).solution
    assert first is not None
    assert [first[v] for v in start] == [7, 3, 1]
    if method != "neighbourhoods":
        assert model.solve(values=start, method=method).get()[[x, y, z]].tolist() == [7, 3, 1]


def test_a_start_that_is_no_solution_is_a_start() -> None:
    model = Model()
    x, y = model.variables(2, range(10), "x")
    model.post(x + y == 7, x != 3)
    assert model.minimize(x, values={x: 3, y: 4}).value == 0
    assert model.solve(values={y: 5}).get()[[x, y]].tolist() == [2, 5]


def test_truth_values_and_0_1_variables_are_posted() -> None:
    model = Model()
    x, b = model.variable(range(3), "x"), model.bool_var("b")
    model.post(sum([]) <= 3, [b, x >= 1], np.True_)
    assert model.count() == 2
    model.post(sum([]) >= 1)  # False, as Python computes it
    assert (model.count(), len(model.contradictions)) == (0, 1)
