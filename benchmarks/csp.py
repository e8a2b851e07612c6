"""Constraint models beside the peers NuCS, CP-SAT and python-constraint2, each in its own process.

Every solver runs a model twice: once in a new process, of which the whole time counts, and once
more in another that states and solves it `repeats` times, of which the best time counts.
"""

import json
import subprocess
import sys
from collections.abc import Mapping
from math import inf
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.csp_instances import MODELS, Model
from benchmarks.peers import ENVIRONMENT, make
from benchmarks.processes import ROOT, run
from benchmarks.report import Goal, Section, seconds

PLACE = ENVIRONMENT.with_name(".venv-csp-peers")
REQUIREMENTS = Path(__file__).with_name("csp-peers-requirements.txt")
WORKERS = {
    "ours": "ours",
    "NuCS": "nucs_worker",
    "CP-SAT": "cpsat_worker",
    "constraint": "constraint_worker",
}
COMPILING = 120.0
NUCS_MEDIAN, NUCS_QUEENS = 3.0, 20.0


class Timing(NamedTuple):
    """What one solver took for one model, in seconds."""

    solve: float
    whole: float
    answer: int | None
    why: str = ""


def measure(repeats: int, patience: float, with_peers: bool) -> Section:
    """Solve every model by every solver."""
    make(PLACE, REQUIREMENTS.read_text())
    names = list(WORKERS) if with_peers else ["ours"]
    section = Section(
        f"Constraint models, seconds: best of {repeats} to solve / a whole new process",
        ("model", *names, "NuCS / ours"),
        notes=["All run one after another, with the same versions of Numba and NumPy."],
    )
    ratios: dict[str, float] = {}
    for model in MODELS:
        timings = {name: time(name, model, repeats, patience) for name in names}
        compare(section, model, timings, ratios)
        print(" | ".join(section.rows[-1]), file=sys.stderr, flush=True)
    if with_peers:
        middle = median(ratios.values())
        met = middle >= NUCS_MEDIAN
        section.goals.append(
            Goal("csp, median", f">= {NUCS_MEDIAN} x NuCS", f"{middle:.1f} x", met)
        )
        queens = ratios["queens 12"]
        met = queens >= NUCS_QUEENS
        section.goals.append(Goal("queens 12", f">= {NUCS_QUEENS} x NuCS", f"{queens:.0f} x", met))
    return section


def time(name: str, model: Model, repeats: int, patience: float) -> Timing:
    """Run a model by a solver, after once for its kind, which may compile."""
    python, module = str(PLACE / "bin" / "python"), f"benchmarks.csp_workers.{WORKERS[name]}"
    command = [python, "-m", module, model.kind, json.dumps(model.size)]
    variables = {"NUMBA_CACHE_DIR": str(ROOT / ".cache" / f"csp-peers-{WORKERS[name]}")}
    try:
        if is_first_of_kind(model):
            run([*command, "1"], variables, COMPILING)
        whole = run([*command, "1"], variables, patience)
        report = json.loads(whole.output.splitlines()[-1])
        if "unsupported" in report:
            return Timing(inf, inf, None, "-")
        first = sum(report["times"][0])
        again = repeats if first < patience / 10 else 1
        best = run([*command, str(1 + again)], variables, COMPILING).output.splitlines()[-1]
    except subprocess.TimeoutExpired:
        return Timing(inf, inf, None, f"> {patience:.0f}")
    except subprocess.CalledProcessError as error:
        return Timing(inf, inf, None, f"failed ({error.returncode})")
    times = json.loads(best)["times"][1:]
    return Timing(min(stated + solved for stated, solved in times), whole.seconds, report["answer"])


def is_first_of_kind(model: Model) -> bool:
    """Tell whether no model of its kind stands before it."""
    return model == next(other for other in MODELS if other.kind == model.kind)


def compare(
    section: Section, model: Model, timings: Mapping[str, Timing], ratios: dict[str, float]
) -> None:
    """Add a model to the table, its goals and its times."""
    ours = timings["ours"]
    known = ours.answer if model.answer is None else model.answer
    section.wrong += [
        f"{name}: {model.name} is {one.answer}, not {known}"
        for name, one in timings.items()
        if (not one.why or name == "ours") and one.answer != known
    ]
    columns = [
        one.why or f"{seconds(one.solve)} / {seconds(one.whole)}" for one in timings.values()
    ]
    ratio = ""
    if nucs := timings.get("NuCS"):
        ratios[model.name] = nucs.solve / ours.solve
        ratio = f"{ratios[model.name]:.1f} / {nucs.whole / ours.whole:.2f}"
        wins = ours.solve < nucs.solve and ours.whole < nucs.whole
        section.goals.append(Goal(f"{model.name} beside NuCS", "faster, both", ratio, wins))
    if (cpsat := timings.get("CP-SAT")) and model.wants_all:
        measured = f"{cpsat.solve / ours.solve:.1f} x"
        met = ours.solve < cpsat.solve
        section.goals.append(Goal(f"{model.name} beside CP-SAT", "faster", measured, met))
    section.rows.append((model.name, *columns, ratio))
    times = {name: one._asdict() for name, one in timings.items()}
    section.records.append({"model": model.name, "times": times})
