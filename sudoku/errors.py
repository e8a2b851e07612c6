"""The exceptions for errors in puzzles, one class for each kind."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from exactcover.runtime.errors import BudgetError
from exactcover.runtime.texts import printable_lines

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

_MALFORMED = (
    *(ArithmeticError, AttributeError, LookupError, NameError, RecursionError),
    *(StopIteration, TypeError, ValueError),
)
"""The exceptions that a text with a wrong format may cause in a reader."""


class SudokuError(ValueError):
    """An error in a puzzle or in its text; the message names the place and the rule.

    Examples
    --------
    >>> issubclass(ClashError, SudokuError)
    True
    """

    def __str__(self) -> str:
        """Return the message; what could control a terminal in a text that it quotes is escaped."""
        return printable_lines(super().__str__())


class ShapeError(SudokuError):
    """An impossible shape, or cells that do not fill a shape."""


class RuleError(SudokuError):
    """A rule, name or request that is not known or does not fit the puzzle."""


class ConstraintError(SudokuError):
    """A constraint that allows too many tuples of digits to list them as options."""


class PlaceError(SudokuError, IndexError):
    """A row, column or cell that is not on the board."""


class ClueError(SudokuError):
    """A clue that no cell can hold."""


class ClashError(ClueError):
    """Clues that break a rule, for example two equal digits in one house."""


class FormityError(SudokuError):
    """A puzzle with no solution or several, where exactly one is required."""


class NotFoundError(SudokuError):
    """No puzzle as requested was found in the allowed number of tries; there may be one."""


class TextError(SudokuError):
    """Text that cannot be read as puzzles.

    Parameters
    ----------
    message
        The description of the error; the line is put in front of it.
    line
        The number of the line with the error, from 1, if there is one.

    Attributes
    ----------
    message, line
        The parameters; `str` of the error has both.

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
        self.message = message
        self.line = line


def refusing(
    what: str, kind: type[SudokuError] = TextError
) -> Callable[[Callable[Parameters, Result]], Callable[Parameters, Result]]:
    """Return a decorator for readers, so that they raise errors of this module and no others.

    A reader of a nested format need not check every part before it uses it: any exception that a
    text with a wrong format causes becomes an error of `kind`. So does a text that asks for more
    than the reading budget allows (`exactcover.Budget`).

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
            from exactcover.runtime.reading_budget import (
                reading,  # it needs NumPy, which errors do not
            )

            try:
                with reading():
                    return read(*args, **kwargs)
            except SudokuError:
                raise
            except BudgetError as error:
                raise kind(str(error)) from error
            except _MALFORMED as error:
                description = f"{error.args[0]!r} is missing" if type(error) is KeyError else error
                raise kind(f"this is no {what}: {description}") from error

        return reader

    return decorated
