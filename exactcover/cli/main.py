"""The command `exactcover`: solve, count, inspect and convert problems.

The other commands are in `commands`, the exit codes in `exit_codes`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

import click

from exactcover.cli.commands import COMMANDS, print_options, read, read_as
from exactcover.cli.drawing import Drawing, picture_options
from exactcover.formats.solutions import solution_as_json
from exactcover.runtime.cli.console import all_digits, say, say_how_to_resume
from exactcover.runtime.cli.exit_codes import Commands, exit_if_undecided, finish
from exactcover.runtime.cli.options import (
    cost_option,
    layer_options,
    number_option,
    parallel_options,
    search_options,
    steering_options,
    symmetry_option,
    time_option,
)
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.search.limits import Stop
from exactcover.runtime.search.work import limited
from exactcover.runtime.texts import printable
from exactcover.runtime.version import __version__

if TYPE_CHECKING:
    from exactcover.problem.problem import Problem
    from exactcover.runtime.search.result import Count, Statistics

explain_option = click.option(
    "--explain", is_flag=True, help="Report which engines searched, and why."
)


profile_option = click.option(
    "--profile", is_flag=True, help="Report the nodes and solutions of each level of the tree."
)


def finished(verb: Callable[[], Count]) -> tuple[Count, bool]:
    """Run a verb; return its count, and whether Ctrl-C ended it."""
    from exactcover.runtime.search.result import Count, Interrupted

    try:
        with exit_if_undecided():
            return verb(), False
    except Interrupted as interruption:
        assert isinstance(interruption.result, Count)
        return interruption.result, True


def say_choice(statistics: Statistics) -> None:
    """Print which engines searched, and why."""
    for line in statistics.choice:
        say(line)


def say_profile(statistics: Statistics) -> None:
    """Print the profile of the search tree, if there is one."""
    for depth, level in enumerate(statistics.profile):
        if depth == 0:
            say("level         nodes       updates     solutions")
        say(f"{depth:5}" + "".join(f"{number:14,}" for number in level))


TEXTS = ["dlx", "json", "matrix"]
SOURCES = [*TEXTS, "burrtools", "lp", "opb"]
TARGETS = [*TEXTS, "lp", "mps", "opb", "dimacs"]


@click.group(
    cls=Commands,
    errors=(ProblemError,),
    context_settings={"max_content_width": 100},
)
@click.version_option(__version__)
def main() -> None:
    """Exact cover: FILE is a problem, or - for standard input.

    A file that ends in .json, .lp, .opb or .xmpuzzle has that format, any other one Knuth's.

    Exit codes: 0 solution, 1 none, 2 bad input, 3 stopped.
    """


@main.command()
@click.argument("file")
@number_option("How many solutions.", default=1)
@click.option("--all", "find_all", is_flag=True, help="All solutions, regardless of --limit.")
@click.option("--json", "as_json", is_flag=True, help="One object a line: options as item lists.")
@click.option("--output", metavar="PATH", help="Write them to a file, as JSON, .parquet or .arrow.")
@click.option("--trace", is_flag=True, help="Print the steps of the search in place of solutions.")
@picture_options
@explain_option
@cost_option
@profile_option
@symmetry_option
@steering_options
@search_options
@parallel_options
def solve(
    file: str,
    limit: int,
    find_all: bool,
    as_json: bool,
    output: str | None,
    trace: bool,
    explain: bool,
    drawing: Drawing,
    **controls: Any,
) -> None:
    """Print solutions: one option on each line, a blank line after each solution."""
    controls["limit"] = None if find_all else limit
    problem = read(file, controls)
    if trace:
        _trace(problem, controls)
    draw = drawing(problem)
    if output is not None:
        _write(problem, output, explain, **controls)
    solutions = problem.solutions(**controls)
    interrupted = False
    try:
        with exit_if_undecided():
            for solution in solutions:
                draw(solution)
                if as_json:
                    print(json.dumps(solution_as_json(solution)))
                else:
                    print_options(solution)
    except KeyboardInterrupt:
        interrupted = True
    if explain:
        say_choice(solutions.statistics)
    say_profile(solutions.statistics)
    if not solutions.complete:
        say_how_to_resume(controls)
    finish(solutions.statistics.solutions, solutions.complete, solutions.stopped, interrupted)


_STEERING = ("choose", "decide", "item_weights", "consistency")


def _trace(problem: Problem, controls: dict[str, Any]) -> NoReturn:
    """Print the steps of a search up to the last solution that is wanted, and exit."""
    taken = {name: controls.pop(name) for name in (*_STEERING, "seed", "limit")}
    given = [name for name, value in controls.items() if value not in (None, False, "auto")]
    if given:
        raise ProblemError(f"--trace cannot go together with --{given[0].replace('_', '-')}")
    limit, found, complete = taken.pop("limit"), 0, True
    for step in problem.trace(**taken):
        if found == limit:
            complete = False
            break
        print(printable(step))
        found += step.kind == "solution"
    finish(found, complete, None if complete else Stop.LIMIT, False)


def _write(problem: Problem, output: str, explain: bool, **controls: Any) -> NoReturn:
    """Write the solutions to a file, and exit."""
    from exactcover.parallel.write import write_solutions

    number, interrupted = finished(
        lambda: write_solutions(problem, output, progress=sys.stderr.isatty(), **controls)
    )
    if explain:
        say_choice(number.statistics)
    say_profile(number.statistics)
    if not number.complete:
        say_how_to_resume(controls)
    finish(int(number), number.complete, number.stopped, interrupted)


@main.command()
@click.argument("file")
@number_option("Stop counting at this number.")
@click.option("--weights", metavar="PATH", help="Add up products of weights: one a line, as 1/3.")
@click.option("--json", "as_json", is_flag=True, help="One object, with statistics, if no weights.")
@click.option("--progress/--no-progress", default=None, help="A bar on standard error.")
@explain_option
@cost_option
@profile_option
@symmetry_option
@steering_options
@layer_options
@search_options
@parallel_options
def count(
    file: str,
    weights: str | None,
    as_json: bool,
    progress: bool | None,
    explain: bool,
    **controls: Any,
) -> None:
    """Print the number of solutions, with all digits."""
    if file == weights == "-":
        raise ProblemError("the problem and --weights cannot both be standard input")
    problem = read(file, controls)
    controls["progress"] = sys.stderr.isatty() if progress is None else progress
    if weights is not None:
        from exactcover.cli.weights import print_weighted_count

        print_weighted_count(problem, weights, as_json=as_json, explain=explain, **controls)
    number, interrupted = finished(lambda: problem.count(**controls))
    if as_json:
        statistics = number.statistics
        report = {
            "count": int(number),
            "complete": number.complete,
            "stopped": number.stopped.value if number.stopped else None,
            "engine": statistics.engine,
            "choice": statistics.choice,
            "nodes": statistics.nodes,
            "updates": statistics.updates,
            "seconds": statistics.seconds,
            **({"profile": statistics.profile} if statistics.profile else {}),
        }
        with all_digits():
            print(json.dumps(report))
    else:
        with all_digits():
            print(int(number))
    if explain:
        say_choice(number.statistics)
    if not as_json:
        say_profile(number.statistics)
    if not number.complete:
        say_how_to_resume(controls)
    finish(int(number), number.complete, number.stopped, interrupted)


@main.command()
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="One object.")
@time_option
def info(file: str, as_json: bool, **controls: Any) -> None:
    """Print the numbers of items, options and colours of a problem."""
    import numpy as np

    problem = read(file, controls)
    sizes = problem.sizes[: problem.n_primary]
    lengths = np.diff(problem.incidence.starts)
    facts = {
        "primary items": problem.n_primary,
        "secondary items": problem.n_items - problem.n_primary,
        "options": problem.n_options,
        "shortest option": int(lengths.min(initial=0 if not lengths.size else lengths[0])),
        "longest option": int(lengths.max(initial=0)),
        "fewest options of a primary item": int(sizes.min(initial=sizes[0] if len(sizes) else 0)),
        "most options of a primary item": int(sizes.max(initial=0)),
        "colours": int(problem.incidence.colours.max(initial=0)),
        "digest": problem.digest,
    }
    if as_json:
        print(json.dumps(facts))
    else:
        width = max(map(len, facts))
        print("\n".join(f"{name:<{width}}  {printable(value)}" for name, value in facts.items()))


@main.command()
@click.argument("file")
@click.option(
    "--from",
    "source",
    type=click.Choice(SOURCES),
    help="The format; by default that of the ending of the file, or dlx.",
)
@click.option("--to", "target", type=click.Choice(TARGETS), default="dlx", show_default=True)
@click.option(
    "--on-useless",
    type=click.Choice(["error", "ignore"]),
    help="Options without primary items: refuse or leave out (the default for dlx).",
)
@time_option
def convert(
    file: str, source: str | None, target: str, on_useless: str | None, **controls: Any
) -> None:
    """Print a problem in another format.

    dlx is Knuth's, matrix is lines of 0s and 1s, and burrtools the first problem of a puzzle
    (.xmpuzzle); lp and mps are for solvers of integer programs, opb for pseudo-Boolean ones, and
    dimacs for SAT solvers.
    """
    from exactcover.formats.json import WRITERS

    given = {} if on_useless is None else {"on_useless": on_useless}
    problem = read_as(file, source, controls, **given)
    for note in problem.left_out:
        say(f"left out: {note}")
    with limited("the text", **controls):
        text = WRITERS[target](problem)
    print(text, end="")


for _command in COMMANDS:
    main.add_command(_command)
