"""Show which kernels are precompiled, or compile them: ``python -m exactcover.runtime.kernels``."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)
from rich.table import Column, Table

from exactcover.runtime.cores import n_cores
from exactcover.runtime.kernels import cache_folders, precompiled
from exactcover.runtime.kernels.build import Part, build, parts
from exactcover.runtime.kernels.host import INSTRUCTION_SETS, InstructionSet, architecture, best_set


@click.command()
@click.option("--build", "is_build", is_flag=True, help="Compile all kernels for this processor.")
@click.option("--all-sets", is_flag=True, help="Compile for all instruction sets, as in the wheel.")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where to store the libraries; by default in the cache of the user.",
)
@click.option("--workers", type=click.IntRange(1), help="Processes; by default one for each core.")
def main(is_build: bool, all_sets: bool, folder: Path | None, workers: int | None) -> None:
    """Show how each kernel is compiled: precompiled or at its first use.

    With --build, compile all kernels and store them.
    """
    if not precompiled.is_possible():
        click.echo(
            "On this system precompiled kernels are not used: Numba compiles at the first call."
        )
    elif is_build or all_sets:
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        _build(_sets(all_sets), folder, workers or n_cores())
    else:
        _show()


def _sets(is_all: bool) -> tuple[InstructionSet, ...]:
    best = best_set()
    assert best is not None
    return INSTRUCTION_SETS[architecture()] if is_all else (best,)


def _build(sets: tuple[InstructionSet, ...], folder: Path | None, n_workers: int) -> None:
    target = _folder_of_user() if folder is None else folder
    if target is None:
        click.echo("No folder for machine code can be written: Numba compiles in each process.")
        return
    n_parts = len(parts()) + 1
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    console = Console()
    with Progress(*columns, console=console) as progress:
        for instructions in sets:
            task = progress.add_task(instructions.name, total=n_parts)
            path = build(instructions, target, n_workers, partial(_advance, progress, task))
            size = path.with_suffix(".image").stat().st_size
            progress.console.print(f"{path}: {size / 2**20:.1f} MiB")


def _advance(progress: Progress, task: TaskID, path: str) -> None:
    progress.advance(task)


def _folder_of_user() -> Path | None:
    """Make and check the folder for libraries in the user's cache; return None if that fails."""
    for root in cache_folders.roots():
        folder = root.path / precompiled.USER_FOLDER
        try:
            cache_folders.make(root, folder)
        except OSError:
            continue
        return folder
    return None


def _where(part: Part) -> str:
    """Return where the machine code of a kernel comes from when it is first called."""
    library = precompiled.library_of(part.path)
    if library is not None:
        return str(library.path)
    from exactcover.runtime.kernels.objects import n_cached_of

    n_cached = n_cached_of(part.path, part.signatures)
    if n_cached == part.n_signatures:
        return "the cache of Numba's code"
    return "compiled at its first use" + (f" ({n_cached} cached)" if n_cached else "")


def _show() -> None:
    table = Table(
        Column("kernel", overflow="fold"), "signatures", Column("machine code", overflow="fold")
    )
    for part in parts():
        table.add_row(part.path, str(part.n_signatures), _where(part))
    console = Console()
    console.print(table)
    console.print(f"best instruction set: {getattr(best_set(), 'name', 'none is prepared')}")
    if not precompiled.is_supported():
        console.print("not used: environment variables change how kernels are compiled")


if __name__ == "__main__":
    main()
