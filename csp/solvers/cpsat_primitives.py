"""How CP-SAT says each primitive constraint: by its own constraint where it has one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from csp.bridges.lowering import ALLOWED, FORBIDDEN

if TYPE_CHECKING:
    from csp.solvers.cpsat_model import Translation

Scope = Sequence[int]
Constants = Sequence[Any]


def absolute(to: Translation, scope: Scope, constants: Constants) -> None:
    """Add z == |x - y + c|."""
    x, y, z = to.some(scope)
    to.model.add_abs_equality(z, x - y + constants[0])


def all_different_except(to: Translation, scope: Scope, constants: Constants) -> None:
    """Add that at most one variable has each value that is not shared."""
    shared = {*constants[1:]}
    for value in {value for v in scope for value in to.builder.values(v)} - shared:
        users = [to.literal(v, value) for v in scope if value in to.builder.values(v)]
        to.model.add_at_most_one(users)


def allowed(to: Translation, scope: Scope, tuples: Constants) -> None:
    """Add a table; with tuples that have a None it becomes a disjunction."""
    if not any(None in each for each in tuples):
        to.model.add_allowed_assignments(to.some(scope), tuples)
        return
    to.model.add_bool_or([to.conjunction(to.literals(scope, each)) for each in tuples])


def forbidden(to: Translation, scope: Scope, tuples: Constants) -> None:
    """Add that no tuple is taken."""
    for each in tuples:
        to.model.add_bool_or([~literal for literal in to.literals(scope, each)])


def cardinality(to: Translation, scope: Scope, constants: Constants) -> None:
    """Add how many variables have each value."""
    n, *values = constants
    for value, count in zip(values, to.some(scope[n:]), strict=True):
        to.model.add(sum(to.literal(v, value) for v in scope[:n]) == count)


def channel(to: Translation, scope: Scope, values: Constants) -> None:
    """Add that each bit says whether a variable has a value."""
    chosen, *bits = scope
    for bit, value in zip(to.some(bits), values, strict=True):
        to.model.add(to.literal(chosen, value) == bit)


def circuit(to: Translation, scope: Scope, _: Constants) -> None:
    """Add a circuit; a place that may be its own successor may be left out."""
    arcs = [(i, j, to.literal(v, j)) for i, v in enumerate(scope) for j in to.builder.values(v)]
    if len(scope) > 1:
        to.model.add_circuit(arcs)


def cumulative(to: Translation, scope: Scope, constants: Constants) -> None:
    """Add that tasks never exceed a capacity; a negative one allows tasks without duration only."""
    n, model = constants[0], to.model
    capacity = to.some(scope[-1:])[0]
    low, high = to.builder.bounds(scope[-1])
    if low < 0:
        own = model.new_int_var(0, max(0, high), "")
        model.add_max_equality(own, [capacity, 0])
        is_negative = to.condition(capacity <= -1, capacity >= 0)
        for duration in to.some(scope[n : 2 * n]):
            model.add(duration == 0).only_enforce_if(is_negative)
        capacity = own
    pairs = zip(scope[:n], scope[n : 2 * n], strict=True)
    intervals = [to.interval(start, duration) for start, duration in pairs]
    model.add_cumulative(intervals, to.some(scope[2 * n : 3 * n]), capacity)


def element(to: Translation, scope: Scope, _: Constants) -> None:
    """Add result == array[index]."""
    index, result, *array = to.some(scope)
    to.model.add_element(index, array, result)


def extremum(to: Translation, scope: Scope, constants: Constants) -> None:
    """Add that the first variable is the maximum or the minimum of the others."""
    result, *others = to.some(scope)
    add = to.model.add_max_equality if constants[0] > 0 else to.model.add_min_equality
    add(result, others)


def inverse(to: Translation, scope: Scope, _: Constants) -> None:
    """Add that two arrays are inverse to each other."""
    own, n = to.some(scope), len(scope) // 2
    to.model.add_inverse(own[:n], own[n:])


def lexicographic(to: Translation, scope: Scope, constants: Constants) -> None:
    """Add the order of each pair after equal ones."""
    own, n = to.some(scope), len(scope) // 2
    are_equal: list[Any] = []
    for x, y in zip(own[:n], own[n:], strict=True):
        before = to.conjunction(are_equal)
        to.model.add(x <= y).only_enforce_if(before)
        are_equal = [before, to.condition(x == y, x != y)]
    if constants[0]:
        to.model.add_bool_or([~to.conjunction(are_equal)])


def no_overlap(to: Translation, scope: Scope, _: Constants) -> None:
    """Add that tasks do not overlap; those without duration may lie anywhere."""
    n = len(scope) // 2
    pairs = zip(scope[:n], scope[n:], strict=True)
    to.model.add_no_overlap([to.interval(start, size, is_solid=True) for start, size in pairs])


def product(to: Translation, scope: Scope, _: Constants) -> None:
    """Add z == x * y."""
    x, y, z = to.some(scope)
    to.model.add_multiplication_equality(z, [x, y])


def reified(to: Translation, sum_: Any, total: int, truth: int, *, yes: bool) -> None:
    """Add that a variable says whether a sum equals a number; or whether it does not."""
    literal = to.bit(truth)
    to.model.add(sum_ == total).only_enforce_if(literal if yes else ~literal)
    to.model.add(sum_ != total).only_enforce_if(~literal if yes else literal)


def reified_equal(to: Translation, scope: Scope, constants: Constants) -> None:
    """Add the truth value of x == y + c, or of x != y + c."""
    x, y = to.some(scope[:2])
    reified(to, x - y, constants[0], scope[2], yes=bool(constants[1]))


def reified_equals(to: Translation, scope: Scope, constants: Constants) -> None:
    """Add the truth value of sum == total, or of sum != total."""
    *weights, _, total, yes = constants
    reified(to, to.weighted(weights, scope[:-1]), total, scope[-1], yes=bool(yes))


def reified_less_equal(to: Translation, scope: Scope, constants: Constants) -> None:
    """Add the truth value of sum <= total."""
    *weights, _, total, _ = constants
    own, literal = to.weighted(weights, scope[:-1]), to.bit(scope[-1])
    to.model.add(own <= total).only_enforce_if(literal)
    to.model.add(own >= total + 1).only_enforce_if(~literal)


def scalar_product(to: Translation, scope: Scope, _: Constants) -> None:
    """Add z == x[0] * y[0] + x[1] * y[1] + ..."""
    z, n = scope[0], len(scope) // 2
    products = []
    for x, y in zip(scope[1 : n + 1], scope[n + 1 :], strict=True):
        ends = [a * b for a in to.builder.bounds(x) for b in to.builder.bounds(y)]
        products.append(to.model.new_int_var(min(ends), max(ends), ""))
        to.model.add_multiplication_equality(products[-1], to.some([x, y]))
    to.model.add(sum(products) == to.some([z])[0])


Add = Callable[["Translation", Scope, Constants], None]


def linear(add: Callable[[Any, int], Any]) -> Add:
    """Return how a comparison of a sum with a number is added."""

    def added(to: Translation, scope: Scope, constants: Constants) -> None:
        to.model.add(add(to.weighted(constants[:-1], scope), constants[-1]))

    return added


def difference(add: Callable[[Any, int], Any]) -> Add:
    """Return how a comparison of x - y with a number is added."""
    return lambda to, scope, c: linear(add)(to, scope, [1, -1, c[0]])


PRIMITIVES: dict[str, Add] = {
    ALLOWED: allowed,
    FORBIDDEN: forbidden,
    "absolute:absolute": absolute,
    "all_different_except:all_different_except": all_different_except,
    "cardinality:cardinality": cardinality,
    "channel:channel": channel,
    "circuit:circuit": circuit,
    "cumulative:cumulative": cumulative,
    "element:element": element,
    "element_bounds:element_bounds": element,
    "equal:equal": difference(lambda own, c: own == c),
    "extremum:extremum": extremum,
    "inverse:inverse": inverse,
    "less:less": difference(lambda own, c: own <= c),
    "lexicographic:lexicographic": lexicographic,
    "linear:equals": linear(lambda own, c: own == c),
    "linear:less_equal": linear(lambda own, c: own <= c),
    "linear:not_equals": linear(lambda own, c: own != c),
    "no_overlap:no_overlap": no_overlap,
    "product:product": product,
    "reified:equal": reified_equal,
    "reified:linear_equals": reified_equals,
    "reified:linear_less_equal": reified_less_equal,
    "scalar_product:scalar_product": scalar_product,
    "subcircuit:subcircuit": circuit,
}
"""Name of a propagator -> a function that adds what says the same."""
