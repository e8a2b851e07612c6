"""How many published variants are explained without search, and how many steps are forcing ones.

`python -m benchmarks.explaining [KIND ...]` prints a line for each kind, and with `--each` one for
each puzzle that is not explained by steps without search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import click

from benchmarks.variants import FOLDER, file_of, of_fpuzzles, of_layout, of_strings
from sudoku import Puzzle, SudokuError, explain
from sudoku.formats.janko.reader import KINDS

FORCING = (
    *("cell_forcing", "unit_forcing", "nishio", "anti_nishio", "no_room", "forcing_net"),
    "forcing_net_with_cases",
)
"""The steps that follow what a candidate leads to. The weakest looks one step ahead."""
PATIENCE, TO_SETTLE = 20.0, 2.0
"""Seconds for an explanation, and to show that a puzzle has one solution."""


def puzzles(kind: str) -> Iterator[tuple[str, Puzzle]]:
    """Yield the puzzles of a kind that can be read, with their names."""
    read = {"f-puzzles": of_fpuzzles, "constraint strings": of_strings}
    cases = read[kind]() if kind in read else of_layout(kind)
    for name, make, _ in cases:
        try:
            yield name, make()
        except SudokuError:
            continue


@click.command()
@click.argument("kinds", nargs=-1)
@click.option("--each", is_flag=True, help="Name those that need search.")
@click.option("--most", default=40, help="The puzzles of a kind, at most.", show_default=True)
def main(kinds: tuple[str, ...], each: bool, most: int) -> None:
    """Print the shares."""
    known = [kind for kind in KINDS if (FOLDER / file_of(kind)).is_file()]
    total: Counter[str] = Counter()
    for kind in kinds or (*known, "f-puzzles", "constraint strings"):
        own: Counter[str] = Counter()
        for name, puzzle in puzzles(kind):
            if own["puzzles"] + own["unfinished"] >= most:
                break
            if puzzle.count(limit=2, time_limit=TO_SETTLE) != 1:
                continue
            found = explain(puzzle, time_limit=PATIENCE)
            steps = Counter(step.technique for step in found.steps)
            if found.n_open:
                own["unfinished"] += 1
            else:
                own += Counter(puzzles=1, explained=int(not steps["search"]))
            own += Counter(steps=steps.total(), forcing=sum(map(steps.__getitem__, FORCING)))
            own.update({name: steps[name] for name in (*FORCING, "search")})
            if each and (found.n_open or steps["search"]):
                rules = ", ".join(rule.name for rule in puzzle.rules)
                click.echo(f"  {kind} {name} ({rules}): {found.n_open} open; {dict(steps)}")
        click.echo(summary(kind, own))
        total += own
    click.echo(summary("all", total))


def summary(kind: str, own: Counter[str]) -> str:
    """Return a line about the puzzles of a kind."""
    n = own["puzzles"] + own["unfinished"]
    names = ", ".join(f"{name} {own[name]}" for name in (*FORCING, "search") if own[name])
    return (
        f"{kind}: {own['explained']} of {n} explained without search ({own['unfinished']} not "
        f"finished), {own['forcing']} of {own['steps']} steps are forcing "
        f"({own['forcing'] / max(1, own['steps']):.1%}): {names or 'none'}"
    )


if __name__ == "__main__":
    main()
