"""Ask Interactive-Sudoku-Solver, a solver of variants in JavaScript, which node runs beside ours.

Its folder is a checkout of its public repository; no part of it is in this project.
"""

import json
import shutil
import subprocess
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

SCRIPT = Path(__file__).with_suffix(".mjs")


class InteractiveSudokuSolver:
    """A process of node that answers one question after the other.

    Parameters
    ----------
    folder
        A checkout of Interactive-Sudoku-Solver.
    patience
        Seconds after which the process is ended and the question stays unanswered.
    """

    def __init__(self, folder: Path, patience: float) -> None:
        self.folder, self.patience = folder.resolve(), patience
        self.process: subprocess.Popen[str] | None = None

    def _started(self) -> subprocess.Popen[str]:
        """Return the running process."""
        if self.process is None or self.process.poll() is not None:
            node = shutil.which("node")
            if node is None:
                raise click.ClickException("node is missing, which runs Interactive-Sudoku-Solver")
            command = [node, str(SCRIPT), str(self.folder)]
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        return self.process

    def ask(self, text: str, cap: int) -> dict[str, Any] | None:
        """Return the answer with its milliseconds; None if there was none in time.

        `cap` is that of the true candidates, or 0 to count solutions up to 2.

        Raises
        ------
        ClickException
            If the process ends by itself: the folder is none of that solver.
        """
        process, is_late = self._started(), threading.Event()

        def end() -> None:
            is_late.set()
            process.kill()

        assert process.stdin is not None and process.stdout is not None
        timer = threading.Timer(self.patience, end)
        timer.start()
        with suppress(BrokenPipeError):  # if it has ended, it has no answer either
            process.stdin.write(json.dumps({"text": text, "cap": cap}) + "\n")
            process.stdin.flush()
        line = process.stdout.readline()
        timer.cancel()
        timer.join()
        if is_late.is_set() or not line:
            self.close()
        if not is_late.is_set() and not line:
            raise click.ClickException(f"Interactive-Sudoku-Solver in {self.folder} has ended")
        return json.loads(line) if line.endswith("\n") else None

    def close(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.kill()
            with suppress(BrokenPipeError), self.process:  # closes its streams, and waits
                self.process = None
