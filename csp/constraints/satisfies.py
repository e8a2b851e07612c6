"""Any predicate: a Python function decides which combinations of values are allowed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import islice, product, starmap
from typing import TYPE_CHECKING, Any

import numpy as np

from csp.constraints.table import MOST_COMBINATIONS, Table, n_combinations
from csp.constraints.tuples import post_table
from csp.errors import ModelError
from csp.model.posted_records import DEAR
from csp.propagators.registry import PREDICATE
from exactcover.runtime.kernels.types import I64
from exactcover.runtime.search.limits import stop_if_due

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.literal_graph import LiteralGraph

AT_ONCE = 1 << 10
"""The combinations that are evaluated between two looks at the limits."""


class Predicate(Table):
    """The constraint that a function returns true for the values; see `satisfies`."""

    def __init__(self, expressions: Iterable[Any], test: Callable[..., Any]) -> None:
        super().__init__(expressions, ())
        if not callable(test):
            raise ModelError(f"the predicate is {test!r}: it must be a function")
        self.test = test
        self._domains: list[set[int]] = []
        """The values for which the function was evaluated; a model may widen them again."""
        self._allowed: I64 = np.empty((0, 0), dtype=np.int64)

    def allows(self, values: tuple[int, ...]) -> bool:
        """Return the result of the function, as a bool.

        Raises
        ------
        ModelError
            If the function raises an exception.
        """
        try:
            return bool(self.test(*values))
        except Exception as error:
            raise ModelError(f"{self!r}: {error!r} was raised for the values {values}") from error

    def build(self, builder: Builder) -> None:
        """Post a table of the allowed combinations, or the compiled function if they are many."""
        numbers = builder.distinct_variables(self.expressions)
        if n_combinations(builder, numbers) > MOST_COMBINATIONS:
            self._post_compiled(builder, numbers)
            return
        post_table(builder, numbers, self._rows(builder, numbers))

    def add_to(self, graph: LiteralGraph) -> None:
        """Add the combinations of values, if they are few."""
        graph.enumerate(self)

    def reify(self, builder: Builder) -> int:
        """Reify as a table, or by the compiled function if there are too many combinations."""
        numbers = builder.distinct_variables(self.expressions)
        if n_combinations(builder, numbers) <= MOST_COMBINATIONS:
            self.tuples = [*map(tuple, self._rows(builder, numbers).tolist())]
            return super().reify(builder)
        truth = builder.new_interval(0, 1)
        self._post_compiled(builder, [*numbers, truth])
        return truth

    def _rows(self, builder: Builder, numbers: list[int]) -> I64:
        """Return the combinations that the function allows, and perhaps some beyond the domains.

        It is evaluated again only where a variable may have values that it could not have before.
        """
        domains = [builder.values(v) for v in numbers]
        if not self._domains or not all(map(set.issuperset, self._domains, domains)):
            combinations, flags = product(*domains), list[bool]()
            while some := list(islice(combinations, AT_ONCE)):
                stop_if_due()
                try:
                    flags += map(bool, starmap(self.test, some))
                except Exception:
                    for each in some:
                        self.allows(each)  # raises an error that names the values
                    raise
            places = np.argwhere(np.array(flags, dtype=bool).reshape([*map(len, domains)]))
            for k, own in enumerate(domains):
                places[:, k] = np.array(own, dtype=np.int64)[places[:, k]]
            self._domains, self._allowed = [*map(set, domains)], places
        return self._allowed

    def _post_compiled(self, builder: Builder, scope: list[int]) -> None:
        """Post the compiled function, which the search evaluates when few combinations are left."""
        from csp.propagators.predicate import compile_predicate

        for v in scope:
            builder.domain(v)  # raises if it is wide: before the function is compiled
        try:
            address = compile_predicate(self.test, len(self.expressions))
        except Exception as error:
            raise ModelError(
                f"{self!r}: {n_combinations(builder, scope)} combinations; where there are more "
                f"than {MOST_COMBINATIONS}, Numba has to compile the function; it cannot: "
                f"{_reason(error)}"
            ) from error
        memory = [0] * len(scope) + [1]
        builder.propagator(
            PREDICATE,
            scope,
            [address],
            memory=memory,
            scratch=2 * len(scope),
            cost=DEAR,
        )

    def __repr__(self) -> str:
        return f"satisfies({self.expressions!r}, {getattr(self.test, '__name__', self.test)})"


def satisfies(expressions: Iterable[Any], test: Callable[..., Any]) -> Predicate:
    """Return the constraint that a function returns true for the values of expressions.

    If there are at most 2**20 combinations of values, the function is called for all of them when
    it is posted, and the allowed ones become a `table`: domain consistency. If there are more,
    Numba compiles the function, which then gets 64-bit integers, and the search calls it. It is
    domain consistent while at most 128 combinations are left or one variable is unfixed (forward
    checking); before that nothing is removed.

    Parameters
    ----------
    expressions
        The variables and expressions whose values are the arguments of the function.
    test
        The function. It must return the same result for the same arguments.

    Returns
    -------
    Predicate
        A constraint, to be posted to a model or combined with others.

    Raises
    ------
    ModelError
        When it is posted, if the function raises an exception, or if it has to be compiled and
        cannot be.

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
    """Return the first line of Numba's message that gives a reason, without colours."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    lines = [line.strip() for line in plain.splitlines() if line.strip()]
    return next((line for line in lines if not line.startswith("Failed in")), repr(error))
