"""The command `csp fzn`, which is also `fzn-csp`: a solver of FlatZinc for MiniZinc."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from csp.cli.controls import METHODS, naming, search_controls
from csp.cli.stopping import Stopping
from exactcover.runtime.cli.console import opened, say
from exactcover.runtime.cli.exit_codes import Reporting, reading
from exactcover.runtime.search.work import UnfinishedError

if TYPE_CHECKING:
    from csp.formats.instance import Instance


@click.command(cls=Reporting, context_settings={"max_content_width": 100})
@click.argument("file")
@click.option("-a", "--all-solutions", is_flag=True, help="All solutions, or all improvements.")
@click.option("-i", "--intermediate", is_flag=True, help="All improvements.")
@click.option("-n", "number", type=click.IntRange(min=1), metavar="N", help="N solutions.")
@click.option(
    "-f", "--free-search", is_flag=True, help="Follow search annotations in one of several engines."
)
@click.option("-s", "--statistics", is_flag=True, help="Print statistics.")
@click.option("-v", "--verbose", is_flag=True, help="Print a log on standard error.")
@click.option(
    "-t", "--time-limit", type=float, metavar="MS", help="Stop so long after the command's start."
)
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

    By default one solution, or the best one. MiniZinc calls this command as a solver. SIGTERM and
    Ctrl-C end it as its time limit does: with the best solution so far, and with the statistics.
    """
    from csp.cli.flatzinc_answer import FlatZincAnswer
    from csp.formats.flatzinc.reader import from_flatzinc
    from csp.formats.run import Run

    stopping = Stopping(time_limit / 1000 if time_limit else None)
    answer = FlatZincAnswer(stopping, statistics)
    with stopping.watching(answer.give_up), naming(file):
        controls |= stopping.controls
        try:
            with reading(file, controls), opened(file) as stream:
                instance = from_flatzinc(stream.read())
        except UnfinishedError as error:
            say(str(error))
            return answer.give_up()
        controls = search_controls(controls, workers, verbose=verbose)
        if not ("method" in controls or "solver" in controls):
            controls |= asked(instance, free_search, workers)
        if verbose:
            for note in instance.notes:
                say(f"% {note}")
        limit = None if all_solutions else number or 1
        answer.search(Run(instance, limit, all_solutions or intermediate, controls))


def asked(instance: Instance, is_free: bool, workers: int | None) -> dict[str, Any]:
    """Return the controls by which a model wants to be searched."""
    found = dict(instance.search)
    if "method" in found or (is_free and found):
        return found | {"method": "free"}
    if workers is not None and workers > 1:  # a search in tasks does not restart
        found = {name: found[name] for name in found if name not in ("restart", "sequence")}
    return found
