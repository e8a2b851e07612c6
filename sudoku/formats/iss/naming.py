"""Errors in a constraint string name the constraint."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from exactcover.runtime.errors import BudgetError
from sudoku.errors import SudokuError, TextError

MALFORMED = (LookupError, TypeError, ValueError)
"""The exceptions that a constraint with a wrong format may cause in its reader."""

MOST_SIGNS = 60
"""The most characters of a constraint that a message shows."""


@contextmanager
def naming(name: str, arguments: Sequence[str] = ()) -> Iterator[None]:
    """Put a constraint in front of the message of an error, unless the message begins with it.

    Raises
    ------
    SudokuError
        The error with its new message, or a TextError instead of an error of Python.

    Examples
    --------
    >>> with naming("Cage", ["x", "R1C1"]):
    ...     raise TextError("'x' is not a whole number")
    Traceback (most recent call last):
    sudoku.errors.TextError: Cage~x~R1C1: 'x' is not a whole number
    """
    try:
        yield
    except MALFORMED as error:
        if isinstance(error, SudokuError) and str(error).startswith((f"{name}~", f"{name}:")):
            raise
        said = "~".join([name, *arguments])
        said = said if len(said) <= MOST_SIGNS else said[:MOST_SIGNS] + "..."
        if isinstance(error, SudokuError | BudgetError):
            kind = TextError if isinstance(error, BudgetError) else type(error)
            raise kind(f"{said}: {error}") from error
        raise TextError(f"{said}: a part is missing, or is not what it must be") from error
