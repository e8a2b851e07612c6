"""Install the wheel in an environment of its own, and measure first answers: `make wheel`.

Each command runs in a new process with an empty home folder. The variable EXACTCOVER_KERNELS makes
it an error if Numba has to compile a kernel, and each command says whether Numba was imported.
"""

import shutil
import subprocess
import sys
import venv
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click
from rich.console import Console

from benchmarks import report
from benchmarks.csp import PLACE
from benchmarks.instances import DATA
from benchmarks.peers import PYTHON
from benchmarks.processes import run
from benchmarks.report import Goal, Section
from benchmarks.startup import best_median

MOST_MEGABYTES = 15.0
"""The largest size of the wheel."""
MOST_MEMORY = 90.0
"""The most memory that `sudoku solve LINE` may need, in MB."""

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
QUEENS = """
from csp import Model, all_different
model = Model()
row = model.variables(8, range(8), name="row")
model.post(all_different(row))
model.post(all_different([r + c for c, r in enumerate(row)]))
model.post(all_different([r - c for c, r in enumerate(row)]))
print(model.count())
"""
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
    """A process, and its goal in seconds, if it has one."""

    name: str
    words: tuple[str, ...]
    limit: float | None = None


def commands() -> list[Command]:
    """Return the processes to start."""
    soma = DATA / "exactcover" / "soma.dlx"
    found = [
        Command("import exactcover, csp, sudoku", ("-c", "import exactcover, csp, sudoku"), 0.12),
        Command("sudoku solve LINE", _cli("sudoku", "solve", LINE), 0.2),
        Command("sudoku hint LINE", _cli("sudoku", "hint", LINE), 0.3),
        Command("sudoku rate LINE --scale se", _cli("sudoku", "rate", EASY, "--scale", "se"), 0.4),
        Command("sudoku explain LINE", _cli("sudoku", "explain", EASY), 0.5),
        Command("a killer", ("-c", KILLER.format(easy=EASY)), 0.35),
        Command("8 queens by csp", ("-c", QUEENS), 0.35),
    ]
    if soma.exists():
        found.append(
            Command("exactcover count soma.dlx", _cli("exactcover", "count", str(soma)), 0.25)
        )
    return found


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


def install(wheel: Path, folder: Path) -> Path:
    """Install a wheel and what it needs; return the Python of the new environment."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", str(wheel)], check=True)
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
        f"First answers of the installed wheel, seconds: best / median of {repeats}",
        ("new process", "whole process"),
        notes=["Each in a new user account: no cache, and no compiler is imported."],
    )
    check(python, variables, section)
    ours = [one._replace(words=(str(python), NO_SOURCES, *one.words)) for one in commands()]
    todo = [(one, variables) for one in ours] + [(one, None) for one in peers(home)]
    times: dict[str, list[float]] = {command.name: [] for command, _ in todo}
    for round_ in range(-1, repeats):
        for command, changed in todo:
            one = run(command.words, changed)
            if round_ >= 0:
                times[command.name].append(one.seconds)
    for command, _ in todo:
        least = min(times[command.name])
        section.rows.append((command.name, best_median(times[command.name])))
        section.records.append({"name": command.name, "whole": times[command.name]})
        if command.limit is None:
            continue
        goal = f"<= {command.limit:g} s"
        section.goals.append(Goal(command.name, goal, f"{least:.3g} s", least <= command.limit))
    used = peak_memory([str(python), NO_SOURCES, *commands()[1].words], variables)
    section.goals.append(
        Goal("memory", f"<= {MOST_MEMORY:g} MB", f"{used:.0f} MB", used <= MOST_MEMORY)
    )
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
    """Install the newest wheel in a folder, check it, and measure it."""
    wheels = sorted(folder.resolve().glob("*.whl"), key=lambda path: path.stat().st_mtime)
    if not wheels:
        return Section(f"First answers of the wheel: there is none in {folder}: `make wheel`", ())
    wheel = wheels[-1]
    megabytes = wheel.stat().st_size / 1e6
    with TemporaryDirectory() as place:
        home = Path(place) / "home"
        home.mkdir()
        python = install(wheel, Path(place) / "environment")
        section = measure(python, home, repeats)
    goal = f"<= {MOST_MEGABYTES:g} MB"
    section.goals.append(
        Goal("the wheel", goal, f"{megabytes:.1f} MB", megabytes <= MOST_MEGABYTES)
    )
    return section


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--repeats", default=5, help="Runs of each process.")
def main(folder: Path, repeats: int) -> None:
    """Check the newest wheel in FOLDER, and measure it."""
    section = of_wheel(folder, repeats)
    console = Console()
    report.show(section, console)
    report.show(report.goals_table([section]), console)
    sys.exit(1 if section.wrong else 0)


if __name__ == "__main__":
    main()
