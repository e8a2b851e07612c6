"""Two expressions compared: =, !=, <=."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from csp.errors import ModelError
from csp.model.builder import CHEAP, LINEAR, ON_BOUNDS, ON_CHANGE, ON_FIXED, QUADRATIC, View
from csp.model.constraint import Constraint, ValueOf

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.expressions import Expression, Variable

Terms = Sequence[tuple[int, int]]
"""Variables, by number, and coefficients."""

MOST_WORDS = 1 << 14
"""Rows of sums are no longer than this: a million sums."""

FEW = 3
"""So many variables that are not fixed are few."""

TESTS: dict[str, Callable[[int], bool]] = {
    "==": lambda value: value == 0,
    "!=": lambda value: value != 0,
    "<=": lambda value: value <= 0,
}


class Relation(Constraint):
    """`left` compared with `right`; made by the operators of expressions.

    Consistency: domain, but for equations of more than one variable other than x = y + c: these are
    consistent in their bounds (of the real relaxation), unless `linear` says more.

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

    LEVELS = ("bounds", "domain", "auto")

    def __init__(
        self, left: Expression, operator: str, right: Expression, level: str = "auto"
    ) -> None:
        self.level = self.checked_level(level)
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
        least, greatest = builder.range(self.difference)
        wanted = {"==": least <= 0 <= greatest, "!=": least or greatest, "<=": least <= 0}
        if not wanted[self.operator]:
            builder.is_infeasible = True
            return
        terms, total = self._terms(builder), -self.difference.constant
        post_linear(builder, self.operator, terms, total, self.level)

    def truth(self, builder: Builder) -> int:
        """Post what tells whether the difference compares so with 0."""
        builder.range(self.difference)
        return post_truth(builder, self.operator, self._terms(builder), -self.difference.constant)

    def _terms(self, builder: Builder) -> Terms:
        return [(builder.atom(atom), c) for atom, c in self.difference.terms.items()]

    def __invert__(self) -> Relation:
        if self.operator == "<=":
            return self.right < self.left
        return Relation(self.left, "!=" if self.operator == "==" else "==", self.right)

    def __repr__(self) -> str:
        return f"{self.left!r} {self.operator} {self.right!r}"


def linear(relation: Relation, level: str) -> Relation:
    """Say how much is removed by a comparison of linear expressions.

    Only equations have levels: other comparisons are domain consistent anyway.

    Parameters
    ----------
    relation
        The comparison.
    level
        - "bounds": the bounds are consistent with the real relaxation;
        - "domain": domain consistency, if no function stands in it that has a variable in common
          with another term;
        - "auto", which is what comparisons have by themselves: "domain" while no more than three
          variables are not fixed, if at the beginning the sums from the least to the total, or from
          there to the greatest, are no more than 64; else "bounds".

    Returns
    -------
    Relation
        The constraint with that level.

    Raises
    ------
    ModelError
        If it is not a comparison, or there is no such level; when it is posted, if the sums are too
        large for "domain".

    Notes
    -----
    A run takes O(n) time for "bounds", with n variables; for "domain" O(d s / 64), with d values in
    all domains, and s sums from the least to the total, or from there to the greatest.

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


def post_linear(
    builder: Builder, operator: str, terms: Terms, total: int, level: str = "auto"
) -> None:
    """Post that the sum of the terms compares with `total`."""
    if len(terms) <= 1:
        _post_unary(builder, operator, terms, total)
    elif sorted(c for _, c in terms) == [-1, 1]:
        _post_binary(builder, operator, terms, total)
    else:
        _post_sum(builder, operator, terms, total)
        if operator == "==" and (most := _most_free(builder, terms, total, level)):
            _post_sums(builder, terms, total, most)


def _post_unary(builder: Builder, operator: str, terms: Terms, total: int) -> None:
    test = TESTS[operator]
    if terms:
        (v, c), *_ = terms
        builder.keep(v, lambda value: test(c * value - total))


def _post_binary(builder: Builder, operator: str, terms: Terms, total: int) -> None:
    (x, a), (y, _) = terms
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
        _post_kept(builder, name, scope, constants)


def _most_free(builder: Builder, terms: Terms, total: int, level: str) -> int:
    """Return of how many variables at most, not yet fixed, all values are looked at."""
    if level == "bounds" or _are_bits(builder, terms):
        return 0
    if level == "domain":
        return len(terms)
    return FEW if _n_words(builder, terms, total) == 1 else 0


def _are_bits(builder: Builder, terms: Terms) -> bool:
    """Tell whether bounds are all there is: the variables have two values each, and weigh alike."""
    return len({abs(c) for _, c in terms}) == 1 and all(
        builder.domain(v)[1] <= 0b11 for v, _ in terms
    )


def _n_words(builder: Builder, terms: Terms, total: int) -> int:
    """Return how many words take the sums from the least, or the greatest, to the total."""
    ends = [sorted(c * end for end in builder.bounds(v)) for v, c in terms]
    room = min(total - sum(least for least, _ in ends), sum(most for _, most in ends) - total)
    return max(room, 0) // 64 + 1


def _post_sums(builder: Builder, terms: Terms, total: int, most: int) -> None:
    n_words = _n_words(builder, terms, total)
    if n_words > MOST_WORDS:
        raise ModelError(
            f"an equation of {len(terms)} terms may come to {64 * n_words} sums: "
            f'at most {64 * MOST_WORDS} are looked at; use level "bounds"'
        )
    constants = [*(c for _, c in terms), total, most]
    rows = (len(terms) + 2) * n_words
    scope = [v for v, _ in terms]
    _post_kept(builder, "sums:sums", scope, constants, scratch=rows, cost=QUADRATIC, wake=ON_CHANGE)


def _post_kept(
    builder: Builder,
    name: str,
    scope: Sequence[int],
    constants: Sequence[int],
    *,
    scratch: int = 0,
    cost: int = LINEAR,
    wake: int = ON_BOUNDS,
) -> None:
    """Post what keeps the sum of the terms that are fixed."""
    builder.propagator(
        name,
        scope,
        constants,
        cells=[0, 0],
        memory=range(len(scope)),
        scratch=scratch,
        cost=cost,
        wake=wake,
    )


def post_truth(builder: Builder, operator: str, terms: Terms, total: int) -> int:
    """Return a variable that is 1 if the sum of the terms compares with `total`, and else 0."""
    test = TESTS[operator]
    if not terms:
        return builder.constant(int(test(-total)))
    if len(terms) == 1:
        ((v, c),) = terms
        return _post_unary_truth(builder, v, lambda value: test(c * value - total))
    truth = builder.interval(0, 1)
    yes = int(operator == "==")
    if operator != "<=" and sorted(c for _, c in terms) == [-1, 1]:
        (x, a), (y, _) = terms
        if a < 0:
            x, y = y, x
        builder.propagator("truth:equal_if", [x, y, truth], [total, yes], cost=CHEAP)
        return truth
    name = "truth:at_most_total_if" if operator == "<=" else "truth:equals_if"
    scope, constants = [*(v for v, _ in terms), truth], [*(c for _, c in terms), 0, total, yes]
    _post_kept(builder, name, scope, constants)
    return truth


def _post_unary_truth(builder: Builder, v: int, test: Callable[[int], bool]) -> int:
    """Return a variable that is 1 if a test of one variable holds."""
    from csp.constraints.tuples import post_table

    truth = builder.interval(0, 1)
    post_table(builder, [v, truth], [(value, int(test(value))) for value in builder.values(v)])
    return truth
