"""What can be wrong with a puzzle, each kind with a class of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

__all__ = [
    "ClashError",
    "ClueError",
    "ConstraintError",
    "FormityError",
    "NotFoundError",
    "PlaceError",
    "RuleError",
    "ShapeError",
    "SudokuError",
    "TextError",
    "refusing",
]

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

_MALFORMED = (
    *(ArithmeticError, AttributeError, LookupError, NameError, RecursionError),
    *(TypeError, ValueError),
)
"""What a reader may come to in a text that is not made as its format says."""


class SudokuError(ValueError):
    """A puzzle, or the text of one, that breaks a rule; the message names place and rule.

    Examples
    --------
    >>> issubclass(ClashError, SudokuError)
    True
    """


class ShapeError(SudokuError):
    """A shape that cannot be, or cells that do not fill the shape they should."""


class RuleError(SudokuError):
    """A rule, or another name or wish, that is not known or does not fit the puzzle."""


class ConstraintError(SudokuError):
    """A constraint with too many ways to keep it: exact cover would have to list them."""


class PlaceError(SudokuError, IndexError):
    """A row, column or cell that is not on the board."""


class ClueError(SudokuError):
    """A clue that no cell can hold."""


class ClashError(ClueError):
    """Clues that break a rule: two with the same digit in one house, say."""


class FormityError(SudokuError):
    """A puzzle without solution, or with several, where one with just one is needed."""


class NotFoundError(SudokuError):
    """No puzzle as wished was found within so many tries; there may be one."""


class TextError(SudokuError):
    """Text that cannot be read as puzzles.

    Parameters
    ----------
    message
        What is wrong; the line is put in front of it.
    line
        The line at fault, from 1, where there is one.

    Examples
    --------
    >>> error = TextError("expected 81 characters, got 80", line=17)
    >>> print(error)
    line 17: expected 81 characters, got 80
    >>> error.line
    17
    """

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message if line is None else f"line {line}: {message}")
        self.line = line


def refusing(
    what: str, kind: type[SudokuError] = TextError
) -> Callable[[Callable[Parameters, Result]], Callable[Parameters, Result]]:
    """Return a decorator for readers, so that they raise errors of this module and no others.

    A reader of a nested format need not look at every part of it before it is used: whatever it
    comes to in a text that is not made as the format says becomes an error of `kind`.

    Examples
    --------
    >>> @refusing("list of lists")
    ... def read(value):
    ...     return value[0][0]
    >>> read([1])
    Traceback (most recent call last):
    sudoku.errors.TextError: this is no list of lists: 'int' object is not subscriptable
    """

    def decorated(read: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
        @wraps(read)
        def reader(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
            try:
                return read(*args, **kwargs)
            except SudokuError:
                raise
            except _MALFORMED as error:
                told = f"{error.args[0]!r} is missing" if type(error) is KeyError else error
                raise kind(f"this is no {what}: {told}") from error

        return reader

    return decorated
