"""The models of the benchmark: those with known answers that are found at once."""

import pytest

from benchmarks.csp_models import CASES
from benchmarks.csp_models.famous import FAMOUS
from benchmarks.csp_models.others import OTHERS
from benchmarks.csp_models.worker import report
from tests.running import compiled

QUICK = [
    "Steiner triples 7",
    "Legendre pairs 9",
    "Schur 13 in 3",
    "progressions 35,4",
    "magic hexagon",
    "job shop ft06",
    "cars 10",
    "traffic lights",
    "warehouses",
    "alphabet",
    "DONALD + GERALD",
    "knight 8",
    "nine squares 33x32",
    "golfers 5,3,6",
]


def test_there_are_many() -> None:
    assert len(CASES) > 95
    assert {case.goal for case in CASES.values()} == {"first", "all", "least"}
    assert len(OTHERS) > 120
    assert len(CASES | FAMOUS | OTHERS) == len(CASES) + len(FAMOUS) + len(OTHERS)


@pytest.mark.parametrize("name", ["knight 6", "Langford 12", "tents 14,3", "assignment 15,4"])
def test_other_models_are_stated(name: str) -> None:
    model, objective = OTHERS[name].state()
    assert model.unknowns
    assert (objective is None) == (OTHERS[name].goal != "least")


@compiled
@pytest.mark.parametrize("name", QUICK)
def test_known_answers(name: str) -> None:
    found = report(CASES[name], "default", 60.0)
    assert (found["answer"], found["proved"]) == (CASES[name].answer, True)
