"""Checks of the arguments of a model: values of variables, and nested lists of constraints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

import numpy as np

from csp.errors import ModelError
from csp.kernels.bitsets import mask_of
from csp.model.array import VariableArray
from csp.model.constraint import Constraint
from csp.model.expressions import (
    MOST_WHOLE,
    Expression,
    expression,
    listed,
    refuse_truth_values,
    whole,
)
from csp.model.posted_records import MOST_OF_VARIABLE, MOST_SPARSE, MOST_VALUES, Mask, Span
from exactcover.runtime.arguments import is_whole
from exactcover.runtime.formatting import shown
from exactcover.runtime.search.limits import watched


def domain_of_values(values: Iterable[int], name: str) -> tuple[int, Mask | list[int]]:
    """Return the least value, and a mask with bit k for the value k above it, or a `Span`.

    A few values that lie far apart are a list.
    """
    if type(values) is range and values.step == 1:  # as most are
        n = values.stop - values.start
        if 0 < n <= MOST_VALUES and -MOST_WHOLE < values.start < MOST_WHOLE - n:
            return values.start, (1 << n) - 1
    if not isinstance(values, Iterable):
        raise ModelError(f"the values of {name} are {values!r}: give a range or a list")
    if not isinstance(values, range) or values.step != 1:
        given = listed(values, f"the values of {name}")
        values = sorted({whole(value, f"a value of {name}") for value in given})
    if not values:
        raise ModelError(f"{name} has no values")
    least, greatest = (whole(end, f"a value of {name}") for end in (values[0], values[-1]))
    n = greatest - least + 1
    if n > MOST_VALUES and len(values) < n:
        if len(values) > MOST_SPARSE:
            raise ModelError(
                f"{name} has {len(values)} values from {least} to {greatest}, and not all between: "
                f"at most {MOST_SPARSE} are possible where more than {MOST_VALUES} lie between"
            )
        return least, list(values)
    if n > MOST_OF_VARIABLE:
        raise ModelError(
            f"{name} has all values from {least} to {greatest}: at most {MOST_OF_VARIABLE} are "
            "possible"
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
    for each in watched(constraints, every=256):
        if isinstance(each, Constraint) and not isinstance(each, Iterable):
            yield each
        elif isinstance(each, bool | np.bool_ | Expression):
            yield expression(each) | 0
        elif isinstance(each, Iterable) and not isinstance(each, str | bytes | Mapping):
            yield from flat(_parts(each))
        else:
            raise ModelError(f"{each!r} is not a constraint")


def _parts(constraints: Any) -> Iterable[Any]:
    """Return what a list, an array, a Series or a data frame of constraints consists of."""
    refuse_truth_values(constraints)
    if getattr(constraints, "ndim", 1) == 0:
        return [constraints.item()]
    if hasattr(constraints, "itertuples"):  # a data frame: by columns, each with its type
        return [column for _, column in constraints.items()]
    if isinstance(constraints, np.ndarray):  # the rows of a matrix are matrices, for ever
        return constraints.flat
    own: Iterable[Any] = constraints
    return own


def empty_array(shape: Any) -> VariableArray[Any]:
    """Return an array of objects, to be filled with variables.

    Raises
    ------
    ModelError
        If the shape is neither a whole number nor a tuple or list of these, or one is negative or
        too large.
    """
    sizes = shape if isinstance(shape, tuple | list) else (shape,)
    if all(is_whole(n) and n >= 0 for n in sizes):
        with suppress(ValueError, MemoryError):
            return np.empty(tuple(sizes), dtype=object).view(VariableArray)
    raise ModelError(
        f"the shape is {shown(shape)}: it must be a whole number from 0 on, or a tuple of these"
    )
