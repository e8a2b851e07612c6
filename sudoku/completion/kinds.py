"""The kinds of marks that may be drawn without a value, and the values that they may have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from sudoku.errors import RuleError
from sudoku.geometry.shape import Shape
from sudoku.rules.base import Rule
from sudoku.rules.registry import rule

if TYPE_CHECKING:
    from sudoku.completion.drawn import Drawn

Value = Any
"""A number; a tuple of digits for a quadruple; "white", "black", "x" or "v" for a sign."""
Entry = tuple["Drawn", Value]


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
    merges
        Whether marks of different values stand in one rule.
    is_outside
        Whether the marks are clues outside the grid.
    """

    size: int
    values: Callable[[Drawn, Shape], Iterable[Value]]
    make: Callable[[list[Entry], Any, Shape], Rule]
    before: Callable[[Drawn, Shape], Rule | None] = lambda mark, shape: None
    merges: bool = True
    is_outside: bool = False


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
        if own is None:
            return rule(name, **signs, negative=False)
        return replace(own, **{kind: tuple(pairs) for kind, pairs in signs.items()})  # type: ignore[no-any-return]

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


def _of_clues(name: str) -> Kind:
    return Kind(1, _clue_values, _clues(name), is_outside=True)


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
            merges=False,
        ),
        "lockout": Kind(
            0,
            lambda mark, shape: range(shape.n - 1, 0, -1),
            _line("lockout"),
            lambda mark, shape: rule("lockout", [mark.cells], least=1, jumps=True),
            merges=False,
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
