"""Calls that are replayed on other systems."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from benchmarks.systems import recorder
from exactcover.runtime.kernels import entries


def test_the_replay_has_each_function_that_entries_call() -> None:
    called = set(re.findall(r'"(?:function )?(Py\w+)"', inspect.getsource(entries)))
    assert called == set(recorder.FUNCTIONS)
    program = Path(recorder.__file__).with_name("replay.c").read_text("utf-8")
    made = re.search(r"functions\[\] = \{(.*?)\}", program, re.DOTALL)
    assert made is not None
    assert made[1].count("(void *)") == len(recorder.FUNCTIONS)
