"""Errors with arguments of their own, which pools of processes hand over as pickles."""

import pickle

import pytest

from csp.formats.flatzinc.tokens import FlatZincError
from csp.formats.xcsp3.document import XCSP3Error
from exactcover import BudgetError, FormatError, LostTasksError, Stop, UnfinishedError
from sudoku import TextError


@pytest.mark.parametrize(
    "error",
    [
        FormatError(3, "x"),
        BudgetError("states", 2, 1),
        FlatZincError(1, 2, "x"),
        XCSP3Error(1, "x"),
        TextError("x", 3),
        LostTasksError([(1,)], 2, ["x"]),
        UnfinishedError("x", Stop.TIME),
    ],
)
def test_errors_come_whole_from_other_processes(error: Exception) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))
