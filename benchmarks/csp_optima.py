"""Measure our solver on models, with the default search and with other searches.

The best solutions are searched (`csp-optima`), or all solutions are counted (`csp-counts`).
"""

import json
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from benchmarks.processes import OURS, run
from benchmarks.report import Section, seconds

WORKERS = "benchmarks.csp_workers."


def measure(repeats: int, patience: float, ways: Sequence[str] = ()) -> Section:
    """Search for the best solution of each model in each way, or in some of them."""
    return _section("optima", "Best solutions", repeats, patience, ways)


def measure_counts(repeats: int, patience: float) -> Section:
    """Count the solutions of each model in each way."""
    return _section("counts", "Counts", repeats, patience)


def _section(
    worker: str, what: str, repeats: int, patience: float, ways: Sequence[str] = ()
) -> Section:
    """Run each search on each model, in one process."""
    command = [str(OURS), "-m", WORKERS + worker, str(repeats), f"{patience:g}", *ways]
    reports = [json.loads(line) for line in run(command).output.splitlines()]
    ways = list(dict.fromkeys(report["way"] for report in reports))
    section = Section(
        f"{what} by different searches, processor seconds, warm, stating the model apart",
        ("model", *ways),
        notes=[
            f"The ways to search, and the models: benchmarks/csp_workers/{worker}.py.",
            f"Not proved after {patience:g} s: the value that was found until then, in brackets.",
        ],
        records=reports,
    )
    for model, some in groupby(reports, lambda report: report["model"]):
        section.rows.append((model, *map(_time_or_value, some)))
    return section


def _time_or_value(report: dict[str, Any]) -> str:
    return seconds(report["seconds"]) if report["proved"] else f"({report['value']})"
