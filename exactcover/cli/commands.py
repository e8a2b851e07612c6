"""The commands of `exactcover` beyond solving and counting, and what all of them share."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, NoReturn

import click

from exactcover.cli.console import (
    Exit,
    all_digits,
    limit_options,
    number_option,
    opened,
    say,
    search_options,
)
from exactcover.files import write_text

if TYPE_CHECKING:
    from exactcover.limits import Stop
    from exactcover.problem.option import Option
    from exactcover.problem.problem import Problem

OBJECTS = "One object a line."
OBJECT = "One object."


@click.command()
@click.argument("file")
@number_option("How many solutions.", "k", least=1, default=1)
@click.option("--json", "as_json", is_flag=True, help=OBJECTS)
@search_options
def cheapest(file: str, k: int, as_json: bool, **controls: Any) -> None:
    """Print the solutions of least cost, each behind a comment with its cost.

    The code is 0 only if it is proved that there are no cheaper ones.
    """
    from exactcover.search.result import Interrupted
    from exactcover.verbs.cheapest import Cheapest

    interrupted = False
    try:
        best = read(file).cheapest(k, **controls)
    except Interrupted as interruption:
        assert isinstance(interruption.result, Cheapest)
        best, interrupted = interruption.result, True
    for cost, solution in zip(best.costs, best.solutions, strict=True):
        if as_json:
            print(
                json.dumps(
                    {"cost": cost, "proved": best.complete, "options": list(map(words, solution))}
                )
            )
        else:
            print(f"| cost {cost}")
            print_options(solution)
    finish(len(best.solutions), best.complete, best.stopped, interrupted)


@click.command()
@click.argument("file")
@number_option("How many solutions.", "n", least=1, default=1)
@click.option("--seed", type=int, help="For the same solutions again.")
@click.option("--max-bytes", type=int, help="Memory for the diagram; 0: do without.")
@click.option("--json", "as_json", is_flag=True, help=OBJECTS)
@limit_options
def sample(file: str, n: int, max_bytes: int | None, as_json: bool, **controls: Any) -> None:
    """Print solutions drawn at random; say so if not all of them were equally likely."""
    if max_bytes is not None:
        controls["max_bytes"] = max_bytes
    with ends():
        samples = read(file).sample(n, **controls)
    for solution in samples:
        if as_json:
            print(json.dumps({"uniform": samples.uniform, "options": list(map(words, solution))}))
        else:
            print_options(solution)
    if not samples.uniform:
        say(f"not uniform: {samples.why}")


@click.command()
@click.argument("file")
@click.option("--count", "only_count", is_flag=True, help="Print the number of solutions only.")
@click.option("--save", type=click.Path(), help="Write the diagram to this file (.npz).")
@click.option("--dot", type=click.Path(), help="Write it for Graphviz to this file; -: print it.")
@click.option("--method", default="auto", show_default=True, help="How it is made.")
@click.option("--max-bytes", type=int, help="Memory for making it.")
@limit_options
def diagram(
    file: str,
    only_count: bool,
    save: str | None,
    dot: str | None,
    max_bytes: int | None,
    **controls: Any,
) -> None:
    """Find all solutions at once, as a decision diagram, and say how large it is.

    A number of more than 40 digits is rounded; --count prints all of them.
    """
    from exactcover.formatting import format_whole

    if max_bytes is not None:
        controls["max_bytes"] = max_bytes
    with ends():
        found = read(file).diagram(**controls)
    if save is not None:
        found.save(save)
    if dot == "-":
        print(found.to_dot(), end="")
    elif dot is not None:
        write_text(dot, found.to_dot())
    if only_count:
        with all_digits():
            print(found.count())
    elif dot != "-":
        number = format_whole(found.count())
        print(f"solutions  {number}\nnodes      {found.size}\nbytes      {found.nbytes}")
    finish(found.count(), True, None, False)


@click.command()
@click.argument("file")
@click.option("--probes", "n_probes", type=int, default=1000, show_default=True, help="How many.")
@click.option("--seed", type=int, help="For the same dives again.")
@click.option("--time-limit", type=float, metavar="SECONDS", help="Begin nothing after so long.")
@click.option("--method", default="dancing_cells", show_default=True, help="The engine.")
@click.option("--json", "as_json", is_flag=True, help=OBJECT)
def estimate(file: str, as_json: bool, **controls: Any) -> None:
    """Estimate what a search for all solutions would do, by random dives into its tree.

    The code is 1 if the search was so short that it was done, and found none.
    """
    found = read(file).estimate(**controls)
    if as_json:
        figures = {
            name: {end: _finite(getattr(figure, end)) for end in ("mean", "low", "high")}
            for name, figure in [
                ("nodes", found.nodes),
                ("solutions", found.solutions),
                ("seconds", found.seconds),
            ]
        }
        with all_digits():
            print(json.dumps(figures | {"exact": found.complete}))
    else:
        print(found)
    if found.complete and not found.solutions.mean:
        say("no solution")
        sys.exit(Exit.NONE)


@click.command()
@click.argument("file")
@click.option("--domain-consistency", is_flag=True, help="Go on to the end, however long it takes.")
@click.option("--json", "as_json", is_flag=True, help=OBJECT)
def reduce(file: str, domain_consistency: bool, as_json: bool) -> None:
    """Print the problem without what no solution needs; its labels are the options' old numbers.

    The options that every solution has go into comments at the top.
    """
    problem = read(file)
    reduction = problem.reduce(domain_consistency=domain_consistency)
    forced = [problem._option(index) for index in reduction.forced]
    is_left = not reduction.infeasible and reduction.problem.n_primary > 0
    text = reduction.problem.to_text() if is_left else ""
    if as_json:
        report = {
            "forced": list(map(words, forced)),
            "log": asdict(reduction.log),
            "infeasible": str(reduction.infeasible) if reduction.infeasible else None,
            "problem": text,
        }
        print(json.dumps(report))
    elif not reduction.infeasible:
        print("".join(f"| forced: {option}\n" for option in forced) + text, end="")
    say(str(reduction))
    if reduction.infeasible:
        sys.exit(Exit.NONE)


@click.command()
@click.argument("file")
@click.option("--method", default="auto", show_default=True, help="The engine.")
@click.option("--json", "as_json", is_flag=True, help=OBJECT)
@limit_options
def explain(file: str, as_json: bool, **controls: Any) -> None:
    """Say why there is no solution: name a few items that cannot be covered together.

    The code is 0 if there is a solution, 1 if there is none and the items are all needed, 3 if it
    was stopped before that.
    """
    from exactcover.analysis.infeasibility import FeasibleError

    try:
        with ends():
            explanation = read(file).explain_infeasible(**controls)
    except FeasibleError as error:
        say(str(error))
        return
    if as_json:
        report = {
            "items": explanation.items,
            "unproved": explanation.unproved,
            "stopped": explanation.stopped.value if explanation.stopped else None,
        }
        print(json.dumps(report))
    else:
        print(explanation)
    sys.exit(Exit.STOPPED if explanation.unproved else Exit.NONE)


@click.command()
@click.argument("path")
@click.option("--json", "as_json", is_flag=True, help=OBJECT)
def status(path: str, as_json: bool) -> None:
    """Say how far the run of a checkpoint is. The code is 0 if it is complete, else 3."""
    from exactcover.formatting import format_duration, format_whole
    from exactcover.parallel.checkpoint import Checkpoint
    from exactcover.parallel.remaining_work import RemainingWork
    from exactcover.search.interval import Interval

    with Checkpoint(path, is_read_only=True) as checkpoint:
        facts, tasks, sums = checkpoint.facts(), checkpoint.tasks(), checkpoint.sums()
        remaining = RemainingWork(checkpoint.notes().get("remaining_work", "[]"))
    share = sum(task.share for task in tasks)
    work = remaining.estimate(share) if tasks else Interval.exact(0.0)
    left = work and work.times(sums.seconds / max(1, sums.updates))
    report = {
        "problem": facts["name"],
        "digest": json.loads(facts["digest"]),
        "complete": not tasks,
        "found": sums.found,
        "part done": 1.0 - share,
        "tasks done": sums.n_done,
        "tasks left": len(tasks),
        "nodes": sums.nodes,
        "seconds of work": sums.seconds,
        "seconds of work left": left and {"mean": left.mean, "low": left.low, "high": left.high},
        "method": json.loads(facts["method"]),
    }
    if as_json:
        with all_digits():
            print(json.dumps(report))
    else:
        report["found"] = format_whole(sums.found)
        report["seconds of work left"] = left.text(format_duration) if left else "not known yet"
        width = max(map(len, report))
        print("\n".join(f"{name:<{width}}  {value}" for name, value in report.items()))
    sys.exit(Exit.STOPPED if tasks else Exit.SOLUTION)


COMMANDS = (cheapest, sample, diagram, estimate, reduce, explain, status)


def read(file: str) -> Problem:
    """Read a problem in Knuth's format, from a file or standard input."""
    from exactcover.problem.problem import Problem

    with opened(file) as stream:
        return Problem.from_text(stream.read())


