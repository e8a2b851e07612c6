"""The tables of a comparison: scores, instances, and pairs of solvers."""

from collections import Counter
from collections.abc import Sequence
from statistics import median

from benchmarks.minizinc import checking, rows, scoring
from benchmarks.minizinc.instances import Instance
from benchmarks.minizinc.rows import Row, Rows
from benchmarks.report import Section, seconds


def sections(found: Rows) -> list[Section]:
    """Return the tables of all solvers, for the instances that all of them have run."""
    solvers = found.solvers()
    common = found.common(solvers)
    scored = [name for name in common if any(found[name, each].has_answer for each in solvers)]
    return [
        scores_table(found, scored, solvers),
        pairs_table(found, scored, solvers),
        instances_table(found, common, solvers),
    ]


def scores_table(found: Rows, instances: Sequence[str], solvers: Sequence[str]) -> Section:
    """Return a row for each solver, the best one first."""
    without = scoring.scores(found, instances, solvers, scoring.search_seconds)
    flattening = scoring.scores(found, instances, solvers, scoring.all_seconds)
    most = max(1, len(instances) * (len(solvers) - 1))
    section = Section(
        f"Scores on {len(instances)} instances, {most} points at most",
        (
            "solver",
            "score",
            "of most",
            "with flattening",
            "proved",
            "not proved",
            "nothing",
            "failed",
            "best value",
            "median s of proofs",
        ),
        notes=[
            "Points as in the MiniZinc Challenge: a proof beats an answer without, then the better "
            "value counts; equal answers share a point by their times.",
            "Times are processor seconds. Failed: also instances that MiniZinc did not flatten.",
        ],
        wrong=scoring.contradictions(found, instances, solvers) + refuted(found),
    )
    for solver in sorted(solvers, key=lambda name: -without[name]):
        own = [found[instance, solver] for instance in instances]
        section.rows.append(
            (
                solver,
                f"{without[solver]:.1f}",
                f"{without[solver] / most:.0%}",
                f"{flattening[solver]:.1f}",
                *_counts(own),
                str(sum(_is_best(found, row, solvers) for row in own)),
                _median([row.seconds for row in own if row.is_proof]),
            )
        )
    return section


def pairs_table(found: Rows, instances: Sequence[str], solvers: Sequence[str]) -> Section:
    """Return how often the solver of a row has a better, equal and worse answer than others."""
    section = Section(
        "Pairs: better - equal - worse answers than the solver of the column",
        ("solver", *solvers),
        notes=["Without times."],
    )
    for solver in solvers:
        duels = [scoring.duel(found, instances, solver, other) for other in solvers]
        texts = [" - ".join(map(str, duel)) for duel in duels]
        texts[solvers.index(solver)] = ""
        section.rows.append((solver, *texts))
    return section


def instances_table(found: Rows, instances: Sequence[str], solvers: Sequence[str]) -> Section:
    """Return a row for each instance with the answers of all solvers."""
    section = Section(
        "Answers",
        ("instance", "goal", *solvers),
        notes=[
            "A value, and the processor seconds to its proof; in brackets: not proved, and the "
            "seconds to that solution."
        ],
    )
    for instance in instances:
        answers = [found[instance, solver] for solver in solvers]
        goal = next((row.goal for row in answers if row.goal), None)
        texts = map(answer, answers)
        section.rows.append((Instance.of(instance).label, (goal or "any")[:3], *texts))
    return section


def answer(row: Row) -> str:
    """Write the answer of a row in a few words.

    Examples
    --------
    >>> answer(Row("a", "b", 20.0, "proved", "minimize", 7, seconds=1.5))
    '7 in 1.5'
    >>> answer(Row("a", "b", 20.0, "feasible", "minimize", 9, solutions=[(0.5, 9)]))
    '(9 at 0.5)'
    """
    if row.is_proof:
        what = "none" if row.status == rows.UNSATISFIABLE else "found"
        return f"{what if row.objective is None else row.objective} in {seconds(row.seconds)}"
    if row.status == rows.FEASIBLE:
        return f"({row.objective} at {seconds(row.solutions[-1][0])})"
    return f"{rows.NOTHING}: {row.stopped}" if row.status == rows.NOTHING else row.status


def refuted(found: Rows) -> list[str]:
    """Return the answers that Gecode has refuted."""
    return [
        f"{row.instance}: {row.solver}: {row.check}"
        for row in found.values()
        if row.check.startswith(checking.REFUTED)
    ]


def _counts(own: Sequence[Row]) -> tuple[str, ...]:
    counts = Counter(row.status for row in own)
    n_proved = counts[rows.PROVED] + counts[rows.UNSATISFIABLE]
    n_failed = counts[rows.FAILED] + counts[rows.NOT_FLATTENED]
    return tuple(map(str, (n_proved, counts[rows.FEASIBLE], counts[rows.NOTHING], n_failed)))


def _is_best(found: Rows, row: Row, solvers: Sequence[str]) -> bool:
    """Whether no solver has a better value; proofs do not count."""
    values = [scoring.quality(found[row.instance, solver]) for solver in solvers]
    best = max(value for has_answer, _, value in values if has_answer)
    return row.has_answer and scoring.quality(row)[2] == best


def _median(values: Sequence[float]) -> str:
    return seconds(median(values)) if values else "-"
