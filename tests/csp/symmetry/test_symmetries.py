"""Symmetries and classes of solutions against brute force."""

import signal
from collections.abc import Callable
from itertools import combinations, pairwise, product
from math import factorial
from threading import Event
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import csp.symmetry.search as search_module
from csp import (
    Model,
    ModelError,
    Symmetries,
    all_different,
    all_different_except,
    cardinality,
    channel,
    circuit,
    count_of,
    cumulative,
    diffn,
    element,
    forbidden,
    inverse,
    lex_leader,
    lexicographic,
    no_overlap,
    satisfies,
    scalar_product,
    symmetries,
    table,
)
from csp.model import literal_graph
from csp.symmetry import symmetries as module
from exactcover import Interrupted, Stop
from exactcover.runtime.search import driver, progress
from tests.csp import oracle
from tests.csp.strategies import constraints, models

pytestmark = pytest.mark.kernel
igraph = pytest.importorskip("igraph")

SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]
Literals = frozenset[tuple[int, int]]


@st.composite
def alike(draw: st.DrawFn) -> Model:
    """Draw a model whose variables have the same values, with constraints that are often alike."""
    model = Model()
    n, most = draw(st.sampled_from([(2, 4), (3, 3), (3, 2), (4, 3), (5, 2)]))
    x = [model.variable(range(most), name) for name in "abcde"[:n]]
    kind = draw(st.sampled_from(sorted(SYMMETRIC)))
    model.post(SYMMETRIC[kind](x))
    for _ in range(draw(st.integers(0, 1))):
        model.post(draw(constraints(x[: draw(st.integers(2, n))])))
    return model


