"""Explanations: their ends, words, JSON, pictures, page and commands."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner, Result
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from exactcover import Interrupted
from sudoku import (
    Board,
    Classic,
    Diagonal,
    Explanation,
    Killer,
    Puzzle,
    Shape,
    explain,
    hint,
    solve,
)
from sudoku.cli.main import main
from sudoku.errors import ClueError, TextError
from sudoku.explaining.explanation import End, Stage
from sudoku.explaining.scene import Scene
from sudoku.explaining.trace import Trace
from sudoku.explaining.words.accounts import words_of
from sudoku.papers.norvig import top95
from sudoku.papers.warner.grids import WARNER
from sudoku.statement.bitsets import digits_of
from sudoku.techniques.climb import climb, find_all
from sudoku.techniques.library import read_cases
from sudoku.techniques.registry import LAST_RESORTS, TECHNIQUES
from sudoku.techniques.step import Candidate, Step
from tests.sudoku_puzzles import is_right, puzzles

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MANY = EASY.replace("5", ".").replace("3", ".")
NONE = EASY[:2] + "1" + EASY[3:]
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SVG = "{http://www.w3.org/2000/svg}"


# Ends


def test_a_puzzle_is_solved_and_every_step_follows() -> None:
    puzzle = Puzzle.from_text(WARNER[1])
    explanation = explain(puzzle)
    assert explanation.end is End.SOLVED
    assert explanation.boards[-1].digits == solve(puzzle).get().cells
    assert explanation.steps == tuple(climb(puzzle))
    for before, after, step in zip(
        explanation.boards, explanation.boards[1:], explanation.steps, strict=False
    ):
        assert all(before.candidates[cell] >> digit - 1 & 1 for cell, digit in step.eliminations)
        assert all(after.digits[cell] == digit for cell, digit in step.placements)


def test_it_stops_honestly_where_the_ladder_ends() -> None:
    explanation = explain(Puzzle.from_text(WARNER[3]), upto="hidden_single")
    assert explanation.end is End.STUCK
    assert explanation.n_open == explanation.boards[-1].digits.count(0) > 0
    assert explanation.text().splitlines()[-1] == (
        "After 10 steps no technique up to Hidden single applies; "
        f"{explanation.n_open} cells are open."
    )


def test_a_puzzle_without_solution_is_said_to_be_so_before_any_technique_runs() -> None:
    explanation = explain(Puzzle.from_text(NONE))
    assert (explanation.end, explanation.steps) == (End.NO_SOLUTION, ())
    assert (explanation.n_solutions, hint(Puzzle.from_text(NONE)).end) == (0, End.NO_SOLUTION)
    # A cell without candidates is no board at all.
    assert explain(Puzzle.from_text("12345678.........9" + "." * 63)).end is End.NO_SOLUTION


@given(puzzles())
@settings(max_examples=30)
def test_a_hint_is_the_first_step_of_an_explanation(puzzle: Puzzle) -> None:
    whole, first = explain(puzzle), hint(puzzle)
    assert first.steps == whole.steps[:1]
    if not whole.steps:
        assert first == whole
    assert (first.end in (End.MORE, End.SOLVED)) == (whole.steps != () or whole.end is End.SOLVED)


def test_limits() -> None:
    puzzle = Puzzle.from_text(EASY)
    assert explain(puzzle, most=3).end is End.MORE
    assert len(explain(puzzle, most=3).steps) == 3
    assert explain(puzzle, most=0).end is End.MORE
    for stopped in (explain(puzzle, time_limit=0), hint(puzzle, time_limit=0)):
        assert (stopped.end, stopped.start, stopped.steps) == (End.STOPPED, None, ())
        assert "It is not known whether there is just one solution." in stopped.verdict
    assert hint(Puzzle(puzzle.shape, puzzle.rules, solve(puzzle).get())).end is End.SOLVED


class Later:
    """A flag that is set, or Ctrl-C that is pressed, after it was checked a number of times."""

    def __init__(self, n_asked: int, error: type[BaseException] | None = None) -> None:
        self.n_left = n_asked
        self._error = error

    def is_set(self) -> bool:
        self.n_left -= 1
        if self.n_left < 0 and self._error:
            raise self._error
        return self.n_left < 0


def test_what_was_found_before_a_limit_or_ctrl_c_is_kept() -> None:
    puzzle, flag = Puzzle.from_text(EASY), Later(10**6)
    steps = explain(puzzle, cancel=flag).steps
    n_asked = 10**6 - flag.n_left - 5
    cancelled = explain(puzzle, cancel=Later(n_asked))
    assert cancelled.end is End.STOPPED
    assert 0 < len(cancelled.steps) < len(steps)
    assert cancelled.steps == steps[: len(cancelled.steps)]
    assert cancelled.verdict.endswith("cells are open. It was cancelled.")
    with pytest.raises(Interrupted) as raised:
        explain(puzzle, cancel=Later(n_asked, KeyboardInterrupt))
    assert isinstance(raised.value.result, Explanation)
    assert (raised.value.result.end, raised.value.result.steps) == (End.STOPPED, cancelled.steps)
    with pytest.raises(Interrupted) as raised:
        explain(puzzle, cancel=Later(0, KeyboardInterrupt))
    assert isinstance(raised.value.result, Explanation)
    assert raised.value.result.start is None


def test_a_technique_in_python_stops_on_the_way() -> None:
    stuck = explain(Puzzle.from_text(WARNER[3]), ["naked_single"]).boards[-1]
    for name in ("mutant_jellyfish", "als_xy_chain", "death_blossom", "template_delete"):
        explanation = explain(stuck, [name], cancel=Later(30))
        assert explanation.end is End.STOPPED, name


def test_what_is_shown_of_objects_is_short() -> None:
    explanation = explain(Puzzle.from_text(EASY))
    assert repr(explanation) == f"Explanation({explanation.puzzle!r}, 51 steps, solved)"
    assert repr(explanation.stages[0]) == "Stage(1, Step('naked_single', placements=((40, 5),)))"
    step = Step("x_wing", (), tuple((cell, 1) for cell in range(9)), (1, 2), (3, 4), (1,), (5, 6))
    assert repr(step) == "Step('x_wing', eliminations=((0, 1), (1, 1), (2, 1), (3, 1), ...))"
    assert len(repr(next(explanation.pictures()))) < 200


def test_a_board_with_a_mistake_names_the_cell() -> None:
    puzzle = Puzzle.from_text(EASY)
    right = solve(puzzle).get().cells
    cell = puzzle.grid.cells.index(0)
    wrong = next(d for d in Board(puzzle).candidates_of(0, cell) if d != right[cell])
    explanation = hint(Board(puzzle, {cell: wrong}))
    assert explanation.end is End.NO_SOLUTION
    assert explanation.remark == f"Not with {wrong} in r1c3, that is: it was placed wrongly."
    explanation = hint(Board(puzzle, {}, [(cell, right[cell])]))
    assert explanation.remark == "Not with these candidates, that is: r1c3 lacks the right one."
    assert hint(Board(puzzle, {cell: right[cell]})).end is End.MORE
    emptied = Board(puzzle, {(3, 3): 5})
    assert emptied.candidates_of(4, 4) == ()
    assert hint(emptied).remark == "Not with 5 in r4c4, that is: it was placed wrongly."


def test_what_is_known_besides_the_clues_counts() -> None:
    # In the corners of two rows, 3 and 4 can change places.
    puzzle = Puzzle.from_text("12..341221..4321")
    blank = puzzle.grid.cells.index(0)
    assert explain(puzzle).end is End.MANY_SOLUTIONS
    assert explain(Board(puzzle, {}, [(blank, 3)])).end is End.SOLVED
    assert explain(Board(puzzle, {blank: 4})).end is End.SOLVED


# Several solutions


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Draw a small puzzle in progress: some digits of a grid, and candidates that it lacks."""
    puzzle = draw(puzzles(most_blanks=12))
    try:
        board = Board(puzzle)
    except ClueError:  # a cell has no candidate
        assume(False)
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    removed = [
        (cell, int(rng.choice(digits)))
        for cell, mask in enumerate(board.candidates)
        if len(digits := digits_of(mask)) > 1 and rng.random() < 0.2
    ]
    return Board(puzzle, {}, removed)


