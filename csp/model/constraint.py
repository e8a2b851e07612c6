"""What every constraint is: it says what must hold; propagators, which it names, do the work."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from csp.errors import ModelError

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.expressions import Variable

ValueOf = Callable[["Variable"], int]
"""A full assignment: tells the value of each variable."""


class Constraint(ABC):
    """Something that must hold of variables. It does nothing before it is posted to a model.

    `~a`, `a & b`, `a | b`, `a == b` (both hold, or none) and `a != b` (one of them holds) are
    constraints, too, where these have truth values (see `csp.constraints.truth`).

    One constraint is one file in `csp.constraints`, with its propagators in the file of the same
    name in `csp.propagators`.
    """

    LEVELS: ClassVar[tuple[str, ...]] = ()
    """What its `level` may be, if it has one: how much is removed from domains."""

    @abstractmethod
    def variables(self) -> Iterator[Variable]:
        """Yield the variables that it is about, some perhaps more than once."""

    @abstractmethod
    def holds(self, value_of: ValueOf) -> bool:
        """Tell whether an assignment satisfies it: the definition, by which others are tested."""

    @abstractmethod
    def build(self, builder: Builder) -> None:
        """Say it in propagators."""

    def truth(self, builder: Builder) -> int:
        """Make a variable that is 1 where it holds and 0 where not; return its number."""
        raise ModelError(
            f"{self!r} has no truth value: only comparisons, tables and predicates have"
        )

    def checked_level(self, level: str) -> str:
        """Return a level that there is.

        Raises
        ------
        ModelError
            If there is no such level.
        """
        if level not in self.LEVELS:
            raise ModelError(f"unknown level {level!r}; the levels are {', '.join(self.LEVELS)}")
        return level

    # What is compared are truth values, so that no constraint is the same as another by accident.
    __hash__ = object.__hash__

    def __eq__(self, other: Any) -> Constraint:  # type: ignore[override]
        from csp.model.expressions import expression

        same: Constraint = expression(self) == other
        return same

    def __ne__(self, other: Any) -> Constraint:  # type: ignore[override]
        from csp.model.expressions import expression

        differs: Constraint = expression(self) != other
        return differs

    def __invert__(self) -> Constraint:
        from csp.constraints.truth import truth

        return truth(self) == 0

    def __or__(self, other: Any) -> Constraint:
        from csp.constraints.truth import at_least

        return at_least(1, [self, other])

    __ror__ = __or__

    def __and__(self, other: Any) -> Constraint:
        from csp.constraints.truth import at_least

        return at_least(2, [self, other])

    __rand__ = __and__

    def __bool__(self) -> bool:
        raise TypeError(f"a constraint is neither true nor false, post it to a model: {self!r}")
