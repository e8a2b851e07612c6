"""Rules that a constraint string has no name for, written as what they state about cells.

Houses and groups become areas of different values, barred digits become candidates, relations
tables of pairs, sums weighted sums, and all other constraints automata.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from sudoku.errors import TextError
from sudoku.formats.iss.board import MOST_WEIGHT
from sudoku.formats.iss.machine_writer import write_bits, write_machine
from sudoku.formats.iss.machines import Machine
from sudoku.formats.iss.target import Target
from sudoku.rules.base import Rule
from sudoku.rules.binary_relation import Pair, Supports
from sudoku.rules.constraint import Constraint
from sudoku.rules.linear import Linear
from sudoku.statement.automaton import TooLargeError
from sudoku.statement.bitsets import bits, digits_of
from sudoku.statement.statement import statement
from sudoku.statement.transitions import automaton

MOST_STEPS = 1 << 16
"""The most steps of an automaton that is written."""


def stated(rule: Rule, target: Target) -> Iterator[str]:
    """Yield the parts that say the same as a rule.

    Raises
    ------
    TextError
        If a constraint has too many states for an automaton; the message names the rule.
    """
    found = statement(target.shape, (rule,))
    for house in (*found.houses, *found.groups):
        if frozenset(house.cells) not in target.known:
            yield "~".join(["AllDifferent", *target.of_numbers(house.cells)])
    full = (1 << target.n) - 1
    for cell, mask in found.barred.items():
        digits = digits_of(full & ~mask)
        if not digits:
            raise TextError(
                f"the rule {rule.name!r} leaves no digit for {target.shape.in_words(cell)}: "
                "constraint strings cannot say this"
            )
        yield f"~{target.of_numbers([cell])[0]}_{target.values(digits)}"
    tables: defaultdict[Supports, list[Pair]] = defaultdict(list)
    for pair, supports in found.relations.items():
        tables[supports].append(pair)
    for supports, related in tables.items():
        yield pairs(target, [target.of_numbers(pair) for pair in related], supports)
    for link in found.links:
        yield "~".join(["SameValues", str(len(link)), *target.of_numbers(link)])
    lines: defaultdict[str, list[list[str]]] = defaultdict(list)
    for constraint in found.constraints:
        cells = target.of_numbers(constraint.cells)
        linear = _sum(constraint, cells, target)
        if linear is not None:
            yield linear
        else:
            lines[_machine(rule, constraint, target)].append(cells)
    for machine, of_machine in lines.items():
        yield "~".join(["NFA", machine, *("~".join(["_", *cells]) for cells in of_machine)])


def pairs(target: Target, named: list[list[str]], supports: Supports) -> str:
    """Return a table of pairs of values, for some pairs of cells."""
    allowed = [target.n * k + bit for k, mask in enumerate(supports) for bit in bits(mask)]
    return "~".join(["Pair", write_bits(allowed), *("~".join(["_", *pair]) for pair in named)])


def weighted(target: Target, total: int, weights: dict[str, int]) -> str:
    """Return a sum of digits with weights, by the names of their cells."""
    if all(weight == 1 for weight in weights.values()):
        return "~".join(["Sum", str(target.total(total, len(weights))), *weights])
    given = "_".join(map(str, [target.total(total, sum(weights.values())), "=", *weights.values()]))
    return "~".join(["Sum", given, *weights])


def _sum(constraint: Constraint, cells: list[str], target: Target) -> str | None:
    """Return a constraint as a sum; None if it is none, or its weights are too large."""
    reader = constraint.reader
    if not isinstance(reader, Linear):
        return None
    weights = reader.weights(len(cells))
    if max(map(abs, weights)) > MOST_WEIGHT:
        return None
    return weighted(target, reader.total, dict(zip(cells, weights, strict=True)))


def _machine(rule: Rule, constraint: Constraint, target: Target) -> str:
    """Return the text of an automaton that says the same as a constraint."""
    reader = constraint.reader
    try:
        if reader.is_global:
            raise TooLargeError
        steps, accepted = automaton(reader, len(constraint.cells), target.n, MOST_STEPS)
    except TooLargeError:
        raise TextError(
            f"constraint strings have no part for the rule {rule.name!r}, and an automaton for "
            f"{constraint.title} would have too many states"
        ) from None
    made = [
        (state, digit, int(after) - 1)
        for state, row in enumerate(steps.tolist())
        for digit, after in enumerate(row, 1)
        if after
    ]
    last = [state for state, is_last in enumerate(accepted.tolist()) if is_last]
    return write_machine(Machine(made, [0], last), target.n)
