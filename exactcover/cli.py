"""The command `exactcover`: solve, count, inspect and convert problems.

Exit codes: 0 a solution exists, 1 there is none, 2 bad input, 3 stopped before it was known or
before all that was asked for was done.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from exactcover.console import Commands, Exit, opened, say, search_options
from exactcover.errors import ProblemError

if TYPE_CHECKING:
    from exactcover.option import Option
    from exactcover.problem import Problem
    from exactcover.result import Stop

FORMATS = click.Choice(["dlx", "json", "matrix"])


@click.group(cls=Commands, errors=(ProblemError,), context_settings={"max_content_width": 100})
@click.version_option(package_name="exactcover-sudoku")
def main() -> None:
    """Exact cover: FILE is a problem in Knuth's format, or - for standard input.

    Exit codes: 0 solution, 1 none, 2 bad input, 3 stopped.
    """


@main.command()
@click.argument("file")
@click.option("--limit", type=int, default=1, show_default=True, help="How many solutions.")
@click.option("--all", "find_all", is_flag=True, help="All solutions, whatever --limit says.")
@click.option("--json", "as_json", is_flag=True, help="One object a line: options as item lists.")
@search_options
def solve(file: str, limit: int, find_all: bool, as_json: bool, **controls: Any) -> None:
    """Print solutions: an option a line, a blank line behind each solution."""
    solutions = _read(file).solutions(limit=None if find_all else limit, **controls)
    interrupted = False
    try:
        for solution in solutions:
            options = [_words(option) for option in solution]
            if as_json:
                print(json.dumps({"options": options}))
            else:
                print("\n".join(" ".join(words) for words in options), end="\n\n")
    except KeyboardInterrupt:
        interrupted = True
    sys.stdout.flush()
    _finish(solutions.statistics.solutions, solutions.complete, solutions.stopped, interrupted)


@main.command()
@click.argument("file")
@click.option("--limit", type=int, help="Count no further than this.")
@click.option("--json", "as_json", is_flag=True, help="One object, with statistics.")
@click.option("--progress/--no-progress", default=None, help="A bar on standard error.")
@search_options
def count(
    file: str, limit: int | None, as_json: bool, progress: bool | None, **controls: Any
) -> None:
    """Print the number of solutions."""
    from exactcover.result import Count, Interrupted

    problem = _read(file)
    progress = sys.stderr.isatty() if progress is None else progress
    interrupted = False
    try:
        number = problem.count(limit=limit, progress=progress, **controls)
    except Interrupted as interruption:
        assert isinstance(interruption.result, Count)
        number, interrupted = interruption.result, True
    if as_json:
        statistics = number.statistics
        report = {
            "count": int(number),
            "complete": number.complete,
            "stopped": number.stopped.value if number.stopped else None,
            "engine": statistics.engine,
            "nodes": statistics.nodes,
            "updates": statistics.updates,
            "seconds": statistics.seconds,
        }
        print(json.dumps(report))
    else:
        print(int(number))
    _finish(int(number), number.complete, number.stopped, interrupted)


@main.command()
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="One object.")
def info(file: str, as_json: bool) -> None:
    """Say what a problem holds."""
    import numpy as np

    problem = _read(file)
    sizes = np.bincount(problem.incidence.members, minlength=problem.n_items)[: problem.n_primary]
    lengths = np.diff(problem.incidence.starts)
    facts = {
        "primary items": problem.n_primary,
        "secondary items": problem.n_items - problem.n_primary,
        "options": problem.n_options,
        "shortest option": int(lengths.min(initial=0 if not lengths.size else lengths[0])),
        "longest option": int(lengths.max(initial=0)),
        "fewest options of a primary item": int(sizes.min()),
        "most options of a primary item": int(sizes.max()),
        "colours": int(problem.incidence.colours.max(initial=0)),
        "digest": problem.digest,
    }
    if as_json:
        print(json.dumps(facts))
    else:
        width = max(map(len, facts))
        print("\n".join(f"{name:<{width}}  {value}" for name, value in facts.items()))


@main.command()
@click.argument("file")
@click.option("--from", "source", type=FORMATS, default="dlx", show_default=True)
@click.option("--to", "target", type=FORMATS, default="dlx", show_default=True)
def convert(file: str, source: str, target: str) -> None:
    """Print a problem in another format: dlx is Knuth's, matrix is lines of 0s and 1s."""
    from exactcover.interchange import READERS, WRITERS

    with opened(file) as stream:
        print(WRITERS[target](READERS[source](stream.read())), end="")


def _read(file: str) -> Problem:
    from exactcover.problem import Problem

    with opened(file) as stream:
        return Problem.from_text(stream.read())


def _words(option: Option) -> list[str]:
    return str(option).split(" ")


def _finish(found: int, complete: bool, stopped: Stop | None, interrupted: bool) -> None:
    """Say how the search ended, where that is not plain, and exit with the code for it."""
    from exactcover.result import Stop

    if complete and not found:
        say("no solution")
        sys.exit(Exit.NONE)
    if complete or (stopped is Stop.LIMIT and not interrupted):
        sys.exit(Exit.SOLUTION)
    why = f"stopped by the {stopped.value} limit" if stopped else "interrupted"
    say(f"{why}: {found} solutions so far, there may be more")
    sys.exit(Exit.STOPPED)