def fillings(board: Board) -> list[tuple[int, ...]]:
    """Return all solutions of a board, by trying its candidates cell by cell."""
    cells = [(digit,) if digit else digits_of(mask) for digit, mask in known(board)]
    peers = [
        [other for house in board.puzzle.houses if cell in house.cells for other in house.cells]
        for cell in range(len(cells))
    ]
    found: list[tuple[int, ...]] = [()]
    for cell, digits in enumerate(cells):
        found = [
            (*grid, digit)
            for grid in found
            for digit in digits
            if all(grid[other] != digit for other in peers[cell] if other < cell)
        ]
    return found


def known(board: Board) -> list[tuple[int, int]]:
    return list(zip(board.digits, board.candidates, strict=True))


@given(boards(), st.booleans())
@settings(max_examples=60, deadline=None)
def test_steps_hold_for_all_solutions_and_find_all_that_they_share(
    board: Board, unique: bool
) -> None:
    grids = fillings(board)
    for names in (None, ["naked_single", "hidden_single", "pointing", "unique_rectangle_1"]):
        found = explain(board, names, unique=unique or names is not None)
        if not grids:
            assert (found.end, found.n_solutions, found.steps) == (End.NO_SOLUTION, 0, ())
            continue
        assert all(is_right(step, grid) for step in found.steps for grid in grids)
        assert found.n_solutions == len(grids)
        if names is None:
            assert (found.end is End.SOLVED) == (len(grids) == 1)
            differ = [
                cell for cell, digits in enumerate(zip(*grids, strict=True)) if len(set(digits)) > 1
            ]
            assert list(found.open_cells) == differ
        if len(grids) > 1:
            assert found.end is End.MANY_SOLUTIONS
            assert found.verdict.startswith(f"The puzzle has {len(grids)} solutions. After ")
            assert "Techniques that assume a unique solution are left out." in found.verdict
            assert "unique_rectangle_1" not in found.tally()
        assert Explanation.from_json(found.to_json(), board.puzzle) == found


