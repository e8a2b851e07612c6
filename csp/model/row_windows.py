"""Posting rows together: the propagators of many comparisons of sums, in arrays.

`csp.constraints.linear_relation` and `csp.model.linear` say what one comparison becomes. Here the
same is done for many at once, and only for those that are *plain*: none restricts a domain, is
impossible, or has a variable twice or with a wide domain, or numbers that are large.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from csp.model.linear import FEW
from csp.model.posted_records import (
    CHEAP,
    LINEAR,
    ON_BOUNDS,
    ON_CHANGE,
    ON_FIXED,
    QUADRATIC,
    View,
)
from csp.model.posted_rows import NONE, Block, Lists, PropagatorRecords, columns
from csp.model.rows import Window
from csp.propagators.registry import (
    CHANNEL,
    EQUAL,
    LESS,
    LINEAR_EQUALS,
    LINEAR_LESS_EQUAL,
    LINEAR_NOT_EQUALS,
    REIFIED_EQUAL,
    REIFIED_LINEAR_EQUALS,
    REIFIED_LINEAR_LESS_EQUAL,
    SUMS,
    Name,
)
from exactcover.runtime.kernels.types import I64

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.linear_rows import LinearRows

EQUALS, DIFFERS, AT_MOST = range(3)
OPERATORS = {"==": EQUALS, "!=": DIFFERS, "<=": AT_MOST}
NAMES = [*OPERATORS]
SMALL = 1 << 60
"""If the absolute values of all terms and the total add up to less, no propagator can overflow."""


class LinearWindow(Window):
    """Some comparisons of sums, with the domains that their variables have now."""

    def __init__(self, rows: LinearRows, builder: Builder, begin: int, end: int) -> None:
        self._rows, self._builder = rows, builder
        lengths = rows.scopes.lengths[begin:end]
        own = slice(int(rows.ends[begin] - lengths[0]), int(rows.ends[end - 1]))
        self._scopes = Lists(lengths, rows.scopes.numbers[own])
        self._weights = Lists(lengths, rows.weights.numbers[own])
        self._starts = self._scopes.starts
        self._totals, self._truths = rows.totals[begin:end], rows.truths[begin:end]
        kinds = rows.kinds[begin:end]
        operators = (OPERATORS[each.operator] for each in kinds)
        self._operators = np.fromiter(operators, np.int64, len(lengths))
        self._of_bits = np.fromiter((each.are_bits for each in kinds), np.bool_, len(lengths))
        self._has_truth = self._truths != NONE
        self._is_single = lengths == 1
        self._divide()
        self._name_propagators()
        is_plain, self._is_narrow = self._plain_and_narrow()
        super().__init__(begin, is_plain)
        self._keys = self._keys_of_singles()

    def _divide(self) -> None:
        """Divide rows that must hold by common divisors of their weights, as `post_linear` does."""
        divisors = np.gcd.reduceat(self._weights.numbers, self._starts)
        divisors[self._has_truth | (divisors == 0)] = 1
        self._is_divided = (self._totals % divisors == 0) | (self._operators == AT_MOST)
        lengths, weights = self._weights
        self._weights = Lists(lengths, weights // np.repeat(divisors, lengths))
        self._totals = self._totals // divisors

    def _name_propagators(self) -> None:
        """Note which propagator each row is: its place in PROPAGATORS, or GROUP_AT."""
        first = self._weights.numbers[self._starts]
        following = np.minimum(self._starts + 1, len(self._weights.numbers) - 1)
        is_difference = (self._scopes.lengths == 2) & (np.abs(first) == 1)
        is_difference &= first + self._weights.numbers[following] == 0
        self._positive = np.where(first > 0, self._starts, following)
        self._negative = np.where(first > 0, following, self._starts)
        of_constant = self._is_single & (self._operators == DIFFERS)
        form = np.where(is_difference, OF_TWO, np.where(of_constant, OF_ONE, OF_MANY))
        form[self._is_single & (self._operators == EQUALS)] = OF_ONE
        self._names = TABLE[self._has_truth.astype(np.int64), self._operators, form]

    def _plain_and_narrow(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return which rows can be posted with others, and which are equations of few sums."""
        scopes, weights, total = self._scopes.numbers, self._weights.numbers, self._totals
        n_terms, starts, builder = len(scopes), self._starts, self._builder
        everything = np.concatenate([scopes, self._truths[self._has_truth]])
        numbers, places = np.unique(everything, return_inverse=True)
        bounds = np.array([*map(builder.bounds, numbers.tolist())], dtype=np.int64)
        is_wide = np.fromiter(map(builder.is_wide, numbers.tolist()), np.bool_)
        low, high = bounds[places].T
        is_bit = (low == 0) & (high == 1)
        low, high, is_bit, of_truths = (
            low[:n_terms],
            high[:n_terms],
            is_bit[:n_terms],
            is_bit[n_terms:],
        )
        is_bad = (weights == 0) | is_wide[places[:n_terms]]
        plain = self._is_divided & ~np.logical_or.reduceat(is_bad, starts)
        plain &= ~self._of_bits | np.logical_and.reduceat(is_bit, starts)
        plain[self._has_truth] &= of_truths
        plain[self._repeating(everything)] = False
        sizes = np.abs(weights * np.array([low, high], dtype=np.float64)).max(axis=0)
        plain &= np.add.reduceat(sizes, starts) + np.abs(total) < SMALL

        ends = np.sort(weights * np.array([low, high]), axis=0)
        least, most_of = np.add.reduceat(ends, starts, axis=1)
        equals, at_most = self._operators == EQUALS, self._operators == AT_MOST
        is_met = (least <= total) & (at_most | (equals & (total <= most_of)))
        is_met |= (self._operators == DIFFERS) & ((least < most_of) | (least != total))
        plain &= self._has_truth | (is_met & ~self._is_single)
        is_open = (least <= total) & (total <= most_of) & (least < most_of)
        is_open &= ~at_most | (total < most_of)
        first = weights[starts]
        is_open &= ~is_bit[starts] & ((first == 1) | (at_most & (first == -1)))
        plain &= ~self._is_single | is_open
        singles = np.flatnonzero(self._is_single & ~at_most & plain)
        own = scopes[starts[singles]].tolist()
        holed = {v for v in {*own} if builder.n_values(v) <= np.subtract(*builder.bounds(v)[::-1])}
        for k, v in zip(singles.tolist(), own, strict=True):
            plain[k] = v not in holed or builder.may_be(v, int(total[k]))

        # Equations of few sums are made domain consistent: see `csp.model.linear`.
        sizes = np.abs(weights)
        of_one = np.maximum.reduceat(sizes, starts) == np.minimum.reduceat(sizes, starts)
        is_exact = of_one & np.logical_and.reduceat(high - low <= 1, starts)
        has_few_sums = np.minimum(total - least, most_of - total) < 64
        return plain, has_few_sums & ~is_exact & (self._names == LINEAR_EQUALS_AT)

    def _repeating(self, everything: I64) -> I64:
        """Return the rows with a variable that occurs again."""
        owners = np.concatenate([self._scopes.owners, np.flatnonzero(self._has_truth)])
        base = int(everything.max()) + 1
        keys = np.sort(owners * base + everything)
        found: I64 = keys[1:][keys[1:] == keys[:-1]] // base
        return found

    def _keys_of_singles(self) -> dict[int, tuple[str, int, int, int]]:
        """Return, for rows of one variable, what `Builder.truths` knows them by."""
        places = np.flatnonzero(self._is_single)
        first = self._starts[places]
        names = map(NAMES.__getitem__, self._operators[places].tolist())
        parts = self._scopes.numbers[first], self._weights.numbers[first], self._totals[places]
        keys = zip(names, *(each.tolist() for each in parts), strict=True)
        return dict(zip(places.tolist(), keys, strict=True))

    def post_plain(self, begin: int, end: int) -> int:
        """Post rows up to one whose truth value has the same row already."""
        end = self._know_truths(begin, end)
        block = self._block(begin, end)
        if block is not None:
            self._builder.block(block)
        return end

    def _know_truths(self, begin: int, end: int) -> int:
        """Note the truth values of some rows, and return the first that is another one again.

        A row whose truth value is known becomes an equation of both.
        """
        known = self._builder.truths
        truths = enumerate(self._truths[begin:end].tolist(), begin)
        self._results = {k: v for k, v in truths if v != NONE}
        for k in [k for k in self._results if k in self._keys]:
            key, own = self._keys[k], self._results[k]
            other = known.get(key)
            if other is None:
                known[key] = own
            elif other == own:
                return k  # nothing is to be posted
            else:
                self._names[k], self._results[k] = SAME_AT, other
        return end

    def _block(self, begin: int, end: int) -> Block | None:
        """Post the groups of some rows, which are plain; return the propagators of the others."""
        names = self._names[begin:end]
        self._post_groups(begin + np.flatnonzero(names == GROUP_AT))
        found = []
        for k in np.unique(names[names != GROUP_AT]).tolist():
            name, post = PROPAGATORS[k]
            found.append(post(self, name, begin + np.flatnonzero(names == k)))
        narrow = begin + np.flatnonzero(self._is_narrow[begin:end])
        if len(narrow):
            found.append(self._small_sums(narrow))
        if not found:
            return None
        of_model = {self._begin + k: v for k, v in self._results.items() if k < end}
        return Block(found, partial(self._rows.functions, of_model))

    def _differences(self, name: Name, places: I64) -> PropagatorRecords:
        """Return propagators of x - y."""
        scopes = columns(*self._ends_of_differences(places))
        wake = ON_BOUNDS if name == LESS else ON_CHANGE
        return PropagatorRecords(name, places, scopes, columns(self._totals[places]), CHEAP, wake)

    def _ends_of_differences(self, places: I64) -> list[I64]:
        """Return x and y of some rows that are x - y."""
        return [self._scopes.numbers[each[places]] for each in (self._positive, self._negative)]

    def _post_groups(self, places: I64) -> None:
        """Post groups of x and y that differ, for x != y + c."""
        first, second = self._ends_of_differences(places)
        for x, y, c in zip(
            *(each.tolist() for each in (first, second, self._totals[places])), strict=True
        ):
            self._builder.all_different([View(x, 0), View(y, c)])

    def _different_sums(self, name: Name, places: I64) -> PropagatorRecords:
        """Return propagators for sums that differ from a total."""
        constants = self._weights.chosen(places).followed_by(self._totals[places])
        scopes = self._scopes.chosen(places)
        return PropagatorRecords(name, places, scopes, constants, LINEAR, ON_FIXED)

    def _reified_differences(self, name: Name, places: I64) -> PropagatorRecords:
        """Return propagators for the truth values of x = y + c, or of x != y + c."""
        scopes = columns(*self._ends_of_differences(places), self._truths[places])
        constants = columns(self._totals[places], self._yes(places))
        return PropagatorRecords(name, places, scopes, constants, CHEAP, ON_CHANGE)

    def _yes(self, places: I64) -> I64:
        """Return the truth values with which the equation of some rows holds."""
        found: I64 = (self._operators[places] == EQUALS).astype(np.int64)
        return found

    def _sums(self, name: Name, places: I64) -> PropagatorRecords:
        """Return propagators that maintain the sum of the terms whose variables are fixed."""
        scopes = self._scopes.chosen(places)
        constants = self._weights.chosen(places).followed_by(self._totals[places])
        return PropagatorRecords(name, places, scopes, constants, LINEAR, ON_BOUNDS, (0, 0), True)

    def _reified_sums(self, name: Name, places: I64) -> PropagatorRecords:
        """Return the same for truth values of comparisons of sums."""
        scopes = self._scopes.chosen(places).followed_by(self._truths[places])
        zeros, yes = np.zeros(len(places), dtype=np.int64), self._yes(places)
        constants = self._weights.chosen(places).followed_by(zeros, self._totals[places], yes)
        return PropagatorRecords(name, places, scopes, constants, LINEAR, ON_BOUNDS, (0, 0), True)

    def _small_sums(self, places: I64) -> PropagatorRecords:
        """Return propagators for equations of few sums, in addition."""
        scopes, few = self._scopes.chosen(places), np.full(len(places), FEW)
        constants = self._weights.chosen(places).followed_by(self._totals[places], few)
        builder = self._builder
        builder.n_scratch = max(builder.n_scratch, int(scopes.lengths.max()) + 2)
        return PropagatorRecords(
            SUMS, places, scopes, constants, QUADRATIC, ON_CHANGE, (0, 0), True
        )

    def _channels(self, name: Name, places: I64) -> PropagatorRecords:
        """Return propagators for the truth values of x = c."""
        scopes = self._scopes.chosen(places).followed_by(self._truths[places])
        return PropagatorRecords(
            name, places, scopes, columns(self._totals[places]), CHEAP, ON_CHANGE
        )

    def _constants(self, name: Name, places: I64) -> PropagatorRecords:
        """Return propagators for the truth values of x != c."""
        fixed = np.array([*map(self._builder.constant, self._totals[places].tolist())])
        scopes = self._scopes.chosen(places).followed_by(fixed, self._truths[places])
        zeros = np.zeros(len(places), dtype=np.int64)
        return PropagatorRecords(name, places, scopes, columns(zeros, zeros), CHEAP, ON_CHANGE)

    def _same(self, name: Name, places: I64) -> PropagatorRecords:
        """Return propagators for truth values that equal one that is known."""
        known = np.array([self._results[k] for k in places.tolist()])
        zeros = np.zeros(len(places), dtype=np.int64)
        scopes = columns(self._truths[places], known)
        return PropagatorRecords(name, places, scopes, columns(zeros), CHEAP, ON_CHANGE)


