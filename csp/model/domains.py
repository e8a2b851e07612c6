"""The domains of the variables of a search, before its arrays are made."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from math import gcd

import numpy as np

from csp.errors import RangeError
from csp.kernels.bitsets import has, mask_of, places_of
from csp.model.expressions import MOST_WHOLE, Variable
from csp.model.posted_records import MOST_VALUES, Mask, Span
from exactcover.runtime.kernels.types import I64
from exactcover.runtime.search.limits import stop_if_due, watched

OF_EXPRESSIONS = 1 << 40
"""The number of the first variable that was made for an expression."""

MOST_STEPPED = 1 << 12
"""The widest domain of a sum from which the values are left out that no sum has."""


MOST_NARROWED = 1 << 12
"""A wide domain that a constraint bounds gets a mask if at most so many values are left."""


def too_wide(what: str, origin: int, span: Span) -> RangeError:
    """Return the error of a constraint that must know each value of a wide domain."""
    greatest = origin + span.greatest
    return RangeError(
        f"{what} has values from {origin} to {greatest}; at most {MOST_VALUES} may lie between, "
        "except in sums, products, maxima, minima, elements, orders, counts, schedules and "
        "all_different"
    )


def _end(origin: int, mask: Mask) -> int:
    """Return the greatest absolute value of a domain."""
    length = mask.greatest if isinstance(mask, Span) else mask.bit_length()
    return max(-origin, origin + length)


class Domains:
    """Variables and their domains; a constraint restricts domains when it is posted.

    Variables are numbers here: those of the model are their indices, those of expressions begin at
    `OF_EXPRESSIONS`. So the model may get more variables in between; `place_of` gives the place
    that a variable has in the arrays.

    Parameters
    ----------
    variables
        All variables of the model; the list may grow.

    Attributes
    ----------
    is_infeasible
        Whether it is known that there is no solution.
    n_changes
        How often something was changed or posted.
    """

    def __init__(self, variables: Sequence[Variable]) -> None:
        self._variables = variables
        self._of_expressions: list[tuple[int, Mask]] = []
        self._restricted: dict[int, tuple[int, Mask]] = {}
        self._journal: list[tuple[int, tuple[int, Mask] | None]] = []
        self._greatest = self._n_seen = 0
        self.is_infeasible = False
        self.n_changes = 0

    @property
    def numbers(self) -> list[int]:
        """The numbers of all variables, by their places in the arrays."""
        n = len(self._of_expressions)
        return [*range(len(self._variables)), *range(OF_EXPRESSIONS, OF_EXPRESSIONS + n)]

    @property
    def domains(self) -> list[tuple[int, Mask]]:
        """The origins and masks of all variables, by their places in the arrays."""
        return [self._domain(v) for v in self.numbers]

    @property
    def n_restricted(self) -> int:
        """How often a domain was restricted since the last mark."""
        return len(self._journal)

    def place_of(self, v: int) -> int:
        """Return the place of a variable in the arrays of a search."""
        return v if v < OF_EXPRESSIONS else v - OF_EXPRESSIONS + len(self._variables)

    def places_of(self, numbers: I64) -> I64:
        """Return the places of variables in the arrays of a search, as `place_of` of each."""
        shift = np.where(numbers < OF_EXPRESSIONS, 0, OF_EXPRESSIONS - len(self._variables))
        return numbers - shift

    def _domain(self, v: int) -> tuple[int, Mask]:
        found = self._restricted.get(v)
        if found is not None:
            return found
        if v >= OF_EXPRESSIONS:
            return self._of_expressions[v - OF_EXPRESSIONS]
        variable = self._variables[v]
        return variable.origin, variable.mask

    def new_variable(self, origin: int, mask: int) -> int:
        """Make a variable and return its number; bit k of the mask is the value `origin + k`."""
        return self._new(origin, mask)

    def _new(self, origin: int, mask: Mask) -> int:
        end = _end(origin, mask)
        if end >= MOST_WHOLE:
            raise RangeError(f"an expression may be as much as {end}: it must be below 2**62")
        self._greatest = max(self._greatest, end)
        self.n_changes += 1
        self._of_expressions.append((origin, mask))
        return OF_EXPRESSIONS + len(self._of_expressions) - 1

    def new_variables(self, domains: Sequence[tuple[int, int]]) -> int:
        """Make variables of some origins and masks, whose values are small; return the first.

        Their numbers follow each other.
        """
        self._greatest = max([self._greatest, *(_end(*each) for each in {*domains})])
        self.n_changes += len(domains)
        self._of_expressions += domains
        return OF_EXPRESSIONS + len(self._of_expressions) - len(domains)

    def new_interval(self, least: int, greatest: int) -> int:
        """Make a variable with all values from `least` to `greatest`; return its number.

        Only its bounds are kept where it has many values; few constraints accept that.
        """
        if greatest - least >= MOST_VALUES:
            return self._new(least, Span(greatest - least))
        return self.new_variable(least, (1 << greatest - least + 1) - 1)

    def new_steps(self, least: int, greatest: int, step: int) -> int:
        """Make a variable with the values from `least` to `greatest` in steps; return its number.

        It gets all values between its bounds if there are many.
        """
        if step < 2 or greatest - least > MOST_STEPPED:
            return self.new_interval(least, greatest)
        return self.new_variable(least, mask_of(range(0, greatest - least + 1, step)))

    def step(self, v: int) -> int:
        """Return the greatest number that divides all differences of values of a variable."""
        if self.is_wide(v):
            return 1
        mask = self.domain(v)[1]
        if mask & 0b10:  # most often, and fast
            return 1
        return gcd(*places_of(mask))

    def name_of(self, v: int) -> str:
        """Return the name of a variable of the model, or what it is for others, for a message."""
        return "an expression" if v >= OF_EXPRESSIONS else self._variables[v].name

    def domain(self, v: int) -> tuple[int, int]:
        """Return the least value of a variable and a mask: bit k for the value k above it.

        Raises
        ------
        ModelError
            If only the bounds of the variable are kept.
        """
        origin, mask = self._domain(v)
        if isinstance(mask, Span):
            raise too_wide(self.name_of(v), origin, mask)
        if mask & 1:  # most often, and fast
            return origin, mask
        shift = (mask & -mask).bit_length() - 1 if mask else 0
        return origin + shift, mask >> shift

    def bounds(self, v: int) -> tuple[int, int]:
        """Return the least and the greatest value of a variable."""
        origin, mask = self._domain(v)
        if type(mask) is int and mask & 1:  # most often, and fast
            return origin, origin + mask.bit_length() - 1
        if isinstance(mask, Span):
            return origin, origin + mask.greatest
        origin, mask = self.domain(v)
        return origin, origin + mask.bit_length() - 1

    def may_be(self, v: int, value: int) -> bool:
        """Return whether a variable, whose domain may be wide, can have a value."""
        origin, mask = self._domain(v)
        if isinstance(mask, Span):
            return origin <= value <= origin + mask.greatest
        return has(mask, value - origin)

    def n_words(self, v: int) -> int:
        """Return the number of 64-bit words in the domain of a variable."""
        return -(-self.domain(v)[1].bit_length() // 64)

    def n_values(self, v: int) -> int:
        """Return the number of values of a variable, whose domain may be wide."""
        return self._domain(v)[1].bit_count()

    def values(self, v: int) -> list[int]:
        """Return the values of a variable in ascending order."""
        origin, mask = self.domain(v)
        return [origin + place for place in places_of(mask)]

    def unions(self, views: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return all values of variables plus offsets, as ranges that do not overlap.

        Of each range there is the least value, and a mask: bit k of it is set if a variable plus
        its offset can be `least + k`.
        """
        found: list[tuple[int, int]] = []
        own = ((*self.domain(v), offset) for v, offset in views)
        for origin, mask in sorted(
            {(least + offset, mask) for least, mask, offset in watched(own)}
        ):
            least, union = found[-1] if found else (origin, 0)
            if origin - least < union.bit_length():
                found[-1] = least, union | mask << origin - least
            else:
                found.append((origin, mask))
        return found

    def restrict(self, v: int, test: Callable[[int], bool]) -> None:
        """Remove the values of a variable that fail a test; without values it is infeasible."""
        stop_if_due()
        origin, mask = self.domain(v)
        kept = mask_of(place for place in places_of(mask) if test(origin + place))
        self._keep(v, origin, mask, kept)

    def keep(self, v: int, values: Collection[int]) -> None:
        """Keep some of the values of a variable; without values it is infeasible."""
        stop_if_due()
        origin, mask = self.domain(v)
        end = origin + mask.bit_length()
        self._keep(v, origin, mask, mask & mask_of(k - origin for k in values if origin <= k < end))

    def keep_known(self, v: int, values: I64) -> None:
        """Keep some of the values of a variable; each of them must be in its domain now."""
        stop_if_due()
        origin, mask = self.domain(v)
        flags = np.zeros(mask.bit_length(), dtype=bool)
        flags[values - origin] = True
        kept = int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")
        self._keep(v, origin, mask, kept)

    def exclude(self, v: int, value: int) -> None:
        """Remove a value of a variable; without values it is infeasible."""
        origin, mask = self.domain(v)
        if has(mask, value - origin):
            self._keep(v, origin, mask, mask ^ 1 << value - origin)

    def keep_mask(self, v: int, kept: int) -> None:
        """Keep some of the values of a variable, a part of the mask of `domain`."""
        origin, mask = self.domain(v)
        self._keep(v, origin, mask, kept)

    def _keep(self, v: int, origin: int, mask: int, kept: int) -> None:
        """Keep some of the values of a variable; without values it is infeasible."""
        if not kept:
            self.is_infeasible = True
        elif kept != mask:
            self._restrict_to(v, origin, kept)

    def see_only(self, n: int) -> None:
        """Forget which variables of the model were seen, but for the first n."""
        self._n_seen = min(self._n_seen, n)

    def greatest(self) -> int:
        """Return a number that is not exceeded by the absolute value of any variable."""
        if self._n_seen < len(self._variables):
            new = self._variables[self._n_seen :]
            self._greatest = max(self._greatest, *(_end(each.origin, each.mask) for each in new))
            self._n_seen = len(self._variables)
        return self._greatest

    def within(self, v: int, values: range) -> None:
        """Remove the values of a variable that are not in a range of steps of one."""
        if not self.is_wide(v):
            stop_if_due()
            origin, known = self.domain(v)
            first = max(0, min(values.start - origin, known.bit_length()))
            end = max(0, min(values.stop - origin, known.bit_length()))
            self._keep(v, origin, known, known >> first << first & (1 << end) - 1)
            return
        low, high = self.bounds(v)
        low, high = max(low, values.start), min(high, values.stop - 1)
        if low > high:
            self.is_infeasible = True
        else:
            span = high - low
            mask = Span(span) if span >= MOST_VALUES else (1 << span + 1) - 1
            self._restrict_to(v, low, mask)

    def is_wide(self, v: int) -> bool:
        """Return whether only the bounds of a variable are kept."""
        return isinstance(self._domain(v)[1], Span)

    def keep_bounds(self, v: int) -> None:
        """Keep only the bounds of a variable, which has all values between them."""
        low, high = self.bounds(v)
        self._restrict_to(v, low, Span(high - low))

    def bound(self, v: int, least: int | None = None, greatest: int | None = None) -> None:
        """Remove the values of a variable below or above a bound."""
        if not self.is_wide(v):
            origin, mask = self.domain(v)
            below = 0 if least is None else min(max(least - origin, 0), mask.bit_length())
            kept = mask >> below << below
            if greatest is not None and greatest - origin + 1 < mask.bit_length():
                kept &= (1 << max(greatest - origin + 1, 0)) - 1
            self._keep(v, origin, mask, kept)
            return
        low, high = self.bounds(v)
        low = low if least is None else max(low, least)
        high = high if greatest is None else min(high, greatest)
        if low > high:
            self.is_infeasible = True
        else:
            n = high - low + 1
            self._restrict_to(v, low, Span(n - 1) if n > MOST_NARROWED else (1 << n) - 1)

    def _restrict_to(self, v: int, origin: int, mask: Mask) -> None:
        self.n_changes += 1
        self._journal.append((v, self._restricted.get(v)))
        self._restricted[v] = origin, mask
