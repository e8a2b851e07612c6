"""Any predicate: a function that tells which combinations of values are allowed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from csp.constraints.table import Table, post_table
from csp.errors import ContradictionError, ModelError

if TYPE_CHECKING:
    from csp.build import Builder


class Predicate(Table):
    """Expressions for whose values a function returns true; see `satisfies`."""

    def __init__(self, expressions: Iterable[Any], test: Callable[..., Any]) -> None:
        super().__init__(expressions, ())
        self.test = test

    def allows(self, values: tuple[int, ...]) -> bool:
        """Ask the function."""
        try:
            return bool(self.test(*values))
        except Exception as error:
            raise ModelError(f"{self!r}: {error!r} was raised for the values {values}") from error

    def build(self, builder: Builder) -> None:
        """Ask the function about all combinations, once; post those for which it returns true."""
        numbers = builder.numbers(self.expressions)
        if not self.tuples:
            self.tuples = self.allowed(builder, numbers)
        if not self.tuples:
            raise ContradictionError(f"{self!r} is never true")
        post_table(builder, numbers, self.tuples)

    def __repr__(self) -> str:
        return f"satisfies({self.expressions!r}, {getattr(self.test, '__name__', self.test)})"


def satisfies(expressions: Iterable[Any], test: Callable[..., Any]) -> Predicate:
    """Say that a function returns true for the values of some expressions.

    It is asked about all combinations of values when the constraint is posted, at most
    `csp.constraints.table.MOST_COMBINATIONS`; what it says is kept as a table. Consistency: domain.

    Raises
    ------
    ModelError
        When it is posted, if there are too many combinations, or the function raises.

    Examples
    --------
    >>> from csp import Model, satisfies
    >>> model = Model()
    >>> x, y = model.variables(2, range(1, 50))
    >>> model.post(satisfies([x, y], lambda a, b: a * b == 36))
    >>> model.count()
    9
    """
    return Predicate(expressions, test)
