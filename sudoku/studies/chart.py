"""A bar chart of any table: a panel for each column of numbers, a bar for each row."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sudoku.studies.study import Table, pyplot

__all__ = ["bar_chart", "number_of"]

PANEL = 3.0, 0.35
"""The width of a panel, and the height of a bar, in inches."""


def bar_chart(table: Table, path: Path) -> None:
    """Draw a table and write the picture.

    Raises
    ------
    ImportError
        If matplotlib is not installed.
    """
    plt = pyplot()
    columns = [list(column) for column in zip(*table.rows, strict=True)]
    is_label = [all(number_of(value) is None for value in column) for column in columns]
    width = is_label.index(False) if False in is_label else 0  # the labels of rows come first
    labels = [", ".join(str(value) for value in row[: max(1, width)]) for row in table.rows]
    shown = [k for k in range(max(1, width), len(columns)) if not is_label[k]]
    size = PANEL[0] * (len(shown) + 1), PANEL[1] * len(labels) + 1.5
    figure, axes = plt.subplots(1, max(1, len(shown)), sharey=True, squeeze=False, figsize=size)
    for panel, k in zip(axes[0], shown, strict=False):
        panel.barh(labels, [number_of(value) or 0.0 for value in columns[k]])
        panel.set_xlabel(table.columns[k])
    axes[0][0].invert_yaxis()
    figure.suptitle(table.title, fontsize="medium")
    figure.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)
    plt.close(figure)


def number_of(value: Any) -> float | None:
    """Return an entry of a table as a number, or None if it is no number.

    Examples
    --------
    >>> number_of("1,234"), number_of("60 %"), number_of(5), number_of("race")
    (1234.0, 60.0, 5.0, None)
    """
    try:
        return float(str(value).replace(",", "").removesuffix("%").strip())
    except ValueError:
        return None
