"""The command `csp xcsp3`: a solver of XCSP3, with the output of the format's competitions."""

from __future__ import annotations

from typing import Any

import click

from csp.cli.contents import contents
from csp.cli.controls import METHODS, naming, search_controls
from csp.cli.stopping import Stopping
from exactcover.runtime.cli.console import say
from exactcover.runtime.cli.exit_codes import reading
from exactcover.runtime.search.work import UnfinishedError


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
    from csp.cli.xcsp3_answer import XCSP3Answer
    from csp.formats.run import Run
    from csp.formats.xcsp3.reader import from_xcsp3

    stopping = Stopping(controls["time_limit"])
    answer = XCSP3Answer(stopping, all_solutions or intermediate, statistics)
    with stopping.watching(answer.give_up), naming(file):
        controls |= stopping.controls
        try:
            with reading(file, controls):
                instance = from_xcsp3(contents(file))
        except UnfinishedError as error:
            say(str(error))
            return answer.give_up()
        controls = search_controls(controls, workers, verbose=verbose)
        if not (free_search or "method" in controls or "solver" in controls):
            controls |= instance.search
        # The lines "o" need the improvements; another program's solver has only the best one.
        limit = None if all_solutions else number or 1
        answer.search(Run(instance, limit, "solver" not in controls, controls))
