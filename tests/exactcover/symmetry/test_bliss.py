"""The call of igraph in a process of its own, where limits may stop it."""

import sys
from subprocess import Popen
from typing import Any

import numpy as np
import pytest

from exactcover.runtime.permutations import inverse
from exactcover.runtime.search.limits import HaltedError, Watch
from exactcover.symmetry import bliss

pytest.importorskip("igraph")

PATH = np.array([[0, 1], [1, 2], [2, 3]])
COLOURS = [0, 1, 1, 0]


def of_path() -> tuple[list[list[int]], int]:
    """Return the automorphisms of a path of four vertices."""
    assert sorted(bliss.canonical_order(PATH, COLOURS).tolist()) == [0, 1, 2, 3]
    generators, order = bliss.automorphisms(PATH, COLOURS, 4)
    return [generator.tolist() for generator in generators], order


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Let small graphs have a process of their own, too, and return the processes."""
    begun: list[Any] = []

    class Noted(Popen):  # type: ignore[type-arg]
        def __init__(self, *given: Any, **more: Any) -> None:
            super().__init__(*given, **more)
            begun.append(self)

    monkeypatch.setattr(bliss, "FEW_EDGES", 0)
    monkeypatch.setattr("subprocess.Popen", Noted)
    return begun


# A verbose interpreter writes more to standard error than a pipe holds.
@pytest.mark.parametrize("verbose", ["", "1"])
def test_a_process_finds_the_same(
    verbose: str, processes: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONVERBOSE", verbose)
    with Watch(time_limit=60).running():
        assert of_path() == ([[3, 2, 1, 0]], 2)
    assert len(processes) == 2
    assert of_path() == ([[3, 2, 1, 0]], 2)
    assert len(processes) == 2


def test_canonical_orders_of_equal_graphs_make_them_equal(processes: list[Any]) -> None:
    here = inverse(bliss.canonical_order(PATH, COLOURS))
    with Watch(time_limit=60).running():
        for renamed in ([0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]):
            names = np.array(renamed)
            colours = [COLOURS[old] for old in np.argsort(names).tolist()]
            place = inverse(bliss.canonical_order(names[PATH], colours))
            found = {tuple(sorted(edge)) for edge in place[names[PATH]].tolist()}
            expected = {tuple(sorted(edge)) for edge in here[PATH].tolist()}
            assert found == expected
    assert len(processes) == 3


@pytest.mark.parametrize(("name", "value"), [("executable", ""), ("frozen", True)])
def test_without_an_interpreter_no_process_begins(
    name: str, value: object, processes: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, name, value, raising=False)
    with Watch(time_limit=60).running():
        assert of_path() == ([[3, 2, 1, 0]], 2)
    assert not processes


def test_a_limit_ends_the_process(processes: list[Any]) -> None:
    class Flag:
        def is_set(self) -> bool:
            return bool(processes)

    with Watch(cancel=Flag()).running(), pytest.raises(HaltedError):
        of_path()
    assert processes[0].returncode not in (None, 0)


def test_a_process_that_fails_says_why(processes: list[Any]) -> None:
    with Watch(time_limit=60).running(), pytest.raises(RuntimeError, match="igraph failed in a"):
        bliss.automorphisms(PATH + 9, COLOURS, 4)
