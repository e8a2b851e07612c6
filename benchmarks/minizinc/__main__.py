"""The command ``python -m benchmarks minizinc``."""

from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console

from benchmarks import machine, report
from benchmarks.minizinc import instances, roster, tables
from benchmarks.minizinc.flattening import flatten
from benchmarks.minizinc.instances import Instance
from benchmarks.minizinc.measuring import measure
from benchmarks.minizinc.process import Limits
from benchmarks.minizinc.roster import Solver
from benchmarks.minizinc.rows import Rows

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(context_settings={"max_content_width": 100})
@click.option("--challenge", required=True, type=FOLDER, help="The repository of the Challenge.")
@click.option(
    "--instances",
    "listing",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file with a line MODEL or MODEL,DATA for each instance.  [default: all]",
)
@click.option(
    "--only",
    "names",
    multiple=True,
    metavar="SOLVER",
    help="Run this solver only; may be given again.  [default: all with one thread]",
)
@click.option("--limit", default=20.0, show_default=True, help="Processor seconds of each run.")
@click.option("--memory", default=4000, show_default=True, help="Megabytes of each run.")
@click.option("--output", required=True, type=FILE, help="The rows, which a later run completes.")
@click.option("--summary", type=FILE, help="Write the tables to this file, too, in Markdown.")
@click.option(
    "--work",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where flattened instances are kept.  [default: flattened, beside the output]",
)
@click.option("--tables", "is_only_tables", is_flag=True, help="Print the tables, run nothing.")
def main(
    challenge: Path,
    listing: Path | None,
    names: tuple[str, ...],
    limit: float,
    memory: int,
    output: Path,
    summary: Path | None,
    work: Path | None,
    is_only_tables: bool,
) -> None:
    """Compare solvers on instances of the MiniZinc Challenge, scored as there.

    Solvers are csp-free, csp-fixed (as the model wants to be searched), csp-threads (two threads),
    cpsat (CP-SAT by our reader), and NAME-fixed and NAME-free for each executable fzn-NAME that
    MiniZinc knows: see MZN_SOLVER_PATH. Choco runs if pycsp3 is installed.

    The tables show all solvers of the output, on the instances that all of them have run. To
    measure one again, copy the file without its rows.
    """
    console = Console()
    if not console.is_terminal:
        console.width = 160
    try:
        chosen = instances.listed(listing, challenge) if listing else instances.every(challenge)
        found = Rows(output, limit)
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    if not is_only_tables:
        output.parent.mkdir(parents=True, exist_ok=True)
        work = (work or output.parent / "flattened").resolve()
        run_all(found, chosen, names, Limits(limit, memory), challenge.resolve(), work, console)
    sections = tables.sections(found)
    for section in sections:
        report.show(section, console)
    if summary is not None:
        facts = report.Section("Where and how", ("", ""), [*machine.describe().items()])
        text = "\n".join(report.markdown(part) for part in (*sections, facts))
        summary.write_text(f"# Instances of the MiniZinc Challenge\n\n{text}")
    if any(section.wrong for section in sections):
        raise click.ClickException("answers are wrong: see above")


def run_all(
    found: Rows,
    chosen: Sequence[Instance],
    names: Sequence[str],
    limits: Limits,
    challenge: Path,
    work: Path,
    console: Console,
) -> None:
    """Run what has no row yet, one process at a time."""
    known = roster.libraries()
    solvers = selected(roster.solvers(known), names)
    revision = machine.revision()
    for instance in chosen:
        for solver in solvers:
            if (instance.name, solver.name) in found:
                continue
            flattened = flatten(instance, challenge, known[solver.library], work)
            row = measure(solver, instance, flattened, limits, challenge, revision)
            found.add(row)
            words = [f"{instance.label:44} {solver.name:14} {tables.answer(row):24}"]
            words += [row.check, "" if row.has_answer else row.errors.replace("\n", " ")[-100:]]
            console.print(" ".join(words), highlight=False, markup=False, soft_wrap=True)


def selected(solvers: dict[str, Solver], names: Sequence[str]) -> list[Solver]:
    """Return the solvers with these names, or those with one thread.

    Raises
    ------
    click.ClickException
        If there is no such solver; the message names those that are there.
    """
    for name in names:
        if name not in solvers:
            there = ", ".join(sorted(solvers))
            raise click.ClickException(f"there is no solver {name!r} here, only {there}")
    return [solvers[name] for name in names] or [
        solver for solver in solvers.values() if solver.n_threads == 1
    ]


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.minizinc")
