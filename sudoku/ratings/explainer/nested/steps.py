"""The steps with nested chains, at the four levels of nesting."""

from __future__ import annotations

from exactcover.runtime.search.limits import stop_if_due
from sudoku.ratings.explainer.nested.search import (
    Nested,
    begin_nested,
    conclude_nested,
    follow_nested,
)
from sudoku.ratings.explainer.workspace import State

__all__ = ["find_nested"]


def find_nested(state: State, nested: Nested, level: int) -> int:
    """Look for the easiest chain with nested techniques, and return its rating in tenths, or 0.

    The limits of the verb are checked after each assumption, which takes about a millisecond.
    """
    for assumption in range(begin_nested(state, nested)):
        stop_if_due()
        if not follow_nested(nested, assumption, level):
            return 0
    return int(conclude_nested(state, nested, level))
