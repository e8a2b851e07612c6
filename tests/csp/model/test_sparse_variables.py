"""Variables whose few values lie far apart: every verb and export, against brute force."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from csp import (
    Model,
    ModelError,
    all_different,
    among,
    element,
    from_flatzinc,
    from_opb,
    lexicographic,
    maximum,
    table,
)
from csp.model.posted_records import MOST_SPARSE

pytestmark = pytest.mark.kernel

SIGNED, HALF, HUGE = (-(2**40), 5, 2**40), (0, 2**35), (0, 10**18)
NEAR, SHIFTED = (2**53, 2**53 + 1, 2**53 + 2**31), (-(2**60), -(2**60) + 2**33, 7)


class Case(NamedTuple):
    """Domains, what is posted, and a test of a row of values."""

    domains: tuple[Sequence[int], ...]
    post: Callable[..., Any]
    test: Callable[..., bool]


CASES = {
    "nothing": Case((SIGNED, HALF), lambda x, y: [], lambda x, y: True),
    "equal": Case((HALF, HALF), lambda x, y: x == y, lambda x, y: x == y),
    "constant": Case((HUGE, HUGE), lambda x, y: x == 10**18, lambda x, y: x == 10**18),
    "sum": Case(
        (SIGNED, SIGNED, HALF),
        lambda x, y, z: x + 2 * y + z >= 6,
        lambda x, y, z: x + 2 * y + z >= 6,
    ),
    "none": Case((SIGNED, SIGNED), lambda x, y: x + y == 11, lambda x, y: x + y == 11),
    "near": Case((NEAR, NEAR), lambda x, y: x < y, lambda x, y: x < y),
    "shifted": Case((SHIFTED, SHIFTED), lambda x, y: x - y >= 2**33, lambda x, y: x - y >= 2**33),
    "mixed": Case((SIGNED, range(4)), lambda x, y: x + y >= 7, lambda x, y: x + y >= 7),
    "differ": Case((SIGNED,) * 3, lambda *x: all_different(x), lambda *x: len({*x}) == 3),
    "table": Case(
        (SIGNED, HALF),
        lambda x, y: table([x, y], [(5, 0), (2**40, 2**35), (7, 7)]),
        lambda x, y: (x, y) in [(5, 0), (2**40, 2**35)],
    ),
    "element": Case(
        (HALF, range(3)),
        lambda x, i: element([7, 2**35, 0], i) == x,
        lambda x, i: x == [7, 2**35, 0][i],
    ),
    "index": Case(
        ((0, 2, 2**40), (3, 4, 5)),
        lambda i, x: element([3, 5, 4], i) == x,
        lambda i, x: i < 3 and x == [3, 5, 4][i],
    ),
    "absolute": Case((SIGNED,) * 2, lambda x, y: abs(x) == abs(y), lambda x, y: abs(x) == abs(y)),
    "maximum": Case((SIGNED, HALF), lambda *x: maximum(x) == 2**35, lambda *x: max(x) == 2**35),
    "among": Case((SIGNED,) * 2, lambda *x: among(x, [5]) == 1, lambda *x: x.count(5) == 1),
    "either": Case(
        (SIGNED,) * 2, lambda x, y: (x == 5) | (y == 2**40), lambda x, y: x == 5 or y == 2**40
    ),
    "order": Case(
        (SIGNED, HALF, SIGNED, HALF),
        lambda a, b, c, d: lexicographic([a, b], [c, d]),
        lambda a, b, c, d: (a, b) <= (c, d),
    ),
}


def stated(case: Case) -> tuple[Model, list[Any], list[tuple[int, ...]]]:
    """Return a model, its variables, and its solutions by brute force, sorted."""
    model = Model()
    x = [model.variable(values, f"x{k}") for k, values in enumerate(case.domains)]
    model.post(case.post(*x))
    return model, x, sorted(row for row in product(*case.domains) if case.test(*row))


@pytest.mark.parametrize("name", CASES)
def test_solutions(name: str, tmp_path: Path) -> None:
    model, x, known = stated(CASES[name])
    for method in ("auto", "propagation", "exact_cover"):
        assert model.count(method=method) == len(known)
        found = list(model.solutions(method=method))
        assert sorted(tuple(each[x].tolist()) for each in found) == known
        assert sorted(tuple(each.values()) for each in found) == known
    assert sorted(tuple(r) for rows in model.solutions().arrays() for r in rows.tolist()) == known
    assert bool(model.solve().solution) == bool(known)
    assert model.count(checkpoint=tmp_path / "run", workers=1) == len(known)
    tree = model.search_tree()
    assert sorted(tuple(n.solution.values()) for n in tree.nodes if n.solution) == known
    again = pickle.loads(pickle.dumps(model))
    assert again.count() == len(known)
    left = model.propagate() or {}
    for row in known:
        assert all(value in left[each] for each, value in zip(x, row, strict=True))
    group = model.symmetries()
    classes = list(model.solutions(up_to=group))
    assert sum(map(group.class_size, classes)) == len(known)
    assert model.count(up_to=group) == len(classes)


@pytest.mark.parametrize("name", CASES)
def test_the_best(name: str) -> None:
    model, x, known = stated(CASES[name])
    sums = sorted(map(sum, known))
    for kind, best in ((model.minimize, sums[:1]), (model.maximize, sums[-1:])):
        for controls in ({}, {"method": "propagation"}, {"workers": 2}, {"values": {"x0": 5}}):
            if controls.get("values") and 5 not in x[0].values:
                continue
            result = kind(sum(x), **controls)
            assert result.complete
            assert result.value == next(iter(best), None)
            assert result.solution is None or tuple(result.solution.values()) in known
    improved = [each[sum(x)] for each in model.improving_solutions(sum(x))]
    assert improved[-1:] == sums[:1]
    assert improved == sorted(improved, reverse=True)
    if known:
        start = dict(zip(x, known[-1], strict=True))
        assert model.minimize(sum(x), values=start, max_nodes=1).solution is not None
        found = model.solve(values=start, decide=x).solution
        assert found is not None and found[x].tolist() == list(known[-1])
        model.post(sum(x) >= sums[-1] + 1, name="too much")
    assert model.explain_infeasible().names


@pytest.mark.parametrize("name", CASES)
def test_exports(name: str) -> None:
    model, x, known = stated(CASES[name])
    cover = model.to_exact_cover()
    assert sorted(tuple(each[x].tolist()) for each in cover.solutions()) == known
    assert from_opb(model.to_opb()).model.count() == len(known)
    assert "p cnf" in model.to_dimacs()
    text = model.to_flatzinc(minimize=x[0])
    read = from_flatzinc(text)
    found = [tuple(s[read.variables[v.name]] for v in x) for s in read.model.solutions()]
    assert sorted(found) == known
    outputs = [line for line in text.splitlines() if ":: output_var" in line]
    assert len(outputs) == len(x)


def test_the_objective_of_opb_has_the_values() -> None:
    model, (x, y), _ = stated(CASES["equal"])
    read = from_opb(model.to_opb(minimize=x - 3 * y))
    assert read.model.minimize(read.objective).value == -2 * 2**35
    assert "x0=34359738368" in model.to_dimacs()


def test_names_and_texts() -> None:
    model, (x, *_), _ = stated(CASES["sum"])
    assert x.values == list(SIGNED)
    assert [x.may_be(value) for value in (5, 6, 2**40, 2**41)] == [True, False, True, False]
    assert "1,099,511,627,776" in model._repr_html_() or "1099511627776" in model._repr_html_()
    decisions = {node.decision.value for node in model.search_tree().nodes if node.decision}
    assert decisions <= {*SIGNED, *HALF}
    with pytest.raises(ModelError, match="belongs to another model"):
        Model().post(x >= 3)
    with pytest.raises(ModelError, match="values has 6 for x0, which cannot have that value"):
        model.solve(values={x: 6})


def test_an_array_of_them() -> None:
    model = Model()
    x = model.variables(3, [1, 2**33, 2**34])
    model.post(x.sum() == 2**33 + 2**34 + 1, x[0] != 1, x >= x[0] - 2**33)
    assert sorted(tuple(each[x].tolist()) for each in model.solutions()) == sorted(
        row
        for row in product([1, 2**33, 2**34], repeat=3)
        if sum(row) == 2**33 + 2**34 + 1 and row[0] != 1 and min(row) >= row[0] - 2**33
    )


def test_as_many_as_there_may_be() -> None:
    model = Model()
    x = model.variable([k**4 for k in range(MOST_SPARSE)], "fourth powers")
    model.post(x >= 10**12, x <= 1004**4)
    assert model.count() == 5
    with pytest.raises(ModelError, match=f"has {MOST_SPARSE + 1} values from 0 .* at most"):
        model.variable([k**4 for k in range(MOST_SPARSE + 1)])
