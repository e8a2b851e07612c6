"""Install the wheel in an environment of its own, and measure first answers: `make wheel`.

``python -m benchmarks.wheel .`` installs the sources instead, as README says. Each command runs in
a new process with an empty home folder. The variable EXACTCOVER_KERNELS makes it an error if Numba
has to compile a kernel, and each command says whether Numba was imported. Goals are in multiples of
the time, and of the memory, that ``import numpy`` takes.
"""

import shutil
import subprocess
import sys
import venv
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click
from rich.console import Console

from benchmarks import report
from benchmarks.csp import PLACE
from benchmarks.peers import PYTHON
from benchmarks.processes import run
from benchmarks.report import Goal, Section
from benchmarks.startup import best_median
from exactcover.runtime.kernels.host import fitting_targets
from exactcover.runtime.kernels.targets import WHEEL_TAGS

MOST_MEMORY = 1.6
"""The most memory that a process may take that solves from the wheel, in multiples."""
NUMPY = "import numpy"

NO_SOURCES = "-P"
"""The option with which Python does not import from the folder that it is started in."""

LINE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
EASY = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
KILLER = """
from sudoku import Classic, Killer, Puzzle, solve
cages = [(12, [(0, 0), (0, 1), (0, 2)]), (7, [(1, 0), (2, 0)])]
puzzle = Puzzle.from_text("{easy}", rules=[Classic(), Killer(cages)])
print(solve(puzzle).get())
"""
MODEL = """
from csp import Model, maximum, no_overlap
model = Model()
start, duration = model.variables(3, range(10), name="start"), [3, 1, 4]
model.post(no_overlap(start, duration), start[2] >= 2)
print(model.minimize(maximum(start + duration)).value)
"""
PENTOMINOES = """
from exactcover import polyforms, tiling
print(tiling(polyforms(5), [(r, c) for r in range(3) for c in range(20)]).count())
"""
SOLVE = "from sudoku import solve; print(solve({line!r}).solution.to_line())"
HINT = "from sudoku import hint; print(hint({line!r}))"
EXPLAIN = "from sudoku import explain; print(explain({line!r}).stages[0].words)"
BATCH = "from sudoku import solve_batch; print(solve_batch([{line!r}] * 10)[1].sum())"
NO_NUMBA = """
import sys
code = 0
try:
    {code}
except SystemExit as end:
    code = end.code or 0
assert "numba" not in sys.modules, "Numba was imported"
sys.exit(code)
"""


class Command(NamedTuple):
    """A process, and its goal in multiples of `import numpy`, if it has one."""

    name: str
    words: tuple[str, ...]
    limit: float | None = None


def commands() -> list[Command]:
    """Return the processes to start."""
    return [
        Command("import exactcover, csp, sudoku", ("-c", "import exactcover, csp, sudoku")),
        Command("solve", ("-c", SOLVE.format(line=LINE)), 2.5),
        Command("hint", ("-c", HINT.format(line=LINE)), 3.0),
        Command("explain", ("-c", EXPLAIN.format(line=EASY)), 3.5),
        Command("count of pentominoes", ("-c", PENTOMINOES), 3.0),
        Command("a model with minimize", ("-c", MODEL), 3.5),
        Command("a killer", ("-c", KILLER.format(easy=EASY)), 3.5),
        Command("a batch of texts", ("-c", BATCH.format(line=LINE)), 2.5),
        Command("sudoku rate LINE --scale se", _cli("sudoku", "rate", EASY, "--scale", "se"), 4.0),
    ]


def _cli(package: str, *words: str) -> tuple[str, ...]:
    return ("-c", f"import sys; from {package}.cli.main import main; main()", *words)


def peers(folder: Path) -> list[Command]:
    """Return processes of other programs, as far as they are installed here."""
    found = []
    compiler = shutil.which("cc")
    if compiler:
        program = folder / "baseline"
        source = Path(__file__).with_name("baseline.c")
        subprocess.run([compiler, "-O2", "-o", str(program), str(source)], check=True)
        found.append(Command("a C program: solve LINE", (str(program), LINE)))
    if PYTHON.exists():
        found.append(Command("xcover: import", (str(PYTHON), "-c", "import xcover")))
    nucs = PLACE / "bin" / "python"
    if nucs.exists():
        words = ("-m", "benchmarks.csp_workers.nucs_worker", "queens", "[8]", "1", "60")
        found.append(Command("NuCS: 8 queens", (str(nucs), *words)))
    return found


