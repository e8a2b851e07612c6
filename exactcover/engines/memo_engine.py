"""`MemoEngine`: what all engines that count with a memo have in common."""

from typing import Any, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from exactcover.engines.counts import LEAST_SAVED, MAX_BYTES, WINDOW, Memo
from exactcover.problem.links import Links
from exactcover.runtime.search.base import ArrayEngine
from exactcover.runtime.search.protocol import STATUSES, Engine, Out, Status, check_only_counts


class MemoEngine(ArrayEngine):
    """The base of engines that count and list nothing; a second base is the engine without a memo.

    Parameters
    ----------
    links
        The problem.
    max_bytes, window, least_saved
        See `exactcover.engines.counts.Memo`.
    """

    counts_only = True
    least_saved: ClassVar[float] = LEAST_SAVED
    """What `least_saved` is by default."""

    def __init__(
        self,
        links: Links,
        max_bytes: int = MAX_BYTES,
        window: int = WINDOW,
        least_saved: float | None = None,
    ) -> None:
        least = self.least_saved if least_saved is None else least_saved
        self._memo = Memo(*self._lay_out(links), max_bytes, window, least)
        super().__init__(links)  # type: ignore[call-arg]

    def _lay_out(self, links: Links) -> tuple[int, int, int]:
        """Prepare the keys; return the number of levels, and of the words of a count and a key."""
        raise NotImplementedError

    def _count(self, node_budget: int, out: Out) -> int:
        """Call the kernel that counts; return its status."""
        raise NotImplementedError

    def advance(self, node_budget: int, out: Out) -> Status:
        """Count on, for at most `node_budget` nodes and `out.room` solutions.

        Raises
        ------
        ProblemError
            If `out` has rows: solutions that are looked up cannot be listed.
        """
        check_only_counts(cast(Engine, self), out)
        with np.errstate(over="ignore"):  # words wrap around where kernels are not compiled
            status = self._count(node_budget, out)
        self._memo.look_after()
        return STATUSES[status]

    @property
    def solutions(self) -> int:
        """The number of solutions found so far, with the memo and after it was dropped."""
        return self._memo.total + super().solutions

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Return copies of all arrays that the search changes."""
        return super().snapshot() | self._memo.snapshot()

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Restore a snapshot of an engine that was made with the same arguments."""
        super().restore(snapshot)
        self._memo.restore(snapshot)
