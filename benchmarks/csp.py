"""Constraint models beside the peers NuCS, CP-SAT and python-constraint2, each in its own process.

Every solver runs a model twice: once in a new process, whose whole time is reported, and once
more in another process that states and solves it `repeats` times, whose best time to solve is
reported. Times are processor times unless they are too short for that, because all solvers run in
one thread, and other processes may use the machine. Short measurements are repeated more often. A
solver that exceeded the time limit for a model is not run on larger models of the same kind.

All kernels are compiled beforehand: those of NuCS by Numba, into its cache; ours by ``make
kernels``, as they are in a wheel, which works for any version of Numba.

Each timing is written to a journal at once: an interrupted run continues from there, if the sources
are still the same. The journal of a complete run is removed.
"""

import json
import subprocess
import sys
from collections.abc import Mapping
from hashlib import sha256
from math import inf
from pathlib import Path
from signal import SIGXCPU
from statistics import median
from typing import Any, NamedTuple

from benchmarks.csp_instances import MODELS, Model
from benchmarks.peers import ENVIRONMENT, make
from benchmarks.processes import ROOT, run
from benchmarks.report import Goal, Section, seconds

PLACE = ENVIRONMENT.with_name(".venv-csp-peers")
REQUIREMENTS = Path(__file__).with_name("csp-peers-requirements.txt")
JOURNAL = ROOT / ".cache" / "benchmarks-csp.jsonl"
WORKERS = {
    "ours": "ours",
    "NuCS": "nucs_worker",
    "CP-SAT": "cpsat_worker",
    "constraint": "constraint_worker",
}
COMPILED = ("ours", "NuCS")
COMPILING = 60.0
ENOUGH, MOST_REPEATS = 0.3, 20
NUCS_MEDIAN, NUCS_QUEENS = 3.0, 20.0
MEGABYTES = 250.0


class Timing(NamedTuple):
    """The seconds of one solver for one model; infinite, with a reason, if there is no answer.

    `least` is a lower bound of the time, where the solver was given up.
    """

    solve: float
    whole: float
    answer: int | None
    megabytes: float = 0.0
    least: float = inf
    why: str = ""


def measure(repeats: int, patience: float, with_peers: bool) -> Section:
    """Solve every model by every solver."""
    make(PLACE, REQUIREMENTS.read_text())
    names = list(WORKERS) if with_peers else ["ours"]
    section = Section(
        f"Constraint models, processor seconds: best of {repeats} to solve / a whole new process",
        ("model", *names, "NuCS / ours"),
        notes=[
            "All run one after another, with the same versions of Numba and NumPy.",
            f"> {patience:g}: given up after so long; it counts as that long in ratios.",
        ],
    )
    ratios: dict[str, float] = {}
    journal = Journal(repeats, patience)
    for model in MODELS:
        timings = {name: journal.time(name, model) for name in names}
        compare(section, model, timings, ratios)
        print(" | ".join(section.rows[-1]), file=sys.stderr, flush=True)
    if with_peers:
        middle = median(ratios.values())
        add_goal(section, "csp, median", f">= {NUCS_MEDIAN} x NuCS", middle, NUCS_MEDIAN)
        queens = ratios["queens 12"]
        add_goal(section, "queens 12", f">= {NUCS_QUEENS} x NuCS", queens, NUCS_QUEENS)
    journal.remove()
    return section


def add_goal(section: Section, what: str, wanted: str, ratio: float, least: float) -> None:
    """Add the goal to reach a ratio."""
    section.goals.append(Goal(what, wanted, f"{ratio:.1f} x", ratio >= least))


