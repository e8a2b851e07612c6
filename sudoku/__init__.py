"""Sudoku of any shape and rule, as a client of `exactcover`.

>>> from sudoku import Puzzle, solve
>>> puzzle = Puzzle.from_text("1...............")
>>> solve(puzzle).solution.n_clues
16
"""

from sudoku.batch import count_batch, formity_batch, solve_batch
from sudoku.board import Board
from sudoku.encode import Placement, decode, encode
from sudoku.errors import (
    ClashError,
    ClueError,
    ConstraintError,
    FormityError,
    NotFoundError,
    PlaceError,
    RuleError,
    ShapeError,
    SudokuError,
    TextError,
)
from sudoku.explaining.explain import explain, hint
from sudoku.explaining.explanation import Explanation
from sudoku.formats.fpuzzles import from_fpuzzles
from sudoku.formats.fpuzzles_writer import to_fpuzzles, to_fpuzzles_link
from sudoku.formats.iss import from_iss
from sudoku.formats.janko import from_layout
from sudoku.formats.janko_writer import to_layout
from sudoku.generate import Generator, generate
from sudoku.grid import Grid
from sudoku.outlines import Grids, Outline
from sudoku.pictures.picture import Picture, picture
from sudoku.puzzle import Puzzle
from sudoku.ratings import SCALES, Rating, rate, rate_batch
from sudoku.rules import RULES, Constraint, House, Rule, rule
from sudoku.rules.classic import Classic
from sudoku.rules.diagonal import Diagonal
from sudoku.rules.killer import Killer
from sudoku.shape import Shape
from sudoku.solve import Formity, count, formity, is_minimal, is_well_formed, solutions, solve
from sudoku.strategies import STRATEGIES
from sudoku.symmetry import SYMMETRIES
from sudoku.text import parse, read_puzzles

__all__ = [
    "RULES",
    "SCALES",
    "STRATEGIES",
    "SYMMETRIES",
    "Board",
    "ClashError",
    "Classic",
    "ClueError",
    "Constraint",
    "ConstraintError",
    "Diagonal",
    "Explanation",
    "Formity",
    "FormityError",
    "Generator",
    "Grid",
    "Grids",
    "House",
    "Killer",
    "NotFoundError",
    "Outline",
    "Picture",
    "PlaceError",
    "Placement",
    "Puzzle",
    "Rating",
    "Rule",
    "RuleError",
    "Shape",
    "ShapeError",
    "SudokuError",
    "TextError",
    "count",
    "count_batch",
    "decode",
    "encode",
    "explain",
    "formity",
    "formity_batch",
    "from_fpuzzles",
    "from_iss",
    "from_layout",
    "generate",
    "hint",
    "is_minimal",
    "is_well_formed",
    "parse",
    "picture",
    "rate",
    "rate_batch",
    "read_puzzles",
    "rule",
    "solutions",
    "solve",
    "solve_batch",
    "to_fpuzzles",
    "to_fpuzzles_link",
    "to_layout",
]