def test_solutions_are_counted_up_to_a_cap() -> None:
    for cap, words in ((2, "at least 2 "), (72, "at least 72 "), (73, "72 "), (1000, "72 ")):
        found = explain("1" + "." * 15, count_to=cap)
        assert found.verdict.startswith(f"The puzzle has {words}solutions.")
        assert found.has_more_solutions == words.startswith("at least")
    with pytest.raises(ValueError, match="count_to is 1: several solutions are at least 2"):
        explain(EASY, count_to=1)


def test_several_solutions_of_a_puzzle_and_none_of_its_board() -> None:
    board = Board("12..341221..4321", {}, [((0, 2), 3), ((2, 2), 4), ((2, 3), 4)])
    found = hint(board)
    assert found.end is End.NO_SOLUTION
    assert found.remark == "Not with the digits and candidates of the board, that is."


def test_uniqueness_is_assumed_by_request_alone() -> None:
    with pytest.raises(ValueError, match="'bug_plus_one' assumes"):
        explain(Puzzle.from_text(EASY), ["naked_single", "bug_plus_one"])
    with pytest.raises(ValueError, match="'unique_rectangle_1' assumes"):
        explain(Puzzle.from_text(EASY), upto="unique_rectangle_1")
    with pytest.raises(ValueError, match="unknown technique"):
        explain(Puzzle.from_text(EASY), upto="guessing")
    explanation = explain(Puzzle.from_text(EASY), upto="unique_rectangle_1", unique=True)
    assert explanation.end is End.SOLVED


def test_constraints_are_steps_that_name_them() -> None:
    cage = Killer([(3, [(0, 0), (0, 1)])])
    puzzle = Puzzle(Shape(2, 2), [Classic(), cage], "..4.3...2.....1.")
    blank = Board(Puzzle(puzzle.shape, puzzle.rules))
    stage = Stage(1, blank, find_all("constraint", blank)[0])
    assert stage.words == (
        "Cage at row 1, column 1 of 3: r1c1 and r1c2 can only hold 1 and 2. "
        "So r1c1 and r1c2 are not 3 or 4."
    )
    explanation = explain(puzzle, ["constraint"])
    assert explanation.steps
    assert Explanation.from_json(explanation.to_json(), puzzle) == explanation
    assert "no technique of those allowed applies" in explanation.verdict


@settings(max_examples=15)
@given(puzzle=puzzles())
def test_every_shape_and_rule_is_explained(puzzle: Puzzle) -> None:
    explanation = explain(puzzle, unique=True)
    assert explanation.text().count("\n") == len(explanation.steps)
    for stage in explanation.stages:
        assert concluded(stage.words, puzzle.shape) == results(stage.step)
        ElementTree.fromstring(stage.picture().to_svg())


# Words


def results(step: Step) -> tuple[set[Candidate], set[Candidate]]:
    return set(step.placements), set(step.eliminations)


