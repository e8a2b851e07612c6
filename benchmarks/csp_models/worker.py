"""Search some models in one way; print a line of JSON for each.

Arguments: the way, the processor seconds after which a search is given up, and the names of models
(all of `CASES` by default; "others" stands for all of `OTHERS`). The seconds of "two threads" are
those of both. The first search of a model is short and not timed: it loads or compiles kernels.
Other solvers are loaded before the first model.
"""

import json
import sys
from time import process_time
from typing import Any

from benchmarks.csp_models import CASES
from benchmarks.csp_models.case import Case
from benchmarks.csp_models.famous import FAMOUS
from benchmarks.csp_models.others import OTHERS
from csp import Model

WAYS: dict[str, dict[str, Any]] = {
    "default": {},
    "propagation": {"method": "propagation"},
    "learning": {"method": "learning"},
    "cores": {"method": "cores"},
    "linear": {"method": "linear"},
    "neighbourhoods": {"method": "neighbourhoods"},
    "two threads": {"workers": 2},
    "CP-SAT": {"solver": "cpsat"},
}
"""The controls of each way to search."""

LONG = 0.5
"""Searches shorter than this many seconds are repeated, and the best time is reported."""


class Patience:
    """A flag that is set after some seconds of processor time: others may use the machine."""

    def __init__(self, seconds: float) -> None:
        self._end = process_time() + seconds

    def is_set(self) -> bool:
        """Return whether the time is over."""
        return process_time() > self._end


def report(case: Case, way: str, patience: float) -> dict[str, Any]:
    """Search a model in one way; return the time, the answer and whether it is certain."""
    controls = WAYS[way]
    start = process_time()
    state = case.state()
    stated = process_time() - start
    found: dict[str, Any] = {"model": case.name, "way": way, "stated": stated}
    try:
        if "solver" not in controls:
            _answer(case, state, controls | {"max_nodes": 300})
        times: list[float] = []
        while len(times) < 3 and sum(times) < LONG:
            start = process_time()
            answer, is_certain, nodes = _answer(
                case, state, controls | {"cancel": Patience(patience)}
            )
            times.append(process_time() - start)
    except Exception as error:
        return found | {"error": f"{type(error).__name__}: {error}"[:200]}
    return found | {"seconds": min(times), "answer": answer, "proved": is_certain, "nodes": nodes}


def _answer(case: Case, asked: Any, controls: dict[str, Any]) -> tuple[int | None, bool, int]:
    """Return the answer of a search, whether it is certain, and its nodes."""
    model, objective = asked
    if case.goal == "least":
        best = model.minimize(objective, **controls)
        return best.value, best.complete, best.statistics.nodes
    if case.goal == "all":
        number = model.count(**controls)
        return int(number), number.complete, number.statistics.nodes
    result = model.solve(**controls)
    is_certain = result.solution is not None or result.complete
    return int(result.solution is not None), is_certain, result.statistics.nodes


def main(way: str, patience: float, names: list[str]) -> None:
    """Print a report for each model."""
    cases = CASES | FAMOUS | OTHERS
    if "solver" in WAYS[way]:
        model = Model()
        model.variable(range(2))
        model.solve(**WAYS[way])
    for name in OTHERS if names == ["others"] else names or CASES:
        print(json.dumps(report(cases[name], way, patience)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), sys.argv[3:])
