"""The languages of models by name: a line each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from csp.formats.dimacs import to_dimacs
from csp.formats.flatzinc.reader import from_flatzinc
from csp.formats.flatzinc.writer import to_flatzinc
from csp.formats.instance import Instance
from csp.formats.opb import from_opb, to_opb
from csp.formats.xcsp3.reader import from_xcsp3


def objective_of(instance: Instance) -> dict[str, Any]:
    """Return the objective of an instance as a keyword of a writer."""
    return {} if instance.objective is None else {instance.goal: instance.objective}


def left_out(target: str, instance: Instance) -> str | None:
    """Return a sentence about the part of an instance that a format leaves out, or None.

    Examples
    --------
    >>> from csp import from_opb
    >>> instance = from_opb("min: +3 x1 ; +1 x1 +1 x2 >= 1 ;")
    >>> left_out("dimacs", instance), left_out("fzn", instance)
    ('DIMACS has no objectives: what to minimize is left out', None)
    """
    if target != "dimacs" or instance.objective is None:
        return None
    return f"DIMACS has no objectives: what to {instance.goal} is left out"


def _dimacs(instance: Instance) -> str:
    """Return an instance in DIMACS; a comment says that its objective is left out."""
    text, missing = to_dimacs(instance.model), left_out("dimacs", instance)
    return text if missing is None else f"c {missing}\n{text}"


READERS: dict[str, Callable[[str], Instance]] = {
    "fzn": from_flatzinc,
    "opb": from_opb,
    "xcsp3": from_xcsp3,
}
"""Name -> a function that reads a text."""

WRITERS: dict[str, Callable[[Instance], str]] = {
    "dimacs": _dimacs,
    "fzn": lambda instance: to_flatzinc(instance.model, **objective_of(instance)),
    "opb": lambda instance: to_opb(instance.model, **objective_of(instance)),
}
"""Name -> a function that writes an instance."""
