"""The verbs that write files, and the checks that the files are complete."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import click
import pyarrow.parquet
from click.testing import CliRunner

from csp import Model, all_different
from exactcover import Problem, write_solutions
from exactcover.cli.main import main as exactcover_command
from exactcover.parallel.cover_job import CoverJob
from exactcover.runtime.cli.exit_codes import Exit
from exactcover.runtime.parallel import checkpoint, run
from sudoku import Puzzle
from sudoku.cli.main import main as sudoku_command
from sudoku.pictures.picture import picture

N, FACTORIAL = 6, 720
ROOKS = Problem([[f"r{r}", f"c{c}"] for r in range(N) for c in range(N)])
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


class CommandError(OSError):
    """An error of a command, with its text on standard error."""


class Verb(NamedTuple):
    """An operation that writes files.

    Attributes
    ----------
    name
        The name in the table.
    act
        A function that writes into a folder, and raises an error if the result is wrong.
    files
        The files that are written completely or not at all; other files grow.
    prepare
        A function that writes the earlier files; None if `act` writes them.
    """

    name: str
    act: Callable[[Path], object]
    files: tuple[str, ...] = ()
    prepare: Callable[[Path], object] | None = None


def make_tasks_small() -> None:
    """Make searches use many small tasks, and save a checkpoint after each."""
    CoverJob.call_nodes, CoverJob.task_updates = 20, 1
    checkpoint.SECONDS, run.BATCH_SECONDS = 0.0, 1e-9


def count(folder: Path, max_nodes: int | None = None) -> None:
    """Count covers with a checkpoint."""
    number = ROOKS.count(
        checkpoint=folder / "run", method="dancing_cells", workers=1, max_nodes=max_nodes
    )
    assert max_nodes or (number, number.complete) == (FACTORIAL, True)


def lines(folder: Path, max_nodes: int | None = None, *, is_kept: bool = True) -> None:
    """Write covers to a file."""
    kept = folder / "run" if is_kept else None
    path = folder / "covers.jsonl"
    write_solutions(
        ROOKS, path, checkpoint=kept, method="dancing_cells", workers=1, max_nodes=max_nodes
    )
    found = path.read_text(encoding="utf-8").splitlines()
    assert len(set(found)) == len(found)
    assert max_nodes or len(found) == FACTORIAL


def parquet(folder: Path, max_nodes: int | None = None) -> None:
    """Write covers to a folder of Parquet files."""
    path = folder / "covers.parquet"
    write_solutions(
        ROOKS,
        path,
        checkpoint=folder / "run",
        method="dancing_cells",
        workers=1,
        max_nodes=max_nodes,
    )
    rows = {tuple(row) for row in pyarrow.parquet.read_table(path)["options"].to_pylist()}
    assert max_nodes or len(rows) == FACTORIAL


def model_count(folder: Path, max_nodes: int | None = None) -> None:
    """Count the solutions of a model."""
    model = Model()
    x = model.variables(N, range(N), name="x")
    model.post(all_different(x))
    number = model.count(checkpoint=folder / "run", workers=1, max_nodes=max_nodes)
    assert max_nodes or (number, number.complete) == (FACTORIAL, True)


def nothing(_: Path) -> None:
    """Leave the folder empty."""


def dot(folder: Path) -> None:
    """Write a diagram for Graphviz, by the command."""
    arguments = ["diagram", "-", "--dot", str(folder / "rooks.dot"), "--count"]
    invoke(exactcover_command, arguments, ROOKS.to_text())


def show(folder: Path) -> None:
    """Draw a puzzle, by the command."""
    invoke(sudoku_command, ["show", PUZZLE, "--picture", str(folder / "puzzle.svg")])


def invoke(command: click.Group, arguments: list[str], text: str = "") -> None:
    """Run a command; raise its message as an error if it reports bad input or files."""
    result = CliRunner().invoke(command, arguments, text)
    if result.exit_code == Exit.BAD_INPUT:
        raise CommandError(result.output)
    assert result.exit_code == Exit.SOLUTION, result.output


def verbs() -> list[Verb]:
    """Return the verbs to run."""
    diagram, drawing = ROOKS.diagram(), picture(Puzzle.from_text(PUZZLE))
    return [
        Verb("`count(checkpoint=)`", count, (), lambda f: count(f, 100)),
        Verb("`write_solutions`, `.jsonl`", lambda f: lines(f, is_kept=False), (), nothing),
        Verb("`write_solutions(checkpoint=)`, `.jsonl`", lines, (), lambda f: lines(f, 100)),
        Verb("`write_solutions(checkpoint=)`, `.parquet`", parquet, (), lambda f: parquet(f, 100)),
        Verb("`csp.Model.count(checkpoint=)`", model_count, (), lambda f: model_count(f, 100)),
        Verb("`Diagram.save`", lambda f: diagram.save(f / "d.npz"), ("d.npz",)),
        Verb("`Problem.write`", lambda f: ROOKS.write(f / "p.dlx"), ("p.dlx",)),
        Verb("`Picture.save`", lambda f: drawing.save(f / "p.svg"), ("p.svg",)),
        Verb("`exactcover diagram --dot`", dot, ("rooks.dot",)),
        Verb("`sudoku show --picture`", show, ("puzzle.svg",)),
    ]
