"""Show which kernels are precompiled, or compile them: ``python -m exactcover.runtime.kernels``."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

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
from exactcover.runtime.kernels.build import Part, build, first_calls, parts, share
from exactcover.runtime.kernels.host import fitting_targets
from exactcover.runtime.kernels.libraries import INDEX
from exactcover.runtime.kernels.targets import TARGETS, WHEEL_TAGS, Target

WORK = Path("build") / "kernels"
"""Where object files for wheels are kept between builds."""
LIBRARIES = WORK / "libraries"
"""Where the shared libraries for wheels are, a folder for each platform."""


@click.command()
@click.option("--build", "is_build", is_flag=True, help="Compile all kernels for this processor.")
@click.option("--types", "shows_types", is_flag=True, help="Show the types of all arguments.")
@click.option("--first-calls", "is_part", is_flag=True, help="Compile those of common calls.")
@click.option(
    "--shared",
    "platforms",
    type=click.Choice([*WHEEL_TAGS, "this", "all"]),
    multiple=True,
    help="Make the shared libraries for the wheel of a platform; may be repeated.",
)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where to store the libraries; by default in the cache of the user, or in build.",
)
@click.option("--workers", type=click.IntRange(1), help="Processes; by default one for each core.")
def main(
    is_build: bool,
    shows_types: bool,
    is_part: bool,
    platforms: tuple[str, ...],
    folder: Path | None,
    workers: int | None,
) -> None:
    """Show how each kernel is compiled: precompiled or at its first use.

    With --build, compile all kernels and store them.
    """
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    if shows_types:
        _show_types()
    elif platforms:
        here = {target.platform for target in fitting_targets()} if "this" in platforms else set()
        wanted = WHEEL_TAGS.keys() if "all" in platforms else here.union(platforms)
        targets = [target for target in TARGETS if target.platform in wanted]
        _share(targets, folder or LIBRARIES, workers)
    elif not precompiled.is_possible():
        click.echo(
            "On this system precompiled kernels are not used: Numba compiles at the first call."
        )
    elif is_build or is_part:
        _build(folder or _folder_of_user(), is_part, workers)
    else:
        _show()


def _build(folder: Path | None, is_part: bool, n_workers: int | None) -> None:
    target, *_ = fitting_targets()
    if folder is None:
        click.echo("No folder for machine code can be written: Numba compiles in each process.")
        return
    wanted = first_calls() if is_part else None
    checks = precompiled.checks_indices()
    (path,) = _compile(
        [target.for_loading], folder, n_workers, wanted=wanted, checks_indices=checks
    )
    size = sum(file.stat().st_size for file in path.parent.iterdir())
    click.echo(f"{path.parent}: {size / 2**20:.1f} MiB")


def _share(targets: list[Target], folder: Path, n_workers: int | None) -> None:
    WORK.mkdir(parents=True, exist_ok=True)
    folder.mkdir(parents=True, exist_ok=True)
    _compile(targets, WORK, n_workers, keeps_translations=True)
    for target in targets:
        own = folder / target.platform
        own.mkdir(exist_ok=True)
        path = share(target, WORK, own)
        (library,) = (file for file in path.parent.iterdir() if file.name != INDEX)
        click.echo(f"{library}: {library.stat().st_size / 2**20:.1f} MiB")


def _compile(
    targets: list[Target], folder: Path, n_workers: int | None, **options: Any
) -> list[Path]:
    """Compile kernels for some targets, and show the progress."""
    wanted = options.get("wanted")
    n_parts = len(parts()) if wanted is None else len(wanted)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console()) as progress:
        task = progress.add_task(", ".join(target.name for target in targets), total=n_parts)
        advance = partial(_advance, progress, task)
        return build(targets, folder, n_workers or n_cores(), advance, **options)


def _advance(progress: Progress, task: TaskID, path: str) -> None:
    progress.advance(task)


def _folder_of_user() -> Path | None:
    """Make and check the folder for libraries in the user's cache; return None if that fails."""
    for root in cache_folders.roots():
        folder = root.path / precompiled.user_folder()
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
    from exactcover.runtime.kernels.compiler import n_cached_of

    n_cached = n_cached_of(part.path, part.signatures)
    if n_cached == part.n_signatures:
        return "the cache of Numba's code"
    return "compiled at its first use" + (f" ({n_cached} cached)" if n_cached else "")


def _show_types() -> None:
    """Show with which types each kernel is compiled, a line for each signature."""
    for part in parts():
        for signature in part.signatures or []:
            click.echo(f"{part.path}({', '.join(map(_in_words, signature))})")


def _in_words(kind: Any) -> str:
    """Return a type of `signatures.json` in one line.

    >>> _in_words({"exactcover.runtime.search.protocol:Out": ["uint32[2]C", "int64"]})
    'Out(uint32[2]C, int64)'
    """
    if isinstance(kind, dict):
        ((name, members),) = kind.items()
        return f"{name.rpartition(':')[2]}({', '.join(map(_in_words, members))})"
    if isinstance(kind, list):
        return f"({', '.join(map(_in_words, kind))})"
    return str(kind)


def _show() -> None:
    table = Table(
        Column("kernel", overflow="fold"), "signatures", Column("machine code", overflow="fold")
    )
    for part in parts():
        table.add_row(part.path, str(part.n_signatures), _where(part))
    console = Console()
    console.print(table)
    fitting = [target.name for target in fitting_targets()]
    console.print(f"this machine: {fitting[0] if fitting else 'no target is prepared for it'}")
    if not precompiled.is_supported():
        console.print("not used: environment variables change how kernels are compiled")


if __name__ == "__main__":
    main()
