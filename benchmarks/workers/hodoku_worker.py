"""The peer hodoku-py (HoDoKu in Python): the path of its solver, with its own ladder."""

from time import process_time
from typing import Any

from hodoku import Solver  # type: ignore[import-not-found]

from benchmarks.workers.protocol import serve


def climb(lines: list[str]) -> dict[str, Any]:
    """Solve each puzzle step by step and measure the total time."""
    solver = Solver()
    start = process_time()
    results = [solver.solve(line) for line in lines]
    seconds = process_time() - start
    return {"seconds": seconds, "solved": sum(result.solved for result in results)}


if __name__ == "__main__":
    serve({"climb": climb})
