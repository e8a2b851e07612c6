"""The other commands of `exactcover`: cheapest, sample, diagram, estimate, reduce, ..."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from exactcover.cli.drawing import Drawing, picture_options
from exactcover.cli.families import families
from exactcover.formats.solutions import members_as_json, solution_as_json
from exactcover.runtime.cli.console import all_digits, bytes_of, opened, say
from exactcover.runtime.cli.exit_codes import Exit, exit_if_undecided, finish, reading
from exactcover.runtime.cli.options import (
    cost_option,
    limit_options,
    number_option,
    search_options,
    symmetry_option,
    time_option,
)
from exactcover.runtime.errors import ProblemError
from exactcover.runtime.files import write_text
from exactcover.runtime.texts import printable, printable_lines

if TYPE_CHECKING:
    from exactcover.problem.option import Option
    from exactcover.problem.problem import Problem
    from exactcover.problem.solution import Solution
    from exactcover.verbs.cheapest import Cheapest

ENDINGS = {".json": "json", ".lp": "lp", ".opb": "opb", ".xmpuzzle": "burrtools"}
"""The formats that are known by the ending of a file; others are read in Knuth's format."""
OBJECTS = "One object a line."
OBJECT = "One object."


@click.command()
@click.argument("file")
@number_option("How many solutions.", "k", least=1, default=1)
@click.option("--improving", is_flag=True, help="Print each solution that is cheaper, at once.")
@click.option("--json", "as_json", is_flag=True, help=OBJECTS)
@click.option("--progress/--no-progress", default=None, help="A bar on standard error.")
@picture_options
@cost_option
@search_options
def cheapest(
    file: str,
    k: int,
    improving: bool,
    as_json: bool,
    progress: bool | None,
    drawing: Drawing,
    **controls: Any,
) -> None:
    """Print the solutions of least cost, each after a comment with its cost.

    The exit code is 0 only if it is proved that no solution is cheaper.
    """
    problem = read(file, controls)
    draw = drawing(problem)
    controls["progress"] = sys.stderr.isatty() if progress is None else progress
    if improving:
        if k > 1:
            raise ProblemError("--improving looks for one solution: leave --limit out")
        _print_improving(problem, draw, as_json, **controls)
    best, interrupted = _cheapest(problem, k, **controls)
    for cost, solution in zip(best.costs, best.solutions, strict=True):
        draw(solution)
        _print_cost(cost, solution, as_json, proved=best.complete)
    if not best.complete:
        _say_bound(best.bound, best.gap)
    finish(len(best.solutions), best.complete, best.stopped, interrupted)


def _cheapest(problem: Problem, k: int, **controls: Any) -> tuple[Cheapest, bool]:
    """Return the cheapest solutions, and whether Ctrl-C ended the search."""
    from exactcover.runtime.search.result import Interrupted
    from exactcover.verbs.cheapest import Cheapest

    try:
        return problem.cheapest(k, **controls), False
    except Interrupted as interruption:
        assert isinstance(interruption.result, Cheapest)
        return interruption.result, True


def _print_improving(
    problem: Problem, draw: Callable[[Solution], object], as_json: bool, **controls: Any
) -> NoReturn:
    """Print cheaper and cheaper solutions as they are found, and exit."""
    solutions = problem.improving_solutions(**controls)
    number, interrupted = 0, False
    try:
        for solution in solutions:
            number += 1
            draw(solution)
            _print_cost(solution.cost, solution, as_json, proved=solutions.complete)
            sys.stdout.flush()
    except KeyboardInterrupt:
        interrupted = True
    if not solutions.complete:
        _say_bound(solutions.bound, solutions.gap)
    finish(number, solutions.complete, solutions.stopped, interrupted)


def _print_cost(cost: float, solution: Solution, as_json: bool, *, proved: bool) -> None:
    """Print a solution with its cost."""
    if as_json:
        found = {"cost": cost, "proved": proved, **solution_as_json(solution)}
        print(json.dumps(found, default=str))
    else:
        print(f"| cost {cost}")
        print_options(solution)


def _say_bound(bound: float, gap: float | None) -> None:
    """Report how much cheaper other solutions may be."""
    if math.isfinite(bound):
        rest = "" if gap is None else f" (gap {100 * gap:.3g} %)"
        say(f"no solution costs less than {bound}{rest}")


