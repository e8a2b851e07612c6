"""The output of `csp xcsp3`: the lines of the competitions of XCSP3."""

from __future__ import annotations

from csp.cli.stopping import Stopping
from csp.formats.instance import Instance
from csp.formats.run import Run
from csp.formats.xcsp3.output import cost_of
from csp.model.solution import Assignment


class XCSP3Answer:
    """Prints solutions, statistics, and the status at the end of the search."""

    def __init__(self, stopping: Stopping, every: bool, has_statistics: bool) -> None:
        self._stopping, self._every, self._has_statistics = stopping, every, has_statistics
        self._run: Run | None = None
        self._n_found = 0
        self._last: Assignment | None = None
        """The solution to print at the end."""
        self._reading_time = 0.0

    def search(self, run: Run) -> None:
        """Run a search, and print all."""
        self._run, self._reading_time = run, self._stopping.seconds_gone
        objective = run.instance.objective
        is_printed = self._every or (objective is None and run.limit != 1)
        for solution in run:
            with self._stopping.printing:
                self._n_found += 1
                if objective is not None:
                    print(f"o {cost_of(objective, solution)}", flush=True)
                if is_printed:
                    _print_values(run.instance, solution)
                else:
                    self._last = solution
        with self._stopping.printing:
            self._end(run.complete)

    def give_up(self) -> None:
        """Print what is known when the command has to end at once."""
        self._end(False)

    def _end(self, is_complete: bool) -> None:
        run = self._run
        if self._has_statistics and run is not None:
            _print_statistics(run, self._n_found, self._reading_time)
        has_objective = run is not None and run.instance.objective is not None
        print(f"s {_status(self._n_found, is_complete, has_objective)}")
        if run is not None and self._last is not None:
            _print_values(run.instance, self._last)


def _print_values(instance: Instance, solution: Assignment) -> None:
    """Print a solution, with a "v" before each line."""
    lines = instance.text(solution).splitlines()
    print("\n".join(f"v {line}" for line in lines), flush=True)


def _status(n_found: int, is_complete: bool, has_objective: bool) -> str:
    """Return what is known at the end of a search."""
    if not n_found:
        return "UNSATISFIABLE" if is_complete else "UNKNOWN"
    return "OPTIMUM FOUND" if is_complete and has_objective else "SATISFIABLE"


def _print_statistics(run: Run, n_found: int, seconds: float) -> None:
    """Print statistics as comments."""
    print(f"c reading: {seconds:.3f} s")
    print(f"c variables: {len(run.instance.model.unknowns)}")
    print(f"c constraints: {len(run.instance.model.constraints)}")
    print(f"c solutions: {n_found} ({'all' if run.complete else 'there may be more'})")
    if run.statistics is not None:
        print(f"c search: {run.statistics.seconds:.3f} s, {run.statistics.nodes} nodes")
