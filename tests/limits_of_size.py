"""Cases of absurd sizes for each verb, and the document with their results.

``python -m tests.limits_of_size > benchmarks/results/limits-of-size.md`` makes the document; a
test compares it with what the verbs do, in a process whose memory is bounded.
"""

from __future__ import annotations

import json
import re
import resource
import shlex
import subprocess
import sys
import textwrap
from pathlib import Path

MOST_BYTES = 4 << 30
MOST_SECONDS = 600
"""Of processor time, compilation included; without that it takes some seconds."""

HEAD = """\
# What happens at absurd sizes

Made by `python -m tests.limits_of_size > benchmarks/results/limits-of-size.md`; a test compares
it with what the verbs do. All calls are made in one process whose memory is limited to 4 GB.

A board has at most 256 digits and 65,536 places: a board of that size can be read, written, checked
and drawn. A board that is searched has at most a million candidates (cells times digits, as 100x100
cells have); such a search takes about 1.2 GB. Puzzles of at most 64 digits are generated. The shape
of a puzzle is the size of its **box**: a 9x9 grid has the shape 3x3.
"""

BLANK = "." * 81
PYTHON = {
    "Shapes": [
        "Shape(0, 3)",
        "Shape(-1, 3)",
        "Shape(10**9, 10**9)",
        "Shape.parse('100x1')",
        "Shape.parse('9999x9999')",
        "Puzzle(Shape(1, 1)).count()",
        "Puzzle(Shape(100, 1)).grid.n_clues",
        "Outline(9, [(10**6, 10**6)])",
        "Outline(10**6, [(0, 0)])",
        "Grids([(0, 0), (10**9, 10**9)])",
    ],
    "Verbs on 16x16 boxes (256 digits)": [
        f"{verb}(Puzzle(Shape(16, 16)))"
        for verb in ("solve", "count", "formity", "is_minimal", "rate", "hint", "explain", "encode")
    ]
    + [
        "next(solutions(Puzzle(Shape(16, 16))))",
        "solve(Puzzle(Shape(16, 16)), method='csp')",
        "solve(Puzzle(Shape(16, 16)), method='bitmask')",
        "Board(Puzzle(Shape(16, 16)))",
        "solve_batch(np.zeros((1, 65536), int), shape=Shape(16, 16))",
        "len(picture(Puzzle(Shape(16, 16))).to_svg()) > 10**6",
        "len(to_fpuzzles(Puzzle(Shape(16, 16)))) > 10**5",
    ],
    "Verbs on 9x9 boxes (81 digits)": [
        "generate(1, shape=Shape(9, 9))",
        "solve_batch(np.zeros((1, 6561), int), shape=Shape(9, 9))",
        "solve('.' * 81).solution.is_filled",
    ],
    "Numbers": [
        "generate(-1)",
        "generate(10**18, workers=1, seed=1).n_made",
        "len(list(generate(1, workers=10**6, seed=1)))",
        "generate(1, clues=0)",
        "generate(1, clues=10**9)",
        "generate(1, pattern='1' * 10**6)",
        "generate(1, tries=0)",
        "generate(1, workers=0)",
        "solve_batch(np.zeros((1, 81), int), workers=10**6)[1]",
        "solve_batch(np.zeros((1, 81), int), limit=0)",
        "int(count(Puzzle(Shape(2, 2)), limit=10**30))",
        "int(count(Puzzle(Shape(2, 2)), max_nodes=10**30))",
        "int(count(Puzzle(Shape(2, 2)), time_limit=1e300))",
        "count(Puzzle(Shape(2, 2)), time_limit=float('nan'))",
        "explain('.' * 81, most=-1)",
        "rule('killer', [(10**18, [(0, 0)])]).name",
        "Puzzle(rules=[Classic(), rule('killer', [(10**18, [(0, 0)])])])",
        "Puzzle(rules=[Classic(), rule('killer', [(5, [(10**9, 0)])])])",
        "Puzzle.of('1' * 10**6)",
        "Puzzle.of([[0] * 1000] * 1000)",
    ],
    "Models and exact cover": [
        "csp.Model().variable(range(10**10), name='x')",
        "csp.Model().variable([0, 10**18], name='x')",
        "int(TINY.count(limit=10**30, max_nodes=10**30, time_limit=1e300))",
        "TINY.solve(seed=10**100).complete",
        "len(split(TINY, 10**12))",
    ],
}
SHELL = {
    "Commands": [
        "generate --shape 9x9",
        "generate --shape 16x16",
        "generate --shape 100x1",
        "generate --shape 0x0",
        "generate --shape 1000000000x1",
        "generate -n -1",
        "generate --clues 0",
        "generate --workers 0",
        f"solve --shape 9x9 {BLANK}",
        f"count --shape 9x9 {BLANK}",
        f"check --shape 9x9 {BLANK}",
        f"rate --shape 9x9 {BLANK}",
        f"hint --shape 9x9 {BLANK}",
        f"explain --shape 9x9 {BLANK}",
        f"show --shape 9x9 {BLANK}",
        f"solve --shape 16x16 {BLANK}",
        f"count {BLANK} --limit -1",
        "study brute-force -n 0",
    ]
}


