"""The reader of FlatZinc: its items become a model."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import Any

from csp.constraints.all_different import all_different
from csp.errors import ModelError, reading_model
from csp.formats.flatzinc.annotations import levels_of, search_of
from csp.formats.flatzinc.bounds import DEFINED, Bounds
from csp.formats.flatzinc.checks import ends
from csp.formats.flatzinc.definitions import Definitions
from csp.formats.flatzinc.items import Call, Declaration, Name, Program
from csp.formats.flatzinc.output import Output, output_of, written
from csp.formats.flatzinc.predicate import within
from csp.formats.flatzinc.reals import Real, real
from csp.formats.flatzinc.registry import PREDICATES, find, unknown
from csp.formats.flatzinc.rows import ROWS, Found, FoundTable, together
from csp.formats.flatzinc.scope import Scope
from csp.formats.flatzinc.syntax import parse
from csp.formats.flatzinc.tokens import FlatZincError
from csp.formats.instance import Instance
from csp.formats.uncollected import uncollected
from csp.model.constraint import Constraint
from csp.model.expressions import Expression
from csp.model.model import Model
from csp.model.posted_records import LEAST_WIDE, MOST_OF_VARIABLE, MOST_VALUES
from csp.model.rows import FEWEST, Rows
from csp.sets.expressions import as_set
from exactcover.runtime.arguments import check_text
from exactcover.runtime.errors import BudgetError
from exactcover.runtime.reading_budget import attempt, left, spend
from exactcover.runtime.search.limits import watched

SET, FLOAT = "set of int", "float"
BOTH = range(2)
"""The values of a truth value."""
FEW_LARGE = 4
"""Where a text would use more than this part of the budget of values, those of large domains are
not kept one by one."""
NOT_THERE = {
    "set of float": "there are no sets of real numbers",
}
"""The types of variables that models do not have."""


@reading_model()
@uncollected()
def from_flatzinc(text: str) -> Instance:
    """Return the model of a FlatZinc text, with its goal and its search annotations.

    It takes no limits: `exactcover.Budget` bounds what a text may ask for.

    Parameters
    ----------
    text
        The text: what MiniZinc makes of a model, or a file of this language.

    Returns
    -------
    Instance
        The model, its objective and its variables.

    Raises
    ------
    ModelError
        If the text is wrong, has something that models do not have (real numbers, an unknown
        predicate), or asks for more than the `exactcover.Budget` of readers allows; the message
        names the line.

    Notes
    -----
    A variable that is defined as another one plus a number becomes that expression. One without
    bounds gets those that the constraints imply; where they imply none, `Instance.assumed` has its
    name.

    Until the text is read, Python's collector of cyclic garbage is off in the whole process.

    Examples
    --------
    >>> from csp import from_flatzinc
    >>> instance = from_flatzinc('''
    ... array [1..2] of int: weights = [2, 3];
    ... var 0..9: x;
    ... var 0..9: y;
    ... array [1..2] of var int: all :: output_array([1..2]) = [x, y];
    ... constraint int_lin_eq(weights, all, 12);
    ... solve satisfy;
    ... ''')
    >>> instance.model.count()
    3
    >>> print(instance.text(instance.model.solve().solution))
    all = array1d(1..2, [0, 4]);
    """
    program = parse(check_text("text", text))
    n_values = sum(map(size_of, program.declarations))
    if n_values > left("values") // FEW_LARGE:
        # Some constraints need to know single values.
        with suppress(FlatZincError), attempt():
            return _Reader(program, LEAST_WIDE).instance()
    return _Reader(program, MOST_VALUES).instance()


_Row = tuple[Call, Found | FoundTable]


def _are_alike(one: _Row, other: _Row) -> bool:
    """Return whether rows can be posted together."""
    kind = type(one[1])
    return kind is type(other[1]) and (kind is Found or one[0].name == other[0].name)


class _Reader:
    """Makes the model of a program.

    Parameters
    ----------
    program
        The program.
    most_kept
        Of more values of a variable that follow each other only the bounds are kept.
    """

    def __init__(self, program: Program, most_kept: int) -> None:
        self._program = program
        self._model = Model()
        self._scope = Scope(program, self._made)
        self._definitions = Definitions(program, self._scope)
        self._copies = dict(self._definitions.copies())
        self._bounds = Bounds(program, self._scope.declarations, MOST_VALUES)
        self._trial = self._model.trial()  # it knows the bounds of functions, each built once
        self._most_kept = most_kept
        self._posted: list[tuple[Sequence[Call], Constraint]] = []
        self._run: list[_Row] = []
        arrays = (each for each in program.declarations if each.length is not None)
        self._arrays = {each.name: each.value for each in arrays}

    def instance(self) -> Instance:
        """Return the instance."""
        scope, goal, declarations = self._scope, self._program.goal, self._program.declarations
        defined = [each for each in declarations if self._is_defined(each)]
        mentioning = {each.name: each for each in defined if self._may_mention(each)}
        for name in self._definitions.in_order(mentioning):
            scope.value_of(name, mentioning[name].start)
        # Those that may be defined come first, whether they became expressions or variables: their
        # order is that of the searches.
        self._make_all(defined)
        self._make_all(declarations)
        outputs = [
            one
            for each in declarations
            if each.annotations and (one := self._output(each, scope.values[each.name])) is not None
        ]
        for k, call in enumerate(watched(self._program.constraints)):
            if k not in self._definitions.used:
                self._add(call)
        self._post_all()
        assert goal is not None  # the parser has checked it
        objective, unit = None, Fraction(1)
        if goal.objective is not None:
            found = scope.resolved(goal.objective, goal.start)
            if isinstance(found, Real):
                objective, unit = found
            else:
                objective = scope.argument("x", goal.objective, goal.start, f"what to {goal.kind}")
        search, notes = search_of(goal.annotations, partial(scope.resolved, start=goal.start))
        return Instance(
            self._model,
            goal.kind,
            objective,
            scope.values,
            search,
            partial(written, outputs),
            tuple(self._bounds.assumed),
            unit,
            notes,
        )

    def _is_defined(self, own: Declaration) -> bool:
        """Return whether the value of a declared name may be the expression that defines it."""
        if own.length is not None or own.value is not None or not own.is_variable:
            return False
        if own.kind != "int" or own.name in self._copies:
            return own.kind == FLOAT
        return DEFINED in own.annotations or is_wide(own.domain)

    def _may_mention(self, own: Declaration) -> bool:
        """Return whether what defines a variable may be an expression of other variables."""
        return own.kind != "int" or is_wide(own.domain) or self._definitions.may_have_view(own)

    def _make_all(self, declarations: list[Declaration]) -> None:
        """Make the values of declared names, in their order.

        Plain variables that follow each other are made at once.
        """
        scope = self._scope
        for is_plain, run in groupby(declarations, key=self._is_plain):
            own = [*run]
            if is_plain:
                ranges = {each.name: BOTH if each.kind == "bool" else each.domain for each in own}
                with suppress(ModelError, BudgetError):  # one by one, the wrong one is found
                    made = self._model.ranged_variables(ranges)
                    scope.values.update(zip(ranges, made, strict=True))
                    continue
            for each in own:
                scope.value_of(each.name, each.start)

    def _is_plain(self, own: Declaration) -> bool:
        """Return whether a variable is defined by nothing, and its values are a range and kept."""
        if own.value is not None or own.length is not None or not own.is_variable:
            return False
        if own.name in self._scope.values or own.name in self._copies:
            return False
        if own.kind == "bool":
            return True
        is_kept = own.kind == "int" and type(own.domain) is range
        if not is_kept or not 0 < len(own.domain) <= min(MOST_VALUES, self._most_kept):
            return False
        return not self._definitions.may_have_view(own)

    def _output(self, own: Declaration, value: Any) -> Output | None:
        """Return how a declaration is printed, or None; an error names its place."""
        try:
            return output_of(own, value)
        except ModelError as error:
            self._scope.fail(own.start, f"{own.name}: {error}")

    def _made(self, own: Declaration) -> Any:
        """Return the value of a declared name; an error names the place of the declaration."""
        try:
            return self._value(own)
        except FlatZincError:
            raise
        except (ModelError, BudgetError) as error:
            self._scope.fail(own.start, f"{own.name}: {error}")

    def _value(self, own: Declaration) -> Any:
        """Return the value of a declared name; make a variable if it has none."""
        scope = self._scope
        if not own.is_variable:
            return scope.resolved(own.value, own.start)
        if own.kind in NOT_THERE:
            scope.fail(own.start, f"{own.name}: {NOT_THERE[own.kind]}")
        if own.kind == SET:
            return self._set(own)
        if own.kind == FLOAT:
            return self._real(own)
        if own.length is not None:
            return scope.argument("X", own.value, own.start, f"the value of {own.name}")
        value = self._copies.get(own.name) if own.value is None else own.value
        if value is None:
            return self._variable(own)
        found = scope.argument("x", value, own.start, f"the value of {own.name}")
        self._post_within(own, found)
        return found

    def _real(self, own: Declaration) -> Any:
        """Return a real variable as what defines it, or an array of these."""
        if own.length is not None:
            return self._scope.argument("F", own.value, own.start, f"the value of {own.name}")
        if own.value is not None:
            found = self._scope.argument("f", own.value, own.start, f"the value of {own.name}")
        else:
            found = self._definitions.real(own.name)
        if found is None:
            self._scope.fail(own.start, f"{own.name}: a real variable must follow from integers")
        if own.domain is not None:
            find_le, (least, most) = PREDICATES["float_le"], map(real, own.domain)
            self._post(own.start, own.name, find_le.constraint(least, found))
            self._post(own.start, own.name, find_le.constraint(found, most))
        return found

    def _set(self, own: Declaration) -> Any:
        """Return a set variable, the set that it equals, or an array of these."""
        if own.value is None and own.domain is None:
            self._scope.fail(own.start, f"{own.name} has no bounds: a set variable must have them")
        if own.value is None:
            return self._model.set_variable(own.domain, own.name)
        kind = "e" if own.length is None else "E"
        found = self._scope.argument(kind, own.value, own.start, f"the value of {own.name}")
        if own.domain is not None:
            for each in found if kind == "E" else [found]:
                self._post(own.start, own.name, as_set(each) <= own.domain)
        return found

    def _variable(self, own: Declaration) -> Expression:
        """Return a new variable, or the expression that takes its place."""
        if own.kind == "bool":
            return self._model.bool_var(own.name)
        domain: range | frozenset[int] | None = own.domain
        if domain is not None and not domain:
            return self._nothing(own)
        view = self._definitions.view(own)
        if view is not None:
            self._post_within(own, view)
            return view
        if is_wide(domain) and not isinstance(domain, frozenset):
            return self._bounded(own)
        return self._new(own, domain)

    def _nothing(self, own: Declaration) -> Expression:
        """Return a variable that has no value."""
        empty = self._model.variable([0], own.name)
        self._post(own.start, own.name, empty != 0)
        return empty

    def _bounded(self, own: Declaration) -> Expression:
        """Return a variable with the bounds that constraints imply, or what defines it.

        It is that expression if it has more values than a variable can have. If nothing defines it,
        its declaration is refused where it says so many values; else it gets as many as can be.
        """
        low, high = self._bounds.of(own.name)
        if low > high:
            return self._nothing(own)
        if high - low < MOST_OF_VARIABLE:
            return self._new(own, range(low, high + 1))
        for k, found in self._definitions.expressions(own.name):
            self._trial.linear_bounds(found.linear())  # raises if it is too large
            for _ in found.variables():
                spend("copies")
            self._definitions.used.add(k)
            self._post_within(own, found)
            return found
        if own.domain is not None:
            return self._new(own, own.domain)
        self._bounds.assumed.append(own.name)
        least = max(low, min(high - MOST_OF_VARIABLE + 1, -MOST_OF_VARIABLE // 2))
        return self._new(own, range(least, least + MOST_OF_VARIABLE))

    def _new(self, own: Declaration, domain: Any) -> Expression:
        """Return a new variable; an error names the place of its declaration."""
        try:
            is_large = size_of(own) > self._most_kept
            return self._model.variable(domain, own.name, bounds_only=is_large)
        except ModelError as error:
            self._scope.fail(own.start, str(error))

    def _post_within(self, own: Declaration, found: Expression) -> None:
        """Post that an expression is within the domain of a variable, unless it always is."""
        domain = range(2) if own.kind == "bool" else own.domain
        if domain is None:
            return
        low, high = self._trial.linear_bounds(found.linear())
        if not (isinstance(domain, range) and domain and domain[0] <= low and high <= domain[-1]):
            self._post(own.start, own.name, within(found, domain))

    def _add(self, call: Call) -> None:
        """Post a constraint; those that follow each other and are rows together."""
        row = self._row(call)
        if row is None:
            self._end_run()
            self._post(call.start, call.name, self._constraint(call))
            return
        if self._run and not _are_alike(self._run[-1], (call, row)):
            self._end_run()
        self._run.append((call, row))

    def _row(self, call: Call) -> Found | FoundTable | None:
        """Return a constraint as a row, or None."""
        row_of = ROWS.get(call.name)
        if row_of is None:
            return None
        named = [self._named(each) for each in call.arguments]
        row = row_of(*named)
        if row is not None:
            pairs = zip(call.arguments, named, strict=True)
            arrays = (own for each, own in pairs if own is not each and isinstance(own, list))
            n_terms = sum(map(len, arrays))
            try:
                spend("terms", n_terms)
            except BudgetError:  # alone, the argument is named
                return None
        return row

    def _named(self, each: Any) -> Any:
        """Return an argument as the text has it, with the elements of an array for its name."""
        return self._arrays[each] if type(each) is Name and each in self._arrays else each

    def _end_run(self) -> None:
        """Post the rows that follow each other."""
        run, self._run = self._run, []
        values = self._scope.values
        if len(run) < FEWEST:
            for call, own in run:
                constraint = own.constraint(values)
                if constraint is None:
                    constraint = self._constraint(call)
                self._post(call.start, call.name, constraint)
            return
        calls, rows = zip(*run, strict=True)
        found = together(rows, values)
        if found is not None:
            self._posted.append((calls, found))
            return
        for is_row, part in groupby(run, lambda own: own[1].constraint(values) is not None):
            if is_row:
                self._run = [*part]
                self._end_run()
            else:
                for call, _ in part:
                    self._post(call.start, call.name, self._constraint(call))

    def _constraint(self, call: Call) -> Constraint:
        predicate = find(call.name)
        if predicate is None:
            self._scope.fail(call.start, unknown(call.name))
        given = self._scope.arguments(predicate, call)
        if predicate.constraint is all_different:
            given += levels_of(call.annotations)
        try:
            return predicate.constraint(*given)
        except (ModelError, OverflowError, ValueError) as error:
            self._scope.fail(call.start, f"{call.name}: {error}")

    def _post(self, start: int, name: str, constraint: Constraint) -> None:
        self._posted.append(([Call(name, [], start)], constraint))

    def _post_all(self) -> None:
        """Post all constraints at once; if one cannot be posted, say which."""
        self._end_run()
        try:
            self._model.post(constraint for _, constraint in self._posted)
        except ModelError:
            for calls, posted in self._posted:
                own = posted.constraints() if isinstance(posted, Rows) else [posted]
                for call, constraint in zip(calls, own, strict=True):
                    try:
                        self._model.post(constraint)
                    except ModelError as error:
                        self._scope.fail(call.start, f"{call.name}: {error}")


def is_wide(domain: range | frozenset[int] | None) -> bool:
    """Return whether a domain has no bounds, or more values between them than a bit set."""
    if type(domain) is range:  # most often, and fast
        return domain.stop - domain.start > MOST_VALUES
    return domain is None or (bool(domain) and ends(domain)[1] - ends(domain)[0] >= MOST_VALUES)


def size_of(own: Declaration) -> int:
    """Return the number of values from the least to the greatest one of a variable, if any."""
    if own.kind != "int" or own.value is not None or own.length is not None or not own.domain:
        return 0
    if type(own.domain) is range:  # most often, and fast
        n = own.domain.stop - own.domain.start
        return n if n <= MOST_VALUES else 0
    low, high = ends(own.domain)
    return high - low + 1 if high - low < MOST_VALUES else 0
