"""Two expressions compared: =, !=, <=."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from csp.build import CHEAP, LINEAR, ON_BOUNDS, ON_FIXED, View
from csp.constraint import Constraint, ValueOf
from csp.errors import ContradictionError

if TYPE_CHECKING:
    from csp.build import Builder
    from csp.expressions import Expression, Variable

Terms = Sequence[tuple[int, int]]
"""Variables, by number, and coefficients."""

TESTS: dict[str, Callable[[int], bool]] = {
    "==": lambda value: value == 0,
    "!=": lambda value: value != 0,
    "<=": lambda value: value <= 0,
}


class Relation(Constraint):
    """`left` compared with `right`; made by the operators of expressions.

    Consistency: with one variable, domain; x = y + c and x != y + c, domain; other equations and
    inequalities, bounds (of the real relaxation); other !=, when all variables but one are fixed.

    Attributes
    ----------
    difference
        The left side less the right one: what is compared with 0.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x, y = model.variables(2, range(10), name="xy")
    >>> model.post(2 * x + 3 * y == 12)
    >>> sorted((s[x], s[y]) for s in model.solutions())
    [(0, 4), (3, 2), (6, 0)]
    """

    def __init__(self, left: Expression, operator: str, right: Expression) -> None:
        self.left = left
        self.operator = operator
        self.right = right
        self.difference = (left - right).linear()

    def variables(self) -> Iterator[Variable]:
        """Yield the variables of both sides."""
        yield from self.left.variables()
        yield from self.right.variables()

    def holds(self, value_of: ValueOf) -> bool:
        """Compare the values."""
        return TESTS[self.operator](self.difference.value(value_of))

    def build(self, builder: Builder) -> None:
        """Post the difference, compared with 0."""
        if not self.difference.terms and not TESTS[self.operator](self.difference.constant):
            raise ContradictionError(f"{self!r} cannot hold")
        post_linear(builder, self.operator, self._terms(builder), -self.difference.constant)

    def truth(self, builder: Builder) -> int:
        """Post what tells whether the difference compares so with 0."""
        return post_truth(builder, self.operator, self._terms(builder), -self.difference.constant)

    def _terms(self, builder: Builder) -> Terms:
        builder.range(self.difference)
        return [(builder.atom(atom), c) for atom, c in self.difference.terms.items()]

    def __invert__(self) -> Relation:
        if self.operator == "<=":
            return self.right < self.left
        return Relation(self.left, "!=" if self.operator == "==" else "==", self.right)

    def __repr__(self) -> str:
        return f"{self.left!r} {self.operator} {self.right!r}"


def post_linear(builder: Builder, operator: str, terms: Terms, total: int) -> None:
    """Post that the sum of the terms compares with `total`."""
    if len(terms) <= 1:
        _post_unary(builder, operator, terms, total)
    elif len(terms) == 2 and {abs(c) for _, c in terms} == {1}:
        _post_binary(builder, operator, terms, total)
    else:
        _post_sum(builder, operator, terms, total)


def _post_unary(builder: Builder, operator: str, terms: Terms, total: int) -> None:
    test = TESTS[operator]
    if terms:
        (v, c), *_ = terms
        builder.keep(v, lambda value: test(c * value - total))


def _post_binary(builder: Builder, operator: str, terms: Terms, total: int) -> None:
    (x, a), (y, b) = terms
    if a == b:
        _post_sum(builder, operator, terms, total)
        return
    if a < 0 and operator != "<=":
        x, y = y, x
    if operator == "==":
        builder.equal(x, y, total)
    elif operator == "!=":
        builder.differ([View(x, 0), View(y, total)])
    elif a > 0:
        _post_less(builder, x, y, total)
    else:
        _post_less(builder, y, x, total)


def _post_less(builder: Builder, x: int, y: int, total: int) -> None:
    builder.propagator("less:less", [x, y], [total], cost=CHEAP, wake=ON_BOUNDS)


def _post_sum(builder: Builder, operator: str, terms: Terms, total: int) -> None:
    name = {"==": "linear:equals", "!=": "linear:is_not", "<=": "linear:at_most_total"}[operator]
    scope = [v for v, _ in terms]
    constants = [*(c for _, c in terms), total]
    if operator == "!=":
        builder.propagator(name, scope, constants, cost=LINEAR, wake=ON_FIXED)
    else:
        _post_bounds(builder, name, scope, constants)


def _post_bounds(
    builder: Builder, name: str, scope: Sequence[int], constants: Sequence[int]
) -> None:
    """Post what keeps the sum of the terms that are fixed."""
    builder.propagator(
        name,
        scope,
        constants,
        cells=[0, 0],
        memory=range(len(scope)),
        cost=LINEAR,
        wake=ON_BOUNDS,
    )


def post_truth(builder: Builder, operator: str, terms: Terms, total: int) -> int:
    """Return a variable that is 1 if the sum of the terms compares with `total`, and else 0."""
    test = TESTS[operator]
    if not terms:
        return builder.constant(int(test(-total)))
    if len(terms) == 1:
        ((v, c),) = terms
        return _post_unary_truth(builder, v, lambda value: test(c * value - total))
    truth = builder.variable(0, 0b11)
    yes = int(operator == "==")
    if operator != "<=" and sorted(c for _, c in terms) == [-1, 1]:
        (x, a), (y, _) = terms
        if a < 0:
            x, y = y, x
        builder.propagator("truth:equal_if", [x, y, truth], [total, yes], cost=CHEAP)
        return truth
    name = "truth:at_most_total_if" if operator == "<=" else "truth:equals_if"
    scope, constants = [*(v for v, _ in terms), truth], [*(c for _, c in terms), 0, total, yes]
    _post_bounds(builder, name, scope, constants)
    return truth


def _post_unary_truth(builder: Builder, v: int, test: Callable[[int], bool]) -> int:
    """Return a variable that is 1 if a test of one variable holds."""
    from csp.constraints.table import post_table

    truth = builder.variable(0, 0b11)
    post_table(builder, [v, truth], [(value, int(test(value))) for value in builder.values(v)])
    return truth
