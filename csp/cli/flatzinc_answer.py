"""The output of `csp fzn`, in the form that MiniZinc reads."""

from __future__ import annotations

from csp.cli.stopping import Stopping
from csp.formats.flatzinc.output import COMPLETE, SOLUTION, UNKNOWN, UNSATISFIABLE
from csp.formats.flatzinc.statistics import block, of_model, of_search
from csp.formats.run import Run
from csp.model.solution import Assignment
from exactcover.runtime.cli.console import say


class FlatZincAnswer:
    """Prints solutions, their status at the end of the search, and statistics."""

    def __init__(self, stopping: Stopping, has_statistics: bool) -> None:
        self._stopping, self._has_statistics = stopping, has_statistics
        self._run: Run | None = None
        self._n_found = 0
        self._reading_time = 0.0

    def search(self, run: Run) -> None:
        """Run a search, and print all."""
        self._run, self._reading_time = run, self._stopping.seconds_gone
        assumed = run.instance.assumed
        if assumed:
            rest = f" and {len(assumed) - 1} others" if assumed[1:] else ""
            say(
                f"% {assumed[0]}{rest} without bounds: usual ones are assumed, so nothing is proved"
            )
        for solution in run:
            with self._stopping.printing:
                self._print(run, solution)
        with self._stopping.printing:
            self._end(run.complete)

    def give_up(self) -> None:
        """Print what is known when the command has to end at once."""
        best = None if self._run is None else self._run.best
        if self._run is not None and best is not None and not self._n_found:
            self._print(self._run, best)
        self._end(False)

    def _print(self, run: Run, solution: Assignment) -> None:
        self._n_found += 1
        print(*filter(None, [run.instance.text(solution)]), SOLUTION, sep="\n", flush=True)
        if self._has_statistics:
            print(block(of_search(run)), flush=True)

    def _end(self, is_complete: bool) -> None:
        if self._n_found and is_complete:
            print(COMPLETE)
        elif not self._n_found:
            print(UNSATISFIABLE if is_complete else UNKNOWN)
        if self._has_statistics:
            begin, end = {"initTime": f"{self._reading_time:.3f}"}, {"solutions": self._n_found}
            of_run = {} if self._run is None else of_model(self._run) | of_search(self._run)
            print(block({**begin, **of_run, **end}))
