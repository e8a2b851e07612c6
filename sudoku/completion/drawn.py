"""Marks that are drawn without a value, and the values that a grid gives them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import Any

from exactcover.runtime.formatting import brief_repr
from exactcover.runtime.text_view import TextView
from sudoku.completion.kinds import KINDS, Value
from sudoku.errors import ClashError, RuleError
from sudoku.geometry.grid import Grid
from sudoku.geometry.words import place_name
from sudoku.puzzle.puzzle import Puzzle

Place = tuple[int, int]
Entry = tuple["Drawn", Value]


@dataclass(frozen=True)
class Drawn(TextView):
    """A mark that is drawn without a value.

    Parameters
    ----------
    name
        The name of its rule, a key of `KINDS`: of a cage "killer", of a dot between two cells
        "kropki", "difference" or "ratio", of a letter "xv", of a line "whispers" or "lockout".
    cells
        Row and column, from 0, of its cells in order. A quadruple has the four around it. A clue
        outside has the place beside the grid: (-1, 3) is above the fourth column, and (4, 9) to the
        right of the fifth row of nine cells.

    Examples
    --------
    >>> Drawn("killer", [(0, 0), (0, 1)]).title, Drawn("sandwich", [(-1, 3)]).title
    ('killer at r1c1', 'sandwich at top 4')
    """

    name: str
    cells: Sequence[Place]

    __repr__ = brief_repr

    def __post_init__(self) -> None:
        """Check the kind and the cells."""
        if not isinstance(self.name, str) or self.name not in KINDS:
            raise RuleError(
                f"marks of the rule {self.name!r} have no value to be found: the kinds are "
                f"{', '.join(KINDS)}"
            )
        try:
            cells = tuple((index(row), index(column)) for row, column in self.cells)
        except (TypeError, ValueError):
            raise RuleError(f"{self.cells!r} are not rows and columns of cells") from None
        object.__setattr__(self, "cells", cells)
        size = KINDS[self.name].size
        if not cells or (size and len(cells) != size):
            raise RuleError(
                f"a mark of the rule {self.name!r} has {size or 'some'} cells, not {len(cells)}"
            )
        if not KINDS[self.name].is_outside:
            _check_inside(self.name, cells)

    @property
    def title(self) -> str:
        """The mark in words."""
        row, column = self.cells[0]
        if not KINDS[self.name].is_outside:
            return f"{self.name} at {place_name(row, column)}"
        if column == -1 or row == -1:
            side, number = ("top", column) if row == -1 else ("left", row)
        else:
            side, number = ("bottom", column) if row > column else ("right", row)
        return f"{self.name} at {side} {number + 1}"


def _check_inside(name: str, cells: tuple[Place, ...]) -> None:
    """Raise an error unless cells are different and of the grid, and a circle is amid its four."""
    for k, (row, column) in enumerate(cells):
        if row < 0 or column < 0:
            raise RuleError(f"a mark of the rule {name!r}: {(row, column)} is no cell of a grid")
        if (row, column) in cells[:k]:
            raise RuleError(f"a mark of the rule {name!r}: {place_name(row, column)} comes twice")
    row, column = min(cells)
    block = {(row + i, column + j) for i in (0, 1) for j in (0, 1)}
    if name == "quadruple" and set(cells) != block:
        raise RuleError("a quadruple has the four cells around it, a square of 2x2")


def filled(puzzle: Puzzle, entries: Iterable[Entry]) -> Puzzle:
    """Return a puzzle with marks that have got their values.

    Examples
    --------
    >>> from sudoku import Shape
    >>> cage = Drawn("killer", [(0, 0), (0, 1)])
    >>> filled(Puzzle(Shape(2, 2)), [(cage, 3)]).rules[1].cages
    ((3, ((0, 0), (0, 1))),)
    """
    rules, shape = list(puzzle.rules), puzzle.shape
    by_rule: dict[tuple[str, Value], list[Entry]] = {}
    for mark, value in entries:
        key = mark.name, None if KINDS[mark.name].merges else value
        by_rule.setdefault(key, []).append((mark, value))
    for (name, _), own in by_rule.items():
        kind = KINDS[name]
        at = next((k for k, each in enumerate(rules) if each.name == name), None)
        if at is None or not kind.merges:
            made = kind.make(own, None, shape)
            if made not in rules:
                rules.append(made)
        else:
            rules[at] = kind.make(own, rules[at], shape)
    return puzzle.changed(rules=rules)


def before(puzzle: Puzzle, marks: Iterable[Drawn]) -> Puzzle:
    """Return a puzzle with what the marks say whatever their values are."""
    rules = list(puzzle.rules)
    for mark in marks:
        made = KINDS[mark.name].before(mark, puzzle.shape)
        if made is not None and made not in rules:
            rules.append(made)
    return puzzle.changed(rules=rules)


def value_in(mark: Drawn, grid: Grid) -> Value:
    """Return the value that a filled grid gives a mark; None if there is none.

    Raises
    ------
    RuleError
        If the mark does not fit the board, whatever its value is.

    Examples
    --------
    >>> grid = Grid.from_text("1234341221434321")
    >>> [value_in(Drawn(name, [(0, 0), (0, 1)]), grid) for name in ("killer", "kropki", "xv")]
    [3, 'white', None]
    >>> [value_in(Drawn("skyscraper", [place]), grid) for place in ((-1, 3), (0, -1))]
    [1, 4]
    """
    kind, shape = KINDS[mark.name], grid.shape
    wrong: RuleError | None = None
    fits = False
    for value in kind.values(mark, shape):
        try:
            Puzzle(shape, [kind.make([(mark, value)], None, shape)], grid)
        except ClashError:
            fits = True
        except RuleError as error:  # a sum that no cells have, say
            wrong = wrong or error
        else:
            return value
    if wrong is not None and not fits:
        raise wrong
    return None


def drawn_marks(source: Puzzle | str | Mapping[str, Any]) -> tuple[Drawn, ...]:
    """Return the marks that a puzzle, or data of f-puzzles, has without a value.

    It takes no limits: its work is linear in the puzzle.

    Parameters
    ----------
    source
        A puzzle, whose cages without a sum are returned; or JSON of f-puzzles, also already read,
        or a link: its cages, little killers, letters, quadruples and clues outside without a value.

    Returns
    -------
    tuple of Drawn
        The marks.

    Raises
    ------
    SudokuError
        If it is neither a puzzle nor data of f-puzzles.

    Examples
    --------
    >>> from sudoku import rule
    >>> drawn_marks(Puzzle(rules=[rule("killer", [(None, [(0, 0), (0, 1)])])]))
    (Drawn(name='killer', cells=((0, 0), (0, 1))),)
    """
    if isinstance(source, Puzzle):
        killers = [each for each in source.rules if each.name == "killer"]
        return tuple(
            Drawn("killer", cells)
            for each in killers
            for total, cells in each.cages  # type: ignore[attr-defined]
            if total is None
        )
    from sudoku.formats.fpuzzles.drawn import drawn_of_fpuzzles

    return tuple(Drawn(name, cells) for name, cells in drawn_of_fpuzzles(source))
