"""Tasks of pupils in the page."""

from __future__ import annotations

import pytest

from sudoku import Puzzle, solve
from tests.sudoku.studio.page import FOUR, Studio, sent

pytestmark = [pytest.mark.slow, pytest.mark.kernel]  # a page is opened in a browser

SOLUTION = solve(FOUR).get().cells
OPEN = [cell for cell, clue in enumerate(Puzzle.from_text(FOUR).grid.cells) if not clue]


def play(studio: Studio, text: str = FOUR) -> Studio:
    """Open a puzzle, and begin to play it."""
    studio.open(text)
    studio.button("Play")
    return studio


def write(studio: Studio, cells: list[int], *, wrong: int = -1) -> None:
    """Write the digits of cells, one of them wrong if this is asked for."""
    for cell in cells:
        studio.drag(divmod(cell, 4))
        digit = SOLUTION[cell] % 4 + 1 if cell == wrong else SOLUTION[cell]
        studio.press("Backspace", str(digit))


def said(studio: Studio, words: str) -> None:
    """Wait until the page says something to the player."""
    studio.page.locator("#panel-play .step").get_by_text(words).first.wait_for()


def test_hints_come_in_three_grades(studio: Studio) -> None:
    play(studio)
    for words, elsewhere in (("Look at", "So r"), ("The technique", "So r"), ("So r", "Look at")):
        studio.button("Give me a hint")
        said(studio, words)
        assert elsewhere not in studio.page.locator("#panel-play .step").inner_text()
    assert studio.count("#board .selected") > 0
    studio.page.get_by_text("Solved puzzles: 0. Hints: 1.").wait_for()  # one hint, three grades
    studio.button("Do it")
    assert studio.count("#board .entered") == 1
    assert studio.page.locator("#panel-play .step").inner_text() == ""


def test_a_check_marks_what_is_wrong_and_undo_takes_it_back(studio: Studio) -> None:
    play(studio)
    write(studio, OPEN[:2], wrong=OPEN[1])
    studio.button("Check")
    said(studio, "One digit is wrong")
    assert studio.count("#board .trouble") == 1
    studio.press("Control+z")
    assert studio.count("#board .trouble") == 0
    studio.button("Undo")
    assert studio.count("#board .entered") == 0
    studio.button("Redo")
    studio.button("Check")
    said(studio, f"All right so far. Open cells: {len(OPEN) - 1}.")
    studio.drag((0, 0))
    studio.press("2", "Backspace")  # a clue stays
    assert studio.count("#board .clue") == 16 - len(OPEN)
    studio.button("Start again")
    assert studio.count("#board .entered") == 0


def test_a_full_board_is_checked_and_progress_stays(studio: Studio) -> None:
    """What was written and solved is there when the page is loaded again."""
    messages = sent(studio)
    write(play(studio), OPEN, wrong=OPEN[0])
    said(studio, "One digit is wrong")
    assert all("time_limit" in each for each in messages if each["command"] == "check")
    write(studio, OPEN[:1])
    said(studio, "Solved!")
    studio.page.reload()
    studio.until(f"document.querySelectorAll('#board .entered').length === {len(OPEN)}")
    studio.button("Play")
    studio.page.get_by_text("Solved puzzles: 1. Hints: 0.").wait_for()
    studio.button("Check")
    said(studio, "Solved!")
    assert "Solved puzzles: 1." in studio.page.locator("#panel-play").inner_text()
    studio.button("Forget my progress")
    studio.page.get_by_text("Solved puzzles: 0.").wait_for()


def test_a_filled_grid_that_is_opened_is_not_solved_by_the_player(studio: Studio) -> None:
    messages = sent(studio)
    play(studio)
    panel = studio.tab("Files")
    panel.get_by_label("Text", exact=True).fill("".join(map(str, SOLUTION)))
    panel.get_by_role("button", name="Open the text").click()
    studio.until(f"document.querySelectorAll('#board .clue').length === {len(SOLUTION)}")
    n_checks = sum(each["command"] == "check" for each in messages)
    studio.tab("Play")
    studio.button("Check")
    said(studio, "Solved!")
    assert sum(each["command"] == "check" for each in messages) == n_checks + 1
    assert "Solved puzzles: 0." in studio.page.locator("#panel-play").inner_text()


def test_an_answer_after_the_end_of_playing_marks_nothing(studio: Studio) -> None:
    play(studio)
    *others, last = OPEN
    write(studio, others)
    studio.drag(divmod(last, 4))
    studio.page.evaluate(
        """digit => {
            document.querySelectorAll("#pad .digits button")[digit - 1].click();
            document.querySelector("#set").click();
        }""",
        SOLUTION[last] % 4 + 1,
    )
    studio.verdict("Exactly one")  # the answer to the check of the player came before
    assert studio.count("#board .entered") == len(OPEN)
    assert studio.count("#board .trouble") == 0
    assert studio.page.locator("#panel-play .step").inner_text() == ""


def test_hints_from_marks_of_ones_own(studio: Studio) -> None:
    play(studio)
    cell = OPEN[0]
    studio.drag(divmod(cell, 4))
    studio.press(f"Control+{SOLUTION[cell]}")
    studio.page.get_by_label("Hints use my middle marks").check()
    for _ in range(3):
        studio.button("Give me a hint")
    said(studio, "So r")
    studio.button("Do it")
    assert studio.count("#board .entered") == 1


def test_a_puzzle_with_several_solutions_is_not_checked(studio: Studio) -> None:
    play(studio, "12" + "." * 14)
    studio.button("Check")
    said(studio, "The puzzle has several solutions.")
