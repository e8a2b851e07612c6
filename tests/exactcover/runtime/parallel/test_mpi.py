"""Searches over MPI: a process that has the run, and two that work."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

MPIEXEC = Path(sys.executable).with_name("mpiexec")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (find_spec("mpi4py") and MPIEXEC.exists()), reason="needs the extra mpi"
    ),
]

SCRIPT = """
from mpi4py.futures import MPIPoolExecutor
from csp import Model, all_different
from exactcover import Problem
from exactcover.parallel.cover_job import CoverJob
CoverJob.task_updates = 1 << 14
if __name__ == "__main__":
    rows = Problem([[r, ("column", c)] for r in range(8) for c in range(8)])
    model = Model()
    model.post(all_different(model.variables(6, range(6))))
    with MPIPoolExecutor() as pool:
        print(rows.count(executor=pool, method="dancing_cells"), model.count(executor=pool))
"""


def test_counts_over_mpi(tmp_path: Path) -> None:
    path = tmp_path / "count.py"
    path.write_text(SCRIPT)
    command = [MPIEXEC, "-n", "3", "--oversubscribe", sys.executable, "-m", "mpi4py.futures", path]
    allowed = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    done = subprocess.run(
        [*map(str, command)],
        cwd=Path(__file__).parents[4],
        env=os.environ | allowed,
        capture_output=True,
        text=True,
        timeout=1200,
    )
    assert done.stdout == "40320 720\n", done.stderr
