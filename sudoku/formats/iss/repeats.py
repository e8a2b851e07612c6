"""Automata that read a cell more than once, or signs between cells, as automata of cells alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import accumulate
from typing import TypeVar

from exactcover.runtime.reading_budget import spend
from sudoku.errors import TextError
from sudoku.formats.iss.machines import Machine

Cell = TypeVar("Cell", bound=Hashable)
Held = tuple[tuple[int, int], ...]
"""The digits that are read again later, each with the number of its cell."""
Position = tuple[int, int, Held]
"""The number of cells read, the state of the automaton, and the digits that it holds."""


def once_each(machine: Machine, line: Sequence[Cell], n: int) -> tuple[list[Cell], Machine]:
    """Return the cells of a line, each once, and an automaton that accepts the same digits.

    The new automaton reads a cell where it comes first, and holds its digit until it comes last.

    Raises
    ------
    BudgetError
        If the new automaton has more steps than the reading budget allows.

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
    place = {cell: k for k, cell in enumerate(dict.fromkeys(line))}
    cells = list(place)
    word = [place[cell] for cell in line]
    starts = [word.index(k) for k in range(len(cells))] + [len(word)]
    later = [set(word[end:]) for end in starts[1:]]
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
            spend("steps", len(states))
            states = {after for each in states for after in following.get((each, digits[one]), ())}
        kept = tuple(sorted((one, own) for one, own in digits.items() if one in later[k]))
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
    ends = [own for (k, state, _), own in numbers.items() if k == len(cells) and state in last]
    return cells, Machine(made, begin, ends)


def pieces_of(line: list[Cell], window: int) -> list[list[Cell]]:
    """Cut a line that comes to a cell again into pieces that have each cell once.

    All consecutive cells, as many as the window, are in one piece.

    Raises
    ------
    TextError
        If a cell comes twice within a window.

    Examples
    --------
    >>> pieces_of(list("abcda"), 2), pieces_of(list("abcda"), 3)
    ([['a', 'b', 'c', 'd'], ['d', 'a']], [['a', 'b', 'c', 'd'], ['c', 'd', 'a']])
    """
    pieces, start = [], 0
    while True:
        end = start
        while end < len(line) and line[end] not in line[start:end]:
            end += 1
        pieces.append(line[start:end])
        if end == len(line):
            return pieces
        following = end - window + 1
        if following <= start:
            raise TextError("a line comes to a cell again too soon")
        start = following


def of_segments(machine: Machine, sizes: Sequence[int], n: int) -> Machine:
    """Return an automaton of digits alone, instead of one that reads a sign between segments.

    Parameters
    ----------
    machine
        The automaton; the sign between two segments is the number after the last digit.
    sizes
        The number of cells of each segment, which may be 0.
    n
        The number of digits.

    Returns
    -------
    Machine
        An automaton with a copy of each state for each number of cells that were read.

    Raises
    ------
    BudgetError
        If the new automaton has more steps than the reading budget allows.

    Examples
    --------
    >>> machine = Machine([(0, 1, 0), (0, 3, 1), (1, 2, 1)], [0], [1])
    >>> steps, first, last = of_segments(machine, [1, 2], 2)
    >>> steps
    [(0, 1, 1), (1, 2, 2), (2, 2, 3)]
    >>> first, last
    ([0], [3])
    """
    following: dict[int, list[tuple[int, int]]] = {}
    for state, sign, after in machine.steps:
        following.setdefault(state, []).append((sign, after))

    def after_signs(states: set[int], n_signs: int) -> set[int]:
        for _ in range(n_signs):
            spend("steps", len(states))
            states = {a for each in states for sign, a in following.get(each, ()) if sign == n + 1}
        return states

    n_cells = sum(sizes)
    ends = Counter(accumulate(sizes[:-1]))
    n_signs = [ends[read] for read in range(n_cells + 1)]
    numbers: dict[tuple[int, int], int] = {}
    made: list[tuple[int, int, int]] = []
    states = after_signs(set(machine.first), n_signs[0])
    first = [numbers.setdefault((0, state), len(numbers)) for state in sorted(states)]
    for read in range(n_cells):
        found: set[int] = set()
        for state in sorted(states):
            for digit, middle in following.get(state, ()):
                if digit > n:
                    continue
                reached = after_signs({middle}, n_signs[read + 1])
                spend("steps", len(reached))
                found |= reached
                made += [
                    (
                        numbers[read, state],
                        digit,
                        numbers.setdefault((read + 1, each), len(numbers)),
                    )
                    for each in sorted(reached)
                ]
        states = found
    return Machine(made, first, [numbers[n_cells, s] for s in sorted(states & set(machine.last))])