def install(what: Path, folder: Path) -> Path:
    """Install a wheel, or sources, and what it needs; return the Python of the environment."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", str(what)], check=True)
    return python


def environment(home: Path) -> Mapping[str, str]:
    """Return the variables of a new user without any file."""
    return {
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home / "cache"),
        "NUMBA_CACHE_DIR": "",
        "PYTHONPATH": "",
        "EXACTCOVER_KERNELS": "precompiled",
    }


def check(python: Path, variables: Mapping[str, str], section: Section) -> None:
    """Add what goes wrong: a command that fails, or imports Numba."""
    for command in commands():
        code = command.words[1].strip().replace("\n", "\n    ")
        words = [str(python), NO_SOURCES, "-c", NO_NUMBA.format(code=code), *command.words[2:]]
        try:
            run(words, variables)
        except subprocess.CalledProcessError as error:
            section.wrong.append(f"{command.name}: exit code {error.returncode}")


def measure(python: Path, home: Path, repeats: int) -> Section:
    """Start all processes in turns, after one round that reads the files once."""
    variables = environment(home)
    section = Section(
        f"First answers after the installation, seconds: best / median of {repeats}",
        ("new process", "whole process", "median / import numpy"),
        notes=["Each in a new user account: no cache, and no compiler is imported."],
    )
    check(python, variables, section)
    ours = [one._replace(words=(str(python), NO_SOURCES, *one.words)) for one in commands()]
    numpy = Command(NUMPY, (str(python), NO_SOURCES, "-c", NUMPY))
    todo = [(one, variables) for one in (numpy, *ours)] + [(one, None) for one in peers(home)]
    times: dict[str, list[float]] = {command.name: [] for command, _ in todo}
    for round_ in range(-1, repeats):
        for command, changed in todo:
            one = run(command.words, changed)
            if round_ >= 0:
                times[command.name].append(one.seconds)
    of_numpy = median(times[NUMPY])
    for command, _ in todo:
        ratio = median(times[command.name]) / of_numpy
        section.rows.append((command.name, best_median(times[command.name]), f"{ratio:.2f}"))
        section.records.append({"name": command.name, "whole": times[command.name]})
        if command.limit is not None:
            goal = f"<= {command.limit:g} times {NUMPY}"
            section.goals.append(Goal(command.name, goal, f"{ratio:.2f}", ratio <= command.limit))
    used, least = (peak_memory([*one.words], variables) for one in (ours[1], numpy))
    goal = f"<= {MOST_MEMORY:g} times {NUMPY}"
    is_met = used <= MOST_MEMORY * least
    section.goals.append(Goal("memory of solve", goal, f"{used / least:.2f}", is_met))
    return section


def peak_memory(command: list[str], variables: Mapping[str, str]) -> float:
    """Return the peak memory of a process in MB (10^6 bytes)."""
    code = (
        "import resource, subprocess, sys; "
        "subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL); "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    kibibytes = int(run([sys.executable, "-c", code, *command], variables).output)
    return kibibytes * 1024 / 1e6


def of_wheel(folder: Path, repeats: int) -> Section:
    """Install the newest wheel for this system in a folder, or sources; check and measure it."""
    if (folder / "pyproject.toml").exists():
        what = folder.resolve()
    else:
        tags = {WHEEL_TAGS[target.platform] for target in fitting_targets()}
        wheels = [path for tag in tags for path in folder.resolve().glob(f"*{tag}.whl")]
        if not wheels:
            return Section(
                f"First answers of the wheel: there is none in {folder}: `make wheel`", ()
            )
        what = max(wheels, key=lambda path: path.stat().st_mtime)
    with TemporaryDirectory() as place:
        home = Path(place) / "home"
        home.mkdir()
        return measure(install(what, Path(place) / "environment"), home, repeats)


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--repeats", default=5, help="Runs of each process.")
def main(folder: Path, repeats: int) -> None:
    """Check the newest wheel in FOLDER, or the sources in it, and measure it."""
    section = of_wheel(folder, repeats)
    console = Console()
    report.show(section, console)
    report.show(report.goals_table([section]), console)
    sys.exit(1 if section.wrong else 0)


if __name__ == "__main__":
    main()
