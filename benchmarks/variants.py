"""Read puzzles of every kind, prove them unique, and compare them with published solutions.

Run ``python -m benchmarks variants``, or ``python -m benchmarks.variants [KIND ...]`` for some.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from statistics import mean, median

from rich.console import Console

from benchmarks import report
from benchmarks.instances import DATA
from benchmarks.report import Goal, Section
from sudoku import Puzzle, Shape, SudokuError, from_fpuzzles, rule
from sudoku.formats.iss.strings import from_iss
from sudoku.formats.janko.reader import KINDS, from_layout, read_solution
from sudoku.rules.registry import RULES, rule_class

FOLDER = DATA / "variants"
NAMES = {"kenken": "KenKen", "str8ts": "Str8t", "suguru": "Suguru", "classic": "Sudoku"}
PATIENCE = 5.0
"""Seconds after which a puzzle is given up."""
MOST_MS = {"killer": 10, "jigsaw": 1, "samurai": 5, "sumo": 30, "even_odd": 1}
"""Milliseconds that a puzzle of a kind may take on average."""
LAYOUT_MS = 1000
"""Milliseconds that the filling or refutation of a jigsaw layout may take."""
LEAST_READ, LEAST_SETTLED, MEDIAN_MS = 0.92, 0.97, 4
"""The least shares of constraint strings that must be read, and of these settled in time; and the
largest median time in ms."""

Case = tuple[str, Callable[[], Puzzle], Callable[[Puzzle], tuple[int, ...]] | None]
"""A name, a function that reads the puzzle, and one that returns the published solution, or None.

The published solution may lack the last cells: those beside the grid in some constraint strings.
"""


@dataclass
class Tally:
    """The results of the puzzles of a kind."""

    kind: str
    refused: dict[str, str] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
    not_unique: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    took: list[float] = field(default_factory=list)
    """The milliseconds of processor time to state each puzzle and prove it unique."""


def tally(kind: str, cases: list[Case], limit: int = 2) -> Tally:
    """Read, state and search puzzles; the first one twice, to warm up."""
    found = Tally(kind)
    for number, (name, make, solution) in enumerate([cases[0], *cases]):
        start = time.process_time()
        try:
            puzzle = make()
            search = puzzle.solutions(limit=limit, time_limit=PATIENCE)
            grids = list(search)
        except SudokuError as error:
            if number:
                found.refused[name] = str(error)
            continue
        if not number:
            continue
        found.took.append(1e3 * (time.process_time() - start))
        if len(grids) < limit and not search.complete:
            found.unknown.append(name)
        elif len(grids) != 1:
            found.not_unique.append(name)
        elif solution:
            expected = solution(puzzle)
            if grids[0].cells[: len(expected)] != expected:
                found.wrong.append(name)
    return found


def file_of(kind: str) -> str:
    """Return the name of a kind's file."""
    return NAMES.get(kind, kind.title().replace("_", "").replace("-", "") + "Sudoku") + ".json"


def of_layout(kind: str) -> list[Case]:
    """Return the puzzles in one of the layouts of `sudoku.formats.janko.reader`."""
    puzzles = json.loads((FOLDER / file_of(kind)).read_text())
    return [
        (
            name,
            lambda t=texts: from_layout(kind, t["problem"]),  # type: ignore[misc]
            lambda puzzle, t=texts: read_solution(puzzle.shape, t["solution"]).cells,  # type: ignore[misc]
        )
        for name, texts in puzzles.items()
    ]


def of_fpuzzles() -> list[Case]:
    """Return the puzzles in JSON of f-puzzles."""
    return [
        (
            entry["fpuzzles"].get("title", str(number)),
            lambda e=entry: from_fpuzzles(e["fpuzzles"]),  # type: ignore[misc]
            lambda puzzle, e=entry: digits_of(e["solution"], puzzle.shape.n_cells),  # type: ignore[misc]
        )
        for number, entry in enumerate(json.loads((FOLDER / "fpuzzles.json").read_text()), 1)
    ]


def digits_of(text: str, n_cells: int) -> tuple[int, ...]:
    """Return the values in a text with equally many characters for each cell: numbers, or letters.

    Raises
    ------
    ValueError
        Where the text does not divide into the cells.

    Examples
    --------
    >>> digits_of("4132", 4), digits_of("01161002", 4), digits_of("APJB", 4)
    ((4, 1, 3, 2), (1, 16, 10, 2), (1, 16, 10, 2))
    """
    width, rest = divmod(len(text), n_cells)
    if rest or not width:
        raise ValueError(f"{len(text)} characters do not tell {n_cells} cells")
    parts = [text[k : k + width] for k in range(0, len(text), width)]
    return tuple(ord(part) - ord("A") + 1 if part.isalpha() else int(part) for part in parts)


