"""The results as tables on the console, Markdown and JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import rich.box
import rich.table
from rich.console import Console

RESULTS = Path(__file__).with_name("results")


@dataclass(frozen=True)
class Goal:
    """A goal, and whether it is met."""

    what: str
    wanted: str
    measured: str
    met: bool


@dataclass
class Section:
    """The results of one section of the benchmarks."""

    title: str
    columns: Sequence[str]
    rows: list[Sequence[str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    goals: list[Goal] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    records: list[dict[str, Any]] = field(default_factory=list)


def seconds(value: float) -> str:
    """Write a time to three figures.

    Examples
    --------
    >>> seconds(12.345), seconds(0.0123456)
    ('12.3', '0.0123')
    """
    return f"{value:.3g}" if value < 1000 else f"{value:.0f}"


def goals_table(sections: Sequence[Section]) -> Section:
    """Gather the goals of all sections, the missed ones first."""
    goals = sorted((goal for section in sections for goal in section.goals), key=lambda g: g.met)
    title = f"Goals: {sum(goal.met for goal in goals)} of {len(goals)} met"
    rows = [(g.what, g.wanted, g.measured, "met" if g.met else "MISSED") for g in goals]
    return Section(title, ("goal", "wanted", "measured", ""), list(rows))


def show(section: Section, console: Console) -> None:
    """Print a section as a table."""
    console.print(f"\n{section.title}", style="bold", highlight=False, markup=False)
    table = rich.table.Table(box=rich.box.SIMPLE_HEAD)
    for k, column in enumerate(section.columns):
        table.add_column(column, justify="right" if k else "left")
    for row in section.rows:
        table.add_row(*row)
    console.print(table, highlight=False, markup=False)
    for note in section.notes:
        console.print(f"  {note}", highlight=False, markup=False)
    for wrong in section.wrong:
        console.print(f"  WRONG: {wrong}", style="bold red", highlight=False, markup=False)


def markdown(section: Section) -> str:
    """Write a section as a Markdown table under a heading.

    Examples
    --------
    >>> print(markdown(Section("Title", ("name", "s"), [("a", "1")], notes=["Warm."])))
    ## Title
    <BLANKLINE>
    | name | s |
    |:---|---:|
    | a | 1 |
    <BLANKLINE>
    Warm.
    <BLANKLINE>
    """
    rule = "|:---" + "|---:" * (len(section.columns) - 1) + "|"
    table = ["| " + " | ".join(cells) + " |" for cells in (section.columns, *section.rows)]
    notes = [*section.notes, *(f"**Wrong:** {wrong}" for wrong in section.wrong)]
    return "\n".join([f"## {section.title}", "", table[0], rule, *table[1:], "", *notes, ""])


def write(folder: Path, machine: dict[str, str], sections: Sequence[Section]) -> None:
    """Write ``latest.md`` and ``latest.json``."""
    folder.mkdir(parents=True, exist_ok=True)
    facts = Section("Where and how", ("", ""), [*machine.items()])
    parts = [facts, goals_table(sections), *sections]
    text = "# Benchmarks\n\n" + "\n".join(markdown(part) for part in parts)
    (folder / "latest.md").write_text(text)
    record = {"machine": machine, "sections": [asdict(section) for section in sections]}
    (folder / "latest.json").write_text(json.dumps(record, indent=1) + "\n")