SYMMETRIC: dict[str, Callable[[list[Any]], Any]] = {
    "none": lambda x: [],
    "all different": all_different,
    "but one": lambda x: all_different_except(x, 0),
    "pairs": lambda x: [a != b for a, b in combinations(x, 2)],
    "sum": lambda x: sum(x) == len(x),
    "at most": lambda x: sum(x) <= len(x),
    "not": lambda x: sum(x) != len(x),
    "two sums": lambda x: [x[0] + x[1] == x[-1] + 1, sum(x) >= 2],
    "distances": lambda x: all_different([abs(a - b) for a, b in pairwise(x)]),
    "products": lambda x: scalar_product(x, [*x[1:], x[0]]) == 3,
    "cardinality": lambda x: cardinality(x, {0: 1, 1: x[0]}),
    "count": lambda x: count_of(x, 1) == count_of(x, 0),
    "circuit": circuit,
    "inverse": lambda x: inverse(x[: len(x) // 2], x[len(x) // 2 :][: len(x) // 2]),
    "channel": lambda x: channel(x[0], x[1:]),
    "tasks": lambda x: cumulative(x, [2, 1, 2, 1, 2][: len(x)], [1] * len(x), 2),
    "apart": lambda x: no_overlap(x, [1] * len(x)),
    "boxes": lambda x: diffn(
        [*zip(x[::2], x[1::2], strict=False)], [(2, 1), (2, 1)][: len(x) // 2]
    ),
    "squares": lambda x: diffn([*zip(x[::2], x[1::2], strict=False)], [(2, 2)] * (len(x) // 2)),
    "lengths": lambda x: diffn([[v] for v in x[::2]][: len(x) // 2], [[v] for v in x[1::2]]),
    "element": lambda x: [element(x, v) == k for k, v in enumerate(x)],
    "elements": lambda x: element(x, x[0]) == element(x, x[-1]),
    "sum in a table": lambda x: table([x[0], sum(x[1:])], [(0, 1), (0, 2), (1, 0), (1, 3)]),
    "sum not in a table": lambda x: forbidden([x[-1], sum(x)], [(0, 1), (1, 2)]),
    "different sums": lambda x: all_different([x[0] + x[-1], sum(x), x[0] - 2 * x[1]]),
    "table": lambda x: table(x, [t for t in product(range(3), repeat=len(x)) if sum(t) % 2]),
    "forbidden": lambda x: forbidden(x, [[0] * len(x), [1] * len(x)]),
    "predicate": lambda x: satisfies(x, lambda *values: sum(values) % 3 == 1),
    "order": lambda x: lexicographic(x, x[::-1]),
}

SPECIAL = {"none", "inverse", "boxes", "squares", "different sums"}


def classes(model: Model, group: Symmetries) -> list[set[Literals]]:
    """Return the classes of solutions, by applying all elements to all solutions."""
    number = {(v.index, value): k for k, (v, value) in enumerate(group.literals)}
    rows = [frozenset(enumerate(solution)) for solution in oracle.solutions(model)]
    literals = {v: k for k, v in number.items()}
    elements = list(group.group)
    left, found = set(rows), []
    while left:
        one = next(iter(left))
        own = {
            frozenset(literals[int(element[number[literal]])] for literal in one)
            for element in elements
        }
        assert own <= left
        found.append(own)
        left -= own
    return found


def check_classes(model: Model, group: Symmetries, **controls: Any) -> None:
    """Assert that counts and solutions up to symmetry are those of brute force."""
    wanted = classes(model, group)
    count = model.count(up_to=group, **controls)
    assert (count, count.complete) == (len(wanted), True)
    found = list(model.solutions(up_to=group, **controls))
    assert len(found) == len(wanted)
    for solution in found:
        own = frozenset(enumerate(solution.values()))
        (mine,) = [one for one in wanted if own in one]
        wanted.remove(mine)
        assert group.class_size(solution) == len(mine)
        images = [frozenset(enumerate(image.values())) for image in group.images(solution)]
        assert images[0] == own
        assert sorted(map(sorted, images)) == sorted(map(sorted, mine))


@settings(max_examples=150, deadline=None, suppress_health_check=SLOW)
@given(model=st.one_of(alike(), models()), most_listed=st.sampled_from([0, 64]))
def test_classes_equal_brute_force(model: Model, most_listed: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(literal_graph, "MOST_LISTED", most_listed)
        group = model.symmetries()
        assume(group.order <= 2000)
        check_classes(model, group)


@settings(max_examples=60, deadline=None, suppress_health_check=SLOW)
@given(model=alike())
def test_large_groups_give_the_same_answers(model: Model) -> None:
    group = model.symmetries()
    assume(group.order <= 2000)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "MOST_ELEMENTS", 0)
        patch.setattr(search_module, "MOST_ELEMENTS", 0)
        patch.setattr(search_module, "MOST_LEADERS", 2)
        check_classes(model, group)
        given_by_hand = model.symmetries(group.generators)
        check_classes(model, given_by_hand)


@settings(max_examples=60, deadline=None, suppress_health_check=SLOW)
@given(model=alike(), most=st.integers(0, 9))
def test_some_leaders_keep_a_solution_of_each_class(model: Model, most: int) -> None:
    group = model.symmetries()
    assume(group.order <= 500)
    wanted = classes(model, group)
    broken = model.with_constraints(lex_leader(group, most))
    left = oracle.solutions(broken)
    assert sorted(left) == sorted(tuple(s[broken.unknowns]) for s in broken.solutions())
    least = {min(tuple(v for _, v in sorted(one)) for one in own) for own in wanted}
    assert least <= set(left)
    if most >= group.order - 1:
        assert least == set(left)


@settings(max_examples=60, deadline=None, suppress_health_check=SLOW)
@given(model=alike())
def test_generators_can_be_given_again(model: Model) -> None:
    group = model.symmetries()
    again = symmetries(model, group.generators)
    assert (again.order, again.unproved) == (group.order, ())
    assert again.literal_orbits() == group.literal_orbits()


def every_symmetry(model: Model) -> int:
    """Return how many permutations of variables take solutions to solutions, by brute force."""
    rows = {tuple(row) for row in oracle.solutions(model)}
    n = len(model.unknowns)
    return sum(
        {tuple(row[k] for k in order) for row in rows} == rows
        for order in product(range(n), repeat=n)
        if len(set(order)) == n
    )


@pytest.mark.parametrize("kind", sorted(SYMMETRIC.keys() - SPECIAL))
def test_permutations_of_variables_are_found(kind: str) -> None:
    """A single constraint says all that permutations of its variables can do.

    But an inverse of so few variables has two solutions, and two boxes may also change places along
    one axis alone: these have more symmetries than they say.
    """
    model = Model()
    x = list(model.variables(4, range(4), name="x"))
    model.post(SYMMETRIC[kind](x))
    group = model.symmetries()
    found = {
        tuple(literals[k][0].index for k in range(0, 16, 4))
        for element in group.group
        if is_of_variables(literals := [group.literals[k] for k in element])
    }
    assert len(found) == every_symmetry(model)


def is_of_variables(literals: list[Any]) -> bool:
    """Return whether an image of the literals of 4 variables of 4 values only moves variables."""
    return all(
        literal[1] == k % 4 and literal[0] is literals[k - k % 4][0]
        for k, literal in enumerate(literals)
    )


def test_turns_of_a_board_take_rows_to_columns() -> None:
    model = Model()
    q = model.variables(5, range(5), name="q")
    for step in (-1, 0, 1):
        model.post(all_different([v + step * i for i, v in enumerate(q)]))

    def turned(variable: Any, value: int) -> Any:
        return q[value], 4 - variable.index

    group = model.symmetries(turned)
    assert (group.order, model.symmetries().order) == (4, 8)
    assert group.variable_orbits() == [tuple(q)]
    check_classes(model, group)


def test_symmetries_of_sums_in_tables_are_found_without_listing_their_combinations() -> None:
    # 2^24 combinations. Bits of equal weight change places, and so do zeros and ones of them all.
    model = Model()
    x = model.variables(24, range(2), name="x")
    heavy, light = x[:4], x[4:]
    model.post(table([sum(heavy) + sum(light)], [(0,), (11,), (13,), (24,)]))
    model.post(table([2 * sum(heavy) - 3 * sum(light)], [(-58,), (6,), (1,), (-53,)]))
    assert model.symmetries().order == 2 * factorial(4) * factorial(20)


def test_values_of_an_equation_are_complemented() -> None:
    model = Model()
    x = model.variables(3, range(5), name="x")
    model.post(x[0] + x[1] + x[2] == 6, x[0] + x[1] <= 4, x[0] + x[1] >= 4)
    complement = {k: 4 - k for k in range(5)}
    assert model.symmetries(complement).order == 2
    assert model.symmetries().order == 4
    model.post(x[2] <= 3)
    with pytest.raises(ModelError, match=r"no constraint is what it takes x\[2\] <= 3 to"):
        model.symmetries(complement)


def test_what_cannot_say_how_it_is_symmetric_stays() -> None:
    model = Model()
    x, y = model.variables(2, range(5), name="x"), model.variables(4, range(70), name="y")
    model.post(lexicographic([y[0], y[1]], [y[2], y[3]]))
    group = model.symmetries()
    assert set(group.variable_orbits()[0]) == set(x)
    assert [len(own) for own in group.variable_orbits()[1:]] == [1] * 4


def unprovable(n: int) -> tuple[Model, Any]:
    """Return a model with a constraint that is symmetric, but is not stated so."""
    model = Model()
    x = model.variables(n, range(8), name="x")
    model.post(lexicographic([*x[:2], *x[2:]], [*x[:2], *x[2:]]), x.sum() == 9)
    return model, x


def test_given_symmetries_that_are_unproved_are_checked() -> None:
    model, x = unprovable(5)
    group = model.symmetries({x[0]: x[1], x[1]: x[0]})
    assert group.unproved == (model.constraints[0],)
    total, classes_found = int(model.count()), int(model.count(up_to=group))
    fixed = model.with_constraints(x[0] == x[1]).count()
    assert classes_found == (total + fixed) // 2
    model.post(lexicographic([x[0], x[2], x[3], x[4]], [x[1], 7, 7, 7]))
    wrong = model.symmetries({x[0]: x[1], x[1]: x[0]})
    with pytest.raises(ModelError, match="this is no symmetry: a permutation takes the solution"):
        model.count(up_to=wrong)


def small() -> tuple[Model, Any]:
    model = Model()
    x = model.variables(3, range(3), name="x")
    model.post(x[0] < x[1])
    return model, x


@pytest.mark.parametrize(
    ("generators", "message"),
    [
        (lambda x: {x[0]: x[1], x[1]: x[0]}, r"no constraint is what it takes .* to"),
        (lambda x: {x[0]: x[1]}, r"takes both x\[0\] = 0 and x\[1\] = 0 to x\[1\] = 0"),
        (lambda x: {0: 7}, r"takes x\[0\] = 0 to x\[0\] = 7, which is not in the model"),
        (lambda x: {"z": x[0]}, "a symmetry has 'z', which is no variable"),
        (lambda x: {x[0]: 3}, "a symmetry has 3, which is no variable"),
        (lambda x: {(x[0], 1): 3}, "give a pair, too"),
        (lambda x: lambda v, a: v, "it must return a variable and a value"),
        (lambda x: [7], "7 is no symmetry: give a mapping or a function"),
        (lambda x: 7, "the generators: 7 is given"),
        (
            lambda x: {(x[2], 1): (x[1], 1), (x[1], 1): (x[2], 1)},
            "are neither those of a variable",
        ),
    ],
)
def test_what_is_no_symmetry_is_refused(generators: Any, message: str) -> None:
    model, x = small()
    with pytest.raises(ModelError, match=message):
        model.symmetries(generators(x))


def test_names_stand_for_variables() -> None:
    model = Model()
    model.variables(2, range(2), name="x")
    assert model.symmetries({"x[0]": "x[1]", "x[1]": "x[0]"}).order == 2
    assert model.symmetries([{0: 1, 1: 0}, {"x[0]": "x[1]", "x[1]": "x[0]"}]).order == 4
    flipped = {("x[0]", 0): ("x[0]", 1), ("x[0]", 1): ("x[0]", 0)}
    assert model.count(up_to=model.symmetries(flipped)) == 2


def test_requests_that_are_not_possible() -> None:
    model, x = small()
    group = model.symmetries()
    model.post(x[2] > 0)
    with pytest.raises(ModelError, match="before it was changed"):
        model.count(up_to=group)
    with pytest.raises(ModelError, match='it must be "all"'):
        model.count(up_to="some")  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="no checkpoint"):
        model.count(up_to="all", checkpoint="run")
    with pytest.raises(ModelError, match="use what Model"):
        lex_leader("all")  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="it must not be negative"):
        lex_leader(group, -1)
    with pytest.raises(ModelError, match=r"the solution has 9 for x\[0\]"):
        group.class_size({"x[0]": 9})
    with pytest.raises(ModelError, match="7 is not a model"):
        symmetries(7)  # type: ignore[arg-type]


def permutations_of(n: int) -> tuple[Model, Symmetries]:
    model = Model()
    x = model.variables(n, range(n), name="x")
    model.post(all_different(x))
    return model, model.symmetries({k: n - 1 - k for k in range(n)})


def test_limits() -> None:
    model, group = permutations_of(6)
    whole = model.count(up_to=group)
    assert (whole, whole.complete) == (360, True)
    few = model.solutions(up_to=group, limit=7)
    assert len(list(few)) == 7
    assert (few.complete, few.stopped) == (False, Stop.LIMIT)
    assert few.statistics.solutions == 7
    assert len(list(model.solutions(up_to=group, limit=360))) == 360
    none = model.count(up_to=group, max_nodes=3)
    assert (none.complete, none.stopped) == (False, Stop.NODES)
    late = model.count(up_to=group, time_limit=0)
    assert (late, late.stopped) == (0, Stop.TIME)
    rows = np.concatenate(list(model.solutions(up_to=group).arrays()))
    assert rows.shape == (360, 6)
    assert {tuple(row) for row in rows} == {tuple(s.values()) for s in model.solutions(up_to=group)}
    assert model.count(up_to=group, workers=2) == 360


@pytest.mark.parametrize("way", [{"method": "exact_cover"}, {"order": "dom/wdeg"}, {"seed": 3}])
def test_other_searches_find_the_same_classes(way: dict[str, Any]) -> None:
    model, group = permutations_of(4)
    check_classes(model, group, **way)


def test_a_model_with_further_constraints_shares_its_variables() -> None:
    model, x = small()
    other = model.with_constraints(x[2] == 1)
    assert (model.count(), other.count(), len(model.constraints)) == (9, 3, 1)
    assert {solution[x[2]] for solution in other.solutions(decide=[x[2]])} == {1}
    y = other.variable(range(2), "y")
    assert not model.owns(y)
    with pytest.raises(ModelError, match="y belongs to another model"):
        model.post(y == 1)
    assert other.solve(values={"y": 1}).solution[y] == 1  # type: ignore[index]


def test_small_models() -> None:
    model = Model()
    assert (model.symmetries().order, model.count(up_to=model.symmetries())) == (1, 1)
    assert len(list(model.solutions(up_to="all"))) == 1
    x = model.variable([3], "x")
    assert (model.symmetries().order, model.count(up_to="all")) == (1, 1)
    model.variables(20, range(2), name="y")
    group = model.symmetries()
    assert group.order == 2**20 * factorial(20)
    solution = next(model.solutions(up_to=group))
    assert (model.count(up_to=group), group.class_size(solution)) == (1, 2**20)
    model.post(x == 4)
    assert model.count(up_to="all") == 0


@pytest.mark.parametrize("most", [0, 64])
def test_ctrl_c_loses_no_class(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "FIRST_BUDGET", 1)
    monkeypatch.setattr(driver, "SLICE_SECONDS", 0.0)
    monkeypatch.setattr(progress, "SECONDS_BETWEEN", 0.0)
    monkeypatch.setattr(search_module, "MOST_LEADERS", most)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    reports: list[Any] = []

    def report(own: Any) -> None:
        reports.append(own)
        if len(reports) % 9 == 8:
            signal.raise_signal(signal.SIGINT)

    model, group = permutations_of(4)
    try:
        with pytest.raises(Interrupted) as caught:
            model.count(up_to=group, progress=report)
        solutions = model.solutions(up_to=group, progress=report)
        found = []
        n_interrupted = 0
        while True:
            try:
                found.append(tuple(next(solutions).values()))
            except Interrupted:
                n_interrupted += 1
            except StopIteration:
                break
    finally:
        signal.signal(signal.SIGINT, before)
    result: Any = caught.value.result
    assert result < 12
    assert not result.complete
    assert n_interrupted > 1
    assert len(found) == len(set(found)) == 12
    assert solutions.complete


def many_symmetries() -> tuple[Model, Symmetries]:
    """Return a model whose classes are told apart by their forms, because its group is large."""
    model = Model()
    x = model.variables(4, range(8))
    model.post(x[0] != x[1], x[0] != x[2], x[0] != x[3])
    group = model.symmetries()
    assert group.order > module.MOST_ELEMENTS
    return model, group


def test_the_forms_of_solutions_are_made_under_the_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    flag, n_looks = Event(), 0

    def is_due() -> bool:
        nonlocal n_looks
        n_looks += 1
        if n_looks == 2:
            flag.set()
        return flag.is_set()

    monkeypatch.setattr(search_module, "is_due", is_due)
    model, group = many_symmetries()
    stopped = model.count(up_to=group, cancel=flag)
    assert n_looks == 2
    assert stopped == 1
    assert stopped.stopped is Stop.CANCELLED


def test_no_solution_is_lost_that_was_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = iter(range(10_000))
    model, group = many_symmetries()
    monkeypatch.setattr(search_module, "is_due", lambda: next(looks) % 3 == 1)
    assert model.count(up_to=group) == 3  # the partitions of the values of the last three
    assert next(looks) > 3


def test_few_generators_are_chosen_without_a_chain(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model()
    model.variables(1, range(100))
    group = model.symmetries()
    assert len(group.group.generators) >= 64
    monkeypatch.setattr(type(group.group), "levels", None)
    assert len(list(lex_leader(group))) == 64
