"""Find the kernels that common calls need: `python -m tests.first_calls` writes the list of them.

Common calls are the code in README and the tutorials, and the commands below. An installation from
source compiles what they call (`exactcover/runtime/kernels/first_calls.txt`), and all techniques:
which ones a hint or a rating needs depends on the puzzle.
"""

import doctest
import json
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
DOCUMENTS = (
    "README.md",
    *(f"docs/tutorials/{name}.md" for name in ("constraint-models", "exact-cover", "sudoku")),
)
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FEW = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
HARD = "1...34.8....8..5....4.6..21.18......3..1.2..6......81.52..7.9....6..9....9.64...2"
"""A puzzle of medium difficulty: Sudoku Explainer gives it 5.5."""
KILLER = """
from sudoku import Classic, Killer, Puzzle, solve
cages = [(12, [(0, 0), (0, 1), (0, 2)]), (7, [(1, 0), (2, 0)])]
solve(Puzzle.from_text({puzzle!r}, rules=[Classic(), Killer(cages)]))
"""
BATCH = "from sudoku import solve_batch\nsolve_batch([{puzzle!r}])"
COMMANDS = (
    *(["sudoku", verb, PUZZLE] for verb in ("solve", "count", "hint", "explain", "rate")),
    *(["sudoku", verb, puzzle] for puzzle in (FEW, HARD) for verb in ("hint", "explain", "rate")),
    *(["sudoku", "rate", puzzle, "--scale", "se"] for puzzle in (PUZZLE, FEW, HARD)),
    ["sudoku", "generate", "--seed", "1"],
    ["sudoku", "generate", "--seed", "1", "--difficulty", "hard"],
    ["code", KILLER.format(puzzle=PUZZLE)],
    ["code", BATCH.format(puzzle=PUZZLE)],
)
"""The words of a command; or code."""


def main() -> None:
    """Write the list, or print what a document or a command calls."""
    if sys.argv[1:]:
        print(json.dumps(sorted(calls(json.loads(sys.argv[1])))))
        return
    from exactcover.runtime.kernels.build import FIRST_CALLS

    FIRST_CALLS.write_text("".join(f"{path}\n" for path in sorted(find())), "utf-8")


def find() -> set[str]:
    """Return the kernels and callbacks that all of the calls need, each in its own process."""
    from exactcover.runtime.kernels.build import parts

    of_technique = re.compile(r"sudoku\.techniques\.\w+:find")
    found = {part.path for part in parts() if of_technique.fullmatch(part.path)}
    for words in ([name] for name in DOCUMENTS):
        found |= _in_process(words)
    for words in COMMANDS:
        found |= _in_process(list(words))
    return found


def _in_process(words: list[str]) -> set[str]:
    run = subprocess.run(
        [sys.executable, "-m", "tests.first_calls", json.dumps(words)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return set(json.loads(run.stdout.splitlines()[-1]))


def calls(words: list[str]) -> set[str]:
    """Do something in this process; return the kernels and callbacks that it needs."""
    from exactcover.runtime.kernels import jit, precompiled
    from exactcover.runtime.kernels.build import SIGNATURES

    callbacks = set(json.loads(SIGNATURES.read_text("utf-8"))["callbacks"])
    found: set[str] = set()
    call_other, entries_of = jit.Kernel._call_other, precompiled.entries_of

    def noted_call(kernel: jit.Kernel, arguments: tuple[Any, ...]) -> Any:
        found.add(path_of(kernel.py_func))
        return call_other(kernel, arguments)

    def noted_entries(function: Callable[..., object]) -> Any:
        found.update({path_of(function)} & callbacks)
        return entries_of(function)

    jit.Kernel._call_other = noted_call  # type: ignore[assignment, method-assign]
    precompiled.entries_of = noted_entries
    with redirect_stdout(StringIO()), suppress(SystemExit):
        do(words)
    return {path for path in found if path.partition(".")[0] in precompiled.PACKAGES}


def do(words: list[str]) -> None:
    """Run the code of a document, a command, or code."""
    first, *others = words
    if first.endswith(".md"):
        assert not doctest.testfile(str(ROOT / first), module_relative=False).failed
    elif first == "code":
        exec(others[0], {})
    else:
        import_module(f"{first}.cli.main").main(others)


def path_of(function: Callable[..., object]) -> str:
    """Return the name of a function as in the list of kernels."""
    return f"{function.__module__}:{function.__qualname__}"


if __name__ == "__main__":
    main()
