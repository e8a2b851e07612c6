"""What the package exports. Each module is imported when one of its names is first used."""

from .batches.batch import count_batch, formity_batch, solve_batch
from .batches.true_candidates import true_candidates_batch
from .booklets.booklet import Booklet, book
from .completion.drawn import Drawn, drawn_marks
from .counting.count_grids import count_grids
from .counting.estimate import estimate_grids
from .counting.result import GridCount
from .encodings.exact_cover import Placement, decode, encode
from .errors import (
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
from .explaining.explanation import Explanation
from .formats.candidate_writer import to_candidates
from .formats.forms.reading import Reading
from .formats.forms.recognise import recognise
from .formats.fpuzzles.reader import from_fpuzzles
from .formats.fpuzzles.writer import to_fpuzzles, to_fpuzzles_link
from .formats.iss.strings import from_iss
from .formats.iss.writer import to_iss, to_iss_link
from .formats.janko.reader import from_layout
from .formats.janko.writer import to_layout
from .formats.json_line import from_json, to_json
from .formats.sadman import from_sdk, to_sdk
from .formats.sudokupad.reader import from_sudokupad, to_sudokupad_link
from .formats.sudokupad.writer import to_sudokupad
from .formats.text_reader import parse, read_puzzles
from .generation.generate import Generator, generate
from .generation.rulesets.registry import RULESETS, ruleset
from .generation.rulesets.ruleset import Ruleset
from .generation.strategies.registry import STRATEGIES
from .generation.symmetry import SYMMETRIES
from .geometry.grid import Grid
from .geometry.outlines import Grids, Outline
from .geometry.shape import Shape
from .givens.given import Given
from .isomorphs.canonical.batch import canonical_batch
from .isomorphs.isomorphism import Isomorphism
from .isomorphs.symmetries import Symmetries, automorphisms, symmetries
from .pictures.picture import Picture, picture
from .possibilities.pairs import CellPairs, cell_pairs
from .possibilities.result import TrueCandidates
from .possibilities.session import Session
from .puzzle.board import Board
from .puzzle.puzzle import Puzzle
from .ratings.rating import Rating
from .ratings.registry import SCALES
from .rules.base import House, Rule
from .rules.classic import Classic
from .rules.constraint import Constraint
from .rules.diagonal import Diagonal
from .rules.killer import Killer
from .rules.reader import Reader
from .rules.registry import RULES, rule
from .verbs.all_steps import AllSteps, all_steps
from .verbs.complete import Completion, complete
from .verbs.explain import explain, hint
from .verbs.formity import Formity, formity, is_minimal, is_well_formed
from .verbs.isomorphs import canonical, isomorphic, random_isomorph, transform
from .verbs.rate import rate, rate_batch
from .verbs.redundant import Redundancy, minimal_givens, redundant
from .verbs.solve import count, solutions, solve
from .verbs.true_candidates import refining_candidates, true_candidates
from .verbs.why_impossible import Conflict, conflicts, why_impossible

__version__: str
__all__ = [
    "RULES",
    "RULESETS",
    "SCALES",
    "STRATEGIES",
    "SYMMETRIES",
    "AllSteps",
    "Board",
    "Booklet",
    "CellPairs",
    "ClashError",
    "Classic",
    "ClueError",
    "Completion",
    "Conflict",
    "Constraint",
    "ConstraintError",
    "Diagonal",
    "Drawn",
    "Explanation",
    "Formity",
    "FormityError",
    "Generator",
    "Given",
    "Grid",
    "GridCount",
    "Grids",
    "House",
    "Isomorphism",
    "Killer",
    "NotFoundError",
    "Outline",
    "Picture",
    "PlaceError",
    "Placement",
    "Puzzle",
    "Rating",
    "Reader",
    "Reading",
    "Redundancy",
    "Rule",
    "RuleError",
    "Ruleset",
    "Session",
    "Shape",
    "ShapeError",
    "SudokuError",
    "Symmetries",
    "TextError",
    "TrueCandidates",
    "all_steps",
    "automorphisms",
    "book",
    "canonical",
    "canonical_batch",
    "cell_pairs",
    "complete",
    "conflicts",
    "count",
    "count_batch",
    "count_grids",
    "decode",
    "drawn_marks",
    "encode",
    "estimate_grids",
    "explain",
    "formity",
    "formity_batch",
    "from_fpuzzles",
    "from_iss",
    "from_json",
    "from_layout",
    "from_sdk",
    "from_sudokupad",
    "generate",
    "hint",
    "is_minimal",
    "is_well_formed",
    "isomorphic",
    "minimal_givens",
    "parse",
    "picture",
    "random_isomorph",
    "rate",
    "rate_batch",
    "read_puzzles",
    "recognise",
    "redundant",
    "refining_candidates",
    "rule",
    "ruleset",
    "solutions",
    "solve",
    "solve_batch",
    "symmetries",
    "to_candidates",
    "to_fpuzzles",
    "to_fpuzzles_link",
    "to_iss",
    "to_iss_link",
    "to_json",
    "to_layout",
    "to_sdk",
    "to_sudokupad",
    "to_sudokupad_link",
    "transform",
    "true_candidates",
    "true_candidates_batch",
    "why_impossible",
]
