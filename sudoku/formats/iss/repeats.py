"""Automata that read a cell more than once, as automata that read each cell once."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import TypeVar

from sudoku.errors import TextError
from sudoku.formats.iss.machines import Machine

__all__ = ["once_each"]

Cell = TypeVar("Cell", bound=Hashable)
Held = tuple[tuple[int, int], ...]
"""The digits that are read again later, each with the number of its cell."""
Position = tuple[int, int, Held]
"""The number of cells read, the state of the automaton, and the digits that it holds."""

MOST_STEPS = 200_000


def once_each(machine: Machine, line: Sequence[Cell], n: int) -> tuple[list[Cell], Machine]:
    """Return the cells of a line, each once, and an automaton that accepts the same digits.

    The new automaton reads a cell where it comes first, and holds its digit until it comes last.

    Raises
    ------
    TextError
        If the new automaton is too large.

    Examples
    --------
    >>> ends_equal = Machine([(0, 1, 1), (0, 2, 2), (1, 1, 3), (2, 2, 3)], [0], [3])
    >>> cells, (steps, first, last) = once_each(ends_equal, ["a", "a"], 2)
    >>> cells, len(steps), len(last)
    (['a'], 2, 1)
    """
    steps, first, last = machine
    following: dict[tuple[int, int], list[int]] = {}
    for state, digit, after in steps:
        following.setdefault((state, digit), []).append(after)
    cells = list(dict.fromkeys(line))
    word = [cells.index(cell) for cell in line]
    starts = [word.index(k) for k in range(len(cells))] + [len(word)]
    numbers: dict[Position, int] = {}
    queue: list[Position] = []

    def number(position: Position) -> int:
        if position not in numbers:
            numbers[position] = len(numbers)
            queue.append(position)
        return numbers[position]

    def reached(position: Position, digit: int) -> Iterator[Position]:
        """Yield the positions after the next cell, and after cells that are read again."""
        k, state, held = position
        digits = {**dict(held), k: digit}
        states = {state}
        for one in word[starts[k] : starts[k + 1]]:
            states = {after for each in states for after in following.get((each, digits[one]), ())}
        later = set(word[starts[k + 1] :])
        kept = tuple(sorted((one, own) for one, own in digits.items() if one in later))
        yield from ((k + 1, each, kept) for each in states)

    begin = [number((0, state, ())) for state in first]
    made: list[tuple[int, int, int]] = []
    for position in queue:
        if position[0] == len(cells):
            continue
        for digit in range(1, n + 1):
            made += [
                (numbers[position], digit, number(after)) for after in reached(position, digit)
            ]
        if len(made) > MOST_STEPS:
            raise TextError("an automaton that reads cells again has too many states")
    ends = [own for (k, state, _), own in numbers.items() if k == len(cells) and state in last]
    return cells, Machine(made, begin, ends)