def outcome(call: str) -> str:
    """Return the result of a call as text, or the error that it raises."""
    import numpy as np

    import csp
    import exactcover
    import sudoku

    names = {name: getattr(sudoku, name) for name in sudoku.__all__} | {
        "np": np,
        "csp": csp,
        "split": exactcover.split,
        "TINY": exactcover.Problem({"A": ["p"], "B": ["q"], "C": ["p", "q"]}),
    }
    try:
        return _short(repr(eval(call, dict(names))))
    except Exception as error:  # whatever it is, it is shown
        return f"{type(error).__name__}: {_short(str(error))}"


def outcome_of_command(arguments: str) -> str:
    """Return the exit code of a command and what it says."""
    from click.testing import CliRunner

    from sudoku.cli.main import main

    result = CliRunner().invoke(main, shlex.split(arguments))
    said = [line for line in result.stderr.splitlines() if line and not line.startswith("Usage")]
    said = [line for line in said if not line.startswith("Try ")]
    return f"{result.exit_code}: {_short(' '.join(said))}"


def _short(text: str) -> str:
    text = re.sub(r"\s+", " ", text)
    return textwrap.shorten(text, 200, placeholder=" ...") if len(text) > 200 else text


def outcomes() -> list[list[str]]:
    """Return all calls with what comes of them, found in a process whose memory is bounded."""
    command = [sys.executable, "-c", "import tests.limits_of_size as it; it.print_outcomes()"]
    run = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[1],
        preexec_fn=_bounded,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    found: list[list[str]] = json.loads(run.stdout.splitlines()[-1])
    return found


def _bounded() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))


def print_outcomes() -> None:
    """Print all calls with what comes of them, as JSON."""
    found = [[call, outcome(call)] for calls in PYTHON.values() for call in calls]
    found += [[call, outcome_of_command(call)] for calls in SHELL.values() for call in calls]
    print(json.dumps(found))


def document() -> str:
    """Return the document."""
    found = {found[0]: found[1] for found in outcomes()}
    parts = [HEAD]
    for title, calls in (PYTHON | SHELL).items():
        parts += [f"\n## {title}\n", "\n| call | outcome |\n|---|---|\n"]
        prefix = "sudoku " if title in SHELL else ""
        for call, before in zip(calls, ["", *calls], strict=False):
            shown = f"{prefix}{call}".replace(BLANK, "81_CELLS").replace("|", "\\|")
            is_same = found[call] == found.get(before)
            text = "the same" if is_same else found[call].replace("|", chr(92) + "|")
            parts.append(f"| `{shown}` | {text} |\n")
    return "".join(parts)


if __name__ == "__main__":
    print(document(), end="")
