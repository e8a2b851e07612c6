"""The board of a page: one SVG image for all steps, which share what is the same in them.

Candidates and digits have an attribute ``data-until`` or ``data-after`` with the number of the
section until which, or after which, they are shown. What only one section shows is in groups with
``data-step``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from sudoku.explaining.drawing import marks_of
from sudoku.pictures.canvas import CELL, Canvas
from sudoku.pictures.colours import BLUE, CANDIDATE, INK
from sudoku.pictures.marks import LAYERS, Highlight, Shade
from sudoku.pictures.picture import draw_cells
from sudoku.pictures.svg_marks import draw
from sudoku.puzzle.board import Board
from sudoku.rules.base import drawings
from sudoku.statement.bitsets import bits

if TYPE_CHECKING:
    from sudoku.explaining.explanation import Explanation, Stage


def board_svg(explanation: Explanation) -> str:
    """Return the board of an explanation, with the drawings of all its steps, as SVG."""
    return _Drawing(explanation).text()


class _Drawing:
    """The image in the making."""

    def __init__(self, explanation: Explanation) -> None:
        self._explanation = explanation
        puzzle = explanation.puzzle
        self._marks = tuple(drawings(puzzle.shape, puzzle.rules))
        self._canvas = self._blank()

    def _blank(self) -> Canvas:
        """Return a canvas with space for the marks of the rules."""
        return Canvas(self._explanation.puzzle.shape, marks=self._marks)

    def text(self) -> str:
        """Draw everything; return the SVG."""
        draw_cells(self._canvas)
        for mark in sorted(self._marks, key=lambda mark: LAYERS.index(mark.layer)):
            draw(mark, self._canvas)
        for stage in self._explanation.stages:
            self._draw_step(stage)
        boards = self._explanation.boards
        self._write_digits(boards)
        self._write_candidates(boards)
        return self._canvas.text()

    def _draw_step(self, stage: Stage) -> None:
        """Draw the marks of a step on a canvas of its own, and take them over as groups."""
        own = self._blank()
        for mark in marks_of(stage.board, stage.step):
            if isinstance(mark, Shade):
                path = "".join(map(_square, map(own.corner, mark.cells)))
                own.add(mark.layer, "path", d=path, fill=mark.colour)
                continue
            draw(mark, own)
            if isinstance(mark, Highlight):
                for cell in mark.cells:
                    point = own.candidate(cell, mark.digit)
                    own.write(
                        mark.layer, point, own.symbol(mark.digit), own.candidate_font, fill=INK
                    )
        for name in LAYERS:
            if len(own.layer(name)):
                group = self._canvas.group(self._canvas.layer(name), data_step=stage.number)
                group.extend(own.layer(name))

    def _write_digits(self, boards: tuple[Board, ...]) -> None:
        puzzle = self._explanation.puzzle
        canvas, layer = self._canvas, self._canvas.layer("digits")
        size = 0.62 * CELL if puzzle.shape.n < 10 else 0.5 * CELL
        groups = {
            is_clue: canvas.group(layer, font_size=size, fill=INK if is_clue else BLUE)
            for is_clue in (True, False)
        }
        final = boards[-1].digits if boards else puzzle.grid.cells
        for cell, digit in enumerate(final):
            if digit:
                number = next((k for k, board in enumerate(boards) if board.digits[cell]), 0)
                when = {"data_after": number} if number else {}
                self._write(
                    groups[bool(puzzle.grid.cells[cell])], canvas.centre(cell), digit, size, when
                )

    def _write_candidates(self, boards: tuple[Board, ...]) -> None:
        canvas = self._canvas
        size = canvas.candidate_font
        look = {"class": "marks", "fill": CANDIDATE}
        group = canvas.group(canvas.layer("candidates"), font_size=size, **look)
        for cell, digit, number in _lives(boards):
            when = {"data_until": number} if number else {}
            self._write(group, canvas.candidate(cell, digit), digit, size, when)

    def _write(
        self,
        group: ElementTree.Element,
        point: tuple[float, float],
        digit: int,
        size: float,
        when: dict[str, Any],
    ) -> None:
        x, y = point
        text = self._canvas.add_to(group, "text", x=x, y=y + 0.36 * size, **when)
        text.text = self._canvas.symbol(digit)


def _square(corner: tuple[float, float]) -> str:
    """Return the path around a cell."""
    return f"M{corner[0]} {corner[1]}h{CELL}v{CELL}h-{CELL}z"


def _lives(boards: tuple[Board, ...]) -> Iterator[tuple[int, int, int]]:
    """Yield the candidates at the start, and the step that removes each, or 0."""
    for cell, mask in enumerate(boards[0].candidates if boards else ()):
        for bit in bits(mask):
            lost = (k for k, board in enumerate(boards) if not board.candidates[cell] >> bit & 1)
            yield cell, bit + 1, next(lost, 0)