class Journal:
    """The timings of a run: also on disk, so that an interrupted run can be continued."""

    def __init__(self, repeats: int, patience: float) -> None:
        self._repeats, self._patience = repeats, patience
        self._settings = json.dumps([repeats, patience, REQUIREMENTS.read_text()]).encode()
        self._versions = {name: self._version(name) for name in WORKERS}
        self._known: dict[str, Timing] = {}
        self._gave_up: dict[tuple[str, str], int] = {}
        lines = JOURNAL.read_text().splitlines() if JOURNAL.exists() else []
        for version, key, timing in map(json.loads, lines):
            if version in self._versions.values():
                self._known[key] = Timing(*timing)

    def _version(self, name: str) -> str:
        """Return a digest of the sources that the timings of a solver depend on."""
        folder = Path(__file__).parent
        workers = [folder / "csp_workers" / f"{name}.py" for name in (WORKERS[name], "protocol")]
        paths = [folder / "csp_instances.py", *workers]
        if name == "ours":
            paths += (ROOT / "csp").rglob("*.py")
            paths += (ROOT / "exactcover").rglob("*.py")
        texts = b"".join(path.read_bytes() for path in sorted(paths))
        return sha256(self._settings + texts).hexdigest()

    def time(self, name: str, model: Model) -> Timing:
        """Return the timing of a model by a solver, from the journal or by a new measurement."""
        kind, size = (name, model.kind), model.size[0]
        if size > self._gave_up.get(kind, size):
            return Timing(inf, inf, None, 0.0, self._patience, f"> {self._patience:g}")
        key = f"{name}: {model.name}"
        if key not in self._known:
            self._known[key] = time(name, model, self._repeats, self._patience)
            JOURNAL.parent.mkdir(exist_ok=True)
            with JOURNAL.open("a") as file:
                file.write(json.dumps([self._versions[name], key, self._known[key]]) + "\n")
        timing = self._known[key]
        if timing.why.startswith(">"):
            self._gave_up.setdefault(kind, size)
        return timing

    def remove(self) -> None:
        """Remove the journal at the end of the run."""
        JOURNAL.unlink(missing_ok=True)


def time(name: str, model: Model, repeats: int, patience: float) -> Timing:
    """Measure a solver on a model; before the first of its kind, run it once to compile.

    Ours is run before each model, because it compiles other engines for long searches.
    """
    python, module = str(PLACE / "bin" / "python"), f"benchmarks.csp_workers.{WORKERS[name]}"
    command = [python, "-m", module, model.kind, json.dumps(model.size)]
    own = {"NUMBA_CACHE_DIR": str(ROOT / ".cache" / f"csp-peers-{WORKERS[name]}")}
    variables = {} if name == "ours" else own

    def ask(times: int, patience: float) -> dict[str, Any]:
        done = run([*command, str(times), f"{patience:.0f}"], variables)
        report: dict[str, Any] = json.loads(done.output.splitlines()[-1])
        return report

    try:
        if name == "ours" or (name in COMPILED and is_first_of_kind(model)):
            ask(1, COMPILING)
        report = ask(1, patience)
        if "unsupported" in report:
            return Timing(inf, inf, None, why="-")
        first = report["times"][0]
        again = repeats if first < patience / 10 else 1
        again = max(again, min(MOST_REPEATS, int(ENOUGH / first)))
        solved = min(ask(1 + again, COMPILING)["times"][1:])
    except subprocess.CalledProcessError as error:
        if error.returncode == -SIGXCPU:
            return Timing(inf, inf, None, 0.0, patience, f"> {patience:g}")
        return Timing(inf, inf, None, why=f"failed ({error.returncode})")
    return Timing(solved, report["whole"], report["answer"], report["megabytes"])


def is_first_of_kind(model: Model) -> bool:
    """Return whether a model is the first of its kind in `MODELS`."""
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
    memory = Goal(
        f"{model.name}, memory",
        f"<= {MEGABYTES:.0f} MB",
        f"{ours.megabytes:.0f} MB",
        ours.megabytes <= MEGABYTES,
    )
    section.goals.append(memory)
    ratio = ""
    if nucs := timings.get("NuCS"):
        solve, whole = min(nucs.solve, nucs.least), min(nucs.whole, nucs.least)
        ratios[model.name] = solve / ours.solve
        ratio = f"{nucs.why[:1]} {solve / ours.solve:.1f} / {whole / ours.whole:.2f}".strip()
        wins = ours.solve < solve and ours.whole < whole
        section.goals.append(Goal(f"{model.name} beside NuCS", "faster, both", ratio, wins))
    if (cpsat := timings.get("CP-SAT")) and model.wants_all:
        measured = f"{cpsat.why[:1]} {min(cpsat.solve, cpsat.least) / ours.solve:.1f} x".strip()
        met = ours.solve < min(cpsat.solve, cpsat.least)
        section.goals.append(Goal(f"{model.name} beside CP-SAT", "faster", measured, met))
    section.rows.append((model.name, *columns, ratio))
    times = {name: one._asdict() for name, one in timings.items()}
    section.records.append({"model": model.name, "times": times})
