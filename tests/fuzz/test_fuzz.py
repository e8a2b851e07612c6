"""Some cases of every area, the same each time; `make fuzz` runs others, for long."""

import pytest

from exactcover import Problem
from tests.conftest import IS_SLOW
from tests.fuzz import cover_cases
from tests.fuzz.areas import case_of
from tests.fuzz.finding import Finding
from tests.fuzz.pool import Worker
from tests.fuzz.readers import READERS

CHUNKS = {
    "cover": (12, 50),
    "every": (2, 30),
    "middle": (2, 4),
    "symmetry": (6, 20),
    "csp": (8, 10),
    "optima": (2, 8),
    "shifted": (2, 20),
    "sudoku": (6, 5),
    "houses": (4, 3),
    "readers": (len(READERS), 2),
}
"""How many tests each area has, and seeds each test."""
PART = 5
"""In the slow modes a test has so small a part of its seeds."""


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("area", "chunk"), [(area, k) for area, (n, _) in CHUNKS.items() for k in range(n)]
)
def test_random_cases(area: str, chunk: int) -> None:
    if area == "optima":
        pytest.importorskip("ortools", reason="optima are compared with those of CP-SAT")
    run, (n_chunks, size) = case_of(area), CHUNKS[area]
    for k in range(max(1, size // PART) if IS_SLOW else size):
        run(chunk + n_chunks * k)


def test_a_case_that_hangs_or_ends_its_process_is_a_finding() -> None:
    with Worker(0.0, 4096) as impatient:
        found = impatient.run("readers:0") or ""
        assert found.startswith("the case takes more than 0.0 seconds")
    with Worker(600.0, 1) as small:
        text = small.run("readers:0") or ""
        # Without memory, a library may not be loaded either, which is an ImportError.
        assert any(part in text for part in ("MemoryError", "ImportError", "ended with code"))
    with Worker(600.0, 4096) as worker:
        assert "KeyError: 'nothing'" in (worker.run("nothing:0") or "")
        assert worker.run("readers:3") is None


def test_what_fails_is_made_smaller_and_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    def three_options(problem: Problem, *_: object) -> None:
        assert problem.n_options < 3, "it has three options"

    checks = {"three_options": (three_options, 1)}
    monkeypatch.setattr(cover_cases, "CHECKS", checks)
    with pytest.raises(Finding) as caught:
        for seed in range(20):
            cover_cases.run(seed)
    text = caught.value.reproduction
    assert text.startswith("check three_options of\nProblem(")
    assert "it has three options" in text
    assert text.count("None") == 3  # three options of one item each
