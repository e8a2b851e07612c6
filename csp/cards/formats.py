"""The interfaces of writers for other solvers, with which propagators translate themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeAlias

from exactcover.runtime.kernels.types import I64

Scope: TypeAlias = Sequence[int]
Constants: TypeAlias = Sequence[Any] | I64


class Variables(Protocol):
    """The variables of a model while it is translated, by number."""

    def bounds(self, v: int) -> tuple[int, int]:
        """Return the least and the greatest value of a variable."""

    def values(self, v: int) -> Sequence[int]:
        """Return all values of a variable."""

    def restrict(self, v: int, test: Callable[[int], bool]) -> None:
        """Remove the values of a variable that fail a test."""

    def new_interval(self, low: int, high: int) -> int:
        """Return a new variable with all values from one number to another."""


class FlatZinc(Protocol):
    """The text in FlatZinc to which constraints are added."""

    @property
    def builder(self) -> Variables:
        """The variables of the model."""

    def post(self, name: str, *arguments: Any) -> None:
        """Add a constraint; arguments are names, numbers, sets and lists of these."""

    def name(self, v: int) -> str:
        """Return the name of a variable, or its value if it is a constant."""

    def names(self, scope: Iterable[int]) -> list[str]:
        """Return the names of variables."""

    def variable(self, low: int, high: int) -> str:
        """Declare a variable that other ones determine; return its name."""

    def truth(self, v: int) -> str | bool:
        """Return the name of the truth value that equals a 0/1 variable."""

    def condition(self) -> str:
        """Declare a truth value; return its name."""

    def literal(self, v: int, value: int) -> str:
        """Return the truth value of an equation of a variable and a number."""

    def shifted(self, v: int, offset: int) -> str:
        """Return a variable plus a number, as a variable."""


class CpSat(Protocol):
    """The model of CP-SAT to which constraints are added."""

    @property
    def builder(self) -> Variables:
        """The variables of the model."""

    @property
    def model(self) -> Any:
        """The model of CP-SAT."""

    def some(self, scope: Iterable[int]) -> list[Any]:
        """Return the variables of CP-SAT for variables of the builder."""

    def literal(self, v: int, value: int) -> Any:
        """Return a literal that is true if and only if a variable has a value."""

    def condition(self, holds: Any, fails: Any) -> Any:
        """Return a literal for a comparison, which is given with its negation."""

    def conjunction(self, literals: Sequence[Any]) -> Any:
        """Return a literal that is true if and only if all literals are."""

    def interval(self, start: int, size: int, *, is_solid: bool = False) -> Any:
        """Return the interval of a task; it is absent without duration, if it has to be solid."""


ToFlatZinc: TypeAlias = Callable[[FlatZinc, Scope, Constants], None]
ToCpSat: TypeAlias = Callable[[CpSat, Scope, Constants], None]
