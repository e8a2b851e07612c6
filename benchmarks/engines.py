"""Compare all engines with their prototypes, and the automatic choice with the best engine."""

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.counting import Series, alternate, methods, warm_up
from benchmarks.instances import DATA, INSTANCES, Instance
from benchmarks.peers import Solver
from benchmarks.report import Goal, Section, seconds

ENGINES = ("dancing_cells", "dancing_cells_memo", "masks", "masks_memo", "first_fit", "frontier")
"""The engines with a prototype, in the order of the columns of `PROTOTYPES`."""
PROTOTYPES = {
    "pent3x20": (0.036, 0.026, 0.0049, 0.0044, 0.0014, 0.0021),
    "pent8x8c": (0.304, 0.263, 0.043, 0.037, 0.169, 1.18),
    "pent5x12": (3.23, 2.67, 0.430, 0.434, 0.373, 0.409),
    "pent6x10": (4.34, 3.81, 0.627, 0.542, 1.03, 2.23),
    "solidpent2x5x6": (5.51, 6.24, 0.780, 0.677, None, None),
    "soma": (0.126, 0.103, 0.032, 0.029, 0.096, 0.28),
    "langford12": (0.298, 0.371, 0.208, 0.275, 0.69, 1.99),
    "queens12": (0.020, 0.027, 0.015, 0.024, 0.018, 0.073),
    "queens13": (0.117, 0.171, 0.076, 0.142, 0.100, 0.93),
    "latin5": (0.067, 0.054, 0.096, 0.078, 0.052, 0.019),
    "sudoku16": (0.436, 0.243, 0.509, 0.213, None, None),
    "qwh12_80": (2.44, 2.23, 3.10, 2.41, None, None),
    "domino8x8": (2.49, 0.0009, 3.64, 0.0008, 0.348, 0.0001),
    "domino12x12": (None, 0.019, None, 0.013, None, 0.0017),
    "wordsq700": (0.018, None, 0.0003, None, None, None),
    "d3x_grid33": (1.20, 1.25, None, None, None, None),
}
"""The seconds of the prototypes' searches on another machine, without tables and orders."""
SLACK = 1.25
"""The largest ratio of the time of an engine to that of its prototype."""
FROM_BEST = 1.3
"""The largest ratio of the time of the automatic choice to that of the best engine."""
LEAST = 0.005
"""Times below this many seconds are dominated by Python, not by the engine."""
YARDSTICK = DATA.parent / "prototypes" / "yardstick.c"
YARDSTICK_THEN = 0.070
"""The seconds of the yardstick program for langford11 on the prototypes' machine."""


def measure(ours: Solver, repeats: int, patience: float) -> Section:
    """Time the engines and the automatic choice alternately on each instance."""
    scale = machine_scale(repeats)
    names = ("auto", *ENGINES, "dancing_links")
    section = Section(
        f"Engines, counting, best of {repeats} or more, seconds",
        ("instance", *names, "auto / best"),
        notes=[
            f"This machine takes {scale:.2f} times as long as the prototypes' did (yardstick.c).",
            f"Goals are set where the prototype takes {LEAST} s or more: our times include the",
            "tables and orders, theirs do not.",
        ],
    )
    solvers = methods(ours, names)
    wanted = [INSTANCES[name] for name in PROTOTYPES]
    rest = [each for each in INSTANCES.values() if each not in wanted]
    for solver in solvers:
        warm_up(solver, [INSTANCES["pent3x20"], INSTANCES["queens10"]])
    for instance in (*wanted, *rest):
        series = alternate(solvers, instance, repeats, patience, section.wrong)
        add_row(section, instance, series, scale)
    return section


def machine_scale(repeats: int) -> float:
    """Return the ratio of the time that this machine takes to that of the prototypes' machine."""
    with TemporaryDirectory() as folder:
        program, text = Path(folder, "yardstick"), Path(folder, "langford11")
        subprocess.run(["gcc", "-O3", "-march=native", "-o", program, YARDSTICK], check=True)
        text.write_text(yardstick_text(INSTANCES["langford11"]))
        runs = [
            subprocess.run([program, text], check=True, capture_output=True, text=True).stdout
            for _ in range(repeats)
        ]
    return min(float(run.rpartition("t=")[2]) for run in runs) / YARDSTICK_THEN


def yardstick_text(instance: Instance) -> str:
    """Write a problem of primary items only as the yardstick reads it."""
    lines = [line.split() for line in instance.path.read_text().splitlines()]
    items, *options = [line for line in lines if line and line[0] != "|"]
    number = {item: k for k, item in enumerate(items)}
    rows = [[len(option), *(number[item] for item in option)] for option in options]
    header = [len(items), len(items), len(options)]
    return "\n".join(" ".join(map(str, row)) for row in [header, *rows])


def add_row(section: Section, instance: Instance, series: dict[str, Series], scale: float) -> None:
    """Add an instance to the table, and its goals."""
    columns = [one.excuse or seconds(one.best()) for one in series.values()]
    best = {name: one.best() for name, one in series.items() if not one.excuse}
    prototypes = dict(zip(ENGINES, PROTOTYPES.get(instance.name, ()), strict=False))
    for name, then in prototypes.items():
        if then is not None and then >= LEAST:
            figure = best[name] / (then * scale) if name in best else float("inf")
            what, wanted = f"{name} on {instance.name}", f"<= {SLACK} of the prototype's time"
            section.goals.append(Goal(what, wanted, f"{figure:.2f}", figure <= SLACK))
    others = [value for name, value in best.items() if name != "auto"]
    figure = best.get("auto", float("inf")) / min(others)
    what, wanted = f"auto on {instance.name}", f"<= {FROM_BEST} of the best engine's time"
    section.goals.append(Goal(what, wanted, f"{figure:.2f}", figure <= FROM_BEST))
    section.rows.append((instance.name, *columns, f"{figure:.2f}"))
    section.records.append({"instance": instance.name, "best": best, "scale": scale})
