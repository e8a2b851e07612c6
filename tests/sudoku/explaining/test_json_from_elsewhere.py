"""Explanations in JSON from elsewhere: all of it is about their puzzle, or they are refused."""

import json
from contextlib import suppress
from typing import Any

import pytest

from sudoku import Explanation, Puzzle, explain
from sudoku.errors import SudokuError

EASY = Puzzle.from_text(
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
WRONG: list[Any] = [
    None,
    -1,
    99,
    1.0,
    True,
    "x",
    [],
    [[]],
    [-1],
    [27],
    [1.5],
    [[0, 0, 10]],
    [[9, 0, 1]],
]


def test_every_value_of_a_step() -> None:
    whole = json.loads(explain(EASY).to_json())
    assert Explanation.from_json(json.dumps(whole)) == explain(EASY)
    n_refused = 0
    for key in ("technique", "placements", "eliminations", "houses", "acts_on", "digits", "cells"):
        for value in WRONG:
            changed: dict[str, Any] = json.loads(json.dumps(whole))
            changed["steps"][3][key] = value
            try:
                read = Explanation.from_json(json.dumps(changed))
            except SudokuError:
                n_refused += 1
                continue
            assert "<html" in read.html()
    assert n_refused > 60


@pytest.mark.parametrize(
    "name",
    [
        *("forcing_net", "forcing_net_with_cases", "hidden_rectangle"),
        *("two_elements", "several_elements", "als_xy_chain"),
    ],
)
@pytest.mark.parametrize("chain", [[], [[]], [[[0, 2, 1]]], [[[0, 2, 1]], [[0, 3, 2]]]])
def test_a_pattern_that_is_not_of_the_technique(name: str, chain: list[Any]) -> None:
    """Its words find no such pattern: they say less, or the text is refused by an error of ours."""
    whole = json.loads(explain(EASY).to_json())
    pattern = {"placements": [], "eliminations": [[0, 2, 1]], "cells": [[0, 2], [3, 3]]}
    whole["steps"][3] |= {"technique": name, "chain": chain, "digits": [1, 2], **pattern}
    with suppress(SudokuError):
        assert Explanation.from_json(json.dumps(whole)).stages[3].words


@pytest.mark.parametrize(
    ("key", "value"),
    [("remark", 5), ("among", None), ("end", "x"), ("placed", None), ("placed", [[0, 0, 99]])],
)
def test_the_rest(key: str, value: Any) -> None:
    whole = json.loads(explain(EASY).to_json())
    with pytest.raises(SudokuError):
        Explanation.from_json(json.dumps(whole | {key: value}))
