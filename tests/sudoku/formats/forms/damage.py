"""Damage to texts of grids, as people and programs do it; `python -m` this for many of them."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random

from sudoku.errors import SudokuError
from sudoku.formats.forms.recognise import recognise
from tests.sudoku.formats.forms.texts import SAMPLES, SOLUTION, Sample, lone_candidates

SIGNS = "0123456789.-_*x?|+ \n,;:/'\"[]{}()#aAGZ="
STATE, CLUES = lone_candidates(), re.compile(r"[0-9.]{9}|\|[0-9.]{3}\|")
TITLES = ("Puzzle 12", "Grid 3", "# hard", "// easy", "Sudoku of the day, 2024-05-01")
NOT_TOLD = (
    *("spaces, cut", "Markdown with numbers", "cells copied with numbers", "matrix of a vector"),
    *("list of cells", "list of tuples", "facts of Prolog", "rows of SQL", "dict of Python"),
    *("assignments", "matrix of R, turned"),
)
"""Samples in which a loss leaves no trace: blanks are spaces, and lines end anywhere, names of
columns are digits, which may be a row of clues, a matrix is made of a vector below it, blank cells
are not listed, or the one letter is lost that turns a matrix."""


def damaged(draw: Random, text: str) -> str:
    """Return a text with one damage."""
    lines, at = text.split("\n"), draw.randrange(len(text))
    line, end = draw.randrange(len(lines)), min(len(text), at + draw.randrange(1, 6))
    return draw.choice(
        (
            text[:at] + text[at + 1 :],
            text[:at] + draw.choice(SIGNS) + text[at:],
            text[:at] + draw.choice(SIGNS) + text[at + 1 :],
            text[:at] + text[end:],
            text[:end] + text[at:],
            text[:at],
            text[at:],
            "\n".join(lines[:line] + lines[line + 1 :]),
            "\n".join(lines[: line + 1] + lines[line:]),
            f"{draw.choice(TITLES)}\n{text}",
        )
    )


def misread(n: int, seed: int) -> Iterator[tuple[Sample, str]]:
    """Yield the damaged ones of n texts that are read as another grid.

    A grid that differs in one cell is not another one: the damage is a digit or a blank.
    """
    draw, samples = Random(seed), [each for each in SAMPLES if each.name not in NOT_TOLD]
    for _ in range(n):
        sample = draw.choice(samples)
        text = damaged(draw, sample.text)
        if text.strip() == SOLUTION:  # a whole grid: nothing tells that there was a puzzle
            continue
        try:
            found = recognise(text).grid
        except SudokuError as error:
            assert str(error), text
            continue
        if found.cells == sample.grid.cells and "\n\n" in text:
            continue  # an empty line between the rows of boxes states their height
        if sample.name.endswith("its state") and found == STATE and not CLUES.search(text):
            continue  # the clues are cut off
        cells = zip(found.cells, sample.grid.cells, strict=False)
        if found.shape != sample.grid.shape or sum(a != b for a, b in cells) > 1:
            yield sample, text


if __name__ == "__main__":
    found = list(misread(int(sys.argv[1]), int(sys.argv[2])))
    for sample, text in found:
        print(f"{sample.name}: {text!r}")
    print(f"{len(found)} of {sys.argv[1]} are misread: {dict(Counter(s.name for s, _ in found))}")
