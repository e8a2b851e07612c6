"""Optional tasks: those that do not take place have no duration."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from csp.constraints.reified import at_least
from csp.errors import ModelError
from csp.model.expressions import Expression, expression_list, listed


def effective(durations: Iterable[Any], present: Iterable[Any] | None) -> list[Expression]:
    """Return durations that are 0 where a task does not take place.

    Raises
    ------
    ModelError
        If there are not as many conditions as durations.
    """
    own = expression_list(durations, "the durations")
    if present is None:
        return own
    conditions = listed(present, "the conditions of tasks")
    if len(conditions) != len(own):
        raise ModelError(f"there are {len(own)} durations, but {len(conditions)} conditions")
    # The disjunction of one condition checks that it is one.
    return [at_least(1, [each]) * length for each, length in zip(conditions, own, strict=True)]
