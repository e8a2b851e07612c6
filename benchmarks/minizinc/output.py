"""The output of FlatZinc solvers: solutions, the end of the search, and statistics."""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

Number = int | float
SOLUTION = "----------"
COMPLETE = "=========="
UNSATISFIABLE = ("=====UNSATISFIABLE=====", "=====UNSATorUNBOUNDED=====")
STATISTIC = re.compile(r"%%%mzn-stat: *(\w+) *= *(.*)")


class Objective(NamedTuple):
    """The objective: a variable of FlatZinc, and whether it is minimised or maximised."""

    goal: str
    """``minimize`` or ``maximize``."""
    variable: str


def objective_of(flatzinc: str) -> Objective | None:
    r"""Return the objective of a text in FlatZinc, or None if any solution is wanted.

    Examples
    --------
    >>> objective_of("var 1..3: x;\nsolve :: int_search([x], a, b, c) minimize x;")
    Objective(goal='minimize', variable='x')
    >>> objective_of("var 1..3: x;\nsolve satisfy;")
    """
    found = re.search(r"^solve\b[^;]*\b(minimize|maximize)\s+(\w+)\s*;", flatzinc, re.MULTILINE)
    return Objective(found[1], found[2]) if found else None


@dataclass
class Output:
    """Reads what a solver prints, line by line.

    Parameters
    ----------
    objective
        The objective, or None.
    limit
        Processor seconds; what a solver prints later does not count.

    Attributes
    ----------
    solutions
        The processor seconds and the value of the objective of each solution, or None.
    last
        The text of the last solution, without the line that ends it.
    end
        The processor seconds when the solver printed that its search is complete, or None.
    is_unsatisfiable
        Whether the solver printed that there is no solution.
    statistics
        The statistics by the names that the solver gives them.

    Examples
    --------
    >>> output = Output(Objective("minimize", "x"), limit=20.0)
    >>> output.read("x = 7;", 0.2)
    >>> output.read("----------", 0.2)
    >>> output.read("==========", 1.5)
    >>> output.read("%%%mzn-stat: nodes=12", 1.5)
    >>> output.solutions, output.end, output.statistics
    ([(0.2, 7)], 1.5, {'nodes': 12})
    """

    objective: Objective | None
    limit: float
    solutions: list[tuple[float, Number | None]] = field(default_factory=list)
    last: str = ""
    end: float | None = None
    is_unsatisfiable: bool = False
    statistics: dict[str, Number | str] = field(default_factory=dict)
    _lines: list[str] = field(default_factory=list)

    def read(self, line: str, seconds: float) -> None:
        """Read a line that was printed when the solver had used some processor seconds."""
        line = line.strip()
        if found := STATISTIC.match(line):
            self.statistics[found[1]] = number_or_text(found[2])
        elif line.startswith("%") or not line or seconds > self.limit:
            return
        elif line == SOLUTION:
            text = "\n".join(self._lines)
            self.solutions.append((round(seconds, 2), self._value(text)))
            self.last = text
            self._lines = []
        elif line == COMPLETE or line in UNSATISFIABLE:
            self.end = round(seconds, 2)
            self.is_unsatisfiable = line != COMPLETE
        elif not line.startswith("====="):
            self._lines.append(line)

    def _value(self, solution: str) -> Number | None:
        if self.objective is None:
            return None
        name = re.escape(self.objective.variable)
        found = re.search(rf"^{name}\s*=\s*(.*?)\s*;", solution, re.MULTILINE)
        value = number_or_text(found[1]) if found else ""
        return None if isinstance(value, str) else value


def number_or_text(text: str) -> Number | str:
    """Return a number if the text is one.

    Examples
    --------
    >>> number_or_text("12"), number_or_text("0.5"), number_or_text('"luby"')
    (12, 0.5, 'luby')
    """
    text = text.strip().strip('"')
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
