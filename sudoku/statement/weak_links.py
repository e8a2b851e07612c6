"""Weak links: pairs of candidates that are not both true, whatever rule excludes them."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import NamedTuple

from sudoku.geometry.shape import Shape, check_searchable
from sudoku.rules.base import Candidate, Rule
from sudoku.statement.bitsets import bits
from sudoku.statement.statement import statement


class WeakLinks(NamedTuple):
    """The candidates that houses, groups and exclusions bar, and the pairs that they exclude.

    Attributes
    ----------
    allowed
        For each cell the digits that no exclusion bars there, as a mask; bit ``d - 1`` is d.
    peers
        For each cell the cells that cannot hold the same digit, whatever this digit is.
    excluded
        For each candidate the candidates of other cells that it excludes, without those of the same
        digit in peers. A candidate that excludes none has no entry.
    """

    allowed: tuple[int, ...]
    peers: tuple[frozenset[int], ...]
    excluded: dict[Candidate, tuple[Candidate, ...]]


@lru_cache(maxsize=32)
def weak_links(shape: Shape, rules: tuple[Rule, ...]) -> WeakLinks:
    """Return the weak links of a shape and rules.

    Examples
    --------
    >>> from sudoku.rules.classic import Classic
    >>> from sudoku.rules.non_consecutive import NonConsecutive
    >>> made = weak_links(Shape(2, 2), (Classic(), NonConsecutive()))
    >>> sorted(made.peers[0]), made.excluded[0, 2]
    ([1, 2, 3, 4, 5, 8, 12], ((1, 1), (1, 3), (4, 1), (4, 3)))
    """
    check_searchable(shape)
    spec = statement(shape, rules)
    peers = spec.peers(shape.n_cells, spec.differing_pairs())
    excluded: defaultdict[Candidate, list[Candidate]] = defaultdict(list)
    for (one, a), (other, b) in spec.excluded():
        if a != b or not peers[one] >> other & 1:
            excluded[one, a].append((other, b))
            excluded[other, b].append((one, a))
    return WeakLinks(
        tuple(spec.domains(shape)),
        tuple(frozenset(bits(mask)) for mask in peers),
        {candidate: tuple(sorted(others)) for candidate, others in excluded.items()},
    )
