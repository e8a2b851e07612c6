"""The command `csp xcsp3`: a solver of XCSP3, with the output of the format's competitions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from csp.cli.contents import contents
from csp.cli.fzn import METHODS, log
from csp.cli.stopping import Stopping
from csp.errors import ModelError
from exactcover.runtime.cli.console import say
from exactcover.runtime.cli.exit_codes import BadInput, reading
from exactcover.runtime.search.work import UnfinishedError

if TYPE_CHECKING:
    from csp.formats.instance import Instance
    from csp.formats.run import Run
    from csp.model.solution import Assignment


@click.command(context_settings={"max_content_width": 100})
@click.argument("file")
@click.option("-a", "--all-solutions", is_flag=True, help="All solutions, or all improvements.")
@click.option("-i", "--intermediate", is_flag=True, help="All improvements.")
@click.option("-n", "number", type=click.IntRange(min=1), metavar="N", help="N solutions.")
@click.option("-f", "--free-search", is_flag=True, help="Ignore the model's decision variables.")
@click.option("-s", "--statistics", is_flag=True, help="Print statistics, as comments.")
@click.option("-v", "--verbose", is_flag=True, help="Print a log on standard error.")
@click.option("-t", "--time-limit", type=float, metavar="SECONDS", help="Stop by then.")
@click.option("-r", "--seed", type=int, metavar="N", help="Seed of the random numbers.")
@click.option("-p", "--parallel", "workers", type=int, metavar="N", help="Search in N threads.")
@click.option("--method", help=METHODS)
@click.option("--solver", help="cpsat or sat.")
def xcsp3(
    file: str,
    all_solutions: bool,
    intermediate: bool,
    number: int | None,
    free_search: bool,
    statistics: bool,
    verbose: bool,
    workers: int | None,
    **controls: Any,
) -> None:
    """Solve an XCSP3 FILE (.xml, .xml.lzma; - for standard input).

    By default one solution, or the best one. A line "s" says what is known at the end, a line "o"
    has the value of a better solution, and lines "v" have a solution. The time limit counts from
    the start of the command; SIGTERM and Ctrl-C end it in the same way.
    """
    from csp.formats.run import Run

    stopping = Stopping(controls["time_limit"])
    with stopping.by_signals():
        controls |= stopping.controls
        instance = _read(file, controls)
        if instance is None:
            return
        reading_time = stopping.seconds_gone
        controls = {name: value for name, value in controls.items() if value is not None}
        if workers is not None and workers > 1:
            controls["workers"] = workers
        if verbose:
            controls["progress"] = log
        if not (free_search or "method" in controls or "solver" in controls):
            controls |= instance.search
        # The lines "o" need the improvements; another program's solver has only the best one.
        limit = None if all_solutions else number or 1
        run = Run(instance, limit, "solver" not in controls, controls)
        try:
            n_found, last = _print_solutions(run, instance, all_solutions or intermediate)
        except ModelError as error:
            raise BadInput(f"{file}: {error}") from None
        if statistics:
            _print_statistics(run, n_found, reading_time)
        print(f"s {_status(run, n_found)}")
        if last is not None:
            _print_values(instance, last)


def _read(file: str, controls: dict[str, Any]) -> Instance | None:
    """Return the instance of a file; None after printing that the reading was stopped."""
    from csp.formats.xcsp3.reader import from_xcsp3

    try:
        with reading(file, controls):
            return from_xcsp3(contents(file))
    except ModelError as error:
        raise BadInput(f"{file}: {error}") from None
    except UnfinishedError as error:
        say(str(error))
        print("s UNKNOWN")
        return None


def _print_solutions(run: Run, instance: Instance, every: bool) -> tuple[int, Assignment | None]:
    """Print solutions as they are found; return their number, and the one to print at the end."""
    from csp.formats.xcsp3.output import cost_of

    n_found, last = 0, None
    is_printed = every or (instance.objective is None and run.limit != 1)
    for solution in run:
        n_found, last = n_found + 1, None if is_printed else solution
        if instance.objective is not None:
            print(f"o {cost_of(instance.objective, solution)}", flush=True)
        if is_printed:
            _print_values(instance, solution)
    return n_found, last


def _print_values(instance: Instance, solution: Assignment) -> None:
    """Print a solution, with a "v" before each line."""
    lines = instance.text(solution).splitlines()
    print("\n".join(f"v {line}" for line in lines), flush=True)


def _status(run: Run, n_found: int) -> str:
    """Return what is known at the end of a search."""
    if not n_found:
        return "UNSATISFIABLE" if run.complete else "UNKNOWN"
    is_best = run.complete and run.instance.objective is not None
    return "OPTIMUM FOUND" if is_best else "SATISFIABLE"


def _print_statistics(run: Run, n_found: int, seconds: float) -> None:
    """Print statistics as comments."""
    print(f"c reading: {seconds:.3f} s")
    print(f"c variables: {len(run.instance.model.unknowns)}")
    print(f"c constraints: {len(run.instance.model.constraints)}")
    print(f"c solutions: {n_found} ({'all' if run.complete else 'there may be more'})")
    if run.statistics is not None:
        print(f"c search: {run.statistics.seconds:.3f} s, {run.statistics.nodes} nodes")
