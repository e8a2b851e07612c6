"""The linear relaxation of a model at the root, and the bound of the objective that it proves.

Columns are variables, and where constraints speak of single values also a number from 0 to 1 for
each value of a variable. Rows are linear constraints, sets of different variables, elements of
arrays of numbers, truth values of x == k, and for circuits the cuts that the solution violates.

HiGHS solves the relaxation in floating point. Its prices are rounded, and the sum of all rows times
these whole numbers is an exact linear constraint that follows from them: it is posted, so that it
bounds the objective at the root, and removes values by their reduced costs below it.

References
----------
G. Dantzig, D. Fulkerson and S. Johnson, Solution of a large-scale traveling-salesman problem,
Operations Research 2 (1954). F. Focacci, A. Lodi and M. Milano, Cost-based domain filtering,
CP 1999.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from csp.cards.ranges import BELOW
from csp.cards.rows import Row, stated
from csp.constraints.element import Element
from csp.constraints.linear_relation import Relation
from csp.constraints.reified import Truth
from csp.constraints.tuples import post_table
from csp.model.expressions import Linear
from csp.model.linear import post_linear
from csp.model.posted_records import MOST_VALUES, Propagator
from csp.propagators.registry import CIRCUIT
from exactcover.runtime.extras import imported
from exactcover.runtime.search.limits import stop_if_due

if TYPE_CHECKING:
    from csp.model.builder import Builder

MOST_COLUMNS = 1 << 15
"""A relaxation with more columns is not made."""
MOST_ROUNDS = 40
"""How often violated cuts are added."""
SCALES = tuple(1 << k for k in (12, 9, 6, 3, 0))
"""Prices are multiplied with the first of these that fits into 64 bits, and rounded."""
NEARLY = 1e-6

Column = int | tuple[int, int]
"""A variable, or a variable and one of its values."""
Sum = dict[Column, int]


class Relaxed(NamedTuple):
    """A solution of the relaxation: the number in each column, and the price of each row."""

    numbers: dict[Column, float]
    prices: list[float]


def post_linear_bound(builder: Builder, goal: int) -> dict[int, int]:
    """Post the constraint on an objective that follows from the linear relaxation.

    Parameters
    ----------
    builder
        The builder with the constraints of the model.
    goal
        The number of the variable of the objective, which is to be least.

    Returns
    -------
    The values that variables have in the relaxation, or are near to; empty if there is none.

    Raises
    ------
    MissingExtraError
        If SciPy is not installed.
    """
    imported("scipy.optimize", 'bound="linear"', "scipy", "scipy")
    relaxation = Relaxation(builder)
    if relaxation.n_columns > MOST_COLUMNS or builder.is_infeasible:
        return {}
    solved = relaxation.solved(goal)
    if solved is None:
        return {}
    nearest = relaxation.nearest(solved)
    for scale in SCALES:
        if _post_sum(builder, relaxation, solved, scale):
            break
    return nearest


class Relaxation:
    """The linear relaxation of all that was posted to a builder."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self._values: dict[int, list[int]] = {}
        self.rows: list[Row] = []
        self.circuits: list[list[int]] = []
        for each in builder.propagators:
            self.rows += _linear_rows(each)
            if each.function == CIRCUIT:
                self.circuits.append(list(each.scope))
        self._state_groups()
        self._state_functions()
        for v, values in self._values.items():
            self.rows.append(Row({(v, k): 1 for k in values}, True, 1))
            self.rows.append(Row({v: -1} | {(v, k): k for k in values if k}, True, 0))

    @property
    def n_columns(self) -> int:
        """The number of variables and values."""
        return len(self._builder.numbers) + sum(map(len, self._values.values()))

    def _values_of(self, v: int) -> list[int]:
        """Return the values of a variable, which get columns."""
        if v not in self._values:
            self._values[v] = self._builder.values(v)
        return self._values[v]

    def _state_groups(self) -> None:
        for group in self._builder.groups:
            users: dict[int, Sum] = {}
            for v, offset in group:
                for k in self._values_of(v):
                    users.setdefault(k + offset, {})[v, k] = 1
            is_onto = len(users) == len(group)
            self.rows += [Row(own, is_onto, 1) for own in users.values()]

    def _state_functions(self) -> None:
        """State elements of arrays of numbers, and truth values of x == k."""
        builder = self._builder
        for function, result in builder.built_functions():
            if isinstance(function, Element):
                numbers, own = function.numbers, _atom(function.index.linear())
                if own is None or numbers is None:
                    continue
                v, offset = builder.atom(own[0]), own[1]
                terms: Sum = {result: -1}
                inside = [k for k in self._values_of(v) if 0 <= k + offset < len(numbers)]
                terms |= {(v, k): numbers[k + offset] for k in inside}
                self.rows.append(Row(terms, True, 0))
            elif isinstance(function, Truth) and isinstance(function.constraint, Relation):
                relation = function.constraint
                difference = relation.difference
                own = _atom(difference) or _atom((-difference).linear())
                if own is not None and relation.operator == "==":
                    v, k = builder.atom(own[0]), -own[1]
                    terms = {result: -1}
                    if k in self._values_of(v):
                        terms[v, k] = 1
                    self.rows.append(Row(terms, True, 0))

    def solved(self, goal: int) -> Relaxed | None:
        """Return the solution where the objective is least, or None if HiGHS finds none."""
        for _ in range(MOST_ROUNDS):
            stop_if_due()
            found = self._solve(goal)
            if found is None:
                return None
            cuts = [cut for scope in self.circuits for cut in self._cuts(scope, found)]
            if not cuts:
                break
            self.rows += cuts
        return found

    def _solve(self, goal: int) -> Relaxed | None:
        from scipy.optimize import linprog
        from scipy.sparse import csr_array

        columns: list[Column] = [*self._builder.numbers]
        columns += [(v, k) for v, values in self._values.items() for k in values]
        place = {column: k for k, column in enumerate(columns)}
        sides: list[Any] = []
        for is_equation in (False, True):
            own = [row for row in self.rows if row.is_equation == is_equation]
            if not own:
                sides += [None, None]
                continue
            entries = [(c, k, place[x]) for k, row in enumerate(own) for x, c in row.terms.items()]
            numbers, rows, at = zip(*entries, strict=True)
            shape = (len(own), len(columns))
            sides += [csr_array((numbers, (rows, at)), shape, dtype=float)]
            sides += [[row.total for row in own]]
        costs = np.zeros(len(columns))
        costs[place[goal]] = 1.0
        ends = [self._builder.bounds(x) if isinstance(x, int) else (0, 1) for x in columns]
        found = linprog(costs, *sides, bounds=ends, method="highs")
        if found.status != 0:
            return None
        least, equal = iter(found.ineqlin.marginals), iter(found.eqlin.marginals)
        prices = [float(next(equal if row.is_equation else least)) for row in self.rows]
        return Relaxed(dict(zip(columns, found.x.tolist(), strict=True)), prices)

    def _cuts(self, scope: list[int], found: Relaxed) -> Iterator[Row]:
        """Yield that a circuit leaves each part that the successors in the relaxation do not."""
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

        arcs = [(i, k) for i, v in enumerate(scope) for k in self._values_of(v)
                if found.numbers[v, k] > NEARLY]  # fmt: skip
        rows, at = zip(*arcs, strict=True)
        graph = coo_array((np.ones(len(arcs)), (rows, at)), (len(scope), len(scope)))
        n, parts = connected_components(graph, directed=True, connection="strong")
        for part in range(n if n > 1 else 0):
            inside = set(np.flatnonzero(parts == part).tolist())
            leaving: Sum = {
                (scope[i], k): -1 for i in inside for k in self._values_of(scope[i])
                if k not in inside
            }  # fmt: skip
            if sum(found.numbers[each] for each in leaving) < 1.0 - NEARLY:
                yield Row(leaving, False, -1)

    def nearest(self, found: Relaxed) -> dict[int, int]:
        """Return for each variable the value that is nearest to the relaxation."""
        numbers = found.numbers
        near = {}
        for v in self._builder.numbers:
            if v in self._values:
                near[v] = max(self._values[v], key=lambda k: numbers[v, k])
            elif not self._builder.is_wide(v):
                near[v] = round(numbers[v])
        return near


