"""Decisions as integers: those taken before a search, and those that lead to its remaining parts.

The decision "variable = value" is the number of the variable and the place of the value in its
domain, as one integer; its complement is the decision "variable != value".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from csp.kernels.state import (
    DEPTH,
    FIRST,
    MODE,
    N_FIXED,
    N_REFUTED,
    ORIGIN,
    WIDTH,
    State,
)
from csp.kernels.tree import CHOSEN, ENTER, VALUE, Tree
from exactcover.compiled.bitsets import number_of, words_of
from exactcover.search.protocol import Part

PLACE_BITS = 20
"""The bits for a place: a domain spans at most 2**20 values, `csp.model.postings.MOST_VALUES`."""


def decision(state: State, v: int, value: int) -> int:
    """Return the decision that a variable has a value."""
    return v << PLACE_BITS | value - int(state.variables[v, ORIGIN])


def described(state: State, decisions: Iterable[int], names: Sequence[str]) -> str:
    """Return decisions as text; variables beyond the last name are those of expressions."""
    parts = []
    for each in decisions:
        v, place = divmod(each if each >= 0 else ~each, 1 << PLACE_BITS)
        name = names[v] if v < len(names) else f"expression {v}"
        value = int(state.variables[v, ORIGIN]) + place
        parts.append(f"{name} {'==' if each >= 0 else '!='} {value}")
    return ", ".join(parts)


def apply_decisions(state: State, decisions: Iterable[int]) -> bool:
    """Apply decisions before the search; return False if a domain becomes empty."""
    masks: dict[int, int] = {}
    for each in decisions:
        v, place = divmod(each if each >= 0 else ~each, 1 << PLACE_BITS)
        mask = masks[v] if v in masks else domain_of(state, v)
        masks[v] = mask & 1 << place if each >= 0 else mask & ~(1 << place)
    for v, mask in masks.items():
        if not mask:
            return False
        _write_domain(state, v, mask)
    return True


def domain_of(state: State, v: int) -> int:
    """Return the domain of a variable as a mask: bit k for place k."""
    first, width = state.variables[v, [FIRST, WIDTH]].tolist()
    return number_of(state.cells[first : first + width])


def parts_left(state: State, tree: Tree, before: Sequence[int]) -> list[Part]:
    """Return the parts of the tree that are still to be searched, in the order of the search.

    Parameters
    ----------
    state, tree
        The position of the search; all refuted decisions of the branch must be recorded.
    before
        The decisions that were applied before the search.
    """
    depth = int(state.position[DEPTH])
    made = tree.levels[:depth, [CHOSEN, VALUE]].tolist()
    levels = [decision(state, v, value) for v, value in made]
    refuted = [
        (below, ~decision(state, v, value))
        for below, v, value in tree.refuted[: int(state.position[N_REFUTED])].tolist()
    ]
    shares = tree.shares[: depth + 1].tolist()
    parts = []
    if int(state.position[MODE]) == ENTER:
        parts.append(Part(shares[depth], _path(before, levels, refuted, depth)))
    for level in reversed(range(depth)):
        path = _path(before, levels, refuted, level)
        parts.append(Part(shares[level], [*path, ~levels[level]]))
    return parts


def _path(
    before: Sequence[int], levels: list[int], refuted: list[tuple[int, int]], depth: int
) -> list[int]:
    """Return the decisions above a level, without "!=" decisions of variables that have a value."""
    made = levels[:depth]
    decided = {each >> PLACE_BITS for each in (*before, *made) if each >= 0}
    excluded = [each for below, each in refuted if below <= depth]
    path = [*before, *made, *excluded]
    return [each for each in path if each >= 0 or ~each >> PLACE_BITS not in decided]


def _write_domain(state: State, v: int, mask: int) -> None:
    """Write the domain of a variable; there is nothing on the trail yet."""
    first, width = state.variables[v, [FIRST, WIDTH]].tolist()
    is_new = mask & (mask - 1) == 0 and domain_of(state, v) != mask
    words = words_of(mask)
    state.cells[first : first + width] = 0
    state.cells[first : first + len(words)] = words
    if width > 1:
        low, high = (mask & -mask).bit_length() - 1, mask.bit_length() - 1
        state.cells[first + width : first + width + 3] = mask.bit_count(), low, high
    if is_new:
        state.fixed[int(state.position[N_FIXED])] = v
        state.position[N_FIXED] += 1
