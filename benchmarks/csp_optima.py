"""Measure our solver on optimisation models, with the default search and with other searches."""

import json
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from benchmarks.processes import OURS, run
from benchmarks.report import Section, seconds

MODULE = "benchmarks.csp_workers.optima"


def measure(repeats: int, patience: float, ways: Sequence[str] = ()) -> Section:
    """Run each search, or some of them, on each model, in one process."""
    command = [str(OURS), "-m", MODULE, str(repeats), f"{patience:g}", *ways]
    reports = [json.loads(line) for line in run(command).output.splitlines()]
    ways = list(dict.fromkeys(report["way"] for report in reports))
    section = Section(
        "Best solutions by different searches, processor seconds, warm, stating the model apart",
        ("model", *ways),
        notes=[
            "The ways to search, and the models: benchmarks/csp_workers/optima.py.",
            f"Not proved after {patience:g} s: the value that was found until then, in brackets.",
        ],
        records=reports,
    )
    for model, some in groupby(reports, lambda report: report["model"]):
        section.rows.append((model, *map(_time_or_value, some)))
    return section


def _time_or_value(report: dict[str, Any]) -> str:
    return seconds(report["seconds"]) if report["proved"] else f"({report['value']})"
