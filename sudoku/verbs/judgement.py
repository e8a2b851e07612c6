"""What is known of the solutions of a puzzle in progress before its steps are looked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from exactcover import UndecidedError
from exactcover.runtime.kernels.jit import is_compiled
from exactcover.runtime.kernels.precompiled import library_of
from exactcover.runtime.search.limits import Flag, Watch
from sudoku.formats.forms.reading import Reading
from sudoku.geometry.grid import Grid
from sudoku.geometry.words import cell_name
from sudoku.puzzle.board import Board
from sudoku.puzzle.puzzle import Puzzle, text_of
from sudoku.statement.statement import statement
from sudoku.verbs.formity import Formity, formity
from sudoku.verbs.solve import solve

if TYPE_CHECKING:
    from sudoku.puzzle.puzzle import PuzzleLike

BITMASK = "sudoku.solvers.bitmask.engine:advance"
"""The kernel with which a puzzle is solved by default."""

UNKNOWN = "It is not known whether there is just one solution."
_SEVERAL = "Techniques that assume a unique solution are left out."
_ENTERED = "Not with the digits and candidates of the board, that is."


class Judgement(NamedTuple):
    """The solutions of a puzzle and of its board.

    Attributes
    ----------
    puzzle, board
        The formity of the puzzle, and that of the board: its entries and eliminations may leave
        fewer solutions than the puzzle has. None if it is not known.
    remark
        What there is to say about them.
    """

    puzzle: Formity | None
    board: Formity | None
    remark: str

    @property
    def is_unique(self) -> bool:
        """Whether techniques may assume that the puzzle has one solution."""
        return self.puzzle is Formity.ONE


def in_progress(given: PuzzleLike) -> tuple[Puzzle | Board, Puzzle]:
    """Return a puzzle in progress, or anything else as a puzzle; and its puzzle.

    A text in which a player has entered digits or removed candidates is a puzzle in progress.
    """
    text = text_of(given)
    if text is not None:
        from sudoku.formats.text_reader import parse_clues  # other puzzles need no reader

        found = parse_clues(text)
        if isinstance(found, Grid):
            given = found
        elif isinstance(found, Reading):
            given = found.board() if found.placed or found.removed else found.puzzle()
    if isinstance(given, Board):
        return given, given.puzzle
    made = Puzzle.of(given)
    return made, made


def judged(board: Puzzle | Board, watch: Watch, cancel: Flag | None) -> Judgement:
    """Return what is known of the solutions of a puzzle, or of one in progress."""
    puzzle = board.puzzle if isinstance(board, Board) else board
    try:
        form = formity(puzzle, method=_method(puzzle), time_limit=watch.left, cancel=cancel)
        of_board, remark = form, ""
        if isinstance(board, Board) and form is Formity.MANY:
            of_board = formity(board.to_puzzle(), time_limit=watch.left, cancel=cancel)
            remark = _ENTERED if of_board is Formity.NONE else ""
        elif isinstance(board, Board) and form is Formity.ONE:
            remark = _mistake(board, watch, cancel)
            of_board = Formity.NONE if remark else form
    except UndecidedError:
        return Judgement(None, None, UNKNOWN)
    several = _SEVERAL if form is Formity.MANY else ""
    return Judgement(form, of_board, remark or several)


def _method(puzzle: Puzzle) -> str:
    """Return the method that checks whether there is exactly one solution.

    If the kernels are not precompiled, Numba needs the least time to compile propagation, among the
    methods that are fast enough for every classic puzzle.
    """
    is_ready = not is_compiled() or library_of(BITMASK) is not None
    is_small = puzzle.shape.n <= 9 and statement(puzzle.shape, puzzle.rules).has_only_houses
    return "propagation" if is_small and not is_ready else "auto"


def _mistake(board: Board, watch: Watch, cancel: Flag | None) -> str:
    """Return which digit was placed or removed wrongly, in words; "" if none was."""
    shape = board.puzzle.shape
    found = solve(board.puzzle, time_limit=watch.left, cancel=cancel)
    right = found.get().cells
    for cell, (held, digit) in enumerate(zip(board.digits, right, strict=True)):
        if held not in (0, digit):
            name = cell_name(shape, cell)
            return f"Not with {held} in {name}, that is: it was placed wrongly."
    for cell, digit in enumerate(right):
        if not board.digits[cell] and not board.candidates[cell] >> digit - 1 & 1:
            name = cell_name(shape, cell)
            return f"Not with these candidates, that is: {name} lacks the right one."
    return ""
