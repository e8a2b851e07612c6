"""Random models for Hypothesis: small enough for `tests.csp.oracle`, with every constraint."""

from collections.abc import Callable
from typing import Any, cast

from hypothesis import strategies as st

from csp import (
    Constraint,
    Model,
    ModelError,
    Variable,
    all_different,
    all_different_except,
    all_equal,
    among,
    argmax,
    argmin,
    at_least,
    at_most,
    bin_packing,
    cardinality,
    channel,
    circuit,
    column,
    cost_regular,
    count_of,
    cumulative,
    diffn,
    element,
    exactly,
    forbidden,
    if_then,
    iff,
    inverse,
    knapsack,
    lexicographic,
    linear,
    maximum,
    minimum,
    n_values,
    no_overlap,
    regular,
    reservoir,
    satisfies,
    scalar_product,
    sequence,
    sliding_sum,
    sort,
    stretch,
    subcircuit,
    table,
    truth,
    value,
    value_precedence,
    xor,
)
from csp.constraints.all_different import AllDifferent
from csp.constraints.cardinality import Cardinality
from csp.constraints.linear_relation import Relation
from csp.model.builder import Builder
from csp.model.posted_records import MOST_VALUES
from csp.request import ORDERS, SEQUENCES, VALUES

SMALL = st.integers(-2, 2)


@st.composite
def models(draw: st.DrawFn) -> Model:
    """Draw a model of 2 to 6 variables and at most 4 constraints, few of them contradictory."""
    model = Model()
    n = draw(st.sampled_from([2, 3, 3, 4, 4, 5, 6]))
    most = 5 if n < 5 else 3  # otherwise brute force takes too long
    variables = [model.variable(draw(domains(most)), name) for name in "abcdef"[:n]]
    for _ in range(draw(st.integers(1, 4))):
        constraint = draw(constraints(variables))
        trial = Builder(variables)
        try:
            constraint.build(trial)
        except ModelError as refused:  # products of wide domains span too many values
            if not is_too_wide(refused):
                raise
            continue
        if not trial.is_infeasible or draw(st.integers(0, 19)) == 0:
            model.post(constraint)
    return model


def is_too_wide(refused: ModelError) -> bool:
    """Return whether an error says that the values of an expression span too far."""
    return str(MOST_VALUES) in str(refused) or "truth values" in str(refused)


@st.composite
def domains(draw: st.DrawFn, most: int) -> list[int]:
    """Draw a domain: mostly near 0, with holes or without; some of several words."""
    if draw(st.integers(0, 9)):
        least = draw(st.sampled_from([0, 0, 1, -3]))
        return draw(st.lists(st.integers(least, least + 5), min_size=1, max_size=most))
    return draw(st.lists(st.integers(-2, 150), min_size=1, max_size=most))


