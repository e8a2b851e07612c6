"""The scores of the MiniZinc Challenge: solvers get points in pairs."""

from collections.abc import Callable, Sequence
from itertools import combinations, permutations

from benchmarks.minizinc.rows import UNSATISFIABLE, Row, Rows

FASTEST = 0.01
"""The shortest time that counts: the resolution of the processor's clock."""
Seconds = Callable[[Row], float]


def search_seconds(row: Row) -> float:
    """Return the time of an answer without flattening; the limit if it is not proved."""
    return max(FASTEST, min(row.seconds, row.limit) if row.is_proof else row.limit)


def all_seconds(row: Row) -> float:
    """Return the time of an answer with flattening."""
    return search_seconds(row) + row.flattening


def quality(row: Row) -> tuple[bool, bool, float]:
    """Return the quality of an answer: whether there is one, whether it is proved, and its value.

    A greater quality is better. Only answers of equal quality are compared by their times.
    """
    if not row.has_answer or row.objective is None:
        return row.has_answer, row.is_proof, 0.0
    return True, row.is_proof, row.objective if row.goal == "maximize" else -row.objective


def points(row: Row, other: Row, seconds: Seconds) -> float:
    """Return the points of a row against another one, between 0 and 1.

    An answer beats none, a proof beats an answer without, and then the better value counts. Equal
    answers share a point by their times: t' / (t + t') goes to the one with time t. Without an
    answer there are no points.
    """
    if not row.has_answer:
        return 0.0
    mine, others = quality(row), quality(other)
    if mine != others:
        return float(mine > others)
    return seconds(other) / (seconds(row) + seconds(other))


def scores(
    rows: Rows, instances: Sequence[str], solvers: Sequence[str], seconds: Seconds
) -> dict[str, float]:
    """Return the score of each solver: the sum of its points against all others."""
    found = dict.fromkeys(solvers, 0.0)
    for instance in instances:
        for solver, other in permutations(solvers, 2):
            found[solver] += points(rows[instance, solver], rows[instance, other], seconds)
    return found


def duel(rows: Rows, instances: Sequence[str], solver: str, other: str) -> tuple[int, int, int]:
    """Return how often a solver has the better answer, an equal one, and the worse one."""
    won = equal = lost = 0
    for instance in instances:
        mine, others = quality(rows[instance, solver]), quality(rows[instance, other])
        won += mine > others
        equal += mine == others
        lost += mine < others
    return won, equal, lost


def contradictions(rows: Rows, instances: Sequence[str], solvers: Sequence[str]) -> list[str]:
    """Return where two answers cannot both be right."""
    found = []
    for instance in instances:
        answered = [rows[instance, solver] for solver in solvers]
        answered = [row for row in answered if row.has_answer]
        for row, other in combinations(answered, 2):
            if why := _contradiction(row, other) or _contradiction(other, row):
                found.append(f"{instance}: {row.solver} and {other.solver}: {why}")
    return found


def _contradiction(proof: Row, other: Row) -> str:
    if not proof.is_proof:
        return ""
    if proof.status == UNSATISFIABLE:
        is_solved = other.status != UNSATISFIABLE
        return "a solution, and a proof that there is none" if is_solved else ""
    if proof.objective is None or other.objective is None or quality(other)[2] <= quality(proof)[2]:
        return ""
    return f"{proof.objective} is proved to be best, but {other.objective} is better"
