"""Sudoku of any shape and rule, as a client of `exactcover`.

>>> from sudoku import Puzzle, solve
>>> puzzle = Puzzle.from_text("1...............")
>>> solve(puzzle).solution.n_clues
16
"""

from exactcover.methods import attach
from sudoku.batches.batch import count_batch, formity_batch, solve_batch
from sudoku.encodings.exact_cover import Placement, decode, encode
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
from sudoku.formats.iss.strings import from_iss
from sudoku.formats.janko import from_layout
from sudoku.formats.janko_writer import to_layout
from sudoku.formats.text import parse, read_puzzles
from sudoku.generation.generate import Generator, generate
from sudoku.generation.strategies.registry import STRATEGIES
from sudoku.generation.symmetry import SYMMETRIES
from sudoku.geometry.grid import Grid
from sudoku.geometry.outlines import Grids, Outline
from sudoku.geometry.shape import Shape
from sudoku.pictures.picture import Picture, picture
from sudoku.puzzle.board import Board
from sudoku.puzzle.puzzle import Puzzle
from sudoku.ratings.rating import Rating
from sudoku.ratings.registry import SCALES, rate, rate_batch
from sudoku.rules.base import House, Rule
from sudoku.rules.classic import Classic
from sudoku.rules.constraint import Constraint
from sudoku.rules.diagonal import Diagonal
from sudoku.rules.killer import Killer
from sudoku.rules.reader import Reader
from sudoku.rules.registry import RULES, rule
from sudoku.solvers.solve import (
    Formity,
    count,
    formity,
    is_minimal,
    is_well_formed,
    solutions,
    solve,
)

attach(
    Puzzle,
    solve=solve,
    solutions=solutions,
    count=count,
)

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
    "Reader",
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
