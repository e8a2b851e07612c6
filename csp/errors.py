"""What can be wrong with a model."""

from collections.abc import Iterator
from contextlib import contextmanager

from exactcover.errors import ProblemError


class ModelError(ProblemError):
    """A variable, an expression or a constraint breaks a rule that the message names."""


class TranslationError(ModelError):
    """A constraint cannot be said in the language of another solver."""


@contextmanager
def depth_refused() -> Iterator[None]:
    """Raise a ModelError where expressions are nested too deeply for Python's stack."""
    try:
        yield
    except RecursionError:
        raise ModelError(
            "an expression is nested too deeply for Python's recursion limit: "
            "post that a variable of its own equals an inner part, and use that instead"
        ) from None
