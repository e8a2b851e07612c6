"""The times of `sudoku/papers/README.md`: `python -m benchmarks.paper_times` runs each command.

The column "s" gets the seconds of the processor, with the start of Python, of the second run: the
first one may compile kernels. A study is run twice, too, the first time as small as possible. A
time that is "about" some seconds is left as it is: that command takes too long.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import sudoku.papers
from exactcover.runtime.files import replacing
from sudoku.papers.norvig import top95

__all__ = ["RefusedError", "command_of", "main"]

README = Path(sudoku.papers.__file__).with_name("README.md")
ROW = re.compile(r"\| \d+ \|")
CODE = re.compile(r"`([^`]*)`")
RUNNABLE = ("sudoku ", "python ", "pytest ")


class RefusedError(Exception):
    """A command is refused: its row is wrong."""


def command_of(place: str) -> str | None:
    """Return the command of a row, of the column "command or place"; None if it has none.

    Examples
    --------
    >>> command_of("technique `naked_single`"), command_of("`--method propagation`")
    ('sudoku techniques naked_single', 'sudoku solve PUZZLE --method propagation')
    >>> command_of("`examples/soma.py`"), command_of("`Shape(p, q)`")
    ('python examples/soma.py', None)
    """
    for code in CODE.findall(place):
        if code.startswith(RUNNABLE):
            return str(code)
        if code.startswith("examples/") and code.endswith(".py"):
            return f"python {code}"
        if code.startswith("--strategy "):
            return f"sudoku generate --seed 1 {code}"
        if code.startswith("--method "):
            return f"sudoku solve PUZZLE {code}"
        if place.startswith("technique"):
            return f"sudoku techniques {code}"
    return None


def main() -> None:
    """Run the commands, and write the column of times; commands that are refused end it with 1."""
    lines = README.read_text(encoding="utf-8").splitlines()
    refused: list[str] = []
    with replacing(README) as file:
        file.write(("\n".join(_timed(lines, refused)) + "\n").encode())
    if refused:
        sys.exit("\n".join(refused))


def _timed(lines: list[str], refused: list[str]) -> Iterator[str]:
    for line in lines:
        if not ROW.match(line):
            yield line
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        command = command_of(cells[3])
        if command is None:
            cells[5] = "-"
        elif not cells[5].startswith("about"):
            try:
                cells[5] = f"{seconds_of(command):.1f}"
            except RefusedError as error:
                cells[5] = "?"
                refused.append(f"row {cells[0]}: {error}")
        print(cells[0], command, cells[5], sep="\t", file=sys.stderr, flush=True)
        yield "".join(f"| {cell} " if cell else "| " for cell in cells) + "|"


@cache
def seconds_of(command: str) -> float:
    """Return the seconds of the processor that a command takes when its kernels are compiled."""
    puzzle = top95()[0].grid.to_line()
    with TemporaryDirectory() as folder:
        for word, text in (("PUZZLE", puzzle), ("BLANK", "." * 81), ("FOLDER", folder)):
            command = command.replace(word, text)
        words = shlex.split(command)
        if words[:2] == ["sudoku", "study"]:
            words = [each for each in words if each not in ("--plot", folder)]
            _run([*words, "-n", "1"] if "-n" not in words else words)
        else:
            _run(words)
        return _run(words)


def _run(words: list[str]) -> float:
    scripts = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    before = os.times()
    done = subprocess.run(
        words, env=os.environ | {"PATH": scripts}, stdout=subprocess.DEVNULL, check=False
    )
    after = os.times()
    if done.returncode == 2:
        raise RefusedError(f"{shlex.join(words)} is refused")
    return (after.children_user + after.children_system) - (
        before.children_user + before.children_system
    )


if __name__ == "__main__":
    main()
