"""Files of solutions that a resumed run continues at the position in its checkpoint.

A checkpoint contains the position in the file together with the tasks whose solutions are before
it. Solutions after that position are removed, because their tasks will be done again.
"""

from __future__ import annotations

import json
import os
from abc import ABC, abstractmethod
from io import FileIO
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, ClassVar

import numpy as np

from exactcover.formats.solutions import check_names, members_as_json, name_as_json
from exactcover.parallel.line_kernels import lines, texts
from exactcover.runtime.arguments import check_path
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.extras import imported
from exactcover.runtime.files import replacing
from exactcover.runtime.kernels.types import U32
from exactcover.runtime.parallel.output import Output

if TYPE_CHECKING:
    from exactcover.problem.problem import Problem

PARQUET, ARROW = ".parquet", ".arrow"
MOST_VALUES = 1 << 31
"""A list of tables with fewer values has offsets of 32 bits."""
PIECE = 1 << 20
"""How many bytes of a file are read at once."""


def output_of(path: str | Path, problem: Problem) -> Output:
    """Return the output for a path: a folder of Parquet or Arrow files, or a file of JSON lines.

    Raises
    ------
    ProblemError
        If its folder does not exist, or `pyarrow` is missing and needed.
    """
    path = check_path("path", path)
    if not path.parent.is_dir():
        raise ProblemError(f"there is no folder {path.parent} for solutions")
    kind = {PARQUET: Parquet, ARROW: Arrow}.get(path.suffix)
    return Lines(path, problem) if kind is None else kind(path, problem)


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
        self._texts = texts(*names_of(problem))
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

    def write(self, rows: U32, lengths: U32) -> None:
        """Add solutions; a row begins with the sorted option indices of one, as many as it has."""
        data = lines(self._texts, rows, lengths).data
        assert self._file
        try:
            left = data
            while left:
                left = left[self._file.write(left) :]
        except OSError as error:
            self._file.truncate(self._end)  # without the incomplete line
            raise OSError(error.errno, error.strerror, self.name) from error
        self._end += len(data)

    def flush(self) -> str:
        """Write everything to the disk; return the position."""
        assert self._file
        os.fsync(self._file.fileno())
        return str(self._end)

    def close(self) -> None:
        """Close the file."""
        if self._file:
            self._file.close()


def names_of(problem: Problem) -> tuple[list[str], list[str]]:
    """Return the options of a problem and their labels, if it has any, as JSON."""
    dumps = json.JSONEncoder().encode
    options = [dumps(members_as_json(option)) for option in problem.options]
    return options, [dumps(name_as_json(label)) for label in problem.labels or ()]


class Tables(ABC):
    """A folder of files with tables: each time the checkpoint is written, one is added.

    The tables have one column, ``options``: a list of the sorted indices of a solution's options.
    The metadata of each file have the options of the problem as ``options``, and their labels, if
    it has any, as ``labels``: lists of JSON, in the form of `exactcover.formats.solutions`.

    Parameters
    ----------
    folder
        The folder.
    problem
        The problem that is solved.
    """

    kind: ClassVar[str]
    suffix: ClassVar[str]

    def __init__(self, folder: Path, problem: Problem) -> None:
        self.name = str(folder)
        self._arrow = imported("pyarrow", self.kind, "pyarrow", "parquet")
        check_names(problem)
        options, labels = (f"[{', '.join(names)}]" for names in names_of(problem))
        self._names = {"options": options} | ({"labels": labels} if problem.labels else {})
        self._folder = folder
        self._rows: list[tuple[U32, U32]] = []
        self._n_parts = 0

    @abstractmethod
    def write_table(self, table: Any, file: IO[bytes]) -> None:
        """Write a table to a file."""

    @abstractmethod
    def n_rows(self, path: Path) -> int:
        """Return the number of rows of a file."""

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
                n_found += self.n_rows(self._part(k))
            except (self._arrow.ArrowException, OSError) as error:
                raise ProblemError(f"the file {self._part(k)} is damaged: {error}") from error
        if n_found != n_rows:
            raise ProblemError(
                f"{self.name} has {n_found} of the {n_rows} solutions that were written with its "
                "checkpoint"
            )
        for part in self._folder.glob(f"part-*{self.suffix}"):
            if int(part.stem.removeprefix("part-")) >= self._n_parts:
                part.unlink()
        for draft in self._folder.glob(f".part-*{self.suffix}.*"):  # of a run that was killed
            draft.unlink()

    def write(self, rows: U32, lengths: U32) -> None:
        """Add solutions; a row begins with the sorted option indices of one, as many as it has."""
        is_option = np.arange(rows.shape[1]) < lengths[:, np.newaxis]
        self._rows.append((rows[is_option], lengths))

    def flush(self) -> str:
        """Write everything to the disk; return the position."""
        if self._rows:
            arrow = self._arrow
            values, lengths = map(np.concatenate, zip(*self._rows, strict=True))
            ends = np.concatenate(([0], np.cumsum(lengths, dtype=np.int64)))
            of_options = arrow.LargeListArray if ends[-1] >= MOST_VALUES else arrow.ListArray
            offsets = ends if ends[-1] >= MOST_VALUES else ends.astype(np.int32)
            column = of_options.from_arrays(offsets, values)
            table = arrow.table({"options": column}).replace_schema_metadata(self._names)
            with replacing(self._part(self._n_parts)) as file:
                self.write_table(table, file)
            self._n_parts += 1
            self._rows = []
        return str(self._n_parts)

    def _part(self, k: int) -> Path:
        return self._folder / f"part-{k:06}{self.suffix}"

    def close(self) -> None:
        """Forget solutions that were not saved; no file is open between two calls."""
        self._rows = []


class Parquet(Tables):
    """A folder of Parquet files."""

    kind, suffix = "Parquet", PARQUET

    def __init__(self, folder: Path, problem: Problem) -> None:
        super().__init__(folder, problem)
        self._parquet = imported("pyarrow.parquet", "Parquet", "pyarrow", "parquet")

    def write_table(self, table: Any, file: IO[bytes]) -> None:
        """Write a table to a file."""
        self._parquet.write_table(table, file)

    def n_rows(self, path: Path) -> int:
        """Return the number of rows of a file."""
        return int(self._parquet.read_metadata(path).num_rows)


class Arrow(Tables):
    """A folder of Arrow files, which other programs map into memory."""

    kind, suffix = "Arrow", ARROW

    def __init__(self, folder: Path, problem: Problem) -> None:
        super().__init__(folder, problem)
        self._ipc = imported("pyarrow.ipc", "Arrow", "pyarrow", "parquet")

    def write_table(self, table: Any, file: IO[bytes]) -> None:
        """Write a table to a file."""
        with self._ipc.new_file(file, table.schema) as writer:
            writer.write_table(table)

    def n_rows(self, path: Path) -> int:
        """Return the number of rows of a file."""
        with self._arrow.memory_map(str(path)) as file:
            reader = self._ipc.open_file(file)
            return sum(reader.get_batch(k).num_rows for k in range(reader.num_record_batches))
