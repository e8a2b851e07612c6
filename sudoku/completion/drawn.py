"""Marks that are drawn without a value, and the values that a grid gives them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from sudoku.errors import ClashError, RuleError
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape
from sudoku.geometry.words import place_name
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule
from sudoku.rules.registry import rule

__all__ = ["KINDS", "Drawn", "drawn_marks", "filled", "value_in"]

Place = tuple[int, int]
Value = Any
"""A number; a tuple of digits for a quadruple; "white", "black", "x" or "v" for a sign."""
Entry = tuple["Drawn", Value]


@dataclass(frozen=True)
class Drawn:
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

    def __post_init__(self) -> None:
        """Check the kind and the cells."""
        if self.name not in KINDS:
            raise RuleError(
                f"marks of the rule {self.name!r} have no value to be found: the kinds are "
                f"{', '.join(KINDS)}"
            )
        try:
            cells = tuple((int(row), int(column)) for row, column in self.cells)
        except (TypeError, ValueError):
            raise RuleError(f"{self.cells!r} are not rows and columns of cells") from None
        object.__setattr__(self, "cells", cells)
        size = KINDS[self.name].size
        if not cells or (size and len(cells) != size):
            raise RuleError(
                f"a mark of the rule {self.name!r} has {size or 'some'} cells, not {len(cells)}"
            )

    @property
    def title(self) -> str:
        """The mark in words."""
        row, column = self.cells[0]
        if not isinstance(KINDS[self.name], _Outside):
            return f"{self.name} at {place_name(row, column)}"
        if column == -1 or row == -1:
            side, number = ("top", column) if row == -1 else ("left", row)
        else:
            side, number = ("bottom", column) if row > column else ("right", row)
        return f"{self.name} at {side} {number + 1}"


class Kind(NamedTuple):
    """Marks of one rule.

    Attributes
    ----------
    size
        The number of cells of a mark; 0 for any number.
    values
        The values to try for a mark on a board, the best first.
    make
        Returns the rule of some marks with their values, and of the marks that a rule of the puzzle
        has already; None for a rule of its own.
    before
        The rule that holds whatever the value is, if there is one.
    """

    size: int
    values: Callable[[Drawn, Shape], Iterable[Value]]
    make: Callable[[list[Entry], Any, Shape], Rule]
    before: Callable[[Drawn, Shape], Rule | None] = lambda mark, shape: None
    merges: bool = True


class _Outside(Kind):
    """Clues outside the grid."""


def filled(puzzle: Puzzle, entries: Iterable[Entry]) -> Puzzle:
    """Return a puzzle with marks that have got their values.

    Examples
    --------
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
    return Puzzle(shape, rules, puzzle.grid)


def before(puzzle: Puzzle, marks: Iterable[Drawn]) -> Puzzle:
    """Return a puzzle with what the marks say whatever their values are."""
    rules = list(puzzle.rules)
    for mark in marks:
        made = KINDS[mark.name].before(mark, puzzle.shape)
        if made is not None and made not in rules:
            rules.append(made)
    return Puzzle(puzzle.shape, rules, puzzle.grid)


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


def _sums(mark: Drawn, shape: Shape) -> Iterable[int]:
    n = shape.n
    return range(len(mark.cells), n * len(mark.cells) + 1)


def _killer(entries: list[Entry], own: Any, shape: Shape) -> Rule:
    """Return the cages; those without a sum get it, and others are added."""
    totals = {frozenset(mark.cells): (value, mark.cells) for mark, value in entries}
    cages = []
    for total, cells in () if own is None else own.cages:
        found = totals.pop(frozenset(cells), None) if total is None else None
        cages.append(found or (total, cells))
    cages += totals.values()
    if own is not None and own.repeats:
        return replace(own, cages=tuple(cages))  # type: ignore[no-any-return]
    covered = [cell for _, cells in cages for cell in cells]
    overlap = len(set(covered)) < len(covered)
    return rule("killer", cages, may_overlap=overlap or (own is not None and own.may_overlap))


def _numbered(name: str, field: str) -> Callable[[list[Entry], Any, Shape], Rule]:
    """Return a function that makes a rule whose marks are pairs of a value and cells."""

    def make(entries: list[Entry], own: Any, shape: Shape) -> Rule:
        given = () if own is None else getattr(own, field)
        return rule(name, [*given, *((value, mark.cells) for mark, value in entries)])

    return make


def _signs(name: str, kinds: Sequence[str]) -> Callable[[list[Entry], Any, Shape], Rule]:
    """Return a function that makes a rule with a field for each kind of sign."""

    def make(entries: list[Entry], own: Any, shape: Shape) -> Rule:
        signs = {
            kind: [
                *(() if own is None else getattr(own, kind)),
                *(mark.cells for mark, value in entries if value == kind),
            ]
            for kind in kinds
        }
        return (
            rule(name, **signs, negative=() if own is None and name == "kropki" else False)
            if (own is None)
            else replace(own, **{kind: tuple(pairs) for kind, pairs in signs.items()})
        )

    return make


