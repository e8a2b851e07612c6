"""A small share of the faults of benchmarks/results/faults.md; ``make faults`` tries all."""

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.faults.attempts import DONE, Tally, in_child
from benchmarks.faults.disks import can_mount
from tests.running import compiled

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@compiled
@pytest.mark.skipif(sys.platform != "linux", reason="limits and signals are those of Linux")
def test_nothing_is_lost_and_nothing_wrong() -> None:
    command = [sys.executable, "-m", "benchmarks.faults", "--quick"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    *_, sums = done.stdout.strip().splitlines()
    n_tried, n_lost, n_wrong = map(int, sums.split("|")[3:6])
    assert (n_lost, n_wrong) == (0, 0)
    assert n_tried > (50 if can_mount() else 10)


def wrong_answer() -> None:
    raise AssertionError("7 of 8")


def clear_error() -> None:
    raise OSError(28, "No space left on device", "/folder/file")


def unclear_error() -> None:
    raise KeyError("taken")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_what_counts_as_wrong() -> None:
    tally = Tally("a fault", "a verb")
    for act in (wrong_answer, unclear_error, clear_error, lambda: None):
        tally.note(in_child(act))
    assert (tally.times, tally.wrong) == (4, 2)
    assert tally.seen[DONE] == 1
    assert tally.seen["OSError: [Errno 28] No space left on device: 'file'"] == 1
