"""Run the benchmarks, or some of them: ``python -m benchmarks [SECTION ...]``."""

import subprocess
from contextlib import ExitStack
from pathlib import Path

import click
from rich.console import Console

from benchmarks import (
    answers,
    batch,
    counting,
    csp,
    csp_random,
    csp_startup,
    difficulty,
    engines,
    generation,
    large,
    machine,
    memory,
    peers,
    proof,
    ratings,
    report,
    soundness,
    spread,
    startup,
    sudoku_rate,
    techniques,
    variants,
)
from benchmarks.instances import DATA, DEFAULT, INSTANCES
from benchmarks.processes import WorkerError

SECTIONS = (
    "counting",
    "engines",
    "answers",
    "startup",
    "memory",
    "sudoku",
    "batch",
    "large",
    "generation",
    "proof",
    "spread",
    "ratings",
    "difficulty",
    "techniques",
    "soundness",
    "csp",
    "csp-random",
    "csp-startup",
    "variants",
)


@click.command()
@click.argument("sections", nargs=-1, type=click.Choice(SECTIONS))
@click.option(
    "--instance",
    "names",
    multiple=True,
    type=click.Choice(sorted(INSTANCES)),
    help="Count this instance only; may be given again.  [default: those with a goal]",
)
@click.option("--repeats", default=5, show_default=True, type=click.IntRange(min=1))
@click.option(
    "--puzzles",
    default=2000,
    show_default=True,
    type=click.IntRange(min=1),
    help="Sudokus to take from each file.",
)
@click.option(
    "--patience",
    default=120.0,
    show_default=True,
    help="Seconds after which a solver is given up on an instance.",
)
@click.option("--peers/--no-peers", "with_peers", default=True, help="Measure the peers as well.")
@click.option(
    "--output",
    default=report.RESULTS,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for latest.md and latest.json.  [default: benchmarks/results]",
)
def main(
    sections: tuple[str, ...],
    names: tuple[str, ...],
    repeats: int,
    puzzles: int,
    patience: float,
    with_peers: bool,
    output: Path,
) -> None:
    """Measure speed, start-up and memory, beside the peers xcover and exact_cover.

    SECTIONS are those named below; all if none is named.
    """
    if not DATA.is_dir():
        raise click.ClickException("the data folder ../shared/data is missing: nothing to measure")
    facts = machine.describe()
    chosen = sections or SECTIONS
    if with_peers and not all(name.startswith("csp") for name in chosen):
        try:
            peers.prepare()
        except subprocess.CalledProcessError as error:
            raise click.ClickException(
                f"the peers cannot be installed ({error}); --no-peers measures ours alone"
            ) from error
        facts |= peers.versions()
    instances = [INSTANCES[name] for name in names] or list(DEFAULT)
    console = Console()
    if not console.is_terminal:
        console.width = 120
    found = []
    with ExitStack() as workers:
        solvers = peers.solvers(with_peers)
        for solver in solvers:
            workers.callback(solver.worker.close)
        measures = {
            "variants": lambda: variants.measure(),
            "counting": lambda: counting.measure(solvers, instances, repeats, patience),
            "engines": lambda: engines.measure(solvers[0], repeats, patience),
            "answers": lambda: answers.measure(solvers[0], repeats),
            "startup": lambda: startup.measure(with_peers, repeats),
            "memory": lambda: memory.measure(instances),
            "sudoku": lambda: sudoku_rate.measure(solvers, repeats, puzzles, patience),
            "generation": lambda: generation.measure(repeats, with_peers),
            "proof": lambda: proof.measure(),
            "ratings": lambda: ratings.measure(),
            "difficulty": lambda: difficulty.measure(),
            "batch": lambda: batch.measure(repeats),
            "large": lambda: large.measure(patience),
            "spread": lambda: spread.measure(min(repeats, 3)),
            "techniques": lambda: techniques.measure(repeats, puzzles, patience, with_peers),
            "soundness": lambda: soundness.measure(puzzles),
            "csp": lambda: csp.measure(repeats, patience, with_peers),
            "csp-random": lambda: csp_random.measure(),
            "csp-startup": lambda: csp_startup.measure(repeats),
        }
        for name in dict.fromkeys(chosen):
            try:
                found.append(measures[name]())
            except WorkerError as error:
                raise click.ClickException(f"{name}: a worker {error}") from error
            report.show(found[-1], console)
    facts["load at the end"] = machine.load()
    report.show(report.goals_table(found), console)
    if machine.is_busy():
        console.print("Others were using this machine: trust the ratios, not the seconds.")
    report.write(output, facts, found)
    if any(section.wrong for section in found):
        raise click.ClickException("a solver was wrong or failed: see above")


if __name__ == "__main__":
    main(prog_name="python -m benchmarks")