PROPAGATORS: list[tuple[Name, Callable[[LinearWindow, Name, I64], PropagatorRecords]]] = [
    (LESS, LinearWindow._differences),
    (EQUAL, LinearWindow._differences),
    (LINEAR_LESS_EQUAL, LinearWindow._sums),
    (LINEAR_EQUALS, LinearWindow._sums),
    (REIFIED_EQUAL, LinearWindow._reified_differences),
    (REIFIED_LINEAR_LESS_EQUAL, LinearWindow._reified_sums),
    (REIFIED_LINEAR_EQUALS, LinearWindow._reified_sums),
    (CHANNEL, LinearWindow._channels),
    (REIFIED_EQUAL, LinearWindow._constants),
    (EQUAL, LinearWindow._same),
    (LINEAR_NOT_EQUALS, LinearWindow._different_sums),
]
"""The propagators that rows become, and the methods that post them."""
LINEAR_EQUALS_AT, SAME_AT, GROUP_AT = 3, 9, 11
OF_ONE, OF_TWO, OF_MANY = range(3)
TABLE = np.array(
    [
        [[NONE, 1, 3], [NONE, GROUP_AT, 10], [NONE, 0, 2]],
        [[7, 4, 6], [8, 4, 6], [NONE, 5, 5]],
    ]
)
"""Whether it has a truth value, operator and form of a row -> its place in PROPAGATORS.

There is none for GROUP_AT: those rows become groups of two that are all different.
"""
