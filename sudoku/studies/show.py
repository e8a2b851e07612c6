"""Printing the tables of studies."""

from __future__ import annotations

import sys
from typing import Any

from exactcover.runtime.cli.colour import console
from sudoku.studies.study import Table

__all__ = ["show"]

WIDTH = 110


def show(table: Table) -> None:
    """Print a table; columns of numbers are aligned right."""
    from rich.table import Table as RichTable

    made = RichTable(title=table.title, title_justify="left")
    for k, heading in enumerate(table.columns):
        is_text = all(isinstance(row[k], str) and not _is_number(row[k]) for row in table.rows)
        made.add_column(heading, justify="left" if is_text else "right")
    for row in table.rows:
        made.add_row(*map(_text, row))
    # A file or a pipe has no width.
    out = console() if sys.stdout.isatty() else console(width=WIDTH)
    out.print(made)
    for note in table.notes:
        out.print(f"  {note}", highlight=False)
    out.print()


def _text(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


def _is_number(text: str) -> bool:
    return text[:1].isdigit()
