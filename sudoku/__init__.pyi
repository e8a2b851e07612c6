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
from .rules.anti_king import AntiKing
from .rules.anti_knight import AntiKnight
from .rules.anti_taxicab import AntiTaxicab
from .rules.arrow import Arrow
from .rules.automaton import Automaton
from .rules.base import House, Rule
from .rules.between import Between
from .rules.classic import Classic
from .rules.clone import Clone
from .rules.connected import Connected
from .rules.consecutive import Consecutive
from .rules.constraint import Constraint
from .rules.contains import Contains
from .rules.counting_circles import CountingCircles
from .rules.diagonal import Diagonal
from .rules.difference import Difference
from .rules.disjoint_groups import DisjointGroups
from .rules.distinct import Distinct
from .rules.double_arrow import DoubleArrow
from .rules.dutch_flatmates import DutchFlatmates
from .rules.either import Either
from .rules.entropic import Entropic
from .rules.equality import Equality
from .rules.even_odd import EvenOdd
from .rules.extra_regions import ExtraRegions
from .rules.from_zero import FromZero
from .rules.global_entropy import GlobalEntropy
from .rules.global_modular import GlobalModular
from .rules.greater_than import GreaterThan
from .rules.hidden_skyscraper import HiddenSkyscraper
from .rules.indexer import Indexer
from .rules.jigsaw import Jigsaw
from .rules.kenken import KenKen
from .rules.killer import Killer
from .rules.kropki import Kropki
from .rules.latin import Latin
from .rules.line_order import LineOrder
from .rules.little_killer import LittleKiller
from .rules.lockout import Lockout
from .rules.look_and_say import LookAndSay
from .rules.lunchbox import Lunchbox
from .rules.maximum import Maximum
from .rules.minimum import Minimum
from .rules.modular import Modular
from .rules.nabner import Nabner
from .rules.non_consecutive import NonConsecutive
from .rules.numbered_room import NumberedRoom
from .rules.palindrome import Palindrome
from .rules.pencil_marks import PencilMarks
from .rules.quadruple import Quadruple
from .rules.ratio import Ratio
from .rules.reader import Reader
from .rules.region_sum import RegionSum
from .rules.registry import RULES, rule
from .rules.relations import Relations
from .rules.rellik import Rellik
from .rules.renban import Renban
from .rules.same_values import SameValues
from .rules.sandwich import Sandwich
from .rules.skyscraper import Skyscraper
from .rules.str8ts import Str8ts
from .rules.suguru import Suguru
from .rules.sum_line import SumLine
from .rules.sums import Sums
from .rules.thermometer import Thermometer
from .rules.unknown_regions import UnknownRegions
from .rules.whispers import Whispers
from .rules.windoku import Windoku
from .rules.x_sum import XSum
from .rules.xv import XV
from .rules.zipper import Zipper
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
    "XV",
    "AllSteps",
    "AntiKing",
    "AntiKnight",
    "AntiTaxicab",
    "Arrow",
    "Automaton",
    "Between",
    "Board",
    "Booklet",
    "CellPairs",
    "ClashError",
    "Classic",
    "Clone",
    "ClueError",
    "Completion",
    "Conflict",
    "Connected",
    "Consecutive",
    "Constraint",
    "ConstraintError",
    "Contains",
    "CountingCircles",
    "Diagonal",
    "Difference",
    "DisjointGroups",
    "Distinct",
    "DoubleArrow",
    "Drawn",
    "DutchFlatmates",
    "Either",
    "Entropic",
    "Equality",
    "EvenOdd",
    "Explanation",
    "ExtraRegions",
    "Formity",
    "FormityError",
    "FromZero",
    "Generator",
    "Given",
    "GlobalEntropy",
    "GlobalModular",
    "GreaterThan",
    "Grid",
    "GridCount",
    "Grids",
    "HiddenSkyscraper",
    "House",
    "Indexer",
    "Isomorphism",
    "Jigsaw",
    "KenKen",
    "Killer",
    "Kropki",
    "Latin",
    "LineOrder",
    "LittleKiller",
    "Lockout",
    "LookAndSay",
    "Lunchbox",
    "Maximum",
    "Minimum",
    "Modular",
    "Nabner",
    "NonConsecutive",
    "NotFoundError",
    "NumberedRoom",
    "Outline",
    "Palindrome",
    "PencilMarks",
    "Picture",
    "PlaceError",
    "Placement",
    "Puzzle",
    "Quadruple",
    "Rating",
    "Ratio",
    "Reader",
    "Reading",
    "Redundancy",
    "RegionSum",
    "Relations",
    "Rellik",
    "Renban",
    "Rule",
    "RuleError",
    "Ruleset",
    "SameValues",
    "Sandwich",
    "Session",
    "Shape",
    "ShapeError",
    "Skyscraper",
    "Str8ts",
    "SudokuError",
    "Suguru",
    "SumLine",
    "Sums",
    "Symmetries",
    "TextError",
    "Thermometer",
    "TrueCandidates",
    "UnknownRegions",
    "Whispers",
    "Windoku",
    "XSum",
    "Zipper",
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
