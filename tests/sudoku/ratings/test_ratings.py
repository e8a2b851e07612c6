"""The scales, against the published tables and the results of other programs."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from exactcover import Stop
from sudoku import (
    SCALES,
    Board,
    Classic,
    Formity,
    FormityError,
    Killer,
    Puzzle,
    RuleError,
    explain,
    rate,
    rate_batch,
    solve,
)
from sudoku.cli.main import main
from sudoku.ratings import bergman
from sudoku.ratings.explainer.chains import length_rating
from sudoku.ratings.explainer.walk import Walk
from sudoku.ratings.hodoku import level_of
from sudoku.ratings.ladder import Climb
from sudoku.ratings.rating import Rating
from sudoku.ratings.registry import scale
from sudoku.ratings.se import STEPS, SudokuExplainer
from tests.running import compiled

EASY = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
"""A. Inkala's of 2012."""
MANY = "1" + "." * 80
NONE = "12345678." + "." * 17 + "9" + "." * 54


def rows(data: Path, name: str, every: int) -> Iterator[list[str]]:
    """Yield the words of some lines of a file."""
    for line in (data / name).read_text().splitlines()[::every]:
        yield line.split()


def test_givens_are_those_of_table_1() -> None:
    table = {(81, 69): 0, (68, 56): 2.5, (55, 43): 5, (42, 30): 7.5, (29, 17): 10}
    for (most, least), value in table.items():
        for n_clues in (most, least):
            assert bergman.score(n_clues, []) == pytest.approx(value / 3)


def test_techniques_are_worth_what_table_2_says() -> None:
    table = {
        "naked_single": 0, "naked_pair": 0.5, "naked_triple": 0.5, "hidden_single": 0.5,
        "hidden_pair": 0.5, "naked_quad": 1, "hidden_triple": 1, "hidden_quad": 1.5,
        "pointing": 1.5, "claiming": 1.5, "x_wing": 2, "swordfish": 3, "xy_wing": 3,
        "jellyfish": 4, "xyz_wing": 4, "pair_exclusion": 7, "medusa_3d": 7, "medusa_dual": 7.25,
        "triple_exclusion": 7.5, "unit_forcing": 8.25, "nishio": 9.5, "anti_nishio": 10,
    }  # fmt: skip
    assert table == bergman.TECHNIQUES
    assert bergman.N_TECHNIQUES == 21
    assert list(bergman.TECHNIQUES.values()) == sorted(bergman.TECHNIQUES.values())


def test_classes_are_those_of_table_3() -> None:
    table = {1: "easy", 2.5: "easy", 2.51: "medium", 4: "medium", 4.01: "hard", 6: "hard"}
    table |= {6.01: "expert", 10: "expert"}
    for value, name in table.items():
        assert bergman.class_of(value) == name
    assert bergman.class_of(0.99) is None


def test_the_score_is_a_third_of_each() -> None:
    # Pointing and claiming are one technique of Bergman et al. (2023), the "unit intersection".
    used = dict.fromkeys(["naked_single", "hidden_single", "pointing", "claiming"], 1)
    rating = bergman.rating_of(24, Climb(True, used))
    assert rating.value == pytest.approx((10 + 10 * 3 / 21 + 1.5) / 3)
    assert rating.level == "hard"
    assert bergman.rating_of(24, Climb(False, used)).text == "unsolved"


# The classes of puzzles that one technique solves.
ONLY = {
    "hidden singles": "easy",
    "naked pairs": "medium",
    "naked triples": "medium",
    "naked quads": "hard",
    "hidden quads": "hard",
}


def test_classes_of_morgans(data: Path) -> None:
    lines = (data / "techniques" / "only_technique.txt").read_text().splitlines()
    puzzles = {
        name.rpartition("only ")[2]: Puzzle.from_text(line)
        for name, line in zip(lines[::2], lines[1::2], strict=True)
    }
    for name, level in ONLY.items():
        assert rate(puzzles[name], "morgans").level == level


@pytest.mark.parametrize("level", ["simple", "easy", "intermediate", "expert"])
def test_qqwings_classes(data: Path, level: str) -> None:
    for (line,) in rows(data, f"sudoku/qqwing_{level}.txt", 3):
        assert rate(Puzzle.from_text(line), "qqwing").level == level


