"""Measure the time of a new process until the first answer."""

import json
import subprocess
from collections.abc import Callable
from math import inf
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.instances import DATA, INSTANCES
from benchmarks.peers import PYTHON
from benchmarks.processes import OURS, Run, run
from benchmarks.report import Goal, Section, seconds

SUDOKU = OURS.with_name("sudoku")
IMPORT = """
import json, sys, time
before, start = len(sys.modules), time.perf_counter()
import {module}
seconds = time.perf_counter() - start
numba = "numba" in sys.modules
print(json.dumps(dict(seconds=seconds, modules=len(sys.modules) - before, numba=numba)))
"""
COUNT = """
import exactcover
assert exactcover.Problem.read({path!r}).count() == {solutions}
"""
COLD_REPEATS = 2
"""Compiling takes long and varies little."""


class Probe(NamedTuple):
    """A process to start, and its most seconds."""

    name: str
    start: Callable[[], Run]
    limit: float | None = None
    cold: bool = False
    lean: bool = False
    """Whether the import must leave Numba alone."""


def python_import(python: Path, module: str) -> Run:
    """Import a module in a new process, which prints a report of the import."""
    return run([str(python), "-c", IMPORT.format(module=module)])


def python_code(python: Path, code: str) -> Run:
    """Run code in a new process."""
    return run([str(python), "-c", code])


def with_empty_cache(python: Path, code: str) -> Run:
    """Run code in a new process that finds nothing compiled.

    Raises
    ------
    RuntimeError
        If the process left nothing in the empty cache, and so must have used another cache.
    """
    with TemporaryDirectory() as folder:
        result = run([str(python), "-c", code], {"NUMBA_CACHE_DIR": folder})
        if not any(Path(folder).rglob("*.nbc")):
            raise RuntimeError("nothing was compiled into NUMBA_CACHE_DIR: this was no cold start")
    return result


def probes(with_peers: bool) -> list[Probe]:
    """Return the processes to start."""
    queens = INSTANCES["queens8"]
    count = COUNT.format(path=str(queens.path), solutions=queens.solutions)
    line = (DATA / "sudoku" / "top95.txt").read_text().split()[0]
    ours = [
        Probe("python, nothing else", lambda: python_code(OURS, "pass")),
        Probe("import exactcover", lambda: python_import(OURS, "exactcover"), 0.5, lean=True),
        Probe("import sudoku", lambda: python_import(OURS, "sudoku"), lean=True),
        Probe("count queens8", lambda: python_code(OURS, count)),
        Probe("sudoku solve LINE", lambda: run([str(SUDOKU), "solve", line]), 1.0),
        Probe("count queens8, empty cache", lambda: with_empty_cache(OURS, count), 6.0, cold=True),
    ]
    peers = [
        Probe("import xcover", lambda: python_import(PYTHON, "xcover")),
        Probe("import exact_cover", lambda: python_import(PYTHON, "exact_cover")),
        Probe(
            "import xcover, empty cache",
            lambda: with_empty_cache(PYTHON, IMPORT.format(module="xcover")),
            cold=True,
        ),
    ]
    return ours + peers if with_peers else ours


def measure(with_peers: bool, repeats: int) -> Section:
    """Start all processes alternately `repeats` times, after one round to fill the caches."""
    section = Section(
        f"Start-up, seconds: best / median of {repeats} (empty cache: of {COLD_REPEATS} at most)",
        ("new process", "import", "whole process", "modules", "numba"),
        notes=["Modules: how many the import adds; numba: whether it is among them."],
    )
    todo = probes(with_peers)
    runs: dict[str, list[Run]] = {probe.name: [] for probe in todo}
    failed: set[str] = set()
    for round_ in range(-1, repeats):
        for probe in todo:
            if probe.name in failed or (probe.cold and round_ not in range(COLD_REPEATS)):
                continue
            try:
                one = probe.start()
            except (OSError, RuntimeError, subprocess.CalledProcessError) as error:
                failed.add(probe.name)
                section.wrong.append(f"{probe.name}: {type(error).__name__}")
                continue
            if round_ >= 0:
                runs[probe.name].append(one)
    for probe in todo:
        add_row(section, probe, runs[probe.name])
    return section


def add_row(section: Section, probe: Probe, runs: list[Run]) -> None:
    """Add a probe to the table, and its goals."""
    whole = [one.seconds for one in runs]
    reports = [json.loads(one.output) for one in runs if one.output.startswith("{")]
    inner = [report["seconds"] for report in reports]
    modules = str(reports[0]["modules"]) if reports else ""
    numba = ("yes" if reports[0]["numba"] else "no") if reports else ""
    section.rows.append((probe.name, best_median(inner), best_median(whole), modules, numba))
    section.records.append({"name": probe.name, "whole": whole, "reports": reports})
    if probe.limit is not None:
        least = min(inner or whole, default=inf)
        wanted = f"<= {probe.limit:g} s"
        section.goals.append(Goal(probe.name, wanted, f"{least:.3g} s", least <= probe.limit))
    if probe.lean:
        section.goals.append(Goal(probe.name, "without numba", f"numba: {numba}", numba == "no"))


def best_median(times: list[float]) -> str:
    """Write the least and the median time; nothing for none."""
    return f"{seconds(min(times))} / {seconds(median(times))}" if times else ""
