"""The protocol of the files into which a run writes its solutions."""

from typing import Protocol

from exactcover.runtime.kernels.types import U32


class Output(Protocol):
    """A file of solutions, or a folder of such files.

    Attributes
    ----------
    name
        The path.
    """

    name: str

    def go_to(self, position: str | None, n_rows: int = 0) -> None:
        """Open the file at a position, and remove everything after it; None is the beginning.

        Raises
        ------
        ProblemError
            If there are not `n_rows` solutions before it; then nothing is removed.
        """

    def write(self, rows: U32, lengths: U32) -> None:
        """Add solutions; a row begins with the sorted option indices of one, as many as it has."""

    def flush(self) -> str:
        """Write everything to the disk; return the position."""

    def close(self) -> None:
        """Close the file."""