def of_strings() -> list[Case]:
    """Return the constraint strings; some entries only name another one."""
    entries = json.loads((FOLDER / "iss_puzzles.json").read_text())
    named = {entry["name"]: entry for entry in entries if entry.get("name")}

    def case(number: int, entry: dict[str, str]) -> Case:
        puzzle_entry = named.get(entry["input"], entry)
        shape = re.search(r"Shape~(\d+)x(\d+)(?:~(\d+)-)?", puzzle_entry["input"])
        height, width, low = (int(shape[k] or 1) for k in (1, 2, 3)) if shape else (9, 9, 1)

        def solution(puzzle: Puzzle) -> tuple[int, ...]:
            return tuple(d + 1 - low for d in digits_of(puzzle_entry["solution"], height * width))

        name = entry.get("name") or f"#{number}"
        return (
            name,
            lambda: from_iss(puzzle_entry["input"]),
            solution if "solution" in puzzle_entry else None,
        )

    return [case(number, entry) for number, entry in enumerate(entries, 1)]


def of_jigsaws(name: str) -> list[Case]:
    """Return the layouts of a file, without clues."""
    return [
        (layout, lambda t=layout: Puzzle(Shape(9, 1), [rule("jigsaw", t)]), None)  # type: ignore[misc]
        for layout in (FOLDER / f"{name}.txt").read_text().split()
    ]


def measure(kinds: tuple[str, ...] = ()) -> Section:
    """Prove all puzzles, or those of some kinds."""
    for name in RULES:
        rule_class(name)  # importing a rule takes longer than reading it
    section = Section(
        "Variants",
        ("kind", "puzzles", "read", "unique, equal", "mean ms", "median ms", "max ms"),
        notes=[
            "Processor time to read, to state and to prove unique, after a warm-up: all rules are "
            "imported, and one puzzle of each kind was searched.",
            "A jigsaw layout is filled once, or refuted.",
        ],
    )
    for found in _tallies(kinds):
        n = len(found.took) + len(found.refused)
        n_right = len(found.took) - len(found.unknown + found.not_unique + found.wrong)
        figures = [f"{each(found.took):.2f}" for each in (mean, median, max)]
        section.rows.append((found.kind, str(n), str(len(found.took)), str(n_right), *figures))
        section.records.append(vars(found))
        section.goals += _goals(found, n, n_right)
        for what, names in (
            ("none or several solutions", found.not_unique),
            ("not proved in time", found.unknown),
            ("refused", found.refused),
        ):
            if names and found.kind != "unsolvable layouts":
                section.notes.append(f"{found.kind}: {what}: {', '.join(names)}")
        section.wrong += [f"{found.kind} {name}" for name in found.wrong]
    return section


def _tallies(kinds: tuple[str, ...]) -> Iterator[Tally]:
    for kind in KINDS:
        if (FOLDER / file_of(kind)).is_file() and (not kinds or kind in kinds):
            yield tally(kind, of_layout(kind))
    for kind, cases, limit in (
        ("f-puzzles", of_fpuzzles, 2),
        ("constraint strings", of_strings, 2),
        ("jigsaw layouts", lambda: of_jigsaws("jigsaw_layouts"), 1),
        ("unsolvable layouts", lambda: of_jigsaws("jigsaw_layouts_unsolvable"), 1),
    ):
        if not kinds or kind in kinds:
            yield tally(kind, cases(), limit)


def _goals(found: Tally, n: int, n_right: int) -> Iterator[Goal]:
    """Yield the goals for a kind."""
    kind, took = found.kind, found.took
    if kind in MOST_MS:
        met = mean(took) < MOST_MS[kind]
        yield Goal(kind, f"mean under {MOST_MS[kind]} ms", f"{mean(took):.2f} ms", met)
    if kind == "constraint strings":
        part = len(took) / n
        yield Goal(kind, f"{LEAST_READ:.0%} are read", f"{part:.0%}", part >= LEAST_READ)
        n_proved = len(took) - len(found.unknown)
        measured = f"{n_proved} of {len(took)}"
        what = f"{LEAST_SETTLED:.0%} are settled in {PATIENCE:.0f} s"
        yield Goal(kind, what, measured, n_proved >= LEAST_SETTLED * len(took))
        met = median(took) < MEDIAN_MS
        yield Goal(kind, f"median under {MEDIAN_MS} ms", f"{median(took):.2f} ms", met)
    elif "layouts" in kind:
        is_solvable = kind == "jigsaw layouts"
        decided = n_right if is_solvable else len(found.not_unique)
        met = decided == n and max(took) < LAYOUT_MS
        what = f"all {'filled' if is_solvable else 'refuted'} in 1 s"
        yield Goal(kind, what, f"{decided} of {n}, at most {max(took):.0f} ms", met)
    elif kind == "f-puzzles":
        yield Goal(kind, "all unique, and equal", f"{n_right} of {n}", n_right == n)


def main() -> None:
    """Print the table."""
    section = measure(tuple(sys.argv[1:]))
    console = Console(width=120)
    report.show(section, console)
    report.show(report.goals_table([section]), console)


if __name__ == "__main__":
    main()
