"""Run the benchmarks, or some of them: ``python -m benchmarks [SECTION ...]``."""

import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import click
from rich.console import Console

from benchmarks import (
    answers,
    batch,
    bounds,
    costs,
    count_grids,
    counting,
    csp,
    csp_clauses,
    csp_learning,
    csp_optima,
    csp_random,
    csp_startup,
    d3x,
    difficulty,
    engines,
    forcing,
    gaps,
    generation,
    isomorphs,
    kernels,
    kinds,
    large,
    layers,
    limits,
    machine,
    memory,
    minimality,
    notebook,
    parallel,
    peers,
    proof,
    ratings,
    reading,
    replaced,
    report,
    rulesets,
    server,
    soundness,
    startup,
    steering,
    studio,
    sudoku_rate,
    symmetry,
    variants,
    wheel,
    wishes,
)
from benchmarks import (
    techniques as technique_times,
)
from benchmarks.csp_models import measure as csp_models
from benchmarks.instances import DATA, DEFAULT, INSTANCES, Instance
from benchmarks.minizinc.__main__ import main as minizinc
from benchmarks.processes import ROOT, WorkerError
from sudoku.techniques.registry import TECHNIQUES


class Run(NamedTuple):
    """The options of the command."""

    solvers: list[peers.Solver]
    instances: list[Instance]
    repeats: int
    puzzles: int
    seed: int
    patience: float
    with_peers: bool
    ledger: Path
    techniques: tuple[str, ...]


SECTIONS: dict[str, Callable[[Run], report.Section]] = {
    "counting": lambda r: counting.measure(r.solvers, r.instances, r.repeats, r.patience),
    "engines": lambda r: engines.measure(r.solvers[0], r.repeats, r.patience),
    "kinds": lambda r: kinds.measure(r.patience),
    "answers": lambda r: answers.measure(r.solvers[0], r.repeats),
    "bounds": lambda r: bounds.measure(min(r.repeats, 3)),
    "costs": lambda r: costs.measure(min(r.repeats, 3), r.patience),
    "gaps": lambda r: gaps.measure(r.patience),
    "startup": lambda r: startup.measure(r.with_peers, r.repeats),
    "kernels": lambda r: kernels.measure(r.repeats),
    "wheel": lambda r: wheel.of_wheel(ROOT / "dist", r.repeats),
    "symmetry": lambda r: symmetry.measure(r.repeats),
    "steering": lambda r: steering.measure(r.repeats),
    "memory": lambda r: memory.measure(r.instances),
    "sudoku": lambda r: sudoku_rate.measure(r.solvers, r.repeats, r.puzzles, r.patience),
    "batch": lambda r: batch.measure(r.repeats),
    "isomorphs": lambda r: isomorphs.measure(r.repeats),
    "limits": lambda r: limits.measure(),
    "large": lambda r: large.measure(r.patience),
    "layers": lambda r: layers.measure(),
    "d3x": lambda r: d3x.measure(r.repeats),
    "generation": lambda r: generation.measure(r.repeats, r.with_peers),
    "rulesets": lambda r: rulesets.measure(min(r.puzzles, rulesets.PUZZLES)),
    "proof": lambda r: proof.measure(),
    "parallel": lambda r: parallel.measure(min(r.repeats, 3)),
    "ratings": lambda r: ratings.measure(),
    "minimality": lambda r: minimality.measure(r.puzzles, r.seed, r.ledger),
    "difficulty": lambda r: difficulty.measure(),
    "forcing": lambda r: forcing.measure(n_seeds=r.repeats, names=r.techniques),
    "replaced": lambda r: replaced.measure(r.puzzles, r.techniques, r.seed),
    "techniques": lambda r: technique_times.measure(r.repeats, r.puzzles, r.patience, r.with_peers),
    "wishes": lambda r: wishes.measure(min(r.puzzles, wishes.PUZZLES), r.seed),
    "soundness": lambda r: soundness.measure(r.puzzles),
    "csp": lambda r: csp.measure(r.repeats, r.patience, r.with_peers),
    "csp-clauses": lambda r: csp_clauses.measure(r.patience),
    "csp-counts": lambda r: csp_optima.measure_counts(r.repeats, r.patience),
    "csp-learning": lambda r: csp_learning.measure(r.repeats, r.patience),
    "csp-models": lambda r: csp_models.measure(r.patience, r.with_peers),
    "csp-optima": lambda r: csp_optima.measure(r.repeats, r.patience),
    "csp-random": lambda r: csp_random.measure(),
    "csp-startup": lambda r: csp_startup.measure(r.repeats),
    "reading": lambda r: reading.measure(),
    "notebook": lambda r: notebook.measure(r.repeats),
    "variants": lambda r: variants.measure(),
    "count-grids": lambda r: count_grids.measure(),
    "studio": lambda r: studio.measure(r.repeats),
    "server": lambda r: server.measure(),
}
"""The sections, in the order in which they are measured."""
WITH_PEERS = "counting", "startup", "wheel", "sudoku", "generation", "techniques"
"""The sections that compare with peers of exact cover and sudoku; those of csp have others."""


