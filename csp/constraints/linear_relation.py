"""Relations: comparisons of two linear expressions by ==, != or <=."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from csp.cards.ranges import BELOW
from csp.errors import ModelError
from csp.model.channels import post_channel
from csp.model.constraint import Constraint, ValueOf
from csp.model.expressions import MOST_WHOLE, Expression, Function, Linear, Variable
from csp.model.linear import TESTS, Terms, is_difference, post_incremental, post_linear
from csp.model.posted_records import CHEAP
from csp.propagators.registry import REIFIED_EQUAL, REIFIED_LINEAR_EQUALS, REIFIED_LINEAR_LESS_EQUAL

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.literal_graph import LiteralGraph


class Relation(Constraint):
    """A comparison of two expressions; made by the comparison operators of expressions.

    Consistency: domain, except for equations of several variables other than x = y + c. These are
    bounds consistent on the real relaxation, unless `linear` sets another level.

    Attributes
    ----------
    difference
        The left side minus the right side, which is compared with 0.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x, y = model.variables(2, range(10), name="xy")
    >>> model.post(2 * x + 3 * y == 12)
    >>> sorted((s[x], s[y]) for s in model.solutions())
    [(0, 4), (3, 2), (6, 0)]
    """

    LEVELS = ("bounds", "domain", "auto")

    def __init__(
        self, left: Expression, operator: str, right: Expression, level: str = "auto"
    ) -> None:
        self.level = level if level == "auto" else self.checked_level(level)
        self.left = left
        self.operator = operator
        self.right = right
        self.difference = _difference(left, right)

    def variables(self) -> Iterator[Variable]:
        """Return an iterator over the variables of both sides."""
        return chain(self.left.variables(), self.right.variables())

    def holds(self, value_of: ValueOf) -> bool:
        """Return whether the difference of the values satisfies the comparison."""
        return TESTS[self.operator](self.difference.value(value_of))

    def build(self, builder: Builder) -> None:
        """Post the comparison of the difference with 0."""
        if self.operator == "==" and self._defines(builder):
            return
        least, greatest = self._bounds(builder)
        if least > 0 or (greatest < 0 and self.operator == "=="):
            is_possible = self.operator == "!="
        else:
            is_possible = self.operator != "!=" or least != 0 or greatest != 0
        if not is_possible:
            builder.is_infeasible = True
            return
        terms, total = self._terms(builder), -self.difference.constant
        post_linear(builder, self.operator, terms, total, self.level)

    def reify(self, builder: Builder) -> int:
        """Return a 0/1 variable that is 1 if and only if the comparison holds."""
        self._bounds(builder)
        return post_reified(builder, self.operator, self._terms(builder), -self.difference.constant)

    def reify_as(self, builder: Builder, truth: int) -> bool:
        """Post that a 0/1 variable is the truth value, unless another one is already."""
        self._bounds(builder)
        terms = self._terms(builder)
        if any(v == truth for v, _ in terms):
            return False
        return (
            post_reified(builder, self.operator, terms, -self.difference.constant, truth) == truth
        )

    def _defines(self, builder: Builder) -> bool:
        """Post that something is the value of a function without a further variable, if it can be.

        So `b == (x == 3)` makes b the truth value itself.
        """
        linear = self.difference
        if linear.constant or linear.dropped or len(linear.terms) != 2:
            return False
        (one, c), (other, d) = linear.terms.items()
        if c + d or abs(c) != 1:
            return False
        return builder.define(other, one) or builder.define(one, other)

    def add_to(self, graph: LiteralGraph) -> None:
        """Add the pairs of values that are forbidden, or what each value adds to a sum."""
        if graph.is_small(self) and len(set(self.variables())) <= 2:
            graph.enumerate(self)
        else:
            graph.total(self.difference, self.operator)

    def _bounds(self, builder: Builder) -> tuple[int, int]:
        """Return the bounds of the difference; those of two variables are compared, not added."""
        linear = self.difference
        is_of_two = len(linear.terms) <= 2 and all(abs(c) == 1 for c in linear.terms.values())
        is_compared = is_of_two and abs(linear.constant) < MOST_WHOLE
        return builder.linear_bounds(linear, BELOW if is_compared else MOST_WHOLE)

    def _terms(self, builder: Builder) -> Terms:
        # Different atoms may be one variable of the builder, which a propagator has only once.
        terms = self.difference.terms
        if set(map(type, terms)) == {Variable}:  # most often, and fast
            return [(atom.index, c) for atom, c in terms.items()]  # type: ignore[union-attr]
        sums: dict[int, int] = {}
        for atom, c in terms.items():
            number = builder.atom(atom)
            sums[number] = sums.get(number, 0) + c
        return [(number, c) for number, c in sums.items() if c]

    def __invert__(self) -> Relation:
        if self.operator == "<=":
            return self.right < self.left
        return Relation(self.left, "!=" if self.operator == "==" else "==", self.right)

    def __repr__(self) -> str:
        return f"{self.left!r} {self.operator} {self.right!r}"


def _difference(left: Expression, right: Expression) -> Linear:
    """Return the difference of two expressions; most often of a variable and something simple."""
    if type(left) is Variable and left is not right:
        if type(right) is Variable or isinstance(right, Function):
            return Linear({left: 1, right: -1}, 0)
        if type(right) is Linear and right.is_number:
            return Linear({left: 1}, -right.constant)
    if type(right) is Linear:
        if right.is_number and not right.constant:
            return left.linear()
        if type(left) is Linear and left.is_number:
            terms = {atom: -c for atom, c in right.terms.items()}
            return Linear(terms, left.constant - right.constant, right.dropped)
    return (left - right).linear()


def linear(relation: Relation, level: str) -> Relation:
    """Return a linear comparison with another level of consistency.

    The level matters for equations only: other comparisons are domain consistent at all levels.

    Parameters
    ----------
    relation
        The comparison.
    level
        The consistency:

        - "bounds": bounds consistency on the real relaxation (Harvey and Schimpf);
        - "domain": domain consistency by dynamic programming over sums (Trick), if no function in
          the equation shares a variable with another term;
        - "auto", the default of comparisons: "domain" while at most three variables are unfixed, if
          at the beginning the total is less than 64 from the least or from the greatest sum; else
          "bounds".

    Returns
    -------
    Relation
        A constraint: the comparison with that level.

    Raises
    ------
    ModelError
        If `relation` is not a comparison, or there is no such level; when it is posted, if there
        are too many sums for "domain".

    Notes
    -----
    A run takes O(n) time for "bounds", with n variables; for "domain" O(d s / 64), with d values in
    all domains, and s sums from the total to the nearer of the least and the greatest sum.

    References
    ----------
    W. Harvey and J. Schimpf, Bounds consistency techniques for long linear constraints, 2002.
    M. Trick, A dynamic programming approach for consistency and propagation for knapsack
    constraints, Annals of Operations Research 118 (2003).

    Examples
    --------
    >>> from csp import Model, linear
    >>> model = Model()
    >>> x, y = model.variables(2, range(7), name="xy")
    >>> model.post(linear(4 * x + 6 * y == 26, "domain"))
    >>> model.propagate()
    {xy[0]: [2, 5], xy[1]: [1, 3]}
    """
    if not hasattr(relation, "difference"):
        raise ModelError(f"{relation!r} is not a comparison of expressions")
    return Relation(relation.left, relation.operator, relation.right, level)


def post_reified(
    builder: Builder, operator: str, terms: Terms, total: int, truth: int | None = None
) -> int:
    """Post a reified comparison of a sum with a total; return its truth value, a 0/1 variable.

    Parameters
    ----------
    builder
        The builder.
    operator, terms, total
        The comparison.
    truth
        A 0/1 variable, which becomes the truth value if there is none yet; by default a new one.

    Returns
    -------
    int
        The truth value. The same comparison of one variable has one truth value.
    """
    if not terms:
        return builder.constant(int(TESTS[operator](-total)))
    if len(terms) > 1:
        return _post_reified_sum(builder, operator, terms, total, truth)
    ((v, c),) = terms
    if operator == "<=":
        c, total = (1, total // c) if c > 0 else (-1, total // -c)
    elif total % c:
        return builder.constant(int(operator == "!="))
    else:
        c, total = 1, total // c
    key = operator, v, c, total
    if key not in builder.truths:
        builder.truths[key] = _post_reified_unary(builder, operator, v, c, total, truth)
    return builder.truths[key]


def _post_reified_unary(
    builder: Builder, operator: str, v: int, c: int, total: int, truth: int | None
) -> int:
    """Post a reified comparison of a variable, or of its negative, with a total.

    A 0/1 variable is itself the truth value of being 1.
    """
    low, high = builder.bounds(v)
    if (low, high) == (0, 1) and TESTS[operator](c - total) and not TESTS[operator](-total):
        return v
    if operator == "<=":
        least, greatest = (low, high) if c > 0 else (-high, -low)
        if greatest <= total or total < least:
            return builder.constant(int(greatest <= total))
        return _post_reified_sum(builder, operator, [(v, c)], total, truth)
    if operator == "==" and not builder.is_wide(v):
        return post_channel(builder, v, [total], truth)[0]
    if low == high or not builder.may_be(v, total):
        return builder.constant(int((low == high == total) == (operator == "==")))
    return _post_reified_sum(builder, operator, [(v, 1), (builder.constant(total), -1)], 0, truth)


def _post_reified_sum(
    builder: Builder, operator: str, terms: Terms, total: int, truth: int | None
) -> int:
    """Post a reified comparison of a sum of variables, or of one variable by <=."""
    if truth is None:
        truth = builder.new_interval(0, 1)
    yes = int(operator == "==")
    is_equal = operator != "<=" and is_difference(terms)
    if is_equal and not any(builder.is_wide(v) for v, _ in terms):
        (x, a), (y, _) = terms
        if a < 0:
            x, y = y, x
        builder.propagator(REIFIED_EQUAL, [x, y, truth], [total, yes], cost=CHEAP)
        return truth
    name = REIFIED_LINEAR_LESS_EQUAL if operator == "<=" else REIFIED_LINEAR_EQUALS
    scope, constants = [*(v for v, _ in terms), truth], [*(c for _, c in terms), 0, total, yes]
    post_incremental(builder, name, scope, constants)
    return truth
