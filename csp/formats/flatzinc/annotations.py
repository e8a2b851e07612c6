"""Search annotations: how a model wants to be searched, as controls of our verbs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from csp.errors import ModelError
from csp.formats.flatzinc.items import Call, Name
from csp.formats.flatzinc.tokens import FlatZincError
from csp.model.expressions import Expression, Variable
from csp.phases import OF_SETS, Neighbourhood, Phase, Priority, Step
from csp.sets.expressions import SetExpression, as_set

ORDERS = {
    "input_order": "input",
    "first_fail": "smallest",
    "anti_first_fail": "largest",
    "smallest": "lowest",
    "largest": "highest",
    "occurrence": "most constraints",
    "most_constrained": "most constrained",
    "max_regret": "regret",
    "dom_w_deg": "dom/wdeg",
}
"""The choice of a variable in MiniZinc -> the order of a phase."""

VALUES = {
    "indomain": "least",
    "indomain_min": "least",
    "indomain_max": "greatest",
    "indomain_median": "median",
    "indomain_middle": "middle",
    "indomain_random": "random",
    "indomain_split": "split",
    "indomain_reverse_split": "reverse split",
    "indomain_split_random": "random split",
    "indomain_interval": "interval",
    "outdomain_min": "not least",
    "outdomain_max": "not greatest",
    "outdomain_median": "not median",
    "outdomain_random": "not random",
}
"""The choice of a value in MiniZinc -> the values of a phase."""

SEQUENCES = {
    "restart_constant": "constant",
    "restart_linear": "linear",
    "restart_luby": "luby",
    "restart_geometric": "geometric",
}
"""The restarts of MiniZinc -> our sequence."""

DOMAIN = ("domain", "domain_propagation")
"""The annotations of a constraint that ask for domain consistency."""

Resolved = Callable[[Any], Any]
"""Returns an expression of the text with variables in place of names."""


def search_of(annotations: list[Any], resolved: Resolved) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the controls of a search that annotations ask for, and what cannot be done.

    Searches are done one after another in the order of the text, after the warm starts that are in
    none of them. What is unknown is left out, and a note says so.

    Parameters
    ----------
    annotations
        The annotations of the solve item.
    resolved
        Returns an expression of the text with variables in place of names.
    """
    reading = _Reading(resolved)
    warm = [each for each in annotations if _name(each).startswith("warm_start")]
    others = [each for each in annotations if not _name(each).startswith("warm_start")]
    steps = [*reading.steps(warm), *reading.steps(others)]
    found = dict(reading.restarts)
    if steps:
        found["decide"] = steps
    if any(isinstance(each, Neighbourhood) for each in steps):
        found["method"] = "free"  # neighbourhoods alone prove nothing
    if reading.start:
        found["values"] = reading.start
    return found, tuple(dict.fromkeys(reading.notes))


def levels_of(annotations: list[Any]) -> list[str]:
    """Return the level of consistency that annotations of a constraint ask for; none by default.

    Only domain consistency is stronger than what the constraints of a model have by themselves.
    """
    return ["domain"] if any(_name(each) in DOMAIN for each in annotations) else []


