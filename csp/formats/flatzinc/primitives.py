"""How the writer of FlatZinc expresses each primitive constraint: a function or a line each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from csp.bridges.lowering import ALLOWED, FORBIDDEN

if TYPE_CHECKING:
    from csp.formats.flatzinc.writer import Writer

Scope = Sequence[int]
Constants = Sequence[Any]
Express = Callable[["Writer", Scope, Constants], None]


def absolute(to: Writer, scope: Scope, constants: Constants) -> None:
    """Post z == |x - y + c|."""
    x, y, z = scope
    (a, b), (c, d) = to.builder.bounds(x), to.builder.bounds(y)
    difference = to.variable(a - d + constants[0], b - c + constants[0])
    to.post("int_lin_eq", [1, -1, -1], [*to.names([x, y]), difference], -constants[0])
    to.post("int_abs", difference, to.name(z))


def allowed(to: Writer, scope: Scope, tuples: Constants) -> None:
    """Post a table; with tuples that have a None it becomes a disjunction."""
    if not any(None in each for each in tuples):
        to.post("csp_table_int", to.names(scope), [value for each in tuples for value in each])
        return
    found = []
    for each in tuples:
        found.append(to.condition())
        own = [
            to.literal(v, value) for v, value in zip(scope, each, strict=True) if value is not None
        ]
        to.post("array_bool_and", own, found[-1])
    to.post("bool_clause", found, [])


def forbidden(to: Writer, scope: Scope, tuples: Constants) -> None:
    """Post that each tuple is not taken."""
    for each in tuples:
        own = [
            to.literal(v, value) for v, value in zip(scope, each, strict=True) if value is not None
        ]
        to.post("bool_clause", [], own)


def cardinality(to: Writer, scope: Scope, constants: Constants) -> None:
    """Post how many variables have each value."""
    n, *values = constants
    to.post("csp_global_cardinality", to.names(scope[:n]), values, to.names(scope[n:]))


def channel(to: Writer, scope: Scope, values: Constants) -> None:
    """Post that each bit says whether a variable has a value."""
    chosen, *bits = scope
    for bit, value in zip(bits, values, strict=True):
        to.post("int_eq_reif", to.name(chosen), value, to.truth(bit))


def element(to: Writer, scope: Scope, _: Constants) -> None:
    """Post result == array[index]."""
    index, result, *array = scope
    to.post("array_var_int_element", to.shifted(index, 1), to.names(array), to.name(result))


def reified_equal(to: Writer, scope: Scope, constants: Constants) -> None:
    """Post the truth value of x == y + c, or of x != y + c."""
    x, y, truth = scope
    name = "int_lin_eq_reif" if constants[1] else "int_lin_ne_reif"
    to.post(name, [1, -1], to.names([x, y]), constants[0], to.truth(truth))


def reified_equals(to: Writer, scope: Scope, constants: Constants) -> None:
    """Post the truth value of sum == total, or of sum != total."""
    *weights, _, total, yes = constants
    name = "int_lin_eq_reif" if yes else "int_lin_ne_reif"
    to.post(name, weights, to.names(scope[:-1]), total, to.truth(scope[-1]))


def reified_less_equal(to: Writer, scope: Scope, constants: Constants) -> None:
    """Post the truth value of sum <= total."""
    *weights, _, total, _ = constants
    to.post("int_lin_le_reif", weights, to.names(scope[:-1]), total, to.truth(scope[-1]))


def scalar_product(to: Writer, scope: Scope, _: Constants) -> None:
    """Post z == x[0] * y[0] + x[1] * y[1] + ..."""
    z, n = scope[0], len(scope) // 2
    products = []
    for x, y in zip(scope[1 : n + 1], scope[n + 1 :], strict=True):
        ends = [a * b for a in to.builder.bounds(x) for b in to.builder.bounds(y)]
        products.append(to.variable(min(ends), max(ends)))
        to.post("int_times", to.name(x), to.name(y), products[-1])
    to.post("int_lin_eq", [1] * n + [-1], [*products, to.name(z)], 0)


def cumulative(to: Writer, scope: Scope, constants: Constants) -> None:
    """Post that tasks never exceed a capacity."""
    n, names = constants[0], to.names(scope)
    to.post("csp_cumulative", names[:n], names[n : 2 * n], names[2 * n : 3 * n], names[-1])


def halves(name: str, *more: int) -> Express:
    """Return how a constraint on two arrays of the same length is expressed."""

    def express(to: Writer, scope: Scope, _: Constants) -> None:
        names, n = to.names(scope), len(scope) // 2
        to.post(name, names[:n], names[n:], *more)

    return express


def lexicographic(to: Writer, scope: Scope, constants: Constants) -> None:
    """Post the lexicographic order of two arrays."""
    halves("csp_lex_less_int" if constants[0] else "csp_lex_lesseq_int")(to, scope, constants)


def linear(name: str) -> Express:
    """Return how a comparison of a sum is expressed."""
    return lambda to, scope, c: to.post(name, list(c[:-1]), to.names(scope), c[-1])


PRIMITIVES: dict[str, Express] = {
    ALLOWED: allowed,
    FORBIDDEN: forbidden,
    "absolute:absolute": absolute,
    "all_different_except:all_different_except": lambda to, scope, c: to.post(
        "csp_alldifferent_except", to.names(scope), {*c[1:]}
    ),
    "cardinality:cardinality": cardinality,
    "channel:channel": channel,
    "circuit:circuit": lambda to, scope, _: to.post("csp_circuit", to.names(scope), 0),
    "cumulative:cumulative": cumulative,
    "element:element": element,
    "element_bounds:element_bounds": element,
    "equal:equal": lambda to, scope, c: to.post("int_lin_eq", [1, -1], to.names(scope), c[0]),
    "extremum:extremum": lambda to, scope, c: to.post(
        f"array_int_{'maximum' if c[0] > 0 else 'minimum'}",
        to.name(scope[0]),
        to.names(scope[1:]),
    ),
    "inverse:inverse": halves("csp_inverse", 0, 0),
    "less:less": lambda to, scope, c: to.post("int_lin_le", [1, -1], to.names(scope), c[0]),
    "lexicographic:lexicographic": lexicographic,
    "linear:equals": linear("int_lin_eq"),
    "linear:less_equal": linear("int_lin_le"),
    "linear:not_equals": linear("int_lin_ne"),
    "no_overlap:no_overlap": halves("csp_disjunctive"),
    "product:product": lambda to, scope, _: to.post("int_times", *to.names(scope)),
    "reified:equal": reified_equal,
    "reified:linear_equals": reified_equals,
    "reified:linear_less_equal": reified_less_equal,
    "scalar_product:scalar_product": scalar_product,
    "subcircuit:subcircuit": lambda to, scope, _: to.post("csp_subcircuit", to.names(scope), 0),
}
"""Name of a propagator -> a function that adds the constraints which say the same."""
