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
    generate,
    is_minimal,
    is_well_formed,
    rate,
    solutions,
    solve,
)
from sudoku.cli.main import main
from sudoku.generation.batch_counts import Judge
from sudoku.generation.fill import filled_grids
from sudoku.generation.symmetry import is_symmetric
from sudoku.papers import page
from sudoku.papers.bergman_et_al.studies.forcing import uses_of
from sudoku.papers.bergman_et_al.studies.uniqueness import examine
from sudoku.papers.chart import charts_of
from sudoku.papers.morgans.studies.clues import VARIANTS, random_puzzle, rank_correlation
from sudoku.papers.morgans.studies.fewest_clues import BOARDS, count_unique
from sudoku.papers.morgans.studies.local_search import UNSOLVABLE
from sudoku.papers.mychaskiw.race import RACERS
from sudoku.papers.mychaskiw.studies.races import (
    FIELDS,
    PlainStrategy,
    bottom_up,
    deduction,
    race,
    top_down,
)
from sudoku.papers.norvig import top95
from sudoku.papers.registry import STUDIES, load
from sudoku.papers.study import Settings, Table, interval
from sudoku.papers.warner.grids import PRINTED, WARNER
from sudoku.papers.warner.studies.brute_force import BASIC, WARNER_HYBRID, hybrid_placements
from sudoku.ratings.bergman import TECHNIQUES, Bergman, Weights
from sudoku.ratings.ladder import Ladder
from sudoku.ratings.warner import LOGIC

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
    # A naked quad on grid 4 gives us two more: benchmarks/results/studies.md.
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


def test_hidden_pairs_are_never_required() -> None:
    puzzles = [*GRIDS, *map(Puzzle.from_text, PRINTED.values())]
    without, with_pairs = Ladder(LOGIC), Ladder((*LOGIC, "hidden_pair"))
    solved = [without.climb(puzzle).solved for puzzle in puzzles]
    assert solved == [with_pairs.climb(puzzle).solved for puzzle in puzzles]
    assert {*solved} == {True, False}


def test_backtracking_finds_the_first_solution_in_reading_order() -> None:
    rng = np.random.default_rng(1)
    for n_clues in (4, 5, 6):
        clues = np.array(solve(Puzzle(Shape(2, 2)), seed=n_clues).get().cells, dtype=np.uint8)
        clues[rng.permutation(16)[n_clues:]] = 0
        puzzle = Puzzle(Shape(2, 2), clues=clues)
        every = [grid.cells for grid in solutions(puzzle, method="dancing_cells")]
        assert len(every) > 1
        assert solve(puzzle, method="backtracking").get().cells == min(every)


def test_more_clues_mean_fewer_placements_with_boxes_of_4x4() -> None:
    *_, variant = VARIANTS
    rng, nodes = np.random.default_rng(1), list[int]()
    made = random_puzzle(variant, 220, rng)
    for n_blank in (36, 96):
        cells = np.array(made.grid.cells, dtype=np.uint8)
        cells[rng.permutation(np.flatnonzero(cells))[: n_blank - 36]] = 0
        nodes.append(
            solve(Puzzle(Shape(4, 4), clues=cells), method="backtracking").statistics.nodes
        )
        assert nodes[-1] >= n_blank
    assert nodes == sorted(nodes)


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


