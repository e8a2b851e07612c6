"""The command `why_not`: why a cell cannot hold a digit."""

from __future__ import annotations

from contextlib import suppress

from exactcover.runtime.errors import UndecidedError
from exactcover.runtime.search.work import UnfinishedError, limited
from sudoku.errors import ClashError, TextError
from sudoku.explaining.explanation import Explanation
from sudoku.explaining.reasons import EARLIER, HOUSE, Reason, reason
from sudoku.explaining.scene import Scene
from sudoku.givens.given import Kind
from sudoku.puzzle.board import Board
from sudoku.server.conversation import Reply, Send
from sudoku.server.refusals import UNEXPLAINED, ended
from sudoku.studio.asked import Asked, given_object
from sudoku.studio.command import LONG, Argument, Command, whole
from sudoku.studio.commands.steps import explained
from sudoku.studio.shortening import excludes, shorter
from sudoku.techniques.step import Step
from sudoku.verbs.explain import explain
from sudoku.verbs.solve import solve
from sudoku.verbs.why_impossible import why_impossible

MOST_CELLS, MOST_DIGITS = 65_535, 1000
LONGEST = 5.0
"""The most seconds in which an explanation is made shorter."""


def _why_not(asked: Asked, send: Send) -> Reply:
    """Return the shortest explanation that is found: a digit, then a step, then several."""
    cell, digit = asked["cell"], asked["digit"]
    board = asked.board()
    shape = board.puzzle.shape
    if cell >= shape.n_cells or not 1 <= digit <= shape.n:
        raise TextError(f"there is no digit {digit} of a cell {cell} on this board")
    name = shape.in_words(cell)
    if board.digits[cell]:
        verdict = "possible" if board.digits[cell] == digit else "seen"
        return {"verdict": verdict, "words": f"{name} holds {board.digits[cell]}."}
    if excludes(board, cell, digit):
        return {"verdict": "seen", **_at_once(board, cell, digit)}
    cells = list(board.digits)
    cells[cell] = digit
    try:
        tried = board.puzzle.changed(cells=cells)
    except ClashError as clash:  # a rule bars it from the cell at once, as a cage may
        return {"verdict": "seen", "words": f"{clash}.", "cells": [cell]}
    solution = solve(tried, **asked.limits)
    if solution.solution is not None:
        words = f"There is a solution with {digit} in {name}."
        return {"verdict": "possible", "words": words, "solution": list(solution.solution.cells)}
    if not solution.complete:
        return {"verdict": "unknown", "words": ended(solution.stopped)}
    words = f"There is no solution with {digit} in {name}."
    send({"verdict": "impossible", "words": words})
    reply = {"verdict": "impossible", "words": words, **_steps(asked, board, cell, digit)}
    try:
        conflict = why_impossible(tried, **asked.limits)
    except UndecidedError:
        return reply | {"words": f"{words} {UNEXPLAINED}"}
    own = Kind.CLUE, (cell,)
    others = [each for each in conflict.givens if (each.kind, each.cells) != own]
    return reply | {"givens": [given_object(each) for each in others]}


def _at_once(board: Board, cell: int, digit: int) -> Reply:
    """Return the reason why a digit is no candidate at the beginning, and the cell by which."""
    shape = board.puzzle.shape
    found: Reason = reason(Scene(board, Step("", (), ())), cell, digit)
    name = shape.in_words(cell)
    if found.kind == EARLIER:
        return {"words": f"{digit} is not among the marks of {name}.", "cells": [cell]}
    if found.by is None:
        return {"words": f"{name} cannot be {digit} by {found.title}.", "cells": [cell]}
    by = f"{shape.in_words(found.by)} holds {board.digits[found.by]}"
    where = "is in the same house" if found.kind == HOUSE else "is bound to it"
    words = f"{by}, which {where} ({found.title})."
    return {"words": words, "cells": [found.by]}


def _steps(asked: Asked, board: Board, cell: int, digit: int) -> Reply:
    """Return the steps that exclude a digit, as few as are found; none if no technique does."""
    made = explain(board, count_to=2, **asked.limits)
    if made.start is None:
        return {}
    short: tuple[Step, ...] = ()
    left = asked.limits["time_limit"]
    seconds = LONGEST if left is None else min(LONGEST, left)
    with suppress(UnfinishedError), limited("the explanation", seconds, asked.cancel):
        for steps in shorter(made.start, made.steps, cell, digit):
            short = steps
    return explained(Explanation(made.puzzle, made.start, short, made.end).stages)


WHY_NOT = Command(
    "Why a cell cannot hold a digit: the digit, step or steps that exclude it, and the givens.",
    _why_not,
    {
        "cell": Argument(whole(0, MOST_CELLS), "the number of the cell"),
        "digit": Argument(whole(1, MOST_DIGITS), "the digit"),
    },
    LONG,
)
