"""Translation of models to exact cover problems; `csp.bridges.from_cover` is the inverse.

A variable is an item, and each of its values is an option. A value in an all-different constraint
is an item that the options of several variables can cover. Any other constraint is an item whose
options are its allowed combinations; colours make them agree with the variables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from csp.bridges.small_tables import Rows, SmallTables, n_nodes, small_tables
from csp.constraints.all_different import AllDifferent
from csp.constraints.conjunction import separate
from csp.constraints.linear_relation import Relation
from csp.errors import RangeError, TranslationError
from csp.model.constraint import Constraint, ValueOf
from csp.model.enumerated import MOST_COMBINATIONS, n_combinations, no_value, results
from csp.model.expressions import Expression, Linear, Variable
from csp.model.posted_records import MOST_VALUES
from csp.model.solution import Assignment
from exactcover import Option, Problem
from exactcover.runtime.search.limits import watched

if TYPE_CHECKING:
    from csp.model.model import Model

FEW = 8
"""The most variables of a sum that becomes a table for engines of exact cover, of which few
support bounds, unless the sum is 1 or at most 1."""

Literal = tuple[int, int]
"""The index of a variable and one of its values; it is an option."""


class Cover:
    """A model translated to an exact cover problem; made by `Model.to_exact_cover`.

    Attributes
    ----------
    problem
        The problem. Its first options are the values of the variables, labelled ``x=3``; those of
        enumerated constraints follow.
    literals
        The index of the variable, and the value, of each of the first options.
    """

    def __init__(self, model: Model, problem: Problem, literals: Sequence[Literal]) -> None:
        self.problem = problem
        self.literals = literals
        self._model, self._n_variables = model, len(model.unknowns)

    @property
    def n_variables(self) -> int:
        """The number of variables of the model."""
        return self._n_variables

    def coded_literals(self) -> Sequence[Literal]:
        """Return the literals with the numbers by which other engines know the values."""
        if not self._model.tables:
            return self.literals
        unknowns = self._model.unknowns
        return [(index, unknowns[index].coded(value)) for index, value in self.literals]

    def values(self, options: Iterable[int]) -> list[int]:
        """Return the values of all variables in a cover, given as the indices of its options."""
        values = [0] * self._n_variables
        for index in options:
            if index < len(self.literals):
                variable, value = self.literals[index]
                values[variable] = value
        return values

    def solution(self, cover: Iterable[Option]) -> Assignment:
        """Return the solution of the model for a cover of the problem."""
        return Assignment(self._model, self.values(option.index for option in cover))

    def solutions(self, **controls: Any) -> Iterator[Assignment]:
        """Return an iterator over the solutions, with the keywords of `exactcover.solutions`."""
        return map(self.solution, self.problem.solutions(**controls))


def to_exact_cover(
    model: Model, *, decompose: bool = False, language: str = "exact cover"
) -> Cover:
    """Translate a model to an exact cover problem.

    Constraints on one variable restrict its values. `all_different` of expressions with one
    variable each, and x != y + c, become an item for each value. "At most (or exactly) k of some
    0/1 variables" becomes one item, with bounds if k is not 1. Any other constraint becomes a table
    of its allowed combinations.

    Parameters
    ----------
    model
        The model.
    decompose
        Whether constraints with too many combinations become several tables, with further coloured
        items for what they share. Few engines are fast with these, but SAT solvers are.
    language
        What the problem is made for; messages say that this cannot express a constraint.

    Returns
    -------
    The exact cover problem, and the way back to solutions of the model.

    Raises
    ------
    TranslationError
        If a constraint has too many combinations; the message names it.

    Notes
    -----
    Solutions of the model and covers of the problem correspond one to one.

    Examples
    --------
    >>> from csp import Model, all_different
    >>> model = Model()
    >>> x = model.variables(3, range(3), name="x")
    >>> model.post(all_different(x), x[0] + x[1] == 1)
    >>> cover = to_exact_cover(model)
    >>> cover.problem.count(), list(cover.solutions())[0]
    (2, Assignment(x[0]=0, x[1]=1, x[2]=2))
    """
    return Encoder(model, decompose=decompose, language=language).cover()


class Encoder:
    """Collects the items of each value of each variable, and the options of tables."""

    def __init__(
        self, model: Model, *, decompose: bool = False, language: str = "exact cover"
    ) -> None:
        self._model, self._decompose, self._language = model, decompose, language
        self._values: dict[Variable, list[int]] = {}
        for each in watched(model.unknowns, every=16):
            values = each.values
            if len(values) > MOST_VALUES:
                raise TranslationError(
                    f"{language} cannot express {each!r}, which has {len(values)} values: "
                    f"at most {MOST_VALUES} are possible"
                )
            self._values[each] = [*values]
        self._members: dict[Literal, list[str]] = {}
        self._colours: dict[Variable, str] = {}
        self._shared: dict[str, None] = {}
        self._tables: list[tuple[str, dict[str, int], Sequence[int]]] = []
        self._primary: list[str] = []
        self._secondary: list[str] = []
        self._bounds: dict[str, tuple[int, int]] = {}

    def cover(self) -> Cover:
        """Translate all constraints, and return the problem."""
        rest = []
        for k, constraint in enumerate(watched(separate(self._model.constraints), every=8)):
            scope = list(dict.fromkeys(constraint.variables()))
            if len(scope) == 1:
                self._values[scope[0]] = [
                    value for (value,) in self._combinations(constraint, scope)
                ]
            else:
                rest.append((f"{type(constraint).__name__}#{k}", constraint, scope))
        for name, constraint, scope in watched(rest, every=8):
            self._translate(name, constraint, scope)
        return self._problem()

    def _translate(self, name: str, constraint: Constraint, scope: list[Variable]) -> None:
        if not scope:  # a constraint on constants either holds or never does
            self._enumerate(name, constraint, scope)
        elif isinstance(constraint, AllDifferent) and _are_unary(constraint.expressions):
            self._add_all_different(name, constraint.expressions)
        elif isinstance(constraint, Relation) and _are_unary(parts := _sides(constraint)):
            self._add_all_different(name, parts)
        elif isinstance(constraint, Relation) and (chosen := self._bounded_number(constraint)):
            literals, least, most = chosen
            self._bound_number(name, literals, least, most)
        else:
            self._enumerate(name, constraint, scope)

    def _add_all_different(self, name: str, expressions: Sequence[Expression]) -> None:
        """Make an item of each value of the expressions, so that no two have the same value."""
        users: dict[int, list[Literal | None]] = {}
        forbidden: list[Literal] = []
        for each in watched(expressions, every=8):
            for literal, value in self._values_of(each):
                if value is not None:
                    users.setdefault(value, []).append(literal)
                elif literal is None:  # a constant expression without a value
                    return self._add_contradiction(name)
                else:
                    forbidden.append(literal)
        for some in watched(users.values(), every=8):
            if some.count(None) > 1:
                return self._add_contradiction(name)
            # Values that a constant has, or that give two expressions of a variable one value.
            forbidden += [one for one in some if one and (None in some or some.count(one) > 1)]
        self._forbid(forbidden)
        is_onto = len(users) == len(expressions)
        for value, some in watched(users.items(), every=8):
            if None not in some:
                self._item(f"{name}={value}", filter(None, some), is_primary=is_onto)

    def _values_of(self, each: Expression) -> Iterator[tuple[Literal | None, int | None]]:
        """Yield the literals of an expression of at most one variable, with its values for them.

        The literal is None for a constant, and the value is None where the expression has none, as
        its array has no such element.
        """
        variable = next(each.variables(), None)
        if variable is None:
            yield None, _value(each, no_value)
        else:
            for value in self._values[variable]:
                yield (variable.index, value), _value(each, {variable: value}.__getitem__)

    def _add_contradiction(self, name: str) -> None:
        """Add an item without options: nothing satisfies the constraint."""
        self._primary.append(name)

    def _bound_number(self, name: str, literals: list[Literal], least: int, most: int) -> None:
        """Add an item so that the number of chosen options is within bounds."""
        self._item(name, literals, is_primary=(least, most) != (0, 1))
        if most > 1:
            self._bounds[name] = least, most

    def _item(self, name: str, literals: Iterable[Literal], *, is_primary: bool) -> None:
        (self._primary if is_primary else self._secondary).append(name)
        for literal in literals:
            self._members.setdefault(literal, []).append(name)

    def _forbid(self, literals: Iterable[Literal]) -> None:
        for index, value in literals:
            values = self._values[self._model.unknowns[index]]
            if value in values:
                values.remove(value)

    def _bounded_number(self, relation: Relation) -> tuple[list[Literal], int, int] | None:
        """Return the options of a sum of 0/1 variables, and the bounds of how many are chosen."""
        linear = relation.difference
        if linear.dropped:
            return None
        sizes = {abs(c) for c in linear.terms.values()}
        variables = [atom for atom in linear.terms if isinstance(atom, Variable)]
        are_bits = all({0, 1}.issuperset(self._values[v]) for v in variables)
        if len(variables) < len(linear.terms) or len(sizes) != 1 or not are_bits:
            return None
        (size,) = sizes
        # A variable with a negative coefficient counts if it is 0.
        literals = [(v.index, int(linear.terms[v] > 0)) for v in variables]
        n_below = sum(c < 0 for c in linear.terms.values())
        most, remainder = divmod(size * n_below - linear.constant, size)
        if relation.operator == "<=":
            least = 0
        elif relation.operator == "==" and not remainder:
            least = most
        else:
            return None
        is_table = len(literals) <= FEW and not self._decompose  # few engines support bounds
        if least > len(literals) or most < 1 or (most > 1 and is_table):
            return None
        return literals, least, min(most, len(literals))

    def _enumerate(self, name: str, constraint: Constraint, scope: list[Variable]) -> None:
        """Add an option for each combination that satisfies the constraint, or small tables."""
        domains = {variable: self._values[variable] for variable in scope}
        rows: Rows | None = None
        if not self._decompose or n_combinations(domains) <= MOST_COMBINATIONS:
            rows = list(self._combinations(constraint, scope))
            # Each value of each variable is in a row of small tables, beside a state.
            least = 3 * sum(map(len, domains.values()))
            if not self._decompose or len(scope) < 3 or n_nodes([(scope, rows)]) <= least:
                return self._table(name, [*map(self._colour_of, scope)], rows)
        if not all(domains.values()):  # a variable has no values left
            return self._add_contradiction(name)
        own = {variable.index: values for variable, values in domains.items()}
        try:
            split = small_tables(constraint, self._model.unknowns, own)
        except (TranslationError, RangeError):
            if rows is None:
                raise
        else:
            if rows is None or n_nodes(split.tables) < n_nodes([(scope, rows)]):
                return self._add_tables(name, split)
        self._table(name, [*map(self._colour_of, scope)], rows)

    def _add_tables(self, name: str, split: SmallTables) -> None:
        """Add tables that together say what a constraint says."""
        for index, values in split.values.items():
            own = self._values[self._model.unknowns[index]]
            self._forbid([(index, v) for v in own if v not in {*values}])
        if split.is_infeasible:
            self._add_contradiction(name)
        for k, (scope, rows) in enumerate(split.tables):
            colours = [
                self._colour_of(self._model.unknowns[key])
                if isinstance(key, int)
                else f"{name}{key}"
                for key in scope
            ]
            self._shared.update(dict.fromkeys(colours))
            self._table(f"{name}.{k}", colours, rows)

    def _table(self, name: str, colours: Sequence[str], rows: Iterable[Sequence[int]]) -> None:
        """Add an item whose options are rows: the colours of some items."""
        self._primary.append(name)
        for row in rows:
            self._tables.append((name, dict(zip(colours, row, strict=True)), row))

    def _colour_of(self, variable: Variable) -> str:
        """Return the item whose colour is the value of a variable."""
        colour = self._colours.setdefault(variable, f"value-of-{variable.name}")
        self._shared[colour] = None
        return colour

    def _combinations(
        self, constraint: Constraint, scope: Sequence[Variable]
    ) -> Iterator[tuple[int, ...]]:
        """Yield the combinations of values that satisfy a constraint."""
        domains = {variable: self._values[variable] for variable in scope}
        for values, holds in results(self._language, constraint, domains, constraint.holds):
            if holds:
                yield values

    def _problem(self) -> Cover:
        """Return the problem of all options and items."""
        literals: list[Literal] = []
        options: list[dict[str, int | None]] = []
        labels: list[str] = []
        for variable, values in watched(self._values.items(), every=8):
            colour = self._colours.get(variable)
            for value in values:
                literals.append((variable.index, value))
                members = self._members.get(literals[-1], ())
                options.append(dict.fromkeys((variable.name, *members)))
                if colour:
                    options[-1][colour] = value
                labels.append(f"{variable.name}={value}")
        for name, colours, row in watched(self._tables):
            options.append({name: None, **colours})
            labels.append(f"{name}({','.join(map(str, row))})")
        primary = [variable.name for variable in self._values] + self._primary
        secondary = [*self._secondary, *self._shared]
        problem = Problem(options, primary, secondary, labels=labels, bounds=self._bounds)
        return Cover(self._model, problem, literals)


def _value(each: Expression, value_of: ValueOf) -> int | None:
    """Return the value of an expression, or None if it has none."""
    try:
        return each.value(value_of)
    except IndexError:
        return None


def _are_unary(expressions: Sequence[Expression]) -> bool:
    """Return whether there are expressions, and each has at most one variable."""
    return bool(expressions) and all(len(set(each.variables())) <= 1 for each in expressions)


def _sides(relation: Relation) -> list[Expression]:
    """Return the two expressions of a relation x != y, or no expressions."""
    difference = relation.difference
    if relation.operator != "!=" or len(difference.terms) != 2 or difference.dropped:
        return []
    (one, a), (other, b) = difference.terms.items()
    return [Linear({one: a}, difference.constant), Linear({other: -b}, 0)]
