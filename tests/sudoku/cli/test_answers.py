"""Answers by the batch are those of one search each, and none is lost at Ctrl-C."""

from typing import Any

import pytest

from exactcover import Interrupted
from sudoku import ClashError, Puzzle, Shape, TextError
from sudoku.batches import batch
from sudoku.cli.answers import BATCH, answer, answers

LINES = ["1......2.3.....4", "1...............", "123..4..........", "1.2.......3....4"]
PLACED: list[Any] = [(k, Puzzle(Shape(2, 2), clues=line)) for k, line in enumerate(LINES, 1)]
PLACED.insert(2, (9, ClashError("two 1s in row 1")))
PLACED.insert(3, (10, TextError("expected 16 characters, got 15", 10)))
PLACED.append((7, Puzzle(Shape(3, 2))))


def test_batches_answer_like_single_searches() -> None:
    one_by_one = [answer(line, puzzle, {}) for line, puzzle in PLACED]
    assert {found.formity for found in one_by_one} == {"none", "one", "many", "refused"}
    for size in (1, 2, BATCH):
        together = list(answers(PLACED, {}, size))
        assert [found[:2] for found in together] == [found[:2] for found in one_by_one]
        assert [len(found.solutions) for found in together] == [
            len(found.solutions) for found in one_by_one
        ]
    assert [found.formity for found in answers(PLACED[:1], {"max_nodes": 0})] == ["stopped"]


def test_ctrl_c_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    placed = [PLACED[0]] * 5
    solve = batch.solve_batch

    def interrupted(puzzles: Any, **settings: Any) -> Any:
        solutions, counts = solve(puzzles, **settings)
        counts[3:] = batch.UNKNOWN
        raise Interrupted((solutions, counts))

    monkeypatch.setattr(batch, "solve_batch", interrupted)
    found = []
    with pytest.raises(Interrupted):
        for each in answers(placed, {}):
            found.append(each)
    assert [each.formity for each in found] == ["one"] * 3
