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


READERS: dict[str, Callable[[str], Instance]] = {
    "fzn": from_flatzinc,
    "opb": from_opb,
    "xcsp3": from_xcsp3,
}
"""Name -> a function that reads a text."""

WRITERS: dict[str, Callable[[Instance], str]] = {
    "dimacs": lambda instance: to_dimacs(instance.model),
    "fzn": lambda instance: to_flatzinc(instance.model, **objective_of(instance)),
    "opb": lambda instance: to_opb(instance.model, **objective_of(instance)),
}
"""Name -> a function that writes an instance."""