def concluded(words: str, shape: Shape) -> tuple[set[Candidate], set[Candidate]]:
    """Read the last sentence: what is placed and what goes."""
    found: tuple[set[Candidate], set[Candidate]] = set(), set()
    last = words[words.rindex("So r") : -1]
    for part in last[3:].split("; "):
        match = re.fullmatch(r"((?:r\d+c\d+(?:, | and |))+) (?:is|are)( not|) (\d[\d, or]*)", part)
        assert match, part
        places = re.findall(r"r(\d+)c(\d+)", match[1])
        cells = [shape.cell(int(row) - 1, int(column) - 1) for row, column in places]
        digits = list(map(int, re.findall(r"\d+", match[3])))
        found[bool(match[2])].update((cell, digit) for cell in cells for digit in digits)
    return found


def library_stages(data: Path) -> Iterator[Stage]:
    """Yield for each technique of the library's codes a step of its first case."""
    slowest = {"0342", "03421", "0362", "03621", "0363", "0364"}
    known: set[str] = set()
    for line in (data / "techniques" / "reglib.txt").read_text().splitlines():
        code = line.split(":")[1]
        if code in known | slowest:
            continue
        for case in read_cases([line]):
            for name in case.names:
                for step in find_all(name, case.board):
                    is_right = case.eliminations == set(step.eliminations)
                    if is_right and case.placements == set(step.placements):
                        known.add(code)
                        yield Stage(1, case.board, step)


LADDER_ONLY = (
    *("medusa_3d", "medusa_dual", "pair_exclusion", "triple_exclusion"),
    *("cell_forcing", "unit_forcing", "nishio", "anti_nishio", *LAST_RESORTS),
)
"""Techniques that the library has no code for."""
BASIC = ("naked_single", "hidden_single", "pointing", "claiming", "naked_pair", "hidden_pair")


def hard_stages() -> Iterator[Stage]:
    """Yield three steps of each technique that no case shows, on Norvig's puzzles."""
    for name in LADDER_ONLY:
        left = 3
        for puzzle in top95()[:20]:
            board = Board(puzzle)
            for step in climb(board, [*BASIC, name]) if left else ():
                if step.technique == name and left:
                    left -= 1
                    yield Stage(1, board, step)
                board = board.after(step)


def test_every_technique_has_words() -> None:
    assert all(words_of(each.name) for each in TECHNIQUES)
    titles = [each.title for each in TECHNIQUES]
    assert len(set(titles)) == len(titles)
    assert not [name for name in titles if "_" in name or not name[0].isupper() ^ name[0].isdigit()]


def test_words_of_every_technique_name_what_goes(data: Path) -> None:
    explained = set()
    for stage in (*library_stages(data), *hard_stages()):
        explained.add(stage.step.technique)
        assert concluded(stage.words, stage.board.puzzle.shape) == results(stage.step)
        reason = stage.words[: stage.words.rindex("So r")]
        named = set(re.findall(r"r\d+c\d+", reason))
        pattern = {Scene(stage.board, stage.step).cell(cell) for cell in stage.step.cells}
        if not stage.step.technique.startswith(("siamese", "finned", "sashimi", "template")):
            assert pattern <= named, stage.words
        assert set(map(str, stage.step.digits)) & set(re.findall(r"\b\d\b", reason))
        image = ElementTree.fromstring(stage.picture().to_svg())
        crossed_out = image.findall(f"{SVG}g[@class='strikes']/{SVG}path[@stroke='#d02020']")
        assert len(crossed_out) == len(stage.step.eliminations)
    fish = ("franken", "mutant", "siamese", "squirmbag", "whale", "leviathan")
    # Techniques that only further rules need are tested in test_technique_rules.
    unexplained = {each.name for each in TECHNIQUES if not each.only_with} - explained
    assert not {name for name in unexplained if not any(kind in name for kind in fish)}


