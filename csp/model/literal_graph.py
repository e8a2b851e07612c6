"""The graph of a model's literals, whose automorphisms are symmetries of the model.

A literal is a variable with one of its values; an assignment is the set of its literals. Every
other vertex is a condition on such sets: its mark says which one, and it is joined to the vertices
that the condition is about. So a permutation of the literals that extends to the whole graph takes
solutions to solutions, also where it takes the literals of one variable to several ones.

Equal conditions are one vertex. A permutation of the literals therefore determines that of all
vertices, and whether there is one can be checked without a search.

References
----------
D. Cohen et al., Symmetry definitions for constraint satisfaction problems, Constraints 11 (2006).
J.-F. Puget, Automatic detection of variable and value symmetries, CP 2005.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import TYPE_CHECKING, TypeVar

from csp.errors import ModelError
from csp.model.expressions import Expression, Function, Linear, Variable
from exactcover.runtime.search.limits import stop_if_due, watched

if TYPE_CHECKING:
    from csp.model.constraint import Constraint, ValueOf

Answer = TypeVar("Answer")

MOST_COMBINATIONS = 1 << 12
"""The most combinations of values of a constraint or function that is enumerated."""
MOST_LISTED = 1 << 6
"""The most combinations of values of a sum whose values are listed by them; else as sums."""
PINNED = "pinned"
MOST_LITERALS = 1 << 18
"""The most literals of a model whose symmetries are looked for."""

Weights = dict[int, int]
"""Vertex -> what it adds to a sum if it is true."""


class _TooManyError(Exception):
    """A constraint or function has too many combinations of values to be enumerated."""


class TooLongError(ModelError):
    """The graph has more vertices and combinations of values than its patience allows."""


EVERY = 1024
"""The vertices between two looks at the limits."""


class LiteralGraph:
    """The graph of a model's literals.

    Constraints add themselves by `Constraint.add_to`. One that cannot say how it is symmetric is
    pinned: no automorphism moves a literal of its variables.

    Parameters
    ----------
    variables
        The variables of the model.
    patience
        The most literals, vertices and combinations of values together; None for any number.

    Attributes
    ----------
    literals
        The literals, which are the first vertices: those of a variable in the order of its values.
    ends
        The vertices to which each vertex is joined as a condition; none for a literal.
    pinned
        Literal -> a constraint that pins it.
    of_constraint
        Vertex -> the constraint that first added it.

    Raises
    ------
    ModelError
        If there are too many literals; a `TooLongError` if the patience is at its end, also later.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x, y = model.variables(2, range(2), name="xy")
    >>> graph = LiteralGraph(model.unknowns)
    >>> graph.add(x != y)
    >>> graph.marks[len(graph.literals):]
    [('one', 1, True), ('one', 1, True), ('none', 1, True), ('none', 1, True)]
    """

    def __init__(self, variables: Sequence[Variable], patience: int | None = None) -> None:
        n = sum(variable.mask.bit_count() for variable in variables)
        self._patience = patience
        self._spend(n)
        if n > MOST_LITERALS:
            raise ModelError(
                f"the variables have {n} values together: symmetries are found for at most "
                f"{MOST_LITERALS}"
            )
        self.literals = [(variable, value) for variable in variables for value in variable.values]
        self.ends: list[tuple[int, ...]] = [()] * n
        self.pinned: dict[int, Constraint] = {}
        self.of_constraint: dict[int, Constraint] = {}
        self._kinds: list[Hashable] = ["literal"] * n
        self._heights = [0] * n
        self._required: set[int] = set()
        self._known: dict[Hashable, int] = {}
        self._adding: Constraint | None = None
        self._new: list[int] = []
        self._number: dict[Variable, dict[int, int]] = {}
        for number, (variable, value) in enumerate(watched(self.literals, every=EVERY)):
            self._number.setdefault(variable, {})[value] = number
        for own in self._number.values():
            self.exactly_one(list(own.values()))

    @property
    def marks(self) -> list[Hashable]:
        """The mark of each vertex; no automorphism takes vertices of different marks together."""
        return [
            (kind, height, vertex in self._required)
            for vertex, (kind, height) in enumerate(zip(self._kinds, self._heights, strict=True))
        ]

    def is_required(self, vertex: int) -> bool:
        """Return whether all solutions satisfy the condition of a vertex."""
        return vertex in self._required

    def is_pin(self, vertex: int) -> bool:
        """Return whether a vertex is there only to pin a literal."""
        kind = self._kinds[vertex]
        return isinstance(kind, tuple) and kind[0] == PINNED

    def _spend(self, n: int) -> None:
        """Raise TooLongError if the patience does not suffice for n more steps."""
        if self._patience is not None:
            self._patience -= n
            if self._patience < 0:
                raise TooLongError("the graph of the literals is too large")

    def add(self, constraint: Constraint) -> None:
        """Add a constraint; if it cannot say how it is symmetric, pin its variables."""
        stop_if_due()
        self._adding, self._new = constraint, []
        try:
            constraint.add_to(self)
        except _TooManyError:
            self._required.difference_update(self._new)
            self._pin(constraint)

    def vertex(self, kind: Hashable, ends: Iterable[int]) -> int:
        """Return the vertex of a condition of a kind on other vertices, in no order."""
        own = tuple(sorted(set(ends)))
        self._spend(1 + len(own))
        vertex = self._known.setdefault((kind, own), len(self.ends))
        if vertex == len(self.ends):
            if vertex % EVERY == 0:
                stop_if_due()
            self.ends.append(own)
            self._kinds.append(kind)
            self._heights.append(1 + max((self._heights[end] for end in own), default=0))
            if self._adding is not None:
                self.of_constraint[vertex] = self._adding
        return vertex

    def require(self, vertex: int) -> None:
        """State that all solutions satisfy the condition of a vertex."""
        if vertex not in self._required:
            self._required.add(vertex)
            self._new.append(vertex)

    def forbid(self, vertices: Iterable[int]) -> None:
        """State that no solution satisfies all of some vertices."""
        self.require(self.vertex("none", vertices))

    def all_of(self, vertices: Iterable[int]) -> int:
        """Return the vertex of the condition that all of some vertices hold."""
        own = set(vertices)
        return own.pop() if len(own) == 1 else self.vertex("all", own)

    def any_of(self, vertices: Iterable[int]) -> int:
        """Return the vertex of the condition that some of some vertices hold."""
        own = set(vertices)
        return own.pop() if len(own) == 1 else self.vertex("any", own)

    def at_most_one(self, vertices: Sequence[int]) -> None:
        """State that at most one of some vertices holds; one that is there twice does not."""
        own = self._unique(vertices)
        if len(own) == 2:
            self.forbid(own)
        elif len(own) > 2:
            self.require(self.vertex("at most one", own))

    def exactly_one(self, vertices: Sequence[int]) -> None:
        """State that exactly one of some vertices holds; one that is there twice does not."""
        self.require(self.vertex("one", self._unique(vertices)))

    def same(self, one: int | None, other: int | None) -> None:
        """State that two vertices both hold, or neither; None is a condition that never does."""
        if one is not None and other is not None:
            self.require(self.vertex("same", [one, other]))
        else:
            for vertex in (one, other):
                if vertex is not None:
                    self.forbid([vertex])

    def values(self, expression: Expression) -> dict[int, int]:
        """Return value -> the vertex of the condition that an expression has it.

        Assignments for which it has no value are forbidden.
        """
        own = self._number.get(expression)  # type: ignore[call-overload]
        if own is not None:
            return dict(own)
        whole = expression.add_values(self) if isinstance(expression, Function) else None
        if whole is not None:
            return whole
        scope = list(dict.fromkeys(expression.variables()))
        if prod(len(self._number[variable]) for variable in scope) > MOST_LISTED:
            of_sum = self._values_of_sum(expression)
            if of_sum:
                return of_sum
        found: dict[int, list[int]] = {}
        for literals, value in self._combinations(scope, expression.value):
            if value is None:
                self.forbid(literals)
            else:
                found.setdefault(value, []).append(self.all_of(literals))
        return {value: self.any_of(some) for value, some in found.items()}

    def _values_of_sum(self, expression: Expression) -> dict[int, int]:
        """Return the same for a sum of several terms, by what its literals add; else nothing.

        A value is stated twice, as an equation is in `total`.
        """
        linear = _expanded(expression.linear())
        if len(linear.terms) < 2 or linear.dropped:
            return {}
        groups = self._weights(linear)
        reached = {linear.constant}
        for own in groups:
            reached = {value + weight for value in reached for weight in own.values()}
            if len(reached) > MOST_COMBINATIONS:
                raise _TooManyError
        below, above = self._added(groups, 1), self._added(groups, -1)
        least, greatest = min(reached), max(reached)
        found = {}
        for value in sorted(reached):
            sides = [
                self.vertex(("sum", value - least), below),
                self.vertex(("sum", greatest - value), above),
            ]
            found[value] = self.vertex("value", sides)
        return found

    def total(self, linear: Linear, operator: str) -> None:
        """State how a linear expression compares with 0, by ==, != or <=.

        An equation is stated twice, by what the literals add to the least sum and by what they are
        below the greatest: a symmetry may exchange the two, as x -> 9 - x does. Two variables or
        functions that are equal, or different, are compared value by value, so that a symmetry may
        exchange any of the values.
        """
        linear = _expanded(linear)
        for function in linear.dropped:
            self.values(function)
        try:
            if operator != "<=" and sorted(linear.terms.values()) == [-1, 1]:
                self._compare(linear, operator)
                return
            groups = self._weights(linear)
        except _TooManyError:
            self.require(self.vertex(operator, [self.structure(linear)]))
            return
        least = sum(min(own.values()) for own in groups)
        greatest = sum(max(own.values()) for own in groups)
        sides = [self._sum(-linear.constant - least, groups, 1)]
        if operator != "<=":
            sides.append(self._sum(linear.constant + greatest, groups, -1))
        self.require(self.vertex(operator, sides))

    def _compare(self, linear: Linear, operator: str) -> None:
        """State by their values that x + c and y are equal, or are not, for x - y + c."""
        y, x = sorted(linear.terms, key=linear.terms.__getitem__)
        left = {value + linear.constant: own for value, own in self.values(x).items()}
        right = self.values(y)
        for value in sorted(left.keys() | right.keys()):
            if operator == "==":
                self.same(left.get(value), right.get(value))
            elif value in left and value in right:
                self.forbid([left[value], right[value]])

    def aim(self, objective: Expression) -> None:
        """State that symmetries leave the value of an objective as it is.

        If it cannot be said how it is symmetric, its variables are pinned.
        """
        try:
            whole = self.structure(objective)
        except _TooManyError:
            for variable in objective.variables():
                for literal in self._number[variable].values():
                    self.require(self.vertex(("fixed", literal), [literal]))
        else:
            self.require(self.vertex("objective", [whole]))

    def structure(self, expression: Expression) -> int:
        """Return a vertex for an expression: permutations that keep it keep the value.

        Raises
        ------
        _TooManyError
            If a function has too many values, and does not say of what it is made.
        """
        linear = _expanded(expression.linear())
        if linear.dropped:
            raise _TooManyError
        added: Weights = {}
        parts: dict[tuple[int, int], int] = {}
        for atom, c in linear.terms.items():
            own = self._parts(atom)
            if own is None:
                for value, vertex in self.values(atom).items():
                    added[vertex] = added.get(vertex, 0) + c * value
            else:
                parts[own, c] = parts.get((own, c), 0) + 1
        ends = self._adding_up(added)
        ends += [self.vertex(("times", c, n), [own]) for (own, c), n in parts.items()]
        return self.vertex(("total", linear.constant), ends)

    def _parts(self, atom: Variable | Function) -> int | None:
        """Return a vertex for a function of expressions whose order does not matter, or None."""
        known = atom.unordered() if isinstance(atom, Function) else None
        return known and self.vertex(known[0], [self.structure(each) for each in known[1]])

    def tasks(self, kind: Hashable, starts: Sequence[Expression], data: Sequence[Hashable]) -> int:
        """Return the vertex of a condition on tasks, given their starts and what they are like."""
        values = [self.values(start) for start in starts]
        alike: dict[tuple[int, ...], list[str]] = {}
        times: dict[int, list[int]] = {}
        for own, like in zip(values, data, strict=True):
            alike.setdefault(tuple(sorted(own.values())), []).append(repr(like))
            for time, vertex in own.items():
                times.setdefault(time, []).append(vertex)
        tasks = [self.vertex(("task", *sorted(like)), own) for own, like in alike.items()]
        begins = [self.vertex(("starts at", time), own) for time, own in times.items()]
        return self.vertex(kind, [*tasks, *begins])

    def is_small(self, constraint: Constraint, n_parts: int | None = None) -> bool:
        """Return whether the combinations of values of a constraint are so few as to be listed.

        Of a constraint on `n_parts` expressions fewer are listed if some have several variables:
        the values of the expressions, each for itself, are not as many.
        """
        scope = set(constraint.variables())
        most = MOST_COMBINATIONS if n_parts in (None, len(scope)) else MOST_LISTED
        return prod(len(self._number[variable]) for variable in scope) <= most

    def enumerate(self, constraint: Constraint) -> None:
        """State which combinations of values a constraint allows, or which it forbids."""
        scope = list(dict.fromkeys(constraint.variables()))
        allowed: list[tuple[int, ...]] = []
        forbidden: list[tuple[int, ...]] = []
        for literals, holds in self._combinations(scope, constraint.holds):
            (allowed if holds else forbidden).append(literals)
        if len(forbidden) <= len(allowed) or len(scope) < 2:
            for literals in forbidden:
                self.forbid(literals)
        else:
            self.require(self.any_of([self.all_of(literals) for literals in allowed]))

    def _unique(self, vertices: Sequence[int]) -> list[int]:
        """Return vertices without repetition, after forbidding those that are repeated."""
        times = Counter(vertices)
        for vertex, n in times.items():
            if n > 1:
                self.forbid([vertex])
        return list(times)

    def _combinations(
        self, scope: Sequence[Variable], ask: Callable[[ValueOf], Answer]
    ) -> Iterator[tuple[tuple[int, ...], Answer | None]]:
        """Yield each combination of literals with the answer for it; None if there is none."""
        n = prod(len(self._number[variable]) for variable in scope)
        if n > MOST_COMBINATIONS and len(scope) > 1:
            raise _TooManyError
        self._spend(n)
        own = [self._number[variable] for variable in scope]
        # One mapping for all combinations: to make one for each takes half of the time.
        assignment: dict[Variable, int] = {}
        value_of = assignment.__getitem__
        literals = product(*(numbers.values() for numbers in own))
        for values, chosen in zip(watched(product(*own)), literals, strict=True):
            assignment.update(zip(scope, values, strict=True))
            try:
                answer = ask(value_of)
            except IndexError:  # an array has no such element
                yield chosen, None
            else:
                yield chosen, answer

    def _weights(self, linear: Linear) -> list[Weights]:
        """Return groups of vertices, of each of which one is true, with what they add to a sum."""
        found: dict[Hashable, Weights] = {}
        for atom, factor in linear.terms.items():
            scope = list(dict.fromkeys(atom.variables()))
            if len(scope) != 1:
                own = found.setdefault(atom, {})
                for value, vertex in self.values(atom).items():
                    own[vertex] = own.get(vertex, 0) + factor * value
                continue
            own = found.setdefault(scope[0], {})
            for (literal,), value_or_none in self._combinations(scope, atom.value):
                if value_or_none is None:
                    self.forbid([literal])
                own[literal] = own.get(literal, 0) + factor * (value_or_none or 0)
        return [own for own in found.values() if own]

    def _sum(self, total: int, groups: Iterable[Weights], sign: int) -> int:
        """Return the vertex of a total: of what is above the least, or below the greatest, sum."""
        return self.vertex(("sum", total), self._added(groups, sign))

    def _added(self, groups: Iterable[Weights], sign: int) -> list[int]:
        """Return the vertices of what is added to the least sum, or is below the greatest one."""
        added: Weights = {}
        for own in groups:
            base = min(sign * weight for weight in own.values())
            for vertex, weight in own.items():
                added[vertex] = added.get(vertex, 0) + sign * weight - base
        return self._adding_up(added)

    def _adding_up(self, added: Weights) -> list[int]:
        """Return a vertex for each number that some vertices add to a sum."""
        by_weight: dict[int, list[int]] = {}
        for vertex, weight in added.items():
            by_weight.setdefault(weight, []).append(vertex)
        return [self.vertex(("adds", weight), own) for weight, own in by_weight.items() if weight]

    def _pin(self, constraint: Constraint) -> None:
        for variable in constraint.variables():
            for literal in self._number[variable].values():
                self.pinned.setdefault(literal, constraint)
                self.require(self.vertex((PINNED, literal), [literal]))


def _expanded(linear: Linear) -> Linear:
    """Return a linear expression with sums in place of the functions that are sums."""
    terms: dict[Variable | Function, int] = {}
    constant, dropped = linear.constant, linear.dropped
    for atom, c in linear.terms.items():
        whole = atom.as_sum() if isinstance(atom, Function) else None
        part = atom.linear() if whole is None else _expanded(whole.linear())
        constant += c * part.constant
        dropped += part.dropped
        for inner, factor in part.terms.items():
            terms[inner] = terms.get(inner, 0) + c * factor
    return Linear({atom: c for atom, c in terms.items() if c}, constant, dropped)
