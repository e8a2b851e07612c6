"""Run a solver on an instance, and make a row of what it did."""

from dataclasses import replace
from pathlib import Path

from benchmarks.minizinc import checking, process, rows
from benchmarks.minizinc.flattening import Flattened
from benchmarks.minizinc.instances import Instance
from benchmarks.minizinc.output import Objective, Output, objective_of
from benchmarks.minizinc.roster import Solver
from benchmarks.minizinc.rows import Row


def measure(
    solver: Solver,
    instance: Instance,
    flattened: Flattened,
    limits: process.Limits,
    challenge: Path,
    revision: str,
) -> Row:
    """Run a solver on an instance, and check the answer if the solver is ours.

    The times of a solver with several threads are processor seconds for each thread.
    """
    row = Row(instance.name, solver.name, limits.seconds, rows.NOT_FLATTENED, revision=revision)
    if flattened.error:
        return replace(row, errors=flattened.error, flattening=flattened.seconds)
    objective = objective_of(flattened.flatzinc.read_text(encoding="utf-8"))
    output = Output(objective, limits.seconds)
    usage = process.run(
        solver.words(flattened.flatzinc, objective is not None),
        limits._replace(seconds=limits.seconds * solver.n_threads),
        lambda line, seconds: output.read(line, seconds / solver.n_threads),
    )
    status, errors = _status(output, objective, usage)
    answer = output.solutions[-1] if output.solutions else (None, None)
    decided = answer[0] if objective is None else output.end
    row = replace(
        row,
        status=status,
        goal=objective and objective.goal,
        objective=answer[1],
        seconds=round(min(usage.seconds / solver.n_threads, limits.seconds), 2),
        flattening=flattened.seconds,
        solutions=output.solutions,
        statistics=output.statistics,
        wall=round(usage.wall, 2),
        megabytes=usage.megabytes,
        code=usage.code,
        stopped=usage.stopped,
        errors=errors,
    )
    if row.is_proof and decided is not None:
        row = replace(row, seconds=decided)
    if solver.is_ours and row.has_answer and output.solutions:
        text = checking.check(output.last, row.objective, instance, challenge, flattened)
        row = replace(row, check=text)
    return row


def _status(output: Output, objective: Objective | None, usage: process.Usage) -> tuple[str, str]:
    """Return the status of a run, and the errors."""
    if output.solutions:
        if objective and output.solutions[-1][1] is None:
            return rows.FAILED, f"the solver prints no value of the objective {objective.variable}"
        is_final = output.end is not None or objective is None
        return (rows.PROVED if is_final else rows.FEASIBLE), usage.errors
    if output.is_unsatisfiable:
        return rows.UNSATISFIABLE, usage.errors
    return (rows.NOTHING if usage.stopped else rows.FAILED), usage.errors
