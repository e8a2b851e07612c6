"""Search all models by our solver and by CP-SAT, which gets the same models by our bridge."""

import json
import sys
from collections.abc import Iterator
from statistics import median
from typing import Any

from benchmarks.csp import PLACE, REQUIREMENTS
from benchmarks.csp_models import CASES
from benchmarks.csp_models.case import Case
from benchmarks.peers import make
from benchmarks.processes import OURS, run
from benchmarks.report import Section, seconds

WAYS = ("default", "propagation", "learning", "neighbourhoods")
PEER = "CP-SAT"
BATCH = 10
"""The models that one process searches."""

Report = dict[str, Any]


def measure(patience: float, with_peers: bool) -> Section:
    """Search each model in each way, for some seconds of processor time."""
    ways = [*WAYS, *([PEER] if with_peers else [])]
    if with_peers:
        make(PLACE, REQUIREMENTS.read_text())
    reports = {(each["model"], way): each for way in ways for each in reported(way, patience)}
    section = Section(
        "Models of well-known problems, processor seconds, warm, stating the model apart",
        ("model", "source", *ways),
        notes=[
            "The models: benchmarks/csp_models. CP-SAT with one worker gets them by our bridge.",
            f"Not finished after {patience:g} s: what was found until then, in brackets.",
        ],
        records=[*reports.values()],
    )
    ratios = []
    for name, case in CASES.items():
        own = {way: reports[name, way] for way in ways}
        section.rows.append((name, case.source, *(text(each) for each in own.values())))
        section.wrong += wrong(case, own)
        if with_peers and own["default"].get("proved") and own[PEER].get("proved"):
            ratios.append(own[PEER]["seconds"] / own["default"]["seconds"])
    if ratios:
        middle = median(ratios)
        section.notes.append(f"CP-SAT / default where both finish: {middle:.2f} in the median.")
    return section


def reported(way: str, patience: float) -> Iterator[Report]:
    """Yield the reports of one way, and print them as they come."""
    python = PLACE / "bin" / "python" if way == PEER else OURS
    names = list(CASES)
    for first in range(0, len(names), BATCH):
        some = names[first : first + BATCH]
        command = [str(python), "-m", "benchmarks.csp_models.worker", way, f"{patience:g}", *some]
        for line in run(command).output.splitlines():
            print(line, file=sys.stderr, flush=True)
            yield json.loads(line)


def text(report: Report) -> str:
    """Return the time, or the answer so far in brackets.

    Examples
    --------
    >>> text({"seconds": 0.5, "answer": 7, "proved": True})
    '0.5'
    >>> text({"seconds": 4.0, "answer": 7, "proved": False}), text({"error": "no memory"})
    ('(7)', '-')
    """
    if "error" in report:
        return "-"
    return seconds(report["seconds"]) if report["proved"] else f"({report['answer']})"


def wrong(case: Case, reports: dict[str, Report]) -> list[str]:
    """Return which answers differ from the known one, or from that of another way.

    Examples
    --------
    >>> case = Case("squares", "-", lambda: None, "all", 3)
    >>> wrong(case, {"default": {"answer": 4, "proved": True}})
    ['default: squares is 4, not 3']
    >>> wrong(case, {"default": {"answer": 2, "proved": False}})
    []
    """
    certain = {way: r["answer"] for way, r in reports.items() if r.get("proved")}
    known = case.answer if case.answer is not None else next(iter(certain.values()), None)
    found = [f"{way}: {case.name} is {a}, not {known}" for way, a in certain.items() if a != known]
    if case.goal == "all" and known is not None:
        most = {way: r["answer"] for way, r in reports.items() if r.get("proved") is False}
        found += [
            f"{way}: {case.name} is more than {known}" for way, a in most.items() if a > known
        ]
    if case.goal == "least" and known is not None:
        least = {way: r.get("answer") for way, r in reports.items() if r.get("proved") is False}
        found += [
            f"{way}: {case.name} is {a}, below {known}"
            for way, a in least.items()
            if a is not None and a < known
        ]
    return found
