"""The command `sudoku canon`: canonical forms of puzzles, and which puzzles are isomorphic."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from typing import NamedTuple, TypeAlias

import click
import numpy as np

from exactcover.runtime.cli.console import say
from exactcover.runtime.cli.exit_codes import Exit
from exactcover.runtime.cli.options import time_option
from exactcover.runtime.search.work import limited_each
from sudoku.cli.puzzles import puzzle_options
from sudoku.errors import SudokuError
from sudoku.formats.recognise import Placed, Source, check_one_of
from sudoku.geometry.grid import Grid
from sudoku.geometry.shape import Shape
from sudoku.puzzle.puzzle import Puzzle
from sudoku.rules.base import Rule

BATCH = 1 << 14

Kind: TypeAlias = tuple[Shape, tuple[Rule, ...]]


class Form(NamedTuple):
    """The canonical form of a puzzle.

    Attributes
    ----------
    line
        The number of the line in which the puzzle begins.
    kind
        Its shape and rules.
    cells
        The digits of the form; None if the puzzle is refused.
    """

    line: int
    kind: Kind | None
    cells: bytes | None

    def to_line(self) -> str:
        """Return the form as one line."""
        if self.kind is None or self.cells is None:
            return "refused"
        return Grid.unchecked(self.kind[0], tuple(self.cells)).to_line()


class Tally:
    """The different forms so far, and how many puzzles have each."""

    def __init__(self) -> None:
        self.n_puzzles = 0
        self._counts: dict[Kind, dict[bytes, list[int]]] = {}

    def add(self, form: Form) -> bool:
        """Count a form; return whether it is new."""
        assert form.kind is not None
        assert form.cells is not None
        self.n_puzzles += 1
        known = self._counts.setdefault(form.kind, {})
        count = known.setdefault(form.cells, [form.line, 0])
        count[1] += 1
        return count[1] == 1

    def __len__(self) -> int:
        return sum(map(len, self._counts.values()))

    def counts(self) -> Iterator[tuple[Form, int]]:
        """Yield the forms, each with the line of its first puzzle, and how many puzzles have it."""
        for kind, known in self._counts.items():
            for cells, (line, count) in known.items():
                yield Form(line, kind, cells), count


@click.command()
@puzzle_options
@click.option("--unique", is_flag=True, help="Print each form once, where it comes first.")
@click.option(
    "--count", is_flag=True, help="Print each form once, after the number of puzzles that have it."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each form.")
@click.option("--workers", type=int, metavar="N", help="Search in N threads.")
@time_option
def canon(
    source: Source,
    unique: bool,
    count: bool,
    as_json: bool,
    workers: int | None,
    time_limit: float | None,
) -> None:
    """Print the canonical form of each puzzle or filled grid, one in each line, in their order.

    Two puzzles have the same form exactly if one can be made of the other by symmetries of the
    rules: for classic puzzles by exchanging bands, stacks, rows of a band, columns of a stack, rows
    and columns, and digits. The form is the least of all these, where a blank is 0.

    A puzzle whose clues clash is refused.
    """
    check_one_of(unique=unique, count=count)
    code, tally = Exit.SOLUTION, Tally()
    forms = _forms(source.read(checks=False), workers, 1 if source.is_typed else BATCH)
    try:
        for form in limited_each("the list of forms", forms, time_limit):
            if form.cells is None:
                code = Exit.BAD_INPUT
                if not (unique or count):
                    _print(form, as_json=as_json)
            elif not (unique or count) or (tally.add(form) and unique):
                _print(form, as_json=as_json)
    finally:  # also after Ctrl-C
        if count:
            for form, number in tally.counts():
                _print(form, number, as_json=as_json)
        if unique or count:
            sys.stdout.flush()  # so that the summary comes last
            say(f"{tally.n_puzzles:,} puzzles, {len(tally):,} of them essentially different")
    sys.exit(code)


def _forms(placed: Iterable[Placed], workers: int | None, size: int) -> Iterator[Form]:
    """Yield the form of each puzzle, in order, in bounded memory: `size` puzzles at once."""
    rest = iter(placed)
    while batch := list(islice(rest, size)):
        for kind, group in groupby(batch, _kind):
            if kind is None:
                yield from (Form(line, None, None) for line, _ in group)
            else:
                yield from _together(kind, group, workers)


def _kind(placed: Placed) -> Kind | None:
    """Return the shape and rules of a puzzle; None if it is refused."""
    puzzle = placed[1]
    return None if isinstance(puzzle, SudokuError) else (puzzle.shape, puzzle.rules)


def _together(kind: Kind, group: Iterable[Placed], workers: int | None) -> Iterator[Form]:
    """Yield the forms of puzzles of one shape and rules."""
    from sudoku.isomorphs.canonical.batch import write_forms
    from sudoku.isomorphs.lines import check_size

    check_size(kind[0])
    lines, digits = list[int](), list[bytes]()
    for line, puzzle in group:
        assert isinstance(puzzle, Puzzle)
        lines.append(line)
        digits.append(bytes(puzzle.grid.cells))
    cells = np.frombuffer(b"".join(digits), dtype=np.uint8).reshape(len(lines), -1)
    forms = np.zeros_like(cells)
    clashes = write_forms(cells, forms, *kind, workers)
    for number, (line, form) in enumerate(zip(lines, forms, strict=True)):
        clash = clashes.get(number)
        if clash:
            say(f"Error: line {line}: {clash}")
        yield Form(line, kind, None if clash else form.tobytes())


def _print(form: Form, count: int | None = None, *, as_json: bool) -> None:
    """Print a form, with the number of puzzles that have it if that is known."""
    line = form.to_line()
    if as_json:
        facts = {"line": form.line, "form": line} | ({} if count is None else {"count": count})
        print(json.dumps(facts if form.cells else {"line": form.line, "error": "refused"}))
    else:
        print(line if count is None else f"{count:>7} {line}")
