"""Tables: the combinations of values that are allowed, or forbidden; and any predicate."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from csp.build import LINEAR, QUADRATIC
from csp.constraint import Constraint, ValueOf
from csp.errors import ContradictionError, ModelError
from csp.expressions import expression, whole

if TYPE_CHECKING:
    from csp.build import Builder
    from csp.expressions import Variable

MOST_COMBINATIONS = 1 << 20
"""A predicate, or a table of forbidden tuples, is tried on no more combinations than this."""


class Table(Constraint):
    """Expressions whose values, together, are one of some tuples; see `table`."""

    def __init__(self, expressions: Iterable[Any], tuples: Iterable[Sequence[int]]) -> None:
        self.expressions = [expression(each) for each in expressions]
        self.tuples = [tuple(whole(value, "a value in a tuple") for value in t) for t in tuples]
        for each in self.tuples:
            if len(each) != len(self.expressions):
                raise ModelError(
                    f"the tuple {each} has {len(each)} values for {len(self.expressions)} "
                    "expressions"
                )

    def variables(self) -> Iterator[Variable]:
        """Yield the variables of all expressions."""
        for each in self.expressions:
            yield from each.variables()

    def holds(self, value_of: ValueOf) -> bool:
        """Look the values up."""
        return tuple(each.value(value_of) for each in self.expressions) in set(self.tuples)

    def build(self, builder: Builder) -> None:
        """Post the tuples that the domains allow."""
        if not self.tuples:
            raise ContradictionError(f"{self!r} allows nothing")
        post_table(builder, builder.numbers(self.expressions), self.tuples)

    def __repr__(self) -> str:
        return f"table({self.expressions!r}, {len(self.tuples)} tuples)"


class Predicate(Table):
    """Expressions for whose values a function returns true; see `satisfies`."""

    def __init__(self, expressions: Iterable[Any], test: Callable[..., Any]) -> None:
        super().__init__(expressions, ())
        self.test = test

    def holds(self, value_of: ValueOf) -> bool:
        """Ask the function."""
        return bool(self.test(*(each.value(value_of) for each in self.expressions)))

    def build(self, builder: Builder) -> None:
        """Ask the function about all combinations, once; post those for which it returns true."""
        numbers = builder.numbers(self.expressions)
        if not self.tuples:
            domains = [builder.values(v) for v in numbers]
            n = prod(map(len, domains))
            if n > MOST_COMBINATIONS:
                raise ModelError(
                    f"{self!r}: {n} combinations; at most {MOST_COMBINATIONS} are tried"
                )
            self.tuples = [values for values in product(*domains) if self._ask(values)]
        if not self.tuples:
            raise ContradictionError(f"{self!r} is never true")
        post_table(builder, numbers, self.tuples)

    def _ask(self, values: tuple[int, ...]) -> bool:
        try:
            return bool(self.test(*values))
        except Exception as error:
            raise ModelError(f"{self!r}: {error!r} was raised for the values {values}") from error

    def __repr__(self) -> str:
        return f"satisfies({self.expressions!r}, {getattr(self.test, '__name__', self.test)})"


def table(expressions: Iterable[Any], tuples: Iterable[Sequence[int]]) -> Table:
    """Say that the values of some expressions are one of some tuples.

    Consistency: domain, by Compact-Table.

    Raises
    ------
    ModelError
        If a tuple has not as many values as there are expressions, or one is not a whole number.

    Examples
    --------
    >>> from csp import Model, table
    >>> model = Model()
    >>> x, y = model.variables(2, range(4))
    >>> model.post(table([x, y], [(0, 1), (2, 3), (4, 5)]))
    >>> model.count()
    2
    """
    return Table(expressions, tuples)


def satisfies(expressions: Iterable[Any], test: Callable[..., Any]) -> Predicate:
    """Say that a function returns true for the values of some expressions.

    It is asked about all combinations of values when the constraint is posted, at most
    `MOST_COMBINATIONS`; what it says is kept as a table. Consistency: domain.

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


def post_table(builder: Builder, numbers: list[int], tuples: Sequence[tuple[int, ...]]) -> None:
    """Post that the variables have the values of one of the tuples."""
    allowed = [set(builder.values(v)) for v in numbers]
    kept = sorted({t for t in tuples if all(map(set.__contains__, allowed, t))})
    columns = np.array(kept, dtype=np.int64).reshape(len(kept), len(numbers)).T
    for v, column in zip(numbers, columns, strict=True):
        builder.keep(v, set(column.tolist()).__contains__)
    if len(numbers) < 2 or not kept:
        return
    n_words = -(-len(kept) // 64)
    constants, rows = [n_words], list[int]()
    first = 1 + 2 * len(numbers)
    for column in columns:
        least, greatest = int(column.min()), int(column.max())
        constants += [least, first + len(rows)]
        for value in range(least, greatest + 1):
            rows += _bits(column == value, n_words)
    builder.propagator(
        "table:table",
        numbers,
        [*constants, *rows],
        cells=[
            n_words,
            *_unsigned(_bits(np.ones(len(kept), dtype=bool), n_words)),
            *[0] * len(numbers),
        ],
        memory=[*range(n_words), *[0] * (len(rows) // n_words)],
        scratch=n_words,
        cost=LINEAR if n_words < 4 else QUADRATIC,
    )


def _bits(flags: Any, n_words: int) -> list[int]:
    """Return flags as words, which are numbers with a sign."""
    padded = np.zeros(64 * n_words, dtype=bool)
    padded[: len(flags)] = flags
    return np.packbits(padded, bitorder="little").view("<i8").tolist()


def _unsigned(signed: list[int]) -> list[int]:
    return [word & 0xFFFFFFFFFFFFFFFF for word in signed]