@click.command()
@click.argument("file")
@number_option("How many solutions.", "n", least=1, default=1)
@click.option("--seed", type=int, help="Seed of the random numbers.")
@click.option("--max-bytes", type=int, help="Memory for the diagram; 0: no diagram.")
@click.option("--json", "as_json", is_flag=True, help=OBJECTS)
@picture_options
@limit_options
def sample(
    file: str, n: int, max_bytes: int | None, as_json: bool, drawing: Drawing, **controls: Any
) -> None:
    """Print random solutions; report it if they are not uniformly distributed."""
    if max_bytes is not None:
        controls["max_bytes"] = max_bytes
    problem = read(file, controls)
    draw = drawing(problem)
    with exit_if_undecided():
        samples = problem.sample(n, **controls)
    for solution in samples:
        draw(solution)
        if as_json:
            print(json.dumps({"uniform": samples.uniform, **solution_as_json(solution)}))
        else:
            print_options(solution)
    if not samples.uniform:
        say(f"not uniform: {samples.why}")


@click.command()
@click.argument("file")
@click.option("--count", "only_count", is_flag=True, help="Print the number of solutions only.")
@click.option("--save", type=click.Path(), help="Write the diagram to this file (.npz).")
@click.option("--dot", type=click.Path(), help="Write it for Graphviz to this file; -: print it.")
@click.option("--graphillion", type=click.Path(), help="Write it for Graphillion to this file.")
@click.option("--knuth", type=click.Path(), help="Write it for Knuth's zddread to this file.")
@click.option("--dddmp", type=click.Path(), help="Write it for OxiDD (DDDMP) to this file.")
@click.option("--at-most", type=float, metavar="COST", help="Only solutions of at most this cost.")
@click.option("--method", default="auto", show_default=True, help="The engine.")
@click.option("--max-bytes", type=int, help="Memory for the construction.")
@symmetry_option
@limit_options
def diagram(
    file: str,
    only_count: bool,
    save: str | None,
    dot: str | None,
    graphillion: str | None,
    knuth: str | None,
    dddmp: str | None,
    at_most: float | None,
    max_bytes: int | None,
    **controls: Any,
) -> None:
    """Construct the decision diagram (ZDD) of all solutions, and print its size.

    A number with more than 40 digits is rounded; --count prints all digits.
    """
    from exactcover.runtime.formatting import format_whole

    if max_bytes is not None:
        controls["max_bytes"] = max_bytes
    with exit_if_undecided():
        found = read(file, controls).diagram(**controls)
        if at_most is not None:
            found = found.at_most(at_most, time_limit=controls["time_limit"])
    if graphillion is not None:
        write_text(graphillion, found.to_graphillion())
    if knuth is not None:
        write_text(knuth, found.to_knuth())
    if dddmp is not None:
        write_text(dddmp, found.to_dddmp())
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
@click.option(
    "--probes",
    "n_probes",
    type=int,
    default=1000,
    show_default=True,
    help="How many random probes.",
)
@click.option("--seed", type=int, help="Seed of the random numbers.")
@time_option
@click.option("--method", default="dancing_cells", show_default=True, help="The engine.")
@click.option("--json", "as_json", is_flag=True, help=OBJECT)
def estimate(file: str, as_json: bool, **controls: Any) -> None:
    """Estimate the nodes, solutions and seconds of a search for all solutions, by random probes.

    The exit code is 1 if the search was so short that it was completed, without a solution.
    """
    with exit_if_undecided():
        found = read(file, controls).estimate(**controls)
    if as_json:
        intervals = {
            name: {end: _finite(getattr(interval, end)) for end in ("mean", "low", "high")}
            for name, interval in [
                ("nodes", found.nodes),
                ("solutions", found.solutions),
                ("seconds", found.seconds),
            ]
        }
        with all_digits():
            print(json.dumps(intervals | {"exact": found.complete}))
    else:
        print(found)
    if found.complete and not found.solutions.mean:
        say("no solution")
        sys.exit(Exit.NONE)


@click.command()
@click.argument("file")
@click.option("--domain-consistency", is_flag=True, help="Reduce as far as possible; slow.")
@click.option("--json", "as_json", is_flag=True, help=OBJECT)
@time_option
def reduce(file: str, domain_consistency: bool, as_json: bool, **controls: Any) -> None:
    """Print the problem without options that no solution needs.

    The options that every solution contains are comments at the top. The labels are the numbers
    of the options in the original problem.
    """
    problem = read(file, controls)
    reduction = problem.reduce(domain_consistency=domain_consistency, **controls)
    forced = [problem._option(index) for index in reduction.forced]
    is_left = not reduction.infeasible and reduction.problem.n_primary > 0
    text = reduction.problem.to_text() if is_left else ""
    if as_json:
        report = {
            "forced": list(map(members_as_json, forced)),
            "log": asdict(reduction.log),
            "infeasible": str(reduction.infeasible) if reduction.infeasible else None,
            "problem": text,
        }
        print(json.dumps(report))
    elif not reduction.infeasible:
        print("".join(f"| forced: {printable(option)}\n" for option in forced) + text, end="")
    say(str(reduction))
    if reduction.infeasible:
        sys.exit(Exit.NONE)