# The positions are the first cases of HoDoKu's regression library; the words are ours.
GOLDEN = {
    "0002": "r7c9 is the only place for 3 in box 9. So r7c9 is 3.",
    "0100": (
        "In box 4, all places for 5 lie in column 1, too (r5c1 and r6c1). One of them holds it, so "
        "the rest of column 1 does not. So r1c1, r2c1 and r3c1 are not 5."
    ),
    "0210": (
        "In row 4, 2 and 4 have no places but r4c3 and r4c6: two digits for two cells, which hold "
        "nothing else. So r4c6 is not 3; r4c3 is not 6."
    ),
    "0300": (
        "In columns 5 and 7, all places for 5 (r2c5, r8c5, r2c7 and r8c7) lie in rows 2 and 8. "
        "Each of columns 5 and 7 needs 5, so each of rows 2 and 8 holds it in one of these cells "
        "and nowhere else. So r2c6, r2c8, r8c8 and r8c9 are not 5."
    ),
    "0800": (
        "r3c8 is 2 or 1. If it is 2, r2c7 is 3; if it is 1, r3c1 is 3. So one of r2c7 and r3c1 is "
        "3, and a cell that sees both is not. So r3c7 is not 3."
    ),
    "0600": (
        "If r2c2, r2c3, r4c2 and r4c3 held 1 and 3 alone, the two could change places and there "
        "would be two solutions. Only r2c3 has other candidates, so it holds one of them. So r2c3 "
        "is not 1 or 3."
    ),
}


def test_golden_words(data: Path) -> None:
    lines = (data / "techniques" / "reglib.txt").read_text().splitlines()
    for code, words in GOLDEN.items():
        line = next(line for line in lines if re.match(f":{code}[:-]", line))
        [case] = read_cases([line])
        explained = [
            Stage(1, case.board, step).words
            for step in find_all(case.names[0], case.board)
            if set(step.eliminations) == case.eliminations
            and set(step.placements) == case.placements
        ]
        assert explained == [words]


@settings(max_examples=20)
@given(puzzle=puzzles())
def test_traces_lead_where_the_techniques_do(puzzle: Puzzle) -> None:
    if explain(puzzle, most=0).start is None:
        return
    board = Board(puzzle)
    scene = Scene(board, Step("", (), ()))
    candidates = [
        (cell, digit) for cell in range(puzzle.shape.n_cells) for digit in scene.candidates(cell)
    ]
    traces = {each: Trace(scene, each) for each in candidates}
    found = {each for step in find_all("nishio", board) for each in step.eliminations}
    assert found == {each for each, trace in traces.items() if trace.contradiction}
    without = {each: Trace(scene, each, is_true=False) for each in candidates}
    found = {each for step in find_all("anti_nishio", board) for each in step.placements}
    assert found == {each for each, trace in without.items() if trace.contradiction}
    for step in find_all("cell_forcing", board):
        both = [traces[node[0]] for node in step.chain]
        assert set(step.eliminations) == {
            each for each in candidates if all(trace.rules_out(each) for trace in both)
        }


# JSON, pictures and the page


def test_json_round_trip() -> None:
    puzzle = Puzzle.from_text(EASY)
    board = Board(puzzle).after(hint(puzzle).steps[0])
    for each in (
        explain(Puzzle.from_text(WARNER[3])),
        explain(board),
        explain(Puzzle.from_text(MANY)),
        explain(puzzle, time_limit=0),
        Explanation(puzzle, Board(puzzle), (), End.STOPPED, "The time was up."),
    ):
        text = each.to_json()
        assert Explanation.from_json(text) == each
        assert Explanation.from_json(text, each.puzzle) == each
    first = json.loads(explain(puzzle).to_json())["steps"][0]
    assert set(first) == {
        *("technique", "title", "words", "placements", "eliminations"),
        *("houses", "acts_on", "digits", "cells", "chain", "constraint"),
    }
    with pytest.raises(TextError, match="this explains the puzzle"):
        Explanation.from_json(explain(puzzle).to_json(), Puzzle.from_text(MANY))
    with pytest.raises(TextError, match="this is no explanation"):
        Explanation.from_json('{"shape": "3x3"}')
    with pytest.raises(TextError, match="this is no JSON"):
        Explanation.from_json("3x3")


def test_json_keeps_rules() -> None:
    puzzle = Puzzle(Shape(2, 2), [Classic(), Diagonal()], "1......2.3.....4")
    explanation = explain(puzzle)
    assert Explanation.from_json(explanation.to_json()) == explanation


@pytest.mark.parametrize("command", ["explain", "hint"])
def test_clues_that_clash_are_a_puzzle_without_solution(command: str) -> None:
    result = run(command, "55" + EASY[2:])
    assert (result.exit_code, result.stdout) == (1, "")
    assert "two 5s in row 1" in result.stderr


