"""The errors of models."""

from collections.abc import Iterator
from contextlib import contextmanager

from exactcover.runtime.errors import BudgetError, ProblemError
from exactcover.runtime.reading_budget import reading


class ModelError(ProblemError):
    """A variable, an expression or a constraint is invalid; the message says why."""


class TruthValueError(RuntimeError):
    """A constraint or an expression stands where True or False is needed.

    It is neither a TypeError nor a ValueError: where a comparison raises one of these, pandas takes
    it for False.
    """


class RangeError(ModelError):
    """Numbers of a model are so large that the library cannot compute with them exactly."""


class FeasibleError(ModelError):
    """The model has a solution where none was expected; the message may show it."""


class TranslationError(ModelError):
    """A constraint cannot be translated for another solver."""


@contextmanager
def depth_refused() -> Iterator[None]:
    """Return a context that raises a ModelError in place of a RecursionError."""
    try:
        yield
    except RecursionError:
        raise ModelError(
            "an expression is nested too deeply for Python's recursion limit: "
            "post that a variable of its own equals an inner part, and use that instead"
        ) from None


@contextmanager
def reading_model() -> Iterator[None]:
    """Return a context, also a decorator, for functions that read models.

    It raises ModelError where a text asks for more than the reading budget allows
    (`exactcover.Budget`), or is nested too deeply.
    """
    with reading(), depth_refused():
        try:
            yield
        except BudgetError as error:
            raise ModelError(str(error)) from error
