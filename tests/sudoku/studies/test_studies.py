"""The results of studies that do not depend on a clock, and the command."""

import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from sudoku import (
    Classic,
    Puzzle,
    RuleError,
    Shape,
    count,
    formity,
    is_minimal,
    is_well_formed,
    rate,
    solve,
)
from sudoku.cli.main import main
from sudoku.generation.fill import filled_grids
from sudoku.generation.judge import Judge
from sudoku.studies.brute_force import BASIC, WARNER_HYBRID, hybrid_placements
from sudoku.studies.clues import VARIANTS, random_puzzle
from sudoku.studies.difficulty import remove_until
from sudoku.studies.grids import WARNER, top95
from sudoku.studies.races import PlainStrategy, bottom_up, deduction, top_down
from sudoku.studies.registry import STUDIES, load
from sudoku.studies.study import Settings, Table

GRIDS = [Puzzle.from_text(text) for text in WARNER]
# The solutions as D. Warner's report (2007) prints them: the first row of each.
FIRST_ROWS = ["832975146", "238764519", "234897651", "382496157"]


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["study", *arguments])
    return result.exit_code, result.output


def test_the_four_grids_are_those_of_the_report() -> None:
    assert [puzzle.n_clues for puzzle in GRIDS] == [28, 28, 26, 29]
    assert all(is_well_formed(puzzle) for puzzle in GRIDS)
    assert [solve(puzzle).get().to_line()[:9] for puzzle in GRIDS] == FIRST_ROWS


@pytest.mark.parametrize("words", WARNER_HYBRID)
def test_placements_by_logic(words: str) -> None:
    techniques = BASIC if words == "singles only" else None
    ours = [hybrid_placements(puzzle, techniques)[0] for puzzle in GRIDS]
    theirs = [logic for logic, _ in WARNER_HYBRID[words]]
    # A naked quad on grid 4 gives us two more: docs/studies.md.
    assert ours == (theirs if techniques else [*theirs[:3], theirs[3] + 2])


def test_placements_by_brute_force() -> None:
    placements = [
        [solve(puzzle, method=f"brute_force_{k}").statistics.nodes for k in (1, 2, 3)]
        for puzzle in GRIDS
    ]
    assert placements == [
        [36965, 13142, 4132],
        [13787, 7154, 1554],
        [554207, 276213, 61602],
        [84103, 30292, 9368],
    ]


def test_every_solver_on_hard_puzzles() -> None:
    puzzles = top95()
    assert len(puzzles) == 95
    for method in ("propagation", "hybrid", "race", "exact_cover"):
        for puzzle in puzzles[:: 1 if method == "propagation" else 19]:
            result = solve(puzzle, method=method)
            assert result.get() == solve(puzzle).get()
            assert count(puzzle, limit=2, method=method) == 1


