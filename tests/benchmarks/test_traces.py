"""How many files small calls go through: a reader follows each of them."""

import pytest

from benchmarks.traces import calls, files_of
from exactcover.runtime.kernels.jit import is_compiled

MOST = {"Problem.count()": 15, "sudoku.solve": 16, "Model.minimize": 38}
"""The most files that the second of two equal calls enters."""


@pytest.mark.skipif(not is_compiled(), reason="plain Python enters the files of kernels, too")
@pytest.mark.parametrize("name", MOST)
def test_a_call_enters_few_files(name: str) -> None:
    assert len(files_of(calls()[name])) <= MOST[name]
