"""The translation of a model to CP-SAT: each constraint natively where CP-SAT has it.

Constraints are lowered to primitive ones (`csp.bridges.lowering`), which `cpsat_primitives` adds.
Those that would lose their structure by that add themselves as they are (`add_to_cpsat`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from csp.bridges.lowering import Lowering
from csp.constraints.conjunction import separate
from csp.errors import TranslationError
from csp.model.constraint import Constraint
from csp.model.expressions import Expression
from csp.solvers.cpsat_primitives import add
from exactcover.runtime.search.limits import stop_if_due

if TYPE_CHECKING:
    from csp.model.model import Model


class CpSatModel:
    """A model of CP-SAT, and its variables.

    Attributes
    ----------
    model
        The model of CP-SAT.
    variables
        Its variables, one for each of ours.
    builder
        The builder that lowers constraints; its variables are numbers.
    """

    def __init__(self, source: Model, cp_model: Any) -> None:
        self.model = cp_model.CpModel()
        self._domains = cp_model.Domain
        self.builder = Lowering(source.unknowns)
        self._made: dict[int, tuple[Any, int]] = {}
        self._lows: dict[int, int] = {}
        self._bits: set[int] = set()
        self._literals: dict[tuple[int, int], Any] = {}
        self.variables = [self._variable(v) for v in range(len(source.unknowns))]
        for constraint in separate(source.constraints):
            stop_if_due()
            self._post(constraint)
        self._finish()

    def expression(self, each: Expression) -> Any:
        """Translate an expression: as a sum, so that it may have any number of values."""
        linear = each.linear()
        self.builder.linear_bounds(linear)
        terms = [(c, self.builder.atom(atom)) for atom, c in linear.terms.items()]
        self._drain()
        found = linear.constant + self.weighted([c for c, _ in terms], [v for _, v in terms])
        self._finish()
        return found

    def some(self, scope: Iterable[int]) -> list[Any]:
        """Return the variables of CP-SAT for variables of the builder."""
        return [self._variable(v) for v in scope]

    def numbers(self, expressions: Iterable[Expression]) -> list[Any]:
        """Return variables of CP-SAT that equal expressions."""
        return self.some(self.placed(expressions))

    def placed(self, expressions: Iterable[Expression]) -> list[int]:
        """Return variables of the builder that equal expressions, and are translated."""
        found = [self.builder.variable_of(each) for each in expressions]
        self._drain()
        return found

    def weighted(self, weights: Sequence[int], scope: Iterable[int]) -> Any:
        """Return a sum of variables times numbers."""
        return sum(c * each for c, each in zip(weights, self.some(scope), strict=True))

    def bit(self, v: int) -> Any:
        """Return the literal of a 0/1 variable."""
        own = self._variable(v)
        is_open = self.builder.bounds(v) == (0, 1) and v in self._bits
        return own if is_open else self.literal(v, 1)

    def literal(self, v: int, value: int) -> Any:
        """Return a literal that is true if and only if a variable has a value."""
        if (v, value) not in self._literals:
            own, values = self._variable(v), self.builder.domain_of(v)
            if value not in values or len(values) == 1:
                found = self.model.new_constant(int(value in values))
            elif [*values[:3]] == [0, 1] and v in self._bits:
                found = own if value else ~own
            else:
                found = self.condition(own == value, own != value)
            self._literals[v, value] = found
        return self._literals[v, value]

    def literals(self, scope: Sequence[int], values: Sequence[int | None]) -> list[Any]:
        """Return the literals of a tuple; None stands for any value."""
        pairs = zip(scope, values, strict=True)
        return [self.literal(v, value) for v, value in pairs if value is not None]

    def condition(self, holds: Any, fails: Any) -> Any:
        """Return a literal for a comparison, which is given with its negation."""
        literal = self.model.new_bool_var("")
        self.model.add(holds).only_enforce_if(literal)
        self.model.add(fails).only_enforce_if(~literal)
        return literal

    def conjunction(self, literals: Sequence[Any]) -> Any:
        """Return a literal that is true if and only if all literals are."""
        if not literals:
            return self.model.new_constant(1)
        result = self.model.new_bool_var("")
        self.model.add_bool_and(literals).only_enforce_if(result)
        self.model.add_bool_or([result, *(~literal for literal in literals)])
        return result

    def interval(self, start: int, size: int, *, is_solid: bool = False) -> Any:
        """Return the interval of a task; it is absent without duration, if it has to be solid."""
        begin, length = self.some([start, size])
        (low, high), (least, most) = self.builder.bounds(start), self.builder.bounds(size)
        if self._lows[size] < 0:  # CP-SAT wants that the variable cannot be negative
            own = self.model.new_int_var(max(least, 0), max(most, 0), "")
            self.model.add(own == length)
            length = own
        end = begin + least
        if most > least:
            end = self.model.new_int_var(low + least, high + most, "")
            self.model.add(end == begin + length)
        if not is_solid or least > 0:
            return self.model.new_interval_var(begin, length, end, "")
        present = self.condition(length >= 1, length <= 0)
        return self.model.new_optional_interval_var(begin, length, end, present, "")

    def _variable(self, v: int) -> Any:
        """Return the variable of CP-SAT for a variable of the builder."""
        if v not in self._made:
            values = self.builder.domain_of(v)
            name = self.builder.name_of(v)
            made = self.model.new_int_var_from_domain(self._domain(values), name)
            self._made[v] = made, len(values)
            self._lows[v] = values[0]
            if [*values[:3]] == [0, 1]:
                self._bits.add(v)
        return self._made[v][0]

    def _domain(self, values: Sequence[int]) -> Any:
        """Return values as CP-SAT has them; a range as its two ends."""
        if isinstance(values, range):
            return self._domains(values[0], values[-1])
        return self._domains.from_values(list(values))

    def _post(self, constraint: Constraint) -> None:
        if constraint.add_to_cpsat(self):
            return
        try:
            constraint.build(self.builder)
        except TranslationError as error:
            raise TranslationError(f"CP-SAT cannot express {constraint!r}: {error}") from None
        self._drain()

    def _drain(self) -> None:
        """Translate what was lowered since the last time."""
        primitives, groups = self.builder.take()
        if self.builder.is_infeasible:  # some primitives may make no sense
            return
        for primitive in primitives:
            add(self, primitive)
        for views in groups:
            pairs = zip(self.some(v for v, _ in views), views, strict=True)
            self.model.add_all_different([own + view.offset for own, view in pairs])

    def _finish(self) -> None:
        """Restrict variables whose domains became smaller after they were made."""
        if self.builder.is_infeasible:
            self.model.add_bool_or([])
        for v, (own, n) in self._made.items():
            values = self.builder.domain_of(v)
            if len(values) < n:
                self.model.add_linear_expression_in_domain(own, self._domain(values))
                self._made[v] = own, len(values)