def test_sudoku_explainers_ratings(data: Path) -> None:
    low, high = [], []
    for line, known in rows(data, "ratings/se.txt", 3):
        value = scale("se").rate(Puzzle.from_text(line)).value
        wanted = float(known.partition("/")[0])
        if wanted < 6.5:
            low.append(value == pytest.approx(wanted))
        else:
            high.append(value is not None and abs(value - wanted) < 0.51)
    assert np.mean(low) >= 0.95
    assert np.mean(high) >= 0.8


def test_steps_that_are_too_hard_leave_a_lower_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    easier = {name: step for name, step in STEPS.items() if not name.startswith("dynamic_chains_")}
    monkeypatch.setattr(SudokuExplainer, "steps", easier)
    rating = scale("se").rate(Puzzle.from_text(HARDEST))
    assert (rating.value, rating.solved, rating.text) == (None, False, "at least 10.5")
    assert rating.remark.startswith("the puzzle needs a step that Sudoku Explainer rates at least")


def test_hodokus_levels(data: Path) -> None:
    found = [
        scale("hodoku").rate(Puzzle.from_text(words[0])).level == words[2]
        for words in rows(data, "ratings/hodoku.txt", 4)
    ]
    assert np.mean(found) >= 0.8


def test_a_high_score_raises_the_level() -> None:
    assert level_of(800, ["EASY"]) == "EASY"
    assert level_of(801, ["EASY"]) == "MEDIUM"
    assert level_of(5000, ["EASY"]) == "EXTREME"
    assert level_of(100, ["EASY", "UNFAIR", "HARD"]) == "UNFAIR"


def test_long_chains_are_rated_higher() -> None:
    # Sudoku Explainer: one tenth more beyond 4, 6, 8, 12, 16, 24 ... candidates, less two.
    steps = [4, 6, 8, 12, 16, 24, 32]
    # Python cannot call what only kernels call, but what it was made of.
    rated = getattr(length_rating, "py_func", length_rating)
    for n_nodes in range(4, 40):
        assert rated(n_nodes) == sum(n_nodes - 2 > step for step in steps)


def test_no_step_of_the_explainer_removes_a_digit_of_the_solution(data: Path) -> None:
    met = set()
    for line, *_ in (*rows(data, "sudoku/top95.txt", 12), *rows(data, "ratings/se.txt", 6)):
        puzzle = Puzzle.from_text(line)
        solution = solve(puzzle).solution
        assert solution is not None
        digits = np.array(solution.cells)
        walk = Walk(puzzle, STEPS)
        while not walk.is_over() and (step := walk.step()):
            met.add(step.name)
            filled = walk.tables.grid != 0
            assert (walk.tables.grid[filled] == digits[filled]).all(), step
            left = walk.tables.cand[~filled] >> (digits[~filled] - 1).astype(np.uint64)
            assert (left & np.uint64(1)).all(), step
    assert {"multiple_chains", "dynamic_chains", "chain", "unique_loop"} <= met <= set(STEPS)


@pytest.mark.parametrize("name", SCALES)
def test_puzzles_that_are_none_are_said_to_be_so(name: str) -> None:
    with pytest.raises(FormityError, match="no solution"):
        rate(Puzzle.from_text(NONE), name)
    rating, found = rate(Puzzle.from_text(MANY), name), explain(MANY)
    assert (rating.value, rating.level, rating.solved, str(rating)) == (None, None, False, "many")
    assert rating.techniques == found.tally()
    assert list(rating.techniques) == list(reversed(found.tally()))
    assert rating.remark == found.verdict


def test_puzzles_in_progress_are_rated() -> None:
    puzzle = "12..341221..4321"
    assert str(rate(puzzle, "warner")) == "many"
    assert str(rate(Board(puzzle, {}, [((0, 2), 3)]), "warner")) == "easy"


def test_batches_tell_what_is_not_rated() -> None:
    cells = [list(Puzzle.from_text(line).grid.cells) for line in (EASY, MANY, NONE)]
    first, *others = rate_batch(cells, "morgans")
    assert isinstance(first, Rating)
    assert first == rate(Puzzle.from_text(EASY), "morgans")
    assert others == [Formity.MANY, Formity.NONE]


