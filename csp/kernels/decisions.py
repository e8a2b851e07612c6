"""Decisions before a search, and those that lead to what remains of one.

A decision is a number: of a variable and the place of a value, which it is to have; or the
complement of that, which it is not to have.
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
"""More places than that no domain has: `csp.model.builder.MOST_VALUES`."""


def decision(state: State, v: int, value: int) -> int:
    """Return the decision that a variable has a value."""
    return v << PLACE_BITS | value - int(state.variables[v, ORIGIN])


def described(state: State, decisions: Iterable[int], names: Sequence[str]) -> str:
    """Say what is decided; variables behind the last name are those of expressions."""
    said = []
    for each in decisions:
        v, place = divmod(each if each >= 0 else ~each, 1 << PLACE_BITS)
        name = names[v] if v < len(names) else f"expression {v}"
        value = int(state.variables[v, ORIGIN]) + place
        said.append(f"{name} {'==' if each >= 0 else '!='} {value}")
    return ", ".join(said)


def decide(state: State, decisions: Iterable[int]) -> bool:
    """Take decisions before the search; False if they leave a variable without values."""
    masks: dict[int, int] = {}
    for each in decisions:
        v, place = divmod(each if each >= 0 else ~each, 1 << PLACE_BITS)
        mask = masks[v] if v in masks else domain_of(state, v)
        masks[v] = mask & 1 << place if each >= 0 else mask & ~(1 << place)
    for v, mask in masks.items():
        if not mask:
            return False
        _put(state, v, mask)
    return True


def domain_of(state: State, v: int) -> int:
    """Return the domain of a variable, bit k for its place k."""
    first, width = state.variables[v, [FIRST, WIDTH]].tolist()
    return number_of(state.cells[first : first + width])


def parts_left(state: State, tree: Tree, before: Sequence[int]) -> list[Part]:
    """Return the parts of the tree that are still to be searched, in the order of the search.

    Parameters
    ----------
    state, tree
        The position; all that was refuted on this branch is noted.
    before
        What was decided before the search.
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
    """Return all decisions above a level; of a variable that has a value, no others."""
    made = levels[:depth]
    decided = {each >> PLACE_BITS for each in (*before, *made) if each >= 0}
    barred = [each for below, each in refuted if below <= depth]
    path = [*before, *made, *barred]
    return [each for each in path if each >= 0 or ~each >> PLACE_BITS not in decided]


def _put(state: State, v: int, mask: int) -> None:
    """Write the domain of a variable, before anything runs."""
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
