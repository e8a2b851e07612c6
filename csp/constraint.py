"""What every constraint is: it says what must hold; propagators, which it names, do the work."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from csp.build import Builder
    from csp.expressions import Variable

ValueOf = Callable[["Variable"], int]
"""A full assignment: tells the value of each variable."""


class Constraint(ABC):
    """Something that must hold of variables. It does nothing before it is posted to a model.

    One constraint is one file in `csp.constraints`, with its propagators in the file of the same
    name in `csp.propagators`.
    """

    @abstractmethod
    def variables(self) -> Iterator[Variable]:
        """Yield the variables that it is about, some perhaps more than once."""

    @abstractmethod
    def holds(self, value_of: ValueOf) -> bool:
        """Tell whether an assignment satisfies it: the definition, by which others are tested."""

    @abstractmethod
    def build(self, builder: Builder) -> None:
        """Say it in propagators."""

    def __bool__(self) -> bool:
        raise TypeError(f"a constraint is neither true nor false, post it to a model: {self!r}")