def words(option: Option) -> list[str]:
    """Return the items of an option with their colours, as in the format."""
    return str(option).split(" ")


def print_options(options: Iterable[Option]) -> None:
    """Print a solution: an option a line, and a blank line."""
    print("\n".join(map(str, options)), end="\n\n")


def _finite(number: float) -> float | None:
    """Return a number as JSON knows it, which has no infinity."""
    return number if isinstance(number, int) or math.isfinite(number) else None


@contextmanager
def ends() -> Iterator[None]:
    """Exit with the code for it where a verb cannot do its work."""
    from exactcover.diagrams.diagram import UnfinishedError
    from exactcover.errors import GaveUpError, LostTasksError, NoSolutionError, UndecidedError

    try:
        yield
    except NoSolutionError:
        say("no solution")
        sys.exit(Exit.NONE)
    except (GaveUpError, LostTasksError, UndecidedError, UnfinishedError) as error:
        say(str(error))
        sys.exit(Exit.STOPPED)


def finish(found: int, complete: bool, stopped: Stop | None, interrupted: bool) -> NoReturn:
    """Say how the search ended, where that is not plain, and exit with the code for it."""
    from exactcover.formatting import format_whole
    from exactcover.limits import Stop, ending

    sys.stdout.flush()
    if complete and not found:
        say("no solution")
        sys.exit(Exit.NONE)
    if complete or (stopped is Stop.LIMIT and not interrupted):
        sys.exit(Exit.SOLUTION)
    say(f"{ending(stopped)}: {format_whole(found)} solutions so far, there may be more")
    sys.exit(Exit.STOPPED)
