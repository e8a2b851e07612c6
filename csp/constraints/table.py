"""Tables: the combinations of values that are allowed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
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
"""No more combinations of values than this are tried one by one."""

Tuple = tuple[int | None, ...]
"""A value for each expression; None for any."""


class Table(Constraint):
    """Expressions whose values, together, are one of some tuples; see `table`."""

    def __init__(self, expressions: Iterable[Any], tuples: Iterable[Sequence[int | None]]) -> None:
        self.expressions = [expression(each) for each in expressions]
        self.tuples: list[Tuple] = [tuple(map(_checked, each)) for each in tuples]
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
        return self.allows(tuple(each.value(value_of) for each in self.expressions))

    def allows(self, values: tuple[int, ...]) -> bool:
        """Tell whether one of the tuples is this."""
        return values in self._plain or any(_matches(each, values) for each in self._patterns)

    def build(self, builder: Builder) -> None:
        """Post the tuples that the domains allow."""
        if not self.tuples:
            raise ContradictionError(f"{self!r} allows nothing")
        post_table(builder, builder.numbers(self.expressions), self.tuples)

    def truth(self, builder: Builder) -> int:
        """Post a table of all combinations of values, and a column that tells which hold."""
        numbers, truth = builder.numbers(self.expressions), builder.variable(0, 0b11)
        rows = [(*t, int(self.allows(t))) for t in self.combinations(builder, numbers)]
        post_table(builder, [*numbers, truth], rows)
        return truth

    def allowed(self, builder: Builder, numbers: Sequence[int]) -> list[Tuple]:
        """Return the combinations of values that it allows."""
        return [t for t in self.combinations(builder, numbers) if self.allows(t)]

    def combinations(self, builder: Builder, numbers: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Go through all combinations of values.

        Raises
        ------
        ModelError
            If there are too many.
        """
        domains = [builder.values(v) for v in numbers]
        n = prod(map(len, domains))
        if n > MOST_COMBINATIONS:
            raise ModelError(f"{self!r}: {n} combinations; at most {MOST_COMBINATIONS} are tried")
        return product(*domains)

    @cached_property
    def _plain(self) -> frozenset[Tuple]:
        return frozenset(self.tuples)

    @cached_property
    def _patterns(self) -> list[Tuple]:
        return [each for each in self.tuples if None in each]

    def __repr__(self) -> str:
        return f"table({self.expressions!r}, {len(self.tuples)} tuples)"


def table(expressions: Iterable[Any], tuples: Iterable[Sequence[int | None]]) -> Table:
    """Say that the values of some expressions are one of some tuples.

    Consistency: domain, by Compact-Table. A run takes O(r t / 64) time for r values in all domains
    and t tuples.

    Parameters
    ----------
    expressions
        Variables and expressions.
    tuples
        A value for each of them, or None for any value.

    Raises
    ------
    ModelError
        If a tuple has not as many values as there are expressions, or one is not a whole number.

    References
    ----------
    J. Demeulenaere et al., Compact-Table: efficiently filtering table constraints with reversible
    sparse bit-sets, CP 2016. H. Verhaeghe, C. Lecoutre and P. Schaus, Extending Compact-Table to
    negative and short tables, AAAI 2017.

    Examples
    --------
    >>> from csp import Model, table
    >>> model = Model()
    >>> x, y = model.variables(2, range(4))
    >>> model.post(table([x, y], [(0, 1), (2, None), (4, 5)]))
    >>> model.count()
    5
    """
    return Table(expressions, tuples)


def post_table(builder: Builder, numbers: Sequence[int], tuples: Iterable[Tuple]) -> None:
    """Post that the variables have the values of one of the tuples."""
    kept = possible(builder, numbers, tuples)
    for k, v in enumerate(numbers):
        own = {each[k] for each in kept}
        if None not in own:
            builder.keep(v, own.__contains__)
    if len(numbers) > 1 and kept:
        post_rows(builder, "table:table", numbers, kept)


def possible(builder: Builder, numbers: Sequence[int], tuples: Iterable[Tuple]) -> list[Tuple]:
    """Return the tuples whose values are in the domains of variables, each once."""
    allowed = [{None, *builder.values(v)} for v in numbers]
    return list(dict.fromkeys(t for t in tuples if all(map(set.__contains__, allowed, t))))


def post_rows(
    builder: Builder, propagator: str, numbers: Sequence[int], tuples: Sequence[Tuple]
) -> None:
    """Post a propagator of `csp.propagators.table`, with a row of bits for each value."""
    n_words = -(-len(tuples) // 64)
    constants, rows = [n_words], list[int]()
    first = 1 + 2 * len(numbers)
    for v, column in zip(numbers, zip(*tuples, strict=True), strict=True):
        least, greatest = builder.bounds(v)
        constants += [least, first + len(rows)]
        is_free = np.array([value is None for value in column])
        values = np.array([0 if value is None else value for value in column], dtype=np.int64)
        for value in range(least, greatest + 1):
            rows += _bits((values == value) | is_free, n_words)
    builder.propagator(
        propagator,
        numbers,
        [*constants, *rows],
        cells=[
            n_words,
            *_unsigned(_bits(np.ones(len(tuples), dtype=bool), n_words)),
            *[0] * len(numbers),
        ],
        memory=[*range(n_words), *[0] * (len(rows) // n_words)],
        scratch=n_words,
        cost=LINEAR if n_words < 4 else QUADRATIC,
    )


def _checked(value: Any) -> int | None:
    return None if value is None else whole(value, "a value in a tuple")


def _matches(pattern: Tuple, values: tuple[int, ...]) -> bool:
    return all(own is None or own == value for own, value in zip(pattern, values, strict=True))


def _bits(flags: Any, n_words: int) -> list[int]:
    """Return flags as words, which are numbers with a sign."""
    padded = np.zeros(64 * n_words, dtype=bool)
    padded[: len(flags)] = flags
    return np.packbits(padded, bitorder="little").view("<i8").tolist()


def _unsigned(signed: list[int]) -> list[int]:
    return [word & 0xFFFFFFFFFFFFFFFF for word in signed]
