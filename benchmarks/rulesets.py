"""Make puzzles of every ruleset, check each by a second method, and measure the time.

``python -m benchmarks.rulesets --puzzles 100`` prints the table of benchmarks/results/rulesets.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

import click

from benchmarks.report import Section, markdown, seconds
from sudoku import RULESETS, Formity, Rule, Shape, formity, generate

PUZZLES = 20
"""The puzzles of each order, when all benchmarks are run."""
SECOND_METHOD = "csp"
"""The method that proves the puzzles again. Generation itself uses bit masks and exact cover."""


class Order(NamedTuple):
    """A request of puzzles, and its name."""

    name: str
    ruleset: Sequence[str]
    arguments: Mapping[str, Any] = {}
    shape: Shape = Shape(3, 3)


SLOW = ("skyscraper", "x_sum", "non_consecutive", "sandwich", "little_killer")
"""Rulesets whose puzzles take seconds; they come last."""

ORDERS = (
    *(Order(name, [name]) for name in RULESETS if name not in SLOW),
    Order("killer, no clues", ["killer"], {"clues": 0}),
    Order("killer, no clues, minimal marks", ["killer"], {"clues": 0, "minimal_marks": True}),
    Order("kropki, negative", ["kropki:negative=true"]),
    Order("killer and x", ["killer", "x"]),
    Order("killer", ["killer"], shape=Shape(3, 2)),
    Order("jigsaw, half turn", ["jigsaw:symmetry=half_turn"], shape=Shape(3, 2)),
    Order("thermometer, minimal marks", ["thermometer"], {"minimal_marks": True}, Shape(3, 2)),
    Order("killer", ["killer"], shape=Shape(4, 3)),
    *(Order(name, [name]) for name in SLOW),
)


def measure(n_puzzles: int = PUZZLES, names: Sequence[str] = ()) -> Section:
    """Make and check puzzles of each order, in one thread."""
    section = Section(
        f"Puzzles of rulesets, one core: {n_puzzles} of each, all proved again by {SECOND_METHOD}",
        ("ruleset", "board", "puzzles", "s median", "s worst", "clues", "marks", "open"),
        notes=[
            "clues, marks: the median numbers.",
            "open: puzzles with a clue of which the search did not decide whether it is redundant.",
        ],
    )
    for order in ORDERS:
        if not names or order.name in names:
            _add(section, order, n_puzzles)
    return section


def _add(section: Section, order: Order, n_puzzles: int) -> None:
    made = generate(
        n_puzzles + 1,
        ruleset=order.ruleset,
        shape=order.shape,
        seed=1,
        workers=1,
        **order.arguments,
    )
    next(made)  # compiles or loads kernels
    puzzles, took = [], []
    start = perf_counter()
    for puzzle in made:
        took.append(perf_counter() - start)
        puzzles.append(puzzle)
        start = perf_counter()
    for number, puzzle in enumerate(puzzles, 1):
        found = formity(puzzle, method=SECOND_METHOD)
        if found is not Formity.ONE:
            section.wrong.append(f"{order.name}: puzzle {number} has {found.value} solutions")
            click.echo(section.wrong[-1], err=True)
    n = order.shape.n
    board = "5 grids of 9x9" if order.name == "samurai" else f"{n}x{n}"
    clues = median(puzzle.n_clues for puzzle in puzzles)
    marks = median(sum(map(len, map(list, map(marks_of, puzzle.rules)))) for puzzle in puzzles)
    section.rows.append(
        (
            order.name,
            board,
            str(len(puzzles)),
            seconds(median(took)),
            seconds(max(took)),
            f"{clues:g}",
            f"{marks:g}" if marks else "",
            str(len(made.undecided) or ""),
        )
    )
    click.echo(" | ".join(section.rows[-1]), err=True)


def marks_of(rule: Rule) -> Iterator[Any]:
    """Yield the marks that a rule states: the entries of its parameters."""
    if rule.name != "jigsaw":
        for field in fields(rule):  # type: ignore[arg-type]
            value = getattr(rule, field.name)
            for mark in value if isinstance(value, tuple) else ():
                if isinstance(mark, int | tuple):
                    yield mark


@click.command()
@click.argument("names", nargs=-1)
@click.option("--puzzles", default=PUZZLES, show_default=True, type=click.IntRange(min=1))
def main(names: tuple[str, ...], puzzles: int) -> None:
    """Print the table of all rulesets, or of those with NAMES, as Markdown."""
    section = measure(puzzles, names)
    click.echo(markdown(section))
    if section.wrong:
        raise click.ClickException("; ".join(section.wrong))


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.rulesets")
