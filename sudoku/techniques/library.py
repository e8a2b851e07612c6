"""The cases of a regression library of techniques, and tests of the techniques with them.

A case is a line ``:code:candidates:grid:removed:eliminations:placements:extra``. In the grid ``+``
marks a digit that is placed but not a clue; elsewhere three digits are a digit, a row and a column:
436 is a 4 in row 3, column 6. A case passes if the technique of the code, used alone at that
position, has a step with exactly these eliminations and placements. If the code ends with ``-x``,
the technique must not have such a step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sudoku.errors import SudokuError, TextError
from sudoku.puzzle.board import Board, candidates_in
from sudoku.techniques.registry import TECHNIQUES

MUST_FAIL = "x"
"""The suffix of the code of a case in which the technique must not find the step."""


@dataclass(frozen=True, slots=True)
class Case:
    """One case: at a position, the technique of a code finds a step or, with suffix x, does not.

    Attributes
    ----------
    code, suffix
        The code, and the text after its hyphen.
    candidates
        The digits of the pattern.
    board
        The position.
    eliminations, placements
        The step to find, as pairs of a cell and a digit, from 1.
    """

    code: str
    suffix: str
    candidates: str
    board: Board
    eliminations: frozenset[tuple[int, int]]
    placements: frozenset[tuple[int, int]]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the techniques with this code."""
        return tuple(each.name for each in TECHNIQUES if self.code in each.codes)


@dataclass(slots=True)
class Tally:
    """The numbers of cases of a code and of those that pass, and the names of its techniques."""

    names: tuple[str, ...]
    n_passed: int = 0
    n_cases: int = 0


def read_cases(lines: Iterable[str]) -> Iterator[Case]:
    """Yield the cases of a library; empty lines and ``#`` lines are skipped.

    Raises
    ------
    TextError
        On coming to a line that is no case; names the line, and the cell where one is at fault.

    Examples
    --------
    >>> grid = "12345678." + "." * 72
    >>> [case.names for case in read_cases([f":0000:9:{grid}:::919:"])]
    [('full_house',)]
    """
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text and not text.startswith("#"):
            try:
                yield _read(text)
            except SudokuError as error:
                raise TextError(str(error), number) from None


def _read(text: str) -> Case:
    fields = text.split(":")
    if len(fields) < 7:
        raise TextError(f"{len(fields)} fields, expected at least 7 with : between")
    code, _, suffix = fields[1].partition("-")
    board = Board.from_library(fields[3], fields[4])
    eliminations, placements = map(candidates_in, fields[5:7])
    return Case(code, suffix, fields[2], board, frozenset(eliminations), frozenset(placements))


def passes(case: Case) -> bool:
    """Return whether a technique of the case's code finds exactly what the case says.

    Examples
    --------
    >>> grid = "12345678." + "." * 72
    >>> [passes(case) for case in read_cases([f":0000:9:{grid}:::919:"])]
    [True]
    """
    from sudoku.techniques.climb import find_all

    if case.suffix == MUST_FAIL:
        return bool(case.names) and not any(find_all(name, case.board) for name in case.names)
    return any(
        set(step.eliminations) == case.eliminations and set(step.placements) == case.placements
        for name in case.names
        for step in find_all(name, case.board)
    )


def verify(lines: Iterable[str]) -> dict[str, Tally]:
    """Return for each code, with its suffix, how many of its cases pass.

    Examples
    --------
    >>> grid = "12345678." + "." * 72
    >>> verify([f":0000:9:{grid}:::919:"])
    {'0000': Tally(names=('full_house',), n_passed=1, n_cases=1)}
    """
    tallies: dict[str, Tally] = {}
    for case in read_cases(lines):
        code = case.code + f"-{case.suffix}" * bool(case.suffix)
        tally = tallies.setdefault(code, Tally(case.names))
        tally.n_cases += 1
        tally.n_passed += passes(case)
    return dict(sorted(tallies.items()))
