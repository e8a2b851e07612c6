"""The statistics of a search, under the names that MiniZinc has for them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from csp.formats.run import Run

END = "%%%mzn-stat-end"
"""The line after some statistics that belong together."""


def block(statistics: Mapping[str, Any]) -> str:
    """Return statistics as the lines that MiniZinc reads; those that are None are left out.

    Examples
    --------
    >>> print(block({"nodes": 12, "failures": None, "objective": 0.25}))
    %%%mzn-stat: nodes=12
    %%%mzn-stat: objective=0.25
    %%%mzn-stat-end
    """
    lines = [
        f"%%%mzn-stat: {name}={value}" for name, value in statistics.items() if value is not None
    ]
    return "\n".join([*lines, END])


def of_search(run: Run) -> dict[str, Any]:
    """Return what a search has done and knows so far: after each solution, and at the end."""
    found = run.statistics
    return {
        "objective": _in_unit(run, run.value),
        "objectiveBound": _in_unit(run, run.bound),
        "nodes": None if found is None else found.nodes,
        "failures": run.failures,
        "propagations": None if found is None else found.updates,
        "solveTime": None if found is None else f"{found.seconds:.3f}",
    }


def of_model(run: Run) -> dict[str, Any]:
    """Return how large the model is, how many bounds are assumed, and what is left out."""
    model, n_assumed, notes = run.instance.model, len(run.instance.assumed), run.instance.notes
    return {
        "variables": len(model.unknowns),
        "propagators": len(model.constraints),
        "assumedBounds": n_assumed or None,
        "searchNotes": json.dumps("; ".join(notes)) if notes else None,
    }


def _in_unit(run: Run, value: int | None) -> int | float | None:
    """Return a value of the objective as the text has it."""
    unit = run.instance.unit
    return value if value is None or unit == 1 else float(value * unit)
