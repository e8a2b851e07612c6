"""The search of a problem that is known to have no solution, as a certificate proves."""

from typing import Any

from numpy.typing import NDArray

from exactcover.engines.cheapest.best import UNBOUNDED
from exactcover.refutation.certificate import Certificate
from exactcover.runtime.search.base import BaseEngine
from exactcover.runtime.search.protocol import Out, Status


class Refuted(BaseEngine):
    """The engine; see `exactcover.engines.protocol.CheapestEngine`. It visits no node.

    Parameters
    ----------
    depth
        The most options that a solution has.
    certificate
        The proof that there is none.
    """

    name = "refuted"
    nodes = updates = solutions = 0

    def __init__(self, depth: int, certificate: Certificate) -> None:
        self.depth = depth
        self._certificate = certificate

    @property
    def choice(self) -> list[str]:
        """The argument that found the proof, and the proof in words."""
        lines = str(self._certificate).splitlines()
        return [f"{self._certificate.argument}: {lines[0]}", *lines[1:]]

    def choose(self, options: list[int]) -> bool:
        """Return True: no options lead to a solution, whether or not they agree."""
        return True

    def advance(self, node_budget: int, out: Out) -> Status:
        """Return that the search is complete."""
        return Status.EXHAUSTED

    def lower(self, limit: int) -> None:
        """Do nothing: there is no solution anyway."""

    @property
    def bound(self) -> int:
        """The highest number: no solution costs less."""
        return UNBOUNDED

    def part_done(self) -> float:
        """Return 1."""
        return 1.0

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return nothing, because nothing changes."""
        return {}

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Restore nothing."""

    def check(self) -> None:
        """Raise AssertionError if the certificate proves nothing."""
        assert self._certificate.is_valid