@click.command()
@click.argument("file")
@click.option("--method", default="auto", show_default=True, help="The engine.")
@click.option("--json", "as_json", is_flag=True, help=OBJECT)
@limit_options
def explain(file: str, as_json: bool, **controls: Any) -> None:
    """Print a minimal infeasible subset: a few items that cannot be covered together.

    The exit code is 0 if there is a solution, 1 if there is none and the subset is minimal, 3 if
    the search was stopped before that was known.
    """
    from exactcover.analysis.infeasibility import FeasibleError

    try:
        with exit_if_undecided():
            subset = read(file, controls).explain_infeasible(**controls)
    except FeasibleError as error:
        say(str(error))
        return
    certificate = subset.certificate
    if as_json:
        report = {
            "items": subset.items,
            "unproved": subset.unproved,
            "stopped": subset.stopped.value if subset.stopped else None,
            "weights": [] if certificate is None else list(certificate.weights.items()),
        }
        print(json.dumps(report))
    else:
        print(printable_lines(subset))
    sys.exit(Exit.STOPPED if subset.unproved else Exit.NONE)


@click.command()
@click.argument("path")
@click.option("--json", "as_json", is_flag=True, help=OBJECT)
def status(path: str, as_json: bool) -> None:
    """Print the progress of a checkpoint. The exit code is 0 if its run is complete, else 3.

    It reads the checkpoint once, and takes no limit of time.
    """
    from exactcover.runtime.confidence_interval import Interval
    from exactcover.runtime.formatting import format_duration, format_whole
    from exactcover.runtime.parallel.checkpoint import Checkpoint
    from exactcover.runtime.parallel.remaining_work import RemainingWork

    with Checkpoint(path, is_read_only=True) as checkpoint:
        facts, tasks, sums = checkpoint.facts(), checkpoint.tasks(), checkpoint.sums()
        remaining = RemainingWork(checkpoint.notes().get("remaining_work", "[]"))
    # A run that counts classes of symmetric solutions counts each several times.
    n_found = -(-sums.found // json.loads(facts.get("order", "1")))
    share = sum(task.share for task in tasks)
    work = remaining.estimate(share) if tasks else Interval.exact(0.0)
    left = work and work.times(sums.seconds / max(1, sums.updates))
    report = {
        "problem": facts["name"],
        "digest": json.loads(facts["digest"]),
        "complete": not tasks,
        "found": n_found,
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
        report["found"] = format_whole(n_found)
        report["seconds of work left"] = left.text(format_duration) if left else "not known yet"
        width = max(map(len, report))
        print("\n".join(f"{name:<{width}}  {printable(value)}" for name, value in report.items()))
    sys.exit(Exit.STOPPED if tasks else Exit.SOLUTION)


COMMANDS = (cheapest, sample, diagram, families, estimate, reduce, explain, status)


def read(file: str, controls: dict[str, Any] | None = None) -> Problem:
    """Read a problem from a file or standard input, under a time limit; see `read_as`.

    The options of the command are `controls`; its time limit becomes what is left of it.
    """
    problem = read_as(file, None, {} if controls is None else controls)
    for note in problem.left_out[:1]:
        also = f", and {len(problem.left_out) - 1} more" if len(problem.left_out) > 1 else ""
        say(f"left out: {note}{also}")
    return problem


def read_as(file: str, source: str | None, controls: dict[str, Any], **given: Any) -> Problem:
    """Read a problem in a format: by default that of the ending of the file, or Knuth's."""
    source = source or ENDINGS.get(Path(file).suffix.lower(), "dlx")
    with reading(file, controls):
        if source == "dlx":
            from exactcover.problem.problem import Problem

            with opened(file) as stream:
                return Problem.from_text(stream.read(), **given)
        from exactcover.formats.json import BINARY, READERS

        if source in BINARY:
            return READERS[source](bytes_of(file), **given)
        with opened(file) as stream:
            return READERS[source](stream.read(), **given)


def print_options(options: Iterable[Option]) -> None:
    """Print a solution: one option on each line, then a blank line."""
    print("\n".join(map(printable, options)), end="\n\n")


def _finite(number: float) -> float | None:
    """Return a number, or None for infinity, which JSON does not have."""
    return number if isinstance(number, int) or math.isfinite(number) else None
