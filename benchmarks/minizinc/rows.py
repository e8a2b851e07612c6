"""The rows of a comparison, one for each run, in a file of JSON lines."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from benchmarks.minizinc.output import Number

PROVED, FEASIBLE, UNSATISFIABLE = "proved", "feasible", "unsatisfiable"
NOTHING, FAILED, NOT_FLATTENED = "nothing", "failed", "not flattened"
"""The values of `Row.status`."""


@dataclass(frozen=True)
class Row:
    """A run of a solver on an instance.

    Attributes
    ----------
    status
        ``proved`` also if any solution is wanted and one was found; ``nothing`` at a limit without
        a solution; ``failed`` if the solver ended before its limits without an answer.
    goal
        ``minimize``, ``maximize``, or None if any solution is wanted.
    objective
        The value of the last solution.
    seconds
        Processor seconds to the answer: to the proof, to the solution if any is wanted, else all.
    flattening
        Processor seconds that MiniZinc took for the library of this solver.
    solutions
        The processor seconds and the value of each solution.
    check
        What Gecode says about the last solution, if it was asked.
    """

    instance: str
    solver: str
    limit: float
    status: str
    goal: str | None = None
    objective: Number | None = None
    seconds: float = 0.0
    flattening: float = 0.0
    solutions: list[tuple[float, Number | None]] = field(default_factory=list)
    statistics: dict[str, Number | str] = field(default_factory=dict)
    wall: float = 0.0
    megabytes: int = 0
    code: int = 0
    stopped: str = ""
    errors: str = ""
    check: str = ""
    revision: str = ""

    @property
    def is_proof(self) -> bool:
        """Whether the answer is final."""
        return self.status in (PROVED, UNSATISFIABLE)

    @property
    def has_answer(self) -> bool:
        """Whether there is any answer."""
        return self.is_proof or self.status == FEASIBLE


class Rows(dict[tuple[str, str], Row]):
    """The rows of a file that have one limit, by instance and solver; new ones are appended.

    Parameters
    ----------
    path
        The file; it need not exist. A last line that an interruption has cut off is ignored.
    limit
        Processor seconds of the rows.
    """

    def __init__(self, path: Path, limit: float) -> None:
        super().__init__()
        self._path = path
        for row in _read(path):
            if row.limit == limit:
                self[row.instance, row.solver] = row

    def add(self, row: Row) -> None:
        """Keep a row, and append it to the file."""
        self[row.instance, row.solver] = row
        with self._path.open("a+b") as stream:
            if stream.tell():
                stream.seek(-1, 2)
                if stream.read() != b"\n":  # the rest of a line that was cut off
                    stream.write(b"\n")
            stream.write(json.dumps(asdict(row)).encode() + b"\n")

    def solvers(self) -> list[str]:
        """Return the solvers, in the order of their first rows."""
        return list(dict.fromkeys(solver for _, solver in self))

    def common(self, solvers: Iterable[str]) -> list[str]:
        """Return the instances for which each of these solvers has a row."""
        solvers = list(solvers)
        names = dict.fromkeys(instance for instance, _ in self)
        return [name for name in names if all((name, solver) in self for solver in solvers)]


def _read(path: Path) -> Iterable[Row]:
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    for number, line in enumerate(lines, 1):
        try:
            fields = json.loads(line)
            fields["solutions"] = [(seconds, value) for seconds, value in fields["solutions"]]
            yield Row(**fields)
        except json.JSONDecodeError:
            continue
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"{path}, line {number}: no row of this comparison: {error}") from None