@st.composite
def expressions(draw: st.DrawFn, variables: list[Variable]) -> Any:
    """Draw a variable, mostly, or an expression of variables."""
    some = st.sampled_from(variables)
    kind = draw(st.integers(0, 17))
    if kind == 14:
        return draw(st.sampled_from([draw(some) // 3, draw(some) % 3, draw(some) ** 2]))
    if kind == 15:
        one, other = draw(some) + draw(SMALL), draw(some)
        return draw(st.sampled_from([one // other, one % other, 3 % other]))
    if kind == 16:
        rows = [[draw(SMALL), draw(some)], [draw(some), draw(SMALL)]]
        return element(rows, draw(some), draw(some) + draw(SMALL))
    if kind == 17:
        return draw(SMALL) * (draw(some) == draw(some)) - (draw(some) < 1) + draw(some)
    if kind == 12:
        return draw(SMALL) * element([draw(some), draw(SMALL)], draw(some))
    if kind == 13:
        one = element([draw(SMALL), draw(SMALL), draw(some)], draw(some))
        return one - one + draw(some)
    if kind == 10:
        return draw(some) * (draw(some) + draw(SMALL))
    if kind == 11:
        return draw(st.sampled_from([minimum, maximum]))([v + draw(SMALL) for v in variables[:3]])
    if kind < 5:
        return draw(some)
    if kind < 7:
        return draw(some) + draw(SMALL)
    if kind == 7:
        return abs(draw(some) - draw(some) + draw(SMALL))
    if kind == 8:
        return sum(draw(SMALL) * variable for variable in variables) + draw(SMALL)
    return draw(SMALL)


@st.composite
def constraints(draw: st.DrawFn, variables: list[Variable]) -> Constraint:
    """Draw a constraint of any kind."""
    return cast(Constraint, draw(st.sampled_from(KINDS))(draw, variables))


def controls() -> st.SearchStrategy[dict[str, Any]]:
    """Draw the controls of a search: every order, with and without restarts and seeds."""
    return st.fixed_dictionaries(
        {},
        optional={
            "order": st.sampled_from(ORDERS),
            "values": st.sampled_from(VALUES),
            "restart": st.integers(0, 2),
            "sequence": st.sampled_from(SEQUENCES),
            "seed": st.integers(0, 9),
        },
    )


def _some(draw: Any, variables: list[Variable], least: int = 1) -> list[Any]:
    return cast(list[Any], draw(st.lists(expressions(variables), min_size=least, max_size=4)))


def _all_different(draw: Any, variables: list[Variable]) -> Constraint:
    level = draw(st.sampled_from(AllDifferent.LEVELS))
    if draw(st.booleans()):
        return all_different([v + draw(SMALL) for v in variables], level)
    return all_different(_some(draw, variables), level)


def _equal(draw: Any, variables: list[Variable]) -> Constraint:
    one, other = draw(expressions(variables)), draw(expressions(variables))
    relation = cast(Relation, variables[0] - variables[0] + one == other)
    return linear(relation, draw(st.sampled_from(Relation.LEVELS)))


def _not_equal(draw: Any, variables: list[Variable]) -> Constraint:
    one, other = draw(expressions(variables)), draw(expressions(variables))
    return cast(Constraint, variables[0] - variables[0] + one != other)


def _less(draw: Any, variables: list[Variable]) -> Constraint:
    one, other = draw(expressions(variables)), draw(expressions(variables))
    one = variables[0] - variables[0] + one
    return cast(
        Constraint, draw(st.sampled_from([one <= other, one < other, one >= other, one > other]))
    )


def _table(draw: Any, variables: list[Variable]) -> Constraint:
    some = _some(draw, variables)
    one = st.one_of(st.integers(-1, 4), st.none()) if draw(st.booleans()) else st.integers(-1, 4)
    rows = draw(st.lists(st.tuples(*[one] * len(some)), min_size=1, max_size=70))
    return cast(Constraint, draw(st.sampled_from([table, forbidden]))(some, rows))


def _conditional_table(draw: Any, variables: list[Variable]) -> Constraint:
    some = _some(draw, variables)
    rows = draw(st.lists(st.tuples(*[entries(len(some))] * len(some)), min_size=1, max_size=9))
    return cast(Constraint, draw(st.sampled_from([table, forbidden]))(some, rows))


def short_table(draw: Any, variables: list[Variable]) -> Constraint:
    """Draw a table of few rows that have any value, or one of several, in many places."""
    n = draw(st.integers(min(2, len(variables)), len(variables)))
    some = draw(st.permutations(variables))[:n]
    one = st.one_of(st.none(), st.integers(0, 2), st.sets(st.integers(0, 3), min_size=1))
    rows = draw(st.lists(st.tuples(*[one] * n), min_size=1, max_size=6))
    return cast(Constraint, draw(st.sampled_from([table, table, forbidden]))(some, rows))


@st.composite
def entries(draw: st.DrawFn, n: int, scale: int = 1) -> Any:
    """Draw what stands in a row of a table of n columns: a value, a condition, a set or None."""
    kind, one = draw(st.integers(0, 9)), scale * draw(st.integers(-1, 5))
    other = column(draw(st.integers(0, n - 1))) + scale * draw(SMALL)
    compared = [value == other, value != other, value <= other, value < other, value > other]
    bounds = [value == one, value != one, value <= one, value < one, value >= one, value > one]
    if kind < 2:
        return None
    if kind == 2:
        return one
    if kind == 3:
        return draw(st.sampled_from([{one, 2 * scale}, range(one, one + 4), range(one, 99, 2)]))
    if kind < 6:
        return draw(st.sampled_from(bounds))
    if kind < 9:
        return draw(st.sampled_from([*compared, value >= other, other]))
    return draw(st.sampled_from(bounds)) & draw(st.sampled_from([*bounds, *compared]))


def _small_table(draw: Any, variables: list[Variable]) -> Constraint:
    rows = draw(st.lists(st.tuples(*[st.integers(-1, 4)] * 2), min_size=1, max_size=9))
    return cast(Constraint, draw(st.sampled_from([table, forbidden]))(variables[:2], rows))


def _satisfies(draw: Any, variables: list[Variable]) -> Constraint:
    residue = draw(st.integers(0, 2))
    return satisfies(variables[:3], lambda *values: sum(values) % 3 == residue)


def _element(draw: Any, variables: list[Variable]) -> Constraint:
    one = element(_some(draw, variables), draw(expressions(variables)))
    return cast(Constraint, one == draw(expressions(variables)))


def _cardinality(draw: Any, variables: list[Variable]) -> Constraint:
    counts = st.dictionaries(st.integers(-1, 3), expressions(variables), min_size=1, max_size=3)
    level = draw(st.sampled_from(Cardinality.LEVELS))
    return cardinality(_some(draw, variables), draw(counts), level)


def _count_of(draw: Any, variables: list[Variable]) -> Constraint:
    one = count_of(_some(draw, variables), draw(st.integers(-1, 2)))
    return cast(Constraint, one <= draw(expressions(variables)))


def _lexicographic(draw: Any, variables: list[Variable]) -> Constraint:
    left = _some(draw, variables)
    right = [draw(expressions(variables)) for _ in left]
    return lexicographic(left, right, strict=draw(st.booleans()))


def _all_different_except(draw: Any, variables: list[Variable]) -> Constraint:
    return all_different_except(_some(draw, variables), draw(st.sets(SMALL, max_size=2)))


def _regular(draw: Any, variables: list[Variable]) -> Constraint:
    steps = st.dictionaries(
        st.tuples(st.integers(0, 2), st.integers(-1, 3)), st.integers(0, 2), max_size=15
    )
    return regular(_some(draw, variables), draw(steps), 0, draw(st.sets(st.integers(0, 2))))


def _value_precedence(draw: Any, variables: list[Variable]) -> Constraint:
    return value_precedence(_some(draw, variables), draw(st.permutations(range(3))))


def _inverse(draw: Any, variables: list[Variable]) -> Constraint:
    left = _some(draw, variables)
    return inverse(left, [draw(expressions(variables)) for _ in left])


def _channel(draw: Any, variables: list[Variable]) -> Constraint:
    bits = st.dictionaries(st.integers(-1, 3), expressions(variables), min_size=1, max_size=3)
    return channel(draw(expressions(variables)), draw(bits))


def _circuit(draw: Any, variables: list[Variable]) -> Constraint:
    return circuit(_some(draw, variables))


def _no_overlap(draw: Any, variables: list[Variable]) -> Constraint:
    starts = _some(draw, variables)
    return no_overlap(starts, [draw(durations(variables)) for _ in starts])


def _scalar_product(draw: Any, variables: list[Variable]) -> Constraint:
    left = _some(draw, variables)
    right = [draw(expressions(variables)) for _ in left]
    return cast(Constraint, scalar_product(left, right) == draw(expressions(variables)))


def _cumulative(draw: Any, variables: list[Variable]) -> Constraint:
    starts = _some(draw, variables)
    lengths, demands = ([draw(durations(variables)) for _ in starts] for _ in range(2))
    return cumulative(starts, lengths, demands, draw(durations(variables)))


@st.composite
def durations(draw: st.DrawFn, variables: list[Variable]) -> Any:
    """Draw a small number, mostly, or any expression."""
    return draw(st.one_of(st.integers(0, 3), st.integers(0, 3), expressions(variables)))


@st.composite
def reifiable(draw: st.DrawFn, variables: list[Variable], depth: int = 2) -> Constraint:
    """Draw a constraint that can be reified."""
    kinds: Any = [_equal, _not_equal, _less, _satisfies, _small_table] * 2
    kinds += [kind for kind in KINDS if kind is not _connected]
    if depth:
        kinds += [_connected] * 9
    return cast(Constraint, draw(st.sampled_from(kinds))(draw, variables))


def _connected(draw: Any, variables: list[Variable]) -> Constraint:
    a, b, c = (draw(reifiable(variables, 0)) for _ in range(3))
    x, n = draw(st.sampled_from(variables)), draw(st.integers(0, 3))
    kinds = [
        x == a,
        2 * truth(a) - b <= x,
        a | b,
        ~(a & b),
        a ^ b,
        (a >> b) <= c,
        3 * a + b - c == x,
        sum([a, b, c]) != n,
        if_then(a, b & c),
        iff(a, ~b),
        (a == b) != c,
        a != (x == draw(SMALL)),
        exactly(n, [a, b, c]),
        at_least(n, [a, b, c]),
        at_most(n, [a, b, c]),
    ]
    return cast(Constraint, draw(st.sampled_from(kinds)))


def _all_equal(draw: Any, variables: list[Variable]) -> Constraint:
    return all_equal(_some(draw, variables))


def _n_values(draw: Any, variables: list[Variable]) -> Constraint:
    return cast(Constraint, n_values(_some(draw, variables)) <= draw(expressions(variables)))


def _among(draw: Any, variables: list[Variable]) -> Constraint:
    one = among(_some(draw, variables), draw(st.sets(SMALL)))
    return cast(Constraint, one == draw(expressions(variables)))


def _count_of_variable(draw: Any, variables: list[Variable]) -> Constraint:
    one = count_of(_some(draw, variables), draw(expressions(variables)))
    return cast(Constraint, one >= draw(expressions(variables)))


def _bin_packing(draw: Any, variables: list[Variable]) -> Constraint:
    bins = _some(draw, variables)
    weights = [draw(st.integers(0, 3)) for _ in bins]
    return bin_packing(bins, weights, _some(draw, variables))


def _knapsack(draw: Any, variables: list[Variable]) -> Constraint:
    amounts = _some(draw, variables)
    weights, profits = ([draw(SMALL) for _ in amounts] for _ in range(2))
    return knapsack(amounts, weights, profits, *(draw(expressions(variables)) for _ in range(2)))


def _stretch(draw: Any, variables: list[Variable]) -> Constraint:
    bounds = st.tuples(st.integers(1, 3), st.one_of(st.integers(0, 4), st.none()))
    return stretch(_some(draw, variables), draw(st.dictionaries(SMALL, bounds, max_size=3)))


def _sequence(draw: Any, variables: list[Variable]) -> Constraint:
    width, least, most = draw(st.integers(1, 5)), draw(SMALL), draw(expressions(variables))
    if draw(st.booleans()):
        return sliding_sum(_some(draw, variables), width, least, most)
    return sequence(_some(draw, variables), width, draw(st.sets(SMALL)), least, most)


def _argmax(draw: Any, variables: list[Variable]) -> Constraint:
    one = draw(st.sampled_from([argmax, argmin]))(_some(draw, variables))
    return cast(Constraint, one == draw(expressions(variables)))


def _sort(draw: Any, variables: list[Variable]) -> Constraint:
    left = _some(draw, variables)
    return sort(left, [draw(expressions(variables)) for _ in left])


def _xor(draw: Any, variables: list[Variable]) -> Constraint:
    return xor([_less(draw, variables) for _ in range(draw(st.integers(0, 4)))])


def _subcircuit(draw: Any, variables: list[Variable]) -> Constraint:
    return subcircuit(_some(draw, variables))


def _diffn(draw: Any, variables: list[Variable]) -> Constraint:
    n_axes, n_boxes = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    positions = [[draw(expressions(variables)) for _ in range(n_axes)] for _ in range(n_boxes)]
    sizes = [[draw(durations(variables)) for _ in range(n_axes)] for _ in range(n_boxes)]
    return diffn(positions, sizes)


def _optional_tasks(draw: Any, variables: list[Variable]) -> Constraint:
    starts = _some(draw, variables)
    lengths = [draw(durations(variables)) for _ in starts]
    present = [draw(st.one_of(st.just(1), st.just(_less(draw, variables)))) for _ in starts]
    if draw(st.booleans()):
        return no_overlap(starts, lengths, present)
    return cumulative(starts, lengths, [draw(st.integers(0, 2)) for _ in starts], 2, present)


def _reservoir(draw: Any, variables: list[Variable]) -> Constraint:
    times = _some(draw, variables)
    changes = [draw(st.one_of(st.integers(-3, 3), expressions(variables))) for _ in times]
    present = [draw(st.one_of(st.just(1), st.just(_less(draw, variables)))) for _ in times]
    least, greatest = (draw(st.one_of(st.none(), st.integers(k - 4, k))) for k in (0, 3))
    return reservoir(times, changes, least, greatest, draw(st.sampled_from([None, present])))


def _cost_regular(draw: Any, variables: list[Variable]) -> Constraint:
    states = st.integers(0, 2)
    steps = draw(st.dictionaries(st.tuples(states, SMALL), states, min_size=3, max_size=12))
    costs = {key: draw(st.integers(-3, 3)) for key in steps}
    one = cost_regular(_some(draw, variables), steps, 0, draw(st.sets(states)), costs)
    return cast(Constraint, one <= draw(expressions(variables)))


KINDS: list[Callable[[Any, list[Variable]], Constraint]] = [
    _all_different,
    _equal,
    _not_equal,
    _less,
    _table,
    _conditional_table,
    short_table,
    _satisfies,
    _element,
    _cardinality,
    _count_of,
    _lexicographic,
    _all_different_except,
    _regular,
    _value_precedence,
    _inverse,
    _channel,
    _circuit,
    _no_overlap,
    _cumulative,
    _scalar_product,
    _connected,
    _all_equal,
    _n_values,
    _among,
    _count_of_variable,
    _bin_packing,
    _knapsack,
    _stretch,
    _sequence,
    _argmax,
    _sort,
    _xor,
    _subcircuit,
    _diffn,
    _optional_tasks,
    _cost_regular,
    _reservoir,
]
"""One for each constraint; a new constraint gets a line here."""
