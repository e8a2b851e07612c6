"""Decisions as integers: those taken before a search, and those that lead to its remaining parts.

The decision "variable = value" is the number of the variable and the place of the value in its
domain, as one integer, and so is the decision "variable <= value". The lowest bit tells which it
is. The complement of the integer is the opposite decision: "!=" or ">". Places of bounds have more
bits, because wide domains have only decisions about bounds.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, NamedTuple

from csp.errors import ModelError
from csp.kernels.state import (
    DEPTH,
    FIRST,
    HIGH,
    LOW,
    MODE,
    N_FIXED,
    N_REFUTED,
    ORIGIN,
    SIZE,
    WIDTH,
    State,
)
from csp.kernels.tree import (
    AT_LEAST,
    BELOW,
    CHOSEN,
    ENTER,
    IS,
    IS_NOT,
    KIND,
    REFUTED,
    REFUTED_KIND,
    REFUTED_VALUE,
    VALUE,
    Tree,
)
from exactcover.runtime.kernels.bitsets import number_of, words_of
from exactcover.runtime.search.protocol import Part

PLACE_BITS, BOUND_BITS = 20, 64
"""The bits for the place of a value: a domain with words spans at most 2**20 values,
`csp.model.posted_records.MOST_VALUES`; and for that of a bound."""


def decision(state: State, v: int, value: int) -> int:
    """Return the decision that a variable has a value."""
    return (v << PLACE_BITS | value - int(state.variables[v, ORIGIN])) << 1


def bound_decision(state: State, v: int, value: int) -> int:
    """Return the decision that a variable is at most a value; its complement: that it is greater.

    The value is at least the least one of the domain.
    """
    return (v << BOUND_BITS | value - int(state.variables[v, ORIGIN])) << 1 | 1


def parsed(each: int) -> tuple[int, bool, int]:
    """Return the variable of a decision or its opposite, whether it is about a bound, its place.

    >>> parsed(~((3 << BOUND_BITS | 7) << 1 | 1))
    (3, True, 7)
    """
    number = each if each >= 0 else ~each
    is_bound = bool(number & 1)
    v, place = divmod(number >> 1, 1 << (BOUND_BITS if is_bound else PLACE_BITS))
    return v, is_bound, place


def described(state: State, decisions: Iterable[int], names: Sequence[str]) -> str:
    """Return decisions as text; variables beyond the last name are those of expressions."""
    parts = []
    for each in decisions:
        v, is_bound, place = parsed(each)
        name = names[v] if v < len(names) else f"expression {v}"
        value = int(state.variables[v, ORIGIN]) + place
        made, refuted = ("<=", ">") if is_bound else ("==", "!=")
        parts.append(f"{name} {made if each >= 0 else refuted} {value}")
    return ", ".join(parts)


def apply_decisions(state: State, decisions: Iterable[int]) -> bool:
    """Apply decisions before the search; return False if a domain becomes empty."""
    for v, known in _known(decisions).items():
        if state.variables[v, WIDTH] == 0:
            is_possible = _narrow(state, v, known)
        else:
            mask = known.mask(domain_of(state, v))
            is_possible = mask != 0
            if is_possible:
                _write_domain(state, v, mask)
        if not is_possible:
            return False
    return True


def domain_of(state: State, v: int) -> int:
    """Return the domain of a variable as a mask: bit k for place k."""
    first, width = state.variables[v, [FIRST, WIDTH]].tolist()
    return number_of(state.cells[first : first + width])


def domains_of(state: State) -> list[int]:
    """Return the domains of all variables as masks; 0 for one of which only bounds are kept."""
    cells = state.cells.tolist()
    return [
        cells[first] if width == 1 else number_of(state.cells[first : first + width])
        for first, width in state.variables[:, [FIRST, WIDTH]].tolist()
    ]


class Span(NamedTuple):
    """The places that are left to a wide variable: all from `low` to `high`."""

    low: int
    high: int

    def __and__(self, other: Span) -> Span | None:
        """Return the places of both; None if there are none."""
        low, high = max(self.low, other.low), min(self.high, other.high)
        return Span(low, high) if low <= high else None

    def __or__(self, other: Span) -> Span:
        """Return the least span with the places of both."""
        return Span(min(self.low, other.low), max(self.high, other.high))


def regions(
    state: State, before: Sequence[int], parts: Iterable[Sequence[int]]
) -> Iterator[dict[Hashable, Any]]:
    """Yield the region of each part of a search; see `exactcover.runtime.parallel.job.Job.regions`.

    Parameters
    ----------
    state
        The state before the search.
    before
        The decisions that all parts have in common.
    parts
        The decisions of each part.
    """
    common = _region(state, before)
    for part in parts:
        region = _region(state, part)
        for v, left in common.items():
            if v not in region or (region[v] or 0) & left != region[v]:
                raise ModelError(f"a part allows values of variable {v} that were excluded")
        yield region


def _region(state: State, decisions: Sequence[int]) -> dict[Hashable, Any]:
    """Return the places that decisions leave to each of the variables that they are about."""
    for each in decisions:
        v, is_bound, place = parsed(each)
        width = int(state.variables[v, WIDTH]) if v < len(state.variables) else -1
        if width < 0 or (width == 0 and not is_bound) or (width > 0 and place >= 64 * width):
            raise ModelError(f"there is no decision {each}")
    found: dict[Hashable, Any] = {}
    for v, known in _known(decisions).items():
        if state.variables[v, WIDTH]:
            found[v] = known.mask(domain_of(state, v))
            continue
        first = int(state.variables[v, FIRST])
        low, high = state.cells[[first + int(LOW), first + int(HIGH)]].tolist()
        most = high if known.most is None else known.most
        if not low <= known.least <= most <= high:
            raise ModelError(f"variable {v} has no place from {known.least} to {most}")
        found[v] = Span(max(low, known.least), most)
    return found


def parts_left(state: State, tree: Tree, before: Sequence[int]) -> list[Part]:
    """Return the parts of the tree that are still to be searched, in the order of the search.

    Parameters
    ----------
    state, tree
        The position of the search; all refuted decisions of the branch must be recorded.
    before
        The decisions that were applied before the search.
    """
    depth = int(state.position[DEPTH])
    made = tree.levels[:depth, [CHOSEN, KIND, VALUE]].tolist()
    levels = [_decision(state, *each) for each in made]
    columns = [BELOW, REFUTED, REFUTED_KIND, REFUTED_VALUE]
    refuted = [
        (below, ~_decision(state, *each))
        for below, *each in tree.refuted[: int(state.position[N_REFUTED]), columns].tolist()
    ]
    shares = tree.shares[: depth + 1].tolist()
    parts = []
    if int(state.position[MODE]) == ENTER:
        parts.append(Part(shares[depth], _path(before, levels, refuted, depth)))
    for level in reversed(range(depth)):
        last = [(level, ~levels[level])]
        parts.append(Part(shares[level], _path(before, levels, [*refuted, *last], level)))
    return parts


def _decision(state: State, v: int, kind: int, value: int) -> int:
    """Return the decision of a level."""
    if kind == IS:
        return decision(state, v, value)
    if kind == AT_LEAST:
        return ~bound_decision(state, v, value - 1)
    if kind == IS_NOT:
        return ~decision(state, v, value)
    return bound_decision(state, v, value)


def _path(
    before: Sequence[int], levels: list[int], refuted: list[tuple[int, int]], depth: int
) -> list[int]:
    """Return the decisions above a level, as few as say the same."""
    excluded = [each for below, each in refuted if below <= depth]
    known = _known([*before, *levels[:depth], *excluded])
    return [each for v, own in known.items() for each in own.decisions(v)]


@dataclass
class _Known:
    """The value, the bounds and the excluded values of a variable after some decisions, as places.

    `most` is None if no decision is an upper bound.
    """

    value: int | None = None
    least: int = 0
    most: int | None = None
    excluded: set[int] = field(default_factory=set)

    def add(self, each: int) -> None:
        """Add a decision."""
        _, is_bound, place = parsed(each)
        if is_bound and each >= 0:
            self.most = place if self.most is None else min(self.most, place)
        elif is_bound:
            self.least = max(self.least, place + 1)
        elif each >= 0:
            self.value = place
        else:
            self.excluded.add(place)

    def mask(self, mask: int) -> int:
        """Return the places of a domain that are left."""
        if self.value is not None:
            mask &= 1 << self.value
        if self.most is not None:
            mask &= (2 << self.most) - 1
        for place in self.excluded:
            mask &= ~(1 << place)
        return mask >> self.least << self.least

    def decisions(self, v: int) -> list[int]:
        """Return decisions about variable `v` that say this."""
        if self.value is not None:
            return [(v << PLACE_BITS | self.value) << 1]
        # Values that are tried in order make one bound.
        least = self.least
        while least in self.excluded:
            least += 1
        found = []
        if least > 0:
            found.append(~((v << BOUND_BITS | least - 1) << 1 | 1))
        if self.most is not None:
            found.append((v << BOUND_BITS | self.most) << 1 | 1)
        most = inf if self.most is None else self.most
        left = sorted(place for place in self.excluded if least < place <= most)
        return found + [~((v << PLACE_BITS | place) << 1) for place in left]


def _known(decisions: Iterable[int]) -> dict[int, _Known]:
    """Return for each variable, in the order of the decisions, what they leave of its domain."""
    found: dict[int, _Known] = {}
    for each in decisions:
        found.setdefault(parsed(each)[0], _Known()).add(each)
    return found


def _write_domain(state: State, v: int, mask: int) -> None:
    """Write the domain of a variable; there is nothing on the trail yet."""
    first, width = state.variables[v, [FIRST, WIDTH]].tolist()
    is_new = mask & (mask - 1) == 0 and domain_of(state, v) != mask
    words = words_of(mask)
    state.cells[first : first + width] = 0
    state.cells[first : first + len(words)] = words
    if width > 1:
        low, high = (mask & -mask).bit_length() - 1, mask.bit_length() - 1
        state.cells[first + width : first + width + 3] = mask.bit_count(), low, high
    if is_new:
        _note_fixed(state, v)


def _narrow(state: State, v: int, known: _Known) -> bool:
    """Write the bounds of a wide variable; return False if its domain becomes empty."""
    first = int(state.variables[v, FIRST])
    places = [first + int(each) for each in (SIZE, LOW, HIGH)]
    low, high = state.cells[places[1:]].tolist()
    least = max(low, known.least)
    most = high if known.most is None else min(high, known.most)
    if least > most:
        return False
    state.cells[places] = most - least + 1, least, most
    if low < high and least == most:
        _note_fixed(state, v)
    return True


def _note_fixed(state: State, v: int) -> None:
    """Note that a variable became fixed, for its groups."""
    state.fixed[int(state.position[N_FIXED])] = v
    state.position[N_FIXED] += 1
