"""The marks of a step: the cells of its pattern, the links, and the eliminations."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise

from sudoku.explaining.scene import by_digit, cells_of
from sudoku.pictures.marks import (
    Arrow,
    Bar,
    Cage,
    Dot,
    Greater,
    Highlight,
    Line,
    Link,
    Mark,
    Outside,
    Region,
    Shade,
    Strike,
    Thermometer,
    in_colour,
)
from sudoku.puzzle.board import Board
from sudoku.rules.base import drawings
from sudoku.techniques.registry import TECHNIQUES
from sudoku.techniques.step import Step

HOUSES, ACTS_ON = "#eef4fa", "#f6f0f8"
CELLS = "#fff6cc"
FALSE, TRUE = "#f9c784", "#a8dba0"
"""The colours of the nodes of a chain: supposed to be false, and therefore true."""
PARTS = ("#a9cdee", "#f9c784", "#a8dba0", "#d8b4e8", "#f2e27a", "#b8b8b8")
"""The colours of the parts of a pattern."""
GONE = "#f6b5ad"
ABOUT, ABOUT_THIN = "#f0a94b", "#a85400"
"""The colours of the mark that a step is about: that of lines through cells leaves candidates
readable, that of texts and thin lines can be read on white and on the cells of a pattern."""
THROUGH_CELLS = (Arrow, Line, Thermometer)
COLOURED = (Arrow, Cage, Greater, Line, Region, Thermometer)


def marks_of(board: Board, step: Step) -> Iterator[Mark]:
    """Yield the marks of a step, on the board before it.

    Examples
    --------
    >>> from sudoku.puzzle.puzzle import Puzzle
    >>> board = Board(Puzzle.from_text("123............."))
    >>> [type(mark).__name__ for mark in marks_of(board, Step("naked_single", ((3, 4),), ()))]
    ['Shade', 'Highlight']
    """
    for houses, colour in ((step.houses, HOUSES), (step.acts_on, ACTS_ON)):
        for house in houses:
            yield Shade(board.puzzle.houses[house].cells, colour)
    if step.constraint:
        yield from _about(board, set(step.cells))
    cells = {*step.cells, *(cell for node in step.chain for cell, _ in node)}
    yield Shade(tuple(sorted(cells | {cell for cell, _ in step.placements})), CELLS)
    gone, placed = set(step.eliminations), set(step.placements)
    if not step.chain:
        pattern = {
            (cell, digit)
            for cell in step.cells
            for digit in step.digits
            if board.candidates[cell] >> digit - 1 & 1
        }
        yield from _highlighted(pattern - gone - placed, PARTS[0])
    has_links = TECHNIQUES[step.technique].links
    colours = (FALSE, TRUE) if has_links else PARTS
    for number, node in enumerate(step.chain):
        yield from _highlighted(set(node) - gone, colours[number % len(colours)])
    yield from _highlighted(placed, TRUE)
    yield from _highlighted(gone, GONE)
    for digit, losers in by_digit(gone).items():
        yield Strike(tuple(losers), digit)
    if has_links:
        for number, (node, following) in enumerate(pairwise(step.chain)):
            yield Link(
                cells_of(node),
                node[0][1],
                cells_of(following),
                following[0][1],
                is_strong=number % 2 == 0,
            )


def _about(board: Board, cells: set[int]) -> Iterator[Mark]:
    """Yield the marks of the rules on these cells again, in the colour of what a step is about."""
    puzzle = board.puzzle
    for mark in drawings(puzzle.shape, puzzle.rules):
        own = set(mark.cells)
        if (
            (isinstance(mark, Outside) and _seen_from(board, mark) <= cells)
            or (isinstance(mark, Dot | Bar) and own == cells)
            or (isinstance(mark, COLOURED) and len(own) > 1 and own <= cells)
        ):
            yield in_colour(mark, ABOUT if isinstance(mark, THROUGH_CELLS) else ABOUT_THIN)


def _seen_from(board: Board, mark: Outside) -> set[int]:
    """Return the first two cells along which a text outside the board is read."""
    shape, found = board.puzzle.shape, set(mark.cells[:2])
    row, column = shape.position(mark.cells[0])
    with suppress(IndexError):
        found.add(shape.cell(row + mark.way[0], column + mark.way[1]))
    return found


def _highlighted(candidates: set[tuple[int, int]], colour: str) -> Iterator[Highlight]:
    for digit, cells in by_digit(candidates).items():
        yield Highlight(tuple(cells), digit, colour)
