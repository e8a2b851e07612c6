"""Pictures of puzzles and of puzzles in progress."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from exactcover.runtime.arguments import check_text, check_truth, listed
from exactcover.runtime.pictures.image import Image
from exactcover.runtime.search.result import Result, solution_of
from sudoku.errors import RuleError, ShapeError
from sudoku.geometry.shape import Shape
from sudoku.pictures.canvas import CELL, Canvas
from sudoku.pictures.colours import BLUE, CANDIDATE, INK
from sudoku.pictures.marks import LAYERS, Mark
from sudoku.pictures.shapes import SHAPES, draw_shape
from sudoku.pictures.svg_marks import draw
from sudoku.puzzle.board import Board
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import drawings

if TYPE_CHECKING:
    from sudoku.geometry.grid import Grid
    from sudoku.puzzle.puzzle import PuzzleLike

    Drawable: TypeAlias = PuzzleLike | Result[Grid] | Iterator[Grid] | "_Step"
Subject: TypeAlias = tuple[Board | Puzzle, Iterable[Mark], str]
"""The board of a picture, the marks in addition to those of its rules, and its words."""


@runtime_checkable
class _Step(Protocol):
    """A step of an explanation, or an explanation."""

    def in_picture(self) -> Subject:
        """Return the board, the marks in addition to those of its rules, and the words."""


@dataclass(frozen=True, repr=False)
class Picture(Image):
    """A picture of a board: the contents of its cells, and marks.

    Attributes
    ----------
    shape
        The board.
    clues, digits
        For each cell its clue and its digit, or 0.
    candidates
        For each cell its candidates as a mask, digit d at bit d - 1; empty if no candidates are
        drawn.
    marks
        The marks that are drawn.
    title
        What the picture shows, in words.
    symbols
        What stands for the digits in the cells: "digits", or "shapes" (a circle for 1, a square for
        2 and so on, as in `SHAPES` of `sudoku.pictures.shapes`).
    """

    shape: Shape
    clues: tuple[int, ...]
    digits: tuple[int, ...]
    candidates: tuple[int, ...] = ()
    marks: tuple[Mark, ...] = ()
    title: str = ""
    symbols: str = "digits"

    def __post_init__(self) -> None:
        check_text("title", self.title)
        check_symbols(self.symbols, self.shape.n)
        if self.symbols == "shapes" and any(self.candidates):
            raise RuleError("symbols is 'shapes': candidates are drawn as digits only")
        for name in ("clues", "digits", "candidates"):
            n_given, n_cells = len(getattr(self, name)), self.shape.n_cells
            if n_given != n_cells and not (name == "candidates" and not n_given):
                raise ShapeError(f"{name} are of {n_given} cells, the board has {n_cells}")

    def __repr__(self) -> str:
        return f"Picture({self.shape}, {len(self.marks)} marks, {self.title!r})"

    def to_svg(self) -> str:
        """Return the picture as SVG.

        Complexity: linear in the cells, their candidates and the marks.
        """
        canvas = Canvas(self.shape, self.title, self.marks)
        draw_cells(canvas)
        for mark in sorted(self.marks, key=lambda mark: LAYERS.index(mark.layer)):
            draw(mark, canvas)
        self._write_digits(canvas)
        self._write_candidates(canvas)
        return canvas.text()

    def _write_digits(self, canvas: Canvas) -> None:
        size = 0.62 * CELL if self.shape.n < 10 else 0.5 * CELL
        layer = canvas.layer("digits")
        if self.symbols == "shapes":
            for cell, digit in enumerate(self.digits):
                if digit:
                    draw_shape(canvas, "digits", canvas.centre(cell), digit, 0.62 * CELL)
            return
        for name, colour in (("clue", INK), ("placed", BLUE)):
            group = canvas.group(layer, font_size=size, fill=colour, **{"class": name})
            for cell, digit in enumerate(self.digits):
                if digit and (name == "clue") == bool(self.clues[cell]):
                    x, y = canvas.centre(cell)
                    text = canvas.add_to(group, "text", x=x, y=y + 0.36 * size)
                    text.text = canvas.symbol(digit)
            if not len(group):
                layer.remove(group)

    def _write_candidates(self, canvas: Canvas) -> None:
        if not any(self.candidates):
            return
        size = canvas.candidate_font
        group = canvas.group(canvas.layer("candidates"), font_size=size, fill=CANDIDATE)
        for cell, mask in enumerate(self.candidates):
            for digit in range(1, mask.bit_length() + 1):
                if mask >> digit - 1 & 1:
                    x, y = canvas.candidate(cell, digit)
                    text = canvas.add_to(group, "text", x=x, y=y + 0.36 * size)
                    text.text = canvas.symbol(digit)


def check_symbols(symbols: str, n: int) -> None:
    """Raise an error if the digits 1 to n cannot be drawn as these symbols."""
    if symbols not in ("digits", "shapes"):
        raise RuleError(f"symbols is {symbols!r}: it must be 'digits' or 'shapes'")
    if symbols == "shapes" and n > len(SHAPES):
        raise RuleError(f"there are {len(SHAPES)} shapes, and the board has {n} digits")


def draw_cells(canvas: Canvas) -> None:
    """Draw the lines between all cells, and a heavy line around the board."""
    cells = canvas.group(canvas.layer("cells"), fill="none", stroke="#9a9a9a", stroke_width=0.8)
    for cell in range(canvas.shape.n_cells):
        x, y = canvas.corner(cell)
        canvas.add_to(cells, "path", d=f"M{x} {y}h{CELL}v{CELL}h-{CELL}z")
    look = {"fill": "none", "stroke": INK, "stroke_width": 3, "stroke_linejoin": "round"}
    canvas.add("regions", "path", d=canvas.outlines(range(canvas.shape.n_cells)), **look)


def picture(
    board: Drawable,
    marks: Iterable[Mark] = (),
    *,
    candidates: bool | None = None,
    title: str = "",
    symbols: str = "digits",
) -> Picture:
    """Return the picture of a puzzle, or of one in progress, with the marks of its rules.

    It takes no limits: its work is linear in the cells and the marks.

    Parameters
    ----------
    board
        A puzzle in progress, or a puzzle: anything that `Puzzle.of` takes. Or what a verb returned:
        the result of `solve` or `solutions`, whose first or next grid is drawn; or a hint or a
        stage of an explanation, which is drawn with its step and has its words as title.
    marks
        The marks to draw in addition to those of the rules.
    candidates
        Whether candidates are drawn; by default they are drawn for a puzzle in progress only.
    title
        What the picture shows, in words.
    symbols
        "digits", or "shapes" to draw a shape for each digit, for children; without candidates.

    Returns
    -------
    Picture
        The picture, which can be written as SVG or PNG.

    Raises
    ------
    NoSolutionError, UndecidedError
        If a result has no solution.
    SudokuError
        If there is nothing to draw; or as `Puzzle.of`.

    Examples
    --------
    >>> image = picture(Puzzle.from_text("1......2.3.....4"))
    >>> image.digits[:4], len(image.marks)
    ((1, 0, 0, 0), 4)
    >>> image.to_svg()[:39]
    '<svg xmlns="http://www.w3.org/2000/svg"'
    """
    if candidates is not None:
        check_truth("candidates", candidates)
    given, words, marks = solution_of(board), "", tuple(listed("marks", marks))
    if isinstance(given, _Step):
        given, own, words = given.in_picture()
        marks = (*own, *marks)
    subject = given if isinstance(given, Board) else Puzzle.of(given)
    puzzle = subject.puzzle if isinstance(subject, Board) else subject
    digits = subject.digits if isinstance(subject, Board) else puzzle.grid.cells
    shown: tuple[int, ...] = ()
    if candidates or (candidates is None and isinstance(subject, Board)):
        shown = (subject if isinstance(subject, Board) else Board(subject)).candidates
    for mark in marks:
        if not isinstance(mark, Mark):
            raise RuleError(f"{mark!r} is no mark of sudoku.pictures.marks")
    drawn = (*drawings(puzzle.shape, puzzle.rules), *marks)
    return Picture(puzzle.shape, puzzle.grid.cells, digits, shown, drawn, title or words, symbols)
