"""Checks of the arguments of a model: values of variables, and nested lists of constraints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from csp.errors import ModelError
from csp.kernels.bitsets import mask_of
from csp.model.constraint import Constraint
from csp.model.expressions import Expression, expression, whole
from csp.model.postings import MOST_OF_VARIABLE, MOST_VALUES, Mask, Span


def domain_of_values(values: Iterable[int], name: str) -> tuple[int, Mask]:
    """Return the least value, and a mask with bit k for the value k above it, or a `Span`."""
    if not isinstance(values, Iterable):
        raise ModelError(f"the values of {name} are {values!r}: give a range or a list")
    if not isinstance(values, range) or values.step != 1:
        values = sorted({whole(value, f"a value of {name}") for value in values})
    if not values:
        raise ModelError(f"{name} has no values")
    least, greatest = (whole(end, f"a value of {name}") for end in (values[0], values[-1]))
    n = greatest - least + 1
    if n > (MOST_OF_VARIABLE if len(values) == n else MOST_VALUES):
        raise ModelError(
            f"{name} has values from {least} to {greatest}: at most {MOST_VALUES} may lie between "
            f"the least and the greatest, or {MOST_OF_VARIABLE} if none of them is left out"
        )
    if n > MOST_VALUES:
        return least, Span(n - 1)
    if len(values) == n:
        return least, (1 << n) - 1
    return least, mask_of(value - least for value in values)


def flat(constraints: Iterable[Any]) -> Iterator[Constraint]:
    """Yield the constraints of nested lists and arrays.

    True and False, and expressions that are 0 or 1, become constraints: comparisons such as
    `sum([]) <= 3` are truth values of Python where they have no variables.
    """
    for each in constraints:
        if isinstance(each, Constraint):
            yield each
        elif isinstance(each, bool | np.bool_ | Expression):
            yield expression(each) | 0
        elif isinstance(each, Iterable) and not isinstance(each, str):
            yield from flat(each)
        else:
            raise ModelError(f"{each!r} is not a constraint")
