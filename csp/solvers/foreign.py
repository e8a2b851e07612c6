"""The base class of engines that call an external solver, whose position cannot be copied."""

from typing import Any

from numpy.typing import NDArray

from csp.engines.model_engine import ModelEngine
from csp.errors import ModelError


class Foreign(ModelEngine):
    """A search by an external solver; see `exactcover.runtime.search.protocol.Engine`."""

    name = ""
    solutions = 0

    @property
    def updates(self) -> int:
        """Return 0: the solver reports no comparable work."""
        return 0

    def part_done(self) -> float:
        """Return 0: the searched part is not known."""
        return 0.0

    def snapshot(self) -> dict[str, NDArray[Any]]:
        """Raise ModelError: the position cannot be read or set."""
        raise ModelError(f"a search by {self.name} cannot be stored and resumed")

    def restore(self, snapshot: dict[str, NDArray[Any]]) -> None:
        """Raise ModelError: the position cannot be read or set."""
        raise ModelError(f"a search by {self.name} cannot be stored and resumed")