def _linear_rows(each: Propagator) -> Iterator[Row]:
    """Yield a posted constraint as a row, if it is linear."""
    if each.card.is_linear:
        yield from stated(each, lambda v: ()).rows


def _atom(linear: Linear) -> tuple[Any, int] | None:
    """Return a variable or function and the constant added to it, if an expression is that."""
    terms = [*linear.terms.items()]
    return (terms[0][0], linear.constant) if len(terms) == 1 and terms[0][1] == 1 else None


def _post_sum(builder: Builder, relaxation: Relaxation, found: Relaxed, scale: int) -> bool:
    """Post the sum of all rows times their rounded prices, unless it may overflow."""
    total, terms = 0, Sum()
    for row, price in zip(relaxation.rows, found.prices, strict=True):
        times = round(-scale * price)
        if not row.is_equation:
            times = max(0, times)
        total += times * row.total
        if times:
            for column, c in row.terms.items():
                terms[column] = terms.get(column, 0) + times * c
    costs: dict[int, dict[int, int]] = {}
    for column, c in terms.items():
        if isinstance(column, tuple):
            costs.setdefault(column[0], {})[column[1]] = c
    linear = {v: c for v, c in terms.items() if isinstance(v, int) and v not in costs and c}
    most = sum(abs(c) * max(map(abs, builder.bounds(v))) for v, c in linear.items())
    tables: list[tuple[int, dict[int, int]]] = []
    for v, own in costs.items():
        full = {k: own.get(k, 0) + terms.get(v, 0) * k for k in builder.values(v)}
        most += max(map(abs, full.values()))
        if max(full.values()) - min(full.values()) >= MOST_VALUES:
            return False
        tables.append((v, full))
    if 4 * (most + abs(total)) >= BELOW:
        return False
    for v, full in tables:
        least, greatest = min(full.values()), max(full.values())
        if least == greatest:
            total -= least
            continue
        cost = builder.new_interval(0, greatest - least)
        post_table(builder, [v, cost], [(k, c - least) for k, c in full.items()])
        linear[cost] = 1
        total -= least
    post_linear(builder, "<=", [*linear.items()], total)
    return True
