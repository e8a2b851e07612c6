"""Solutions in MiniZinc's format."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from csp.errors import ModelError
from csp.formats.flatzinc.items import Call, Declaration, Name
from csp.formats.flatzinc.reals import Real
from csp.model.expressions import Expression
from csp.model.solution import Assignment
from csp.sets.expressions import SetExpression

SOLUTION = "----------"
"""The line after each solution."""
COMPLETE = "=========="
"""The line after all solutions, or after the best one."""
UNSATISFIABLE = "=====UNSATISFIABLE====="
UNKNOWN = "=====UNKNOWN====="


class Output(NamedTuple):
    """A variable or an array that is printed.

    Attributes
    ----------
    name
        Its name.
    is_truth
        Whether its values are truth values.
    shape
        The index sets of an array as text, or None for a single variable.
    value
        The expression, or the list of expressions.
    """

    name: str
    is_truth: bool
    shape: list[str] | None
    value: Any


def output_of(declaration: Declaration, value: Any) -> Output | None:
    """Return how a declaration is printed, or None if it is not."""
    is_truth = declaration.kind == "bool"
    for each in declaration.annotations:
        if isinstance(each, Name) and each.name == "output_var":
            return Output(declaration.name, is_truth, None, value)
        if isinstance(each, Call) and each.name == "output_array" and each.arguments:
            return Output(declaration.name, is_truth, _shape(each), value)
    return None


def _shape(annotation: Call) -> list[str]:
    """Return the index sets of an annotation such as ``output_array([1..2, 1..3])``."""
    sets = annotation.arguments[0]
    if not isinstance(sets, list) or not all(isinstance(one, range | frozenset) for one in sets):
        raise ModelError("output_array must have a list of index sets, such as [1..2, 1..3]")
    return [_indices(one) for one in sets]


def written(outputs: Sequence[Output], solution: Assignment) -> str:
    """Return the lines of a solution, without the line that ends it."""
    return "\n".join(_line(each, solution) for each in outputs)


def _line(output: Output, solution: Assignment) -> str:
    if output.shape is None:
        return f"{output.name} = {_text(output, output.value, solution)};"
    items = ", ".join(_text(output, each, solution) for each in output.value)
    shape = ", ".join(output.shape)
    return f"{output.name} = array{len(output.shape)}d({shape}, [{items}]);"


def _text(output: Output, each: Any, solution: Assignment) -> str:
    if isinstance(each, Real):
        return repr(float(each.value(solution.__getitem__)))
    value = solution[each] if isinstance(each, Expression | SetExpression) else each
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, range | frozenset):
        return f"{{{', '.join(map(str, sorted(value)))}}}"
    return str(bool(value)).lower() if output.is_truth else str(int(value))


def _indices(values: Any) -> str:
    """Return an index set as text."""
    if isinstance(values, range):
        return f"{values.start}..{values.stop - 1}"
    return "{" + ", ".join(map(str, sorted(values))) + "}"
