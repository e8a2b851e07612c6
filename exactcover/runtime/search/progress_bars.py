"""Progress bars: on a terminal, and in a notebook.

In a notebook, rich has no bar without the package ipywidgets, so there is one in HTML.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

from exactcover.runtime.search.progress import Bar, Progress, status_text
from exactcover.runtime.texts import markup as escape


def new_bar() -> Bar:
    """Return the bar for the place where this program runs."""
    return NotebookBar() if is_notebook() else TerminalBar()


def is_notebook() -> bool:
    """Return whether this program is the kernel of a notebook; IPython is not imported."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    return getattr(shell, "kernel", None) is not None


class TerminalBar:
    """A progress bar on standard error, which is removed when the search ends."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as RichProgress

        console = Console(stderr=True)
        self._bar = RichProgress(
            BarColumn(),
            TaskProgressColumn("{task.percentage:>6.2f}%"),
            TextColumn("{task.fields[status]}"),
            TimeElapsedColumn(),
            console=console,
            disable=not console.is_terminal,
            transient=True,
        )
        self._task = self._bar.add_task("search", total=1.0, status="")

    def __call__(self, progress: Progress) -> None:
        """Show the progress."""
        self._bar.start()
        self._bar.update(self._task, completed=progress.part, status=status_text(progress))

    def stop(self) -> None:
        """Remove the bar from the screen."""
        self._bar.stop()


class NotebookBar:
    """A progress bar in the output of a notebook's cell, which is emptied when the search ends."""

    def __init__(self) -> None:
        self._handle: Any = None

    def __call__(self, progress: Progress) -> None:
        """Show the progress."""
        status = f"{100 * progress.part:.2f} % {status_text(progress)}"
        self._show(
            f'<progress value="{progress.part:.4f}" max="1" style="width: 20em"></progress> '
            f"{escape(status)}",
            status,
        )

    def stop(self) -> None:
        """Empty the output."""
        if self._handle is not None:
            self._show("", "")

    def _show(self, html: str, plain: str) -> None:
        """Show HTML, or plain text where there is no HTML; always in the same place."""
        data = {"text/html": html, "text/plain": plain}
        if self._handle is None:
            ipython: Any = import_module("IPython.display")
            self._handle = ipython.display(data, raw=True, display_id=True)
        else:
            self._handle.update(data, raw=True)
