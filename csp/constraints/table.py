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
from exactcover.watch import watched
from exactcover.words import U64, pack, words_of

if TYPE_CHECKING:
    from csp.build import Builder
    from csp.expressions import Variable

MOST_COMBINATIONS = 1 << 20
"""No more combinations of values than this are tried one by one."""

MOST_BITS = 1 << 22
"""A table of two columns is a matrix of bits, if it has no more than this."""

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
        numbers, truth = builder.numbers(self.expressions), builder.interval(0, 1)
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
        n = n_combinations(builder, numbers)
        if n > MOST_COMBINATIONS:
            raise ModelError(f"{self!r}: {n} combinations; at most {MOST_COMBINATIONS} are tried")
        return watched(product(*domains))

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

    Consistency: domain; two expressions by AC3-bit, in O(d^2 / 64) time for d values, and more by
    Compact-Table, in O(r t / 64) time for r values in all domains and t tuples.

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
    negative and short tables, AAAI 2017. C. Lecoutre and J. Vion, Enforcing arc consistency using
    bitwise operations, 2008.

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


def n_combinations(builder: Builder, numbers: Sequence[int]) -> int:
    """Return how many combinations of values some variables have."""
    return prod(builder.domain(v)[1].bit_count() for v in numbers)


def post_table(builder: Builder, numbers: Sequence[int], tuples: Iterable[Tuple]) -> None:
    """Post that the variables have the values of one of the tuples."""
    kept = possible(builder, numbers, tuples)
    for k, v in enumerate(numbers):
        own = {each[k] for each in kept}
        if None not in own:
            builder.keep(v, own.__contains__)
    if len(numbers) == 2 and kept and _area(builder, numbers) <= MOST_BITS:
        _post_pairs(builder, numbers, kept)
    elif len(numbers) > 1 and kept:
        post_rows(builder, "table:table", numbers, kept)


def possible(builder: Builder, numbers: Sequence[int], tuples: Iterable[Tuple]) -> list[Tuple]:
    """Return the tuples whose values are in the domains of variables, each once."""
    allowed = [{None, *builder.values(v)} for v in numbers]
    return list(dict.fromkeys(t for t in watched(tuples) if all(map(set.__contains__, allowed, t))))


def post_rows(
    builder: Builder, propagator: str, numbers: Sequence[int], tuples: Sequence[Tuple]
) -> None:
    """Post a propagator of `csp.propagators.table`, with a row of bits for each value."""
    n_words = -(-len(tuples) // 64)
    constants, rows = [n_words], list[int]()
    first = 1 + 2 * len(numbers)
    for v, column in zip(numbers, zip(*tuples, strict=True), strict=True):
        constants += [builder.bounds(v)[0], first + len(rows)]
        rows += _column_rows(column, n_words, *builder.bounds(v))
    builder.propagator(
        propagator,
        numbers,
        [*constants, *rows],
        cells=[n_words, *words_of((1 << len(tuples)) - 1).tolist(), *[0] * len(numbers)],
        memory=[*range(n_words), *[0] * (len(rows) // n_words)],
        scratch=n_words,
        cost=LINEAR if n_words < 4 else QUADRATIC,
    )


def _column_rows(
    column: Sequence[int | None], n_words: int, least: int, greatest: int
) -> list[int]:
    """Return, for each value from the least to the greatest, which tuples have it in a column."""
    is_free = np.array([value is None for value in column])
    (own,) = np.nonzero(~is_free)
    places = np.array([value - least for value in column if value is not None], dtype=np.int64)
    rows = np.zeros((greatest - least + 1, n_words), dtype=np.uint64)
    np.bitwise_or.at(rows, (places, own >> 6), np.uint64(1) << (own & 63).astype(np.uint64))
    return _signed(rows | pack(is_free, n_words))


def _area(builder: Builder, numbers: Sequence[int]) -> int:
    """Return how many bits a matrix of all values between the bounds has."""
    return prod(high - low + 1 for low, high in map(builder.bounds, numbers))


def _post_pairs(builder: Builder, numbers: Sequence[int], tuples: Sequence[Tuple]) -> None:
    """Post a table of two columns as a matrix of bits."""
    bounds = [builder.bounds(v) for v in numbers]
    least = [low for low, _ in bounds]
    matrix = np.zeros([high - low + 1 for low, high in bounds], dtype=bool)
    for a, b in tuples:
        matrix[
            slice(None) if a is None else a - least[0], slice(None) if b is None else b - least[1]
        ] = True
    constants, rows = list[int](), list[int]()
    for one, other, bits in ((0, 1, matrix), (1, 0, matrix.T)):
        n_words = -(-bits.shape[1] // 64)
        constants += [least[one], least[other], n_words, 8 + len(rows)]
        rows += _signed(pack(bits, n_words))
    scratch = max(map(builder.n_words, numbers))
    builder.propagator("pairs:pairs", numbers, [*constants, *rows], scratch=scratch, cost=LINEAR)


def _signed(rows: U64) -> list[int]:
    """Return rows of words, one after another, as they are kept among constants."""
    signed: list[int] = rows.ravel().view(np.int64).tolist()
    return signed


def _checked(value: Any) -> int | None:
    return None if value is None else whole(value, "a value in a tuple")


def _matches(pattern: Tuple, values: tuple[int, ...]) -> bool:
    return all(own is None or own == value for own, value in zip(pattern, values, strict=True))
