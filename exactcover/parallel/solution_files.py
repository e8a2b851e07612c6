"""Files of solutions that a resumed run continues at the position in its checkpoint.

A checkpoint contains the position in the file together with the tasks whose solutions are before
it. Solutions after that position are removed, because their tasks will be done again.
"""

from __future__ import annotations

import json
import os
from io import FileIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from exactcover.formats.solutions import check_names, members_as_json, name_as_json
from exactcover.runtime.arguments import check_path
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.extras import imported
from exactcover.runtime.files import replacing
from exactcover.runtime.parallel.output import Output

if TYPE_CHECKING:
    from exactcover.problem.problem import Problem

PARQUET = ".parquet"
PIECE = 1 << 20
"""How many bytes of a file are read at once."""


def output_of(path: str | Path, problem: Problem) -> Output:
    """Return the output for a path: a folder of Parquet files, or a file of JSON lines.

    Raises
    ------
    ProblemError
        If its folder does not exist, or Parquet is wanted and `pyarrow` is missing.
    """
    path = check_path("path", path)
    if not path.parent.is_dir():
        raise ProblemError(f"there is no folder {path.parent} for solutions")
    return Parts(path) if path.suffix == PARQUET else Lines(path, problem)


class Lines:
    """A file with one solution on each line, as `exactcover.formats.solutions` describes.

    Parameters
    ----------
    path
        The file.
    problem
        The problem that is solved.
    """

    def __init__(self, path: Path, problem: Problem) -> None:
        self.name = str(path)
        check_names(problem)
        dumps = json.JSONEncoder().encode
        self._options = [dumps(members_as_json(option)) for option in problem.options]
        self._labels = [dumps(name_as_json(label)) for label in problem.labels or ()]
        self._path = path
        self._file: FileIO | None = None
        self._end = 0

    def go_to(self, position: str | None, n_rows: int = 0) -> None:
        """Open the file at a position, and remove everything after it; None is the beginning."""
        self._end = int(position or 0)
        self._file = self._path.open("ab", buffering=0)
        size = self._file.seek(0, os.SEEK_END)
        if size < self._end:
            raise ProblemError(
                f"the file {self.name} has {size} bytes of the {self._end} that were written with "
                "its checkpoint: solutions are missing"
            )
        if self._n_lines() != n_rows:
            raise ProblemError(
                f"the first {self._end} bytes of the file {self.name} are not the {n_rows} "
                "solutions that were written with its checkpoint"
            )
        self._file.truncate(self._end)

    def _n_lines(self) -> int | None:
        """Return the number of lines before the position; None if it is within a line."""
        n_lines, left, last = 0, self._end, b"\n"
        with self._path.open("rb") as file:
            while left and (piece := file.read(min(left, PIECE))):
                n_lines, left, last = n_lines + piece.count(b"\n"), left - len(piece), piece[-1:]
        return n_lines if last == b"\n" else None

    def write(self, rows: list[NDArray[Any]]) -> None:
        """Add solutions; a row contains the sorted option indices of one solution."""
        data = memoryview("".join(map(self._line, rows)).encode())
        assert self._file
        try:
            left = data
            while left:
                left = left[self._file.write(left) :]
        except OSError as error:
            self._file.truncate(self._end)  # without the incomplete line
            raise OSError(error.errno, error.strerror, self.name) from error
        self._end += len(data)

    def _line(self, row: NDArray[Any]) -> str:
        """Return a solution as a line; its options and labels are JSON already."""
        places = row.tolist()
        options = ", ".join([self._options[k] for k in places])
        if not (self._labels and places):
            return f'{{"options": [{options}]}}\n'
        labels = ", ".join([self._labels[k] for k in places])
        return f'{{"options": [{options}], "labels": [{labels}]}}\n'

    def flush(self) -> str:
        """Write everything to the disk; return the position."""
        assert self._file
        os.fsync(self._file.fileno())
        return str(self._end)

    def close(self) -> None:
        """Close the file."""
        if self._file:
            self._file.close()


class Parts:
    """A folder of Parquet files: each time the checkpoint is written, one is added.

    The files have one column, ``options``: a list of the sorted indices of a solution's options.
    """

    def __init__(self, folder: Path) -> None:
        self.name = str(folder)
        imported("pyarrow.parquet", "Parquet", "pyarrow", "parquet")
        self._arrow = imported("pyarrow", "Parquet", "pyarrow", "parquet")
        self._folder = folder
        self._rows: list[NDArray[Any]] = []
        self._n_parts = 0

    def go_to(self, position: str | None, n_rows: int = 0) -> None:
        """Open the file at a position, and remove everything after it; None is the beginning."""
        self._n_parts = int(position or 0)
        self._folder.mkdir(exist_ok=True)
        n_found = 0
        for k in range(self._n_parts):
            if not self._part(k).is_file():
                raise ProblemError(
                    f"the file {self._part(k)} was written with a checkpoint and is gone: "
                    "solutions are missing"
                )
            try:
                n_found += self._arrow.parquet.read_metadata(self._part(k)).num_rows
            except (self._arrow.ArrowException, OSError) as error:
                raise ProblemError(f"the file {self._part(k)} is damaged: {error}") from error
        if n_found != n_rows:
            raise ProblemError(
                f"{self.name} has {n_found} of the {n_rows} solutions that were written with its "
                "checkpoint"
            )
        for part in self._folder.glob(f"part-*{PARQUET}"):
            if int(part.stem.removeprefix("part-")) >= self._n_parts:
                part.unlink()
        for draft in self._folder.glob(f".part-*{PARQUET}.*"):  # of a run that was killed
            draft.unlink()

    def write(self, rows: list[NDArray[Any]]) -> None:
        """Add solutions; a row contains the sorted option indices of one solution."""
        self._rows += rows

    def flush(self) -> str:
        """Write everything to the disk; return the position."""
        if self._rows:
            arrow = self._arrow
            options = arrow.array(self._rows, type=arrow.list_(arrow.uint32()))
            with replacing(self._part(self._n_parts)) as file:
                arrow.parquet.write_table(arrow.table({"options": options}), file)
            self._n_parts += 1
            self._rows = []
        return str(self._n_parts)

    def _part(self, k: int) -> Path:
        return self._folder / f"part-{k:06}{PARQUET}"

    def close(self) -> None:
        """Do nothing: no file is open between two calls."""
