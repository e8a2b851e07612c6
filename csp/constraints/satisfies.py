"""Any predicate: a function that tells which combinations of values are allowed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from csp.constraints.table import MOST_COMBINATIONS, Table, n_combinations
from csp.constraints.tuples import post_table
from csp.errors import ModelError
from csp.model.builder import DEAR

if TYPE_CHECKING:
    from csp.model.builder import Builder


class Predicate(Table):
    """Expressions for whose values a function returns true; see `satisfies`."""

    def __init__(self, expressions: Iterable[Any], test: Callable[..., Any]) -> None:
        super().__init__(expressions, ())
        if not callable(test):
            raise ModelError(f"the predicate is {test!r}: it must be a function")
        self.test = test

    def allows(self, values: tuple[int, ...]) -> bool:
        """Ask the function."""
        try:
            return bool(self.test(*values))
        except Exception as error:
            raise ModelError(f"{self!r}: {error!r} was raised for the values {values}") from error

    def build(self, builder: Builder) -> None:
        """Ask about all combinations, once, and post those allowed; or let the search ask."""
        numbers = builder.numbers(self.expressions)
        if n_combinations(builder, numbers) > MOST_COMBINATIONS:
            self._post_compiled(builder, numbers)
            return
        self._tabulate(builder, numbers)
        post_table(builder, numbers, self.tuples)

    def truth(self, builder: Builder) -> int:
        """Post a table with a column for the truth; or let the search ask."""
        numbers = builder.numbers(self.expressions)
        if n_combinations(builder, numbers) <= MOST_COMBINATIONS:
            self._tabulate(builder, numbers)
            return super().truth(builder)
        truth = builder.interval(0, 1)
        self._post_compiled(builder, [*numbers, truth])
        return truth

    def _tabulate(self, builder: Builder, numbers: list[int]) -> None:
        """Ask about all combinations, once."""
        if not self.tuples:
            self.tuples = [*self.allowed(builder, numbers)]

    def _post_compiled(self, builder: Builder, scope: list[int]) -> None:
        """Post the function for a search, which asks it when few combinations are left."""
        from csp.propagators.predicate import asker

        try:
            address = asker(self.test, len(self.expressions))
        except Exception as error:
            raise ModelError(
                f"{self!r}: {n_combinations(builder, scope)} combinations; where there are more "
                f"than {MOST_COMBINATIONS}, Numba has to compile the function; it cannot: "
                f"{_reason(error)}"
            ) from error
        memory = [0] * len(scope) + [1]
        builder.propagator(
            "predicate:predicate",
            scope,
            [address],
            memory=memory,
            scratch=2 * len(scope),
            cost=DEAR,
        )

    def __repr__(self) -> str:
        return f"satisfies({self.expressions!r}, {getattr(self.test, '__name__', self.test)})"


def satisfies(expressions: Iterable[Any], test: Callable[..., Any]) -> Predicate:
    """Say that a function returns true for the values of some expressions.

    Consistency: domain, if there are no more than `csp.constraints.table.MOST_COMBINATIONS`
    combinations of values: it is asked about all of them when it is posted, and what it says is
    kept as a table. If there are more, Numba compiles the function, which then gets 64-bit
    integers, and the search asks it: consistency is domain while 128 combinations or fewer are
    left, or one variable is not fixed (forward checking), and before that nothing is removed.

    Parameters
    ----------
    expressions
        Whose values the function gets, one argument each.
    test
        The function. It must say the same whenever it is asked.

    Returns
    -------
    Predicate
        A constraint.

    Raises
    ------
    ModelError
        If the function raises; if it has to be compiled and cannot be.

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


def _reason(error: Exception) -> str:
    """Return what Numba says, without how it got there, and without colours."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    lines = [line.strip() for line in plain.splitlines() if line.strip()]
    return next((line for line in lines if not line.startswith("Failed in")), repr(error))
