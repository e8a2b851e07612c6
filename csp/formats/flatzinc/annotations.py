"""Search annotations: how a model wants to be searched, as controls of our verbs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from csp.formats.flatzinc.syntax import Call, Name
from csp.model.expressions import Variable

ORDERS = {
    "input_order": "input",
    "first_fail": "smallest",
    "most_constrained": "smallest",
    "dom_w_deg": "dom/wdeg",
}
"""The choice of a variable in MiniZinc -> ours; others are left to our defaults."""

VALUES = {
    "indomain": "least",
    "indomain_min": "least",
    "indomain_max": "greatest",
    "indomain_random": "random",
    "indomain_split": "least",
    "indomain_reverse_split": "greatest",
}
"""The choice of a value in MiniZinc -> ours; others are left to our defaults."""

SEQUENCES = {"restart_luby": "luby", "restart_geometric": "geometric"}


def search_of(annotations: list[Any], resolved: Callable[[Any], Any]) -> dict[str, Any]:
    """Return the controls of a search that annotations ask for.

    A model can ask for several searches, one after another. We have one order of variables and
    one of values, so the first that is asked for is taken, and the variables are decided in the
    order in which they are mentioned.

    Parameters
    ----------
    annotations
        The annotations of the solve item.
    resolved
        Returns an expression of the text with variables in place of names.
    """
    decide: dict[Variable, None] = {}
    found: dict[str, Any] = {}
    for call in _searches(annotations):
        if call.name in SEQUENCES:
            scale = resolved(call.arguments[-1]) if call.arguments else None
            found.setdefault("sequence", SEQUENCES[call.name])
            if isinstance(scale, int) and scale > 0:
                found.setdefault("restart", scale)
        elif call.name in ("int_search", "bool_search") and call.arguments:
            variables = resolved(call.arguments[0])
            own = variables if isinstance(variables, list) else []
            decide.update(dict.fromkeys(v for v in own if isinstance(v, Variable)))
            chosen = [each.name for each in call.arguments[1:3] if isinstance(each, Name)]
            for key, table, name in zip(
                ("order", "values"), (ORDERS, VALUES), chosen, strict=False
            ):
                if name in table:
                    found.setdefault(key, table[name])
    if decide:
        found["decide"] = list(decide)
    return found


def _searches(annotations: list[Any]) -> Iterator[Call]:
    """Yield the searches in annotations, also those in `seq_search`."""
    for each in annotations:
        if isinstance(each, list):
            yield from _searches(each)
        elif isinstance(each, Call) and each.name == "seq_search":
            yield from _searches(each.arguments)
        elif isinstance(each, Call):
            yield each
