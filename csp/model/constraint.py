"""The base class of constraints, which are declarative: they post propagators to a builder."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from csp.errors import ModelError, TruthValueError
from csp.model.operators import Operators
from exactcover.runtime.registry import find_name
from exactcover.runtime.text_view import TextView

if TYPE_CHECKING:
    from csp.model.builder import Builder
    from csp.model.cpsat import CpSatOfConstraints
    from csp.model.expressions import Expression, Variable
    from csp.model.literal_graph import LiteralGraph

ValueOf = Callable[["Variable"], int]
"""An assignment: returns the value of a variable."""


def _of_truth(name: str) -> Callable[[Constraint, Any], Any]:
    """Return an operator that takes a constraint as its truth value."""

    def applied(self: Constraint, other: Any) -> Any:
        return getattr(_truth(self), name)(other)

    return applied


class Constraint(TextView, Operators, ABC):
    """A constraint on variables; it has no effect before it is posted to a model.

    `~a`, `a & b`, `a | b`, `a >> b` (implication), `a == b` (equivalence) and `a != b` or `a ^ b`
    (exclusive or) are constraints, too, if their operands can be reified (see
    `csp.constraints.reified`). In arithmetic a constraint is its truth value:
    `3 * (x == 1) + y`, and `sum(v > 2 for v in x)`.

    Each constraint is a file in `csp.constraints`. Its propagators are in `csp.propagators`, in the
    file of the same name or in one that several constraints use.
    """

    LEVELS: ClassVar[tuple[str, ...]] = ()
    """The names of its levels of consistency, if it has any."""

    @abstractmethod
    def variables(self) -> Iterator[Variable]:
        """Yield its variables, possibly some of them more than once."""

    @abstractmethod
    def holds(self, value_of: ValueOf) -> bool:
        """Return whether an assignment satisfies it: the definition, which tests compare with."""

    @abstractmethod
    def build(self, builder: Builder) -> None:
        """Post its propagators."""

    def reify(self, builder: Builder) -> int:
        """Post the reified constraint; return its truth value, the number of a 0/1 variable.

        Raises
        ------
        ModelError
            If it cannot be reified.
        """
        raise ModelError(f"{self!r} has no truth value: {type(self).__name__} has no method reify")

    def reify_as(self, builder: Builder, truth: int) -> bool:
        """Post that a 0/1 variable is the truth value; return False if it was not.

        By default the truth value is a variable of its own, and both are equal.
        """
        return False

    def add_to(self, graph: LiteralGraph) -> None:
        """Add itself to the graph of literals, whose automorphisms are symmetries of the model.

        By default all combinations of its values are enumerated. Where they are too many, its
        variables are pinned: no symmetry that is found moves them.
        """
        graph.enumerate(self)

    def add_to_cpsat(self, to: CpSatOfConstraints) -> bool:
        """Add itself to a model of CP-SAT as it is, and return whether CP-SAT can have it.

        By default it is lowered to what its propagators say (`csp.bridges.lowering`).
        """
        return False

    def checked_level(self, level: str) -> str:
        """Return the name of a level, which may be given in any usual spelling.

        Raises
        ------
        ModelError
            If there is no such level; the message suggests similar ones.
        """
        return find_name("level", level, self.LEVELS, ModelError)

    # The operators == and != compare truth values: a set must not identify constraints by them.
    __hash__ = object.__hash__

    if not TYPE_CHECKING:  # there they are those of `Operators`
        __eq__ = _of_truth("__eq__")
        __ne__ = _of_truth("__ne__")
        __le__ = _of_truth("__le__")
        __lt__ = _of_truth("__lt__")
        __ge__ = _of_truth("__ge__")
        __gt__ = _of_truth("__gt__")
        __add__ = _of_truth("__add__")
        __radd__ = _of_truth("__radd__")
        __sub__ = _of_truth("__sub__")
        __rsub__ = _of_truth("__rsub__")
        __mul__ = _of_truth("__mul__")
        __rmul__ = _of_truth("__rmul__")

    def __neg__(self) -> Expression:
        return -_truth(self)

    def __bool__(self) -> bool:
        raise TruthValueError(
            f"a constraint is neither true nor false, post it to a model: {self!r}; comparisons of "
            "a Series, or of an array that np.array made, need truth values: write "
            "series.map(lambda v: v == 1), or np.equal(array, 1, dtype=object)"
        )


def _truth(constraint: Constraint) -> Expression:
    from csp.model.expressions import expression

    return expression(constraint)
