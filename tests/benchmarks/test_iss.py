"""A peer in a process of its own: what counts as no answer, and what as an error."""

import shutil
import sys
from pathlib import Path

import click
import pytest

from benchmarks import iss
from benchmarks.true_candidates import compare

SCRIPT = """
import json, sys, time
for line in sys.stdin:
    text = json.loads(line)["text"]
    if text == "leave":
        sys.exit(1)
    if text == "sleep":
        time.sleep(600)
    print(json.dumps({"found": text}), flush=True)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder for which Python stands for node, and a script for the peer."""
    script = tmp_path / "peer.py"
    script.write_text(SCRIPT, encoding="utf-8")
    monkeypatch.setattr(iss, "SCRIPT", script)
    monkeypatch.setattr(shutil, "which", lambda _: sys.executable)
    return tmp_path


def test_after_a_question_without_an_answer_a_new_process_answers(folder: Path) -> None:
    peer = iss.InteractiveSudokuSolver(folder, 600)
    assert peer.ask("one", 1) == {"found": "one"}
    peer.patience = 0.05
    assert peer.ask("sleep", 1) is None
    peer.patience = 600
    assert peer.ask("two", 1) == {"found": "two"}
    peer.close()


def test_a_process_that_ends_by_itself_is_an_error_and_no_answer(folder: Path) -> None:
    peer = iss.InteractiveSudokuSolver(folder, 600)
    with pytest.raises(click.ClickException, match="has ended"):
        peer.ask("leave", 1)
    assert peer.ask("one", 1) == {"found": "one"}
    peer.close()


def test_boards_that_are_not_settled_by_both_have_no_median() -> None:
    line = compare("x", [0.5, 1.0], [1.0, float("inf")])
    assert "ours 500.00 ms, theirs 1000.00 ms at the median of the 1 that both settle" in line
    none = compare("x", [float("inf")], [1.0])
    assert none == "x: none of 1 is settled by both; unsettled: ours 1, theirs 0"
