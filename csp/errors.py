"""What can be wrong with a model."""

from exactcover.errors import ProblemError


class ModelError(ProblemError):
    """A variable, an expression or a constraint breaks a rule that the message names."""


class TranslationError(ModelError):
    """A constraint cannot be said in the language of another solver."""
