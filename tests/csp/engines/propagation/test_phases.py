"""Searches by phases find solutions in the order that a plain search in Python has."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp import Model, ModelError, Phase, Priority, table
from csp.engines.propagation.phases import phases_for
from csp.model.expressions import Expression
from csp.phases import ORDERS, VALUES, leaves_of
from csp.presolve.search_parts import built
from tests.csp.engines.propagation.reference import Search

pytestmark = pytest.mark.kernel

CERTAIN = tuple(each for each in VALUES if "random" not in each)
FAR = 10**9
"""Values that lie so far apart that a variable knows only their places."""


@st.composite
def tables(draw: st.DrawFn) -> tuple[Model, list[tuple[int, ...]], list[int]]:
    """Return a model with the rows of a table, and the numbers of constraints on its variables.

    The last variable is in no table, and its values may lie far apart.
    """
    n = draw(st.integers(2, 3))
    rows = sorted(draw(st.sets(st.tuples(*[st.integers(-3, 5)] * n), min_size=2, max_size=12)))
    model = Model()
    for k in range(n):
        model.variable(sorted({row[k] for row in rows}), f"x{k}")
    x, degrees = list(model.unknowns), [0] * (n + 1)
    scopes = [range(n), *draw(st.lists(st.sets(st.integers(0, n - 1), min_size=2), max_size=3))]
    for scope in map(sorted, scopes):
        model.post(table([x[k] for k in scope], {tuple(row[k] for k in scope) for row in rows}))
        for k in scope:
            degrees[k] += 1
    last = draw(st.sampled_from([[-FAR, 0, 2, FAR], [-5, -4, -2, 1, 2], [0, 1, 3]]))
    model.variable(last, "last")
    return model, [(*row, value) for row in rows for value in last], degrees


def views(model: Model) -> st.SearchStrategy[Expression]:
    """Return variables, sometimes times a number plus another one."""
    return st.builds(
        lambda x, scale, offset: x if (scale, offset) == (1, 0) else scale * x + offset,
        st.sampled_from(list(model.unknowns)),
        st.sampled_from([1, 1, 1, -1, 2, -3]),
        st.integers(-2, 2),
    )


def phases(model: Model) -> st.SearchStrategy[Phase]:
    """Return phases of some variables, certain ones: without random values."""

    def made(own: list[Any], order: str, values: str, wishes: list[int] | None) -> Phase:
        if values == "interval":  # those of 2 * x are those of x
            own = [each for each in own if {*map(abs, each.linear().terms.values())} == {1}]
        return Phase(own, order, values if wishes is None else wishes[: len(own)])

    wishes = st.none() | st.lists(st.integers(-3, 5), min_size=4, max_size=4)
    own = st.lists(views(model), max_size=4)
    return st.builds(made, own, st.sampled_from(ORDERS), st.sampled_from(CERTAIN), wishes)


def steps(model: Model) -> st.SearchStrategy[list[Any]]:
    """Return lists of phases and priorities, which have phases and priorities."""

    def priorities(below: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        def made(own: list[Any], order: str) -> Priority:
            return Priority([key for key, _ in own], [search for _, search in own], order)

        branch = st.tuples(views(model), st.lists(below, min_size=1, max_size=2))
        branches = st.lists(branch, min_size=1, max_size=3)
        return st.builds(made, branches, st.sampled_from(ORDERS))

    return st.lists(st.recursive(phases(model), priorities, max_leaves=6), min_size=1, max_size=3)


@settings(deadline=None, max_examples=400)
@given(data=st.data())
def test_solutions_come_in_the_order_of_a_plain_search(data: st.DataObject) -> None:
    model, rows, degrees = data.draw(tables())
    given_steps = [*data.draw(steps(model)), Phase(model.unknowns, "smallest")]
    expected = list(Search(given_steps, degrees).rows(rows))
    found = [tuple(each.values()) for each in model.solutions(decide=given_steps)]
    assert found == expected


@pytest.mark.parametrize("values", VALUES)
@pytest.mark.parametrize("order", ORDERS)
def test_every_order_finds_all_solutions(order: str, values: str) -> None:
    model = Model()
    x = model.variables(3, [-2, -1, 1, 4], name="x")
    model.post(x[0] + x[1] != x[2], x[0] != x[1])
    n = model.count()
    found = list(model.solutions(decide=[Phase(x, order, values)], seed=7))
    assert len(found) == len({tuple(each.values()) for each in found}) == n
    best = model.minimize(x[0] - x[1], decide=[Phase(x, order, values)])
    assert (best.value, best.complete) == (-6, True)


def test_a_wide_domain_is_cut_at_its_ends() -> None:
    model = Model()
    x = model.variable(range(3 << 20), "x")
    y = model.variable([0, 5], "y")
    model.post(x == y + 2_000_000)
    for values in VALUES:
        found = model.solutions(decide=[Phase([-x], "input", values)], seed=1)
        assert sorted(each["y"] for each in found) == [0, 5]


def test_many_levels_for_a_variable() -> None:
    model = Model()
    x = model.variables(3, range(40), name="x")
    found = model.solve(decide=[Phase(x, values="not least")]).solution
    assert found is not None and set(found.values()) == {39}


def test_sets_are_decided_by_members() -> None:
    model = Model()
    a, b = model.set_variable([3, 7, 9], "a"), model.set_variable([2, 4], "b")
    firsts = {
        "least": [{3, 7, 9}, {3, 7}, {3, 9}],
        "greatest": [{3, 7, 9}, {7, 9}, {3, 9}],
        "not least": [set(), {9}, {7}],
        "not greatest": [set(), {3}, {7}],
    }
    for values, expected in firsts.items():
        found = model.solutions(limit=3, decide=[Phase([b, a], "largest", values)])
        # Of the larger set the members are undecided until both are as large.
        assert next(found)[a] == expected[0]
        found = model.solutions(
            limit=3, decide=[Phase([b], values=values), Phase([a], "input", values)]
        )
        assert [each[a] for each in found] == expected


def test_restarts_of_all_sequences_end_with_a_proof() -> None:
    model = Model()
    x = model.variables(6, range(5), name="x")
    model.post(x[i] != x[j] for i in range(6) for j in range(i))
    sequences: list[Any] = ["luby", "geometric", "linear", ("geometric", 2), ("geometric", 1.5)]
    for sequence in [*sequences, "constant"]:
        decide = [Phase(x, "smallest")]
        result = model.solve(decide=decide, restart=3, sequence=sequence)
        assert result.complete and result.solution is None


@pytest.mark.parametrize(
    ("decide", "message"),
    [
        (lambda x: [x[0], Phase(x)], "phases and variables"),
        (lambda x: [Phase(x, "adaptive")], "unknown order 'adaptive'"),
        (lambda x: [Phase(x, values="saved")], "unknown value order 'saved'"),
        (lambda x: [Phase(["x"])], "neither a variable"),
        (lambda x: [Phase(x, values=[1])], "2 variables, and 1 values"),
        (lambda x: [Priority(x, [Phase(x)])], "2 keys and 1 searches"),
        (lambda x: [Priority(x[:1], [[x]])], "is no search"),
        (lambda x: [Phase([Model().variable(range(2))])], "another model"),
    ],
)
def test_errors(decide: Any, message: str) -> None:
    model = Model()
    x = model.variables(2, range(2), name="x")
    with pytest.raises(ModelError, match=message):
        model.solve(decide=decide(x))


def test_a_base_is_checked() -> None:
    model = Model()
    model.variable(range(2))
    for sequence in ("geometric", 0.5), ("luby", 2), ("geometric",):
        with pytest.raises(ModelError, match="base"):
            model.solve(restart=1, sequence=sequence)  # type: ignore[arg-type]


def test_expressions_get_a_variable_if_need_be() -> None:
    model = Model()
    x, y = model.variables(2, range(3), name="x")
    step = Priority([x * y, x], [Phase([x + y]), [Phase([y, 4])]])
    assert [each.values for each in leaves_of([step])] == ["least", "least"]
    made = phases_for(built(model), model, [step])
    assert len(made.phases) == 5 and len(made.entries) == 4
    first = model.solve(decide=[Phase([x + y], values="greatest")]).solution
    assert first is not None and sum(first.values()) == 4
