"""Bounds of variables that have none, or very wide ones: what the constraints imply.

A variable of a model needs a least and a greatest value. Those that a text does not give follow in
most cases from constraints that always hold, as those of a sum follow from its terms. Where none
follow, the variable gets usual ones, and the search then proves nothing about all other values.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any

from csp.formats.flatzinc.bound_rules import ANY, FINITE, INFINITE, RULES, Interval, Rule
from csp.formats.flatzinc.checks import ends
from csp.formats.flatzinc.items import Access, Call, Declaration, Name, Program
from exactcover.runtime.search.limits import watched

USUAL = 10_000_000
"""The greatest value, and its negation the least one, of a variable without bounds."""
MOST_RUNS = 64
"""How often a constraint is looked at: bounds that still change then change little."""

DEFINED = "is_defined_var"
"""The annotation of a variable that a constraint defines."""


class Bounds:
    """The bounds of the variables of a program that have none, or more values than a number.

    Parameters
    ----------
    program
        The program.
    declarations
        Name -> its declaration.
    most
        The number of values of a variable whose bounds need not be narrower.

    Attributes
    ----------
    assumed
        The names of variables whose bounds no constraint implies.

    Examples
    --------
    >>> from csp.formats.flatzinc.syntax import parse
    >>> program = parse('''var int: total; var int: free; array [1..2] of var int: x = [a, b];
    ... var 0..9: a; var 3..4: b; constraint int_lin_eq([2, -1, -1], [a, b, total], 1);
    ... solve satisfy;''')
    >>> bounds = Bounds(program, {each.name: each for each in program.declarations}, 100)
    >>> bounds.of("total"), bounds.of("free"), bounds.assumed
    ((-5, 14), (-10000000, 10000000), ['free'])
    """

    def __init__(self, program: Program, declarations: dict[str, Declaration], most: int) -> None:
        self._declarations = declarations
        self._found: dict[str, Interval] = {}
        for each in program.declarations:
            if each.kind == "int" and each.is_variable and each.length is None:
                own = _declared(each)
                if each.value is None and own[0] <= own[1] and own[1] - own[0] >= most:
                    self._found[each.name] = own
        self.assumed: list[str] = []
        self._runs: list[tuple[Rule, list[Any]]] = []
        self._of_name: dict[str, list[int]] = {}
        self._waiting: deque[int] = deque()
        self._n_runs: dict[int, int] = {}
        if self._found:
            self._collect(program.constraints)
            self._narrow_all()
            self._assume()

    def of(self, name: str) -> Interval:
        """Return the bounds of a variable; the first is greater if there is no value."""
        return self._found[name]

    def _collect(self, constraints: Iterable[Call]) -> None:
        """Keep the constraints with such variables."""
        for call in watched(constraints):
            n, rule = RULES.get(call.name, (-1, None))
            if rule is None or len(call.arguments) != n:
                continue
            arguments = [self._resolved(each) for each in call.arguments]
            names = {each for each in _flat(arguments) if each in self._found}
            for name in names:
                self._of_name.setdefault(name, []).append(len(self._runs))
            if names:
                self._runs.append((rule, arguments))

    def _resolved(self, each: Any) -> Any:
        """Return an argument with names of single variables, numbers and lists of these only."""
        if isinstance(each, list):
            return [self._resolved(one) for one in each]
        if isinstance(each, Access):
            array = self._value_of(each.name)
            is_there = isinstance(array, list) and 1 <= each.index <= len(array)
            return self._resolved(array[each.index - 1]) if is_there else None
        if not isinstance(each, Name):
            return each
        found = self._value_of(each.name)
        return self._resolved(found) if isinstance(found, list) else found

    def _value_of(self, name: str) -> Any:
        """Return what a name stands for: a value, a list, or the name of a variable."""
        seen = set[str]()
        while name not in seen:
            seen.add(name)
            own = self._declarations.get(name)
            if own is None or own.value is None:
                return name
            if not isinstance(own.value, Name):
                return own.value
            name = own.value.name
        return None

    def _narrow_all(self) -> None:
        """Narrow the bounds by all constraints until nothing changes."""
        self._waiting.extend(range(len(self._runs)))
        self._narrow_waiting()

    def _narrow_waiting(self) -> None:
        for k in watched(iter(self._next, None)):
            rule, arguments = self._runs[k]
            rule(self, *arguments)

    def _next(self) -> int | None:
        while self._waiting:
            k = self._waiting.popleft()
            self._n_runs[k] = self._n_runs.get(k, 0) + 1
            if self._n_runs[k] <= MOST_RUNS:
                return k
        return None

    def _assume(self) -> None:
        """Assume bounds of variables that have none; first of those that nothing defines."""
        own = self._declarations
        is_defined = {
            name: any(getattr(each, "name", "") == DEFINED for each in own[name].annotations)
            for name in self._found
        }
        for name in sorted(self._found, key=is_defined.__getitem__):
            low, high = self._found[name]
            if low <= -FINITE or high >= FINITE:
                self.assumed.append(name)
                self._n_runs.clear()
                least = min(-USUAL, high - USUAL) if low <= -FINITE else low
                most = max(USUAL, low + USUAL) if high >= FINITE else high
                self.narrow(name, least, most)
                self._narrow_waiting()

    def interval(self, atom: Any) -> Interval:
        """Return the bounds of an argument as they are known so far."""
        if isinstance(atom, str):
            if atom in self._found:
                return self._found[atom]
            own = self._declarations.get(atom)
            return ANY if own is None else _declared(own)
        return (int(atom), int(atom)) if isinstance(atom, int) else ANY

    def narrow(self, atom: Any, low: int, high: int) -> None:
        """Keep narrower bounds of an argument, if it is a variable without usual ones."""
        if not isinstance(atom, str) or atom not in self._found:
            return
        before = self._found[atom]
        now = (
            max(before[0], low) if low > -FINITE else before[0],
            min(before[1], high) if high < FINITE else before[1],
        )
        if now != before and before[0] <= before[1]:
            self._found[atom] = now
            self._waiting.extend(self._of_name.get(atom, ()))

    def sum_within(self, weights: Any, atoms: Any, low: int, high: int) -> None:
        """Narrow by the fact that a sum is within bounds."""
        if not _are_numbers(weights) or not isinstance(atoms, list) or len(atoms) != len(weights):
            return
        parts = []
        for weight, atom in zip(weights, atoms, strict=True):
            least, most = self.interval(atom)
            parts.append((weight * least, weight * most)[:: 1 if weight >= 0 else -1])
        n_low = sum(part[0] <= -FINITE for part in parts)
        n_high = sum(part[1] >= FINITE for part in parts)
        least = sum(part[0] for part in parts if part[0] > -FINITE)
        most = sum(part[1] for part in parts if part[1] < FINITE)
        for weight, atom, part in zip(weights, atoms, parts, strict=True):
            if not weight or not isinstance(atom, str) or atom not in self._found:
                continue
            is_low, is_high = part[0] <= -FINITE, part[1] >= FINITE
            # What the others leave for this term: the bounds of the sum, less those of the rest.
            upper, lower = INFINITE, -INFINITE
            if high < FINITE and n_low == is_low:
                upper = high - least + (0 if is_low else part[0])
            if low > -FINITE and n_high == is_high:
                lower = low - most + (0 if is_high else part[1])
            if weight < 0:
                lower, upper = -upper, -lower
            own = abs(weight)
            self.narrow(
                atom,
                -(-lower // own) if lower > -FINITE else -INFINITE,
                upper // own if upper < FINITE else INFINITE,
            )


def _declared(own: Declaration) -> Interval:
    """Return the bounds of a variable as it is declared."""
    if own.kind == "bool":
        return 0, 1
    if own.domain is None:
        return ANY
    return ends(own.domain) if own.domain else (1, 0)


def _flat(arguments: Iterable[Any]) -> Iterable[str]:
    """Yield the names in arguments."""
    for each in arguments:
        if isinstance(each, str):
            yield each
        elif isinstance(each, list):
            yield from _flat(each)


def _are_numbers(values: Any) -> bool:
    return isinstance(values, list) and all(isinstance(each, int) for each in values)
