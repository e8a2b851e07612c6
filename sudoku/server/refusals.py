"""What commands refuse, and the words for those that were stopped."""

from __future__ import annotations

from exactcover.runtime.errors import BudgetError, ProblemError, UndecidedError
from exactcover.runtime.search.limits import Stop
from sudoku.errors import SudokuError

REFUSED = (
    SudokuError,
    ProblemError,
    BudgetError,
    UndecidedError,
    ValueError,
    RecursionError,
    ImportError,
)
"""What a wrong puzzle or a missing extra raises; the message is the answer."""
UNEXPLAINED = "The time limit came before a reason was found."
"""What is said of an answer that is proved, when there was no time left for its reason."""


def ended(stopped: Stop | None) -> str:
    """Return words for a command that was stopped."""
    return f"{(stopped or Stop.CANCELLED).words.capitalize()}."
