"""The columns of the linear relaxation: few, because unknowns that are equal share one.

A column is a class of equal literals, with the values 0 and 1, or a variable without literals. If
the values of a variable are far from 0, then the column is the variable less its least value at the
root: so the numbers of the relaxation are as large as the domains are, wherever they lie.
Variables with literals, and those that equal a sum, are replaced by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, product
from math import gcd
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from csp.cards.rows import (
    Literal,
    Row,
    Stated,
    Terms,
    Values,
    has_literals,
    rows_of_group,
    stated,
)
from csp.engines.linear.clique_rows import Line, merged
from csp.engines.linear.coupling import coupled
from csp.engines.linear.energy_cuts import Energy
from csp.errors import ModelError
from csp.model.domains import OF_EXPRESSIONS
from csp.propagators.registry import CIRCUIT, SUBCIRCUIT
from exactcover.runtime.search.limits import watched

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.presolve.machines import Machine

MOST_FACTOR = 1 << 24
"""A row with larger factors is left out."""
FAR = 1 << 20
"""If the least value of a variable is so far from 0, it is subtracted; see `Columns.origin`."""
MOST_EXACT = 1 << 52
"""The tableau is in floating point, in which whole numbers up to this are exact."""


class Affine(NamedTuple):
    """A sum of columns, by their numbers, and a constant."""

    terms: dict[int, int]
    constant: int


class Columns:
    """The columns and rows of the relaxation of all that was posted to a builder.

    Parameters
    ----------
    builder
        The builder.
    values
        Returns the values of a variable that are left at the root.
    goal
        The variable that is to be least.
    machines
        The machines whose tasks are open.

    Attributes
    ----------
    unknowns
        What each column is: a variable, or a literal.
    lines
        The rows.
    objective
        The goal as a sum of columns.
    """

    def __init__(
        self, builder: Builder, values: Values, goal: int, machines: Sequence[Machine] = ()
    ) -> None:
        self._values = values
        self._machines = machines
        self._parents: dict[Literal, tuple[Literal, bool]] = {}
        self._sums: dict[int, Terms] = {}
        self._replaced: dict[int, Affine | None] = {}
        self._numbers: dict[int | Literal, int] = {}
        self.unknowns: list[int | Literal] = []
        rows = self._gather(builder)
        self._encoded = dict.fromkeys(
            unknown[0] for row in rows for unknown in row.terms if isinstance(unknown, tuple)
        )
        self._circuits = [
            [*each.scope]
            for each in builder.propagators
            if each.function in (CIRCUIT, SUBCIRCUIT) and has_literals(values, *each.scope)
        ]
        for scope in self._circuits:
            self._encoded |= dict.fromkeys(scope)
        for terms in self._sums.values():
            self._encoded |= dict.fromkeys(u[0] for u in terms if isinstance(u, tuple))
        self._defined = self._definitions(rows, goal)
        self.objective = self._affine(goal)
        for v in self._encoded:
            if len(values(v)) > 2:
                rows.append(Row({(v, k): 1 for k in values(v)}, True, 1))
        for v, terms in self._sums.items():
            if v in self._encoded or len(values(v)) == 2:
                rows.append(self._row_of_sum(v, terms))
        self.lines = coupled(merged(self._lines(rows), self._is_choice), self.bounds)

    def circuits(self) -> list[list[dict[int, Affine]]]:
        """Return, for each circuit and place, the successors: the literals as sums of columns."""
        return [
            [{k: self._literal((v, k)) for k in self._values(v)} for v in scope]
            for scope in self._circuits
        ]

    def energies(self) -> list[Energy]:
        """Return the energy of the tasks of each machine, as sums of columns."""
        return [
            Energy(
                each,
                (self._sum([(task.duration, task.demand)]) for task in each.tasks),
                Affine({}, 0) if each.end is None else self._affine(each.end),
                0 if each.end is None else self._values(each.end)[0],
            )
            for each in self._machines
        ]

    def _is_choice(self, line: Line) -> bool:
        """Return whether a row says that at most one of its columns is 1, or exactly one."""
        return line.total == 1 and all(
            c == 1 and self.bounds(k)[0] >= 0 for k, c in line.terms.items()
        )

    def _gather(self, builder: Builder) -> list[Row]:
        """Return the rows of all propagators and groups; note equal literals, and sums."""
        rows: list[Row] = []
        for each in watched(builder.propagators):
            found: Stated = stated(each, self._values)
            rows += found.rows
            for one, other in chain(found.equal, *map(self._equal_bits, found.rows)):
                self._unite(one, other)
            for v, terms in found.functions:
                if self._sums.setdefault(v, terms) is not terms:
                    rows.append(self._row_of_sum(v, terms))
        for group in watched(builder.groups):
            if has_literals(self._values, *(v for v, _ in group)):
                rows += rows_of_group(group, self._values)
        return rows

    def _equal_bits(self, row: Row) -> Iterator[tuple[Literal, Literal]]:
        """Yield the literals that are equal if a row is an equation of two 2-valued variables."""
        if not row.is_equation or len(row.terms) != 2:
            return
        (x, a), (y, b) = row.terms.items()
        if isinstance(x, tuple) or isinstance(y, tuple):
            return
        own, others = self._values(x), self._values(y)
        if len(own) != 2 or len(others) != 2:
            return
        for k, j in product(range(2), repeat=2):
            if a * own[k] + b * others[j] == row.total == a * own[1 - k] + b * others[1 - j]:
                yield (x, own[1]), (y, others[1 if k == j else 0])
                return

    def _definitions(self, rows: list[Row], goal: int) -> dict[int, tuple[Terms, int]]:
        """Return variables that equal sums by a row: the goal, and those of expressions."""
        found: dict[int, tuple[Terms, int]] = {}
        for k, row in enumerate(rows):
            if not row.is_equation:
                continue
            for v, c in row.terms.items():
                if isinstance(v, tuple) or abs(c) != 1 or v in found:
                    continue
                if len(self._values(v)) == 2:
                    continue  # its column is a literal
                if v != goal and (v < OF_EXPRESSIONS or v in self._encoded or v in self._sums):
                    continue
                others = {u: -c * d for u, d in row.terms.items() if u != v}
                if v == goal or self._is_implied(v, others, c * row.total):
                    found[v] = others, c * row.total
                    rows[k] = Row({}, True, 0)
                    break
        return found

    def _is_implied(self, v: int, terms: Terms, constant: int) -> bool:
        """Return whether the bounds of a variable follow from those of a sum that it equals."""
        least = greatest = constant
        for u, c in terms.items():
            own = self._values(u) if isinstance(u, int) else [0, 1]
            ends = sorted((c * own[0], c * own[-1]))
            least, greatest = least + ends[0], greatest + ends[1]
        own = self._values(v)
        return own[0] <= least and greatest <= own[-1]

    def _find(self, literal: Literal) -> tuple[Literal, bool]:
        """Return the literal that stands for the class of one, and whether it is its opposite."""
        own = self._values(literal[0])
        opposite = len(own) == 2 and literal[1] == own[0]
        if opposite:
            literal = literal[0], own[1]
        path = []
        while literal in self._parents:
            parent, flips = self._parents[literal]
            path.append((literal, opposite))
            opposite ^= flips
            literal = parent
        for each, before in path:
            self._parents[each] = literal, opposite ^ before
        return literal, opposite

    def _unite(self, one: Literal, other: Literal) -> None:
        a, flips_a = self._find(one)
        b, flips_b = self._find(other)
        if a != b:
            self._parents[a] = b, flips_a ^ flips_b

    def _column(self, unknown: int | Literal) -> int:
        if unknown not in self._numbers:
            self._numbers[unknown] = len(self.unknowns)
            self.unknowns.append(unknown)
        return self._numbers[unknown]

    def _literal(self, literal: Literal) -> Affine:
        own = self._values(literal[0])
        if literal[1] not in own or len(own) == 1:
            return Affine({}, int(literal[1] in own))
        root, is_opposite = self._find(literal)
        roots_own = self._values(root[0])
        if root[1] not in roots_own or len(roots_own) == 1:
            return Affine({}, int(root[1] in roots_own) ^ is_opposite)
        return Affine({self._column(root): -1 if is_opposite else 1}, int(is_opposite))

    def _affine(self, v: int) -> Affine:
        """Return a variable as a sum of columns."""
        if v in self._replaced:
            found = self._replaced[v]
            return Affine({self._column(v): 1}, self.origin(v)) if found is None else found
        self._replaced[v] = None  # a definition that needs itself is none
        own = self._values(v)
        if len(own) == 1:
            found = Affine({}, own[0])
        elif len(own) == 2:
            bit = self._literal((v, own[1]))
            times = own[1] - own[0]
            found = Affine(
                {k: times * c for k, c in bit.terms.items()}, own[0] + times * bit.constant
            )
        elif v in self._sums and v not in self._encoded:
            origin = self.origin(v)
            found = self._sum(((u, c - origin) for u, c in self._sums[v].items()), origin)
        elif v in self._encoded:
            origin = self.origin(v)
            found = self._sum((((v, k), k - origin) for k in own), origin)
        elif v in self._defined:
            terms, constant = self._defined[v]
            found = self._sum(terms.items(), constant)
            if self._column_of(v) in found.terms:  # in a circle
                found = Affine({self._column(v): 1}, self.origin(v))
        else:
            found = Affine({self._column(v): 1}, self.origin(v))
        self._replaced[v] = found
        return found

    def _column_of(self, v: int) -> int | None:
        return self._numbers.get(v)

    def _sum(self, terms: Iterable[tuple[int | Literal, int]], constant: int = 0) -> Affine:
        summed: dict[int, int] = {}
        for unknown, c in terms:
            own = self._literal(unknown) if isinstance(unknown, tuple) else self._affine(unknown)
            constant += c * own.constant
            for column, d in own.terms.items():
                summed[column] = summed.get(column, 0) + c * d
        return Affine({column: c for column, c in summed.items() if c}, constant)

    def bounds(self, column: int) -> tuple[int, int]:
        """Return the bounds of a column at the root."""
        unknown = self.unknowns[column]
        if isinstance(unknown, tuple):
            return 0, 1
        own, origin = self._values(unknown), self.origin(unknown)
        return own[0] - origin, own[-1] - origin

    def origin(self, v: int) -> int:
        """Return the number that is subtracted from a variable to get its column."""
        least = self._values(v)[0]
        return least if abs(least) > FAR else 0

    def _row_of_sum(self, v: int, terms: Terms) -> Row:
        """Return the row that a variable equals the sum of terms, of whose literals one is 1."""
        origin = self.origin(v)
        return Row({v: -1, **{u: c - origin for u, c in terms.items()}}, True, -origin)

    def _is_exact(self, v: int) -> bool:
        own = self._values(v)
        return own[-1] - own[0] <= MOST_EXACT

    def check(self, name_of: Callable[[int], str]) -> None:
        """Raise ModelError if a column has numbers that are not exact in floating point."""
        for v in self.unknowns:
            if not isinstance(v, tuple) and not self._is_exact(v):
                ends = self._values(v)
                raise ModelError(
                    f"the linear relaxation has {name_of(v)}, with values from {ends[0]} to "
                    f"{ends[-1]}: it is exact up to 2**52 values; use propagation"
                )

    def _lines(self, rows: list[Row]) -> list[Line]:
        """Return the rows with columns, without those that say nothing and those that are twice."""
        found: dict[tuple[frozenset[tuple[int, int]], bool], int] = {}
        for row in watched(rows):
            if not all(isinstance(u, tuple) or self._is_exact(u) for u in row.terms):
                continue
            own = self._sum(row.terms.items())
            terms, total = own.terms, row.total - own.constant
            if not terms or max(map(abs, terms.values())) > MOST_FACTOR:
                continue
            if abs(total) > MOST_EXACT:
                continue
            divisor = gcd(*terms.values())
            if row.is_equation and total % divisor:
                continue
            terms = {k: c // divisor for k, c in terms.items()}
            total //= divisor
            if not row.is_equation:
                ends = (max(c * end for end in self.bounds(k)) for k, c in terms.items())
                if sum(ends) <= total:
                    continue
            elif min(terms) >= 0 and terms[min(terms)] < 0:
                terms, total = {k: -c for k, c in terms.items()}, -total
            key = frozenset(terms.items()), row.is_equation
            found[key] = min(found.get(key, total), total)
        return [Line(dict(terms), kind, total) for (terms, kind), total in found.items()]


def followers(lines: Iterable[Line], is_literal: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the columns that are whole where all others are: a load of things, for example.

    A search need not branch on them. A row makes one of them follow if its factor is 1 or -1.

    Parameters
    ----------
    lines
        The rows.
    is_literal
        For each column, whether it is a literal: these do not follow.

    Examples
    --------
    >>> load = Line({0: 3, 1: 5, 2: -1}, True, 0)
    >>> followers([load], np.array([True, True, False])).tolist()
    [False, False, True]
    """
    follows = np.zeros(len(is_literal), dtype=np.bool_)
    leads = is_literal.copy()
    for line in lines:
        if not line.is_equation or follows[[*line.terms]].any():
            continue
        own = next((k for k, c in line.terms.items() if abs(c) == 1 and not leads[k]), None)
        if own is not None:
            leads[[*line.terms]] = True
            follows[own] = True
    return follows