def test_pictures_show_pattern_and_links() -> None:
    explanation = explain(Puzzle.from_text(WARNER[3]))
    images = list(explanation.pictures())
    assert len(images) == len(explanation.steps) + 1
    stage = next(each for each in explanation.stages if each.step.technique == "xy_chain")
    root = ElementTree.fromstring(stage.picture().to_svg())
    assert root.findtext(f"{SVG}title") == f"XY-chain. {stage.words}"
    links = root.findall(f"{SVG}g[@class='links']/{SVG}path")
    dashed = [link for link in links if link.get("stroke-dasharray") == "2 5"]
    assert len(dashed) == len(stage.step.chain) // 2 - 1  # the weak ones, between cells


# Commands


def run(*arguments: str, stdin: str = "") -> Result:
    return CliRunner().invoke(main, list(arguments), input=stdin)


@pytest.mark.parametrize(
    ("arguments", "code", "shown"),
    [
        (["explain", EASY], 0, "Solved in 51 steps."),
        (["explain", MANY], 1, "The puzzle has 158 solutions. After 21 steps"),
        (["hint", MANY], 0, "Techniques that assume a unique solution are left out."),
        (["explain", NONE], 1, "The puzzle has no solution."),
        (["explain", WARNER[3], "--upto", "x_wing"], 1, "no technique up to X-wing applies"),
        (["explain", EASY, "--time-limit", "0"], 3, "Stopped after"),
        (["hint", EASY, "--time-limit", "0"], 3, "Stopped after"),
        (["hint", EASY], 0, "1. Naked single. "),
        (["hint", NONE], 1, "The puzzle has no solution."),
        (["hint", SOLVED], 0, "The grid is complete"),
        (["hint", WARNER[3], "--upto", "full_house"], 1, "no technique up to Full house applies"),
    ],
)
def test_exit_codes(arguments: list[str], code: int, shown: str) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stderr) == (code, "")
    assert shown in result.stdout
    assert "\x1b" not in result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["explain", EASY, "--upto", "guessing"], "unknown technique 'guessing'"),
        (["explain", EASY, "--above", "easy", "--json"], "--above is for steps in words"),
        (["hint", EASY, "--upto", "bug_plus_one"], "allow this by --unique"),
        (["hint", EASY, "--picture", "hint.gif"], "pictures are .svg or .png"),
    ],
)
def test_bad_input(arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_a_hint_for_a_puzzle_in_progress(tmp_path: Path) -> None:
    marks = "1 2 34 34\n34 34 1 2\n2 1 34 34\n34 34 2 1\n"
    many = run("hint", "-", "--marks", stdin=marks)
    assert (many.exit_code, many.stdout.startswith("The puzzle has 4 solutions. ")) == (1, True)
    path = tmp_path / "marks.txt"
    path.write_text(marks.replace("34 34\n", "3 34\n", 1).replace("\n34", "\n3", 1))
    result = run("hint", str(path), "--marks")
    assert (result.exit_code, result.stdout.count("\n")) == (0, 1)
    assert result.stdout.endswith("So r1c4 is 4.\n")
    bad = run("hint", "-", "--marks", stdin="1 2 3\n")
    assert (bad.exit_code, "the candidates cannot be read" in bad.stderr) == (2, True)


def test_commands_write_json_pictures_and_pages(tmp_path: Path) -> None:
    result = run("explain", "-", "--json", stdin=f"{EASY}\n{MANY}\n")
    assert result.exit_code == 1
    first, second = map(json.loads, result.stdout.splitlines())
    assert (first["end"], second["end"], second["solutions"]) == ("solved", "many solutions", 158)
    folder, page = tmp_path / "steps", tmp_path / "page.html"
    result = run("explain", EASY, "--svg", str(folder), "--html", str(page))
    assert (result.exit_code, result.stdout) == (0, "")
    assert len(list(folder.glob("*.svg"))) == 52
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    result = run("explain", "-", "--html", str(page), stdin=f"{EASY}\n{EASY}\n")
    assert {each.name for each in tmp_path.glob("*.html")} == {
        "1-page.html",
        "2-page.html",
        "page.html",
    }
    image = tmp_path / "hint.svg"
    assert run("hint", EASY, "--picture", str(image)).exit_code == 0
    ElementTree.parse(image)
    assert run("hint", EASY, "--html", str(page)).exit_code == 0
    assert page.read_text(encoding="utf-8").count("<section") == 3
    two = run("hint", "-", "--html", str(page), stdin=f"{EASY}\n{EASY}\n")
    assert (two.exit_code, "one page" in two.stderr) == (2, True)