SMALL = {
    "solvers": "Mychaskiw",
    "races": "Mychaskiw",
    "generators": "Mychaskiw",
    "brute-force": "Warner",
    "clues": "Morgans",
    "thrashing": "Norvig",
    "uniqueness": "assume one solution",
}
"""A word that each study prints; the others are run by their own tests."""


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the studies small that take long by themselves."""
    monkeypatch.setattr("sudoku.papers.mychaskiw.studies.solvers.METHODS", ("exact_cover", "race"))
    monkeypatch.setattr("sudoku.papers.morgans.studies.clues.VARIANTS", VARIANTS[:1])
    monkeypatch.setattr("sudoku.papers.mychaskiw.studies.generators.RUNS", 1)
    monkeypatch.setattr("sudoku.papers.mychaskiw.studies.races.RUNS", 1)
    monkeypatch.setattr(
        "sudoku.papers.morgans.studies.thrashing.METHODS", {"propagation": "looks ahead"}
    )


@pytest.mark.parametrize("name", SMALL)
def test_every_study_prints_its_tables(name: str, small: None) -> None:
    code, text = run(name, "-n", "2")
    assert code == 0, text
    assert SMALL[name] in text
    assert load(name).summary in run()[1]


def test_all_studies_are_listed() -> None:
    code, text = run()
    assert code == 0
    assert [line.split(":")[0] for line in text.splitlines()[::2]] == list(STUDIES)


def test_bad_input_is_named() -> None:
    code, text = run("magic")
    assert code == 2
    assert "'magic'; the studies are solvers, races, generators" in text
    with pytest.raises(RuleError, match="unknown study 'magic'"):
        load("magic")


def test_all_charts_are_on_one_sheet(small: None, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib, the extra plot, is not installed")
    code, text = run("clues", "-n", "1", "--plot", str(tmp_path))
    assert code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["clues.svg"]
    drawn = (tmp_path / "clues.svg").read_text(encoding="utf-8")
    assert "drawn in" in text
    for words in ("clues (n = 1; seed 0)", "seconds to solve", "seconds to make", "paper: slowest"):
        assert words in drawn


def test_a_table_without_charts_is_drawn_column_by_column() -> None:
    table = Table("T", ("name", "a", "words", "b"), [("x", 1, "one", "2 %"), ("y", 3, "two", "-")])
    charts = charts_of(table)
    assert [chart.y for chart in charts] == ["a", "b"]
    assert charts[1].series[0].y == [2.0, 0.0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solvers", "--seed", "1"], "the study solvers takes no --seed"),
        (["clues", "--racers", "backtracking,propagation"], "the study clues takes no --racers"),
        (["brute-force", "--runs", "2"], "the study brute-force takes no --runs"),
        (["--runs", "2"], "need the NAME of a study"),
        (["races", "--racers", "backtracking"], "a race needs two different solvers or more"),
        (["races", "--racers", "bitmask,bitmask"], "a race needs two different solvers or more"),
        (["races", "--racers", "bitmask,repair"], "repair cannot race"),
        (["races", "--racers", "bitmask,speedy"], "unknown method 'speedy'"),
        (["races", "--seed", "-1"], "not in the range"),
    ],
)
def test_an_option_without_use_is_refused(arguments: list[str], message: str) -> None:
    code, text = run(*arguments)
    assert code == 2
    assert message in text


def test_races_of_any_solvers() -> None:
    settings = Settings(n=1, runs=2, racers=("bitmask", "propagation", "exact_cover"))
    [table] = load("races").run(settings)
    assert table.columns == ("strategy", "checks", "bitmask", "propagation", "exact_cover")
    assert [row[0] for row in table.rows] == ["top_down", "bottom_up", "deduction"]
    assert table.rows[0][1] == "81 ± 0"
    for chart in table.charts:
        shares = np.array([series.y for series in chart.series])
        assert shares.sum(axis=0) == pytest.approx([100, 100, 100])


def test_the_races_of_the_paper() -> None:
    *tables, conclusion = load("races").run(Settings(n=1, runs=1))
    assert [table.columns[2:] for table in tables] == [*FIELDS.values()]
    assert [row[0] for row in conclusion.rows] == ["top_down", "bottom_up", "deduction"]
    for text in ("1......2.3.....4", "1...............", "123....4........"):
        puzzle = Puzzle.from_text(text)
        outcome = race(puzzle, RACERS)
        assert outcome.number == count(puzzle, limit=2)
        assert 0 < outcome.seconds <= outcome.total


def test_averages_and_rank_correlation() -> None:
    # Student's t for one degree of freedom is 12.71, and the standard error of 2 and 4 is 1.
    assert interval([2.0, 4.0], ".1f") == "3.0 ± 12.7"
    assert interval([5.0]) == "5.00"
    assert rank_correlation([1, 2, 3, 4], [9, 7, 5, 1]) == pytest.approx(-1)
    assert rank_correlation([1], [1]) == 0


def test_the_page_has_every_table(small: None, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib, the extra plot, is not installed")
    page.main(tmp_path, ("brute-force",))
    text = (tmp_path / "studies.md").read_text(encoding="utf-8")
    assert "| brute_force_2 | 15 | 11 |" in text
    assert "(images/studies/brute-force.svg)" in text
    assert (tmp_path / "images" / "studies" / "brute-force.svg").stat().st_size < 200_000
    assert page.prose("brute-force") in text


def test_every_study_is_explained() -> None:
    assert all(page.prose(name).strip() for name in (*STUDIES, "page"))


def test_no_puzzle_of_4x4_has_three_clues() -> None:
    assert count_unique(3) == (0, 161_280)
    assert count_unique(4) == (25_728, 524_160)
    puzzle = Puzzle.from_text("..4...1.2...4...")
    assert (puzzle.n_clues, formity(puzzle)) == (4, "one")


def test_fewest_clues_are_searched_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku.papers.morgans.studies.fewest_clues.BOARDS", BOARDS[:1])
    proof, reached = load("fewest-clues").run(Settings(n=1))
    assert [row[2] for row in proof.rows[:4]] == [0, 0, 0, 25_728]
    assert reached.rows[0][1] >= 4


def test_local_search_beside_complete_solvers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku.papers.morgans.studies.local_search.TIME_LIMIT", 0.05)
    tables = list(load("local-search").run(Settings(n=1)))
    assert [row[:2] for row in tables[0].rows] == [
        ("min_conflicts", "no"),
        ("annealing", "no"),
        ("repair", "no"),
        ("backtracking", "yes"),
        ("propagation", "yes"),
    ]
    verdicts = [row[1] for row in tables[2].rows[:3]]
    assert verdicts == ["stopped by the time limit: not known"] * 3
    assert count(Puzzle.from_text(UNSOLVABLE)) == 0


def test_the_printed_puzzles_of_warner() -> None:
    puzzles = [Puzzle.from_text(text) for text in PRINTED.values()]
    assert [puzzle.n_clues for puzzle in puzzles] == [24, 26, 27, 30]
    assert [rate(puzzle, "warner").level for puzzle in puzzles] == ["easy", "hard"] * 2
    # The solutions as the report prints them: the last row of each.
    last = ["139842765", "574612839", "851627394", "865124397"]
    assert [solve(puzzle).get().to_line()[72:] for puzzle in puzzles] == last
    assert all(is_symmetric(puzzle.grid.array(), "half_turn") for puzzle in puzzles[2:])


def test_removal_by_three_methods_and_the_first_stage_of_the_blog(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sudoku.papers.warner.studies.removals.N_ATTEMPTS", 2)
    methods, kinds, symmetry, printed, criteria = load("removals").run(Settings(n=4))
    assert methods.rows[0][4:7] == ("100 %", "0 %", "0 %")
    assert methods.rows[2][6] == "0 %"
    assert [row[1] for row in kinds.rows] == [24, 28, 27, 29]
    assert [row[0] for row in symmetry.rows] == ["by_logic", "to_clues"]
    assert [row[2] for row in printed.rows] == ["easy", "hard", "easy", "hard"]
    means = [float(row[1]) for row in criteria.rows]
    assert means[0] > 40 > means[-1] > 33


def test_techniques_that_are_used() -> None:
    uses = uses_of(["naked_single", "hidden_single"], 5, 0)
    assert uses["naked_single"].n_puzzles == 5
    assert uses["naked_single"].first == 1
    [table] = load("forcing").run(Settings(n=5))
    assert [row[0] for row in table.rows][:22] == [*TECHNIQUES]


def test_steps_that_assume_one_solution_are_replaced() -> None:
    # A unique rectangle of type 1 that other techniques replace.
    found = [each for p in generate(30, seed=1, workers=1) for each in examine(p)]
    assert found
    for _, replaced in found:
        assert set(replaced) == {"by the paper's techniques", "by all of ours"}


def test_weights_of_the_score() -> None:
    puzzle = GRIDS[0]
    parts = [rate_by(weights, puzzle) for weights in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
    assert rate_by((1, 1, 1), puzzle) == pytest.approx(sum(parts) / 3)
    assert rate_by((1, 1, 1), puzzle) == rate(puzzle).value
    for wrong in ((1, 1), (0, 0, 0), (-1, 1, 1)):
        with pytest.raises(RuleError, match="there must be three"):
            Bergman(wrong)  # type: ignore[arg-type]


def rate_by(weights: Weights, puzzle: Puzzle) -> float:
    value = Bergman(weights).rate(puzzle).value
    assert value is not None
    return value


def test_shapes_of_the_variants() -> None:
    shapes = [variant.shape for variant in VARIANTS]
    assert shapes == [Shape(3, 3), Shape(3, 3), Shape(3, 3), Shape(4, 4)]


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
    reached, variety, prototype, weights, worths = load("difficulty").run(Settings(n=2))
    assert [row[0] for row in reached.rows] == [
        level for level in ("easy", "medium", "hard", "expert") for _ in range(2)
    ]
    assert [row[2] for row in reached.rows[1::2]] == ["100.0 %"] * 4
    for row in reached.rows[::2]:
        found = round(float(row[2].removesuffix(" %")) * 2 / 100)
        assert found + row[3] + row[4] == 2
    assert [row[0] for row in variety.rows] == ["easy", "medium", "hard", "expert"]
    for level, mean_found, most_found, mean_failed, most_failed in variety.rows:
        assert 0 <= float(mean_found) <= most_found, level
        assert 0 <= float(mean_failed) <= most_failed, level
    assert prototype.rows[0][0] == 2
    assert len(weights.rows) == 4
    assert sum(row[1] for row in worths.rows) == 21


def test_clues_before_and_after_removal(small: None) -> None:
    made, drafts, sizes = load("generators").run(Settings(n=10))
    assert [row[0] for row in made.rows] == [
        "top_down",
        "bottom_up",
        "deduction",
        "beneficial_first",
        "large_candidates",
    ]
    assert all(17 <= row[2] <= row[3] <= 40 for row in made.rows)
    assert [row[0] for row in drafts.rows] == [
        "bottom_up",
        "deduction",
        "deduction, by peers",
        "deduction, by search",
        "beneficial_first",
    ]
    of_peers, of_search = (float(drafts.rows[k][1]) for k in (2, 3))
    assert of_search < of_peers  # a search finds more digits to leave out
    assert [row[0] for row in sizes.rows] == ["4x4", "6x6", "8x8", "12x12"]


def test_studies_without_matplotlib_say_what_charts_need(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    code, text = run("brute-force", "-n", "1", "--plot", str(tmp_path))
    assert code == 2
    assert "A plot needs matplotlib" in text
