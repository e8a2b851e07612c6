"""Completed puzzles: one solution, nothing lost, right values, and the fewest clues."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from exactcover import ProblemError
from sudoku import (
    Classic,
    Drawn,
    FormityError,
    Grid,
    Killer,
    Puzzle,
    RuleError,
    Shape,
    complete,
    count,
    drawn_marks,
    generate,
    is_minimal,
    rate,
    rule,
    solve,
    to_fpuzzles,
    to_json,
)
from sudoku.cli.main import main
from sudoku.completion.drawn import filled, value_in
from sudoku.completion.kinds import KINDS
from tests.oracle import small_grids
from tests.sudoku_puzzles import puzzles

SMALL = Shape(2, 2)
Rows = tuple[tuple[int, ...], ...]


def fewest_by_brute_force(puzzle: Puzzle, grid: Grid) -> int:
    """Return the fewest clues to be added, by trying all sets of cells."""
    blanks = [cell for cell, digit in enumerate(puzzle.grid.cells) if not digit]
    for size in range(len(blanks) + 1):
        for cells in combinations(blanks, size):
            digits = [
                grid.cells[k] if k in cells or puzzle.grid.cells[k] else 0
                for k in range(len(grid.cells))
            ]
            if count(Puzzle(puzzle.shape, puzzle.rules, digits), limit=2) == 1:
                return size
    raise AssertionError


@given(puzzles(most_blanks=10), st.integers(0, 5))
@settings(max_examples=25, deadline=None)
def test_the_fewest_clues_are_added(puzzle: Puzzle, seed: int) -> None:
    grids = list(puzzle.solutions())
    if not grids:
        with pytest.raises(FormityError, match="no solution"):
            complete(puzzle)
        return
    made = complete(puzzle, grid=grids[0])
    assert made.puzzle is not None
    assert [grid.cells for grid in made.puzzle.solutions()] == [grids[0].cells]
    assert (made.complete, made.n_grids) == (True, 1)
    assert len(made.added) == fewest_by_brute_force(puzzle, grids[0])
    for cell, digit in enumerate(puzzle.grid.cells):
        assert digit in (0, made.puzzle.grid.cells[cell])
    assert made.puzzle.rules == puzzle.rules
    any_grid = complete(puzzle, seed=seed)
    if len(grids) <= 10:
        fewest = min(fewest_by_brute_force(puzzle, grid) for grid in grids)
        assert (len(any_grid.added), any_grid.complete) == (fewest, True)


def test_clues_may_be_limited_to_some_cells() -> None:
    made = complete("12..............", among=[(3, 3), (3, 2), (2, 2), (2, 3)], grids=30, seed=1)
    assert made.puzzle is not None and made.puzzle.count() == 1
    assert set(made.added) <= {10, 11, 14, 15}
    none = complete("12..............", among=[(0, 2)])
    assert (bool(none), none.added) == (False, ())
    assert str(none) == "No puzzle with one solution was found."


def column(grid: Rows, k: int) -> tuple[int, ...]:
    return tuple(row[k] for row in grid)


def n_seen(line: tuple[int, ...]) -> int:
    return sum(all(other < digit for other in line[:k]) for k, digit in enumerate(line))


def between(line: tuple[int, ...]) -> int:
    first, last = sorted((line.index(1), line.index(4)))
    return sum(line[first + 1 : last])


def x_sum(line: tuple[int, ...]) -> int:
    return sum(line[: line[0]])


def sign(a: int, b: int) -> str | None:
    return "white" if abs(a - b) == 1 else "black" if max(a, b) == 2 * min(a, b) else None


MEANT: list[tuple[Drawn, Callable[[Rows], object]]] = [
    (Drawn("killer", [(0, 0), (0, 1), (1, 0)]), lambda g: g[0][0] + g[0][1] + g[1][0]),
    (Drawn("little_killer", [(0, 1), (1, 0)]), lambda g: g[0][1] + g[1][0]),
    (Drawn("difference", [(0, 0), (0, 1)]), lambda g: abs(g[0][0] - g[0][1])),
    (
        Drawn("ratio", [(0, 0), (0, 1)]),
        lambda g: max(g[0][:2]) // min(g[0][:2]) if max(g[0][:2]) % min(g[0][:2]) == 0 else None,
    ),
    (Drawn("kropki", [(2, 2), (2, 3)]), lambda g: sign(*g[2][2:])),
    (Drawn("xv", [(0, 0), (1, 0)]), lambda g: "v" if g[0][0] + g[1][0] == 5 else None),
    (
        Drawn("quadruple", [(1, 1), (1, 2), (2, 1), (2, 2)]),
        lambda g: tuple(sorted((*g[1][1:3], *g[2][1:3]))),
    ),
    (Drawn("sandwich", [(-1, 1)]), lambda g: between(column(g, 1))),
    (Drawn("x_sum", [(4, 2)]), lambda g: x_sum(column(g, 2)[::-1])),
    (Drawn("skyscraper", [(1, -1)]), lambda g: n_seen(g[1])),
    (Drawn("numbered_room", [(1, 4)]), lambda g: g[1][::-1][g[1][3] - 1]),
    (
        Drawn("hidden_skyscraper", [(0, -1)]),
        lambda g: (
            next(
                (b for a, b in zip(g[0], g[0][1:], strict=False) if b < max(g[0][: g[0].index(b)])),
                None,
            )
            if g[0][0] != 0
            else None
        ),
    ),
    (Drawn("lunchbox", [(0, 0), (0, 1), (0, 2), (0, 3)]), lambda g: between(g[0])),
    (Drawn("whispers", [(0, 0), (1, 1)]), lambda g: abs(g[0][0] - g[1][1]) or None),
    (
        Drawn("lockout", [(0, 0), (0, 1), (0, 2)]),
        lambda g: (
            abs(g[0][0] - g[0][2])
            if not min(g[0][0], g[0][2]) <= g[0][1] <= max(g[0][0], g[0][2])
            else None
        ),
    ),
]


def test_every_kind_has_a_meaning_here() -> None:
    assert {mark.name for mark, _ in MEANT} == set(KINDS)


@pytest.mark.parametrize(("mark", "meant"), MEANT, ids=[mark.name for mark, _ in MEANT])
def test_values_are_those_of_a_plain_reading(mark: Drawn, meant: Callable[[Rows], object]) -> None:
    for rows in small_grids()[::7]:
        grid = Grid(SMALL, [digit for row in rows for digit in row])
        assert value_in(mark, grid) == meant(rows), rows


@pytest.mark.parametrize("mark", [mark for mark, _ in MEANT], ids=lambda mark: mark.name)
def test_drawn_marks_get_values(mark: Drawn) -> None:
    made = complete(Puzzle(SMALL), [mark], grids=4, seed=2)
    assert made.puzzle is not None and made.grid is not None
    assert made.puzzle.count() == 1
    assert made.values == ((mark, value_in(mark, made.grid)),)
    assert made.puzzle.rules == filled(Puzzle(SMALL), made.values).rules
    assert mark.title in str(made)


def test_marks_join_rules_that_the_puzzle_has() -> None:
    cages = Killer([(5, [(3, 0), (3, 1)]), (None, [(0, 0), (0, 1)])])
    sky = rule("skyscraper", top=(None, 2, None, None))
    puzzle = Puzzle(SMALL, [Classic(), cages, sky, rule("kropki", [((0, 0), (1, 0))])])
    marks = [
        *drawn_marks(puzzle),
        Drawn("skyscraper", [(-1, 0)]),
        Drawn("kropki", [(2, 2), (2, 3)]),
    ]
    made = complete(puzzle, marks, seed=1)
    assert made.puzzle is not None
    names = [each.name for each in made.puzzle.rules]
    assert names == ["classic", "killer", "skyscraper", "kropki"]
    killer, skyscraper, kropki = made.puzzle.rules[1:]
    assert [cells for _, cells in killer.cages] == [cells for _, cells in cages.cages]  # type: ignore[attr-defined]
    assert None not in [total for total, _ in killer.cages]  # type: ignore[attr-defined]
    assert skyscraper.top[1] == 2 and skyscraper.top[0] is not None  # type: ignore[attr-defined]
    assert len(kropki.white) + len(kropki.black) == 2  # type: ignore[attr-defined]


def test_marks_of_fpuzzles() -> None:
    data = json.loads(to_fpuzzles(Puzzle(SMALL)))
    data |= {
        "killercage": [{"cells": ["R1C1", "R1C2"]}, {"cells": ["R4C1", "R4C2"], "value": "5"}],
        "littlekillersum": [{"cell": "R0C3", "direction": "DL", "cells": ["R1C2", "R2C1"]}],
        "quadruple": [{"cells": ["R2C2", "R2C3", "R3C2", "R3C3"], "values": []}],
        "skyscraper": [{"cell": "R0C1", "value": ""}, {"cell": "R2C5", "value": "2"}],
        "xv": [{"cells": ["R3C3", "R3C4"], "value": ""}],
    }
    assert [(mark.name, mark.cells) for mark in drawn_marks(json.dumps(data))] == [
        ("killer", ((0, 0), (0, 1))),
        ("little_killer", ((0, 1), (1, 0))),
        ("xv", ((2, 2), (2, 3))),
        ("quadruple", ((1, 1), (1, 2), (2, 1), (2, 2))),
        ("skyscraper", ((-1, 0),)),
    ]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Drawn("thermometer", [(0, 0)]), "have no value to be found: the kinds are"),
        (lambda: Drawn("kropki", [(0, 0)]), "has 2 cells, not 1"),
        (lambda: Drawn("killer", [3]), "not rows and columns"),  # type: ignore[list-item]
        (lambda: complete(Puzzle(SMALL), ["killer"]), "'killer' is no Drawn"),  # type: ignore[list-item]
        (lambda: complete(Puzzle(SMALL), [Drawn("sandwich", [(1, 1)])]), "not beside the grid"),
        (lambda: complete(Puzzle(SMALL), [Drawn("killer", [(0, 0), (8, 8)])]), "killer"),
    ],
)
def test_wrong_marks_are_named(make: Callable[[], object], message: str) -> None:
    with pytest.raises(RuleError, match=message):
        make()


def test_a_grid_that_is_no_solution_is_refused() -> None:
    for wrong in ("1234341221434312", "2134341221434321", "1" * 16):
        with pytest.raises(FormityError, match="the grid is no solution"):
            complete("1...............", grid=wrong)


def test_limits_keep_what_was_found() -> None:
    flag = Event()
    flag.set()
    for made in (complete("1...............", time_limit=0), complete("." * 16, cancel=flag)):
        assert (bool(made), made.complete, made.stopped is not None) == (False, False, True)
    quick = complete(Puzzle(), fewest=False, grids=1, seed=1)
    assert quick.puzzle is not None and quick.puzzle.count() == 1
    assert is_minimal(quick.puzzle)


def test_the_command() -> None:
    done = CliRunner().invoke(main, ["complete", "12.............4", "--format", "line"])
    assert done.exit_code == 0
    assert count(done.stdout.strip()) == 1
    assert "No fewer are enough." in done.stderr
    data = to_fpuzzles(Puzzle(SMALL, [Classic(), Killer([(None, [(0, 0), (0, 1)])])]))
    done = CliRunner().invoke(main, ["complete", data, "--values", "--format", "json", "--any"])
    assert done.exit_code == 0 and "for killer at r1c1" in done.stderr
    done = CliRunner().invoke(main, ["complete", "12..34..........", "--time-limit", "0"])
    assert done.exit_code == 3


@pytest.mark.parametrize("name", ["one.json", "one.txt", "two.json", "two.txt", "-"])
def test_marks_are_found_wherever_the_data_is(name: str, tmp_path: Path) -> None:
    """Letters without a value are no part of the puzzle, so that only the data has them."""
    cells: list[list[dict[str, object]]] = [[{} for _ in range(4)] for _ in range(4)]
    places = [["R1C1", "R1C2"], ["R4C3", "R4C4"]]
    datas = [{"size": 4, "grid": cells, "killercage": [{"cells": each}]} for each in places]
    datas[1]["sandwichsum"] = [{"cell": "R0C1", "value": ""}]
    datas = datas[:1] if name.startswith("one") else datas
    text = "".join(json.dumps(data) + "\n" for data in datas)
    path = tmp_path / name
    path.write_text(text)
    source, stdin = ("-", text) if name == "-" else (str(path), None)
    arguments = ["complete", source, "--values", "--any", "--grids", "1", "--format", "json"]
    done = CliRunner().invoke(main, arguments, input=stdin)
    found = [line for line in done.stderr.splitlines() if line.startswith("Values: ")]
    assert len(found) == len(datas)
    assert "killer at r1c1" in found[0] and "sandwich" not in found[0]
    if len(datas) > 1:
        assert "killer at r4c3" in found[1] and "sandwich at top 1" in found[1]
        assert "r1c1" not in found[1].split("Added")[0]


def test_rules_that_a_line_cannot_show_are_not_lost() -> None:
    cage = to_json(Puzzle(SMALL, [Classic(), Killer([(3, [(0, 0), (0, 1)])])]))
    drawn = to_fpuzzles(Puzzle(SMALL, [Classic(), Killer([(None, [(0, 0), (0, 1)])])]))
    for arguments in ([cage], [drawn, "--values"]):
        done = CliRunner().invoke(main, ["complete", *arguments, "--format", "line"])
        assert (done.exit_code, done.stdout) == (2, "")
        assert "line 1: --format line has no room for the rule killer: use json" in done.stderr


@pytest.mark.parametrize(
    ("name", "cells", "message"),
    [
        (["killer"], [(0, 0)], "have no value to be found"),
        ("killer", [(0.5, 0)], "are not rows and columns"),
        ("killer", [("0", 0)], "are not rows and columns"),
        ("killer", [(0, 0), (0, 1), (0, 0)], "r1c1 comes twice"),
        ("killer", [(-1, 0)], r"\(-1, 0\) is no cell of a grid"),
        ("quadruple", [(0, 0), (0, 1), (0, 2), (0, 3)], "a square of 2x2"),
    ],
)
def test_marks_that_are_none(name: Any, cells: Any, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        Drawn(name, cells)
    with pytest.raises(ProblemError, match="fewest"):
        complete("1...............", fewest="no")  # type: ignore[arg-type]


def test_little_killers_that_are_drawn_by_a_direction() -> None:
    entry = {"cell": "R0C2", "direction": "DR"}
    data = {"size": 4, "grid": [[{}] * 4] * 4, "littlekillersum": [entry]}
    assert drawn_marks(data) == (Drawn("little_killer", [(0, 2), (1, 3)]),)


def test_progress_ends_with_the_last_grid() -> None:
    parts = list[float]()
    complete("1234341221434...", grids=50, progress=lambda found: parts.append(found.part))
    assert parts[-1] == 1


# Generation from a beginning.


def test_puzzles_begin_with_clues_marks_and_rules() -> None:
    start = Puzzle(
        SMALL, [Classic(), rule("pencil_marks", [((3, 3), [1, 2])])], {(0, 0): 1, (1, 2): 2}
    )
    for more in ({}, {"symmetry": "half_turn"}, {"minimal": True}, {"ruleset": "kropki"}):
        for puzzle in generate(3, start=start, seed=1, **more):
            assert puzzle.count() == 1
            assert (puzzle.grid[0, 0], puzzle.grid[1, 2]) == (1, 2)
            assert puzzle.rules[:2] == start.rules
            assert solve(puzzle).get()[3, 3] in (1, 2)
            names = [each.name for each in puzzle.rules]
            assert names == ["classic", "pencil_marks"] + ["kropki"] * ("ruleset" in more)


def test_a_beginning_and_a_difficulty() -> None:
    start = Puzzle(clues={(0, 0): 1, (8, 8): 2})
    generate(1, start=start, er=(1, 3))  # the hidden rule of the clues does not count
    for puzzle in generate(2, start=start, difficulty="medium", seed=1):
        assert rate(puzzle, "bergman").level == "medium"
        assert (puzzle.grid[0, 0], puzzle.grid[8, 8]) == (1, 2)
    assert all(row[0] == 1 for batch in generate(3, start=start, seed=1).arrays() for row in batch)


def test_what_a_beginning_does_not_take() -> None:
    for more in ({"clues": 20}, {"pattern": "1" * 16}):
        with pytest.raises(RuleError, match="start has clues of its own"):
            generate(1, start="1...............", **more)
    with pytest.raises(RuleError, match="start has the shape 2x2, not 3x3"):
        generate(1, start="1...............", shape=Shape(3, 3))


def test_the_command_begins_with_a_puzzle() -> None:
    arguments = ["generate", "--start", "1..............2", "--seed", "1", "--format", "grid"]
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 0 and done.stdout.splitlines()[1].startswith("| 1")
    line = CliRunner().invoke(main, [*arguments[:-1], "line"])
    assert line.exit_code == 0 and count(line.stdout.strip()) == 1
    for start, message in (
        (to_json(Puzzle(SMALL, [Classic(), rule("diagonal")])), "no room for the rule diagonal"),
        ("11..............", "--start: two 1s in row 1"),
        ("1..............2\n2..............1", "2 puzzles are there, one is wanted"),
    ):
        wrong = CliRunner().invoke(main, ["generate", "--start", start, "--format", "line"])
        assert wrong.exit_code == 2 and message in wrong.stderr
