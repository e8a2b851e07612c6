"""The legend of a step: what the colours and lines in its picture mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sudoku.explaining.drawing import ABOUT, ACTS_ON, CELLS, FALSE, GONE, HOUSES, PARTS, TRUE
from sudoku.pictures.colours import BLUE
from sudoku.puzzle.board import Board
from sudoku.techniques.registry import TECHNIQUES
from sudoku.techniques.step import Step

PART_NAMES = {
    "fish": ("body of the fish", "fins"),
    "colours": ("one colour", "its opposite", "colour of the second pair", "its opposite"),
    "almost_locked": ("first set", "second set", "third set", "fourth set", "fifth set"),
    "forcing": ("first alternative", "second alternative"),
}
"""The names of the parts of a pattern, by the module of its words."""


class Entry(NamedTuple):
    """A line of the legend.

    Attributes
    ----------
    look
        What is drawn: "cell", "ring", "disc", "strike", "line" or "dashes".
    colour
        Its colour.
    words
        Its meaning.
    """

    look: str
    colour: str
    words: str


def legend_of(board: Board, step: Step) -> Iterator[Entry]:
    """Yield the lines of the legend of a step; the picture has no other colours.

    Examples
    --------
    >>> from sudoku.puzzle.puzzle import Puzzle
    >>> board = Board(Puzzle.from_text("123............."))
    >>> [entry.words for entry in legend_of(board, Step("naked_single", ((3, 4),), ()))]
    ['cells of the pattern', 'digit that is placed']
    """
    has_links = TECHNIQUES[step.technique].links
    if step.houses:
        yield Entry("cell", HOUSES, "houses of the pattern")
    if step.acts_on:
        yield Entry("cell", ACTS_ON, "houses that lose candidates")
    yield Entry("cell", CELLS, "cells of the pattern")
    if step.constraint:
        yield Entry("ring", ABOUT, "mark that the step is about")
    if has_links and step.chain:
        yield Entry("disc", FALSE, "if this is false …")
        yield Entry("disc", TRUE, "… this is true")
    elif step.chain:
        yield from _parts(step)
    elif any(
        board.candidates[cell] >> digit - 1 & 1 and (cell, digit) not in _concluded(step)
        for cell in step.cells
        for digit in step.digits
    ):
        yield Entry("disc", PARTS[0], "candidates of the pattern")
    if step.placements:
        yield Entry("disc", TRUE, "digit that is placed")
    if step.eliminations:
        yield Entry("strike", GONE, "candidate that is excluded")
    if has_links and len(step.chain) > 1:
        yield Entry("line", BLUE, "strong link: if one end is false, the other is true")
        yield Entry("dashes", BLUE, "weak link: not both ends are true")


def _concluded(step: Step) -> set[tuple[int, int]]:
    return {*step.eliminations, *step.placements}


def _parts(step: Step) -> Iterator[Entry]:
    """Yield the parts of a pattern that is no chain of links."""
    words = TECHNIQUES[step.technique].words
    names = PART_NAMES.get(words.partition(".")[0], ()) if isinstance(words, str) else ()
    for number, (node, colour) in enumerate(zip(step.chain, PARTS, strict=False)):
        if set(node) - _concluded(step):
            name = names[number] if number < len(names) else f"part {number + 1} of the pattern"
            yield Entry("disc", colour, name)
