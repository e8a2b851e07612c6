"""Options without primary items, which no solution needs: an error, or left out with a note."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exactcover.names import find_name
from exactcover.problem.derived import keep_only
from exactcover.problem.option import Incidence, Item, Label
from exactcover.problem.parts import Parts
from exactcover.problem.problem import Problem

ON_USELESS = ("error", "ignore")


@dataclass(frozen=True)
class LeftOut:
    """A note that an option was left out of a problem, because no solution needs it.

    Attributes
    ----------
    index
        The place of the option among those that were given, from 0.
    items
        Its items, none of which is primary; may be empty.
    label
        Its label, or None.

    Examples
    --------
    >>> problem = Problem([["p"], ["x"], []], ["p"], ["x"], on_useless="ignore")
    >>> print(*problem.left_out, sep=", ")
    option 1 (x) has no primary item, option 2 is empty
    """

    index: int
    items: tuple[Item, ...]
    label: Label = None

    def __str__(self) -> str:
        name = f"option {self.index}" if self.label is None else f"option {self.label!r}"
        if not self.items:
            return f"{name} is empty"
        return f"{name} ({', '.join(map(str, self.items))}) has no primary item"


def is_lenient(on_useless: Any) -> bool:
    """Return whether options without primary items are left out, after checking the argument."""
    return find_name("value of on_useless", on_useless, ON_USELESS) == "ignore"


def without_primaries(incidence: Incidence, n_primary: int) -> NDArray[np.bool_]:
    """Return which options have no primary item; empty ones have none."""
    has_none = np.ones(len(incidence.starts) - 1, dtype=np.bool_)
    has_none[incidence.owners()[incidence.members < n_primary]] = False
    return has_none


def without_useless(parts: Parts) -> Parts:
    """Return the parts of a problem without the options that have no primary item.

    The others keep their label; one without a label gets its place among all as label.
    """
    problem = Problem.from_parts(parts)
    has_none = without_primaries(parts.incidence, parts.n_primary)
    options = map(problem._option, np.flatnonzero(has_none).tolist())
    notes = tuple(LeftOut(option.index, option.items, option.label) for option in options)
    no_item = np.zeros(problem.n_items, dtype=np.bool_)
    rest = keep_only(problem, ~has_none, no_item, dict(parts.bounds))
    return replace(rest._parts, left_out=notes)