def test_unknown_scales_and_rules() -> None:
    with pytest.raises(RuleError, match="unknown scale 'hard'; the scales are bergman, morgans"):
        scale("hard")
    with pytest.raises(RuleError, match="for classic 9x9"):
        rate(Puzzle.from_text("1......2.3.....4"), "se")


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("morgans", "hard\nmany\nnone\n"),
        ("qqwing", "expert\nmany\nnone\n"),
    ],
)
def test_one_rating_a_line(tmp_path: Path, name: str, lines: str) -> None:
    path = tmp_path / "puzzles"
    path.write_text(f"{EASY}\n{MANY}\n{NONE}\n")
    done = CliRunner().invoke(main, ["rate", str(path), "--scale", name, "--lines"])
    assert done.exit_code == 1
    assert done.output == lines
    table = CliRunner().invoke(main, ["rate", EASY, "--scale", name])
    assert table.exit_code == 0
    assert lines.split()[0] in table.output


class Later:
    """A flag that is set after it was checked a number of times."""

    def __init__(self, n_asked: int) -> None:
        self.n_left = n_asked

    def is_set(self) -> bool:
        self.n_left -= 1
        return self.n_left < 0


@pytest.mark.parametrize("name", SCALES)
def test_a_rating_that_was_stopped_is_no_answer(name: str) -> None:
    puzzle = Puzzle.from_text(EASY)
    for rating, why in (
        (rate(puzzle, name, time_limit=0), Stop.TIME),
        (rate(puzzle, name, cancel=Later(0)), Stop.CANCELLED),
        (rate_batch([puzzle.grid.cells], name, time_limit=0)[0], Stop.TIME),
        (rate_batch([puzzle.grid.cells], name, cancel=Later(1))[0], Stop.CANCELLED),
    ):
        assert isinstance(rating, Rating)
        assert (rating.stopped, rating.value, rating.level, rating.solved) == (
            why,
            None,
            None,
            False,
        )
        assert (str(rating), rating.techniques) == ("stopped", {})
        assert why.value in rating.remark
    assert rate(puzzle, name, time_limit=600, cancel=Later(10**6)) == rate(puzzle, name)
    assert rate(Puzzle.from_text(MANY), name, time_limit=600) == rate(Puzzle.from_text(MANY), name)