def test_top95_is_the_same_as_the_examples() -> None:
    lines = (Path(__file__).parents[3] / "examples" / "data" / "top95.txt").read_text().split("\n")
    assert [puzzle.grid.to_line() for puzzle in top95()] == [
        line for line in lines if line and not line.startswith("#")
    ]


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_random_puzzles_have_solutions_and_clues(variant) -> None:  # type: ignore[no-untyped-def]
    import numpy as np

    n_clues = variant.clues[len(variant.clues) // 2]
    made = [random_puzzle(variant, n_clues, np.random.default_rng(seed)) for seed in (1, 1, 2)]
    assert made[0] == made[1] != made[2]
    assert made[0].n_clues == n_clues
    assert formity(made[0]) != "none"


AUTHORS = {"solvers": "Mychaskiw", "brute-force": "Warner", "clues": "Morgans"}
"""Whose results stand beside ours."""


@pytest.mark.parametrize("name", AUTHORS)
def test_every_study_prints_its_tables(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku.studies.solvers.METHODS", ("exact_cover", "race"))
    monkeypatch.setattr("sudoku.studies.clues.VARIANTS", VARIANTS[:1])
    code, text = run(name, "-n", "1")
    assert code == 0
    assert AUTHORS[name] in text
    assert load(name).summary in run()[1]


def test_all_studies_are_listed() -> None:
    code, text = run()
    assert code == 0
    assert [line.split(":")[0] for line in text.splitlines()[::2]] == list(STUDIES)


def test_bad_input_is_named() -> None:
    code, text = run("magic")
    assert code == 2
    assert "'magic'; the studies are solvers, brute-force, clues" in text
    with pytest.raises(RuleError, match="unknown study 'magic'"):
        load("magic")


def test_plots_say_what_they_need(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    code, text = run("clues", "-n", "1", "--plot", str(tmp_path))
    assert code == 2
    assert "A plot needs matplotlib: pip install 'exactcover-sudoku[plot]'" in text


def test_plots(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib, the extra plot, is not installed")
    monkeypatch.setattr("sudoku.studies.clues.VARIANTS", VARIANTS[:1])
    tables = list(load("clues").run(Settings(1, plot=tmp_path)))
    assert isinstance(tables[0], Table)
    assert (tmp_path / "clues-classic.png").stat().st_size > 0


def test_shapes_of_the_variants() -> None:
    assert [variant.shape for variant in VARIANTS] == [Shape(3, 3), Shape(3, 3), Shape(4, 4)]


@pytest.mark.parametrize("make", [top_down, bottom_up, deduction])
def test_the_plain_strategies_make_minimal_puzzles(make: PlainStrategy) -> None:
    judge, rng = Judge(Shape(2, 2), (Classic(),)), np.random.default_rng(1)
    for grid in filled_grids(judge, rng, 5).tolist():
        checks: list[int] = []

        def check(cells: list[int], checks: list[int] = checks) -> int:
            checks.append(int(count(Puzzle(Shape(2, 2), clues=cells), limit=2)))
            return checks[-1]

        puzzle = make(grid, judge, check, rng)
        assert is_minimal(Puzzle(Shape(2, 2), clues=puzzle))
        assert len(checks) >= len([digit for digit in puzzle if digit])


def test_difficulty_by_two_methods() -> None:
    [table] = load("difficulty").run(Settings(n=2))
    assert [row[0] for row in table.rows] == [
        level for level in ("easy", "medium", "hard", "expert") for _ in range(2)
    ]
    assert [row[2] for row in table.rows[1::2]] == ["100.0 %"] * 4
    puzzle = remove_until(solve(GRIDS[0]).get().cells, "medium", np.random.default_rng(1))
    assert puzzle is not None
    assert is_well_formed(puzzle)
    assert rate(puzzle).level == "medium"


def test_generation_is_measured() -> None:
    made, kinds = load("generators").run(Settings(n=5))
    assert [row[0] for row in made.rows] == [
        "top_down",
        "bottom_up",
        "deduction",
        "beneficial_first",
    ]
    assert all(17 <= row[2] <= row[3] <= 40 for row in made.rows)
    assert [row[1] for row in kinds.rows] == [24, 28, 27, 29]
    [races] = load("races").run(Settings(n=1))
    assert [row[0] for row in races.rows] == ["top_down", "bottom_up", "deduction"]


def test_a_study_that_draws_nothing_has_charts_of_its_tables(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib, the extra plot, is not installed")
    code, text = run("brute-force", "-n", "1", "--plot", str(tmp_path))
    assert code == 0
    drawn = sorted(path.name for path in tmp_path.glob("*.png"))
    assert drawn == ["brute-force-1.png", "brute-force-2.png", "brute-force-3.png"]
    assert all(name in text.replace("\n", "") for name in drawn)


def test_studies_without_plots_say_what_charts_need(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    code, text = run("brute-force", "-n", "1", "--plot", str(tmp_path))
    assert code == 2
    assert "plots need matplotlib" in text