def _any_sign(name: str, kinds: Sequence[str]) -> Callable[[Drawn, Shape], Rule]:
    """Return a function that makes the rule that a sign of some kind is right."""

    def make(mark: Drawn, shape: Shape) -> Rule:
        return rule("either", [[rule(name, **{kind: [mark.cells]})] for kind in kinds])

    return make


def _ratios(mark: Drawn, shape: Shape) -> Rule:
    n = shape.n
    allowed = [(a, b) for a in range(1, n + 1) for b in range(1, n + 1) if a != b]
    return rule(
        "relations", [mark.cells], [p for p in allowed if max(p) % min(p) == 0], shown=False
    )


def _line(name: str) -> Callable[[list[Entry], Any, Shape], Rule]:
    """Return a function that makes lines with a least difference, which all of them have."""

    def make(entries: list[Entry], own: Any, shape: Shape) -> Rule:
        return rule(name, [mark.cells for mark, _ in entries], least=entries[0][1], jumps=True)

    return make


def _quadruple(entries: list[Entry], own: Any, shape: Shape) -> Rule:
    given = () if own is None else own.circles
    return rule("quadruple", [*given, *((value, min(mark.cells)) for mark, value in entries)])


def _digits_around(mark: Drawn, shape: Shape) -> Iterator[tuple[int, ...]]:
    """Yield all digits that four cells may hold, most of them first, as in the strongest clue."""
    from itertools import combinations_with_replacement

    for size in range(4, 0, -1):
        yield from combinations_with_replacement(range(1, shape.n + 1), size)


def _clues(name: str) -> Callable[[list[Entry], Any, Shape], Rule]:
    def make(entries: list[Entry], own: Any, shape: Shape) -> Rule:
        sides: dict[str, list[int | None]] = {
            side: list(getattr(own, side, ())) for side in ("top", "bottom", "left", "right")
        }
        for mark, value in entries:
            side, number, size = _side(mark, shape)
            sides[side] = sides[side] or [None] * size
            sides[side][number] = value
        if own is not None:
            return replace(own, **{side: tuple(clues) for side, clues in sides.items()})  # type: ignore[no-any-return]
        return rule(name, **sides)

    return make


def _side(mark: Drawn, shape: Shape) -> tuple[str, int, int]:
    """Return the side of a clue, its number there, and the number of lines of that side."""
    [(row, column)] = mark.cells
    height, width = shape.height, shape.width
    if 0 <= column < width and row in (-1, height):
        return ("top" if row < 0 else "bottom"), column, width
    if 0 <= row < height and column in (-1, width):
        return ("left" if column < 0 else "right"), row, height
    raise RuleError(f"{mark.name}: the place {(row, column)} is not beside the grid")


def _clue_values(mark: Drawn, shape: Shape) -> Iterable[int]:
    return range(shape.n * (shape.n + 1) // 2 + 1)


def _of_clues(name: str) -> _Outside:
    return _Outside(1, _clue_values, _clues(name))


def _cage_before(mark: Drawn, shape: Shape) -> Rule:
    return rule("killer", [(None, mark.cells)])


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "killer": Kind(0, _sums, _killer, _cage_before),
        "little_killer": Kind(0, _sums, _numbered("little_killer", "sums")),
        "difference": Kind(2, lambda mark, shape: range(shape.n), _numbered("difference", "pairs")),
        "ratio": Kind(
            2, lambda mark, shape: range(2, shape.n + 1), _numbered("ratio", "pairs"), _ratios
        ),
        "kropki": Kind(
            2,
            lambda mark, shape: ("white", "black"),
            _signs("kropki", ("white", "black")),
            _any_sign("kropki", ("white", "black")),
        ),
        "xv": Kind(
            2, lambda mark, shape: ("x", "v"), _signs("xv", ("x", "v")), _any_sign("xv", ("x", "v"))
        ),
        "quadruple": Kind(4, _digits_around, _quadruple),
        "lunchbox": Kind(
            0,
            lambda mark, shape: range(shape.n * len(mark.cells) + 1),
            _numbered("lunchbox", "cages"),
        ),
        "whispers": Kind(
            0,
            lambda mark, shape: range(shape.n - 1, 0, -1),
            _line("whispers"),
            lambda mark, shape: rule("whispers", [mark.cells], least=1, jumps=True),
            False,
        ),
        "lockout": Kind(
            0,
            lambda mark, shape: range(shape.n - 1, 0, -1),
            _line("lockout"),
            lambda mark, shape: rule("lockout", [mark.cells], least=1, jumps=True),
            False,
        ),
        **{
            name: _of_clues(name)
            for name in ("sandwich", "x_sum", "skyscraper", "numbered_room", "hidden_skyscraper")
        },
    }
)
"""The rules whose marks may be drawn without a value.

A mark gets the one value that is right; lines get the greatest difference, and quadruples all
digits of their cells. Arrows, thermometers and other lines have no value: they are rules.
"""
