"""What machines have in common whose position is not ours to copy."""

from typing import Any

from numpy.typing import NDArray

from csp.errors import ModelError


class Foreign:
    """A search by another program; see `exactcover.search.protocol.Machine`."""

    name = ""
    solutions = 0

    @property
    def updates(self) -> int:
        """Nothing that could be compared."""
        return 0

    def part_done(self) -> float:
        """Return 0: nobody knows."""
        return 0.0

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Refuse: the position is not ours."""
        raise ModelError(f"a search by {self.name} cannot be kept and resumed")

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Refuse: the position is not ours."""
        raise ModelError(f"a search by {self.name} cannot be kept and resumed")

    def check(self) -> None:
        """Know of nothing that could be checked."""
