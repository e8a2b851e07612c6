"""`Canonical`: selects one solution of each class by canonical labellings of graphs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from exactcover.symmetry.graph import ProblemGraph

__all__ = ["Canonical"]


@dataclass(frozen=True)
class Canonical:
    """Selects the solution that is its own canonical image under all automorphisms of a graph."""

    graph: ProblemGraph

    def __call__(self, rows: Sequence[Sequence[int]]) -> list[bool]:
        """Return for each solution whether it is the one of its class."""
        return [self.graph.is_canonical(row) for row in rows]
