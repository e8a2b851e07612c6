"""Build the wheels of the libraries that are there: `make wheel` and `make wheels`.

``python -m exactcover.runtime.kernels --shared PLATFORM`` has made the libraries.
"""

import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from rich.console import Console
from rich.table import Table

from exactcover.runtime.kernels.__main__ import LIBRARIES
from exactcover.runtime.kernels.host import fitting_targets
from exactcover.runtime.kernels.targets import WHEEL_TAGS

MOST_MEGABYTES = 7.0
"""The largest size of a wheel."""
FOLDER = Path("dist")


@click.command()
@click.argument("which", type=click.Choice(["this", "all"]))
def main(which: str) -> None:
    """Build the wheel for this system, or those for all systems."""
    here = {target.platform for target in fitting_targets()}
    table = Table("wheel", "megabytes", "seconds")
    too_large = False
    for platform in WHEEL_TAGS:
        if which == "all" or platform in here:
            start = time.perf_counter()
            wheel = _build(LIBRARIES / platform)
            megabytes = wheel.stat().st_size / 1e6
            too_large |= megabytes > MOST_MEGABYTES
            seconds = time.perf_counter() - start
            table.add_row(wheel.name, f"{megabytes:.1f}", f"{seconds:.1f}")
    Console().print(table)
    if too_large:
        print(f"a wheel is larger than {MOST_MEGABYTES:g} MB", file=sys.stderr)
        sys.exit(1)


def _build(libraries: Path) -> Path:
    """Build the wheel with the libraries of a folder; return its file."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory(dir=FOLDER) as folder:
        subprocess.run(
            [sys.executable, "-m", "build", "--wheel", "--outdir", folder],
            env=os.environ | {"EXACTCOVER_LIBRARIES": str(libraries.resolve())},
            stdout=subprocess.DEVNULL,
            check=True,
        )
        (wheel,) = Path(folder).glob("*.whl")
        return wheel.replace(FOLDER / wheel.name)


if __name__ == "__main__":
    main()
