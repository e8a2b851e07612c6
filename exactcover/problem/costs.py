"""The costs of options, which are taken as they are: every float is the number that it holds."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from numbers import Rational
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from exactcover.problem.option import Label
from exactcover.runtime.arguments import each_of, index_of, is_decimal
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.formatting import shown

if TYPE_CHECKING:
    # To import it takes longer than to make a small problem, so functions do that.
    from fractions import Fraction

Costs = NDArray[np.int64] | NDArray[np.float64] | NDArray[np.object_]
"""The cost of each option: integers if all are whole; floats; or numbers of Python, which are whole
or fractions, if there are fractions or numbers that neither type holds."""

EXACT = 1 << 53
"""Every whole number below this is a float exactly."""
MOST_EXPONENT = 300
"""The least and the greatest exponent of a `Decimal` that is a cost."""
MOST_DIGITS = 400
"""The most characters of a fraction that is read from a text."""
_FRACTION = re.compile(r"[+-]?[0-9]+/0*[1-9][0-9]*")
MOST_SUM = 1 << 63
"""The costs of all options together, without signs, stay below this where they are integers."""


def check_costs(
    costs: Iterable[Any] | Mapping[Any, Any], n_options: int, labels: Sequence[Label] | None
) -> Costs:
    """Return the costs of the options after checking that they are finite numbers.

    The keys of a mapping are labels, or indices if there are no labels; the default cost is 0. The
    sum of the absolute costs must also be finite, so that the cost of no solution overflows.
    """
    if isinstance(costs, Mapping) and not costs:
        return np.zeros(n_options)
    values = numbers_of_options(costs, n_options, labels, 0, "cost", "costs")
    return _array([_plain(value) for value in values], labels)


def numbers_of_options(
    given: Iterable[Any] | Mapping[Any, Any],
    n_options: int,
    labels: Sequence[Label] | None,
    default: int,
    noun: str,
    verb: str,
    hint: str = "",
) -> list[Any]:
    """Return a number for each option: costs or weights, after checking that they are finite.

    Parameters
    ----------
    given
        The numbers of all options; or a mapping, or a Series with an index of its own, whose keys
        are labels, or indices if there are no labels.
    n_options, labels
        The options.
    default
        The number of options that are not in the mapping.
    noun, verb
        What the numbers are, in messages: an option costs a cost.
    hint
        What to do instead, for messages about unknown options.
    """
    names: Sequence[Label] = range(n_options) if labels is None else labels
    own = index_of(given)
    if own is not None and own != list(names):
        given = _by_index(given, own, noun)
    if isinstance(given, Mapping):
        unknown = set(given) - set(names)
        if unknown:
            raise ProblemError(f"a {noun} for unknown option {min(map(shown, unknown))}{hint}")
        values = [given.get(name, default) for name in names]
    else:
        values = list(each_of(f"{noun}s", given))
        if len(values) != n_options:
            raise ProblemError(f"{len(values)} {noun}s for {n_options} options")
    for index, value in enumerate(values):
        if not is_cost(value):
            raise ProblemError(
                f"option {index} {verb} {shown(value)}: a {noun} must be a finite number, below "
                "1.8e308"
            )
    return values


def _by_index(given: Iterable[Any], index: list[Any], noun: str) -> dict[Any, Any]:
    """Return the numbers of a Series as a mapping from its index."""
    values = list(given)
    if len(values) != len(index):
        raise ProblemError(f"the {noun}s are a table: give one column of it")
    found: dict[Any, Any] = {}
    for name, value in zip(index, values, strict=True):
        if name in found:
            raise ProblemError(f"the index of the {noun}s names option {shown(name)} twice")
        found[name] = value
    return found


def _array(values: list[Any], labels: Sequence[Label] | None) -> Costs:
    """Return costs as an array of the simplest type that holds all of them."""
    if all(
        isinstance(value, float) or (isinstance(value, int) and abs(value) < EXACT)
        for value in values
    ):
        _check_sum(values, labels)
        return np.array(values, dtype=np.float64)
    from fractions import Fraction

    exact = [number(Fraction(value)) for value in values]
    _check_sum(exact, labels)
    if all(isinstance(value, int) for value in exact) and sum(map(abs, exact)) < MOST_SUM:
        return np.array(exact, dtype=np.int64)
    found = np.empty(len(exact), dtype=np.object_)
    found[:] = exact
    return found


def _check_sum(costs: list[Any], labels: Sequence[Label] | None) -> None:
    """Raise `ProblemError` if the sum of some costs may exceed the floats."""
    sizes = [abs(cost) for cost in costs]
    try:
        math.fsum(map(float, sizes))
    except OverflowError:
        most = sizes.index(max(sizes))
        raise ProblemError(
            f"option {most}{_called(labels, most)} costs {costs[most]}: the costs of all options "
            "together, without their signs, must stay below 1.8e308, the largest float"
        ) from None


def _called(labels: Sequence[Label] | None, index: int) -> str:
    """Return the label of an option in brackets, if it has one."""
    return "" if labels is None or labels[index] is None else f" ({labels[index]!r})"


def total_cost(costs: Costs, options: Sequence[int]) -> Any:
    """Return the sum of the costs of options: exact, but rounded once if costs are floats.

    >>> total_cost(np.array([0.1, 0.2, 0.3]), [0, 1, 2])
    0.6
    """
    return total(costs[list(options)].tolist())


def total(costs: Sequence[Any]) -> Any:
    """Return the sum of some costs: exact, but rounded once if there are floats."""
    if any(isinstance(cost, float) for cost in costs):
        return math.fsum(costs)
    return number(sum(costs))


def exact_cost(costs: Costs, options: Sequence[int]) -> Fraction:
    """Return the sum of the costs of options, not rounded.

    >>> exact_cost(np.array([0.5, 1e17]), [0, 1])
    Fraction(200000000000000001, 2)
    """
    from fractions import Fraction

    values = costs[list(options)].tolist()
    whole = [int(value) for value in values]
    if whole == values:  # the same as below, only faster
        return Fraction(sum(whole))
    return sum(map(Fraction, values), Fraction(0))


def whole_numbers(costs: Costs) -> tuple[list[int], int]:
    """Return costs as whole numbers, in the unit that all of them need, and what a cost of 1 is.

    >>> whole_numbers(np.array([0.5, 2, 0.25]))
    ([2, 8, 1], 4)
    """
    ratios = [cost.as_integer_ratio() for cost in costs.tolist()]
    one = math.lcm(*{below for _, below in ratios})
    return [above * (one // below) for above, below in ratios], one


def is_cost(value: Any) -> bool:
    """Return whether a value may be a cost: a finite number."""
    if isinstance(value, bool | np.bool_ | np.timedelta64):
        return False
    if is_decimal(value):
        return bool(value.is_finite()) and abs(value.adjusted()) <= MOST_EXPONENT
    if not isinstance(value, float | np.integer | np.floating | Rational):
        return False
    try:
        near = float(value)
    except OverflowError:
        return False
    # NumPy has floats that are longer than those of Python.
    return math.isfinite(near) and (near == value or not isinstance(value, np.floating))


def fraction(text: str) -> Fraction:
    """Return the fraction in a text such as ``"1/3"``, as formats write it.

    Raises
    ------
    ValueError
        If the text is none, or too long.
    """
    from fractions import Fraction

    if not _FRACTION.fullmatch(text) or len(text) > MOST_DIGITS:
        raise ValueError(text)
    return Fraction(text)


def decimals(value: Any) -> str | None:
    """Return a cost in decimals, all of them; None if there is no end of them.

    >>> from fractions import Fraction
    >>> decimals(Fraction(-5, 2)), decimals(Fraction(1, 3)), decimals(0.1)
    ('-2.5', None, '0.1')
    """
    if not isinstance(value, Rational) or value.denominator == 1:
        return str(value)
    twos = fives = 0
    rest = int(value.denominator)
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    if rest > 1:
        return None
    n_digits = max(twos, fives)
    digits = f"{abs(value) * 10**n_digits}".zfill(n_digits + 1)
    return f"{'-' if value < 0 else ''}{digits[:-n_digits]}.{digits[-n_digits:]}"


def _plain(value: Any) -> int | float | Fraction:
    """Return a cost as a number of Python."""
    if isinstance(value, int | np.integer):
        return int(value)
    if is_decimal(value) or isinstance(value, Rational):
        from fractions import Fraction

        return Fraction(value)
    return float(value)


def number(value: Any) -> Any:
    """Return an integer or a fraction, a whole one as an integer.

    >>> from fractions import Fraction
    >>> number(Fraction(4, 2)), number(Fraction(1, 2))
    (2, Fraction(1, 2))
    """
    return int(value) if value == int(value) else value


def rounded_down(value: Any) -> float:
    """Return the largest float that is not above a number.

    >>> from fractions import Fraction
    >>> rounded_down(Fraction(1, 3)) < Fraction(1, 3), rounded_down(10**400)
    (True, 1.7976931348623157e+308)
    """
    try:
        nearest = float(value)
    except OverflowError:
        return math.nextafter(math.inf, 0) if value > 0 else -math.inf
    return nearest if nearest <= value else math.nextafter(nearest, -math.inf)


def simplest(costs: Costs | None) -> Costs | None:
    """Return costs in their normal form: integers if all are whole, None if all are 0.

    >>> simplest(np.array([1.0, 2.0])), simplest(np.zeros(2))
    (array([1, 2]), None)
    """
    if costs is None or not costs.any():
        return None
    if costs.dtype.kind == "O":
        return _array(costs.tolist(), None)
    if costs.dtype.kind == "i":
        return costs
    floats = costs.astype(np.float64) + 0.0  # -0.0 becomes 0.0
    if ((floats == np.round(floats)) & (abs(floats) < EXACT)).all():
        return floats.astype(np.int64)
    return floats