class _Reading:
    """Reads annotations.

    Attributes
    ----------
    restarts
        The controls of restarts, of the first annotation that has some.
    start
        The values of warm starts.
    notes
        What was left out, and why.
    """

    def __init__(self, resolved: Resolved) -> None:
        self._resolved = resolved
        self.restarts: dict[str, Any] = {}
        self.start: dict[Variable, int] = {}
        self.notes: list[str] = []

    def steps(self, annotations: Any) -> list[Step]:
        """Return the phases and priorities that annotations ask for."""
        found: list[Step] = []
        for each in annotations if isinstance(annotations, list) else [annotations]:
            found += self.steps(each) if isinstance(each, list) else self._steps_of(each)
        return found

    def _steps_of(self, each: Any) -> list[Step]:
        name = _name(each)
        arguments = each.arguments if isinstance(each, Call) else []
        known = _KNOWN.get(name)
        if known is None:
            self.notes.append(f"{name or each} is no search that is known: it is left out")
            return []
        n, read = known
        if len(arguments) < n:
            self.notes.append(f"{name} has {len(arguments)} arguments instead of {n}: left out")
            return []
        try:
            return read(self, name, arguments)
        except FlatZincError:
            raise
        except (ModelError, TypeError) as error:
            self.notes.append(f"{name} is left out: {error}")
            return []

    def _sequence(self, name: str, arguments: list[Any]) -> list[Step]:
        return [step for each in arguments for step in self.steps(each)]

    def _phase(self, name: str, arguments: list[Any]) -> list[Step]:
        given = self._variables(name, arguments[0])
        order = self._known(ORDERS, arguments[1], "input_order")
        values = self._known(VALUES, arguments[2], "indomain_min")
        if name == "set_search":
            if values not in OF_SETS:
                self.notes.append(f"{_name(arguments[2])} is not for sets: indomain_min is taken")
                values = "least"
            sets = [each for each in given if isinstance(each, SetExpression)]
            return [Phase(sets, order, values)] if sets else []
        return [Phase(given, order, values)] if given else []

    def _variables(self, name: str, given: Any) -> list[Any]:
        """Return the variables that are to be decided; constants are decided already."""
        found: list[Any] = []
        for each in self._list(given):
            if name == "set_search":
                found.append(as_set(each))
            elif isinstance(each, Expression):
                found.append(each)
            elif not isinstance(each, int):
                self.notes.append(f"{name} has {each!r}, which is no variable for it: left out")
        return found

    def _known(self, table: dict[str, str], given: Any, default: str) -> str:
        """Return what a name stands for; an unknown one stands for the default."""
        name = _name(given)
        if name not in table:
            self.notes.append(f"{name or given} is not known: {default} is taken")
        return table.get(name, table[default])

    def _priority(self, name: str, arguments: list[Any]) -> list[Step]:
        keys = [int(each) if isinstance(each, bool) else each for each in self._list(arguments[0])]
        found = [self.steps(each) for each in arguments[1]]
        order = self._known(ORDERS, arguments[2], "input_order")
        searches = [[step for step in steps if type(step) is not Neighbourhood] for steps in found]
        kept = [step for steps in found for step in steps if type(step) is Neighbourhood]
        return [Priority(keys, searches, order), *kept]

    def _warm_start(self, name: str, arguments: list[Any]) -> list[Step]:
        variables, values = self._list(arguments[0]), self._list(arguments[1])
        if len(variables) != len(values):
            self.notes.append(
                f"{name} has {len(variables)} variables and {len(values)} values: the rest is "
                "left out"
            )
        wishes: list[tuple[Expression, int]] = []
        for each, value in zip(variables, values, strict=False):
            if isinstance(each, SetExpression):
                members = frozenset(value)
                wishes += [(bit, int(k in members)) for k, bit in each.members.items()]
            elif isinstance(each, Expression) and isinstance(value, int):
                wishes.append((each, int(value)))
        for each, value in wishes:
            if isinstance(each, Variable) and each.may_be(value):
                self.start.setdefault(each, value)
        if not wishes:
            return []
        return [Phase([each for each, _ in wishes], values=[value for _, value in wishes])]

    def _restart(self, name: str, arguments: list[Any]) -> list[Step]:
        if self.restarts:
            self.notes.append(f"{name} is left out: there is another restart before it")
            return []
        *rest, scale = [self._resolved(each) for each in arguments]
        if isinstance(scale, bool) or not isinstance(scale, int) or scale < 1:
            self.notes.append(f"{name} is left out: its scale must be a number from 1 on")
            return []
        sequence: Any = SEQUENCES[name]
        if sequence == "geometric":
            base = rest[0] if rest else None
            if not isinstance(base, int | float) or not 1 <= base <= 1000:
                self.notes.append(f"{name} is left out: its base must be a number from 1 to 1000")
                return []
            sequence = (sequence, float(base))
        self.restarts = {"restart": scale, "sequence": sequence}
        return []

    def _no_restart(self, name: str, arguments: list[Any]) -> list[Step]:
        if not self.restarts:
            self.restarts = {"restart": 0}
        return []

    def _relax(self, name: str, arguments: list[Any]) -> list[Step]:
        if len(arguments) > 2:
            self._warm_start(name, [arguments[0], arguments[2]])
        given = self._variables(name, arguments[0])
        variables = [each for each in given if type(each) is Variable]
        for each in given:
            if type(each) is not Variable:
                self.notes.append(f"{name} has {each!r}, which is no variable for it: left out")
        return [Neighbourhood(variables, self._resolved(arguments[1]))]

    def _list(self, given: Any) -> list[Any]:
        found = self._resolved(given)
        if not isinstance(found, list):
            raise ModelError("an array is needed")
        return found


_KNOWN: dict[str, tuple[int, Callable[[_Reading, str, list[Any]], list[Step]]]] = {
    "int_search": (3, _Reading._phase),
    "bool_search": (3, _Reading._phase),
    "set_search": (3, _Reading._phase),
    "seq_search": (1, _Reading._sequence),
    "priority_search": (3, _Reading._priority),
    "warm_start": (2, _Reading._warm_start),
    "warm_start_array": (1, _Reading._sequence),
    "warm_start_bool": (2, _Reading._warm_start),
    "warm_start_int": (2, _Reading._warm_start),
    "warm_start_set": (2, _Reading._warm_start),
    "restart_constant": (1, _Reading._restart),
    "restart_linear": (1, _Reading._restart),
    "restart_luby": (1, _Reading._restart),
    "restart_geometric": (2, _Reading._restart),
    "restart_none": (0, _Reading._no_restart),
    "relax_and_reconstruct": (2, _Reading._relax),
}
"""Name -> the number of arguments that it needs, and the method that reads it."""


def _name(each: Any) -> str:
    return each.name if isinstance(each, Call | Name) else ""
