"""The request of a search for assignments: that of any search, and how to branch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from csp.errors import ModelError
from exactcover.names import find_name
from exactcover.search.request import DEFAULT as ALL
from exactcover.search.request import Request

METHODS = ("auto", "propagation", "exact_cover")
ORDERS = ("smallest", "input", "dom/wdeg", "last conflict")
VALUES = ("least", "greatest", "saved", "random")
SEQUENCES = ("luby", "geometric")


def _check(name: str, given: Any, known: tuple[str, ...]) -> None:
    if given is not None and given not in known:
        raise ModelError(f"unknown {name} {given!r}; there are {', '.join(known)}")


@dataclass(frozen=True, slots=True)
class Branching:
    """How a search by propagation branches; None where the default is wanted.

    Only propagation can be told how to branch: other methods and solvers refuse it.

    Parameters
    ----------
    decide
        Variables that are decided before all others.
    order
        Which variable is decided next: one of `ORDERS`.
    values
        Which value is tried first: one of `VALUES`, or values by variable or by name of one.
    restart
        The number of failures after which the search begins anew; 0 for never.
    sequence
        How long the runs after that are: one of `SEQUENCES`.

    Raises
    ------
    ModelError
        If a name is unknown, or `restart` is no number of failures.

    Examples
    --------
    >>> Branching(order="input").given
    ('order',)
    >>> Branching(order="none")
    Traceback (most recent call last):
    ...
    csp.errors.ModelError: unknown order 'none'; there are smallest, input, dom/wdeg, last conflict
    """

    decide: Iterable[Any] | None = None
    order: str | None = None
    values: str | Mapping[Any, int] | None = None
    restart: int | None = None
    sequence: str | None = None

    def __post_init__(self) -> None:
        _check("order", self.order, ORDERS)
        if not isinstance(self.values, Mapping):
            _check("values", self.values, VALUES)
        _check("sequence", self.sequence, SEQUENCES)
        restart = self.restart
        if restart is not None and (
            isinstance(restart, bool) or not isinstance(restart, int) or restart < 0
        ):
            raise ModelError(f"restart is {restart!r}: it must be a whole number, and not negative")

    @property
    def given(self) -> tuple[str, ...]:
        """The names of what is not left to the default."""
        names = ("decide", "order", "values", "restart", "sequence")
        return tuple(name for name in names if getattr(self, name) is not None)


DEFAULT = Branching()


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """The request of a search of a model, with all arguments checked.

    Parameters
    ----------
    search
        What is asked of any search; its method is one of `METHODS`.
    branching
        How propagation branches.
    solver
        The name of another program that searches instead of a method, or None.
    objective
        The expression that is to be least, or None.
    is_for_one
        Whether one solution, or the proof of its uniqueness, is wanted: the defaults of `branching`
        depend on it.

    Examples
    --------
    >>> request = ModelRequest(branching=Branching(order="input"))
    >>> request.search.method, request.solver, request.branching.order
    ('auto', None, 'input')
    """

    search: Request = ALL
    branching: Branching = DEFAULT
    solver: str | None = None
    objective: Any = None
    is_for_one: bool = False


def method_name(method: str | None, solver: str | None) -> str:
    """Return the name of a method, which is "auto" where none is given.

    Raises
    ------
    ModelError
        If there is no such method, or a solver is given too.

    Examples
    --------
    >>> method_name("Exact cover", None), method_name(None, "sat")
    ('exact_cover', 'auto')
    """
    if method is None:
        return "auto"
    if solver is not None:
        raise ModelError(f"method is {method!r} and solver is {solver!r}: give one of them")
    return find_name("method", method, METHODS, ModelError)
