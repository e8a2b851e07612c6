"""A wrong argument is refused by an error of this library, which names what is wrong."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import sudoku
from exactcover.runtime.errors import ProblemError
from sudoku import Board, Classic, Grid, Puzzle, Rule, Shape, SudokuError, rule
from sudoku.cli.main import main
from sudoku.geometry.shape import MOST_CELLS
from sudoku.rules.constraint import Constraint

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FIRST = sudoku.encode(Puzzle(Shape(2, 2))).options[0]
CLASH = "55" + "." * 79
VERBS: tuple[str, ...] = (
    "solve",
    "count",
    "formity",
    "is_minimal",
    "solutions",
    "rate",
    "hint",
    "explain",
)
VERBS += ("picture", "encode", "to_fpuzzles", "to_layout", "Board", "Puzzle.of")


class Odd(Rule):
    """A rule whose one constraint is about cells that are given."""

    name = "odd"
    summary = "Any constraint on some cells."

    def __init__(self, *cells: Any) -> None:
        self.cells = cells

    def constraints(self, shape: Shape) -> tuple[Constraint, ...]:
        """Return the constraint."""
        return (Constraint.of_test("odd", self.cells, lambda digits: True),)


def called(name: str, *arguments: Any, **named: Any) -> Any:
    function: Any = sudoku
    for part in name.split("."):
        function = getattr(function, part)
    found = function(*arguments, **named)
    return list(found) if name == "read_puzzles" else found


NO_PUZZLES: list[tuple[Any, str]] = [
    (None, "None is no puzzle"),
    (12, "12 is no puzzle"),
    ("", "there is no puzzle in the text"),
    (PUZZLE[1:], "80 digits: one of 81 is missing"),
    (PUZZLE.replace("5", "x"), "'.' and 'x' both stand for blanks"),
    (CLASH, "two 5s in row 1"),
    ([], "there are no cells"),
    ([1, 2, 3], "3 cells do not fill a square"),
    ([[0] * 9] * 8, "row 1 has 9 cells, expected 8"),
    (np.full((9, 9), 0.5), "is no digit from 1 to 9"),
    (b"53", "the clues are bytes"),
    ({(0, 9): 1}, "row 1, column 10 is outside the 9x9 grid"),
    ({3: 1}, "3 is not a row and a column"),
]


@pytest.mark.parametrize("verb", VERBS)
def test_all_verbs_refuse_what_is_no_puzzle(verb: str) -> None:
    for source, message in NO_PUZZLES:
        with pytest.raises(SudokuError, match=message):
            called(verb, source)


WRONG: list[tuple[str, tuple[Any, ...], dict[str, Any], str]] = [
    ("Shape", (0, 3), {}, "boxes cannot be 0 cells wide"),
    ("Shape", (3, "3"), {}, "boxes cannot be '3' cells high"),
    ("Shape", (2.0, 2), {}, "boxes cannot be 2.0 cells wide"),
    ("Shape", (100, 100), {}, "at most 256x256 cells are possible"),
    ("Shape.parse", ("9",), {}, "'9' is not a shape"),
    ("Shape.of_size", (7,), {}, "7 is prime"),
    ("Outline", (9, []), {}, "at least one cell"),
    ("Outline", (9, [(0, MOST_CELLS)]), {}, "65537 columns: at most 4,096"),
    ("Grids", ("samuraj",), {}, "unknown layout 'samuraj'; did you mean samurai"),
    ("Grid", (Shape(2, 2), [1] * 15), {}, "15 cells, expected 16"),
    ("Grid", (Shape(2, 2), [5] * 16), {}, "row 1, column 1: digit 5"),
    ("Grid", (Shape(2, 2), "1" * 16), {}, "a text is for Grid.from_text"),
    ("Puzzle", ((3, 3),), {}, "the shape of a puzzle is a Shape"),
    ("Puzzle", (), {"rules": ["classic"]}, "'classic' is not a Rule"),
    ("Puzzle", (), {"rules": [Classic(), Classic()]}, "'classic' is given twice"),
    ("Puzzle", (), {"clues": 5}, "the clues are 5"),
    ("Puzzle", (), {"clues": {(0, 0): 0}}, "digit 0 is not between 1 and 9"),
    ("Puzzle", (), {"rules": [Odd(99)]}, "there is no cell 99, only 0 to 80"),
    ("Puzzle", (), {"rules": [Odd(3, 3)]}, "row 1, column 4 comes twice"),
    ("Puzzle", (), {"rules": [Odd((0, 3))]}, r"\(0, 3\) is not the number of a cell"),
    ("Puzzle", (), {"rules": [Odd()]}, "odd is about no cells"),
    ("Board", (PUZZLE, {(0, 9): 1}), {}, r"\(0, 9\) is outside"),
    ("Board", (PUZZLE, {"r1c3": 1}), {}, "'r1c3' is not a row and a column"),
    ("Board", (PUZZLE, {(0, 0): 1}), {}, "1 is placed on clue 5"),
    ("Board", (PUZZLE, {(0, 2): 10}), {}, "digit 10 is not between 1 and 9"),
    ("Board", (PUZZLE, {81: 1}), {}, "cell 81 is outside 0 to 80"),
    ("Board", (PUZZLE, {}, [1]), {}, "1 is not a pair of a place and the digit"),
    ("Board", (PUZZLE, {}, [((0, 2), 10)]), {}, "10 is removed, which is no digit"),
    ("rule", ("knight",), {}, "unknown rule 'knight'"),
    ("rule", ("kller",), {}, "did you mean killer"),
    ("rule", (7,), {}, "the name of a rule is a text, not 7"),
    ("rule", ("killer",), {}, "'killer' needs parameters: cages"),
    ("Killer", ({10: [(0, 0)]},), {}, "is a mapping: give a list"),
    ("Killer", ([("nine", [(0, 0)])],), {}, "'nine' is no integer and no cell"),
    ("Puzzle", (), {"rules": [rule("killer", [10, [(0, 0)]])]}, "another form than in the example"),
    ("Puzzle", (), {"rules": [rule("thermometer", [(0, 0), (0, 1)])]}, "form than in the exam"),
    ("Puzzle", (), {"rules": [rule("kropki", [3])]}, "another form than in the example"),
    ("Puzzle", (), {"rules": [rule("quadruple", [5])]}, "another form than in the example"),
    ("Puzzle", (), {"rules": [rule("clone", [[(0, 0)]])]}, "another form than in the example"),
    ("Puzzle", (), {"rules": [rule("sandwich", [1] + [None] * 8)]}, "0, 2 to 33, 35, not 1"),
    ("Puzzle", (), {"rules": [rule("sandwich", [34] + [None] * 8)]}, "33, 35, not 34"),
    ("Puzzle", (), {"rules": [rule("sandwich", [1])]}, "1 clues at the top, expected 9"),
    ("solve", (PUZZLE,), {"method": "magic"}, "unknown method 'magic'; the methods are auto"),
    ("solve", (PUZZLE,), {"method": "backtrack"}, "did you mean backtracking"),
    ("solve", (PUZZLE,), {"method": 3}, "the name of a method is a text, not 3"),
    ("solve", (PUZZLE,), {"limit": -1}, "limit is -1"),
    ("solve", (PUZZLE,), {"limit": "3"}, "limit is '3'"),
    ("solve", (PUZZLE,), {"max_nodes": 1.5}, "max_nodes is 1.5"),
    ("solve", (PUZZLE,), {"time_limit": -1}, "time_limit is -1"),
    ("solve", (PUZZLE,), {"cancel": True}, "cancel is True"),
    ("solve", (PUZZLE,), {"seed": "x"}, "seed is 'x'"),
    ("rate", (PUZZLE,), {"scale": "004"}, "unknown scale '004'; the scales are bergman"),
    ("hint", (PUZZLE,), {"upto": "x-ray"}, "unknown technique 'x-ray'"),
    ("hint", (PUZZLE, ["x_wng"]), {}, "did you mean x_wing"),
    ("hint", (PUZZLE, "x_wing"), {}, "techniques are a list of names, not the text 'x_wing'"),
    ("hint", (PUZZLE, [3]), {}, "the name of a technique is a text, not 3"),
    ("explain", (PUZZLE,), {"most": -1}, "most is -1"),
    ("explain", (PUZZLE,), {"time_limit": "soon"}, "time_limit is 'soon'"),
    ("explain", (PUZZLE, ["unique_rectangle_1"]), {}, "allow this by unique=True"),
    ("generate", (-1,), {}, "n is -1"),
    ("generate", (1,), {"strategy": "topdwn"}, "did you mean top_down"),
    ("generate", (1,), {"symmetry": "round"}, "unknown symmetry 'round'"),
    ("generate", (1,), {"difficulty": "evil"}, "unknown difficulty 'evil'"),
    ("generate", (1,), {"technique": "guess"}, "unknown technique 'guess'"),
    ("generate", (1,), {"clues": 0}, "at least 17 are needed"),
    ("generate", (1,), {"clues": 82}, "cannot have 82 clues"),
    ("generate", (1,), {"clues": 2, "shape": Shape(2, 2)}, "at least 3 are needed"),
    ("generate", (1,), {"pattern": "1.1"}, "the pattern has 3 cells, expected 81"),
    ("generate", (1,), {"shape": Shape(9, 9)}, "for a 9x9 grid write 3x3"),
    ("generate", (1,), {"shape": "3x3"}, "a puzzle is a Shape, not '3x3'"),
    ("generate", (1,), {"workers": 0}, "workers is 0"),
    ("generate", (1,), {"tries": 0}, "tries is 0"),
    ("generate", (1,), {"score": (3, 1)}, "score is from 3 to 1"),
    ("generate", (1,), {"score": 3}, "score is 3: it must be a pair"),
    ("solve_batch", ([PUZZLE, "x"],), {}, "line 1: row 1 has 1 cells, expected 9"),
    ("solve_batch", (PUZZLE,), {}, "give a list of texts"),
    ("solve_batch", (5,), {}, "puzzles are an array of shape"),
    ("solve_batch", ([PUZZLE],), {"shape": "3x3"}, "a puzzle is a Shape, not '3x3'"),
    ("solve_batch", ([[1, 2], [3]],), {}, "rows of different lengths"),
    ("solve_batch", (np.full((1, 81), 10),), {}, "digit 10 is not between 1 and 9"),
    ("solve_batch", (np.zeros((1, 81), bool),), {}, "expected integers"),
    ("count_batch", (np.zeros((1, 81), int),), {"limit": 0}, "limit is 0"),
    ("from_layout", ("kakuro", ""), {}, "unknown layout 'kakuro'"),
    ("from_fpuzzles", ("{",), {}, "no JSON of f-puzzles"),
    ("from_fpuzzles", ('{"size": "x"}',), {}, "it has no size and no grid"),
    ("from_iss", (".Shape~x",), {}, "the shape x is not supported"),
    ("from_iss", ("~",), {}, "no constraint string"),
    ("picture", (PUZZLE,), {"marks": [3]}, "3 is no mark"),
    ("Puzzle.from_text", (PUZZLE, "3x3"), {}, "shape of a puzzle is a Shape"),
    ("Puzzle", (), {"rules": Classic()}, "rules is Classic.*: give a list, also of one"),
    ("Puzzle", (), {"rules": [rule("killer", [], repeats="no")]}, "repeats is 'no': it must be Tr"),
    ("rule", ("diagonal", 5), {}, "the rule 'diagonal': too many positional"),
    ("rule", ("killer", []), {"cage": 5}, "unexpected keyword argument 'cage'; its parameters are"),
    ("Outline", (9, [(0, 0.5)]), {}, r"\(0, 0.5\) is not a row and a column"),
    ("Grids", ([(0, 0)], Shape(2, 2), [(0, 0.5)]), {}, r"\(0, 0.5\) is not a row and a column"),
    ("Board", (PUZZLE, [(1, 2)]), {}, "placed is .*: give digits by"),
    ("Board", (PUZZLE, {}, [((0, 2), True)]), {}, "True is removed, which is no digit"),
    ("Board.from_candidates", ([[1, 9]] * 16,), {}, "cell 0: 9 is no digit from 1 to 4"),
    ("Board.from_candidates", (["12"] * 16,), {}, "cell 0: '1' is no digit from 1 to 4"),
    ("Board.from_pencil_marks", (5,), {}, "text is 5: it must be a text"),
    ("Constraint.of_table", ("pair", (0, 1), [(1,)]), {}, r"pair: \(1,\) has 1 digits for 2 cells"),
    ("Constraint.of_test", ("line", (0, 1), 5), {}, "line: the test is 5"),
    ("Picture", (Shape(1, 1), (1,), ()), {}, "digits are of 0 cells, the board has 1"),
    ("read_puzzles", (PUZZLE,), {}, "lines is .*: give a list, also of one"),
    ("explain", (PUZZLE, ["x_wing"]), {"upto": "x_wing"}, "techniques and upto are given"),
    ("explain", (PUZZLE, 5), {}, "techniques is 5: give a list"),
    ("explain", (PUZZLE,), {"upto": 5}, "the name of a technique is a text, not 5"),
    ("explain", (PUZZLE,), {"unique": "no"}, "unique is 'no': it must be True or False"),
    ("hint", (PUZZLE,), {"unique": 1}, "unique is 1: it must be True or False"),
    ("book", ([PUZZLE],), {"answers": "no"}, "answers is 'no': it must be True or False"),
    ("book", ([PUZZLE],), {"title": 5}, "title is 5: it must be a text"),
    ("book", ([PUZZLE],), {"author": None}, "author is None: it must be a text"),
    ("book", ([PUZZLE],), {"date": "today"}, "date is 'today': it must be a datetime"),
    ("book", ([PUZZLE],), {"per_page": True}, "per_page is True"),
    ("to_sudokupad", (PUZZLE,), {"title": 5}, "title is 5: it must be a text"),
    ("to_sudokupad", (PUZZLE,), {"solution": "no"}, "solution is 'no': it must be True or False"),
    ("picture", (PUZZLE,), {"candidates": "no"}, "candidates is 'no': it must be True or False"),
    ("picture", (PUZZLE,), {"title": 5}, "title is 5: it must be a text"),
    ("picture", (PUZZLE, 5), {}, "marks is 5: give a list"),
    ("solve", (PUZZLE,), {"checkpoint": "a", "resume": "b"}, "give one of them"),
    ("solve", (PUZZLE,), {"checkpoint": ""}, "checkpoint is '': it must be a path"),
    ("count_grids", (Shape(2, 2),), {"checkpoint": "a", "resume": "b"}, "give one of them"),
    ("count_grids", (Shape(2, 2),), {"up_to_symmetry": "no"}, "up_to_symmetry is 'no'"),
    ("count_grids", (Shape(2, 2),), {"rules": Classic()}, "rules is .*: give a list"),
    ("estimate_grids", (Shape(2, 2),), {"rules": "classic"}, "rules is 'classic': give a list"),
    ("count_batch", ([PUZZLE],), {"rules": Classic()}, "rules is .*: give a list"),
    ("count_batch", ([PUZZLE],), {"method": ["bitmask"]}, r"method is \['bitmask'\]"),
    ("generate", (1,), {"rules": Classic()}, "rules is .*: give a list"),
    ("generate", (1,), {"rules": ()}, "rules is empty"),
    ("generate", (1,), {"ruleset": 5}, "ruleset is 5: give a list"),
    ("generate", (1,), {"technique": 5}, "technique is 5: give a list"),
    ("generate", (1,), {"without": 5}, "without is 5: give a list"),
    ("generate", (1,), {"minimal": "no"}, "minimal is 'no': it must be True or False"),
    ("generate", (1,), {"minimal_marks": 1}, "minimal_marks is 1: it must be True or False"),
    ("generate", (1,), {"score": {1, 2}}, "score is .*: it must be a pair of numbers"),
    ("generate", (1,), {"score": "12"}, "score is '12': it must be a pair of numbers"),
    ("generate", (1,), {"pattern": ["."] * 81}, "pattern is an array of <U1"),
    ("generate", (1,), {"pattern": [float("nan")] * 81}, "pattern is an array of float64"),
    ("generate", (1,), {"pattern": "1|" * 40 + "1"}, "pattern: '|' says neither"),
    ("decode", (Shape(2, 2), [FIRST, FIRST]), {}, "row 1, column 1: two options put a digit there"),
    ("parse", (5,), {}, "5 is not a text"),
    ("parse", (PUZZLE, Shape(9, 9)), {}, "9x9 is the size of a box here"),
]


@pytest.mark.parametrize(("name", "arguments", "named", "message"), WRONG)
def test_wrong_arguments_are_named(
    name: str, arguments: tuple[Any, ...], named: dict[str, Any], message: str
) -> None:
    # A control of a search is checked by `exactcover`, whose error it is.
    with pytest.raises((SudokuError, ProblemError), match=message):
        called(name, *arguments, **named)


def test_places_off_the_board() -> None:
    grid, board = Grid(Shape(3, 3)), Board(PUZZLE)
    for wrong in (
        lambda: grid[9, 0],
        lambda: grid.shape.position(81),
        lambda: grid.shape.in_words(-1),
        lambda: grid.shape.box_of(81),
        lambda: board.candidates_of(0, 9),
        lambda: board.is_clue(-1, 0),
        lambda: Puzzle.of(PUZZLE).with_clue(0, 9, 1),
        lambda: Puzzle.of(PUZZLE).without_clue(9, 9),
    ):
        with pytest.raises(SudokuError, match="outside"):
            wrong()


def test_errors_of_a_rule_of_ones_own_are_raised_as_they_are() -> None:
    class Wrong(Odd):
        def constraints(self, shape: Shape) -> tuple[Constraint, ...]:
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        Puzzle(rules=[Wrong()])


COMMANDS: list[tuple[list[str], str]] = [
    (["solve", "5"], "5: No such file"),
    (["solve", PUZZLE, "--shape", "9x9"], "for a 9x9 grid write 3x3"),
    (["solve", PUZZLE, "--shape", "0x1"], "boxes cannot be 0 cells wide"),
    (["solve", PUZZLE, "--lines", "--json"], "of --lines and --json only one can be given"),
    (["rate", PUZZLE, "--lines", "--json"], "of --lines and --json only one can be given"),
    (["show", PUZZLE, "--format", "line", "--picture", "a.svg"], "of --format and --picture"),
    (["solve", ".Shape~4x4.Diagonal~1", "--shape", "2x2"], "--shape is for grids"),
    (["hint", PUZZLE, "--marks", "--layout", "killer"], "of --marks and --layout"),
    (["study", "--seed", "1"], "need the NAME of a study"),
    (["study", "brute-force", "--seed", "1"], "takes no --seed"),
    (["study", "brute-fors"], "did you mean brute-force"),
    (["solve", PUZZLE, "--method", "magic"], "unknown method 'magic'"),
    (["solve", PUZZLE, "--layout", "kakuro"], "unknown layout 'kakuro'"),
    (["solve", PUZZLE, "--rule", "kiler=[]"], "did you mean killer"),
    (["solve", PUZZLE, "--rule", "diagonal=[]"], "'diagonal' has no parameters"),
    (["solve", PUZZLE, "--rule", "killer=[8"], "'killer': Expecting"),
    (["solve", PUZZLE, "--rule", "killer=[8]"], "another form than in the example"),
    (["solve", PUZZLE, "--rule", "killer=8"], "'8' is no integer and no cell"),
    (["solve", PUZZLE, "--rule", 'killer={"a": 1}'], "no parameter 'a'; it has cages"),
    (["solve", PUZZLE, "--rule", "either=[1]"], "branches are lists of objects"),
    (["rules", "kiler"], "did you mean killer"),
    (["rate", PUZZLE, "--scale", "004"], "unknown scale '004'"),
    (["generate", "--rule", "killer"], "needs parameters: cages"),
    (["generate", "--shape", "9x9"], "for a 9x9 grid write 3x3"),
    (["generate", "--clues", "0"], "at least 17 are needed"),
    (["generate", "--symmetry", "halfturns"], "did you mean half_turn"),
    (["explain", PUZZLE, "--time-limit", "-1"], "time_limit is -1"),
    (["count", PUZZLE, "-n", "-1"], "limit is -1"),
]


@pytest.mark.parametrize(("arguments", "message"), COMMANDS)
def test_wrong_arguments_of_commands_are_named(arguments: list[str], message: str) -> None:
    result = CliRunner().invoke(main, arguments)
    assert (result.exit_code, message in result.stderr) == (2, True), result.output
