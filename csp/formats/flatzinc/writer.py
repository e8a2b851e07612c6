"""The writer of FlatZinc: a model as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from csp.bridges.lowering import lowered
from csp.formats.flatzinc.primitives import express
from csp.formats.read_back import checked
from csp.model.expressions import Linear, expression
from csp.model.objective import one_objective
from csp.model.posted_records import View
from exactcover.runtime.search.limits import Flag, watched
from exactcover.runtime.search.request import ProgressLike
from exactcover.runtime.search.work import limited

if TYPE_CHECKING:
    from csp.model.model import Model

RESERVED = (
    *("ann", "annotation", "any", "array", "bool", "case", "constraint", "default", "diff", "div"),
    *("else", "elseif", "endif", "enum", "false", "float", "function", "if", "in", "include"),
    *("int", "intersect", "let", "list", "maximize", "minimize", "mod", "not", "of", "op", "opt"),
    *("output", "par", "predicate", "record", "satisfy", "set", "solve", "string", "subset"),
    *("superset", "symdiff", "test", "then", "true", "tuple", "type", "union", "var", "where"),
    "xor",
)
"""Words of MiniZinc that are no names."""

TYPES = {
    "x": "var int",
    "X": "array [int] of var int",
    "n": "int",
    "N": "array [int] of int",
    "s": "set of int",
    "S": "array [int] of set of int",
    "e": "var set of int",
    "E": "array [int] of var set of int",
}
"""The types of the kinds of arguments (`KINDS`), for the declarations of predicates."""


def to_flatzinc(
    model: Model,
    *,
    minimize: Any = None,
    maximize: Any = None,
    time_limit: float | None = None,
    cancel: Flag | None = None,
    progress: ProgressLike | None = None,
) -> str:
    """Return a model as FlatZinc, with all its variables as output.

    Parameters
    ----------
    model
        The model.
    minimize, maximize
        The objective: an expression. By default any solution is wanted.
    time_limit, cancel, progress
        As for `csp.solve`.

    Returns
    -------
    str
        The text. Solutions of the model and of the text correspond one to one. Global constraints
        have the names of our MiniZinc library, `csp_circuit` and so on.

    Raises
    ------
    ModelError
        If several objectives are given.
    TranslationError
        If a constraint cannot be translated: a propagator of one's own, or `satisfies` where there
        are too many combinations of values; or if values are so large that the text could not be
        read again.
    exactcover.UnfinishedError
        If the time limit or `cancel` stops it.

    Examples
    --------
    >>> from csp import Model
    >>> model = Model()
    >>> x, y = model.variables(2, range(3), name="x")
    >>> model.post(x + 2 * y <= 3)
    >>> print(model.to_flatzinc(maximize=x), end="")
    var 0..2: x_0 :: output_var;
    var 0..2: x_1 :: output_var;
    constraint int_lin_le([1, 2], [x_0, x_1], 3);
    solve maximize x_0;
    """
    goal = one_objective("FlatZinc", minimize, maximize)
    from csp.formats.flatzinc.reader import from_flatzinc

    with limited("the text", time_limit, cancel, progress):
        return checked("FlatZinc", Writer(model).text(*goal), from_flatzinc)


class Writer:
    """The lines of a text; primitives add their constraints to it."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._names = _names(variable.name for variable in model.unknowns)
        self._taken = set(self._names)
        self._further: dict[int, str] = {}
        self._lines: list[str] = []
        self._declared: list[str] = []
        self._predicates: dict[str, str] = {}
        self._truths: dict[int, str] = {}
        self._literals: dict[tuple[int, int], str] = {}

    def text(self, goal: str, wanted: Any) -> str:
        """Return the whole text."""
        self.builder = lowered(self._model.unknowns, self._model.constraints)
        sparse = self._name_sparse()
        objective = None if wanted is None else expression(wanted).linear()
        bounds = (0, 0) if objective is None else self.builder.linear_bounds(objective)
        primitives, groups = self.builder.take()
        if self.builder.is_infeasible:  # some primitives may make no sense
            self.post("bool_eq", True, False)
            primitives, groups = [], []
        for primitive in watched(primitives):
            express(self, primitive)
        for views in groups:
            self._all_different(views)
        aim = "" if objective is None else f" {self._objective(objective, *bounds)}"
        variables = [
            f"var {_domain(sparse.get(v) or self.builder.domain_of(v))}: {name}"
            f"{' :: output_var' if self._is_output(v, sparse) else ' :: var_is_introduced'};"
            for v, name in (*enumerate(self._names), *self._further.items())
        ]
        solve = f"solve {goal}{aim};"
        lines = [*self._predicates.values(), *variables, *self._declared, *self._lines, solve]
        return "\n".join([*lines, ""])

    def _name_sparse(self) -> dict[int, list[int]]:
        """Name the values of sparse variables, not their places; return number -> the values."""
        found = {}
        for index, table in self._model.tables.items():
            v = self.builder.atom(self._model.unknowns[index])
            low, high = self.builder.bounds(v)
            found[v] = [value for value in table if low <= value <= high]
            self._further[v] = self._names[index]
            self._names[index] = self._free(f"{self._names[index]}_place")
        return found

    def _is_output(self, v: int, sparse: dict[int, list[int]]) -> bool:
        return v in sparse or (v < len(self._names) and v not in self._model.tables)

    def _objective(self, linear: Linear, low: int, high: int) -> str:
        """Return the name of a variable that equals the objective."""
        weights, numbers = list(linear.terms.values()), [*map(self.builder.atom, linear.terms)]
        if weights == [1] and not linear.constant:
            return self.name(numbers[0])
        name = self.variable(low, high, "objective")
        names = [*self.names(numbers), name]
        self.post("int_lin_eq", [*weights, -1], names, -linear.constant)
        return name

    def name(self, v: int) -> str:
        """Return the name of a variable, or its value if it is a constant."""
        if self._is_constant(v):
            return str(self.builder.bounds(v)[0])
        if v < len(self._names):
            return self._names[v]
        if v not in self._further:
            self._further[v] = self._free(f"aux_{len(self._further)}")
        return self._further[v]

    def names(self, scope: Iterable[int]) -> list[str]:
        """Return the names of variables."""
        return [*map(self.name, scope)]

    def _is_constant(self, v: int) -> bool:
        low, high = self.builder.bounds(v)
        return v >= len(self._names) and low == high

    def _free(self, name: str) -> str:
        while name in self._taken:
            name += "_"
        self._taken.add(name)
        return name

    def post(self, name: str, *arguments: Any) -> None:
        """Add a constraint; arguments are names, numbers, sets and lists of these."""
        if name.startswith("csp_") and name not in self._predicates:
            from csp.formats.flatzinc.registry import find

            predicate = find(name)
            assert predicate is not None
            kinds = re.sub(r"[?!]", "", predicate.kinds)[: len(arguments)]
            types = ", ".join(f"{TYPES[kind]}: a{k}" for k, kind in enumerate(kinds, 1))
            self._predicates[name] = f"predicate {name}({types});"
        self._lines.append(f"constraint {name}({', '.join(map(_text, arguments))});")

    def variable(self, low: int, high: int, name: str | None = None) -> str:
        """Declare a variable that other ones determine; return its name."""
        name = self._free(name or f"part_{len(self._declared)}")
        self._declared.append(f"var {low}..{high}: {name} :: var_is_introduced;")
        return name

    def truth(self, v: int) -> str | bool:
        """Return the name of the truth value that equals a 0/1 variable."""
        if self._is_constant(v):
            return bool(self.builder.bounds(v)[0])
        if v not in self._truths:
            self._truths[v] = self.condition()
            self.post("bool2int", self._truths[v], self.name(v))
        return self._truths[v]

    def condition(self) -> str:
        """Declare a truth value; return its name."""
        name = self._free(f"truth_{len(self._declared)}")
        self._declared.append(f"var bool: {name} :: var_is_introduced;")
        return name

    def literal(self, v: int, value: int) -> str:
        """Return the truth value of an equation of a variable and a number."""
        if (v, value) not in self._literals:
            self._literals[v, value] = self.condition()
            self.post("int_eq_reif", self.name(v), value, self._literals[v, value])
        return self._literals[v, value]

    def shifted(self, v: int, offset: int) -> str:
        """Return a variable plus a number, as a variable."""
        if not offset:
            return self.name(v)
        low, high = self.builder.bounds(v)
        if self._is_constant(v):
            return str(low + offset)
        name = self.variable(low + offset, high + offset)
        self.post("int_lin_eq", [1, -1], [name, self.name(v)], offset)
        return name

    def _all_different(self, views: Sequence[View]) -> None:
        if len(views) == 2:
            (x, a), (y, b) = views
            self.post("int_lin_ne", [1, -1], self.names([x, y]), b - a)
        elif len(views) > 2:
            self.post("csp_all_different_int", [self.shifted(*view) for view in views])


def _names(names: Iterable[str]) -> list[str]:
    """Return names as identifiers, all different."""
    found: dict[str, None] = {}
    for name in names:
        own = re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_")
        own = own if own[:1].isalpha() else f"v_{own}"
        while own in found or own in RESERVED:
            own += "_"
        found[own] = None
    return list(found)


def _domain(values: Sequence[int]) -> str:
    if values[-1] - values[0] == len(values) - 1:
        return f"{values[0]}..{values[-1]}"
    return "{" + ", ".join(map(str, values)) + "}"


def _text(argument: Any) -> str:
    if isinstance(argument, bool):
        return str(argument).lower()
    if isinstance(argument, list | tuple):
        return f"[{', '.join(map(_text, argument))}]"
    if isinstance(argument, set | frozenset):
        return "{" + ", ".join(map(str, sorted(argument))) + "}"
    return str(argument)
