"""Printing the tables of studies."""

from __future__ import annotations

from typing import Any

from sudoku.studies.study import Table

__all__ = ["show"]

WIDTH = 110


def show(table: Table) -> None:
    """Print a table; columns of numbers are aligned right."""
    from rich.console import Console
    from rich.table import Table as RichTable

    made = RichTable(title=table.title, title_justify="left")
    for k, heading in enumerate(table.columns):
        is_text = all(isinstance(row[k], str) and not _is_number(row[k]) for row in table.rows)
        made.add_column(heading, justify="left" if is_text else "right")
    for row in table.rows:
        made.add_row(*map(_text, row))
    console = Console()
    if not console.is_terminal:  # a file or a pipe has no width
        console = Console(width=WIDTH)
    console.print(made)
    for note in table.notes:
        console.print(f"  {note}", highlight=False)
    console.print()


def _text(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


def _is_number(text: str) -> bool:
    return text[:1].isdigit()
