"""Sudoku Explainer's ratings above 9.0, which need nested chains, against published ratings.

The rows are of the file HardestDatabase110626 of the Enjoy Sudoku players' forum (thread "The
hardest sudokus"): the puzzle and its ratings ER/EP/ED, found with Sudoku Explainer 1.2.1. The name
in the comment is that of the puzzle or of its author.
"""

from __future__ import annotations

import numpy as np
import pytest

from exactcover import Stop
from exactcover.limits import HaltedError
from sudoku import Puzzle, random_isomorph, rate, solve
from sudoku.ratings.explainer.nested import steps
from sudoku.ratings.registry import scale
from sudoku.ratings.se import Walk

pytestmark = pytest.mark.kernel

PUBLISHED = {
    # tarx0079, tarek
    ".....1.....7.2.....9.6.8..5..1..7....6.9....42.9.........8...59.8....4....6.3...8": (
        "10.1/10.1/9.8"
    ),
    # tarx0011, tarek
    "PLACEHOLDER": "",
}
