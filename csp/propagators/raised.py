"""Errors that predicates raised while kernels ran."""

from csp.kernels.state import RAISED, State


def check_raised(state: State) -> None:
    """Raise the error that a predicate raised while kernels ran.

    Raises
    ------
    ModelError
        If a predicate failed; the message names it and its arguments.
    """
    if state.position[RAISED]:
        from csp.propagators.predicate import predicate_error

        raise predicate_error(state)
