"""Conditions on a value, which the rows of a table may have in place of values.

A condition says which values a column may have, and how its value compares with those of other
columns: both parts are normal forms, so that `&` is simple and equal conditions are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from csp.errors import ModelError, TruthValueError
from csp.model.expressions import whole
from csp.model.linear import TESTS
from exactcover.runtime.text_view import TextView

HOLDS: dict[str, Callable[[Any], Any]] = {**TESTS, ">=": lambda difference: difference >= 0}
"""Operator -> whether it holds, given the left side less the right side, or an array of these."""


class Comparison(NamedTuple):
    """A comparison of a value with that of a column plus an offset.

    Attributes
    ----------
    operator
        One of "==", "!=", "<=" and ">=".
    column, offset
        The right side.
    """

    operator: str
    column: int
    offset: int

    def holds_for(self, difference: int) -> bool:
        """Return whether it holds, given the value less that of the column."""
        return bool(HOLDS[self.operator](difference - self.offset))

    def __repr__(self) -> str:
        return f"value {self.operator} {Column(self.column, self.offset)!r}"


@dataclass(frozen=True)
class Condition:
    """A condition on the value in a column of a table; see `value`.

    Attributes
    ----------
    least, greatest
        The bounds; None where there is none.
    among
        The values of which it must be one, a range in steps or a set; None for any.
    excluded
        The values that it must not be.
    comparisons
        The comparisons with other columns, all of which must hold.
    """

    least: int | None = None
    greatest: int | None = None
    among: frozenset[int] | range | None = None
    excluded: frozenset[int] = frozenset()
    comparisons: tuple[Comparison, ...] = ()

    def accepts(self, value: int) -> bool:
        """Return whether a value is allowed, whatever those of other columns are."""
        return (
            (self.least is None or value >= self.least)
            and (self.greatest is None or value <= self.greatest)
            and (self.among is None or value in self.among)
            and value not in self.excluded
        )

    def holds(self, value: int, values: Sequence[int]) -> bool:
        """Return whether a value satisfies the condition, given those of all columns."""
        return self.accepts(value) and all(
            each.holds_for(value - values[each.column]) for each in self.comparisons
        )

    def __and__(self, other: Any) -> Condition:
        if not isinstance(other, Condition):
            return NotImplemented
        return Condition(
            _extreme(max, self.least, other.least),
            _extreme(min, self.greatest, other.greatest),
            _common(self.among, other.among),
            self.excluded | other.excluded,
            tuple(dict.fromkeys((*self.comparisons, *other.comparisons))),
        )

    def __bool__(self) -> bool:
        raise TruthValueError(
            f"{self!r} is a condition of a table, neither true nor false: write "
            "(value >= 1) & (value <= 3) for an interval, and a set or a range without `in`"
        )

    def __repr__(self) -> str:
        parts = list(self._parts())
        return parts[0] if len(parts) == 1 else " & ".join(f"({each})" for each in parts)

    def _parts(self) -> Iterator[str]:
        """Yield the conditions of which it is the conjunction."""
        if self.least is not None:
            yield f"value >= {self.least}"
        if self.greatest is not None:
            yield f"value <= {self.greatest}"
        if isinstance(self.among, range):
            yield f"value in {self.among}"
        elif self.among is not None:
            yield f"value in {{{', '.join(map(str, sorted(self.among)))}}}"
        for each in sorted(self.excluded):
            yield f"value != {each}"
        yield from map(repr, self.comparisons)


@dataclass(frozen=True, eq=False)
class Column:
    """The value of a column in the same row, plus an offset; see `column`."""

    number: int
    offset: int = 0

    __hash__ = None  # type: ignore[assignment]

    def __add__(self, other: Any) -> Column:
        return Column(self.number, self.offset + whole(other, "what is added to a column"))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Column:
        return Column(self.number, self.offset - whole(other, "what is taken from a column"))

    def __eq__(self, other: Any) -> Any:
        return _of_value(self, other, "==")

    def __ne__(self, other: Any) -> Any:
        return _of_value(self, other, "!=")

    def __bool__(self) -> bool:
        raise TruthValueError(f"{self!r} is the value of a column, neither true nor false")

    def __repr__(self) -> str:
        sign = "" if not self.offset else f" {'+' if self.offset > 0 else '-'} {abs(self.offset)}"
        return f"column({self.number}){sign}"


class Value(TextView):
    """The value in the column where a condition stands; its only instance is `value`.

    Comparisons of it are conditions for the rows of `table` and `forbidden`: with a number, as in
    `value <= 3`; with another `column` of the row, as in `value != column(0) + 1`. `&` joins
    conditions.

    Examples
    --------
    >>> from csp import column, value
    >>> (value > 2) & (value != 7), value < column(1) - 2
    ((value >= 3) & (value != 7), value <= column(1) - 3)
    """

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: Any) -> Condition:  # type: ignore[override]
        if isinstance(other, Column):
            return _compared("==", other)
        number = _number(other)
        return Condition(number, number)

    def __ne__(self, other: Any) -> Condition:  # type: ignore[override]
        if isinstance(other, Column):
            return _compared("!=", other)
        return Condition(excluded=frozenset([_number(other)]))

    def __le__(self, other: Any) -> Condition:
        if isinstance(other, Column):
            return _compared("<=", other)
        return Condition(greatest=_number(other))

    def __ge__(self, other: Any) -> Condition:
        if isinstance(other, Column):
            return _compared(">=", other)
        return Condition(least=_number(other))

    def __lt__(self, other: Any) -> Condition:
        return self <= (other if isinstance(other, Column) else _number(other)) - 1

    def __gt__(self, other: Any) -> Condition:
        return self >= (other if isinstance(other, Column) else _number(other)) + 1

    def __bool__(self) -> bool:
        raise TruthValueError("value stands for the value in a column, compare it: value <= 3")

    def __repr__(self) -> str:
        return "value"


value = Value()
"""The value in the column where a condition stands; see `Value`."""


def column(number: int) -> Column:
    """Return the value of a column, for conditions in other columns of the same row of a table.

    A number may be added to it, or taken from it. In place of a value `column(0) + 1` means
    `value == column(0) + 1`.

    It takes no limits: its work does not grow.

    Parameters
    ----------
    number
        The number of the column, counted from 0: the place of its expression in the table.

    Returns
    -------
    Column
        What stands for the value of the column.

    Raises
    ------
    ModelError
        If it is not a whole number, or is negative.

    Examples
    --------
    >>> from csp import Model, column, table, value
    >>> model = Model()
    >>> x, y = model.variables(2, range(4), name="xy")
    >>> model.post(table([x, y], [(0, value >= 2), (None, column(0) + 2)]))
    >>> [tuple(s.values()) for s in model.solutions()]
    [(0, 2), (0, 3), (1, 3)]
    """
    own = whole(number, "the number of a column")
    if own < 0:
        raise ModelError(f"the number of a column is {own}: columns are counted from 0")
    return Column(own)


Entry = int | Condition | None
"""An entry of a row: a value, a condition on the value, or None for any value."""


def entry_of(given: Any) -> Entry:
    """Return the entry of a row that the user has given, in its normal form.

    Raises
    ------
    ModelError
        If it is no value, no condition and no set of values.
    """
    if given is None or isinstance(given, Condition):
        return given
    if isinstance(given, Column):
        return _compared("==", given)
    if isinstance(given, range):
        return _in_range(given if given.step > 0 else given[::-1])
    if isinstance(given, set | frozenset):
        return Condition(among=frozenset(whole(each, "a value of a set") for each in given))
    if isinstance(given, Value):
        raise ModelError("it is `value` without a comparison: write None for any value")
    return whole(given, "it")


def holds(entry: Entry, own: int, values: Sequence[int]) -> bool:
    """Return whether a value fits to what stands in its column, given those of all columns."""
    if isinstance(entry, Condition):
        return entry.holds(own, values)
    return entry is None or entry == own


def compared_columns(row: Iterable[Entry]) -> Iterator[tuple[int, Comparison]]:
    """Yield the comparisons in a row, each with the column where it stands."""
    for k, entry in enumerate(row):
        if isinstance(entry, Condition):
            for each in entry.comparisons:
                yield k, each


def _compared(operator: str, other: Column) -> Condition:
    return Condition(comparisons=(Comparison(operator, other.number, other.offset),))


def _in_range(values: range) -> Condition:
    if not values:
        return Condition(among=frozenset())
    least, greatest = (whole(end, "the end of a range") for end in (values[0], values[-1]))
    return Condition(least, greatest, None if values.step == 1 else values)


def _number(other: Any) -> int:
    return whole(other, "what a value of a table is compared with")


def _of_value(own: Column, other: Any, operator: str) -> Any:
    if isinstance(other, Value):
        return _compared(operator, own)
    raise ModelError(f"{own!r} is compared with {other!r}: the other side must be `value`")


def _common(
    one: frozenset[int] | range | None, other: frozenset[int] | range | None
) -> frozenset[int] | range | None:
    if one is None or other is None:
        return one if other is None else other
    return frozenset(one) & frozenset(other)


def _extreme(pick: Callable[[int, int], int], one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return one if other is None else other
    return pick(one, other)
