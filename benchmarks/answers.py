"""Measure the other verbs: huge counts, lists, first solutions, proofs, costs and estimates."""

from collections.abc import Iterator
from statistics import median
from typing import Any, NamedTuple

from benchmarks.instances import DATA, INSTANCES
from benchmarks.peers import Solver
from benchmarks.processes import COMPILING
from benchmarks.report import Goal, Section, seconds

TILINGS = {
    8: (12988816, 0.005),
    12: (53060477521960000, 0.02),
    16: (2444888770250892795802079170816, 0.3),
}
"""Side of a square -> number of its tilings by dominoes (OEIS A004003), and the most seconds."""
ESTIMATES = (
    "langford11",
    "langford12",
    "latin5",
    "pent3x20",
    "pent8x8c",
    "queens12",
    "queens13",
    "soma",
    "sudoku16",
    "qwh12_80",
)
MOST_OUTSIDE = 1
"""The most searches, among these, whose number of nodes may be outside its interval."""


class Question(NamedTuple):
    """A request to our worker, and the required reply."""

    what: str
    command: str
    arguments: dict[str, Any]
    right: dict[str, Any]
    """The required values of some keys of the reply."""
    wanted: float
    """The most seconds."""
    time: str = "seconds"
    """The key of the reply that has the time."""
    n: int = 1
    """The number of solutions that the time is divided by."""


def questions() -> Iterator[Question]:
    """Yield all questions that have a goal in seconds."""
    for side, (count, wanted) in TILINGS.items():
        what = f"count the tilings of {side}x{side} by dominoes"
        yield Question(what, "count_tilings", {"side": side}, {"count": count}, wanted)
    # OEIS A107739 and F. Jarvis: 28,200,960 for boxes of 2x3.
    boxes, right = {"rows": 2, "columns": 3}, {"count": 28_200_960}
    yield Question("count all 6x6 sudoku grids", "count_grid", boxes, right, 1.5)
    for name in ("queens13", "langford12"):
        count = INSTANCES[name].solutions
        right = {"count": count, "rows": count}
        path = {"path": str(INSTANCES[name].path)}
        yield Question(f"{name}: a row of an array", "listing", path, right, 1e-6, "arrays", count)
        yield Question(f"{name}: a solution", "listing", path, right, 5e-6, "lists", count)
    for name, wanted in {"qwh30_380": 0.5, "pent6x10": 3.0}.items():
        path = {"path": str(DATA / "exactcover" / f"{name}.dlx")}
        for method in ("auto", "learning"):
            what = f"first solution of {name} by {method}"
            yield Question(what, "first", path | {"method": method}, {"found": True}, wanted)
    for file in sorted((DATA / "large").glob("*25x25*")):
        board = {"text": file.read_text()}
        yield Question(f"form of {file.stem}", "prove_board", board, {}, 2.0)
    path = {"path": str(DATA / "exactcover" / "pent6x10_cost.dlx")}
    right = {"cost": 55, "proved": True}
    yield Question("cheapest of pent6x10_cost, with proof", "cheapest", path, right, 2.0)


def measure(ours: Solver, repeats: int) -> Section:
    """Ask each question `repeats` times, after the kernels are compiled."""
    section = Section(
        f"Other questions, seconds: best / median of {repeats}",
        ("question", "seconds", "wanted"),
        notes=["Of lists: for one solution, from the file to the end of the list."],
    )
    for question in questions():
        replies = [
            ours.worker.ask(question.command, patience=COMPILING, **question.arguments)
            for _ in range(repeats + 1)
        ]
        if any(replies[0][key] != value for key, value in question.right.items()):
            section.wrong.append(f"{question.what}: {replies[0]}, not {question.right}")
        add(section, question, [reply[question.time] / question.n for reply in replies[1:]])
    add_estimates(section, ours)
    return section


def add(section: Section, question: Question, times: list[float]) -> None:
    """Add a question to the table, and its goal."""
    best, wanted = min(times), f"<= {question.wanted:g} s"
    section.rows.append((question.what, f"{seconds(best)} / {seconds(median(times))}", wanted))
    section.goals.append(Goal(question.what, wanted, seconds(best), best <= question.wanted))
    section.records.append({"question": question.what, "times": times})


def add_estimates(section: Section, ours: Solver) -> None:
    """Compare estimates of the nodes of searches with the actual numbers."""
    outside = []
    for name in ESTIMATES:
        path = str(INSTANCES[name].path)
        reply = ours.worker.ask("estimate", patience=COMPILING, path=path)
        section.records.append({"estimate": name, **reply})
        interval = f"{reply['low']:.4g} to {reply['high']:.4g} nodes"
        section.rows.append((f"estimate of {name}: {interval}", f"{reply['nodes']} nodes", ""))
        if not reply["low"] <= reply["nodes"] <= reply["high"]:
            outside.append(name)
    wanted = f">= {len(ESTIMATES) - MOST_OUTSIDE} of {len(ESTIMATES)} inside"
    measured = f"{len(ESTIMATES) - len(outside)} inside"
    section.goals.append(Goal("estimates", wanted, measured, len(outside) <= MOST_OUTSIDE))
