"""Constraints that a constraint string defines by itself: tables, automata and patterns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, pairwise

from sudoku.formats.iss.base64 import bits_of
from sudoku.formats.iss.board import Board
from sudoku.formats.iss.cells import Place, jump
from sudoku.formats.iss.machines import Machine, read_machine, read_pattern
from sudoku.formats.iss.parts import Arguments, segments
from sudoku.formats.iss.repeats import of_segments, once_each
from sudoku.rules.base import Rule
from sudoku.rules.registry import rule

_SWAPPED = str.maketrans("-_", "_-")


def relations(*, of_all: bool, is_legacy: bool = False) -> Callable[[Board, Arguments], list[Rule]]:
    """Read groups of cells with a table of pairs of values, six bits in a character.

    The table holds for any two cells of a group, or for consecutive cells. In the older types the
    last two characters of the alphabet are exchanged.
    """

    def read(board: Board, given: Arguments) -> list[Rule]:
        rules = []
        for key, *items in given:
            allowed = _allowed(board.n, key.translate(_SWAPPED) if is_legacy else key)
            pairs = [
                pair
                for group in map(board.places, _groups(items))
                for pair in (combinations(group, 2) if of_all else pairwise(group))
            ]
            rules.append(rule("relations", pairs, allowed))
        return rules

    return read


def _allowed(n: int, key: str) -> list[tuple[int, int]]:
    """Return the pairs of digits that a table allows; its bits are listed row by row."""
    return [(bit // n + 1, bit % n + 1) for bit in bits_of(key) if bit < n * n]


def machines(board: Board, given: Arguments) -> Iterator[Rule]:
    """Read lines whose digits an automaton accepts; a minus separates the segments of a line.

    Between two segments, the automaton reads the sign after those of all digits.
    """
    for text, *items in given:
        machine = read_machine(text)
        plain = Machine([step for step in machine.steps if step[1] <= board.n], *machine[1:])
        whole = []
        for group in _groups(items):
            parts = [board.places(part) for part in segments(group)]
            cells = [cell for part in parts for cell in part]
            if len(parts) == 1:
                whole.append(cells)
            else:
                joined = of_segments(machine, list(map(len, parts)), board.n)
                yield from _automata(board, joined, [cells])
        yield from _automata(board, plain, whole)


def patterns(board: Board, given: Arguments) -> Iterator[Rule]:
    """Read lines whose digits match a regular expression."""
    for text, *items in given:
        machine = read_pattern(text, board.n, board.digit)
        yield from _automata(board, machine, list(map(board.places, _groups(items))))


def _groups(items: Iterable[str]) -> list[list[str]]:
    """Return groups of cells; an empty item, or one that begins with ``_``, separates groups."""
    names = ["" if item.startswith("_") else item for item in items]
    return [group for group in segments(names, ("",)) if group]


def _automata(board: Board, machine: Machine, groups: list[list[Place]]) -> Iterator[Rule]:
    """Yield the rules that an automaton accepts the lines, which may come to a cell again."""
    plain = [group for group in groups if len(set(group)) == len(group)]
    if plain:
        yield rule("automaton", plain, *machine, jumps=any(map(jump, plain)))
    for group in groups:
        if len(set(group)) < len(group):
            cells, own = once_each(machine, group, board.n)
            yield rule("automaton", [cells], *own, jumps=jump(cells))