def test_limits_are_looked_at_on_the_way() -> None:
    puzzle, flag = Puzzle.from_text(HARDEST), Later(10**6)
    assert rate(puzzle, cancel=flag).stopped is None
    n_asked = 10**6 - flag.n_left
    assert n_asked > 10
    for n in (n_asked // 2, n_asked - 1):
        assert rate(puzzle, cancel=Later(n)).stopped is Stop.CANCELLED


def test_commands_say_what_was_stopped() -> None:
    for more, expected in (
        (["--lines"], "stopped"),
        (["--json"], '"formity": "stopped"'),
        ([], "not known"),
    ):
        done = CliRunner().invoke(main, ["rate", EASY, "--time-limit", "0", *more])
        assert done.exit_code == 3, done.output
        assert expected in done.output
    done = CliRunner().invoke(main, ["rate", EASY, "--time-limit", "600", "--json"])
    facts = json.loads(done.output)
    assert (done.exit_code, facts["stopped"], facts["remark"]) == (0, None, "")


def test_what_came_before_ctrl_c_is_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path, rated = tmp_path / "puzzles", [scale("morgans").rate(Puzzle.from_text(EASY))]

    def rate_once(*_: object) -> Rating:
        if not rated:
            raise KeyboardInterrupt
        return rated.pop()

    monkeypatch.setattr(scale("morgans"), "rate", rate_once)
    path.write_text(f"{EASY}\n{EASY}\n")
    done = CliRunner().invoke(main, ["rate", str(path), "--scale", "morgans"])
    assert done.exit_code == 3
    assert "hard" in done.output
    assert "interrupted" in done.output


def test_why_there_is_no_number_is_said_in_words() -> None:
    climb = Climb(False, {"naked_single": 4}, 30)
    assert bergman.rating_of(24, climb).remark == (
        "the scale's techniques do not solve the puzzle: 30 cells are still blank, so it has no "
        "score"
    )
    assert bergman.rating_of(70, Climb(True, {})).remark == "a score below 1 is in no class"
    done = CliRunner().invoke(main, ["rate", HARDEST, "--scale", "qqwing"])
    assert "techniques do not solve the puzzle" in " ".join(done.output.split())
    solution = solve(Puzzle.from_text(EASY)).get()
    cage = Killer([(sum(solution.cells[:3]), [(0, 0), (0, 1), (0, 2)])])
    killer = Puzzle(rules=[Classic(), cage], clues=solution)
    with pytest.raises(RuleError, match="does not rate puzzles with the rules 'killer': its tech"):
        rate(killer, "morgans")
    with pytest.raises(RuleError, match="this one has boxes of 2x2 and the rules classic"):
        rate(Puzzle.from_text("1......2.3.....4"), "se")


def test_ratings_are_values() -> None:
    rating = rate(Puzzle.from_text(EASY), "morgans")
    assert len({rating, rate(Puzzle.from_text(EASY), "morgans")}) == 1
    assert pickle.loads(pickle.dumps(rating)) == rating
    assert repr(rating) == "Rating('morgans', 'hard')"


def test_the_default_scale_runs_in_kernels_on_every_board() -> None:
    # In Python, one technique alone took minutes on a samurai.
    assert all(each.is_kernel for each in bergman.Bergman().ladder.techniques)


@compiled
@pytest.mark.kernel
def test_a_unique_loop_is_completed_by_a_hidden_pair_beside_three_extra_digits() -> None:
    """The puzzle is our own; SukakuExplainer 1.17.7 gives it the same ER."""
    line = "5...4.....2763..8.6.81....77.2........9.2...1.1...3.....6.9.534.....5.7.....8.9.."
    rating = rate(line, "se")
    assert (rating.value, rating.techniques["unique_loop"]) == (6.4, 1)


def test_ratings_of_the_original_explainer() -> None:
    """The file has ratings that Sudoku Explainer 1.2.1.3 gave; puzzles by G. Royle."""
    lines = (Path(__file__).parent / "se_original.txt").read_text().splitlines()
    differs = 0
    for puzzle, known in map(str.split, lines):
        assert rate(puzzle, "se_original").text == known
        differs += rate(puzzle, "se").text != known
    assert differs >= 4  # strong links and large wings


def test_a_scale_that_fits_is_found_for_every_puzzle() -> None:
    rating = rate(EASY)
    assert (rating.scale, rating) == ("bergman", rate(EASY, "bergman"))
    hardest = rate(HARDEST)
    assert (hardest.scale, hardest.value) == ("variants", rate(HARDEST, "variants").value)
    assert "bergman has no number for it: the scale's techniques do not solve" in hardest.remark
    solution = solve(Puzzle.from_text(EASY)).get()
    cage = Killer([(sum(solution.cells[:3]), [(0, 0), (0, 1), (0, 2)])])
    rating = rate(Puzzle(rules=[Classic(), cage], clues=solution))
    assert (rating.scale, rating.value) == ("variants", 0)
    assert "does not rate puzzles with the rules 'killer'" in rating.remark


def test_the_printed_line_says_which_scale_was_used_and_why(tmp_path: Path) -> None:
    path = tmp_path / "puzzles"
    path.write_text(f"{EASY}\n{HARDEST}\n{MANY}\n")
    done = CliRunner().invoke(main, ["rate", str(path), "--lines"])
    first, second, third = done.output.splitlines()
    assert first.startswith("bergman: ")
    assert second.startswith("variants: ")
    assert third == "many"
    table = " ".join(CliRunner().invoke(main, ["rate", HARDEST]).output.split())
    assert "variants: The sum of the steps" in table
    assert "line 1: the scale bergman has no number for it" in table
    assert "rate every puzzle" not in table  # it has a number
    unsolved = " ".join(
        CliRunner().invoke(main, ["rate", HARDEST, "--scale", "qqwing"]).output.split()
    )
    assert "the scales rounds and variants rate every puzzle" in unsolved


def test_a_stopped_rating_of_many_solutions_says_that_they_are_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stopped = Rating.of_stopped("auto", Stop.TIME)
    monkeypatch.setattr("sudoku.cli.rate.rate_shared", lambda *_: stopped)
    done = CliRunner().invoke(main, ["rate", MANY, "--json"])
    assert done.exit_code == 3
    assert json.loads(done.stdout)["formity"] == "many"
