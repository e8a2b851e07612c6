"""Solutions in the form of XCSP3's element `instantiation`."""

from __future__ import annotations

from typing import Any

import numpy as np

from csp.formats.xcsp3.domains import Variables
from csp.formats.xcsp3.symbols import Symbols
from csp.model.expressions import Variable
from csp.model.solution import Assignment

NO_VALUE = "*"
"""Stands for the value of a cell of an array that has no domain."""


def written(variables: Variables, symbols: Symbols, objective: Any, solution: Assignment) -> str:
    """Return a solution as an element; its cost is the value of the objective."""
    names, values = [], []
    for name, own in variables.declared.items():
        is_array = isinstance(own, np.ndarray)
        names.append(name + "[]" * own.ndim if is_array else name)
        for each in own.flat if is_array else [own]:
            is_there = isinstance(each, Variable)
            values.append(symbols.text(name, solution[each]) if is_there else NO_VALUE)
    cost = "" if objective is None else f' cost="{cost_of(objective, solution)}"'
    return "\n".join(
        [
            f'<instantiation type="solution"{cost}>',
            f"  <list> {' '.join(names)} </list>",
            f"  <values> {' '.join(values)} </values>",
            "</instantiation>",
        ]
    )


def cost_of(objective: Any, solution: Assignment) -> str:
    """Return the value of an objective, or of several, as text."""
    if isinstance(objective, list):
        return " ".join(str(solution[each]) for each in objective)
    return str(solution[objective])
