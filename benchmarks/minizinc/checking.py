"""Check a solution: fix the variables of the original model, and let Gecode confirm it."""

import os
import re
import subprocess
from collections.abc import Collection
from pathlib import Path

from benchmarks.minizinc.flattening import Flattened
from benchmarks.minizinc.instances import Instance
from benchmarks.minizinc.output import COMPLETE, SOLUTION, UNSATISFIABLE, Number, number_or_text
from benchmarks.minizinc.roster import GECODE, variables

SECONDS = 60
"""Of the clock, for each check."""
CONFIRMED, REFUTED = "confirmed", "refuted"
PLAIN = ("-G", "std")
"""The standard library: that of Debian's Gecode does not fit all global constraints."""
OBJECTIVE = "_objective"


def check(
    solution: str, objective: Number | None, instance: Instance, challenge: Path, known: Flattened
) -> str:
    """Return ``confirmed``, or a text that begins with ``refuted`` or ``not checked``.

    Parameters
    ----------
    solution
        What the solver has printed.
    objective
        Its value, or None if any solution is wanted.
    instance, challenge
        The instance, and the folder with its files.
    known
        What the solver has solved.
    """
    written, errors = _minizinc(
        ["--ozn-file", str(known.output_model)],
        _known_to(known.output_model.read_text(), solution) + f"\n{SOLUTION}\n",
    )
    path = known.flatzinc.with_suffix(".fixed.mzn")
    limit = ["--time-limit", str(SECONDS * 1000)]
    modes = ["--output-mode", "dzn", "--output-objective"]
    files = [*instance.paths(challenge), str(path)]
    assigned: set[str] = set()
    while True:
        fixed = fixing(written, assigned)
        if not fixed:
            return f"not checked: no variable can be fixed: {one_line(errors)}"
        path.write_text(fixed)
        answer = _minizinc(["--solver", GECODE, *PLAIN, *limit, *modes, *files])
        refused = re.search(rf"multiple assignment.*\n.*{re.escape(path.name)}:(\d+)\.", answer[1])
        name = fixed.splitlines()[int(refused[1]) - 1].partition(" = ")[0] if refused else ""
        if not name or name in assigned:
            return verdict(*answer, objective)
        assigned.add(name)


def fixing(solution: str, assigned: Collection[str] = ()) -> str:
    r"""Return items of MiniZinc that fix the variables of a solution.

    Variables are assigned where this is possible, so that MiniZinc itself evaluates constraints.

    Parameters
    ----------
    solution
        Assignments, with marks of MiniZinc.
    assigned
        What the model or its data have assigned, perhaps in part: the others are assigned here.

    Examples
    --------
    >>> print(fixing("x = 3;\ny = [1,\n2];\n_objective = 7;\n----------\n", ["y"]))
    x = 3;
    constraint y = [1,
    2];
    """
    lines = solution.replace(SOLUTION, "").replace(COMPLETE, "").splitlines()
    kept = (line for line in lines if line.strip() and not line.startswith(("%", OBJECTIVE)))
    return "\n".join(
        f"constraint {line}" if line.partition(" = ")[0] in assigned else line for line in kept
    )


def verdict(output: str, errors: str, objective: Number | None) -> str:
    r"""Read what MiniZinc printed about the model with fixed variables.

    Examples
    --------
    >>> verdict("x = 3;\n_objective = 7;\n----------", "", 8)
    'refuted: the objective is 7, not 8'
    """
    if any(mark in output for mark in UNSATISFIABLE) or "inconsistency" in errors:
        return f"{REFUTED} by Gecode"
    if SOLUTION in output:
        found = re.findall(rf"^{OBJECTIVE} = (.*?);", output, re.MULTILINE)
        value = number_or_text(found[-1]) if found else None
        if objective is not None and value != objective:
            return f"{REFUTED}: the objective is {value}, not {objective}"
        return CONFIRMED
    return f"not checked: {one_line(errors or output)}"


def one_line(text: str) -> str:
    """Return the end of a text as one line."""
    return " ".join(text.split())[-200:]


def _known_to(output_model: str, solution: str) -> str:
    """Return the assignments of the variables that the output model has."""
    names = set(re.findall(r"\w+", output_model))
    lines = (line for line in solution.splitlines() if line.split(" ")[0] in names)
    return "\n".join(lines)


def _minizinc(words: list[str], text: str = "") -> tuple[str, str]:
    """Run MiniZinc; return its output and its errors."""
    try:
        done = subprocess.run(
            ["minizinc", *words],
            input=text,
            env={**os.environ, **variables()},
            capture_output=True,
            text=True,
            timeout=2 * SECONDS,
        )
    except subprocess.TimeoutExpired:
        return "", f"MiniZinc took more than {2 * SECONDS} s"
    return done.stdout, done.stderr