@click.command()
@click.argument("sections", nargs=-1, type=click.Choice(list(SECTIONS)))
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
    help="Sudokus to take from each file, or to generate.",
)
@click.option("--seed", default=0, show_default=True, help="The seed of generated puzzles.")
@click.option(
    "--patience",
    default=120.0,
    show_default=True,
    help="Seconds after which a solver is given up on an instance.",
)
@click.option(
    "--technique",
    "techniques",
    multiple=True,
    type=click.Choice([each.name for each in TECHNIQUES]),
    help="Ask the sections forcing and replaced for this technique only; may be given again.",
)
@click.option(
    "--ledger",
    default=minimality.LEDGER,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The findings of the section minimality, which makes what is missing.  "
    "[default: benchmarks/results/minimality.jsonl]",
)
@click.option("--peers/--no-peers", "with_peers", default=True, help="Measure the peers as well.")
@click.option(
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for latest.md and latest.json.  [default: benchmarks/results if no section is "
    "named, else none]",
)
def main(
    sections: tuple[str, ...],
    names: tuple[str, ...],
    repeats: int,
    puzzles: int,
    seed: int,
    patience: float,
    techniques: tuple[str, ...],
    ledger: Path,
    with_peers: bool,
    output: Path | None,
) -> None:
    """Measure speed, start-up and memory, beside the peers xcover and exact_cover.

    SECTIONS are those named below; all if none is named. Another command compares solvers on
    instances of the MiniZinc Challenge: python -m benchmarks minizinc --help
    """
    if not DATA.is_dir():
        raise click.ClickException("the data folder ../shared/data is missing: nothing to measure")
    facts = machine.describe()
    chosen = list(dict.fromkeys(sections or SECTIONS))
    if with_peers and not set(chosen).isdisjoint(WITH_PEERS):
        facts |= prepared_peers()
    console = Console()
    if not console.is_terminal:
        console.width = 120
    instances = [INSTANCES[name] for name in names] or list(DEFAULT)
    found = []
    with ExitStack() as workers:
        solvers = peers.solvers(with_peers)
        for solver in solvers:
            workers.callback(solver.worker.close)
        run = Run(
            solvers, instances, repeats, puzzles, seed, patience, with_peers, ledger, techniques
        )
        for name in chosen:
            try:
                found.append(SECTIONS[name](run))
            except WorkerError as error:
                raise click.ClickException(f"{name}: a worker {error}") from error
            report.show(found[-1], console)
    facts["load at the end"] = machine.load()
    report.show(report.goals_table(found), console)
    if machine.is_busy():
        console.print("Others were using this machine: trust the ratios, not the seconds.")
    output = output or (None if sections else report.RESULTS)
    if output is not None:
        report.write(output, facts, found)
    if any(section.wrong for section in found):
        raise click.ClickException("a solver was wrong or failed: see above")


def prepared_peers() -> dict[str, str]:
    """Install the peers; return their versions."""
    try:
        peers.prepare()
    except subprocess.CalledProcessError as error:
        raise click.ClickException(
            f"the peers cannot be installed ({error}); --no-peers measures ours alone"
        ) from error
    return peers.versions()


if __name__ == "__main__":
    if sys.argv[1:2] == ["minizinc"]:
        minizinc(sys.argv[2:], prog_name="python -m benchmarks minizinc")
    main(prog_name="python -m benchmarks")
