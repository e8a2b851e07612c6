"""The command `csp fzn`, which is also `fzn-csp`: a solver of FlatZinc for MiniZinc."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

import click

from csp.errors import ModelError
from exactcover.runtime.cli.console import opened, say
from exactcover.runtime.cli.exit_codes import BadInput, Reporting, reading
from exactcover.runtime.formatting import format_number
from exactcover.runtime.search.work import UnfinishedError

if TYPE_CHECKING:
    from csp.formats.run import Run
    from exactcover.runtime.search.progress import Progress

METHODS = "auto, propagation, learning, cores, linear, neighbourhoods or exact_cover."
"""The help for the methods of `csp.solve`; the search itself refuses other names."""


@click.command(cls=Reporting, context_settings={"max_content_width": 100})
@click.argument("file")
@click.option("-a", "--all-solutions", is_flag=True, help="All solutions, or all improvements.")
@click.option("-i", "--intermediate", is_flag=True, help="All improvements.")
@click.option("-n", "number", type=click.IntRange(min=1), metavar="N", help="N solutions.")
@click.option("-f", "--free-search", is_flag=True, help="Ignore the model's search annotations.")
@click.option("-s", "--statistics", is_flag=True, help="Print statistics.")
@click.option("-v", "--verbose", is_flag=True, help="Print a log on standard error.")
@click.option("-t", "--time-limit", type=float, metavar="MS", help="Stop after so long.")
@click.option("-r", "--seed", type=int, metavar="N", help="Seed of the random numbers.")
@click.option("-p", "--parallel", "workers", type=int, metavar="N", help="Search in N threads.")
@click.option("--method", help=METHODS)
@click.option("--solver", help="cpsat or sat.")
def fzn(
    file: str,
    all_solutions: bool,
    intermediate: bool,
    number: int | None,
    free_search: bool,
    statistics: bool,
    verbose: bool,
    time_limit: float | None,
    workers: int | None,
    **controls: Any,
) -> None:
    """Solve a FlatZinc FILE (- for standard input), and print solutions as MiniZinc reads them.

    By default one solution, or the best one. MiniZinc calls this command as a solver.
    """
    from csp.formats.flatzinc.output import COMPLETE, SOLUTION, UNKNOWN
    from csp.formats.flatzinc.reader import from_flatzinc
    from csp.formats.run import Run

    began = time.monotonic()
    controls["time_limit"] = time_limit / 1000 if time_limit else None
    try:
        with reading(file, controls), opened(file) as stream:
            instance = from_flatzinc(stream.read())
    except ModelError as error:
        raise BadInput(f"{file}: {error}") from None
    except UnfinishedError as error:
        say(str(error))
        print(UNKNOWN)
        return
    ready = time.monotonic()
    controls = {name: value for name, value in controls.items() if value is not None}
    if workers is not None and workers > 1:
        controls["workers"] = workers
    if verbose:
        controls["progress"] = log
    if not (free_search or "method" in controls or "solver" in controls):
        controls |= instance.search
    limit = None if all_solutions else number or 1
    run = Run(instance, limit, all_solutions or intermediate, controls)
    n_found = 0
    try:
        for solution in run:
            n_found += 1
            print(*filter(None, [instance.text(solution)]), SOLUTION, sep="\n", flush=True)
    except ModelError as error:
        raise BadInput(f"{file}: {error}") from None
    if n_found and run.complete:
        print(COMPLETE)
    elif not n_found:
        print(_without_solution(run))
    if statistics:
        _print_statistics(run, n_found, ready - began)


def _without_solution(run: Run) -> str:
    from csp.formats.flatzinc.output import UNKNOWN, UNSATISFIABLE

    return UNSATISFIABLE if run.complete else UNKNOWN


def _print_statistics(run: Run, n_found: int, seconds: float) -> None:
    """Print statistics under the names that MiniZinc has for them."""
    found = {"initTime": f"{seconds:.3f}", "solutions": n_found}
    found["variables"] = len(run.instance.model.unknowns)
    found["propagators"] = len(run.instance.model.constraints)
    if run.statistics is not None:
        found["solveTime"] = f"{run.statistics.seconds:.3f}"
        found["nodes"] = run.statistics.nodes
        found["propagations"] = run.statistics.updates
    for name, value in found.items():
        print(f"%%%mzn-stat: {name}={value}")
    print("%%%mzn-stat-end")


def log(progress: Progress) -> None:
    """Print a line of a log: what a search has done so far."""
    if sys.stderr is not None:
        say(
            f"% {progress.seconds:8.2f} s {progress.nodes:>12,} nodes "
            f"{format_number(progress.rate):>9} nodes/s {progress.solutions:>8,} solutions "
            f"{100 * progress.part:6.2f} % of the tree"
        )
